//! Methods of a type's own that have the names of those of slices and arrays.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Heap {
    keys: [u32; 4],
    len: u32,
}

#[device]
impl Heap {
    fn swap(&mut self, a: u32, b: u32) {
        self.keys.swap(a as usize, b as usize);
    }

    fn len(&self) -> u32 {
        self.len
    }
}

#[derive(Clone, Copy, KernelType)]
struct Queue {
    heap: Heap,
}

#[device]
fn swapped(mut queue: Queue) -> u32 {
    queue.heap.swap(0, 1);
    Heap::swap(&mut queue.heap, 2, 3);
    queue.heap.len()
}

#[kernel]
fn lengths(queues: &[Queue], out: &mut [u32]) {
    let i = global_id();
    if i < out.len() && i < queues.len() {
        out[i] = swapped(queues[i]) + queues[i].heap.keys.len() as u32;
    }
}

fn main() {}
