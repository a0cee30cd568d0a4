// Zeros of a type that says they are no value, however they are asked for.
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
#[kiln(no_zeroed)]
enum Token {
    First,
    Second,
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let whole = [Checked(1), Checked(2)];
    stream.upload(&whole)?;
    stream.alloc_zeroed::<Checked>(1)?;
    stream.alloc_zeroed::<Several<Checked>>(1)?;
    stream.alloc_mapped::<Token>(1)?;
    stream.alloc_managed::<Checked>(1)?;
    stream.alloc_pinned::<Checked>(1)?;
    Ok(())
}
