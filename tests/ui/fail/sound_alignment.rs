// Device memory is aligned to 256 bytes, and no reference may point to less than its type asks for.
use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
#[repr(align(512))]
struct Page {
    first: u32,
}

#[derive(Clone, Copy, KernelType)]
#[repr(C, align(4096))]
struct Pair(f32, f32);

#[derive(Clone, Copy, KernelType)]
#[repr(align(256))]
struct Fine(u8);

fn main() {}
