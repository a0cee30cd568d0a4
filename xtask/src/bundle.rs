//! `cargo xtask bundle`: what a machine with a GPU and without Rust needs to test and measure Kiln.
//!
//! Builds the tests of the facade and the runtime, the examples and the benches in release, and copies them, stripped,
//! into `bundle/` (as an archive) with the examples' assets, the peers' benchmarks and a script `run.sh` that runs
//! everything in order and ends with a table. Left out is what needs sources or a compiler (the compiler's own
//! tests, the macro's, xtask's and the compile-fail suite); none of it touches a GPU.

use crate::artifacts::{self, Executable};
use crate::workspace::{Outcome, Result, Tally, Workspace, succeeds, walk};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Packages whose tests and benches have something to say about a GPU.
const PACKAGES: [&str; 3] = ["kiln", "kiln-generated", "kiln-runtime"];

/// Tests that call cargo, read the sources, or bring a driver of their own.
const NOT_BUNDLED: [&str; 4] = ["ui", "tidy", "driver", "spoiled"];

/// What the transport to the GPU machine is known to take.
pub const LIMIT: u64 = 60 << 20;

/// What the executables have in common is found where whole ones lie between: a fifth of what is left without it.
const PACKING: &str = "--lzma2=preset=1,dict=64MiB";

/// `cargo xtask bundle`.
pub fn bundle(workspace: &Workspace, _: &[String]) -> Outcome {
    let mut packages = Vec::new();
    for package in PACKAGES {
        packages.extend(["-p", package]);
    }
    // The library's tests and benches are left out, or refused, without it.
    packages.extend(["--features", "kiln/kernels,kiln/array,kiln/plots,kiln/cupti"]);
    let mut built =
        artifacts::build(workspace.cargo().args(["test", "--no-run", "--release"]).args(&packages))?;
    // Cargo takes it for a mistake to ask for benches where there are none.
    if ["benches", "runtime/benches"].iter().any(|folder| has_rust(&workspace.root.join(folder))) {
        let mut benches = workspace.cargo();
        built.extend(artifacts::build(benches.args(["bench", "--no-run", "--bench", "*"]).args(&packages))?);
    }
    let folder = workspace.root.join("bundle");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{} could not be emptied: {e}", folder.display()))?;
    }
    fs::create_dir_all(folder.join("bin")).map_err(|e| format!("{}: {e}", folder.display()))?;

    let chosen = chosen(&built);
    for (name, executable) in &chosen {
        let file = folder.join("bin").join(name);
        fs::copy(&executable.path, &file).map_err(|e| format!("{}: {e}", executable.path.display()))?;
        strip(&file);
    }
    for part in ["examples/assets", "benches/peers"] {
        copy_folder(&workspace.root.join(part), &folder.join(part))?;
    }
    for (name, bytes) in walk_all(&folder.join("bin")) {
        println!("{:9.2} MB  bin/{name}", megabytes(bytes));
    }
    pack(&folder)?;
    let script = folder.join("run.sh");
    let names: Vec<&str> = chosen.keys().map(String::as_str).collect();
    fs::write(&script, run_script(&names)).map_err(|e| format!("{}: {e}", script.display()))?;
    let _ = succeeds(Command::new("chmod").arg("+x").arg(&script));

    let files = walk_all(&folder);
    let bytes: u64 = files.iter().map(|(_, bytes)| bytes).sum();
    for (name, bytes) in &files {
        println!("{:9.2} MB  {name}", megabytes(*bytes));
    }
    println!(
        "{:9.2} MB  in all; run it with bundle/run.sh (bundle/run.sh --help says how)",
        megabytes(bytes)
    );
    if bytes > LIMIT {
        return Err(format!("the bundle is larger than {} MB: merge test targets", LIMIT >> 20));
    }
    Ok(Tally::default())
}

