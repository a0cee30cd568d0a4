//! What somebody, or bad luck, may do to the files of a cache: none of it runs another kernel, hangs a launch, or
//! costs an entry or a file of others.

use std::sync::mpsc;

use super::*;
use crate::jit::cache_admin::{clear, entries as listed, trim};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// What a process that runs one ignored test of this file prints.
fn process(test: &str, shell: &str, folder: &Path) -> String {
    let program = std::env::current_exe().unwrap();
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("{shell} exec \"$0\" --exact jit::disk::tests::attacks::{test} --ignored --nocapture"))
        .arg(program)
        .env("KILN_TEST_CACHE", folder)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

fn folder_of_the_test() -> Option<PathBuf> {
    std::env::var_os("KILN_TEST_CACHE").map(PathBuf::from)
}

/// Fails a test that waits for a file instead of hanging it.
fn at_once<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || send.send(work()));
    receive.recv_timeout(Duration::from_secs(20)).expect("it waits for a file")
}

fn date(path: &Path, time: SystemTime) {
    File::options().append(true).open(path).unwrap().set_modified(time).unwrap();
}

#[test]
fn swapped_entries_are_misses() {
    let scratch = Scratch::new("swapped");
    let disk = scratch.disk(1 << 20);
    for n in 0..2 {
        disk.put(&key(n), &compiled(n, 100));
    }
    let [a, b] = [0, 1].map(|n| disk.path(&key(n)).unwrap());
    let aside = scratch.0.join("aside");
    fs::rename(&a, &aside).unwrap();
    fs::rename(&b, &a).unwrap();
    fs::rename(&aside, &b).unwrap();
    let useless = listed(&scratch.0).unwrap().iter().filter(|entry| entry.contents.is_err()).count();
    assert_eq!(useless, 2, "`kiln-cache verify` tells them");
    for n in 0..2 {
        assert_eq!(disk.get(&key(n)), None);
    }
    assert_eq!(disk.status().damaged, 2);
    disk.put(&key(0), &compiled(0, 100));
    assert_eq!(disk.get(&key(0)), Some(compiled(0, 100)));
}

#[test]
fn a_thousand_misplaced_entries_run_no_other_kernel() {
    const COUNT: u8 = 250;
    let scratch = Scratch::new("misplaced");
    let disk = scratch.disk(1 << 30);
    for turn in 1..=4u8 {
        for n in 0..COUNT {
            disk.put(&key(n), &compiled(n, 100));
        }
        // Each file goes to the place of another.
        let bytes: Vec<Vec<u8>> =
            (0..COUNT).map(|n| fs::read(disk.path(&key(n)).unwrap()).unwrap()).collect();
        for n in 0..COUNT {
            let other = (usize::from(n) + usize::from(turn) * 37) % bytes.len();
            fs::write(disk.path(&key(n)).unwrap(), &bytes[other]).unwrap();
        }
        assert!((0..COUNT).all(|n| disk.get(&key(n)).is_none()));
    }
    assert_eq!(disk.status().damaged, 1000);
}

#[test]
#[ignore = "run by `no_descriptor_left_deletes_nothing`"]
fn child_without_descriptors() {
    let Some(folder) = folder_of_the_test() else { return };
    let disk = Disk::new(Config { directory: Ok(folder), max_bytes: 1 << 30 });
    let mut held = Vec::new();
    while let Ok(file) = File::open("/dev/null") {
        held.push(file);
    }
    let found = (0..64).filter(|n| disk.get(&key(*n)).is_some()).count();
    drop(held);
    println!("found {found}, then {}", (0..64).filter(|n| disk.get(&key(*n)).is_some()).count());
}

#[test]
#[cfg(unix)]
fn no_descriptor_left_deletes_nothing() {
    let scratch = Scratch::new("descriptors");
    let disk = scratch.disk(1 << 30);
    for n in 0..64 {
        disk.put(&key(n), &compiled(n, 10));
    }
    let text = process("child_without_descriptors", "ulimit -n 32;", &scratch.0);
    assert!(text.contains("found 0, then 64"), "{text}");
}

