//! The text of kernels, for people to read.

use kiln::prelude::*;

#[kernel]
fn readable(a: f32, x: &[f32], y: &mut [f32]) {
    let row = global_id();
    // Threads past the end have nothing to do.
    if row < y.len() {
        y[row] = a * x[row] + y[row];
    }
}

#[kernel]
fn template<T: Float, const TWICE: bool>(x: &mut [T]) {
    let i = global_id();
    if i < x.len() {
        x[i] = if TWICE { x[i] + x[i] } else { x[i] };
    }
}

#[test]
fn a_closed_kernels_text_is_a_constant_in_the_users_words() {
    assert!(readable::entry().cuda.is_some());
    let text = readable::source(Target::Cuda).unwrap();
    for part in ["readable(", "float a", "row", "// Threads past the end have nothing to do."] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    // The same kernel gives the same text.
    assert_eq!(text, readable::source(Target::Cuda).unwrap());
}

#[test]
fn an_open_kernels_text_is_made_for_its_instance() {
    assert!(template::<f32, true>::entry().cuda.is_none());
    let single = template::<f32, true>::source(Target::Cuda).unwrap();
    let double = template::<f64, false>::source(Target::Cuda).unwrap();
    assert!(single.contains("float") && !single.contains("double"), "{single}");
    assert!(double.contains("double"), "{double}");
    let ir = template::<f64, false>::source(Target::Ir).unwrap();
    assert!(ir.starts_with("kiln-ir 1"), "{ir}");
}
