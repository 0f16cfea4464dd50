//! NumPy's `.npz`: a stored zip archive with one `.npy` array per name, written without any library.
//!
//! `.npy` is a header in Python's notation, padded so that the numbers begin at a multiple of 64 bytes, and the numbers
//! in little-endian order. Archives are stored, not packed, so that any reader of zip files can map them; the same
//! arrays always give the same bytes.

/// An array of doubles, rows first.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedArray {
    /// Its name in the archive, without `.npy`.
    pub name: String,
    /// Length of each dimension.
    pub shape: Vec<usize>,
    /// The numbers, the last dimension fastest.
    pub values: Vec<f64>,
}

/// The archive of some arrays; `None` when one of them is too large for a zip archive without extensions (4 GiB) or its
/// shape does not fit its numbers.
#[must_use]
pub fn npz(arrays: &[NamedArray]) -> Option<Vec<u8>> {
    let entry = |array: &NamedArray| Some((format!("{}.npy", array.name), npy(array)?));
    stored_archive(&arrays.iter().map(entry).collect::<Option<Vec<_>>>()?)
}

/// A zip archive of named files, stored; `None` when it is too large for one without extensions (4 GiB, 65535 files).
#[must_use]
pub fn stored_archive(files: &[(String, Vec<u8>)]) -> Option<Vec<u8>> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let entry = Entry {
            name: name.clone(),
            checksum: crc32(content),
            size: u32::try_from(content.len()).ok()?,
            offset: u32::try_from(file.len()).ok()?,
        };
        entry.write_local(&mut file)?;
        file.extend(content);
        entry.write_central(&mut directory)?;
    }
    let (count, start) = (u16::try_from(files.len()).ok()?, u32::try_from(file.len()).ok()?);
    let size = u32::try_from(directory.len()).ok()?;
    file.extend(directory);
    file.extend(b"PK\x05\x06\0\0\0\0");
    file.extend(count.to_le_bytes());
    file.extend(count.to_le_bytes());
    file.extend(size.to_le_bytes());
    file.extend(start.to_le_bytes());
    file.extend([0; 2]);
    Some(file)
}

/// One array with its header, format version 1.0; `None` when its shape does not fit its numbers.
#[must_use]
pub fn npy(array: &NamedArray) -> Option<Vec<u8>> {
    let count = array.shape.iter().try_fold(1_usize, |product, n| product.checked_mul(*n))?;
    if count != array.values.len() {
        return None;
    }
    let mut bytes = npy_head("<f8", &array.shape)?;
    array.values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
    Some(bytes)
}

/// One array of texts with its header: NumPy keeps them padded to the longest, four bytes for each character.
#[must_use]
pub fn npy_texts(texts: &[String]) -> Option<Vec<u8>> {
    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(1);
    let mut bytes = npy_head(&format!("<U{longest}"), &[texts.len()])?;
    for text in texts {
        let padding = longest - text.chars().count();
        text.chars().for_each(|character| bytes.extend(u32::from(character).to_le_bytes()));
        bytes.extend(std::iter::repeat_n(0, 4 * padding));
    }
    Some(bytes)
}

/// One array of any kind, such as `<i4`, from its bytes.
#[must_use]
pub fn npy_bytes(kind: &str, shape: &[usize], content: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = npy_head(kind, shape)?;
    bytes.extend(content);
    Some(bytes)
}

/// The header of an array.
fn npy_head(kind: &str, shape: &[usize]) -> Option<Vec<u8>> {
    let sizes: Vec<String> = shape.iter().map(ToString::to_string).collect();
    // A tuple of one needs its comma.
    let shape = if sizes.len() == 1 { format!("({},)", sizes[0]) } else { format!("({})", sizes.join(", ")) };
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    let before = 10 + header.len() + 1;
    header.extend(std::iter::repeat_n(' ', before.next_multiple_of(64) - before));
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(u16::try_from(header.len()).ok()?.to_le_bytes());
    bytes.extend(header.as_bytes());
    Some(bytes)
}

