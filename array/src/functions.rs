//! Functions that others are made of: statistics, searches, joins and the matrices that have names.

use std::panic::Location;
use std::sync::Arc;

use kiln_runtime::__private::made::ArrayError;

use crate::array::Array;
use crate::dtype::{Element, Floating, Number};
use crate::mistake::{self, At};
use crate::node::{Node, Op};
use crate::shape::Shape;

impl<T: Floating + Element<Sum = T>> Array<T> {
    /// The mean of all elements; of none, NaN.
    #[track_caller]
    #[doc(alias = "average")]
    pub fn mean(&self) -> Array<T> {
        self.sum() / T::from_f64(self.len() as f64)
    }

    /// The mean along an axis, which is gone.
    #[track_caller]
    pub fn mean_axis(&self, axis: isize) -> Array<T> {
        self.sum_axis(axis) / T::from_f64(self.extent(axis) as f64)
    }

    /// The variance of all elements, of so many degrees less than there are: 0 for a population, 1 for a sample.
    #[track_caller]
    pub fn var(&self, less: usize) -> Array<T> {
        (self - self.mean()).square().sum() / T::from_f64(self.len() as f64 - less as f64)
    }

    /// The variance along an axis, which is gone, of so many degrees less than there are.
    #[track_caller]
    pub fn var_axis(&self, axis: isize, less: usize) -> Array<T> {
        let centered = self - self.mean_axis(axis).kept(self, axis);
        centered.square().sum_axis(axis) / T::from_f64(self.extent(axis) as f64 - less as f64)
    }

    /// The standard deviation of all elements, the root of [`Array::var`].
    #[track_caller]
    pub fn std(&self, less: usize) -> Array<T> {
        self.var(less).sqrt()
    }

    /// The standard deviation along an axis, the root of [`Array::var_axis`].
    #[track_caller]
    pub fn std_axis(&self, axis: isize, less: usize) -> Array<T> {
        self.var_axis(axis, less).sqrt()
    }

    /// The exponentials along an axis, divided by their sum.
    #[track_caller]
    pub fn softmax(&self, axis: isize) -> Array<T> {
        let powers = (self - self.max_axis(axis).kept(self, axis)).exp();
        &powers / powers.sum_axis(axis).kept(self, axis)
    }

    /// The logarithm of the sum of exponentials along an axis, without overflow on the way.
    #[track_caller]
    pub fn logsumexp(&self, axis: isize) -> Array<T> {
        let most = self.max_axis(axis);
        // Of infinities there is no difference.
        let shift = most.is_finite().select(most, T::from_f64(0.0));
        (self - shift.kept(self, axis)).exp().sum_axis(axis).ln() + shift
    }

    /// The root of the sum of all squares.
    #[track_caller]
    pub fn norm(&self) -> Array<T> {
        self.square().sum().sqrt()
    }

    /// The root of the sum of squares along an axis, which is gone.
    #[track_caller]
    pub fn norm_axis(&self, axis: isize) -> Array<T> {
        self.square().sum_axis(axis).sqrt()
    }
}

impl<T: Number> Array<T> {
    /// The place of the greatest value along an axis, the first of several. Where all are NaN it is the axis's extent.
    #[track_caller]
    pub fn argmax(&self, axis: isize) -> Array<u64> {
        self.place_of(&self.max_axis(axis), axis)
    }

    /// The place of the least value along an axis, the first of several. Where all are NaN it is the axis's extent.
    #[track_caller]
    pub fn argmin(&self, axis: isize) -> Array<u64> {
        self.place_of(&self.min_axis(axis), axis)
    }

    /// The first place along an axis of the values that another array has for it.
    #[track_caller]
    fn place_of(&self, value: &Array<T>, axis: isize) -> Array<u64> {
        let extent = self.extent(axis);
        let after = self.axis(axis).map_or(0, |axis| self.rank() - 1 - axis);
        let mut places = Array::<u64>::arange(extent);
        for _ in 0..after {
            places = places.expand_dims(-1);
        }
        self.eq(value.kept(self, axis)).select(places, extent as u64).min_axis(axis)
    }

    /// The sum of the diagonal of a matrix.
    #[track_caller]
    pub fn trace(&self) -> Array<T::Sum> {
        self.diagonal().sum()
    }

    /// Each product of an element of this array with one of the other: a matrix of both arrays' elements in order.
    #[track_caller]
    pub fn outer(&self, other: &Array<T>) -> Array<T> {
        self.ravel().expand_dims(1) * other.ravel().expand_dims(0)
    }

    /// 1 where row and column are the same, else 0.
    #[track_caller]
    pub fn eye(size: usize) -> Array<T> {
        let places = Array::<u64>::arange(size);
        places.expand_dims(1).eq(places).cast()
    }

    /// A matrix with zeros above the diagonal that is `above` places right of the main one.
    #[track_caller]
    pub fn tril(&self, above: isize) -> Array<T> {
        self.band(above).select(self, T::from_f64(0.0))
    }

    /// A matrix with zeros below the diagonal that is `above` places right of the main one.
    #[track_caller]
    pub fn triu(&self, above: isize) -> Array<T> {
        self.band(above.saturating_sub(1)).select(T::from_f64(0.0), self)
    }

    /// Where column less row is at most this.
    #[track_caller]
    fn band(&self, above: isize) -> Array<bool> {
        let rank = self.rank() as isize;
        let (rows, columns) = (self.extent(rank - 2), self.extent(rank - 1));
        let above = (above as i64).clamp(-(rows as i64) - 1, columns as i64);
        Array::<i64>::arange(columns).le(Array::<i64>::arange(rows).expand_dims(1) + above)
    }
}

