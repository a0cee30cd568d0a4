//! The rules of well-formed IR.
//!
//! Takes a closed module and finds every rule that it breaks; changes nothing. Passes, back ends and the executor
//! rely on these rules and check none of them again. It runs after every pass in tests and debug builds.
//!
//! 1. **Ids.** Every local, function and site that is named exists. The parameters are the first locals, and no other
//!    local is of kind `Param`.
//! 2. **Closed.** There are no inference variables, captures or unresolved callees.
//! 3. **Functions.** Names are unique; only the last function may be a kernel. A kernel returns nothing and takes
//!    values and slices of values or atomics; a device function returns a value (or nothing) and takes values,
//!    slices and references. Block shapes and block counts are positive.
//! 4. **Locals.** A variable is a scalar, an array or a struct; a shared local is one of those, an atomic or an
//!    array of atomics, with a size; or, as dynamic shared memory, a mutable slice of them.
//! 5. **Scope.** A `let` or `for` declares a local of kind `Let` or `Temp`; each is declared once and used only
//!    after that, inside the block of its declaration. Parameters and shared locals are in scope everywhere.
//! 6. **Types.** Operands fit their operator: arithmetic on numbers, bit operations on integers and `bool`,
//!    both operands of one type, but for shifts; conditions and lazy operators on `bool`; both arms of a selection
//!    alike; an initial or assigned value of the place's type; casts between scalars, and to `bool` only from `bool`,
//!    from `bool` only to integers.
//! 7. **Literals.** A literal suits its type, and an integer is in the type's range.
//! 8. **Places.** Steps index arrays and slices by `usize`, take parts of them and name fields that structs have,
//!    and a place's type is what its base and steps give. Only values are read. `Len` is of an array or slice.
//! 9. **Assignments.** Nothing is assigned through a slice or reference that is not mutable, to an atomic, to a whole
//!    slice or to the local of a running `for`.
//! 10. **Calls.** An intrinsic's operands and result fit its row, with memory orderings as `u32` literals from 0 to
//!     4, and elements of the memory that a row of lowered tile code works on; a device function's fit its
//!     signature, and it stands before its caller.
//! 11. **Effects.** A call that is not pure is the whole value of a `let`, of a plain assignment or of an evaluation.
//! 12. **References.** `Ref` stands only as an argument, of a type that the place can be passed as.
//! 13. **Aggregates.** `Array`, `Repeat` and `Make` are the whole value of a `let` or a plain assignment. An array
//!     or struct is a value there, in `return` and as an argument, and nowhere else.
//! 14. **Labels.** Labels are unique in a function; `break` names an enclosing statement, `continue` an enclosing loop.
//! 15. **Loops.** A `for` counts an integer; its bounds and its step are of the local's type, and a literal step is
//!     positive.
//! 16. **Returns.** `return` gives a value of the function's result; a function with a result does not fall off its
//!     end.
//! 17. **Sites.** A checked index has a site of kind `Index`. Integer division has one of kind `Divide` (a compound
//!     assignment its statement's), and so has a call that divides. `Fail` has a statement site of kind `Message`,
//!     with the types of its values, at most four scalars; or one of kind `Index`, with index and length; or of
//!     kind `Divide`, with dividend and divisor. `Print` has a message too, of any number of scalars.
//! 18. **Depth.** Nothing nests deeper than [`MAX_DEPTH`] allows to parse.
//! 19. **Tiles.** A tile has one or two extents of at least 1, and scalars in it. Element-wise operations have
//!     operands whose shapes go together; none of them is lazy or divides integers. Operations on whole tiles have
//!     the operands and the result that [`super::TileOp`] says, name a tensor (to store, a mutable one), and a
//!     store stands alone. A tile kernel takes scalars and tensors; a loop over elements has scalars and single
//!     elements of tiles alone, and no other place has such elements. It has no shared memory, and calls nothing
//!     that sees threads; any other kernel has neither tensors nor tiles.
//! 20. **Structs.** A name is one struct's. Fields lie inside their struct, apart and aligned, and have values' types.

