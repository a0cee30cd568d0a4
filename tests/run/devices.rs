//! Devices, streams and copies.

use kiln::prelude::*;

use crate::streams;

#[test]
fn what_is_uploaded_comes_back() {
    for stream in streams() {
        for len in [0usize, 1, 2, 1023, 70_000] {
            let values: Vec<f64> = (0..len).map(|i| i as f64 * 0.5).collect();
            let buffer = stream.upload(&values).unwrap();
            assert_eq!(buffer.len(), len);
            assert_eq!(stream.download(&buffer).unwrap(), values);
        }
        let flags = stream.upload(&[true, false, true]).unwrap();
        assert_eq!(stream.download(&flags).unwrap(), [true, false, true]);
    }
}

#[test]
fn the_best_device_is_there() {
    // KILN_DEVICE may name any device that exists; without it the CPU always does.
    let device = Device::best().unwrap();
    assert!(!device.to_string().is_empty());
    assert!(Device::gpu(1_000_000).is_err());
}
