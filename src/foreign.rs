//! `extern_kernel!`: typed signatures for kernels of the user's own object code.

/// Gives kernels of your own object code (CUDA C++, PTX) typed signatures, with which they are launched like Kiln's.
///
/// Each signature makes a type of the kernel's name. `load` takes the kernel from an
/// [`ObjectCode`](crate::ObjectCode), or from a [`Program`](crate::Program) that it compiles for the device, and
/// holds the signature against the code. `call` is a launch: nothing runs before `.launch(&stream)`. What is passed
/// is checked by rustc, buffers are borrowed and streams ordered, as for kernels that are written in Rust. The code
/// itself is not checked, so `call` is `unsafe`.
///
/// With a body the signature runs on the CPU too: the body runs once a launch, on the whole memory, in the kernel's
/// place. Without one a CPU gives [`Error::NotOnCpu`](crate::Error::NotOnCpu).
///
/// # Parameters
///
/// | in the signature | in CUDA C++ | passed |
/// |---|---|---|
/// | `f32`, `u64`, `bool`, ... | `float`, `unsigned long long`, `bool`, ... | the value |
/// | `usize`, `f16`, `bf16` | `size_t`, `__half`, `__nv_bfloat16` | the value |
/// | a `#[repr(C)]` struct with `#[derive(KernelType)]`, `[f32; 4]` | the same struct; a struct of the array | the value |
/// | `&[T]` | `const T *` | `&buffer`, or a part of one |
/// | `&mut [T]` | `T *` | `&mut buffer`, or a part of one |
/// | `&[AtomicU32]` and its kin | `unsigned *` | `&mut buffer` of `u32` |
///
/// A slice is the pointer alone. A kernel that is to know the length takes it as a parameter of its own.
///
/// # Examples
///
/// ```
/// use kiln::prelude::*;
/// use kiln::{Program, extern_kernel};
///
/// const SOURCE: &str = r#"
/// extern "C" __global__ void saxpy(float a, const float *x, float *y, size_t n) {
///     size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
///     if (i < n) y[i] += a * x[i];
/// }
/// "#;
///
/// extern_kernel! {
///     /// Adds a multiple of `x` to `y`, both of `n` elements.
///     unsafe fn saxpy(a: f32, x: &[f32], y: &mut [f32], n: usize) {
///         for (y, x) in y.iter_mut().zip(x).take(n) {
///             *y += a * x;
///         }
///     }
/// }
///
/// # fn main() -> kiln::Result<()> {
/// # let device = Device::cpu();
/// // let device = Device::best()?;
/// let stream = device.stream();
/// let saxpy = saxpy::load(&device, &Program::new(SOURCE))?;
/// let x = stream.upload(&vec![1.0f32; 1000])?;
/// let mut y = stream.upload(&vec![2.0f32; 1000])?;
/// // SAFETY: both have `n` elements, of which a thread touches one.
/// unsafe { saxpy.call(3.0, &x, &mut y, 1000) }.threads(1000).launch(&stream)?;
/// assert_eq!(stream.download(&y)?, [5.0; 1000]);
/// # Ok(())
/// # }
/// ```
#[macro_export]
macro_rules! extern_kernel {
    (@host [$($param:ident: $type:ty),*] ;) => {
        ::core::option::Option::None
    };
    (@host [$($param:ident: $type:ty),*] $body:block) => {{
        unsafe fn host(args: &[$crate::Arg<'_>]) {
            let [$($param),*] = args else { return };
            // SAFETY: these are the arguments of the signature, and their borrows last for the launch.
            $(let $param: $type = unsafe { $crate::__private::foreign::OnHost::take($param) };)*
            $body
        }
        ::core::option::Option::Some(host as unsafe fn(&[$crate::Arg<'_>]))
    }};
    ($($(#[$meta:meta])* $vis:vis unsafe fn $name:ident($($param:ident: $type:ty),* $(,)?) $body:tt)*) => {$(
        $(#[$meta])*
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug)]
        $vis struct $name {
            typed: $crate::__private::Typed,
        }

        #[allow(dead_code)]
        impl $name {
            /// Takes the kernel from object code, or from a program that is compiled for the device, and holds its
            /// parameters against the signature. On the CPU there must be a body in Rust.
            ///
            /// # Errors
            ///
            /// What the object or the program gives, `Error::Signature` where the code takes other parameters,
            /// `Error::NotOnCpu`.
            $vis fn load(
                device: impl ::core::convert::Into<$crate::Device>,
                from: &impl $crate::__private::KernelSource,
            ) -> $crate::Result<Self> {
                // SAFETY: layouts and body are of the parameters' types.
                static FOREIGN: $crate::__private::Foreign = unsafe {
                    $crate::__private::Foreign::new(
                        stringify!($name),
                        &[$($crate::__private::Foreign::param(stringify!($param))),*],
                        &[$($crate::__private::foreign::Layout::of::<$type>()),*],
                        $crate::extern_kernel!(@host [$($param: $type),*] $body),
                    )
                };
                $crate::__private::Typed::load(&FOREIGN, &::core::convert::Into::into(device), from).map(|typed| Self { typed })
            }

            /// A launch with these arguments; nothing runs before `.launch(&stream)`.
            ///
            /// # Safety
            ///
            /// The kernel does with its arguments what their borrows allow: it reads and writes no element past
            /// their ends, writes what was lent by `&mut` only, and leaves no two threads to race. Its parameters
            /// have the types of the signature.
            #[inline]
            $vis unsafe fn call<'a>(
                &self,
                $($param: impl $crate::__private::foreign::Passed<'a, fn($type)>),*
            ) -> $crate::TypedLaunch<'a, { 0 $(+ $crate::__private::one(stringify!($param)))* }> {
                let args = [$($crate::__private::foreign::Passed::<'a, fn($type)>::into_arg($param)),*];
                // SAFETY: the arguments are the signature's, and the caller vouches for the rest.
                unsafe { self.typed.launch(args) }
            }
        }
    )*};
}

/// Makes a `#[device]` function one that your own CUDA C++ can call, by linking: `export_device!(lerp)`,
/// `export_device!(lerp::<f64> as "lerp_f64")`.
///
/// It gives a `Result<`[`DeviceExport`](crate::object::DeviceExport)`>`: the prototype for the C++ side, and the
/// program to compile and link with it. The function takes and returns numbers and `bool` (or returns nothing), and
/// cannot fail: no index, division or assertion is left in it that is not proven, since C++ has no way to tell a
/// failure.
///
/// # Examples
///
/// ```
/// use kiln::object::{Arch, Linker, ObjectKind, Program};
/// use kiln::prelude::*;
///
/// #[device]
/// fn smooth(x: f32) -> f32 {
///     x * x * (3.0 - 2.0 * x)
/// }
///
/// fn link() -> kiln::Result<()> {
///     let arch = Arch::new(9, 0);
///     let smooth = kiln::export_device!(smooth)?;
///     assert_eq!(smooth.prototype(), "extern \"C\" __device__ float smooth(float);\n");
///     let user = Program::new(
///         "#include \"smooth.h\"
///          extern \"C\" __global__ void all(float *x) { x[threadIdx.x] = smooth(x[threadIdx.x]); }",
///     )
///     .header("smooth.h", smooth.prototype());
///     // The call is inlined: both are LTO-IR.
///     let linked = Linker::new()
///         .object(&user.arch(arch).compile(ObjectKind::LtoIr)?)
///         .object(&smooth.program().arch(arch).compile(ObjectKind::LtoIr)?)
///         .arch(arch)
///         .link(ObjectKind::Cubin)?;
///     assert_eq!(linked.kernels().unwrap(), ["all"]);
///     Ok(())
/// }
///
/// if let Err(why) = link() {
///     println!("{why}"); // without NVRTC or nvJitLink
/// }
/// ```
#[macro_export]
macro_rules! export_device {
    ($function:path) => {
        $crate::export_device!(@ $function, ::core::option::Option::None)
    };
    ($function:path as $symbol:literal) => {
        $crate::export_device!(@ $function, ::core::option::Option::Some($symbol))
    };
    (@ $function:path, $symbol:expr) => {{
        // What C++ calls is used.
        let _ = $function;
        let answer = <$function as $crate::__private::DeviceFunction>::instance();
        $crate::object::DeviceExport::new(stringify!($function), $symbol, &answer)
    }};
}
