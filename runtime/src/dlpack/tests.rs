//! Tensors to and from other libraries on the CPU; with a driver, `tests/driver/exchange.rs`.

use std::sync::atomic::{AtomicUsize, Ordering};

use kiln_codegen::float16::{bf16, f16};

use super::*;
use crate::Device;

/// A tensor of a producer that counts how often it is asked to delete it.
struct Producer {
    data: Vec<f32>,
    shape: Vec<i64>,
    strides: Vec<i64>,
    deleted: AtomicUsize,
}

impl Producer {
    fn new(shape: &[i64], strides: &[i64]) -> &'static mut Producer {
        let data = (0..24u8).map(f32::from).collect();
        let deleted = AtomicUsize::new(0);
        Box::leak(Box::new(Producer { data, shape: shape.to_vec(), strides: strides.to_vec(), deleted }))
    }

    fn tensor(&mut self) -> DlTensor {
        DlTensor {
            data: self.data.as_mut_ptr().cast(),
            device: DlDevice { kind: CPU, index: 0 },
            ndim: self.shape.len() as c_int,
            dtype: scalar::<f32>(),
            shape: self.shape.as_mut_ptr(),
            strides: if self.strides.is_empty() { ptr::null_mut() } else { self.strides.as_mut_ptr() },
            byte_offset: 0,
        }
    }

    fn versioned(&mut self, change: impl FnOnce(&mut ManagedTensorVersioned)) -> *mut ManagedTensorVersioned {
        unsafe extern "C" fn delete(tensor: *mut ManagedTensorVersioned) {
            // SAFETY: the tensor is the one made below, whose producer is never freed.
            unsafe {
                let producer = Box::from_raw(tensor).context.cast::<Producer>();
                (*producer).deleted.fetch_add(1, Ordering::Relaxed);
            }
        }
        let tensor = self.tensor();
        let context = ptr::from_mut(self).cast();
        let mut managed =
            ManagedTensorVersioned { major: 1, minor: 3, context, deleter: Some(delete), flags: 0, tensor };
        change(&mut managed);
        Box::into_raw(Box::new(managed))
    }

    fn deleted(&self) -> usize {
        self.deleted.load(Ordering::Relaxed)
    }
}

#[test]
fn each_scalar_has_the_protocol_s_name() {
    let names = [
        scalar::<i8>(),
        scalar::<u64>(),
        scalar::<f16>(),
        scalar::<bf16>(),
        scalar::<f64>(),
        scalar::<bool>(),
    ];
    let expected = [(0, 8), (1, 64), (2, 16), (4, 16), (2, 64), (6, 8)];
    assert_eq!(
        names.map(|one| (one.code, one.bits, one.lanes)),
        expected.map(|(code, bits)| (code, bits, 1))
    );
}

#[test]
fn a_tensor_is_used_where_it_is_and_given_back_once() {
    let stream = Device::cpu().stream();
    let producer = Producer::new(&[2, 3], &[12, 2]);
    let start = producer.data.as_ptr();
    // SAFETY: the tensor is as the protocol wants it.
    let import =
        unsafe { Import::from_versioned(producer.versioned(|managed| managed.tensor.byte_offset = 4)) }
            .unwrap();
    assert_eq!((import.shape(), import.strides(), import.is_read_only()), (&[2, 3][..], &[12, 2][..], false));
    assert_eq!(import.device(), DlDevice { kind: CPU, index: 0 });
    let mut buffer = import.into_buffer::<f32>(&stream).unwrap();
    assert_eq!((buffer.len(), buffer.raw()), (12 + 4 + 1, start.addr() as u64 + 4));
    assert_eq!(stream.download(buffer.slice(..3).unwrap()).unwrap(), [1.0, 2.0, 3.0]);
    stream.upload_into(&[9.0], buffer.slice_mut(..1).unwrap()).unwrap();
    assert_eq!(producer.deleted(), 0);
    drop(buffer);
    assert_eq!((producer.deleted(), producer.data[1]), (1, 9.0));
}

#[test]
fn extents_without_strides_lie_densely() {
    let producer = Producer::new(&[2, 3, 4], &[]);
    // SAFETY: as above.
    let import = unsafe { Import::from_versioned(producer.versioned(|_| {})) }.unwrap();
    assert_eq!(import.strides(), [12, 4, 1]);
    assert_eq!(import.into_buffer::<f32>(&Device::cpu().stream()).unwrap().len(), 24);
    assert_eq!(producer.deleted(), 1);
    assert_eq!((dense(&[]), dense(&[5]), dense(&[5, 0, 2])), (vec![], vec![1], vec![2, 2, 1]));
    assert_eq!(
        [reach(&[], &[]), reach(&[0, 9], &[1, 1]), reach(&[usize::MAX], &[8])],
        [Some(1), Some(0), None]
    );
}

