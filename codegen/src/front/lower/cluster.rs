//! What reaches into the shared memory of another block of the cluster.

use syn::Expr as Syn;

use super::{Lower, bare};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::intrinsics::{self, Slot};
use crate::ir::{
    BinOp, Block, Callee, Expr, ExprKind, FunctionKind, LocalKind, Scalar, SiteKind, Stmt, StmtKind, Type,
};

impl Lower<'_> {
    /// A function of the library's module `cluster`; `None` where it is another's, or takes no element.
    pub(super) fn cluster_call(
        &mut self,
        call: &syn::ExprCall,
        path: &syn::ExprPath,
        name: &str,
    ) -> Option<Expr> {
        let row = intrinsics::free(name).filter(|_| name.starts_with("cluster::"))?;
        if self.refuse_threads(spot(path), name) {
            return Some(self.dummy());
        }
        if self.function.kind == FunctionKind::Kernel && self.function.attrs.cluster.is_none() {
            let message = format!("`{name}` is for kernels whose blocks are in clusters");
            self.report.error(spot(path), Code::Attribute, message, "write `#[kernel(cluster = 2)]`");
            return Some(self.dummy());
        }
        let (element, rest) = match (row.params.first(), call.args.iter().collect::<Vec<_>>().split_first()) {
            (Some(Slot::Element { .. } | Slot::AtomicRef), Some((element, rest))) => {
                (*element, rest.to_vec())
            }
            _ => return None,
        };
        let atomic = row.params.first() == Some(&Slot::AtomicRef);
        self.library(path, name, Some(if atomic { "::core::sync::atomic::AtomicU32" } else { "u32" }));
        let errors = self.report.len();
        let target = match bare(element) {
            Syn::Reference(reference) => self.place(&reference.expr),
            _ => None,
        };
        let shared = |lower: &Self, place: &crate::ir::Place| {
            lower.function.local(place.base).kind == LocalKind::Shared && !place.steps.is_empty()
        };
        let Some(mut place) = target.filter(|place| self.broken.contains(&place.base) || shared(self, place))
        else {
            if self.report.len() == errors {
                let message = format!("`{name}` reaches an element of shared memory");
                let help =
                    "write `&tile[i]` or `&mut tile[i]`, where `tile` is the kernel's own `shared` array";
                self.report.error(spot(element), Code::Shared, message, help);
            }
            return Some(self.dummy());
        };
        self.fix_indices(&mut place);
        let mut values = self.sequence(&rest);
        self.save_all(&mut values);
        if let Some(rank) = values.first_mut() {
            let operand = std::mem::replace(rank, Expr::bool(false));
            *rank = self.temporary("rank", operand);
            let rank = rank.clone();
            self.refuse_rank(rank, call);
        }
        let target = self.reference_to(place);
        let args = std::iter::once(target).chain(values).collect();
        let ty = if row.result == Slot::Unit { Type::Unit } else { self.fresh() };
        Some(Expr::new(ExprKind::Call { callee: Callee::Intrinsic(row), args, site: None }, ty))
    }

    /// A rank that the cluster does not have ends the thread.
    fn refuse_rank(&mut self, rank: Expr, call: &syn::ExprCall) {
        let size = match self.function.attrs.cluster {
            Some(cluster) => Expr::int(cluster.iter().map(|n| i128::from(*n)).product(), Scalar::Usize),
            None => match Self::intrinsic("cluster_size", Vec::new(), Type::USIZE) {
                Some(size) => size,
                None => return,
            },
        };
        let wrong = Expr::binary(BinOp::Ge, rank.clone(), size, Type::BOOL);
        let span = syn::spanned::Spanned::span(call);
        let then = self.scoped_block(|lower| {
            let text = "the cluster has no block with the rank {0}".to_owned();
            let site = lower.new_site(span, SiteKind::Message { text, values: Vec::new() });
            lower.block.push(Stmt { kind: StmtKind::Fail { values: vec![rank], block: None }, site });
        });
        self.push(StmtKind::If { condition: wrong, then, otherwise: Block::default() });
    }
}
