//! Pictures of reports made by hand: what they show, that names hide nothing, and how large they get.

use super::*;
use crate::profile::hints::tests::kernel;
use crate::profile::report::{CopyStats, DeviceStats, KernelStats, TimeSource, TimelineEntry};
use crate::profile::{Operations, Peaks};

/// A session with work on two streams: a download, and launches that come more often than a picture has pixels.
fn report(launches: usize) -> Report {
    let mut report = Report::empty();
    let mut entry = |name: &str, stream, begin: f64, took: f64| {
        report.timeline.push(TimelineEntry {
            name: name.to_owned(),
            device_index: 0,
            stream,
            device: [begin, begin + took],
            host: [begin - 2e-6, begin],
        });
    };
    for launch in 0..launches {
        let begin = 1e-3 + 2e-5 * launch as f64;
        entry("scale<f32>", 1, begin, 4e-6);
        entry(
            "a_kernel_with_a_name_that_is_much_too_long_for_a_picture<f32, 128, 64>",
            1,
            begin + 5e-6,
            9e-6,
        );
    }
    for kernel in 0..9 {
        entry(&format!("kernel_{kernel}"), 2, 1e-3 + 4e-4 * f64::from(kernel), 3e-4);
    }
    entry("download", 2, 5e-3, 8e-4);
    report.copies = vec![CopyStats {
        kind: "download".to_owned(),
        calls: 1,
        seconds: 8e-4,
        source: TimeSource::Events,
        bytes: 1 << 20,
    }];
    report
}

fn timeline(report: &Report) -> String {
    draw(timeline::height(report), |canvas| timeline::draw(report, canvas)).unwrap()
}

/// The texts of a picture.
fn texts(svg: &str) -> Vec<&str> {
    svg.split("</text>").filter_map(|part| Some(part.rsplit_once(">\n")?.1.trim())).collect()
}

/// All numbers of an attribute.
fn numbers(svg: &str, attribute: &str) -> Vec<i32> {
    let number = |part: &str| part.split_once('"').and_then(|(number, _)| number.parse().ok());
    svg.split(&format!(" {attribute}=\"")).skip(1).filter_map(number).collect()
}

#[test]
fn a_timeline_has_a_row_for_each_stream_its_copies_and_the_host() {
    let svg = timeline(&report(200));
    let texts = texts(&svg);
    for expected in
        ["stream 1", "stream 2", "stream 2, copies", "host, launches", "scale&lt;f32&gt;", "download", "ms"]
    {
        assert!(texts.contains(&expected), "{expected}: {texts:?}");
    }
    // Two kernels of 13 µs in each 20 µs of the first 4 of 4.8 ms.
    assert!(texts.contains(&"54 % busy"), "{texts:?}");
}

/// What is shorter than a pixel shares it, and nothing is drawn beyond the picture.
#[test]
fn a_timeline_s_size_does_not_depend_on_the_number_of_launches() {
    for launches in [0, 50_000] {
        let svg = timeline(&report(launches));
        assert!(svg.len() < 60_000, "{launches} launches take {} bytes", svg.len());
        let rectangles = numbers(&svg, "x").into_iter().chain(numbers(&svg, "y"));
        assert!(rectangles.into_iter().all(|at| (0..=WIDTH).contains(&at)));
    }
    // Of several devices, rows have the device's index.
    let mut several = report(1);
    several.devices = vec![DeviceStats::empty(); 2];
    assert!(texts(&timeline(&several)).contains(&"0: stream 2, copies"), "{several:?}");
    // Two threads that launch at the same time are busy once.
    let mut overlapping = report(0);
    overlapping.timeline.iter_mut().for_each(|entry| entry.host = [1e-3, 5.8e-3]);
    assert!(texts(&timeline(&overlapping)).contains(&"100 % busy"), "{overlapping:?}");
    // A session without work has an axis.
    assert!(texts(&timeline(&Report::empty())).contains(&"host, launches"));
}

fn roofline(points: &[(&str, f64, f64, f64)]) -> roofline::Roofline {
    let point = |(name, intensity, rate, share): &(&str, f64, f64, f64)| roofline::Point {
        name: (*name).to_owned(),
        intensity: *intensity,
        rate: *rate,
        share: *share,
    };
    roofline::Roofline {
        device: "a GPU".to_owned(),
        bytes: Some(4.286e12),
        peaks: vec![("f32".to_owned(), 67e12), ("bf16 tensor cores".to_owned(), 989e12)],
        points: points.iter().map(point).collect(),
    }
}

