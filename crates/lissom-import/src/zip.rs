//! The zip container, as far as NumPy's `.npz` needs it: stored and deflated members, checked by their checksum.

use super::bytes::{Bytes, Endian};
use super::error::{ImportError, Place};
use super::unpacking::{allowance, too_much};
use flate2::Crc;
use flate2::read::DeflateDecoder;
use std::io::Read;

const END_OF_DIRECTORY: &[u8] = b"PK\x05\x06";
const DIRECTORY_ENTRY: u32 = 0x0201_4b50;
const LOCAL_HEADER: u32 = 0x0403_4b50;
/// Length of the end record without its comment \[B\].
const END_LENGTH: usize = 22;
/// The tag of the extra field with 64-bit sizes, and the value that refers to it.
const ZIP64: (u16, u64) = (1, 0xffff_ffff);

/// A file inside the container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub name: String,
    pub content: Vec<u8>,
}

struct Entry {
    name: String,
    method: u16,
    checksum: u32,
    packed: u64,
    unpacked: u64,
    offset: u64,
}

/// All members of a container.
pub(super) fn members(file: &str, content: &[u8]) -> Result<Vec<Member>, ImportError> {
    let mut directory = directory(file, content)?;
    let mut members = Vec::new();
    while let Some(entry) = next_entry(&mut directory)? {
        members.push(unpack(file, content, entry)?);
    }
    Ok(members)
}

fn at<'a>(file: &'a str, content: &'a [u8], offset: u64, what: &str) -> Result<Bytes<'a>, ImportError> {
    let mut bytes = Bytes::new(file, content, 0, Endian::Little);
    bytes.take(usize::try_from(offset).unwrap_or(usize::MAX), what)?;
    Ok(bytes)
}

/// The central directory, found through the record at the end of the file.
fn directory<'a>(file: &'a str, content: &'a [u8]) -> Result<Bytes<'a>, ImportError> {
    let end = content.windows(END_LENGTH).rposition(|window| window.starts_with(END_OF_DIRECTORY));
    let end = end.ok_or_else(|| {
        ImportError::whole(file, "a zip directory at the end of the file", "none (the file may be truncated)")
    })?;
    let what = "the end record of the zip directory";
    let mut record = at(file, content, end as u64 + 12, what)?;
    let (length, offset) = (record.u32(what)?, record.u32(what)?);
    at(file, content, u64::from(offset), what)?.part(length as usize, "the zip directory")
}

fn next_entry(directory: &mut Bytes<'_>) -> Result<Option<Entry>, ImportError> {
    if directory.is_empty() {
        return Ok(None);
    }
    let what = "an entry of the zip directory";
    if directory.u32(what)? != DIRECTORY_ENTRY {
        return Err(directory.error(what, "another signature"));
    }
    directory.take(6, what)?;
    let method = directory.u16(what)?;
    directory.take(4, what)?;
    let checksum = directory.u32(what)?;
    let mut sizes = [0, 0, 0];
    (sizes[1], sizes[0]) = (u64::from(directory.u32(what)?), u64::from(directory.u32(what)?));
    let lengths = [directory.u16(what)?, directory.u16(what)?, directory.u16(what)?].map(usize::from);
    directory.take(8, what)?;
    sizes[2] = u64::from(directory.u32(what)?);
    let name = String::from_utf8_lossy(directory.take(lengths[0], what)?).into_owned();
    read_wide_sizes(&mut directory.part(lengths[1], what)?, &mut sizes)?;
    directory.take(lengths[2], what)?;
    let [unpacked, packed, offset] = sizes;
    Ok(Some(Entry { name, method, checksum, packed, unpacked, offset }))
}

