//! Other shapes, and parts: views that copy nothing.

use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::panic::Location;
use std::sync::Arc;

use crate::array::Array;
use crate::dtype::Element;
use crate::layout::Layout;
use crate::mistake::{self, At};
use crate::node::{Node, Op, State};
use crate::shape::{MOST_AXES, REST, Shape};

/// What [`s!`](crate::s) says of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// Elements from `start` to before `end`, each `step`th. Negative places count from the end. A negative step
    /// walks the same elements from the last to the first.
    Range {
        /// The first place.
        start: isize,
        /// The place after the last; `None` for all.
        end: Option<isize>,
        /// The distance, not 0.
        step: isize,
    },
    /// One element; the axis is gone. A negative place counts from the end.
    At(isize),
    /// A further axis of one element.
    NewAxis,
    /// As many whole axes as there are left.
    Ellipsis,
}

/// A further axis of one element, in [`s!`](crate::s).
pub struct NewAxis;

/// As many whole axes as there are left, in [`s!`](crate::s).
pub struct Ellipsis;

impl Part {
    /// The same range with another step.
    #[doc(hidden)]
    #[must_use]
    pub fn by(self, by: isize) -> Part {
        match self {
            Part::Range { start, end, step } => Part::Range { start, end, step: step * by },
            other => other,
        }
    }
}

impl From<NewAxis> for Part {
    fn from(_: NewAxis) -> Part {
        Part::NewAxis
    }
}

impl From<Ellipsis> for Part {
    fn from(_: Ellipsis) -> Part {
        Part::Ellipsis
    }
}

impl From<RangeFull> for Part {
    fn from(_: RangeFull) -> Part {
        Part::Range { start: 0, end: None, step: 1 }
    }
}

/// A place, or the farthest that there is.
fn place_of<T: TryInto<isize>>(place: T) -> isize {
    place.try_into().unwrap_or(isize::MAX)
}

macro_rules! parts {
    ($($type:ty)*) => {$(
        impl From<$type> for Part {
            fn from(at: $type) -> Part {
                Part::At(place_of(at))
            }
        }

        impl From<Range<$type>> for Part {
            fn from(range: Range<$type>) -> Part {
                Part::Range { start: place_of(range.start), end: Some(place_of(range.end)), step: 1 }
            }
        }

        impl From<RangeInclusive<$type>> for Part {
            fn from(range: RangeInclusive<$type>) -> Part {
                let (start, last) = (place_of(*range.start()), place_of(*range.end()));
                // Behind the last place is the end, and not the first.
                let end = if last == -1 { None } else { Some(last.saturating_add(1)) };
                Part::Range { start, end, step: 1 }
            }
        }

        impl From<RangeFrom<$type>> for Part {
            fn from(range: RangeFrom<$type>) -> Part {
                Part::Range { start: place_of(range.start), end: None, step: 1 }
            }
        }

        impl From<RangeTo<$type>> for Part {
            fn from(range: RangeTo<$type>) -> Part {
                Part::Range { start: 0, end: Some(place_of(range.end)), step: 1 }
            }
        }

        impl From<RangeToInclusive<$type>> for Part {
            fn from(range: RangeToInclusive<$type>) -> Part {
                Part::from(0..=range.end)
            }
        }
    )*};
}

parts!(i32 isize usize);

/// Parts of the axes of an array, for [`Array::slice`]: `s![1..3, .., -1, ..;2, NewAxis]`.
///
/// | part | |
/// |---|---|
/// | `..`, `1..`, `..3`, `1..3`, `1..=2` | a range; negative places count from the end: `-2..` |
/// | `..;2`, `1..9;-1` | each second one; from the last to the first |
/// | `3`, `-1` | one element; the axis is gone |
/// | `NewAxis` | a further axis of one element |
/// | `Ellipsis` | as many whole axes as there are left; axes behind the last part are whole too |
#[macro_export]
macro_rules! s {
    ($($parts:tt)*) => {{
        // `1..-1` is not empty here.
        #[allow(clippy::reversed_empty_ranges)]
        let parts = $crate::__parts!(@ [] [] $($parts)*);
        parts
    }};
}

