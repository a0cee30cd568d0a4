//! PTX on its way to the GPU: drivers that refuse it, machine code that is kept, damaged, refused, or made by many
//! at once.

use std::path::{Path, PathBuf};

use kiln::{Device, cache};

use crate::{CHILD, alone, child, driver, scale_add};

const TEST: &str = "assembling::what_is_kept_is_used_and_what_is_damaged_is_made_again";
const FAULT: &str = "KILN_DRIVER_FAULT";

/// What the launch of a kernel on the first device says.
fn launch() -> kiln::Result<Vec<f32>> {
    let stream = Device::gpu(0)?.stream();
    let x = stream.upload(&[1.0f32; 4])?;
    let mut y = stream.alloc_zeroed::<f32>(4)?;
    scale_add(2.0, &x, &mut y).threads(4).launch(&stream)?;
    stream.download(&y)
}

#[test]
fn a_refusal_names_the_versions_and_the_way_out() {
    alone("assembling::a_refusal_names_the_versions_and_the_way_out", || {
        let driver = driver();
        for (call, code, help) in [
            ("cuLinkAddData_v2", 222, "update the driver, or let NVRTC compile the kernel"),
            ("cuLinkCreate_v2", 221, "libnvidia-ptxjitcompiler.so.1"),
            ("cuLinkAddData_v2", 218, "this is a defect of Kiln"),
        ] {
            driver.fail(call, 0, code);
            let text = launch().unwrap_err().to_string();
            assert!(text.contains("does not assemble the PTX of kernel `scale_add`"), "{text}");
            assert!(
                text.contains("the driver supports CUDA 13.0, and the text is PTX ") && text.contains(help),
                "{text}"
            );
        }
        // A launch after that asks again.
        assert_eq!(launch().unwrap(), [2.0; 4]);
        assert_eq!((driver.misuses(), driver.live().links), (String::new(), 0));
    });
}

/// A process that launches a kernel: how often it assembled, and how it found the cache.
fn run() {
    let driver = driver();
    if std::env::var_os(FAULT).is_some() {
        driver.fail("cuModuleLoadDataEx", 0, 200);
    }
    assert_eq!(launch().unwrap(), [2.0; 4]);
    let assembled = driver.calls().into_iter().find(|(call, _)| call == "cuLinkComplete");
    let cache = cache::status();
    println!(
        "\nassembled {}, hits {}, damaged {}, written {}",
        assembled.map_or(0, |(_, count)| count),
        cache.hits,
        cache.damaged,
        cache.writes
    );
}

/// What such a process says, with this folder for its cache.
fn process(folder: &Path, fault: Option<&str>) -> String {
    let folder = folder.to_string_lossy();
    let mut variables = vec![("KILN_CACHE", "on"), ("KILN_CACHE_DIR", &*folder)];
    variables.extend(fault.map(|fault| (FAULT, fault)));
    let output = child(TEST, &variables);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let line = text.lines().find(|line| line.starts_with("assembled"));
    line.unwrap_or_else(|| panic!("{text}")).to_owned()
}

/// The files of a cache.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let shards = std::fs::read_dir(folder.join("objects")).into_iter().flatten().flatten();
    shards
        .flat_map(|shard| std::fs::read_dir(shard.path()).into_iter().flatten().flatten())
        .map(|file| file.path())
        .collect()
}

#[test]
fn what_is_kept_is_used_and_what_is_damaged_is_made_again() {
    if std::env::var(CHILD).is_ok_and(|child| child == TEST) {
        return run();
    }
    let folder = std::env::temp_dir().join(format!("kiln-assembling-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    // Many begin at once, with nothing there: each makes what it needs or finds it, and one entry is left.
    std::thread::scope(|scope| {
        let begun: Vec<_> = (0..24).map(|_| scope.spawn(|| process(&folder, None))).collect();
        for process in begun {
            let line = process.join().unwrap();
            let made = line == "assembled 1, hits 0, damaged 0, written 1";
            assert!(made || line == "assembled 0, hits 1, damaged 0, written 0", "{line}");
        }
    });
    let files = entries(&folder);
    assert_eq!(files.len(), 1, "{files:?}");
    let warm = "assembled 0, hits 1, damaged 0, written 0";
    assert_eq!(process(&folder, None), warm);
    // A byte of the machine code is another one.
    let whole = std::fs::read(&files[0]).unwrap();
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    std::fs::write(&files[0], &damaged).unwrap();
    assert_eq!(process(&folder, None), "assembled 1, hits 0, damaged 1, written 1");
    assert_eq!(std::fs::read(&files[0]).unwrap(), whole);
    // It is whole, and the driver does not take it: another driver's, say.
    assert_eq!(process(&folder, Some("refused")), "assembled 1, hits 1, damaged 1, written 1");
    assert_eq!(process(&folder, None), warm);
    std::fs::remove_dir_all(&folder).unwrap();
}
