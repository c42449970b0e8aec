//! Primes below 2^62, and numbers from their remainders.

use num_bigint::BigUint;

/// Returns the largest primes below 2^62, the largest first: 2^62 − 57, 2^62 − 87, 2^62 − 117, 2^62 − 143, and so on.
///
/// They are the same in every version, as results of jobs are numbers modulo them.
pub(super) fn largest() -> impl Iterator<Item = u64> {
    (0..1u64 << 62).rev().filter(|number| is_prime(*number))
}

/// The bases of the test of Miller and Rabin: as such it is exact below 3.3 · 10^24 (Sorenson and Webster, 2015).
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

fn is_prime(number: u64) -> bool {
    if number < 2 {
        return false;
    }
    if let Some(divisor) = BASES.into_iter().find(|base| number.is_multiple_of(*base)) {
        return number == divisor;
    }
    let twos = (number - 1).trailing_zeros();
    let odd = (number - 1) >> twos;
    BASES.into_iter().all(|base| {
        let mut power = power(base, odd, number);
        power == 1
            || (0..twos).any(|_| {
                let is_minus_one = power == number - 1;
                power = times(power, power, number);
                is_minus_one
            })
    })
}

fn times(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

fn power(base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let (mut base, mut power) = (base % modulus, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = times(power, base, modulus);
        }
        base = times(base, base, modulus);
        exponent >>= 1;
    }
    power
}

/// Returns the least number with these remainders by these primes: the Chinese remainder theorem, by Garner's way.
pub(super) fn from_remainders(remainders: impl IntoIterator<Item = (u64, u64)>) -> BigUint {
    let (mut number, mut product) = (BigUint::default(), BigUint::from(1u32));
    for (remainder, prime) in remainders {
        let known = low(&(&number % prime));
        let wanted = (remainder + prime - known) % prime;
        // By Fermat's little theorem, for the other primes do not divide by this one.
        let inverse = power(low(&(&product % prime)), prime - 2, prime);
        number += &product * times(wanted, inverse, prime);
        product *= prime;
    }
    number
}

/// Returns a number of one word.
fn low(number: &BigUint) -> u64 {
    number.iter_u64_digits().next().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_test_of_primes_is_that_of_a_sieve() {
        const END: usize = 200_000;
        let mut sieve = vec![true; END];
        (sieve[0], sieve[1]) = (false, false);
        for divisor in 2..END {
            for multiple in (2 * divisor..END).step_by(divisor) {
                sieve[multiple] = false;
            }
        }
        for (number, prime) in sieve.into_iter().enumerate() {
            assert_eq!(is_prime(number as u64), prime, "{number}");
        }
        // Strong pseudoprimes to the first 4, 8 and 9 bases (OEIS A014233), and products of neighbours.
        for composite in [3_215_031_751, 341_550_071_728_321, 3_825_123_056_546_413_051, 2_147_483_647 * 2_147_483_629]
        {
            assert!(!is_prime(composite), "{composite}");
        }
        assert!(is_prime(2_147_483_647) && is_prime((1 << 61) - 1));
    }

    /// As published at <https://t5k.org/lists/2small/>, "primes just less than a power of two".
    #[test]
    fn the_largest_primes_below_a_power_of_two_are_those_published() {
        let below: Vec<u64> = largest().take(10).map(|prime| (1 << 62) - prime).collect();
        assert_eq!(below, [57, 87, 117, 143, 153, 167, 171, 195, 203, 273]);
    }

    proptest! {
        #[test]
        fn a_number_is_the_only_one_below_the_product_with_its_remainders(digits in prop::collection::vec(any::<u32>(), 0..40)) {
            let number = BigUint::new(digits);
            let primes: Vec<u64> = largest().take(number.bits() as usize / 61 + 1).collect();
            prop_assert_eq!(from_remainders(primes.iter().map(|prime| (low(&(&number % *prime)), *prime))), number);
        }
    }
}
