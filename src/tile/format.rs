//! Formats of tiles, for `kprintln!` in tile kernels.

use std::fmt::{Debug, Display, Formatter, LowerHex, Octal, Result, UpperHex};

use super::{Col, Row, Tile1, Tile2, for_each_shape, only_in_kernels};
use crate::ScalarType;

macro_rules! format {
    ($shape:ident [$($n:ident)*] $format:ident) => {
        /// In a kernel, `kprintln!` prints a line for each element.
        impl<T: ScalarType + $format, $(const $n: usize),*> $format for $shape<T, $($n),*> {
            fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                only_in_kernels()
            }
        }
    };
}

macro_rules! formats {
    ($shape:ident $($n:ident)*) => {
        format!($shape [$($n)*] Display);
        format!($shape [$($n)*] Debug);
        format!($shape [$($n)*] LowerHex);
        format!($shape [$($n)*] UpperHex);
        format!($shape [$($n)*] Octal);
    };
}

for_each_shape!(formats);
