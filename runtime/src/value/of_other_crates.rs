//! Types of other crates that kernels know, behind a feature of the crate's name.
//!
//! Guarantees that each lies in memory as it describes itself: offsets of public fields are rustc's, and what has none
//! is an array of its numbers, as its crate documents and a test compares.

use kiln_codegen::ir::{Field, Type};

use super::{Constant, Describe, KernelType, derived};

/// Structs of numbers and of structs of these, whose zeros are values.
macro_rules! plain {
    ($($ty:ty: $($name:literal at $offset:expr => $of:ty),*;)*) => {$(
        // SAFETY: these are its fields.
        unsafe impl Describe for $ty {
            fn describe() -> Type {
                let fields: Vec<Field> = vec![$(derived::field::<$of>($name, $offset)),*];
                derived::structure::<Self>(fields)
            }
        }

        // SAFETY: these are the scalars of a value.
        unsafe impl Constant for $ty {
            fn scalars(&self, bits: &mut Vec<u64>) {
                derived::scalars_of(self, bits);
            }
        }

        // SAFETY: it is what it describes, and zeros are numbers.
        unsafe impl KernelType for $ty {
            const SCALAR: Option<kiln_codegen::ir::Scalar> = None;
            const ZERO_IS_A_VALUE: bool = true;

            fn some() -> Self {
                Self::default()
            }
        }
    )*};
}

#[cfg(feature = "glam")]
mod of_glam {
    use super::{Constant, Describe, Field, KernelType, Type, derived};
    use glam::{Mat3, Mat4, Quat, Vec2, Vec3, Vec4};
    use std::mem::offset_of;

    plain! {
        Vec2: "x" at offset_of!(Vec2, x) => f32, "y" at offset_of!(Vec2, y) => f32;
        Vec3: "x" at offset_of!(Vec3, x) => f32, "y" at offset_of!(Vec3, y) => f32, "z" at offset_of!(Vec3, z) => f32;
        Vec4: "x" at 0 => f32, "y" at 4 => f32, "z" at 8 => f32, "w" at 12 => f32;
        Quat: "x" at 0 => f32, "y" at 4 => f32, "z" at 8 => f32, "w" at 12 => f32;
        Mat3: "x_axis" at offset_of!(Mat3, x_axis) => Vec3, "y_axis" at offset_of!(Mat3, y_axis) => Vec3,
            "z_axis" at offset_of!(Mat3, z_axis) => Vec3;
        Mat4: "x_axis" at offset_of!(Mat4, x_axis) => Vec4, "y_axis" at offset_of!(Mat4, y_axis) => Vec4,
            "z_axis" at offset_of!(Mat4, z_axis) => Vec4, "w_axis" at offset_of!(Mat4, w_axis) => Vec4;
    }

    const _: () = assert!(size_of::<Vec4>() == 16 && size_of::<Quat>() == 16);

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn four_numbers_lie_in_order() {
            let expected = [1.0f32, 2.0, 3.0, 4.0].map(|value| u64::from(value.to_bits()));
            let (mut vector, mut quaternion) = (Vec::new(), Vec::new());
            Vec4::new(1.0, 2.0, 3.0, 4.0).scalars(&mut vector);
            Quat::from_xyzw(1.0, 2.0, 3.0, 4.0).scalars(&mut quaternion);
            assert_eq!((vector, quaternion), (expected.to_vec(), expected.to_vec()));
        }
    }
}

#[cfg(feature = "num-complex")]
mod of_num_complex {
    use super::{Constant, Describe, Field, KernelType, Type, derived};
    use num_complex::Complex;
    use std::mem::offset_of;

    plain! {
        Complex<f32>: "re" at offset_of!(Complex<f32>, re) => f32, "im" at offset_of!(Complex<f32>, im) => f32;
        Complex<f64>: "re" at offset_of!(Complex<f64>, re) => f64, "im" at offset_of!(Complex<f64>, im) => f64;
    }
}
