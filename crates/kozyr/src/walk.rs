//! Files below the paths a person names, packed or not.

use crate::failure::{Failure, file_error};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

/// The name in small letters, less a `.gz` or `.zst` at its end.
pub fn plain_name(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    let plain = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst"));
    Some(plain.unwrap_or(&name).to_owned())
}

/// Calls back for every file of a kind below the paths, in order of names, until it answers false. A path named by
/// the user must be there and be of a kind; in directories other files are passed over.
pub fn each_file<K>(
    paths: &[PathBuf],
    kind: fn(&Path) -> Option<K>,
    expected: &str,
    found: &mut dyn FnMut(&Path, K, u64) -> bool,
) -> Result<(), Failure> {
    for path in paths {
        let metadata = std::fs::metadata(path).map_err(|error| Failure::new(file_error(path, &error)))?;
        if metadata.is_dir() {
            if !each_in_directory(path, kind, found)? {
                return Ok(());
            }
        } else {
            let Some(kind) = kind(path) else {
                return Err(Failure::new(format!("{}: is no file of hands: {expected}", path.display())));
            };
            if !found(path, kind, metadata.len()) {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn each_in_directory<K>(
    folder: &Path,
    kind: fn(&Path) -> Option<K>,
    found: &mut dyn FnMut(&Path, K, u64) -> bool,
) -> Result<bool, Failure> {
    let failed = |error: io::Error| Failure::new(file_error(folder, &error));
    let mut entries =
        std::fs::read_dir(folder).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let Ok(metadata) = entry.metadata() else { continue };
        let go_on = if metadata.is_dir() {
            each_in_directory(&path, kind, found)?
        } else if let Some(kind) = kind(&path) {
            found(&path, kind, metadata.len())
        } else {
            true
        };
        if !go_on {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A bar for work on so many bytes; short work needs none.
pub fn progress_bar(total: u64, quiet: bool) -> ProgressBar {
    if quiet || total < 4 << 20 {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes}  {elapsed} (left {eta})");
    ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// What a person can do about it.
pub fn describe(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "the compressed file is cut off".to_owned(),
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => format!("not readable: {error}"),
        _ => error.to_string(),
    }
}

/// How packed files begin.
const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// Reads a small file to its end or to the limit, unpacking it if it says it is packed. As good as [`open`], without
/// its buffers: a directory may hold a million hands, each in its own file.
pub fn read_small(path: &Path, limit: u64, text: &mut Vec<u8>) -> io::Result<()> {
    text.clear();
    File::open(path)?.take(limit).read_to_end(text)?;
    if text.starts_with(GZIP) || text.starts_with(ZSTD) {
        text.clear();
        open(path, None)?.take(limit).read_to_end(text)?;
    }
    Ok(())
}

/// Opens a file, unpacking it if it says it is packed.
pub fn open(path: &Path, progress: Option<&ProgressBar>) -> io::Result<Box<dyn Read>> {
    let file = File::open(path)?;
    let counted: Box<dyn Read> = match progress {
        Some(progress) => Box::new(progress.wrap_read(file)),
        None => Box::new(file),
    };
    let mut reader = BufReader::with_capacity(64 << 10, counted);
    let start = io::BufRead::fill_buf(&mut reader)?;
    if start.starts_with(GZIP) {
        Ok(Box::new(flate2::read::MultiGzDecoder::new(reader)))
    } else if start.starts_with(ZSTD) {
        let decoder = ruzstd::decoding::StreamingDecoder::new(reader)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))?;
        Ok(Box::new(decoder))
    } else {
        Ok(Box::new(reader))
    }
}
