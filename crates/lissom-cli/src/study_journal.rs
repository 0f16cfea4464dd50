//! The journal of a study on the disk: a line is appended for each finished row.

use lissom::Failure;
use lissom::studies::{Journal, Row};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};

/// The open journal; without a file nothing is kept.
pub struct StudyJournal {
    file: Option<(String, Mutex<File>)>,
}

impl StudyJournal {
    /// Opens or begins a journal and returns the rows it has.
    ///
    /// # Errors
    /// When it cannot be used, belongs to another study, or another process writes it.
    pub fn open(path: Option<&str>, head: &Journal) -> Result<(Self, BTreeMap<usize, Row>), Failure> {
        let Some(path) = path else { return Ok((Self { file: None }, BTreeMap::new())) };
        let failed = |why: String, exit_code: u8| Failure::Output {
            reason: format!("cannot use the journal {path}: {why}"),
            exit_code,
        };
        let io = |error: std::io::Error| failed(error.to_string(), 1);
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(failed("another process is writing it".to_owned(), 1));
            }
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        let text = String::from_utf8_lossy(&bytes);
        let (rows, whole) = head.read(&text).map_err(|error| failed(error.to_string(), 2))?;
        // A line that was cut is removed, so that the next one begins at the start of a line.
        file.set_len(whole as u64).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        if whole == 0 {
            file.write_all(head.head_line().as_bytes()).map_err(io)?;
        }
        Ok((Self { file: Some((path.to_owned(), Mutex::new(file))) }, rows))
    }

    /// Appends a row in one piece.
    ///
    /// # Errors
    /// Why it could not be written.
    pub fn append(&self, row: &Row) -> Result<(), Failure> {
        let Some((path, file)) = &self.file else { return Ok(()) };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(Journal::line(row).as_bytes()).map_err(|error| Failure::Output {
            reason: format!("cannot write the journal {path}: {error}"),
            exit_code: 1,
        })
    }
}
