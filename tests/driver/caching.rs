//! Kernels that were compiled before any launch: found under the keys that launches ask for, in folders, files and
//! the program, with no compiler on the machine.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use kiln::{Device, Precompile, cache};
use kiln_fake_driver::{Param, library};

use crate::{CHILD, child, driver, known, scale, scale_add, scale_wide_body};

/// A folder of its own for a test, removed with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("kiln-caching-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a process is to do, and with what.
const DO: &str = "KILN_CACHING_DO";
const TEST: &str = "caching::a_process";

/// The process that the tests here start: it precompiles, or launches, and says what came of it in lines.
#[test]
fn a_process() {
    if std::env::var(CHILD).is_ok_and(|child| child == TEST) {
        println!();
        let said = std::env::var(DO).unwrap();
        let (what, with) = said.split_once(' ').unwrap();
        match what {
            "directory" => precompile(|all| all.architecture((9, 0)).compile_to_dir(with)),
            "file" => precompile(|all| all.architecture((9, 0)).compile_to_file(with)),
            "recorded" => {
                let (record, directory) = with.split_once(' ').unwrap();
                precompile(|all| all.record(record).only_recorded().compile_to_dir(directory));
            }
            "old" => precompile(|all| all.architecture((9, 0)).driver((12, 4)).compile_to_dir(with)),
            "launch" => launch(with),
            _ => panic!("{what}"),
        }
    }
}

fn precompile(run: impl FnOnce(Precompile) -> kiln::Result<kiln::Precompiled>) {
    match run(Precompile::new()) {
        Ok(done) => println!("done: {done}"),
        Err(why) => println!("failed: {why}"),
    }
}

fn launch(which: &str) {
    let driver = known(driver());
    if let Ok(version) = std::env::var("KILN_FAKE_VERSION") {
        driver.set_version(version.parse().unwrap());
    }
    if let Ok(file) = std::env::var("KILN_CACHING_EMBEDDED") {
        cache::add_embedded(std::fs::read(file).unwrap().leak()).unwrap();
    }
    let stream = Device::gpu(0).unwrap().stream();
    let result = match which {
        "f32" => stream.upload(&[3.0f32; 4]).and_then(|mut x| {
            scale(2.0f32, &mut x).threads(4).launch(&stream)?;
            assert_eq!(stream.download(&x)?, [6.0; 4]);
            Ok(())
        }),
        "f64" => {
            driver.kernel("scale", &[Param::Value(8), Param::Write(8), Param::Value(8)], scale_wide_body);
            stream.upload(&[3.0f64; 4]).and_then(|mut x| {
                scale(2.0f64, &mut x).threads(4).launch(&stream)?;
                assert_eq!(stream.download(&x)?, [6.0; 4]);
                Ok(())
            })
        }
        "ptx" => stream.upload(&[3.0f32; 4]).and_then(|x| {
            let mut y = stream.upload(&[1.0f32; 4])?;
            scale_add(2.0, &x, &mut y).threads(4).launch(&stream)?;
            assert_eq!(stream.download(&y)?, [7.0; 4]);
            Ok(())
        }),
        _ => panic!("{which}"),
    };
    match result {
        Ok(()) => println!("launched: ok"),
        Err(why) => println!("launched: {why}"),
    }
    let calls: BTreeMap<String, u64> = driver.calls().into_iter().collect();
    let status = cache::status();
    println!(
        "cache: assembled {}, hits {}, embedded {}, shipped {}, misses {}, damaged {}, written {}",
        calls.get("cuLinkComplete").unwrap_or(&0),
        status.hits,
        status.embedded_hits,
        status.shipped_hits,
        status.misses,
        status.damaged,
        status.writes
    );
    assert_eq!(driver.misuses(), "");
}

/// What a process says on the line of this name, with these variables beside a cache of its own.
fn process(what: &str, variables: &[(&str, &str)], line: &str) -> String {
    let mut all = vec![("KILN_CACHE", "on"), (DO, what)];
    all.extend(variables);
    let output = child(TEST, &all);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let start = format!("{line}: ");
    let mut lines = text.lines().skip_while(|line| !line.starts_with(&start));
    let first = lines.next().unwrap_or_else(|| panic!("{text}")).trim_start_matches(&start);
    let rest = lines.take_while(|line| line.starts_with(' ')).flat_map(|line| ["\n", line]);
    first.to_owned() + &rest.collect::<String>()
}

/// The stand-in for NVRTC.
fn compiler() -> String {
    library().unwrap().to_string_lossy().into_owned()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    cache::entries(folder).unwrap().into_iter().map(|entry| entry.path).collect()
}

