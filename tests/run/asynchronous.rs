//! Work that is awaited, on an executor of many threads and by hand.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};

use kiln::prelude::*;
use kiln::{Error, Stream};

#[kernel]
fn double(x: &mut [u32]) {
    let i = global_id();
    if i < x.len() {
        x[i] *= 2;
    }
}

#[kernel]
fn refuse_seven(x: &mut [u32]) {
    let i = global_id();
    if i < x.len() {
        assert!(x[i] != 7, "seven");
        x[i] += 1;
    }
}

async fn round(stream: Stream, seed: u32) -> kiln::Result<u32> {
    let mut data = stream.alloc_pinned::<u32>(1000)?;
    for (index, place) in data.iter_mut().enumerate() {
        *place = index as u32 + seed;
    }
    let (mut x, data) = stream.upload_async(data).await?;
    double(&mut x).threads(1000).launch(&stream)?;
    let data = stream.download_async(&x, data).await?;
    assert!(data.iter().enumerate().all(|(index, value)| *value == 2 * (index as u32 + seed)));
    Ok(data[0])
}

#[test]
fn copies_and_launches_are_awaited_on_an_executor() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap();
    for stream in crate::streams() {
        let device = stream.device();
        runtime.block_on(async {
            let tasks: Vec<_> =
                (0..20).map(|seed| tokio::spawn(round(device.new_stream().unwrap(), seed))).collect();
            for (seed, task) in tasks.into_iter().enumerate() {
                assert_eq!(task.await.unwrap().unwrap(), 2 * seed as u32);
            }
        });
    }
}

#[test]
fn a_kernel_s_failure_is_told_to_who_awaits() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    for stream in crate::streams() {
        runtime.block_on(async {
            let mut x = stream.upload(&[5u32, 6, 7, 8]).unwrap();
            refuse_seven(&mut x).threads(4).launch(&stream).unwrap();
            let error = stream.synchronize_async().await.unwrap_err();
            assert!(
                matches!(&error, Error::KernelPanic { .. }) && error.to_string().contains("seven"),
                "{error}"
            );
            stream.synchronize_async().await.unwrap();
            let mut y = stream.upload(&[7u32]).unwrap();
            refuse_seven(&mut y).threads(1).launch(&stream).unwrap();
            let data = stream.alloc_pinned(1).unwrap();
            let error = stream.download_async(&y, data).await.unwrap_err();
            assert!(matches!(error, Error::KernelPanic { .. }), "{error}");
        });
    }
}

#[test]
fn lengths_that_differ_are_told_to_who_awaits() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    for stream in crate::streams() {
        runtime.block_on(async {
            let mut x = stream.upload(&[1u32; 4]).unwrap();
            let data = stream.alloc_pinned::<u32>(3).unwrap();
            let error = stream.upload_into_async(data, &mut x).await.unwrap_err();
            assert!(
                matches!(error, Error::LengthMismatch { source_len: 3, destination_len: 4, .. }),
                "{error}"
            );
            let data = stream.alloc_pinned::<u32>(0).unwrap();
            let (empty, data) = stream.upload_async(data).await.unwrap();
            assert!(empty.is_empty() && data.is_empty());
            let mut data = stream.alloc_pinned::<u32>(2).unwrap();
            data.copy_from_slice(&[8, 9]);
            let data = stream.upload_into_async(data, x.slice_mut(1..3).unwrap()).await.unwrap();
            assert_eq!(data[1], 9);
            assert_eq!(stream.download(&x).unwrap(), [1, 8, 9, 1]);
        });
    }
}

/// A future that is dropped leaves its memory to the copy; the buffer may go too.
#[test]
fn futures_may_be_forgotten() {
    for stream in crate::streams() {
        for _ in 0..50 {
            let mut data = stream.alloc_pinned::<u32>(10_000).unwrap();
            data.fill(3);
            let mut x = stream.alloc_zeroed::<u32>(10_000).unwrap();
            drop(stream.upload_into_async(data, &mut x));
            let other = stream.alloc_pinned::<u32>(10_000).unwrap();
            std::mem::forget(stream.download_async(&x, other));
            assert_eq!(stream.download(&x).unwrap(), [3; 10_000]);
        }
    }
}

struct Counting;

impl Wake for Counting {
    fn wake(self: Arc<Self>) {}
}

#[test]
fn a_future_is_over_once() {
    for stream in crate::streams() {
        let mut finished = pin!(stream.synchronize_async());
        let waker = Waker::from(Arc::new(Counting));
        let mut context = Context::from_waker(&waker);
        loop {
            match finished.as_mut().poll(&mut context) {
                Poll::Pending => std::thread::yield_now(),
                Poll::Ready(result) => break result.unwrap(),
            }
        }
        let again = finished.as_mut().poll(&mut context);
        assert!(matches!(again, Poll::Ready(Err(Error::AlreadyAwaited))), "{again:?}");
    }
}
