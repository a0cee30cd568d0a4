//! What has no type in a signature, beside a loop: of no name that Kiln gives it anything is said.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Pair<T> {
    x: T,
    y: T,
}

#[device]
impl<T: Float> Pair<T> {
    fn add<U: Num>(&mut self, by: U, more: &[U]) {
        self.x += T::from_f64(by.to_f64());
        for value in more {
            self.y += T::from_f64(value.to_f64());
        }
    }

    fn of<U: Num>(x: :, y: U) -> Self {
        Pair { x: T::from_f64(y.to_f64()), y: T::from_f64(y.to_f64()) }
    }
}

fn main() {}