type Change = fn(&mut ManagedTensorVersioned);

#[test]
fn what_does_not_fit_is_refused_and_given_back() {
    let stream = Device::cpu().stream();
    let cases: [(Change, &str); 7] = [
        (|managed| managed.major = 2, "DLPack 2.3, and Kiln knows 1"),
        (
            |managed| managed.tensor.device = DlDevice { kind: CUDA, index: 0 },
            "(type 2, number 0), and the stream is of the CPU",
        ),
        (
            |managed| managed.tensor.dtype.bits = 64,
            "(code 2, 64 bits, 1 lanes), and `f32` is (code 2, 32 bits",
        ),
        (|managed| managed.tensor.dtype.lanes = 4, "4 lanes"),
        (|managed| managed.tensor.byte_offset = 2, "is not a multiple of 4"),
        (|managed| managed.flags = READ_ONLY, "`into_shared` takes it for reading"),
        (|managed| managed.tensor.data = ptr::null_mut(), "its address is null"),
    ];
    for (change, expected) in cases {
        let producer = Producer::new(&[2, 3], &[3, 1]);
        // SAFETY: what is wrong with the tensor is found before it is read.
        let import = unsafe { Import::from_versioned(producer.versioned(change)) };
        let why = import.and_then(|import| import.into_buffer::<f32>(&stream)).unwrap_err().to_string();
        assert!(why.contains(expected), "{why}");
        assert_eq!(producer.deleted(), 1, "{why}");
    }
    for (shape, strides, expected) in [
        (&[-1][..], &[1][..], "the extent -1"),
        (&[2, 3], &[3, -1], "the stride -1"),
        (&[2, 3], &[0, 1], "share a place"),
    ] {
        let producer = Producer::new(shape, strides);
        // SAFETY: as above.
        let import = unsafe { Import::from_versioned(producer.versioned(|_| {})) };
        let why = import.and_then(|import| import.into_buffer::<f32>(&stream)).unwrap_err().to_string();
        assert!(why.contains(expected) && producer.deleted() == 1, "{why}");
    }
    // SAFETY: null is found.
    let null = unsafe {
        (Import::from_versioned(ptr::null_mut()).err(), Import::from_unversioned(ptr::null_mut()).err())
    };
    assert!(null.0.is_some() && null.1.is_some());
}

/// What the capsule says is changed; its pointers stay good for as many axes as it says.
#[test]
fn any_capsule_is_refused_or_read_as_it_says() {
    const AXES: usize = 6;
    let stream = Device::cpu().stream();
    let numbers = [0, 1, 2, 3, 4, 24, -1, i64::MIN, i64::MAX, 1 << 32, 1 << 61, 1 << 62];
    let mut taken = 0;
    for number in 0..crate::mutate::count() {
        let mut random = crate::mutate::Random(number);
        let mut axes = || -> Vec<i64> {
            let some = if random.below(2) == 0 { 5 } else { numbers.len() };
            (0..AXES).map(|_| numbers[random.below(some)]).collect()
        };
        let (shape, strides) = (axes(), axes());
        let strides = if random.below(3) == 0 { Vec::new() } else { strides };
        let mut producer =
            Box::new(Producer { data: vec![1.0; 24], shape, strides, deleted: AtomicUsize::new(0) });
        let ndim = [-1, 0, 1, 2, 3, 4, 5, AXES as c_int][random.below(8)];
        let managed = producer.versioned(|managed| {
            managed.tensor.ndim = ndim;
            match random.below(12) {
                0 => managed.major = random.next() as u32,
                1 => managed.minor = random.next() as u32,
                2 => managed.flags = random.next(),
                3 => managed.tensor.device.kind = random.next() as c_int,
                4 => managed.tensor.device.index = random.next() as c_int,
                5 => managed.tensor.dtype.code = random.next() as u8,
                6 => managed.tensor.dtype.bits = random.next() as u8,
                7 => managed.tensor.dtype.lanes = random.next() as u16,
                8 => managed.tensor.byte_offset = numbers[random.below(numbers.len())] as u64,
                9 => managed.tensor.data = ptr::null_mut(),
                10 => managed.tensor.shape = ptr::null_mut(),
                _ => {}
            }
        });
        // SAFETY: the pointers are good for the axes, and the elements are not read.
        let import = unsafe { Import::from_versioned(managed) };
        if let Ok(import) = import {
            let (shape, strides) = (import.shape().to_vec(), import.strides().to_vec());
            let last = shape
                .iter()
                .zip(&strides)
                .map(|(n, stride)| (*n as u128).saturating_sub(1).wrapping_mul(*stride as u128));
            let len = if shape.contains(&0) { 0 } else { last.fold(1, u128::wrapping_add) };
            let buffer = if random.below(2) == 0 {
                import.into_buffer::<f32>(&stream).map(|buffer| buffer.len())
            } else {
                import.into_shared::<f32>(&stream).map(|buffer| buffer.len())
            };
            if let Ok(found) = buffer {
                assert_eq!(found as u128, len, "{shape:?} {strides:?}");
                taken += 1;
            }
        }
        assert_eq!(producer.deleted(), 1);
    }
    println!("{} capsules, {taken} of them taken", crate::mutate::count());
    assert!(taken > 0);
}

