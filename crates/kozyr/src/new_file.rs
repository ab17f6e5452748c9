//! A file that is written beside its place and takes it once it is whole: whoever stops the command, or a disk that
//! is full, leaves what was there before. A file nothing was written to does not come to be.

use crate::failure::{Failure, file_error};
use std::fs::{File, Metadata};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file to be written.
pub struct NewFile {
    path: PathBuf,
    writer: Option<Writer>,
}

enum Writer {
    /// Beside its place.
    Beside(BufWriter<NamedTempFile>),
    /// A pipe, a terminal or another thing that is no file is written to as it is.
    Direct(BufWriter<File>),
}

impl NewFile {
    /// Nothing happens before the first byte.
    pub fn at(path: &Path) -> NewFile {
        NewFile { path: path.to_owned(), writer: None }
    }

    /// Where it will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = match &mut self.writer {
            Some(writer) => writer.writer().write_all(bytes),
            None => Writer::open(&self.path).and_then(|writer| {
                let writer = self.writer.insert(writer);
                writer.writer().write_all(bytes)
            }),
        };
        written.map_err(|error| self.failure(&error))
    }

    /// Puts the file in its place; false if nothing was written.
    pub fn finish(&mut self) -> Result<bool, Failure> {
        let Some(writer) = self.writer.take() else { return Ok(false) };
        writer.finish(&self.path).map_err(|error| self.failure(&error))?;
        Ok(true)
    }

    fn failure(&self, error: &io::Error) -> Failure {
        Failure::new(match error.kind() {
            io::ErrorKind::PermissionDenied => {
                format!("{}: not allowed to write there: name another place", self.path.display())
            }
            _ => file_error(&self.path, error),
        })
    }
}

impl Writer {
    fn open(path: &Path) -> io::Result<Writer> {
        if std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return File::options().write(true).open(path).map(BufWriter::new).map(Writer::Direct);
        }
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let place = real_place(path);
        if std::fs::metadata(&place).is_ok_and(|found| found.permissions().readonly()) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let folder = place.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".kozyr-").suffix(".part");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any new file, less what the user's mask takes away; a file that is replaced keeps its own.
            let before = std::fs::metadata(&place).map(|found| found.permissions());
            builder.permissions(before.unwrap_or_else(|_| std::fs::Permissions::from_mode(0o666)));
        }
        builder.tempfile_in(folder).map(BufWriter::new).map(Writer::Beside)
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Writer::Beside(writer) => writer,
            Writer::Direct(writer) => writer,
        }
    }

    fn finish(self, path: &Path) -> io::Result<()> {
        match self {
            Writer::Direct(mut writer) => writer.flush(),
            Writer::Beside(writer) => {
                let file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.persist(real_place(path)).map(drop).map_err(|error| error.error)
            }
        }
    }
}

/// The file behind a link; a path where nothing is stays what it is.
fn real_place(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// A name for a place on the disk that is the same however the place is written.
pub fn place(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    let folder = path.parent().map(|folder| if folder == Path::new("") { Path::new(".") } else { folder });
    match (folder, path.file_name()) {
        (Some(folder), Some(name)) => place(folder).join(name),
        _ => path.to_owned(),
    }
}

/// Where standard output goes, if that is a file.
#[cfg(unix)]
fn standard_output() -> Option<Metadata> {
    use std::os::fd::AsFd;
    let output = io::stdout().as_fd().try_clone_to_owned().ok()?;
    File::from(output).metadata().ok().filter(Metadata::is_file)
}

/// Is this file where standard output goes? It would be read while it is written, without end.
#[cfg(unix)]
pub fn is_standard_output(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |output: Metadata| {
        std::fs::metadata(path).is_ok_and(|file| (file.dev(), file.ino()) == (output.dev(), output.ino()))
    };
    standard_output().is_some_and(same)
}

#[cfg(not(unix))]
pub fn is_standard_output(_path: &Path) -> bool {
    false
}

/// Refuses to write over what is read.
pub fn refuse_input(
    output: &Path,
    inputs: impl IntoIterator<Item = impl AsRef<Path>>,
) -> Result<(), Failure> {
    let output_place = place(output);
    let input = inputs.into_iter().find(|input| place(input.as_ref()) == output_place);
    match input {
        None => Ok(()),
        Some(input) => Err(Failure::new(written_over(output, input.as_ref()))),
    }
}

pub fn written_over(output: &Path, input: &Path) -> String {
    let (output, input) = (output.display(), input.display());
    format!("{input}: would be written over itself, as {output}: name another place for the output")
}
