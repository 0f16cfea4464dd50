//! NumPy's `.npy`: a header in Python's notation, then the numbers.

use super::bytes::{Bytes, Endian};
use super::error::ImportError;

const MAGIC: &[u8] = b"\x93NUMPY";

/// An array as NumPy saved it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Array {
    pub shape: Vec<usize>,
    pub fortran_order: bool,
    /// Whether its numbers are truth values.
    pub is_flag: bool,
    pub data: Data,
}

/// The numbers of an array.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Data {
    Double(Vec<f64>),
    Single(Vec<f32>),
    Integer(Vec<i64>),
    /// The texts of an array.
    Text(Vec<String>),
}

pub(super) fn is_npy(content: &[u8]) -> bool {
    content.starts_with(MAGIC)
}

pub(super) fn read(name: &str, content: &[u8]) -> Result<Array, ImportError> {
    let mut bytes = Bytes::new(name, content, 0, Endian::Little);
    let what = "the header of an array";
    if bytes.take(MAGIC.len(), what)? != MAGIC {
        return Err(bytes.error("the mark of a NumPy array", "other bytes"));
    }
    let version = bytes.take(2, what)?[0];
    let length = if version == 1 { usize::from(bytes.u16(what)?) } else { bytes.u32(what)? as usize };
    let text = String::from_utf8_lossy(bytes.take(length, what)?).into_owned();
    let header = Header::parse(&text).ok_or_else(|| bytes.error(what, format!("`{}`", text.trim())))?;
    let count = header.shape.iter().try_fold(1usize, |product, &n| product.checked_mul(n));
    let count = count.ok_or_else(|| bytes.error("a plausible shape", format!("{:?}", header.shape)))?;
    let data = read_data(&mut bytes, &header.kind, count)?;
    if !bytes.is_empty() {
        return Err(bytes.error("the end of the array", format!("{} bytes more", bytes.left())));
    }
    let is_flag = header.kind.ends_with("b1");
    Ok(Array { shape: header.shape, fortran_order: header.fortran_order, is_flag, data })
}

struct Header {
    /// Such as `<f8`: byte order, kind, bytes.
    kind: String,
    fortran_order: bool,
    shape: Vec<usize>,
}

impl Header {
    /// `{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }`.
    fn parse(text: &str) -> Option<Self> {
        let value = |key: &str| text.split_once(&format!("'{key}':")).map(|(_, rest)| rest.trim_start());
        let kind = value("descr")?.strip_prefix('\'')?.split('\'').next()?.to_owned();
        let fortran_order = value("fortran_order")?.starts_with("True");
        let inside = value("shape")?.strip_prefix('(')?.split(')').next()?;
        let sizes = inside.split(',').map(str::trim).filter(|size| !size.is_empty());
        let shape = sizes.map(|size| size.parse().ok()).collect::<Option<_>>()?;
        Some(Self { kind, fortran_order, shape })
    }
}

fn read_data(bytes: &mut Bytes<'_>, kind: &str, count: usize) -> Result<Data, ImportError> {
    let unknown =
        |bytes: &Bytes<'_>, expected: &str| bytes.error(expected, format!("numbers of type {kind}"));
    let mut letters = kind.chars();
    let endian = if letters.next() == Some('>') { Endian::Big } else { Endian::Little };
    let (letter, width) = (letters.next(), letters.as_str().parse::<usize>().unwrap_or(0));
    let total = count.checked_mul(width).filter(|_| width > 0);
    let total = total.ok_or_else(|| unknown(bytes, "a type such as <f8"))?;
    let what = format!("{count} numbers of type {kind}");
    if letter == Some('U') {
        // Four bytes a character.
        let content = bytes.take(total.saturating_mul(4), &what)?;
        return Ok(Data::Text(
            content.chunks_exact(width.saturating_mul(4)).map(|item| text(item, endian)).collect(),
        ));
    }
    let content = bytes.take(total, &what)?;
    let items = content.chunks_exact(width);
    Ok(match (letter, width) {
        (Some('f'), 8) => Data::Double(items.map(|item| f64::from_bits(unsigned(item, endian))).collect()),
        (Some('f'), 4) => {
            Data::Single(items.map(|item| f32::from_bits(unsigned(item, endian) as u32)).collect())
        }
        (Some('i'), 1 | 2 | 4 | 8) => Data::Integer(items.map(|item| signed(item, endian)).collect()),
        (Some('u'), 1 | 2 | 4 | 8) => Data::Integer(
            items.map(|item| i64::try_from(unsigned(item, endian)).unwrap_or(i64::MAX)).collect(),
        ),
        (Some('b'), 1) => Data::Integer(items.map(|item| i64::from(item[0])).collect()),
        (Some('S'), _) => Data::Text(
            items.map(|item| String::from_utf8_lossy(item).trim_end_matches('\0').to_owned()).collect(),
        ),
        (Some('c'), _) => return Err(unknown(bytes, "a real array")),
        _ => return Err(unknown(bytes, "numbers or text")),
    })
}

