//! Names of functions, variables and labels.
//!
//! Takes a function; guarantees that each local has a C++ name that no other local visible at the same time has, that
//! is no keyword and no name of CUDA or of the prelude. A function's name is also none that NVRTC declares before the
//! text begins, which a local may hide. The user's spelling is kept wherever that allows; otherwise a suffix is added.
//! Locals of scopes that do not overlap share names, as in the source.

use crate::abi;
use crate::collections::{Map, Set};
use crate::intrinsics::{self, Cuda};
use crate::ir::{Block, Function, FunctionKind, LabelId, LocalId, LocalKind, Module, StmtKind, Type};

/// The names inside one function.
pub(super) struct Names {
    locals: Vec<String>,
    /// Of slices, the variable that holds the length; empty for other locals.
    lens: Vec<String>,
    /// The allocation that the launch gives; empty where there is none.
    shared: String,
    loops: Map<LabelId, LoopNames>,
}

/// Variables of a `for` beside its counter.
pub(super) struct LoopNames {
    pub start: String,
    pub end: String,
    pub step: String,
}

/// The names of a module's functions.
pub(super) fn functions(module: &Module) -> Vec<String> {
    let mut used = Set::new();
    let mut names = Vec::new();
    for function in &module.functions {
        let mut name = spelling(&function.name);
        // Mathematics of `float` has names with an `f` behind.
        let is = |name: &str| DECLARED.split_whitespace().any(|declared| declared == name);
        if is(&name) || name.strip_suffix('f').is_some_and(is) {
            name.push('_');
        }
        let name = free(&name, |name| used.contains(name));
        used.insert(name.clone());
        names.push(name);
    }
    names
}

/// Whether the launch gives shared memory of the function's.
fn is_dynamic(function: &Function) -> bool {
    let shared = abi::shared_memory(function);
    function.kind == FunctionKind::Kernel && (shared.is_dynamic() || shared.slice.is_some())
}

impl Names {
    pub(super) fn of(function: &Function, functions: &[String]) -> Names {
        let mut scope = Scope {
            function,
            used: functions.to_vec(),
            written: function.locals.iter().map(|local| spelling(&local.name)).collect(),
            names: Names {
                locals: vec![String::new(); function.locals.len()],
                lens: vec![String::new(); function.locals.len()],
                shared: String::new(),
                loops: Map::new(),
            },
        };
        for (index, local) in function.locals.iter().enumerate() {
            let id = LocalId(index as u32);
            match local.kind {
                LocalKind::Param | LocalKind::Shared => scope.declare(id),
                LocalKind::Let | LocalKind::Temp => {}
            }
        }
        // The names of lengths are ours, so they give way to the user's.
        let shared = abi::shared_memory(function).slice.map(|(id, _)| id);
        for id in function.params.iter().copied().chain(shared) {
            if matches!(function.local(id).ty, Type::Slice { .. }) {
                let name = scope.names.locals[id.0 as usize].trim_end_matches('_');
                let len = format!("{name}_len");
                let len = scope.own(&len);
                scope.names.lens[id.0 as usize] = len;
            }
        }
        if is_dynamic(function) {
            scope.names.shared = scope.own("shared_memory");
        }
        scope.block(&function.body);
        scope.names
    }

    pub(super) fn local(&self, id: LocalId) -> &str {
        &self.locals[id.0 as usize]
    }

    /// The variable with a slice's length.
    pub(super) fn len(&self, id: LocalId) -> &str {
        &self.lens[id.0 as usize]
    }

    /// The allocation in which shared locals lie, where the launch gives it.
    pub(super) fn shared(&self) -> Option<&str> {
        (!self.shared.is_empty()).then_some(&*self.shared)
    }

    pub(super) fn of_loop(&self, label: LabelId) -> Option<&LoopNames> {
        self.loops.get(&label)
    }
}

/// The walk through a function's scopes.
struct Scope<'f> {
    function: &'f Function,
    /// Names visible here.
    used: Vec<String>,
    /// Every name that the user wrote in the function.
    written: Set<String>,
    names: Names,
}

impl Scope<'_> {
    fn declare(&mut self, id: LocalId) {
        let wanted = spelling(&self.function.local(id).name);
        let name = free(&wanted, |name| self.used.iter().any(|used| used == name));
        self.used.push(name.clone());
        self.names.locals[id.0 as usize] = name;
    }

    /// A name of ours, for a variable that the user did not write.
    fn own(&mut self, wanted: &str) -> String {
        let name =
            free(wanted, |name| self.used.iter().any(|used| used == name) || self.written.contains(name));
        self.used.push(name.clone());
        name
    }

    fn block(&mut self, block: &Block) {
        let outer = self.used.len();
        for stmt in &block.0 {
            let before = self.used.len();
            match &stmt.kind {
                StmtKind::Let { local, .. } => {
                    self.declare(*local);
                    continue;
                }
                StmtKind::For { label, local, .. } => {
                    self.declare(*local);
                    let counter = self.names.locals[local.0 as usize].clone();
                    let names = LoopNames {
                        start: self.own(&format!("{counter}_start")),
                        end: self.own(&format!("{counter}_end")),
                        step: self.own(&format!("{counter}_step")),
                    };
                    self.names.loops.insert(*label, names);
                }
                _ => {}
            }
            for inner in stmt.blocks() {
                self.block(inner);
            }
            self.used.truncate(before);
        }
        self.used.truncate(outer);
    }
}

