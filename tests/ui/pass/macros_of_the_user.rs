// Kernels that macros make, and device functions that come in by a glob.
#![deny(warnings)]

use kiln::prelude::*;

mod math {
    use kiln::prelude::*;

    #[device]
    pub fn twice<T: Num, const N: usize>(x: T) -> T {
        x * T::from_usize(N)
    }

    #[device]
    pub(super) fn log(x: f32) -> f32 {
        x.ln()
    }

    pub mod deep {
        #[super::device]
        pub fn third(x: f32) -> f32 {
            super::log(x) / 3.0
        }
    }
}

use math::*;

macro_rules! kernels {
    ($($(#[$meta:meta])* $name:ident: $ty:ty, $block:literal, $factor:expr, $length:expr, $order:expr;)*) => {$(
        $(#[$meta])*
        #[kernel(block = $block)]
        fn $name(counts: &[AtomicU32], x: &mut [$ty]) {
            let tile = shared::<[$ty; $length]>();
            let i = thread_idx().x;
            tile[i] = x[i] + (1 as $ty) * $factor;
            counts[0].fetch_add(1, $order);
            sync_threads();
            for k in 0..$length {
                assert!(tile[k] > $factor, "{}", tile[k]);
            }
            x[i] = twice::<_, { 1 + 1 }>(tile[$length - 1 - i]);
        }
    )*};
}

kernels! {
    /// Documented.
    floats: f32, 4, 2.0, 4, Ordering::Relaxed;
    ints: u64, 2, 3, LENGTH, Ordering::SeqCst;
}

const LENGTH: usize = 2;

#[kernel(block = 1)]
fn logarithms(x: &mut [f32]) {
    x[0] = log(x[0]) + math::deep::third(x[1]) + self::math::log(x[0]) + crate::log(1.0);
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut counts = stream.upload(&[0u32])?;
    let mut x = stream.upload(&[1.0f32, 2.0, 3.0, 4.0])?;
    floats(&mut counts, &mut x).threads(4).launch(&stream)?;
    assert_eq!(stream.download(&x)?, [12.0, 10.0, 8.0, 6.0]);
    let mut x = stream.upload(&[1u64, 2])?;
    ints(&mut counts, &mut x).threads(2).launch(&stream)?;
    assert_eq!(stream.download(&x)?, [10, 8]);
    assert_eq!(stream.download(&counts)?, [6]);
    let mut x = stream.upload(&[1.0f32, 1.0])?;
    logarithms(&mut x).threads(1).launch(&stream)?;
    assert_eq!(stream.download(&x)?[0], 0.0);
    Ok(())
}
