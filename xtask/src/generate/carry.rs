//! `cargo xtask generate --count N --bundle FOLDER`: the executables of a hunt, for a machine with a GPU and
//! without Rust.
//!
//! Takes the batches one after the other; leaves folders `FOLDER/part-1`, `FOLDER/part-2` and so on, each small
//! enough for the transport: an archive of so many batches, and a script `run.sh` that runs them beside each other
//! and counts what was compared from what each test says that it compared. Each part is finished before the next is
//! begun.

use super::hunt::{BATCH, Batch, copy, put};
use crate::bundle::{LIMIT, megabytes, strip};
use crate::workspace::{Result, succeeds};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Batches of a part. The first takes 3 MB of the archive, the others, which share all of Kiln with it, half as much.
const BATCHES: usize = 5000 / BATCH;

pub(super) struct Bundle {
    folder: PathBuf,
    parts: usize,
    /// What is in the part that is not packed yet.
    batches: Vec<Batch>,
}

impl Bundle {
    /// An empty bundle; parts that an earlier hunt left there are removed.
    pub(super) fn new(folder: PathBuf) -> Result<Bundle> {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with("part-") {
                let path = entry.path();
                fs::remove_dir_all(&path)
                    .map_err(|e| format!("{} could not be removed: {e}", path.display()))?;
            }
        }
        Ok(Bundle { folder, parts: 0, batches: Vec::new() })
    }

    pub(super) fn add(&mut self, batch: Batch, executable: &Path) -> Result<()> {
        let file = self.part().join("bin").join(batch.name());
        copy(executable, &file)?;
        strip(&file);
        self.batches.push(batch);
        if self.batches.len() == BATCHES { self.pack() } else { Ok(()) }
    }

    /// Packs what is not packed yet.
    pub(super) fn close(mut self) -> Result<()> {
        if self.batches.is_empty() { Ok(()) } else { self.pack() }
    }

    fn part(&self) -> PathBuf {
        self.folder.join(format!("part-{}", self.parts + 1))
    }

    fn pack(&mut self) -> Result<()> {
        let part = self.part();
        let batches = std::mem::take(&mut self.batches);
        self.parts += 1;
        // The window of -9 spans several executables, which are mostly alike.
        let mut tar = Command::new("tar");
        tar.args(["-cJf", "bin.tar.xz", "bin"]).env("XZ_OPT", "-9 -T0").current_dir(&part);
        if !matches!(succeeds(&mut tar), Ok(true)) {
            return Err("the executables could not be packed: is there a `tar` with xz?".to_owned());
        }
        let failed = |path: &Path, error| format!("{}: {error}", path.display());
        fs::remove_dir_all(part.join("bin")).map_err(|error| failed(&part, error))?;
        let script = part.join("run.sh");
        put(&script, &run_script(&batches))?;
        succeeds(Command::new("chmod").arg("+x").arg(&script))?;
        let archive = part.join("bin.tar.xz");
        let bytes = fs::metadata(&archive).map_err(|error| failed(&archive, error))?.len();
        let programs: usize = batches.iter().map(|batch| batch.size).sum();
        println!("{:9.2} MB  {}: {programs} programs", megabytes(bytes), script.display());
        if bytes > LIMIT {
            return Err(format!("the part is larger than {} MB: put fewer batches in one", LIMIT >> 20));
        }
        Ok(())
    }
}

/// The script of the GPU machine, which has bash and nothing of Rust.
fn run_script(batches: &[Batch]) -> String {
    let lines: Vec<String> = batches.iter().map(|batch| format!("{} {}", batch.name(), batch.size)).collect();
    RUN.replace("@BATCHES@", &lines.join("\n"))
}

const RUN: &str = r#"#!/usr/bin/env bash
# Compares random programs between rustc, the CPU executor and each GPU of this machine; made by
# `cargo xtask generate --bundle`.
#
#   run.sh [NAME-PART...]
#
# The batches are in bin.tar.xz, which the first run unpacks into bin/. Exits with 1 where anything differs, and where an
# executor that is here has not compared every program.
#
# LOGS=folder     where logs go (default: logs, beside this script)
# JOBS=number     batches at a time (default: one for each core)
# THREADS=number  programs of a batch at a time (default 2)
# LIMIT=seconds   the longest that a batch may take (default 500)
set -u
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
logs="${LOGS:-$here/logs}"
all="@BATCHES@"
first=${all%% *}

# Runs a batch, leaves its row beside its log and prints it.
one() {
    name=$1
    # These tests are the same in every batch.
    skip=(--skip ulps::)
    [ "$name" = "$first" ] && skip=()
    start=$(date +%s.%N)
    KILN_GENERATED_LOG="$logs/$name.compared" timeout "${LIMIT:-500}" "bin/$name" --test-threads="${THREADS:-2}" \
        ${skip[@]+"${skip[@]}"} >"$logs/$name.log" 2>&1
    code=$?
    seconds=$(awk -v a="$start" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f", b - a }')
    counts=$(sed -n 's/^test result: [a-zA-Z]*\. \([0-9]*\) passed; \([0-9]*\) failed.*/\1 \2/p' "$logs/$name.log")
    good=${counts% *}
    bad=${counts#* }
    # A harness that died tells no counts.
    [ -n "$counts" ] || good=0 bad=1
    [ "$code" -ne 0 ] && [ "$bad" -eq 0 ] && bad=1
    if [ "$bad" -gt 0 ]; then
        grep -E -A3 '^(test .* FAILED|thread .* panicked)' "$logs/$name.log" | head -60
        echo "-- the end of $name.log (exit code $code)"
        tail -5 "$logs/$name.log"
    fi
    printf '%-16s %7d %7d %6d %8s\n' "$name" "$good" "$bad" "$code" "$seconds" | tee "$logs/$name.row"
}

case "${1:-}" in
    --one) shift; cd "$here" && one "$1"; exit ;;
    -h | --help) sed -n '2,14s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
