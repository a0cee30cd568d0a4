//! Work on several streams is ordered by the buffers that it uses.

use std::sync::atomic::{AtomicUsize, Ordering};

use fastrand::Rng;
use kiln::{Buffer, Stream};
use kiln_fake_driver::Param;

use crate::{alone, driver, gpu, ones, scale_add};

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

#[test]
fn readers_do_not_wait_for_one_another() {
    alone("order::readers_do_not_wait_for_one_another", || {
        static RUNS: AtomicUsize = AtomicUsize::new(0);
        let driver = driver();
        let params = [Param::Value(4), Param::Read(4), Param::Value(8), Param::Write(4), Param::Value(8)];
        driver.kernel("scale_add", &params, |_, _| {
            RUNS.fetch_add(1, Ordering::Relaxed);
        });
        let device = gpu();
        let home = device.stream();
        let x = ones(&home, 8);
        let streams: Vec<Stream> = (0..4).map(|_| device.new_stream().unwrap()).collect();
        let mut own: Vec<Buffer<f32>> = streams.iter().map(|stream| ones(stream, 8)).collect();
        for (stream, y) in streams.iter().zip(&mut own) {
            scale_add(1.0, &x, y).threads(8).launch(stream).unwrap();
        }
        streams[3].synchronize().unwrap();
        assert_eq!(RUNS.load(Ordering::Relaxed), 1, "only what was waited for has run");
        // Another reader at home waits for none of them either.
        let mut y = ones(&home, 8);
        scale_add(1.0, &x, &mut y).threads(8).launch(&home).unwrap();
        home.synchronize().unwrap();
        assert_eq!(RUNS.load(Ordering::Relaxed), 2);
        // Who writes waits for all.
        let mut x = x;
        home.fill(&mut x, 2.0).unwrap();
        home.synchronize().unwrap();
        assert_eq!(RUNS.load(Ordering::Relaxed), 5);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn any_mixture_of_streams_gives_what_one_would() {
    alone("order::any_mixture_of_streams_gives_what_one_would", || {
        let driver = driver();
        let device = gpu();
        for seed in 0..200 {
            let mut dice = Rng::with_seed(seed);
            let streams: Vec<Stream> = (0..4).map(|_| device.new_stream().unwrap()).collect();
            let fresh = |dice: &mut Rng| ones(&streams[dice.usize(..4)], 4);
            let mut buffers: Vec<Buffer<f32>> = (0..5).map(|_| fresh(&mut dice)).collect();
            // What the buffers hold when everything is done in the order of the program.
            let mut model = [1.0f32; 5];
            for _ in 0..40 {
                let stream = &streams[dice.usize(..4)];
                let (from, to) = (dice.usize(..5), dice.usize(..5));
                let Ok([x, y]) = buffers.get_disjoint_mut([from, to]) else {
                    assert_eq!(stream.download(&buffers[from]).unwrap(), [model[from]; 4], "seed {seed}");
                    continue;
                };
                match dice.usize(..5) {
                    0 | 1 => {
                        scale_add(0.5, &*x, y).threads(4).launch(stream).unwrap();
                        model[to] += 0.5 * model[from];
                    }
                    2 => {
                        stream.copy(&*x, y).unwrap();
                        model[to] = model[from];
                    }
                    3 => {
                        model[to] = dice.usize(..100) as f32;
                        stream.fill(y, model[to]).unwrap();
                    }
                    _ => {
                        *y = fresh(&mut dice);
                        model[to] = 1.0;
                    }
                }
            }
            for (buffer, value) in buffers.iter().zip(model) {
                assert_eq!(streams[0].download(buffer).unwrap(), [value; 4], "seed {seed}");
            }
            assert_eq!(driver.misuses(), "", "seed {seed}");
        }
    });
}
