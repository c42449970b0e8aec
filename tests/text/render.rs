//! Pictures of the whole language are sound: SVG that is well formed, LaTeX that compiles, FEN that reads back.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::cases;
use proptest::prelude::*;
use queenside::render::{Chart, Colour, Coordinates, Ground, Mark, Picture, Shape, Sheet, Theme};
use queenside::{Board, Engine, Options, Piece, Placement, Problem, Sight, Square, Wrap, classics, render};

/// Tells what is wrong with a text as XML, as far as pictures use it: tags that are closed in order, quoted attributes, no
/// bare signs.
fn fault_of_xml(text: &str) -> Option<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        if rest[..start].contains('>') {
            return Some(format!("a bare > in {:?}", &rest[..start]));
        }
        for entity in rest[..start].split('&').skip(1) {
            if !["amp;", "lt;", "gt;", "quot;"].iter().any(|known| entity.starts_with(known)) {
                return Some(format!("an entity {entity:?}"));
            }
        }
        let end = start + rest[start..].find('>')?;
        let tag = &rest[start + 1..end];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Some(format!("</{name}> closes nothing"));
            }
        } else {
            if tag.matches('"').count() % 2 == 1 || tag.contains('<') {
                return Some(format!("the tag {tag:?}"));
            }
            if !tag.ends_with('/') {
                open.push(tag.split(' ').next().unwrap_or(tag));
            }
        }
        rest = &rest[end + 1..];
    }
    (!open.is_empty() || open.is_empty() && !text.ends_with("</svg>\n")).then(|| format!("{open:?} are left open"))
}

/// All that a picture can be told, in some mixture.
fn adorned(picture: Picture, mixture: u32) -> Picture {
    let on = |bit: u32| mixture >> bit & 1 == 1;
    let mut picture = picture.theme([Theme::Auto, Theme::Light, Theme::Dark, Theme::Print][mixture as usize % 4]);
    if on(2) {
        picture = picture.coordinates(if on(3) { Coordinates::Algebraic } else { Coordinates::Matrix });
    }
    if on(4) {
        picture = picture.attacks(if on(5) { Sight::First } else { Sight::Through });
    }
    if on(6) {
        picture = picture.line_ends();
    }
    if on(7) {
        picture = picture.ground(if on(8) { Ground::Plain } else { Ground::Chequered });
    }
    if on(9) {
        // The last square lies off most boards.
        let squares = [(0, 0), (1, 1), (2, 9)];
        for mark in [Mark::Highlight, Mark::Shade(Colour::rgb(1, 2, 3)), Mark::Dot, Mark::Cross, Mark::Ring] {
            picture = picture.mark(mark, squares);
        }
        picture = picture.label((0, 0), "<1>").label((50, 50), "off");
    }
    if on(10) {
        picture = picture.caption("a & b < c").square_size(mixture % 60);
    }
    if on(11) {
        picture = picture.transparent();
    }
    picture
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pictures_of_random_problems_are_sound(((problem, _), seed, mixture) in (cases(), 0u64..1000, any::<u32>())) {
        let options = Options::new().engine(Engine::Brute);
        let solved = problem.using(&options).sample(seed).unwrap();
        let mut pictures = vec![Picture::of(&problem)];
        if let Some(placement) = solved.placement().unwrap() {
            let fen = placement.to_fen().unwrap();
            prop_assert_eq!(&Placement::from_fen(&problem, &fen).unwrap(), &placement);
            let graph = placement.to_dot(Sight::First);
            prop_assert!(graph.ends_with("}\n"), "{}", graph);
            pictures.push(Picture::of(&placement));
        }
        prop_assert_eq!(Board::from_fen(&problem.board().to_fen()).unwrap().to_fen(), problem.board().to_fen());
        let pictures: Vec<Picture> = pictures.into_iter().map(|picture| adorned(picture, mixture)).collect();
        for picture in &pictures {
            prop_assert_eq!(fault_of_xml(&picture.to_svg()), None);
            prop_assert_eq!(picture.to_svg(), picture.clone().to_svg());
            prop_assert_eq!(fault_of_latex(&picture.to_latex()), None);
            let lines = picture.to_unicode().lines().count();
            prop_assert!(lines >= problem.board().rows());
        }
        let sheet = Sheet::of(pictures).title("<&>");
        prop_assert_eq!(fault_of_xml(&sheet.to_svg()), None);
        prop_assert_eq!(fault_of_latex(&sheet.to_latex()), None);
    }
}

/// Tells what is wrong with the structure of LaTeX: brackets and environments.
fn fault_of_latex(text: &str) -> Option<String> {
    let body: String = text.lines().filter(|line| !line.starts_with('%')).collect::<Vec<_>>().join("\n");
    let body = body.replace("\\{", "").replace("\\}", "");
    let mut open = Vec::new();
    for sign in body.chars() {
        match sign {
            '{' | '[' => open.push(sign),
            '}' | ']' => {
                let begin = if sign == '}' { '{' } else { '[' };
                if open.pop() != Some(begin) {
                    return Some(format!("{sign} closes nothing"));
                }
            }
            _ => {}
        }
    }
    let environments = body.matches("\\begin{").count() == body.matches("\\end{").count();
    (!open.is_empty() || !environments || !text.starts_with("% needs ")).then(|| text.to_owned())
}

