// A kernel that the macro did not make could write anywhere.
use kiln::registry::KernelEntry;
use kiln::__private::{Arg, KernelHandle, KernelParts, Launch};

fn forged(parts: KernelParts) -> KernelEntry {
    KernelEntry::new(parts)
}

fn launched(handle: &'static KernelHandle) -> Launch<'static, 2> {
    Launch::new(handle, None, [Arg::value([4096u64, 1000]), Arg::value([4096u64, 1000])])
}

fn main() {}
