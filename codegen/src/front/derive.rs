//! `#[derive(KernelType)]`: what kernels have to know of a struct or an enum.
//!
//! Takes the type as the user wrote it; guarantees impls that ask rustc for every size, offset and discriminant, or
//! complaints on the user's tokens about what no device memory holds; leaves types that only rustc knows to bounds
//! on the fields' types.

mod remote;
mod variants;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{Data, DataEnum, DataStruct, DeriveInput, GenericParam, Path, Token, WherePredicate};

use super::malformed::without_fields;
use super::report::{Report, spot};
use super::text::text_of;
use crate::diagnostic::Code;
use crate::ir::Scalar;

/// `#[derive(KernelType)] item`.
pub(super) fn derive(item: TokenStream, report: &mut Report) -> TokenStream {
    let (item, unread) = match syn::parse2::<DeriveInput>(item.clone()).and_then(named) {
        Ok(item) => (item, None),
        // What is wrong with it rustc has said.
        Err(error) => match without_fields(item) {
            Some(item) => (item, Some(error)),
            None => return TokenStream::new(),
        },
    };
    let attrs = Attributes::of(&item, report);
    if let Some(error) = unread {
        return refused(&item, &attrs.krate, &format!("K0120: Kiln cannot read `{}`: {error}", item.ident));
    }
    let impls = match &item.data {
        Data::Struct(data) => structure(&item, data, &attrs, report),
        Data::Enum(data) => enumeration(&item, data, &attrs, report),
        Data::Union(data) => {
            report.error(
                data.union_token.span,
                Code::KernelType,
                "a union cannot be used in kernels: which of its fields holds a value, nobody knows",
                "write a struct, and convert floats and their bits with `to_bits` and `from_bits`",
            );
            TokenStream::new()
        }
    };
    if report.is_empty() {
        // Where no field is a reference, something else of the type borrows.
        lifetimes(&item, report);
    }
    let remote = attrs.remote.as_ref().map(|path| remote::conversions(&item, path, &attrs.krate, report));
    if report.is_empty() {
        return quote!(#impls #remote);
    }
    refused(&item, &attrs.krate, "the type was refused")
}

/// Whether a type has the name of one that owns memory of the host.
fn owns_memory(ty: &syn::Type) -> bool {
    const OWNERS: [&str; 9] = ["Box", "Vec", "String", "Rc", "Arc", "Cow", "HashMap", "BTreeMap", "VecDeque"];
    match ty {
        syn::Type::Path(path) => {
            path.path.segments.last().is_some_and(|last| OWNERS.iter().any(|name| last.ident == name))
        }
        _ => false,
    }
}

/// Refuses fields named `_`, which syn reads and rustc does not.
fn named(item: DeriveInput) -> syn::Result<DeriveInput> {
    if let Data::Struct(data) = &item.data
        && let Some(name) =
            data.fields.iter().filter_map(|field| field.ident.as_ref()).find(|name| *name == "_")
    {
        return Err(syn::Error::new(name.span(), "a field needs a name, and `_` is none"));
    }
    Ok(item)
}

/// What stands for the impls of a type that was complained about, so that its uses in kernels are not wrong too. `why`
/// is what they say if the program is compiled all the same.
fn refused(item: &DeriveInput, krate: &Path, why: &str) -> TokenStream {
    if item.generics.lifetimes().next().is_some() {
        return TokenStream::new();
    }
    let private = quote!(#krate::__private);
    let name = &item.ident;
    let (impl_generics, ty_generics, where_clause) = item.generics.split_for_impl();
    let predicates = where_clause.map(|clause| clause.predicates.iter());
    let predicates: Vec<_> = predicates.into_iter().flatten().collect();
    // Where the type is not `Copy` either, the lifetime keeps rustc from asking for that here.
    let copied = quote!(for<'__kiln> Self: ::core::marker::Copy + ::core::marker::Send + ::core::marker::Sync + 'static);
    quote! {
        // SAFETY: the program does not compile.
        #[automatically_derived]
        unsafe impl #impl_generics #private::KernelType for #name #ty_generics where #copied #(, #predicates)* {
            const SCALAR: ::core::option::Option<#private::Scalar> = ::core::option::Option::None;
            const ZERO_IS_A_VALUE: bool = false;
            fn some() -> Self {
                ::core::panic!("{}", #why)
            }
        }
        #[automatically_derived]
        unsafe impl #impl_generics #krate::calls::Describe for #name #ty_generics where #copied #(, #predicates)* {
            fn describe() -> #private::Type {
                ::core::panic!("{}", #why)
            }
        }
        #[automatically_derived]
        unsafe impl #impl_generics #krate::calls::Constant for #name #ty_generics where #copied #(, #predicates)* {
            fn scalars(&self, _: &mut ::std::vec::Vec<u64>) {}
        }
        #[automatically_derived]
        impl #impl_generics #krate::calls::HasOperatorOfKernels for #name #ty_generics where #copied #(, #predicates)* {}
        #[automatically_derived]
        unsafe impl #impl_generics #private::SharedElement for #name #ty_generics where #copied #(, #predicates)* {
            fn on_host() -> Self {
                ::core::panic!("{}", #why)
            }
        }
    }
}

