//! The parts of Kiln's own that a text may lean on.
//!
//! Takes the names that the text uses; gives their sources and those of everything they use in turn, each once, before
//! its first use. A piece is found by name, here or in the intrinsics table, and what it needs is read off its source:
//! every word of it that names a piece. Names of types are global, everything else lives in `namespace kiln`, so that
//! it never meets the user's names.

use super::structs::Structs;
use crate::collections::{Map, Set};
use crate::compact::List;
use crate::float8::{E4M3, E5M2, Format};
use crate::intrinsics::{self, Cuda, TensorMap};
use crate::ir::{MathTier, Scalar};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// What a text uses.
#[derive(Default)]
pub(super) struct Prelude {
    pieces: Set<&'static str>,
    launch_info: bool,
    /// Whether the launch says how many elements a shared slice has.
    shared_len: bool,
    /// Whether the kernel waits for the whole grid.
    grid_barrier: bool,
    /// Member functions of `kiln::launch_info`.
    members: Set<&'static str>,
    /// Divisions of the library that test the divisor first: the function, and the type of its operands.
    divisions: Map<String, &'static str>,
    /// The names of the user's structs, which every type may have in it.
    pub(super) structs: Structs,
    /// The kernel's, which holds for all that it calls.
    pub(super) tier: MathTier,
    /// Functions of Kiln's library, name and text, each behind those that it calls.
    functions: Vec<(String, String)>,
    /// The tensor maps that the kernel takes.
    pub(super) maps: Vec<TensorMap>,
}

/// A named part.
struct Piece {
    name: &'static str,
    source: &'static str,
}

impl Prelude {
    /// The text uses the piece with this name; names of C++'s own are none.
    pub(super) fn need(&mut self, name: &'static str) {
        self.pieces.insert(name);
    }

    /// Whether the text has this function of the library.
    pub(super) fn has_function(&self, name: &str) -> bool {
        self.functions.iter().any(|(known, _)| known == name)
    }

    /// Adds a function of the library.
    pub(super) fn function(&mut self, name: String, text: String) {
        self.functions.push((name, text));
    }

    /// The number of a tensor map that the text uses.
    pub(super) fn tensor_map(&mut self, map: TensorMap) -> usize {
        for piece in ["u32", "u64", "shared_address"] {
            self.need(piece);
        }
        self.maps.iter().position(|known| *known == map).unwrap_or_else(|| {
            self.maps.push(map);
            self.maps.len() - 1
        })
    }

    /// The text mentions `kiln::launch_info`.
    pub(super) fn launch_info(&mut self) {
        self.launch_info = true;
        self.need("u32");
    }

    /// The text asks for the length of the kernel's shared slice.
    pub(super) fn shared_len(&mut self) {
        self.launch_info();
        self.need("usize");
        self.shared_len = true;
    }

    /// Whether it does.
    pub(super) fn has_shared_len(&self) -> bool {
        self.shared_len
    }

    /// The text waits for the whole grid.
    pub(super) fn grid_barrier(&mut self) {
        self.launch_info();
        self.need("usize");
        self.grid_barrier = true;
    }

    /// Whether what was written so far waits for the whole grid.
    pub(super) fn has_grid_barrier(&self) -> bool {
        self.grid_barrier
    }

    /// The text calls this member function of `kiln`.
    pub(super) fn member(&mut self, name: &'static str) {
        self.launch_info();
        self.members.insert(name);
        self.need("u64");
        self.need("usize");
        self.need("fail");
        if name == "fail_in" {
            self.need(name);
        }
        if matches!(name, "div" | "rem") {
            self.members.insert("divisor");
        }
        if self.members.contains("divisor") {
            self.need("limits");
        }
    }

    /// The text calls this function of the library as a member of `kiln`, which tests the divisor.
    pub(super) fn division(&mut self, function: &str, ty: &'static str) {
        self.divisions.insert(function.to_owned(), ty);
    }

    /// Everything that the text needs before it.
    pub(super) fn text(&self) -> String {
        let mut order = Vec::new();
        for name in &self.pieces {
            place(name, &mut order);
        }
        let mut text = String::new();
        for piece in TYPES.iter().filter(|piece| order.contains(&piece.name)) {
            text.push_str(piece.source);
        }
        for piece in STRUCTS.iter().filter(|piece| order.contains(&piece.name)) {
            let _ = match piece.name {
                "f8e4m3" => {
                    write!(text, "\n{}", float8(Scalar::E4M3, &E4M3, include_str!("prelude/e4m3_value.cuh")))
                }
                "f8e5m2" => {
                    write!(text, "\n{}", float8(Scalar::E5M2, &E5M2, include_str!("prelude/e5m2_value.cuh")))
                }
                name => write!(text, "\n{}", piece.source.replace("{OPERATORS}", &operators(name))),
            };
        }
        let inner: Vec<&str> = order.into_iter().filter(|name| !is_global(name)).list();
        if inner.is_empty() && self.functions.is_empty() && !self.launch_info {
            return text;
        }
        text.push_str("\nnamespace kiln {\n");
        for name in inner {
            if let Some((_, source)) = known(name) {
                let _ = write!(text, "\n{source}");
            }
        }
        if !self.maps.is_empty() {
            let _ = write!(
                text,
                "\nstruct __align__(64) tensor_map {{ u64 words[16]; }};\nstruct tensor_maps {{ tensor_map of[{}]; }};\n",
                self.maps.len()
            );
        }
        for (_, function) in &self.functions {
            let _ = write!(text, "\n{function}");
        }
        if self.launch_info {
            text.push('\n');
            text.push_str(&self.launch_info_source());
        }
        text.push_str("\n} // namespace kiln\n");
        text
    }

