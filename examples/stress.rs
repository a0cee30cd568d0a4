//! Many threads, streams and processes at once on one device: what they compute is checked, and that nothing is
//! left over.
//!
//! ```text
//! cargo run --release --example stress              a small run
//! cargo run --release --example stress -- full      64 threads of 10,000 launches, 100,000 cycles, 24 processes
//! cargo run --release --example stress -- cycles N  N cycles of a stream, two buffers and an event, and nothing else: for tools that watch
//! ```

use std::process::{Command, ExitCode};
use std::sync::Barrier;
use std::time::Instant;

use kiln::prelude::*;
use kiln::{Buffer, Stream, cache};

/// Adds a multiple of one array to another.
#[kernel(target = "ptx")]
fn add_times(factor: u32, x: &[u32], y: &mut [u32]) {
    let i = global_id();
    if i < y.len() && i < x.len() {
        y[i] += factor * x[i];
    }
}

/// A kernel that nobody launches before [`first_launches`].
#[kernel(target = "ptx")]
fn set_all(value: u32, y: &mut [u32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = value;
    }
}

const LEN: usize = 64;

/// Each thread has a buffer of its own, and launches `count` kernels over it, mostly on one stream and now and then
/// on another.
pub fn launches(device: &Device, threads: usize, count: usize, streams: usize) -> kiln::Result<()> {
    let streams: Vec<Stream> = (0..streams).map(|_| device.new_stream()).collect::<kiln::Result<_>>()?;
    let inputs: Vec<Buffer<u32>> =
        streams.iter().map(|stream| stream.upload(&[1; LEN])).collect::<kiln::Result<_>>()?;
    std::thread::scope(|scope| {
        let (streams, inputs) = (&streams, &inputs);
        let run = move |thread: usize| -> kiln::Result<()> {
            let home = thread % streams.len();
            let mut y = streams[home].alloc_zeroed::<u32>(LEN)?;
            let mut sum = 0u32;
            for turn in 0..count {
                let (stream, input) = match turn % 16 {
                    // Another stream, and memory of a third.
                    15 => ((home + turn / 16) % streams.len(), (home + turn) % streams.len()),
                    _ => (home, home),
                };
                let factor = (thread * 31 + turn) as u32;
                add_times(factor, &inputs[input], &mut y).threads(LEN).launch(&streams[stream])?;
                sum = sum.wrapping_add(factor);
            }
            assert_eq!(streams[(home + 1) % streams.len()].download(&y)?, [sum; LEN], "thread {thread}");
            Ok(())
        };
        let all: Vec<_> = (0..threads).map(|thread| scope.spawn(move || run(thread))).collect();
        all.into_iter().try_for_each(|one| one.join().unwrap_or_else(|why| std::panic::resume_unwind(why)))
    })
}

/// Makes, uses and drops streams, buffers and events.
pub fn cycles(device: &Device, count: usize) -> kiln::Result<()> {
    let home = device.stream();
    home.synchronize()?;
    let before = device.memory_pool().stats()?.in_use;
    let x = home.upload(&[1u32; LEN])?;
    for turn in 0..count {
        let stream = device.new_stream()?;
        let mut y = stream.alloc_zeroed::<u32>(LEN)?;
        let z = home.upload(&[turn as u32; 4])?;
        let start = stream.record_event_untimed()?;
        add_times(turn as u32, &x, &mut y).threads(LEN).launch(&stream)?;
        home.wait(&start)?;
        if turn % 1000 == 999 {
            assert_eq!(stream.download(&y)?, [turn as u32; LEN]);
            assert_eq!(home.download(&z)?, [turn as u32; 4]);
        }
    }
    drop(x);
    // Memory is given back when the streams have come so far. Streams at rest are used again, so all are asked for
    // here.
    let mut streams = Vec::new();
    let mut after = u64::MAX;
    for _ in 0..1000 {
        home.synchronize()?;
        after = device.memory_pool().stats()?.in_use;
        if after <= before {
            break;
        }
        let stream = device.new_stream()?;
        stream.synchronize()?;
        streams.push(stream);
    }
    assert_eq!(after, before, "bytes of memory in use");
    Ok(())
}

