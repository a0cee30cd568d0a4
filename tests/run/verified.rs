//! Every kernel of these tests can be built, on every executor and for every GPU, without being launched.

#[test]
fn every_kernel_of_these_tests_can_be_built() {
    let verified = kiln::verify_all().unwrap();
    assert!(verified.kernels.len() > 50, "{}", verified.kernels.len());
    assert!(!verified.generic.is_empty());
}
