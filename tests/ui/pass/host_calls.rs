// Device functions on the host, `const` ones in constants, kernels as values of the host.
use kiln::prelude::*;

#[device]
const fn square(x: u32) -> u32 {
    x * x
}

const NINE: u32 = square(3);

#[kernel]
fn fill(x: &mut [u32]) {
    let i = global_id();
    if i < x.len() {
        x[i] = NINE + square(2);
    }
}

#[kernel]
fn copy<T: Num>(x: &[T], y: &mut [T]) {
    let i = global_id();
    if i < x.len() && i < y.len() {
        y[i] = x[i];
    }
}

#[kernel(tile)]
fn copy_tiles(x: &Tensor1<u32>, y: &mut Tensor1<u32>) {
    y.store(tile_id(0), x.load::<16>(tile_id(0)));
}

/// A `&mut` passes for a `&`, as it does to functions.
fn exclusive_memory_is_read(stream: &Stream) -> kiln::Result<()> {
    let (mut x, mut y) = (stream.upload(&[1u32, 2, 3])?, stream.alloc_zeroed(3)?);
    copy(&mut x, &mut y).threads(3).launch(stream)?;
    copy(&mut x.slice_mut(1..)?, &mut y).threads(2).launch(stream)?;
    copy(&mut x.slice(2..)?, &mut y).threads(1).launch(stream)?;
    assert_eq!(stream.download(&y)?, [3, 3, 3]);
    let (mut x, mut y) = (Tensor1::from_slice(stream, &[1u32, 2, 3])?, Tensor1::zeros(stream, 3)?);
    copy_tiles(&mut x, &mut y).launch(stream)?;
    copy_tiles(&mut x.view_mut(), &mut y).launch(stream)?;
    assert_eq!(y.download(stream)?, [1, 2, 3]);
    Ok(())
}

fn main() -> kiln::Result<()> {
    assert_eq!(square(4) + NINE, 25);
    let squares: Vec<u32> = (0..3).map(square).collect();
    assert_eq!(squares, [0, 1, 4]);
    assert!(fill::source(SourceKind::Cuda)?.contains("fill"));
    assert_eq!(fill::entry().name, "fill");
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[0u32; 2])?;
    fill(&mut x).threads(2).launch(&stream)?;
    assert_eq!(stream.download(&x)?, [13; 2]);
    exclusive_memory_is_read(&stream)
}
