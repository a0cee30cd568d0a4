//! Tensors on the host: what may be made of a buffer, what parts are of it, and what a launch is told.

use super::layout::Layout;
use super::{Tensor1, Tensor2, Tensor3, Tensor4, TensorView1, TensorView2, TensorViewMut1, TensorViewMut2};
use crate::registry::DynArg;
use crate::{AsTensor, AsTensorMut, Device, Error, Result, Stream};

fn stream() -> Stream {
    Device::cpu().stream()
}

/// 0, 1, 2 and so on, as rows and columns.
fn counted(stream: &Stream, extents: [usize; 2]) -> Tensor2<u32> {
    let data: Vec<u32> = (0..(extents[0] * extents[1]) as u32).collect();
    Tensor2::from_slice(stream, &data, extents).unwrap()
}

fn message<T>(result: Result<T>) -> String {
    result.err().expect("an error").to_string()
}

#[test]
fn a_tensor_is_its_buffer_with_extents() {
    let stream = stream();
    let x = counted(&stream, [3, 4]);
    assert_eq!((x.rows(), x.cols(), x.len(), x.is_empty()), (3, 4, 12, false));
    assert_eq!((x.shape(), x.strides()), ([3, 4], [4, 1]));
    assert_eq!(format!("{x:?} {:?}", x.row(1)), "Tensor2<u32>(3 × 4) TensorView1<u32>(4)");
    assert_eq!(x.download(&stream).unwrap(), (0..12).collect::<Vec<u32>>());
    assert_eq!(stream.download(x.buffer()).unwrap().len(), 12);
    let y = Tensor1::from_buffer(x.into_buffer());
    assert_eq!((y.len(), y.shape(), y.strides()), (12, [12], [1]));
    assert_eq!(Tensor2::<f32>::zeros(&stream, [2, 2]).unwrap().download(&stream).unwrap(), [0.0; 4]);
    assert_eq!(Tensor1::<bool>::zeros(&stream, 2).unwrap().download(&stream).unwrap(), [false; 2]);
}

#[test]
fn a_buffer_of_another_size_is_refused() {
    let stream = stream();
    let of = |extents| message(Tensor2::from_buffer(stream.upload(&[0u8; 10]).unwrap(), extents));
    assert_eq!(of([3, 4]), "a tensor of 3 × 4 has 12 elements, and its memory has 10");
    assert_eq!(of([3, 3]), "a tensor of 3 × 3 has 9 elements, and its memory has 10");
    assert_eq!(of([0, 10]), "a tensor of 0 × 10 has 0 elements, and its memory has 10");
    let many = of([usize::MAX, 2]);
    assert!(many.contains("more elements than an address can count"), "{many}");
    assert!(matches!(Tensor2::from_slice(&stream, &[1, 2, 3], [2, 2]), Err(Error::TensorSize { .. })));
    let buffer = stream.upload(&[0u8; 10]).unwrap();
    assert!(matches!(TensorView2::new(&buffer, [2, 4]), Err(Error::TensorSize { .. })));
    assert!(matches!(Tensor2::<u8>::zeros(&stream, [usize::MAX, 2]), Err(Error::OutOfMemory { .. })));
    assert!(matches!(Tensor2::<f64>::zeros(&stream, [1 << 40, 1 << 40]), Err(Error::OutOfMemory { .. })));
}

