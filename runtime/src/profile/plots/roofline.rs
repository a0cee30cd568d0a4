//! The roofline: how many operations a second each kernel does, beside what memory and arithmetic allow.

use plotters::chart::ChartBuilder;
use plotters::coord::combinators::IntoLogRange;
use plotters::element::{Circle, PathElement};

use plotters::style::text_anchor::HPos;
use plotters::style::{Color, WHITE};

use crate::profile::Peaks;
use crate::profile::report::{KernelStats, Report};

use super::{Canvas, GRID, INK, PALE, Result, WIDTH, bold, color, legend, legend_height, text, text_width};

/// What a roofline shows. Rates are per second.
pub(super) struct Roofline {
    pub(super) device: String,
    /// The bytes that a copy moves.
    pub(super) bytes: Option<f64>,
    /// The peak of each kind of arithmetic, with its name.
    pub(super) peaks: Vec<(String, f64)>,
    pub(super) points: Vec<Point>,
}

/// A kernel.
pub(super) struct Point {
    pub(super) name: String,
    /// Operations for each byte.
    pub(super) intensity: f64,
    /// Operations a second.
    pub(super) rate: f64,
    /// Its part of the kernels' time.
    pub(super) share: f64,
}

const PLOT_TOP: i32 = 56;
const PLOT_BOTTOM: i32 = 560;
const LEFT: i32 = 110;
const RIGHT: i32 = WIDTH - 30;
const AXIS: i32 = 56;
const MARGIN: i32 = 16;
const SIZE: i32 = 14;

/// A box around a text or a point: its left, top, right and bottom.
pub(super) type Area = [i32; 4];

impl Roofline {
    /// The kernels of the device with the slowest one; `None` without operations.
    pub(super) fn new(report: &Report) -> Option<Roofline> {
        let index = report.kernels.iter().find(|kernel| kernel.operations.is_some())?.device;
        let device = report.devices.get(index)?;
        let kernels = || report.kernels.iter().filter(|kernel| kernel.device == index);
        let pipes = || kernels().filter_map(|kernel| Some(kernel.operations?.pipe));
        let peaks = device.peaks.iter().flat_map(Peaks::by_pipe);
        let peaks = peaks.filter(|(name, peak)| *peak > 0.0 && pipes().any(|pipe| pipe == *name));
        let name = |pipe: &str| match pipe.strip_prefix("product_") {
            Some(kind) => format!("{kind}, tensor cores"),
            None => pipe.to_owned(),
        };
        let point = |kernel: &KernelStats| Point {
            name: kernel.name.clone(),
            intensity: kernel.operations.map_or(0.0, |found| found.intensity),
            rate: kernel.operations.map_or(0.0, |found| found.teraflops_per_second * 1e12),
            share: kernel.share,
        };
        Some(Roofline {
            device: device.name.clone(),
            bytes: device.copy_gigabytes_per_second.map(|rate| rate * 1e9),
            peaks: peaks.map(|(pipe, peak)| (name(pipe), peak)).collect(),
            points: kernels().map(point).collect(),
        })
    }

    /// What a log scale can show.
    fn points(&self) -> impl Iterator<Item = &Point> {
        self.points.iter().filter(|point| point.intensity > 0.0 && point.rate > 0.0)
    }

    pub(super) fn height(&self) -> i32 {
        PLOT_BOTTOM + AXIS + legend_height(self.points.len()) + 28
    }

