//! The cache on a disk: damage, races, killed writers, eviction.

use std::collections::HashMap;
use std::fs::{self, File};
use std::process::Command;
use std::time::Instant;

use super::*;
use crate::jit::folder::{OBJECTS, entries};
use crate::sys::files::{STALE_AFTER, TEMPORARY};

mod attacks;

impl Disk {
    /// The entry's file.
    pub(in crate::jit) fn path(&self, key: &Key) -> Option<PathBuf> {
        Some(folder::file(self.config.directory.as_ref().ok()?, key))
    }
}

/// A folder of its own for a test, removed with it.
pub(in crate::jit) struct Scratch(pub(in crate::jit) PathBuf);

impl Scratch {
    pub(in crate::jit) fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("kiln-cache-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Scratch(path)
    }

    pub(in crate::jit) fn disk(&self, max_bytes: u64) -> Disk {
        Disk::new(Config { directory: Ok(self.0.clone()), max_bytes })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(in crate::jit) fn key(n: u8) -> Key {
    Key(Sha256::hash(&[n]))
}

pub(in crate::jit) fn compiled(n: u8, bytes: usize) -> Compiled {
    Compiled {
        symbol: CString::new("saxpy").unwrap(),
        image: (0..bytes).map(|i| (i as u8).wrapping_mul(31).wrapping_add(n)).collect(),
        kind: if n.is_multiple_of(2) { ImageKind::Cubin } else { ImageKind::Ptx },
        needs: match n {
            0 | 1 => Needs::default(),
            n => Needs {
                block: Some([32 * u32::from(n), 1, 1]),
                shared_bytes: 1u32.wrapping_shl(10 + u32::from(n)),
                slice_element: n.into(),
                declared_bytes: 16,
                blocks: 4,
                grid_barrier: n.is_multiple_of(2),
                info: n != 3,
                maps: std::array::from_fn(|at| {
                    let map =
                        TensorMap { argument: 2, rank: 3, size: 2, turned: n % 2 == 0, rows: 256, span: 128 };
                    (at < 2).then_some(map)
                }),
            },
        },
        compiler: "NVRTC 13.0".to_owned(),
        about: format!("tests::saxpy\tsm_90a\tthreads {n:03}"),
    }
}

fn age(path: &Path, by: Duration) {
    File::options().append(true).open(path).unwrap().set_modified(SystemTime::now() - by).unwrap();
}

#[test]
fn what_is_put_is_got() {
    let scratch = Scratch::new("round-trip");
    let disk = scratch.disk(1 << 20);
    assert_eq!(disk.get(&key(0)), None);
    for n in 0..4 {
        disk.put(&key(n), &compiled(n, 1000 * usize::from(n)));
    }
    let other = scratch.disk(1 << 20);
    for n in 0..4 {
        assert_eq!(other.get(&key(n)), Some(compiled(n, 1000 * usize::from(n))));
    }
    let status = other.status();
    assert_eq!((status.hits, status.misses, status.damaged), (4, 0, 0));
    assert_eq!(disk.status().writes, 4);
}

#[test]
fn any_damage_is_a_miss_and_is_mended() {
    let scratch = Scratch::new("damage");
    let disk = scratch.disk(1 << 20);
    let whole = compiled(2, 500);
    disk.put(&key(2), &whole);
    let path = disk.path(&key(2)).unwrap();
    let bytes = fs::read(&path).unwrap();
    let mut damaged: Vec<Vec<u8>> = vec![Vec::new(), b"not an entry".to_vec(), vec![0; bytes.len()]];
    damaged.extend((1..bytes.len()).step_by(37).map(|len| bytes[..len].to_vec()));
    // The eighth byte is the format's version: one of another release is a miss too, and stays.
    damaged.extend((0..bytes.len()).filter(|at| *at != 7).map(|at| {
        let mut flipped = bytes.clone();
        flipped[at] ^= 0x10;
        flipped
    }));
    damaged.push([&*bytes, b"x"].concat());
    for (n, wrong) in damaged.iter().enumerate() {
        fs::write(&path, wrong).unwrap();
        assert_eq!(disk.get(&key(2)), None, "damage {n}");
        assert!(!path.exists(), "a damaged entry is removed");
    }
    assert_eq!(disk.status().damaged, damaged.len() as u64);
    disk.put(&key(2), &whole);
    assert_eq!(disk.get(&key(2)), Some(whole));
}

#[test]
fn a_checksum_over_wrong_lengths_is_no_panic() {
    let mut body = MAGIC.to_vec();
    body.extend_from_slice(&key(0).0);
    body.push(0);
    body.extend_from_slice(&[0; 32]);
    for _ in 0..3 {
        body.extend_from_slice(&u32::MAX.to_le_bytes());
    }
    body.extend_from_slice(&u64::MAX.to_le_bytes());
    let checksum = Sha256::hash(&body);
    body.extend_from_slice(&checksum);
    assert!(decode(&body, &key(0)).is_err());
}

#[test]
fn an_entry_of_the_first_format_is_a_miss() {
    let scratch = Scratch::new("format");
    let disk = scratch.disk(1 << 20);
    disk.put(&key(0), &compiled(0, 10));
    let path = disk.path(&key(0)).unwrap();
    // The first format's magic, no block and no shared memory; the checksum is right.
    let bytes = fs::read(&path).unwrap();
    let mut old = b"KILNOBJ\x01".to_vec();
    old.push(bytes[40]);
    old.extend_from_slice(&bytes[65..bytes.len() - CHECKSUM]);
    let checksum = Sha256::hash(&old);
    old.extend_from_slice(&checksum);
    fs::write(&path, &old).unwrap();
    assert_eq!(disk.get(&key(0)), None);
    assert_eq!(disk.status().damaged, 0, "it is another release's");
}

#[test]
fn a_folder_in_the_file_s_place_is_a_miss() {
    let scratch = Scratch::new("folder");
    let disk = scratch.disk(1 << 20);
    let path = disk.path(&key(1)).unwrap();
    fs::create_dir_all(&path).unwrap();
    assert_eq!(disk.get(&key(1)), None);
    disk.put(&key(1), &compiled(1, 10));
    assert_eq!(disk.get(&key(1)), Some(compiled(1, 10)));
    // One that holds something is not ours to remove: it stays, and nothing is cached under its name.
    let path = disk.path(&key(2)).unwrap();
    fs::create_dir_all(path.join("somebody's")).unwrap();
    assert_eq!(disk.get(&key(2)), None);
    disk.put(&key(2), &compiled(2, 10));
    assert_eq!(disk.get(&key(2)), None);
    assert!(disk.status().write_error.is_some() && path.is_dir());
}

#[test]
fn a_folder_that_cannot_be_is_no_error() {
    let scratch = Scratch::new("unwritable");
    fs::create_dir_all(&scratch.0).unwrap();
    let file = scratch.0.join("a file");
    fs::write(&file, b"").unwrap();
    let disk = Disk::new(Config { directory: Ok(file.join("cache")), max_bytes: 1 << 20 });
    disk.put(&key(0), &compiled(0, 10));
    assert_eq!(disk.get(&key(0)), None);
    let status = disk.status();
    assert!(status.write_error.is_some_and(|text| text.contains("a file")));
}

#[test]
fn the_longest_unused_go_first() {
    let scratch = Scratch::new("eviction");
    let size = encode(&key(0), &compiled(0, 1000)).len() as u64;
    let disk = scratch.disk(size * 10);
    for n in 0..10 {
        disk.put(&key(n), &compiled(n, 1000));
        age(&disk.path(&key(n)).unwrap(), Duration::from_secs(60 * (100 - u64::from(n))));
    }
    assert_eq!(disk.status().evictions, 0);
    // Entry 0 is the oldest; a hit would not renew it within a day, so it is made older and then used.
    age(&disk.path(&key(0)).unwrap(), Duration::from_secs(60 * 60 * 48));
    assert!(disk.get(&key(0)).is_some());
    disk.put(&key(10), &compiled(10, 1000));
    assert_eq!(disk.status().evictions, 2, "down to nine tenths");
    let kept: Vec<u8> = (0..11).filter(|n| disk.path(&key(*n)).unwrap().exists()).collect();
    assert_eq!(kept, [0, 3, 4, 5, 6, 7, 8, 9, 10]);
    // Another process finds the folder full, and counts what is there.
    let other = scratch.disk(size * 3);
    other.put(&key(11), &compiled(11, 1000));
    let left: u64 = entries(&scratch.0).iter().map(|entry| entry.bytes).sum();
    assert!(left <= size * 3, "{left}");
}

/// Entries of a hundred bytes, so many in each folder, the later the newer.
fn fill(scratch: &Scratch, per_shard: u64) {
    for shard in 0..SHARDS {
        let folder = scratch.0.join(OBJECTS).join(format!("{shard:02x}"));
        fs::create_dir_all(&folder).unwrap();
        for n in 0..per_shard {
            let path = folder.join(format!("{n:062x}"));
            fs::write(&path, [0; 100]).unwrap();
            age(&path, Duration::from_secs(60 * (per_shard - n)));
        }
    }
    fs::write(scratch.0.join(OBJECTS).join(folder::MARKER), b"").unwrap();
}

/// `KILN_CACHE_ENTRIES` is another number of entries.
#[test]
fn a_first_write_into_many_entries_reads_one_folder() {
    let scratch = Scratch::new("many");
    let entries = std::env::var("KILN_CACHE_ENTRIES").map_or(5000, |text| text.parse().unwrap());
    let per_shard = entries / SHARDS;
    fill(&scratch, per_shard);
    let size = encode(&key(0), &compiled(0, 0)).len() as u64;
    let at_start = Instant::now();
    let disk = scratch.disk(SHARDS * (per_shard * 100 + 4 * size));
    folder::READ.set(0);
    assert_eq!(disk.get(&key(0)), None);
    disk.put(&key(0), &compiled(0, 0));
    println!("{entries} entries: {:?}", at_start.elapsed());
    assert_eq!((folder::READ.get(), disk.status().evictions), (1, 0));
    // The shard keeps its part of the bound.
    let disk = scratch.disk(SHARDS * (per_shard * 100));
    disk.put(&key(0), &compiled(0, 0));
    let shard = disk.path(&key(0)).unwrap();
    let left = folder::shard_entries(shard.parent().unwrap());
    assert_eq!(folder::READ.get(), 3);
    let bytes: u64 = left.iter().map(|entry| entry.bytes).sum();
    assert!(bytes <= per_shard * 90 && bytes + 100 > per_shard * 90 && shard.exists(), "{bytes}");
    assert!(!shard.with_file_name(format!("{:062x}", 0)).exists(), "the longest unused goes first");
    let at_start = Instant::now();
    let _ = folder::entries(&scratch.0);
    println!("to count all: {:?}", at_start.elapsed());
}

#[test]
fn a_hit_is_noted_once_a_day() {
    let scratch = Scratch::new("renew");
    let disk = scratch.disk(1 << 20);
    disk.put(&key(0), &compiled(0, 10));
    let path = disk.path(&key(0)).unwrap();
    let used = || fs::metadata(&path).unwrap().modified().unwrap();
    age(&path, Duration::from_secs(60 * 60));
    let before = used();
    disk.get(&key(0)).unwrap();
    assert_eq!(used(), before);
    age(&path, RENEW_AFTER + Duration::from_secs(60));
    disk.get(&key(0)).unwrap();
    assert!(used() > before);
}

#[test]
fn what_a_killed_writer_left_is_ignored_and_removed() {
    let scratch = Scratch::new("killed");
    let disk = scratch.disk(1 << 20);
    disk.put(&key(0), &compiled(0, 10));
    let folder = disk.path(&key(0)).unwrap().parent().unwrap().to_owned();
    let (old, new) = (folder.join(".tmp-1-0-0"), folder.join(".tmp-2-0-0"));
    fs::write(&old, b"half").unwrap();
    fs::write(&new, b"half").unwrap();
    age(&old, STALE_AFTER + Duration::from_secs(60));
    assert!(disk.get(&key(0)).is_some());
    scratch.disk(1 << 20).put(&key(1), &compiled(1, 10));
    assert!(!old.exists(), "nobody writes it any more");
    assert!(new.exists(), "somebody may be writing it");
}

#[test]
fn threads_see_whole_entries() {
    let scratch = Scratch::new("threads");
    let disk = scratch.disk(1 << 30);
    std::thread::scope(|scope| {
        for thread in 0..8u8 {
            let disk = &disk;
            scope.spawn(move || {
                for turn in 0..50u8 {
                    let n = (thread + turn) % 5;
                    if let Some(found) = disk.get(&key(n)) {
                        assert_eq!(found, compiled(n, 20_000));
                    }
                    disk.put(&key(n), &compiled(n, 20_000));
                }
            });
        }
    });
    assert_eq!(disk.status().damaged, 0);
}

/// The body of a process that another test starts.
#[test]
#[ignore = "run by `processes_see_whole_entries`"]
fn child() {
    let Some(directory) = std::env::var_os("KILN_TEST_CACHE") else { return };
    let disk = Disk::new(Config { directory: Ok(directory.into()), max_bytes: 1 << 30 });
    for turn in 0..200u8 {
        let n = turn % 5;
        if let Some(found) = disk.get(&key(n)) {
            assert_eq!(found, compiled(n, 20_000));
        }
        disk.put(&key(n), &compiled(n, 20_000));
    }
    assert_eq!(disk.status().damaged, 0);
}

#[test]
fn processes_see_whole_entries() {
    let scratch = Scratch::new("processes");
    let spawn = || {
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "jit::disk::tests::child", "--ignored", "--nocapture"])
            .env("KILN_TEST_CACHE", &scratch.0)
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap()
    };
    let mut children: Vec<_> = (0..4).map(|_| spawn()).collect();
    // One writer dies in the middle of its work; the others do not notice.
    let mut victim = spawn();
    std::thread::sleep(Duration::from_millis(30));
    victim.kill().unwrap();
    victim.wait().unwrap();
    for child in children.drain(..) {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
    }
    let disk = scratch.disk(1 << 30);
    for n in 0..5 {
        assert_eq!(disk.get(&key(n)), Some(compiled(n, 20_000)));
    }
}

