//! What a failed launch was writing is not taken for a result, on whichever stream, until it was written anew or
//! accepted.

use kiln::prelude::*;
use kiln::{Buffer, Error, Result, Stream};
use kiln_fake_driver::{FakeDriver, Param};

use crate::{alone, driver, gpu, ones, scale_add_body};

/// Adds a multiple of one array to another, which fails where that one is shorter.
#[kernel(target = "ptx")]
fn scale_add(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] += a * x[i];
    }
}

/// The driver, whose `scale_add` fails where the factor is negative: it leaves its output as it is, and tells.
fn failing_driver() -> FakeDriver {
    let driver = driver();
    let params = [
        Param::Value(4),
        Param::Read(4),
        Param::Value(8),
        Param::Write(4),
        Param::Value(8),
        Param::Value(16),
    ];
    driver.kernel("scale_add", &params, failing_body);
    driver
}

fn failing_body(threads: u64, params: &[Vec<u8>]) {
    let word = |param: usize, at: usize| {
        u32::from_ne_bytes(params[param][at..at + 4].try_into().expect("four bytes"))
    };
    if f32::from_bits(word(0, 0)) >= 0.0 {
        return scale_add_body(threads, params);
    }
    let record = usize::from_ne_bytes(params[5][..8].try_into().expect("eight bytes"));
    let record: *mut u32 = std::ptr::with_exposed_provenance_mut(record);
    // SAFETY: the stream's record: a state, a place, the kernel's number and the launch's. Who claims it writes it.
    unsafe {
        if record.read() == 0 {
            record.copy_from([1, 0, word(5, 8), word(5, 12)].as_ptr(), 4);
        }
    }
}

fn launch(stream: &Stream, a: f32, x: &Buffer<f32>, y: &mut Buffer<f32>) -> Result<()> {
    scale_add(a, x, y).threads(8).launch(stream)
}

fn failed(result: Result<impl Sized>) {
    assert!(matches!(result.err(), Some(Error::KernelPanic { kernel: "scale_add", .. })));
}

/// The error of a use of tainted memory, which names the kernel that failed.
fn tainted(result: Result<impl Sized>) -> String {
    let Some(error @ Error::Poisoned { .. }) = result.err() else { panic!("it is not tainted") };
    let text = error.to_string();
    assert!(text.contains("kernel `scale_add` failed at") && text.contains("clear_poison()"), "{text}");
    text
}

