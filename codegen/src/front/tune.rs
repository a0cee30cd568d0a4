//! `tune(..)`: the space of a kernel that is tuned where it is defined.
//!
//! Takes the argument's tokens and the kernel; guarantees axes that are const parameters or hints of the kernel, each
//! with a default among its values. What `where` says is rustc's to evaluate (see `expand::tunable`).

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, FnArg, GenericParam, ItemFn, LitInt, Token};

use super::report::{Report, spot};
use super::text::text_of;
use crate::diagnostic::Code;
use crate::ir::{Attrs, Scalar, TileAttrs};

pub(super) const FORM: &str = "write `tune(BM = [64, 128], warps = [4, 8], where(BM * warps <= 512), default(BM = 64, warps = 4))`; \
                    `where` and `default` may be left out";

/// The most combinations of a space.
const MOST: usize = 4096;

/// What a value has to be.
const NO_VALUE: &str = "a value to try is a number from 0 on";
/// The most instances, each of which rustc compiles.
pub(super) const MOST_INSTANCES: usize = 256;

/// A space: its axes, and the condition under which a combination belongs to it.
pub(super) struct Tune {
    pub(super) axes: Vec<Axis>,
    pub(super) condition: Option<Expr>,
    defaults: Vec<(Ident, LitInt)>,
    name: Ident,
}

pub(super) struct Axis {
    pub(super) name: Ident,
    pub(super) values: Vec<usize>,
    /// The number of the default among the values.
    pub(super) default: usize,
    pub(super) kind: Kind,
    tokens: Vec<LitInt>,
}

/// What an axis is, as the runtime calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Const,
    Warps,
    Stages,
    Order,
    Block,
}

enum Item {
    Axis(Ident, Vec<LitInt>),
    Condition(Expr),
    Defaults(Vec<(Ident, LitInt)>),
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Item> {
        let name = input.call(Ident::parse_any)?;
        let content;
        if name == "where" {
            syn::parenthesized!(content in input);
            return content.parse().map(Item::Condition);
        }
        if name == "default" {
            syn::parenthesized!(content in input);
            let default = |input: ParseStream<'_>| {
                let name = input.parse()?;
                input.parse::<Token![=]>()?;
                Ok((name, input.parse()?))
            };
            let defaults = content.parse_terminated(default, Token![,])?;
            return Ok(Item::Defaults(defaults.into_iter().collect()));
        }
        input.parse::<Token![=]>()?;
        syn::bracketed!(content in input);
        let values = Punctuated::<LitInt, Token![,]>::parse_terminated(&content)?;
        Ok(Item::Axis(name, values.into_iter().collect()))
    }
}

/// Reads what stands in the parentheses behind `name`.
pub(super) fn parse(name: &Ident, tokens: TokenStream, report: &mut Report) -> Option<Tune> {
    let mut tune = Tune { axes: Vec::new(), condition: None, defaults: Vec::new(), name: name.clone() };
    let items = match Punctuated::<Item, Token![,]>::parse_terminated.parse2(tokens) {
        Ok(items) => items,
        Err(error) => {
            report.error(error.span(), Code::Attribute, format!("`tune` cannot be read: {error}"), FORM);
            return None;
        }
    };
    for item in items {
        match item {
            Item::Axis(name, tokens) => {
                tune.axes.push(Axis { name, values: Vec::new(), default: 0, kind: Kind::Const, tokens });
            }
            Item::Condition(condition) => tune.condition = Some(condition),
            Item::Defaults(defaults) => tune.defaults.extend(defaults),
        }
    }
    if tune.axes.is_empty() {
        report.error(spot(name), Code::Attribute, "`tune` lists nothing to choose from", FORM);
    }
    Some(tune)
}

impl Tune {
    /// The axis that is a const parameter.
    pub(super) fn axis_of(&self, param: &GenericParam) -> Option<&Axis> {
        let GenericParam::Const(param) = param else { return None };
        self.axes.iter().find(|axis| axis.kind == Kind::Const && axis.name == param.ident)
    }

    /// Compares the space with the kernel that it is for.
    pub(super) fn resolve(&mut self, item: &ItemFn, attrs: &Attrs, report: &mut Report) {
        let before = report.len();
        self.resolve_axes(item, attrs, report);
        self.resolve_defaults(report);
        if report.len() > before {
            return;
        }
        let count = |is: &dyn Fn(&Axis) -> bool| {
            let lens = self.axes.iter().filter(|axis| is(axis)).map(|axis| axis.values.len());
            lens.fold(1usize, usize::saturating_mul)
        };
        let (all, instances) = (count(&|_| true), count(&|axis| axis.kind == Kind::Const));
        let help = "list fewer values";
        if all > MOST {
            let message = format!("`tune` lists {all} combinations, and at most {MOST} can be searched");
            report.error(spot(&self.name), Code::Attribute, message, help);
        } else if self.condition.is_none() && instances > MOST_INSTANCES {
            let message = format!(
                "the const parameters have {instances} combinations, each an instance that rustc compiles, and at most \
                 {MOST_INSTANCES} are possible"
            );
            report.error(
                spot(&self.name),
                Code::Attribute,
                message,
                "list fewer values, or add a `where(..)`",
            );
        }
    }

