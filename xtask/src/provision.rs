//! Finds NVRTC and ptxas, or fetches them: no GPU and no CUDA toolkit is needed to compile for one.
//!
//! The places are searched in the order that the runtime uses (`KILN_NVRTC`, the Python environment, conda, the
//! loader's path, `CUDA_PATH` and `CUDA_HOME`, `/usr/local/cuda`). A pair is taken when it knows every architecture
//! that is validated and its ptxas is not older than its NVRTC. Otherwise NVIDIA's own Python wheels, pinned, are
//! installed under `target/kiln-tools`: into a folder of this process first, which is renamed when it is complete, so
//! that an interrupted or a second run can never leave half a toolkit.

use crate::nvrtc::Nvrtc;
use crate::workspace::{Outcome, Result, Tally, Workspace};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The toolkit's version that is fetched when none is found.
pub const PINNED: &str = "13.0.88";

/// The first NVRTC that knows sm_100a and sm_120.
const LEAST: (i32, i32) = (12, 8);

const NVRTC_NAMES: [&str; 3] = ["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"];

/// A pair of compilers that fit together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tools {
    pub nvrtc: PathBuf,
    pub ptxas: PathBuf,
}

impl Tools {
    /// Tells a child process where the compilers are.
    pub fn announce(&self, command: &mut Command) {
        command.env("KILN_NVRTC", &self.nvrtc).env("KILN_PTXAS", &self.ptxas);
    }
}

/// `cargo xtask fetch-tools`.
pub fn fetch_tools(workspace: &Workspace, _: &[String]) -> Outcome {
    let tools = provide(workspace)?;
    println!("export KILN_NVRTC={}", tools.nvrtc.display());
    println!("export KILN_PTXAS={}", tools.ptxas.display());
    Ok(Tally::default())
}

/// Finds the compilers or fetches them.
pub fn provide(workspace: &Workspace) -> Result<Tools> {
    let environment = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let mut refused = Vec::new();
    for place in places(&environment, &loader_cache()) {
        match pair_in(&place, &environment) {
            Ok(Some(tools)) => match fits(&tools) {
                Ok(()) => return Ok(tools),
                Err(why) => refused.push(format!("{}: {why}", place.why)),
            },
            Ok(None) => {}
            Err(why) => refused.push(format!("{}: {why}", place.why)),
        }
    }
    for note in &refused {
        println!("xtask: passed over {note}");
    }
    let folder = workspace.target.join("kiln-tools");
    if let Some(tools) = pinned_in(&folder) {
        return Ok(tools);
    }
    fetch(&folder)
}

/// A folder, or NVRTC itself, with the reason for which it is looked at.
#[derive(Debug, PartialEq, Eq)]
struct Place {
    why: String,
    path: PathBuf,
}

/// Every place to look in, in order. `cache` is the loader's list of libraries.
fn places(environment: &dyn Fn(&str) -> Option<OsString>, cache: &str) -> Vec<Place> {
    let mut found = Vec::new();
    let mut push =
        |why: &str, path: PathBuf| found.push(Place { why: format!("{why} ({})", path.display()), path });
    if let Some(path) = environment("KILN_NVRTC") {
        push("KILN_NVRTC", path.into());
    }
    for variable in ["VIRTUAL_ENV", "CONDA_PREFIX"] {
        if let Some(prefix) = environment(variable).map(PathBuf::from) {
            for packages in site_packages(&prefix) {
                push(variable, packages.join("nvidia/cu13/lib"));
                push(variable, packages.join("nvidia/cuda_nvrtc/lib"));
            }
            push(variable, prefix.join("lib"));
            push(variable, prefix.join("targets/x86_64-linux/lib"));
        }
    }
    if let Some(list) = environment("LD_LIBRARY_PATH") {
        for folder in std::env::split_paths(&list).filter(|folder| folder.is_absolute()) {
            push("LD_LIBRARY_PATH", folder);
        }
    }
    for name in NVRTC_NAMES {
        if let Some(path) = cached(cache, name) {
            push("the loader's cache", path);
        }
    }
    let fixed = Some(OsString::from("/usr/local/cuda"));
    let roots = [
        ("CUDA_PATH", environment("CUDA_PATH")),
        ("CUDA_HOME", environment("CUDA_HOME")),
        ("the usual folder", fixed),
    ];
    for (why, root) in roots {
        if let Some(root) = root.map(PathBuf::from) {
            push(why, root.join("lib64"));
            push(why, root.join("lib"));
        }
    }
    found
}

