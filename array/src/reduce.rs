//! Reductions: along axes, and of all elements.

use std::panic::Location;
use std::sync::Arc;

use kiln_runtime::__private::made::MadeSize;
use kiln_runtime::{Result, Stream, bf16, f16};

use crate::array::Array;
use crate::dtype::{Dtype, Element, Kind, Number};
use crate::layout::Layout;
use crate::mistake::{self, At};
use crate::node::{Node, Op};
use crate::plan::{Plan, Stop};
use crate::run::{self, Work};
use crate::shape::Shape;
use crate::tiles::reduction::{self, Job};
use crate::tiles::{self, Steps};

/// Elements of a tile.
const TILE: usize = 1024;
/// The most parts of what is reduced, each of which is a tile of the grid: as many as one tile holds.
const PARTS: usize = 1024;
/// So many tiles of the grid are enough to keep a GPU at work.
const ENOUGH: usize = 2048;

/// How values are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reduction {
    Sum,
    Max,
    Min,
}

/// What is reduced: a node whose first elements are kept, and so many behind each other are combined.
#[derive(Clone)]
pub(crate) struct Reduced {
    pub(crate) input: Arc<Node>,
    pub(crate) reduction: Reduction,
    pub(crate) kept: usize,
    pub(crate) count: usize,
}

impl Reduction {
    /// In the names of kernels and of operations on tiles.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Reduction::Sum => "sum",
            Reduction::Max => "max",
            Reduction::Min => "min",
        }
    }

    /// In which type values of a type are combined.
    pub(crate) fn accumulator(self, dtype: Dtype) -> Dtype {
        match (self, dtype.kind()) {
            (Reduction::Sum, Kind::Float) if dtype.size() == 2 => Dtype::F32,
            (Reduction::Sum, Kind::Signed | Kind::Bool) => Dtype::I64,
            (Reduction::Sum, Kind::Unsigned) => Dtype::U64,
            _ => dtype,
        }
    }

    /// What changes no value that it is combined with, as bits.
    pub(crate) fn neutral(self, dtype: Dtype) -> u64 {
        let least = self == Reduction::Max;
        let infinity = if least { f64::NEG_INFINITY } else { f64::INFINITY };
        let bits = 8 * dtype.size();
        match (self, dtype) {
            (Reduction::Sum, _) => 0,
            (_, Dtype::F16) => f16::from_f64(infinity).to_bits().into(),
            (_, Dtype::BF16) => bf16::from_f64(infinity).to_bits().into(),
            (_, Dtype::F32) => (infinity as f32).to_bits().into(),
            (_, Dtype::F64) => infinity.to_bits(),
            _ if dtype.kind() == Kind::Signed && least => 1 << (bits - 1),
            _ if dtype.kind() == Kind::Signed => (1 << (bits - 1)) - 1,
            _ if least => 0,
            _ => u64::MAX >> (64 - bits),
        }
    }

    /// The same in a kernel's text.
    pub(crate) fn neutral_text(self, dtype: Dtype) -> String {
        let least = self == Reduction::Max;
        let bits = 8 * dtype.size();
        match (self, dtype.kind()) {
            (Reduction::Sum, Kind::Float) => format!("0.0{dtype}"),
            (Reduction::Sum, _) => format!("0{dtype}"),
            (_, Kind::Float) => format!("float \"{}inf\": {dtype}", if least { "-" } else { "" }),
            (_, Kind::Signed) if least => format!("(-{}{dtype}) - 1{dtype}", u64::MAX >> (65 - bits)),
            (_, Kind::Signed) => format!("{}{dtype}", u64::MAX >> (65 - bits)),
            _ => format!("{}{dtype}", self.neutral(dtype)),
        }
    }

    /// Two values of a type combined, in a kernel's text.
    pub(crate) fn both(self, dtype: Dtype, one: &str, other: &str) -> String {
        match (self, dtype.kind()) {
            (Reduction::Sum, _) => format!("{one} + {other}"),
            (_, Kind::Float) => format!("float_{}({one}, {other})", self.name()),
            _ => format!("int_{}({one}, {other})", self.name()),
        }
    }
}

