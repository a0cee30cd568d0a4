// An argument of the program's own make could be an address, where the kernel takes a slice.
use kiln::__private::{Arg, AsAtomic, AsSlice, AsSliceMut, AsTensor, AsTensorMut, foreign};
use kiln::prelude::*;

struct Forged;

impl<'a> AsSlice<'a, f32> for Forged {
    fn into_arg(self) -> Arg<'a> {
        Arg::value([4096u64, 1000])
    }
}

impl<'a> AsSliceMut<'a, f32> for Forged {
    fn into_arg(self) -> Arg<'a> {
        Arg::value([4096u64, 1000])
    }
}

impl<'a> AsAtomic<'a, AtomicU32> for Forged {
    fn into_arg(self) -> Arg<'a> {
        Arg::value([4096u64, 1000])
    }
}

impl<'a> AsTensor<'a, f32, 1> for Forged {
    fn into_arg(self) -> Arg<'a> {
        Arg::value([4096u64, 1000, 1000, 1])
    }
}

impl<'a> AsTensorMut<'a, f32, 1> for Forged {
    fn into_arg(self) -> Arg<'a> {
        Arg::value([4096u64, 1000, 1000, 1])
    }
}

impl<'a> foreign::Passed<'a, fn(&[f32])> for Forged {
    fn into_arg(self) -> Arg<'a> {
        Arg::value(4096u64)
    }
}

impl foreign::Declared for Forged {
    const LAYOUT: foreign::Layout = foreign::Layout::of::<u8>();
}

fn main() {}