/// One file of the archive.
struct Entry {
    name: String,
    checksum: u32,
    size: u32,
    offset: u32,
}

/// 1 January 1980, midnight: the date of every entry, so that equal content is equal bytes.
const DATE: [u8; 4] = [0, 0, 0x21, 0];

impl Entry {
    /// What the local header and the directory have in common: flags (UTF-8 names), method 0, date, sizes, name length.
    fn write_common(&self, out: &mut Vec<u8>) -> Option<()> {
        out.extend(20_u16.to_le_bytes());
        out.extend(0x0800_u16.to_le_bytes());
        out.extend(0_u16.to_le_bytes());
        out.extend(DATE);
        out.extend(self.checksum.to_le_bytes());
        out.extend(self.size.to_le_bytes());
        out.extend(self.size.to_le_bytes());
        out.extend(u16::try_from(self.name.len()).ok()?.to_le_bytes());
        out.extend(0_u16.to_le_bytes());
        Some(())
    }

    fn write_local(&self, out: &mut Vec<u8>) -> Option<()> {
        out.extend(b"PK\x03\x04");
        self.write_common(out)?;
        out.extend(self.name.as_bytes());
        Some(())
    }

    fn write_central(&self, out: &mut Vec<u8>) -> Option<()> {
        out.extend(b"PK\x01\x02");
        out.extend(20_u16.to_le_bytes());
        self.write_common(out)?;
        // Comment, disk, internal and external attributes: none.
        out.extend([0; 10]);
        out.extend(self.offset.to_le_bytes());
        out.extend(self.name.as_bytes());
        Some(())
    }
}

/// The checksum of zip archives: the remainder by the reflected polynomial 0xEDB88320.
fn crc32(bytes: &[u8]) -> u32 {
    let table: [u32; 256] = std::array::from_fn(|n| {
        (0..8).fold(n as u32, |c, _| if c & 1 == 1 { 0xEDB8_8320 ^ (c >> 1) } else { c >> 1 })
    });
    let step = |c: u32, byte: &u8| table[usize::from((c as u8) ^ byte)] ^ (c >> 8);
    !bytes.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(name: &str, shape: &[usize]) -> NamedArray {
        let count = shape.iter().product::<usize>();
        let values = (0..count).map(|k| (k as f64 + 0.5) * 1e-3).collect();
        NamedArray { name: name.to_owned(), shape: shape.to_vec(), values }
    }

    /// The check value of the polynomial's definition.
    #[test]
    fn the_checksum_is_that_of_zip() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn headers_are_those_of_numpy() {
        for (shape, text) in [(&[3][..], "(3,)"), (&[2, 3], "(2, 3)"), (&[0, 4], "(0, 4)")] {
            let bytes = npy(&array("a", shape)).unwrap();
            assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
            let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
            assert_eq!((10 + length) % 64, 0);
            let header = std::str::from_utf8(&bytes[10..10 + length]).unwrap();
            let expected = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': {text}, }}");
            assert_eq!(header.trim_end(), expected);
            assert!(header.ends_with('\n'));
            assert_eq!(bytes.len(), 10 + length + 8 * shape.iter().product::<usize>());
        }
    }

    /// The project's own reader finds the same numbers; it also checks the checksums.
    #[test]
    fn the_importer_reads_it_back() {
        let arrays = [array("full.q", &[4, 2]), array("second", &[2, 3])];
        let bytes = npz(&arrays).unwrap();
        let source = lissom_import::Source::from_bytes("motion.npz", &bytes).unwrap();
        let read = lissom_import::Importer::read(&lissom_import::Npz, source).unwrap();
        assert_eq!(read.len(), 2);
        for (found, wanted) in read.iter().zip(&arrays) {
            for i in 0..wanted.shape[0] {
                for j in 0..wanted.shape[1] {
                    assert_eq!(found.matrix.get(i, j), wanted.values[i * wanted.shape[1] + j]);
                }
            }
        }
        assert!(npz(&[NamedArray { shape: vec![5], ..array("bad", &[4]) }]).is_none());
    }
}
