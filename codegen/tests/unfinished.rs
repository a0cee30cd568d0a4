//! Kernels and device functions whose bodies do not parse: the launcher and the type of the kernel's name are there
//! with the user's parameters, and Kiln reports nothing that rustc reports. What rust-analyzer sees is another
//! expansion, which `cargo xtask editor` checks.
#![cfg(feature = "front")]

use kiln_codegen::front;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Bodies that are no Rust, as they stand while they are written.
const UNPARSED: &[&str] = &[
    "x.",
    "let i = global_id(); x[i].",
    "let i = global_id() x[i] = a;",
    "let i = ;",
    "let",
    "let i: = 3;",
    "x[i] = a.max(1.0, ;);",
    "x[] = a; x[i = a];",
    "if i < x.len()",
    "if i < x.len() else { x[0] = a; }",
    "if { x[0] = a; }",
    "for i in { }",
    "for in 0..3 { }",
    "while { } }",
    "match a { 0 => , }",
    "x[0] = a +",
    "x[0] = a + ;",
    "x[0] == = a;",
    "x[0] = helper(a,, 1);",
    "x[0] = shared::<[f32; >();",
    "fn",
    "x[0] = a as;",
    "'a",
    "loop { break 'a a a }",
    "#[allow(x)]",
    ". . .",
    "x[0] = 1.0.0.0 a;",
];

fn expand(source: &str) -> TokenStream {
    front::kernel(TokenStream::new(), source.parse().unwrap())
}

/// Tokens without the inside of the one group that holds `inside`.
fn emptied(tokens: TokenStream, inside: &str, times: &mut usize) -> TokenStream {
    let empty = |token| match token {
        TokenTree::Group(group) if group.stream().to_string() == inside => {
            *times += 1;
            TokenTree::Group(Group::new(Delimiter::Brace, TokenStream::new()))
        }
        TokenTree::Group(group) => {
            TokenTree::Group(Group::new(group.delimiter(), emptied(group.stream(), inside, times)))
        }
        other => other,
    };
    tokens.into_iter().map(empty).collect()
}