/// The parts one by one: those that are done, and the tokens of the next.
#[doc(hidden)]
#[macro_export]
macro_rules! __parts {
    (@ [$($done:expr),*] []) => { [$($done),*] };
    (@ [$($done:expr),*] [$($token:tt)+]) => { [$($done,)* $crate::Part::from($($token)+)] };
    (@ [$($done:expr),*] [$($token:tt)+] , $($rest:tt)*) => {
        $crate::__parts!(@ [$($done,)* $crate::Part::from($($token)+)] [] $($rest)*)
    };
    (@ [$($done:expr),*] [$($token:tt)+] ; $step:expr) => {
        [$($done,)* $crate::Part::from($($token)+).by($step)]
    };
    (@ [$($done:expr),*] [$($token:tt)+] ; $step:expr , $($rest:tt)*) => {
        $crate::__parts!(@ [$($done,)* $crate::Part::from($($token)+).by($step)] [] $($rest)*)
    };
    (@ [$($done:expr),*] [$($token:tt)*] $next:tt $($rest:tt)*) => {
        $crate::__parts!(@ [$($done),*] [$($token)* $next] $($rest)*)
    };
}

impl<T: Element> Array<T> {
    /// A view, or the mistake for which there is none.
    fn view(&self, name: &'static str, at: At, layout: Result<Layout, String>) -> Array<T> {
        if let Some(wrong) = &self.node.wrong {
            return Array::of(Node::wrong(T::DTYPE, name, at, wrong.clone()));
        }
        let fits = |layout: &Layout| layout.shape.checked_size().is_some();
        let layout = match layout {
            Ok(layout) if fits(&layout) => layout,
            layout => {
                let why = layout.err().unwrap_or_else(|| mistake::TOO_LARGE.to_owned());
                let wrong = Arc::new(mistake::shape(name, &self.node, &why, at));
                return Array::of(Node::wrong(T::DTYPE, name, at, wrong));
            }
        };
        // A view of a view is one view.
        let (of, layout) = self.base(layout);
        Array::of(Node::view(layout.shape, &of, Op::View(of.clone(), layout), name, at))
    }

    /// The layout from which a view begins.
    fn layout(&self) -> Layout {
        match &*self.node.lock() {
            State::Pending(Op::View(_, layout)) => *layout,
            _ => Layout::whole(self.node.shape),
        }
    }

    /// What a layout made of [`Array::layout`] shows.
    fn base(&self, layout: Layout) -> (Arc<Node>, Layout) {
        match &*self.node.lock() {
            State::Pending(Op::View(of, _)) => (of.clone(), layout),
            _ => (self.node.clone(), layout),
        }
    }

    /// An axis counted from the front, or from the end where it is negative.
    pub(crate) fn axis(&self, axis: isize) -> Result<usize, String> {
        let rank = self.rank() as isize;
        let from_the_front = if axis < 0 { axis + rank } else { axis };
        if (0..rank).contains(&from_the_front) {
            Ok(from_the_front as usize)
        } else {
            Err(format!("it has {}, and no axis {axis}", axes_of(rank as usize)))
        }
    }

    /// Parts of the axes: `a.slice(s![1.., -1])`. See [`s!`](crate::s).
    #[track_caller]
    pub fn slice(&self, parts: impl AsRef<[Part]>) -> Array<T> {
        self.view("slice", Location::caller(), sliced(self.layout(), parts.as_ref()))
    }

    /// A range of an axis.
    pub(crate) fn range(&self, axis: isize, range: Range<isize>, at: At) -> Array<T> {
        let layout = self.axis(axis).map(|axis| {
            let len = (range.end - range.start).max(0) as usize;
            self.layout().narrow(axis, range.start as usize, len, 1)
        });
        self.view("slice", at, layout)
    }

    /// One element of an axis; the axis is gone. A negative place counts from the end.
    #[track_caller]
    pub fn at(&self, axis: isize, place: isize) -> Array<T> {
        let layout = self.axis(axis).and_then(|axis| {
            let place = placed(place, self.node.shape[axis], axis)?;
            Ok(self.layout().pick(axis, place))
        });
        self.view("at", Location::caller(), layout)
    }

    /// The axes in the other order: of a matrix its transpose.
    #[track_caller]
    #[doc(alias = "transpose")]
    pub fn t(&self) -> Array<T> {
        let order: Vec<usize> = (0..self.rank()).rev().collect();
        self.view("t", Location::caller(), Ok(self.layout().permute(&order)))
    }

