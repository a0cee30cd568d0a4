//! Graphs: work that is recorded once and launched many times.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kiln::prelude::*;
use kiln::{Error, GraphBuilder, GraphError, KernelType, Stream};

#[kernel]
fn add_scaled(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() && i < x.len() {
        y[i] += a * x[i];
    }
}

#[kernel]
fn set_index(x: &mut [u32]) {
    let i = global_id();
    if i < x.len() {
        x[i] = i as u32;
    }
}

#[kernel]
fn next(x: &mut [u32]) {
    let i = global_id();
    if i < x.len() {
        x[i] += 1;
    }
}

#[kernel]
fn add(x: &[u32], y: &mut [u32]) {
    let i = global_id();
    if i < x.len() && i < y.len() {
        y[i] += x[i];
    }
}

#[kernel]
fn count_down(left: &mut [u32]) {
    if global_id() == 0 {
        left[0] -= 1;
    }
}

#[kernel]
fn refuse_three(x: &mut [u32]) {
    let i = global_id();
    if i < x.len() {
        assert!(x[i] != 3, "three");
        x[i] += 1;
    }
}

#[kernel(block = 64)]
fn reverse_blocks(x: &mut [u32]) {
    let tile = dynamic_shared::<u32>();
    let (i, t) = (global_id(), thread_idx().x);
    if i < x.len() {
        tile[t] = x[i];
    }
    sync_threads();
    if i < x.len() && t < tile.len() {
        x[i] = tile[tile.len() - 1 - t];
    }
}

#[kernel(tile)]
fn double_tiles(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    let i = tile_id(0);
    let tile = x.load::<64>(i);
    y.store(i, tile + tile);
}

/// What a graph owns comes back out of it.
fn contents<T: KernelType>(stream: &Stream, buffer: &kiln::Buffer<T>) -> Vec<T> {
    stream.download(buffer).unwrap()
}

#[test]
fn a_graph_is_launched_again_and_again() {
    for stream in crate::streams() {
        let x = stream.upload(&vec![1.0f32; 1000]).unwrap();
        let (y, z) = (stream.alloc_zeroed::<f32>(1000).unwrap(), stream.alloc_zeroed::<f32>(1000).unwrap());
        let (mut graph, ()) = stream
            .graph((x, y, z), |graph, (x, mut y, mut z)| {
                add_scaled(2.0, &x, &mut y).threads(1000).add_to(graph)?;
                add_scaled(1.0, &y, &mut z).threads(1000).add_to(graph)?;
                add_scaled(1.0, &x, &mut z).threads(1000).add_to(graph)?;
                Ok(())
            })
            .unwrap();
        assert_eq!(graph.len(), 3);
        for _ in 0..3 {
            graph.launch(&stream).unwrap();
        }
        let (_, y, z) = graph.views_mut().unwrap();
        assert_eq!(stream.download(&y).unwrap(), [6.0; 1000]);
        assert_eq!(stream.download(&z).unwrap(), [2.0 + 4.0 + 6.0 + 3.0; 1000]);
        graph.launch(&stream).unwrap();
        let (_, y, _) = graph.into_inner().unwrap();
        assert_eq!(contents(&stream, &y), [8.0; 1000]);
    }
}

#[test]
fn streams_are_ordered_with_graphs() {
    for stream in crate::streams() {
        let other = stream.device().new_stream().unwrap();
        let shared = Arc::new(stream.upload(&vec![1.0f32; 100_000]).unwrap());
        let y = other.alloc_zeroed::<f32>(100_000).unwrap();
        let (mut graph, ()) = stream
            .graph((Arc::clone(&shared), y), |graph, (x, mut y)| {
                for _ in 0..10 {
                    add_scaled(1.0, x, &mut y).threads(100_000).add_to(graph)?;
                }
                Ok(())
            })
            .unwrap();
        let mut z = stream.alloc_zeroed::<f32>(100_000).unwrap();
        for _ in 0..5 {
            graph.launch(&stream).unwrap();
            // Others read what is shared meanwhile, and what the graph lends after.
            add_scaled(1.0, &*shared, &mut z).threads(100_000).launch(&other).unwrap();
            graph.launch(&other).unwrap();
            let (_, mut y) = graph.views_mut().unwrap();
            other.fill(y.reborrow().slice_clamped(0..10), 0.0).unwrap();
        }
        let (_, y) = graph.views_mut().unwrap();
        let y = stream.download(&y).unwrap();
        assert_eq!((y[9], y[10]), (0.0, 100.0));
        assert_eq!(stream.download(&z).unwrap(), vec![5.0; 100_000]);
    }
}