#[test]
#[cfg(unix)]
fn an_entry_that_cannot_be_read_stays() {
    use std::os::unix::fs::PermissionsExt as _;
    let scratch = Scratch::new("unreadable");
    let disk = scratch.disk(1 << 20);
    disk.put(&key(0), &compiled(0, 10));
    let path = disk.path(&key(0)).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if File::open(&path).is_ok() {
        // Root reads everything.
        return;
    }
    assert_eq!(disk.get(&key(0)), None);
    assert!(path.exists());
}

#[test]
#[cfg(unix)]
fn a_pipe_in_an_entry_s_place_is_a_miss() {
    let scratch = Scratch::new("pipe");
    let disk = scratch.disk(1 << 20);
    disk.put(&key(0), &compiled(0, 10));
    let path = disk.path(&key(0)).unwrap();
    fs::remove_file(&path).unwrap();
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let folder = scratch.0.clone();
    assert!(at_once(move || listed(folder).unwrap().is_empty()), "a pipe is no entry");
    let disk = at_once(move || {
        assert_eq!(disk.get(&key(0)), None);
        disk
    });
    disk.put(&key(0), &compiled(0, 10));
    assert_eq!(disk.get(&key(0)), Some(compiled(0, 10)));
}

#[test]
#[cfg(unix)]
fn a_link_to_a_device_is_not_read() {
    let scratch = Scratch::new("device");
    let disk = scratch.disk(1 << 20);
    disk.put(&key(0), &compiled(0, 10));
    let path = disk.path(&key(0)).unwrap();
    fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
    // An endless file would end in exhausted memory; the child has little of it.
    drop(disk);
    let text = process("child_reads_one", "ulimit -v 4000000;", &scratch.0);
    assert!(text.contains("nothing"), "{text}");
    assert!(Path::new("/dev/zero").exists());
}

#[test]
#[ignore = "run by `a_link_to_a_device_is_not_read` and `a_file_without_end_is_not_read`"]
fn child_reads_one() {
    let Some(folder) = folder_of_the_test() else { return };
    let disk = Disk::new(Config { directory: Ok(folder), max_bytes: 1 << 30 });
    println!("{}", if disk.get(&key(0)).is_some() { "something" } else { "nothing" });
}

#[test]
#[cfg(unix)]
fn a_file_without_end_is_not_read() {
    let scratch = Scratch::new("huge");
    let disk = scratch.disk(1 << 20);
    disk.put(&key(0), &compiled(0, 10));
    let path = disk.path(&key(0)).unwrap();
    // Sparse: it takes no room on the disk.
    File::options().write(true).open(&path).unwrap().set_len(1 << 40).unwrap();
    let text = process("child_reads_one", "ulimit -v 4000000;", &scratch.0);
    assert!(text.contains("nothing"), "{text}");
}

#[test]
fn a_date_in_the_future_keeps_no_entry_for_ever() {
    let scratch = Scratch::new("future");
    let size = fs_size(&scratch);
    let disk = scratch.disk(size * 4);
    for n in 0..4 {
        disk.put(&key(n), &compiled(n, 1000));
    }
    let path = |n: u8| disk.path(&key(n)).unwrap();
    date(&path(0), SystemTime::now() + 1000 * DAY);
    date(&path(1), SystemTime::now() + 1000 * DAY);
    // One is used again, which dates it anew; the other counts as the longest unused.
    assert!(disk.get(&key(1)).is_some());
    assert!(fs::metadata(path(1)).unwrap().modified().unwrap() < SystemTime::now() + DAY);
    disk.put(&key(4), &compiled(4, 1000));
    assert!(!path(0).exists() && path(1).exists());
    // So with a temporary file.
    let temporary = path(1).with_file_name(".tmp-1-0-0");
    fs::write(&temporary, b"half").unwrap();
    date(&temporary, SystemTime::now() + 1000 * DAY);
    scratch.disk(1 << 20).put(&key(5), &compiled(5, 10));
    assert!(!temporary.exists());
}

