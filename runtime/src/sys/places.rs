//! Where NVIDIA's libraries beside the driver may be: environments of Python and conda, the loader's path, toolkits.
//!
//! Takes what is wanted and the environment; guarantees that each place that was looked in is told where nothing
//! opens; leaves what a library can do to its caller.

use kiln_codegen::collections::sort_by_key;
use kiln_codegen::compact::List;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A library to look for.
pub(crate) struct Wanted {
    /// Its name for people.
    pub(crate) what: &'static str,
    /// The variable that names it, or its folder.
    pub(crate) variable: &'static str,
    /// Its file up to `.so`.
    pub(crate) unix: &'static str,
    /// How its file begins on Windows.
    pub(crate) windows: &'static str,
    /// The folder of the wheel that had it before CUDA 13.
    pub(crate) wheel: &'static str,
    /// What the loader may know it by, best first. Windows is not asked by a name without a folder.
    pub(crate) loader: &'static [&'static str],
}

/// Where a library may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// What the user named: a file or a folder. Nothing else is tried after it.
    Path(&'static str, PathBuf),
    /// The user wants none.
    Nowhere(&'static str),
    /// An environment of Python or conda.
    Prefix(&'static str, PathBuf),
    /// A CUDA toolkit.
    Toolkit(&'static str, PathBuf),
    /// The loader's own path.
    Loader,
    /// The folders of PATH, which is where Windows keeps a toolkit's libraries.
    Search(Vec<PathBuf>),
    /// A variable's path that is none from the root on: it would be looked for in the working folder.
    Relative(&'static str, PathBuf),
    /// A variable that is not set, named for the error.
    Unset(&'static str),
}

/// Where to look, in order.
pub(crate) fn places(
    wanted: &Wanted,
    explicit: Option<PathBuf>,
    var: &dyn Fn(&str) -> Option<OsString>,
) -> Vec<Place> {
    let var = |name: &str| var(name).filter(|value| !value.is_empty());
    let none = |path: &Path| path.as_os_str() == "none";
    if let Some(path) = explicit {
        // The program knows its working folder.
        let what = "the path given";
        return vec![if none(&path) { Place::Nowhere(what) } else { Place::Path(what, path) }];
    }
    if let Some(path) = var(wanted.variable).map(PathBuf::from) {
        return vec![match wanted.variable {
            what if none(&path) => Place::Nowhere(what),
            what if path.is_relative() => Place::Relative(what, path),
            what => Place::Path(what, path),
        }];
    }
    let or_unset = |name, make: fn(&'static str, PathBuf) -> Place| match var(name).map(PathBuf::from) {
        Some(path) if path.is_relative() => Place::Relative(name, path),
        Some(path) => make(name, path),
        None => Place::Unset(name),
    };
    let mut places = vec![
        Place::Unset(wanted.variable),
        or_unset("VIRTUAL_ENV", Place::Prefix),
        or_unset("CONDA_PREFIX", Place::Prefix),
        if cfg!(windows) { Place::Search(search_path(var("PATH"))) } else { Place::Loader },
        or_unset("CUDA_PATH", Place::Toolkit),
        or_unset("CUDA_HOME", Place::Toolkit),
    ];
    if cfg!(not(windows)) {
        places.push(Place::Toolkit("the usual folder", "/usr/local/cuda".into()));
    }
    places
}

/// The folders of PATH that are whole paths.
fn search_path(value: Option<OsString>) -> Vec<PathBuf> {
    let value = value.unwrap_or_default();
    std::env::split_paths(&value).filter(|folder| folder.is_absolute()).list()
}

/// Opens the first library that opens, or says what each place had.
pub(crate) fn search<T>(
    wanted: &Wanted,
    places: &[Place],
    open: &dyn Fn(&Path) -> Result<T, String>,
) -> Result<T, Vec<String>> {
    let mut tried = Vec::new();
    for place in places {
        let before = tried.len();
        for candidate in candidates(wanted, place, &mut tried) {
            match open(&candidate) {
                Ok(library) => return Ok(library),
                Err(reason) => tried.push(reason),
            }
        }
        debug_assert!(tried.len() > before, "a place that gave nothing must say so");
    }
    Err(tried)
}

/// The libraries that a place has, newest first. A place without one says so in `tried`.
pub(super) fn candidates(wanted: &Wanted, place: &Place, tried: &mut Vec<String>) -> Vec<PathBuf> {
    let (what, folders) = match place {
        Place::Unset(name) => {
            tried.push(format!("{name}: not set"));
            return Vec::new();
        }
        Place::Nowhere(what) => {
            tried.push(format!("{what}: says that {} is not to be used", wanted.what));
            return Vec::new();
        }
        Place::Relative(what, path) => {
            tried.push(format!("{what}: {}", crate::sys::variables::is_relative(path)));
            return Vec::new();
        }
        Place::Loader => return wanted.loader.iter().map(PathBuf::from).collect(),
        Place::Search(folders) => ("PATH".to_owned(), folders.clone()),
        Place::Path(_, path) if path.is_file() => return vec![absolute(path)],
        Place::Path(what, path) => {
            let mut folders = vec![path.clone()];
            folders.extend(wheel_folders(wanted, path));
            folders.extend(toolkit_folders(path));
            folders.extend(site_packages(path).iter().flat_map(|site| wheel_folders(wanted, site)));
            (format!("{what}, {}", path.display()), folders)
        }
        Place::Prefix(what, path) => {
            let mut folders: Vec<_> =
                site_packages(path).iter().flat_map(|site| wheel_folders(wanted, site)).list();
            folders.extend(toolkit_folders(path));
            // Conda on Windows has a folder of its own for libraries, and in it one more since CUDA 13.
            folders.push(path.join("Library").join("bin"));
            folders.push(path.join("Library").join("bin").join("x64"));
            (format!("{what}, {}", path.display()), folders)
        }
        Place::Toolkit(what, path) => (format!("{what}, {}", path.display()), toolkit_folders(path)),
    };
    let found: Vec<PathBuf> = folders.iter().flat_map(|folder| libraries(wanted, folder)).list();
    if found.is_empty() {
        let why = match place {
            Place::Path(_, path) | Place::Prefix(_, path) | Place::Toolkit(_, path) if !path.exists() => {
                "not there"
            }
            Place::Path(..)
            | Place::Nowhere(_)
            | Place::Prefix(..)
            | Place::Toolkit(..)
            | Place::Loader
            | Place::Search(_)
            | Place::Relative(..)
            | Place::Unset(_) => "",
        };
        let why = if why.is_empty() { format!("no {} inside", wanted.what) } else { why.to_owned() };
        tried.push(format!("{what}: {why}"));
    }
    found
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// `site-packages` of an environment, newest Python first.
fn site_packages(prefix: &Path) -> Vec<PathBuf> {
    let lib = prefix.join("lib");
    let mut all: Vec<_> = super::files(&lib, |name| name.starts_with("python"));
    sort_by_key(&mut all, |path| std::cmp::Reverse(numbers(path)));
    let mut all: Vec<_> = all.into_iter().map(|python| python.join("site-packages")).list();
    all.push(prefix.join("Lib").join("site-packages"));
    all
}

/// Where NVIDIA's wheels put a library: `nvidia/cu13/lib` since CUDA 13, a folder of the wheel's own before.
fn wheel_folders(wanted: &Wanted, site: &Path) -> Vec<PathBuf> {
    let nvidia = site.join("nvidia");
    let mut packages = super::files(&nvidia, |name| name.starts_with("cu1") || name == wanted.wheel);
    sort_by_key(&mut packages, |path| std::cmp::Reverse(numbers(path)));
    packages
        .iter()
        .flat_map(|package| [package.join("lib"), package.join("bin"), package.join("bin/x86_64")])
        .list()
}

fn toolkit_folders(root: &Path) -> Vec<PathBuf> {
    let target = match std::env::consts::ARCH {
        "aarch64" => "targets/sbsa-linux/lib",
        _ => "targets/x86_64-linux/lib",
    };
    // The toolkit of some systems has CUPTI in a folder of its own.
    ["lib64", "lib", target, "bin", "bin/x64", "extras/CUPTI/lib64"]
        .iter()
        .map(|folder| root.join(folder))
        .list()
}

/// The libraries in a folder, newest first, under the name that ends in the major version where there is one.
fn libraries(wanted: &Wanted, folder: &Path) -> Vec<PathBuf> {
    let mut found = super::files(folder, |name| is_name_of(wanted, name, cfg!(windows)));
    sort_by_key(&mut found, |path| newest_first(path));
    found.into_iter().map(|path| absolute(&path)).collect()
}

/// Whether a file is the library, by its name.
fn is_name_of(wanted: &Wanted, name: &str, windows: bool) -> bool {
    if windows {
        // A toolkit's folder also has `nvrtc-builtins64_130.dll` and `nvrtc64_130_0.alt.dll`.
        let is_library = Path::new(name).extension().is_some_and(|extension| extension == "dll");
        return is_library && name.starts_with(wanted.windows) && !name.contains(".alt");
    }
    name.strip_prefix(wanted.unix).is_some_and(|rest| rest == ".so" || rest.starts_with(".so."))
}

/// `.so.12.9.86` and `.so.12` are one library; the shorter name sorts first among equals in its leading numbers.
fn newest_first(path: &Path) -> (std::cmp::Reverse<u32>, usize) {
    let numbers = numbers(path);
    (std::cmp::Reverse(numbers.first().copied().unwrap_or(0)), numbers.len())
}

/// The numbers in a file's name.
fn numbers(path: &Path) -> Vec<u32> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    // The 64 of Windows' `nvrtc64_130_0.dll` tells nothing.
    let name = name.replace("nvrtc64_", "");
    name.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).list()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sys::{nvjitlink, nvrtc};

    /// The names in a folder that are the library's, newest first.
    fn chosen<'a>(wanted: &Wanted, names: &[&'a str], windows: bool) -> Vec<&'a str> {
        let mut found: Vec<&str> =
            names.iter().copied().filter(|name| is_name_of(wanted, name, windows)).collect();
        sort_by_key(&mut found, |name| newest_first(Path::new(name)));
        found
    }

    #[test]
    fn libraries_are_known_by_their_names_on_windows_too() {
        let folder = [
            "nvrtc64_112_0.dll",
            "nvrtc64_130_0.dll",
            "nvrtc64_120_0.dll",
            "nvrtc64_120_0.alt.dll",
            "nvrtc64_120_0.lib",
            "nvrtc-builtins64_130.dll",
            "nvJitLink_120_0.dll",
            "nvJitLink_130_0.dll",
            "cudart64_13.dll",
        ];
        let found = chosen(&nvrtc::WANTED, &folder, true);
        assert_eq!(found, ["nvrtc64_130_0.dll", "nvrtc64_120_0.dll", "nvrtc64_112_0.dll"]);
        let found = chosen(&nvjitlink::NVJITLINK, &folder, true);
        assert_eq!(found, ["nvJitLink_130_0.dll", "nvJitLink_120_0.dll"]);
        let folder =
            ["libnvrtc.so", "libnvrtc.so.11.2", "libnvrtc.so.13", "libnvrtc.alt.so.13", "libnvrtc_static.a"];
        let found = chosen(&nvrtc::WANTED, &folder, false);
        assert_eq!(found, ["libnvrtc.so.13", "libnvrtc.so.11.2", "libnvrtc.so"]);
        assert!(chosen(&nvjitlink::NVJITLINK, &folder, false).is_empty());
    }

    #[test]
    fn the_loader_is_asked_for_each_major_version() {
        for (wanted, least) in [(&nvrtc::WANTED, 3), (&nvjitlink::NVJITLINK, 2)] {
            assert_eq!(
                chosen(wanted, wanted.loader, false),
                wanted.loader,
                "newest first, each the library's"
            );
            assert!(wanted.loader.len() >= least);
        }
    }
}
