//! Structs in memory, in variables and as parameters.

use super::support::{Args, module_with};
use crate::cpu::Program;

/// As Rust lays them out with `repr(C)`.
const STRUCTS: &str = "struct V size 12 align 4 { vx at 0: f32; vyz at 4: [f32; 2]; }
struct P size 32 align 8 { tag at 0: u8; id at 2: u16; at at 4: struct V; mass at 16: f64; ok at 24: bool; }
";

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct V {
    x: f32,
    yz: [f32; 2],
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct P {
    tag: u8,
    id: u16,
    at: V,
    mass: f64,
    ok: bool,
}

fn kernel(params: &str, locals: &[&str], body: &str) -> Program {
    Program::compile(&module_with(STRUCTS, params, locals, body)).unwrap()
}

fn particles(count: usize) -> Vec<P> {
    let one = |k: usize| {
        let x = k as f32;
        let at = V { x, yz: [x + 0.25, x + 0.5] };
        P { tag: k as u8, id: (k * 3) as u16, at, mass: k as f64 * 2.0, ok: k.is_multiple_of(3) }
    };
    (0..count).map(one).collect()
}

#[test]
fn fields_of_slices_are_read_and_written() {
    let program = kernel(
        "p: &mut [struct P], n: usize",
        &["i: usize"],
        "@0 let i = global_id_x();
        @0 if i < n {
            @0 p[i @1].at.vx += p[i @2].mass as f32;
            @0 p[i @3].at.vyz[i % @9 2usize @4] = 7.0f32;
            @0 p[i @5].id = (p[i @6].tag as u16) + 1u16;
            @0 p[i @7].ok = !p[i @8].ok;
        }",
    );
    for threads in [1, 32, 100] {
        let mut p = particles(77);
        let mut expected = p.clone();
        for (i, p) in expected.iter_mut().enumerate().take(70) {
            p.at.x += p.mass as f32;
            p.at.yz[i % 2] = 7.0;
            p.id = u16::from(p.tag) + 1;
            p.ok = !p.ok;
        }
        assert!(Args::new().slice(&mut p).bits(70).line(&program, 3, threads).is_none() || threads == 1);
        let reached = (3 * threads as usize).min(70);
        assert_eq!(p[..reached], expected[..reached]);
        assert_eq!(p[reached..], particles(77)[reached..]);
    }
}

#[test]
fn whole_structs_move() {
    let program = kernel(
        "p: &[struct P], q: &mut [struct P]",
        &["i: usize", "a: struct P", "v: struct V", "w: [f32; 2]"],
        "@0 let i = global_id_x();
        @0 let a = p[i @1];
        @0 let w = [a.at.vyz[1usize proven], a.at.vyz[0usize proven]];
        @0 let v = make(vx = a.at.vx, vyz = w): struct V;
        @0 if (i % @9 2usize) == 0usize { @0 a.at = v; @0 a.ok = true; }
        @0 q[i @2] = a;
        @0 if i == 5usize { @0 q[i @3] = make(tag = 9u8, id = a.id, at = q[i @4].at, mass = 1.0f64, ok = false): struct P; }",
    );
    let mut p = particles(40);
    let mut q = vec![P::default(); 40];
    assert!(Args::new().slice(&mut p).slice(&mut q).line(&program, 1, 40).is_none());
    let mut expected = p.clone();
    for (i, p) in expected.iter_mut().enumerate() {
        if i % 2 == 0 {
            p.at.yz.reverse();
            p.ok = true;
        }
        if i == 5 {
            *p = P { tag: 9, mass: 1.0, ok: false, ..*p };
        }
    }
    assert_eq!(q, expected);
}

#[test]
fn indices_into_structs_are_checked_once_and_in_order() {
    let program = kernel(
        "p: &mut [struct P], n: usize",
        &["i: usize", "a: struct P"],
        "@0 let i = global_id_x();
        @0 let a = p[i + n @1];
        @0 p[i @2].at.vyz[n @3] = a.at.vyz[0usize proven];",
    );
    let mut p = particles(8);
    let run = |p: &mut [P], n, threads| Args::new().slice(p).bits(n).line(&program, 1, threads);
    assert!(run(&mut p, 1, 7).is_none());
    let record = run(&mut p, 1, 8).unwrap();
    assert_eq!((record.site, record.values[0], record.values[1], record.thread[0]), (1, 8, 8, 7));
    let record = run(&mut p, 2, 3).unwrap();
    assert_eq!((record.site, record.values[0], record.values[1], record.thread[0]), (3, 2, 2, 0));
}

#[test]
fn arrays_of_structs_are_indexed_at_run_time() {
    let program = kernel(
        "p: &[struct P], y: &mut [f32]",
        &["i: usize", "all: [struct P; 4]", "k: usize", "other: [struct P; 4]"],
        "@0 let i = global_id_x();
        @0 let all = [p[i @1]; _]: [struct P; 4];
        @0 '0: for k in 0usize..all.len() { @0 all[k @2].at.vyz[k % @9 2usize @3] = k as f32; }
        @0 let other = [all[3usize @4], all[i % @9 4usize @5], p[0usize @6], p[i @7]];
        @0 all[0usize proven] = other[1usize proven];
        @0 other = all;
        @0 y[i @8] = other[i % @9 4usize @10].at.vyz[(i / @9 4usize) % @9 2usize @11] + other[0usize @12].at.vyz[1usize @13];",
    );
    let mut p = particles(24);
    let mut y = vec![0f32; 24];
    assert!(Args::new().slice(&mut p).slice(&mut y).line(&program, 1, 24).is_none());
    for i in 0..24 {
        let mut all = [p[i]; 4];
        for k in 0..4 {
            all[k].at.yz[k % 2] = k as f32;
        }
        all[0] = all[i % 4];
        assert_eq!(y[i], all[i % 4].at.yz[i / 4 % 2] + all[0].at.yz[1], "{i}");
    }
}

#[test]
fn parameters_by_value_are_read_and_may_be_assigned() {
    let program = kernel(
        "p: struct P, w: [f32; 5], y: &mut [f32]",
        &["i: usize"],
        "@0 let i = global_id_x();
        @0 p.at.vyz[i % @9 2usize @1] += 1.0f32;
        @0 y[i @2] = (((w[i % @9 5usize @3] + p.at.vyz[0usize @4]) + p.at.vyz[1usize @5]) + (p.mass as f32)) + (p.tag as f32);",
    );
    let p = particles(9)[8];
    let w = [1f32, 2.0, 3.0, 4.0, 5.0];
    let mut y = vec![0f32; 20];
    // SAFETY: both are plain data; what lies between fields is copied and not looked at.
    let bytes = |from: *const u8, len| unsafe { std::slice::from_raw_parts(from, len).to_vec() };
    let mut odd = vec![0];
    odd.extend(bytes((&raw const p).cast(), size_of::<P>()));
    let weights = bytes((&raw const w).cast(), size_of_val(&w));
    assert!(Args::new().bytes(&odd[1..]).bytes(&weights).slice(&mut y).line(&program, 1, 20).is_none());
    for (i, y) in y.iter().enumerate() {
        assert_eq!(*y, w[i % 5] + p.at.yz[0] + p.at.yz[1] + 1.0 + p.mass as f32 + f32::from(p.tag));
    }
}

#[test]
fn shared_memory_holds_structs() {
    let program = kernel(
        "p: &[struct P], q: &mut [struct P]",
        &["shared s: [struct P; 32]", "shared one: struct V", "i: usize"],
        "@0 let i = thread_idx_x();
        @0 s[i @1] = p[i @2];
        @0 if i == 3usize { @0 one = make(vx = 5.0f32, vyz = p[i @3].at.vyz): struct V; }
        @0 eval sync_threads();
        @0 q[i @4] = s[31usize - i @5];
        @0 q[i @6].at.vx = one.vx + one.vyz[i % @9 2usize @7];",
    );
    let mut p = particles(32);
    let mut q = vec![P::default(); 32];
    assert!(Args::new().slice(&mut p).slice(&mut q).line(&program, 1, 32).is_none());
    for i in 0..32 {
        let mut expected = p[31 - i];
        expected.at.x = 5.0 + p[3].at.yz[i % 2];
        assert_eq!(q[i], expected);
    }
}

#[test]
fn parts_of_slices_and_arrays_have_their_own_start_and_length() {
    let program = kernel(
        "p: &mut [struct P], y: &mut [f32], n: usize",
        &["i: usize", "a: [f32; 6]", "k: usize"],
        "@0 let i = global_id_x();
        @0 let a = [0.0f32, 1.0f32, 2.0f32, 3.0f32, 4.0f32, 5.0f32];
        @0 let k = i % @9 3usize;
        @0 y[k; 4usize][k @1] += a[k; n][1usize @2];
        @0 p[n; 3usize][1usize; 2usize][k @3].at.vx = a[1usize; 5usize][k; 2usize][1usize @4];",
    );
    let run = |p: &mut [P], y: &mut [f32], n, threads| {
        Args::new().slice(p).slice(y).bits(n).line(&program, 1, threads)
    };
    let (mut p, mut y) = (particles(8), vec![10f32; 8]);
    assert!(run(&mut p, &mut y, 2, 2).is_none());
    assert_eq!(y[..4], [11.0, 10.0, 12.0, 10.0]);
    assert_eq!((p[3].at.x, p[4].at.x), (2.0, 3.0));
    let record = run(&mut p, &mut y, 1, 1).unwrap();
    assert_eq!((record.site, record.values[0], record.values[1]), (2, 1, 1));
    let record = run(&mut p, &mut y, 2, 3).unwrap();
    assert_eq!((record.site, record.values[0], record.values[1], record.thread[0]), (3, 2, 2, 2));
}
