//! What a mistake in an expression says.

use std::fmt::Write as _;
use std::panic::Location;

use kiln_runtime::__private::made::ArrayError;
use kiln_runtime::{Device, Error};

use crate::node::Node;
use crate::shape::Shape;

/// Where in the program.
pub(crate) type At = &'static Location<'static>;

/// Why there is no array of a shape.
pub(crate) const TOO_LARGE: &str = "memory cannot address so many elements";

/// Shapes that do not broadcast.
pub(crate) fn broadcast(name: &str, inputs: &[&Node], at: At) -> ArrayError {
    let shapes: Vec<String> = inputs.iter().map(|node| node.shape.to_string()).collect();
    let mut what = format!("`{name}` of shapes {}", shapes.join(" and "));
    if let [one, other] = inputs
        && let Err(axis) = one.shape.broadcast(&other.shape)
    {
        let extent = |shape: &Shape| {
            let rank = one.shape.rank().max(other.shape.rank());
            shape[axis + shape.rank() - rank]
        };
        let (a, b) = (extent(&one.shape), extent(&other.shape));
        let _ = write!(what, ": counted from the last axis, extents {a} and {b} differ, and neither is 1");
    } else {
        what += ": they do not broadcast";
    }
    ArrayError::new(what + &sources(inputs), at)
}

/// Operands on two devices.
pub(crate) fn devices(name: &str, inputs: &[&Node], at: At) -> ArrayError {
    let places: Vec<String> = inputs
        .iter()
        .map(|node| {
            node.device.as_ref().map_or_else(|| "the program's memory".to_owned(), ToString::to_string)
        })
        .collect();
    let what = format!(
        "`{name}` of arrays on two devices: {}\n  help: move one with `.to(&device)?`",
        places.join(" and ")
    );
    ArrayError::new(what + &sources(inputs), at)
}

/// An array whose values lie on another device than the one that needs them.
pub(crate) fn elsewhere(input: &Node, there: &Device, here: &Device, at: At) -> ArrayError {
    let what = format!(
        "an array of shape {} lies on {there}, and is used on {here}\n  help: move it with `.to(&device)?`",
        input.shape
    );
    ArrayError::new(what, at)
}

/// A part of a long expression that failed when it was computed.
pub(crate) fn early(name: &str, error: &Error, at: At) -> ArrayError {
    match error {
        Error::Expression(error) => error.clone(),
        error => ArrayError::new(format!("an operand of `{name}` could not be computed: {error}"), at),
    }
}

/// An operation on one array that its shape does not allow.
pub(crate) fn shape(name: &str, input: &Node, why: &str, at: At) -> ArrayError {
    ArrayError::new(format!("`{name}` of shape {}: {why}", input.shape) + &sources(&[input]), at)
}

/// An operation on arrays that their shapes do not allow.
pub(crate) fn shapes(name: &str, inputs: &[&Node], why: &str, at: At) -> ArrayError {
    let shapes: Vec<String> = inputs.iter().map(|node| node.shape.to_string()).collect();
    ArrayError::new(format!("`{name}` of shapes {}: {why}", shapes.join(" and ")) + &sources(inputs), at)
}

/// Where the operands come from.
fn sources(inputs: &[&Node]) -> String {
    let mut lines = String::new();
    for node in inputs {
        let _ = write!(lines, "\n  {} is of `{}` at {}", node.shape, node.name, node.at);
    }
    lines
}