    /// The last parameter of a kernel that can fail, with the member functions that are used.
    fn launch_info_source(&self) -> String {
        let mut text = String::new();
        if self.members.is_empty() {
            text.push_str("struct fail_record;\n\n");
        }
        text.push_str("struct launch_info {\n    fail_record* record;\n    u32 kernel, launch;\n");
        if self.shared_len || self.grid_barrier {
            text.push_str("    usize shared_len;\n");
        }
        if self.grid_barrier {
            let _ = write!(text, "    u32* barrier;\n\n{}", include_str!("prelude/member_grid_sync.cuh"));
        }
        for member in MEMBERS.iter().filter(|member| self.members.contains(member.name)) {
            let _ = write!(text, "\n{}", member.source);
        }
        for (name, ty) in &self.divisions {
            let _ = write!(
                text,
                "\n    __device__ __forceinline__ {ty} {name}({ty} a, {ty} b, u32 site) const {{\n        \
                 return kiln::{name}(a, divisor(a, b, site));\n    }}\n"
            );
        }
        text.push_str("};\n");
        text
    }
}

/// Puts a piece behind everything that it uses.
fn place(name: &'static str, order: &mut Vec<&'static str>) {
    let Some((_, source)) = known(name) else { return };
    if order.contains(&name) {
        return;
    }
    let mut found = Vec::new();
    for line in source.lines().filter(|line| !line.trim_start().starts_with("//")) {
        for word in line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            if word != name
                && let Some((piece, _)) = known(word)
            {
                found.push(piece);
            }
        }
    }
    for piece in found {
        place(piece, order);
    }
    // Pieces that use each other in a circle do not exist, so the name cannot have come in meanwhile.
    order.push(name);
}

fn is_global(name: &str) -> bool {
    TYPES.iter().chain(STRUCTS).any(|piece| piece.name == name)
}

/// The piece of this name, and its source.
fn known(name: &str) -> Option<(&'static str, &'static str)> {
    static ALL: LazyLock<Map<&'static str, &'static str>> = LazyLock::new(|| {
        let mut all = Map::new();
        for piece in TYPES.iter().chain(STRUCTS).chain(PIECES) {
            all.or_insert(piece.name, piece.source);
        }
        for row in intrinsics::all() {
            match row.cuda {
                Cuda::Helper { name, source } => {
                    all.or_insert(name, source);
                }
                Cuda::Expr(_) | Cuda::Math { .. } | Cuda::Elementary { .. } => {}
                Cuda::Library | Cuda::Pattern(_) | Cuda::Atomic => {}
                Cuda::Wgmma | Cuda::TensorLoad(_) => {}
            }
        }
        all
    });
    ALL.get_key_value(name).map(|(name, source)| (*name, *source))
}

/// The operators of a 16-bit float: in `float`, rounded once, which is exact for all four operations.
fn operators(name: &str) -> String {
    let mut text = String::new();
    for op in ["+", "-", "*", "/"] {
        let _ = writeln!(
            text,
            "__device__ __forceinline__ {name} operator{op}({name} a, {name} b) {{ return {name}((float)a {op} (float)b); }}"
        );
    }
    for op in ["==", "!=", "<", "<=", ">", ">="] {
        let _ = writeln!(
            text,
            "__device__ __forceinline__ bool operator{op}({name} a, {name} b) {{ return (float)a {op} (float)b; }}"
        );
    }
    let _ = writeln!(
        text,
        "__device__ __forceinline__ {name} operator-({name} a) {{\n    a.bits ^= 0x8000;\n    return a;\n}}"
    );
    text
}

/// An 8-bit float: the text of both, with the numbers of the one and how it is made an `f32`.
fn float8(scalar: Scalar, format: &Format, value: &str) -> String {
    let (lost, rebias) = (format.lost(), format.rebias());
    let words = [
        ("{VALUE}", value.to_owned()),
        ("{NAME}", scalar.name().to_owned()),
        ("{PTX}", scalar.ptx_name().to_owned()),
        ("{EXPONENT}", (lost - 16).to_string()),
        ("{LOST}", lost.to_string()),
        ("{HALF}", (lost - 1).to_string()),
        ("{UNIT}", format!("{:.1}f", format.unit())),
        ("{REBIAS}", format!("{:#x}u", rebias << 23)),
        ("{LEAST}", format!("{:#x}u", (rebias + 1) << 23)),
        ("{LIMIT}", format!("{:#x}u", format.limit.to_bits())),
        ("{MOST}", format!("{:#x}", format.most)),
    ];
    let mut text = include_str!("prelude/float8.cuh").to_owned();
    for (word, stands) in words {
        text = text.replace(word, &stands);
    }
    text
}

