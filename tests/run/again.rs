//! Items of one name that stand in scopes of their own, or of which one alone is compiled: each is what its own words
//! say, also where they stand close together.

use kiln::prelude::*;

use crate::streams;

#[cfg(target_os = "none")]
#[device]
fn chosen(v: u32) -> u32 {
    v
}

#[cfg(not(target_os = "none"))]
#[device]
fn chosen(v: u32) -> u32 {
    v + 1
}

#[device]
#[cfg(not(target_os = "none"))]
fn chosen_behind(v: u32) -> u32 {
    v + 20
}

#[device]
#[cfg(target_os = "none")]
fn chosen_behind(v: u32) -> u32 {
    v
}

#[cfg_attr(target_os = "none", cfg(not(target_os = "none")))]
#[cfg_attr(not(target_os = "none"), cfg(target_os = "none"))]
#[kernel]
fn numbered(y: &mut [u32]) {
    y[global_id()] = 0;
}

#[kernel]
fn numbered(y: &mut [u32]) {
    let i = global_id();
    y[i] = chosen(0) + chosen_behind(0) + i as u32 % 2;
}

mod one {
    use kiln::prelude::*;

    #[derive(Clone, Copy, PartialEq, KernelType)]
    pub struct Pair {
        pub x: u32,
    }

    #[device]
    impl Pair {
        pub fn sum(self) -> u32 {
            self.x
        }
    }

    #[device]
    pub fn value(p: Pair) -> u32 {
        p.sum() + 300
    }

    pub mod two {
        use kiln::prelude::*;

        #[derive(Clone, Copy, PartialEq, KernelType)]
        pub struct Pair {
            pub x: u32,
            pub y: u32,
        }

        #[cfg(target_os = "none")]
        #[device]
        impl Pair {
            pub fn sum(self) -> u32 {
                0
            }
        }

        #[device]
        impl Pair {
            pub fn sum(self) -> u32 {
                self.x + self.y
            }
        }

        #[device]
        pub fn value(p: Pair) -> u32 {
            p.sum() + 4000
        }
    }
}

#[kernel]
fn of_modules(y: &mut [u32]) {
    y[global_id()] = one::value(one::Pair { x: 1 }) + one::two::value(one::two::Pair { x: 1, y: 1 });
}

/// Each use has what the macro's own text says once, and the names that it is given.
macro_rules! stored {
    ($module:ident, $name:ident, $value:expr) => {
        mod $module {
            use kiln::prelude::*;

            #[device]
            fn value() -> u32 {
                $value
            }

            #[kernel]
            pub fn $name(y: &mut [u32]) {
                y[global_id()] = value();
            }
        }
    };
}

stored!(first, stored, 5);
stored!(second, stored, 6);

macro_rules! both {
    ($($module:ident { $($item:item)* })*) => {
        $(mod $module {
            use kiln::prelude::*;
            $($item)*
        })*
    };
}

both! {
    third { #[kernel] pub fn stored(y: &mut [u32]) { y[global_id()] = 7; } }
    fourth { #[kernel] pub fn stored(y: &mut [u32]) { y[global_id()] = 8; } }
}

/// One of the two that are given is taken.
macro_rules! last_of {
    ($first:item $($last:item)*) => { $($last)* };
}

last_of! {
    #[kernel]
    fn taken(y: &mut [u32]) {
        y[global_id()] = 0;
    }

    #[kernel]
    fn taken(y: &mut [u32]) {
        y[global_id()] = 9;
    }
}

mod included {
    include!("again/included.in");

    pub mod once_more {
        include!("again/included.in");
    }
}

/// What a kernel of this many elements stores.
macro_rules! stores {
    ($kernel:path, $expected:expr) => {
        for stream in streams() {
            let mut y = stream.alloc_zeroed::<u32>(256)?;
            $kernel(&mut y).threads(256).launch(&stream)?;
            assert_eq!(stream.download(&y)?[..4], $expected);
        }
    };
}

#[test]
fn what_stands_apart_is_not_twice_there() -> kiln::Result<()> {
    stores!(numbered, [21, 22, 21, 22]);
    stores!(of_modules, [4303; 4]);
    stores!(first::stored, [5; 4]);
    stores!(second::stored, [6; 4]);
    stores!(third::stored, [7; 4]);
    stores!(fourth::stored, [8; 4]);
    stores!(taken, [9; 4]);
    stores!(included::stored, [40; 4]);
    stores!(included::once_more::stored, [40; 4]);
    Ok(())
}

#[test]
fn blocks_have_items_of_their_own() -> kiln::Result<()> {
    {
        #[kernel]
        fn of_block(y: &mut [u32]) {
            y[global_id()] = 0 + chosen(0);
        }
        stores!(of_block, [1; 4]);
    }
    if streams().len() < 100 {
        #[kernel]
        fn of_block(y: &mut [u32]) {
            y[global_id()] = 1 + chosen(0);
        }
        stores!(of_block, [2; 4]);
    }
    let told = |_: u32| -> kiln::Result<()> {
        #[kernel]
        fn of_block(y: &mut [u32]) {
            y[global_id()] = 2 + chosen(0);
        }
        stores!(of_block, [3; 4]);
        Ok(())
    };
    told(0)
}
