//! Records say what was written, and nothing that was changed goes unnoticed.

use queenside::{BitOrder, Board, Move, Piece, SquareSet, Wrap};
use queenside_walls::{Census, Format, RecordError, RecordReader, RecordWriter, SolvedBoard};

fn boards(census: &Census) -> Vec<SolvedBoard<'static>> {
    census.iter().collect::<Result<_, _>>().unwrap()
}

fn written(census: &Census, boards: &[SolvedBoard<'_>], format: Format) -> Vec<u8> {
    let mut writer = RecordWriter::new(Vec::new(), census, format).unwrap();
    for board in boards {
        writer.write(board).unwrap();
    }
    writer.finish().unwrap()
}

fn read(file: &[u8]) -> Result<Vec<SolvedBoard<'static>>, RecordError> {
    RecordReader::new(file)?.collect()
}

fn census(board: &Board, piece: &Piece, walls: usize) -> Census {
    Census::new(board, piece, walls).unwrap()
}

#[test]
fn what_is_read_is_what_was_written() {
    let odd = Board::new(4, 5).with_walls([(0, 1)]).with_holes([(2, 2)]).with_forbidden([(3, 4)]);
    let odd = odd.with_region("left", [(0, 0), (1, 0)]);
    let mixed = Piece::new([Move::ride(0, 1).within(2), Move::leap(-2, 1), Move::ride(1, -1)]);
    for census in [
        census(&Board::square(8), &Piece::QUEEN, 2),
        census(&Board::square(3), &Piece::QUEEN, 0),
        census(&Board::square(2), &Piece::QUEEN, 5),
        census(&Board::square(6), &Piece::QUEEN, 4),
        census(&odd, &mixed, 2),
        census(&Board::new(3, 4).with_wrap(Wrap::Columns), &Piece::ROOK, 3),
        census(&Board::new(9, 9), &Piece::KING, 1),
        census(&Board::new(16, 17), &Piece::ROOK, 1),
    ] {
        let boards = boards(&census);
        let file = written(&census, &boards, Format::Compact);
        assert_eq!(read(&file).unwrap(), boards);
        let reader = RecordReader::new(&file[..]).unwrap().proving().unwrap();
        assert_eq!((reader.census().piece(), reader.census().sets().walls()), (census.piece(), census.sets().walls()));
        assert_eq!(reader.collect::<Result<Vec<_>, _>>().unwrap(), boards);
    }
}