#[test]
fn tensors_that_others_read_too() {
    for stream in crate::streams() {
        let shared = Arc::new(Tensor1::from_slice(&stream, &[3.0f32; 100]).unwrap());
        let y = || Tensor1::<f32>::zeros(&stream, 100).unwrap();
        let of = |y: Tensor1<f32>| {
            let owned = (Arc::clone(&shared), y);
            stream
                .graph(owned, |graph, (x, mut y)| double_tiles(x, &mut y).add_to(graph).map(|_| ()))
                .unwrap()
                .0
        };
        let mut graphs = [of(y()), of(y())];
        for graph in &mut graphs {
            graph.launch(&stream).unwrap();
        }
        let mut beside = y();
        double_tiles(&*shared, &mut beside).launch(&stream).unwrap();
        let found = graphs.map(|graph| graph.into_inner().unwrap().1);
        for y in found.iter().chain([&beside]) {
            assert_eq!(y.download(&stream).unwrap(), [6.0; 100]);
        }
        // The graphs' parts in it are gone with them.
        assert_eq!(Arc::strong_count(&shared), 1);
    }
}

#[test]
fn copies_fills_functions_and_children() {
    #[derive(Clone, Copy, Debug, PartialEq, KernelType)]
    struct Pair {
        a: u32,
        b: f64,
    }
    for stream in crate::streams() {
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&calls);
        let mut input = stream.alloc_pinned::<u32>(100).unwrap();
        input.fill(7);
        let output = stream.alloc_pinned::<u32>(100).unwrap();
        let x = stream.alloc_zeroed::<u32>(100).unwrap();
        let longs = stream.alloc_zeroed::<u64>(101).unwrap();
        let pairs = stream.upload(&[Pair { a: 0, b: 0.0 }; 13]).unwrap();
        let bytes = stream.alloc_zeroed::<u8>(33).unwrap();
        let state = (input, output, x, longs, pairs, bytes);
        let (mut graph, ()) = stream
            .graph(state, |graph, (input, output, mut x, mut longs, mut pairs, mut bytes)| {
                graph.copy_in(input, &mut x)?;
                graph.child(|graph| {
                    next(&mut x).threads(100).add_to(graph)?;
                    next(x.reborrow().slice_clamped(50..100)).threads(50).add_to(graph)?;
                    graph.fill(&mut bytes, 3)
                })?;
                graph.fill(x.reborrow().slice_clamped(0..5), 100)?;
                graph.fill(&mut longs, 0x1234_5678_9ABC_DEF0)?;
                graph.fill(longs.reborrow().slice_clamped(0..3), u64::MAX)?;
                graph.fill(&mut pairs, Pair { a: 5, b: 2.5 })?;
                graph.host_fn(move || {
                    counted.fetch_add(1, Ordering::Relaxed);
                })?;
                graph.copy_out(&x, output)
            })
            .unwrap();
        for turn in 1..=3 {
            let (input, ..) = graph.views_mut().unwrap();
            input.fill(10 * turn);
            graph.launch(&stream).unwrap();
            let (_, output, ..) = graph.views_mut().unwrap();
            let expected = |i: usize| match i {
                0..5 => 100,
                5..50 => 10 * turn + 1,
                _ => 10 * turn + 2,
            };
            assert!(output.iter().enumerate().all(|(i, value)| *value == expected(i)), "{output:?}");
        }
        assert_eq!(calls.load(Ordering::Relaxed), 3);
        let (.., longs, pairs, bytes) = graph.into_inner().unwrap();
        let longs = contents(&stream, &longs);
        assert_eq!(
            (longs[2], longs[3], longs[100]),
            (u64::MAX, 0x1234_5678_9ABC_DEF0, 0x1234_5678_9ABC_DEF0)
        );
        assert_eq!(contents(&stream, &pairs), [Pair { a: 5, b: 2.5 }; 13]);
        assert_eq!(contents(&stream, &bytes), [3; 33]);
        assert_eq!(Arc::strong_count(&calls), 1, "the function is gone with the graph");
    }
}

