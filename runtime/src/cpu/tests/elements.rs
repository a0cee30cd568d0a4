//! Moves, asynchronous copies, matrix fragments and products.

use kiln_codegen::float16::{bf16, f16};

use super::support::{Args, kernel};

/// Numbers that look random, from -1 to 1 in steps of 1/64: sums of their products are exact in `f32`.
fn noise(count: usize, seed: u32) -> Vec<f32> {
    let mut state = seed.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    let mut next = || {
        state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        f32::from(((state >> 20) % 129) as u16) / 64.0 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

/// Memory that vector moves may touch.
#[repr(align(16))]
struct Aligned<T, const N: usize>([T; N]);

#[test]
fn moves_go_through_registers_and_shared_memory() {
    let program = kernel(
        "x: &[u16], y: &mut [u16]",
        &["t: usize", "r: [u16; 16]", "shared s: [u16; 512]"],
        "@0 let t = thread_idx_x();
         @0 let r;
         @0 eval move_16(&mut r[8usize proven], &x[t * 8usize @1]);
         @0 eval move_8(&mut s[t * 8usize @2], &r[12usize proven]);
         @0 eval move_4(&mut s[(t * 8usize) + 4usize @3], &r[10usize proven]);
         @0 eval move_4(&mut s[(t * 8usize) + 6usize @4], &r[8usize proven]);
         @0 eval move_16(&mut r[0usize proven], &s[t * 8usize @5]);
         @0 eval move_16(&mut y[t * 8usize @6], &r[0usize proven]);",
    );
    let mut x = Aligned::<u16, 512>(std::array::from_fn(|i| i as u16));
    let mut y = Aligned::<u16, 512>([9999; 512]);
    assert!(Args::new().slice(&mut x.0).slice(&mut y.0).line(&program, 1, 40).is_none());
    for t in 0..40 {
        let moved = [4, 5, 6, 7, 2, 3, 0, 1].map(|k| (t * 8 + k) as u16);
        assert_eq!(y.0[t * 8..t * 8 + 8], moved);
    }
    assert!(y.0[320..].iter().all(|y| *y == 9999));
}

#[test]
fn elements_out_of_bounds_or_out_of_line_fail() {
    let program = kernel(
        "x: &[f32], y: &mut [f32], at: usize",
        &["r: [f32; 4]"],
        "@0 let r;
         @5 eval move_16(&mut r[0usize proven], &x[at proven]);
         @6 eval move_16(&mut y[thread_idx_x() * 4usize @1], &r[0usize proven]);",
    );
    let (mut x, mut y) = (Aligned([1f32; 16]), Aligned([0f32; 16]));
    for (at, len, site) in [(12, 16, None), (13, 16, Some(5)), (16, 16, Some(5)), (12, 15, Some(5))] {
        let args = Args::new().slice(&mut x.0[..len]).slice(&mut y.0).bits(at);
        assert_eq!(args.line(&program, 1, 4).map(|failure| failure.site), site, "{at} of {len}");
    }
    // The first element's own check comes first, and ends only the lanes that it fails for.
    y.0 = [0.0; 16];
    let failure = Args::new().slice(&mut x.0).slice(&mut y.0[..12]).bits(0).line(&program, 1, 4).unwrap();
    assert_eq!((failure.site, failure.thread[0], failure.values[0]), (1, 3, 12));
    assert_eq!((y.0[11], y.0[12]), (1.0, 0.0));
}

/// Two groups of copies, a wait of so many, and what shared memory holds then.
fn copied(wait: &str) -> Vec<u32> {
    let program = kernel(
        "x: &[u32], y: &mut [u32]",
        &["t: usize", "shared s: [u32; 256]"],
        &format!(
            "@0 let t = thread_idx_x();
             @0 s[t @1] = 7u32;
             @0 s[t + 64usize @2] = 7u32;
             @0 s[t + 128usize @3] = 7u32;
             @0 eval async_copy_4(&mut s[t @1], &x[t @2], 4u32);
             @0 eval async_commit();
             @0 eval async_copy_4(&mut s[t + 64usize @1], &x[if t < 32usize {{ t }} else {{ t + 1000usize }} proven], if t < 32usize {{ 4u32 }} else {{ 0u32 }});
             @0 eval async_commit();
             @0 eval async_copy_4(&mut s[t + 128usize @1], &x[t @2], 4u32);
             @0 {wait}
             @0 y[t @4] = s[t @1];
             @0 y[t + 64usize @5] = s[t + 64usize @2];
             @0 y[t + 128usize @6] = s[t + 128usize @3];"
        ),
    );
    let mut x: Vec<u32> = (100..164).collect();
    let mut y = vec![0; 192];
    assert!(Args::new().slice(&mut x).slice(&mut y).line(&program, 1, 64).is_none());
    y
}

#[test]
fn a_copy_lands_when_its_group_is_waited_for() {
    let source: Vec<u32> = (100..164).collect();
    let zeroed: Vec<u32> = (100..164).map(|x| if x < 132 { x } else { 0 }).collect();
    let old = vec![7; 64];
    // Nothing waits: everything is as before.
    assert_eq!(copied("eval sync_threads();"), [&old[..], &old, &old].concat());
    assert_eq!(copied("eval async_wait(2u32);"), [&old[..], &old, &old].concat());
    assert_eq!(copied("eval async_wait(1u32);"), [&source[..], &old, &old].concat());
    // The third copy is in no group yet.
    assert_eq!(copied("eval async_wait(0u32);"), [&source[..], &zeroed, &old].concat());
    // A wait is the lane's own.
    let mixed = copied("if t < 1usize { @0 eval async_wait(1u32); }");
    assert_eq!((mixed[0], &mixed[1..64]), (100, &old[1..]));
    let all = copied("eval async_commit(); @0 eval async_wait(0u32);");
    assert_eq!(all, [&source[..], &zeroed, &source].concat());
}

#[test]
fn a_copy_reads_its_source_when_it_lands() {
    let program = kernel(
        "y: &mut [u64], n: usize",
        &["t: usize", "shared s: [u64; 32]"],
        "@0 let t = thread_idx_x();
         @0 eval async_copy_8(&mut s[t @1], &y[t @2], 8u32);
         @0 eval async_commit();
         @0 y[t @3] = 5u64;
         @0 eval async_wait(0u32);
         @0 y[t @4] = s[t @5] + 1u64;",
    );
    let mut y = vec![1u64; 32];
    assert!(Args::new().slice(&mut y).bits(0).line(&program, 1, 32).is_none());
    assert_eq!(y, [6; 32]);
}

/// Products of a 16×16 and a 16×8 matrix an element type, by two warps: the right matrix row-major through
/// `.trans`, and column-major as it is.
fn check_products(name: &str, round: fn(f32) -> u16, value: fn(u16) -> f32) {
    let program = kernel(
        &format!("a: &[{name}], b: &[{name}], bt: &[{name}], c: &mut [f32]"),
        &[
            "t: usize",
            "lane: usize",
            "warp: usize",
            "row: usize",
            "i: usize",
            "j: usize",
            "acc: [f32; 8]",
            "left: [u32; 4]",
            "right: [u32; 4]",
            &format!("shared p: [{name}; 512]"),
            &format!("shared q: [{name}; 512]"),
            &format!("shared r: [{name}; 512]"),
        ],
        &format!(
            "@0 let t = thread_idx_x();
             @0 let lane = t %@1 32usize;
             @0 let warp = (t /@1 32usize) * 256usize;
             @0 '0: for i in 0usize..8usize {{
                 @0 p[(i * 64usize) + t @2] = a[(i * 64usize) + t @3];
                 @0 q[(i * 64usize) + t @2] = b[(i * 64usize) + t @3];
                 @0 r[(i * 64usize) + t @2] = bt[(i * 64usize) + t @3];
             }}
             @0 eval sync_threads();
             @0 let acc = [0.5f32; _]: [f32; 8];
             @0 let left;
             @0 let right;
             @0 eval ldmatrix_x4(&mut left[0usize proven], &p[(warp + ((lane %@1 16usize) * 16usize)) + ((lane /@1 16usize) * 8usize) @4]);
             @0 eval ldmatrix_x4_trans(&mut right[0usize proven], &q[(warp + ((lane %@1 16usize) * 16usize)) + ((lane /@1 16usize) * 8usize) @4]);
             @0 eval mma_m16n8k16_{name}(&mut acc[0usize proven], &left[0usize proven], &right[0usize proven]);
             @0 eval ldmatrix_x4(&mut right[0usize proven], &r[(warp + ((((lane /@1 16usize) * 8usize) + (lane %@1 8usize)) * 16usize)) + (((lane /@1 8usize) %@1 2usize) * 8usize) @4]);
             @0 eval mma_m16n8k16_{name}(&mut acc[4usize proven], &left[0usize proven], &right[2usize proven]);
             @0 let row = ((warp + ((lane /@1 4usize) * 16usize)) + ((lane %@1 4usize) * 2usize));
             @0 '1: for j in 0usize..8usize {{
                 @0 c[((row + ((j /@1 4usize) * 8usize)) + (((j %@1 4usize) /@1 2usize) * 128usize)) + (j %@1 2usize) @5] = acc[j @6];
             }}"
        ),
    );
    let bits = |values: Vec<f32>| values.into_iter().map(round).collect::<Vec<u16>>();
    let (mut a, mut b) = (bits(noise(512, 1)), bits(noise(512, 2)));
    let mut bt = vec![0; 512];
    for (at, bits) in b.iter().enumerate() {
        let (warp, k, n) = (at / 256, at / 16 % 16, at % 16);
        bt[warp * 256 + n * 16 + k] = *bits;
    }
    let mut c = vec![0f32; 512];
    let args = Args::new().slice(&mut a).slice(&mut b).slice(&mut bt).slice(&mut c);
    assert!(args.line(&program, 1, 64).is_none());
    for (at, found) in c.iter().enumerate() {
        let (warp, m, n) = (at / 256 * 256, at / 16 % 16, at % 16);
        let sum: f32 = (0..16).map(|k| value(a[warp + m * 16 + k]) * value(b[warp + k * 16 + n])).sum();
        assert_eq!(*found, 0.5 + sum, "{name} at {m}, {n} of warp {}", warp / 256);
    }
}

