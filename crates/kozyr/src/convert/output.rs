//! Where converted hands go: standard output, one file, or a file for each file.

use super::Format;
use super::input::{Hand, Kind};
use crate::failure::{Failure, file_error};
use crate::walk;
use kozyr_notation::pokerstars;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

pub struct Output {
    format: Format,
    place: Place,
    writer: Box<dyn Write>,
    /// What the file that is being written is called, for people.
    name: PathBuf,
    /// Hands in this file so far.
    hands: u64,
    /// The file is to hold one PHH hand, without a section around it.
    single: bool,
}

enum Place {
    One,
    /// A folder, and the paths whose files go there under their names below them.
    Folder(PathBuf, Vec<PathBuf>),
}

impl Output {
    pub fn new(format: Format, to: Option<&Path>, paths: &[PathBuf]) -> Result<Output, Failure> {
        let name = to.map_or_else(|| PathBuf::from("standard output"), Path::to_owned);
        let mut output =
            Output { format, place: Place::One, writer: Box::new(io::sink()), name, hands: 0, single: false };
        match to {
            None => output.writer = Box::new(BufWriter::new(io::stdout().lock())),
            Some(to) if to.is_dir() || to.as_os_str().to_string_lossy().ends_with('/') => {
                output.place = Place::Folder(to.to_owned(), paths.to_vec());
            }
            Some(to) => {
                output.writer = create(to)?;
                output.single = walk::plain_name(to).is_some_and(|name| name.ends_with(".phh"));
            }
        }
        Ok(output)
    }

    /// The hands of this file come next.
    pub fn begin(&mut self, path: &Path, kind: Kind) -> Result<(), Failure> {
        let Place::Folder(folder, roots) = &self.place else { return Ok(()) };
        let below =
            roots.iter().find_map(|root| path.strip_prefix(root).ok().filter(|rest| *rest != Path::new("")));
        let below = below.map_or_else(|| PathBuf::from(path.file_name().unwrap_or_default()), Path::to_owned);
        self.single = self.format == Format::Phh && kind.is_one_hand();
        let ending = match self.format {
            Format::Phh if self.single => "phh",
            Format::Phh => "phhs",
            Format::Json if kind.is_one_hand() => "json",
            Format::Json => "jsonl",
            Format::Pokerstars => "txt",
        };
        let packed = below.extension().is_some_and(|ending| ending == "gz" || ending == "zst");
        let bare = if packed { below.with_extension("") } else { below };
        let to = folder.join(bare.with_extension(ending));
        if same_file(&to, path) {
            return Err(Failure::new(format!("{}: would be written over itself", path.display())));
        }
        self.flush()?;
        if let Some(parent) = to.parent() {
            std::fs::create_dir_all(parent).map_err(|error| Failure::new(file_error(parent, &error)))?;
        }
        self.writer = create(&to)?;
        (self.name, self.hands) = (to, 0);
        Ok(())
    }

    /// Writes a hand, or says why it cannot be converted.
    pub fn write(&mut self, hand: &Hand) -> Result<Result<(), String>, Failure> {
        let text = match self.text(hand) {
            Ok(text) => text,
            Err(why) => return Ok(Err(why)),
        };
        self.hands += 1;
        self.writer
            .write_all(text.as_bytes())
            .map_err(|error| Failure::new(file_error(&self.name, &error)))?;
        Ok(Ok(()))
    }

    fn text(&self, hand: &Hand) -> Result<String, String> {
        match self.format {
            Format::Json => Ok(format!("{}\n", hand.json()?)),
            Format::Pokerstars => {
                let text = pokerstars::write(&*hand.document()?).map_err(|why| why.to_string())?;
                let gap = if self.hands == 0 { "" } else { "\n\n" };
                Ok(format!("{gap}{text}"))
            }
            Format::Phh if self.single => {
                if self.hands > 0 {
                    return Err("a .phh file holds one hand; write to a .phhs file".to_owned());
                }
                hand.document()?.to_phh().map_err(|invalid| invalid.to_string())
            }
            Format::Phh => {
                let mut text = if self.hands == 0 { String::new() } else { "\n".to_owned() };
                let written = hand.document()?.write_section(self.hands + 1, &mut text);
                written.map(|()| text).map_err(|invalid| invalid.to_string())
            }
        }
    }

    fn flush(&mut self) -> Result<(), Failure> {
        self.writer.flush().map_err(|error| Failure::new(file_error(&self.name, &error)))
    }

    pub fn finish(mut self) -> Result<(), Failure> {
        self.flush()
    }
}

fn create(path: &Path) -> Result<Box<dyn Write>, Failure> {
    let file = File::create(path).map_err(|error| Failure::new(file_error(path, &error)))?;
    Ok(Box::new(BufWriter::new(file)))
}

fn same_file(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