/// A few pictures that between them show everything.
fn gallery() -> Vec<Picture> {
    let problem = classics::queens(4);
    let queens = Placement::parse(&problem, ". Q . .\n. . . Q\nQ . . .\n. . Q .").unwrap();
    let armies = classics::peaceable(Board::new(3, 4).with_walls([(1, 1)]).with_forbidden([(2, 2)]), Piece::KNIGHT);
    let knights = Placement::parse(&armies, "N . . n\n. . . .\n. . . .").unwrap();
    let mut mixed = Problem::new(Board::new(3, 5).with_wrap(Wrap::Columns).with_holes([(1, 1)]));
    let kinds: Vec<_> = [Piece::AMAZON, Piece::BLOCKER, Piece::WAZIR, Piece::FERZ, Piece::KING]
        .into_iter()
        .enumerate()
        .map(|(index, piece)| mixed.add_kind(format!("kind {index}"), piece))
        .collect();
    let mixed = Placement::new(&mixed, kinds.iter().enumerate().map(|(index, kind)| (*kind, (0, index)))).unwrap();
    let regions = Board::square(3).with_region_map("A A B\nA C B\nC C B").unwrap();
    vec![
        Picture::of(&queens).coordinates(Coordinates::Algebraic).mark(Mark::Highlight, [(0, 0)]),
        Picture::of(&knights).caption("100 % of {them} & $\\_^~#"),
        Picture::of(&queens).attacks(Sight::First).line_ends().label((0, 0), "3"),
        Picture::of(&mixed).shape(kinds[2], Shape::Dot).shape(kinds[3], Shape::Star).attacks(Sight::First),
        Picture::of(&regions).coordinates(Coordinates::Matrix).mark(Mark::Ring, [(1, 1)]).mark(Mark::Cross, [(2, 2)]),
        Picture::of(&Board::new(27, 2)),
    ]
}

#[test]
fn boards_beyond_the_chessboard_package_are_drawn() {
    let packages: Vec<bool> =
        gallery().iter().map(|picture| picture.to_latex().starts_with("% needs \\usepackage{chessboard}")).collect();
    assert_eq!(packages, [true, true, false, false, false, false]);
}

/// Where TeX is installed, with the packages that the pictures need.
#[test]
fn latex_compiles_where_it_is_installed() {
    let has = |file: &str| Command::new("kpsewhich").arg(file).output().is_ok_and(|output| output.status.success());
    if !["chessboard.sty", "xifthen.sty", "tikzlibrarysvg.path.code.tex"].into_iter().all(has) {
        println!("TeX with chessboard and TikZ is not installed: nothing was compiled");
        return;
    }
    let mut text =
        "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{chessboard}\n\\usepackage{tikz}\n\
                    \\usetikzlibrary{svg.path}\n\\begin{document}\n"
            .to_owned();
    for picture in gallery() {
        text += &picture.to_latex();
        text += "\n\\newpage\n";
    }
    text += &Sheet::of(gallery()).title("All of 100 %").columns(2).to_latex();
    text += "\n\\newpage\n";
    text += &Chart::new("Bars & lines")
        .axes("n_1", "2^n")
        .bars("a", [(1, 2), (2, 4)])
        .line("b", [(1, 1), (2, 3)])
        .to_latex();
    text += "\\end{document}\n";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    fs::write(folder.join("pictures.tex"), text).unwrap();
    let run = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "pictures.tex"])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
}

