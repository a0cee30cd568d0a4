//! Memory that grows where it is, and memory that host and device both use: a list of primes that does not know its
//! length.
//!
//! ```text
//! cargo run --release --example growing
//! ```

use kiln::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// Counts the primes among the numbers from `first` on.
#[kernel]
fn count_primes(first: u32, numbers: &[u32], primes: &[u32], total: &[AtomicU32]) {
    let i = global_id();
    if i < numbers.len() {
        let n = first + numbers[i];
        let mut prime = n > 1;
        for k in 0..primes.len() {
            let p = primes[k];
            if p * p > n {
                break;
            }
            if n % p == 0 {
                prime = false;
                break;
            }
        }
        if prime {
            total[0].fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    println!("device: {device}");
    let stream = device.stream();

    // Addresses for a million primes, memory for none.
    let mut primes = match stream.alloc_growable::<u32>(1_000_000) {
        Err(why @ kiln::Error::Unsupported { .. }) => {
            println!("{why}");
            return Ok(());
        }
        primes => primes?,
    };
    primes.extend(&[2, 3, 5, 7, 11, 13])?;
    let numbers = stream.upload(&(0..10_000u32).collect::<Vec<_>>())?;
    // The answer lies in memory of the host that the kernel counts in: no copy brings it.
    let mut total = stream.alloc_mapped::<u32>(1)?;
    let mut known = vec![2u32, 3, 5, 7, 11, 13];
    let mut candidates = 14..;
    for round in 0..20u32 {
        let first = round * 10_000;
        // As many primes as it takes to tell the next ten thousand numbers.
        let mut more = Vec::new();
        while known.last().is_some_and(|last| last * last < first + 10_000) {
            let Some(n) = candidates.next() else { break };
            if known.iter().take_while(|p| **p * **p <= n).all(|p| n % p != 0) {
                known.push(n);
                more.push(n);
            }
        }
        // The kernel of the round before may still run: growing moves nothing under it.
        primes.extend(&more)?;
        count_primes(first, &numbers, &primes, &mut total).threads(numbers.len()).launch(&stream)?;
    }
    println!("{} primes below 200000, told by the first {}", total.host()?[0], primes.len());
    assert_eq!(total.host()?, [17_984]);
    println!("{} elements have memory, of {} with addresses", primes.committed(), primes.capacity());

    // The memory of the device, and who has it.
    println!("{:?}", device.memory_pool().stats()?);
    Ok(())
}
