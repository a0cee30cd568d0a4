// Raw names, names that generated code or the library uses too, and arguments of attributes.
use kiln::prelude::*;

#[kernel]
fn r#match(r#type: u32, x: &mut [u32]) {
    let r#loop = r#type;
    if global_id() < x.len() {
        x[global_id()] = r#fn(r#loop);
    }
}

#[device]
fn r#fn(r#in: u32) -> u32 {
    r#in + 1
}

#[kernel]
fn launch(stream: u32, handle: u32, args: &[u32], kiln: &mut [u32]) {
    let (hole, krate) = (stream, handle);
    if global_id() < kiln.len() {
        kiln[global_id()] = hole + krate + args[0];
    }
}

#[kernel(block = (2, 2), min_blocks = 1, strict_fp)]
fn shaped(x: &mut [f32]) {
    let (i, j) = global_id_2d();
    if i < 2 {
        x[j * 2 + i] = 1.0;
    }
}

/// # Safety
///
/// Every index is below the length.
#[kernel(unchecked, block = 4)]
unsafe fn unchecked(x: &mut [u32]) {
    let i = global_id();
    x[i] = unsafe { fast(i) };
}

/// # Safety
///
/// None is needed.
#[device]
unsafe fn fast(i: usize) -> u32 {
    i as u32
}


fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[0u32; 4])?;
    r#match(4, &mut x).threads(4).launch(&stream)?;
    assert_eq!(stream.download(&x)?, [5; 4]);
    let args = stream.upload(&[1u32])?;
    launch(2, 3, &args, &mut x).threads(4).launch(&stream)?;
    assert_eq!(stream.download(&x)?, [6; 4]);
    // SAFETY: there are as many threads as elements.
    unsafe { unchecked(&mut x) }.threads(4).launch(&stream)?;
    assert_eq!(stream.download(&x)?, [0, 1, 2, 3]);
    let mut y = stream.upload(&[0.0f32; 4])?;
    shaped(&mut y).threads([2, 2]).launch(&stream)?;
    assert_eq!(stream.download(&y)?, [1.0; 4]);
    Ok(())
}
