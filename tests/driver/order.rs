//! Work on several streams is ordered by the buffers that it uses.

use kiln::{Device, Stream};

use crate::{alone, driver, scale_add};

fn gpu() -> Device {
    Device::gpu(0).expect("the fake driver has two devices")
}

fn ones(stream: &Stream, len: usize) -> kiln::Buffer<f32> {
    stream.upload(&vec![1.0; len]).expect("there is room")
}

#[test]
fn streams_are_ordered_through_their_buffers() {
    alone("order::streams_are_ordered_through_their_buffers", || {
        let driver = driver();
        let device = gpu();
        let streams: Vec<Stream> = (0..4).map(|_| device.new_stream().unwrap()).collect();
        let x = ones(&streams[0], 100);
        let mut y = ones(&streams[1], 100);
        for turn in 0..12 {
            scale_add(1.0, &x, &mut y).threads(100).launch(&streams[turn % 4]).unwrap();
        }
        assert_eq!(streams[2].download(&y).unwrap(), [13.0; 100]);
        let mut z = streams[3].alloc_zeroed::<f32>(100).unwrap();
        streams[0].copy(&y, &mut z).unwrap();
        streams[1].fill(&mut y, 7.0).unwrap();
        assert_eq!(streams[2].download(&z).unwrap(), [13.0; 100]);
        assert_eq!(streams[2].download(&y).unwrap(), [7.0; 100]);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn memory_is_freed_after_all_that_uses_it() {
    alone("order::memory_is_freed_after_all_that_uses_it", || {
        let driver = driver();
        let device = gpu();
        let (home, other) = (device.stream(), device.new_stream().unwrap());
        let mut y = ones(&home, 1000);
        for _ in 0..20 {
            let x = ones(&home, 1000);
            scale_add(1.0, &x, &mut y).threads(1000).launch(&other).unwrap();
            drop(x);
        }
        assert_eq!(home.download(&y).unwrap(), [21.0; 1000]);
        drop(y);
        home.synchronize().unwrap();
        assert_eq!(driver.live().allocations, 0);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn streams_that_are_dropped_finish_their_work() {
    alone("order::streams_that_are_dropped_finish_their_work", || {
        let driver = driver();
        let device = gpu();
        let home = device.stream();
        let (x, mut y) = (ones(&home, 10), ones(&home, 10));
        for _ in 0..10 {
            scale_add(1.0, &x, &mut y).threads(10).launch(&device.new_stream().unwrap()).unwrap();
        }
        assert_eq!(home.download(&y).unwrap(), [11.0; 10]);
        assert_eq!(driver.misuses(), "");
        assert!(driver.live().streams < 12, "streams at rest are used again");
    });
}
