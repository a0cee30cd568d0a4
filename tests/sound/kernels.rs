//! What is launched by name is what the macro made.

use kiln::Error;
use kiln::prelude::*;

/// Writes as far as it is told.
///
/// # Safety
///
/// `to` is at most the length of `x`.
#[kernel(unchecked)]
unsafe fn poke(to: usize, x: &mut [u32]) {
    let i = global_id();
    if i < to {
        x[i] = 1;
    }
}

#[test]
fn an_unsafe_kernel_stays_unsafe() {
    let stream = Device::cpu().stream();
    let mut x = stream.alloc_zeroed::<u32>(4).unwrap();
    let entry = poke::entry();
    assert!(entry.is_unsafe());
    // A clone says the same, and says it for good.
    let clone: &'static kiln::registry::KernelEntry = Box::leak(Box::new(entry.clone()));
    for entry in [entry, clone] {
        let error = entry.bind([4usize.into(), (&mut x).into()]).expect_err("unsafe");
        assert!(matches!(error, Error::UnsafeKernel { kernel: "poke" }), "{error}");
    }
    // SAFETY: there are four elements.
    unsafe { clone.bind_unsafe([4usize.into(), (&mut x).into()]) }
        .unwrap()
        .threads(4)
        .launch(&stream)
        .unwrap();
    assert_eq!(stream.download(&x).unwrap(), [1; 4]);
}

#[test]
fn an_entry_is_read_by_methods() {
    let entry = poke::entry();
    assert_eq!((entry.name(), entry.module()), ("poke", module_path!()));
    assert!(entry.file().ends_with("kernels.rs") && entry.line() > 10);
    let names: Vec<_> = entry.params().iter().map(|param| param.name).collect();
    assert_eq!(names, ["to", "x"]);
}