#[test]
fn records_of_a_chessboard_are_the_published_ones() {
    let census = census(&Board::square(8), &Piece::QUEEN, 2);
    let boards = boards(&census);
    let file = written(&census, &boards[..1], Format::Compact);
    let record = &file[file.len() - 18 - 8 - 17..][..17];
    let bits = |squares: &[queenside::Square]| {
        squares.iter().copied().collect::<SquareSet>().to_bits(8, BitOrder::MostFirst).unwrap()
    };
    assert_eq!(record[..8], bits(boards[0].walls()).to_be_bytes());
    assert_eq!(record[8..16], bits(boards[0].pieces()).to_be_bytes());
    assert_eq!(usize::from(record[16]), boards[0].value());
    // Walls on the first two squares are the two most significant bits.
    assert_eq!(record[..8], [0xc0, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn tables_and_lines_say_the_same() {
    let census = census(&Board::square(8), &Piece::QUEEN, 1);
    let boards = boards(&census);
    let csv = String::from_utf8(written(&census, &boards, Format::Csv)).unwrap();
    let json = String::from_utf8(written(&census, &boards, Format::JsonLines)).unwrap();
    let mut lines = json.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let head = lines.next().unwrap();
    assert_eq!((head["walls"].as_u64(), head["piece"].as_array().unwrap().len()), (Some(1), 8));
    assert_eq!(head["board"].as_array().unwrap().len(), 8);
    let mut rows = csv.lines();
    assert_eq!(rows.next(), Some("walls,pieces,value,size"));
    for ((row, line), board) in rows.zip(lines).zip(&boards) {
        let cells: Vec<&str> = row.split(',').collect();
        let read =
            |digits: &str| SquareSet::from_bits(u64::from_str_radix(digits, 16).unwrap(), 8, BitOrder::MostFirst);
        assert_eq!(read(cells[0]), board.walls().iter().copied().collect());
        assert_eq!(read(cells[1]), board.pieces().iter().copied().collect());
        assert_eq!((cells[2], cells[3]), (&board.value().to_string()[..], &board.size().to_string()[..]));
        assert_eq!((line["walls"].as_str(), line["pieces"].as_str()), (Some(cells[0]), Some(cells[1])));
        assert_eq!((line["value"].to_string(), line["size"].to_string()), (cells[2].to_owned(), cells[3].to_owned()));
    }
    assert_eq!(csv.lines().count(), 11);
}

#[test]
fn damage_to_any_byte_is_noticed() {
    for census in [census(&Board::square(4), &Piece::QUEEN, 2), census(&Board::new(3, 22), &Piece::KING, 1)] {
        let file = written(&census, &boards(&census), Format::Compact);
        for place in 0..file.len() {
            for change in [1u8, 0x80, 0xff, 0x20] {
                let mut damaged = file.clone();
                damaged[place] ^= change;
                let error = read(&damaged).expect_err(&format!("byte {place}"));
                let (from, to) = match error {
                    RecordError::Damaged { from, to } => (from, to),
                    RecordError::CutShort { at } => (0, at),
                    RecordError::NotRecords | RecordError::UnknownVersion { .. } => (0, 26),
                    other => panic!("byte {place}: {other}"),
                };
                assert!((from..to).contains(&(place as u64)), "byte {place} is said to be in {from}..{to}");
            }
        }
        for length in 0..file.len() {
            match read(&file[..length]) {
                Err(RecordError::CutShort { at }) => assert_eq!(at, length as u64),
                other => panic!("{length} bytes: {other:?}"),
            }
        }
        let longer = [&file[..], &[0]].concat();
        assert!(matches!(read(&longer), Err(RecordError::GoesOn { at }) if at == file.len() as u64));
    }
}

#[test]
fn blocks_cannot_be_left_out_or_moved() {
    let census = census(&Board::square(8), &Piece::QUEEN, 3);
    let file = written(&census, &boards(&census), Format::Compact);
    let block = 2 + 1024 * 17 + 8;
    let start = file.len() - 18 - (2 + (5278 % 1024) * 17 + 8) - 5 * block;
    let (first, second) = (&file[start..start + block], &file[start + block..start + 2 * block]);
    let rest = &file[start + 2 * block..];
    for damaged in [[&file[..start], second, first, rest].concat(), [&file[..start], second, rest].concat()] {
        assert!(matches!(read(&damaged), Err(RecordError::Damaged { .. })));
    }
}

#[test]
fn what_is_not_so_is_found_without_solving() {
    let census = census(&Board::square(5), &Piece::QUEEN, 2);
    let good = boards(&census);
    let error = |boards: &[SolvedBoard<'_>]| read(&written(&census, boards, Format::Compact)).unwrap_err().to_string();
    // Boards of another census: too many walls, or walls that do not stand for their class.
    let three = Census::new(&Board::square(5), &Piece::QUEEN, 3).unwrap();
    assert_eq!(error(&boards(&three)[..1]), "record 1: not 2 walls on open squares");
    let half = Census::new(&Board::square(5), &Piece::new([Move::ride(0, 1)]), 2).unwrap();
    let half: Vec<_> = half.iter().map(|board| board.unwrap()).collect();
    let other = half.iter().find(|board| !census.sets().is_canonical(&board.walls().iter().copied().collect()));
    assert_eq!(error(&[other.unwrap().clone()]), "record 1: another set of walls stands for their class");
    let rooks = Census::new(&Board::square(5), &Piece::WAZIR, 2).unwrap();
    let crowd = rooks.iter().next().unwrap().unwrap();
    assert!(error(&[crowd]).starts_with("record 1: the pieces cannot stand there"));
    assert_eq!(error(&[good[1].clone(), good[0].clone()]), "record 2: the board should come earlier");
    assert_eq!(error(&[good[1].clone(), good[1].clone()]), "record 2: the board should come earlier");
    let large = Census::new(&Board::square(6), &Piece::QUEEN, 2).unwrap();
    let off = large.iter().map(|board| board.unwrap()).find(|board| board.pieces().iter().any(|s| s.column() == 5));
    let mut writer = RecordWriter::new(Vec::new(), &census, Format::Compact).unwrap();
    assert!(writer.write(&off.unwrap()).is_err());
}

#[test]
fn a_value_that_is_too_small_is_found_by_proving() {
    // A king's most is a queen's placement among others, but not the most queens are shown by rooks that stand apart.
    let board = Board::square(6);
    let amazons = Census::new(&board, &Piece::AMAZON, 1).unwrap();
    let queens = Census::new(&board, &Piece::QUEEN, 1).unwrap();
    let file = written(&queens, &boards(&amazons), Format::Compact);
    assert!(read(&file).is_ok(), "amazons that do not attack each other are queens that do not");
    let error = RecordReader::new(&file[..]).unwrap().proving().unwrap().find_map(Result::err);
    assert!(error.unwrap().to_string().contains("pieces fit"));
}

#[test]
fn any_bytes_are_an_error_and_no_panic() {
    let census = census(&Board::square(4), &Piece::QUEEN, 2);
    let file = written(&census, &boards(&census), Format::Compact);
    let mut state = 7u64;
    let mut draw = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..2000 {
        let mut bytes = file.clone();
        for _ in 0..=draw(8) {
            let place = draw(bytes.len());
            bytes[place] = draw(256) as u8;
        }
        bytes.truncate(draw(2 * bytes.len()));
        if bytes != file {
            assert!(read(&bytes).is_err());
        }
        let noise: Vec<u8> = (0..draw(200)).map(|_| draw(256) as u8).collect();
        assert!(matches!(read(&noise), Err(RecordError::NotRecords | RecordError::CutShort { .. })));
    }
}
