//! Names of types that mean something else here than in a kernel. Each would pass other memory than the kernel touches,
//! or compute with other numbers.

mod aliases {
    use kiln::prelude::*;

    #[allow(non_camel_case_types)]
    type u64 = u8;

    #[kernel]
    fn writes(y: &mut [u64]) {
        let i = global_id();
        if i < y.len() {
            y[i] = 7;
        }
    }

    #[kernel]
    fn arrays(y: &mut [[u64; 4]]) {
        let i = global_id();
        if i < y.len() {
            y[i][0] = 7;
        }
    }

    #[device]
    fn takes(x: u64) -> u32 {
        x as u32
    }

    #[kernel]
    fn casts(y: &mut [u32]) {
        let i = global_id();
        if i < y.len() {
            y[i] = (i as u64) as u32;
        }
    }

    #[kernel]
    fn constants(y: &mut [u32]) {
        let i = global_id();
        if i < y.len() {
            y[i] = u64::MAX as u32;
        }
    }
}

mod imports {
    use kiln::prelude::{AtomicU32 as AtomicU64, Ordering, device, global_id, kernel};

    #[kernel]
    fn counts(counts: &[AtomicU64]) {
        let i = global_id();
        if i < counts.len() {
            counts[i].fetch_add(1, Ordering::Relaxed);
        }
    }

    use kiln::bf16 as f16;

    #[device]
    fn halves(x: f16) -> f32 {
        x.to_f32()
    }
}

mod structs {
    use kiln::prelude::*;

    #[allow(non_camel_case_types)]
    #[derive(Clone, Copy, KernelType)]
    struct f64 {
        x: f32,
    }

    #[kernel]
    fn copies(x: &[f64], y: &mut [f64]) {
        let i = global_id();
        if i < y.len() {
            y[i] = x[i];
        }
    }

    #[kernel(tile)]
    fn tiles(x: &Tensor1<f64>, y: &mut Tensor1<f64>) {
        let at = tile_id(0) * 16;
        y.store([at], x.load_or::<16>([at], 0.0));
    }
}

mod modules {
    use kiln::prelude::*;

    mod f32 {
        pub mod consts {
            pub const PI: f32 = 3.0;
        }
    }

    #[device]
    fn circumference(radius: f32) -> f32 {
        2.0 * self::f32::consts::PI * radius
    }
}

// The same types under their names are right.
mod right {
    use core::primitive::u64;
    use kiln::prelude::*;

    #[allow(non_camel_case_types)]
    type f32 = core::primitive::f32;

    #[kernel]
    fn right(x: &[f32], y: &mut [u64]) {
        let i = global_id();
        if i < y.len() {
            y[i] = x[i] as std::primitive::u64;
        }
    }
}

fn main() {}
