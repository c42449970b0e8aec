//! All placements of n queens, and of n rooks, by an exact cover crate: rows and columns are items that must be covered,
//! diagonals items that may be. The most that fit cannot be asked, so this is what it compares with: counting when the
//! number of pieces is the number of rows.

use std::time::Instant;

use dlx_rs::Solver;

fn count(n: usize, diagonals: bool) -> usize {
    let optional = if diagonals { 2 * (2 * n - 1) } else { 0 };
    let mut solver = Solver::new_optional(2 * n, optional);
    for row in 0..n {
        for column in 0..n {
            let mut items = vec![row + 1, n + column + 1];
            if diagonals {
                items.extend([2 * n + row + column + 1, 2 * n + (2 * n - 1) + row + n - column]);
            }
            solver.add_option((row, column), &items);
        }
    }
    solver.count()
}

fn main() {
    for (name, n, diagonals) in [("rooks", 8, false), ("queens", 8, true), ("queens", 10, true), ("queens", 12, true)] {
        let start = Instant::now();
        let found = count(n, diagonals);
        println!("{name} {n}: {found} in {:.4} s", start.elapsed().as_secs_f64());
    }
}