/// How large an entry of 1000 bytes is.
fn fs_size(scratch: &Scratch) -> u64 {
    let disk = scratch.disk(1 << 20);
    disk.put(&key(0), &compiled(0, 1000));
    fs::metadata(disk.path(&key(0)).unwrap()).unwrap().len()
}

#[test]
#[cfg(unix)]
fn what_is_made_is_the_user_s_alone() {
    use std::os::unix::fs::MetadataExt as _;
    let scratch = Scratch::new("mode");
    let disk = Disk::new(Config { directory: Ok(scratch.0.join("a/b")), max_bytes: 1 << 20 });
    disk.put(&key(0), &compiled(0, 10));
    let shard = disk.path(&key(0)).unwrap().parent().unwrap().to_owned();
    for folder in [shard.parent().unwrap(), &shard, &scratch.0.join("a"), &scratch.0.join("a/b")] {
        assert_eq!(fs::metadata(folder).unwrap().mode() & 0o777, 0o700, "{}", folder.display());
    }
}

#[test]
#[cfg(unix)]
fn a_folder_that_others_may_write_is_not_used() {
    use std::os::unix::fs::PermissionsExt as _;
    let scratch = Scratch::new("others");
    scratch.disk(1 << 20).put(&key(0), &compiled(0, 10));
    fs::set_permissions(&scratch.0, fs::Permissions::from_mode(0o777)).unwrap();
    let disk = scratch.disk(1 << 20);
    assert_eq!(disk.get(&key(0)), None);
    disk.put(&key(1), &compiled(1, 10));
    assert!(!disk.path(&key(1)).unwrap().exists());
    let why = disk.status().off.unwrap();
    assert!(why.contains("every user may write to ") && why.contains("chmod"), "{why}");
}

#[test]
#[cfg(unix)]
fn the_folder_of_another_user_is_not_used() {
    let scratch = Scratch::new("owner");
    scratch.disk(1 << 20).put(&key(0), &compiled(0, 10));
    if std::os::unix::fs::chown(&scratch.0, Some(12345), None).is_err() {
        // Only root gives folders away.
        return;
    }
    let disk = scratch.disk(1 << 20);
    assert_eq!(disk.get(&key(0)), None);
    let why = disk.status().off.unwrap();
    assert!(why.contains("user 12345"), "{why}");
}

/// A folder as Git has it where objects are named by SHA-256.
fn repository(scratch: &Scratch) -> Vec<PathBuf> {
    let objects = scratch.0.join(OBJECTS);
    let mut files = Vec::new();
    for n in 0..4 {
        files.push(folder::file(&scratch.0, &key(n)));
        fs::create_dir_all(files.last().unwrap().parent().unwrap()).unwrap();
        fs::write(files.last().unwrap(), b"\x78\x01 an object of Git").unwrap();
    }
    fs::create_dir_all(objects.join("info")).unwrap();
    fs::create_dir_all(objects.join("pack")).unwrap();
    fs::write(scratch.0.join("HEAD"), b"ref: refs/heads/main\n").unwrap();
    files
}

#[test]
fn a_repository_of_git_is_no_cache() {
    let scratch = Scratch::new("git");
    let files = repository(&scratch);
    for refused in [listed(&scratch.0).map(|_| 0), trim(&scratch.0, 0), clear(&scratch.0)] {
        let why = refused.unwrap_err().to_string();
        assert!(why.contains("not a cache of Kiln's"), "{why}");
    }
    assert!(files.iter().all(|file| file.exists()));
    // Nor does a launch put anything there, or keep a bound of it.
    let disk = scratch.disk(10);
    disk.put(&key(9), &compiled(9, 1000));
    assert!(files.iter().all(|file| file.exists()));
    assert!(disk.status().write_error.unwrap().contains("not a cache of Kiln's"));
    assert!(!disk.path(&key(9)).unwrap().exists());
}