/// What the type's attributes say.
struct Attributes {
    krate: Path,
    /// The integer of `#[repr(u8)]` and its like.
    integer: Option<Scalar>,
    /// `#[repr(C)]`.
    repr_c: bool,
    /// Zeros are to be no value: `#[kiln(no_zeroed)]`.
    no_zeroed: bool,
    /// The type of another crate with the same fields: `#[kiln(remote = path)]`.
    remote: Option<Path>,
}

/// The most bytes that a value of kernels can be aligned to: as much as any allocation is.
const MOST_ALIGN: u64 = 256;

impl Attributes {
    fn of(item: &DeriveInput, report: &mut Report) -> Attributes {
        let mut found = Attributes {
            krate: syn::parse_quote!(::kiln),
            integer: None,
            repr_c: false,
            no_zeroed: false,
            remote: None,
        };
        for attr in &item.attrs {
            if attr.path().is_ident("kiln") {
                let parsed = attr.parse_nested_meta(|meta| {
                    if meta.path.is_ident("no_zeroed") {
                        found.no_zeroed = true;
                    } else if meta.path.is_ident("crate") {
                        found.krate = meta.value()?.parse()?;
                    } else if meta.path.is_ident("remote") {
                        found.remote = Some(meta.value()?.parse()?);
                    } else {
                        return Err(
                            meta.error("the arguments are `crate = path`, `no_zeroed` and `remote = path`")
                        );
                    }
                    Ok(())
                });
                if let Err(error) = parsed {
                    let help = "write `#[kiln(crate = path)]` where the crate `kiln` was renamed, `#[kiln(no_zeroed)]` where \
                                zeros are no value, and `#[kiln(remote = path)]` above the fields of another crate's struct";
                    report.error(error.span(), Code::Attribute, error.to_string(), help);
                }
            } else if attr.path().is_ident("repr") {
                let _ = attr.parse_nested_meta(|meta| {
                    let name = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
                    if name == "packed" {
                        report.error(
                            spot(attr),
                            Code::KernelType,
                            "a packed struct cannot be used in kernels: a GPU loads no number from an address that is not \
                             aligned for it",
                            "leave `packed` out; `repr(C)` keeps the order of the fields",
                        );
                    }
                    found.repr_c |= name == "C";
                    found.integer = found.integer.or(Scalar::from_name(&name));
                    // `packed(2)` and `align(16)`.
                    if meta.input.peek(syn::token::Paren) {
                        let inside;
                        syn::parenthesized!(inside in meta.input);
                        let bytes = inside.parse::<syn::LitInt>()?;
                        if name == "align" && bytes.base10_parse().is_ok_and(|bytes: u64| bytes > MOST_ALIGN) {
                            report.error(
                                bytes.span(),
                                Code::KernelType,
                                format!("values of kernels are aligned to at most {MOST_ALIGN} bytes, as device memory is"),
                                format!("write `align({MOST_ALIGN})`, or less"),
                            );
                        }
                    }
                    Ok(())
                });
            }
        }
        found
    }
}

fn lifetimes(item: &DeriveInput, report: &mut Report) {
    for param in &item.generics.params {
        match param {
            GenericParam::Lifetime(param) => report.error(
                spot(&param.lifetime),
                Code::KernelType,
                format!("`{}` borrows: device memory holds no reference to the host's", item.ident),
                "keep the values themselves in it, and pass slices as parameters of the kernel",
            ),
            GenericParam::Type(_) | GenericParam::Const(_) => {}
        }
    }
}

