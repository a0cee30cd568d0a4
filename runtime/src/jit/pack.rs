//! Many entries in one file, for a program to embed.
//!
//! Takes entries and their keys; guarantees that one is found by a few comparisons, without reading the others, and
//! that it is verified when found, as one on the disk is: the table may be wrong, and an entry knows its key; leaves
//! making them to [`super::precompile`]. The format: a magic, how many there are, their keys with place and length,
//! sorted, and the entries as the disk has them.

use kiln_codegen::collections::sort_by_key;
use kiln_codegen::compact::List;
use std::sync::{PoisonError, RwLock};

use super::compile::Compiled;
use super::disk;
use super::key::Key;

/// First bytes of a file; the last is the format's version.
const MAGIC: &[u8; 8] = b"KILNPAK\x01";
const COUNT: usize = 8;
/// A key, and where its entry begins and how long it is.
const ROW: usize = 32 + 8 + 8;

/// Compiled kernels that are part of the program: what `include_kernels!` makes.
pub struct Embedded {
    bytes: &'static [u8],
}

inventory::collect!(Embedded);

impl Embedded {
    /// Of the bytes of a file that [`Precompile::compile_to_file`](crate::Precompile::compile_to_file) wrote, or of an
    /// empty one, in which there are no kernels. Where they are anything else, a constant made of them is an error.
    ///
    /// # Panics
    ///
    /// On bytes of another kind, which in a constant is a compile error.
    pub const fn new(bytes: &'static [u8]) -> Embedded {
        let mut at = 0;
        while at < MAGIC.len() && !bytes.is_empty() {
            assert!(
                bytes.len() >= MAGIC.len() && bytes[at] == MAGIC[at],
                "this file was not written by `kiln::Precompile::compile_to_file`, or by another release of Kiln: write it again"
            );
            at += 1;
        }
        Embedded { bytes }
    }
}

/// What was added while the program ran.
static ADDED: RwLock<Vec<&'static [u8]>> = RwLock::new(Vec::new());

/// Adds the contents of a file, if they are.
pub(super) fn add(bytes: &'static [u8]) -> Option<()> {
    bytes.starts_with(MAGIC).then(|| ADDED.write().unwrap_or_else(PoisonError::into_inner).push(bytes))
}

/// What the program embeds under a key; `None` for an entry that is damaged.
pub(super) fn embedded(key: &Key) -> Vec<Option<Compiled>> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    let all = inventory::iter::<Embedded>.into_iter().map(|pack| pack.bytes).chain(added.iter().copied());
    all.filter_map(|bytes| find(bytes, key)).map(|bytes| disk::decode(bytes, key).ok()).list()
}

/// The bytes of the entry under a key.
fn find<'b>(bytes: &'b [u8], key: &Key) -> Option<&'b [u8]> {
    let rest = bytes.strip_prefix(MAGIC)?;
    let (count, rows) = rest.split_first_chunk::<COUNT>()?;
    let count = usize::try_from(u64::from_le_bytes(*count)).ok()?;
    let (rows, _) = rows.split_at_checked(count.checked_mul(ROW)?)?.0.as_chunks::<ROW>();
    let row = rows.get(rows.binary_search_by(|row| row[..32].cmp(&key.0)).ok()?)?;
    let number = |at: usize| usize::try_from(u64::from_le_bytes(row[at..at + 8].try_into().ok()?)).ok();
    let start = number(32)?;
    bytes.get(start..start.checked_add(number(40)?)?)
}

/// A file of these entries.
pub(super) fn write(mut entries: Vec<(Key, Vec<u8>)>) -> Vec<u8> {
    sort_by_key(&mut entries, |(key, _)| key.0);
    entries.dedup_by_key(|(key, _)| key.0);
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&(entries.len() as u64).to_le_bytes());
    let mut start = MAGIC.len() + COUNT + entries.len() * ROW;
    for (key, entry) in &entries {
        bytes.extend_from_slice(&key.0);
        bytes.extend_from_slice(&(start as u64).to_le_bytes());
        bytes.extend_from_slice(&(entry.len() as u64).to_le_bytes());
        start += entry.len();
    }
    for (_, entry) in &entries {
        bytes.extend_from_slice(entry);
    }
    bytes
}

/// The entry of a file that an earlier run wrote, if it is whole.
pub(super) fn earlier(file: &[u8], key: &Key) -> Option<Vec<u8>> {
    let bytes = find(file, key)?;
    disk::decode(bytes, key).is_ok().then(|| bytes.to_vec())
}

#[cfg(test)]
mod tests {
    use super::super::disk::tests::{compiled, key};
    use super::*;

    #[test]
    fn each_entry_is_found_and_no_other() {
        let entry = |n: u8| disk::encode(&key(n), &compiled(n, 100 * usize::from(n)));
        let file = write([3, 1, 4, 1, 5, 9, 2, 6].map(|n| (key(n), entry(n))).to_vec());
        for n in 0..12 {
            let there = [1, 2, 3, 4, 5, 6, 9].contains(&n);
            assert_eq!(find(&file, &key(n)), there.then(|| entry(n)).as_deref(), "{n}");
            assert_eq!(earlier(&file, &key(n)).is_some(), there);
        }
        let _embedded = Embedded::new(file.leak());
        assert_eq!(find(&write(Vec::new()), &key(1)), None);
        assert_eq!(find(Embedded::new(&[]).bytes, &key(1)), None);
    }

    #[test]
    fn no_damage_is_a_panic() {
        let file = write([1, 2].map(|n| (key(n), disk::encode(&key(n), &compiled(n, 50)))).to_vec());
        for at in 0..file.len() {
            let mut wrong = file.clone();
            wrong[at] ^= 0x81;
            for n in 1..3 {
                let found = find(&wrong, &key(n)).and_then(|bytes| disk::decode(bytes, &key(n)).ok());
                assert!(found.is_none_or(|found| found == compiled(n, 50)), "{at}");
                let _ = find(&file[..at], &key(n)).map(|bytes| disk::decode(bytes, &key(n)));
            }
        }
    }

    #[test]
    fn a_changed_pack_has_the_same_code_or_none() {
        let files = [&[1, 2][..], &[3], &[]].map(|all| {
            write(all.iter().map(|n| (key(*n), disk::encode(&key(*n), &compiled(*n, 50)))).collect())
        });
        crate::mutate::each(&files, |bytes| {
            let mut any = false;
            for n in 1..4 {
                let found = find(bytes, &key(n)).and_then(|bytes| disk::decode(bytes, &key(n)).ok());
                any |= found.is_some();
                assert!(found.is_none_or(|found| found == compiled(n, 50)));
                let _ = earlier(bytes, &key(n));
            }
            any
        });
    }

    #[test]
    fn a_table_with_swapped_rows_finds_nothing() {
        let mut file = write([1, 2].map(|n| (key(n), disk::encode(&key(n), &compiled(n, 50)))).to_vec());
        let places = MAGIC.len() + COUNT;
        let (first, second) = (places + 32..places + ROW, places + ROW + 32..places + 2 * ROW);
        let place = file[first.clone()].to_vec();
        file.copy_within(second.clone(), first.start);
        file[second].copy_from_slice(&place);
        for n in 1..3 {
            assert!(find(&file, &key(n)).is_some() && earlier(&file, &key(n)).is_none());
        }
    }

    #[test]
    #[should_panic(expected = "not written by")]
    fn another_file_is_refused() {
        let _ = Embedded::new(b"GIF89a");
    }
}