#[test]
fn what_must_not_be_written_is_read() {
    let stream = Device::cpu().stream();
    let producer = Producer::new(&[2, 3], &[0, 1]);
    // SAFETY: as above.
    let import =
        unsafe { Import::from_versioned(producer.versioned(|managed| managed.flags = READ_ONLY)) }.unwrap();
    assert!(import.is_read_only());
    let shared = import.into_shared::<f32>(&stream).unwrap();
    assert_eq!(stream.download(&*shared).unwrap(), [0.0, 1.0, 2.0]);
    drop(shared);
    assert_eq!(producer.deleted(), 1);
}

#[test]
fn a_buffer_goes_out_and_comes_back() {
    let stream = Device::cpu().stream();
    let values: Vec<u16> = (0..6).collect();
    let buffer = stream.upload(&values).unwrap();
    let address = buffer.raw();
    let out = Export::new(buffer, &[2, 3], None, &stream).unwrap().into_versioned();
    // SAFETY: the tensor is Kiln's own, and taken once.
    let back = unsafe { Import::from_versioned(out) }.unwrap();
    assert_eq!((back.shape(), back.strides()), (&[2, 3][..], &[3, 1][..]));
    let back = back.into_buffer::<u16>(&stream).unwrap();
    assert_eq!((back.raw(), stream.download(&back).unwrap()), (address, values.clone()));
    let out = Export::new(back, &[3], Some(&[2]), &stream).unwrap().into_unversioned().unwrap();
    // SAFETY: as above.
    let back = unsafe { Import::from_unversioned(out) }.unwrap();
    assert_eq!((back.shape(), back.strides()), (&[3][..], &[2][..]));
    assert_eq!(back.into_buffer::<u16>(&stream).unwrap().len(), 5);
}

#[test]
fn a_shared_buffer_goes_out_for_reading() {
    let stream = Device::cpu().stream();
    let buffer = Arc::new(stream.upload(&[1i32, 2]).unwrap());
    let export = || Export::shared(Arc::clone(&buffer), &[2], None, &stream).unwrap();
    let why = export().into_unversioned().unwrap_err().to_string();
    assert!(why.contains("must not be written"), "{why}");
    // SAFETY: as above.
    let back = unsafe { Import::from_versioned(export().into_versioned()) }.unwrap();
    assert!(back.is_read_only());
    drop(back);
    assert_eq!(Arc::strong_count(&buffer), 1);
}

#[test]
fn extents_that_do_not_fit_are_refused() {
    let stream = Device::cpu().stream();
    let export = |shape: &[usize], strides: Option<&[usize]>| {
        let why = Export::new(stream.upload(&[0u8; 6]).unwrap(), shape, strides, &stream).err();
        why.map(|why| why.to_string()).unwrap_or_default()
    };
    assert!(export(&[2, 4], None).contains("a tensor of 2 × 4 has 8 elements, and its memory has 6"));
    assert!(export(&[2, 3], Some(&[4, 1])).contains("reaches past the end"));
    assert!(export(&[2, 3], Some(&[3])).contains("reaches past the end"));
    assert!(export(&[usize::MAX, 2], None).contains("more elements than an address can count"));
    assert_eq!(export(&[1, 6], None) + &export(&[2, 3], Some(&[1, 2])) + &export(&[0], Some(&[1])), "");
    let emulated = Device::emulated((9, 0)).stream();
    let why = Export::new(emulated.upload(&[1u8]).unwrap(), &[1], None, &emulated).err().unwrap().to_string();
    assert!(why.contains("one for tests"), "{why}");
}
