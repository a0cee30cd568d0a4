//! Arguments of tile kernels; programs without the feature `tile` have the type too.

/// An argument of a tile kernel, in the order of its parameters.
#[derive(Clone, Copy, Debug)]
pub enum TileArg {
    /// A scalar's bits, zero-extended.
    Scalar(u64),
    /// A struct by value, at any address.
    Bytes {
        /// The first byte.
        pointer: *const u8,
        /// The number of bytes.
        len: usize,
    },
    /// A tensor, as one of four axes: those that it has are the last.
    Tensor {
        /// The first element.
        pointer: *mut u8,
        /// How many elements there are along each axis.
        extents: [u64; 4],
        /// How many elements it is to the next along each axis.
        strides: [u64; 4],
    },
}

impl TileArg {
    /// A tensor of these extents and strides, along as many axes.
    pub fn tensor(pointer: *mut u8, extents: &[u64], strides: &[u64]) -> TileArg {
        let last = |of: &[u64], rest: u64| {
            let mut all = [rest; 4];
            for (to, from) in all.iter_mut().rev().zip(of.iter().rev()) {
                *to = *from;
            }
            all
        };
        TileArg::Tensor { pointer, extents: last(extents, 1), strides: last(strides, 0) }
    }
}