/// The package folders of a Python environment, one a Python version.
fn site_packages(prefix: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(prefix.join("lib")) else { return Vec::new() };
    let mut folders: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| entry.file_name().to_str().is_some_and(|name| name.starts_with("python3")))
        .map(|entry| entry.path().join("site-packages"))
        .collect();
    folders.sort();
    folders
}

/// What `ldconfig -p` prints, or nothing where there is none.
fn loader_cache() -> String {
    let listed = |program: &str| Command::new(program).arg("-p").output().ok();
    listed("/sbin/ldconfig")
        .or_else(|| listed("ldconfig"))
        .map_or(String::new(), |output| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The path of a library in the loader's cache, whose lines read `name (kind) => path`.
fn cached(cache: &str, name: &str) -> Option<PathBuf> {
    cache.lines().find_map(|line| {
        let (library, path) = line.trim().split_once(" => ")?;
        (library.split(' ').next() == Some(name)).then(|| PathBuf::from(path))
    })
}

/// The pair at a place: nothing when there is no NVRTC, an error when it has no ptxas.
fn pair_in(place: &Place, environment: &dyn Fn(&str) -> Option<OsString>) -> Result<Option<Tools>> {
    let named = place.why.starts_with("KILN_NVRTC");
    let Some(nvrtc) = nvrtc_at(&place.path) else {
        return if named { Err("there is no NVRTC".into()) } else { Ok(None) };
    };
    let told = environment("KILN_PTXAS").map(PathBuf::from);
    let folder = nvrtc.parent().unwrap_or(Path::new("/")).to_path_buf();
    let beside = [
        "../bin/ptxas",
        // Wheels of CUDA 12 keep each tool in a folder of its own.
        "../../cuda_nvcc/bin/ptxas",
        // A toolkit keeps its libraries two levels deeper, behind a link.
        "../../../bin/ptxas",
    ];
    let path = environment("PATH").unwrap_or_default();
    let candidates = told
        .into_iter()
        .chain(beside.iter().map(|relative| folder.join(relative)))
        .chain(std::env::split_paths(&path).map(|folder| folder.join("ptxas")));
    let ptxas = candidates.into_iter().find(|file| file.is_file());
    match ptxas {
        Some(ptxas) => Ok(Some(Tools { nvrtc, ptxas })),
        None => Err("NVRTC is there, but no ptxas beside it, in PATH or in KILN_PTXAS".into()),
    }
}

/// NVRTC at a path that is the library or its folder.
fn nvrtc_at(path: &Path) -> Option<PathBuf> {
    if path.is_file() {
        return Some(path.to_path_buf());
    }
    NVRTC_NAMES.iter().map(|name| path.join(name)).find(|file| file.is_file())
}

/// Whether the pair can do the work: see the module's head.
fn fits(tools: &Tools) -> Result<()> {
    let nvrtc = Nvrtc::open(&tools.nvrtc)?.version();
    if nvrtc < LEAST {
        return Err(format!("NVRTC {}.{} is older than {}.{}", nvrtc.0, nvrtc.1, LEAST.0, LEAST.1));
    }
    let ptxas = ptxas_version(&tools.ptxas)?;
    if ptxas < nvrtc {
        return Err(format!("ptxas {}.{} is older than NVRTC {}.{}", ptxas.0, ptxas.1, nvrtc.0, nvrtc.1));
    }
    Ok(())
}

fn ptxas_version(ptxas: &Path) -> Result<(i32, i32)> {
    let output = Command::new(ptxas)
        .arg("--version")
        .output()
        .map_err(|e| format!("{} could not be started: {e}", ptxas.display()))?;
    let said = String::from_utf8_lossy(&output.stdout);
    release(&said).ok_or_else(|| format!("{} did not say its version: {said}", ptxas.display()))
}

/// The version in ptxas's `release 13.0, V13.0.88`.
fn release(said: &str) -> Option<(i32, i32)> {
    let (_, rest) = said.split_once("release ")?;
    let (major, minor) = rest.split(',').next()?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// The fetched pair, when it is there and whole.
fn pinned_in(folder: &Path) -> Option<Tools> {
    let tools = Tools {
        nvrtc: folder.join("nvidia/cu13/lib/libnvrtc.so.13"),
        ptxas: folder.join("nvidia/cu13/bin/ptxas"),
    };
    let builtins = folder.join("nvidia/cu13/lib/libnvrtc-builtins.so.13.0");
    let whole = tools.nvrtc.is_file() && tools.ptxas.is_file() && builtins.is_file();
    (whole && fits(&tools).is_ok()).then_some(tools)
}

/// Installs the wheels beside `folder`, checks them and renames.
fn fetch(folder: &Path) -> Result<Tools> {
    if !cfg!(target_os = "linux") {
        return Err(
            "NVRTC and ptxas are fetched on Linux only; set KILN_NVRTC and KILN_PTXAS to those of a \
                    CUDA toolkit, 12.8 or newer"
                .into(),
        );
    }
    let fresh = folder.with_file_name(format!("kiln-tools.{}", std::process::id()));
    println!(
        "xtask: fetching NVRTC, ptxas and nvJitLink {PINNED} (about 170 MB, once) into {}",
        folder.display()
    );
    let result = install(&fresh).and_then(|()| {
        pinned_in(&fresh)
            .ok_or_else(|| "the wheels installed, but not every file is there and runs".to_owned())?;
        // A damaged folder of an earlier run gives way; if another process has just finished, its folder serves.
        if pinned_in(folder).is_none() {
            let _ = fs::remove_dir_all(folder);
            let renamed = fs::rename(&fresh, folder);
            if pinned_in(folder).is_none() {
                renamed.map_err(|e| format!("{} could not be put in place: {e}", folder.display()))?;
            }
        }
        pinned_in(folder).ok_or_else(|| format!("{} is damaged; delete it and try again", folder.display()))
    });
    let _ = fs::remove_dir_all(&fresh);
    result
}

/// Tries each way to install a wheel until one works.
fn install(fresh: &Path) -> Result<()> {
    // The linker lies beside NVRTC, where the runtime looks for it.
    let wheels = ["cuda-nvrtc", "cuda-nvcc", "nvjitlink"].map(|wheel| format!("nvidia-{wheel}=={PINNED}"));
    let ways: [&[&str]; 4] = [&["python3", "-m", "pip"], &["python", "-m", "pip"], &["pip3"], &["uv", "pip"]];
    let mut tried = Vec::new();
    for way in ways {
        let mut command = Command::new(way[0]);
        command.args(&way[1..]).args(["install", "--no-deps", "--only-binary=:all:", "--target"]).arg(fresh);
        if way[0] != "uv" {
            command.args(["--quiet", "--disable-pip-version-check"]);
        }
        command.args(&wheels);
        let spelled = way.join(" ");
        match command.output() {
            Ok(output) if output.status.success() => return Ok(()),
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stderr);
                let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("no message");
                tried.push(format!("  {spelled} install: {}", last.trim()));
            }
            Err(error) => tried.push(format!("  {spelled}: {error}")),
        }
        let _ = fs::remove_dir_all(fresh);
    }
    Err(format!(
        "no NVRTC with ptxas was found, and the wheels {} could not be installed:\n{}\n\
         To mend it: install Python 3 with pip and be online once; or set KILN_NVRTC to libnvrtc.so and KILN_PTXAS \
         to ptxas of a CUDA toolkit, 12.8 or newer.",
        wheels.join(", "),
        tried.join("\n")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of this test's own, removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("kiln-xtask-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).expect("the temporary folder is writable");
            Self(folder)
        }

        fn file(&self, path: &str) -> PathBuf {
            let file = self.0.join(path);
            fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
            fs::write(&file, "").expect("writable");
            file
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn environment<'a>(pairs: &'a [(&'a str, &'a Path)]) -> impl Fn(&str) -> Option<OsString> + 'a {
        |name| pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1.as_os_str().to_owned())
    }

    #[test]
    fn places_come_in_the_documented_order() {
        let scratch = Scratch::new("order");
        scratch.file("venv/lib/python3.12/site-packages/x");
        let venv = scratch.0.join("venv");
        let pairs = [
            ("CUDA_HOME", Path::new("/cuda-home")),
            ("CUDA_PATH", Path::new("/cuda-path")),
            ("VIRTUAL_ENV", &*venv),
            ("LD_LIBRARY_PATH", Path::new("/loader:relative")),
            ("KILN_NVRTC", Path::new("/told/libnvrtc.so.13")),
        ];
        let cache = "\tlibnvrtc.so.13 (libc6,x86-64) => /cached/libnvrtc.so.13\n";
        let found = places(&environment(&pairs), cache);
        let paths: Vec<PathBuf> = found.into_iter().map(|place| place.path).collect();
        let expected = [
            "/told/libnvrtc.so.13".into(),
            venv.join("lib/python3.12/site-packages/nvidia/cu13/lib"),
            venv.join("lib/python3.12/site-packages/nvidia/cuda_nvrtc/lib"),
            venv.join("lib"),
            venv.join("targets/x86_64-linux/lib"),
            "/loader".into(),
            "/cached/libnvrtc.so.13".into(),
            "/cuda-path/lib64".into(),
            "/cuda-path/lib".into(),
            "/cuda-home/lib64".into(),
            "/cuda-home/lib".into(),
            "/usr/local/cuda/lib64".into(),
            "/usr/local/cuda/lib".into(),
        ];
        assert_eq!(paths, expected);
    }

    #[test]
    fn a_wheel_brings_its_ptxas() {
        let scratch = Scratch::new("wheel");
        let nvrtc = scratch.file("cu13/lib/libnvrtc.so.13");
        scratch.file("cu13/bin/ptxas");
        let place = Place { why: "VIRTUAL_ENV".into(), path: scratch.0.join("cu13/lib") };
        let tools = pair_in(&place, &environment(&[])).expect("a pair").expect("is found");
        assert_eq!(tools.nvrtc, nvrtc);
        assert_eq!(tools.ptxas, scratch.0.join("cu13/lib/../bin/ptxas"));
    }

    #[test]
    fn a_ptxas_that_was_told_wins() {
        let scratch = Scratch::new("told");
        let nvrtc = scratch.file("cu13/lib/libnvrtc.so.13");
        scratch.file("cu13/bin/ptxas");
        let told = scratch.file("other/ptxas");
        let place = Place { why: "KILN_NVRTC".into(), path: nvrtc };
        let tools =
            pair_in(&place, &environment(&[("KILN_PTXAS", &told)])).expect("a pair").expect("is found");
        assert_eq!(tools.ptxas, told);
    }

    #[test]
    fn half_a_toolkit_says_what_is_missing() {
        let scratch = Scratch::new("half");
        let nvrtc = scratch.file("lib/libnvrtc.so");
        let place = Place { why: "CUDA_PATH".into(), path: scratch.0.join("lib") };
        assert!(pair_in(&place, &environment(&[])).is_err_and(|why| why.contains("no ptxas")));
        assert_eq!(nvrtc_at(&scratch.0.join("lib")), Some(nvrtc));
        let told = Place { why: "KILN_NVRTC (x)".into(), path: scratch.0.join("nothing") };
        assert!(pair_in(&told, &environment(&[])).is_err_and(|why| why.contains("no NVRTC")));
    }

    #[test]
    fn versions_are_read_from_words() {
        assert_eq!(release("Cuda compilation tools, release 13.0, V13.0.88"), Some((13, 0)));
        assert_eq!(release("something else"), None);
        assert!((12, 4) < LEAST && (12, 8) >= LEAST && (13, 0) > LEAST);
    }

    #[test]
    fn an_incomplete_folder_of_tools_is_not_taken() {
        let scratch = Scratch::new("incomplete");
        scratch.file("nvidia/cu13/lib/libnvrtc.so.13");
        scratch.file("nvidia/cu13/bin/ptxas");
        assert_eq!(pinned_in(&scratch.0), None);
    }
}
