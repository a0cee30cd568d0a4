//! Where the variables of a kernel are.

use super::asm::{Asm, Label, Reg, Width};
use super::fail::Cold;
use super::plan::Plan;
use super::value::{Val, width};
use super::{Target, Unsupported, parameter};
use crate::abi::{self, SharedMemory};
use crate::collections::{Map, sort};
use crate::compact::List;
use crate::intrinsics::{Cpu, Machine, TensorMap};
use crate::ir::{
    Callee, ExprKind, Function, LabelId, Len, LocalId, LocalKind, MathTier, Module, Scalar, SiteId, Type,
};

/// Where a local is.
#[derive(Clone, Debug)]
pub(super) enum Storage {
    /// Not declared yet.
    Nowhere,
    /// A scalar that keeps its value.
    Value(Val),
    /// A scalar that is assigned.
    Variable(Reg),
    /// An array of scalars, element by element, whose indices are all known.
    Registers(Vec<Reg>),
    /// Memory of a kernel's slice, of a part of a kernel's shared memory, of the thread, or of a parameter.
    Memory(Base),
}

/// Where memory begins.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Base {
    pub(super) space: Space,
    /// The symbol, for all but slices, whose address is a parameter.
    pub(super) symbol: String,
    pub(super) offset: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// `constant`: nobody writes to it while the kernel runs.
    Global {
        constant: bool,
    },
    Shared,
    Local,
    Param,
}

/// A kernel's text.
pub(super) struct Body {
    /// What stands before the kernel.
    pub(super) globals: String,
    pub(super) text: String,
    /// The files that lines are of, from number 1.
    pub(super) files: Vec<String>,
    /// Whether a thread can fail.
    pub(super) fails: bool,
    pub(super) maps: Vec<TensorMap>,
}

/// Where `break` and `continue` go.
#[derive(Clone, Copy)]
pub(super) struct Jumps {
    pub(super) end: Label,
    pub(super) next: Label,
}

/// What `return` does in a function that is written in the place of a call.
#[derive(Clone, Copy)]
pub(super) struct Returns {
    pub(super) result: Reg,
    pub(super) scalar: Scalar,
    pub(super) end: Label,
}

/// What variables are now, where that is known: of each local, its scalar or the elements of its array in registers.
#[derive(Clone, Debug, Default)]
pub(super) struct Now(Vec<Vec<Option<Val>>>);

impl Now {
    /// Nothing is known of so many locals.
    pub(super) fn nothing(locals: usize) -> Now {
        Now(vec![Vec::new(); locals])
    }

    pub(super) fn get(&self, local: LocalId, element: usize) -> Option<Val> {
        self.0.get(local.0 as usize)?.get(element).copied().flatten()
    }

    pub(super) fn set(&mut self, local: LocalId, element: usize, value: Val) {
        let Some(elements) = self.0.get_mut(local.0 as usize) else { return };
        if elements.len() <= element {
            elements.resize(element + 1, None);
        }
        elements[element] = Some(value);
    }

    /// Forgets so many elements of a local from this one.
    pub(super) fn forget(&mut self, local: LocalId, first: usize, count: usize) {
        if let Some(elements) = self.0.get_mut(local.0 as usize) {
            elements.iter_mut().skip(first).take(count).for_each(|element| *element = None);
        }
    }

    /// Forgets all of a local.
    pub(super) fn forget_all(&mut self, local: LocalId) {
        self.forget(local, 0, usize::MAX);
    }
}

/// Writes one kernel.
pub(super) struct Writer<'m> {
    pub(super) module: &'m Module,
    pub(super) function: &'m Function,
    pub(super) target: Target,
    pub(super) tier: MathTier,
    pub(super) asm: Asm,
    pub(super) plan: Plan,
    pub(super) storage: Vec<Storage>,
    pub(super) jumps: Map<LabelId, Jumps>,
    /// Blocks behind the body.
    pub(super) cold: Vec<Cold>,
    /// Whether there were any.
    pub(super) fails: bool,
    pub(super) shared: SharedMemory,
    /// The statement being written.
    pub(super) site: SiteId,
    /// 64-bit registers that are a 32-bit one with zeros above.
    pub(super) extended: Map<Reg, Reg>,
    pub(super) now: Now,
    /// Of 16-bit floats that an instruction rounded: the `f32` that they were.
    pub(super) unrounded: Map<Reg, (Val, Scalar)>,
    /// Words that are the bits of such a float, and whether in the upper half.
    pub(super) halves: Map<Reg, (Reg, bool)>,
    /// Where `return` goes in a function that is written in the place of a call.
    pub(super) returns: Option<Returns>,
    /// Bytes of the thread's own memory so far, and where in it arrays are.
    depot: u64,
    pub(super) depots: Map<LocalId, u64>,
    /// The files of the user's source, and the line that was told last.
    files: Vec<String>,
    line: (usize, u32, u32),
    globals: Vec<String>,
    constants: Vec<String>,
    /// Whether warpgroups multiply. The driver's assembler makes a function of a division of 64 bits, and in a kernel
    /// that calls one it serializes their products.
    pub(super) has_wgmma: bool,
    /// The tensor maps that the kernel takes.
    pub(super) maps: Vec<TensorMap>,
    missing: Vec<String>,
    /// Arrays in registers of which an index turned out not to be known.
    pub(super) unplanned: Vec<LocalId>,
}

