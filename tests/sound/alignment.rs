//! Values that are aligned to as much as is allowed, in every sort of memory that the host is lent.

use kiln::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
#[repr(align(256))]
struct Wide {
    a: u32,
}

#[kernel]
fn double(x: &mut [Wide]) {
    let i = global_id();
    if i < x.len() {
        x[i].a *= 2;
    }
}

fn aligned(memory: &[Wide]) {
    assert!(
        memory.as_ptr().is_aligned(),
        "{:?} is not aligned for {} bytes",
        memory.as_ptr(),
        align_of::<Wide>()
    );
}

#[test]
fn every_sort_of_memory_is_aligned() {
    for device in [Device::cpu(), Device::sanitized(), Device::emulated((8, 0))] {
        let stream = device.stream();
        // Other allocations in between, so that alignment is no accident.
        for len in [0, 1, 3] {
            let odd = stream.upload(&vec![1u8; 7 + len]).unwrap();
            aligned(stream.alloc_mapped::<Wide>(len).unwrap().host().unwrap());
            aligned(stream.alloc_mapped::<Wide>(len).unwrap().host_mut().unwrap());
            aligned(stream.alloc_managed::<Wide>(len).unwrap().host().unwrap());
            aligned(&stream.alloc_pinned::<Wide>(len).unwrap());
            let mut buffer = stream.alloc_zeroed::<Wide>(len).unwrap();
            assert!(buffer.raw().is_multiple_of(align_of::<Wide>() as u64));
            stream.fill(&mut buffer, Wide { a: 3 }).unwrap();
            double(&mut buffer).threads(len).launch(&stream).unwrap();
            aligned(&stream.download(&buffer).unwrap());
            assert_eq!(stream.download(&buffer).unwrap(), vec![Wide { a: 6 }; len]);
            drop(odd);
        }
    }
}