/// Knows nothing of graphs.
fn step(stream: &Stream, x: &mut kiln::BufferSliceMut<'_, u32>) -> kiln::Result<()> {
    let len = x.len();
    next(&mut *x).threads(len).launch(stream)?;
    next(&mut *x).threads(0).launch(stream)?;
    let (low, mut high) = x.reborrow().split_at(len / 2)?;
    stream.copy(&low, &mut high)?;
    stream.fill(high.slice_clamped(0..1), 0)
}

#[test]
fn code_for_streams_is_captured() {
    for stream in crate::streams() {
        let mut kept = None;
        let x = stream.upload(&[5u32; 8]).unwrap();
        let mut graph = stream
            .capture(x, |stream, mut x| {
                kept = Some(stream.clone());
                step(stream, &mut x)?;
                step(stream, &mut x)
            })
            .unwrap();
        assert_eq!(graph.len(), 6, "a launch of no threads is nothing");
        assert_eq!(stream.download(&graph.views_mut().unwrap()).unwrap(), [5; 8], "nothing has run yet");
        graph.launch(&stream).unwrap();
        graph.launch(&stream).unwrap();
        assert_eq!(stream.download(&graph.views_mut().unwrap()).unwrap(), [9, 9, 9, 9, 0, 9, 9, 9]);
        let kept = kept.unwrap();
        let mut y = stream.alloc_zeroed::<u32>(1).unwrap();
        let error = next(&mut y).threads(1).launch(&kept).unwrap_err();
        assert!(matches!(error, Error::Graph(GraphError::Over)), "{error}");
    }
}

/// One more, by way of a buffer of its own.
fn with_a_buffer_of_its_own(stream: &Stream, x: &mut kiln::BufferSliceMut<'_, u32>) -> kiln::Result<()> {
    let mut own = stream.alloc_zeroed::<u32>(x.len())?;
    next(&mut own).threads(x.len()).launch(stream)?;
    add(&own, x.reborrow()).threads(own.len()).launch(stream)
}

#[test]
fn a_graph_keeps_what_is_allocated_in_its_recording() {
    for stream in crate::streams() {
        let other = stream.device().new_stream().unwrap();
        let mut kept = None;
        let x = stream.upload(&[5u32; 40]).unwrap();
        let mut graph = stream
            .capture(x, |stream, mut x| {
                kept = Some(stream.alloc_zeroed::<u32>(3)?);
                with_a_buffer_of_its_own(stream, &mut x)?;
                with_a_buffer_of_its_own(stream, &mut x)
            })
            .unwrap();
        // Memory that was free while the graph was recorded has other owners by now.
        let others: Vec<_> = (0..20).map(|_| other.upload(&[77u32; 40]).unwrap()).collect();
        for turn in 1..=3 {
            graph.launch(if turn % 2 == 0 { &other } else { &stream }).unwrap();
            assert_eq!(
                stream.download(&graph.views_mut().unwrap()).unwrap(),
                [5 + 2 * turn; 40],
                "turn {turn}"
            );
        }
        for own in &others {
            assert_eq!(other.download(own).unwrap(), [77; 40]);
        }
        // In no other way is it used, before and after the graph's end.
        let mut kept = kept.unwrap();
        let is_refused = |error: Error| {
            assert!(matches!(error, Error::Graph(GraphError::Kept)), "{error}");
            assert!(error.to_string().contains("give the graph a buffer of yours"), "{error}");
        };
        is_refused(next(&mut kept).threads(3).launch(&stream).unwrap_err());
        is_refused(stream.download(&kept).unwrap_err());
        is_refused(stream.upload_into(&[1u32; 3], &mut kept).unwrap_err());
        is_refused(stream.capture((), |s, ()| next(&mut kept).threads(3).launch(s)).map(|_| ()).unwrap_err());
        drop(graph);
        is_refused(stream.copy(&others[0].slice(..3).unwrap(), &mut kept).unwrap_err());
        drop(kept);
    }
}

