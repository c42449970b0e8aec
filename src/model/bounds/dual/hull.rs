//! The patterns that rows allow on a few columns, and the inequality for all of them that shares break most.
//!
//! Shares that no mixture of patterns has break an inequality that all patterns satisfy. It is found by the simplex method, as what
//! tells how far the shares are from the nearest mixture (local cuts: Applegate, Bixby, Chvátal and Cook 2001). That is done with
//! floating-point numbers; then the factors become integers, and how great the sum may be is found by trying every pattern.

use crate::budget::{Cause, Control};

/// The most columns, each a bit of a pattern.
pub(super) const MOST: usize = 16;

/// The part of a row on some columns: the sum over these places, each times its number, has an upper limit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part {
    pub(super) terms: Vec<(u8, i64)>,
    pub(super) max: i64,
}

/// An inequality that all patterns satisfy: the sum over all places, each times its number, has an upper limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Facet {
    pub(super) numbers: Vec<i32>,
    pub(super) max: i64,
}

/// All patterns that some rows allow.
pub(super) struct Hull {
    columns: usize,
    /// The patterns that matter: any other is one of these with removable columns taken out or addable ones put in.
    patterns: Vec<u16>,
    /// The columns that can be taken out of every pattern, and those that can be put into every pattern.
    removable: u16,
    addable: u16,
}

impl Part {
    /// The part of a row, with the least that it can say; `None` if it goes without saying.
    pub(super) fn new(mut terms: Vec<(u8, i64)>, mut max: i64) -> Option<Self> {
        terms.sort_unstable();
        let greatest = |terms: &[(u8, i64)]| terms.iter().map(|(_, number)| number.max(&0)).sum::<i64>();
        if greatest(&terms) <= max {
            return None;
        }
        for place in 0..terms.len() {
            let number = terms[place].1;
            // How much is to spare where this column does not help to break the row.
            let spare = max - (greatest(&terms) - number.abs());
            if spare > 0 {
                let less = spare.min(number.abs());
                terms[place].1 -= less * number.signum();
                max -= if number > 0 { less } else { 0 };
            }
        }
        terms.retain(|(_, number)| *number != 0);
        Some(Self { terms, max })
    }

    /// Whether it says that at most one of some columns stands.
    pub(super) fn allows_one(&self) -> bool {
        self.max == 1 && self.terms.iter().all(|(_, number)| *number == 1)
    }
}

impl Facet {
    /// By how much shares break it, if its greatest number were one.
    pub(super) fn excess(&self, shares: &[f64]) -> f64 {
        let sum: f64 = self.numbers.iter().zip(shares).map(|(number, share)| f64::from(*number) * share).sum();
        let greatest = self.numbers.iter().map(|number| number.unsigned_abs()).max().unwrap_or(0).max(1);
        (sum - self.max as f64) / f64::from(greatest)
    }
}

/// Finds all patterns, column by column, as long as no row is broken for certain.
struct Listing<'a> {
    parts: &'a [Part],
    /// For each column its rows, each with the number in it, and the least that later columns add to it.
    of_column: Vec<Vec<(usize, i64, i64)>>,
    sums: Vec<i64>,
    allowed: Vec<u64>,
    work: u64,
}

impl<'a> Listing<'a> {
    fn new(columns: usize, parts: &'a [Part]) -> Self {
        let mut of_column = vec![Vec::new(); columns];
        for (row, part) in parts.iter().enumerate() {
            let mut rest: i64 = part.terms.iter().map(|(_, number)| number.min(&0)).sum();
            for (place, number) in &part.terms {
                rest -= number.min(&0);
                of_column[usize::from(*place)].push((row, *number, rest));
            }
        }
        let words = (1usize << columns).div_ceil(64);
        Self { parts, of_column, sums: vec![0; parts.len()], allowed: vec![0; words], work: words as u64 }
    }

    fn from(&mut self, column: usize, pattern: u16) {
        if column == self.of_column.len() {
            self.allowed[usize::from(pattern) / 64] |= 1 << (pattern % 64);
            return;
        }
        for stands in [0, 1] {
            self.work += 2 + self.of_column[column].len() as u64;
            let mut holds = true;
            for (row, number, rest) in &self.of_column[column] {
                self.sums[*row] += stands * number;
                holds &= self.sums[*row] + rest <= self.parts[*row].max;
            }
            if holds {
                self.from(column + 1, pattern | (stands as u16) << column);
            }
            for (row, number, _) in &self.of_column[column] {
                self.sums[*row] -= stands * number;
            }
        }
    }
}

