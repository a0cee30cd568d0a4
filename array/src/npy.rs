//! NumPy's files of one array, `.npy`.
//!
//! The format is NumPy's "A simple file format for NumPy arrays" (NEP 1, versions 1 to 3): a magic word, a header that
//! is a dictionary of Python's, and the values.

use std::panic::Location;
use std::path::Path;

use kiln_runtime::__private::made::ArrayError;
use kiln_runtime::{Error, Result};

use crate::array::Array;
use crate::dtype::{Dtype, Element, Kind};
use crate::mistake::At;
use crate::shape::Shape;

const MAGIC: &[u8] = b"\x93NUMPY";

/// NumPy's letter of a type; `bf16` has none.
fn letter(dtype: Dtype) -> Option<char> {
    match (dtype, dtype.kind()) {
        (Dtype::BF16, _) => None,
        (_, Kind::Bool) => Some('b'),
        (_, Kind::Signed) => Some('i'),
        (_, Kind::Unsigned) => Some('u'),
        (_, Kind::Float) => Some('f'),
    }
}

/// What a header says.
struct Header {
    /// Such as `<f4`.
    descr: String,
    fortran: bool,
    shape: Vec<usize>,
}

/// What stands behind a key of the dictionary, up to the end of its value.
fn value<'t>(header: &'t str, key: &str) -> std::result::Result<&'t str, String> {
    let missing = || format!("its header has no `{key}`");
    let quoted = [format!("'{key}'"), format!("\"{key}\"")];
    let behind = quoted.iter().find_map(|key| header.split_once(&**key)).ok_or_else(missing)?.1;
    let value = behind.trim_start().strip_prefix(':').ok_or_else(missing)?.trim_start();
    let end = if value.starts_with('(') { value.find(')').map(|at| at + 1) } else { value.find([',', '}']) };
    Ok(value[..end.ok_or_else(missing)?].trim())
}

fn parse(header: &str) -> std::result::Result<Header, String> {
    let descr = value(header, "descr")?.trim_matches(['\'', '"']).to_owned();
    let fortran = match value(header, "fortran_order")? {
        "True" => true,
        "False" => false,
        other => return Err(format!("its `fortran_order` is {other}")),
    };
    let text = value(header, "shape")?;
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let extents = inner.ok_or_else(|| format!("its `shape` is {text}"))?.split(',').map(str::trim);
    let shape: Option<Vec<usize>> =
        extents.filter(|extent| !extent.is_empty()).map(|extent| extent.parse().ok()).collect();
    Ok(Header { descr, fortran, shape: shape.ok_or_else(|| format!("its `shape` is {text}"))? })
}

/// The header of a file, and where the values begin.
fn split(bytes: &[u8]) -> std::result::Result<(Header, &[u8]), String> {
    let rest = bytes.strip_prefix(MAGIC).ok_or("it is no `.npy` file")?;
    let cut = || "it ends within its header".to_owned();
    let (version, rest) = rest.split_first_chunk::<2>().ok_or_else(cut)?;
    let (len, rest) = match version {
        [1, _] => rest.split_first_chunk::<2>().map(|(len, rest)| (u16::from_le_bytes(*len).into(), rest)),
        [2 | 3, _] => {
            rest.split_first_chunk::<4>().map(|(len, rest)| (u32::from_le_bytes(*len) as usize, rest))
        }
        [major, minor] => return Err(format!("its version is {major}.{minor}")),
    }
    .ok_or_else(cut)?;
    let (header, values) = rest.split_at_checked(len).ok_or_else(cut)?;
    let text = std::str::from_utf8(header).map_err(|_| "its header is no text".to_owned())?;
    Ok((parse(text)?, values))
}

