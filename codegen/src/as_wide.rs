//! What narrow floats have through `f32`: conversions that are exact, and arithmetic that is computed there and
//! rounded.

macro_rules! as_wide {
    ($name:ident) => {
        impl From<$name> for f32 {
            #[inline]
            fn from(value: $name) -> f32 {
                value.to_f32()
            }
        }

        impl From<$name> for f64 {
            #[inline]
            fn from(value: $name) -> f64 {
                value.to_f64()
            }
        }

        as_wide! { $name Add add AddAssign add_assign, Sub sub SubAssign sub_assign, Mul mul MulAssign mul_assign,
            Div div DivAssign div_assign, Rem rem RemAssign rem_assign }
    };
    ($name:ident $($trait:ident $method:ident $assign:ident $assign_method:ident),*) => {$(
        impl $trait for $name {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                $name::from_f32($trait::$method(self.to_f32(), other.to_f32()))
            }
        }

        impl $assign for $name {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    )*};
}
