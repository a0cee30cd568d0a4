//! How long a function of the library takes when it is first asked for, which the first launch of a kernel through
//! PTX pays.
//!
//! ```text
//! cargo bench -p kiln-codegen --bench library
//! ```
//!
//! Each function is asked for once a process, as in a program, of every type that its row has; medians of nine
//! processes.

use std::collections::BTreeMap;
use std::process::Command;
use std::time::Instant;

use kiln_codegen::intrinsics;
use kiln_codegen::ir::Scalar;
use kiln_codegen::library::find;

fn main() {
    if std::env::var_os("KILN_BENCH_CHILD").is_some() {
        return child();
    }
    let Ok(program) = std::env::current_exe() else { return println!("this program was not found again") };
    let mut times: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for _ in 0..9 {
        let output = match Command::new(&program).env("KILN_BENCH_CHILD", "1").output() {
            Ok(output) => output,
            Err(error) => return println!("no process could be started: {error}"),
        };
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            if let Some((time, name)) = line.split_once(' ')
                && let Ok(time) = time.parse()
            {
                times.entry(name.to_owned()).or_default().push(time);
            }
        }
    }
    let mut medians: Vec<(f64, String)> = times
        .into_iter()
        .map(|(name, mut times)| {
            times.sort_by(f64::total_cmp);
            (times[times.len() / 2], name)
        })
        .collect();
    medians.sort_by(|a, b| b.0.total_cmp(&a.0));
    let sum: f64 = medians.iter().map(|(time, _)| time).sum();
    let middle = medians.get(medians.len() / 2).map_or(0.0, |(time, _)| *time);
    println!(
        "{} functions in {sum:.0} us; the one in the middle {middle:.1} us; the slowest:",
        medians.len()
    );
    for (time, name) in medians.iter().take(10) {
        println!("{time:>8.1} us  {name}");
    }
}

/// Says how long each function takes, in microseconds.
fn child() {
    for row in intrinsics::all() {
        for scalar in Scalar::ALL.into_iter().filter(|scalar| row.class.contains(*scalar)) {
            let start = Instant::now();
            let found = find(row.name, scalar);
            let time = start.elapsed().as_secs_f64() * 1e6;
            if found.is_some() {
                println!("{time} {} of {}", row.name, scalar.name());
            }
        }
    }
}
