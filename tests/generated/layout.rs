//! What the tests of structs share.

use std::fmt::Debug;

use kiln::KernelType;
use kiln::prelude::*;
use kiln_runtime::jit::nvrtc::Nvrtc;

use super::devices;

/// Elements of a buffer.
const VALUES: usize = 70;

/// Asserts that a struct lies everywhere as rustc laid it: the IR has rustc's numbers, NVRTC (where there is one)
/// proves that CUDA C++ has the IR's, and on every device kernels write what the host reads, scalar by scalar, and
/// the reverse.
///
/// `offsets` are those of the fields; `make` gives the value that `write` puts at an index, from its first scalar
/// on; `read` folds each value of a buffer, and one by value, as `fold` does, and copies the buffer; `texts` are
/// the IR and the CUDA C++.
pub fn agree<T: KernelType + PartialEq + Debug>(
    name: &str,
    offsets: &[(&str, usize)],
    make: fn(usize, usize) -> T,
    fold: fn(&T) -> u64,
    write: impl Fn(&Stream, &mut Buffer<T>, usize),
    read: impl Fn(&Stream, &Buffer<T>, T, &mut Buffer<u64>, &mut Buffer<T>),
    [ir, cuda]: [String; 2],
) {
    let head = format!("struct {name} size {} align {} {{", size_of::<T>(), align_of::<T>());
    let (_, fields) = ir.split_once(&head).unwrap_or_else(|| panic!("`{head}` is not in\n{ir}"));
    let (fields, _) = fields.split_once('}').unwrap();
    for (field, offset) in offsets {
        let plain = format!("{field} at {offset}:");
        let quoted = format!("{field:?} at {offset}:");
        assert!(
            fields.contains(&plain) || fields.contains(&quoted),
            "{field} at {offset} is not in {fields}"
        );
    }
    match Nvrtc::get() {
        Ok(nvrtc) => {
            let options = ["--gpu-architecture=compute_80", "-std=c++17"];
            nvrtc.compile(name, &cuda, &options).unwrap_or_else(|error| panic!("{error:?}\n{cuda}"));
            // The proof is one: with a byte put in front of the fields it fails.
            let head = format!("{name} {{\n");
            let spoiled = cuda.replacen(&head, &format!("{head}    unsigned char spoiled;\n"), 1);
            assert_ne!(spoiled, cuda, "`{head}` is not in\n{cuda}");
            let refused = nvrtc.compile(name, &spoiled, &options).err().map(|error| format!("{error:?}"));
            let refused = refused.unwrap_or_else(|| panic!("a spoiled layout is taken:\n{spoiled}"));
            assert!(refused.contains("static assertion failed"), "{refused}");
        }
        Err(why) => println!("CUDA C++ is not asked: {why}"),
    }
    let values: Vec<T> = (0..VALUES).map(|i| make(i, 0)).collect();
    let one = make(1000, 0);
    for device in devices() {
        let stream = device.stream();
        let mut written = stream.upload(&[one; VALUES]).unwrap();
        write(&stream, &mut written, VALUES);
        assert_eq!(stream.download(&written).unwrap(), values, "written on {device}");
        let mut sums = stream.alloc_zeroed::<u64>(VALUES).unwrap();
        let mut copies = stream.upload(&[one; VALUES]).unwrap();
        read(&stream, &written, one, &mut sums, &mut copies);
        let expected: Vec<u64> = values.iter().map(|value| fold(value) ^ fold(&one).rotate_left(9)).collect();
        assert_eq!(stream.download(&sums).unwrap(), expected, "read on {device}");
        assert_eq!(stream.download(&copies).unwrap(), values, "copied on {device}");
    }
}
