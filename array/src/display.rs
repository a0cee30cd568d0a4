//! Arrays as text, with brackets as NumPy has them.

use std::fmt;

use crate::array::Array;
use crate::dtype::Element;
use crate::shape::Shape;

/// Arrays of more elements are shown by their corners.
const MOST_SHOWN: usize = 1000;
/// So many places at either end of an axis.
const EDGE: usize = 3;

/// The values, which it computes; or the mistake. `{:.3}` asks for digits. Of more than 1000 elements it shows the
/// first and last three along each axis.
impl<T: Element> fmt::Display for Array<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(wrong) = &self.node.wrong {
            return write!(f, "{wrong}");
        }
        let values = match self.to_vec() {
            Ok(values) => values,
            Err(error) => return write!(f, "{error}"),
        };
        let shape = self.shape();
        let short = values.len() > MOST_SHOWN;
        let spell = |value: &T| match f.precision() {
            Some(digits) => format!("{value:.digits$}"),
            None => value.to_string(),
        };
        let mut texts = Vec::new();
        let mut width = 0;
        places(shape, short, &mut |place| {
            let text = spell(&values[place]);
            width = width.max(text.chars().count());
            texts.push(text);
        });
        let mut next = texts.iter();
        write_axis(f, shape, 0, short, width, &mut next)
    }
}

/// The places of an axis that are shown; `None` is a gap.
fn shown(extent: usize, short: bool) -> impl Iterator<Item = Option<usize>> {
    let gap = short && extent > 2 * EDGE;
    let front = if gap { EDGE } else { extent };
    let behind = if gap { extent - EDGE } else { extent };
    (0..front).map(Some).chain(gap.then_some(None)).chain((behind..extent).map(Some))
}

/// Each element that is shown, in order.
fn places(shape: &Shape, short: bool, each: &mut impl FnMut(usize)) {
    fn walk(shape: &[usize], short: bool, first: usize, each: &mut impl FnMut(usize)) {
        match shape {
            [] => each(first),
            [extent, inner @ ..] => {
                let step: usize = inner.iter().product();
                for place in shown(*extent, short).flatten() {
                    walk(inner, short, first + place * step, each);
                }
            }
        }
    }
    walk(shape, short, 0, each);
}

fn write_axis(
    f: &mut fmt::Formatter<'_>,
    shape: &Shape,
    axis: usize,
    short: bool,
    width: usize,
    next: &mut std::slice::Iter<'_, String>,
) -> fmt::Result {
    if axis == shape.rank() {
        let text = next.next().map_or("", String::as_str);
        return write!(f, "{text:>width$}");
    }
    f.write_str("[")?;
    let last = axis + 1 == shape.rank();
    for (number, place) in shown(shape[axis], short).enumerate() {
        if number > 0 {
            f.write_str(",")?;
            if last {
                f.write_str(" ")?;
            } else {
                // A blank line between matrices.
                for _ in 0..shape.rank() - axis - 1 {
                    f.write_str("\n")?;
                }
                write!(f, "{:1$}", "", axis + 1)?;
            }
        }
        match place {
            Some(_) => write_axis(f, shape, axis + 1, short, width, next)?,
            None => f.write_str("...")?,
        }
    }
    f.write_str("]")
}
