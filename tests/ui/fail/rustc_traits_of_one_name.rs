//! Methods that several traits have, traits that are not imported, and what traits do not have: each is said once,
//! and in the user's names.

use kiln::prelude::*;

#[device]
trait Shape {
    fn area(&self) -> f32;
    fn grown<T: Num>(&self, by: T) -> f32;
    fn unit() -> f32;
}

#[device]
trait Figure {
    fn area(&self) -> f32;
    fn grown<T: Num>(&self, by: T) -> f32;
    fn unit() -> f32;
}

trait Plain {
    fn plain(&self) -> f32;
}

// With the name of a marked trait's method.
trait Near {
    fn distance(&self) -> f32;
}

#[derive(Clone, Copy, KernelType)]
struct Disc {
    r: f32,
}

#[device]
impl Shape for Disc {
    fn area(&self) -> f32 {
        self.r
    }

    fn grown<T: Num>(&self, by: T) -> f32 {
        self.r + by.to_f32()
    }

    fn unit() -> f32 {
        1.0
    }
}

#[device]
impl Figure for Disc {
    fn area(&self) -> f32 {
        self.r * 2.0
    }

    fn grown<T: Num>(&self, by: T) -> f32 {
        self.r - by.to_f32()
    }

    fn unit() -> f32 {
        2.0
    }
}

struct OnTheHost;

impl Plain for Disc {
    fn plain(&self) -> f32 {
        1.0
    }
}

impl Near for OnTheHost {
    fn distance(&self) -> f32 {
        2.0
    }
}

mod elsewhere {
    use super::Disc;
    use kiln::prelude::*;

    #[device]
    pub trait Far {
        fn distance(&self) -> f32;
    }

    #[device]
    impl Far for Disc {
        fn distance(&self) -> f32 {
            self.r
        }
    }

    #[device]
    impl Disc {
        fn secret() -> f32 {
            3.0
        }
    }
}

#[device]
fn made() -> Disc {
    Disc { r: 1.0 }
}

#[device]
fn of_both(disc: Disc) -> f32 {
    disc.area()
}

#[device]
fn of_both_with_parameters(disc: Disc) -> f32 {
    disc.grown(2u8)
}

#[device]
fn of_a_value() -> f32 {
    made().area()
}

#[device]
fn of_the_type() -> f32 {
    Disc::unit()
}

#[device]
fn not_imported(disc: Disc) -> f32 {
    disc.distance()
}

#[device]
fn misspelt(disc: Disc) -> f32 {
    Shape::aera(&disc)
}

#[kernel]
fn calls(discs: &[Disc], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() && i < discs.len() {
        out[i] = discs[i].area();
        out[i] = discs[i].grown(1.5);
        out[i] = made().area();
        out[i] = Disc::unit();
        out[i] = discs[i].distance();
        out[i] = Disc::secret();
        out[i] = Shape::aera(&discs[i]);
        out[i] = Shape::area(&1.0f32);
        out[i] = Plain::plain(&discs[i]);
        out[i] = discs[i].aera();
    }
}

fn main() {
    OnTheHost.grown(1);
    made().distance();
}
