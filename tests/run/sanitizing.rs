//! The sanitizer finds what only shows at times, in `unsafe` and `unchecked` kernels too, and nothing in clean ones.
//!
//! A spoiled line ends in a comment; tests look for its number by that comment.

use std::sync::atomic::Ordering;

use kiln::prelude::*;
use kiln::sanitize::Party;
use kiln::{Buffer, Device, Error, Finding, FindingKind, Stream};

/// The number of the line that ends in a comment, or stands above one.
fn line(comment: &str) -> u32 {
    let mark = format!("// {comment}");
    let mut lines = include_str!("sanitizing.rs").lines().enumerate();
    let found = lines.find(|(_, line)| line.ends_with(&mark));
    found.map_or(0, |(index, line)| index as u32 + u32::from(line.trim() != mark))
}

fn stream() -> Stream {
    Device::sanitized().new_stream().expect("the CPU has streams")
}

/// What was found by the launches before.
#[track_caller]
fn found(stream: &Stream) -> Finding {
    match stream.synchronize() {
        Err(Error::Sanitizer { finding, .. }) => {
            // A finding is told once.
            stream.synchronize().expect("nothing else is wrong");
            *finding
        }
        other => panic!("nothing was found: {other:?}"),
    }
}

#[track_caller]
fn at(party: Option<&Party>, comment: &str) -> ([u32; 3], [u32; 3]) {
    let party = party.expect("somebody was there");
    assert!(party.file.ends_with("sanitizing.rs"), "{party}");
    assert_eq!(party.line, line(comment), "{party}");
    assert!(party.column > 0);
    (party.block, party.thread)
}

#[kernel]
unsafe fn neighbors(x: &mut [u32]) {
    let i = global_id();
    if i + 1 < x.len() {
        let next = x[i + 1]; // reads its neighbor
        x[i] = next; // writes its own
    }
}

#[test]
fn a_read_and_a_write_of_one_element_race() {
    let stream = stream();
    let mut x = stream.upload(&[1u32; 64]).unwrap();
    // SAFETY: the sanitizer looks at it.
    unsafe { neighbors(&mut x) }.threads(64).block(64).launch(&stream).unwrap();
    let finding = found(&stream);
    assert_eq!((finding.kind, finding.kind.code(), &*finding.what), (FindingKind::Race, "race", "x[1]"));
    assert_eq!(at(finding.here.as_ref(), "writes its own").1, [1, 0, 0]);
    assert_eq!(at(finding.other.as_ref(), "reads its neighbor").1, [0, 0, 0]);
    let text = Error::Sanitizer { kernel: "neighbors", finding: Box::new(finding) }.to_string();
    for part in ["data race on `x[1]`", "global memory", "thread (1, 0, 0)", "thread (0, 0, 0)", "help:"] {
        assert!(text.contains(part), "{text}");
    }
}

#[kernel]
unsafe fn crowd(x: &mut [u32]) {
    x[global_id() / 2] = 1; // two threads write one element
}

#[kernel]
unsafe fn crowd_of_blocks(x: &mut [u32]) {
    if thread_idx().x == 0 {
        x[block_idx().x / 2] = 1; // two blocks write one element
    }
}

#[test]
fn two_writes_race_in_a_block_and_across_blocks() {
    let stream = stream();
    let mut x = stream.upload(&[0u32; 64]).unwrap();
    // SAFETY: the sanitizer looks at it.
    unsafe { crowd(&mut x) }.threads(128).block(128).launch(&stream).unwrap();
    let finding = found(&stream);
    assert_eq!(finding.kind, FindingKind::Race);
    at(finding.here.as_ref(), "two threads write one element");
    at(finding.other.as_ref(), "two threads write one element");
    // SAFETY: as above.
    unsafe { crowd_of_blocks(&mut x) }.threads(128).block(32).launch(&stream).unwrap();
    let finding = found(&stream);
    assert_eq!(at(finding.here.as_ref(), "two blocks write one element"), ([1, 0, 0], [0, 0, 0]));
    assert_eq!(at(finding.other.as_ref(), "two blocks write one element"), ([0, 0, 0], [0, 0, 0]));
}

