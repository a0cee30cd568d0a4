//! What only the host has, and what a kernel has in its place: words for refusals.

use crate::front::text::text_of;

/// Types of std whose values lie on the heap, or are handles of the host.
const HEAP: [&str; 15] = [
    "Box",
    "Vec",
    "String",
    "Rc",
    "Arc",
    "Cow",
    "CString",
    "OsString",
    "PathBuf",
    "HashMap",
    "HashSet",
    "BTreeMap",
    "BTreeSet",
    "VecDeque",
    "BinaryHeap",
];

/// What is wrong with making a value of a type on the heap, and what to do.
pub(super) fn heap(owner: &str, said: &str) -> Option<(String, &'static str)> {
    HEAP.contains(&owner)
        .then(|| (format!("`{said}` takes memory from the heap, and a GPU has none"), HEAP_HELP))
}

pub(super) const HEAP_HELP: &str =
    "keep a fixed array, `[0.0; 16]`, or let the host allocate and take `&mut [T]`";

/// What to do instead of a method that only the host has.
pub(super) fn method(name: &str) -> Option<&'static str> {
    Some(match name {
        "to_string" | "to_owned" | "to_vec" | "into_boxed_slice" => HEAP_HELP,
        "push" | "pop" | "insert" | "remove" | "extend" | "append" | "resize" | "reserve" | "truncate" => {
            "slices and arrays of kernels keep their length: the host allocates, and each thread writes its own elements"
        }
        "map" => {
            "arrays, iterators and `Option`s have it: `let a: [f32; 4] = ..; a.map(|v| ..)`, or `x.iter().map(|v| ..).sum::<f32>()`"
        }
        "iter" | "iter_mut" | "into_iter" | "chunks" | "windows" | "filter" | "zip" | "enumerate" | "rev" => {
            "an iterator is run over where it is made: `for v in x.iter()`, or `x.iter().map(|v| ..).sum::<f32>()`"
        }
        "unwrap" | "expect" | "unwrap_or" | "unwrap_or_else" | "unwrap_or_default" | "is_some"
        | "is_none" | "ok" => {
            "this asks an `Option`, which variables and device functions give: `Some(v)`, `x.get(i)`; kernels have no `Result`"
        }
        "par_iter" | "par_iter_mut" | "into_par_iter" | "par_chunks" | "par_chunks_mut" => {
            "a kernel is what one of many threads does: each takes its own element, `let i = global_id();`"
        }
        "sort"
        | "sort_unstable"
        | "sort_by"
        | "sort_by_key"
        | "sort_unstable_by"
        | "sort_unstable_by_key"
        | "binary_search" => {
            "one thread would do it all: write the steps that threads take together, or sort on the host"
        }
        _ => return None,
    })
}

fn last(path: &syn::TypePath) -> String {
    path.path.segments.last().map_or_else(String::new, |last| last.ident.to_string())
}

/// What a kernel takes in the place of a reference to one value, which would be in the host's memory.
pub(super) fn referred(ty: &syn::Type) -> Option<String> {
    Some(match ty {
        syn::Type::Reference(reference) if reference.mutability.is_some() => {
            "take `&mut [T]` and write an element: what a kernel leaves behind lies in device memory"
                .to_owned()
        }
        syn::Type::Reference(reference) => {
            let value = text_of(&reference.elem);
            format!(
                "take the value, `{value}`, which a launch copies; or `&[T]` for elements in device memory"
            )
        }
        syn::Type::Slice(slice) => {
            let element = text_of(&slice.elem);
            format!("take a reference to it: `&[{element}]`, or `&mut [{element}]` to write to it")
        }
        _ => return None,
    })
}

/// What to take instead of a parameter that a kernel cannot have.
pub(super) fn parameter(ty: &syn::Type) -> Option<&'static str> {
    let inner = match ty {
        syn::Type::Reference(reference) => &*reference.elem,
        other => other,
    };
    Some(match inner {
        syn::Type::TraitObject(_) => {
            "a GPU cannot look up methods at run time: be generic, `fn f<S: Shape>(shape: S, ..)`, and the launch chooses"
        }
        syn::Type::ImplTrait(_) => "name the type: `fn f<S: Shape>(shape: S, ..)`",
        syn::Type::FnPtr(_) => "call a `#[device] fn` by its name, or choose between several by a number",
        syn::Type::Ptr(_) => "take `&[T]` or `&mut [T]`, which know their length",
        syn::Type::Path(path)
            if matches!(last(path).as_str(), "Vec" | "Buffer" | "BufferSlice" | "BufferSliceMut") =>
        {
            "take `&[T]` or `&mut [T]`: a launch passes device memory for it, `&buffer` or `&mut buffer`"
        }
        syn::Type::Path(path) if last(path) == "Option" => {
            "how an `Option` lies in memory is rustc's secret: pass whether there is something, and what"
        }
        syn::Type::Path(path) if last(path).starts_with("Atomic") => {
            "take `&[AtomicU32]`, of which the launch may pass one element"
        }
        syn::Type::Path(path) if HEAP.contains(&last(path).as_str()) && last(path) != "String" => {
            "what owns memory of the host stays there: upload what it holds, and take slices, `&[K]` and `&[V]`"
        }
        syn::Type::Path(path) if matches!(last(path).as_str(), "str" | "String") => {
            "text stays with the host: pass numbers, or bytes as `&[u8]`"
        }
        syn::Type::Reference(_) => "take one reference: `&[T]` or `&mut [T]`",
        _ => return None,
    })
}
