//! Where NVRTC is looked for, and what it compiles and refuses.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;

use super::*;
use crate::sys::places::candidates;

fn variables(pairs: &[(&str, &str)]) -> impl Fn(&str) -> Option<OsString> {
    let map: HashMap<String, String> =
        pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    move |name| map.get(name).map(OsString::from)
}

#[test]
fn the_order_is_environments_loader_toolkits() {
    let all = places(
        &WANTED,
        None,
        &variables(&[("VIRTUAL_ENV", "/v"), ("CONDA_PREFIX", "/c"), ("CUDA_PATH", "/p")]),
    );
    let expected = [
        Place::Unset("KILN_NVRTC"),
        Place::Prefix("VIRTUAL_ENV", "/v".into()),
        Place::Prefix("CONDA_PREFIX", "/c".into()),
        Place::Loader,
        Place::Toolkit("CUDA_PATH", "/p".into()),
        Place::Unset("CUDA_HOME"),
    ];
    assert_eq!(all[..6], expected);
}

#[test]
fn what_is_named_is_the_only_place() {
    let env = variables(&[("KILN_NVRTC", "/from/env"), ("VIRTUAL_ENV", "/v")]);
    assert_eq!(places(&WANTED, None, &env), [Place::Path("KILN_NVRTC", "/from/env".into())]);
    assert_eq!(places(&WANTED, Some("/api".into()), &env), [Place::Path("the path given", "/api".into())]);
}

#[test]
fn nothing_is_looked_for_in_the_working_folder() {
    let env = variables(&[("KILN_NVRTC", "lib/libnvrtc.so.13"), ("VIRTUAL_ENV", "/v")]);
    let named = places(&WANTED, None, &env);
    assert_eq!(named, [Place::Relative("KILN_NVRTC", "lib/libnvrtc.so.13".into())]);
    let text = find(&named).unwrap_err().to_string();
    assert!(text.contains("KILN_NVRTC: `lib/libnvrtc.so.13` is a relative path"), "{text}");
    let all = places(&WANTED, None, &variables(&[("VIRTUAL_ENV", ".venv"), ("CUDA_HOME", "cuda")]));
    assert!(all.contains(&Place::Relative("VIRTUAL_ENV", ".venv".into())));
    assert!(all.contains(&Place::Relative("CUDA_HOME", "cuda".into())));
    let why = crate::sys::open("./libnvrtc.so.13".as_ref()).unwrap_err();
    assert!(why.contains("is a relative path"), "{why}");
}

#[test]
fn none_is_no_place() {
    let places = places(&WANTED, None, &variables(&[("KILN_NVRTC", "none"), ("CUDA_PATH", "/p")]));
    assert_eq!(places, [Place::Nowhere("KILN_NVRTC")]);
    let text = find(&places).unwrap_err().to_string();
    assert!(text.contains("KILN_NVRTC: says that NVRTC is not to be used"), "{text}");
}

#[test]
fn nothing_found_lists_every_place() {
    let env = variables(&[("VIRTUAL_ENV", "/no/venv"), ("CUDA_HOME", "/no/cuda")]);
    let mut places = places(&WANTED, None, &env);
    // The machine's own toolkit and loader may well have one.
    places.retain(|place| !matches!(place, Place::Loader | Place::Toolkit("the usual folder", _)));
    let text = find(&places).unwrap_err().to_string();
    for part in [
        "KILN_NVRTC: not set",
        "VIRTUAL_ENV, /no/venv: not there",
        "CONDA_PREFIX: not set",
        "CUDA_HOME, /no/cuda",
    ] {
        assert!(text.contains(part), "{text}");
    }
    assert!(text.contains("pip install"), "{text}");
}

#[test]
fn wheels_and_toolkits_are_searched_newest_first() {
    let root = std::env::temp_dir().join(format!("kiln-nvrtc-{}", std::process::id()));
    let site = root.join("lib/python3.12/site-packages/nvidia");
    let touch = |path: PathBuf| {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, b"not a library").unwrap();
    };
    touch(site.join("cu13/lib/libnvrtc.so.13"));
    touch(site.join("cu13/lib/libnvrtc.alt.so.13"));
    touch(site.join("cu13/lib/libnvrtc-builtins.so.13.0"));
    touch(site.join("cuda_nvrtc/lib/libnvrtc.so.12"));
    touch(root.join("lib64/libnvrtc.so.12.9.86"));
    touch(root.join("lib64/libnvrtc.so.12"));
    touch(root.join("lib64/libnvrtc.so"));
    let mut tried = Vec::new();
    let found = candidates(&WANTED, &Place::Prefix("VIRTUAL_ENV", root.clone()), &mut tried);
    let names: Vec<_> =
        found.iter().map(|p| p.strip_prefix(&root).unwrap().to_string_lossy().into_owned()).collect();
    assert!(tried.is_empty());
    if cfg!(target_os = "linux") {
        let wheels = "lib/python3.12/site-packages/nvidia";
        assert_eq!(names[0], format!("{wheels}/cu13/lib/libnvrtc.so.13"));
        assert_eq!(names[1], format!("{wheels}/cuda_nvrtc/lib/libnvrtc.so.12"));
        assert_eq!(names[2..], ["lib64/libnvrtc.so.12", "lib64/libnvrtc.so.12.9.86", "lib64/libnvrtc.so"]);
        // A file that is no library is an error that names it.
        let text = Nvrtc::load(&root).unwrap_err().to_string();
        assert!(text.contains("libnvrtc.so.13"), "{text}");
    }
    fs::remove_dir_all(&root).unwrap();
}

#[test]
fn the_log_s_lines_are_shown() {
    let log = "blur.cu(2): error: identifier \"x\" is undefined\n  y = x;\n      ^\n\nblur.cu(2): error: again\nblur.cu(1): \
               warning: unused\nother.cu(3): error: not ours";
    assert_eq!(excerpt(log, "void f() {\n  y = x;\n}", line_of("blur.cu")), "    2 |   y = x;");
    assert_eq!(excerpt("blur.cu(99): error: past the end", "", line_of("blur.cu")), "");
}

#[test]
fn the_other_library_is_that_of_the_same_major() {
    let prefixes =
        ["libnvrtc.so.13", "libnvrtc.so.12.9.86", "libnvrtc.so", "nvrtc64_130_0.dll", "nvrtc64_112_0.dll"];
    let expected = [
        "libnvrtc-builtins.so.13",
        "libnvrtc-builtins.so.12",
        "libnvrtc-builtins.so.",
        "nvrtc-builtins64_13",
        "nvrtc-builtins64_11",
    ];
    assert_eq!(prefixes.map(builtins_prefix), expected);
}