#[kernel]
unsafe fn counted(x: &[AtomicU32], seen: &mut [u32]) {
    let i = global_id();
    x[0].fetch_add(1, Ordering::Relaxed);
    seen[i] = x[0].load(Ordering::Relaxed);
}

#[kernel(block = 64)]
unsafe fn mixed(out: &mut [u32]) {
    let count = shared::<[AtomicU32; 1]>();
    let t = thread_idx().x;
    if t == 0 {
        count[0].store(0, Ordering::Relaxed);
    }
    sync_threads();
    count[0].fetch_add(1, Ordering::Relaxed);
    sync_threads();
    out[t] = count[0].load(Ordering::Relaxed);
}

#[test]
fn atomics_do_not_race_with_atomics() {
    let stream = stream();
    let mut x = stream.upload(&[0u32]).unwrap();
    let mut seen = stream.upload(&[0u32; 128]).unwrap();
    // SAFETY: every access to shared elements is atomic.
    unsafe { counted(&mut x, &mut seen) }.threads(128).block(32).launch(&stream).unwrap();
    // SAFETY: as above.
    unsafe { mixed(&mut seen) }.threads(64).launch(&stream).unwrap();
    stream.synchronize().unwrap();
    assert_eq!(stream.download(&seen).unwrap()[..64], [64; 64]);
}

#[kernel(block = 64)]
fn reversed(x: &mut [u32]) {
    let tile = shared::<[u32; 64]>();
    let t = thread_idx().x;
    tile[t] = x[t];
    sync_threads();
    x[t] = tile[63 - t];
}

#[kernel(block = 64)]
unsafe fn reversed_in_haste(x: &mut [u32]) {
    let tile = shared::<[u32; 64]>();
    let t = thread_idx().x;
    tile[t] = x[t]; // writes the tile
    x[t] = tile[63 - t]; // reads too early
}

/// Within one warp, so that a machine which runs warps in step would hide it.
#[kernel(block = 32)]
unsafe fn rotated_in_haste(x: &mut [u32]) {
    let tile = shared::<[u32; 32]>();
    let t = thread_idx().x;
    tile[t] = x[t]; // writes within a warp
    x[t] = tile[(t + 1) % 32]; // reads within a warp
}

#[kernel(block = 32)]
unsafe fn rotated(x: &mut [u32]) {
    let tile = shared::<[u32; 32]>();
    let t = thread_idx().x;
    tile[t] = x[t];
    warp::sync();
    x[t] = tile[(t + 1) % 32];
}

#[test]
fn shared_memory_races_between_barriers() {
    let stream = stream();
    let values: Vec<u32> = (0..64).collect();
    let mut x = stream.upload(&values).unwrap();
    reversed(&mut x).threads(64).launch(&stream).unwrap();
    stream.synchronize().unwrap();
    // SAFETY: the sanitizer looks at it.
    unsafe { reversed_in_haste(&mut x) }.threads(64).launch(&stream).unwrap();
    let finding = found(&stream);
    assert_eq!((finding.kind, &*finding.what), (FindingKind::Race, "tile[63]"));
    assert_eq!(at(finding.here.as_ref(), "reads too early").1, [0, 0, 0]);
    assert_eq!(at(finding.other.as_ref(), "writes the tile").1, [63, 0, 0]);
    assert!(finding.to_string().contains("sync_threads()"), "{finding}");
    // SAFETY: as above.
    unsafe { rotated_in_haste(&mut x) }.threads(32).launch(&stream).unwrap();
    let finding = found(&stream);
    at(finding.here.as_ref(), "reads within a warp");
    at(finding.other.as_ref(), "writes within a warp");
    // SAFETY: the barrier of the warp orders the two.
    unsafe { rotated(&mut x) }.threads(32).launch(&stream).unwrap();
    stream.synchronize().unwrap();
}

#[kernel(unchecked)]
unsafe fn beyond(x: &[u32], out: &mut [u32]) {
    let i = global_id();
    out[i] = x[i + 1]; // reads past the end
}

#[kernel(unchecked)]
unsafe fn beyond_its_own(out: &mut [u32]) {
    let i = global_id();
    let mut own = [0u32; 4];
    own[i + 2] = 1; // writes past its own array
    out[i] = own[0];
}

