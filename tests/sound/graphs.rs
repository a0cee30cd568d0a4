//! Graphs whose builders or updates are swapped, and graphs that are recorded while something panics.

use std::mem::swap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kiln::prelude::*;
use kiln::{Error, GraphError};

#[kernel]
fn add(by: u32, x: &mut [u32]) {
    let i = global_id();
    if i < x.len() {
        x[i] += by;
    }
}

fn other_graph(error: &Error, what: &str) {
    assert!(matches!(error, Error::Graph(GraphError::OtherGraph { .. })), "{error}");
    assert!(error.to_string().starts_with(&format!("this {what} is of another graph")), "{error}");
}

/// The inner graph would run for good on the outer one's memory.
#[test]
fn swapped_builders_make_no_graph() {
    let stream = Device::cpu().stream();
    let (outer, inner) = (stream.upload(&[1u32; 8]).unwrap(), stream.upload(&[2u32; 8]).unwrap());
    let mut told = 0;
    let result = stream.graph(outer, |graph, mut x| {
        let made = stream.graph(inner, |nested, _| {
            swap(graph, nested);
            add(1, &mut x).threads(8).add_to(nested)
        });
        other_graph(&made.expect_err("no graph"), "builder");
        told += 1;
        Ok(())
    });
    other_graph(&result.expect_err("no graph"), "builder");
    assert_eq!(told, 1);
}

/// Swapped back, each builder is its graph's again.
#[test]
fn builders_that_are_swapped_back_are_fine() {
    let stream = Device::cpu().stream();
    let (outer, inner) = (stream.upload(&[1u32; 8]).unwrap(), stream.upload(&[2u32; 8]).unwrap());
    let (mut graph, mut nested) = stream
        .graph(outer, |graph, mut x| {
            let (nested, ()) = stream.graph(inner, |nested, mut y| {
                swap(graph, nested);
                let error = add(10, &mut y).threads(8).add_to(nested).unwrap_err();
                assert!(matches!(error, Error::Graph(GraphError::NotOwned { .. })), "{error}");
                add(10, &mut y).threads(8).add_to(graph)?;
                swap(graph, nested);
                Ok(())
            })?;
            add(1, &mut x).threads(8).add_to(graph)?;
            Ok(nested)
        })
        .unwrap();
    graph.launch(&stream).unwrap();
    nested.launch(&stream).unwrap();
    assert_eq!(stream.download(&graph.views_mut().unwrap()).unwrap(), [2; 8]);
    assert_eq!(stream.download(&nested.views_mut().unwrap()).unwrap(), [12; 8]);
}

/// A part belongs to the graph in which it was begun, whatever lies in the builder's place at its end.
#[test]
fn a_swap_inside_of_a_part_changes_no_graph() {
    let stream = Device::cpu().stream();
    let (outer, inner) = (stream.upload(&[1u32; 8]).unwrap(), stream.upload(&[2u32; 8]).unwrap());
    let (mut graph, ()) = stream
        .graph(outer, |graph, mut x| {
            let made = stream.graph(inner, |nested, _| {
                graph.child(|graph| {
                    add(1, &mut x).threads(8).add_to(graph)?;
                    swap(graph, nested);
                    Ok(())
                })?;
                swap(graph, nested);
                Ok(())
            });
            assert!(made.unwrap().0.is_empty());
            add(1, &mut x).threads(8).add_to(graph).map(|_| ())
        })
        .unwrap();
    assert_eq!(graph.len(), 2);
    graph.launch(&stream).unwrap();
    assert_eq!(stream.download(&graph.views_mut().unwrap()).unwrap(), [3; 8]);
}

/// The second graph would get a launch on the first one's memory.
#[test]
fn swapped_updates_change_no_graph() {
    let stream = Device::cpu().stream();
    let graph = || {
        stream
            .graph(stream.upload(&[1u32; 8]).unwrap(), |graph, mut x| add(1, &mut x).threads(8).add_to(graph))
            .unwrap()
    };
    let ((mut first, of_first), (mut second, of_second)) = (graph(), graph());
    let result = first.update(|one, mut x| {
        let result = second.update(|two, mut y| {
            add(5, &mut x).threads(8).replace_in(one, of_first)?;
            add(7, &mut y).threads(8).replace_in(two, of_second)?;
            swap(one, two);
            Ok(())
        });
        other_graph(&result.unwrap_err(), "update");
        Ok(())
    });
    other_graph(&result.unwrap_err(), "update");
    for mut graph in [first, second] {
        graph.launch(&stream).unwrap();
        assert_eq!(stream.download(&graph.views_mut().unwrap()).unwrap(), [2; 8], "it is as it was");
    }
}

/// What is recorded after a part that panicked is the graph's.
#[test]
fn a_panic_in_a_part_drops_no_other_work() {
    let stream = Device::cpu().stream();
    let buffers = (stream.upload(&[1u32; 8]).unwrap(), stream.upload(&[1u32]).unwrap());
    let (mut graph, ()) = stream
        .graph(buffers, |graph, (mut x, flag)| {
            add(1, &mut x).threads(8).add_to(graph)?;
            let met = graph.condition(&flag)?;
            let panicked = catch_unwind(AssertUnwindSafe(|| {
                graph.child(|graph| {
                    add(100, &mut x).threads(8).add_to(graph)?;
                    graph.child::<()>(|_| panic!("in a child of a child"))
                })
            }));
            assert!(panicked.is_err());
            let panicked = catch_unwind(AssertUnwindSafe(|| {
                graph.if_then::<()>(met, |graph| {
                    add(1000, &mut x).threads(8).add_to(graph)?;
                    panic!("on a condition")
                })
            }));
            assert!(panicked.is_err());
            add(2, &mut x).threads(8).add_to(graph)?;
            // A function of the host's is refused on a condition: none is open.
            graph.host_fn(|| ())
        })
        .unwrap();
    assert_eq!(graph.len(), 3);
    graph.launch(&stream).unwrap();
    assert_eq!(stream.download(&graph.views_mut().unwrap().0).unwrap(), [4; 8]);
}

/// What is copied at each launch has to be what it was when it was recorded.
#[test]
fn host_memory_is_copied_as_what_it_is() {
    let stream = Device::cpu().stream();
    let (flags, host) = (stream.upload(&[false; 8]).unwrap(), stream.alloc_pinned::<u8>(8).unwrap());
    let result = stream.graph((flags, host), |graph, (mut flags, host)| {
        // As `bytemuck::checked::cast_slice` gives it, by which safe code sees zeros and ones as `bool`.
        // SAFETY: all are zeros.
        let seen = unsafe { std::slice::from_raw_parts(host.as_ptr().cast::<bool>(), host.len()) };
        graph.copy_in(seen, &mut flags)
    });
    // A later launch would copy what the host has written by then, a 7 for one.
    let error = result.expect_err("another type");
    assert!(matches!(error, Error::Graph(GraphError::NotOwned { .. })), "{error}");
    // Any bytes are numbers.
    let (words, mut host) = (stream.upload(&[0u8; 8]).unwrap(), stream.alloc_pinned::<[u8; 2]>(4).unwrap());
    host.fill([3, 4]);
    let (mut graph, ()) = stream
        .graph((words, host), |graph, (mut words, host)| graph.copy_in(host.as_flattened(), &mut words))
        .unwrap();
    graph.launch(&stream).unwrap();
    assert_eq!(stream.download(&graph.views_mut().unwrap().0).unwrap(), [3, 4, 3, 4, 3, 4, 3, 4]);
}
