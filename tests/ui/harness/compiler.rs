//! Direct calls of rustc with the `kiln` library that this test executable itself is linked with.
//!
//! Several builds of the library may lie in cargo's output folder, for other features or flags. The right one has the
//! same type ids as this executable: a type's id depends on the identity of its crate. So nothing is built twice, no
//! cargo runs, and no build of another process is waited for.

use std::any::TypeId;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::SystemTime;

/// The crate name of every case; normalized to `$CRATE`.
pub const CRATE_NAME: &str = "kiln_ui_case";

/// A program that prints the type ids that [`own_type_ids`] gives for this executable.
const PROBE: &str = "fn main() {
    print!(\"{:?} {:?}\", std::any::TypeId::of::<kiln::Device>(), std::any::TypeId::of::<kiln_other_crate::Span<u32>>());
}";

fn own_type_ids() -> String {
    format!("{:?} {:?}", TypeId::of::<kiln::Device>(), TypeId::of::<kiln_other_crate::Span<u32>>())
}

pub struct Compiler {
    rustc: PathBuf,
    /// Cargo's folder of libraries, in which this executable lies too.
    libraries: PathBuf,
    /// `--extern` arguments for `kiln` and `kiln_other_crate`.
    externs: [String; 2],
    /// The toolchain without the standard library's sources, where the component `rust-src` is installed.
    sysroot_without_sources: Option<PathBuf>,
    /// A folder for output, removed at the end.
    scratch: PathBuf,
}

impl Compiler {
    /// Finds rustc and the libraries.
    pub fn new() -> Result<Self, String> {
        let executable =
            std::env::current_exe().map_err(|error| format!("this executable's path: {error}"))?;
        let libraries = executable.parent().unwrap_or(Path::new(".")).to_path_buf();
        let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("ui.{}", std::process::id()));
        fs::create_dir_all(&scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
        let rustc = rustc();
        let sysroot_without_sources = sysroot_without_sources(&rustc, &scratch)?;
        let mut compiler =
            Self { rustc, libraries, externs: Default::default(), sysroot_without_sources, scratch };
        compiler.externs = compiler.find_externs()?;
        Ok(compiler)
    }

    /// The builds of `kiln` and `kiln_other_crate` whose types have this executable's ids, newest builds first.
    fn find_externs(&self) -> Result<[String; 2], String> {
        let probe = self.scratch.join("probe.rs");
        fs::write(&probe, PROBE).map_err(|error| format!("{}: {error}", probe.display()))?;
        let mut last = String::new();
        for kiln in self.builds("kiln") {
            for other in self.builds("kiln_other_crate") {
                let externs =
                    [format!("kiln={}", kiln.display()), format!("kiln_other_crate={}", other.display())];
                let output = self.link(&probe, "probe", &externs)?;
                if !output.status.success() {
                    // The second library was built with another build of the first.
                    last = String::from_utf8_lossy(&output.stderr).into_owned();
                    continue;
                }
                let printed = self.run("probe")?;
                if printed.stdout == own_type_ids().as_bytes() {
                    return Ok(externs);
                }
            }
        }
        Err(format!(
            "{} has no libkiln-*.rlib and libkiln_other_crate-*.rlib that this test was linked with\n{last}",
            self.libraries.display()
        ))
    }

    fn builds(&self, name: &str) -> Vec<PathBuf> {
        let prefix = format!("lib{name}-");
        let is_build = |path: &PathBuf| {
            let file = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
            let hash = file.strip_prefix(&prefix).and_then(|rest| rest.strip_suffix(".rlib"));
            hash.is_some_and(|hash| !hash.contains('-'))
        };
        let mut builds: Vec<PathBuf> = fs::read_dir(&self.libraries)
            .map(|entries| entries.flatten().map(|entry| entry.path()).filter(is_build).collect())
            .unwrap_or_default();
        let built = |path: &PathBuf| {
            fs::metadata(path).and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
        };
        builds.sort_by_key(|path| std::cmp::Reverse(built(path)));
        builds
    }

