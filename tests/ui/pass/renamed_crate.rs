// The crate under another name, and without the prelude.
extern crate kiln as gpu;

mod kernels {
    use super::gpu::kernel;

    #[kernel(crate = crate::gpu)]
    pub fn ids(x: &mut [u32]) {
        let i = crate::gpu::global_id();
        if crate::gpu::warp::all(true) && i < x.len() && crate::gpu::thread_idx().y == 0 {
            x[i] = double(i as u32);
        }
    }

    #[super::gpu::device(crate = super::gpu)]
    pub fn double(x: u32) -> u32 {
        2 * x
    }
}

fn main() -> gpu::Result<()> {
    let stream = gpu::Device::cpu().stream();
    let mut x = stream.upload(&[0u32; 4])?;
    kernels::ids(&mut x).threads(4).launch(&stream)?;
    assert_eq!(stream.download(&x)?, [0, 2, 4, 6]);
    Ok(())
}
