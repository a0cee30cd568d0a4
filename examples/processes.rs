//! Two processes that work on the same memory of a GPU: one makes numbers, the other adds them up where they lie.
//!
//! ```text
//! cargo run --release --example processes
//! ```

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

use kiln::prelude::*;
use kiln::{Error, IpcBufferHandle, IpcEventHandle};

const LEN: usize = 1 << 20;
/// Tells a process that it is the second one.
const SECOND: &str = "second";

#[kernel]
fn count_up(first: u32, x: &mut [u32]) {
    let i = global_id();
    if i < x.len() {
        x[i] = first + i as u32;
    }
}

#[kernel]
fn add_up(x: &[u32], sum: &[AtomicU64]) {
    let i = global_id();
    if i < x.len() {
        sum[0].fetch_add(x[i] as u64, Ordering::Relaxed);
    }
}

/// The process that opens what the first has made. The handles come through a pipe: they are bytes.
fn second() -> Result<(), Box<dyn std::error::Error>> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    let (memory, event) = bytes.split_at_checked(usize::from(bytes[0])).ok_or("the handles are cut off")?;
    let device = Device::gpu(0)?;
    let stream = device.stream();
    // SAFETY: the first process keeps both until this one has ended, and uses the memory no more meanwhile.
    let (x, filled) = unsafe {
        let x = stream.open_ipc::<u32>(&IpcBufferHandle::from_bytes(&memory[1..])?)?;
        (x, device.open_ipc_event(&IpcEventHandle::from_bytes(event)?)?)
    };
    // The stream waits for the other process's kernel, and this process for nobody.
    stream.wait_ipc(&filled)?;
    let mut sum = stream.alloc_zeroed::<u64>(1)?;
    add_up(&x, &mut sum).threads(x.len()).launch(&stream)?;
    println!("{}", stream.download(&sum)?[0]);
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if std::env::args().nth(1).as_deref() == Some(SECOND) {
        return second();
    }
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    println!("device: {device}");
    let stream = device.stream();
    let mut x = match stream.alloc_ipc::<u32>(LEN) {
        Err(why @ Error::Unsupported { .. }) => {
            println!("{why}");
            return Ok(());
        }
        x => x?,
    };
    let filled = device.ipc_event()?;
    count_up(5, &mut x).threads(LEN).launch(&stream)?;
    filled.record(&stream)?;

    let mut other = Command::new(std::env::current_exe()?);
    let mut other = other.arg(SECOND).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let memory = x.handle()?.to_bytes();
    let mut pipe = other.stdin.take().ok_or("the other process has a pipe")?;
    pipe.write_all(&[u8::try_from(memory.len() + 1)?])?;
    pipe.write_all(&memory)?;
    pipe.write_all(&filled.handle()?.to_bytes())?;
    drop(pipe);
    let answer = other.wait_with_output()?;
    assert!(answer.status.success(), "the other process failed");
    let sum: u64 = String::from_utf8(answer.stdout)?.trim().parse()?;
    assert_eq!(sum, (0..LEN as u64).map(|i| i + 5).sum());
    println!("the other process has added {LEN} numbers of this one: {sum}");
    Ok(())
}