#[test]
fn a_hit_takes_less_than_a_millisecond() {
    let scratch = Scratch::new("speed");
    let disk = scratch.disk(1 << 20);
    disk.put(&key(0), &compiled(0, 30_000));
    let best = (0..50)
        .map(|_| {
            let start = Instant::now();
            assert!(disk.get(&key(0)).is_some());
            start.elapsed()
        })
        .min()
        .unwrap();
    // Hashing is slow without optimization; the bar is for release.
    let bar = if cfg!(debug_assertions) { Duration::from_millis(20) } else { Duration::from_millis(1) };
    assert!(best < bar, "{best:?}");
}

fn config(pairs: &[(&str, &str)]) -> Config {
    let map: HashMap<String, OsString> = pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).into())).collect();
    Config::from_environment(&|name| map.get(name).cloned())
}

#[test]
#[cfg(not(windows))]
fn the_environment_is_heard() {
    let path = |config: Config| config.directory.unwrap();
    assert_eq!(path(config(&[("HOME", "/h")])), Path::new("/h/.cache/kiln"));
    assert_eq!(path(config(&[("HOME", "/h"), ("XDG_CACHE_HOME", "/x")])), Path::new("/x/kiln"));
    assert_eq!(path(config(&[("HOME", "/h"), ("XDG_CACHE_HOME", "relative")])), Path::new("/h/.cache/kiln"));
    assert_eq!(path(config(&[("HOME", "/h"), ("KILN_CACHE_DIR", "/k")])), Path::new("/k"));
    assert!(config(&[]).directory.unwrap_err().contains("HOME"));
    for off in ["off", "OFF", "0", "false"] {
        assert!(config(&[("HOME", "/h"), ("KILN_CACHE", off)]).directory.unwrap_err().contains("KILN_CACHE"));
    }
    assert!(config(&[("HOME", "/h"), ("KILN_CACHE", "on")]).directory.is_ok());
    assert_eq!(config(&[]).max_bytes, 1 << 30);
    assert_eq!(config(&[("KILN_CACHE_MAX_BYTES", "4096")]).max_bytes, 4096);
    assert_eq!(config(&[("KILN_CACHE_MAX_BYTES", "much")]).max_bytes, 1 << 30);
}

#[test]
fn off_is_quiet() {
    let disk = Disk::new(Config { directory: Err("KILN_CACHE turns it off".to_owned()), max_bytes: 1 });
    disk.put(&key(0), &compiled(0, 10));
    assert_eq!(disk.get(&key(0)), None);
    let status = disk.status();
    assert!(status.directory.is_none() && status.off.is_some() && status.write_error.is_none());
}
