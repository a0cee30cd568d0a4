//! By which power of two an index can be divided, whatever the thread, the turn and the launch.

use crate::ir::{Block, Expr, Function, StmtKind, Type};
use crate::passes::tile::lower::Made;
use crate::passes::tile::multiples::{MOST, Multiples, binary};

/// By local: how many twos its value has at least, as a product.
pub(super) struct Factors(Multiples);

impl Factors {
    pub fn of(function: &Function, made: &Made) -> Factors {
        // What is assigned nowhere has no value; assignments bring each down to what all of them have.
        let mut factors = Factors(Multiples(vec![MOST; function.locals.len()]));
        for param in &function.params {
            factors.0.0[param.0 as usize] = 0;
        }
        factors.promises(function, made);
        loop {
            let before = factors.0.0.clone();
            factors.block(&function.body);
            if factors.0.0 == before {
                return factors;
            }
        }
    }

    /// Of aligned tensors, extents of last axes and strides of others are multiples of 16 bytes, of what lies turned
    /// those of the axis before. A tensor's slice is followed by its extents and its strides.
    fn promises(&mut self, function: &Function, made: &Made) {
        let mut params = function.params().enumerate().peekable();
        while let Some((id, param)) = params.next() {
            let Type::Slice { element, .. } = &param.ty else { continue };
            let slice = function.params.get(id).filter(|slice| made.aligned.contains(slice));
            let Some(slice) = slice else { continue };
            let twos = (16 / element.size().unwrap_or(16).max(1)).max(1).trailing_zeros();
            let mut numbers = Vec::new();
            let of_tensor = |name: &str| {
                let rest = name.strip_prefix(&*param.name);
                rest.is_some_and(|rest| rest.starts_with("_extent_") || rest.starts_with("_stride_"))
            };
            while let Some((at, _)) = params.next_if(|(_, next)| of_tensor(&next.name)) {
                numbers.push(at);
            }
            let rank = numbers.len() / 2;
            for (number, at) in numbers.into_iter().enumerate() {
                let own = made.turned.contains(slice);
                let last = number % rank.max(1) + 1 + usize::from(own) == rank;
                if last == (number < rank) {
                    self.0.0[at] = twos;
                }
            }
        }
    }

    fn lower(&mut self, local: usize, twos: u32) {
        if let Some(known) = self.0.0.get_mut(local) {
            *known = (*known).min(twos);
        }
    }

    fn block(&mut self, block: &Block) {
        for stmt in &block.0 {
            match &stmt.kind {
                StmtKind::Let { local, init: Some(init) } => {
                    let twos = self.twos(init);
                    self.lower(local.0 as usize, twos);
                }
                StmtKind::Assign { place, op, value } if place.steps.is_empty() => {
                    let value = self.twos(value);
                    let now = self.0.0.get(place.base.0 as usize).copied().unwrap_or(0);
                    let twos = op.map_or(value, |op| binary(op, now, value, None));
                    self.lower(place.base.0 as usize, twos);
                }
                StmtKind::For { local, start, end, step, reversed, .. } => {
                    let step = step.as_ref().map_or(0, |step| self.twos(step));
                    let ends = if *reversed { self.twos(end) } else { MOST };
                    let twos = self.twos(start).min(step).min(ends);
                    self.lower(local.0 as usize, twos);
                }
                _ => {}
            }
            stmt.blocks().into_iter().for_each(|block| self.block(block));
        }
    }

    /// How many twos an integer has.
    pub fn twos(&self, expr: &Expr) -> u32 {
        self.0.exponent(expr)
    }
}
