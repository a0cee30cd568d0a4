//! Functions of impls and traits of which `#[cfg(..)]` leaves one in: it is the one that kernels call, and nothing
//! stands for the others.

use kiln::prelude::*;

use crate::streams;

#[derive(Clone, Copy, KernelType)]
struct Pair {
    x: u32,
    y: u32,
}

#[device]
impl Pair {
    #[cfg(target_os = "none")]
    fn sum(self) -> u32 {
        nothing(self.x)
    }

    #[cfg(not(target_os = "none"))]
    fn sum(self) -> u32 {
        self.x + self.y
    }

    #[cfg(not(target_os = "none"))]
    fn of(x: u32) -> Pair {
        Pair { x, y: 10 }
    }

    #[cfg(target_os = "none")]
    fn of(x: u32) -> Pair {
        Pair { x, y: 0 }
    }

    #[cfg(target_os = "none")]
    fn with<T: Int>(self, v: T, w: T) -> T {
        v + w
    }

    #[cfg(not(target_os = "none"))]
    fn with<T: Int>(self, v: T) -> T {
        v
    }
}

#[device]
trait Measured {
    #[cfg(target_os = "none")]
    fn size(self) -> f32;

    #[cfg(not(target_os = "none"))]
    fn size(self) -> u32;

    #[cfg(target_os = "none")]
    fn twice(self) -> u32 {
        0
    }

    #[cfg(not(target_os = "none"))]
    fn twice(self) -> u32
    where
        Self: Copy,
    {
        200
    }

    #[cfg(target_os = "none")]
    fn each<T: Int>(self, v: T, w: T) -> T;

    #[cfg(not(target_os = "none"))]
    fn each<T: Int>(self, v: T) -> T;
}

#[device]
impl Measured for Pair {
    #[cfg(target_os = "none")]
    fn size(self) -> f32 {
        0.0
    }

    #[cfg(not(target_os = "none"))]
    fn size(self) -> u32 {
        1000
    }

    #[cfg(target_os = "none")]
    fn each<T: Int>(self, v: T, w: T) -> T {
        v + w
    }

    #[cfg(not(target_os = "none"))]
    fn each<T: Int>(self, v: T) -> T {
        v
    }
}

#[device]
impl std::ops::Add for Pair {
    type Output = Pair;

    #[cfg(target_os = "none")]
    fn add(self, _: Pair) -> Pair {
        self
    }

    #[cfg(not(target_os = "none"))]
    fn add(self, other: Pair) -> Pair {
        Pair { x: self.x + other.x, y: self.y + other.y }
    }
}

#[kernel]
fn kept(y: &mut [u32]) {
    let p = Pair::of(1);
    y[global_id()] = (p + p).sum() + p.with(20_000u32) + p.size() + p.twice() + p.each(300_000u32);
}

#[test]
fn what_is_left_in_is_called() -> kiln::Result<()> {
    for stream in streams() {
        let mut y = stream.alloc_zeroed::<u32>(256)?;
        kept(&mut y).threads(256).launch(&stream)?;
        assert_eq!(stream.download(&y)?, [321_222; 256]);
    }
    Ok(())
}