const TYPES: &[Piece] = &[
    Piece { name: "i8", source: "typedef signed char i8;\n" },
    Piece { name: "i16", source: "typedef short i16;\n" },
    Piece { name: "i32", source: "typedef int i32;\n" },
    Piece { name: "i64", source: "typedef long long i64;\n" },
    Piece { name: "isize", source: "typedef long long isize;\n" },
    Piece { name: "u8", source: "typedef unsigned char u8;\n" },
    Piece { name: "u16", source: "typedef unsigned short u16;\n" },
    Piece { name: "u32", source: "typedef unsigned int u32;\n" },
    Piece { name: "u64", source: "typedef unsigned long long u64;\n" },
    Piece { name: "usize", source: "typedef unsigned long long usize;\n" },
];

const STRUCTS: &[Piece] = &[
    Piece { name: "f16", source: include_str!("prelude/f16.cuh") },
    Piece { name: "bf16", source: include_str!("prelude/bf16.cuh") },
    Piece { name: "f8e4m3", source: include_str!("prelude/float8.cuh") },
    Piece { name: "f8e5m2", source: include_str!("prelude/float8.cuh") },
    Piece { name: "array", source: include_str!("prelude/array.cuh") },
];

const PIECES: &[Piece] = &[
    Piece { name: "unsigned_of", source: include_str!("prelude/unsigned_of.cuh") },
    Piece { name: "limits", source: include_str!("prelude/limits.cuh") },
    Piece { name: "narrow", source: include_str!("prelude/narrow.cuh") },
    Piece { name: "negated", source: include_str!("prelude/negated.cuh") },
    Piece { name: "hidden", source: include_str!("prelude/hidden.cuh") },
    Piece { name: "otherwise", source: include_str!("prelude/otherwise.cuh") },
    Piece { name: "magnitude", source: include_str!("prelude/magnitude.cuh") },
    Piece { name: "saturate", source: include_str!("prelude/saturate.cuh") },
    Piece { name: "to", source: include_str!("prelude/to.cuh") },
    Piece { name: "from_bits", source: include_str!("prelude/from_bits.cuh") },
    Piece { name: "filled", source: include_str!("prelude/filled.cuh") },
    Piece { name: "nothing", source: include_str!("prelude/nothing.cuh") },
    Piece { name: "range", source: include_str!("prelude/range.cuh") },
    Piece { name: "exchange", source: include_str!("prelude/exchange.cuh") },
    Piece { name: "match_bits", source: include_str!("prelude/match_bits.cuh") },
    Piece { name: "least", source: include_str!("prelude/least.cuh") },
    Piece { name: "greatest", source: include_str!("prelude/greatest.cuh") },
    Piece { name: "atomic_load", source: include_str!("prelude/atomic_load.cuh") },
    Piece { name: "atomic_store", source: include_str!("prelude/atomic_store.cuh") },
    Piece { name: "atomic_update", source: include_str!("prelude/atomic_update.cuh") },
    Piece { name: "atomic_add_f16", source: include_str!("prelude/atomic_add_f16.cuh") },
    Piece { name: "atomic_add_bf16", source: include_str!("prelude/atomic_add_bf16.cuh") },
    Piece { name: "atomic_min", source: include_str!("prelude/atomic_min.cuh") },
    Piece { name: "atomic_max", source: include_str!("prelude/atomic_max.cuh") },
    Piece { name: "atomic_nand", source: include_str!("prelude/atomic_nand.cuh") },
    Piece { name: "shared_address", source: include_str!("prelude/shared_address.cuh") },
    Piece { name: "pinned", source: include_str!("prelude/pinned.cuh") },
    Piece { name: "wgmma_factor", source: include_str!("prelude/wgmma_factor.cuh") },
    Piece { name: "cluster_at", source: include_str!("prelude/cluster_at.cuh") },
    Piece { name: "cluster_address", source: include_str!("prelude/cluster_address.cuh") },
    Piece { name: "fail", source: include_str!("prelude/fail.cuh") },
    Piece { name: "fail_in", source: include_str!("prelude/fail_in.cuh") },
];

const MEMBERS: &[Piece] = &[
    Piece { name: "fail", source: include_str!("prelude/member_fail.cuh") },
    Piece { name: "fail_in", source: include_str!("prelude/member_fail_in.cuh") },
    Piece { name: "at", source: include_str!("prelude/member_at.cuh") },
    Piece { name: "divisor", source: include_str!("prelude/member_divisor.cuh") },
    Piece { name: "div", source: include_str!("prelude/member_div.cuh") },
    Piece { name: "rem", source: include_str!("prelude/member_rem.cuh") },
];