    /// The axes in another order: axis `i` of the result is axis `order[i]`.
    #[track_caller]
    #[doc(alias = "transpose")]
    pub fn permute(&self, order: impl AsRef<[isize]>) -> Array<T> {
        let order = order.as_ref();
        let found = || {
            let axes = order.iter().map(|axis| self.axis(*axis)).collect::<Result<Vec<_>, _>>()?;
            let all = (0..self.rank()).all(|axis| axes.contains(&axis));
            if all && axes.len() == self.rank() {
                Ok(self.layout().permute(&axes))
            } else {
                Err(format!("{order:?} does not name each of its {} axes once", self.rank()))
            }
        };
        self.view("permute", Location::caller(), found())
    }

    /// Two axes exchanged.
    #[track_caller]
    pub fn swap_axes(&self, one: isize, other: isize) -> Array<T> {
        let layout = self.axis(one).and_then(|one| Ok((one, self.axis(other)?))).map(|(one, other)| {
            let mut order: Vec<usize> = (0..self.rank()).collect();
            order.swap(one, other);
            self.layout().permute(&order)
        });
        self.view("swap_axes", Location::caller(), layout)
    }

    /// An axis at another place; the others keep their order.
    #[track_caller]
    pub fn move_axis(&self, from: isize, to: isize) -> Array<T> {
        let layout = self.axis(from).and_then(|from| Ok((from, self.axis(to)?))).map(|(from, to)| {
            let mut order: Vec<usize> = (0..self.rank()).filter(|axis| *axis != from).collect();
            order.insert(to, from);
            self.layout().permute(&order)
        });
        self.view("move_axis", Location::caller(), layout)
    }

    /// A further axis of one element before this one; `-1` is behind the last.
    #[track_caller]
    #[doc(alias = "unsqueeze")]
    pub fn expand_dims(&self, axis: isize) -> Array<T> {
        let rank = self.rank() as isize;
        let at = if axis < 0 { axis + rank + 1 } else { axis };
        let layout = if self.rank() == MOST_AXES {
            Err(format!("an array has at most {MOST_AXES} axes"))
        } else if (0..=rank).contains(&at) {
            Ok(self.layout().insert(at as usize))
        } else {
            Err(format!("it has {}, so there is no place {axis} for a further one", axes_of(rank as usize)))
        };
        self.view("expand_dims", Location::caller(), layout)
    }

    /// Without its axes of one element.
    #[track_caller]
    pub fn squeeze(&self) -> Array<T> {
        let mut layout = self.layout();
        for axis in (0..layout.shape.rank()).rev() {
            if layout.shape[axis] == 1 {
                layout = layout.pick(axis, 0);
            }
        }
        self.view("squeeze", Location::caller(), Ok(layout))
    }

    /// An axis from the last element to the first.
    #[track_caller]
    pub fn flip(&self, axis: isize) -> Array<T> {
        let layout = self.axis(axis).map(|axis| {
            let len = self.node.shape[axis];
            self.layout().narrow(axis, len.saturating_sub(1), len, -1)
        });
        self.view("flip", Location::caller(), layout)
    }

    /// Repeated to a shape: axes are aligned at the last, and an extent of 1 repeats.
    #[track_caller]
    #[doc(alias = "expand")]
    pub fn broadcast_to(&self, shape: impl Into<Shape>) -> Array<T> {
        let to = shape.into();
        let layout = match self.node.shape.broadcast(&to) {
            Ok(both) if both == to => Ok(self.layout().broadcast(to)),
            _ => Err(format!("it does not broadcast to {to}")),
        };
        self.view("broadcast_to", Location::caller(), layout)
    }

    /// The elements of a matrix whose two places are equal.
    #[track_caller]
    pub fn diagonal(&self) -> Array<T> {
        let layout = match *self.node.shape {
            [rows, columns] => {
                let mut layout = self.layout();
                let step = layout.strides[0] + layout.strides[1];
                layout.shape = Shape::from(rows.min(columns));
                layout.strides = [0; MOST_AXES];
                layout.strides[0] = step;
                Ok(layout)
            }
            _ => Err("only a matrix has a diagonal".to_owned()),
        };
        self.view("diagonal", Location::caller(), layout)
    }

