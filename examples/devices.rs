//! What there is to compute on: every device, what it is and can do, and which of them reach each other's memory;
//! then one chosen by its uuid, as on a machine that is shared, where numbers change and uuids do not.
//!
//! ```text
//! cargo run --release --example devices [-- UUID]
//! ```

use kiln::prelude::*;

#[kernel]
fn count(hits: &[AtomicU32]) {
    hits[0].fetch_add(1, Ordering::Relaxed);
}

/// Runs something on each kind of stream that a device has, all on one buffer: the streams are ordered by that.
fn on_all_streams(device: &Device) -> kiln::Result<()> {
    let home = device.stream();
    let mut hits = home.alloc_zeroed::<u32>(1)?;
    // CUDA's default streams are what other libraries use who say nothing of streams.
    let streams = [home.clone(), device.new_stream()?, device.legacy_stream()?, device.per_thread_stream()?];
    for stream in &streams {
        count(&mut hits).threads(1024).launch(stream)?;
    }
    assert_eq!(home.download(&hits)?, [4096]);
    // A stream of another library's is borrowed by its handle; here Kiln's own stands for one.
    if let Some(raw) = streams[1].raw() {
        // SAFETY: the stream lives until the end of this function, and the work is waited for before.
        let borrowed = unsafe { device.borrow_stream(raw) }?;
        count(&mut hits).threads(256).launch(&borrowed)?;
        borrowed.synchronize()?;
        assert_eq!(home.download(&hits)?, [4352]);
    }
    Ok(())
}

fn describe(device: &Device) -> kiln::Result<()> {
    let (limits, properties) = (device.limits(), device.properties()?);
    println!("{device}");
    if let Some((major, minor)) = device.compute_capability() {
        println!("  compute capability {major}.{minor}, {} multiprocessors", limits.multiprocessors);
    }
    println!(
        "  blocks of {} threads at most, with {} KiB of shared memory, {} KiB where it is asked for",
        limits.max_threads_per_block,
        limits.shared_memory_per_block >> 10,
        limits.shared_memory_opt_in >> 10
    );
    if let (Some(uuid), Some(bus)) = (properties.uuid, &properties.pci_bus_id) {
        println!("  {uuid} at {bus}, {} MiB of cache, ECC: {}", properties.l2_cache >> 20, properties.ecc);
    }
    if let Some(memory) = device.memory_info()? {
        println!("  {} MiB of {} MiB are free", memory.free >> 20, memory.total >> 20);
    }
    on_all_streams(device)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpus = match Device::gpu_count() {
        Ok(count) => (0..count).map(Device::gpu).collect::<kiln::Result<Vec<_>>>()?,
        Err(why) => {
            println!("no GPU: {why}\n");
            Vec::new()
        }
    };
    for device in gpus.iter().chain([&Device::cpu()]) {
        describe(device)?;
    }
    for first in &gpus {
        for other in gpus.iter().filter(|other| other.name() != first.name() || gpus.len() > 1) {
            println!("{first} reaches the memory of {other}: {}", first.can_access_peer(other)?);
        }
    }
    let wanted = std::env::args().nth(1).map(|text| text.parse()).transpose()?;
    let known = gpus.first().map(Device::properties).transpose()?.and_then(|properties| properties.uuid);
    if let Some(uuid) = wanted.or(known) {
        println!("{uuid} is {}", Device::from_uuid(uuid)?);
    }
    // One that is not there is an error that lists those that are.
    let nobody = "GPU-00000000-0000-0000-0000-000000000000".parse()?;
    println!("\n{}", Device::from_uuid(nobody).map(|_| ()).unwrap_err());
    Ok(())
}