/// Characters of four bytes each, zeros at the end.
fn text(item: &[u8], endian: Endian) -> String {
    let character =
        |code: &[u8]| char::from_u32(unsigned(code, endian) as u32).unwrap_or(char::REPLACEMENT_CHARACTER);
    let all: String = item.chunks_exact(4).map(character).collect();
    all.trim_end_matches('\0').to_owned()
}

/// Up to eight bytes as an unsigned number.
fn unsigned(item: &[u8], endian: Endian) -> u64 {
    let shift = |sum: u64, byte: &u8| (sum << 8) | u64::from(*byte);
    if endian == Endian::Big { item.iter().fold(0, shift) } else { item.iter().rev().fold(0, shift) }
}

fn signed(item: &[u8], endian: Endian) -> i64 {
    let unused = 64 - 8 * item.len() as u32;
    (unsigned(item, endian) << unused).cast_signed() >> unused
}

#[cfg(test)]
mod tests {
    use super::*;

    fn npy(header: &str, data: &[u8]) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend([1, 0]);
        file.extend((header.len() as u16).to_le_bytes());
        file.extend(header.as_bytes());
        file.extend(data);
        file
    }

    #[test]
    fn types_and_byte_orders_are_read() {
        let big = npy("{'descr': '>i2', 'fortran_order': False, 'shape': (2,), }\n", &[0xff, 0xfe, 0, 3]);
        assert_eq!(read("a", &big).unwrap().data, Data::Integer(vec![-2, 3]));
        let double =
            npy("{'descr': '<f8', 'fortran_order': True, 'shape': (1, 1), }\n", &2.5f64.to_le_bytes());
        let array = read("a", &double).unwrap();
        assert_eq!(
            (array.data, array.fortran_order, array.shape),
            (Data::Double(vec![2.5]), true, vec![1, 1])
        );
        let text = npy("{'descr': '|S3', 'fortran_order': False, 'shape': (), }\n", b"csc");
        assert_eq!(read("a", &text).unwrap().data, Data::Text(vec!["csc".to_owned()]));
    }

    #[test]
    fn texts_are_read_one_by_one() {
        let wide = |text: &str| -> Vec<u8> {
            let mut codes: Vec<u32> = text.chars().map(u32::from).collect();
            codes.resize(3, 0);
            codes.iter().flat_map(|code| code.to_le_bytes()).collect()
        };
        let header = "{'descr': '<U3', 'fortran_order': False, 'shape': (2,), }\n";
        let array = read("a", &npy(header, &[wide("x"), wide("φ 1")].concat())).unwrap();
        assert_eq!(array.data, Data::Text(vec!["x".to_owned(), "φ 1".to_owned()]));
    }

    #[test]
    fn lies_are_noticed() {
        let message = |header: &str, data: &[u8]| read("a", &npy(header, data)).unwrap_err().to_string();
        let short = message("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", &[0; 8]);
        assert!(short.contains("8 bytes where 16 are needed"), "{short}");
        let complex = message("{'descr': '<c16', 'fortran_order': False, 'shape': (1,), }", &[0; 16]);
        assert!(complex.contains("expected a real array"), "{complex}");
        assert!(message("{'shape': (1,)}", &[]).contains("header"));
        let huge = "{'descr': '<f8', 'fortran_order': False, 'shape': (9999999999, 9999999999, 9999), }";
        assert!(message(huge, &[]).contains("plausible"));
        assert!(
            message("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", &[0; 9]).contains("more")
        );
    }
}