/// Columns of a tile over rows of so many elements.
fn width(columns: usize, most: usize) -> usize {
    let fits = |width: &usize| columns.next_multiple_of(*width) - columns <= columns / 4;
    [1024, 256, 64, 16, 4].into_iter().filter(|width| *width <= most).find(fits).unwrap_or(4)
}

/// Computes a reduction into a node.
pub(crate) fn compute(node: &Arc<Node>, what: &Reduced, stream: &Stream, at: At) -> Result<()> {
    let Reduced { kept, count: reduced, reduction, .. } = *what;
    if kept == 0 || reduced == 0 {
        // SAFETY: there is no element, or each is written.
        let mut out = unsafe { stream.alloc_uninit::<u8>(kept * node.dtype.size())? };
        stream.fill(&mut out, 0u8)?;
        node.settle(Arc::new(out));
        return Ok(());
    }
    let (mut plan, steps) = loop {
        match Plan::of(&what.input, stream) {
            Ok(plan) => match tiles::steps(&plan, reduced) {
                Some(steps) if plan.fits_tiles() => break (plan, steps),
                // A value of its own is always a matrix.
                _ => run::compute(&what.input, stream, at)?,
            },
            Err(Stop::First(part)) => {
                if run::compute_rows(node, &part, stream)? {
                    return Ok(());
                }
                run::compute(&part, stream, at)?;
            }
            Err(Stop::TooLarge) => run::compute(&what.input, stream, at)?,
            Err(Stop::Failed(error)) => return Err(error),
        }
    };
    let accumulator = reduction.accumulator(what.input.dtype);
    let upright = {
        let side_by_side = |step: fn(&Steps) -> usize| steps.iter().filter(|s| step(s) == 1).count();
        kept > 1 && side_by_side(|s| s.row) > side_by_side(|s| s.column)
    };
    let tile = if upright {
        let across = width(kept, 256);
        [TILE / across, across]
    } else {
        let across = if kept == 1 { TILE } else { width(reduced, TILE) };
        [TILE / across, across]
    };
    let (along, across) = if upright { (tile[0], tile[1]) } else { (tile[1], tile[0]) };
    let (rows, length) = (kept.div_ceil(across), reduced.div_ceil(along));
    let parts = (ENOUGH / rows).clamp(1, PARTS.min(length.div_ceil(4)));
    let part_tiles = length.div_ceil(parts);
    let parts = length.div_ceil(part_tiles);
    let result = if parts == 1 { node.dtype } else { accumulator };
    let job = Job { reduction, accumulator, result, upright, tile };
    let steps = if upright { steps.iter().map(Steps::turned).collect() } else { steps };
    let Some(kernel) = run::kernel(&mut plan, Work::Reduce(&job, &steps)) else {
        // There is always room for the kernel of a value.
        run::compute(&what.input, stream, at)?;
        return compute(node, what, stream, at);
    };
    // SAFETY: each tile of the grid writes its part.
    let mut out = unsafe { stream.alloc_uninit::<u8>(kept * parts * result.size())? };
    let extents = if upright { [reduced, kept] } else { [kept, reduced] };
    let args = reduction::arguments(&plan, &steps, &job, extents, (parts, part_tiles), &mut out);
    // SAFETY: the arguments are those of the plan and the job that the kernel was made of; each tile stores to its own
    // elements.
    unsafe { kernel.launch(stream, MadeSize::Tiles([rows, parts, 1]), args)? };
    if parts == 1 {
        node.settle(Arc::new(out));
        return Ok(());
    }
    let shape = Shape::from(if upright { [parts, kept] } else { [kept, parts] });
    let mut parts_of = Node::stored(accumulator, shape, out, at);
    if upright {
        let layout = Layout::whole(shape).permute(&[1, 0]);
        parts_of = Node::view(layout.shape, &parts_of, Op::View(parts_of.clone(), layout), "parts", at);
    }
    compute(node, &Reduced { input: parts_of, reduction, kept, count: parts }, stream, at)
}