impl Array<bool> {
    /// Whether some element is true.
    #[track_caller]
    pub fn any(&self) -> Array<bool> {
        self.cast::<u8>().max_or(0).cast()
    }

    /// Whether some element along an axis is true; the axis is gone.
    #[track_caller]
    pub fn any_axis(&self, axis: isize) -> Array<bool> {
        self.sum_axis(axis).gt(0)
    }

    /// Whether all elements are true.
    #[track_caller]
    pub fn all(&self) -> Array<bool> {
        !(!self).any()
    }

    /// Whether all elements along an axis are true; the axis is gone.
    #[track_caller]
    pub fn all_axis(&self, axis: isize) -> Array<bool> {
        !(!self).any_axis(axis)
    }
}

impl Array<u8> {
    /// The greatest element, or this where there is none.
    #[track_caller]
    fn max_or(&self, none: u8) -> Array<u8> {
        if self.is_empty() { Array::full((), none) } else { self.max() }
    }
}

impl<T: Element> Array<T> {
    /// The extent of an axis; 1 of one that is not there, whose use is the mistake.
    fn extent(&self, axis: isize) -> usize {
        self.axis(axis).map_or(1, |axis| self.shape()[axis])
    }

    /// A reduction along an axis of an array, with an axis of one element in its place.
    #[track_caller]
    fn kept(&self, of: &Array<impl Element>, axis: isize) -> Array<T> {
        match of.axis(axis) {
            Ok(axis) => self.expand_dims(axis as isize),
            Err(_) => self.clone(),
        }
    }

    /// Elements moved by so many places along an axis; those that leave at the end come back in front.
    #[track_caller]
    pub fn roll(&self, places: isize, axis: isize) -> Array<T> {
        if self.axis(axis).is_err() {
            return self.range(axis, 0..0, Location::caller());
        }
        let extent = self.extent(axis) as isize;
        let places = if extent == 0 { 0 } else { places.rem_euclid(extent) };
        if places == 0 {
            return self.clone();
        }
        let part = |range: std::ops::Range<isize>| self.range(axis, range, Location::caller());
        Array::concat(&[part(extent - places..extent), part(0..extent - places)], axis)
    }

    /// So many parts of an axis, which differ in length by one at most, the longer ones in front.
    #[track_caller]
    #[doc(alias = "array_split")]
    pub fn split(&self, parts: usize, axis: isize) -> Vec<Array<T>> {
        let (at, extent) = (Location::caller(), self.extent(axis));
        let bound = |part: usize| (part * (extent / parts) + part.min(extent % parts)) as isize;
        (0..parts).map(|part| self.range(axis, bound(part)..bound(part + 1), at)).collect()
    }

    /// The arrays behind each other along an axis. Their other extents are equal.
    #[track_caller]
    #[doc(alias = "concatenate")]
    pub fn concat(parts: &[Array<T>], axis: isize) -> Array<T> {
        join("concat", parts, axis, Location::caller())
    }

    /// The arrays, which have one shape, side by side along a further axis before this one.
    #[track_caller]
    pub fn stack(parts: &[Array<T>], axis: isize) -> Array<T> {
        let mut expanded = Vec::new();
        for part in parts {
            expanded.push(part.expand_dims(axis));
        }
        let parts = expanded;
        join("stack", &parts, axis, Location::caller())
    }
}

/// The arrays behind each other along an axis.
fn join<T: Element>(name: &'static str, parts: &[Array<T>], axis: isize, at: At) -> Array<T> {
    let wrong = |wrong: Arc<ArrayError>| Array::of(Node::wrong(T::DTYPE, name, at, wrong));
    let Some(first) = parts.first() else {
        return wrong(Arc::new(ArrayError::new(format!("`{name}` of no arrays"), at)));
    };
    if let Some(found) = parts.iter().find_map(|part| part.node.wrong.clone()) {
        return wrong(found);
    }
    let along = match first.axis(axis) {
        Ok(along) => along,
        Err(why) => return wrong(Arc::new(mistake::shape(name, &first.node, &why, at))),
    };
    let mut device = None;
    for part in parts {
        let (one, other) = (first.shape(), part.shape());
        if one.rank() != other.rank() || one.with(along, 1) != other.with(along, 1) {
            let why = format!("along other axes than {axis} they differ");
            return wrong(Arc::new(mistake::shapes(name, &[&first.node, &part.node], &why, at)));
        }
        match (&device, part.device()) {
            (None, found) => device = found,
            (Some(known), Some(found)) if *known != found => {
                return wrong(Arc::new(mistake::devices(name, &[&first.node, &part.node], at)));
            }
            _ => {}
        }
    }
    // In memory the axis comes first, so that each part is one piece.
    let along_front = along as isize;
    let nodes: Vec<Arc<Node>> = parts.iter().map(|part| part.move_axis(along_front, 0).node).collect();
    let total = parts.iter().map(|part| part.shape()[along]).sum::<usize>();
    let mut shape = vec![total];
    shape.extend_from_slice(&first.shape().without(along));
    let shape = Shape::of(&shape);
    if shape.checked_size().is_none() {
        return wrong(Arc::new(mistake::shape(name, &first.node, mistake::TOO_LARGE, at)));
    }
    let joined: Array<T> = Array::of(Node::apart(T::DTYPE, shape, &nodes, Op::Join(nodes.clone()), name, at));
    joined.move_axis(0, along_front)
}
