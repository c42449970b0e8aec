//! Colours, and the roles they have on light and on dark pages.

use std::fmt;

/// What a picture is for: light pages, dark pages, paper.
///
/// # Examples
///
/// ```
/// use queenside::{Board, render::{Picture, Theme}};
///
/// // . %    Without a theme, the picture itself asks which colours the reader prefers.
/// // . .
/// let picture = Picture::of(&Board::square(2).with_walls([(0, 1)]));
/// assert_eq!(picture.to_svg().matches("prefers-color-scheme").count(), 1);
/// assert_eq!(picture.theme(Theme::Dark).to_svg().matches("prefers-color-scheme").count(), 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Follows the reader's preference, where the program that shows the picture knows it; light elsewhere.
    #[default]
    Auto,
    /// For light pages.
    Light,
    /// For dark pages.
    Dark,
    /// For paper: black ink and few greys, which also a copier keeps apart. Regions show by their borders.
    Print,
}

/// A colour by its red, green and blue components.
///
/// # Examples
///
/// ```
/// use queenside::render::Colour;
///
/// let brick = Colour::rgb(178, 34, 34);
/// assert_eq!(brick.to_string(), "#b22222");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour {
    red: u8,
    green: u8,
    blue: u8,
}

impl Colour {
    /// Returns the colour with these components, each from 0 to 255.
    ///
    /// ```
    /// use queenside::render::{Chart, Colour};
    ///
    /// let chart = Chart::new("Queens").bars("n", [(4, 2), (5, 10)]).colour(Colour::rgb(0, 128, 0));
    /// assert!(chart.to_svg().contains("#008000"));
    /// ```
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue }
    }

    /// Returns the colour of a number such as 0xb22222.
    pub(super) const fn hex(number: u32) -> Self {
        Self::rgb((number >> 16) as u8, (number >> 8) as u8, number as u8)
    }

    /// Tells whether black stands out on it better than white.
    pub(super) fn is_light(self) -> bool {
        // Perceived brightness, in thousandths.
        299 * u32::from(self.red) + 587 * u32::from(self.green) + 114 * u32::from(self.blue) > 140_000
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

/// What a colour is used for; the theme decides how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// What is behind the picture.
    Paper,
    LightSquare,
    DarkSquare,
    Wall,
    Brick,
    Forbidden,
    Frame,
    Grid,
    Text,
    Mark,
    Accent,
    Attack,
    Faint,
    /// The ground of a region, numbered.
    Region(u8),
    /// The pieces of a kind, numbered.
    Piece(u8),
    Outline(u8),
    /// The line or bars of a series, numbered.
    Series(u8),
}

/// The number of distinct regions.
pub(super) const REGIONS: u8 = 10;
/// The number of distinct kinds: plain, white and black armies, then others.
pub(super) const KINDS: u8 = 8;
pub(super) const PLAIN: u8 = 0;
pub(super) const WHITE: u8 = 1;
pub(super) const BLACK: u8 = 2;
/// The number of distinct series.
pub(super) const SERIES: u8 = 5;

impl Role {
    /// Returns the name used in style sheets.
    pub(super) fn name(self) -> String {
        match self {
            Self::Paper => "paper".to_owned(),
            Self::LightSquare => "light".to_owned(),
            Self::DarkSquare => "dark".to_owned(),
            Self::Wall => "wall".to_owned(),
            Self::Brick => "brick".to_owned(),
            Self::Forbidden => "forbidden".to_owned(),
            Self::Frame => "frame".to_owned(),
            Self::Grid => "grid".to_owned(),
            Self::Text => "text".to_owned(),
            Self::Mark => "mark".to_owned(),
            Self::Accent => "accent".to_owned(),
            Self::Attack => "attack".to_owned(),
            Self::Faint => "faint".to_owned(),
            Self::Region(number) => format!("region{number}"),
            Self::Piece(number) => format!("piece{number}"),
            Self::Outline(number) => format!("outline{number}"),
            Self::Series(number) => format!("series{number}"),
        }
    }

