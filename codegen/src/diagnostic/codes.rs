//! The codes, in one table.

macro_rules! codes {
    ($($name:ident = $number:literal, $title:literal;)*) => {
        /// A stable error code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        impl Code {
            /// Every code, in order.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// `K0101`.
            pub const fn number(self) -> &'static str {
                match self {
                    $(Code::$name => $number,)*
                }
            }

            /// One line about the code.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Code::$name => $title,)*
                }
            }
        }
    };
}

codes! {
    Unsupported = "K0101", "this Rust construct has no meaning in a kernel yet";
    Signature = "K0102", "the function's form does not suit a kernel or device function";
    ParameterType = "K0103", "the parameter's type cannot be passed to a kernel";
    Pattern = "K0104", "this pattern is not supported in kernels";
    UnsupportedType = "K0105", "this type is not supported in kernels";
    Macro = "K0106", "this macro cannot be used in a kernel";
    Attribute = "K0107", "an argument of the attribute is wrong";
    ResultType = "K0108", "the result type is not possible";
    Shared = "K0109", "shared memory that cannot be as it is asked for";
    Recursion = "K0110", "recursion is not possible on a GPU";
    Loop = "K0111", "a loop over something that a kernel cannot run over";
    Ordering = "K0112", "a memory ordering that is not written out, or that the operation cannot have";
    Format = "K0113", "a message that a kernel cannot format";
    Level = "K0114", "threads in a tile kernel, or tiles in a kernel of threads";
    Axis = "K0115", "an axis that is not written out as a number";
    Closure = "K0116", "a closure in a place where it would have to be a value";
    KernelType = "K0120", "a type that kernels cannot have";
    Implementation = "K0121", "an impl or a trait that kernels cannot use";
    CannotType = "K0201", "Kiln cannot find the type of an expression";
    Method = "K0202", "no such method or constant in kernels";
    Stores = "K0301", "tiles of the grid may store to the same elements";
    LoadsOfStored = "K0302", "a tile is loaded that another tile of the grid may store";
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.number())
    }
}