#[test]
fn a_first_launch_compiles_nothing_after_precompile() {
    let scratch = Scratch::new("directory");
    let (shipped, own, compiler) = (scratch.path("shipped"), scratch.path("own"), compiler());
    let with = [("KILN_NVRTC", &*compiler)];
    let done = process(&format!("directory {shipped}"), &with, "done");
    let (count, rest) = done.split_once(' ').unwrap();
    assert!(rest.starts_with("compiled, 0 there already, "), "{done}");
    let again = process(&format!("directory {shipped}"), &[("KILN_NVRTC", "none")], "done");
    let expected = format!("0 compiled, {count} there already, ");
    assert!(again.starts_with(&expected), "what is there needs no compiler: {again}");
    let contents: Vec<_> =
        cache::entries(&shipped).unwrap().into_iter().map(|entry| entry.contents.unwrap()).collect();
    let said: Vec<_> = contents
        .iter()
        .filter(|one| one.kernel.starts_with("driver::scale"))
        .map(|one| (&*one.kernel, &*one.arch, &*one.form, one.machine_code))
        .collect();
    let expected = [
        ("driver::scale::<f32>", "sm_90a", "threads", true),
        ("driver::scale::<f32>", "sm_90a", "threads, coarse", true),
        ("driver::scale_add", "sm_90a", "threads", false),
        ("driver::scale_add", "sm_90a", "threads, coarse", false),
    ];
    assert_eq!(said, expected);

    let none = [("KILN_NVRTC", "none"), ("KILN_CACHE_DIR", &*own), ("KILN_CACHE_PATH", &*shipped)];
    let launched = process("launch f32", &none, "cache");
    assert_eq!(launched, "assembled 0, hits 1, embedded 0, shipped 1, misses 0, damaged 0, written 0");
    // Nobody named `f64`: it is made here, and kept in the folder of the user's.
    let launched = process("launch f64", &none, "cache");
    assert_eq!(launched, "assembled 1, hits 0, embedded 0, shipped 0, misses 2, damaged 0, written 1");
    // PTX that was shipped is assembled where it is first launched, once.
    let launched = process("launch ptx", &none, "cache");
    assert_eq!(launched, "assembled 1, hits 1, embedded 0, shipped 1, misses 0, damaged 0, written 1");
    let launched = process("launch ptx", &none, "cache");
    assert_eq!(launched, "assembled 0, hits 1, embedded 0, shipped 0, misses 0, damaged 0, written 0");

    // Damage is made good in the user's folder; the shipped one stays as it is.
    let before = files(Path::new(&shipped));
    for file in &before {
        let mut bytes = std::fs::read(file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(file, bytes).unwrap();
    }
    let launched = process("launch f32", &none, "cache");
    assert_eq!(launched, "assembled 1, hits 0, embedded 0, shipped 0, misses 2, damaged 1, written 1");
    assert_eq!(files(Path::new(&shipped)).len(), before.len());
    let off = [("KILN_NVRTC", "none"), ("KILN_CACHE", "off"), ("KILN_CACHE_PATH", &*shipped)];
    let launched = process("launch f32", &off, "cache");
    assert_eq!(launched, "assembled 1, hits 0, embedded 0, shipped 0, misses 0, damaged 0, written 0");
}

#[test]
fn a_program_embeds_its_kernels() {
    let scratch = Scratch::new("file");
    let (file, own, compiler) = (scratch.path("kernels.bin"), scratch.path("own"), compiler());
    for expected in [" compiled, 0 there already, ", "0 compiled, "] {
        let done = process(&format!("file {file}"), &[("KILN_NVRTC", &*compiler)], "done");
        assert!(done.contains(expected), "{done}");
    }
    let none = [("KILN_NVRTC", "none"), ("KILN_CACHE_DIR", &*own), ("KILN_CACHING_EMBEDDED", &*file)];
    let launched = process("launch f32", &none, "cache");
    assert_eq!(launched, "assembled 0, hits 1, embedded 1, shipped 0, misses 0, damaged 0, written 0");
    // The driver refuses what the program has: the next place is asked, and the last one compiles.
    let mut bytes = std::fs::read(&file).unwrap();
    let count = usize::from_le_bytes(bytes[8..16].try_into().unwrap());
    for byte in &mut bytes[16 + count * 48..] {
        *byte ^= 1;
    }
    std::fs::write(&file, bytes).unwrap();
    let launched = process("launch f32", &none, "cache");
    assert_eq!(launched, "assembled 1, hits 0, embedded 0, shipped 0, misses 2, damaged 1, written 1");
    let launched = process("launch f32", &none, "cache");
    assert_eq!(launched, "assembled 0, hits 1, embedded 0, shipped 0, misses 1, damaged 1, written 0");
}

// An empty file has no kernels, and is how one begins.
kiln::include_kernels!("no_kernels.bin");

#[test]
fn what_was_launched_is_recorded_and_precompiled() {
    let scratch = Scratch::new("record");
    let (record, shipped, own) = (scratch.path("launches"), scratch.path("shipped"), scratch.path("own"));
    let compiler = compiler();
    let with = [("KILN_NVRTC", &*compiler), ("KILN_RECORD", &*record), ("KILN_CACHE_DIR", &*own)];
    // The second time it comes from the cache, and the record does not grow.
    for _ in 0..2 {
        assert_eq!(process("launch f64", &with, "launched"), "ok");
    }
    let text = std::fs::read_to_string(&record).unwrap();
    assert_eq!(text.matches("kiln-launch-2\tdriver::scale\tf64\t90\tthreads\t").count(), 1, "{text}");
    // A record that somebody changed, and the beginning of one.
    let other = text.lines().next().unwrap().replace("\tdriver::scale\t", "\tdriver::gone\t");
    let mut words: Vec<&str> = other.split('\t').collect();
    let code = "0".repeat(64);
    (words[5], words[7]) = (&code, "0");
    std::fs::write(&record, format!("{text}{}\nkiln-launch-2\tdri", words.join("\t"))).unwrap();
    let done = process(&format!("recorded {record} {shipped}"), &with[..1], "done");
    assert!(done.starts_with("1 compiled, 0 there already, "), "{done}");
    assert!(done.contains(" is not as it was written: record again"), "{done}");
    assert!(done.contains("is no record of a launch"), "{done}");
    let fresh = scratch.path("fresh");
    let none = [("KILN_NVRTC", "none"), ("KILN_CACHE_DIR", &*fresh), ("KILN_CACHE_PATH", &*shipped)];
    let launched = process("launch f64", &none, "cache");
    assert_eq!(launched, "assembled 0, hits 1, embedded 0, shipped 1, misses 0, damaged 0, written 0");
}

#[test]
fn what_is_missing_is_told() {
    let scratch = Scratch::new("missing");
    let (directory, compiler) = (scratch.path("shipped"), compiler());
    let why = process(&format!("directory {directory}"), &[("KILN_NVRTC", "none")], "failed");
    assert!(why.starts_with("kernels for the GPU are compiled by NVRTC, which was not found"), "{why}");
    let why = process(&format!("recorded {} {directory}", scratch.path("no-record")), &[], "failed");
    assert!(why.contains("the record of launches") && why.contains("KILN_RECORD"), "{why}");
    let record = scratch.path("empty");
    std::fs::write(&record, "").unwrap();
    let why = process(&format!("recorded {record} {directory}"), &[], "failed");
    assert!(why.contains("no architecture was named") && why.contains("`.architecture((9, 0))`"), "{why}");
    let with = [("KILN_NVRTC", &*compiler)];
    let why = process(&format!("directory {record}"), &with, "failed");
    assert!(why.starts_with("compiled kernels: ") && why.contains("cannot be written"), "{why}");
    // Nothing else stands in the way of a file, and it has no kernels of a folder's name.
    let why = process(&format!("file {}", scratch.0.display()), &with, "failed");
    assert!(why.starts_with("compiled kernels: ") && why.contains("cannot be written"), "{why}");
}

#[test]
fn an_older_driver_is_served() {
    let scratch = Scratch::new("old");
    let (shipped, newer, own) = (scratch.path("shipped"), scratch.path("newer"), scratch.path("own"));
    let compiler = compiler();
    let with = [("KILN_NVRTC", &*compiler)];
    // For a driver of 12.4, the compiler of 13.0 makes PTX that it takes.
    process(&format!("old {shipped}"), &with, "done");
    let contents = cache::entries(&shipped).unwrap().into_iter().map(|entry| entry.contents.unwrap());
    assert!(contents.into_iter().all(|one| !one.machine_code));
    let none = [("KILN_NVRTC", "none"), ("KILN_CACHE_DIR", &*own), ("KILN_CACHE_PATH", &*shipped)];
    let old = [none.as_slice(), &[("KILN_FAKE_VERSION", "12040")]].concat();
    let launched = process("launch f32", &old, "cache");
    assert_eq!(launched, "assembled 0, hits 1, embedded 0, shipped 1, misses 0, damaged 0, written 0");
    // The driver of a machine may be older still: the text is refused before the driver sees it, and another is made.
    let older = [none.as_slice(), &[("KILN_FAKE_VERSION", "12000")]].concat();
    let launched = process("launch f32", &older, "cache");
    assert_eq!(launched, "assembled 1, hits 0, embedded 0, shipped 0, misses 2, damaged 1, written 1");
    // What is compiled at the launch goes by the driver that is there.
    let direct = [("KILN_NVRTC", &*compiler), ("KILN_CACHE_DIR", &*newer), ("KILN_FAKE_VERSION", "12040")];
    assert_eq!(process("launch f32", &direct, "launched"), "ok");
    let made = cache::entries(&newer).unwrap().remove(0).contents.unwrap();
    assert!(!made.machine_code && made.compiler == "NVRTC 13.0", "{made:?}");
}

#[test]
fn ptx_that_no_driver_of_this_age_takes_is_refused_early() {
    // Machine code for compute capability 9.0 needs PTX 8.0, of CUDA 12.0.
    let variables = [("KILN_NVRTC", "none"), ("KILN_CACHE", "off"), ("KILN_FAKE_VERSION", "11040")];
    let why = process("launch ptx", &variables, "launched");
    assert!(why.contains("it needs a driver of CUDA 12.0 or newer; the driver supports CUDA 11.4"), "{why}");
    assert!(why.contains("help: update the driver"), "{why}");
    let launched = process("launch ptx", &variables, "cache");
    assert!(launched.starts_with("assembled 0, "), "{launched}");
}
