//! Tiles: tensors, views of their rows, and the operations of tiles.
//!
//! A tensor is a parameter, so what it is told by its name. Whether another receiver is a tile is often not known
//! here: methods that numbers have too stay methods, which inference resolves, and so do those whose meaning
//! depends on the tile's shape.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr as Syn, GenericArgument, PathArguments, Token};

use super::expr::root;
use super::tile_loads::{line_of, load_of};
use super::{Binding, Lower, bare};
use crate::compact::List;
use crate::diagnostic::Code;
use crate::front::report::{Spot, spot};
use crate::front::text::text_of;
use crate::intrinsics::Reduce;
use crate::ir::{
    Addressing, Callee, Expr, ExprKind, Function, FunctionKind, Len, LocalId, LocalKind, StmtKind, TileOp,
    Type,
};
use crate::passes::infer::tiles;

/// What a method is called on, where that is a tensor or a row of one.
#[derive(Clone, Copy)]
enum Receiver<'e> {
    Tensor {
        tensor: LocalId,
        rank: u8,
    },
    /// `x.row(i)`
    Row {
        tensor: LocalId,
        index: &'e Syn,
    },
    /// `r`, of `let r = x.row(i);`
    BoundRow {
        tensor: LocalId,
        index: LocalId,
    },
}

const OF_TENSORS: &str = "a tensor has `load`, `load_row`, `load_col`, `load_at`, `get`, `store` and `shape()[0]`; a `Tensor1` has `len` too, others `rows`, `cols` and \
                          `load_rows`, a `Tensor2` `row` and `row_mut`; each has \
                          `load_or`, `load_at_or`, `gather`, `gather_or`, `scatter`, `atomic_add`, `atomic_min` and `atomic_max`";
const OF_ROWS: &str =
    "a row has `len`, `load`, `load_or`, `load_at`, `load_at_or` and, of `row_mut`, `store`";

/// The tile types of the library.
pub(super) fn is_tile_type(name: &str) -> bool {
    matches!(name, "Tile1" | "Tile2" | "Row" | "Col")
}

/// Whether a path is the name of one.
pub(super) fn says_tile(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|last| is_tile_type(&last.ident.to_string()))
}

/// The rank of a tensor type of the library.
pub(in crate::front) fn tensor_rank(name: &str) -> Option<u8> {
    match name {
        "Tensor1" => Some(1),
        "Tensor2" => Some(2),
        "Tensor3" => Some(3),
        "Tensor4" => Some(4),
        _ => None,
    }
}

/// The last name of a path, and the generic arguments behind it.
fn last(path: &syn::Path) -> Option<(String, Option<&Punctuated<GenericArgument, Token![,]>>)> {
    let last = path.segments.last()?;
    let arguments = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        PathArguments::None | PathArguments::Parenthesized(_) => None,
    };
    Some((last.ident.to_string(), arguments))
}

