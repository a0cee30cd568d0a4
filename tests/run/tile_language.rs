//! Sentences about tiles in the pages of the language that the other tests of tiles do not hold: each with the kernel
//! that a user would write of it.

use kiln::prelude::*;
use kiln::{AtomicNumber, Counter};

use crate::tiles::devices;

/// Places are counted and elements changed in whatever type the launch has.
#[kernel(tile)]
pub(crate) fn weighed<T: Num + AtomicNumber + Counter>(x: &Tensor1<u32>, sums: &mut Tensor1<T>) {
    sums.atomic_add(x.load_or::<64>(tile_id(0), u32::MAX), Tile1::<T, 64>::iota() + T::ONE);
}

#[test]
fn kernels_are_generic_over_what_is_counted_and_changed() {
    fn check<T: Num + AtomicNumber + Counter>(device: &Device) {
        let stream = device.stream();
        let x: Vec<u32> = (0..100).map(|i| i % 7).collect();
        let there = Tensor1::from_slice(&stream, &x).unwrap();
        let mut sums = Tensor1::<T>::zeros(&stream, 7).unwrap();
        weighed::<T>(&there, &mut sums).tiles(2).launch(&stream).unwrap();
        for (number, found) in sums.download(&stream).unwrap().into_iter().enumerate() {
            let places = (0..100).filter(|i| i % 7 == number);
            let wanted: usize = places.map(|i| i % 64 + 1).sum();
            assert_eq!(found.to_f64(), wanted as f64, "{device}, {}", std::any::type_name::<T>());
        }
    }
    for device in devices() {
        check::<i32>(&device);
        check::<u32>(&device);
        check::<i64>(&device);
        check::<u64>(&device);
        check::<isize>(&device);
        check::<usize>(&device);
    }
}