fn read<T: Element>(bytes: &[u8]) -> std::result::Result<Array<T>, String> {
    let (header, values) = split(bytes)?;
    let size = T::DTYPE.size();
    let mut order = header.descr.chars();
    let (order, kind) = (order.next(), order.as_str());
    let wanted = letter(T::DTYPE).map(|letter| format!("{letter}{size}"));
    if wanted.as_deref() != Some(kind) || !matches!(order, Some('<' | '>' | '|' | '=')) {
        return Err(format!("its values are of type `{}`, and not of {}", header.descr, T::DTYPE));
    }
    let big = order == Some('>');
    let mut shape = Shape::try_from(&header.shape[..]).map_err(|error| error.to_string())?;
    let len = shape.checked_size().ok_or("its shape is too large")?;
    if values.len() < len * size {
        return Err(format!("it ends after {} of {} bytes of values", values.len(), len * size));
    }
    let values = values[..len * size].chunks_exact(size).map(|bytes| {
        let mut word = [0; 8];
        for (place, byte) in bytes.iter().enumerate() {
            word[if big { size - 1 - place } else { place }] = *byte;
        }
        T::from_bits(u64::from_le_bytes(word))
    });
    let values: Vec<T> = values.collect();
    if !header.fortran {
        return Ok(Array::from_vec(values, shape));
    }
    let reversed: Vec<usize> = shape.iter().rev().copied().collect();
    shape = Shape::of(&reversed);
    Ok(Array::from_vec(values, shape).t())
}

/// The bytes of a file of values in order.
fn written<T: Element>(values: &[T], shape: &Shape) -> std::result::Result<Vec<u8>, String> {
    let size = T::DTYPE.size();
    let letter = letter(T::DTYPE).ok_or("NumPy has no bf16: cast to f32")?;
    let order = if size == 1 { '|' } else { '<' };
    let extents: Vec<String> = shape.iter().map(ToString::to_string).collect();
    let comma = if shape.rank() == 1 { "," } else { "" };
    let mut header = format!(
        "{{'descr': '{order}{letter}{size}', 'fortran_order': False, 'shape': ({}{comma}), }}",
        extents.join(", ")
    );
    // The values begin at a multiple of 64 bytes, and the header ends with a line.
    let before = MAGIC.len() + 4;
    let padded = (before + header.len() + 1).next_multiple_of(64) - before - 1;
    header = format!("{header:padded$}\n");
    let len = u16::try_from(header.len()).map_err(|_| "its header is too long".to_owned())?;
    let mut bytes = [MAGIC, &[1, 0], &len.to_le_bytes(), header.as_bytes()].concat();
    for value in values {
        bytes.extend_from_slice(&value.to_bits().to_le_bytes()[..size]);
    }
    Ok(bytes)
}

/// What is wrong with a file.
fn wrong(name: &str, path: &Path, why: &str, at: At) -> Error {
    Error::Expression(ArrayError::new(format!("`{name}` of {}: {why}", path.display()), at))
}

impl<T: Element> Array<T> {
    /// The array of a `.npy` file, whose values are of this type.
    ///
    /// # Errors
    ///
    /// [`Error::Expression`] for a file that cannot be read, is damaged, or has values of another type.
    #[track_caller]
    #[doc(alias = "np.load")]
    pub fn load_npy(path: impl AsRef<Path>) -> Result<Array<T>> {
        let (path, at) = (path.as_ref(), Location::caller());
        let bytes = std::fs::read(path).map_err(|error| wrong("load_npy", path, &error.to_string(), at))?;
        read(&bytes).map_err(|why| wrong("load_npy", path, &why, at))
    }

