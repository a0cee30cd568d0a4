//! The environment, as processes of their own read it.

use std::process::Command;

use kiln_runtime::{Device, DeviceKind};

/// The body of the process that the others start.
#[test]
#[ignore = "run by the other tests"]
fn child() {
    match Device::best() {
        Ok(device) => println!("best: {:?}", device.kind()),
        Err(why) => println!("no: {why}"),
    }
}

fn best(value: Option<&str>) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "child", "--ignored", "--nocapture"]);
    match value {
        Some(value) => command.env("KILN_DEVICE", value),
        None => command.env_remove("KILN_DEVICE"),
    };
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

#[test]
fn the_variable_names_the_device() {
    assert!(best(Some("cpu")).contains("best: Cpu"));
    let first = if Device::gpu(0).is_ok() { DeviceKind::Gpu(0) } else { DeviceKind::Cpu };
    assert!(best(None).contains(&format!("best: {first:?}")));
    assert!(best(Some("")).contains(&format!("best: {first:?}")));
}

#[test]
fn a_device_that_is_asked_for_and_not_there_is_an_error() {
    let text = best(Some("gpu:4095"));
    assert!(text.contains("no: "), "{text}");
    assert!(
        text.contains("no GPU 4095") || text.contains("libcuda.so.1") || text.contains("nvcuda.dll"),
        "{text}"
    );
}

#[test]
fn another_word_is_an_error_with_the_forms() {
    let text = best(Some("cuda:0"));
    assert!(text.contains("no: KILN_DEVICE is `cuda:0`, which names no device"), "{text}");
    assert!(text.contains("use `cpu`, `gpu` (the first GPU), `gpu:N`"), "{text}");
}

/// The body of the process that says what the environment led to.
#[test]
#[ignore = "run by the other tests"]
fn told() {
    println!("folder: {:?}", kiln_runtime::cache::default_directory());
    println!("off: {:?}", kiln_runtime::cache::status().off);
    if let Err(why) = kiln_runtime::jit::nvrtc::Nvrtc::get() {
        println!("nvrtc: {why}");
    }
}

/// What a process says on stdout and on stderr.
fn tells(program: &std::path::Path, variables: &[(&str, &str)]) -> (String, String) {
    let mut command = Command::new(program);
    command.args(["--exact", "told", "--ignored", "--nocapture"]);
    for name in ["KILN_CACHE", "KILN_CACHE_DIR", "KILN_CACHE_PATH", "KILN_NVRTC"] {
        command.env_remove(name);
    }
    let output = command.envs(variables.iter().copied()).output().unwrap();
    [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).into()
}

#[test]
fn a_variable_that_is_no_use_is_told_once() {
    let program = std::env::current_exe().unwrap();
    let (_, told) = tells(
        &program,
        &[
            ("KILN_POOL", "maybe"),
            ("KILN_CACHEDIR", "x"),
            ("KILN_CACHE_MAX_BYTES", "much"),
            ("KILN_DUMP", "here"),
        ],
    );
    for line in [
        "kiln: ignoring KILN_POOL=`maybe`: set it to 0 or 1",
        "kiln: ignoring KILN_CACHEDIR: Kiln has no such variable; did you mean KILN_CACHE_DIR?",
        "kiln: ignoring KILN_CACHE_MAX_BYTES=`much`: set it to a number of bytes",
        "kiln: ignoring KILN_DUMP: `here` is a relative path",
    ] {
        assert_eq!(told.matches(line).count(), 1, "{told}");
    }
}

#[test]
fn a_relative_path_is_an_error() {
    let program = std::env::current_exe().unwrap();
    let (said, _) = tells(&program, &[("KILN_CACHE_DIR", "cache"), ("KILN_NVRTC", "lib/libnvrtc.so")]);
    assert!(said.contains("folder: None"), "{said}");
    assert!(said.contains("off: Some(\"KILN_CACHE_DIR: `cache` is a relative path"), "{said}");
    assert!(said.contains("KILN_NVRTC: `lib/libnvrtc.so` is a relative path"), "{said}");
}

/// Runs only where files can be given away, which root can, and where programs keep the rights of their owner.
#[test]
#[cfg(target_os = "linux")]
fn a_program_with_the_rights_of_another_user_hears_nothing() {
    use std::os::unix::fs::PermissionsExt as _;
    const OTHER: u32 = 65534;
    let folder = std::env::temp_dir().join(format!("kiln-setuid-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let program = folder.join("program");
    std::fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let given = std::os::unix::fs::chown(&program, Some(OTHER), Some(OTHER));
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o6755)).unwrap();
    if given.is_ok() {
        let ours = folder.to_string_lossy().into_owned();
        let variables = [("KILN_CACHE_DIR", &*ours), ("KILN_NVRTC", "none")];
        let (said, told) = tells(&program, &variables);
        let takes_effect = !said.contains(&format!("folder: Some(\"{ours}\")"));
        println!("the system honors setuid here: {takes_effect}");
        if takes_effect {
            assert!(
                said.contains("folder: None") && said.contains("has the rights of another user"),
                "{said}"
            );
            assert!(!said.contains("says that NVRTC is not to be used"), "{said}");
            assert_eq!(told.matches("kiln: ignoring the environment").count(), 1, "{told}");
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
