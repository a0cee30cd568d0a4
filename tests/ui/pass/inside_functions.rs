// Kernels, device functions and what they use, inside a function.
use kiln::prelude::*;

fn main() -> kiln::Result<()> {
    const FACTOR: f32 = 3.0;
    type Real = f32;

    #[device]
    fn triple(x: Real) -> Real {
        FACTOR * x
    }

    #[kernel]
    fn inner(x: &mut [Real]) {
        const ONE: f32 = 1.0;
        let i = global_id();
        if i >= x.len() {
            return;
        }
        {
            const ONE: f32 = 10.0;
            x[i] = triple(x[i]) + ONE;
        }
        x[i] += ONE;
    }

    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[2.0f32; 4])?;
    inner(&mut x).threads(4).launch(&stream)?;
    assert_eq!(stream.download(&x)?, [17.0; 4]);
    Ok(())
}