    /// Writes the values, once they are computed, as a `.npy` file.
    ///
    /// # Errors
    ///
    /// As [`Array::to_vec`]; [`Error::Expression`] for a file that cannot be written, and for `bf16`, which NumPy does
    /// not have.
    #[track_caller]
    #[doc(alias = "np.save")]
    pub fn save_npy(&self, path: impl AsRef<Path>) -> Result<()> {
        let (path, at) = (path.as_ref(), Location::caller());
        let bytes =
            written(&self.to_vec()?, self.shape()).map_err(|why| wrong("save_npy", path, &why, at))?;
        std::fs::write(path, bytes).map_err(|error| wrong("save_npy", path, &error.to_string(), at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What NumPy 2 writes for `np.array([[1, 2, 3], [4, 5, 6]], dtype=...)`.
    fn file(version: u8, descr: &str, fortran: bool, shape: &str, values: &[u8]) -> Vec<u8> {
        let fortran = if fortran { "True" } else { "False" };
        let header = format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}     \n");
        let len = header.len() as u32;
        let len: &[u8] = if version == 1 { &len.to_le_bytes()[..2] } else { &len.to_le_bytes() };
        [MAGIC, &[version, 0], len, header.as_bytes(), values].concat()
    }

    fn values<T: Element>(bytes: &[u8]) -> std::result::Result<(Vec<usize>, Vec<T>), String> {
        let array = read::<T>(bytes)?;
        crate::on(&kiln_runtime::Device::cpu(), || {
            Ok((array.shape().to_vec(), array.to_vec().expect("values")))
        })
    }

    #[test]
    fn files_of_numpy_are_read() {
        let shorts = [1u8, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0];
        let whole = (vec![2, 3], vec![1i16, 2, 3, 4, 5, 6]);
        assert_eq!(values(&file(1, "<i2", false, "(2, 3)", &shorts)), Ok(whole.clone()));
        assert_eq!(values(&file(2, "<i2", false, "(2, 3)", &shorts)), Ok(whole));
        assert_eq!(
            values(&file(3, "<i2", true, "(3, 2)", &shorts)),
            Ok((vec![3, 2], vec![1i16, 4, 2, 5, 3, 6]))
        );
        assert_eq!(values(&file(1, ">i2", false, "(1,)", &[1, 2])), Ok((vec![1], vec![0x0102i16])));
        assert_eq!(values(&file(1, "|b1", false, "(2,)", &[1, 0])), Ok((vec![2], vec![true, false])));
        assert_eq!(values(&file(1, "<f8", false, "()", &1.5f64.to_le_bytes())), Ok((vec![], vec![1.5f64])));
        assert_eq!(values::<f32>(&file(1, "<f4", false, "(0, 4)", &[])), Ok((vec![0, 4], vec![])));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let shape = Shape::from([2, 2]);
        let bytes = written(&[1.5f32, -2.0, f32::INFINITY, 0.0], &shape).expect("a file");
        assert_eq!((bytes.len() - 16) % 64, 0);
        assert_eq!(values(&bytes), Ok((vec![2, 2], vec![1.5f32, -2.0, f32::INFINITY, 0.0])));
        assert!(written(&[kiln_runtime::bf16::ONE], &Shape::from(1)).is_err());
    }

    #[test]
    fn damaged_files_are_refused_in_words() {
        let good = file(1, "<f4", false, "(2,)", &[0; 8]);
        let told = |bytes: &[u8]| values::<f32>(bytes).unwrap_err();
        assert_eq!(told(b"PK\x03\x04"), "it is no `.npy` file");
        assert_eq!(told(&good[..good.len() - 1]), "it ends after 7 of 8 bytes of values");
        assert_eq!(told(&good[..20]), "it ends within its header");
        assert_eq!(told(&file(9, "<f4", false, "(2,)", &[0; 8])), "its version is 9.0");
        assert_eq!(
            told(&file(1, "<f8", false, "(1,)", &[0; 8])),
            "its values are of type `<f8`, and not of f32"
        );
        assert_eq!(told(&file(1, "<f4", false, "(2, x)", &[0; 8])), "its `shape` is (2, x)");
        assert_eq!(told(&file(1, "<f4", false, "(18446744073709551615, 2)", &[])), "its shape is too large");
        for cut in 0..good.len() {
            assert!(values::<f32>(&good[..cut]).is_err(), "{cut}");
        }
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..20_000 {
            let mut bytes = good.clone();
            for _ in 0..random.usize(1..6) {
                let at = random.usize(0..bytes.len());
                bytes[at] = random.u8(..);
            }
            // Whatever it is, it is no panic.
            drop(read::<f32>(&bytes));
        }
    }
}