/// Whether a method with the name of one that only tiles have may be a tile's: in a tile kernel, and in a device
/// function that says somewhere what gives it tiles.
pub(super) fn says_tiles(function: &Function, item: &syn::ItemFn) -> bool {
    fn says(tokens: TokenStream) -> bool {
        const TILES: [&str; 11] = [
            "Tile1", "Tile2", "Row", "Col", "Tensor1", "Tensor2", "Tensor3", "Tensor4", "zeros", "full",
            "iota",
        ];
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => TILES.iter().any(|name| ident == name),
            TokenTree::Group(group) => says(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }
    match function.kind {
        FunctionKind::Kernel => function.attrs.tile.is_some(),
        FunctionKind::Device => says(item.to_token_stream()),
    }
}

impl Lower<'_> {
    /// Whether this is a tile kernel.
    pub(super) fn is_tile_kernel(&self) -> bool {
        self.function.kind == FunctionKind::Kernel && self.function.attrs.tile.is_some()
    }

    /// Whether this is a kernel of threads. A device function may serve either.
    pub(super) fn is_thread_kernel(&self) -> bool {
        self.function.kind == FunctionKind::Kernel && self.function.attrs.tile.is_none()
    }

    /// Refuses, in a tile kernel, what only threads have. True where it did.
    pub(super) fn refuse_threads(&mut self, place: impl Into<Spot>, what: &str) -> bool {
        if !self.is_tile_kernel() {
            return false;
        }
        let help = match what {
            "shared" => "keep a tile in a `let`: the compiler places it in shared memory where that pays",
            "sync_threads" | "thread_fence" | "warp::sync" => {
                "leave it out: the compiler places the barriers"
            }
            "prefetch" => "leave it out: the compiler places the loads",
            "block_dim" | "lane_id" | "warp_id" => "`Tile1::iota()` counts the elements of a tile",
            "grid_dim" => "`tile_count(0)` is the number of tiles along the grid's first axis",
            _ if what.starts_with("warp::") => {
                "tiles have `sum_all`, `max_all` and `min_all`, and work element by element"
            }
            _ => "`tile_id(0)` says which tile of the grid's first axis this is",
        };
        let message = format!("`{what}` is about threads, and a tile kernel has none");
        self.report.error(place, Code::Level, message, help);
        true
    }

    /// Refuses, in a kernel of threads, what only tile kernels have. True where it did.
    fn refuse_tiles(&mut self, place: impl Into<Spot>, what: &str, help: &str) -> bool {
        if !self.is_thread_kernel() {
            return false;
        }
        let message = format!("`{what}` is for tile kernels, and this is a kernel of threads");
        self.report.error(place, Code::Level, message, help);
        true
    }

    /// `Tile2<T, M, N>` and its kin; `None` where the path is no tile type.
    pub(super) fn tile_type(&mut self, path: &syn::Path) -> Option<Type> {
        let (name, arguments) = last(path)?;
        let arguments = arguments.filter(|_| is_tile_type(&name))?;
        if self.is_item(&name) && path.segments.len() == 1 {
            return None;
        }
        if self.refuse_tiles(spot(path), &name, "write `#[kernel(tile)]`, or keep the values in arrays") {
            return Some(self.fresh());
        }
        let mut arguments = arguments.iter();
        let element = match arguments.next() {
            Some(GenericArgument::Type(ty)) => self.value_type(ty),
            _ => return Some(self.fresh()),
        };
        let mut extents = Vec::new();
        for argument in arguments {
            match self.extent(argument) {
                Some(len) => extents.push(len),
                None => return Some(self.fresh()),
            }
        }
        let one = Len::Const(1);
        let shape = match (name.as_str(), extents.as_slice()) {
            ("Tile1", [n]) => vec![*n],
            ("Tile2", [m, n]) => vec![*m, *n],
            ("Row", [n]) => vec![one, *n],
            ("Col", [m]) => vec![*m, one],
            // rustc counts them too.
            _ => return Some(self.fresh()),
        };
        Some(Type::Tile { element: Box::new(element), shape })
    }

    /// An extent among generic arguments; `None` for `_`, and for what is none.
    pub(super) fn extent(&mut self, argument: &GenericArgument) -> Option<Len> {
        let expr = match argument {
            GenericArgument::Const(expr) => constant(expr).clone(),
            // A name alone could be a type's; rustc knows what it is.
            GenericArgument::Type(syn::Type::Path(path)) => Syn::Path(syn::ExprPath {
                attrs: Vec::new(),
                qself: path.qself.clone(),
                path: path.path.clone(),
            }),
            _ => return None,
        };
        if let Syn::Path(path) = &expr
            && let Some(name) = path.path.get_ident().map(ToString::to_string)
            && let Some(Binding::Local { .. }) = self.lookup(&name)
        {
            self.unsupported(
                spot(&expr),
                format!("`{name}` is a variable, and a tile's extents are constants"),
                "write a number, or a parameter of the kernel: `fn f<const N: usize>(..)`, which a launch gives, `f::<64>(..)`",
            );
            return None;
        }
        let len = self.len(&expr);
        if len == Len::Const(0) {
            let help = "write how many elements the tile has along this axis, 1 or more";
            self.unsupported(spot(&expr), "`0` is no extent of a tile", help);
            return None;
        }
        Some(len)
    }

    /// The extents written behind a method's name; `None` where none or not all are.
    pub(super) fn extents(&mut self, call: &syn::ExprMethodCall) -> Option<Vec<Len>> {
        let turbofish = call.turbofish.as_ref()?;
        turbofish.args.iter().map(|argument| self.extent(argument)).collect()
    }

    /// The type of a tensor parameter behind `&` or `&mut`; `None` where the type is no tensor.
    pub(super) fn tensor_type(&mut self, path: &syn::TypePath, mutable: bool) -> Option<Type> {
        let (name, arguments) = last(&path.path)?;
        let rank = tensor_rank(&name).filter(|_| path.qself.is_none())?;
        let help = "write `#[kernel(tile)]`, or take `&[T]` and index it";
        if self.refuse_tiles(spot(path), &name, help) {
            return Some(self.fresh());
        }
        if mutable && self.function.kind == FunctionKind::Device {
            self.report.error(
                spot(path),
                Code::ParameterType,
                format!("`&mut {name}` cannot be a parameter of a device function"),
                "return the tile, and let the kernel store it: which tiles its stores touch has to be seen there",
            );
        }
        let element = match arguments.and_then(|arguments| arguments.first()) {
            Some(GenericArgument::Type(ty)) => self.value_type(ty),
            _ => self.fresh(),
        };
        Some(Type::Tensor { element: Box::new(element), rank, mutable })
    }

    fn tensor(&self, id: LocalId) -> Option<u8> {
        match self.function.local(id).ty {
            Type::Tensor { rank, .. } => Some(rank),
            _ => None,
        }
    }

    fn receiver<'e>(&self, expr: &'e Syn) -> Option<Receiver<'e>> {
        match bare(expr) {
            Syn::Path(path) => match *self.lookup(&path.path.get_ident()?.to_string())? {
                Binding::Local { id, .. } => Some(Receiver::Tensor { tensor: id, rank: self.tensor(id)? }),
                Binding::Row { tensor, index } => Some(Receiver::BoundRow { tensor, index }),
                Binding::Place { .. }
                | Binding::Dim3(_)
                | Binding::Closure(_)
                | Binding::Callable(_)
                | Binding::Maybe(_)
                | Binding::Parts(_)
                | Binding::Item => None,
            },
            Syn::MethodCall(call) => {
                let (tensor, index) = self.row(call)?;
                Some(Receiver::Row { tensor, index })
            }
            _ => None,
        }
    }

    /// `x.row(i)` and `x.row_mut(i)` of a tensor.
    fn row<'e>(&self, call: &'e syn::ExprMethodCall) -> Option<(LocalId, &'e Syn)> {
        let index = call.args.first().filter(|_| call.args.len() == 1)?;
        if call.method != "row" && call.method != "row_mut" {
            return None;
        }
        match self.receiver(&call.receiver)? {
            Receiver::Tensor { tensor, rank: 2 } => Some((tensor, index)),
            Receiver::Tensor { .. } | Receiver::Row { .. } | Receiver::BoundRow { .. } => None,
        }
    }

    /// `let r = x.row(i);`: the name stands for the row, whose index is evaluated here.
    pub(super) fn let_row(&mut self, init: &Syn) -> Option<Binding> {
        let Syn::MethodCall(call) = bare(init) else { return None };
        let (tensor, index) = self.row(call)?;
        let value = self.expr(index);
        let local = self.new_local("row", Type::USIZE, LocalKind::Temp);
        self.push(StmtKind::Let { local, init: Some(value) });
        Some(Binding::Row { tensor, index: local })
    }

    /// A method of a tensor or of a row of one; `None` where the receiver is neither.
    pub(super) fn tensor_call(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let name = call.method.to_string();
        let receiver = self.receiver(&call.receiver)?;
        let (tensor, axes, coordinates) = match &receiver {
            Receiver::Tensor { tensor, rank } => (*tensor, *rank as usize, *rank as usize),
            Receiver::Row { tensor, .. } | Receiver::BoundRow { tensor, .. } => (*tensor, 2, 1),
        };
        let is_row = coordinates < axes;
        let axis = match (name.as_str(), is_row, axes) {
            ("len", true, _) => Some(1),
            ("len", false, 1) => Some(0),
            ("rows", false, 2..) => Some(axes as u8 - 2),
            ("cols", false, 2..) => Some(axes as u8 - 1),
            _ => None,
        };
        let line = line_of(&name).filter(|_| !is_row);
        let load = line.as_ref().map_or(name.as_str(), |(load, _)| load);
        let op = match load {
            "store" => Some((TileOp::Store { tensor }, coordinates + 1)),
            "get" if !is_row => Some((TileOp::Fetch { tensor }, coordinates)),
            _ => load_of(load, !is_row && axes >= 2)
                .map(|(by, padded)| (TileOp::Load { tensor, padded, by }, coordinates + usize::from(padded))),
        };
        if let (Some(axis), true) = (axis, call.args.is_empty()) {
            if let Receiver::Row { index, .. } = receiver {
                self.effect(index);
            }
            return Some(Expr::new(ExprKind::Extent { tensor, axis }, Type::USIZE));
        }
        if name == "shape" && !is_row && call.args.is_empty() {
            let all = (0..axes as u8).map(|axis| Expr::new(ExprKind::Extent { tensor, axis }, Type::USIZE));
            return Some(Expr::new(ExprKind::Array(all.list()), Type::array(Type::USIZE, axes as u64)));
        }
        let by_number = matches!(
            name.as_str(),
            "gather" | "gather_or" | "scatter" | "atomic_add" | "atomic_min" | "atomic_max"
        );
        if by_number {
            let row = match receiver {
                Receiver::Row { index, .. } => Some(self.expr(index)),
                Receiver::BoundRow { index, .. } => Some(Expr::local(index, Type::USIZE)),
                Receiver::Tensor { .. } => None,
            };
            return self.by_place_call(call, tensor, axes, row);
        }
        let Some((op, operands)) = op else {
            self.refuse_tensor_method(call, is_row, axes);
            return Some(self.dummy());
        };
        if call.args.len() != operands {
            // rustc counts them, and says which.
            for arg in &call.args {
                self.effect(arg);
            }
            return Some(self.dummy());
        }
        let mut all = Vec::new();
        if let Receiver::Row { index, .. } = receiver {
            all.push(index);
        }
        all.extend(&call.args);
        let mut args = self.sequence(&all);
        if let Receiver::BoundRow { index, .. } = receiver {
            args.insert(0, Expr::local(index, Type::USIZE));
        }
        if let (true, TileOp::Load { by: by @ Addressing::Elements, .. }) = (is_row, op) {
            // A row has its number in `usize`.
            let row = Expr::new(ExprKind::Cast(Box::new(args.remove(0))), by.coordinate_type());
            args.insert(0, row);
        }
        let ty = match op {
            TileOp::Store { .. } => Type::Unit,
            TileOp::Fetch { .. } => {
                let element = self.element_type(tensor);
                args.push(Self::zero_of(element.clone()));
                element
            }
            _ => self.loaded(call, tensor, coordinates.min(2), line.map(|(_, line)| line)),
        };
        Some(Expr::new(ExprKind::Tile { op, args }, ty))
    }

    /// `x.shape()[0]` of a tensor.
    pub(super) fn one_extent(&self, expr: &Syn) -> Option<Expr> {
        let Syn::Index(index) = expr else { return None };
        let Syn::MethodCall(call) = bare(&index.expr) else { return None };
        let Receiver::Tensor { tensor, rank } = self.receiver(&call.receiver)? else { return None };
        let axis = axis(&index.index).filter(|axis| *axis < rank)?;
        let asks = call.method == "shape" && call.args.is_empty();
        asks.then(|| Expr::new(ExprKind::Extent { tensor, axis }, Type::USIZE))
    }

    fn refuse_tensor_method(&mut self, call: &syn::ExprMethodCall, is_row: bool, axes: usize) {
        let name = call.method.to_string();
        if !is_row && axes == 2 && matches!(name.as_str(), "row" | "row_mut") && call.args.len() == 1 {
            let message = "a row of a tensor is loaded from or stored to, or bound to a name";
            return self.unsupported(
                spot(call),
                message,
                "write `x.row(i).load::<N>(j)`, or `let r = x.row(i);`",
            );
        }
        let (what, help) = if is_row { ("a row of a tensor", OF_ROWS) } else { ("a tensor", OF_TENSORS) };
        let message = format!("{what} has no method `{name}` in kernels");
        self.report.error(call.method.span(), Code::Method, message, help);
    }

    /// A method that only tiles have; `None` where the name is not one of theirs, or threads have no use for it.
    pub(super) fn tile_method(&mut self, call: &syn::ExprMethodCall, name: &str) -> Option<Expr> {
        if !self.says_tiles {
            return None;
        }
        if let Some(value) = self.along_call(call, name).or_else(|| self.apply_call(call, name)) {
            return Some(value);
        }
        let reduce = match name {
            "sum_axis" => Some(Reduce::Sum),
            "max_axis" => Some(Reduce::Max),
            "min_axis" => Some(Reduce::Min),
            _ => None,
        };
        match (reduce, &call.turbofish) {
            (Some(op), Some(turbofish)) => {
                let Some(axis) = turbofish.args.first().and_then(generic_axis) else {
                    self.refuse_axis(spot(turbofish), &format!("write `{name}::<0>()` or `{name}::<1>()`"));
                    return Some(self.dummy());
                };
                let value = self.expr(&call.receiver);
                let ty = self.fresh();
                return Some(Expr::new(
                    ExprKind::Tile { op: TileOp::Reduce { op, axis }, args: vec![value] },
                    ty,
                ));
            }
            (Some(_), None) => {
                let help = format!("write `{name}::<0>()` or `{name}::<1>()`");
                self.refuse_axis(call.method.span(), &help);
                return Some(self.dummy());
            }
            _ => {}
        }
        let operands: Vec<&Syn> = std::iter::once(&*call.receiver).chain(&call.args).collect();
        match (name, call.args.len()) {
            ("transpose", 0) => Some(self.reshaped(call, TileOp::Transpose, None)),
            ("reshape" | "flatten", 0) => {
                let shape = self.extents(call);
                Some(self.reshaped(call, TileOp::Reshape, shape))
            }
            ("broadcast", 0) => {
                let shape = self.extents(call)?;
                let element = Box::new(self.fresh());
                Some(self.with_type(call, Type::Tile { element, shape }, name))
            }
            ("cast", 0) => {
                let said = match call.turbofish.as_ref().and_then(|turbofish| turbofish.args.first()) {
                    Some(GenericArgument::Type(ty)) => self.value_type(ty),
                    _ => self.fresh(),
                };
                Some(self.with_type(call, said, name))
            }
            _ if tiles::METHODS.contains(&name) && (name != "log" || call.args.is_empty()) => {
                let mut args = self.sequence(&operands);
                if name == "sum_all" && args.first().is_some_and(|of| self.tile_rank(of) == Some(2)) {
                    let help = "write `sum_axis::<1>()` for the sum of each row, `sum_axis::<0>()` for that of each column";
                    self.refuse_axis(call.method.span(), help);
                    return Some(self.dummy());
                }
                goes_with(call, &mut args);
                let ty = self.fresh();
                let kind = ExprKind::Call { callee: Callee::Method(name.to_owned()), args, site: None };
                Some(Expr::new(kind, ty))
            }
            _ if call.turbofish.is_some() && self.is_tile_kernel() => {
                if root(&call.receiver).is_some_and(|path| self.is_broken(path)) {
                    // What it is asked of was the mistake.
                    return Some(self.dummy());
                }
                let is_nothing = root(&call.receiver)
                    .is_some_and(|path| self.may_be_nothing(path) || self.has_named_type(path));
                let report = if is_nothing { &mut self.taps.late } else { &mut *self.report };
                report.error(
                    call.method.span(),
                    Code::Method,
                    format!("there is no method `{name}` with parameters in tile kernels"),
                    "tiles have `sum::<0>()`, `max_axis::<0>()`, `min_axis::<0>()`, `cast::<T>()`, `reshape::<..>()` and \
                     `broadcast::<..>()`",
                );
                Some(if is_nothing { self.expr(&call.receiver) } else { self.dummy() })
            }
            _ => None,
        }
    }

    fn reshaped(&mut self, call: &syn::ExprMethodCall, op: TileOp, shape: Option<Vec<Len>>) -> Expr {
        let value = self.expr(&call.receiver);
        let element = self.fresh();
        let ty = match shape {
            Some(shape) => Type::Tile { element: Box::new(element), shape },
            None => element,
        };
        Expr::new(ExprKind::Tile { op, args: vec![value] }, ty)
    }

    /// A method whose type argument inference needs beside the receiver.
    fn with_type(&mut self, call: &syn::ExprMethodCall, said: Type, name: &str) -> Expr {
        let args = vec![self.expr(&call.receiver)];
        let ty = self.fresh();
        Expr::new(ExprKind::Call { callee: Callee::Assoc(said, name.to_owned()), args, site: None }, ty)
    }

    /// `Tile2::<f32, M, N>::zeros()`, `Row::iota()` and their kin; `None` where the path is none of them.
    pub(super) fn making(
        &mut self,
        node: &Syn,
        call: &syn::ExprCall,
        path: &syn::ExprPath,
        name: &str,
    ) -> Option<Expr> {
        let count = match name {
            "zeros" | "iota" => 0,
            "full" => 1,
            _ => return None,
        };
        if call.args.len() != count || self.is_thread_kernel() && !self.names_tile(path) {
            return None;
        }
        let mut owner = path.path.clone();
        owner.segments.pop();
        let owner_name = match &path.qself {
            Some(qself) if qself.position == 0 => match &*qself.ty {
                syn::Type::Path(ty) => {
                    owner = ty.path.clone();
                    last(&ty.path)?.0
                }
                _ => return None,
            },
            Some(_) => return None,
            None => {
                owner.segments.pop_punct();
                last(&owner)?.0
            }
        };
        let is_tile = is_tile_type(&owner_name) && !(self.is_item(&owner_name) && owner.segments.len() == 1);
        let said = path.path.segments.last().map(|segment| &segment.arguments);
        let said = match said {
            Some(PathArguments::AngleBracketed(said)) => said.args.first().and_then(generic_axis),
            _ => None,
        };
        if name == "iota" && (!is_tile || owner_name == "Tile2" && said.is_none()) {
            let message = format!("`{}` is no function that kernels know", text_of(path));
            let help = "`Tile1::iota()`, `Row::iota()` and `Col::iota()` count, and `Tile2::iota::<0>()` along its axis 0";
            self.report.error(spot(path), Code::Method, message, help);
            return Some(self.dummy());
        }
        let ty = match self.tile_type(&owner) {
            Some(ty) => ty,
            // What is left out is inferred.
            None if is_tile => self.fresh(),
            // Another name for a tile type, which rustc knows.
            None if owner_name.starts_with(char::is_uppercase) => self.type_of_made(node, &owner),
            None => return None,
        };
        let value = match name {
            "iota" => {
                let axis = said.unwrap_or(u8::from(owner_name == "Row"));
                return Some(Expr::new(ExprKind::Tile { op: TileOp::Iota { axis }, args: Vec::new() }, ty));
            }
            "full" => self.expr(&call.args[0]),
            _ => {
                let element = match &ty {
                    Type::Tile { element, .. } => (**element).clone(),
                    _ => self.fresh(),
                };
                Self::zero_of(element)
            }
        };
        Some(Expr::new(ExprKind::Tile { op: TileOp::Broadcast, args: vec![value] }, ty))
    }

    fn names_tile(&self, path: &syn::ExprPath) -> bool {
        path.path.segments.iter().any(|segment| is_tile_type(&segment.ident.to_string()))
    }

    /// `tile_id(axis)`, `tile_count(axis)` and `mma(a, b, acc)`; `None` for any other function.
    pub(super) fn tile_function(
        &mut self,
        call: &syn::ExprCall,
        path: &syn::ExprPath,
        name: &str,
    ) -> Option<Expr> {
        match name {
            "tile_id" | "tile_count" => {
                let help = if name == "tile_id" {
                    "write `#[kernel(tile)]`, or `block_idx().x` for the block's place in the grid"
                } else {
                    "write `#[kernel(tile)]`, or `grid_dim().x` for the grid's extent"
                };
                if self.refuse_tiles(spot(call), name, help) {
                    return Some(self.dummy());
                }
                self.library(path, name, None);
                let Some(axis) = call.args.first().filter(|_| call.args.len() == 1).and_then(axis) else {
                    let help = format!("write `{name}(0)`, `{name}(1)` or `{name}(2)`");
                    self.refuse_axis(spot_of_arguments(call), &help);
                    return Some(self.dummy());
                };
                let (row, letter) =
                    (if name == "tile_id" { "block_idx" } else { "grid_dim" }, ['x', 'y', 'z']);
                let Some(letter) = letter.get(axis as usize) else {
                    self.refuse_axis(spot_of_arguments(call), "a grid has the axes 0, 1 and 2");
                    return Some(self.dummy());
                };
                Self::intrinsic(&format!("{row}_{letter}"), Vec::new(), Type::USIZE)
            }
            "mma" => {
                if self.refuse_tiles(spot(call), name, "write `#[kernel(tile)]`") {
                    return Some(self.dummy());
                }
                self.library(path, name, Some("f32, f32, f32, 1, 1, 1"));
                let operands: Vec<&Syn> = call.args.iter().collect();
                let args = self.sequence(&operands);
                let ty = self.fresh();
                // rustc counts the operands.
                if args.len() != 3 {
                    return Some(self.dummy());
                }
                Some(Expr::new(ExprKind::Tile { op: TileOp::Mma, args }, ty))
            }
            _ => None,
        }
    }

    /// Complains about `<` and its like of tiles, which give one `bool` in Rust.
    pub(super) fn refuse_comparison_of_tiles(
        &mut self,
        node: &syn::ExprBinary,
        op: crate::ir::BinOp,
    ) -> Expr {
        let method = match op.symbol() {
            "<" => "lt",
            "<=" => "le",
            ">" => "gt",
            ">=" => "ge",
            "!=" => "ne",
            _ => "eq",
        };
        let message =
            format!("`{}` gives one `bool`, and tiles are compared element by element", op.symbol());
        let help =
            format!("a mask is `a.{method}(b)`; `mask.select(then, otherwise)` takes from one or the other");
        self.unsupported(syn::spanned::Spanned::span(&node.op), message, help);
        self.dummy()
    }

    /// The number of a tile's extents, as far as the tokens tell that a value is one: 2 for neither a row nor a column.
    pub(super) fn tile_rank(&self, value: &Expr) -> Option<usize> {
        match &value.kind {
            ExprKind::Tile { op: TileOp::Load { .. }, .. } => value.ty.shape().map(<[Len]>::len),
            ExprKind::Load(place) if place.steps.is_empty() => self.tiles.get(&place.base).copied(),
            ExprKind::Binary { lhs, rhs, .. } => self.tile_rank(lhs).max(self.tile_rank(rhs)),
            ExprKind::Unary(_, of) => self.tile_rank(of),
            _ => None,
        }
    }

    /// Complains about an index into a tile or a tensor.
    pub(super) fn refuse_index_of_tile(&mut self, node: &syn::ExprIndex, place: &crate::ir::Place) -> bool {
        let text = text_of(&node.expr);
        let (what, help) = if let Type::Tensor { .. } = place.ty {
            let help = format!(
                "`{text}.load::<..>(..)` reads a tile of it, and `{text}.store(.., tile)` writes one"
            );
            ("tensor, of which a kernel sees tiles", help)
        } else if place.steps.is_empty() && self.tiles.contains_key(&place.base) {
            let help = "take a part, `x.slice::<0, 8>(at)`, or elements by number, `x.gather::<..>(..)`, or reduce along \
                        an axis: `x.sum_axis::<1>()`";
            ("tile, which is worked on as a whole", help.to_owned())
        } else {
            return false;
        };
        self.unsupported(spot(node), format!("`{text}` is a {what}, and has no index"), help);
        true
    }

    fn refuse_axis(&mut self, place: impl Into<Spot>, help: &str) {
        self.report.error(place, Code::Axis, "an axis is a number that is written out", help);
    }
}