    /// Where the axes begin and end: a factor of three beyond the points, the roofs, and where two roofs meet.
    fn axes(&self) -> [std::ops::Range<f64>; 2] {
        let mut x: Vec<f64> = self.points().map(|point| point.intensity).collect();
        let mut y: Vec<f64> = self.points().map(|point| point.rate).collect();
        y.extend(self.peaks.iter().map(|(_, peak)| peak));
        if let Some(bytes) = self.bytes {
            x.extend(self.peaks.iter().map(|(_, peak)| peak / bytes));
            // Without a peak the roof still has a place in the picture.
            y.extend(self.points().map(|point| point.intensity * bytes));
        }
        [x, y].map(|values| {
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            let most = values.iter().copied().fold(0.0, f64::max);
            if most == 0.0 {
                return 0.1..100.0;
            }
            // At least two powers of ten, which are what the axes name.
            let widen = (100.0 / (9.0 * most / least)).max(1.0).sqrt();
            least / 3.0 / widen..most * 3.0 * widen
        })
    }

    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Result {
        let title = format!("{}: roofline", self.device);
        canvas.draw_text(&title, &bold(&text(18, INK, HPos::Left)), (20, 26))?;
        let note = "the area of a point is its kernel's part of the time";
        canvas.draw_text(note, &text(SIZE, PALE, HPos::Right), (RIGHT, 26))?;
        let [x, y] = self.axes();
        let (area, _) = canvas.split_vertically(PLOT_BOTTOM + AXIS);
        let mut chart = ChartBuilder::on(&area)
            .margin_top(PLOT_TOP)
            .margin_right(WIDTH - RIGHT)
            .margin_left(MARGIN)
            .x_label_area_size(AXIS)
            .y_label_area_size(LEFT - MARGIN)
            .build_cartesian_2d(x.clone().log_scale(), y.clone().log_scale())?;
        chart
            .configure_mesh()
            .x_label_formatter(&|value| power_of_ten(*value).map_or(String::new(), |power| power.to_string()))
            .y_label_formatter(&|value| power_of_ten(*value).map_or(String::new(), prefixed))
            .x_desc("FLOP / byte")
            .y_desc("FLOP/s")
            .label_style(text(SIZE, PALE, HPos::Center))
            .y_label_style(text(SIZE, PALE, HPos::Right))
            .axis_desc_style(text(SIZE, PALE, HPos::Center))
            .bold_line_style(GRID)
            .light_line_style(WHITE)
            .max_light_lines(0)
            .axis_style(PALE)
            .draw()?;

        let mut taken: Vec<Area> = Vec::new();
        let highest = self.peaks.iter().map(|(_, peak)| *peak).fold(0.0, f64::max);
        let line = INK.stroke_width(2);
        if let Some(bytes) = self.bytes {
            let until = if highest > 0.0 { (highest / bytes).min(x.end) } else { x.end.min(y.end / bytes) };
            let from = x.start.max(y.start / bytes);
            chart.draw_series([PathElement::new([(from, from * bytes), (until, until * bytes)], line)])?;
            let ends = [from, until].map(|at| chart.backend_coord(&(at, at * bytes)));
            let steps = (ends[1].0 - ends[0].0) / 4;
            taken.extend((0..steps).map(|step| {
                let part = |a: i32, b: i32| a + (b - a) * step / steps;
                let (x, y) = (part(ends[0].0, ends[1].0), part(ends[0].1, ends[1].1));
                [x - 2, y - 2, x + 2, y + 2]
            }));
            let name = format!("a copy: {}B/s", prefixed(bytes));
            // To the left of the roof, where no kernel can be.
            let (x, y) = (i32::midpoint(ends[0].0, ends[1].0), i32::midpoint(ends[0].1, ends[1].1));
            let width = text_width(&name, SIZE);
            let at = ((x - 14).max(LEFT + 8 + width), y - 12);
            taken.push([at.0 - width, at.1 - 10, at.0, at.1 + 10]);
            canvas.draw_text(&name, &text(SIZE, INK, HPos::Right), at)?;
        }
        for (name, peak) in &self.peaks {
            let from = self.bytes.map_or(x.start, |bytes| (peak / bytes).max(x.start));
            chart.draw_series([PathElement::new([(from, *peak), (x.end, *peak)], line)])?;
            let name = format!("{name}: {}FLOP/s", prefixed(*peak));
            let (_, y) = chart.backend_coord(&(x.end, *peak));
            let width = text_width(&name, SIZE);
            taken.push([chart.backend_coord(&(from, *peak)).0, y - 1, RIGHT, y + 1]);
            let above = [RIGHT - 6 - width, y - 22, RIGHT - 6, y - 2];
            let below = [RIGHT - 6 - width, y + 2, RIGHT - 6, y + 22];
            let place = if taken.iter().any(|other| overlap(other, &above)) { below } else { above };
            taken.push(place);
            canvas.draw_text(&name, &text(SIZE, INK, HPos::Right), (RIGHT - 6, place[1] + 10))?;
        }

        let at = |point: &Point| chart.backend_coord(&(point.intensity, point.rate));
        let radius = |point: &Point| 5 + (18.0 * point.share.clamp(0.0, 1.0).sqrt()) as i32;
        for (index, point) in self.points().enumerate() {
            let (x, y) = at(point);
            let r = radius(point);
            canvas.draw(&Circle::new((x, y), r, color(index).mix(0.85).filled()))?;
            canvas.draw(&Circle::new((x, y), r, INK))?;
        }
        let points: Vec<_> =
            self.points().map(|it| (at(it), radius(it), text_width(&it.name, SIZE))).collect();
        for (point, place) in self.points().zip(places(&points, taken)) {
            if let Some([left, top, right, bottom]) = place {
                let (x, y) = at(point);
                let end = (x.clamp(left, right), y.clamp(top, bottom));
                if (end.0 - x).abs().max((end.1 - y).abs()) > radius(point) + 20 {
                    canvas.draw(&PathElement::new([(x, y), end], PALE))?;
                }
                canvas.draw_text(&point.name, &text(SIZE, INK, HPos::Left), (left, top + 10))?;
            }
        }

        let (shown, hidden): (Vec<&Point>, Vec<&Point>) =
            self.points.iter().partition(|point| point.intensity > 0.0 && point.rate > 0.0);
        let shown = shown.into_iter().enumerate().map(|(index, point)| {
            let more = format!("{}FLOP/s, {:.0} %", prefixed(point.rate), 100.0 * point.share);
            (color(index), point.name.clone(), more)
        });
        let hidden = hidden
            .into_iter()
            .map(|point| (WHITE, point.name.clone(), format!("no FLOP, {:.0} %", 100.0 * point.share)));
        legend(canvas, PLOT_BOTTOM + AXIS + 12, &shown.chain(hidden).collect::<Vec<_>>())
    }
}