mod elements;
mod expr;
mod stmt;
mod tile;

use crate::collections::{Set, sort};
use crate::compact::List;
use std::fmt;

use super::type_elision::Scope;
use super::{
    Function, FunctionKind, LabelId, LocalId, LocalKind, MAX_DEPTH, Module, Scalar, Site, SiteId, SiteKind,
    Struct, Type,
};

/// A rule of the list above, with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    Ids = 1,
    Closed,
    Functions,
    Locals,
    Scope,
    Types,
    Literals,
    Places,
    Assignments,
    Calls,
    Effects,
    References,
    Aggregates,
    Labels,
    Loops,
    Returns,
    Sites,
    Depth,
    Tiles,
    Structs,
}

/// A rule that a function breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub rule: Rule,
    pub function: String,
    /// The site of the statement, where one is at fault.
    pub site: Option<SiteId>,
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.function)?;
        if let Some(site) = self.site {
            write!(f, " at @{}", site.0)?;
        }
        write!(f, ": {} (rule {}, {:?})", self.message, self.rule as u32, self.rule)
    }
}

impl std::error::Error for Violation {}

/// Checks a closed module against every rule.
pub fn verify(module: &Module) -> Result<(), Vec<Violation>> {
    let mut violations = Vec::new();
    let mut names = Set::new();
    for (index, function) in module.functions.iter().enumerate() {
        let mut verifier = Verifier::new(module, index, &mut violations);
        if !names.insert(&function.name) {
            verifier.report(Rule::Functions, format!("a second function named `{}`", function.name));
        }
        if function.kind == FunctionKind::Kernel && index + 1 != module.functions.len() {
            verifier.report(Rule::Functions, "a kernel before the last function");
        }
        verifier.function();
    }
    structs(module, &mut violations);
    if violations.is_empty() { Ok(()) } else { Err(violations) }
}

/// Rule 20, of the whole module.
fn structs(module: &Module, violations: &mut Vec<Violation>) {
    let name = module.entry().map_or("", |entry| &entry.name);
    let mut report = |message: String| {
        violations.push(Violation { rule: Rule::Structs, function: name.to_owned(), site: None, message });
    };
    let mut found = Vec::new();
    for function in &module.functions {
        for ty in function.locals.iter().map(|local| &local.ty).chain([&function.result]) {
            every_struct(ty, &mut found);
        }
    }
    for (index, this) in found.iter().enumerate() {
        if found[..index].iter().any(|other| other.name == this.name && other != this) {
            report(format!("two structs named `{}`", this.name));
        }
        let mut spans = Vec::new();
        for field in &this.fields {
            let Some((size, align)) = field.ty.size_and_align() else {
                report(format!("the field `{}` of `{}` has no size", field.name, this.name));
                continue;
            };
            let end = field.offset.checked_add(size).filter(|end| *end <= this.size);
            let sound = is_value(&field.ty) && field.offset.is_multiple_of(align) && align <= this.align;
            match end {
                Some(end) if sound => spans.push((field.offset, end)),
                _ => report(format!("the field `{}` does not fit into `{}`", field.name, this.name)),
            }
        }
        sort(&mut spans);
        if spans.windows(2).any(|pair| pair[0].1 > pair[1].0) {
            report(format!("fields of `{}` overlap", this.name));
        }
        if !this.align.is_power_of_two() || !this.size.is_multiple_of(this.align) {
            report(format!("`{}` has {} bytes aligned to {}", this.name, this.size, this.align));
        }
    }
}

/// The structs in a type, each after those that its fields have.
#[inline(never)]
fn every_struct<'a>(ty: &'a Type, found: &mut Vec<&'a Struct>) {
    match ty {
        Type::Struct(this) => {
            this.fields.iter().for_each(|field| every_struct(&field.ty, found));
            if !found.contains(&&**this) {
                found.push(this);
            }
        }
        Type::Tuple(types) => types.iter().for_each(|ty| every_struct(ty, found)),
        Type::Array(element, _) | Type::Slice { element, .. } | Type::Tensor { element, .. } => {
            every_struct(element, found);
        }
        Type::Ref { target, .. } => every_struct(target, found),
        Type::Unit
        | Type::Scalar(_)
        | Type::Atomic(_)
        | Type::Tile { .. }
        | Type::Capture(_)
        | Type::Infer(_) => {}
    }
}

