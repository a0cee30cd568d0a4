//! The timeline: when the device and the host did what.

use std::collections::HashMap;

use plotters::chart::ChartBuilder;
use plotters::style::Color;
use plotters::style::text_anchor::HPos;

use crate::bench::unit;
use crate::profile::report::{Report, fitted, time};

use super::{Canvas, GRID, INK, PALE, PALETTE, Result, WIDTH};
use super::{bold, color, legend, legend_height, on, rectangle, text, text_width};

const TOP: i32 = 56;
const LEFT: i32 = 180;
/// The pixels of the time axis.
const SPAN: i32 = WIDTH - LEFT - 110;
const ROW: i32 = 40;
const BAR: i32 = 28;
const AXIS: i32 = 52;
/// The most rows. The streams with the least work are left out.
const ROWS: usize = 24;
const SIZE: i32 = 14;

/// The work that a row shows.
struct Row {
    name: String,
    /// When, and the number of the color.
    bars: Vec<([f64; 2], usize)>,
}

impl Row {
    /// The time in which the row has work. Launches of several threads may overlap.
    fn seconds(&self) -> f64 {
        let mut times: Vec<[f64; 2]> = self.bars.iter().map(|(times, _)| *times).collect();
        times.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let mut until = f64::NEG_INFINITY;
        let new = times.iter().map(|[begin, end]| {
            let from = begin.max(until);
            until = until.max(*end);
            (end - from).max(0.0)
        });
        new.sum()
    }
}

/// A kind of work, with the device's time of all of it.
struct Work<'a> {
    name: &'a str,
    calls: u64,
    seconds: f64,
}

/// Kinds of work, those with the most time first.
fn works(report: &Report) -> Vec<Work<'_>> {
    let mut sums: HashMap<&str, (u64, f64)> = HashMap::new();
    for entry in &report.timeline {
        let sum = sums.entry(&entry.name).or_default();
        *sum = (sum.0 + 1, sum.1 + entry.device[1] - entry.device[0]);
    }
    let mut works: Vec<_> =
        sums.into_iter().map(|(name, (calls, seconds))| Work { name, calls, seconds }).collect();
    works.sort_by(|a, b| b.seconds.total_cmp(&a.seconds).then(a.name.cmp(b.name)));
    works
}

