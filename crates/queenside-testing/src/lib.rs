//! What the tests of the workspace's crates share: faults for processes, a stopwatch, a browser, and the symmetries of the plane.
//!
//! It is not published.

pub mod browser;
pub mod clock;
pub mod faults;
pub mod plane;
