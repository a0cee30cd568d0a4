//! What a search writes to instead of the user's memory, and how a result is compared with the default's.
//!
//! Takes a launch's arguments; guarantees that what the kernel may write is a copy, laid out like the user's memory and
//! aligned like it, so that a launch with the copies takes the same code.

use std::cell::RefCell;

use kiln_codegen::float16::{bf16, f16};
use kiln_codegen::intrinsics::widen;
use kiln_codegen::ir::{Scalar, Type};

use crate::arg::Arg;
use crate::buffer::{Buffer, BufferSlice};
use crate::error::Result;
use crate::memory::Memory;
use crate::registry::KernelEntry;
use crate::stream::Stream;

/// Copies of all memory that a launch may write.
pub(crate) struct Scratch<'a> {
    outputs: Vec<Output<'a>>,
    /// How far floats may be from the default's, in parts of these and in absolute terms; 0 where bits must be equal.
    tolerance: f64,
}

struct Output<'a> {
    memory: &'a Memory,
    copy: Buffer<u8>,
    /// What the default left in the copy.
    expected: RefCell<Option<Vec<u8>>>,
    views: Vec<View>,
}

/// An argument's part of some memory.
struct View {
    name: &'static str,
    /// The first byte.
    start: usize,
    /// In elements.
    len: usize,
    /// Bytes of an element.
    size: usize,
    scalar: Option<Scalar>,
}

impl<'a> Scratch<'a> {
    /// Room for copies of what a kernel with parameters of these types may write.
    pub(crate) fn new(
        stream: &Stream,
        entry: &KernelEntry,
        types: &[Type],
        args: &[Arg<'a>],
        tolerance: f64,
    ) -> Result<Scratch<'a>> {
        let mut outputs: Vec<Output<'a>> = Vec::new();
        for ((arg, param), ty) in args.iter().zip(entry.params).zip(types) {
            let Some((memory, true)) = arg.memory_use() else { continue };
            let place = match outputs.iter().position(|output| std::ptr::eq(output.memory, memory)) {
                Some(place) => place,
                None => {
                    let copy = Buffer::allocate(stream, memory.committed(), true)?;
                    outputs.push(Output { memory, copy, expected: RefCell::new(None), views: Vec::new() });
                    outputs.len() - 1
                }
            };
            let element = match ty {
                Type::Slice { element, .. } | Type::Tensor { element, .. } => element,
                other => other,
            };
            let scalar = match element {
                Type::Scalar(scalar) | Type::Atomic(scalar) => Some(*scalar),
                _ => None,
            };
            if let ([address, len, ..], Some(size)) = (arg.words(), element.size()) {
                let start = (*address).saturating_sub(memory.address()) as usize;
                let view = View { name: param.name, start, len: *len as usize, size: size as usize, scalar };
                outputs[place].views.push(view);
            }
        }
        Ok(Scratch { outputs, tolerance })
    }

    /// The arguments, with the copies for what is written.
    pub(crate) fn args<'s>(&'s self, args: &[Arg<'a>]) -> Vec<Arg<'s>>
    where
        'a: 's,
    {
        let copied = |arg: &Arg<'a>| -> Arg<'s> {
            let written = arg.memory_use().filter(|(_, writes)| *writes);
            let copy = written.and_then(|(memory, _)| {
                self.outputs.iter().find(|output| std::ptr::eq(output.memory, memory))
            });
            arg.again(copy.map(|output| output.copy.memory()))
        };
        args.iter().map(copied).collect()
    }

    /// Copies what the user's memory holds, which a kernel may read before it writes.
    pub(crate) fn restore(&self, stream: &Stream) -> Result<()> {
        self.outputs.iter().try_for_each(|Output { memory, copy, .. }| {
            let to = copy.memory();
            stream.copy_bytes((memory, memory.address()), (to, to.address()), to.bytes())
        })
    }

    /// Compares what the copies hold with what they held at the first call. Says in what it differs.
    pub(crate) fn compare(&self, stream: &Stream) -> Result<Option<String>> {
        for output in &self.outputs {
            let found: Vec<u8> = stream.download(BufferSlice::from(&output.copy))?;
            let mut expected = output.expected.borrow_mut();
            match &*expected {
                None => *expected = Some(found),
                Some(expected) if *expected == found => {}
                Some(expected) => {
                    if let Some(wrong) = output.difference(&found, expected, self.tolerance) {
                        return Ok(Some(wrong));
                    }
                }
            }
        }
        Ok(None)
    }
}

impl Output<'_> {
    fn difference(&self, found: &[u8], expected: &[u8], tolerance: f64) -> Option<String> {
        let mut is_viewed = vec![false; found.len()];
        for View { name, start, len, size, scalar } in &self.views {
            let (mut differ, mut first) = (0, None);
            let end = (start + len * size).min(found.len());
            let pairs = found[*start..end].chunks(*size).zip(expected[*start..end].chunks(*size));
            for (index, (found, expected)) in pairs.enumerate() {
                if found != expected && !are_close(*scalar, found, expected, tolerance) {
                    differ += 1;
                    first.get_or_insert((index, shown(*scalar, found), shown(*scalar, expected)));
                }
            }
            if let Some((index, found, expected)) = first {
                return Some(format!(
                    "`{name}` differs from the default's in {differ} of {len} elements, first in [{index}]: {found}, not \
                     {expected}"
                ));
            }
            is_viewed[*start..end].fill(true);
        }
        let outside = (0..found.len()).find(|at| !is_viewed[*at] && found[*at] != expected[*at])?;
        let names: Vec<_> = self.views.iter().map(|view| view.name).collect();
        Some(format!("it changes memory outside of `{}`, at byte {outside}", names.join("`, `")))
    }
}

