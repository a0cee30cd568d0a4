//! The tensor maps of a launch: what TMA has to know of tensors.
//!
//! Takes what the kernel's text says of them ([`TensorMap`]) and the arguments; gives what the driver makes of those.

use kiln_codegen::intrinsics::{MOST_MAPS, TensorMap};

use crate::arg::{Arg, ArgValue};
use crate::error::Result;
use crate::sys::driver::Driver;

/// The maps of a kernel.
pub(crate) type Maps = [Option<TensorMap>; MOST_MAPS];

/// A map as the driver makes it, and the kernel takes it.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Encoded([u64; 16]);

/// Of the driver's numbers: the swizzle by the bytes of a box's row, and elements by their size, whose type is not
/// looked at, but that 4 bytes are an `f32` that becomes a tf32.
const SWIZZLES: [(u8, i32); 3] = [(32, 1), (64, 2), (128, 3)];
const ELEMENTS: [(u8, i32); 3] = [(1, 0), (2, 1), (4, 11)];
/// Reads of 256 bytes of memory into the cache.
const PROMOTION: i32 = 3;

/// Makes the map of a tensor.
///
/// # Errors
///
/// What the driver says of a tensor that it takes no map of.
pub(crate) fn encode(driver: &Driver, map: TensorMap, args: &[Arg<'_>]) -> Result<Encoded> {
    let mut made = Encoded::default();
    let Some(ArgValue::Tensor { address, extents, strides, .. }) =
        args.get(usize::from(map.argument)).map(Arg::as_value)
    else {
        return Ok(made);
    };
    let number =
        |table: &[(u8, i32)], of: u8| table.iter().find(|(key, _)| *key == of).map_or(0, |(_, is)| *is);
    // The driver names the axis of neighbors first, and says nothing of its stride.
    let rank = extents.len().min(4);
    let axis = |place: usize| match (map.turned, place) {
        (true, 0) => rank - 2,
        (true, 1) => rank - 1,
        (_, place) => rank - 1 - place,
    };
    let (mut sizes, mut steps, mut boxes) = ([1u64; 4], [16u64; 4], [1u32; 4]);
    for place in 0..rank {
        sizes[place] = extents[axis(place)];
        // Nobody steps along an axis of one element.
        if place > 0 && sizes[place] > 1 {
            steps[place - 1] = strides[axis(place)].wrapping_mul(map.size.into());
        }
    }
    boxes[0] = u32::from(map.span) / u32::from(map.size);
    boxes[1] = map.rows.into();
    let ones = [1u32; 4];
    // SAFETY: all lists have as many places as the tensor has axes, and the map is aligned to 64 bytes. The address is
    // not read through here.
    unsafe {
        driver.cuTensorMapEncodeTiled(
            (&raw mut made).cast(),
            number(&ELEMENTS, map.size),
            rank as u32,
            address,
            sizes.as_ptr(),
            steps.as_ptr(),
            boxes.as_ptr(),
            ones.as_ptr(),
            0,
            number(&SWIZZLES, map.span),
            PROMOTION,
            0,
        )
    }?;
    Ok(made)
}
