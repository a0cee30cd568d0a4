//! Products. Both operands are in shared memory, but for a left one whose registers are fragments already;
//! [`super::tensor`] and [`super::outer`] do the rest.

use super::builder::{add, both, element, index, times};
use super::load::zero;
use super::tensor::is_read;
use super::wgmma::GroupLeft;
use super::{Destination, Lowerer, Operand, Use, Value};
use crate::ir::{BinOp, Expr, LocalId, Place, Scalar, Type};
use crate::passes::tile::layout::{COLUMNS, Layout, ROWS};
use crate::passes::tile::pipeline::is_zero;
use crate::passes::tile::product::{Fragments, Method, Staging, View, fragments, method, read_along};

/// An operand in shared memory.
#[derive(Clone, Debug)]
pub(super) struct Factor {
    local: LocalId,
    pub scalar: Scalar,
    /// The first element.
    pub start: Expr,
    pub pitch: u32,
    /// What is a row of the operand is a column there.
    pub transposed: bool,
    /// To be rounded to tf32 as it is read.
    pub rounded: bool,
    /// Where it lies in swizzled panels for products of warpgroups: the elements of a panel's row, and of a panel.
    pub panels: Option<[u32; 2]>,
}

impl Factor {
    /// How far it is to the element in this row and column.
    pub fn offset(&self, row: Expr, column: Expr) -> Expr {
        let (row, column) = if self.transposed { (column, row) } else { (row, column) };
        add(times(row, self.pitch), column)
    }

    /// The element with this number in the array.
    pub fn element(&self, at: Expr) -> Place {
        element(self.local, self.scalar, at)
    }
}

/// Where the left operand is read from.
pub(super) enum Left {
    Shared(Factor),
    /// A thread has what it multiplies: the registers, and fragments along columns.
    Registers {
        local: LocalId,
        scalar: Scalar,
        wide: u32,
    },
}

