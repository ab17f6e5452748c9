//! Where converted hands go: standard output, one file, or a file for each file.

use super::Format;
use super::input::{Hand, Kind};
use crate::failure::{Failure, file_error};
use crate::new_file::{self, NewFile};
use crate::walk;
use kozyr_notation::pokerstars;
use std::collections::HashMap;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

pub struct Output {
    format: Format,
    /// Where the hands of each input go, in the order of the inputs; nothing when all go to one place.
    places: Vec<PathBuf>,
    writer: Writer,
    /// Hands in this file so far.
    hands: u64,
    /// The file is to hold one PHH hand, without a section around it.
    single: bool,
}

enum Writer {
    Standard(BufWriter<io::StdoutLock<'static>>),
    File(NewFile),
    /// Between two files of a folder.
    None,
}

impl Output {
    /// Refuses, before anything is written, whatever would write over an input or over another output.
    pub fn new(
        format: Format,
        to: Option<&Path>,
        paths: &[PathBuf],
        files: &[(PathBuf, Kind)],
    ) -> Result<Output, Failure> {
        let mut output = Output { format, places: Vec::new(), writer: Writer::None, hands: 0, single: false };
        match to {
            None => {
                if let Some((path, _)) = files.iter().find(|(path, _)| new_file::is_standard_output(path)) {
                    return Err(Failure::new(new_file::written_over(Path::new("standard output"), path)));
                }
                output.writer = Writer::Standard(BufWriter::new(io::stdout().lock()));
            }
            Some(to) if to.is_dir() || to.as_os_str().to_string_lossy().ends_with('/') => {
                output.places =
                    files.iter().map(|(path, kind)| format.place(to, paths, path, *kind)).collect();
                refuse_collisions(files, &output.places)?;
            }
            Some(to) => {
                if to.extension().is_some_and(|ending| ending == "gz" || ending == "zst") {
                    let plain = to.with_extension("");
                    let (to, plain) = (to.display(), plain.display());
                    return Err(Failure::new(format!("{to}: hands are written unpacked: name it {plain}")));
                }
                new_file::refuse_input(to, files.iter().map(|(path, _)| path))?;
                output.writer = Writer::File(NewFile::at(to));
                output.single = walk::plain_name(to).is_some_and(|name| name.ends_with(".phh"));
            }
        }
        Ok(output)
    }

    /// The hands of this file come next.
    pub fn begin(&mut self, number: usize, kind: Kind) -> Result<(), Failure> {
        let Some(place) = self.places.get(number) else { return Ok(()) };
        let next = Writer::File(NewFile::at(place));
        self.single = self.format == Format::Phh && kind.is_one_hand();
        self.hands = 0;
        std::mem::replace(&mut self.writer, next).finish().map(drop)
    }

    /// Writes a hand, or says why it cannot be converted.
    pub fn write(&mut self, hand: &Hand) -> Result<Result<(), String>, Failure> {
        let text = match self.text(hand) {
            Ok(text) => text,
            Err(why) => return Ok(Err(why)),
        };
        self.writer.write(text.as_bytes())?;
        self.hands += 1;
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

    /// Puts the last file in its place.
    pub fn finish(self) -> Result<(), Failure> {
        self.writer.finish()
    }
}

impl Writer {
    fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Writer::Standard(writer) => writer.write_all(bytes).map_err(|error| printed(&error)),
            Writer::File(file) => file.write(bytes),
            Writer::None => unreachable!("hands are written after their file has begun"),
        }
    }

    fn finish(self) -> Result<(), Failure> {
        match self {
            Writer::Standard(mut writer) => writer.flush().map_err(|error| printed(&error)),
            Writer::File(mut file) => file.finish().map(drop),
            Writer::None => Ok(()),
        }
    }
}

/// Whoever reads may have seen enough.
fn printed(error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        std::process::exit(0);
    }
    Failure::new(file_error(Path::new("standard output"), error))
}

impl Format {
    /// The file in the folder that gets what this file holds: of the same name below the path it was found under.
    fn place(self, folder: &Path, roots: &[PathBuf], path: &Path, kind: Kind) -> PathBuf {
        let below =
            roots.iter().find_map(|root| path.strip_prefix(root).ok().filter(|rest| *rest != Path::new("")));
        let below = below.map_or_else(|| PathBuf::from(path.file_name().unwrap_or_default()), Path::to_owned);
        let ending = match self {
            Format::Phh if kind.is_one_hand() => "phh",
            Format::Phh => "phhs",
            Format::Json if kind.is_one_hand() => "json",
            Format::Json => "jsonl",
            Format::Pokerstars => "txt",
        };
        let packed = below.extension().is_some_and(|ending| ending == "gz" || ending == "zst");
        let bare = if packed { below.with_extension("") } else { below };
        folder.join(bare.with_extension(ending))
    }
}

fn refuse_collisions(files: &[(PathBuf, Kind)], places: &[PathBuf]) -> Result<(), Failure> {
    let inputs: HashMap<PathBuf, &Path> =
        files.iter().map(|(path, _)| (new_file::place(path), path.as_path())).collect();
    let mut taken: HashMap<PathBuf, &Path> = HashMap::new();
    for ((path, _), to) in files.iter().zip(places) {
        let place = new_file::place(to);
        if let Some(input) = inputs.get(&place) {
            return Err(Failure::new(new_file::written_over(to, input)));
        }
        if let Some(other) = taken.insert(place, path) {
            let (to, other, path) = (to.display(), other.display(), path.display());
            return Err(Failure::new(format!(
                "{to}: both {other} and {path} would be written there: convert them apart, or into one file"
            )));
        }
    }
    Ok(())
}
