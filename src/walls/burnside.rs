//! How many sets and classes of sets there are, by Burnside's lemma.

use num_bigint::BigUint;

use crate::count::Count;

/// How many sets of this size there are of so many things.
pub(super) fn binomial(things: usize, size: usize) -> Count {
    let row = powers_of_sum(things, 1, size);
    row.get(size).cloned().map_or_else(Count::default, Count::from_big)
}

/// How many classes of sets of this size there are, under the group of these maps of numbers and the identity.
pub(super) fn classes(numbers: usize, maps: &[Vec<u32>], size: usize) -> Count {
    let identity: Vec<u32> = (0..numbers as u32).collect();
    let fixed: BigUint = maps.iter().chain([&identity]).map(|map| fixed_sets(map, size)).sum();
    Count::from_big(fixed).divided_by(1 + maps.len() as u64)
}

/// How many sets of this size a map leaves as they are: those made of whole cycles.
fn fixed_sets(map: &[u32], size: usize) -> BigUint {
    let mut sets = vec![BigUint::from(1u32)];
    for (length, number) in cycles(map) {
        let own = powers_of_sum(number, length, size);
        let most = (sets.len() + own.len() - 2).min(size);
        let mut product = vec![BigUint::default(); most + 1];
        for (a, left) in sets.iter().enumerate() {
            for (b, right) in own.iter().enumerate().step_by(length).take_while(|(b, _)| a + b <= most) {
                product[a + b] += left * right;
            }
        }
        sets = product;
    }
    sets.get(size).cloned().unwrap_or_default()
}

/// How many cycles of each length a map has.
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

/// The coefficients of (1 + xˡ)ⁿ as far as a degree.
fn powers_of_sum(n: usize, l: usize, degree: usize) -> Vec<BigUint> {
    let mut row = vec![BigUint::default(); (n * l).min(degree) + 1];
    let mut own = BigUint::from(1u32);
    for chosen in 0..=n.min(degree / l) {
        row[chosen * l].clone_from(&own);
        own = own * BigUint::from(n - chosen) / BigUint::from(chosen + 1);
    }
    row
}
