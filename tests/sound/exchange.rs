//! Tensors for other libraries.

use std::sync::Arc;

use kiln::Error;
use kiln::dlpack::Export;
use kiln::prelude::*;

/// A consumer that writes one element would write another too, which Rust's rules for what is lent forbid.
#[test]
fn nothing_that_may_be_written_overlaps() {
    let stream = Device::cpu().stream();
    let cases: [(&[usize], &[usize]); 6] = [
        (&[2, 2], &[1, 1]),
        (&[3, 4], &[3, 1]),
        (&[4], &[0]),
        (&[2, 3, 2], &[6, 2, 0]),
        (&[2, 3], &[2, 2]),
        (&[1, 5, 2], &[100, 1, 4]),
    ];
    for (shape, strides) in cases {
        let upload = || stream.upload(&[1.0f32; 12]).unwrap();
        let Err(error) = Export::new(upload(), shape, Some(strides), &stream) else { panic!("it overlaps") };
        assert!(matches!(error, Error::Exchange { .. }), "{shape:?} {strides:?}: {error}");
        assert!(error.to_string().contains("share a place"), "{error}");
        let _ = Export::shared(Arc::new(upload()), shape, Some(strides), &stream).unwrap();
    }
    let cases: [(&[usize], &[usize]); 5] =
        [(&[2, 2], &[2, 1]), (&[3, 4], &[1, 3]), (&[1, 4], &[0, 3]), (&[0, 4], &[0, 0]), (&[], &[])];
    for (shape, strides) in cases {
        let _ = Export::new(stream.upload(&[1.0f32; 12]).unwrap(), shape, Some(strides), &stream).unwrap();
    }
}