#[test]
fn unchecked_indices_are_looked_at() {
    let stream = stream();
    let x = stream.upload(&[7u32; 64]).unwrap();
    let mut out = stream.alloc_zeroed::<u32>(64).unwrap();
    // SAFETY: the sanitizer looks at it.
    unsafe { beyond(&x, &mut out) }.threads(64).block(32).launch(&stream).unwrap();
    let finding = found(&stream);
    assert_eq!((finding.kind, &*finding.what, finding.values), (FindingKind::OutOfBounds, "x[64]", [64, 64]));
    assert_eq!(at(finding.here.as_ref(), "reads past the end"), ([1, 0, 0], [31, 0, 0]));
    // SAFETY: as above.
    unsafe { beyond_its_own(&mut out) }.threads(4).block(4).launch(&stream).unwrap();
    let finding = found(&stream);
    assert_eq!((finding.kind, &*finding.what, finding.values), (FindingKind::OutOfBounds, "own[4]", [4, 4]));
    at(finding.here.as_ref(), "writes past its own array");
}

#[kernel(block = 64)]
unsafe fn half_filled(out: &mut [u32]) {
    let tile = shared::<[u32; 64]>();
    let t = thread_idx().x;
    if t < 32 {
        tile[t] = 1;
    }
    sync_threads();
    out[t] = tile[t]; // reads what nobody wrote
}

#[test]
fn shared_memory_begins_without_contents() {
    let stream = stream();
    let mut out = stream.alloc_zeroed::<u32>(64).unwrap();
    // SAFETY: the sanitizer looks at it.
    unsafe { half_filled(&mut out) }.threads(64).launch(&stream).unwrap();
    let finding = found(&stream);
    assert_eq!((finding.kind, &*finding.what), (FindingKind::Uninitialized, "tile[32]"));
    assert_eq!(at(finding.here.as_ref(), "reads what nobody wrote").1, [32, 0, 0]);
}

#[kernel(block = 64)]
unsafe fn some_wait(out: &mut [u32]) {
    let t = thread_idx().x;
    // The ways part here:
    if t < 40 {
        // some go in
        sync_threads(); // and wait
    }
    out[t] = 1;
}

#[kernel(block = 64)]
unsafe fn some_leave(out: &mut [u32]) {
    let t = thread_idx().x;
    for k in 0..64 {
        // some leave early
        if k == t {
            break;
        }
        sync_threads(); // the others wait
    }
    out[t] = 1;
}

#[kernel(block = 64)]
unsafe fn some_end(out: &mut [u32]) {
    let t = thread_idx().x;
    if t >= 40 {
        return;
    }
    sync_threads();
    out[t] = 1;
}

#[test]
fn barriers_are_for_every_thread() {
    let stream = stream();
    let mut out = stream.alloc_zeroed::<u32>(64).unwrap();
    // SAFETY: the sanitizer looks at it.
    unsafe { some_wait(&mut out) }.threads(64).launch(&stream).unwrap();
    let finding = found(&stream);
    assert_eq!(finding.kind, FindingKind::DivergentBarrier);
    assert_eq!(at(finding.here.as_ref(), "and wait").1, [0, 0, 0]);
    assert_eq!(at(finding.other.as_ref(), "some go in").1, [40, 0, 0]);
    assert!(finding.to_string().contains("thread (40, 0, 0) does not come"), "{finding}");
    // SAFETY: as above.
    unsafe { some_leave(&mut out) }.threads(64).launch(&stream).unwrap();
    let finding = found(&stream);
    assert_eq!(at(finding.here.as_ref(), "the others wait").1, [1, 0, 0]);
    assert_eq!(at(finding.other.as_ref(), "some leave early").1, [0, 0, 0]);
    // SAFETY: the machine does not wait for threads that have ended.
    unsafe { some_end(&mut out) }.threads(64).launch(&stream).unwrap();
    stream.synchronize().unwrap();
}

