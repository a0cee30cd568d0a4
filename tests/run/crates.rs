//! Device functions and kernels of another crate.

use kiln::prelude::*;
use kiln_other_crate::{Span, checked, fill_doubled, power};

use crate::streams;

#[kernel]
pub fn across(x: &[u32], out: &mut [u32], roots: &mut [f64]) {
    let i = global_id();
    if i < out.len() {
        out[i] = kiln_other_crate::doubled(checked(x[i])) + power::<u32, 3>(x[i]);
        roots[i] = power::<f64, 2>(x[i] as f64 + 0.5);
    }
}

#[test]
fn device_functions_come_from_other_crates() {
    let values: Vec<u32> = (0..200).collect();
    for stream in streams() {
        let x = stream.upload(&values).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(200).unwrap();
        let mut roots = stream.alloc_zeroed::<f64>(200).unwrap();
        across(&x, &mut out, &mut roots).threads(200).launch(&stream).unwrap();
        let (out, roots) = (stream.download(&out).unwrap(), stream.download(&roots).unwrap());
        for (i, v) in values.iter().enumerate() {
            assert_eq!(out[i], kiln_other_crate::doubled(*v) + v * v * v);
            assert_eq!(roots[i], (f64::from(*v) + 0.5) * (f64::from(*v) + 0.5));
        }
    }
}

#[test]
fn a_failure_in_another_crate_names_its_file() {
    for stream in streams() {
        let x = stream.upload(&[1u32, 5000]).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(2).unwrap();
        let mut roots = stream.alloc_zeroed::<f64>(2).unwrap();
        across(&x, &mut out, &mut roots).threads(2).launch(&stream).unwrap();
        let error = stream.synchronize().unwrap_err().to_string();
        assert!(error.contains("other_crate") && error.contains("5000 is too large"), "{error}");
    }
}

#[test]
fn kernels_of_other_crates_are_launched_and_found() {
    assert_eq!(kiln::registry::find("kiln_other_crate::fill_doubled").unwrap().params.len(), 1);
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<u32>(10).unwrap();
        fill_doubled(&mut out).threads(10).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap()[9], 23);
    }
}

#[derive(Clone, Copy, KernelType)]
struct Plain {
    number: f32,
}

#[device]
impl Plain {
    fn beside(self, number: f32) -> f32 {
        self.number + number
    }

    fn applied(self, number: f32, other: f32) -> f32 {
        self.number + number * other
    }
}

/// Calls methods with and without parameters that have one name.
#[device]
fn both(span: Span<u32>, number: u64, three: f32) -> f64 {
    let plain = Plain { number: 0.5 };
    let sum = span.beside(number) + span.beside(1);
    let real = span.applied(plain.beside(span.beside(2.0)), |x| x * three)
        + plain.beside(Default::default())
        + plain.applied(1.0, three);
    sum as f64 + real as f64
}

#[kernel]
fn of_both(span: Span<u32>, out: &mut [f64]) {
    let i = global_id();
    if i < out.len() {
        out[i] = both(span, 1 << 40, 3.0);
    }
}

#[test]
fn a_method_with_parameters_has_the_name_of_one_without() {
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<f64>(1).unwrap();
        of_both(Span::new(1, 2), &mut out).threads(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap()[0], (2u64 << 40) as f64 + 2.0 + 4.5 * 4.0 + 3.5 + 0.5);
    }
}

mod by_path {
    use kiln::prelude::*;

    #[device]
    pub fn of_paths(three: u32, half: f32) -> f64 {
        let one: u64 = kiln_other_crate::deeper::one_of();
        let sum =
            kiln_other_crate::deeper::cubed(three) as f64 + kiln_other_crate::deeper::cubed(half) as f64;
        sum + one as f64 + kiln_other_crate::deeper::applied_twice(half, |v| v * 3.0) as f64
    }
}

mod by_glob {
    use kiln::prelude::*;
    use kiln_other_crate::deeper::*;

    #[kernel]
    pub fn of_names(three: u32, half: f32, out: &mut [f64]) {
        let i = global_id();
        if i < out.len() {
            let one: u64 = one_of();
            let sum = cubed(three) as f64 + cubed(half) as f64;
            out[i] = sum + one as f64 + applied_twice(half, |v| v * 3.0) as f64;
            out[i] += super::by_path::of_paths(three, half);
        }
    }
}

#[test]
fn generic_functions_of_another_crate_are_called_by_paths_and_globs() {
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<f64>(1).unwrap();
        by_glob::of_names(3, 0.5, &mut out).threads(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap()[0], 2.0 * (27.0 + 0.125 + 1.0 + 4.5));
    }
}

mod foreign {
    use kiln::prelude::*;
    use kiln_other_crate::{Extent, Span};

    /// Methods that a trait of another crate has, with every sort of argument and receiver.
    #[kernel]
    pub fn extents(x: &[f32], spans: &[Span<f32>], out: &mut [f32]) {
        let i = global_id();
        if i < out.len() {
            let span = spans[i];
            let by = x[i];
            out[i] = span.extent()
                + spans[i].grown(by) * span.grown(2.0)
                + Span::new(by, 3.0).grown(by - 1.0)
                + Span::extent(&spans[i]);
        }
    }
}

mod told_apart {
    use kiln::prelude::*;
    use kiln_other_crate::{Extended, Extent, Span};

    /// Of two traits with a method of one name, each by its name.
    #[device]
    pub fn both(span: Span<f32>, by: f32) -> f32 {
        <Span<f32> as Extended>::extent(&span) * <Span<f32> as Extent>::grown(span, by)
            - <Span<f32> as Extended>::grown(span, 2.0)
    }

    #[kernel]
    pub fn each(x: &[f32], out: &mut [f32]) {
        let i = global_id();
        if i < out.len() {
            let span = Span::new(x[i], 3.0);
            out[i] = both(span, x[i]) + <Span<f32> as Extent>::extent(&span);
        }
    }
}

#[test]
fn foreign_traits_with_a_method_of_one_name() {
    use kiln_other_crate::Extent;
    let x: Vec<f32> = (0..40).map(|i| i as f32 * 0.25).collect();
    for stream in streams() {
        let (x_there, mut out) = (stream.upload(&x).unwrap(), stream.alloc_zeroed::<f32>(40).unwrap());
        told_apart::each(&x_there, &mut out).threads(40).launch(&stream).unwrap();
        for (out, x) in stream.download(&out).unwrap().into_iter().zip(&x) {
            let span = Span::new(*x, 3.0);
            assert_eq!(out, told_apart::both(span, *x) + span.extent());
        }
    }
}

#[test]
fn methods_of_foreign_traits() {
    use kiln_other_crate::Extent;
    let x: Vec<f32> = (0..40).map(|i| i as f32 * 0.5).collect();
    let spans: Vec<Span<f32>> = x.iter().map(|x| Span::new(*x, 2.0 * x + 1.0)).collect();
    for stream in streams() {
        let (x_there, spans_there) = (stream.upload(&x).unwrap(), stream.upload(&spans).unwrap());
        let mut out = stream.alloc_zeroed::<f32>(40).unwrap();
        foreign::extents(&x_there, &spans_there, &mut out).threads(40).launch(&stream).unwrap();
        for ((out, x), span) in stream.download(&out).unwrap().into_iter().zip(&x).zip(&spans) {
            let expected = span.extent()
                + span.grown(*x) * span.grown(2.0)
                + Span::new(*x, 3.0).grown(x - 1.0)
                + span.extent();
            assert_eq!(out, expected);
        }
    }
}
