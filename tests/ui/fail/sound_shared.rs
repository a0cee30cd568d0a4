// Shared memory of types of which zeros are no value: it begins as zeros where not all bits are values.
use kiln::prelude::*;

/// An index that was checked.
#[derive(Clone, Copy, KernelType)]
#[kiln(no_zeroed)]
struct Checked(u32);

#[derive(Clone, Copy, KernelType)]
struct Several<T> {
    all: [T; 2],
}

#[derive(Clone, Copy, KernelType)]
#[repr(u8)]
enum Place {
    First = 1,
    Second = 2,
}

/// Fine, but for shared memory.
#[derive(Clone, Copy, KernelType)]
struct Placed {
    place: Place,
    at: u32,
}

#[kernel(block = 64)]
fn of_a_struct(x: &mut [u32]) {
    let tile = shared::<[Checked; 64]>();
    x[global_id()] = tile[thread_idx().x].0;
}

#[kernel(block = 64)]
fn of_an_enum(x: &mut [u32]) {
    let tile = shared::<[Place; 64]>();
    x[global_id()] = tile[thread_idx().x] as u32;
}

#[kernel(block = 64)]
fn of_a_field(x: &mut [u32]) {
    let tile = shared::<[Placed; 64]>();
    x[global_id()] = tile[thread_idx().x].at;
}

#[kernel(block = 64)]
fn of_a_parameter(x: &mut [u32]) {
    let tile = shared::<[Several<Checked>; 64]>();
    x[global_id()] = tile[thread_idx().x].all[0].0;
}

#[kernel]
fn of_any_length(x: &mut [u32]) {
    let tile = dynamic_shared::<(u32, Place)>();
    x[global_id()] = tile[thread_idx().x].0;
}

fn main() {}
