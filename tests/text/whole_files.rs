//! Whatever space a disk has left, a file is there whole or not at all, and who writes it is told.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use queenside::WholeFile;

/// A folder of its own for a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("queenside-whole-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("it can be made");
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it is there");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("it is there").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Several buffers full of numbers.
fn content() -> Vec<u8> {
    (0..6000).flat_map(|number| format!("{number}\n").into_bytes()).collect()
}

#[test]
fn a_file_that_is_not_finished_leaves_what_was_there() {
    let folder = folder("dropped");
    let path = folder.join("boards.txt");
    for before in [None, Some("as it was")] {
        if let Some(text) = before {
            fs::write(&path, text).expect("it can be written");
        }
        let mut file = WholeFile::create(&path).expect("it can be opened");
        file.write_all(&content()).expect("there is room");
        drop(file);
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), before);
        assert_eq!(names(&folder).len(), usize::from(before.is_some()));
    }
    WholeFile::write(&path, content()).expect("there is room");
    assert_eq!(fs::read(&path).expect("it is there"), content());
    assert_eq!(names(&folder), ["boards.txt"]);
    fs::remove_dir_all(folder).expect("it can be removed");
}

#[test]
fn what_cannot_be_written_is_told_before_the_work() {
    let folder = folder("refused");
    assert!(WholeFile::create(&folder).is_err(), "a folder is no file");
    assert!(WholeFile::create(folder.join("no/such/folder.txt")).is_err());
    assert!(WholeFile::create("").is_err());
    assert!(names(&folder).is_empty());
    fs::remove_dir_all(folder).expect("it can be removed");
}

#[cfg(unix)]
/// Numbers of processes come again, in a container at once.
#[test]
fn what_a_killed_process_of_the_same_number_left_does_not_stand_in_the_way() {
    let folder = folder("left");
    let path = folder.join("file");
    for number in 0..200 {
        fs::write(folder.join(format!(".file.{}-{number}.part", std::process::id())), "left").unwrap();
    }
    WholeFile::write(&path, content()).unwrap();
    assert_eq!(fs::read(&path).unwrap(), content());
    assert_eq!(names(&folder).len(), 201);
}

#[test]
fn links_and_permissions_stay_and_devices_are_written_to() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = folder("links");
    let (path, link) = (folder.join("boards.txt"), folder.join("link.txt"));
    fs::write(&path, "as it was").expect("it can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("they can be set");
    symlink(&path, &link).expect("it can be made");
    WholeFile::write(&link, "92").expect("there is room");
    assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "92");
    assert_eq!(fs::metadata(&path).expect("it is there").permissions().mode() & 0o777, 0o640);
    fs::remove_dir_all(folder).expect("it can be removed");
    WholeFile::write("/dev/null", content()).expect("it takes everything");
    if Path::new("/dev/full").exists() {
        assert!(WholeFile::write("/dev/full", content()).is_err());
    }
}

/// Writes where the environment says, in a process that may write no more than so much.
#[test]
#[ignore = "the test below runs it in a process of its own"]
fn one_writer() {
    if let Some(path) = env::var_os("QUEENSIDE_WHOLE_FILE") {
        WholeFile::write(path, content()).expect("there is room");
    }
}

/// The shell's limit on the size of files is a disk that is full after that many bytes.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_whole_file_or_what_was_there() {
    use std::process::Command;

    let folder = folder("full");
    let path = folder.join("boards.txt");
    let own = env::current_exe().expect("it has a path");
    let (mut whole, mut cut) = (0, 0);
    // In blocks of 512 bytes; there are about 57 of them to be written.
    for blocks in (0..40).step_by(3).chain(50..64) {
        let before = (blocks % 2 == 0).then_some(&b"as it was"[..]);
        match before {
            Some(text) => fs::write(&path, text).expect("it can be written"),
            None => drop(fs::remove_file(&path)),
        }
        let limited =
            format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" --exact whole_files::one_writer --ignored");
        let child = Command::new("sh").args(["-c", &limited]).arg(&own).env("QUEENSIDE_WHOLE_FILE", &path).output();
        let finished = child.expect("there is a shell").status.success();
        let found = fs::read(&path).ok();
        if finished {
            assert_eq!(found, Some(content()), "{blocks} blocks");
            whole += 1;
        } else {
            assert_eq!(found.as_deref(), before, "{blocks} blocks");
            cut += 1;
        }
        assert_eq!(names(&folder).len(), usize::from(found.is_some()), "{blocks} blocks");
    }
    assert!(whole > 2 && cut > 10, "{whole} whole, {cut} cut off");
    fs::remove_dir_all(folder).expect("it can be removed");
}