/// What goes in, by the name it gets: `1-unit-kiln`, `2-test-run`, `3-example-edges`, `4-bench-launch`. The number
/// gives the order. An executable built twice goes in once.
fn chosen(built: &[Executable]) -> BTreeMap<String, &Executable> {
    let mut chosen = BTreeMap::new();
    for executable in built.iter().filter(|executable| !NOT_BUNDLED.contains(&executable.name.as_str())) {
        let name = match executable.kind.as_str() {
            "lib" => format!("1-unit-{}", executable.package),
            "test" => format!("2-test-{}", executable.name),
            "example" => format!("3-example-{}", executable.name),
            "bench" => format!("4-bench-{}", executable.name),
            _ => continue,
        };
        // The first is of `cargo test`; `cargo bench` builds the library's unit tests once more.
        chosen.entry(name).or_insert(executable);
    }
    chosen
}

fn has_rust(folder: &Path) -> bool {
    walk(folder).iter().any(|file| file.extension().is_some_and(|extension| extension == "rs"))
}

/// Puts the executables, which share most of their code, into one archive.
fn pack(folder: &Path) -> Result<()> {
    if !matches!(
        succeeds(
            Command::new("tar")
                .args(["-cJf", "bin.tar.xz", "bin"])
                .env("XZ_OPT", PACKING)
                .current_dir(folder)
        ),
        Ok(true)
    ) {
        return Err("the executables could not be packed: are there `tar` and `xz`?".to_owned());
    }
    let bin = folder.join("bin");
    fs::remove_dir_all(&bin).map_err(|e| format!("{}: {e}", bin.display()))
}

/// Without a `strip` the file stays as it is, only larger.
pub fn strip(file: &Path) {
    let stripped = Command::new("strip").arg(file).status().is_ok_and(|status| status.success());
    if !stripped {
        println!("xtask: {} could not be stripped", file.display());
    }
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    for file in walk(from) {
        let target = to.join(file.strip_prefix(from).unwrap_or(&file));
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
        }
        fs::copy(&file, &target).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(())
}

fn walk_all(folder: &Path) -> Vec<(String, u64)> {
    let size = |file: &Path| fs::metadata(file).map_or(0, |data| data.len());
    let name = |file: &Path| file.strip_prefix(folder).unwrap_or(file).to_string_lossy().into_owned();
    walk(folder).iter().map(|file| (name(file), size(file))).collect()
}

pub fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// The script of the GPU machine, which has bash and nothing of Rust.
fn run_script(names: &[&str]) -> String {
    RUN.replace("@NAMES@", &names.join("\n"))
}

const RUN: &str = r#"#!/usr/bin/env bash
# Runs Kiln's tests, examples and benches on this machine; made by `cargo xtask bundle`. Each executable is a process of its
# own. Without --bench, each bench runs every measurement once (smoke mode): it shows that the bench works.
#
#   run.sh [--bench] [--list] [NAME-PART...]
#
# The executables are in bin.tar.xz, which the first run unpacks into bin/.
#
# LOGS=folder    where logs and pictures go (default: logs, beside this script)
# WRAP="..."     a command in front of each executable, such as "compute-sanitizer --tool memcheck --error-exitcode 9"
# LIMIT=seconds  the longest that one executable may take (default 300)
set -u
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
logs="${LOGS:-$here/logs}"
wrap=(${WRAP:-})
limit="${LIMIT:-300}"
bench_argument=--test
parts=()
all=(
@NAMES@
)
for argument in "$@"; do
    case "$argument" in
        --bench) bench_argument=--bench ;;
        --list) printf '%s\n' "${all[@]}"; exit 0 ;;
        -h | --help) sed -n '2,12s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
        *) parts+=("$argument") ;;
    esac
done

