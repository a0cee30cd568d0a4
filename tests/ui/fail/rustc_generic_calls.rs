//! What is wrong with a call of what has parameters of its own is told of once in device functions too, in the words
//! that rustc has for the function where it stands.

use kiln::prelude::*;
use kiln_other_crate::picked;

#[device]
fn pick<T: KernelType>(count: u32, value: T) -> T {
    let _count = count;
    value
}

#[device]
fn same<T: KernelType>(value: T) -> T {
    value
}

#[device]
fn known<T: KernelType>(value: T) -> f32 {
    let _value = value;
    1.0
}

#[device]
fn both<T: KernelType, U: KernelType>(left: T, right: U) -> T {
    let _right = right;
    left
}

#[device]
fn takes(count: u32) -> u32 {
    count
}

#[derive(Clone, Copy, KernelType)]
struct Pair<T> {
    left: T,
    right: T,
}

#[device]
impl<T: KernelType> Pair<T> {
    fn new(left: T, right: T) -> Pair<T> {
        Pair { left, right }
    }

    fn with<U: KernelType>(self, count: u32, value: U) -> U {
        let _count = count;
        value
    }

    fn each<F: Fn(T) -> T>(self, f: F) -> Pair<T> {
        Pair { left: f(self.left), right: f(self.right) }
    }

    fn folded<A: KernelType, F: Fn(A, T) -> A>(self, start: A, f: F) -> A {
        f(f(start, self.left), self.right)
    }

    fn first_of<U: KernelType>(self, of: &[U], count: u32) -> U {
        let _count = count;
        of[0]
    }

    fn many<const N: usize>(self, of: [T; N]) -> T {
        of[N - 1]
    }

    fn summed(self) -> T {
        self.left + self.right
    }
}

#[device]
fn argument_of_a_function(value: f32) -> f32 {
    pick(true, value)
}

#[device]
fn result_in_a_variable(value: f32) -> f32 {
    let counted: u32 = pick(3, value);
    counted as f32
}

#[device]
fn result_as_an_argument(value: f32) -> u32 {
    takes(same(value))
}

#[device]
fn result_that_is_assigned(value: f32) -> u32 {
    let mut counted = 3u32;
    counted += 1;
    counted = both(value, 1u32);
    counted
}

#[device]
fn result_that_parameters_do_not_say(value: f32) -> u32 {
    let counted: u32 = known(value);
    takes(known(value)) + counted
}

#[device]
fn result_that_is_a_condition(value: f32) -> f32 {
    if same(value) { 1.0 } else { 2.0 }
}

#[device]
fn result_that_is_an_index(value: f32, of: &[f32]) -> f32 {
    of[same(value)]
}

#[device]
fn argument_of_a_call_in_a_call(value: f32) -> f32 {
    pick(same(1.5), value)
}

#[device]
fn argument_of_a_method(pair: Pair<f32>) -> f32 {
    pair.with(1.0, 2.0)
}

#[device]
fn missing_argument_of_a_method(pair: Pair<f32>) -> f32 {
    pair.with(1)
}

#[device]
fn result_of_a_method(pair: Pair<f32>) -> f32 {
    pair.with(1, true)
}

#[device]
fn result_of_a_method_in_a_variable(pair: Pair<f32>) -> f32 {
    let counted: u32 = pair.with(1, pair.left);
    counted as f32
}

#[device]
fn result_of_a_function_of_a_type(value: f32) -> f32 {
    let counted: Pair<u32> = Pair::new(value, value);
    counted.left as f32
}

#[device]
fn arguments_of_a_function_of_a_type(value: f32) -> Pair<f32> {
    Pair::new(value, 2u32)
}

#[device]
fn arguments_that_are_written_out(pair: Pair<f32>) -> f32 {
    Pair::<f32>::with::<f32, 3>(pair, 1, 2.0)
}

#[device]
fn value_where_a_function_is_taken(pair: Pair<f32>, value: f32) -> Pair<f32> {
    pair.each(1.0).each(value)
}

#[device]
fn start_beside_a_closure(pair: Pair<f32>) -> f32 {
    pair.folded(true, |sum, value| sum + value)
}

#[device]
fn missing_argument_beside_a_closure(pair: Pair<f32>) -> f32 {
    pair.folded(|sum, value| sum + value)
}

#[device]
fn arguments_that_are_references(pair: Pair<f32>, of: &[f32]) -> f32 {
    pair.first_of(of, true) + pair.first_of(of[0], 1)
}

#[device]
fn array_of_other_elements(pair: Pair<f32>) -> f32 {
    pair.many([1u32, 2])
}

#[device]
fn zero<T: Num>() -> T {
    T::ZERO
}

#[device]
fn type_that_nothing_says(value: f32) -> f32 {
    let start = zero();
    value
}

#[device]
fn type_that_lacks_what_is_asked(value: f32) -> f32 {
    let start: bool = zero();
    if start { value } else { -value }
}

#[device]
trait Grown: Copy {
    fn grown(self, by: f32) -> Self;
}

#[device]
impl Grown for Pair<f32> {
    fn grown(self, by: f32) -> Pair<f32> {
        Pair { left: self.left + by, right: self.right + by }
    }
}

#[device]
fn arguments_of_functions_of_a_trait(pair: Pair<f32>) -> f32 {
    <Pair<f32> as Grown>::grown(pair, 1u32).left + Grown::grown(pair).left
}

#[device]
fn function_of_another_package(value: f32) -> f32 {
    let counted: u32 = picked(3, value);
    counted as f32 + picked(value, 1.0)
}

#[device]
fn operator_that_a_parameter_lacks<T: KernelType>(left: T, right: T) -> T {
    left + right
}

#[device]
fn range_of_other_than_usize(of: &[f32], from: i32, to: i32) -> f32 {
    let some = &of[from..to];
    some[0]
}

#[kernel]
fn in_a_kernel(pair: Pair<f32>, y: &mut [f32]) {
    y[global_id()] = Pair::new::<f32, 3>(pair.left, pair.right).left;
}

fn main() {}