impl Hull {
    /// By how much shares must break an inequality.
    pub(super) const EXCESS: f64 = 0.02;
    /// The least gain of a step, and the least factor that is not taken for none.
    const TINY: f64 = 1e-9;
    /// Steps are no more than this: floating-point numbers could lead round in circles.
    const STEPS: usize = 200;
    /// Factors are taken for fractions with a denominator of at most this, if they nearly are.
    const DENOMINATOR: i32 = 60;
    const NEARLY: f64 = 1e-4;
    /// The greatest factor: the best have none beyond one, but steps that were broken off may leave any.
    const GREATEST: f64 = 100.0;

    /// The patterns that parts of rows allow; `None` where there are none, or where all are allowed.
    pub(super) fn new(columns: usize, parts: &[Part], control: &mut Control) -> Result<Option<Self>, Cause> {
        let mut listing = Listing::new(columns, parts);
        listing.from(0, 0);
        control.charge(listing.work)?;
        let allowed = listing.allowed;
        let is_allowed = |pattern: u16| allowed[usize::from(pattern) / 64] >> (pattern % 64) & 1 == 1;
        let mut patterns: Vec<u16> = Vec::new();
        for (word, mut bits) in allowed.iter().copied().enumerate() {
            while bits != 0 {
                patterns.push((64 * word) as u16 + bits.trailing_zeros() as u16);
                bits &= bits - 1;
            }
        }
        control.charge((4 * columns * patterns.len()) as u64)?;
        let (mut removable, mut addable) = (0, 0);
        for bit in (0..columns).map(|column| 1u16 << column) {
            removable |= if patterns.iter().all(|pattern| is_allowed(pattern & !bit)) { bit } else { 0 };
            addable |= if patterns.iter().all(|pattern| is_allowed(pattern | bit)) { bit } else { 0 };
        }
        let bits = |of: u16| (0..columns).map(|column| 1u16 << column).filter(move |bit| of & bit != 0);
        patterns.retain(|pattern| {
            let more = bits(removable & !pattern).any(|bit| is_allowed(pattern | bit));
            let less = bits(addable & !removable & pattern).any(|bit| is_allowed(pattern & !bit));
            !more && !less
        });
        let free = (removable & addable).count_ones() as usize;
        Ok((!patterns.is_empty() && free < columns).then_some(Self { columns, patterns, removable, addable }))
    }

    /// How many patterns are kept.
    pub(super) fn len(&self) -> usize {
        self.patterns.len()
    }

    /// An inequality that all patterns satisfy and these shares break, if one is found.
    pub(super) fn facet(&self, shares: &[f64], control: &mut Control) -> Result<Option<Facet>, Cause> {
        let mut nearest = Nearest::new(self, shares);
        let factors = nearest.factors();
        control.charge(nearest.work)?;
        let Some(factors) = factors else { return Ok(None) };
        control.charge((self.columns * (Self::DENOMINATOR as usize + self.patterns.len())) as u64)?;
        let facet = self.rounded(&factors[..self.columns]);
        Ok(facet.filter(|facet| facet.excess(shares) > Self::EXCESS))
    }

    /// The inequality with these factors as integers; `None` where one is very great.
    fn rounded(&self, factors: &[f64]) -> Option<Facet> {
        if factors.iter().any(|factor| factor.abs() > Self::GREATEST) {
            return None;
        }
        let is_near = |times: &i32| {
            factors.iter().all(|factor| {
                let number = factor * f64::from(*times);
                (number - number.round()).abs() < Self::NEARLY
            })
        };
        let times = (1..Self::DENOMINATOR).find(is_near).unwrap_or(Self::DENOMINATOR);
        let mut numbers: Vec<i32> = factors.iter().map(|factor| (factor * f64::from(times)).round() as i32).collect();
        for (column, number) in numbers.iter_mut().enumerate() {
            let bit = 1 << column;
            // A pattern that is not kept satisfies it as well.
            *number = if self.removable & bit != 0 { (*number).max(0) } else { *number };
            *number = if self.addable & bit != 0 { (*number).min(0) } else { *number };
        }
        let sum = |pattern: &u16| -> i64 {
            let stands = numbers.iter().enumerate().filter(|(column, _)| pattern >> column & 1 == 1);
            stands.map(|(_, number)| i64::from(*number)).sum()
        };
        let max = self.patterns.iter().map(sum).max()?;
        Some(Facet { numbers, max })
    }
}

/// A member of a basis: a pattern, or a column of which the shares have more than the mixture, or less.
#[derive(Clone, Copy)]
enum Member {
    Pattern(u16),
    More(u8),
    Less(u8),
}

/// The mixture of patterns nearest to some shares, by the simplex method.
struct Nearest<'a> {
    hull: &'a Hull,
    /// The rows: one for each column, and last that the patterns add up to one whole.
    rows: usize,
    basis: Vec<Member>,
    /// How much there is of each member of the basis.
    amounts: Vec<f64>,
    /// The inverse of the basis, row by row.
    inverse: Vec<f64>,
    work: u64,
}

