//! Axes: from numbers to places in the picture, and round numbers for the ticks.

use super::canvas::number;

/// An axis: a range of numbers laid out over a range of the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    min: f64,
    max: f64,
    /// Where the smallest and the largest of them lie.
    room: (f64, f64),
    logarithmic: bool,
}

impl Axis {
    pub(super) fn linear(min: f64, max: f64, room: (f64, f64)) -> Self {
        let max = if max > min { max } else { min + 1.0 };
        Self { min, max, room, logarithmic: false }
    }

    /// Returns a linear axis from 0, or from the smallest number if negative, to a little above the largest.
    pub(super) fn from_nothing(numbers: &[f64], room: (f64, f64)) -> Self {
        let min = numbers.iter().copied().fold(0.0, f64::min);
        let max = numbers.iter().copied().fold(0.0, f64::max);
        let above = 0.08 * (max - min);
        Self::linear(if min < 0.0 { min - above } else { 0.0 }, max + above, room)
    }

    /// Returns a logarithmic axis that begins half a power of ten below the smallest positive number.
    pub(super) fn logarithmic(numbers: &[f64], room: (f64, f64)) -> Self {
        let positive = || numbers.iter().copied().filter(|number| *number > 0.0);
        let min = positive().fold(f64::INFINITY, f64::min);
        let min = if min.is_finite() { 10f64.powf(min.log10().floor()) / 2.0 } else { 0.5 };
        let max = positive().fold(min * 10.0, f64::max) * 1.8;
        Self { min, max, room, logarithmic: true }
    }

    pub(super) fn room(&self) -> (f64, f64) {
        self.room
    }

    /// Returns the distance in the picture between two numbers whose difference is 1.
    pub(super) fn per_unit(&self) -> f64 {
        (self.room.1 - self.room.0).abs() / (self.max - self.min)
    }

    pub(super) fn at(&self, value: f64) -> f64 {
        let part = if self.logarithmic {
            (value.max(self.min) / self.min).ln() / (self.max / self.min).ln()
        } else {
            (value - self.min) / (self.max - self.min)
        };
        self.room.0 + part * (self.room.1 - self.room.0)
    }

    /// Returns about `about` round numbers of the axis.
    pub(super) fn ticks(&self, about: usize) -> Vec<f64> {
        if self.logarithmic {
            let powers =
                (self.min.log10().ceil() as i32..=self.max.log10().floor() as i32).map(|power| 10f64.powi(power));
            let powers: Vec<f64> = powers.collect();
            let every = powers.len().div_ceil(about.max(1)).max(1);
            return powers.into_iter().step_by(every).collect();
        }
        let raw = (self.max - self.min) / about.max(1) as f64;
        let power = 10f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= raw);
        let step = step.unwrap_or(raw);
        let first = (self.min / step).ceil();
        let ticks = (0..=2 * about).map(|index| (first + index as f64) * step);
        ticks.take_while(|tick| *tick <= self.max + step * 1e-9).collect()
    }
}

/// Formats a number for a chart: thousands are separated from 10,000 on.
pub(super) fn grouped(value: f64) -> String {
    let text = number(value);
    let (whole, rest) = text.split_once('.').map_or((text.as_str(), None), |(whole, rest)| (whole, Some(rest)));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut out = sign.to_owned();
    for (index, digit) in digits.chars().enumerate() {
        let left = digits.len() - index;
        if index > 0 && left.is_multiple_of(3) && digits.len() > 4 {
            out.push(',');
        }
        out.push(digit);
    }
    match rest {
        Some(rest) => format!("{out}.{rest}"),
        None => out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        for (min, max) in [(0.0, 1.0), (0.0, 7.3), (-3.0, 12.0), (0.0, 1e9), (0.4, 0.6), (5.0, 5.0)] {
            let scale = Axis::linear(min, max, (0.0, 100.0));
            let ticks = scale.ticks(6);
            assert!((2..=8).contains(&ticks.len()), "{min} to {max}: {ticks:?}");
            assert!(ticks.iter().all(|tick| (-1e-6..=100.000_001).contains(&scale.at(*tick))));
        }
        assert_eq!(Axis::linear(0.0, 11.0, (0.0, 1.0)).ticks(6), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(Axis::logarithmic(&[1.0, 4291.0], (0.0, 1.0)).ticks(6), [1.0, 10.0, 100.0, 1000.0]);
    }

    #[test]
    fn thousands_are_grouped_as_in_prose() {
        let texts = [294.0, 4291.0, 41664.0, 281_571.0, -12345.5, 0.25].map(grouped);
        assert_eq!(texts, ["294", "4291", "41,664", "281,571", "-12,345.5", "0.25"]);
    }
}