    /// Returns the colours on a light and on a dark page.
    #[allow(clippy::unreadable_literal, reason = "colours are written like this everywhere")]
    fn both(self) -> (u32, u32) {
        match self {
            Self::Paper => (0xffffff, 0x1e1f24),
            Self::LightSquare => (0xf6f2ea, 0x5d6068),
            Self::DarkSquare => (0xddd3c1, 0x484b53),
            Self::Wall => (0x4b4642, 0x15161a),
            Self::Brick => (0x7b736c, 0x3d4048),
            Self::Forbidden => (0x9a9084, 0x8b8e97),
            Self::Frame => (0x4b4642, 0xb9bbc2),
            Self::Grid => (0xc9bfae, 0x747780),
            Self::Text => (0x3a3633, 0xd4d6db),
            Self::Mark => (0xf2c94c, 0x9a7b1f),
            Self::Accent => (0xc0392b, 0xff8a75),
            Self::Attack => (0x2a6fb5, 0x7fb8f0),
            Self::Faint => (0x7d7469, 0xa9acb5),
            Self::Region(number) => [
                (0xcfe3f5, 0x3d5770),
                (0xf9d9c4, 0x7a513b),
                (0xd6ecd2, 0x426643),
                (0xf6e7b4, 0x736533),
                (0xe3d7f2, 0x5e4c7c),
                (0xf7cfd8, 0x7a4354),
                (0xc9eae8, 0x376565),
                (0xe6ded2, 0x625b52),
                (0xe4eeb9, 0x606e33),
                (0xd5d8e8, 0x4b506e),
            ][usize::from(number % REGIONS)],
            Self::Piece(number) => [
                (0x2b2a2f, 0xf4f1ea),
                (0xffffff, 0xffffff),
                (0x222126, 0x121216),
                (0x2a6fb5, 0x8fc4f7),
                (0xbf3b2f, 0xff9c8a),
                (0x2d8255, 0x86d8a8),
                (0x8a52a8, 0xd3acef),
                (0xb8740f, 0xf3c06b),
            ][usize::from(number % KINDS)],
            Self::Outline(number) => match number % KINDS {
                WHITE => (0x222126, 0x121216),
                BLACK => (0xffffff, 0xe4e4e8),
                _ => (0xffffff, 0x222126),
            },
            Self::Series(number) => [
                (0x2a6fb5, 0x7fb8f0),
                (0xc06a1a, 0xf0a85c),
                (0x2d8255, 0x7acf9c),
                (0x8a52a8, 0xc99dea),
                (0x6b6660, 0xb9bbc2),
            ][usize::from(number % SERIES)],
        }
    }

    /// Returns the colour on paper.
    #[allow(clippy::unreadable_literal, reason = "colours are written like this everywhere")]
    fn printed(self) -> u32 {
        match self {
            Self::Paper | Self::LightSquare => 0xffffff,
            Self::DarkSquare => 0xdedede,
            Self::Brick => 0x8a8a8a,
            Self::Grid => 0xaaaaaa,
            Self::Forbidden | Self::Faint => 0x666666,
            Self::Mark => 0xc4c4c4,
            Self::Wall | Self::Frame | Self::Text | Self::Accent | Self::Attack => 0x000000,
            Self::Region(number) => [0xffffff, 0xe6e6e6, 0xf2f2f2, 0xd9d9d9][usize::from(number % 4)],
            Self::Piece(number) => {
                [0x000000, 0xffffff, 0x000000, 0x777777, 0x333333, 0xaaaaaa][usize::from(number % 6)]
            }
            Self::Outline(number) => {
                if matches!(number % 6, WHITE | 5) {
                    0x000000
                } else {
                    0xffffff
                }
            }
            Self::Series(number) => [0x000000, 0x777777, 0x444444, 0xaaaaaa, 0x222222][usize::from(number % SERIES)],
        }
    }

    pub(super) fn colour(self, theme: Theme) -> Colour {
        Colour::hex(match theme {
            Theme::Auto | Theme::Light => self.both().0,
            Theme::Dark => self.both().1,
            Theme::Print => self.printed(),
        })
    }
}

/// What an area or a line is painted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Paint {
    None,
    /// A colour of the theme.
    Role(Role),
    /// A colour that the user chose.
    Colour(Colour),
}

impl From<Role> for Paint {
    fn from(role: Role) -> Self {
        Self::Role(role)
    }
}
