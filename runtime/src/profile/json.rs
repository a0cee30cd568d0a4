//! A report as JSON, and as a trace of Chrome's format, which Perfetto shows too.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::counts::Counts;

use super::report::Report;

/// Writes JSON: objects and lists with commas between their parts.
struct Json {
    text: String,
    /// Whether what comes next needs a comma before it.
    comma: bool,
}

impl Json {
    fn new() -> Json {
        Json { text: String::new(), comma: false }
    }

    fn separate(&mut self) {
        if std::mem::replace(&mut self.comma, true) {
            self.text.push(',');
        }
    }

    /// An object or a list, by what it begins and ends with.
    fn group(&mut self, [open, close]: [char; 2], fill: impl FnOnce(&mut Json)) {
        self.separate();
        self.text.push(open);
        self.comma = false;
        fill(self);
        self.text.push(close);
        self.comma = true;
    }

    fn object(&mut self, fill: impl FnOnce(&mut Json)) {
        self.group(['{', '}'], fill);
    }

    fn key(&mut self, key: &str) -> &mut Json {
        self.string(key);
        self.text.push(':');
        self.comma = false;
        self
    }

    fn list<T>(&mut self, key: &str, items: &[T], each: impl Fn(&mut Json, &T)) {
        self.key(key).group(['[', ']'], |json| items.iter().for_each(|item| each(json, item)));
    }

    fn string(&mut self, text: &str) {
        self.separate();
        self.text.push('"');
        for c in text.chars() {
            match c {
                '"' | '\\' => self.text.extend(['\\', c]),
                '\0'..='\u{1f}' => {
                    let _ = write!(self.text, "\\u{:04x}", u32::from(c));
                }
                c => self.text.push(c),
            }
        }
        self.text.push('"');
    }

    /// JSON knows no number that is not finite.
    fn number(&mut self, number: impl Into<f64>) {
        self.separate();
        let number = number.into();
        let _ = if number.is_finite() { write!(self.text, "{number}") } else { write!(self.text, "null") };
    }

    fn count(&mut self, count: u64) {
        self.separate();
        let _ = write!(self.text, "{count}");
    }

    fn optional(&mut self, number: Option<f64>) {
        self.number(number.unwrap_or(f64::NAN));
    }

    /// The members of an object of counts.
    fn counts(&mut self, counts: &Counts) {
        self.key("exact").text.push_str(if counts.is_exact() { "true" } else { "false" });
        self.comma = true;
        for (name, number) in counts.total.by_name() {
            self.key(name).count(number);
        }
    }
}

impl Report {
    /// The report as one JSON object. Its names are those of the fields, times are in seconds; `version` is 1.
    pub fn to_json(&self) -> String {
        let mut json = Json::new();
        json.object(|json| {
            json.key("version").count(1);
            json.key("device").string(&self.device);
            json.key("seconds").number(self.seconds);
            json.key("counting_seconds").number(self.counting_seconds);
            json.key("copy_gigabytes_per_second").optional(self.copy_gigabytes_per_second);
            json.key("memory_efficiency").number(self.memory_efficiency());
            json.key("compute_efficiency").number(self.compute_efficiency());
            json.list("devices", &self.devices, |json, device| {
                json.object(|json| {
                    json.key("name").string(&device.name);
                    json.key("multiprocessors").count(device.multiprocessors.into());
                    json.key("copy_gigabytes_per_second").optional(device.copy_gigabytes_per_second);
                    if let Some(peaks) = &device.peaks {
                        json.key("peaks").object(|json| {
                            for (name, operations) in peaks.by_pipe() {
                                json.key(name).number(operations);
                            }
                        });
                    }
                    json.key("busy_seconds").number(device.busy_seconds);
                    json.key("idle_seconds").number(device.idle_seconds);
                    json.key("longest_gap_seconds").number(device.longest_gap_seconds);
                    json.key("allocations").count(device.allocations);
                    json.key("allocated_bytes").count(device.allocated_bytes);
                    json.key("peak_bytes").count(device.peak_bytes);
                });
            });
            if let Some(why) = &self.without_cupti {
                json.key("without_cupti").string(why);
            }
            json.list("kernels", &self.kernels, |json, kernel| {
                json.object(|json| {
                    json.key("name").string(&kernel.name);
                    json.key("device").count(kernel.device as u64);
                    json.key("calls").count(kernel.calls);
                    json.key("seconds").number(kernel.seconds);
                    json.key("source").string(&kernel.source.to_string());
                    json.key("share").number(kernel.share);
                    json.key("host_seconds").number(kernel.host_seconds);
                    json.key("bytes").count(kernel.bytes);
                    json.key("gigabytes_per_second").number(kernel.gigabytes_per_second);
                    json.key("of_copy").optional(kernel.of_copy);
                    if let Some(found) = &kernel.operations {
                        json.key("flops").count(found.flops);
                        json.key("teraflops_per_second").number(found.teraflops_per_second);
                        json.key("intensity").number(found.intensity);
                        json.key("pipe").string(found.pipe);
                        json.key("of_peak").optional(found.of_peak);
                    }
                    if let Some(counts) = &kernel.counts {
                        json.key("counts").object(|json| json.counts(counts));
                    }
                    json.key("bound").string(&kernel.bound.to_string());
                    json.key("blocks").count(kernel.blocks);
                    json.key("threads").count(kernel.threads.into());
                    if let Some(used) = &kernel.occupied {
                        json.key("registers").count(used.registers.into());
                        json.key("local_bytes").count(used.local_bytes.into());
                        if let Some(resident) = &used.resident {
                            json.key("resident_warps").count(resident.warps.into());
                            json.key("most_warps").count(resident.most_warps.into());
                            json.key("limit").string(resident.limit);
                        }
                    }
                });
            });
            json.list("hints", &self.hints(), |json, hint| {
                json.object(|json| {
                    json.key("number").string(hint.number);
                    json.key("about").string(&hint.about);
                    json.key("evidence").string(&hint.evidence);
                    json.key("advice").string(hint.advice);
                });
            });
            json.list("copies", &self.copies, |json, copy| {
                json.object(|json| {
                    json.key("kind").string(&copy.kind);
                    json.key("calls").count(copy.calls);
                    json.key("seconds").number(copy.seconds);
                    json.key("source").string(&copy.source.to_string());
                    json.key("bytes").count(copy.bytes);
                });
            });
            json.key("graphs").object(|json| {
                json.key("calls").count(self.graphs.0);
                json.key("seconds").number(self.graphs.1);
            });
            json.list("ranges", &self.ranges, |json, range| {
                json.object(|json| {
                    json.key("name").string(&range.name);
                    json.key("calls").count(range.calls);
                    json.key("host_seconds").number(range.host_seconds);
                    json.key("seconds").number(range.seconds);
                    json.key("works").count(range.works);
                });
            });
            json.list("compiles", &self.compiles, |json, compile| {
                json.object(|json| {
                    json.key("kernel").string(&compile.kernel);
                    json.key("begin").number(compile.host[0]);
                    json.key("end").number(compile.host[1]);
                });
            });
        });
        json.text
    }

