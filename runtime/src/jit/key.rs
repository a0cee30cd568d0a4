//! What identifies compiled code: SHA-256 over length-prefixed fields.
//!
//! The fields are the back end, the IR text without its sites, the specialization, the target architecture, which
//! of the kernel's codes it is, the compiler's options and the version of codegen. The compiler's own version is
//! not one: asking it costs more than a hit, and it may be absent where a shipped cache serves; it stands beside
//! the entry instead.

use kiln_codegen::collections::Map;
use kiln_codegen::compact::List;
use std::fmt::Write as _;
use std::sync::Arc;

use hmac_sha256::Hash as Sha256;
use kiln_codegen::ir::Backend;
use kiln_codegen::passes::specialize::Answer;

use crate::registry::KernelEntry;

use super::pipeline::identity;
use super::{Arch, Form};

/// A SHA-256.
pub(super) type Digest = [u8; 32];

/// The name of a cache entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key(pub(super) Digest);

/// A hash of fields that cannot run into each other.
struct Fields(Sha256);

impl Fields {
    fn new(domain: &str) -> Fields {
        let mut fields = Fields(Sha256::new());
        fields.add(domain.as_bytes());
        fields
    }

    fn add(&mut self, field: &[u8]) -> &mut Self {
        self.0.update((field.len() as u64).to_le_bytes());
        self.0.update(field);
        self
    }

    fn finish(self) -> Digest {
        self.0.finalize()
    }
}

impl Key {
    /// The key in hexadecimal.
    pub(super) fn hex(&self) -> String {
        let mut text = String::with_capacity(64);
        for byte in self.0 {
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02x}");
        }
        text
    }

    /// The key that is written so.
    pub(super) fn from_hex(hex: &str) -> Option<Key> {
        let mut key = Digest::default();
        if hex.len() != 2 * key.len() || !hex.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        for (byte, at) in key.iter_mut().zip((0..hex.len()).step_by(2)) {
            *byte = u8::from_str_radix(&hex[at..at + 2], 16).ok()?;
        }
        Some(Key(key))
    }
}

/// The key of a kernel's code for a GPU; `instance` is what [`answers`] makes of its types and constants.
pub(super) fn gpu(
    backend: Backend,
    entry: &KernelEntry,
    instance: &Digest,
    arch: Arch,
    form: Form,
    options: &[String],
) -> Key {
    let mut fields = Fields::new("kiln gpu code");
    fields.add(backend.name().as_bytes());
    fields.add(identity(entry.ir).as_bytes());
    fields.add(instance);
    fields.add(arch.real().as_bytes());
    fields.add(form.name().as_bytes());
    fields.add(&(options.len() as u64).to_le_bytes());
    for option in options {
        fields.add(option.as_bytes());
    }
    // The compiler's own source: whoever works on it, or mixes releases, never meets a stale entry.
    fields.add(kiln_codegen::FINGERPRINT.as_bytes());
    Key(fields.finish())
}

/// The key of an object that is made of these fields, of which nothing else is a part.
pub(super) fn object(all: &[&[u8]]) -> Key {
    let mut fields = Fields::new("kiln object");
    for field in all {
        fields.add(field);
    }
    Key(fields.finish())
}

/// What of a kernel's IR a key is made of.
pub(super) fn code(entry: &KernelEntry) -> Digest {
    Fields::new("kiln ir").add(identity(entry.ir).as_bytes()).0.finalize()
}

/// A digest of rustc's answers.
pub(super) fn answers(answers: &[Answer]) -> Digest {
    digest(answers, &mut Map::new())
}