/// The last block to finish adds up what all have left: right with a release and an acquire, and a race without.
#[kernel(block = 32)]
unsafe fn last_block(parts: &mut [u32], done: &[AtomicU32], total: &mut [u32]) {
    let last = shared::<[u32; 1]>();
    if thread_idx().x == 0 {
        parts[block_idx().x] = 1;
        let before = done[0].fetch_add(1, Ordering::AcqRel);
        last[0] = if before as usize + 1 == grid_dim().x { 1 } else { 0 };
    }
    sync_threads();
    if last[0] == 1 {
        if thread_idx().x == 5 {
            let mut sum = 0;
            for k in 0..grid_dim().x {
                sum += parts[k];
            }
            total[0] = sum;
        }
    }
}

#[kernel(block = 32)]
unsafe fn last_block_fenced(parts: &mut [u32], done: &[AtomicU32], total: &mut [u32]) {
    if thread_idx().x == 0 {
        parts[block_idx().x] = 1;
        thread_fence();
        let before = done[0].fetch_add(1, Ordering::Relaxed);
        thread_fence();
        if before as usize + 1 == grid_dim().x {
            let mut sum = 0;
            for k in 0..grid_dim().x {
                sum += parts[k];
            }
            total[0] = sum;
        }
    }
}

#[kernel(block = 32)]
unsafe fn last_block_relaxed(parts: &mut [u32], done: &[AtomicU32], total: &mut [u32]) {
    if thread_idx().x == 0 {
        parts[block_idx().x] = 1; // leaves its part
        let before = done[0].fetch_add(1, Ordering::Relaxed);
        if before as usize + 1 == grid_dim().x {
            let mut sum = 0;
            for k in 0..grid_dim().x {
                sum += parts[k]; // reads the parts
            }
            total[0] = sum;
        }
    }
}

#[test]
fn releases_and_fences_order_blocks() {
    let stream = stream();
    let mut parts = stream.alloc_zeroed::<u32>(8).unwrap();
    let mut total = stream.alloc_zeroed::<u32>(1).unwrap();
    for fenced in [false, true] {
        let mut done = stream.alloc_zeroed::<u32>(1).unwrap();
        let launch = if fenced {
            // SAFETY: the counter orders the last block behind all others.
            unsafe { last_block_fenced(&mut parts, &mut done, &mut total) }.blocks(8).launch(&stream)
        } else {
            // SAFETY: as above.
            unsafe { last_block(&mut parts, &mut done, &mut total) }.blocks(8).launch(&stream)
        };
        launch.unwrap();
        assert_eq!(stream.download(&total).unwrap(), [8]);
    }
    let mut done = stream.alloc_zeroed::<u32>(1).unwrap();
    // SAFETY: the sanitizer looks at it.
    unsafe { last_block_relaxed(&mut parts, &mut done, &mut total) }.blocks(8).launch(&stream).unwrap();
    let finding = found(&stream);
    at(finding.here.as_ref(), "reads the parts");
    at(finding.other.as_ref(), "leaves its part");
}

#[kernel]
fn fails(x: &mut [u32]) {
    let i = global_id();
    if i < 10 {
        x[i + 100] = 1;
    }
}

#[test]
fn checked_failures_stay_what_they_are() {
    let stream = stream();
    let mut x = stream.alloc_zeroed::<u32>(64).unwrap();
    fails(&mut x).threads(64).launch(&stream).unwrap();
    let error = stream.synchronize().unwrap_err();
    assert!(matches!(error, Error::KernelPanic { .. }), "{error}");
    assert!(error.to_string().contains("the length is 64 but the index is 100"), "{error}");
}

#[kernel]
unsafe fn copied(x: &[u32], y: &mut [u32]) {
    let i = global_id();
    if i < x.len() && i < y.len() {
        y[i] = x[i];
    }
}

/// A buffer of elements of the caller's, from one on.
fn part(stream: &Stream, values: &mut [u32], first: usize, len: usize) -> kiln::Result<Buffer<u32>> {
    let address = values[first..].as_mut_ptr().expose_provenance() as u64;
    // SAFETY: the tests keep the values for as long as the buffer lives, and the sanitizer runs no kernel on what
    // overlaps.
    unsafe { Buffer::from_foreign(stream, address, len, ()) }
}