#[test]
fn products_of_fragments_are_products_of_matrices() {
    check_products("f16", |x| f16::from_f32(x).to_bits(), |x| f16::from_bits(x).to_f32());
    check_products("bf16", |x| bf16::from_f32(x).to_bits(), |x| bf16::from_bits(x).to_f32());
}

#[test]
fn pairs_are_packed_low_half_first() {
    let program = kernel(
        "x: &[f32], y: &mut [u32], z: &mut [u32]",
        &["t: usize"],
        "@0 let t = thread_idx_x();
         @0 y[t @1] = pack_f16(x[t @2], x[t + 1usize @3]);
         @0 z[t @4] = pack_bf16(x[t @5], x[t + 1usize @6]);",
    );
    let mut x: Vec<f32> = vec![1.0, -2.0, 1.0 / 3.0, 65520.0, 1e-8, 3.0e38];
    let (mut y, mut z) = (vec![0u32; 5], vec![0u32; 5]);
    assert!(Args::new().slice(&mut x).slice(&mut y).slice(&mut z).line(&program, 1, 5).is_none());
    for t in 0..5 {
        let half = |x: f32| u32::from(f16::from_f32(x).to_bits());
        let brain = |x: f32| u32::from(bf16::from_f32(x).to_bits());
        assert_eq!(y[t], half(x[t + 1]) << 16 | half(x[t]));
        assert_eq!(z[t], brain(x[t + 1]) << 16 | brain(x[t]));
    }
}

#[test]
fn lanes_exchange_in_whole_warps() {
    let program = kernel(
        "y: &mut [f64], n: usize",
        &["t: usize", "v: f64"],
        "@0 let t = thread_idx_x();
         @0 if t < n {
            @5 let v = lane_xor(t as f64, 18u32);
            @0 y[t @1] = v;
         }",
    );
    let mut y = vec![-1f64; 128];
    assert!(Args::new().slice(&mut y).bits(96).line(&program, 1, 128).is_none());
    for (t, found) in y.iter().enumerate() {
        assert_eq!(*found, if t < 96 { (t ^ 18) as f64 } else { -1.0 });
    }
    // A warp without all of its lanes is a defect of whoever made the code.
    let failure = Args::new().slice(&mut y).bits(100).line(&program, 1, 128).unwrap();
    assert_eq!((failure.site, failure.block[0]), (5, 0));
}