    /// The elements in order, in another shape. One extent may be [`REST`]: it is what is left.
    #[track_caller]
    pub fn reshape(&self, shape: impl Into<Shape>) -> Array<T> {
        self.reshaped("reshape", shape.into(), Location::caller())
    }

    /// The elements in order, along one axis.
    #[track_caller]
    #[doc(alias = "flatten")]
    pub fn ravel(&self) -> Array<T> {
        self.reshaped("ravel", Shape::from(REST), Location::caller())
    }

    fn reshaped(&self, name: &'static str, mut to: Shape, at: At) -> Array<T> {
        if let Some(wrong) = &self.node.wrong {
            return Array::of(Node::wrong(T::DTYPE, name, at, wrong.clone()));
        }
        let (len, asked) = (self.len(), to);
        let mut rest = (0..to.rank()).filter(|axis| to[*axis] == REST);
        if let (Some(axis), None) = (rest.next(), rest.next()) {
            let others = to.with(axis, 1).checked_size().unwrap_or(0);
            to = to.with(axis, len.checked_div(others).unwrap_or(0));
        }
        if to.checked_size() != Some(len) {
            let spelt: Vec<String> = asked
                .iter()
                .map(|extent| if *extent == REST { "REST".to_owned() } else { extent.to_string() })
                .collect();
            let why = format!("its {len} elements do not fill the shape [{}]", spelt.join(", "));
            let wrong = Arc::new(mistake::shape(name, &self.node, &why, at));
            return Array::of(Node::wrong(T::DTYPE, name, at, wrong));
        }
        if to == self.node.shape {
            return self.clone();
        }
        Array::of(Node::view(to, &self.node, Op::Reshape(self.node.clone()), name, at))
    }
}

/// `2 axes`.
fn axes_of(rank: usize) -> String {
    format!("{rank} {}", if rank == 1 { "axis" } else { "axes" })
}

/// A place counted from the front.
fn placed(place: isize, len: usize, axis: usize) -> Result<usize, String> {
    let from_the_front = if place < 0 { place + len as isize } else { place };
    usize::try_from(from_the_front)
        .ok()
        .filter(|place| *place < len)
        .ok_or_else(|| format!("axis {axis} has {len} elements, and no element {place}"))
}

fn sliced(mut layout: Layout, parts: &[Part]) -> Result<Layout, String> {
    let taken = parts.iter().filter(|part| !matches!(part, Part::NewAxis | Part::Ellipsis)).count();
    let (shape, rank) = (layout.shape, layout.shape.rank());
    if taken > rank {
        return Err(format!("it has {}, and `s![]` names {taken}", axes_of(rank)));
    }
    if parts.iter().filter(|part| matches!(part, Part::Ellipsis)).count() > 1 {
        return Err("`s![]` has more than one `Ellipsis`".to_owned());
    }
    let new = parts.iter().filter(|part| matches!(part, Part::NewAxis)).count();
    if rank + new > MOST_AXES {
        return Err(format!("an array has at most {MOST_AXES} axes"));
    }
    // The axis of the result, and of the array.
    let (mut to, mut from) = (0, 0);
    for part in parts {
        match *part {
            Part::NewAxis => {
                layout = layout.insert(to);
                to += 1;
            }
            Part::Ellipsis => {
                to += rank - taken;
                from += rank - taken;
            }
            Part::At(place) => {
                layout = layout.pick(to, placed(place, shape[from], from)?);
                from += 1;
            }
            Part::Range { start, end, step } => {
                let len = shape[from] as isize;
                let clamp =
                    |place: isize| (if place < 0 { place.saturating_add(len) } else { place }).clamp(0, len);
                let (first, end) = (clamp(start), end.map_or(len, clamp));
                let count = (end - first).max(0) as usize;
                if step == 0 {
                    return Err("a step of 0 goes nowhere".to_owned());
                }
                let taken = count.div_ceil(step.unsigned_abs());
                let begin = if step > 0 { first } else { end - 1 };
                layout = layout.narrow(to, begin.max(0) as usize, taken, step);
                to += 1;
                from += 1;
            }
        }
    }
    Ok(layout)
}
