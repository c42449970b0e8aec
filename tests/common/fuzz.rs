//! Damaged text breaks no parser: it is refused with an error, or understood and written again.
//!
//! A second's worth in the usual run; more by hand and on build servers, with `QUEENSIDE_FUZZ_SECONDS=60 cargo test
//! --workspace --features serde fuzz -- --nocapture`, which prints how many texts were tried.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;
use std::time::{Duration, Instant};

/// A parser, which tells whether it understands a text, and texts it understands, to be damaged.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    pub(crate) run: fn(&str) -> bool,
    pub(crate) seeds: fn() -> Vec<String>,
}

/// For all parsers together.
fn seconds() -> f64 {
    std::env::var("QUEENSIDE_FUZZ_SECONDS").ok().and_then(|number| number.parse().ok()).unwrap_or(1.0)
}

/// Gives every parser the texts that it understands, those that are kept for it, and damaged ones for its share of the time.
///
/// Kept are the files of a folder for each parser: texts it understands and texts it refuses. A text that once broke a parser
/// belongs there.
pub(crate) fn attack(targets: &[Target], corpora: &Path) {
    let each = Duration::from_secs_f64(seconds() / targets.len() as f64);
    for target in targets {
        let mut seeds = (target.seeds)();
        for seed in &seeds {
            assert!(attempt(target, seed), "{} does not understand {seed:?}", target.name);
        }
        let kept = corpus(&corpora.join(target.name.replace(' ', "-")));
        for text in &kept {
            attempt(target, text);
        }
        seeds.extend(kept);
        let mut dice = Dice(0x5eed);
        let (begin, mut understood, mut refused) = (Instant::now(), 0u64, 0u64);
        while begin.elapsed() < each || understood == 0 || refused == 0 {
            // The clock is looked at now and then.
            for _ in 0..50 {
                let is_understood = attempt(target, &dice.damaged(&seeds));
                *if is_understood { &mut understood } else { &mut refused } += 1;
            }
            assert!(understood + refused < 100_000 || understood.min(refused) > 0, "{}: {understood}", target.name);
        }
        println!("{}: {understood} texts understood, {refused} refused", target.name);
    }
}

/// The texts of a folder, in the order of their names.
fn corpus(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    let texts: Vec<String> = paths.iter().map(|path| fs::read_to_string(path).expect("it can be read")).collect();
    assert!(!texts.is_empty(), "{} is empty", folder.display());
    texts
}

/// Whether a parser understands a text.
fn attempt(target: &Target, text: &str) -> bool {
    catch_unwind(|| (target.run)(text)).unwrap_or_else(|_| panic!("{}: {text:?}", target.name))
}

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    /// A number below another, which is not 0.
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % below as u64) as usize
    }

    fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.roll(from.len())]
    }

    /// One of the texts with a few things changed in it.
    fn damaged(&mut self, seeds: &[String]) -> String {
        let mut text: Vec<char> = seeds[self.roll(seeds.len())].chars().collect();
        for _ in 0..=self.roll(6) {
            let at = self.roll(text.len() + 1);
            let to = (at + self.roll(8)).min(text.len());
            match self.roll(7) {
                0 => drop(text.drain(at..to)),
                1 => {
                    let copy: Vec<char> = text[at..to].to_vec();
                    let there = self.roll(text.len() + 1);
                    text.splice(there..there, copy);
                }
                2 => {
                    let other: Vec<char> = seeds[self.roll(seeds.len())].chars().collect();
                    let from = self.roll(other.len() + 1);
                    text.splice(at.., other[from..].iter().copied());
                }
                3 if at < to => text[at] = self.character(),
                4 if at < to => text.swap(at, to - 1),
                5 => {
                    let numbers =
                        ["0", "1", "18446744073709551616", "-1", "4096", "16777217", "99999999999999999999999"];
                    let number = self.pick(&numbers);
                    text.splice(at..to, number.chars());
                }
                _ => text.insert(at, self.character()),
            }
        }
        text.into_iter().collect()
    }

    fn character(&mut self) -> char {
        const SIGNS: &str = ".%-~ \n:/oQKxq019ABab#{}[]\",\t\r\u{0}éß♛\u{2028}\u{10ffff}";
        let signs: Vec<char> = SIGNS.chars().collect();
        signs[self.roll(signs.len())]
    }
}