impl<'a> Nearest<'a> {
    fn new(hull: &'a Hull, shares: &[f64]) -> Self {
        let rows = hull.columns + 1;
        // So that no two steps are equally good.
        let shares: Vec<f64> = shares.iter().zip(1..).map(|(share, place)| share + 1e-6 * f64::from(place)).collect();
        let far = |pattern: &&u16| -> i64 {
            let of = |(column, share): (usize, &f64)| if **pattern >> column & 1 == 1 { 1.0 - share } else { *share };
            (shares.iter().enumerate().map(of).sum::<f64>() * 1e6) as i64
        };
        let first = hull.patterns.iter().min_by_key(far).copied().unwrap_or(0);
        let mut own = Self {
            hull,
            rows,
            basis: Vec::with_capacity(rows),
            amounts: Vec::with_capacity(rows),
            inverse: vec![0.0; rows * rows],
            work: (hull.columns * hull.patterns.len()) as u64,
        };
        for (column, share) in shares.iter().enumerate() {
            let stands = f64::from(first >> column & 1);
            let (sign, of) =
                if *share >= stands { (1.0, Member::More(column as u8)) } else { (-1.0, Member::Less(column as u8)) };
            own.basis.push(of);
            own.amounts.push(sign * (share - stands));
            own.inverse[column * rows + column] = sign;
            own.inverse[column * rows + rows - 1] = -sign * stands;
        }
        own.basis.push(Member::Pattern(first));
        own.amounts.push(1.0);
        own.inverse[rows * rows - 1] = 1.0;
        own
    }

    /// What it costs for each unit.
    fn cost(&self, member: Member) -> f64 {
        let is_free = match member {
            Member::Pattern(_) => true,
            Member::More(column) => self.hull.addable >> column & 1 == 1,
            Member::Less(column) => self.hull.removable >> column & 1 == 1,
        };
        if is_free { 0.0 } else { 1.0 }
    }

    /// The factors of an inequality that the shares break, and last what is added to their sum; `None` where a mixture is near.
    fn factors(&mut self) -> Option<Vec<f64>> {
        let rows = self.rows;
        let mut factors = vec![0.0; rows];
        for _ in 0..Hull::STEPS {
            factors.fill(0.0);
            let mut far = 0.0;
            for (place, of) in self.basis.iter().enumerate() {
                let cost = self.cost(*of);
                if cost > 0.0 {
                    far += cost * self.amounts[place];
                    let row = &self.inverse[place * rows..(place + 1) * rows];
                    factors.iter_mut().zip(row).for_each(|(factor, own)| *factor += cost * own);
                }
            }
            if far < Hull::EXCESS {
                return None;
            }
            let (gain, of) = self.best(&factors);
            if gain <= Hull::TINY || !self.put(of) {
                break;
            }
        }
        Some(factors)
    }

    /// What gains most for each unit, and how much.
    fn best(&mut self, factors: &[f64]) -> (f64, Member) {
        // The sums over all patterns of the first eight columns, and of the others.
        let mut sums = [[0.0; 256]; 2];
        for (column, factor) in factors[..self.hull.columns].iter().enumerate() {
            let (sums, bit) = (&mut sums[column / 8], 1 << (column % 8));
            for pattern in 0..bit {
                sums[bit + pattern] = sums[pattern] + factor;
            }
        }
        let (mut gain, mut best) = (f64::NEG_INFINITY, 0);
        for pattern in &self.hull.patterns {
            let sum = sums[0][usize::from(pattern & 255)] + sums[1][usize::from(pattern >> 8)];
            if sum > gain {
                (gain, best) = (sum, *pattern);
            }
        }
        self.work += (512 + self.hull.patterns.len() + 2 * self.rows * self.rows) as u64;
        let mut best = (gain + factors[self.hull.columns], Member::Pattern(best));
        for (column, factor) in (0u8..).zip(&factors[..self.hull.columns]) {
            for (of, factor) in [(Member::More(column), *factor), (Member::Less(column), -factor)] {
                let gain = factor - self.cost(of);
                if gain > best.0 {
                    best = (gain, of);
                }
            }
        }
        best
    }