fn structure(item: &DeriveInput, data: &DataStruct, attrs: &Attributes, report: &mut Report) -> TokenStream {
    for field in &data.fields {
        field_type(&field.ty, report);
    }
    let krate = &attrs.krate;
    let private = quote!(#krate::__private);
    let (mut fields, mut types, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for (index, field) in data.fields.iter().enumerate() {
        let member = match &field.ident {
            Some(ident) => syn::Member::Named(ident.clone()),
            None => syn::Member::Unnamed(syn::Index { index: index as u32, span: Span::call_site() }),
        };
        let ty = &field.ty;
        let name = match &member {
            syn::Member::Named(ident) => ident.to_string().trim_start_matches("r#").to_owned(),
            syn::Member::Unnamed(index) => index.index.to_string(),
        };
        let span = first_span(ty);
        let offset = quote!(::core::mem::offset_of!(Self, #member));
        fields.push(quote_spanned!(span=> #private::derived::field::<#ty>(#name, #offset)));
        values.push(quote_spanned!(span=> #member: <#ty as #private::KernelType>::some()));
        types.push(ty);
    }
    let name = &item.ident;
    let zeros = types
        .iter()
        .map(|ty| quote_spanned!(first_span(ty)=> <#ty as #private::KernelType>::ZERO_IS_A_VALUE));
    let refusals =
        types.iter().map(|ty| quote_spanned!(first_span(ty)=> <#ty as #krate::calls::Describe>::refusal()));
    let partial = types
        .iter()
        .map(|ty| quote_spanned!(first_span(ty)=> <#ty as #krate::calls::Describe>::is_partial()));
    let computes =
        types.iter().map(|ty| quote_spanned!(first_span(ty)=> <#ty as #krate::calls::Describe>::computes()));
    let zeroed = !attrs.no_zeroed;
    let bounds = bounds(item, &types, krate);
    // The lifetime leaves it to uses in shared memory whether these hold.
    let clause = if bounds.is_empty() { quote!(where) } else { quote!(#bounds,) };
    let shared = quote! {
        #clause
        #(for<'__kiln> #types: #private::SharedElement,)*
        for<'__kiln> #private::ZeroIsAValue<#zeroed>: #private::Zeroed
    };
    let (impl_generics, ty_generics, _) = item.generics.split_for_impl();
    quote! {
        // SAFETY: sizes, alignments and offsets are rustc's, and each field's type is one that kernels know.
        #[automatically_derived]
        #[allow(trivial_bounds)]
        unsafe impl #impl_generics #private::KernelType for #name #ty_generics #bounds {
            const SCALAR: ::core::option::Option<#private::Scalar> = ::core::option::Option::None;
            const ZERO_IS_A_VALUE: bool = #zeroed #(&& #zeros)*;
            fn some() -> Self {
                Self { #(#values),* }
            }
        }
        #[automatically_derived]
        #[allow(trivial_bounds)]
        unsafe impl #impl_generics #krate::calls::Describe for #name #ty_generics #bounds {
            fn describe() -> #private::Type {
                #private::derived::structure::<Self>([#(#fields),*])
            }
            fn refusal() -> ::core::option::Option<::std::string::String> {
                #private::derived::first([#(#refusals),*])
            }
            fn computes() -> ::core::option::Option<::std::string::String> {
                #private::derived::first([#(#computes),*])
            }
            fn is_partial() -> bool {
                false #(|| #partial)*
            }
        }
        #[automatically_derived]
        #[allow(trivial_bounds)]
        unsafe impl #impl_generics #krate::calls::Constant for #name #ty_generics #bounds {
            fn scalars(&self, bits: &mut ::std::vec::Vec<u64>) {
                #private::derived::scalars_of(self, bits);
            }
        }
        #[automatically_derived]
        #[allow(trivial_bounds)]
        unsafe impl #impl_generics #private::SharedElement for #name #ty_generics #shared {
            fn on_host() -> Self {
                Self { #(#values),* }
            }
        }
    }
}

fn enumeration(item: &DeriveInput, data: &DataEnum, attrs: &Attributes, report: &mut Report) -> TokenStream {
    let name = &item.ident;
    if data.variants.iter().any(|variant| !variant.fields.is_empty()) {
        return variants::enumeration(item, data, attrs, report);
    }
    if let Some(param) =
        item.generics.params.first().filter(|param| !matches!(param, GenericParam::Lifetime(_)))
    {
        let help = "write the enum without parameters";
        report.error(
            spot(param),
            Code::KernelType,
            "an enum without fields is one integer, and has no parameters",
            help,
        );
    }
    let first = match data.variants.first() {
        Some(first) if attrs.integer.is_some() || data.variants.len() > 1 => &first.ident,
        Some(_) => {
            report.error(
                name.span(),
                Code::KernelType,
                format!("`{name}` has one variant, which takes no memory"),
                "write `#[repr(u8)]` above it, or leave the enum out",
            );
            return TokenStream::new();
        }
        None => {
            let message = format!("`{name}` has no variants, so that no value of it exists");
            report.error(name.span(), Code::KernelType, message, "give it variants");
            return TokenStream::new();
        }
    };
    let krate = &attrs.krate;
    let private = quote!(#krate::__private);
    let variants: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
    let signed = match attrs.integer {
        Some(scalar) => scalar.is_signed_int().to_token_stream(),
        None => quote!(#((Self::#variants {} as i128) < 0)||*),
    };
    let (text, zeroed) = (name.to_string(), !attrs.no_zeroed);
    quote! {
        // SAFETY: the enum is the integer of its size, which `lies_as` asserts of every variant.
        #[automatically_derived]
        unsafe impl #private::KernelType for #name {
            const SCALAR: ::core::option::Option<#private::Scalar> = ::core::option::Option::Some(
                #private::derived::enum_scalar(::core::mem::size_of::<Self>(), #signed)
            );
            const ZERO_IS_A_VALUE: bool = #zeroed && (#((Self::#variants {} as i128) == 0)||*);
            fn some() -> Self {
                Self::#first {}
            }
        }
        const _: () = { #(#private::derived::lies_as(#name::#variants {}, #name::#variants {} as i128);)* };
        #[automatically_derived]
        unsafe impl #krate::calls::Describe for #name {
            fn describe() -> #private::Type {
                match <Self as #private::KernelType>::SCALAR {
                    ::core::option::Option::Some(scalar) => #private::Type::Scalar(scalar),
                    ::core::option::Option::None => #private::Type::Unit,
                }
            }
            fn refusal() -> ::core::option::Option<::std::string::String> {
                #[allow(unused_imports)]
                use #private::derived::Without as _;
                let of = #private::derived::Operators::<#name>::of();
                let variants = [#((Self::#variants {}, Self::#variants {} as i128)),*];
                let adds_up = [
                    of.sum(), of.product(), of.sum_of_references(), of.product_of_references(),
                ];
                #private::derived::disagreement(#text, &variants, of.equal(), of.compare(), &adds_up)
            }
            fn computes() -> ::core::option::Option<::std::string::String> {
                #[allow(unused_imports)]
                use #private::derived::Without as _;
                let of = #private::derived::Operators::<#name>::of();
                let operators = [
                    of.add(), of.sub(), of.mul(), of.div(), of.rem(), of.and(), of.or(), of.xor(), of.shl(), of.shr(),
                    of.neg(), of.not(),
                ];
                #private::derived::computes(#text, &operators)
            }
            fn is_partial() -> bool {
                true
            }
        }
        #[automatically_derived]
        unsafe impl #krate::calls::Constant for #name {
            fn scalars(&self, bits: &mut ::std::vec::Vec<u64>) {
                #private::derived::scalars_of(self, bits);
            }
        }
        #[automatically_derived]
        impl #krate::calls::HasOperatorOfKernels for #name {}
        #[automatically_derived]
        unsafe impl #private::SharedElement for #name
        where
            for<'__kiln> #private::ZeroIsAValue<{ <#name as #private::KernelType>::ZERO_IS_A_VALUE }>: #private::Zeroed
        {
            fn on_host() -> Self {
                Self::#first {}
            }
        }
    }
}

/// Says of the fields that they are of types that kernels know, once for all that the impls make of it: an error
/// here is the only one about the field.
fn bounds(item: &DeriveInput, types: &[&syn::Type], krate: &Path) -> TokenStream {
    let parameters: Vec<_> = item.generics.type_params().map(|param| &param.ident).collect();
    let mut predicates: Punctuated<WherePredicate, Token![,]> = match &item.generics.where_clause {
        Some(clause) => clause.predicates.clone(),
        None => Punctuated::new(),
    };
    if !parameters.is_empty() {
        predicates.push(syn::parse_quote! {
            Self: ::core::marker::Copy + ::core::marker::Send + ::core::marker::Sync + 'static
        });
    }
    let mut said: Vec<String> = Vec::new();
    for ty in types {
        let text = ty.to_token_stream().to_string();
        let known = matches!(ty, syn::Type::Path(path) if path.path.get_ident().is_some_and(is_scalar));
        if !known && !said.contains(&text) {
            let span = first_span(ty);
            // Rustc points at the bound, so that the bound stands where the field's type does.
            let known = quote!(#krate::__private::KernelType).into_iter().map(|mut token| {
                token.set_span(span);
                token
            });
            let known: TokenStream = known.collect();
            let bound = quote_spanned!(span=> #ty: #known);
            predicates.extend(syn::parse2::<WherePredicate>(bound));
            said.push(text);
        }
    }
    if predicates.is_empty() { TokenStream::new() } else { quote!(where #predicates) }
}

/// Whether a name is that of a scalar, of which nothing has to be said.
pub(super) fn is_scalar(name: &syn::Ident) -> bool {
    Scalar::from_name(&name.to_string()).is_some()
}

fn first_span(ty: &syn::Type) -> Span {
    ty.to_token_stream().into_iter().next().map_or_else(Span::call_site, |token| token.span())
}

/// Complains about what the tokens already say is no field of device memory.
fn field_type(ty: &syn::Type, report: &mut Report) {
    const VALUES: &str =
        "fields are numbers, `bool`, fixed arrays, and structs and enums with `#[derive(KernelType)]`";
    let (message, help) = match ty {
        syn::Type::Paren(inner) => return field_type(&inner.elem, report),
        syn::Type::Group(inner) => return field_type(&inner.elem, report),
        syn::Type::Array(array) => return field_type(&array.elem, report),
        syn::Type::Reference(_) => (
            "is a reference: device memory holds none to the host's",
            "keep the value itself, or pass the slice as a parameter of the kernel",
        ),
        syn::Type::Ptr(_) => ("is a pointer, which means nothing on a device", "keep an index in its place"),
        syn::Type::Slice(_) => ("has no size of its own", "write a fixed array, `[f32; 4]`"),
        syn::Type::Tuple(_) => (
            "is a tuple, whose layout Rust does not promise",
            "write a struct with `#[derive(Clone, Copy, KernelType)]`, or a field for each part",
        ),
        syn::Type::FnPtr(_) => ("is a function pointer, which means nothing on a device", VALUES),
        syn::Type::TraitObject(_) | syn::Type::ImplTrait(_) => ("is no one type", VALUES),
        syn::Type::Path(path) => {
            let Some(last) = path.path.segments.last().filter(|_| path.qself.is_none()) else { return };
            match last.ident.to_string().as_str() {
                _ if owns_memory(ty) => (
                    "owns memory of the host",
                    "write a fixed array, or pass a slice as a parameter of the kernel",
                ),
                "Option" | "Result" => (
                    "has a layout that Rust does not define",
                    "write an enum of your own with `#[repr(C)]`, or a `bool` beside the value",
                ),
                "u128" | "i128" => (
                    "does not exist on a GPU",
                    "write `kiln::wide::U128` or `I128`, which are pairs of words",
                ),
                "f128" => (
                    "does not exist on a GPU",
                    "floats have up to 64 bits here: `f16`, `bf16`, `f32` and `f64`",
                ),
                "char" => ("does not exist on a GPU", "write `u8` for a byte, `u32` for a code point"),
                "str" | "Cell" | "RefCell" | "Mutex" | "RwLock" => ("does not exist on a GPU", VALUES),
                name if name.starts_with("Atomic") => (
                    "is an atomic, which a kernel takes in a slice of its own",
                    "take `counters: &[AtomicU32]` as a parameter of the kernel",
                ),
                _ => return,
            }
        }
        _ => return,
    };
    report.error(spot(ty), Code::KernelType, format!("`{}` {message}", text_of(ty)), help);
}
