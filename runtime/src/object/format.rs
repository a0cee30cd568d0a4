//! What bytes are: PTX, a CUBIN, LTO-IR or a fatbin, by how they begin.
//!
//! Takes bytes; guarantees that what is no whole object is told in words before the driver sees it (a driver
//! follows the lengths in a CUBIN's head, and may read past the end), and the names of the kernels of an object
//! that shows them; leaves code to the driver, and LTO-IR, whose format is not public, to the linker.

use super::ObjectKind;
use kiln_codegen::compact::List;

const ELF: &[u8] = b"\x7fELF";
/// The machine of an ELF file that is a CUBIN.
const CUDA: u16 = 190;
const FATBIN: [u8; 4] = 0xBA55_ED50_u32.to_le_bytes();
/// A fatbin's head in a program, which has the address of the fatbin.
const FATBIN_WRAPPER: [u8; 4] = 0x4662_43B1_u32.to_le_bytes();
const LTO_IR: [u8; 4] = 0x7F4E_43ED_u32.to_le_bytes();
/// The least that LTO-IR can be: its head.
const LTO_IR_HEAD: usize = 40;

/// What whole objects these bytes are, or why they are none.
pub(super) fn recognize(bytes: &[u8]) -> Result<ObjectKind, String> {
    if bytes.is_empty() {
        return Err("it is empty".to_owned());
    }
    if bytes.starts_with(ELF) {
        return cubin(bytes).map(|_| ObjectKind::Cubin);
    }
    if bytes.starts_with(&FATBIN) {
        return fatbin(bytes).map(|()| ObjectKind::Fatbin);
    }
    if bytes.starts_with(&LTO_IR) {
        return if bytes.len() > LTO_IR_HEAD {
            Ok(ObjectKind::LtoIr)
        } else {
            Err(cut_off("LTO-IR", LTO_IR_HEAD as u64 + 1, bytes))
        };
    }
    if bytes.starts_with(&FATBIN_WRAPPER) {
        return Err(
            "it is the head of a fatbin in a program, not the fatbin; write one by `nvcc -fatbin`".to_owned()
        );
    }
    if bytes.starts_with(b"!<arch>") {
        return Err("it is an archive (a `.a` file); link what is in it".to_owned());
    }
    if bytes.starts_with(b"BC\xC0\xDE") {
        return Err("it is LLVM bitcode; compile it to PTX first".to_owned());
    }
    ptx(bytes).map(|()| ObjectKind::Ptx)
}

fn cut_off(what: &str, needed: u64, bytes: &[u8]) -> String {
    format!("it is a {what} that was cut off: {} bytes of {needed} or more", bytes.len())
}

