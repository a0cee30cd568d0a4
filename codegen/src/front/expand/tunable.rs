//! The launcher's half of `tune(..)`: the space as a static, and the instances among which a launch chooses.
//!
//! Takes a space that `front::tune` has accepted; guarantees one instance for each combination of const parameters that
//! `where` leaves. rustc evaluates `where`, in constants: so it may name whatever a constant may, and rustc compiles no
//! instance that it excludes.

use proc_macro2::{Delimiter, Group, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Ident;

use super::{Pieces, fn_marker};
use crate::front::report::{Spot, spot};
use crate::front::tune::{Axis, Kind, MOST_INSTANCES, Tune};

/// The attributes of the items.
fn allowed() -> TokenStream {
    quote!(#[doc(hidden)] #[allow(non_snake_case, non_upper_case_globals, unused_variables, clippy::all, clippy::pedantic)])
}

impl Pieces<'_> {
    fn tune_name(&self, what: &str) -> Ident {
        format_ident!("__kiln_tune_{what}_{}", self.name, span = Span::call_site())
    }

    /// The items beside the launcher.
    pub(super) fn tuning(&self, tune: &Tune) -> TokenStream {
        let (krate, handle) = (self.krate, self.handle());
        let private = quote!(#krate::__private);
        let [accepts, has_any, space] = ["accepts", "has_any", "space"].map(|what| self.tune_name(what));
        let names: Vec<&Ident> = tune.axes.iter().map(|axis| &axis.name).collect();
        let (consts, hints): (Vec<&Axis>, Vec<&Axis>) =
            tune.axes.iter().partition(|axis| axis.kind == Kind::Const);
        let condition = tune.condition.as_ref().map_or_else(|| quote!(true), ToTokens::to_token_stream);
        // Whether any of the hints go with these constants.
        let mut any = quote!(if #accepts(#(#names),*) { return true; });
        for Axis { name, values, .. } in hints {
            any = quote! {
                {
                    let values: &[usize] = &[#(#values),*];
                    let mut at = 0;
                    while at < values.len() {
                        let #name = values[at];
                        #any
                        at += 1;
                    }
                }
            };
        }
        let const_names = consts.iter().map(|axis| &axis.name);
        let axes = tune.axes.iter().map(|Axis { name, values, default, kind, .. }| {
            let (name, kind) = (name.to_string(), format_ident!("{kind:?}"));
            quote! {
                #private::TuneAxis { name: #name, kind: #private::TuneKnob::#kind, values: &[#(#values),*], default: #default }
            }
        });
        let values: Vec<Ident> = (0..names.len()).map(|number| format_ident!("value{number}")).collect();
        let checks = tune.condition.is_some().then(|| self.checks(tune));
        let allowed = allowed();
        quote! {
            #allowed
            const fn #accepts(#(#names: usize),*) -> bool { #condition }
            #allowed
            const fn #has_any(#(#const_names: usize),*) -> bool { #any false }
            #checks
            #allowed
            static #space: #private::Tuning = #private::Tuning::new(&#handle, &[#(#axes),*], |values| match *values {
                [#(#values),*] => #accepts(#(#values),*),
                _ => false,
            });
        }
    }

    /// Constants that fail if `where` leaves nothing, too much, or no default.
    fn checks(&self, tune: &Tune) -> TokenStream {
        let [accepts, has_any] = ["accepts", "has_any"].map(|what| self.tune_name(what));
        let each = combinations(tune);
        let each = each.iter().map(|values| quote!(#has_any(#(#values),*) as usize));
        let default = tune.axes.iter().map(|axis| axis.values.get(axis.default));
        let too_many = format!(
            "`where` leaves more than {MOST_INSTANCES} combinations of the const parameters, each an instance that rustc \
             compiles"
        );
        let [none, too_many, excluded] =
            ["`where` leaves no combination", &too_many, "`where` excludes the default"]
                .map(|text| panic_at(tune, text));
        quote! {
            const _: () = {
                let instances = 0 #(+ #each)*;
                if instances == 0 {
                    #none
                }
                if instances > #MOST_INSTANCES {
                    #too_many
                }
                if !#accepts(#(#default),*) {
                    #excluded
                }
            };
        }
    }

    /// The launch with its instances.
    pub(super) fn tunable(&self, tune: &Tune, args: &[TokenStream]) -> TokenStream {
        let (krate, name, space, has_any) =
            (self.krate, &self.name, self.tune_name("space"), self.tune_name("has_any"));
        let consts: Vec<&Axis> = tune.axes.iter().filter(|axis| axis.kind == Kind::Const).collect();
        let instances = combinations(tune).into_iter().map(|values| {
            if !self.open {
                return quote!(::core::option::Option::None);
            }
            let params = self.generics.params.iter().map(|param| {
                let place =
                    tune.axis_of(param).and_then(|axis| consts.iter().position(|it| it.name == axis.name));
                match place {
                    Some(place) => {
                        let value = proc_macro2::Literal::usize_unsuffixed(values[place]);
                        quote!(#value)
                    }
                    None => fn_marker::argument(param),
                }
            });
            let describe = quote!(#name::<#(#params),*>::__kiln_describe);
            quote! {
                if #has_any(#(#values),*) {
                    let describe: fn() -> ::std::vec::Vec<#krate::__private::Answer> = #describe;
                    ::core::option::Option::Some(describe)
                } else {
                    ::core::option::Option::None
                }
            }
        });
        quote! {
            let instances: &'static [#krate::__private::TuneInstance] = const { &[#(#instances),*] };
            // SAFETY: the arguments are the kernel's parameters in order, the instances are its own, and a caller of an
            // `unsafe fn` vouches for the rest.
            unsafe { #krate::tune::TunableLaunch::new(&#space, instances, [#(#args),*]) }
        }
    }
}

/// A panic in a constant, which rustc reports from the first to the last token of `where`.
fn panic_at(tune: &Tune, text: &str) -> TokenStream {
    let Spot { start, end } = spot(&tune.condition);
    let panic = quote_spanned!(start=> ::core::panic!);
    let mut text = Group::new(Delimiter::Parenthesis, quote!(#text));
    text.set_span(end);
    quote!(#panic #text;)
}

/// The product of the const parameters' values, the last one changing fastest.
fn combinations(tune: &Tune) -> Vec<Vec<usize>> {
    let consts = tune.axes.iter().filter(|axis| axis.kind == Kind::Const);
    consts.fold(vec![Vec::new()], |all, axis| {
        let with = |values: &Vec<usize>| {
            let values = values.clone();
            axis.values.iter().map(move |value| values.iter().copied().chain([*value]).collect())
        };
        all.iter().flat_map(with).collect()
    })
}
