//! IR text: what is printed is what is parsed, and nothing that is not IR text makes the parser panic.
//!
//! `KILN_MUTATIONS` is how many changed texts are tried, a few thousand otherwise.

use kiln_codegen::intrinsics;
use kiln_codegen::ir::*;
use kiln_codegen::passes::specialize;
use kiln_codegen::{back, check, passes};

const SAXPY: &str = r#"kiln-ir 1

#[block(256, 1, 1)]
#[strict_fp]
kernel fn saxpy(a#0: f32, x#1: &[f32], y#2: &mut [f32]) {
    var i#3: usize;
    var i#4: usize;
    temp acc#5: [f32; 4];
    shared tile#6: [[f32; 8]; 2];
    @0 let i#3 = 3usize;
    @1 if i#3 < y#2.len() {
        @2 y#2[i#3 @3] = (a#0 * x#1[i#3 @4]) + y#2[i#3 proven];
        @2 y#2[i#3 %@5 (x#1.len() as usize) unchecked] += -(1.5f32);
    } else {
        @5 return;
    }
    @6 let acc#5 = [-1.0e-3f32; 4];
    @6 '0: for i#4 in 0usize..=8usize step 2usize reversed {
        @7 '1: while !(i#4 == 3usize) {
            @7 continue '1;
        }
        @7 '2: loop {
            @7 break '0;
        }
    }
    @8 '3: block {
        @8 let acc#5 = [1.0f32, if true { a#0 } else { float "inf": f32 }, a#0, -a#0];
    }
    @9 fail(a#0, i#3 as u32);
}

sites {
    @0 0:0;
    file "src/lib.rs";
    @1 3:5 comment " a \"first\" line" comment "\\";
    @2 4:7 message "i = {0}" f32 u32;
    @3 4:9 index "y";
    @4 4:11 index "x";
    file "src/other.rs";
    @5 6:1 divide comment "";
}
"#;

const OPEN: &str = r##"kiln-ir 1

device fn helper(x#0: &mut [$0; $1], y#1: & &[f32], z#2: &atomic u32) -> ?0 {
    capture $0 type "T";
    capture $1 const "N";
    capture $2 const "K * 2": u32;
    capture $3 fn "crate::helper";
    var v#3: ?1;
    var "r#type"#4: ();
    @0 let v#3 = .max($2, $1: ?4): ?1;
    @0 let v#3 = <$0>::ZERO(): $0;
    @0 let v#3 = <tile<f32, $1>>::zeros(): tile<f32, $1>;
    @0 let v#3 = $3(&x#0, &mut x#0, &(x#0: ?3), &x#0: &[$0], x#0[5: ?9 @1], @7): ?3;
    @0 let v#3 = (v#3: ?2): ?3;
    @0 (v#3: ?2) = (1.0: ?3) + (1: ?3): ?5;
    @0 let v#3 = [$2; $1];
    @0 let v#3 = [$2; _]: ?7;
    @0 let v#3 = []: ?8;
    @0 let "r#type"#4 = -(5: ?1): ?2;
}

kernel fn main() {
    @0 eval helper#0(-5i8, -(5i8), 1f32, 1.0bool): u8;
    @0 eval later#1(): ();
}
"##;

fn parsed(text: &str) -> Module {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn text_comes_back_as_it_went() {
    assert_eq!(parsed(SAXPY).to_text(), SAXPY);
    // The printer alone knows that `later` is not a name, and that a function's result needs no annotation.
    let open = parsed(OPEN).to_text();
    assert_eq!(parsed(&open).to_text(), open);
    assert_eq!(open, OPEN.replace("later#1", "main#1"));
}

#[test]
fn sites_are_outside_of_the_hash() {
    let module = parsed(SAXPY);
    let hashed = module.hash_text();
    assert_eq!(module.to_text().strip_prefix(&hashed).map(|s| s.starts_with("\nsites {")), Some(true));
    assert_eq!(parsed(&hashed), Module { sites: Vec::new(), ..module });
}

#[test]
fn every_intrinsic_can_be_called_by_its_name() {
    for row in intrinsics::all() {
        let mut random = Random::new(7);
        let module = random.module_with(|_| {
            let call = ExprKind::Call { callee: Callee::Intrinsic(row), args: Vec::new(), site: None };
            StmtKind::Eval(Expr::new(call, Type::Unit))
        });
        assert_eq!(parsed(&module.to_text()), module, "{}", row.name);
    }
}

#[test]
fn any_module_comes_back_equal() {
    for seed in 1..300 {
        let module = Random::new(seed).module_with(|random| random.stmt_kind(4));
        let text = module.to_text();
        let back = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(back, module, "\n{text}\n{}", back.to_text());
    }
}

#[test]
fn mutated_text_never_panics() {
    let mut random = Random::new(42);
    let generated = random.module_with(|random| random.stmt_kind(2)).to_text();
    for text in [SAXPY, OPEN, &generated] {
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            let _ = parse(&text[..end]);
        }
        let pieces =
            ["", "(", "[", "99999999999999999999999999", "#", "é", "\"", "@", "-", "\\", "as", "?", "\u{0}"];
        for _ in 0..mutations(2000) / 3 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..=random.below(3) {
                let at = random.below(bytes.len() as u64) as usize;
                let end = (at + random.below(4) as usize).min(bytes.len());
                let piece = pieces[random.below(pieces.len() as u64) as usize];
                bytes.splice(at..end, piece.bytes());
            }
            if let Ok(text) = String::from_utf8(bytes) {
                let _ = parse(&text);
            }
        }
    }
}