#[test]
fn a_roofline_has_its_roofs_and_a_point_for_each_kernel() {
    let picture = roofline(&[
        ("saxpy", 0.17, 0.6e12, 0.1),
        ("softmax_rows", 0.9, 2.9e12, 0.3),
        ("softmax_naive", 0.9, 0.4e12, 0.25),
        ("attention<bf16, 64>", 120.0, 420e12, 0.2),
        ("matmul<bf16, 128, 128>", 180.0, 640e12, 0.1),
        ("layer", 100.0, 410e12, 0.05),
        ("transpose", 0.0, 0.0, 0.02),
    ]);
    let svg = draw(picture.height(), |canvas| picture.draw(canvas)).unwrap();
    let texts = texts(&svg);
    for expected in ["a copy: 4.29 TB/s", "f32: 67 TFLOP/s", "bf16 tensor cores: 989 TFLOP/s", "100", "100 T"]
    {
        assert!(texts.contains(&expected), "{expected}: {texts:?}");
    }
    // A point beside its name, and a line of the legend.
    assert_eq!(texts.iter().filter(|text| **text == "saxpy").count(), 2, "{texts:?}");
    assert_eq!(texts.iter().filter(|text| **text == "transpose").count(), 1, "{texts:?}");
    assert_eq!(numbers(&svg, "cx").len(), 12, "a disk and its edge for each of six points");
    // Where points are close, the axes go on to powers of ten, and have no other labels.
    let close = roofline::Roofline {
        peaks: Vec::new(),
        ..roofline(&[("a", 0.3, 1.2e9, 0.9), ("b", 0.4, 1.9e9, 0.1)])
    };
    let svg = draw(close.height(), |canvas| close.draw(canvas)).unwrap();
    let texts = self::texts(&svg);
    assert!(texts.contains(&"0.1") && texts.contains(&"1 G"), "{texts:?}");
    assert!(!texts.iter().any(|text| text.starts_with("0.2") || text.starts_with("0.3")), "{texts:?}");
    // Kernels without operations and devices without peaks leave the roof of memory, or nothing.
    for picture in [roofline(&[]), roofline::Roofline { peaks: Vec::new(), bytes: None, ..roofline(&[]) }] {
        assert!(draw(picture.height(), |canvas| picture.draw(canvas)).unwrap().ends_with("</svg>\n"));
    }
}

#[test]
fn a_roofline_is_of_the_device_with_the_slowest_kernel_that_was_counted() {
    let path = std::env::temp_dir().join(format!("kiln-roofline-{}.svg", std::process::id()));
    let mut report = Report::empty();
    let error = report.roofline_svg(&path).unwrap_err();
    assert!(
        error.kind() == io::ErrorKind::InvalidInput && error.to_string().contains("counted()"),
        "{error}"
    );
    let kernel = |name: &str, device, operations| KernelStats {
        name: name.to_owned(),
        device,
        operations,
        ..kernel()
    };
    let found = |pipe| {
        Some(Operations { flops: 1, teraflops_per_second: 2.0, intensity: 0.5, pipe, of_peak: Some(0.1) })
    };
    report.kernels = vec![
        kernel("not_counted", 1, None),
        kernel("slow", 1, found("f32")),
        kernel("product", 1, found("product_f16")),
        kernel("elsewhere", 0, found("f64")),
    ];
    let peaks = Peaks { f64: 33e12, f32: 67e12, product_f16: 989e12, f16: 134e12, ..Peaks::default() };
    report.devices = vec![DeviceStats { peaks: Some(peaks), ..DeviceStats::empty() }; 2];
    report.roofline_svg(&path).unwrap();
    let svg = fs::read_to_string(&path).unwrap();
    fs::remove_file(path).unwrap();
    let texts = texts(&svg);
    for expected in ["slow", "product", "not_counted", "f32: 67 TFLOP/s", "f16, tensor cores: 989 TFLOP/s"] {
        assert!(texts.contains(&expected), "{expected}: {texts:?}");
    }
    assert!(!texts.contains(&"elsewhere") && !svg.contains("134 T") && !svg.contains("33 T"), "{texts:?}");
}

#[test]
fn names_of_points_hide_nothing() {
    let mut random = fastrand::Rng::with_seed(7);
    for count in [1, 5, 20, 60] {
        let points: Vec<_> = (0..count)
            .map(|_| ((random.i32(0..WIDTH), random.i32(0..600)), random.i32(5..20), random.i32(20..200)))
            .collect();
        let circles = points.iter().map(|((x, y), r, _)| [x - r, y - r, x + r, y + r]);
        let places = roofline::places(&points, Vec::new());
        let placed: Vec<roofline::Area> = places.iter().flatten().copied().collect();
        for (index, place) in placed.iter().enumerate() {
            let mut others = circles.clone().chain(placed[..index].iter().copied());
            assert!(others.all(|other| !roofline::overlap(&other, place)), "{place:?} of {points:?}");
        }
        assert!(placed.len() >= points.len().min(10) / 2, "{} of {count}", placed.len());
    }
}