/// A Rust identifier in the letters of C++.
pub(super) fn spelling(name: &str) -> String {
    let name = name.strip_prefix("r#").unwrap_or(name);
    let mut text: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if text.chars().all(|c| c == '_') {
        return "unused".to_owned();
    }
    // Names with two leading underscores are the compiler's.
    let start = text.find(|c| c != '_').unwrap_or(0);
    if start > 1 {
        text.drain(..start - 1);
    }
    if text.starts_with(|c: char| c.is_ascii_digit())
        || text.strip_prefix('_').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
    {
        text.insert(0, 'v');
    }
    if is_reserved(&text) { text + "_" } else { text }
}

/// The name, or the name with the first number that makes it free.
pub(super) fn free(wanted: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(wanted) {
        return wanted.to_owned();
    }
    let mut number = 1u32;
    loop {
        let name = format!("{wanted}_{number}");
        if !taken(&name) {
            return name;
        }
        number += 1;
    }
}

/// Whether C++, CUDA or the text of an intrinsic has another use for the name.
pub(super) fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
        || MACROS.iter().any(|prefix| name.starts_with(prefix))
        || crate::ir::Scalar::from_name(name).is_some()
        || intrinsics::all().any(|row| match row.cuda {
            Cuda::Math { f32, f64 } | Cuda::Elementary { f32, f64 } => f32 == name || f64 == name,
            Cuda::Library
            | Cuda::Expr(_)
            | Cuda::Pattern(_)
            | Cuda::Helper { .. }
            | Cuda::Atomic
            | Cuda::Wgmma
            | Cuda::TensorLoad(_) => false,
        })
}

/// Keywords of C++20, names that CUDA declares and this back end uses, and the prelude's own.
const RESERVED: &[&str] = &[
    "NULL",
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "array",
    "asm",
    "atomicAdd",
    "atomicAnd",
    "atomicCAS",
    "atomicExch",
    "atomicMax",
    "atomicMin",
    "atomicOr",
    "atomicSub",
    "atomicXor",
    "auto",
    "bitand",
    "bitor",
    "blockDim",
    "blockIdx",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "fmod",
    "fmodf",
    "for",
    "friend",
    "goto",
    "gridDim",
    "if",
    "inline",
    "int",
    "kiln",
    "long",
    "main",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "printf",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "tensor_maps",
    "this",
    "threadIdx",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "warpSize",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
];

/// How CUDA's macros begin.
const MACROS: [&str; 3] = ["CU", "NV_", "cuda"];

/// What NVRTC 13 declares at file scope before the text begins: what is no name for `static __device__ int` there, of
/// the names in its own headers and of C's mathematics.
const DECLARED: &str = "
    MAJOR_VERSION MINOR_VERSION PATCH_LEVEL abs acos acosh all any asin asinh assert atan atan2 atanh
    atomicCAS_block atomicCAS_system atomicExch_block atomicExch_system cbrt ceil clock clock64 clock_t
    copysign cos cosh cospi dadd dim3 dmul double2int double2ll double2uint double2ull dsub erf erfc erfcinv
    erfinv exp exp10 exp2 expm1 fabs fdim float2double floor fma fmax fmin free frexp hypot ilogb int2double
    isfinite isinf isnan j0 j1 jn labs ldexp lgamma libraryPropertyType ll2double llabs llmax llmin log log10
    log1p log2 logb malloc max memcpy memset min modf nan nearbyint nextafter norm pow ptrdiff_t rcbrt
    remainder remquo rhypot rint round rsqrt scalbln scalbn signbit sin sincos sincospi sinh sinpi size_t sqrt
    std surf1DLayeredread surf1DLayeredwrite surf1Dread surf1Dwrite surf2DLayeredread surf2DLayeredwrite
    surf2Dread surf2Dwrite surf3Dread surf3Dwrite surfCubemapLayeredread surfCubemapLayeredwrite
    surfCubemapread surfCubemapwrite tan tanh tex1D tex1DGrad tex1DLayered tex1DLayeredGrad tex1DLayeredLod
    tex1DLod tex1Dfetch tex2D tex2DGrad tex2DLayered tex2DLayeredGrad tex2DLayeredLod tex2DLod tex2Dgather
    tex3D tex3DGrad tex3DLod texCubemap texCubemapGrad texCubemapLayered texCubemapLayeredGrad
    texCubemapLayeredLod texCubemapLod tgamma trunc uint2double ull2double umax umin va_list y0 y1 yn
";