fn mutations(default: u64) -> u64 {
    std::env::var("KILN_MUTATIONS").map_or(default, |text| text.parse().unwrap())
}

/// The texts of kernels of threads that need no answers.
fn closed_texts() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let texts = paths.iter().filter(|path| path.extension().is_some_and(|ending| ending == "ir"));
    let is_closed = |text: &String| {
        let module = parse(text).ok().filter(|module| verify::verify(module).is_ok());
        module.is_some_and(|module| module.entry().is_some_and(|entry| entry.attrs.tile.is_none()))
    };
    texts.map(|path| std::fs::read_to_string(path).unwrap()).filter(is_closed).collect()
}

/// The words, numbers and signs of a text, and what is between them.
fn pieces(text: &str) -> Vec<&str> {
    let kind = |c: char| if c.is_alphanumeric() || c == '_' { 1 } else { u32::from(c) };
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| kind(c) != kind(first)).unwrap_or(rest.len());
        pieces.push(&rest[..end]);
        rest = &rest[end..];
    }
    pieces
}

/// The macro embeds IR, and records of launches have it: what passes the verifier has to have a text for a GPU.
#[test]
fn a_changed_module_is_refused_or_compiles() {
    let texts = closed_texts();
    let texts: Vec<Vec<&str>> = texts.iter().map(|text| pieces(text)).collect();
    assert!(texts.len() > 5);
    let (mut accepted, count) = (0, mutations(1000));
    for number in 0..count {
        let mut random = Random::new(number);
        let mut changed = random.pick(&texts);
        for _ in 0..=random.below(2) {
            let at = random.below(changed.len() as u64) as usize;
            let other = if random.below(4) == 0 { random.pick(&texts) } else { changed.clone() };
            let from = random.below(other.len() as u64) as usize;
            match random.below(4) {
                0 => drop(changed.remove(at)),
                1 => changed.insert(at, other[from]),
                // One of the same kind, for which it may pass.
                _ => {
                    let is_word = |piece: &str| piece.starts_with(char::is_alphanumeric);
                    let same = other[from..].iter().find(|piece| is_word(piece) == is_word(changed[at]));
                    changed[at] = same.copied().unwrap_or("0");
                }
            }
        }
        let text = changed.concat();
        let Ok(module) = parse(&text) else { continue };
        if verify::verify(&module).is_err() || specialize::closed(&text).is_err() {
            continue;
        }
        accepted += 1;
        let compiled = std::panic::catch_unwind(|| {
            assert_eq!(parsed(&module.to_text()), module);
            let finished = passes::finish(&module).0;
            let _ = back::cuda::emit(&finished);
            let _ = check::races::check_module(&module);
            #[cfg(feature = "device")]
            let _ = back::ptx::emit(&finished, back::ptx::Target { arch: 90, lines: false });
        });
        assert!(compiled.is_ok(), "number {number}:\n{text}");
    }
    println!("{accepted} of {count} changed modules were accepted");
}