/// What is known while one function is walked.
struct Verifier<'a> {
    module: &'a Module,
    function: &'a Function,
    scope: Scope<'a>,
    violations: &'a mut Vec<Violation>,
    /// By local: met in a declaration.
    declared: Vec<bool>,
    /// By local: may be used here.
    visible: Vec<bool>,
    /// By local: counts a `for` that runs here.
    counting: Vec<bool>,
    labels: Set<LabelId>,
    /// The labels around, each with whether it is a loop's.
    enclosing: Vec<(LabelId, bool)>,
    /// The statement's site.
    site: Option<SiteId>,
    depth: u32,
    /// The function is a tile kernel.
    in_tiles: bool,
}

impl<'a> Verifier<'a> {
    fn new(module: &'a Module, index: usize, violations: &'a mut Vec<Violation>) -> Self {
        let function = &module.functions[index];
        let everywhere = |kind| match kind {
            LocalKind::Param | LocalKind::Shared => true,
            LocalKind::Let | LocalKind::Temp => false,
        };
        Verifier {
            module,
            function,
            scope: Scope { earlier: &module.functions[..index], function },
            violations,
            declared: vec![false; function.locals.len()],
            visible: function.locals.iter().map(|local| everywhere(local.kind)).list(),
            counting: vec![false; function.locals.len()],
            labels: Set::new(),
            enclosing: Vec::new(),
            site: None,
            depth: 0,
            in_tiles: function.attrs.tile.is_some() && function.kind == FunctionKind::Kernel,
        }
    }

    #[inline(never)]
    fn report(&mut self, rule: Rule, message: impl Into<String>) {
        let (function, site) = (self.function.name.clone(), self.site);
        self.violations.push(Violation { rule, function, site, message: message.into() });
    }

