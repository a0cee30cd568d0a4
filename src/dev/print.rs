//! Printing from kernels.

/// Prints a line from every thread that comes here, as `println!` does.
///
/// The format is a string literal with values of the kernel: `{}`, `{x}`, `{:?}`, `{:.3}`, `{:>8}`, `{:<8}`,
/// `{:+}`, `{:08.3}`, `{:x}`, `{:#x}`, `{:o}`; at most 32 of them. Values are numbers and `bool`.
///
/// On the CPU the lines go to the standard output, or where [`set_print_sink`](crate::set_print_sink) says, those
/// of a block's threads in their order. On a GPU the driver keeps them, in a buffer of about a mebibyte that loses
/// the oldest ones, and prints them when the stream is synchronized. There `{}` shows six significant digits of a
/// float, and `{:?}` all that tell it from others.
///
/// On the host, in a device function, it is `println!`.
///
/// # Examples
///
/// ```
/// use kiln::prelude::*;
///
/// #[kernel]
/// fn look(x: &[f32]) {
///     let i = global_id();
///     if i < x.len() && x[i] < 0.0 {
///         kprintln!("x[{i}] is {:.3}", x[i]);
///     }
/// }
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::cpu().stream();
/// let x = stream.upload(&[1.0f32, -2.5])?;
/// look(&x).threads(2).launch(&stream)?; // x[1] is -2.500
/// stream.synchronize()
/// # }
/// ```
#[macro_export]
macro_rules! kprintln {
    ($($arg:tt)*) => { ::std::println!($($arg)*) };
}

/// Prints without ending the line; else [`kprintln!`](crate::kprintln).
///
/// # Examples
///
/// ```
/// use kiln::prelude::*;
///
/// #[kernel]
/// fn count(x: &[u32]) {
///     kprint!("{:>4}", x[global_id()]);
/// }
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::cpu().stream();
/// let x = stream.upload(&[1u32, 2])?;
/// count(&x).block(2).threads(2).launch(&stream)?; // "   1   2"
/// stream.synchronize()
/// # }
/// ```
#[macro_export]
macro_rules! kprint {
    ($($arg:tt)*) => { ::std::print!($($arg)*) };
}