    /// What rustc prints for a program, and whether it compiles; without the standard library's sources.
    pub fn check(&self, source: &Path, name: &str) -> Result<(bool, String), String> {
        let mut command = self.command(source, name, &self.externs);
        if let Some(sysroot) = &self.sysroot_without_sources {
            command.arg("--sysroot").arg(sysroot);
        }
        // Object code, not only metadata: some errors appear when rustc instantiates generic functions.
        let output = output(command.arg("--emit=obj"))?;
        Ok((output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned()))
    }

    /// Compiles and links a program for [`Compiler::run`].
    pub fn build(&self, source: &Path, name: &str) -> Result<Output, String> {
        self.link(source, name, &self.externs)
    }

    fn link(&self, source: &Path, name: &str, externs: &[String]) -> Result<Output, String> {
        output(self.command(source, name, externs).arg("--emit=link"))
    }

    /// Runs a program that was built, in the folder of the workspace.
    pub fn run(&self, name: &str) -> Result<Output, String> {
        output(Command::new(self.executable(name)).current_dir(env!("CARGO_MANIFEST_DIR")))
    }

    fn executable(&self, name: &str) -> PathBuf {
        self.scratch.join(name).join(CRATE_NAME).with_extension(std::env::consts::EXE_EXTENSION)
    }

    /// What cargo and trybuild pass to rustc, as far as messages depend on it.
    fn command(&self, source: &Path, name: &str, externs: &[String]) -> Command {
        let folder = self.scratch.join(name);
        let _ = fs::create_dir_all(&folder);
        let mut command = Command::new(&self.rustc);
        command
            .args(["--edition=2024", "--crate-type=bin", "--crate-name", CRATE_NAME, "-Adead_code"])
            .args(["--verbose", "--color=never", "--diagnostic-width=140"])
            .arg("--out-dir")
            .arg(&folder)
            .arg("-L")
            .arg(format!("dependency={}", self.libraries.display()));
        for found in externs {
            command.arg("--extern").arg(found);
        }
        command.arg(source).current_dir(env!("CARGO_MANIFEST_DIR")).env("CARGO_MANIFEST_DIR", &folder);
        command
    }

    /// What the macros make of a program that lies in the folder of its package.
    pub fn expand(&self, source: &Path) -> Result<String, String> {
        let package = source.parent().unwrap_or(Path::new("."));
        let mut command = self.command(source, "expand", &self.externs);
        command.arg("-Zunpretty=expanded").env("RUSTC_BOOTSTRAP", "1").env("CARGO_MANIFEST_DIR", package);
        let output = output(command.current_dir(package))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    }

    /// Removes everything that was written.
    pub fn clean(&self) {
        let _ = fs::remove_dir_all(&self.scratch);
    }
}

fn output(command: &mut Command) -> Result<Output, String> {
    command
        .output()
        .map_err(|error| format!("{} could not be started: {error}", command.get_program().display()))
}

/// The compiler that cargo used.
pub fn rustc() -> PathBuf {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()).into()
}

/// A copy of the toolchain's folder made of links, without the standard library's sources; `None` where the toolchain
/// has none. With the sources, rustc shows lines of the standard library in its messages.
fn sysroot_without_sources(rustc: &Path, scratch: &Path) -> Result<Option<PathBuf>, String> {
    let printed = output(Command::new(rustc).args(["--print", "sysroot"]))?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&printed.stdout).trim());
    if !sysroot.join("lib/rustlib/src").exists() {
        return Ok(None);
    }
    let copy = scratch.join("sysroot");
    let failed = |error: std::io::Error| {
        format!(
            "a toolchain without the component rust-src could not be made in {} ({error}); remove the component with \
             `rustup component remove rust-src`",
            copy.display()
        )
    };
    for folder in ["lib", "lib/rustlib"] {
        fs::create_dir_all(copy.join(folder)).map_err(failed)?;
        for entry in fs::read_dir(sysroot.join(folder)).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if !matches!(entry.file_name().to_str(), Some("rustlib" | "src")) {
                link(&entry.path(), &copy.join(folder).join(entry.file_name())).map_err(failed)?;
            }
        }
    }
    Ok(Some(copy))
}

#[cfg(unix)]
fn link(from: &Path, to: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(from, to)
}

#[cfg(windows)]
fn link(from: &Path, to: &Path) -> std::io::Result<()> {
    if from.is_dir() {
        std::os::windows::fs::symlink_dir(from, to)
    } else {
        std::os::windows::fs::symlink_file(from, to)
    }
}