#[test]
fn arguments_of_unsafe_kernels_lie_apart() {
    let stream = stream();
    let mut values = [7u32; 64];
    let (front, mut back) =
        (part(&stream, &mut values, 0, 40).unwrap(), part(&stream, &mut values, 32, 32).unwrap());
    // SAFETY: the sanitizer looks at it.
    unsafe { copied(&front, &mut back) }.threads(32).block(32).launch(&stream).unwrap();
    let finding = found(&stream);
    assert_eq!((finding.kind, &*finding.what), (FindingKind::Overlap, "y` and `x"));
    // Eight elements.
    assert_eq!(finding.values[0], 32);
    assert!(finding.to_string().contains("share 32 bytes"), "{finding}");
    // What only touches does not overlap, and two slices that are read may.
    let front = part(&stream, &mut values, 0, 32).unwrap();
    // SAFETY: the two lie apart.
    unsafe { copied(&front, &mut back) }.threads(32).block(32).launch(&stream).unwrap();
    stream.synchronize().unwrap();
    // An address between two elements is refused where the buffer is made.
    let address = values.as_ptr().expose_provenance() as u64 + 2;
    // SAFETY: no buffer comes of it.
    let misaligned = unsafe { Buffer::<u32>::from_foreign(&stream, address, 8, ()) };
    assert!(misaligned.is_err_and(|error| error.to_string().contains("is not a multiple of 4")));
}

/// What the variable turns on finds each mistake with its places, and nothing in what is right; in a process of its
/// own, since the variable is read once.
#[test]
fn the_variable_finds_each_mistake() {
    if std::env::var_os("KILN_SANITIZE").is_none_or(|value| value != "1") {
        let test = "sanitizing::the_variable_finds_each_mistake";
        let program = std::env::current_exe().expect("a test is a program");
        let mut command = std::process::Command::new(program);
        let output = command.args([test, "--exact"]).env("KILN_SANITIZE", "1").output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    let stream = Device::cpu().new_stream().expect("the CPU has streams");
    let mut x = stream.upload(&[1u32; 64]).unwrap();
    let mut out = stream.alloc_zeroed::<u32>(64).unwrap();
    type Launch<'a> = Box<dyn FnOnce(&mut Buffer<u32>, &mut Buffer<u32>) -> kiln::Result<()> + 'a>;
    let mistakes: [(FindingKind, &str, &str, Launch<'_>); 5] = [
        (
            FindingKind::Race,
            "writes its own",
            "reads its neighbor",
            // SAFETY: the sanitizer looks at these.
            Box::new(|x, _| unsafe { neighbors(x) }.threads(64).block(64).launch(&stream)),
        ),
        (
            FindingKind::Race,
            "reads too early",
            "writes the tile",
            // SAFETY: as above.
            Box::new(|x, _| unsafe { reversed_in_haste(x) }.threads(64).launch(&stream)),
        ),
        (
            FindingKind::OutOfBounds,
            "reads past the end",
            "",
            // SAFETY: as above.
            Box::new(|x, out| unsafe { beyond(&*x, out) }.threads(64).block(32).launch(&stream)),
        ),
        (
            FindingKind::Uninitialized,
            "reads what nobody wrote",
            "",
            // SAFETY: as above.
            Box::new(|_, out| unsafe { half_filled(out) }.threads(64).launch(&stream)),
        ),
        (
            FindingKind::DivergentBarrier,
            "and wait",
            "some go in",
            // SAFETY: as above.
            Box::new(|_, out| unsafe { some_wait(out) }.threads(64).launch(&stream)),
        ),
    ];
    for (kind, here, other, launch) in mistakes {
        launch(&mut x, &mut out).unwrap();
        let finding = found(&stream);
        assert_eq!(finding.kind, kind);
        at(finding.here.as_ref(), here);
        if other.is_empty() {
            assert_eq!(finding.other, None);
        } else {
            at(finding.other.as_ref(), other);
        }
        // The text has both places.
        let text = finding.to_string();
        for comment in [here, other].into_iter().filter(|comment| !comment.is_empty()) {
            assert!(text.contains(&format!("sanitizing.rs:{}:", line(comment))), "{text}");
        }
    }
    reversed(&mut x).threads(64).launch(&stream).unwrap();
    // SAFETY: the barrier of the warp orders the two.
    unsafe { rotated(&mut x) }.threads(32).launch(&stream).unwrap();
    stream.synchronize().unwrap();
}