#[test]
fn errors_say_the_line_and_what_was_expected() {
    let error = |text: &str| parse(text).expect_err(text).to_string();
    assert_eq!(error(""), "IR text, line 1: expected `kiln-ir 1` on the first line");
    assert_eq!(
        error("kiln-ir 7"),
        "IR text, line 1: version `7` of IR text is unknown; this is Kiln for `kiln-ir 1`"
    );
    let body = |body: &str| error(&format!("kiln-ir 1\nkernel fn f(x#0: f32) {{\n{body}\n}}"));
    assert_eq!(
        body("let x#0 = 1;"),
        "IR text, line 3: expected a statement's site (`@n`) or `}`, found `let`"
    );
    assert_eq!(
        body("@0 let x#0 = 1;"),
        "IR text, line 3: expected `: type` after a value whose type its parts do not tell, found `;`"
    );
    assert_eq!(body("@0 let y#0;"), "IR text, line 3: the local #0 is named x, not `y`");
    assert_eq!(
        body("@0 eval nope();"),
        "IR text, line 3: expected a value (no intrinsic has this name), found `nope`"
    );
    assert_eq!(body("@0 x#0 = 1f33;"), "IR text, line 3: `f33` after a number is not a scalar type");
    assert_eq!(body("@0 return x#0"), "IR text, line 4: expected `;`, found `}`");
    assert_eq!(
        body(&format!("@0 x#0 = {}u8;", "9".repeat(60))),
        format!("IR text, line 3: the number {} does not fit 128 bits", "9".repeat(60))
    );
}

#[test]
fn nesting_is_bounded() {
    let nested = |open: &str, close: &str, depth: usize| {
        let value = format!("{}1i32{}", open.repeat(depth), close.repeat(depth));
        parse(&format!("kiln-ir 1\nkernel fn f(x#0: &[f32]) {{ @0 eval {value}; }}"))
    };
    let pairs = [("(", ")"), ("-", ""), ("[", "]"), ("if ", ""), ("(2i32 + ", ")"), ("2i32 + (", ")")];
    let calls =
        [("x#0[", " @0]"), ("sqrt(", ")"), ("<f32>::f(", ")"), (".f(", ")"), ("f#0(", ")"), ("[1i32, ", "]")];
    let arms = [
        ("if true { ", " }"),
        ("if true { 1i32 } else { ", " }"),
        ("!(1i32 as u32) + (-(", "))"),
        ("&x#0[", " @0]"),
    ];
    for (open, close) in pairs.into_iter().chain(calls).chain(arms) {
        let error = nested(open, close, 100_000).expect_err("too deep");
        assert!(error.message.contains("nested deeper"), "{error}");
    }
    let module = nested("(2i32 + ", ")", MAX_DEPTH as usize - 3).expect("deep, but not too deep");
    assert_eq!(parsed(&module.to_text()), module);
    let heads = ["'0: loop", "'0: block", "'0: while true", "'0: for x#0 in 1i32..2i32", "if true"];
    for head in heads.into_iter().chain(["if true { } else"]) {
        let blocks =
            format!("kiln-ir 1\nkernel fn f(x#0: f32) {{ {}", format!("@0 {head} {{ ").repeat(100_000));
        assert!(parse(&blocks).expect_err("too deep").message.contains("nested deeper"));
    }
    let types = format!("kiln-ir 1\nkernel fn f(x#0: {}", "&[".repeat(100_000));
    assert!(parse(&types).expect_err("too deep").message.contains("nested deeper"));
}

#[test]
fn comments_and_odd_names_pass() {
    let module = parsed("\n kiln-ir 1 \n// note\nkernel fn \"a b\"(\"\\u{7}\\n\"#0: f32,) { // end\n}");
    assert_eq!(module.functions[0].name, "a b");
    assert_eq!(module.functions[0].locals[0].name, "\u{7}\n");
    assert_eq!(parsed(&module.to_text()), module);
}

/// A generator of modules that are well-formed as text and nothing more.
struct Random(fastrand::Rng);

impl Random {
    fn new(seed: u64) -> Random {
        Random(fastrand::Rng::with_seed(seed))
    }

    fn below(&mut self, end: u64) -> u64 {
        self.0.u64(..end)
    }