/// The arguments of a call; of none the call itself.
fn spot_of_arguments(call: &syn::ExprCall) -> Spot {
    if call.args.is_empty() { spot(call) } else { spot(&call.args) }
}

/// A generic argument that is a constant: braces around a literal or a name say nothing.
fn constant(expr: &Syn) -> &Syn {
    if let Syn::Block(block) = expr
        && let [syn::Stmt::Expr(inner, None)] = block.block.stmts.as_slice()
        && matches!(inner, Syn::Lit(_) | Syn::Path(_))
    {
        return inner;
    }
    expr
}

pub(super) fn generic_axis(argument: &GenericArgument) -> Option<u8> {
    match argument {
        GenericArgument::Const(expr) => axis(constant(expr)).filter(|axis| *axis < 2),
        _ => None,
    }
}

fn axis(expr: &Syn) -> Option<u8> {
    match bare(expr) {
        Syn::Lit(syn::ExprLit { lit: syn::Lit::Int(int), .. }) => int.base10_parse().ok(),
        _ => None,
    }
}

/// Gives `Tile2::zeros()` and its like the type of the tile that they go with, which rustc finds too: a tile goes
/// with tiles of its own shape, with rows and with columns.
pub(super) fn goes_with(call: &syn::ExprMethodCall, args: &mut [Expr]) {
    if let ([receiver, other], Some(said)) = (args, call.args.first())
        && leaves_shape(said)
        && !matches!(&receiver.ty, Type::Tile { shape, .. } if shape.contains(&Len::Const(1)))
    {
        other.ty = receiver.ty.clone();
    }
}

/// Whether an expression is `Tile2::zeros()` or `Tile1::full(x)`, whose shape what it goes with says.
fn leaves_shape(expr: &Syn) -> bool {
    let Syn::Call(call) = bare(expr) else { return false };
    let Syn::Path(path) = bare(&call.func) else { return false };
    let mut segments = path.path.segments.iter().rev();
    match (segments.next(), segments.next()) {
        (Some(name), Some(owner)) => {
            (name.ident == "zeros" || name.ident == "full")
                && (owner.ident == "Tile1" || owner.ident == "Tile2")
                && owner.arguments.is_none()
        }
        _ => false,
    }
}
