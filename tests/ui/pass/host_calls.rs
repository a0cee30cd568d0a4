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
    Ok(())
}
