//! `with_words`: how many 64-bit words a set has that is kept on the stack.

/// Does something with a constant, the number of words for at most this many members; or something else where there are more than
/// are worth a type of their own.
macro_rules! with_words {
    ($members:expr, $words:ident => $body:expr, more => $more:expr) => {
        match $members {
            0..=64 => {
                const $words: usize = 1;
                $body
            }
            65..=128 => {
                const $words: usize = 2;
                $body
            }
            129..=256 => {
                const $words: usize = 4;
                $body
            }
            _ => $more,
        }
    };
}

pub(crate) use with_words;
