//! Numbers as printed signs, short, and not to be read by accident; the page's program reads them again.

/// The signs that digits are written with: none of them ends an element or a string, nor is part of an address.
pub(super) const SIGNS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.,;!?#$%*+|~^@[]";

/// Below it a number is one digit; above it the digit holds three bits, and the rest follows.
const SHORT: usize = 72;
const BASE: usize = 80;

/// Numbers, one after the other.
#[derive(Default)]
pub(super) struct Pack {
    digits: Vec<usize>,
}

impl Pack {
    pub(super) fn number(&mut self, mut number: usize) {
        while number >= SHORT {
            number -= SHORT;
            self.digits.push(SHORT + number % 8);
            number /= 8;
        }
        self.digits.push(number);
    }

    /// Writes how many there are, and each of them.
    pub(super) fn list<T>(&mut self, items: &[T], mut one: impl FnMut(&mut Self, &T)) {
        self.number(items.len());
        for item in items {
            one(self, item);
        }
    }

    /// Returns the digits as signs, moved by a sequence that begins with a key.
    pub(super) fn disguised(&self, key: &str) -> String {
        let mut state = key.chars().fold(2_166_136_261u32, |hash, sign| (hash ^ sign as u32).wrapping_mul(16_777_619));
        let hidden = self.digits.iter().map(|digit| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            sign((digit + (state >> 16) as usize % BASE) % BASE)
        });
        hidden.collect()
    }
}

/// Returns the sign of a digit.
pub(super) fn sign(digit: usize) -> char {
    char::from(SIGNS.as_bytes()[digit % BASE])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_sign_for_each_digit() {
        assert_eq!((SIGNS.len(), SIGNS.chars().collect::<std::collections::BTreeSet<_>>().len()), (BASE, BASE));
    }

    #[test]
    fn numbers_can_be_read_again() {
        let numbers = [0, 1, 71, 72, 79, 80, 647, 648, 700, 5000, 1_000_000];
        let mut pack = Pack::default();
        for number in numbers {
            pack.number(number);
        }
        let mut digits = pack.digits.iter();
        for number in numbers {
            let (mut read, mut scale) = (0, 1);
            loop {
                let digit = *digits.next().unwrap();
                if digit < SHORT {
                    read += scale * digit;
                    break;
                }
                read += scale * digit;
                scale *= 8;
            }
            assert_eq!(read, number);
        }
        assert!(digits.next().is_none());
    }
}
