//! Loads of tensors: by which name each is called, and the type of the tile.

use super::Lower;
use crate::front::report::spot;
use crate::ir::{Addressing, Callee, Expr, ExprKind, Len, LocalId, MOST_ELEMENTS, Type};

/// A tile of one row or one column.
#[derive(Clone, Copy)]
pub(super) enum Line {
    Row,
    Col,
}

/// The load behind `load_row`, `load_col` and their padded forms, and what they load.
pub(super) fn line_of(name: &str) -> Option<(String, Line)> {
    let rest = name.strip_prefix("load_")?;
    let of = |word: &str| rest.strip_prefix(word).filter(|rest| matches!(*rest, "" | "_or"));
    let (rest, line) =
        of("row").map(|rest| (rest, Line::Row)).or_else(|| of("col").map(|rest| (rest, Line::Col)))?;
    Some((format!("load{rest}"), line))
}

/// How a tensor's method with this name loads a tile, and whether it takes the padding; rows by their numbers only
/// where there are rows.
pub(super) fn load_of(name: &str, has_rows: bool) -> Option<(Addressing, bool)> {
    let (name, padded) = name.strip_suffix("_or").map_or((name, false), |name| (name, true));
    let by = match name {
        "load" => Addressing::Tiles,
        "load_at" => Addressing::Elements,
        "load_rows" if has_rows => Addressing::Indexed { axis: 0 },
        _ => return None,
    };
    Some((by, padded))
}

impl Lower<'_> {
    /// The type of a loaded tile: its extents are written out, or inferred.
    pub(super) fn loaded(
        &mut self,
        call: &syn::ExprMethodCall,
        tensor: LocalId,
        axes: usize,
        line: Option<Line>,
    ) -> Type {
        let element = match &self.function.local(tensor).ty {
            Type::Tensor { element, .. } => element.clone(),
            _ => return self.fresh(),
        };
        let one = Len::Const(1);
        let shape = match (line, self.extents(call).as_deref()) {
            (None, Some(shape)) if shape.len() == axes => shape.to_vec(),
            (Some(Line::Row), Some([len])) => vec![one, *len],
            (Some(Line::Col), Some([len])) => vec![*len, one],
            _ => return self.fresh(),
        };
        let count = shape.iter().try_fold(1u64, |count, len| match len {
            Len::Const(len) => Some(count.saturating_mul(*len)),
            Len::Capture(_) => None,
        });
        if let (Some(count), Some(turbofish)) = (count, &call.turbofish)
            && count > MOST_ELEMENTS
        {
            let message = format!("this tile has {count} elements, and a tile has at most {MOST_ELEMENTS}");
            let help = "load smaller tiles in a loop, or along an axis of the grid";
            self.unsupported(spot(turbofish), message, help);
            return self.fresh();
        }
        Type::Tile { element, shape }
    }

    /// The type of a tensor's elements.
    pub(super) fn element_type(&mut self, tensor: LocalId) -> Type {
        match &self.function.local(tensor).ty {
            Type::Tensor { element, .. } => (**element).clone(),
            _ => self.fresh(),
        }
    }

    /// The zero of a type.
    pub(super) fn zero_of(ty: Type) -> Expr {
        let callee = Callee::Assoc(ty.clone(), "ZERO".to_owned());
        Expr::new(ExprKind::Call { callee, args: Vec::new(), site: None }, ty)
    }
}
