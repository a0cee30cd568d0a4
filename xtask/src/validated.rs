//! The record of texts that compile: `tests/validated.txt`, a sorted list of hashes, one per line.
//!
//! The back ends are deterministic, so a text that compiled once compiles again. An entry is the hash of everything
//! that decides: the text, the architecture, the versions of the compilers, and what the checks allow. Whatever is not
//! in the list is compiled. Git merges the list by keeping the lines of both sides.

use crate::workspace::{Result, Workspace};
use std::collections::BTreeSet;

const PATH: &str = "tests/validated.txt";

const HEADER: &str = "\
# Hashes of the texts that the real compilers accept; `cargo xtask validate --record` rewrites this file.
# Each is of a text, an architecture and the versions of NVRTC and ptxas.
";

/// Hashes of texts that compile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validated {
    hashes: BTreeSet<u64>,
}

impl Validated {
    /// The checked-in record; an absent one is empty.
    pub fn load(workspace: &Workspace) -> Result<Self> {
        match std::fs::read_to_string(workspace.root.join(PATH)) {
            Ok(text) => Self::parse(&text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(format!("{PATH}: {error}")),
        }
    }

    pub fn store(&self, workspace: &Workspace) -> Result<()> {
        std::fs::write(workspace.root.join(PATH), self.to_text()).map_err(|error| format!("{PATH}: {error}"))
    }

    fn parse(text: &str) -> Result<Self> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let hashes = lines.map(|line| {
            u64::from_str_radix(line, 16)
                .map_err(|_| format!("{PATH}: `{line}` is not a hash; was it merged badly?"))
        });
        Ok(Self { hashes: hashes.collect::<Result<_>>()? })
    }

    fn to_text(&self) -> String {
        let mut text = HEADER.to_owned();
        for hash in &self.hashes {
            text += &format!("{hash:016x}\n");
        }
        text
    }

    pub fn contains(&self, hash: u64) -> bool {
        self.hashes.contains(&hash)
    }

    pub fn insert(&mut self, hash: u64) {
        self.hashes.insert(hash);
    }

    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// All entries of both.
    pub fn extend(&mut self, other: &Self) {
        self.hashes.extend(&other.hashes);
    }

    /// How many entries `other` lacks.
    pub fn missing_in(&self, other: &Self) -> usize {
        self.hashes.difference(&other.hashes).count()
    }
}

/// The hash of some parts, by FNV-1a. The end of a part counts, so that parts cannot run into each other.
pub fn hash(parts: &[&str]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for part in parts {
        // 0xff is in no UTF-8.
        for byte in part.bytes().chain([0xff]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_written_sorted_and_read_in_any_order() {
        let mut record = Validated::default();
        for hash in [0x2f, 1, u64::MAX] {
            record.insert(hash);
        }
        let text = record.to_text();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines, ["0000000000000001", "000000000000002f", "ffffffffffffffff"]);
        assert_eq!(Validated::parse(&text), Ok(record.clone()));
        // As git merges it.
        let merged = format!("{text}{HEADER}0000000000000001\n");
        assert_eq!(Validated::parse(&merged), Ok(record));
        assert!(Validated::parse("<<<<<<< HEAD\n").is_err());
    }

    #[test]
    fn records_are_compared_and_joined() {
        let of = |hashes: &[u64]| Validated { hashes: hashes.iter().copied().collect() };
        let mut record = of(&[1, 2]);
        assert_eq!((record.missing_in(&of(&[2, 3])), record.len()), (1, 2));
        record.extend(&of(&[3]));
        assert_eq!(record, of(&[1, 2, 3]));
    }

    #[test]
    fn each_part_counts() {
        assert_eq!(hash(&["a", "90a"]), hash(&["a", "90a"]));
        assert_ne!(hash(&["a", "90a"]), hash(&["a9", "0a"]));
        assert_ne!(hash(&["a", "90a"]), hash(&["a", "90"]));
    }
}