pub(super) fn overlap(a: &Area, b: &Area) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// The places for the names of points, each given by its center, its radius, and the width of its name. The legend
/// has the name of a point with no free place near it.
pub(super) fn places(points: &[((i32, i32), i32, i32)], mut taken: Vec<Area>) -> Vec<Option<Area>> {
    taken.extend(points.iter().map(|((x, y), r, _)| [x - r, y - r, x + r, y + r]));
    let mut place = |((x, y), radius, width): ((i32, i32), i32, i32)| {
        let candidates = [4, 16, 28, 40].into_iter().flat_map(|gap| {
            let far = radius + gap;
            let (left, middle, right) = (x - far - width, x - width / 2, x + far);
            let (above, below) = (y - far, y + far);
            [(right, y), (left, y), (middle, above - 8), (middle, below + 8)].into_iter().chain([
                (right, below),
                (left, above),
                (right, above),
                (left, below),
            ])
        });
        let place = candidates
            .map(|(left, middle)| [left, middle - 10, left + width, middle + 10])
            .filter(|[left, top, right, bottom]| {
                *left > LEFT && *right < RIGHT && *top > PLOT_TOP && *bottom < PLOT_BOTTOM
            })
            .find(|area| !taken.iter().any(|other| overlap(other, area)));
        taken.extend(place);
        place
    };
    points.iter().map(|point| place(*point)).collect()
}

/// The power of ten that a number is, up to rounding.
fn power_of_ten(value: f64) -> Option<f64> {
    let exponent = value.log10().round();
    // The text is exact where a power isn't.
    let power = format!("1e{exponent}").parse::<f64>().ok()?;
    ((value / power - 1.0).abs() < 1e-6).then_some(power)
}

/// A number of three digits with the prefix of its unit: `4.29 T`.
fn prefixed(value: f64) -> String {
    const PREFIXES: [(f64, &str); 7] =
        [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m")];
    let (unit, prefix) = PREFIXES.into_iter().find(|(unit, _)| value >= 0.9995 * unit).unwrap_or((1e-6, "µ"));
    let value = value / unit;
    let digits = match value {
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    let number = format!("{value:.digits$}");
    let number =
        if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { &number };
    format!("{number} {prefix}")
}
