//! The codes, in one table.

/// When a mistake is found. Each code says all of its stages, the earliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// By the macro, from the function's own tokens.
    Macro,
    /// By rustc, through a bound or a type that the macro's code asks for.
    Bound,
    /// By rustc, through a constant that is evaluated after the body's types were checked; of a generic function
    /// for each instance that the program has.
    Constant,
    /// When a kernel is finished with rustc's answers: by `kiln::verify_all()`, or at the first launch.
    Specialization,
}

impl Stage {
    /// As the page of a code says it.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Macro => "macro",
            Stage::Bound => "rustc bound",
            Stage::Constant => "constant",
            Stage::Specialization => "specialization",
        }
    }
}

macro_rules! codes {
    ($($name:ident = $number:literal, $($stage:ident)|+, $title:literal;)*) => {
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

            /// The address of its page.
            pub const fn page(self) -> &'static str {
                match self {
                    $(Code::$name => concat!("https://github.com/kiln-gpu/kiln/blob/main/docs/errors/", $number, ".md"),)*
                }
            }

            /// When it is found, the earliest first.
            pub const fn stages(self) -> &'static [Stage] {
                match self {
                    $(Code::$name => &[$(Stage::$stage),+],)*
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
    Unsupported = "K0101", Macro, "this Rust construct has no meaning in a kernel yet";
    Signature = "K0102", Macro, "the function's form does not suit a kernel or device function";
    ParameterType = "K0103", Macro, "the parameter's type cannot be passed to a kernel";
    Pattern = "K0104", Macro, "this pattern is not supported in kernels";
    UnsupportedType = "K0105", Macro, "this type is not supported in kernels";
    Macro = "K0106", Macro, "this macro cannot be used in a kernel";
    Attribute = "K0107", Macro, "an argument of the attribute is wrong";
    ResultType = "K0108", Macro, "the result type is not possible";
    Shared = "K0109", Macro, "shared memory that cannot be as it is asked for";
    Recursion = "K0110", Macro | Specialization, "recursion is not possible on a GPU";
    Loop = "K0111", Macro, "a loop over something that a kernel cannot run over";
    Ordering = "K0112", Macro, "a memory ordering that is not written out, or that the operation cannot have";
    Format = "K0113", Macro | Constant | Specialization, "a message that a kernel cannot format";
    Level = "K0114", Macro | Specialization, "threads in a tile kernel, or tiles in a kernel of threads";
    Axis = "K0115", Macro, "an axis that is not written out as a number";
    Closure = "K0116", Macro, "a closure in a place where it would have to be a value";
    KernelType = "K0120", Macro | Specialization, "a type that kernels cannot have";
    Implementation = "K0121", Macro | Specialization, "an impl or a trait that kernels cannot use";
    CannotType = "K0201", Constant | Specialization, "Kiln cannot find the type of an expression";
    Method = "K0202", Macro | Constant | Specialization, "no such method or constant in kernels";
    Stores = "K0301", Macro, "tiles of the grid may store to the same elements";
    LoadsOfStored = "K0302", Macro, "a tile is loaded that another tile of the grid may store";
    GlobalRace = "K0303", Macro | Specialization, "two threads of the grid may touch the same element, one of them writing";
    SharedRace = "K0304", Macro | Specialization, "two threads of a block may touch the same shared element between two barriers";
    Divergence = "K0305", Macro | Specialization, "a barrier that not every thread of the block reaches";
    WholeToDevice = "K0306", Macro | Specialization, "memory that threads share goes to a device function as `&mut`";
    Parameters = "K0401", Constant, "the parameters are more than a launch can pass";
    Size = "K0402", Specialization, "a kernel that is too large after inlining";
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.number())
    }
}
