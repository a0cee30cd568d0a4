//! The macros of Kiln. Use them through the crate `kiln`; everything is documented there.

use proc_macro::TokenStream;

/// Makes a GPU kernel of a function. See `kiln::kernel`.
#[proc_macro_attribute]
pub fn kernel(attr: TokenStream, item: TokenStream) -> TokenStream {
    kiln_codegen::front::kernel(attr.into(), item.into()).into()
}

/// Makes a function callable from kernels, and leaves it callable on the host. See `kiln::device`.
#[proc_macro_attribute]
pub fn device(attr: TokenStream, item: TokenStream) -> TokenStream {
    kiln_codegen::front::device(attr.into(), item.into()).into()
}

/// Profiles the calls of a function. See `kiln::profile`.
#[proc_macro_attribute]
pub fn profile(attr: TokenStream, item: TokenStream) -> TokenStream {
    kiln_codegen::front::profile(attr.into(), &item.into()).into()
}

/// Makes a struct or C-like enum a value of kernels. See `kiln::KernelType`.
#[proc_macro_derive(KernelType, attributes(kiln))]
pub fn derive_kernel_type(item: TokenStream) -> TokenStream {
    kiln_codegen::front::derive_kernel_type(item.into()).into()
}
