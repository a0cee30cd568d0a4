//! Convolution of images.

use kiln::MmaOperand;
use kiln::kernels;
use kiln::prelude::*;

use super::{Random, shapes};

/// Images of so many columns with so many channels; rows, windows, steps and padding are random.
pub fn images<T: MmaOperand + Float + Into<f64>>(
    stream: &Stream,
    random: &mut Random,
    [columns, channels]: [usize; 2],
) -> kiln::Result<()> {
    let (images, rows, outputs) = (1 + random.below(2), 1 + random.below(9), 1 + random.below(70));
    let (step, padding) = (1 + random.below(2), random.below(3));
    let height = 1 + random.below((rows + 2 * padding).min(3));
    let width = 1 + random.below((columns + 2 * padding).min(4));
    let x = random.floats::<T>(images * rows * columns * channels, 0.0);
    let w = random.floats::<T>(height * width * channels * outputs, 0.0);
    let device_x = Tensor4::from_slice(stream, &x, [images, rows, columns, channels])?;
    let device_w = Tensor4::from_slice(stream, &w, [height, width, channels, outputs])?;
    let (tall, wide) = ((rows + 2 * padding - height) / step + 1, (columns + 2 * padding - width) / step + 1);
    let mut y = Tensor4::<T>::zeros(stream, [images, tall, wide, outputs])?;
    kernels::conv2d(stream, &device_x, &device_w, step, padding, &mut y)?;
    let mut exact = vec![0.0f64; images * tall * wide * outputs];
    for (pixel, exact) in exact.chunks_mut(outputs).enumerate() {
        let (image, row, column) = (pixel / wide / tall, pixel / wide % tall, pixel % wide);
        for (line, place) in (0..height).flat_map(|line| (0..width).map(move |place| (line, place))) {
            let (from, at) =
                ((row * step + line).wrapping_sub(padding), (column * step + place).wrapping_sub(padding));
            if from >= rows || at >= columns {
                continue;
            }
            for channel in 0..channels {
                let x: f64 = x[((image * rows + from) * columns + at) * channels + channel].into();
                let w = &w[((line * width + place) * channels + channel) * outputs..][..outputs];
                exact.iter_mut().zip(w).for_each(|(exact, w)| *exact += x * (*w).into());
            }
        }
    }
    let terms = (height * width * channels) as f64;
    let scale = if size_of::<T>() == 2 { 4e-3 } else { 1e-6 };
    for (i, (found, exact)) in y.download(stream)?.into_iter().zip(exact).enumerate() {
        let found: f64 = found.into();
        assert!(
            (found - exact).abs() <= 4.0 * terms * scale,
            "{images} × {rows} × {columns} × {channels} by {height} × {width} to {outputs}, {step} apart, {padding} around, \
             element {i}: {found} instead of {exact}"
        );
    }
    Ok(())
}

#[test]
fn images_of_every_width() {
    shapes(&[[1, 1], [9, 3], [20, 8], [40, 16], [70, 5]], images::<bf16>);
    shapes(&[[10, 3], [30, 2]], images::<f32>);
}

#[test]
fn images_whose_channels_are_outermost_are_views() {
    shapes(&[[6, 5]], |stream, random, [rows, columns]| {
        // As batches by channels by rows by columns.
        let x = Tensor4::from_slice(
            stream,
            &random.floats::<f32>(3 * rows * columns, 0.0),
            [1, 3, rows, columns],
        )?;
        let w = Tensor4::from_slice(stream, &random.floats::<f32>(27 * 4, 0.0), [3, 3, 3, 4])?;
        let by_pixels = x.permute::<0, 2, 3, 1>();
        let copied = Tensor4::from_slice(stream, &by_pixels.download(stream)?, [1, rows, columns, 3])?;
        let (mut y, mut z) = (
            Tensor4::zeros(stream, [1, rows - 2, columns - 2, 4])?,
            Tensor4::zeros(stream, [1, rows - 2, columns - 2, 4])?,
        );
        kernels::conv2d(stream, by_pixels, &w, 1, 0, &mut y)?;
        kernels::conv2d(stream, &copied, &w, 1, 0, &mut z)?;
        assert_eq!(y.download(stream)?, z.download(stream)?);
        Ok(())
    });
}

#[test]
fn extents_that_do_not_go_together_are_refused() {
    let stream = Device::cpu().stream();
    let of = |extents| Tensor4::<f32>::zeros(&stream, extents).unwrap();
    let refused = |w: [usize; 4], step, padding, y: [usize; 4]| {
        let (x, w, mut y) = (of([1, 4, 5, 2]), of(w), of(y));
        kernels::conv2d(&stream, &x, &w, step, padding, &mut y).unwrap_err().to_string()
    };
    let message = refused([3, 3, 1, 1], 1, 0, [1, 2, 3, 1]);
    assert_eq!(message, "kernel `convolution`, parameter `weights`: they are for 1 channels, and `x` has 2");
    let message = refused([5, 3, 2, 1], 1, 0, [1, 2, 3, 1]);
    assert!(
        message.contains("no window of 5 × 3, 1 apart, lies in an image of 4 × 5 with 0 around it"),
        "{message}"
    );
    let message = refused([3, 3, 2, 1], 1, 1, [1, 2, 3, 1]);
    assert!(
        message.contains("parameter `y`: its extents are [1, 2, 3, 1], and should be [1, 4, 5, 1]"),
        "{message}"
    );
}
