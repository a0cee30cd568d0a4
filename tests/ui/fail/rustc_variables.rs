//! A variable that is used as something else than it is, and an operator beside it, are told of once, in rustc's words:
//! what Kiln took the variable for, by its use, is said of nothing.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Part {
    value: f32,
    count: u32,
}

#[device]
impl Part {
    fn value(self) -> f32 {
        self.value
    }

    fn found(self) -> Option<u32> {
        if self.count > 0 { Some(self.count) } else { None }
    }

    fn both(self) -> (u32, f32) {
        (self.count, self.value)
    }
}

#[device]
fn count(of: u32) -> u32 {
    of
}

#[kernel]
fn in_a_kernel(y: &mut [f32]) {
    let n = count(1);
    let next = n;
    y[global_id()] = next;
}

#[kernel]
fn in_an_index(y: &mut [f32]) {
    let n = count(1);
    y[n] = 1.0;
}

#[device]
fn that_is_given_back(part: Part) -> f32 {
    let n = count(part.count);
    n
}

#[device]
fn of_a_pattern(part: Part) -> f32 {
    let (n, _value) = part.both();
    n
}

#[device]
fn of_an_option(part: Part) -> Option<f32> {
    let found = part.found();
    found
}

#[device]
fn that_an_option_gives(part: Part) -> f32 {
    let found = part.found();
    let n = found.unwrap_or(1);
    n
}

#[device]
fn of_a_choice(part: Part) -> f32 {
    let n = if part.count > 1 { count(1) } else { count(2) };
    n
}

#[device]
fn as_a_condition(part: Part) -> bool {
    let n = count(part.count);
    n
}

#[device]
fn that_began_as_a_float(of: &[f32]) -> f32 {
    let mut sum = 0.0;
    for value in of {
        sum += *value;
        sum += count(1);
    }
    sum
}

#[device]
fn beside_a_literal(part: Part) -> f32 {
    let value = part.value();
    value * 2
}

#[device]
fn beside_a_literal_that_is_assigned(part: Part) -> f32 {
    let mut value = part.value();
    value /= 2;
    value
}

#[device]
fn operator_whose_result_does_not_fit(part: Part) -> usize {
    let n = count(part.count);
    n % 4
}

fn main() {}