fn number<const N: usize>(bytes: &[u8], at: u64) -> Option<u64> {
    let at = usize::try_from(at).ok()?;
    let part = bytes.get(at..at.checked_add(N)?)?;
    Some(part.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// A section of an ELF file.
struct Section {
    kind: u64,
    offset: u64,
    size: u64,
    link: u64,
}

const SYMBOLS: u64 = 2;
/// Sections of these kinds have bytes in the file: code and data, symbols, strings.
const IN_FILE: [u64; 3] = [1, SYMBOLS, 3];

/// The sections of a whole CUBIN.
fn cubin(bytes: &[u8]) -> Result<Vec<Section>, String> {
    const HEAD: u64 = 64;
    let cut = |needed| cut_off("CUBIN", needed, bytes);
    let short = |at| number::<2>(bytes, at).ok_or_else(|| cut(HEAD));
    if bytes.get(4).is_some_and(|class| *class != 2) || bytes.get(5).is_some_and(|order| *order != 1) {
        return Err("it is an ELF file, and not one of 64 bits for a GPU".to_owned());
    }
    let machine = short(0x12)?;
    if machine != u64::from(CUDA) {
        return Err(format!(
            "it is an ELF file for another machine (number {machine}), a program's or an object file; write a CUBIN by \
             `nvcc -cubin`"
        ));
    }
    let table = number::<8>(bytes, 0x28).ok_or_else(|| cut(HEAD))?;
    let (size, count) = (short(0x3A)?, short(0x3C)?);
    let end = table.saturating_add(size * count);
    if size < 64 || end > bytes.len() as u64 {
        return Err(cut(end.max(HEAD)));
    }
    let section = |index: u64| {
        let at = table + index * size;
        Some(Section {
            kind: number::<4>(bytes, at + 4)?,
            offset: number::<8>(bytes, at + 0x18)?,
            size: number::<8>(bytes, at + 0x20)?,
            link: number::<4>(bytes, at + 0x28)?,
        })
    };
    let sections: Vec<Section> = (0..count).filter_map(section).list();
    let ends = sections.iter().filter(|one| IN_FILE.contains(&one.kind));
    let end = ends.map(|one| one.offset.saturating_add(one.size)).max().unwrap_or(0);
    if end > bytes.len() as u64 { Err(cut(end)) } else { Ok(sections) }
}

/// A fatbin may be several, one behind the other.
fn fatbin(bytes: &[u8]) -> Result<(), String> {
    let mut at = 0u64;
    while number::<4>(bytes, at) == Some(u64::from(u32::from_le_bytes(FATBIN))) {
        let cut = |needed| cut_off("fatbin", needed, bytes);
        let head = number::<2>(bytes, at + 6).ok_or_else(|| cut(at + 16))?;
        let size = number::<8>(bytes, at + 8).ok_or_else(|| cut(at + 16))?;
        let end = at.saturating_add(head.max(16)).saturating_add(size);
        if end > bytes.len() as u64 {
            return Err(cut(end));
        }
        at = end;
    }
    Ok(())
}

/// The text of PTX, without the NULs that may end it.
pub(super) fn text(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    &bytes[..end]
}

fn ptx(bytes: &[u8]) -> Result<(), String> {
    let nothing = || {
        "it begins neither as PTX (`.version`), nor as a CUBIN, LTO-IR or a fatbin; CUDA C++ is compiled by `Program`".to_owned()
    };
    let text = std::str::from_utf8(text(bytes)).map_err(|_| nothing())?;
    if text.contains('\0') {
        return Err(nothing());
    }
    let mut words = Words { rest: text, depth: 0, open: false };
    if words.next() != Some(".version") {
        return Err(nothing());
    }
    let mut target = false;
    while let Some(word) = words.next() {
        target |= word == ".target" && words.next().is_some();
    }
    if words.open || words.depth != 0 || !target {
        return Err("it is PTX that was cut off: it ends within a function, a comment or its head".to_owned());
    }
    Ok(())
}

/// The words of PTX, its comments left out.
struct Words<'a> {
    rest: &'a str,
    /// How many braces and parentheses are open.
    depth: i64,
    /// Whether the text ended within a comment or a string.
    open: bool,
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            self.rest = self.rest.trim_start();
            let after = if self.rest.starts_with("//") {
                self.rest.find('\n').map_or("", |end| &self.rest[end..])
            } else if let Some(comment) = self.rest.strip_prefix("/*") {
                let end = comment.find("*/");
                self.open |= end.is_none();
                end.map_or("", |end| &comment[end + 2..])
            } else if let Some(string) = self.rest.strip_prefix('"') {
                let end = string.find('"');
                self.open |= end.is_none();
                end.map_or("", |end| &string[end + 1..])
            } else {
                break;
            };
            self.rest = after;
        }
        let first = self.rest.chars().next()?;
        let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '$' | '%');
        let len = match first {
            '{' | '}' | '(' | ')' => {
                self.depth += if matches!(first, '{' | '(') { 1 } else { -1 };
                1
            }
            _ if word(first) => self.rest.find(|c| !word(c)).unwrap_or(self.rest.len()),
            _ => first.len_utf8(),
        };
        let (found, rest) = self.rest.split_at(len);
        self.rest = rest;
        Some(found)
    }
}

/// The names of an object's kernels, where it shows them: LTO-IR and fatbins do not.
pub(super) fn kernels(kind: ObjectKind, bytes: &[u8]) -> Option<Vec<String>> {
    match kind {
        ObjectKind::Ptx => {
            let text = std::str::from_utf8(text(bytes)).ok()?;
            let mut words = Words { rest: text, depth: 0, open: false };
            let mut names = Vec::new();
            while let Some(word) = words.next() {
                if word == ".entry" {
                    names.extend(words.next().map(str::to_owned));
                }
            }
            Some(names)
        }
        ObjectKind::Cubin => entry_symbols(bytes),
        ObjectKind::LtoIr | ObjectKind::Fatbin => None,
    }
}