#[test]
fn strides_stay_within_the_buffer() {
    let stream = stream();
    let of = |extents, strides| {
        Tensor2::from_strided(stream.upload(&[0u16; 20]).unwrap(), extents, strides).map(drop)
    };
    assert!(of([4, 5], [5, 1]).is_ok());
    assert!(of([5, 4], [1, 5]).is_ok(), "columns first");
    assert!(of([2, 3], [10, 4]).is_ok(), "the last element is number 18");
    assert!(of([1, 20], [usize::MAX, 1]).is_ok(), "an axis of one element is not stepped along");
    assert_eq!(
        message(of([4, 5], [5, 2])),
        "a tensor of 4 × 5 with strides [5, 2] reaches past the end of its memory, which has 20 elements"
    );
    for (extents, strides) in [
        ([2, 2], [usize::MAX, usize::MAX]),
        ([3, 2], [usize::MAX / 2, 1]),
        ([usize::MAX, usize::MAX], [2, 2]),
        ([21, 1], [1, 1]),
    ] {
        assert!(matches!(of(extents, strides), Err(Error::TensorStrides { .. })), "{extents:?} {strides:?}");
    }
    assert!(Tensor1::from_strided(stream.upload(&[0u8; 7]).unwrap(), 4, 2).is_ok());
    let past = Tensor1::from_strided(stream.upload(&[0u8; 6]).unwrap(), 4, 2);
    assert!(matches!(past, Err(Error::TensorStrides { .. })));
}

#[test]
fn only_shared_views_repeat_elements() {
    let stream = stream();
    let mut buffer = stream.upload(&[1u32, 2, 3]).unwrap();
    let repeated = TensorView2::from_strided(&buffer, [2, 3], [0, 1]).unwrap();
    assert_eq!(repeated.download(&stream).unwrap(), [1, 2, 3, 1, 2, 3]);
    assert_eq!(repeated.t().download(&stream).unwrap(), [1, 1, 2, 2, 3, 3]);
    assert_eq!(TensorView1::from_strided(&buffer, 4, 0).unwrap().download(&stream).unwrap(), [1; 4]);
    let windows = TensorView2::from_strided(&buffer, [2, 2], [1, 1]).unwrap();
    assert_eq!(windows.download(&stream).unwrap(), [1, 2, 2, 3]);

    for (extents, strides) in [([2, 3], [0, 1]), ([2, 2], [1, 1]), ([3, 2], [1, 0])] {
        let exclusive = TensorViewMut2::from_strided(&mut buffer, extents, strides);
        assert!(matches!(exclusive, Err(Error::TensorOverlap { .. })), "{extents:?} {strides:?}");
        let owned = Tensor2::from_strided(stream.upload(&[1u32, 2, 3]).unwrap(), extents, strides);
        assert!(matches!(owned, Err(Error::TensorOverlap { .. })), "{extents:?} {strides:?}");
    }
    let text = message(TensorViewMut1::from_strided(&mut buffer, 2, 0));
    assert!(text.starts_with("a tensor of 2 with strides [0] may have two elements in one place"), "{text}");
    assert!(TensorViewMut1::from_strided(&mut buffer, 1, 0).is_ok(), "one element is in its own place");
}

#[test]
fn a_download_that_the_host_cannot_hold_is_an_error() {
    let stream = stream();
    let one = stream.upload(&[1u8]).unwrap();
    let endless = TensorView2::from_strided(&one, [usize::MAX, usize::MAX], [0, 0]).unwrap();
    assert_eq!(endless.len(), usize::MAX);
    assert!(matches!(endless.download(&stream), Err(Error::OutOfMemory { .. })));
    assert_eq!(endless.slice(..2, 7..8).unwrap().download(&stream).unwrap(), [1, 1]);
}

#[test]
fn tensors_without_elements_are_tensors() {
    let stream = stream();
    for extents in [[0, 4], [4, 0], [0, 0], [0, usize::MAX]] {
        let x = Tensor2::from_slice(&stream, &[0.0f32; 0], extents).unwrap();
        assert!(x.is_empty());
        assert_eq!(x.len(), 0);
        assert_eq!(x.download(&stream).unwrap(), []);
        assert_eq!(x.t().download(&stream).unwrap(), []);
        assert_eq!(x.row(0).download(&stream).unwrap(), []);
        assert_eq!(x.slice(.., ..).unwrap().shape(), extents);
    }
    let wide = Tensor2::from_strided(stream.upload(&[1u8]).unwrap(), [0, usize::MAX], [usize::MAX; 2]);
    let wide = wide.unwrap();
    assert_eq!(wide.slice(.., 7..9).unwrap().shape(), [0, 2]);
    assert_eq!(Tensor1::<u8>::zeros(&stream, 0).unwrap().slice(..).unwrap().len(), 0);
    let x = counted(&stream, [3, 4]);
    assert_eq!(x.slice(3.., ..).unwrap().shape(), [0, 4]);
    assert_eq!(x.slice(1..1, 4..).unwrap().download(&stream).unwrap(), []);
}

