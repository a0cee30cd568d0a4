//! Products of matrices and vectors.

use std::panic::Location;
use std::sync::Arc;

use kiln_runtime::__private::made::MadeSize;
use kiln_runtime::{Result, Stream};

use crate::array::Array;
use crate::dtype::{Element, Kind, Number};
use crate::mistake::{self, At};
use crate::node::{Node, Op, State};
use crate::plan::{Plan, Stop};
use crate::run::{self, Work};
use crate::shape::Shape;
use crate::tiles::product::{self, Factors, Job};
use crate::tiles::{self, Steps};

/// A product of two matrices of floats.
#[derive(Clone)]
pub(crate) struct Product {
    pub(crate) factors: [Arc<Node>; 2],
    /// Rows of the first, columns of the first, and columns of the second.
    pub(crate) extents: [usize; 3],
}

/// The most tiles of the grid along columns.
const MOST_COLUMNS: usize = 65_535 * 64;

/// Computes a node together with a product that it needs, where both have as many elements. Tells whether it did.
#[inline(never)]
pub(crate) fn compute(node: &Arc<Node>, part: &Arc<Node>, stream: &Stream, at: At) -> Result<bool> {
    let what = match &*part.lock() {
        State::Pending(Op::Product(what)) => what.clone(),
        State::Pending(_) | State::Stored(_) | State::Host(_) => return Ok(false),
    };
    let [rows, inner, columns] = what.extents;
    let len = rows * columns;
    if node.shape.size() != len {
        return Ok(false);
    }
    if columns > MOST_COLUMNS {
        let why = format!("a product has at most {MOST_COLUMNS} columns");
        return Err(mistake::shape("matmul", part, &why, at).into());
    }
    let mut plan = match Plan::of_product(node, part, stream) {
        Ok(plan) => plan,
        Err(Stop::First(_) | Stop::TooLarge) => return Ok(false),
        Err(Stop::Failed(error)) => return Err(error),
    };
    let Some(steps) = tiles::steps(&plan, columns).filter(|_| plan.fits_tiles()) else { return Ok(false) };
    let [(a, first), (b, second)] = [
        factor(&what.factors[0], [rows, inner], stream, at)?,
        factor(&what.factors[1], [inner, columns], stream, at)?,
    ];
    let dtype = what.factors[0].dtype;
    let factors = Factors { buffers: [a, b], steps: [first, second], dtype, extents: what.extents };
    let job = Job::new(dtype, what.extents);
    let Some(kernel) = run::kernel(&mut plan, Work::Product(&job, &steps)) else { return Ok(false) };
    // SAFETY: the kernel writes each element.
    let mut out = unsafe { stream.alloc_uninit::<u8>(len * node.dtype.size())? };
    let args = product::arguments(&plan, &steps, &factors, &mut out);
    let tiles = [rows.div_ceil(job.tile[0]), columns.div_ceil(job.tile[1]), 1];
    // SAFETY: the arguments are those of the plan and the job that the kernel was made of, and each tile stores to its
    // own elements.
    unsafe { kernel.launch(stream, MadeSize::Tiles(tiles), args)? };
    node.settle(Arc::new(out));
    Ok(true)
}

/// Where a factor lies: as the view that it is, or computed.
fn factor(
    node: &Arc<Node>,
    [rows, columns]: [usize; 2],
    stream: &Stream,
    at: At,
) -> Result<(Arc<kiln_runtime::Buffer<u8>>, Steps)> {
    let view = match &*node.lock() {
        State::Pending(Op::View(of, layout)) => Some((of.clone(), *layout)),
        State::Pending(_) | State::Stored(_) | State::Host(_) => None,
    };
    if let Some((of, layout)) = view {
        let [row, column] = [0, 1].map(|axis| usize::try_from(layout.strides[axis]));
        if let (Ok(row), Ok(column), Ok(base)) = (row, column, usize::try_from(layout.base))
            && (row == 1 || column == 1)
        {
            run::compute(&of, stream, at)?;
            if let Some(buffer) = of.value() {
                return Ok((buffer, Steps { base, row, column }));
            }
        }
    }
    run::compute(node, stream, at)?;
    let steps = Steps { base: 0, row: columns, column: 1 };
    match node.value() {
        Some(buffer) => Ok((buffer, steps)),
        // It was computed, and no value is taken away.
        None => Err(mistake::shape("matmul", node, &format!("its {rows} rows are gone"), at).into()),
    }
}

impl<T: Number> Array<T> {
    /// The product of matrices, or of a matrix and a vector, or of two vectors.
    ///
    /// Axes before the last two are those of batches, and broadcast. Floats are added in `f32`, or in `f64` for `f64`;
    /// integers wrap.
    #[track_caller]
    #[doc(alias = "dot")]
    pub fn matmul(&self, other: &Array<T>) -> Array<T>
    where
        T: Element,
    {
        let at = Location::caller();
        for node in [&self.node, &other.node] {
            if let Some(wrong) = &node.wrong {
                return Array::of(Node::wrong(T::DTYPE, "matmul", at, wrong.clone()));
            }
        }
        let (a, b) = (self.shape(), other.shape());
        let refuse = |why: &str| {
            let mistake = mistake::shapes("matmul", &[&self.node, &other.node], why, at);
            Array::of(Node::wrong(T::DTYPE, "matmul", at, Arc::new(mistake)))
        };
        if let (Some(one), Some(two)) = (self.device(), other.device())
            && one != two
        {
            return Array::of(Node::wrong(
                T::DTYPE,
                "matmul",
                at,
                Arc::new(mistake::devices("matmul", &[&self.node, &other.node], at)),
            ));
        }
        match (&**a, &**b) {
            ([], _) | (_, []) => refuse("a factor has no axis"),
            ([.., k], [l] | [.., l, _]) if k != l => {
                refuse(&format!("the first has {k} elements in a row, and the second {l} in a column"))
            }
            ([k], [_]) => self.reshape([1, *k]).matmul(&other.reshape([*k, 1])).reshape(()),
            ([k], _) => {
                let row = self.reshape([1, *k]).matmul(other);
                let axis = row.rank() as isize - 2;
                row.at(axis, 0)
            }
            (_, [l]) => self.matmul(&other.reshape([*l, 1])).at(-1, 0),
            ([rows, _], [_, columns]) if Shape::from([*rows, *columns]).checked_size().is_none() => {
                refuse(mistake::TOO_LARGE)
            }
            ([rows, k], [_, columns]) if T::DTYPE.kind() == Kind::Float => {
                let factors = [self.node.clone(), other.node.clone()];
                let op = Op::Product(Product { factors: factors.clone(), extents: [*rows, *k, *columns] });
                Array::of(Node::apart(T::DTYPE, Shape::from([*rows, *columns]), &factors, op, "matmul", at))
            }
            ([before @ .., k], [_, columns]) if a.rank() > 2 => {
                let rows: usize = before.iter().product();
                let mut shape = a.to_vec();
                shape[a.rank() - 1] = *columns;
                self.reshape([rows, *k]).matmul(other).reshape(Shape::of(&shape))
            }
            _ => (self.expand_dims(-1) * other.expand_dims(-3)).sum_axis(-2).cast(),
        }
    }
}