#[test]
fn what_cannot_be_recorded_is_told_in_words() {
    type Attempt = fn(&Stream, &Stream, &mut kiln::BufferSliceMut<'_, u32>) -> kiln::Result<()>;
    let attempts: [(&str, Attempt); 12] = [
        ("waiting for a stream cannot be a part of a graph", |s, _, _| s.synchronize()),
        ("an upload cannot", |s, _, x| s.upload_into(&[1; 4], x.reborrow())),
        ("an upload cannot", |s, _, _| s.upload(&[1u32]).map(|_| ())),
        ("making a buffer cannot", |s, _, _| s.alloc_pinned::<u32>(1).map(|_| ())),
        ("a download cannot", |s, _, x| s.download(x.as_slice()).map(|_| ())),
        ("an event cannot", |s, _, _| s.record_event().map(|_| ())),
        ("a function that is called once cannot", |s, _, _| s.launch_host_fn(|| {})),
        ("waiting for an event cannot", |s, other, _| s.wait(&other.record_event_untimed()?)),
        ("making a graph cannot", |s, _, _| s.capture((), |_, ()| Ok(())).map(|_| ())),
        ("launching a graph cannot", |s, other, _| other.capture((), |_, ()| Ok(()))?.launch(s)),
        ("kernel `next`, parameter `x`: this memory is not the graph's", |s, other, _| {
            next(&mut other.upload(&[1u32])?).threads(1).launch(s)
        }),
        ("copy: this memory is not the graph's", |s, other, x| s.copy(&other.upload(&[1u32; 4])?, x)),
    ];
    for stream in crate::streams() {
        let other = stream.device().new_stream().unwrap();
        for (words, attempt) in &attempts {
            let x = stream.upload(&[5u32; 4]).unwrap();
            let error = stream.capture(x, |s, mut x| attempt(s, &other, &mut x)).unwrap_err();
            assert!(
                matches!(error, Error::Graph(_)) && error.to_string().contains(words),
                "{words}: {error}"
            );
            assert!(error.to_string().contains("help: "), "{error}");
        }
        // What is wrong with a launch is found when it is recorded.
        let x = stream.upload(&[5u32; 4]).unwrap();
        let error = stream.graph(x, |graph, mut x| next(&mut x).add_to(graph)).map(|_| ()).unwrap_err();
        assert!(matches!(error, Error::NoSize { .. }), "{error}");
        let x = stream.upload(&[5u32; 4]).unwrap();
        let twice = |graph: &mut GraphBuilder| {
            count_down(&mut other.upload(&[1u32]).unwrap()).threads([8, 8]).add_to(graph).map(|_| ())
        };
        let error = stream.graph(x, |graph, _| twice(graph)).map(|_| ()).unwrap_err();
        assert!(matches!(error, Error::Precondition { .. }), "{error}");
        // A launch on another device.
        let mut graph = stream.capture((), |_, ()| Ok(())).unwrap();
        let elsewhere = Device::emulated((9, 0)).stream();
        assert!(matches!(graph.launch(&elsewhere), Err(Error::WrongDevice { .. })));
        assert!(graph.is_empty() && graph.launch(&stream).is_ok());
    }
}

#[test]
fn kernels_are_changed_between_launches() {
    for stream in crate::streams() {
        let x = stream.upload(&vec![1.0f32; 100]).unwrap();
        let (y, z) = (stream.alloc_zeroed::<f32>(100).unwrap(), stream.alloc_zeroed::<f32>(100).unwrap());
        let (mut graph, [first, second, none]) = stream
            .graph((x, y, z), |graph, (x, mut y, mut z)| {
                Ok([
                    add_scaled(2.0, &x, &mut y).threads(100).add_to(graph)?,
                    add_scaled(1.0, &y, &mut z).threads(100).add_to(graph)?,
                    add_scaled(1.0, &x, &mut z).threads(0).add_to(graph)?,
                ])
            })
            .unwrap();
        let mut values = [0.0; 3];
        let mut check = |graph: &mut kiln::Graph<_>, changes: [f32; 3]| {
            graph.launch(&stream).unwrap();
            let (x, y, z): (
                kiln::BufferSliceMut<'_, f32>,
                kiln::BufferSliceMut<'_, f32>,
                kiln::BufferSliceMut<'_, f32>,
            ) = graph.views_mut().unwrap();
            for ((value, change), slice) in values.iter_mut().zip(changes).zip([&x, &y, &z]) {
                *value += change;
                assert_eq!(stream.download(slice).unwrap()[3], *value);
            }
        };
        check(&mut graph, [1.0, 2.0, 2.0]);
        // Another value, fewer threads, and one that had none.
        graph
            .update(|update, (x, mut y, mut z)| {
                add_scaled(3.0, &x, &mut y).threads(4).replace_in(update, first)?;
                add_scaled(0.5, &x, &mut z).threads(100).replace_in(update, none)
            })
            .unwrap();
        check(&mut graph, [0.0, 3.0, 5.5]);
        // None, other buffers, another kernel's place.
        graph
            .update(|update, (x, mut y, _)| {
                add_scaled(3.0, &x, &mut y).threads(0).replace_in(update, first)?;
                add_scaled(1.0, &x, &mut y).threads(100).replace_in(update, second)
            })
            .unwrap();
        check(&mut graph, [0.0, 1.0, 0.5]);
        // A failed closure changes nothing; and a node that no longer writes what another reads may not begin to
        // without order.
        let failed: kiln::Result<()> = graph.update(|update, (x, mut y, _)| {
            add_scaled(100.0, &x, &mut y).threads(100).replace_in(update, second)?;
            Err(Error::NoSize { kernel: "none" })
        });
        assert!(failed.is_err());
        check(&mut graph, [0.0, 1.0, 0.5]);
        let (_, stray) = stream.graph((), |_, ()| Ok(())).unwrap();
        let () = stray;
        let other = stream.upload(&[1.0f32; 4]).unwrap();
        let (_other, foreign) = stream
            .graph((other, stream.upload(&[1.0f32; 4]).unwrap()), |graph, (x, mut y)| {
                add_scaled(1.0, &x, &mut y).threads(4).add_to(graph)
            })
            .unwrap();
        let error = graph
            .update(|update, (x, mut y, _)| {
                add_scaled(1.0, &x, &mut y).threads(4).replace_in(update, foreign)
            })
            .unwrap_err();
        assert!(matches!(error, Error::Graph(GraphError::OtherGraph { what: "node" })), "{error}");
        check(&mut graph, [0.0, 1.0, 0.5]);
    }
}

#[test]
fn a_change_keeps_the_order_or_is_an_error() {
    for stream in crate::streams() {
        let buffer = || stream.upload(&[1.0f32; 8]).unwrap();
        let (mut graph, [_, second]) = stream
            .graph([buffer(), buffer(), buffer(), buffer()], |graph, [a, mut b, c, mut d]| {
                // These two share nothing, so nothing orders them.
                Ok([
                    add_scaled(1.0, &a, &mut b).threads(8).add_to(graph)?,
                    add_scaled(1.0, &c, &mut d).threads(8).add_to(graph)?,
                ])
            })
            .unwrap();
        let error = graph
            .update(|update, [_, b, _, mut d]| {
                add_scaled(1.0, &b, &mut d).threads(8).replace_in(update, second)
            })
            .unwrap_err();
        assert!(matches!(error, Error::Graph(GraphError::Order { first: 0, second: 1 })), "{error}");
        // Both may read the same.
        graph
            .update(|update, [a, _, _, mut d]| {
                add_scaled(5.0, &a, &mut d).threads(8).replace_in(update, second)
            })
            .unwrap();
        graph.launch(&stream).unwrap();
        let [_, b, _, d] = graph.views_mut().unwrap();
        assert_eq!((stream.download(&b).unwrap()[0], stream.download(&d).unwrap()[0]), (2.0, 6.0));
        // A kernel of a child is not changed.
        let (mut graph, inner) = stream
            .graph([buffer(), buffer()], |graph, [a, mut b]| {
                graph.child(|graph| add_scaled(1.0, &a, &mut b).threads(8).add_to(graph))
            })
            .unwrap();
        let error = graph
            .update(|update, [a, mut b]| add_scaled(1.0, &a, &mut b).threads(8).replace_in(update, inner))
            .unwrap_err();
        assert!(matches!(error, Error::Graph(GraphError::Fixed { .. })), "{error}");
    }
}

#[test]
fn failures_of_kernels_are_told_once() {
    for stream in crate::streams() {
        let other = stream.device().new_stream().unwrap();
        let x = stream.upload(&[0u32, 10, 20]).unwrap();
        let (mut graph, nodes) = stream
            .graph(x, |graph, mut x| {
                let first = next(x.reborrow().slice_clamped(1..3)).threads(2).add_to(graph)?;
                Ok([first, refuse_three(&mut x).threads(3).add_to(graph)?])
            })
            .unwrap();
        for _ in 0..3 {
            graph.launch(&other).unwrap();
        }
        other.synchronize().unwrap();
        graph.launch(&other).unwrap();
        // Whoever reads the buffer is told, and the stream of the launch.
        let error = stream.download(&graph.views_mut().unwrap()).unwrap_err();
        assert!(error.to_string().contains("three"), "{error}");
        match other.synchronize().unwrap_err() {
            Error::KernelPanic { kernel: "refuse_three", thread: [0, 0, 0], launch, .. } => {
                assert_eq!(launch, nodes[1].number());
            }
            error => panic!("{error}"),
        }
        other.synchronize().unwrap();
        stream.synchronize().unwrap();
        let error = stream.download(&graph.views_mut().unwrap()).unwrap_err();
        assert!(matches!(&error, Error::Poisoned { .. }) && error.to_string().contains("three"), "{error}");
        assert!(matches!(graph.launch(&other), Err(Error::Poisoned { .. })));
        graph.views_mut().unwrap().clear_poison();
        assert_eq!(stream.download(&graph.views_mut().unwrap()).unwrap(), [3, 18, 28]);
        // A graph that is gone has its failure told too.
        graph.launch(&other).unwrap();
        drop(graph);
        let error = other.synchronize().unwrap_err();
        assert!(error.to_string().contains("three"), "{error}");
        other.synchronize().unwrap();
    }
}

#[test]
fn dynamic_shared_memory_and_tiles() {
    for stream in crate::streams() {
        let x = stream.alloc_zeroed::<u32>(256).unwrap();
        let input = Tensor1::from_slice(&stream, &(0..200).map(|i| i as f32).collect::<Vec<_>>()).unwrap();
        let output = Tensor1::<f32>::zeros(&stream, 200).unwrap();
        let (mut graph, node) = stream
            .graph((x, input, output), |graph, (mut x, input, mut output)| {
                set_index(&mut x).threads(256).add_to(graph)?;
                double_tiles(&input, &mut output).add_to(graph)?;
                reverse_blocks(&mut x).threads(256).dynamic_shared(64).add_to(graph)
            })
            .unwrap();
        graph.launch(&stream).unwrap();
        let (x, _, output) = graph.views_mut().unwrap();
        assert_eq!(stream.download(&x).unwrap()[60..68], [3, 2, 1, 0, 127, 126, 125, 124]);
        assert_eq!(output.download(&stream).unwrap()[199], 398.0);
        let error = graph
            .update(|update, (mut x, ..)| reverse_blocks(&mut x).threads(256).replace_in(update, node))
            .unwrap_err();
        assert!(matches!(error, Error::NoSharedLen { .. }), "{error}");
        graph
            .update(|update, (mut x, ..)| {
                reverse_blocks(&mut x).threads(256).dynamic_shared(65).replace_in(update, node)
            })
            .unwrap();
        drop(graph);
    }
}

#[test]
fn large_launches_take_coarse_code() {
    for stream in crate::streams() {
        let x = stream.alloc_zeroed::<u32>(1 << 21).unwrap();
        let (mut graph, node) =
            stream.graph(x, |graph, mut x| next(&mut x).threads(1 << 21).add_to(graph)).unwrap();
        graph.launch(&stream).unwrap();
        graph.update(|update, mut x| next(&mut x).threads(100).replace_in(update, node)).unwrap();
        graph.launch(&stream).unwrap();
        let x = contents(&stream, &graph.into_inner().unwrap());
        // A whole block runs of the second launch.
        assert_eq!((x[0], x[255], x[256], x[(1 << 21) - 1]), (2, 2, 1, 1));
    }
}

#[test]
fn parts_run_on_conditions() {
    for stream in crate::streams() {
        let left = stream.upload(&[5u32]).unwrap();
        let turns = stream.upload(&[0u32]).unwrap();
        let odd = stream.upload(&[0u32]).unwrap();
        let (mut graph, ()) = stream
            .graph((left, turns, odd), |graph, (mut left, mut turns, mut odd)| {
                let more = graph.condition(&left)?;
                graph.while_loop(more, |graph| {
                    next(&mut turns).threads(1).add_to(graph)?;
                    count_down(&mut left).threads(1).add_to(graph)?;
                    Ok(())
                })?;
                let any = graph.condition(&turns)?;
                graph.if_then(any, |graph| graph.fill(&mut odd, 9))?;
                graph.if_then(more, |graph| graph.fill(&mut odd, 11))
            })
            .unwrap();
        for (start, turns, mark) in [(5, 5, 9), (0, 5, 9), (3, 8, 9)] {
            let (mut left, _, mut odd) = graph.views_mut().unwrap();
            stream.fill(&mut left, start).unwrap();
            stream.fill(&mut odd, 0).unwrap();
            graph.launch(&stream).unwrap();
            let (left, found, odd) = graph.views_mut().unwrap();
            assert_eq!(stream.download(&left).unwrap(), [0]);
            assert_eq!(stream.download(&found).unwrap(), [turns]);
            assert_eq!(stream.download(&odd).unwrap(), [mark]);
        }
    }
}

#[test]
fn a_loop_ends_where_a_kernel_fails() {
    for stream in crate::streams() {
        let (flag, x) = (stream.upload(&[1u32]).unwrap(), stream.upload(&[0u32]).unwrap());
        let (mut graph, ()) = stream
            .graph((flag, x), |graph, (flag, mut x)| {
                let more = graph.condition(&flag)?;
                graph.while_loop(more, |graph| refuse_three(&mut x).threads(1).add_to(graph).map(|_| ()))
            })
            .unwrap();
        graph.launch(&stream).unwrap();
        let error = stream.synchronize().unwrap_err();
        assert!(error.to_string().contains("three"), "{error}");
        let (mut flag, mut x) = graph.views_mut().unwrap();
        x.clear_poison();
        assert_eq!(stream.download(&x).unwrap(), [3]);
        stream.fill(&mut flag, 0).unwrap();
        graph.launch(&stream).unwrap();
        stream.synchronize().unwrap();
    }
}

#[test]
fn conditions_have_rules() {
    for stream in crate::streams() {
        let buffer = || stream.upload(&[1u32, 2]).unwrap();
        let wrong = |build: fn(&mut GraphBuilder, &kiln::BufferSliceMut<'_, u32>) -> kiln::Result<()>| {
            stream.graph(buffer(), |graph, x| build(graph, &x)).map(|_| ()).unwrap_err().to_string()
        };
        let text = wrong(|graph, x| graph.condition(x).map(|_| ()));
        assert!(text.contains("the slice has 2 elements"), "{text}");
        let text = wrong(|graph, x| {
            let met = graph.condition(x.as_slice().slice_clamped(0..1))?;
            graph.if_then(met, |graph| graph.host_fn(|| {}))
        });
        assert!(text.contains("a function of the host's that runs on a condition"), "{text}");
        let text = wrong(|graph, x| {
            let met = graph.condition(x.as_slice().slice_clamped(1..2))?;
            graph.child(|graph| graph.if_then(met, |_| Ok(())))
        });
        assert!(text.contains("inside of a child graph"), "{text}");
        // What failed inside leaves nothing behind, and the rest can go on.
        let (mut graph, ()) = stream
            .graph(buffer(), |graph, mut x| {
                let met = graph.condition(x.as_slice().slice_clamped(0..1))?;
                let failed = graph.if_then(met, |graph| {
                    next(&mut x).threads(2).add_to(graph)?;
                    Err::<(), _>(Error::NoSize { kernel: "none" })
                });
                assert!(failed.is_err());
                next(&mut x).threads(2).add_to(graph).map(|_| ())
            })
            .unwrap();
        graph.launch(&stream).unwrap();
        assert_eq!(contents(&stream, &graph.into_inner().unwrap()), [2, 3]);
        let (_first, met) =
            stream.graph(buffer(), |graph, x| graph.condition(x.as_slice().slice_clamped(0..1))).unwrap();
        let error =
            stream.graph(buffer(), |graph, _| graph.if_then(met, |_| Ok(()))).map(|_| ()).unwrap_err();
        assert!(matches!(error, Error::Graph(GraphError::OtherGraph { what: "condition" })), "{error}");
    }
}
