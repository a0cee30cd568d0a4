//! Expressions of one kernel: `fuse!`.

use kiln::prelude::*;

use super::devices;

#[test]
fn first() {
    for device in devices() {
        let stream = device.stream();
        let x: Vec<f32> = (0..3000).map(|i| i as f32 * 0.25).collect();
        let y: Vec<f32> = (0..3000).map(|i| (i * 7 % 31) as f32).collect();
        let pipeline = fuse!(|x: f32, y: f32| if x > y { x * y + 1.0 } else { (y - x).sqrt() });
        let there = [&x, &y].map(|x| Tensor1::from_slice(&stream, x).unwrap());
        let out = pipeline.eval(&stream, &there[0], &there[1]).unwrap().download(&stream).unwrap();
        let wanted: Vec<f32> =
            x.iter().zip(&y).map(|(&x, &y)| if x > y { x * y + 1.0 } else { (y - x).sqrt() }).collect();
        assert_eq!(out, wanted, "{device}");
    }
}