/// The value of a float.
fn float(scalar: Scalar, bits: u64) -> Option<f64> {
    match scalar {
        Scalar::E4M3 | Scalar::E5M2 => Some(f64::from(widen(scalar, bits))),
        Scalar::F16 => Some(f16::from_bits(bits as u16).to_f64()),
        Scalar::BF16 => Some(bf16::from_bits(bits as u16).to_f64()),
        Scalar::F32 => Some(f64::from(f32::from_bits(bits as u32))),
        Scalar::F64 => Some(f64::from_bits(bits)),
        _ => None,
    }
}

/// A number in decimal, from its bits in the lowest ones.
pub(crate) fn number(scalar: Scalar, bits: u64) -> String {
    if let Some(value) = float(scalar, bits) {
        return value.to_string();
    }
    let unused = 64 - scalar.bits().min(64);
    if scalar == Scalar::Bool {
        (bits & 1 != 0).to_string()
    } else if scalar.is_signed_int() {
        ((bits << unused) as i64 >> unused).to_string()
    } else {
        (bits << unused >> unused).to_string()
    }
}

fn bits(bytes: &[u8]) -> Option<u64> {
    let mut all = [0; 8];
    all.get_mut(..bytes.len())?.copy_from_slice(bytes);
    Some(u64::from_le_bytes(all))
}

fn are_close(scalar: Option<Scalar>, found: &[u8], expected: &[u8], tolerance: f64) -> bool {
    let value = |bytes| float(scalar?, bits(bytes)?);
    let (Some(found), Some(expected)) = (value(found), value(expected)) else { return false };
    if tolerance == 0.0 {
        return false;
    }
    found.is_nan() && expected.is_nan()
        || found == expected
        || (found - expected).abs() <= tolerance * (1.0 + expected.abs())
}

fn shown(scalar: Option<Scalar>, bytes: &[u8]) -> String {
    scalar.zip(bits(bytes)).map_or_else(|| "other bytes".to_owned(), |(scalar, bits)| number(scalar, bits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Device;

    #[test]
    fn numbers_are_shown_in_decimal() {
        for (scalar, bits, text) in [
            (Scalar::F32, 0x3fc0_0000, "1.5"),
            (Scalar::BF16, 0xbf80, "-1"),
            (Scalar::I8, 0xff, "-1"),
            (Scalar::U8, 0xff, "255"),
            (Scalar::I64, u64::MAX, "-1"),
            (Scalar::Usize, 1 << 40, "1099511627776"),
            (Scalar::Bool, 1, "true"),
        ] {
            assert_eq!(number(scalar, bits), text);
        }
    }

    #[test]
    fn a_difference_names_the_argument_and_the_first_element() {
        let stream = Device::cpu().stream();
        let buffer = stream.alloc_zeroed::<u8>(16).unwrap();
        let view = View { name: "y", start: 4, len: 2, size: 4, scalar: Some(Scalar::F32) };
        let memory = buffer.memory();
        let copy = stream.alloc_zeroed::<u8>(16).unwrap();
        let output = Output { memory, copy, expected: RefCell::new(None), views: vec![view] };
        let bytes = |values: [f32; 4]| values.map(f32::to_le_bytes).concat();
        let expected = bytes([0.0, 1.0, 2.0, 0.0]);
        let differs = |values, tolerance| output.difference(&bytes(values), &expected, tolerance);
        assert_eq!(differs([0.0, 1.0, 2.0, 0.0], 0.0), None);
        assert_eq!(
            differs([0.0, 1.0, 2.01, 0.0], 0.0).unwrap(),
            "`y` differs from the default's in 1 of 2 elements, first in [1]: 2.009999990463257, not 2"
        );
        assert_eq!(differs([0.0, 1.0, 2.01, 0.0], 0.01), None);
        assert!(differs([0.0, 1.0, 2.1, 0.0], 0.01).unwrap().contains("[1]: 2.0999"));
        assert!(differs([0.0, f32::NAN, 2.0, 0.0], 0.01).unwrap().contains("[0]: NaN, not 1"));
        // No tolerance is for memory that is nobody's.
        assert_eq!(
            differs([0.0, 1.0, 2.0, 1e-3], 0.01).unwrap(),
            "it changes memory outside of `y`, at byte 12"
        );
    }
}