impl Lowerer<'_> {
    /// `target = a × b + c`, added up in the order of `k`.
    pub(super) fn product(&mut self, target: &Destination, a: LocalId, b: LocalId, c: Operand) {
        if self.begin_product(target, a, b, c) {
            self.finish_products(target, 0);
        }
    }

    /// Whether the product is under way now, as products of warpgroups are, or done.
    pub(super) fn begin_product(&mut self, target: &Destination, a: LocalId, b: LocalId, c: Operand) -> bool {
        let ty = &self.tile.local(a).ty;
        let Some(depth) = crate::passes::tile::plan::extents(ty).map(|[_, depth]| depth) else {
            return false;
        };
        let scalar = ty.lane().scalar().unwrap_or(Scalar::F32);
        let found = fragments(&target.layout).filter(|_| self.method(a, b, scalar) == Method::Tensor);
        let held = found.and_then(|_| self.held(a, &target.layout, depth));
        let left = match held {
            Some(held) => held,
            None => Left::Shared(self.factor(a, Use::Left, ROWS, &target.layout)),
        };
        let right = self.factor(b, Use::Right, COLUMNS, &target.layout);
        // A sum from zero needs no zeros.
        let from_zero = right.panels.is_some()
            && !self.promotes(right.scalar)
            && matches!(&c.value, Value::Splat(sum) if is_zero(sum));
        if !from_zero {
            self.copy(target, c);
        }
        if right.panels.is_some() {
            let left = match &left {
                Left::Shared(left) => GroupLeft::Shared(left),
                Left::Registers { local, scalar, .. } => {
                    let packed = self.packed_registers(*scalar, depth);
                    self.pack(packed, (*local, *scalar), depth);
                    GroupLeft::Packed(packed)
                }
            };
            let stages = [index(0), index(0)];
            if self.promotes(right.scalar) {
                self.promoted_product(target, left, &right, depth, &stages, &mut |_| {});
                return false;
            }
            self.warpgroup_product(target, left, &right, depth, &stages, !from_zero);
            return true;
        }
        match (found, left) {
            (Some(found), Left::Shared(left)) if !is_read(found, Some(&left), &right) => {
                self.outer_product(target, &left, &right, depth);
            }
            (Some(found), left) => self.tensor_product(target, found, &left, &right, depth),
            (None, Left::Shared(left)) => self.outer_product(target, &left, &right, depth),
            (None, Left::Registers { .. }) => {}
        }
        false
    }

    /// How the product of these operands is computed.
    pub(super) fn method(&self, left: LocalId, right: LocalId, scalar: Scalar) -> Method {
        let rounded = &self.plan.staged.rounded;
        method(scalar, rounded.contains(&left) && rounded.contains(&right), self.target.arch)
    }

    /// The left operand, where it lies in registers as the tensor cores take it: an accumulator of the same rows,
    /// each of one warp.
    pub(super) fn held(&self, id: LocalId, wanted: &Layout, depth: u32) -> Option<Left> {
        if self.staged_factor(id).is_some() {
            return None;
        }
        let operand = self.operand(id);
        let Value::Registers(local, layout) = operand.value else { return None };
        let Fragments { wide, paired, .. } = fragments(&layout)?;
        if paired[COLUMNS] || operand.scalar.size() != 2 {
            return None;
        }
        let whole = layout.axes[COLUMNS].reach() == wide * 8 && wide * 8 == depth && depth.is_multiple_of(16);
        (whole && layout.axes[ROWS].agrees(&wanted.axes[ROWS])).then_some(Left::Registers {
            local,
            scalar: operand.scalar,
            wide,
        })
    }

    /// The operand in shared memory, with as much of it readable along the axis as an accumulator of this layout takes.
    fn factor(&mut self, id: LocalId, used: Use, axis: usize, layout: &Layout) -> Factor {
        if let Some(factor) = self.staged_factor(id) {
            return factor;
        }
        let operand = self.operand(id);
        let own = self.own_layout(&operand);
        let mut reach = operand.extents;
        reach[axis] = reach[axis].max(read_along(layout, axis));
        let staging = Staging::new(operand.scalar, operand.extents, reach);
        let local = self.buffer(operand.scalar, used, u64::from(staging.len()));
        self.spill(&operand, &own, local, staging.pitch());
        self.pad_depth(local, &staging, 1 - axis, operand.extents);
        Factor {
            local,
            scalar: operand.scalar,
            start: index(0),
            pitch: staging.pitch(),
            transposed: false,
            rounded: false,
            panels: None,
        }
    }

    /// Zeros behind the operand's last column (or row) that is multiplied: what stands there would count.
    fn pad_depth(&mut self, local: LocalId, staging: &Staging, axis: usize, extents: [u32; 2]) {
        let mut beyond = staging.reach;
        beyond[axis] -= extents[axis];
        if beyond[axis] == 0 {
            return;
        }
        let layout = Layout::strided(beyond, self.plan.threads, 1);
        let position = self.begin_registers(&layout, 1);
        let inside = self.inside(&position, beyond);
        let leads = self.leads(&layout);
        self.builder.begin_if(both(leads, inside));
        let mut at = [self.coordinate(&position, ROWS), self.coordinate(&position, COLUMNS)];
        at[axis] = add(at[axis].clone(), index(extents[axis]));
        let [row, column] = at;
        let place = element(local, staging.scalar, add(times(row, staging.pitch()), column));
        self.builder.assign(place, zero(staging.scalar));
        self.builder.end();
        self.end_position(&position);
    }

    /// The operand, where it is a staged tile or a view of one.
    pub(super) fn staged_factor(&self, id: LocalId) -> Option<Factor> {
        let View { tile, transposed, rounded } = self.plan.staged.view(id)?;
        let buffer = self.staged.get(&tile)?;
        let Staging { scalar, reach, span, .. } = buffer.staging;
        let panels = span.map(|span| span / scalar.size() as u32).map(|wide| [wide, wide * reach[ROWS]]);
        Some(Factor {
            panels,
            local: buffer.local,
            scalar: buffer.staging.scalar,
            start: buffer.start.clone(),
            pitch: buffer.staging.pitch(),
            transposed,
            rounded,
        })
    }

    /// `target = from`, unless they are the same.
    pub(super) fn copy(&mut self, target: &Destination, from: Operand) {
        if let Value::Registers(local, _) = &from.value {
            if *local == target.local {
                return;
            }
        }
        let from = if Self::is_readable(&from, &target.layout) {
            from
        } else {
            self.converted(&from, &target.layout)
        };
        let position = self.begin_registers(&target.layout, 1);
        let value = self.element_of(&from, &position);
        let place = self.target_place(target, &position);
        self.builder.assign(place, value);
        self.end_position(&position);
    }
}

/// `a op b`, of one type.
pub(super) fn same(op: BinOp, a: Expr, b: Expr) -> Expr {
    let ty: Type = a.ty.clone();
    Expr::binary(op, a, b, ty)
}