/// The same, with the digests of shared answers by their address.
fn digest(answers: &[Answer], known: &mut Map<*const Vec<Answer>, Digest>) -> Digest {
    let mut fields = Fields::new("kiln answers");
    for answer in answers {
        match answer {
            // A struct is printed by its name only; this has its fields and where they lie too.
            Answer::Type(ty) => fields.add(b"type").add(format!("{ty:?}").as_bytes()),
            Answer::Partial(ty) => fields.add(b"partial").add(format!("{ty:?}").as_bytes()),
            Answer::Const { scalar, bits } => {
                fields.add(b"const").add(scalar.name().as_bytes()).add(&bits.to_le_bytes())
            }
            Answer::Function(function) => {
                let shared = Arc::as_ptr(function.answers());
                let inner = match known.get(&shared) {
                    Some(inner) => *inner,
                    None => {
                        let inner = digest(function.answers(), known);
                        known.insert(shared, inner);
                        inner
                    }
                };
                fields.add(b"function").add(identity(function.ir()).as_bytes()).add(&inner)
            }
            Answer::Whole { ty, bits } => {
                let bits: Vec<u8> = bits.iter().flat_map(|word| word.to_le_bytes()).list();
                fields.add(b"whole").add(format!("{ty:?}").as_bytes()).add(&bits)
            }
            Answer::Own => fields.add(b"own"),
            Answer::OfAnother(name) => fields.add(b"of another").add(name.as_bytes()),
            Answer::Computes(answer, operator) => {
                let inner = digest(std::slice::from_ref(answer), known);
                fields.add(b"computes").add(&inner).add(operator.as_bytes())
            }
            Answer::Said => fields.add(b"said"),
            Answer::Recursion => fields.add(b"recursion"),
            Answer::Refused { message, .. } => fields.add(b"refused").add(message.as_bytes()),
        };
    }
    fields.finish()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use kiln_codegen::ir::{Field, Scalar, Struct, Type};
    use kiln_codegen::passes::specialize::FunctionAnswer;
    use kiln_codegen::passes::tile::{Target, Variant};

    use super::*;

    #[test]
    fn each_variant_and_back_end_has_a_key_of_its_own() {
        let mut entry = crate::jit::tests::entry(String::new()).clone();
        entry.parts.ir = "kiln-ir 1\n";
        let tiles = |variant| Form::Tiles(Target::new(90, variant));
        let forms = [Form::Plain, Form::Coarse, tiles(Variant::FAST), tiles(Variant::GENERAL)];
        let all: HashSet<Key> = Backend::ALL
            .into_iter()
            .flat_map(|backend| forms.map(|form| (backend, form)))
            .map(|(backend, form)| gpu(backend, &entry, &answers(&[]), Arch::new(9, 0), form, &[]))
            .collect();
        assert_eq!(all.len(), Backend::ALL.len() * forms.len());
    }

    #[test]
    fn each_field_counts() {
        let of = |list: &[Answer]| answers(list);
        let (f32, f64) = (Answer::Type(Type::F32), Answer::Type(Type::F64));
        let eight = Answer::Const { scalar: Scalar::U32, bits: 8 };
        let wide = Answer::Const { scalar: Scalar::U64, bits: 8 };
        let table = |len| Answer::Whole { ty: Type::array(Type::F32, len), bits: vec![8; 4] };
        // Two of one name, which differ in where the field lies.
        let point = |offset| {
            let field = Field { name: "x".to_owned(), ty: Type::F32, offset };
            let name = "Point".to_owned();
            let of_name = Struct { name, fields: vec![field], size: 8, align: 4, variants: Vec::new() };
            Answer::Type(Type::Struct(Arc::new(of_name)))
        };
        // SAFETY: it is only compared.
        let function = |ir| Answer::Function(unsafe { FunctionAnswer::new(ir, vec![f32.clone()]) });
        let all = [
            of(&[]),
            of(std::slice::from_ref(&f32)),
            of(std::slice::from_ref(&f64)),
            of(&[f32.clone(), f64.clone()]),
            of(&[f64, f32.clone()]),
            of(&[eight]),
            of(&[wide]),
            of(&[table(4)]),
            of(&[table(2)]),
            of(&[point(0)]),
            of(&[point(4)]),
            of(&[function("a")]),
            of(&[function("b")]),
        ];
        for (i, a) in all.iter().enumerate() {
            assert!(all[i + 1..].iter().all(|b| a != b), "{i}");
        }
        assert_eq!(of(&[function("a\nsites {x")]), of(&[function("a\nsites {y")]));
    }
}
