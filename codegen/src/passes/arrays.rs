//! Spells out array values that are parts of something larger: `grid[i] = row`, `let row = grid[i]`, `tile[t] = [0.0; 4]`.
//!
//! Requires a closed function. Ensures that arrays are moved as wholes only between local arrays that are not themselves
//! parts (`let a = b;`, `a = [x, y];`); everything else moves element by element, with each index evaluated once. What
//! fails, fails as before: every access keeps its check. For executors that hold local arrays in registers.

use crate::ir::{
    Block, Check, Expr, ExprKind, Function, LabelId, Len, LocalKind, Module, Place, Scalar, SiteId, Step,
    Stmt, StmtKind, Type,
};

/// Spells out partial array values in every function.
pub fn spell_out(module: &mut Module) {
    for function in &mut module.functions {
        let mut body = std::mem::take(&mut function.body);
        let labels = body.next_label().0;
        Speller { function, labels, site: SiteId(0) }.block(&mut body);
        function.body = body;
    }
}

struct Speller<'a> {
    function: &'a mut Function,
    labels: u32,
    site: SiteId,
}

impl Speller<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut out = Vec::with_capacity(block.0.len());
        for mut stmt in std::mem::take(&mut block.0) {
            self.site = stmt.site;
            match stmt.kind {
                StmtKind::Assign { mut place, op: None, mut value }
                    if matches!(place.ty, Type::Array(..))
                        && (self.is_part(&place) || self.reads_part(&value)) =>
                {
                    self.fix_value(&mut value, &mut out);
                    self.fix(&mut place, &mut out);
                    self.assign(&place, &value, &mut out);
                }
                StmtKind::Let { local, init: Some(mut value) } if self.reads_part(&value) => {
                    out.push(Stmt { kind: StmtKind::Let { local, init: None }, site: self.site });
                    self.fix_value(&mut value, &mut out);
                    let place = Place::local(local, value.ty.clone());
                    self.assign(&place, &value, &mut out);
                }
                _ => {
                    for inner in stmt.blocks_mut() {
                        self.block(inner);
                    }
                    out.push(stmt);
                }
            }
        }
        block.0 = out;
    }

    /// Whether an array place is more than a local array as a whole.
    fn is_part(&self, place: &Place) -> bool {
        let local = self.function.local(place.base);
        !place.steps.is_empty() || local.kind == LocalKind::Shared || matches!(local.ty, Type::Ref { .. })
    }

    fn reads_part(&self, value: &Expr) -> bool {
        matches!(value.ty, Type::Array(..))
            && matches!(&value.kind, ExprKind::Load(place) if self.is_part(place))
    }

    /// Evaluates a place's indices now.
    fn fix(&mut self, place: &mut Place, out: &mut Vec<Stmt>) {
        for step in &mut place.steps {
            match step {
                Step::Index { index, .. } => self.keep(index, out),
                Step::Field(_) => {}
                Step::Slice { start, len } => {
                    self.keep(start, out);
                    self.keep(len, out);
                }
            }
        }
    }

    /// Evaluates an index now.
    fn keep(&mut self, index: &mut Expr, out: &mut Vec<Stmt>) {
        if !matches!(index.kind, ExprKind::Literal(_)) {
            let local = self.function.add_local("index", Type::USIZE, LocalKind::Temp);
            let value = std::mem::replace(index, Expr::local(local, Type::USIZE));
            out.push(Stmt { kind: StmtKind::Let { local, init: Some(value) }, site: self.site });
        }
    }

    fn fix_value(&mut self, value: &mut Expr, out: &mut Vec<Stmt>) {
        match &mut value.kind {
            ExprKind::Load(place) => self.fix(place, out),
            // The repeated value is computed once.
            ExprKind::Repeat(element) if !matches!(element.kind, ExprKind::Literal(_)) => {
                let ty = element.ty.clone();
                let local = self.function.add_local("element", ty.clone(), LocalKind::Temp);
                let element = std::mem::replace(&mut **element, Expr::local(local, ty));
                out.push(Stmt { kind: StmtKind::Let { local, init: Some(element) }, site: self.site });
            }
            // An element may read what an earlier one's assignment changes, so all are computed first.
            ExprKind::Array(elements) => {
                for element in elements.iter_mut().filter(|e| !matches!(e.kind, ExprKind::Literal(_))) {
                    let ty = element.ty.clone();
                    let local = self.function.add_local("element", ty.clone(), LocalKind::Temp);
                    let element = std::mem::replace(element, Expr::local(local, ty));
                    out.push(Stmt { kind: StmtKind::Let { local, init: Some(element) }, site: self.site });
                }
            }
            ExprKind::Literal(_)
            | ExprKind::Capture(_)
            | ExprKind::Len(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary { .. }
            | ExprKind::Cast(_)
            | ExprKind::Select { .. }
            | ExprKind::Call { .. }
            | ExprKind::Repeat(_)
            | ExprKind::Ref(_)
            | ExprKind::Extent { .. }
            | ExprKind::Tile { .. }
            | ExprKind::LenOf(_)
            | ExprKind::Make(_) => {}
        }
    }

    /// `place = value`, element by element where they are arrays. Indices are literals or temporaries.
    fn assign(&mut self, place: &Place, value: &Expr, out: &mut Vec<Stmt>) {
        let Type::Array(element, Len::Const(len)) = &place.ty else {
            let kind = StmtKind::Assign { place: place.clone(), op: None, value: value.clone() };
            out.push(Stmt { kind, site: self.site });
            return;
        };
        let (element, len) = ((**element).clone(), *len);
        let part = |place: &Place, index: Expr| {
            let mut part = Place { ty: element.clone(), ..place.clone() };
            part.steps.push(Step::Index { index: Box::new(index), check: Check::Proven });
            part
        };
        if let ExprKind::Array(values) = &value.kind {
            for (index, value) in values.iter().enumerate() {
                self.assign(&part(place, Expr::int(index as i128, Scalar::Usize)), value, out);
            }
            return;
        }
        let counter = self.function.add_local("element_index", Type::USIZE, LocalKind::Temp);
        let index = Expr::local(counter, Type::USIZE);
        let value = match &value.kind {
            ExprKind::Load(source) => Expr::load(part(source, index.clone())),
            ExprKind::Repeat(repeated) => (**repeated).clone(),
            _ => value.clone(),
        };
        let mut body = Vec::new();
        self.assign(&part(place, index), &value, &mut body);
        let label = LabelId(self.labels);
        self.labels += 1;
        let kind = StmtKind::For {
            label,
            local: counter,
            start: Expr::int(0, Scalar::Usize),
            end: Expr::int(i128::from(len), Scalar::Usize),
            inclusive: false,
            step: None,
            reversed: false,
            unroll: false,
            body: Block(body),
        };
        out.push(Stmt { kind, site: self.site });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{parse, verify::verify};

    #[test]
    fn parts_move_element_by_element() {
        let text = "kiln-ir 1\n\nkernel fn f(x#0: &[u32], n#1: usize) {\n    var grid#2: [[u32; 3]; 2];\n    \
                    var row#3: [u32; 3];\n    @0 let grid#2;\n    @0 grid#2[n#1 - 1usize @1] = [1u32, x#0[n#1 @1], 3u32];\n    \
                    @0 let row#3 = grid#2[n#1 @1];\n    @0 grid#2[0usize proven] = row#3;\n    \
                    @0 grid#2[1usize proven] = [x#0[0usize @1]; _]: [u32; 3];\n}\n\n\
                    sites {\n    file \"a.rs\";\n    @0 1:1;\n    @1 2:2 index \"x\";\n}\n";
        let mut module = parse(text).unwrap();
        spell_out(&mut module);
        verify(&module).unwrap();
        let mut whole = 0;
        module.functions[0].body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Assign { place, .. } => assert!(place.ty.scalar().is_some(), "{place:?}"),
            StmtKind::Let { init: Some(init), .. } => assert!(init.ty.scalar().is_some(), "{init:?}"),
            StmtKind::For { .. } => whole += 1,
            _ => {}
        });
        assert_eq!(whole, 3);
    }
}
