//! Pictures of a report, as SVG: the timeline and the roofline. The crate `plotters` draws them.
//!
//! A picture's size depends on what it shows, not on how long the session was: work that is shorter than a pixel
//! shares the pixel. The colors are those of Okabe and Ito, which color-blind people can tell apart.

mod roofline;
mod timeline;

use std::fs;
use std::io;
use std::path::Path;

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::Rectangle;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontStyle, RGBColor, ShapeStyle, TextStyle, WHITE};

use super::report::{Report, fitted};
use roofline::Roofline;

type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Result<T = ()> = std::result::Result<T, DrawingAreaErrorKind<io::Error>>;

/// The width of each picture, in pixels.
const WIDTH: i32 = 1000;
const INK: RGBColor = RGBColor(30, 30, 30);
/// For axes and what explains them.
const PALE: RGBColor = RGBColor(95, 95, 95);
const GRID: RGBColor = RGBColor(225, 225, 225);
/// For what has no color of its own.
const GRAY: RGBColor = RGBColor(165, 165, 165);
const PALETTE: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(213, 94, 0),
    RGBColor(86, 180, 233),
    RGBColor(204, 121, 167),
    RGBColor(240, 228, 66),
];

impl Report {
    /// Draws the timeline as an SVG picture: a row for each stream's kernels, a row for its copies, and one for the
    /// host's launches. A pixel shows the work that takes most of its time. At the right end of a row is the part of
    /// the time in which it has work. Of several devices, a row begins with the index in [`Report::devices`].
    ///
    /// # Errors
    ///
    /// The error of writing the file.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::{Device, profile};
    ///
    /// let device = Device::cpu();
    /// let session = profile::start(&device)?;
    /// let x = device.stream().upload(&[1.0f32; 1024])?;
    /// let report = session.finish()?;
    /// # let path = std::env::temp_dir().join("kiln-timeline-example.svg");
    /// report.timeline_svg(&path)?;
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn timeline_svg(&self, path: impl AsRef<Path>) -> io::Result<()> {
        fs::write(path, draw(timeline::height(self), |canvas| timeline::draw(self, canvas))?)
    }

    /// Draws the roofline as an SVG picture: each kernel by its operations for each byte and its operations a second,
    /// below what memory and arithmetic allow. The roof of memory is the device's copy. The roofs of arithmetic are
    /// the peaks of the pipes that limit the kernels, where they are known. Of several devices it is the one with the
    /// slowest kernel.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidInput`] if no kernel has [`operations`](super::KernelStats::operations): the session
    /// wasn't [`counted`](super::SessionBuilder::counted). Otherwise the error of writing the file.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::{Device, profile};
    ///
    /// let session = profile::session().counted().start(&Device::cpu())?;
    /// // Launch kernels; then:
    /// let report = session.finish()?;
    /// # let path = std::env::temp_dir().join("kiln-roofline-example.svg");
    /// if let Err(error) = report.roofline_svg(&path) {
    ///     println!("{error}");
    /// }
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn roofline_svg(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let Some(roofline) = Roofline::new(self) else {
            let why = "the report has no operations of kernels, which a roofline shows\n  \
                       help: start the session by `profile::session().counted().start(&device)`";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        };
        fs::write(path, draw(roofline.height(), |canvas| roofline.draw(canvas))?)
    }
}

/// A picture of this height, as text.
fn draw(height: i32, fill: impl FnOnce(&Canvas<'_>) -> Result) -> io::Result<String> {
    let mut text = String::new();
    let canvas = SVGBackend::with_string(&mut text, (WIDTH as u32, height as u32)).into_drawing_area();
    let drawn = canvas.fill(&WHITE).and_then(|()| fill(&canvas)).and_then(|()| canvas.present());
    drop(canvas);
    drawn.map(|()| text).map_err(|error| io::Error::other(error.to_string()))
}

/// Text of this size in pixels, placed by its left or right end or its middle.
fn text(size: i32, color: RGBColor, h_pos: HPos) -> TextStyle<'static> {
    // The backend divides by what a line is higher than its text.
    let font = ("sans-serif", 1.24 * f64::from(size));
    let pos = Pos::new(h_pos, VPos::Center);
    TextStyle { color: color.to_backend_color(), pos, ..TextStyle::from(font) }
}

fn bold(style: &TextStyle<'static>) -> TextStyle<'static> {
    let mut style = style.clone();
    style.font = style.font.style(FontStyle::Bold);
    style
}

/// The width of a text of this size, with some to spare: a browser chooses the font.
fn text_width(text: &str, size: i32) -> i32 {
    (0.62 * f64::from(size) * text.chars().count() as f64).ceil() as i32
}

fn rectangle(canvas: &Canvas<'_>, corners: [(i32, i32); 2], style: impl Into<ShapeStyle>) -> Result {
    canvas.draw(&Rectangle::new(corners, style))
}

/// The color for text on another.
fn on(color: RGBColor) -> RGBColor {
    let RGBColor(red, green, blue) = color;
    let luminance = 0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue);
    if luminance > 125.0 { INK } else { WHITE }
}

/// A color for each of the names, which come in the order of their weight.
fn color(index: usize) -> RGBColor {
    PALETTE.get(index).copied().unwrap_or(GRAY)
}

const LEGEND_COLUMNS: usize = 2;
const LEGEND_LINE: i32 = 24;

/// The height of a legend with so many entries.
fn legend_height(entries: usize) -> i32 {
    entries.div_ceil(LEGEND_COLUMNS) as i32 * LEGEND_LINE
}

/// Draws a legend: the name of each color in bold, and what belongs to it.
fn legend(canvas: &Canvas<'_>, top: i32, entries: &[(RGBColor, String, String)]) -> Result {
    const SIZE: i32 = 14;
    let width = (WIDTH - 40) / LEGEND_COLUMNS as i32;
    for (index, (color, name, more)) in entries.iter().enumerate() {
        let x = 20 + (index % LEGEND_COLUMNS) as i32 * width;
        let y = top + (index / LEGEND_COLUMNS) as i32 * LEGEND_LINE + LEGEND_LINE / 2;
        rectangle(canvas, [(x, y - 7), (x + 14, y + 7)], color.filled())?;
        let style = text(SIZE, INK, HPos::Left);
        // Bold text is wider.
        let room = f64::from(width - 46 - text_width(more, SIZE)) / (0.7 * f64::from(SIZE));
        let name = fitted(name, room.max(4.0) as usize);
        canvas.draw_text(&name, &bold(&style), (x + 22, y))?;
        let at = x + width - 14;
        canvas.draw_text(more, &text(SIZE, PALE, HPos::Right), (at, y))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