    /// Writes the timeline as a trace of Chrome's format. Perfetto and `chrome://tracing` show it: a row a stream for
    /// each device, a row for the host's launches, one for compilations and one for ranges.
    ///
    /// # Errors
    ///
    /// What the writer fails with.
    ///
    /// # Examples
    ///
    /// ```
    /// # let session = kiln_runtime::profile::start(&kiln_runtime::Device::cpu())?;
    /// let report = session.finish()?;
    /// let mut trace = Vec::new();
    /// report.write_chrome_trace(&mut trace).unwrap();
    /// assert!(trace.starts_with(b"{\"traceEvents\":["));
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn write_chrome_trace(&self, mut to: impl Write) -> io::Result<()> {
        const HOST: u64 = 0;
        let mut json = Json::new();
        json.text.push_str("{\"traceEvents\":[");
        let devices = self.devices.iter().map(|device| &*device.name);
        for (process, name) in (0..).zip(["host"].into_iter().chain(devices)) {
            json.object(|json| {
                json.key("ph").string("M");
                json.key("name").string("process_name");
                json.key("pid").count(process);
                json.key("args").object(|json| json.key("name").string(name));
            });
        }
        let mut event = |name: &str, row: (u64, u64), [begin, end]: [f64; 2]| {
            json.object(|json| {
                json.key("ph").string("X");
                json.key("name").string(name);
                json.key("pid").count(row.0);
                json.key("tid").count(row.1);
                // In microseconds.
                json.key("ts").number(begin * 1e6);
                json.key("dur").number((end - begin) * 1e6);
            });
        };
        for span in &self.timeline {
            event(&span.name, (1 + span.device_index as u64, span.stream), span.device);
            event(&span.name, (HOST, 1), span.host);
        }
        for compile in &self.compiles {
            event(&format!("compile {}", compile.kernel), (HOST, 2), compile.host);
        }
        for (range, host) in &self.range_timeline {
            event(&self.ranges[*range].name, (HOST, 3), *host);
        }
        json.text.push_str("]}");
        to.write_all(json.text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_numbers_are_json_s() {
        let mut json = Json::new();
        json.object(|json| {
            json.key("a \"name\"\\\n").string("µ\u{1}");
            json.key("numbers").group(['[', ']'], |json| {
                for number in [0.5, f64::NAN, 1e-300, -3.5] {
                    json.number(number);
                }
            });
            json.key("none").group(['[', ']'], |_| {});
        });
        let value: serde_json::Value = serde_json::from_str(&json.text).unwrap();
        assert_eq!(value["a \"name\"\\\n"], "µ\u{1}");
        assert_eq!(value["numbers"], serde_json::json!([0.5, null, 1e-300, -3.5]));
        assert_eq!(value["none"], serde_json::json!([]));
    }
}