#[test]
fn parts_of_parts_and_transposes() {
    let stream = stream();
    let x = counted(&stream, [4, 5]);
    let part = x.slice(1..4, 1..=3).unwrap();
    assert_eq!((part.shape(), part.strides()), ([3, 3], [5, 1]));
    assert_eq!(part.download(&stream).unwrap(), [6, 7, 8, 11, 12, 13, 16, 17, 18]);
    let turned = part.t().slice(1.., ..2).unwrap();
    assert_eq!((turned.shape(), turned.strides()), ([2, 2], [1, 5]));
    assert_eq!(turned.download(&stream).unwrap(), [7, 12, 8, 13]);
    assert_eq!(turned.t().download(&stream).unwrap(), [7, 8, 12, 13]);
    assert_eq!(turned.row(1).download(&stream).unwrap(), [8, 13]);
    assert_eq!(turned.row(1).slice(1..).unwrap().download(&stream).unwrap(), [13]);
    assert_eq!(x.row(3).slice(2..).unwrap().download(&stream).unwrap(), [17, 18, 19]);
    assert_eq!(x.t().row(4).download(&stream).unwrap(), [4, 9, 14, 19]);
    assert_eq!(x.row(4).len(), 0, "a row past the last");
    assert_eq!(x.row(usize::MAX).download(&stream).unwrap(), []);
}

#[test]
fn ranges_stay_within_the_tensor() {
    let stream = stream();
    let mut x = counted(&stream, [4, 5]);
    assert_eq!(
        message(x.slice(2..5, ..)),
        "the range 2..5 does not lie in axis 0 of the tensor, which has the extent 4"
    );
    assert_eq!(
        message(x.slice_mut(.., 6..)),
        "the range 6..5 does not lie in axis 1 of the tensor, which has the extent 5"
    );
    #[allow(clippy::reversed_empty_ranges, reason = "a mistake that is to be refused")]
    let reversed = x.slice(3..2, ..);
    assert!(matches!(reversed, Err(Error::TensorRange { axis: 0, start: 3, end: 2, extent: 4 })));
    assert!(matches!(x.slice(..=usize::MAX, ..), Err(Error::TensorRange { .. })));
    let part = x.slice(..2, ..2).unwrap();
    assert!(part.slice(..3, ..).is_err(), "a part has its own extents");
    assert!(x.row(0).slice(4..6).is_err());
}

#[test]
fn batches_are_views_of_views() {
    let stream = stream();
    let data: Vec<u32> = (0..24).collect();
    let mut x = Tensor3::from_slice(&stream, &data, [2, 3, 4]).unwrap();
    assert_eq!((x.rows(), x.cols(), x.len(), x.strides()), (3, 4, 24, [12, 4, 1]));
    assert_eq!(format!("{x:?}"), "Tensor3<u32>(2 × 3 × 4)");
    assert_eq!(x.index_axis0(1).row(2).download(&stream).unwrap(), [20, 21, 22, 23]);
    assert_eq!((x.index_axis0(2).len(), x.index_axis0(usize::MAX).shape()), (0, [0, 4]));
    assert_eq!((x.t().shape(), x.t().strides()), ([2, 4, 3], [12, 1, 4]));
    let turned = x.permute::<2, 0, 1>();
    assert_eq!((turned.shape(), turned.strides()), ([4, 2, 3], [1, 12, 4]));
    assert_eq!(turned.index_axis0(3).download(&stream).unwrap(), [3, 7, 11, 15, 19, 23]);
    let part = x.slice(1.., ..2, 1..=2).unwrap();
    assert_eq!(part.download(&stream).unwrap(), [13, 14, 17, 18]);
    assert_eq!(part.index_axis0(0).unsqueeze().strides(), [0, 4, 1]);
    assert!(matches!(x.slice(.., .., ..5), Err(Error::TensorRange { axis: 2, start: 0, end: 5, extent: 4 })));
    stream.fill(x.index_axis0_mut(0).row_into(1).slice, 9).unwrap();
    assert_eq!(x.slice(..1, .., ..1).unwrap().download(&stream).unwrap(), [0, 9, 8]);
    let four = Tensor4::from_buffer(x.into_buffer(), [2, 1, 3, 4]).unwrap();
    assert_eq!(four.permute::<0, 2, 1, 3>().shape(), [2, 3, 1, 4]);
    assert_eq!(four.index_axis0(1).index_axis0(0).row(0).download(&stream).unwrap(), [12, 13, 14, 15]);
    assert_eq!(Tensor4::<f32>::zeros(&stream, [0, usize::MAX, 2, 2]).unwrap().len(), 0);
    assert!(Tensor4::<f32>::zeros(&stream, [usize::MAX; 4]).is_err());
    assert!(matches!(Tensor3::from_slice(&stream, &data, [2, 3, 5]), Err(Error::TensorSize { .. })));
}