/// What an array is along the axes that it is reduced along.
impl<T: Element> Array<T> {
    /// A reduction along axes; `name` is the user's operation.
    fn reduced<U: Element>(
        &self,
        name: &'static str,
        reduction: Reduction,
        axes: Option<&[isize]>,
        at: At,
    ) -> Array<U> {
        if let Some(wrong) = &self.node.wrong {
            return Array::of(Node::wrong(U::DTYPE, name, at, wrong.clone()));
        }
        let refuse = |why: &str| {
            Array::of(Node::wrong(U::DTYPE, name, at, Arc::new(mistake::shape(name, &self.node, why, at))))
        };
        let rank = self.rank();
        let gone: Vec<usize> = match axes {
            None => (0..rank).collect(),
            Some(axes) => match axes.iter().map(|axis| self.axis(*axis)).collect::<Result<Vec<_>, _>>() {
                Ok(gone) => gone,
                Err(why) => return refuse(&why),
            },
        };
        let shape = &self.node.shape;
        let kept: Vec<usize> = (0..rank).filter(|axis| !gone.contains(axis)).collect();
        if kept.len() + gone.len() != rank {
            return refuse(&format!("{:?} names an axis twice", axes.unwrap_or_default()));
        }
        let extent = |axes: &[usize]| axes.iter().map(|axis| shape[*axis]).product::<usize>();
        let (count, reduced) = (extent(&kept), extent(&gone));
        if reduced == 0 && count > 0 && reduction != Reduction::Sum {
            return refuse("of no elements there is none");
        }
        let left: Vec<usize> = kept.iter().map(|axis| shape[*axis]).collect();
        let order: Vec<isize> = kept.iter().chain(&gone).map(|axis| *axis as isize).collect();
        let input = if order.is_sorted() { self.node.clone() } else { self.permute(order).node };
        let op = Op::Reduce(Reduced { input: input.clone(), reduction, kept: count, count: reduced });
        Array::of(Node::apart(U::DTYPE, Shape::of(&left), &[input], op, name, at))
    }
}

macro_rules! reductions {
    ($(
        $(#[$doc:meta])*
        $all:ident $axis:ident $axes:ident<$bound:ident> -> $result:ty, $reduction:ident;
    )*) => {$(
        impl<T: $bound> Array<T> {
            $(#[$doc])*
            ///
            /// Of all elements; the result has no axes.
            #[track_caller]
            pub fn $all(&self) -> Array<$result> {
                self.reduced(stringify!($all), Reduction::$reduction, None, Location::caller())
            }

            $(#[$doc])*
            ///
            /// Along one axis, which is gone. A negative axis counts from the end.
            #[track_caller]
            pub fn $axis(&self, axis: isize) -> Array<$result> {
                self.reduced(stringify!($axis), Reduction::$reduction, Some(&[axis]), Location::caller())
            }

            $(#[$doc])*
            ///
            /// Along some axes, which are gone.
            #[track_caller]
            pub fn $axes(&self, axes: impl AsRef<[isize]>) -> Array<$result> {
                self.reduced(stringify!($axes), Reduction::$reduction, Some(axes.as_ref()), Location::caller())
            }
        }
    )*};
}

reductions! {
    /// The sum. Integers are added as 64 bits, floats of 16 bits as `f32`. The order depends on the shape alone.
    sum sum_axis sum_axes<Element> -> T::Sum, Sum;
    /// The greatest value. NaN is left out. It is a mistake of no elements.
    #[doc(alias = "amax")]
    #[doc(alias = "nanmax")]
    max max_axis max_axes<Number> -> T, Max;
    /// The least value. NaN is left out. It is a mistake of no elements.
    #[doc(alias = "amin")]
    #[doc(alias = "nanmin")]
    min min_axis min_axes<Number> -> T, Min;
}