fn rows(report: &Report, works: &[Work<'_>]) -> (Vec<Row>, usize) {
    let number: HashMap<&str, usize> = works.iter().enumerate().map(|(at, work)| (work.name, at)).collect();
    let is_copy = |name: &str| report.copies.iter().any(|copy| copy.kind == name);
    let mut streams: Vec<((usize, u64, bool), Row)> = Vec::new();
    let mut host = Row { name: "host, launches".to_owned(), bars: Vec::new() };
    for entry in &report.timeline {
        let color = number[&*entry.name];
        let key = (entry.device_index, entry.stream, is_copy(&entry.name));
        let at = streams.iter().position(|(other, _)| *other == key).unwrap_or_else(|| {
            let device = if report.devices.len() > 1 { format!("{}: ", key.0) } else { String::new() };
            let what = if key.2 { ", copies" } else { "" };
            streams.push((key, Row { name: format!("{device}stream {}{what}", key.1), bars: Vec::new() }));
            streams.len() - 1
        });
        streams[at].1.bars.push((entry.device, color));
        host.bars.push((entry.host, color));
    }
    streams.sort_by_cached_key(|(_, row)| std::cmp::Reverse((row.seconds() * 1e9) as u64));
    let left_out = streams.len().saturating_sub(ROWS);
    streams.truncate(ROWS);
    streams.sort_by_key(|(key, _)| *key);
    let mut rows: Vec<Row> = streams.into_iter().map(|(_, row)| row).collect();
    rows.push(host);
    (rows, left_out)
}

pub(super) fn height(report: &Report) -> i32 {
    let works = works(report);
    let rows = rows(report, &works).0.len() as i32;
    TOP + ROW * rows + AXIS + legend_height(works.len().min(PALETTE.len() + 1)) + 28
}

pub(super) fn draw(report: &Report, canvas: &Canvas<'_>) -> Result {
    let works = works(report);
    let (rows, left_out) = rows(report, &works);
    let bars = || rows.iter().flat_map(|row| &row.bars);
    let begin = bars().map(|(at, _)| at[0]).fold(f64::INFINITY, f64::min);
    let end = bars().map(|(at, _)| at[1]).fold(begin, f64::max);
    // A session without work has an axis too.
    let (begin, end) = if end > begin { (begin, end) } else { (0.0, report.seconds) };
    let (scale, unit) = unit(end - begin);

    let title = format!("{}: {}", report.device, time(end - begin));
    canvas.draw_text(&title, &bold(&text(18, INK, HPos::Left)), (20, 26))?;
    if left_out > 0 {
        let note = format!("{left_out} more rows have less work");
        canvas.draw_text(&note, &text(SIZE, PALE, HPos::Right), (WIDTH - 20, 26))?;
    }

    let bottom = TOP + ROW * rows.len() as i32;
    let (area, _) = canvas.split_vertically(bottom + AXIS);
    let mut chart = ChartBuilder::on(&area)
        .margin_top(TOP)
        .margin_right(WIDTH - LEFT - SPAN)
        .margin_left(LEFT)
        .x_label_area_size(AXIS)
        .build_cartesian_2d(0.0..(end - begin) * scale, 0.0..1.0)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .x_labels(9)
        .x_label_formatter(&|value| number(*value))
        .x_desc(unit)
        .label_style(text(SIZE, PALE, HPos::Center))
        .axis_desc_style(text(SIZE, PALE, HPos::Center))
        .bold_line_style(GRID)
        .light_line_style(GRID)
        .max_light_lines(0)
        .axis_style(PALE)
        .draw()?;

    for (index, row) in rows.iter().enumerate() {
        let middle = TOP + ROW * index as i32 + ROW / 2;
        canvas.draw_text(&fitted(&row.name, 19), &text(SIZE, INK, HPos::Right), (LEFT - 12, middle))?;
        let busy = format!("{:.0} % busy", 100.0 * row.seconds() / (end - begin));
        canvas.draw_text(&busy, &text(SIZE, PALE, HPos::Left), (LEFT + SPAN + 10, middle))?;
        let to_pixels = |at: f64| (at - begin) / (end - begin) * f64::from(SPAN);
        for (from, to, index) in pixels(row, to_pixels) {
            let color = color(index);
            let (left, right) = (LEFT + from, LEFT + to);
            let (top, bottom) = (middle - BAR / 2, middle + BAR / 2);
            rectangle(canvas, [(left, top), (right, bottom)], color.filled())?;
            let name = works[index].name;
            let room = ((right - left - 8) / text_width("m", SIZE)).max(0) as usize;
            if name.chars().count().min(10) <= room {
                let at = (i32::midpoint(left, right), middle);
                canvas.draw_text(&fitted(name, room), &text(SIZE, on(color), HPos::Center), at)?;
            }
        }
    }

    let mut entries: Vec<_> = works
        .iter()
        .take(PALETTE.len())
        .enumerate()
        .map(|(at, work)| {
            let more = format!("{} × {}", work.calls, time(work.seconds / work.calls as f64));
            (color(at), work.name.to_owned(), more)
        })
        .collect();
    if let Some(rest) = works.get(PALETTE.len()..).filter(|rest| !rest.is_empty()) {
        let name = format!("{} others", rest.len());
        entries.push((super::GRAY, name, time(rest.iter().map(|work| work.seconds).sum())));
    }
    legend(canvas, bottom + AXIS + 12, &entries)
}

/// A number of at most three decimals, without zeros at its end.
fn number(value: f64) -> String {
    format!("{value:.3}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A row's bars in pixels, from left to right: each with its ends and the number of its color. Work that has few
/// pixels is drawn in columns, of which each shows the work that takes most of it.
fn pixels(row: &Row, to_pixels: impl Fn(f64) -> f64) -> Vec<(i32, i32, usize)> {
    /// From so many pixels on, work has a bar of its own, with a gap to the next.
    const WIDE: f64 = 5.0;
    const COLUMN: i32 = 2;
    let mut columns: Vec<HashMap<usize, f64>> = vec![HashMap::new(); (SPAN / COLUMN) as usize];
    let mut bars = Vec::new();
    for ([begin, end], color) in &row.bars {
        let (begin, end) = (to_pixels(*begin), to_pixels(*end));
        if end - begin >= WIDE {
            bars.push((begin.round() as i32, end.round() as i32 - 1, *color));
            continue;
        }
        let (begin, end) = (begin / f64::from(COLUMN), end / f64::from(COLUMN));
        let first = (begin as usize).min(columns.len() - 1);
        for (column, times) in columns.iter_mut().enumerate().take(end as usize + 1).skip(first) {
            let part = end.min(column as f64 + 1.0) - begin.max(column as f64);
            *times.entry(*color).or_default() += part.max(f64::MIN_POSITIVE);
        }
    }
    let most = |column: &HashMap<usize, f64>| {
        column.iter().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(a.0))).map(|(color, _)| *color)
    };
    let colors: Vec<Option<usize>> = columns.iter().map(most).collect();
    let mut from = 0;
    for run in colors.chunk_by(|a, b| a == b) {
        let to = from + COLUMN * run.len() as i32;
        bars.extend(run[0].map(|color| (from, to, color)));
        from = to;
    }
    bars.sort_unstable();
    bars
}
