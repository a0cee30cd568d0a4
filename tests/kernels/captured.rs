//! Kernels with buffers of their own, captured: a graph gives what the calls give.

use kiln::GraphState;
use kiln::kernels::{self, AttentionOptions};
use kiln::prelude::*;

use super::{Random, devices};

const EXTENTS: [usize; 4] = [2, 2, 65, 32];

/// Holds that a graph of a call leaves what the call leaves, when it has run twice.
fn same<S: GraphState, R: PartialEq + std::fmt::Debug>(
    stream: &Stream,
    make: impl Fn() -> S,
    call: impl for<'v> Fn(&Stream, S::Views<'v>) -> kiln::Result<()>,
    read: impl Fn(S) -> R,
) {
    let mut direct = make();
    call(stream, direct.views()).unwrap();
    let mut graph = stream.capture(make(), &call).unwrap();
    for _ in 0..2 {
        graph.launch(stream).unwrap();
    }
    assert_eq!(read(graph.into_inner().unwrap()), read(direct), "{}", stream.device());
}

#[test]
fn calls_with_buffers_of_their_own_are_captured() {
    let options = AttentionOptions::new().causal();
    for device in devices() {
        let stream = &device.stream();
        let tensor = |seed| {
            let values = Random(fastrand::Rng::with_seed(seed)).floats::<f32>(EXTENTS.iter().product(), 0.0);
            Tensor4::from_slice(stream, &values, EXTENTS).unwrap()
        };
        same(
            stream,
            || ([1, 2, 3, 4, 5, 6, 7].map(tensor), Tensor3::<f32>::zeros(stream, [2, 2, 65]).unwrap()),
            |stream, ([q, k, v, mut o, d_q, d_k, d_v], mut lse)| {
                let (q, k, v) = (q.view(), k.view(), v.view());
                kernels::attention_with_lse(stream, q, k, v, options, o.reborrow(), lse.reborrow())?;
                let (o, lse) = (o.view(), lse.view());
                kernels::attention_backward(stream, q, k, v, options, o, lse, o, d_q, d_k, d_v)
            },
            |(tensors, _)| tensors.map(|tensor| tensor.download(stream).unwrap()),
        );
        same(
            stream,
            || {
                let lengths = Tensor1::from_slice(stream, &[65u32, 33]).unwrap();
                ([1, 2, 3, 4].map(tensor), lengths)
            },
            |stream, ([q, k, v, o], lengths)| {
                kernels::decode_attention(stream, q.view(), k.view(), v.view(), lengths.view(), options, o)
            },
            |(tensors, _)| tensors.map(|tensor| tensor.download(stream).unwrap()),
        );
        same(
            stream,
            || {
                let x = Random(fastrand::Rng::with_seed(8)).floats::<f32>(9000, 0.0);
                let x = Tensor1::from_slice(stream, &x).unwrap();
                [x, Tensor1::zeros(stream, 9000).unwrap(), Tensor1::zeros(stream, 9000).unwrap()]
            },
            |stream, [x, sorted, sums]| {
                kernels::sort(stream, x.view(), sorted)?;
                kernels::cumsum(stream, x.view(), sums)
            },
            |tensors| tensors.map(|tensor| tensor.download(stream).unwrap()),
        );
    }
}
