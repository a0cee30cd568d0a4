//! A device function with the name of a crate that the program depends on is called by a path: Rust finds a bare name ambiguous
//! there, because the function's type comes out of a macro.
#![deny(warnings)]
use kiln::prelude::*;

#[device]
fn rayon(x: f32) -> f32 {
    x + 1.0
}

mod inner {
    use kiln::prelude::*;

    #[device]
    pub fn rayon(x: f32) -> f32 {
        x + 2.0
    }
}

#[kernel]
fn called(x: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        x[i] = self::rayon(x[i]) + inner::rayon(x[i]);
    }
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[1.0f32])?;
    called(&mut x).threads(1).launch(&stream)?;
    assert_eq!(stream.download(&x)?, [5.0]);
    Ok(())
}
