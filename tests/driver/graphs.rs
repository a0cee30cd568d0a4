//! Graphs, held against a driver that looks for nodes and launches that nothing orders.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use fastrand::Rng;
use kiln::{BufferSliceMut, Device, Error, Graph, GraphBuilder, Stream};

use crate::objects::{AXPY, axpy, describe};
use crate::{alone, driver, ones, scale_add};

#[test]
fn launches_are_ordered_with_everything_else() {
    alone("graphs::launches_are_ordered_with_everything_else", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        let streams: Vec<Stream> = (0..3).map(|_| device.new_stream().unwrap()).collect();
        let shared = Arc::new(ones(&streams[0], 100));
        let (y, z) = (ones(&streams[1], 100), ones(&streams[2], 100));
        let state = (Arc::clone(&shared), y, z);
        let (mut graph, ()) = streams[0]
            .graph(state, |graph, (x, mut y, mut z)| {
                scale_add(1.0, x, &mut y).threads(100).add_to(graph)?;
                scale_add(1.0, x, &mut z).threads(100).add_to(graph)?;
                graph.copy(y.as_slice().slice_clamped(0..10), z.reborrow().slice_clamped(0..10))
            })
            .unwrap();
        let mut own = ones(&streams[1], 100);
        for turn in 0..9 {
            graph.launch(&streams[turn % 3]).unwrap();
            scale_add(1.0, &*shared, &mut own).threads(100).launch(&streams[(turn + 1) % 3]).unwrap();
            if turn == 4 {
                let (_, mut y, _) = graph.views_mut().unwrap();
                streams[2].fill(&mut y, 0.0).unwrap();
            }
        }
        let (_, y, z) = graph.views_mut().unwrap();
        assert_eq!(streams[0].download(&y).unwrap(), [4.0; 100]);
        assert_eq!(streams[0].download(&z).unwrap()[9..11], [4.0, 10.0]);
        assert_eq!(streams[2].download(&own).unwrap(), [10.0; 100]);
        // What is dropped while a launch is under way is freed behind it.
        graph.launch(&streams[1]).unwrap();
        drop((graph, own, shared));
        for stream in &streams {
            stream.synchronize().unwrap();
        }
        let live = driver.live();
        assert_eq!((live.graphs, live.execs, live.allocations), (0, 0, 0));
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn what_a_graph_holds_outlives_its_launches() {
    alone("graphs::what_a_graph_holds_outlives_its_launches", || {
        let driver = driver();
        let stream = Device::gpu(0).unwrap().stream();
        let calls = Arc::new(AtomicUsize::new(0));
        for _ in 0..20 {
            let counted = Arc::clone(&calls);
            let (x, mut host) = (ones(&stream, 10), stream.alloc_pinned::<f32>(10).unwrap());
            host.fill(2.0);
            let (mut graph, ()) = stream
                .graph((x, host), |graph, (mut x, host)| {
                    graph.copy_in(host, &mut x)?;
                    graph.host_fn(move || {
                        counted.fetch_add(1, Ordering::Relaxed);
                    })?;
                    graph.copy_out(&x, host)
                })
                .unwrap();
            graph.launch(&stream).unwrap();
            graph.launch(&stream).unwrap();
            drop(graph);
        }
        stream.synchronize().unwrap();
        assert_eq!(calls.load(Ordering::Relaxed), 40);
        // The driver's thread lets go of the last function a moment later.
        while Arc::strong_count(&calls) > 1 {
            std::thread::yield_now();
        }
        stream.synchronize().unwrap();
        let live = driver.live();
        assert_eq!((live.graphs, live.execs, live.allocations), (0, 0, 0));
        assert!(live.host_allocations <= 4, "records are used again: {live:?}");
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn an_update_lends_host_memory_once_launches_are_over() {
    alone("graphs::an_update_lends_host_memory_once_launches_are_over", || {
        let driver = driver();
        let stream = Device::gpu(0).unwrap().stream();
        let (x, y) = (ones(&stream, 100), ones(&stream, 100));
        let host = stream.alloc_pinned::<f32>(100).unwrap();
        let (mut graph, node) = stream
            .graph((x, y, host), |graph, (x, mut y, host)| {
                let node = scale_add(1.0, &x, &mut y).threads(100).add_to(graph)?;
                graph.copy_out(&y, host)?;
                Ok(node)
            })
            .unwrap();
        for turn in 1..4 {
            graph.launch(&stream).unwrap();
            graph
                .update(|update, (x, mut y, host)| {
                    // The driver would have found out that the copy is under way.
                    driver.host_uses(host, true);
                    assert_eq!(host[99], (turn + 1) as f32);
                    host.fill(0.0);
                    scale_add(1.0, &x, &mut y).threads(100).replace_in(update, node)
                })
                .unwrap();
            assert_eq!(driver.misuses(), "");
        }
    });
}

#[test]
fn graphs_that_a_host_function_drops_are_freed_elsewhere() {
    alone("graphs::graphs_that_a_host_function_drops_are_freed_elsewhere", || {
        let driver = driver();
        let stream = Device::gpu(0).unwrap().stream();
        let x = ones(&stream, 10);
        let (mut graph, ()) = stream.graph(x, |graph, mut x| graph.fill(&mut x, 2.0)).unwrap();
        graph.launch(&stream).unwrap();
        // The driver ends the process where a function of the host's calls it.
        stream.launch_host_fn(move || drop(graph)).unwrap();
        stream.synchronize().unwrap();
        stream.synchronize().unwrap();
        let live = driver.live();
        assert_eq!((live.graphs, live.execs, live.allocations), (0, 0, 0));
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn an_older_driver_has_no_conditions() {
    alone("graphs::an_older_driver_has_no_conditions", || {
        let driver = driver();
        driver.set_version(12020);
        let stream = Device::gpu(0).unwrap().stream();
        let flag = stream.upload(&[1u32]).unwrap();
        let error = stream.graph(flag, |graph, flag| graph.condition(&flag)).map(|_| ()).unwrap_err();
        assert!(matches!(error, Error::SymbolMissing { needed: "12.4", .. }), "{error}");
        assert!(error.to_string().contains("it supports CUDA 12.2"), "{error}");
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn kernels_of_object_code_are_captured() {
    alone("graphs::kernels_of_object_code_are_captured", || {
        let driver = driver();
        describe(&driver);
        let device = Device::gpu(0).unwrap();
        let stream = device.stream();
        let axpy = axpy::load(&device, &kiln::ObjectCode::new(AXPY).unwrap()).unwrap();
        let state = (ones(&stream, 8), ones(&stream, 8));
        let mut graph = stream
            .capture(state, |stream, (x, mut y)| {
                scale_add(1.0, &x, &mut y).threads(8).launch(stream)?;
                // SAFETY: the lengths are the slices'.
                unsafe { axpy.call(3.0, &x, 8, &mut y, 8) }.threads(8).launch(stream)
            })
            .unwrap();
        graph.launch(&stream).unwrap();
        graph.launch(&stream).unwrap();
        let (_, y) = graph.views_mut().unwrap();
        assert_eq!(stream.download(&y).unwrap(), [9.0; 8]);
        // What it is given must be the graph's, too.
        let (x, mut y) = (ones(&stream, 8), ones(&stream, 8));
        // SAFETY: as above.
        let mut attempt =
            |stream: &Stream| unsafe { axpy.call(3.0, &x, 8, &mut y, 8) }.threads(8).launch(stream);
        let error = stream.capture((), |stream, ()| attempt(stream)).unwrap_err();
        assert!(error.to_string().contains("kernel `axpy`, parameter `x`: this memory is not"), "{error}");
        assert_eq!(driver.misuses(), "");
    });
}

/// Adds work of some kind, and says what it does to values.
fn some_work(
    dice: &mut Rng,
    graph: &mut GraphBuilder,
    slices: &mut Vec<BufferSliceMut<'_, f32>>,
    model: &mut Vec<(usize, usize, f32)>,
) {
    let (from, to) = (dice.usize(..slices.len()), dice.usize(..slices.len()));
    let Ok([x, y]) = slices.get_disjoint_mut([from, to]) else { return };
    match dice.usize(..3) {
        0 => {
            scale_add(0.5, &*x, y).threads(4).add_to(graph).unwrap();
            model.push((from, to, 0.5));
        }
        1 => {
            graph.copy(&*x, y).unwrap();
            model.push((from, to, f32::NAN));
        }
        _ => {
            let value = dice.usize(..100) as f32;
            graph.fill(y, value).unwrap();
            model.push((to, to, value));
        }
    }
}

#[test]
fn any_mixture_of_work_is_done_in_the_order_of_the_program() {
    alone("graphs::any_mixture_of_work_is_done_in_the_order_of_the_program", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        for seed in 0..100 {
            let mut dice = Rng::with_seed(seed);
            let streams: Vec<Stream> = (0..3).map(|_| device.new_stream().unwrap()).collect();
            let state: Vec<_> = (0..5).map(|_| ones(&streams[dice.usize(..3)], 4)).collect();
            let mut steps = Vec::new();
            let (mut graph, ()): (Graph<Vec<kiln::Buffer<f32>>>, ()) = streams[0]
                .graph(state, |graph, mut slices| {
                    for _ in 0..20 {
                        match dice.usize(..8) {
                            0 => graph.child(|graph| {
                                some_work(&mut dice, graph, &mut slices, &mut steps);
                                some_work(&mut dice, graph, &mut slices, &mut steps);
                                Ok(())
                            })?,
                            1 => graph.host_fn(|| {})?,
                            _ => some_work(&mut dice, graph, &mut slices, &mut steps),
                        }
                    }
                    Ok(())
                })
                .unwrap();
            // What the buffers hold when everything is done in the order of the program.
            let mut model = [1.0f32; 5];
            for _ in 0..3 {
                graph.launch(&streams[dice.usize(..3)]).unwrap();
                for (from, to, factor) in &steps {
                    model[*to] = match factor {
                        _ if from == to => *factor,
                        factor if factor.is_nan() => model[*from],
                        factor => model[*to] + factor * model[*from],
                    };
                }
            }
            for (slice, value) in graph.views_mut().unwrap().iter().zip(model) {
                assert_eq!(streams[1].download(slice).unwrap(), [value; 4], "seed {seed}");
            }
            assert_eq!(driver.misuses(), "", "seed {seed}");
        }
    });
}
