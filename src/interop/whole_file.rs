//! Files that are there whole or not at all.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

/// A file that appears under its name only once all of it has been written: until [`finish`](Self::finish) it is written
/// beside, in the same folder, under a name that begins with a dot and ends with `.part`.
///
/// If a write fails, a disk is full or the process ends, what stood under the name before still stands there. A file that is
/// dropped without being finished leaves nothing behind. What is no file but, say, a terminal or a pipe, is
/// written to directly.
///
/// # Examples
///
/// ```
/// use std::io::Write;
/// use queenside::{WholeFile, classics};
///
/// // . Q . .
/// // . . . Q    Both solutions of the four queens problem, or no file.
/// // Q . . .
/// // . . Q .
/// let path = std::env::temp_dir().join("queenside-four-queens.txt");
/// let mut file = WholeFile::create(&path)?;
/// for queens in classics::queens(4).enumerate()? {
///     writeln!(file, "{}", queens?)?;
/// }
/// assert!(!path.exists());
/// file.finish()?;
/// assert_eq!(std::fs::read_to_string(&path)?.matches('Q').count(), 8);
/// std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WholeFile {
    file: BufWriter<File>,
    /// Where it is to appear, and where it is until then; nowhere else if it is written to directly.
    path: PathBuf,
    beside: Option<PathBuf>,
}

impl WholeFile {
    /// Opens a file to be written. Whether the folder can be written to is known then.
    ///
    /// # Errors
    ///
    /// Tells if the file cannot be opened.
    ///
    /// ```
    /// use queenside::WholeFile;
    ///
    /// assert!(WholeFile::create("/no/such/folder/boards.txt").is_err());
    /// ```
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        // What a link leads to is replaced, not the link.
        let path = fs::canonicalize(&path).unwrap_or_else(|_| path.as_ref().to_owned());
        let before = fs::metadata(&path).ok();
        if before.as_ref().is_some_and(|before| !before.is_file() && !before.is_dir()) {
            let file = BufWriter::new(File::options().write(true).open(&path)?);
            return Ok(Self { file, path, beside: None });
        }
        let name = path.file_name().filter(|_| before.as_ref().is_none_or(fs::Metadata::is_file));
        let name = name.ok_or_else(|| io::Error::from(io::ErrorKind::IsADirectory))?;
        let (file, beside) = create_beside(&path, name)?;
        let whole = Self { file: BufWriter::new(file), path, beside: Some(beside) };
        if let Some(before) = before {
            if before.permissions().readonly() {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            whole.file.get_ref().set_permissions(before.permissions())?;
        }
        Ok(whole)
    }

    /// Sees to it that all of it is on the disk, and gives it its name.
    ///
    /// # Errors
    ///
    /// Tells if that failed; then there is no file, or the one that was there before.
    ///
    /// ```
    /// use std::io::Write;
    /// use queenside::WholeFile;
    ///
    /// let path = std::env::temp_dir().join("queenside-finished.txt");
    /// let mut file = WholeFile::create(&path)?;
    /// file.write_all(b"92")?;
    /// file.finish()?;
    /// assert_eq!(std::fs::read(&path)?, b"92");
    /// std::fs::remove_file(path)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        let Some(beside) = &self.beside else { return Ok(()) };
        self.file.get_ref().sync_all()?;
        fs::rename(beside, &self.path)?;
        self.beside = None;
        sync_folder(&self.path)
    }

    /// Writes a file with this content.
    ///
    /// # Errors
    ///
    /// Tells if that failed; then there is no file, or the one that was there before.
    ///
    /// ```
    /// use queenside::{WholeFile, classics, Export};
    ///
    /// let path = std::env::temp_dir().join("queenside-four-queens.cnf");
    /// WholeFile::write(&path, Export::of(&classics::queens(4)).cnf()?)?;
    /// assert!(std::fs::read_to_string(&path)?.contains("c 6 is queen at (1,1)"));
    /// std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(path: impl AsRef<Path>, content: impl AsRef<[u8]>) -> io::Result<()> {
        let mut file = Self::create(path)?;
        file.write_all(content.as_ref())?;
        file.finish()
    }
}

/// Creates a file beside another, under a name that nothing has: a process that was killed, of the same number as this one, may
/// have left some.
fn create_beside(path: &Path, name: &OsStr) -> io::Result<(File, PathBuf)> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let mut beside = OsString::from(".");
        beside.push(name);
        beside.push(format!(".{}-{number}.part", process::id()));
        let beside = path.with_file_name(beside);
        match File::options().write(true).create_new(true).open(&beside) {
            Ok(file) => return Ok((file, beside)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// A name is on the disk once the folder is, where folders can be opened.
fn sync_folder(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            // If even that fails, what is left says by its name what it is.
            drop(fs::remove_file(beside));
        }
    }
}
