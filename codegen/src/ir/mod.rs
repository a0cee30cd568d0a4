//! The intermediate representation that every layer shares.
//!
//! A [`Module`] is one kernel (its last function) and the device functions it calls, in call order. Types,
//! expressions and statements are structured: trees of expressions inside blocks of statements, with `if`, `loop`
//! and `for` kept as the user wrote them, so that the text of a back end reads like the source.
//!
//! Invariants (held by [`verify`], which lists them as rules):
//!
//! - **Effects are ordered statements.** An expression tree may read memory and may fail (a checked index, a checked
//!   division), but it never writes. A call with an effect (atomics, barriers, warp exchanges, device functions) stands
//!   only as the whole expression of a `let`, a plain assignment or an evaluation statement.
//! - **Laziness is explicit.** `And`, `Or` and `Select` evaluate their later operands only when needed; everything
//!   else evaluates all operands, left to right.
//! - **Open and closed.** An *open* module may hold inference variables, captures (type parameters, constants,
//!   foreign device functions) and methods not yet resolved; `passes::specialize` closes it with rustc's answers. Every
//!   consumer behind `specialize` (back ends, the executor) sees closed modules only.
//! - **Sites are ordinals.** A node names its place in the source by a [`SiteId`]; the table of files and lines
//!   is a section of its own, outside of [`Module::hash_text`], so that a comment does not change a kernel's identity.
//! - **Two levels.** A kernel with `Attrs::tile` is a *tile* kernel, as the user wrote it: its values are tiles and
//!   scalars, one of each for the whole block, and it sees no threads. `passes::tile` lowers it to a kernel without
//!   that attribute, tensors, tiles and operations on them: SIMT code with machine intrinsics.
//! - **Semantics are Rust's, release mode**: wrapping integers, masked shifts, saturating casts, checked division
//!   and indexing.

mod counted;
mod expr;
mod jumps;
pub mod message;
mod module;
mod operators;
mod parse;
mod print;
mod stmt;
mod structs;
mod type_elision;
mod types;
pub mod verify;
mod visit;

pub use counted::{Counted, Turns};
pub use expr::{
    Addressing, Callee, Check, Expr, ExprKind, FloatText, Literal, Place, Step, TileLoad, TileOp,
};
pub use module::{
    Attrs, Backend, Capture, CaptureId, Function, FunctionId, FunctionKind, Local, LocalId, LocalKind,
    MathTier, Module, Site, SiteId, SiteKind, TileAttrs,
};
pub use operators::{BinOp, Operator, UnOp};
pub use parse::{MAX_DEPTH, ParseError, parse};
pub use stmt::{Block, LabelId, Stmt, StmtKind, Unroll};
pub use structs::{Field, Struct, Variant, scalars};
pub use types::{Len, MOST_ELEMENTS, Scalar, Type, gather_shape, join_shapes, sum_of_products};
pub use visit::Fold;