    fn resolve_axes(&mut self, item: &ItemFn, attrs: &Attrs, report: &mut Report) {
        let consts: Vec<&syn::ConstParam> = item.sig.generics.const_params().collect();
        let hints: &[_] = match attrs.tile {
            Some(_) => &[("warps", Kind::Warps), ("stages", Kind::Stages), ("order", Kind::Order)],
            None => &[("block", Kind::Block)],
        };
        let mut seen: Vec<&Ident> = Vec::new();
        for Axis { name, values, kind, tokens, .. } in &mut self.axes {
            if seen.contains(&&*name) {
                report.error(spot(name), Code::Attribute, format!("`{name}` is listed twice"), "");
            }
            seen.push(name);
            let param = consts.iter().find(|param| param.ident == *name);
            if let Some(param) = param {
                let ty = text_of(&param.ty);
                if !Scalar::from_name(&ty).is_some_and(Scalar::is_int) {
                    let message = format!("`{name}` is a `{ty}`, and `tune` chooses among integers");
                    report.error(
                        spot(name),
                        Code::Attribute,
                        message,
                        "leave it out; a launch then names it",
                    );
                }
            } else if let Some((_, hint)) = hints.iter().find(|(hint, _)| name == hint) {
                *kind = *hint;
            } else {
                let sort = if attrs.tile.is_some() { "tile kernel" } else { "kernel of threads" };
                let names = consts.iter().map(|param| param.ident.to_string());
                let names: Vec<_> = names.chain(hints.iter().map(|(name, _)| (*name).to_owned())).collect();
                report.error(
                    spot(name),
                    Code::Attribute,
                    format!(
                        "`{name}` is no const parameter of `{}`, and no hint of a {sort}",
                        item.sig.ident
                    ),
                    format!("what can be tuned is `{}`", names.join("`, `")),
                );
            }
            if tokens.is_empty() {
                let help = format!("list those to try: `{name} = [64, 128]`");
                report.error(spot(name), Code::Attribute, format!("`{name}` has no values"), help);
            }
            for token in &*tokens {
                let parsed = token.base10_parse::<usize>();
                let value = match parsed.map_err(|_| NO_VALUE.to_owned()).and_then(|value| fits(*kind, value))
                {
                    Ok(value) => value,
                    Err(message) => {
                        report.error(spot(token), Code::Attribute, message, "");
                        continue;
                    }
                };
                if values.contains(&value) {
                    report.error(spot(token), Code::Attribute, format!("`{name}` lists {value} twice"), "");
                }
                values.push(value);
            }
        }
        let own = attrs.tile.unwrap_or(TileAttrs::NONE);
        let mut in_types = Vec::new();
        for Axis { name, kind, .. } in &self.axes {
            let is_said = match kind {
                Kind::Const => false,
                Kind::Warps => own.warps.is_some(),
                Kind::Stages => own.stages.is_some(),
                Kind::Order => own.order.is_some(),
                Kind::Block => attrs.block.is_some(),
            };
            if is_said {
                let message = format!("`tune` chooses `{name}`, which the kernel's attribute also sets");
                report.error(spot(name), Code::Attribute, message, "leave one of them out");
            }
            for input in &item.sig.inputs {
                if let (Kind::Const, FnArg::Typed(input)) = (kind, input)
                    && mentions(input.ty.to_token_stream(), name)
                {
                    let message =
                        format!("`{name}` is a part of a parameter's type, so each launch has its own");
                    report.error(spot(name), Code::Attribute, message, "leave it out of `tune`");
                    in_types.push(name.clone());
                }
            }
        }
        // The launch goes on to have it.
        self.axes.retain(|axis| !in_types.contains(&axis.name));
    }

    fn resolve_defaults(&mut self, report: &mut Report) {
        for (name, value) in &self.defaults {
            let Some(axis) = self.axes.iter_mut().find(|axis| axis.name == *name) else {
                let message = format!("`default` has a value for `{name}`, which `tune` does not list");
                report.error(spot(name), Code::Attribute, message, format!("list it: `{name} = [{value}]`"));
                continue;
            };
            let number = value.base10_parse().ok();
            match axis.values.iter().position(|listed| Some(*listed) == number) {
                Some(position) => axis.default = position,
                None => {
                    let message = format!("the default of `{name}` is {value}, which is none of its values");
                    report.error(
                        spot(value),
                        Code::Attribute,
                        message,
                        "list it, or take one that is listed",
                    );
                }
            }
        }
    }
}

/// The value, if an axis can have it.
fn fits(kind: Kind, value: usize) -> Result<usize, String> {
    let hint = u32::try_from(value).ok();
    let hints = match kind {
        Kind::Const => return Ok(value),
        Kind::Block if (1..=1024).contains(&value) => return Ok(value),
        Kind::Block => return Err("`block` is a number of threads from 1 to 1024".to_owned()),
        Kind::Warps => TileAttrs { warps: hint, ..TileAttrs::NONE },
        Kind::Stages => TileAttrs { stages: hint, ..TileAttrs::NONE },
        Kind::Order => TileAttrs { order: hint, ..TileAttrs::NONE },
    };
    match hints.invalid() {
        Some((name, _, allowed)) => Err(format!("`{name}` is {allowed}")),
        None => Ok(value),
    }
}

/// Whether tokens have a name among them.
fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