#[test]
fn from_the_failed_launch_to_the_telling() {
    alone("taint::from_the_failed_launch_to_the_telling", || {
        let driver = failing_driver();
        let stream = gpu().stream();
        let [x, mut before, mut y, mut z, mut after] = std::array::from_fn(|_| ones(&stream, 8));
        launch(&stream, 1.0, &x, &mut before).unwrap();
        launch(&stream, -1.0, &x, &mut y).unwrap();
        launch(&stream, 1.0, &y, &mut z).unwrap();
        failed(stream.synchronize());
        launch(&stream, 1.0, &x, &mut after).unwrap();
        stream.synchronize().unwrap();
        for good in [&x, &before, &after] {
            assert!(good.poison_cause().is_none());
            stream.download(good).unwrap();
        }
        for bad in [&y, &z] {
            assert!(matches!(bad.poison_cause(), Some(Error::KernelPanic { .. })));
            assert!(tainted(stream.download(bad)).starts_with("a download: "));
            assert!(tainted(stream.copy(bad, &mut after)).starts_with("copy: "));
        }
        let text = tainted(launch(&stream, 1.0, &y, &mut after));
        assert!(text.starts_with("kernel `scale_add`, parameter `x`: "), "{text}");
        let text = tainted(launch(&stream, 1.0, &x, &mut z));
        assert!(text.starts_with("kernel `scale_add`, parameter `y`: "), "{text}");
        // A part that is written anew does not make the rest good.
        stream.upload_into(&[5.0; 4], y.slice_mut(..4).unwrap()).unwrap();
        tainted(stream.download(&y));
        stream.upload_into(&[5.0; 8], &mut y).unwrap();
        assert_eq!(stream.download(&y).unwrap(), [5.0; 8]);
        stream.fill(&mut z, 6.0).unwrap();
        launch(&stream, 1.0, &y, &mut z).unwrap();
        assert_eq!(stream.download(&z).unwrap(), [11.0; 8]);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn what_is_accepted_can_be_used() {
    alone("taint::what_is_accepted_can_be_used", || {
        let driver = failing_driver();
        let stream = gpu().stream();
        let [x, mut y] = std::array::from_fn(|_| ones(&stream, 8));
        launch(&stream, -1.0, &x, &mut y).unwrap();
        // A failure that was not told yet cannot be accepted.
        y.clear_poison();
        launch(&stream, 1.0, &x, &mut y).unwrap();
        failed(stream.download(&y));
        tainted(stream.download(&y));
        y.as_slice_mut().clear_poison();
        assert_eq!(stream.download(&y).unwrap(), [2.0; 8]);
        launch(&stream, 1.0, &x, &mut y).unwrap();
        assert_eq!(stream.download(&y).unwrap(), [3.0; 8]);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn what_was_written_anew_meanwhile_is_good() {
    alone("taint::what_was_written_anew_meanwhile_is_good", || {
        let driver = failing_driver();
        let stream = gpu().stream();
        let [x, mut y, mut z] = std::array::from_fn(|_| ones(&stream, 8));
        launch(&stream, -1.0, &x, &mut y).unwrap();
        launch(&stream, -1.0, &x, &mut z).unwrap();
        stream.upload_into(&[7.0; 8], &mut y).unwrap();
        stream.copy(&x, &mut z).unwrap();
        failed(stream.synchronize());
        assert_eq!(stream.download(&y).unwrap(), [7.0; 8]);
        // A copy may be of what the failed launch left.
        tainted(stream.download(&z));
        stream.copy(&x, &mut z).unwrap();
        assert_eq!(stream.download(&z).unwrap(), [1.0; 8]);
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn other_streams_know() {
    alone("taint::other_streams_know", || {
        let driver = failing_driver();
        let device = gpu();
        let home = device.stream();
        let [x, mut y] = std::array::from_fn(|_| ones(&home, 8));
        // Many have written it; the one that failed is not the last.
        let streams: Vec<Stream> = (0..9).map(|_| device.new_stream().unwrap()).collect();
        for (number, stream) in streams.iter().enumerate() {
            launch(stream, if number == 3 { -1.0 } else { 1.0 }, &x, &mut y).unwrap();
        }
        streams[8].synchronize().unwrap();
        failed(streams[3].synchronize());
        tainted(home.download(&y));
        tainted(launch(&streams[8], 1.0, &x, &mut y));
        streams[5].upload_into(&[2.0; 8], &mut y).unwrap();
        assert_eq!(home.download(&y).unwrap(), [2.0; 8]);
        // A stream that is gone has left its failures with what it wrote.
        let gone = device.new_stream().unwrap();
        launch(&gone, -1.0, &x, &mut y).unwrap();
        failed(gone.synchronize());
        drop(gone);
        tainted(home.download(&y));
        y.clear_poison();
        // Writers that were waited for are forgotten, and their streams serve again.
        for _ in 0..40 {
            let stream = device.new_stream().unwrap();
            launch(&stream, 1.0, &x, &mut y).unwrap();
            stream.synchronize().unwrap();
        }
        assert!(driver.live().streams < 20, "{:?}", driver.live());
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn a_thread_s_default_stream_leaves_its_failures() {
    alone("taint::a_thread_s_default_stream_leaves_its_failures", || {
        let driver = failing_driver();
        let device = gpu();
        let home = device.stream();
        let [x, mut y] = std::array::from_fn(|_| ones(&home, 8));
        std::thread::scope(|scope| {
            scope.spawn(|| launch(&device.per_thread_stream().unwrap(), -1.0, &x, &mut y).unwrap());
        });
        // Nobody can wait for that stream any more.
        failed(home.download(&y));
        std::thread::scope(|scope| {
            let thread = scope.spawn(|| {
                let stream = device.per_thread_stream().unwrap();
                y.clear_poison();
                launch(&stream, -1.0, &x, &mut y).unwrap();
                failed(stream.synchronize());
            });
            thread.join().unwrap();
        });
        tainted(home.download(&y));
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn the_host_and_graphs_know() {
    alone("taint::the_host_and_graphs_know", || {
        let driver = failing_driver();
        let stream = gpu().stream();
        let x = ones(&stream, 8);
        let mut mapped = stream.alloc_mapped::<f32>(8).unwrap();
        scale_add(-1.0, &x, &mut mapped).threads(8).launch(&stream).unwrap();
        failed(mapped.host());
        assert!(tainted(mapped.host()).starts_with("the host: "));
        stream.fill(&mut mapped, 3.0).unwrap();
        assert_eq!(mapped.host().unwrap(), [3.0; 8]);

        let state = (ones(&stream, 8), ones(&stream, 8), ones(&stream, 8));
        let (mut graph, node) = stream
            .graph(state, |graph, (x, mut y, _)| scale_add(-1.0, &x, &mut y).threads(8).add_to(graph))
            .unwrap();
        graph.launch(&stream).unwrap();
        failed(stream.synchronize());
        let (x, mut y, z) = graph.views_mut().unwrap();
        assert!(x.as_slice().poison_cause().is_none() && y.as_slice().poison_cause().is_some());
        assert!(z.as_slice().poison_cause().is_none());
        tainted(stream.download(&y));
        y.clear_poison();
        graph
            .update(|update, (x, mut y, _)| scale_add(1.0, &x, &mut y).threads(8).replace_in(update, node))
            .unwrap();
        graph.launch(&stream).unwrap();
        let (_, y, _) = graph.views_mut().unwrap();
        assert_eq!(stream.download(&y).unwrap(), [2.0; 8]);
        assert_eq!(driver.misuses(), "");
    });
}