/// The functions in a CUBIN's table of symbols that are kernels. Symbols may share the bytes of their names, so all
/// names together are at most as long as the file.
fn entry_symbols(bytes: &[u8]) -> Option<Vec<String>> {
    const SYMBOL: u64 = 24;
    const FUNCTION: u64 = 2;
    const ENTRY: u64 = 0x10;
    let sections = cubin(bytes).ok()?;
    let table = sections.iter().find(|section| section.kind == SYMBOLS)?;
    let names = sections.get(usize::try_from(table.link).ok()?)?;
    let names = bytes.get(usize::try_from(names.offset).ok()?..)?;
    let (mut found, mut room) = (Vec::new(), bytes.len());
    for index in 0..table.size / SYMBOL {
        let at = table.offset + index * SYMBOL;
        let (info, other) = (number::<1>(bytes, at + 4)?, number::<1>(bytes, at + 5)?);
        if info & 0xF == FUNCTION && other & ENTRY != 0 {
            let start = usize::try_from(number::<4>(bytes, at)?).ok()?;
            let name = names.get(start..)?.split(|byte| *byte == 0).next()?;
            room = room.checked_sub(name.len())?;
            found.push(String::from_utf8_lossy(name).into_owned());
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PTX: &str = "// made by hand\n.version 8.0\n.target sm_75\n.address_size 64\n\n.visible .entry add(.param .u64 x)\n{\n\t\
                       ret; // }\n}\n.entry _Z3mulv() { ret; }\n";

    /// A CUBIN with one symbol, as little as can be.
    fn cubin() -> Vec<u8> {
        let mut bytes = vec![0u8; 64];
        bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
        bytes[0x12] = 190;
        let (names, symbols) = (64u64, 64 + 16);
        bytes.extend_from_slice(b"\0add\0\0\0\0\0\0\0\0\0\0\0\0");
        bytes.extend_from_slice(&[1, 0, 0, 0, 0x12, 0x10]);
        bytes.resize(64 + 16 + 24, 0);
        let table = bytes.len() as u64;
        for (kind, offset, size, link) in [(2u32, symbols, 24u64, 1u32), (3, names, 16, 0)] {
            let mut section = [0u8; 64];
            section[4..8].copy_from_slice(&kind.to_le_bytes());
            section[0x18..0x20].copy_from_slice(&offset.to_le_bytes());
            section[0x20..0x28].copy_from_slice(&size.to_le_bytes());
            section[0x28..0x2C].copy_from_slice(&link.to_le_bytes());
            bytes.extend_from_slice(&section);
        }
        bytes[0x28..0x30].copy_from_slice(&table.to_le_bytes());
        bytes[0x3A] = 64;
        bytes[0x3C] = 2;
        bytes
    }

    #[test]
    fn ptx_is_known_with_its_kernels() {
        assert_eq!(recognize(PTX.as_bytes()), Ok(ObjectKind::Ptx));
        assert_eq!(recognize(format!("{PTX}\0\0").as_bytes()), Ok(ObjectKind::Ptx));
        assert_eq!(kernels(ObjectKind::Ptx, PTX.as_bytes()).unwrap(), ["add", "_Z3mulv"]);
    }

    #[test]
    fn ptx_that_was_cut_off_anywhere_is_told() {
        let head = PTX.find("sm_75").unwrap();
        for end in 1..PTX.len() {
            let text = PTX[..end].replace("// }", "");
            let count = |c| text.matches(c).count();
            // Between two functions nothing is missing that can be known.
            let whole = end > head && count('{') == count('}') && count('(') == count(')');
            assert_eq!(recognize(&PTX.as_bytes()[..end]).is_ok(), whole, "{}", &PTX[..end]);
        }
        let said = recognize(&PTX.as_bytes()[..PTX.find("ret").unwrap()]).unwrap_err();
        assert!(said.contains("cut off"), "{said}");
    }

    #[test]
    fn a_cubin_is_known_and_any_shorter_one_is_told() {
        let whole = cubin();
        assert_eq!(recognize(&whole), Ok(ObjectKind::Cubin));
        assert_eq!(kernels(ObjectKind::Cubin, &whole).unwrap(), ["add"]);
        for end in 6..whole.len() {
            let said = recognize(&whole[..end]).unwrap_err();
            assert!(said.contains("CUBIN that was cut off"), "{end}: {said}");
        }
        // Whatever a byte is, nothing panics.
        for at in 0..whole.len() {
            for value in [0, 1, 0x7F, 0xFF] {
                let mut damaged = whole.clone();
                damaged[at] = value;
                let _ = recognize(&damaged);
                let _ = kernels(ObjectKind::Cubin, &damaged);
            }
        }
    }

    #[test]
    fn symbols_that_share_a_name_cannot_make_more_names_than_the_file_has_bytes() {
        // The names, and the symbols that all begin in their first half.
        let (len, count) = (1u64 << 16, 2000u64);
        let mut bytes = cubin();
        let head = bytes.len() as u64;
        bytes.resize((head + len) as usize, b'x');
        for at in 0..count {
            bytes.extend_from_slice(&(at as u32).to_le_bytes());
            bytes.extend_from_slice(&[0x12, 0x10]);
            bytes.resize((head + len + (at + 1) * 24) as usize, 0);
        }
        let sections = u64::from_le_bytes(bytes[0x28..0x30].try_into().unwrap()) as usize;
        let mut set = |at: usize, number: u64| bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
        for (section, offset, size) in [(0, head + len, count * 24), (1, head, len)] {
            set(sections + section * 64 + 0x18, offset);
            set(sections + section * 64 + 0x20, size);
        }
        assert_eq!(recognize(&bytes), Ok(ObjectKind::Cubin));
        let names = kernels(ObjectKind::Cubin, &bytes);
        assert!(names.is_none_or(|names| names.iter().map(String::len).sum::<usize>() <= bytes.len()));
    }

    #[test]
    fn any_bytes_are_read_in_bounds() {
        let mut fatbin = FATBIN.to_vec();
        fatbin.extend_from_slice(&[1, 0, 16, 0, 8, 0, 0, 0, 0, 0, 0, 0]);
        fatbin.extend_from_slice(&[0; 8]);
        let fatbins = [fatbin.clone(), fatbin.clone()].concat();
        crate::mutate::each(&[cubin(), fatbin, fatbins, PTX.into()], |bytes| {
            let kind = recognize(bytes);
            for kind in [ObjectKind::Cubin, ObjectKind::Fatbin, ObjectKind::LtoIr, ObjectKind::Ptx] {
                let names = kernels(kind, bytes).unwrap_or_default();
                assert!(names.len() <= bytes.len());
                // A byte that is no UTF-8 becomes three.
                assert!(names.iter().map(String::len).sum::<usize>() <= 3 * bytes.len());
            }
            kind.is_ok()
        });
    }

    #[test]
    fn a_table_of_names_outside_of_the_file_has_none() {
        let mut bytes = cubin();
        let names = bytes.len() - 64;
        // Of a section without bytes in the file, nothing else looks at the offset.
        bytes[names + 4] = 8;
        bytes[names + 0x18..names + 0x20].copy_from_slice(&u64::MAX.to_le_bytes());
        assert_eq!(kernels(ObjectKind::Cubin, &bytes), None);
    }

    #[test]
    fn fatbins_are_as_long_as_they_say() {
        let mut one = FATBIN.to_vec();
        one.extend_from_slice(&[1, 0, 16, 0, 8, 0, 0, 0, 0, 0, 0, 0]);
        one.extend_from_slice(&[0; 8]);
        assert_eq!(recognize(&one), Ok(ObjectKind::Fatbin));
        assert_eq!(recognize(&[one.clone(), one.clone()].concat()), Ok(ObjectKind::Fatbin));
        for end in 4..one.len() {
            assert!(recognize(&one[..end]).unwrap_err().contains("fatbin that was cut off"), "{end}");
        }
    }

    #[test]
    fn what_is_no_object_is_told_in_words() {
        let host = {
            let mut host = cubin();
            host[0x12] = 62;
            host
        };
        for (bytes, words) in [
            (&b""[..], "empty"),
            (b"__global__ void f() {}", "compiled by `Program`"),
            (b"\xFF\xFE\0\0", "begins neither"),
            (&host, "another machine (number 62)"),
            (b"!<arch>\n", "archive"),
            (&FATBIN_WRAPPER, "nvcc -fatbin"),
            (&LTO_IR, "LTO-IR that was cut off"),
        ] {
            let said = recognize(bytes).unwrap_err();
            assert!(said.contains(words), "{said}");
        }
    }
}