    /// Reports unless the rule holds.
    fn hold(&mut self, rule: Rule, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.report(rule, message());
        }
    }

    fn function(&mut self) {
        let function = self.function;
        self.hold(Rule::Closed, function.captures.is_empty(), || "a function with captures".to_owned());
        self.signature();
        self.each_loops();
        for (index, local) in function.locals.iter().enumerate() {
            self.closed(&local.ty);
            let is_param = function.params.contains(&LocalId(index as u32));
            self.hold(Rule::Ids, is_param == (local.kind == LocalKind::Param), || {
                format!("the local #{index} is of kind {:?}, against the list of parameters", local.kind)
            });
            let fits = match local.kind {
                LocalKind::Param => true,
                LocalKind::Let | LocalKind::Temp => is_value(&local.ty),
                LocalKind::Shared => match &local.ty {
                    // Dynamic shared memory, whose length the launch says.
                    Type::Slice { element, mutable } => *mutable && is_memory(element),
                    ty => is_memory(ty) && ty.size().is_some(),
                },
            };
            self.hold(Rule::Locals, fits, || {
                format!("{:?} local #{index} of type `{}`", local.kind, local.ty)
            });
            self.tile_local(index, local);
        }
        self.block(&function.body);
        self.site = None;
        if function.result != Type::Unit && !function.body.ends() {
            self.report(Rule::Returns, "the end of the function can be reached without a result");
        }
    }

    fn signature(&mut self) {
        let function = self.function;
        let in_order = function.params.iter().enumerate().all(|(index, id)| id.0 as usize == index);
        self.hold(Rule::Ids, in_order && function.params.len() <= function.locals.len(), || {
            "parameters that are not the first locals".to_owned()
        });
        let is_kernel = function.kind == FunctionKind::Kernel;
        let result = &function.result;
        self.closed(result);
        self.hold(Rule::Functions, *result == Type::Unit || !is_kernel && is_value(result), || {
            format!("a result of type `{result}`")
        });
        for (index, local) in function.locals.iter().enumerate().take(function.params.len()) {
            let fits = match &local.ty {
                Type::Scalar(_) => true,
                Type::Slice { element, .. } if is_kernel => {
                    is_memory(element) && element.shape().is_none() && element.size() != Some(0)
                }
                Type::Struct(_) => is_value(&local.ty),
                Type::Slice { element: target, .. } | Type::Ref { target, .. } => {
                    !is_kernel && is_memory(target)
                }
                Type::Tensor { element, rank, .. } => {
                    (!is_kernel || function.attrs.tile.is_some())
                        && element.scalar().is_some()
                        && matches!(rank, 1..=4)
                }
                Type::Tile { .. } => !is_kernel && is_value(&local.ty),
                Type::Array(..) => is_value(&local.ty),
                // Rule 2 reports these.
                Type::Capture(_) | Type::Infer(_) => true,
                Type::Unit | Type::Atomic(_) | Type::Tuple(_) => false,
            };
            self.hold(Rule::Functions, fits, || format!("the parameter #{index} of type `{}`", local.ty));
        }
        let positive = function.attrs.block.is_none_or(|block| block.iter().all(|size| *size > 0))
            && function.attrs.cluster.is_none_or(|cluster| cluster.iter().all(|size| *size > 0))
            && function.attrs.min_blocks != Some(0);
        self.hold(Rule::Functions, positive, || "a block shape or block count of zero".to_owned());
    }

    fn closed(&mut self, ty: &Type) {
        self.hold(Rule::Closed, ty.is_closed(), || format!("the open type `{ty}`"));
    }

    /// The site's entry in the table.
    fn site_entry(&mut self, id: SiteId) -> Option<&'a Site> {
        let site = self.module.site(id);
        self.hold(Rule::Ids, site.is_some(), || format!("the site @{} is not in the table", id.0));
        site
    }

    fn divide_site(&mut self, id: SiteId) {
        if let Some(site) = self.site_entry(id) {
            self.hold(Rule::Sites, site.kind == SiteKind::Divide, || {
                format!("a division at @{}, which is not a site of a division", id.0)
            });
        }
    }

    /// Goes one level deeper, if that is allowed; then the caller goes back up.
    fn deeper(&mut self) -> bool {
        // What the parser counts beside nodes: a literal's parentheses, the levels of a type.
        const MARGIN: u32 = 8;
        let allowed = self.depth < MAX_DEPTH - MARGIN;
        self.hold(Rule::Depth, allowed, || "nested too deep".to_owned());
        self.depth += u32::from(allowed);
        allowed
    }
}

/// Whether values have this type: scalars and arrays of them.
#[inline(never)]
fn is_value(ty: &Type) -> bool {
    match ty {
        Type::Scalar(_) => true,
        Type::Array(element, _) => is_value(element),
        Type::Struct(found) => found.fields.iter().all(|field| is_value(&field.ty)),
        // Rule 2 reports these.
        Type::Capture(_) | Type::Infer(_) => true,
        Type::Tile { element, shape } => element.scalar().is_some() && matches!(shape.len(), 1 | 2),
        Type::Unit
        | Type::Atomic(_)
        | Type::Slice { .. }
        | Type::Ref { .. }
        | Type::Tensor { .. }
        | Type::Tuple(_) => false,
    }
}

/// Whether memory can hold this type: values, atomics and arrays of those.
fn is_memory(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) => is_memory(element),
        Type::Atomic(scalar) => *scalar != Scalar::Bool,
        Type::Unit
        | Type::Scalar(_)
        | Type::Slice { .. }
        | Type::Ref { .. }
        | Type::Capture(_)
        | Type::Infer(_)
        | Type::Tensor { .. }
        | Type::Tile { .. }
        | Type::Struct(_)
        | Type::Tuple(_) => is_value(ty),
    }
}