    fn flip(&mut self) -> bool {
        self.below(2) == 0
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize].clone()
    }

    fn module_with(&mut self, mut stmt: impl FnMut(&mut Self) -> StmtKind) -> Module {
        let functions = (0..3).map(|_| self.function(&mut stmt)).collect();
        let sites = (0..4).map(|_| self.site()).collect();
        Module { functions, sites }
    }

    fn site(&mut self) -> Site {
        let kind = match self.below(4) {
            0 => SiteKind::Plain,
            1 => SiteKind::Index { array: self.name() },
            2 => SiteKind::Divide,
            _ => SiteKind::Message {
                text: self.name(),
                values: vec![self.pick(&Scalar::ALL); self.below(3) as usize],
            },
        };
        let comments = (0..self.below(3)).map(|_| self.name()).collect();
        Site { file: self.name(), line: self.below(9) as u32, column: self.below(9) as u32, kind, comments }
    }

    fn function(&mut self, stmt: &mut impl FnMut(&mut Self) -> StmtKind) -> Function {
        let mut function = Function {
            name: self.name(),
            kind: self.pick(&[FunctionKind::Kernel, FunctionKind::Device]),
            attrs: Attrs {
                block: self.pick(&[None, Some([1, 2, 3])]),
                min_blocks: self.pick(&[None, Some(4)]),
                cluster: self.pick(&[None, Some([2, 1, 1])]),
                math: self.pick(&[MathTier::Default, MathTier::Strict, MathTier::Fast]),
                unchecked: self.flip(),
                tile: None,
                target: self.pick(&[None, Some(Backend::Cuda), Some(Backend::Ptx)]),
            },
            captures: vec![
                Capture::Type { name: self.name() },
                Capture::Const { name: self.name(), ty: None },
                Capture::Const { name: self.name(), ty: Some(self.ty(2)) },
                Capture::Function { name: self.name() },
            ],
            params: Vec::new(),
            result: self.ty(2),
            locals: Vec::new(),
            body: Block::default(),
        };
        for _ in 0..self.below(4) {
            let (name, ty) = (self.name(), self.ty(3));
            let id = function.add_local(name, ty, LocalKind::Param);
            function.params.push(id);
        }
        for _ in 0..4 {
            let kind = self.pick(&[LocalKind::Param, LocalKind::Let, LocalKind::Shared, LocalKind::Temp]);
            let (name, ty) = (self.name(), self.ty(3));
            function.add_local(name, ty, kind);
        }
        function.body = Block((0..12).map(|_| self.stmt_of(stmt)).collect());
        function
    }

    fn stmt_of(&mut self, stmt: &mut impl FnMut(&mut Self) -> StmtKind) -> Stmt {
        Stmt { kind: stmt(self), site: SiteId(self.below(20) as u32) }
    }

    fn name(&mut self) -> String {
        self.pick(&["x", "len", "if", "true", "", "_", "r#type", "größe", "a b", "x\"\\\n\u{1b}", "mut", "1"])
            .to_owned()
    }

    fn ty(&mut self, depth: u32) -> Type {
        let leaf = if depth == 0 { 5 } else { 8 };
        match self.below(leaf) {
            0 => Type::Unit,
            1 => Type::Scalar(self.pick(&Scalar::ALL)),
            2 => Type::Atomic(self.pick(&Scalar::ALL)),
            3 => Type::Capture(CaptureId(self.below(5) as u32)),
            4 => Type::Infer(self.below(5) as u32),
            5 => {
                let len = if self.flip() { Len::Const(self.below(5)) } else { Len::Capture(CaptureId(1)) };
                Type::Array(Box::new(self.ty(depth - 1)), len)
            }
            6 => Type::Slice { element: Box::new(self.ty(depth - 1)), mutable: self.flip() },
            _ => Type::Ref { target: Box::new(self.ty(depth - 1)), mutable: self.flip() },
        }
    }

    fn local(&mut self) -> LocalId {
        LocalId(self.below(10) as u32)
    }

    fn label(&mut self) -> LabelId {
        LabelId(self.below(3) as u32)
    }

    fn maybe_site(&mut self) -> Option<SiteId> {
        self.pick(&[None, Some(SiteId(3))])
    }

    fn block(&mut self, depth: u32) -> Block {
        Block(
            (0..self.below(4))
                .map(|_| self.stmt_of(&mut |random: &mut Self| random.stmt_kind(depth)))
                .collect(),
        )
    }

    fn stmt_kind(&mut self, depth: u32) -> StmtKind {
        let next = depth.saturating_sub(1);
        match self.below(if depth == 0 { 7 } else { 12 }) {
            0 => StmtKind::Let {
                local: self.local(),
                init: if self.flip() { Some(self.expr(3)) } else { None },
            },
            1 => {
                let op = if self.flip() { Some(self.pick(&BinOp::ALL)) } else { None };
                StmtKind::Assign { place: self.place(2), op, value: self.expr(3) }
            }
            2 => StmtKind::Eval(self.expr(4)),
            3 => StmtKind::Break(self.label()),
            4 => StmtKind::Continue(self.label()),
            5 => StmtKind::Return(if self.flip() { Some(self.expr(3)) } else { None }),
            6 => StmtKind::Fail {
                values: self.exprs(2),
                block: if self.flip() { Some(Box::new(self.expr(2))) } else { None },
            },
            7 => {
                StmtKind::If { condition: self.expr(2), then: self.block(next), otherwise: self.block(next) }
            }
            8 => StmtKind::Loop { label: self.label(), body: self.block(next) },
            9 => StmtKind::While { label: self.label(), condition: self.expr(2), body: self.block(next) },
            10 => StmtKind::For {
                label: self.label(),
                local: self.local(),
                start: self.expr(2),
                end: self.expr(2),
                inclusive: self.flip(),
                step: if self.flip() { Some(self.expr(2)) } else { None },
                reversed: self.flip(),
                unroll: self.pick(&[Unroll::Free, Unroll::Full, Unroll::Never]),
                body: self.block(next),
            },
            _ => StmtKind::Block { label: self.label(), body: self.block(next) },
        }
    }

    fn place(&mut self, depth: u32) -> Place {
        let steps = (0..if depth == 0 { 0 } else { self.below(3) })
            .map(|_| Step::Index {
                index: Box::new(self.expr(depth - 1)),
                check: self.pick(&[Check::Checked(SiteId(5)), Check::Proven, Check::Unchecked]),
            })
            .collect();
        Place { base: self.local(), steps, ty: self.ty(2) }
    }

    fn exprs(&mut self, depth: u32) -> Vec<Expr> {
        (0..self.below(4)).map(|_| self.expr(depth)).collect()
    }

    fn boxed(&mut self, depth: u32) -> Box<Expr> {
        Box::new(self.expr(depth))
    }

    fn expr(&mut self, depth: u32) -> Expr {
        let next = depth.saturating_sub(1);
        let kind = match self.below(if depth == 0 { 5 } else { 14 }) {
            0 => ExprKind::Literal(Literal::Bool(self.flip())),
            1 => ExprKind::Literal(Literal::Int(self.pick(&[0, -1, 7, i128::MIN, i128::MAX]))),
            2 => {
                let texts = [
                    "1.0", "-2.5e-7", "1e3", "1E+30", "1", "1.", ".5", "inf", "-inf", "NaN", "", "--1.0",
                    "1e", "\"",
                ];
                ExprKind::Literal(Literal::Float(FloatText(self.pick(&texts).to_owned())))
            }
            3 => ExprKind::Capture(CaptureId(self.below(6) as u32)),
            4 => ExprKind::Len(self.local()),
            5 | 6 => ExprKind::Load(self.place(next)),
            7 => ExprKind::Unary(self.pick(&[UnOp::Neg, UnOp::Not]), self.boxed(next)),
            8 => ExprKind::Binary {
                op: self.pick(&BinOp::ALL),
                lhs: self.boxed(next),
                rhs: self.boxed(next),
                site: self.maybe_site(),
            },
            9 => ExprKind::Cast(self.boxed(next)),
            10 => ExprKind::Select {
                condition: self.boxed(next),
                then: self.boxed(next),
                otherwise: self.boxed(next),
            },
            11 => {
                let callee = match self.below(4) {
                    0 => Callee::Function(FunctionId(self.below(5) as u32)),
                    1 => Callee::Method(self.name()),
                    2 => Callee::Assoc(self.ty(2), self.name()),
                    _ => Callee::Capture(CaptureId(self.below(5) as u32)),
                };
                ExprKind::Call { callee, args: self.exprs(next), site: self.maybe_site() }
            }
            12 if self.flip() => ExprKind::Array(self.exprs(next)),
            12 => ExprKind::Repeat(self.boxed(next)),
            _ => ExprKind::Ref(self.place(next)),
        };
        // Often the type that the parts tell, so that annotations are left out too.
        let ty = match &kind {
            ExprKind::Load(place) if self.flip() => place.ty.clone(),
            ExprKind::Unary(_, operand) if self.flip() => operand.ty.clone(),
            ExprKind::Binary { lhs, .. } if self.flip() => lhs.ty.clone(),
            ExprKind::Select { then, .. } if self.flip() => then.ty.clone(),
            _ => self.ty(2),
        };
        Expr::new(kind, ty)
    }
}
