//! The front end on source text: what it makes of a function, and what it refuses.
#![cfg(feature = "front")]

use kiln_codegen::front;

#[test]
fn show() {
    for source in [
        "fn saxpy(a: f32, x: &[f32], y: &mut [f32]) { let i = global_id();\n // the tail\n if i < y.len() { y[i] = a * x[i] + y[i]; } }",
        "fn f<T: Float, const N: usize>(x: &[T], y: &mut [T]) { let i = global_id(); let t = shared::<[T; N]>(); let mut acc = T::ZERO; for k in 0..N { acc += x[i * N + k].sqrt() * helper(x[k], 2.0); } t[0] = acc; sync_threads(); let z = helper(acc, 1.0); y[i] = z; }",
        "fn g(h: &[AtomicU32], x: &[u8]) { let i = global_id(); let (a, b) = global_id_2d(); if i < x.len() && a < b { h[x[i] as usize].fetch_add(1, Ordering::Relaxed); } let mut k = 0; while k < 10 { k += 1; if k == 3 { continue; } } let v = if k > 3 { 1.5 } else { 2.5f32 }; assert!(v > 1.0, \"v was {v} {}\", k); let w = loop { k -= 1; if k == 0 { break k; } }; }",
    ] {
        let item: proc_macro2::TokenStream = source.parse().unwrap();
        let errors = front::check(kiln_codegen::ir::FunctionKind::Kernel, Default::default(), item.clone());
        println!("{errors:#?}");
        let out = front::kernel(Default::default(), item);
        println!("{}", out.to_string().replace("\\n", "\n").replace(";", ";\n"));
    }
}
