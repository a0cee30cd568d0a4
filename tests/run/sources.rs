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
    let text = readable::source(SourceKind::Cuda).unwrap();
    for part in ["readable(", "float a", "row", "// Threads past the end have nothing to do."] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    // The same kernel gives the same text.
    assert_eq!(text, readable::source(SourceKind::Cuda).unwrap());
}

#[kernel(target = "ptx")]
fn always_ptx<const N: usize>(x: &mut [u32]) {
    if global_id() < x.len() {
        x[global_id()] = N as u32;
    }
}

#[test]
fn ptx_is_for_the_least_architecture_and_all_after_it() {
    let text = readable::ptx().unwrap();
    assert!(text.contains(".target sm_75\n") && text.contains(".entry readable("), "{text}");
    assert_eq!(text, readable::source(SourceKind::Ptx).unwrap());
    assert!(always_ptx::<7>::ptx().unwrap().contains(".entry always_ptx("));
}

#[test]
fn a_kernel_chooses_its_back_end() {
    assert_eq!(always_ptx::<1>::entry().attrs.target.map(|target| target.name()), Some("ptx"));
    assert!(always_ptx::<1>::entry().ir.contains("#[target(ptx)]"));
    for stream in super::streams() {
        let mut x = stream.alloc_zeroed::<u32>(5).unwrap();
        always_ptx::<3>(&mut x).threads(5).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [3; 5]);
        // KILN_BACKEND, where it is set for these tests, goes before the kernel.
        if std::env::var_os("KILN_BACKEND").is_none() {
            let report = always_ptx::<3>(&mut x).threads(5).report(&stream).unwrap();
            assert!(report.to_string().starts_with("kernel `always_ptx` on sm_"), "{report}");
            assert!(report.to_string().contains(", through PTX\n"), "{report}");
        }
    }
}

#[test]
fn an_open_kernels_text_is_made_for_its_instance() {
    assert!(template::<f32, true>::entry().cuda.is_none());
    let single = template::<f32, true>::source(SourceKind::Cuda).unwrap();
    let double = template::<f64, false>::source(SourceKind::Cuda).unwrap();
    assert!(single.contains("float") && !single.contains("double"), "{single}");
    assert!(double.contains("double"), "{double}");
    let ir = template::<f64, false>::source(SourceKind::Ir).unwrap();
    assert!(ir.starts_with("kiln-ir 1"), "{ir}");
}