/// Threads that all launch a kernel for the first time: it is compiled once.
pub fn first_launches(device: &Device, threads: usize) -> kiln::Result<()> {
    let begin = Barrier::new(threads);
    let made = std::thread::scope(|scope| {
        let run = |value: u32| {
            let stream = device.new_stream();
            begin.wait();
            let stream = stream?;
            let mut y = stream.alloc_zeroed::<u32>(LEN)?;
            set_all(value, &mut y).threads(LEN).launch(&stream)?;
            assert_eq!(stream.download(&y)?, [value; LEN]);
            Ok(())
        };
        let all: Vec<_> = (0..threads).map(|value| scope.spawn(move || run(value as u32))).collect();
        all.into_iter().try_for_each(|one| one.join().unwrap_or_else(|why| std::panic::resume_unwind(why)))
    });
    let status = cache::status();
    if device.is_gpu() && status.off.is_none() {
        assert_eq!(status.hits + status.misses, 1, "lookups of one kernel");
    }
    made
}

/// Processes that begin at once on a cache that has nothing, then one that finds what they made.
fn processes(count: usize) -> std::io::Result<()> {
    let folder = std::env::temp_dir().join(format!("kiln-stress-{}", std::process::id()));
    let start = || {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("child").env("KILN_CACHE", "on").env("KILN_CACHE_DIR", &folder);
        command.stdout(std::process::Stdio::piped()).spawn()
    };
    let begun: Vec<_> = (0..count).map(|_| start()).collect::<std::io::Result<_>>()?;
    for process in begun {
        let output = process.wait_with_output()?;
        assert!(output.status.success(), "a process fails");
    }
    let last = start()?.wait_with_output()?;
    let text = String::from_utf8_lossy(&last.stdout).into_owned();
    assert!(last.status.success() && !text.contains("misses"), "the last process says: {text}");
    // On the CPU there is nothing to keep, and no folder.
    let _ = std::fs::remove_dir_all(&folder);
    Ok(())
}

fn main() -> kiln::Result<ExitCode> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    match std::env::args().nth(1).as_deref() {
        Some("child") => {
            first_launches(&device, 2)?;
            let status = cache::status();
            assert_eq!((status.damaged, &status.write_error), (0, &None), "the cache of many processes");
            println!("{}", if status.misses == 0 { "all was there" } else { "misses" });
            return Ok(ExitCode::SUCCESS);
        }
        Some("cycles") => {
            let count = std::env::args().nth(2).and_then(|count| count.parse().ok()).unwrap_or(100_000);
            let begun = Instant::now();
            cycles(&device, count)?;
            println!("{count} cycles in {:.2} s on {device}", begun.elapsed().as_secs_f64());
        }
        arg => {
            let full = arg == Some("full");
            let small = |most: usize, few: usize| if full { most } else { few };
            let (threads, count) = (small(64, 8), small(10_000, 200));
            let begun = Instant::now();
            let done = |what: String| println!("{:>8.2} s  {what}", begun.elapsed().as_secs_f64());
            println!("device: {device}");
            first_launches(&device, threads)?;
            done(format!("{threads} threads launched a kernel for the first time, which was compiled once"));
            launches(&device, threads, count, 16)?;
            done(format!("{threads} threads of {count} launches over 16 streams computed what they should"));
            let count = small(100_000, 500);
            cycles(&device, count)?;
            done(format!("{count} cycles of a stream, buffers and an event left nothing over"));
            let count = small(24, 4);
            if let Err(why) = processes(count) {
                println!("no further processes: {why}");
                return Ok(ExitCode::FAILURE);
            }
            done(format!("{count} processes began at once on one empty cache"));
        }
    }
    Ok(ExitCode::SUCCESS)
}
