//! Built-ins under other names: a kernel has the same code and the same conditions by whatever names it calls them.

use kiln::SourceKind;

use crate::streams;

/// Kernels in a module, with these names for the built-ins.
macro_rules! kernels {
    ($module:ident $t:ident $b:ident $d:ident $g:ident $id:ident $id2:ident $lane:ident $wait:ident $warp:ident) => {
        mod $module {
            use kiln::prelude::{kernel, shared};
            #[rustfmt::skip]
            use kiln::{
                block_dim as $d, block_idx as $b, global_id as $id, global_id_2d as $id2, grid_dim as $g, lane_id as $lane,
                sync_threads as $wait, thread_idx as $t, warp as $warp,
            };

            /// One number of each thread, through shared memory.
            #[kernel]
            pub fn reversed(x: &[f32], y: &mut [f32]) {
                let s = shared::<[f32; 64]>();
                let i = $b().x * 64 + $t().x;
                let place = $t();
                if $t().x < 64 {
                    s[place.x] = if i < x.len() { x[i] } else { 0.0 };
                }
                $wait();
                if $d().x == 64 && i < y.len() {
                    y[i] = s[63 - $t().x];
                }
            }

            /// Strides of the grid.
            #[kernel]
            pub fn strided(x: &[u32], y: &mut [u32]) {
                let mut i = $b().x * $d().x + $t().x;
                while i < y.len() && i < x.len() {
                    y[i] = x[i] * 3;
                    i += $d().x * $g().x;
                }
            }

            /// A matrix's elements, and what the lanes of a warp have.
            #[kernel]
            pub fn matrix(columns: usize, y: &mut [u32], sums: &mut [u32]) {
                let (column, row) = $id2();
                if column < columns && row * columns + column < y.len() {
                    y[row * columns + column] = $lane() as u32;
                }
                let sum = $warp::sum($lane() as u32);
                let i = $id();
                if row == 0 && i < sums.len() {
                    sums[i] = sum;
                }
            }
        }
    };
}

kernels! { plain thread_idx block_idx block_dim grid_dim global_id global_id_2d lane_id sync_threads warp }
kernels! { renamed t b d g id id2 lane wait w }

#[test]
fn a_built_in_by_another_name_has_the_same_code() {
    for target in [SourceKind::Cuda, SourceKind::Ptx] {
        assert_eq!(plain::reversed::source(target).unwrap(), renamed::reversed::source(target).unwrap());
        assert_eq!(plain::strided::source(target).unwrap(), renamed::strided::source(target).unwrap());
        assert_eq!(plain::matrix::source(target).unwrap(), renamed::matrix::source(target).unwrap());
    }
}

#[test]
fn a_built_in_by_another_name_has_the_same_conditions() {
    let x: Vec<u32> = (0..1000).collect();
    let reals: Vec<f32> = x.iter().map(|x| *x as f32).collect();
    for stream in streams() {
        let (input, floats) = (stream.upload(&x).unwrap(), stream.upload(&reals).unwrap());
        let mut out = stream.alloc_zeroed::<u32>(1000).unwrap();
        renamed::strided(&input, &mut out).threads(256).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), x.iter().map(|x| x * 3).collect::<Vec<_>>());
        let mut back = [(); 2].map(|()| stream.alloc_zeroed::<f32>(960).unwrap());
        plain::reversed(&floats, &mut back[0]).blocks(15).block(64).launch(&stream).unwrap();
        renamed::reversed(&floats, &mut back[1]).blocks(15).block(64).launch(&stream).unwrap();
        let expected: Vec<f32> =
            reals[..960].chunks(64).flat_map(|block| block.iter().rev().copied()).collect();
        for back in back {
            assert_eq!(stream.download(&back).unwrap(), expected);
        }
        let (mut lanes, mut sums) =
            (stream.alloc_zeroed::<u32>(64).unwrap(), stream.alloc_zeroed::<u32>(32).unwrap());
        renamed::matrix(32, &mut lanes, &mut sums).blocks((1, 2)).block((32, 1)).launch(&stream).unwrap();
        assert_eq!(stream.download(&lanes).unwrap(), (0..64).map(|i| i % 32).collect::<Vec<_>>());
        assert_eq!(stream.download(&sums).unwrap(), [31 * 16; 32]);
        // Blocks of two dimensions write an element twice.
        let plain = plain::strided(&input, &mut out).blocks(1).block((8, 8)).launch(&stream).unwrap_err();
        let other = renamed::strided(&input, &mut out).blocks(1).block((8, 8)).launch(&stream).unwrap_err();
        assert_eq!(plain.to_string(), other.to_string());
        // And a matrix has two.
        let plain = plain::matrix(32, &mut lanes, &mut sums).threads(32).launch(&stream).unwrap_err();
        let other = renamed::matrix(32, &mut lanes, &mut sums).threads(32).launch(&stream).unwrap_err();
        assert_eq!(plain.to_string(), other.to_string());
    }
}
