#![doc = include_str!("links.md")]
#![doc = include_str!("../../docs/cookbook/README.md")]

/// A page of the cookbook. The links come first: of two definitions of a link the first one holds, so that here they lead
/// to the documentation, and in the repository, where only the page is seen, to files.
macro_rules! page {
    ($($name:ident)*) => {$(
        #[doc = include_str!("links.md")]
        #[doc = include_str!(concat!("../../docs/cookbook/", stringify!($name), ".md"))]
        pub mod $name {}
    )*};
}

page! {
    attack_counts
    completion
    counting
    custom_rules
    domination
    engines
    exporting
    fairy_pieces
    five_pieces
    hexagons
    least_walls
    n_queens
    peaceable_armies
    pictures
    several_processes
    star_battle
    streaming
    torus
    walls
    weights
}