#[test]
fn exclusive_parts_write_what_they_name() {
    let stream = stream();
    let mut x = counted(&stream, [3, 3]);
    stream.upload_into(&[9; 9], x.buffer_mut()).unwrap();
    let mut part = x.slice_mut(1.., ..2).unwrap();
    assert_eq!(part.reborrow().t().shape(), [2, 2]);
    let row = part.reborrow().row_into(1);
    stream.fill(row.slice, 7).unwrap();
    assert_eq!(part.download(&stream).unwrap(), [9, 9, 7, 7]);
    assert_eq!(part.row_into(2).len(), 0);
    stream.fill(x.row_mut(0).slice_into(2..).unwrap().slice, 5).unwrap();
    assert_eq!(x.download(&stream).unwrap(), [9, 9, 5, 9, 9, 9, 7, 7, 9]);
    let mut buffer = x.into_buffer();
    let mut y = TensorViewMut2::new(&mut buffer, [1, 9]).unwrap();
    assert_eq!(y.view().row(0).slice(5..).unwrap().download(&stream).unwrap(), [9, 7, 7, 9]);
    assert_eq!(y.reborrow().slice_into(.., 2..3).unwrap().download(&stream).unwrap(), [5]);
    assert_eq!(TensorViewMut1::new(&mut buffer).slice_into(6..).unwrap().len(), 3);
}

#[test]
fn what_lies_rows_first_is_known() {
    let of = |extents, strides| Layout { extents, strides }.is_contiguous();
    assert!(of([3, 4], [4, 1]));
    assert!(of([1, 4], [9, 1]), "one row");
    assert!(of([4, 1], [1, 9]), "one column");
    assert!(of([0, 4], [9, 9]), "nothing");
    assert!(!of([3, 4], [5, 1]));
    assert!(!of([3, 4], [1, 3]));
    assert!(!of([2, usize::MAX], [0, 1]));
}

#[test]
#[allow(clippy::needless_borrows_for_generic_args, reason = "that a borrowed view is taken too is the test")]
fn tensors_and_views_are_arguments() {
    fn shared<'a, const R: usize>(tensor: impl AsTensor<'a, u32, R>) {
        let _ = tensor.into_arg();
    }
    fn exclusive<'a, const R: usize>(tensor: impl AsTensorMut<'a, u32, R>) {
        let _ = tensor.into_arg();
    }
    let stream = stream();
    let mut x = counted(&stream, [4, 5]);
    let mut y = Tensor1::from_slice(&stream, &[1u32, 2, 3]).unwrap();
    shared(&x);
    shared(x.t());
    shared(&x.view());
    shared(x.row(1));
    shared(&y);
    shared(&y.view());
    shared(&y.view_mut());
    exclusive(&mut x);
    exclusive(&mut x.view_mut());
    exclusive(x.view_mut().t());
    exclusive(x.row_mut(2));
    exclusive(&mut y);
    let _: [DynArg<'_>; 3] = [(&x).into(), x.row(0).into(), (&mut y).into()];
}