mkdir -p "$logs" && logs="$(cd "$logs" && pwd)" || exit 1
cd "$here" || exit 1
[ -d bin ] || tar -xJf bin.tar.xz || exit 1
rows=()
passed=0
failed=0
for name in "${all[@]}"; do
    wanted=yes
    # A sanitizer has nothing to find in a bench that the tests do not show it, and is slow.
    case "$name" in 4-*) [ ${#wrap[@]} -gt 0 ] && [ "$bench_argument" = --test ] && wanted=no ;; esac
    if [ ${#parts[@]} -gt 0 ]; then
        wanted=no
        for part in "${parts[@]}"; do case "$name" in *"$part"*) wanted=yes ;; esac; done
    fi
    [ "$wanted" = yes ] || continue
    arguments=()
    case "$name" in
        # A sanitizer slows everything; parallel tests would then starve one another.
        1-* | 2-*) [ ${#wrap[@]} -gt 0 ] && arguments=(--test-threads=1) ;;
        3-example-faster_softmax) arguments=("$logs") ;;
        3-example-edges) arguments=(examples/assets/photo.png "$logs/edges.png") ;;
        4-*) arguments=("$bench_argument") ;;
    esac
    echo "== $name"
    start=$(date +%s.%N)
    timeout --kill-after=10 "$limit" ${wrap[@]+"${wrap[@]}"} "bin/$name" ${arguments[@]+"${arguments[@]}"} >"$logs/$name.log" 2>&1
    code=$?
    seconds=$(awk -v a="$start" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f", b - a }')
    counts=$(sed -n 's/^test result: [a-zA-Z]*\. \([0-9]*\) passed; \([0-9]*\) failed.*/\1 \2/p' "$logs/$name.log" |
        awk '{ p += $1; f += $2; n++ } END { if (n) print p, f }')
    if [ -n "$counts" ]; then
        good=${counts% *}
        bad=${counts#* }
        # A harness that died after its tests, or a sanitizer that objects, is a failure of its own.
        [ "$code" -ne 0 ] && [ "$bad" -eq 0 ] && bad=1
    elif [ "$code" -eq 0 ]; then good=1 bad=0; else good=0 bad=1; fi
    if [ "$bad" -gt 0 ]; then
        grep -E '^(test .* FAILED|thread .* panicked|========= )' "$logs/$name.log" | head -40
        echo "-- the end of $name.log (exit code $code)"
        tail -25 "$logs/$name.log"
    elif case "$name" in 3-* | 4-*) true ;; *) false ;; esac; then
        tail -40 "$logs/$name.log"
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
    rows+=("$(printf '%-34s %7d %7d %6d %8s' "$name" "$good" "$bad" "$code" "$seconds")")
done

printf '\n%-34s %7s %7s %6s %8s\n' executable passed failed exit seconds
printf '%s\n' ${rows[@]+"${rows[@]}"}
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
"#;

#[cfg(test)]
mod tests {
    use super::*;

    fn executable(package: &str, kind: &str, name: &str) -> Executable {
        Executable { package: package.into(), kind: kind.into(), name: name.into(), path: "x".into() }
    }

    #[test]
    fn executables_are_ordered_and_taken_once() {
        let built = [
            executable("kiln", "bench", "launch"),
            executable("kiln", "example", "edges"),
            executable("kiln", "test", "ui"),
            executable("kiln-runtime", "test", "spoiled"),
            executable("kiln", "test", "run"),
            executable("kiln", "lib", "kiln"),
            executable("kiln", "lib", "kiln"),
            executable("xtask", "bin", "xtask"),
        ];
        let names: Vec<String> = chosen(&built).into_keys().collect();
        assert_eq!(names, ["1-unit-kiln", "2-test-run", "3-example-edges", "4-bench-launch"]);
    }

    #[test]
    fn the_script_lists_what_it_runs() {
        let script = run_script(&["1-unit-kiln", "2-test-run"]);
        assert!(script.contains("all=(\n1-unit-kiln\n2-test-run\n)"));
        assert!(!script.contains('@') || !script.contains("@NAMES@"));
    }
}