esac
mkdir -p "$logs" && logs="$(cd "$logs" && pwd)" || exit 1
cd "$here" || exit 1
# Where tar finds no xz, Python has one.
[ -d bin ] || tar -xJf bin.tar.xz || python3 -c 'import tarfile; tarfile.open("bin.tar.xz").extractall(".")' || exit 1

wanted=$all
if [ $# -gt 0 ]; then
    wanted=$(for part in "$@"; do grep -F -- "$part" <<<"$all"; done | sort -u)
    [ -n "$wanted" ] || { echo "no batch is named so"; exit 2; }
fi
rm -f "$logs"/*.row "$logs"/*.compared
start=$(date +%s.%N)
printf '%-16s %7s %7s %6s %8s\n' batch passed failed exit seconds
LOGS="$logs" xargs -P "${JOBS:-$(nproc)}" -I{} bash "$here/run.sh" --one {} < <(cut -d' ' -f1 <<<"$wanted")
seconds=$(awk -v a="$start" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f", b - a }')

batches=$(wc -l <<<"$wanted")
programs=$(awk '{ n += $2 } END { print n }' <<<"$wanted")
printf '\n%-28s %9s %12s\n' "compared with rustc on" programs results
# The results are lanes of programs, each the same to the bit.
cat "$logs"/*.compared /dev/null | awk -F'\t' -v wanted="$programs" '
    $1 == "no GPU" { why = $2 }
    $1 ~ /^programs::/ { programs[$2]++; results[$2] += $3 }
    END {
        for (device in programs) {
            printf "%-28s %9d %12d\n", device, programs[device], results[device]
            if (programs[device] != wanted) { printf "  %d programs were not\n", wanted - programs[device]; short = 1 }
            devices++
        }
        if (why != "") print "no GPU: " why
        exit short || !devices
    }'
every=$?
rows=$(cat "$logs"/*.row /dev/null | awk '{ p += $2; f += $3 } END { printf "%d tests passed, %d failed", p, f }')
[ "$(cat "$logs"/*.row | wc -l)" -eq "$batches" ] || every=1
echo "$programs programs in $batches batches: $rows, $seconds s"
case "$rows" in *" 0 failed") exit "$every" ;; *) exit 1 ;; esac
"#;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::hunt::batches;

    #[test]
    fn the_script_lists_its_batches() {
        let script = run_script(&batches(30, 300));
        assert!(script.contains("all=\"hunt-30 250\nhunt-31 50\"\n"));
        assert!(!script.contains("@BATCHES@"));
    }

    /// The script around executables that say what a batch says.
    #[cfg(unix)]
    fn run(name: &str, batch: &str) -> (bool, String) {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("kiln-carry-{}-{name}", std::process::id()));
        let executable = folder.join("bin/hunt-7");
        put(&executable, &format!("#!/bin/sh\n{batch}\n")).unwrap();
        fs::set_permissions(&executable, fs::Permissions::from_mode(0o755)).unwrap();
        let script = folder.join("run.sh");
        put(&script, &run_script(&batches(7, 2))).unwrap();
        let output = Command::new("bash").arg(&script).output().unwrap();
        fs::remove_dir_all(&folder).unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    }

    #[cfg(unix)]
    fn says(lines: &[&str], result: &str) -> String {
        let logged = lines.join("\\n");
        format!("printf '{logged}\\n' >>\"$KILN_GENERATED_LOG\"\necho 'test result: {result}; 0 ignored'\n")
    }

    #[test]
    #[cfg(unix)]
    fn what_was_compared_is_counted() {
        let lines = [
            "programs::t000\\tthe CPU\\t999",
            "programs::t000\\tGPU 0 (x)\\t999",
            "ulps::exp::single\\tthe CPU\\t999",
            "programs::t001\\tthe CPU\\t999",
            "programs::t001\\tGPU 0 (x)\\t999",
        ];
        let (ok, text) = run("good", &says(&lines, "ok. 5 passed; 0 failed"));
        assert!(ok, "{text}");
        assert!(text.contains("the CPU                              2         1998\n"), "{text}");
        assert!(text.contains("GPU 0 (x)                            2         1998\n"), "{text}");
        assert!(text.contains("2 programs in 1 batches: 5 tests passed, 0 failed"), "{text}");
    }

    #[test]
    #[cfg(unix)]
    fn a_missing_gpu_is_told_and_no_failure() {
        let lines =
            ["no GPU\\tno driver\\t0", "programs::t000\\tthe CPU\\t9", "programs::t001\\tthe CPU\\t9"];
        let (ok, text) = run("cpu", &says(&lines, "ok. 2 passed; 0 failed"));
        assert!(ok && text.contains("\nno GPU: no driver\n"), "{text}");
    }

    #[test]
    #[cfg(unix)]
    fn differences_deaths_and_programs_that_were_not_compared_fail() {
        let both = ["programs::t000\\tthe CPU\\t9", "programs::t001\\tthe CPU\\t9"];
        let (ok, text) = run("differs", &(says(&both, "FAILED. 1 passed; 1 failed") + "exit 101"));
        assert!(!ok && text.contains("1 tests passed, 1 failed"), "{text}");
        let (ok, text) = run("dies", "kill -9 $$");
        assert!(!ok && text.contains("0 tests passed, 1 failed"), "{text}");
        let (ok, text) = run("short", &says(&both[..1], "ok. 1 passed; 0 failed"));
        assert!(!ok && text.contains("  1 programs were not\n"), "{text}");
    }
}