/// Sizes that do not fit are in an extra field: unpacked, packed, offset, those that are needed.
fn read_wide_sizes(extra: &mut Bytes<'_>, sizes: &mut [u64; 3]) -> Result<(), ImportError> {
    let what = "an extra field of the zip directory";
    while !extra.is_empty() {
        let (tag, length) = (extra.u16(what)?, extra.u16(what)?);
        let mut field = extra.part(usize::from(length), what)?;
        if tag == ZIP64.0 {
            for size in sizes.iter_mut().filter(|size| **size == ZIP64.1) {
                *size = field.u64(what)?;
            }
        }
    }
    Ok(())
}

fn unpack(file: &str, content: &[u8], entry: Entry) -> Result<Member, ImportError> {
    let what = format!("the content of {}", entry.name);
    let mut local = at(file, content, entry.offset, &what)?;
    if local.u32(&what)? != LOCAL_HEADER {
        return Err(local.error(what, "another signature"));
    }
    local.take(22, &what)?;
    let skip = usize::from(local.u16(&what)?) + usize::from(local.u16(&what)?);
    local.take(skip, &what)?;
    let start = local.position() as u64;
    let packed = local.take(usize::try_from(entry.packed).unwrap_or(usize::MAX), &what)?;
    let damaged = |found: String| ImportError {
        file: file.to_owned(),
        place: Place::Byte(start),
        expected: format!("{what}, {} bytes", entry.unpacked),
        found,
    };
    if entry.unpacked > allowance(entry.packed) {
        return Err(damaged(too_much(entry.packed).to_string()));
    }
    let mut unpacked = Vec::new();
    match entry.method {
        0 => unpacked.extend_from_slice(packed),
        8 => {
            // One byte more than announced detects a wrong size and bounds the memory.
            let mut stream = DeflateDecoder::new(packed).take(entry.unpacked.saturating_add(1));
            stream
                .read_to_end(&mut unpacked)
                .map_err(|reason| damaged(format!("a damaged stream ({reason})")))?;
        }
        other => return Err(damaged(format!("the unknown compression {other}"))),
    }
    let mut crc = Crc::new();
    crc.update(&unpacked);
    if unpacked.len() as u64 != entry.unpacked || crc.sum() != entry.checksum {
        return Err(damaged(format!("{} bytes with another checksum", unpacked.len())));
    }
    Ok(Member { name: entry.name, content: unpacked })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A container with one stored member.
    fn stored(content: &[u8], method: u16, checksum: u32) -> Vec<u8> {
        let sizes = [(content.len() as u32).to_le_bytes(); 2].concat();
        let mut file = b"PK\x03\x04\0\0\0\0".to_vec();
        file.extend(
            [&method.to_le_bytes()[..], &[0; 4], &checksum.to_le_bytes(), &sizes, &[1, 0, 0, 0]].concat(),
        );
        file.extend(b"a");
        file.extend(content);
        let start = file.len();
        file.extend(b"PK\x01\x02\0\0\0\0\0\0");
        file.extend([&method.to_le_bytes()[..], &[0; 4], &checksum.to_le_bytes(), &sizes, &[1, 0]].concat());
        file.extend([0; 16]);
        file.extend(b"a");
        let length = file.len() - start;
        file.extend(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
        file.extend([(length as u32).to_le_bytes(), (start as u32).to_le_bytes()].concat());
        file.extend([0, 0]);
        file
    }

    fn checksum(content: &[u8]) -> u32 {
        let mut crc = Crc::new();
        crc.update(content);
        crc.sum()
    }

    #[test]
    fn stored_members_are_checked() {
        let content = b"some content";
        let good = members("a.zip", &stored(content, 0, checksum(content))).unwrap();
        assert_eq!(good, [Member { name: "a".to_owned(), content: content.to_vec() }]);
        let message = |file: &[u8]| members("a.zip", file).unwrap_err().to_string();
        assert!(message(&stored(content, 0, 1)).contains("another checksum"));
        assert!(message(&stored(content, 12, checksum(content))).contains("the unknown compression 12"));
        assert!(
            message(&stored(content, 8, checksum(content))).contains("expected the content of a, 12 bytes")
        );
        assert!(message(b"PK\x03\x04").contains("truncated"));
    }
}