/// The function of this name among the items of an expansion.
fn function(file: &syn::File, name: &str) -> Option<String> {
    file.items.iter().find_map(|item| match item {
        syn::Item::Fn(item) if item.sig.ident == name => {
            let sig = &item.sig;
            Some(quote::quote!(#sig).to_string())
        }
        _ => None,
    })
}

#[test]
fn the_launcher_outlives_a_body_that_is_not_rust() {
    for body in UNPARSED {
        let source =
            format!("pub fn dots<T: Num>(a: T, n: u32, x: &mut [T], later: &[AtomicU32]) {{ {body} }}");
        let Ok(item) = source.parse::<TokenStream>() else { continue };
        assert!(syn::parse2::<syn::ItemFn>(item).is_err(), "this is Rust: {body}");
        let expansion = expand(&source);
        assert!(!expansion.to_string().contains("compile_error"), "{body}: rustc says what is wrong");
        let file: syn::File = syn::parse2(expansion).unwrap_or_else(|error| panic!("{body}: {error}"));
        let launcher = function(&file, "dots").expect("a launcher");
        for part in
            ["a : T", "n : u32", "AsSliceMut < 'kiln , T >", "later : impl", "Launch < 'kiln , 4usize >"]
        {
            assert!(launcher.contains(part), "{body}: {part} in {launcher}");
        }
        let is_type = |item: &syn::Item| matches!(item, syn::Item::Enum(item) if item.ident == "dots");
        assert!(file.items.iter().any(is_type), "{body}");
    }
}

#[test]
fn the_signature_s_own_mistakes_are_told_though_the_body_is_not_rust() {
    let expansion = expand("fn dots(v: Vec<f32>, x: &mut [f32]) -> u32 { x. }").to_string();
    assert_eq!(expansion.matches("compile_error").count(), 2, "{expansion}");
    assert!(expansion.contains("K0105: `Vec`") && expansion.contains("K0108"), "{expansion}");
    // What is passed for the refused parameter is not to be wrong as well.
    assert!(expansion.contains("v : impl :: core :: marker :: Sized"), "{expansion}");
    assert!(expansion.contains("x : impl :: kiln :: __private :: AsSliceMut"), "{expansion}");
}

#[test]
fn a_device_function_keeps_its_body_and_its_type() {
    let expansion =
        front::device(TokenStream::new(), "fn twice(x: f32) -> f32 { 2.0 * }".parse().unwrap()).to_string();
    assert!(expansion.contains("fn twice (x : f32) -> f32 { 2.0 * }"), "{expansion}");
    assert!(expansion.contains("enum twice") && expansion.contains("call_with_generics"), "{expansion}");
    assert!(!expansion.contains("compile_error"), "{expansion}");
}

#[test]
fn a_refused_body_leaves_the_parameters_as_they_are() {
    // Two mistakes of which Kiln tells: the parameters are right, and their names and types stay.
    let expansion = expand("fn f(a: f32, x: &mut [f32]) { let s = \"text\"; let t = async { 1 }; }");
    let file: syn::File = syn::parse2(expansion.clone()).unwrap();
    assert_eq!(expansion.to_string().matches("compile_error").count(), 2);
    let launcher = function(&file, "f").expect("a launcher");
    assert!(launcher.contains("a : f32") && launcher.contains("AsSliceMut < 'kiln , f32 >"), "{launcher}");
}

#[test]
fn the_other_methods_outlive_one_that_is_not_rust() {
    let source = "impl Point { fn x(&self) -> f32 { self. } fn y(&self) -> f32 { self.y } }";
    let expansion = front::device(TokenStream::new(), source.parse().unwrap());
    let mut times = 0;
    let rest = emptied(expansion.clone(), &"self.".parse::<TokenStream>().unwrap().to_string(), &mut times);
    assert_eq!(times, 1, "an editor completes names in the body: {expansion}");
    assert!(syn::parse2::<syn::File>(rest).is_ok());
    let expansion = expansion.to_string();
    assert!(!expansion.contains("compile_error"), "rustc says what is wrong: {expansion}");
    assert!(expansion.contains("fn x") && expansion.contains("self . y"), "{expansion}");
}

#[test]
fn the_launcher_of_a_tile_kernel_outlives_its_body_too() {
    for body in [
        "let i = tile_id(0); x.",
        "let i = ",
        "y.store(tile_id(0), x.load::<8>(",
        "x.load::<",
        "mma(a, b, );,",
    ] {
        let source = format!(
            "pub fn dots<const N: usize>(n: u32, x: &Tensor1<f32>, y: &mut Tensor2<f16>) {{ {body} }}"
        );
        // Tokens whose brackets do not close reach no macro.
        let Ok(item) = source.parse::<TokenStream>() else { continue };
        let expansion = front::kernel("tile".parse().unwrap(), item);
        assert!(!expansion.to_string().contains("compile_error"), "{body}: rustc says what is wrong");
        let file: syn::File = syn::parse2(expansion).unwrap_or_else(|error| panic!("{body}: {error}"));
        let launcher = function(&file, "dots").expect("a launcher");
        for part in ["n : u32", "x : impl", "y : impl", "f16", "const N : usize", "Launch < 'kiln , 3usize >"]
        {
            assert!(launcher.contains(part), "{body}: {part} in {launcher}");
        }
        let is_type = |item: &syn::Item| matches!(item, syn::Item::Enum(item) if item.ident == "dots");
        assert!(file.items.iter().any(is_type), "{body}");
    }
}

#[test]
fn the_other_methods_of_a_trait_and_of_its_impl_outlive_one_that_is_not_rust() {
    for source in [
        "impl Shape for Point { fn x(&self) -> f32 { let x = ; } fn y(&self) -> f32 { self.y } }",
        "impl<T: Num> Shape for Pair<T> { fn x(&self) -> f32 { self. } fn y(&self) -> f32 { self.y } }",
        "trait Shape { fn x(&self) -> f32 { self. } fn y(&self) -> f32 { self.x().y } fn z(&self) -> f32; }",
    ] {
        let expansion = front::device(TokenStream::new(), source.parse().unwrap());
        assert!(syn::parse2::<syn::File>(emptied_bodies(expansion.clone())).is_ok(), "{source}: {expansion}");
        let expansion = expansion.to_string();
        assert!(!expansion.contains("compile_error"), "{source}: rustc says what is wrong: {expansion}");
        assert!(expansion.contains("fn x") && expansion.contains("fn y"), "{source}: {expansion}");
    }
}

/// Tokens whose braces that are no Rust are empty.
fn emptied_bodies(tokens: TokenStream) -> TokenStream {
    let mut times = 0;
    let tokens = emptied(tokens, &"let x = ;".parse::<TokenStream>().unwrap().to_string(), &mut times);
    emptied(tokens, &"self.".parse::<TokenStream>().unwrap().to_string(), &mut times)
}

#[test]
fn what_is_no_function_is_left_for_rustc() {
    for item in ["struct S;", "fn f(x: &mut [f32]);"] {
        let expansion = expand(item).to_string();
        assert_eq!(expansion.matches("compile_error").count(), 1, "{item}: {expansion}");
        assert!(expansion.contains("K0102"), "{item}: {expansion}");
    }
    // What is no item rustc does not take, whoever else says so.
    for item in ["", "x", "{ }", "fnn f() {}", "fn (x: u32) {}", "fn fn f() {}"] {
        assert_eq!(expand(item).to_string(), item.parse::<TokenStream>().unwrap().to_string());
    }
}

#[test]
fn a_method_whose_body_cannot_be_read_keeps_it() {
    for item in [
        "impl Point { fn x(&self) -> f32 { core::memswap ::(self) } }",
        "impl Add for Point { fn add(self, other: Point) -> Point { core::memswap ::(other) } }",
        "trait Shape { fn x(&self) -> f32 { core::memswap ::(self) } }",
    ] {
        let expansion = front::device(TokenStream::new(), item.parse().unwrap()).to_string();
        assert!(expansion.contains("memswap"), "{item}: rustc is to see the user's body: {expansion}");
    }
}

#[test]
fn a_signature_that_does_not_parse_is_left_to_rustc() {
    for item in [
        "fn f(x: ) {}",
        "fn f(x: &[f32] y: &mut [f32]) { y[0] = x[0]; }",
        "pub fn f<T: Num>(x T, 1) -> T { x }",
        "impl Point { fn x(&self by: f32) -> f32 { self.x } fn y(&self) -> f32 { self.y } }",
        "trait Shape { x(&self) -> f32 { 1.0 } fn y(&self) -> f32; }",
    ] {
        let tokens: TokenStream = item.parse().unwrap();
        let expansion = front::device(TokenStream::new(), tokens.clone());
        assert_eq!(expansion.to_string(), tokens.to_string());
    }
}