impl<'m> Writer<'m> {
    /// `in_memory`: arrays that registers cannot serve, whatever the plan finds.
    pub(super) fn new(
        module: &'m Module,
        function: &'m Function,
        target: Target,
        in_memory: &[LocalId],
    ) -> Writer<'m> {
        let mut writer = Writer {
            module,
            function,
            target,
            tier: function.attrs.math,
            asm: Asm::new(),
            plan: Plan::of(function, in_memory),
            storage: vec![Storage::Nowhere; function.locals.len()],
            jumps: Map::new(),
            cold: Vec::new(),
            fails: false,
            shared: abi::shared_memory(function),
            site: SiteId(0),
            extended: Map::new(),
            now: Now::nothing(function.locals.len()),
            unrounded: Map::new(),
            halves: Map::new(),
            depot: 0,
            depots: Map::new(),
            files: Vec::new(),
            line: (0, 0, 0),
            globals: Vec::new(),
            constants: Vec::new(),
            returns: None,
            has_wgmma: has_wgmma(function),
            maps: Vec::new(),
            missing: Vec::new(),
            unplanned: Vec::new(),
        };
        for (number, id) in function.params.iter().enumerate() {
            let storage = writer.parameter_storage(number, *id);
            writer.storage[id.0 as usize] = storage;
        }
        writer.shared_storage();
        writer
    }

    fn parameter_storage(&mut self, number: usize, id: LocalId) -> Storage {
        let ty = &self.function.local(id).ty;
        match ty {
            Type::Scalar(scalar) => {
                let value = self.parameter_value(&format!("[{}]", parameter(number)), *scalar);
                if !self.plan.assigned[id.0 as usize] {
                    return Storage::Value(value);
                }
                let variable = self.asm.variable(width(*scalar));
                self.asm.assign(variable, &value.text(*scalar));
                Storage::Variable(variable)
            }
            Type::Slice { element, mutable } => {
                let constant = !mutable && !is_atomic(element);
                let space = Space::Global { constant };
                Storage::Memory(Base { space, symbol: parameter(number), offset: 0 })
            }
            _ => Storage::Memory(Base { space: Space::Param, symbol: parameter(number), offset: 0 }),
        }
    }

    /// A scalar of the parameters.
    fn parameter_value(&mut self, at: &str, scalar: Scalar) -> Val {
        let ty = super::value::in_memory(scalar);
        if scalar == Scalar::Bool {
            let byte = self.asm.first("ld.param.u8", Width::B32, at, &[]);
            return Val::Reg(self.asm.first("setp.ne.u32", Width::Pred, &format!("{byte}, 0"), &[byte]));
        }
        Val::Reg(self.asm.first(&format!("ld.param.{ty}"), width(scalar), at, &[]))
    }

    /// The block's memory: of its own where it is small, else what the launch gives; a shared slice is behind that.
    fn shared_storage(&mut self) {
        let layout = self.shared.clone();
        let dynamic = layout.is_dynamic();
        if !layout.offsets.is_empty() && !dynamic {
            self.globals.push(format!(".shared .align {} .b8 kiln$shared[{}];", layout.align, layout.bytes));
        }
        if dynamic || layout.slice.is_some() {
            self.globals.push(format!(".extern .shared .align {} .b8 kiln$dynamic[];", layout.align));
        }
        let symbol = if dynamic { "kiln$dynamic" } else { "kiln$shared" };
        let memory = |symbol: &str, offset: u64| {
            Storage::Memory(Base { space: Space::Shared, symbol: symbol.to_owned(), offset: offset as i64 })
        };
        for (id, offset) in layout.offsets {
            self.storage[id.0 as usize] = memory(symbol, offset);
        }
        if let Some((id, _)) = layout.slice {
            self.storage[id.0 as usize] = memory("kiln$dynamic", if dynamic { layout.bytes } else { 0 });
        }
    }

    /// Something that this target cannot do. The text will not be used.
    #[inline(never)]
    pub(super) fn missing(&mut self, what: &str) {
        if !self.missing.iter().any(|known| known == what) {
            self.missing.push(what.to_owned());
        }
    }

    /// A definition before the kernel.
    pub(super) fn global(&mut self, text: String) {
        if !self.globals.contains(&text) {
            self.globals.push(text);
        }
    }

    /// A constant before the kernel, from its definition with `{}` for the name; equal ones are one.
    pub(super) fn constant(&mut self, definition: &str) -> String {
        let number = self.constants.iter().position(|known| known == definition).unwrap_or_else(|| {
            self.constants.push(definition.to_owned());
            self.constants.len() - 1
        });
        let name = format!("kiln$c{number}");
        self.global(format!(".global .align 8 .{};", definition.replacen("{}", &name, 1)));
        name
    }

    /// Tells the line of the statement being written. What the library does is at the line of its call.
    pub(super) fn tell_line(&mut self) {
        if !self.target.lines || self.returns.is_some() {
            return;
        }
        let Some(site) = self.module.site(self.site).filter(|site| site.line > 0) else { return };
        let number = self.files.iter().position(|file| *file == site.file).unwrap_or_else(|| {
            self.files.push(site.file.clone());
            self.files.len() - 1
        });
        let line = (number + 1, site.line, site.column);
        if std::mem::replace(&mut self.line, line) != line {
            self.asm.line(format!(".loc {} {} {}", line.0, line.1, line.2));
        }
    }

    /// So many bytes of the thread's own memory; where they begin.
    pub(super) fn scratch(&mut self, bytes: u64) -> u64 {
        let at = self.depot;
        self.depot += bytes.next_multiple_of(16);
        at
    }

    pub(super) fn finish(mut self) -> Result<Body, Unsupported> {
        if !self.missing.is_empty() {
            return Err(Unsupported { names: self.missing, arch: self.target.arch });
        }
        let mut text = String::new();
        if self.depot > 0 {
            text = format!("\t.local .align 16 .b8 kiln$local[{}];\n", self.depot);
        }
        text.push_str(&self.asm.text());
        sort(&mut self.globals);
        let mut globals = self.globals.join("\n");
        if !globals.is_empty() {
            globals.push_str("\n\n");
        }
        Ok(Body { globals, text, files: self.files, fails: self.fails, maps: self.maps })
    }

    /// Declares a local without a value.
    pub(super) fn declare(&mut self, id: LocalId) {
        let index = id.0 as usize;
        let ty = &self.function.local(id).ty;
        self.storage[index] = match ty {
            Type::Scalar(scalar) => Storage::Variable(self.asm.variable(width(*scalar))),
            Type::Array(..) if self.plan.registers[index] => {
                let (scalar, count) = flat(ty);
                Storage::Registers((0..count).map(|_| self.asm.variable(width(scalar))).list())
            }
            Type::Array(..) => {
                // The same memory wherever the declaration is written out again.
                let size = ty.size().unwrap_or(0).next_multiple_of(16);
                let depot = &mut self.depot;
                let offset = *self.depots.or_insert_with(id, || {
                    *depot += size;
                    *depot - size
                });
                let symbol = "kiln$local".to_owned();
                Storage::Memory(Base { space: Space::Local, symbol, offset: offset as i64 })
            }
            // What is left after structs are taken apart and has no bytes.
            _ => Storage::Nowhere,
        };
    }

    /// The number of elements of a slice or an array.
    pub(super) fn len(&mut self, id: LocalId) -> Val {
        let local = self.function.local(id);
        match local.ty.referent() {
            Type::Array(_, Len::Const(len)) => Val::Imm(*len),
            _ if local.kind == LocalKind::Shared => {
                Val::Reg(self.asm.first("ld.param.b64", Width::B64, "[kiln+16]", &[]))
            }
            _ => {
                let number = self.function.params.iter().position(|param| *param == id).unwrap_or(0);
                let at = format!("[{}_len]", parameter(number));
                Val::Reg(self.asm.first("ld.param.b64", Width::B64, &at, &[]))
            }
        }
    }
}

/// The scalar of a nested array, and how many there are of it.
pub(super) fn flat(ty: &Type) -> (Scalar, u64) {
    match ty {
        Type::Array(element, Len::Const(len)) => {
            let (scalar, count) = flat(element);
            (scalar, count * len)
        }
        Type::Scalar(scalar) | Type::Atomic(scalar) => (*scalar, 1),
        _ => (Scalar::U8, 0),
    }
}

fn is_atomic(ty: &Type) -> bool {
    match ty {
        Type::Atomic(_) => true,
        Type::Array(element, _) => is_atomic(element),
        _ => false,
    }
}

fn has_wgmma(function: &Function) -> bool {
    let mut found = false;
    function.body.walk_exprs(&mut |expr| {
        found |= matches!(&expr.kind, ExprKind::Call { callee: Callee::Intrinsic(row), .. }
            if matches!(row.cpu, Cpu::Machine(Machine::Wgmma(..))));
    });
    found
}
