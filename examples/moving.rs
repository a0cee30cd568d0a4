//! Ways of memory: rows that lie apart, many small pieces at once, memory that goes where it is used, and what is
//! said when there is no more.
//!
//! ```text
//! cargo run --release --example moving
//! ```

use kiln::prelude::*;
use kiln::{Advice, CopyBatch, Error, Pitched};

#[kernel]
fn brighten(by: f32, x: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        x[i] += by;
    }
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    let stream = device.stream();
    println!("device: {device}");

    // The middle of an image, as a buffer of its own, worked on and put back.
    let (width, height, edge) = (96usize, 64usize, 16usize);
    let image: Vec<f32> = (0..width * height).map(|i| i as f32).collect();
    let mut whole = stream.upload(&image)?;
    let (w, h) = (width - 2 * edge, height - 2 * edge);
    let mut middle = stream.alloc_zeroed::<f32>(w * h)?;
    let begin = edge * width + edge;
    stream.copy_2d(
        Pitched::new(whole.slice(begin..)?, h, w, width)?,
        Pitched::new(middle.as_slice_mut(), h, w, w)?,
    )?;
    brighten(0.5, &mut middle).threads(w * h).launch(&stream)?;
    stream.copy_2d(
        Pitched::new(middle.as_slice(), h, w, w)?,
        Pitched::new(whole.slice_mut(begin..)?, h, w, width)?,
    )?;
    let found = stream.download(&whole)?;
    for (at, value) in found.iter().enumerate() {
        let (x, y) = (at % width, at / width);
        let inside = (edge..edge + w).contains(&x) && (edge..edge + h).contains(&y);
        assert_eq!(*value, at as f32 + if inside { 0.5 } else { 0.0 });
    }
    // Rows that would reach past the memory are an error before anything is copied.
    println!("{}\n", Pitched::new(whole.slice(begin..)?, height, w, width).map(|_| ()).unwrap_err());

    // Many pieces by one call: every third group of eight, to places side by side.
    let pieces = 64;
    let from = stream.upload(&(0..24 * pieces).map(|i| i as u32).collect::<Vec<_>>())?;
    let mut to = stream.alloc_zeroed::<u32>(8 * pieces)?;
    let mut batch = CopyBatch::new();
    let mut rest = to.as_slice_mut();
    for piece in 0..pieces {
        let (place, more) = rest.split_at(8)?;
        batch.copy(from.slice(24 * piece..24 * piece + 8)?, place)?;
        rest = more;
    }
    stream.copy_batch(batch)?;
    assert!(stream.download(&to)?.iter().enumerate().all(|(i, x)| *x as usize == i / 8 * 24 + i % 8));

    // Pages that move to whoever uses them. Not every system has such memory; the error says what serves instead.
    match stream.alloc_managed::<f32>(1 << 16) {
        Ok(mut both) => {
            both.host_mut()?.fill(1.0);
            both.advise(Advice::Prefer(Some(&device)))?;
            both.prefetch(&stream, &device)?;
            brighten(1.0, &mut both).threads(1 << 16).launch(&stream)?;
            both.prefetch(&stream, &Device::cpu())?;
            assert!(both.host()?.iter().all(|x| *x == 2.0));
            println!("managed memory went there and back");
        }
        Err(why) => println!("no managed memory: {why}"),
    }

    // A limit of the program's own, and what is said where it is met.
    let pool = device.memory_pool();
    pool.set_limit(Some(pool.stats()?.in_use + (1 << 20)));
    match stream.alloc_zeroed::<f32>(1 << 20) {
        Err(why @ Error::OutOfMemory { .. }) => println!("\n{why}"),
        other => unreachable!("four MiB are more than one: {:?}", other.map(|_| ())),
    }
    pool.set_limit(None);
    drop((whole, middle, from, to));
    stream.synchronize()?;
    pool.trim(0)?;
    println!("\n{:?}", pool.stats()?);
    Ok(())
}