    /// Puts something into the basis, in place of what is used up first; false if nothing is.
    fn put(&mut self, member: Member) -> bool {
        let rows = self.rows;
        let uses: Vec<f64> = self
            .inverse
            .chunks_exact(rows)
            .map(|row| match member {
                Member::Pattern(pattern) => {
                    let stands = (0..rows - 1).filter(|column| pattern >> column & 1 == 1);
                    stands.map(|column| row[column]).sum::<f64>() + row[rows - 1]
                }
                Member::More(column) => row[usize::from(column)],
                Member::Less(column) => -row[usize::from(column)],
            })
            .collect();
        let mut first: Option<(f64, usize)> = None;
        for (place, used) in uses.iter().enumerate().filter(|(_, used)| **used > Hull::TINY) {
            let until = self.amounts[place] / used;
            if first.is_none_or(|(min, _)| until < min) {
                first = Some((until, place));
            }
        }
        let Some((amount, out)) = first else { return false };
        for (place, used) in uses.iter().enumerate().filter(|(place, _)| *place != out) {
            self.amounts[place] = (self.amounts[place] - amount * used).max(0.0);
        }
        self.amounts[out] = amount;
        self.basis[out] = member;
        let row: Vec<f64> = self.inverse[out * rows..(out + 1) * rows].iter().map(|own| own / uses[out]).collect();
        for (place, used) in uses.iter().enumerate() {
            let own = &mut self.inverse[place * rows..(place + 1) * rows];
            if place == out {
                own.copy_from_slice(&row);
            } else if *used != 0.0 {
                own.iter_mut().zip(&row).for_each(|(own, row)| *own -= used * row);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Options, Random};

    fn allows(parts: &[Part], pattern: u16) -> bool {
        parts.iter().all(|part| {
            let stands = part.terms.iter().filter(|(place, _)| pattern >> place & 1 == 1);
            stands.map(|(_, number)| number).sum::<i64>() <= part.max
        })
    }

    #[test]
    fn a_part_says_the_same_with_the_least_numbers() {
        let mut random = Random::new(5);
        for _ in 0..500 {
            let terms: Vec<(u8, i64)> = (0..6).map(|place| (place, random.below(9) as i64 - 3)).collect();
            let own = Part { terms: terms.clone(), max: random.below(9) as i64 - 2 };
            let least: Vec<Part> = Part::new(terms, own.max).into_iter().collect();
            for pattern in 0..64 {
                assert_eq!(allows(std::slice::from_ref(&own), pattern), allows(&least, pattern), "{own:?}, {least:?}");
            }
        }
        let king =
            |outside: i64| Part::new((0..5).map(|place| (place, if place == 0 { 5 } else { 1 })).collect(), outside);
        assert_eq!(king(8), Part::new(vec![(0, 1), (1, 1), (2, 1), (3, 1), (4, 1)], 4));
    }

    /// Rows at random over at most eight columns, of any sign.
    #[test]
    fn an_inequality_cuts_off_the_shares_and_no_pattern() {
        let mut control = Control::new(&Options::new());
        let mut random = Random::new(6);
        let (mut found, mut mixtures) = (0, 0);
        for round in 0..400 {
            let columns = 3 + round % 6;
            let mut parts = Vec::new();
            for _ in 0..=random.below(4) {
                let terms: Vec<(u8, i64)> = (0..columns as u8)
                    .map(|place| (place, random.below(5) as i64 - i64::from(round % 2 == 0)))
                    .collect();
                let sum: i64 = terms.iter().map(|(_, number)| number.max(&0)).sum();
                parts.extend(Part::new(terms, random.below(sum.max(1) as u64) as i64));
            }
            let patterns: Vec<u16> = (0..1 << columns).filter(|pattern| allows(&parts, *pattern)).collect();
            let Some(hull) = Hull::new(columns, &parts, &mut control).expect("no limit was set") else { continue };
            assert!(hull.patterns.iter().all(|pattern| patterns.contains(pattern)));
            for _ in 0..5 {
                let shares: Vec<f64> = (0..columns).map(|_| random.below(101) as f64 / 100.0).collect();
                let Some(facet) = hull.facet(&shares, &mut control).expect("no limit was set") else { continue };
                found += 1;
                assert!(facet.excess(&shares) > Hull::EXCESS);
                for pattern in &patterns {
                    let stands: Vec<f64> = (0..columns).map(|column| f64::from(pattern >> column & 1)).collect();
                    assert!(facet.excess(&stands) <= 0.0, "{parts:?} allow {pattern:b}, {facet:?} does not");
                }
            }
            // A mixture of patterns breaks none.
            let mut draw = || patterns[random.below(patterns.len() as u64) as usize];
            let drawn = [draw(), draw(), draw(), draw()];
            let share = |column: usize| drawn.iter().map(|pattern| f64::from(pattern >> column & 1)).sum::<f64>() / 4.0;
            let shares: Vec<f64> = (0..columns).map(share).collect();
            assert_eq!(hull.facet(&shares, &mut control).expect("no limit was set"), None);
            mixtures += 1;
        }
        assert!(found > 500 && mixtures > 200, "{found}, {mixtures}");
    }
}