#[test]
fn a_cache_of_an_earlier_release_is_one() {
    let scratch = Scratch::new("adopted");
    scratch.disk(1 << 20).put(&key(0), &compiled(0, 10));
    for file in fs::read_dir(scratch.0.join(OBJECTS)).unwrap().flatten() {
        if file.metadata().unwrap().is_file() {
            fs::remove_file(file.path()).unwrap();
        }
    }
    assert_eq!(listed(&scratch.0).unwrap().len(), 1);
    let disk = scratch.disk(1 << 20);
    disk.put(&key(1), &compiled(1, 10));
    assert_eq!(disk.status().write_error, None);
    assert_eq!(clear(&scratch.0).unwrap(), 2);
}

#[test]
#[cfg(unix)]
fn links_are_not_followed_to_what_is_removed() {
    let scratch = Scratch::new("links");
    let disk = scratch.disk(1 << 20);
    disk.put(&key(0), &compiled(0, 10));
    // A folder of others, with files that are named as entries are.
    let others = Scratch::new("links-others");
    fs::create_dir_all(&others.0).unwrap();
    let path = disk.path(&key(1)).unwrap();
    let theirs = others.0.join(path.file_name().unwrap());
    fs::write(&theirs, b"theirs").unwrap();
    std::os::unix::fs::symlink(&others.0, path.parent().unwrap()).unwrap();
    let linked = disk.path(&key(0)).unwrap().with_file_name("0".repeat(62));
    std::os::unix::fs::symlink(&theirs, &linked).unwrap();
    assert_eq!(listed(&scratch.0).unwrap().len(), 1);
    assert_eq!(disk.get(&key(1)), None);
    assert_eq!(clear(&scratch.0).unwrap(), 1);
    assert_eq!(fs::read(&theirs).unwrap(), b"theirs");
}

#[test]
#[ignore = "run by `the_next_start_removes_what_killed_writers_left`"]
fn child_writes_until_it_is_killed() {
    let Some(folder) = folder_of_the_test() else { return };
    let disk = Disk::new(Config { directory: Ok(folder), max_bytes: 1 << 30 });
    for n in (0..200).cycle() {
        disk.put(&key(n), &compiled(n, 200_000));
    }
}

#[test]
#[cfg(unix)]
fn the_next_start_removes_what_killed_writers_left() {
    let scratch = Scratch::new("kills");
    let is_nightly = std::env::var("KILN_DEPTH").is_ok_and(|depth| depth == "nightly");
    for turn in 0..if is_nightly { 1000 } else { 20 } {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "jit::disk::tests::attacks::child_writes_until_it_is_killed", "--ignored"])
            .env("KILN_TEST_CACHE", &scratch.0)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(20 + turn * 3 % 60));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    scratch.disk(1 << 30).get(&key(255));
    let left: Vec<_> = temporaries(&scratch.0.join(OBJECTS));
    assert!(left.is_empty(), "{left:?}");
    assert!(listed(&scratch.0).unwrap().iter().all(|entry| entry.contents.is_ok()));
}

#[test]
#[cfg(target_os = "linux")]
fn a_temporary_file_lives_as_long_as_its_writer() {
    let scratch = Scratch::new("writers");
    scratch.disk(1 << 20).put(&key(0), &compiled(0, 10));
    let [left, held] =
        ["left", "held"].map(|name| folder::temporaries(&scratch.0).join(format!("{TEMPORARY}{name}")));
    fs::write(&left, b"half").unwrap();
    let writer = File::create(&held).unwrap();
    assert_eq!(files::lock(&writer), Some(true));
    assert!(scratch.disk(1 << 20).get(&key(0)).is_some());
    assert!(!left.exists() && held.exists());
    drop(writer);
    assert!(scratch.disk(1 << 20).get(&key(0)).is_some());
    assert!(!held.exists());
}

fn temporaries(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        if file.file_type().unwrap().is_dir() {
            all.extend(temporaries(&file.path()));
        } else if file.file_name().to_string_lossy().starts_with(TEMPORARY) {
            all.push(file.path());
        }
    }
    all
}
