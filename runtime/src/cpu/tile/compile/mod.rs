//! From a verified tile kernel to the tree that runs.
//!
//! Takes a closed module of one tile kernel without calls of device functions. Guarantees that the tree computes
//! what the IR says: operands in order, nothing that could fail before its turn, each tile computed before anything
//! that it reads is overwritten. Lays out the memory of a worker: locals and temporaries are a stack that follows
//! the blocks. What it cannot compile is a [`CompileError`], never a wrong program.
//!
//! `stmt` is statements, `one` scalars and places, `whole` operations on whole tiles, `strips` element-wise
//! expressions, `each` loops over elements.

mod each;
mod one;
mod stmt;
mod strips;
mod whole;

use kiln_codegen::ir::{Expr, Function, FunctionKind, Len, LocalId, Module, Scalar, Type};

use super::code::{Code, Each, Offset, Param, Slot};
use super::product::Site;
use crate::cpu::CompileError;
use crate::cpu::lanes::CHUNK;

/// Why a piece of a kernel has no code; [`CompileError`] adds the kernel's name.
type Fallible<T> = Result<T, String>;

/// What a worker's memory may come to: more than any kernel whose tiles fit a GPU, and little enough to be had.
const MOST_BYTES: usize = 1 << 30;

/// Every part of the memory begins on a cache line.
const LINE: usize = 64;

/// Compiles the entry of a module.
pub(super) fn compile(module: &Module) -> Result<Code, CompileError> {
    let Some(function) = module.entry() else {
        return Err(CompileError { function: String::new(), what: "the module is empty".to_owned() });
    };
    let error = |what: String| CompileError { function: function.name.clone(), what };
    if function.kind != FunctionKind::Kernel || function.attrs.tile.is_none() {
        return Err(error("it is not a tile kernel".to_owned()));
    }
    if !module.is_closed() {
        return Err(error("it is not specialized".to_owned()));
    }
    Compiler::run(function, &module.sites).map_err(error)
}

/// Where a local lives.
#[derive(Clone, Copy, Debug)]
enum Storage {
    /// Not declared yet.
    Nowhere,
    Slot(Slot),
    Memory(Offset),
    /// Its number among the tensors.
    Tensor(usize),
}

struct Compiler<'a> {
    function: &'a Function,
    sites: &'a [kiln_codegen::ir::Site],
    storage: Vec<Storage>,
    slots: Slot,
    views: usize,
    kept: Vec<Site>,
    loops: Vec<Each>,
    /// Rows and columns of the loop over elements around.
    each: (usize, usize),
    /// The end of the memory in use here.
    top: Offset,
    /// The end of the memory in use anywhere.
    bytes: usize,
}

impl<'a> Compiler<'a> {
    fn run(function: &'a Function, sites: &'a [kiln_codegen::ir::Site]) -> Fallible<Code> {
        let storage = vec![Storage::Nowhere; function.locals.len()];
        let mut compiler = Compiler {
            function,
            sites,
            storage,
            slots: 0,
            views: 0,
            kept: Vec::new(),
            loops: Vec::new(),
            each: (1, 1),
            top: 0,
            bytes: 0,
        };
        let mut params = Vec::new();
        let mut tensors = 0;
        for id in &function.params {
            let (param, storage) = match &function.local(*id).ty {
                Type::Scalar(_) => {
                    let slot = compiler.slot();
                    (Param::Scalar(slot), Storage::Slot(slot))
                }
                Type::Tensor { .. } => {
                    tensors += 1;
                    (Param::Tensor, Storage::Tensor(tensors - 1))
                }
                ty @ Type::Struct(_) => {
                    let size = bytes(ty)?;
                    let at = compiler.allocate(size)?;
                    (Param::Bytes(at, size), Storage::Memory(at))
                }
                other => return Err(format!("a parameter of type `{other}`")),
            };
            params.push(param);
            compiler.storage[id.0 as usize] = storage;
        }
        let body = compiler.block(&function.body)?;
        let Compiler { slots, views, kept, loops, bytes, .. } = compiler;
        Ok(Code { params, body, slots: slots as usize, views, tensors, kept, loops, bytes })
    }

    fn slot(&mut self) -> Slot {
        self.slots += 1;
        self.slots - 1
    }

    fn view(&mut self) -> usize {
        self.views += 1;
        self.views - 1
    }

    /// Takes memory until the top is set back.
    fn allocate(&mut self, bytes: usize) -> Fallible<Offset> {
        let at = self.top;
        let end = bytes.checked_next_multiple_of(LINE).and_then(|bytes| at.checked_add(bytes));
        match end {
            Some(end) if end <= MOST_BYTES => {
                self.top = end;
                self.bytes = self.bytes.max(end);
                Ok(at)
            }
            Some(_) | None => Err(format!("its tiles take more than {MOST_BYTES} bytes")),
        }
    }

    fn storage(&self, id: LocalId) -> Storage {
        self.storage.get(id.0 as usize).copied().unwrap_or(Storage::Nowhere)
    }

    fn tensor(&self, id: LocalId) -> Fallible<usize> {
        match self.storage(id) {
            Storage::Tensor(tensor) => Ok(tensor),
            Storage::Nowhere | Storage::Slot(_) | Storage::Memory(_) => {
                Err("a load of what is no tensor".to_owned())
            }
        }
    }
}

/// The scalar of a value, or of a tile's elements.
fn lane(expr: &Expr) -> Fallible<Scalar> {
    lane_of(&expr.ty)
}

fn lane_of(ty: &Type) -> Fallible<Scalar> {
    ty.lane().scalar().ok_or_else(|| format!("a value of type `{ty}`"))
}

/// A tile's extents; of rank 1, one row.
fn shape(ty: &Type) -> Fallible<(usize, usize)> {
    let extents = ty.extents().unwrap_or_default();
    let extent = |n: u64| usize::try_from(n).map_err(|_| format!("the type `{ty}`"));
    match *extents.as_slice() {
        [columns] => Ok((1, extent(columns)?)),
        [rows, columns] => Ok((extent(rows)?, extent(columns)?)),
        _ => Err(format!("a value of type `{ty}` as a tile")),
    }
}

/// The number of a tile's elements.
fn count(ty: &Type) -> Fallible<usize> {
    let (rows, columns) = shape(ty)?;
    rows.checked_mul(columns).ok_or_else(|| format!("the type `{ty}`"))
}

/// The bytes that a value takes in memory: of a tile, those of whole chunks.
fn bytes(ty: &Type) -> Fallible<usize> {
    let too_large = || format!("the type `{ty}`");
    match ty {
        Type::Scalar(scalar) => Ok(scalar.size()),
        Type::Struct(found) => usize::try_from(found.size).map_err(|_| too_large()),
        Type::Tile { .. } => {
            let chunks = count(ty)?.checked_next_multiple_of(CHUNK).ok_or_else(too_large)?;
            let bytes = chunks.checked_mul(lane_of(ty)?.size()).ok_or_else(too_large)?;
            bytes.checked_next_multiple_of(LINE).ok_or_else(too_large)
        }
        Type::Array(element, Len::Const(len)) => {
            let len = usize::try_from(*len).map_err(|_| too_large())?;
            bytes(element)?.checked_mul(len).ok_or_else(too_large)
        }
        Type::Array(_, Len::Capture(_))
        | Type::Unit
        | Type::Atomic(_)
        | Type::Slice { .. }
        | Type::Ref { .. }
        | Type::Tensor { .. }
        | Type::Capture(_)
        | Type::Infer(_)
        | Type::Tuple(_) => Err(format!("a value of type `{ty}`")),
    }
}
