//! Neighboring accesses to global memory as one.
//!
//! Takes instructions that follow each other; gives those that read, or write, consecutive words of 32 or 64 bits
//! as one access of up to 16 bytes, where the address is known to be aligned to all of them: an element whose type
//! is aligned to as much, as a struct of `#[repr(align(16))]` is. ptxas knows of no pointer what it is aligned to,
//! so that it joins none itself.

use super::asm::Line;
use crate::compact::List;

/// The most bytes of an access.
const WIDEST: i64 = 16;

/// One access.
struct Access<'l> {
    /// The instruction up to its type.
    op: &'l str,
    bits: &'l str,
    base: &'l str,
    offset: i64,
    /// What is set or written.
    value: String,
}

/// The instruction for the first lines of those that follow, if they are one access, and how many they are. `align`
/// says what a register is a multiple of.
pub(super) fn joined(lines: &[&Line], align: impl Fn(&str) -> i64) -> Option<(String, usize)> {
    let first = access(lines.first()?)?;
    let size: i64 = if first.bits == "b64" { 8 } else { 4 };
    let known = align(first.base);
    let most = (WIDEST / size) as usize;
    let mut all: Vec<Access<'_>> = Vec::new();
    for line in lines.iter().take(most) {
        let follows = first.offset + size * all.len() as i64;
        let Some(next) = access(line) else { break };
        let same = (next.op, next.bits, next.base) == (first.op, first.bits, first.base);
        if !same || next.offset != follows || next.value == first.base {
            break;
        }
        all.push(next);
    }
    let count = [4, 2].into_iter().find(|count| {
        let bytes = size * *count as i64;
        *count <= all.len() && known % bytes == 0 && first.offset % bytes == 0
    })?;
    let values: Vec<&str> = all[..count].iter().map(|access| access.value.as_str()).list();
    let at =
        if first.offset == 0 { first.base.to_owned() } else { format!("{}+{}", first.base, first.offset) };
    let (op, bits, values) = (first.op, first.bits, values.join(", "));
    let text = if op.starts_with("ld") {
        format!("{op}.v{count}.{bits} {{{values}}}, [{at}]")
    } else {
        format!("{op}.v{count}.{bits} [{at}], {{{values}}}")
    };
    Some((text, count))
}

/// A plain access to global memory of a word's width.
fn access(line: &Line) -> Option<Access<'_>> {
    let (op, address, value) = match line {
        Line::Set { op, dst, operands } => (op.as_str(), operands.as_str(), dst.to_string()),
        Line::Text(text) => {
            let (op, rest) = text.split_once(' ')?;
            let (address, value) = rest.split_once(", ")?;
            // Of a vector only registers may be parts.
            (op, address, value.strip_prefix('%').map(|name| format!("%{name}"))?)
        }
        Line::Label(_) => return None,
    };
    let (op, bits) = op.rsplit_once('.')?;
    let plain = matches!(op, "ld.global" | "ld.global.nc" | "st.global") && matches!(bits, "b32" | "b64");
    let inside = address.strip_prefix('[')?.strip_suffix(']')?;
    let (base, offset) = match inside.split_once('+') {
        Some((base, offset)) => (base, offset.parse().ok()?),
        None => (inside, 0),
    };
    plain.then_some(Access { op, bits, base, offset, value })
}
