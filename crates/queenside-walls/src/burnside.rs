//! Numbers of sets and of classes of sets, by Burnside's lemma.

use queenside::Count;

/// Returns a binomial coefficient: how many sets of this size a number of things have.
pub(super) fn binomial(things: usize, size: usize) -> Count {
    let row = powers_of_sum(things, 1, size);
    row.get(size).cloned().unwrap_or_default()
}

/// Returns the number of classes of sets of this size, under the group of these permutations and the identity.
pub(super) fn classes(numbers: usize, maps: &[Vec<u32>], size: usize) -> Count {
    let identity: Vec<u32> = (0..numbers as u32).collect();
    let fixed: Count = maps.iter().chain([&identity]).map(|map| fixed_sets(map, size)).sum();
    fixed / (1 + maps.len() as u64)
}

/// Returns the number of sets of this size that a permutation fixes: unions of whole cycles.
fn fixed_sets(map: &[u32], size: usize) -> Count {
    let mut sets = vec![Count::from(1u32)];
    for (length, number) in cycles(map) {
        let own = powers_of_sum(number, length, size);
        let max = (sets.len() + own.len() - 2).min(size);
        let mut product = vec![Count::default(); max + 1];
        for (a, left) in sets.iter().enumerate() {
            for (b, right) in own.iter().enumerate().step_by(length).take_while(|(b, _)| a + b <= max) {
                product[a + b] += left.clone() * right.clone();
            }
        }
        sets = product;
    }
    sets.get(size).cloned().unwrap_or_default()
}

/// Returns the number of cycles of each length.
fn cycles(map: &[u32]) -> std::collections::BTreeMap<usize, usize> {
    let mut seen = vec![false; map.len()];
    let mut numbers = std::collections::BTreeMap::new();
    for start in 0..map.len() {
        let (mut at, mut length) = (start, 0);
        while !seen[at] {
            seen[at] = true;
            length += 1;
            at = map[at] as usize;
        }
        if length > 0 {
            *numbers.entry(length).or_default() += 1;
        }
    }
    numbers
}

/// Returns the coefficients of (1 + xˡ)ⁿ up to a degree.
fn powers_of_sum(n: usize, l: usize, degree: usize) -> Vec<Count> {
    let mut row = vec![Count::default(); (n * l).min(degree) + 1];
    let mut own = Count::from(1u32);
    for chosen in 0..=n.min(degree / l) {
        row[chosen * l].clone_from(&own);
        own = own * Count::from(n - chosen) / (chosen as u64 + 1);
    }
    row
}
