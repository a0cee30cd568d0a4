//! Structs as C++ spells them.
//!
//! Takes the structs of a module, with rustc's layout; gives one definition of each, in order of need, and
//! guarantees that it has that layout: fields stand in the order of memory, gaps that C++ would not leave are
//! members of their own, and assertions behind each definition have the compiler prove size, alignment and every
//! offset. Where the order of memory is not the user's, a constructor takes the fields in the user's order, so that
//! `Name{a, b}` evaluates them as Rust does.
//!
//! What has no bytes in Rust has one in C++, so such fields are left out; reading one gives a new value.

use super::names::{free, spelling};
use super::prelude::Prelude;
use super::types;
use crate::collections::{sort, sort_by_key};
use crate::compact::List;
use crate::ir::{Field, Module, Struct, Type};
use std::fmt::Write as _;
use std::sync::Arc;

/// The names of a module's structs and of their fields.
#[derive(Default)]
pub(super) struct Structs(Vec<Named>);

struct Named {
    source: Arc<Struct>,
    name: String,
    /// In the order of the struct's fields.
    fields: Vec<String>,
}

impl Structs {
    /// Names the structs; `functions` are taken.
    pub(super) fn of(module: &Module, functions: &[String]) -> Structs {
        let mut named: Vec<Named> = Vec::new();
        for source in module.structs() {
            let taken = |name: &str| {
                functions.iter().chain(named.iter().map(|other| &other.name)).any(|taken| taken == name)
            };
            let name = free(&type_name(&source), taken);
            named.push(Named { source, name, fields: Vec::new() });
        }
        // A member must not hide the type of another, nor have the name of its constructor.
        let types: Vec<String> = named.iter().map(|named| named.name.clone()).list();
        for this in &mut named {
            for field in &this.source.fields {
                let taken = |name: &str| types.iter().chain(&this.fields).any(|taken| taken == name);
                let name = free(&spelling(&field.name), taken);
                this.fields.push(name);
            }
        }
        Structs(named)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.0.iter().map(|named| &named.name)
    }

    pub(super) fn name(&self, of: &Struct) -> String {
        self.find(of).map_or_else(|| "/* open */".to_owned(), |named| named.name.clone())
    }

    pub(super) fn field(&self, of: &Struct, name: &str) -> String {
        let found = self.find(of).zip(of.field(name)).and_then(|(named, (at, _))| named.fields.get(at));
        found.map_or_else(|| "/* open */".to_owned(), String::clone)
    }

    fn find(&self, of: &Struct) -> Option<&Named> {
        self.0.iter().find(|named| named.source.name == of.name)
    }
}

/// Whether values of the type have no bytes.
pub(super) fn is_empty(ty: &Type) -> bool {
    ty.size() == Some(0)
}

/// The struct's name in the letters of C++. Types begin with capitals, so that they meet neither CUDA's own
/// (`float4`) nor the prelude's.
fn type_name(of: &Struct) -> String {
    let words: Vec<&str> =
        of.name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).list();
    let text = words.join("_");
    if of.is_tuple() {
        return format!("tuple_{text}").trim_end_matches('_').to_owned();
    }
    match text.chars().next() {
        Some('A'..='Z') => spelling(&text),
        Some('a'..='z') => text + "_",
        Some(_) => format!("Type_{text}"),
        None => "Type".to_owned(),
    }
}

/// The definitions of all structs.
pub(super) fn definitions(module: &Module, prelude: &mut Prelude) -> String {
    let mut text = String::new();
    for source in module.structs() {
        text.push('\n');
        text.push_str(&definition(&source, prelude));
    }
    text
}

/// A member, or bytes that no field has.
enum Member<'s> {
    Field(&'s Field),
    Gap(u64),
}

/// The members in the order of memory.
fn members(of: &Struct) -> Vec<Member<'_>> {
    let mut fields: Vec<&Field> = of.fields.iter().filter(|field| !is_empty(&field.ty)).list();
    sort_by_key(&mut fields, |field| field.offset);
    let mut members = Vec::new();
    // Where C++ stands, and where it would go on.
    let mut end = 0u64;
    for field in fields {
        let align = field.ty.align().unwrap_or(1);
        if end.next_multiple_of(align) < field.offset {
            members.push(Member::Gap(field.offset - end));
        }
        members.push(Member::Field(field));
        end = field.offset + field.ty.size().unwrap_or(0);
    }
    if end.next_multiple_of(of.align) < of.size {
        members.push(Member::Gap(of.size - end));
    }
    members
}

/// Whether `{a, b}` gives the fields in the order of memory, and nothing else.
fn is_plain(of: &Struct, members: &[Member<'_>]) -> bool {
    let in_order = of.fields.iter().zip(members);
    members.len() == of.fields.len()
        && in_order.into_iter().all(|(field, member)| match member {
            Member::Field(member) => std::ptr::eq(*member, field),
            Member::Gap(_) => false,
        })
}

fn definition(of: &Struct, prelude: &mut Prelude) -> String {
    let name = prelude.structs.name(of);
    let members = members(of);
    let natural = members.iter().map(|member| match member {
        Member::Field(field) => field.ty.align().unwrap_or(1),
        Member::Gap(_) => 1,
    });
    let natural = natural.max().unwrap_or(1);
    let align = if natural < of.align { format!("__align__({}) ", of.align) } else { String::new() };
    let mut text = format!("struct {align}{name} {{\n");
    let mut gaps = 0;
    for member in &members {
        match member {
            Member::Field(field) => {
                let ty = types::value(&field.ty, prelude);
                let _ = writeln!(text, "    {ty} {};", prelude.structs.field(of, &field.name));
            }
            Member::Gap(bytes) => {
                prelude.need("u8");
                let taken = |wanted: &str| {
                    of.fields.iter().any(|field| prelude.structs.field(of, &field.name) == wanted)
                };
                let _ = writeln!(text, "    u8 {}[{bytes}];", free(&format!("padding_{gaps}"), taken));
                gaps += 1;
            }
        }
    }
    if !is_plain(of, &members) && of.size > 0 {
        let (mut params, mut sets) = (Vec::new(), Vec::new());
        for field in of.fields.iter().filter(|field| !is_empty(&field.ty)) {
            let own = prelude.structs.field(of, &field.name);
            params.push(format!("{} {own}", types::value(&field.ty, prelude)));
            // In the order of members, which is that of initialization.
            sets.push((field.offset, format!("{own}({own})")));
        }
        sort(&mut sets);
        let sets: Vec<String> = sets.into_iter().map(|(_, set)| set).list();
        let _ = writeln!(text, "\n    {name}() = default;");
        if !params.is_empty() {
            let (params, sets) = (params.join(", "), sets.join(", "));
            let _ = writeln!(text, "    __device__ __forceinline__ {name}({params}) : {sets} {{}}");
        }
    }
    text.push_str("};\n");
    if of.size > 0 {
        let _ = writeln!(
            text,
            "static_assert(sizeof({name}) == {} && alignof({name}) == {});",
            of.size, of.align
        );
        for member in &members {
            if let Member::Field(field) = member {
                let own = prelude.structs.field(of, &field.name);
                // What headers make `offsetof` of, which NVRTC does without.
                let _ =
                    writeln!(text, "static_assert(__INTADDR__(&(({name}*)0)->{own}) == {});", field.offset);
            }
        }
    }
    text
}