#[test]
fn graphs_are_understood_where_graphviz_is_installed() {
    let graph = Board::square(4).with_walls([(1, 1)]).to_dot(&Piece::WHITE_PAWN);
    assert!(graph.starts_with("digraph board {"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("board.dot");
    fs::write(&file, graph).unwrap();
    match Command::new("dot").arg("-Tplain").arg(&file).output() {
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(text.lines().filter(|line| line.starts_with("node ")).count(), 15);
        }
        Err(error) => println!("Graphviz is not installed: {error}"),
    }
}

#[test]
fn charts_of_odd_numbers_are_sound() {
    let none: [(i32, i32); 0] = [];
    let charts = [
        Chart::new("no series"),
        Chart::new("no points").bars("none", none).line("none", none),
        Chart::new("one point").dots("one", [(3, 3)]),
        Chart::new("all the same").steps("same", [(1, 0), (1, 0)]).logarithmic(),
        Chart::new("below nothing").bars("some", [(-2, -5), (7, 3)]),
        Chart::new("very large").bars("a", [(0.0, 1e300), (1e-9, 1.0)]).logarithmic(),
        Chart::new("no numbers").line("b", [(f64::NAN, 1.0), (0.0, f64::INFINITY)]),
        Chart::new("<many>").bars("x & y", (0..200).map(|n| (n, n * n))).size(1, 1),
    ];
    for chart in charts {
        for theme in [Theme::Auto, Theme::Light, Theme::Dark, Theme::Print] {
            let svg = chart.clone().theme(theme).to_svg();
            assert_eq!(fault_of_xml(&svg), None, "{svg}");
            assert!(!svg.contains("NaN") && !svg.contains("inf"));
            assert_eq!(fault_of_latex(&chart.to_latex()), None);
        }
    }
}

#[test]
fn boards_that_make_no_sense_are_drawn_as_nothing() {
    let boards = [Board::new(0, 3), Board::new(usize::MAX, 2), Board::square(2).with_walls([(9, 9)])];
    for picture in boards.iter().map(Picture::of) {
        assert_eq!(fault_of_xml(&picture.to_svg()), None);
        picture.to_latex();
        assert_eq!(picture.to_unicode(), "");
    }
    assert_eq!(Board::new(0, 3).to_fen(), "");
    assert_eq!(Board::new(0, 3).to_dot(&Piece::KING), "graph board {\n}\n");
}

#[test]
fn long_runs_in_fen_are_refused_where_they_do_not_fit() {
    let problem = classics::queens(3);
    for fen in ["", " ", "3/3", "3/3/4", "99999999999999999999999999/3/3", "03/3/3", "3/3/2.", "3//3", "Q%1/3/3"] {
        assert!(Placement::from_fen(&problem, fen).is_err(), "{fen:?}");
    }
    for fen in ["", "0", "Q", "1/2", "16777217", "99999999999999999999999999", "1/"] {
        assert!(Board::from_fen(fen).is_err(), "{fen:?}");
    }
    assert_eq!(Board::from_fen("16777216").unwrap().columns(), 1 << 24);
    let mut digits = Problem::new(Board::square(2));
    let man = digits.add_kind("man", Piece::KING);
    digits.set_symbol(man, '7');
    let placement = Placement::new(&digits, [(man, Square::new(0, 0))]).unwrap();
    assert_eq!(placement.to_fen().unwrap_err().faults().len(), 1);
}

#[test]
fn a_sequence_may_begin_at_any_number() {
    for offset in [i64::MIN, -1, 0, i64::MAX - 1, i64::MAX] {
        let one = render::Sequence::new(offset, [7u32]);
        assert_eq!(one.to_string(), format!("{offset} 7\n"));
        assert_eq!(one.to_string().parse(), Ok(one.clone()));
        assert_eq!((one.get(offset), one.get(offset.wrapping_add(1))), (Some(&7u32.into()), None));
    }
    // The number after the greatest has no line of its own in a file, but is no reason to panic.
    assert_eq!(render::Sequence::new(i64::MAX, [1u32, 2]).to_string().lines().count(), 2);
}

/// A picture on paper is opaque everywhere, and its captions stand out from the paper.
#[cfg(feature = "png")]
#[test]
fn pictures_have_paper_unless_they_are_transparent() {
    // In SVG the paper comes first and is as large as the picture.
    let board = Board::square(3).with_walls([(1, 1)]);
    for theme in [Theme::Auto, Theme::Light, Theme::Dark, Theme::Print] {
        let picture = Picture::of(&board).theme(theme).caption("below");
        let [paper, none] = [picture.clone(), picture.transparent()].map(|picture| {
            let svg = picture.to_svg();
            let shape = svg.lines().find(|line| line.starts_with("<rect")).map(str::to_owned);
            (shape, render::png(&svg, 100).unwrap())
        });
        assert!(paper.0.is_some() && none.0.is_none(), "{theme:?}");
        assert_ne!(paper.1, none.1);
    }
}

/// An SVG from elsewhere may name files; none of them gets into the picture.
#[cfg(feature = "png")]
#[test]
fn a_picture_reads_no_files() {
    let folder = std::env::temp_dir().join(format!("queenside-png-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let squares = r#"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>"#;
    let (svg, png) = (folder.join("secret.svg"), folder.join("secret.png"));
    std::fs::write(&svg, squares).unwrap();
    std::fs::write(&png, render::png(squares, 8).unwrap()).unwrap();
    let with = |image: &str| {
        let head = r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="8" height="8">"#;
        render::png(&format!("{head}{image}</svg>"), 8).unwrap()
    };
    let empty = with("");
    for file in [&svg, &png] {
        let path = file.display();
        for name in [format!("{path}"), format!("file://{path}"), format!("./../../../../../../..{path}")] {
            for attribute in ["href", "xlink:href"] {
                let image = format!(r#"<image {attribute}="{name}" width="8" height="8"/>"#);
                assert_eq!(with(&image), empty, "{image}");
                assert_eq!(with(&format!(r#"<filter id="f"><feImage {attribute}="{name}"/></filter>"#)), empty);
            }
        }
    }
    // What the text holds itself is drawn.
    let own = r#"<image href="data:image/svg+xml;utf8,SVG" width="8" height="8"/>"#;
    let own = own.replace("SVG", &squares.replace('"', "'").replace('<', "%3C").replace('>', "%3E"));
    assert_ne!(with(&own), empty);
    std::fs::remove_dir_all(folder).unwrap();
}
