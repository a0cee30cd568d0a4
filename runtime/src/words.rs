//! Errors whose words stand beside them, and texts.
//!
//! `errors!` takes an enum with `#[error("text", arguments)]` above each variant, whose fields the text and the
//! arguments name; what a variant is made of has a name too, `Graph(error: GraphError)`. It gives the enum, the
//! text as its `Display`, and `Clone`. A crate that derives the same would be in the build of every user.

/// As std's, as one call; `kiln_codegen::compact` has why.
macro_rules! format {
    ($($arguments:tt)*) => { ::kiln_codegen::compact::formatted(::std::format_args!($($arguments)*)) };
}

macro_rules! errors {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[doc = $doc:literal])*
                #[error($($text:tt)*)]
                $variant:ident
                $({ $($(#[doc = $about:literal])* $field:ident: $type:ty),* $(,)? })?
                $(($inner:ident: $of:ty))?
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $(
                $(#[doc = $doc])*
                $variant $({ $($(#[doc = $about])* $field: $type),* })? $(($of))?
            ),*
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                // A text need not name every field.
                #[allow(unused_variables)]
                match self {
                    $($name::$variant $({ $($field),* })? $(($inner))? => f.write_fmt(format_args!($($text)*))),*
                }
            }
        }

        impl ::std::error::Error for $name {}

        // Derived, it would be a copy of all variants wherever an error is cloned.
        impl Clone for $name {
            #[inline(never)]
            fn clone(&self) -> $name {
                match self {
                    $(
                        $name::$variant $({ $($field),* })? $(($inner))? => $name::$variant
                            $({ $($field: Clone::clone($field)),* })?
                            $((Clone::clone($inner)))?
                    ),*
                }
            }
        }
    };
}
