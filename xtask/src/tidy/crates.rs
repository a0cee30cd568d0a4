//! The directions of the crates: `macros → codegen[front]`, `runtime → codegen`, `array → runtime`, `kiln → macros +
//! runtime + array`; codegen and xtask depend on nothing of ours. Dev-dependencies are free: tests may look anywhere.

use super::Tree;

/// Manifest, and what of ours it may depend on.
const ALLOWED: [(&str, &[&str]); 7] = [
    ("codegen/Cargo.toml", &[]),
    ("macros/Cargo.toml", &["kiln-codegen"]),
    ("runtime/Cargo.toml", &["kiln-codegen"]),
    ("tools/kiln-cache/Cargo.toml", &["kiln-runtime"]),
    ("xtask/Cargo.toml", &[]),
    ("array/Cargo.toml", &["kiln-runtime"]),
    ("Cargo.toml", &["kiln-array", "kiln-macros", "kiln-runtime"]),
];

/// Parsers of Rust, and what comes with them.
const PARSERS: [&str; 3] = ["syn", "quote", "proc-macro2"];

pub fn directions(tree: &Tree) -> Vec<String> {
    let mut findings = Vec::new();
    for (path, allowed) in ALLOWED {
        let Some(manifest) = tree.get(path) else {
            findings.push(format!("{path} is missing"));
            continue;
        };
        for dependency in dependencies(&manifest.text) {
            let ours = dependency.name == "kiln" || dependency.name.starts_with("kiln-");
            if ours && !allowed.contains(&dependency.name.as_str()) {
                let may = if allowed.is_empty() { "nothing of ours".into() } else { allowed.join(" and ") };
                findings.push(format!("{path} depends on {}, but may depend on {may} only", dependency.name));
            }
        }
    }
    findings
}

pub fn no_parser_at_run_time(tree: &Tree) -> Vec<String> {
    let mut findings = Vec::new();
    for path in ["codegen/Cargo.toml", "runtime/Cargo.toml", "Cargo.toml"] {
        let Some(manifest) = tree.get(path) else { continue };
        for dependency in dependencies(&manifest.text) {
            if PARSERS.contains(&dependency.name.as_str()) && !dependency.value.contains("optional = true") {
                findings.push(format!("{path} depends on {} unconditionally", dependency.name));
            }
            let front = dependency.name == "kiln-codegen" && dependency.value.contains("\"front\"");
            if front {
                findings.push(format!("{path} turns on kiln-codegen's feature `front`"));
            }
        }
    }
    let shared = tree.get("Cargo.toml").map(|manifest| section(&manifest.text, "workspace.dependencies"));
    for dependency in shared.unwrap_or_default() {
        if dependency.name == "kiln-codegen" && dependency.value.contains("front") {
            findings.push("[workspace.dependencies] turns on kiln-codegen's feature `front` for all".into());
        }
    }
    findings
}

struct Dependency {
    name: String,
    value: String,
}

/// What a crate depends on outside its tests, on every platform.
fn dependencies(manifest: &str) -> Vec<Dependency> {
    let headers = manifest.lines().filter_map(header).filter(|name| {
        let last = name.rsplit('.').next().unwrap_or(name);
        matches!(last, "dependencies" | "build-dependencies") && !name.starts_with("workspace")
    });
    headers.flat_map(|name| section(manifest, name)).collect()
}

/// The entries of one `[section]`; `name.workspace = true` is an entry called `name`.
fn section(manifest: &str, name: &str) -> Vec<Dependency> {
    let lines = manifest.lines().skip_while(|line| header(line) != Some(name)).skip(1);
    lines
        .take_while(|line| header(line).is_none())
        .filter(|line| !line.trim_start().starts_with('#'))
        .filter_map(|line| line.split_once('='))
        .map(|(key, value)| Dependency {
            name: key.trim().split('.').next().unwrap_or_default().trim_matches('"').to_owned(),
            value: value.trim().to_owned(),
        })
        .collect()
}

fn header(line: &str) -> Option<&str> {
    line.trim().strip_prefix('[')?.strip_suffix(']')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifests(codegen: &str, runtime: &str) -> Vec<String> {
        let tree = Tree::of(&[
            ("codegen/Cargo.toml", codegen),
            (
                "macros/Cargo.toml",
                "[dependencies]\nkiln-codegen = { workspace = true, features = [\"front\"] }\n",
            ),
            ("runtime/Cargo.toml", runtime),
            ("tools/kiln-cache/Cargo.toml", "[dependencies]\nkiln-runtime.workspace = true\n"),
            ("array/Cargo.toml", "[dependencies]\nkiln-runtime.workspace = true\n"),
            ("xtask/Cargo.toml", "[dependencies]\nlibloading.workspace = true\n"),
            ("Cargo.toml", "[dependencies]\nkiln-macros.workspace = true\nkiln-runtime.workspace = true\n"),
        ]);
        let mut findings = directions(&tree);
        findings.extend(no_parser_at_run_time(&tree));
        findings
    }

    #[test]
    fn the_design_is_accepted() {
        let codegen = "[dependencies]\nsyn = { workspace = true, optional = true }\n";
        assert_eq!(manifests(codegen, "[dependencies]\nkiln-codegen.workspace = true\n"), [""; 0]);
    }

    #[test]
    fn an_upward_dependency_is_found() {
        let findings = manifests("[build-dependencies]\nkiln-runtime = { path = \"../runtime\" }\n", "");
        assert_eq!(
            findings,
            ["codegen/Cargo.toml depends on kiln-runtime, but may depend on nothing of ours only"]
        );
    }

    #[test]
    fn tests_may_look_anywhere() {
        assert_eq!(manifests("[dev-dependencies]\nkiln-runtime = { path = \"../runtime\" }\n", ""), [""; 0]);
    }

    #[test]
    fn a_parser_at_run_time_is_found() {
        let runtime = "[target.'cfg(unix)'.dependencies]\nsyn = \"3\"\n\
                       [dependencies]\nkiln-codegen = { workspace = true, features = [\"front\"] }\n";
        assert_eq!(manifests("[dependencies]\nquote.workspace = true\n", runtime).len(), 3);
    }

    #[test]
    fn a_missing_manifest_is_found() {
        assert_eq!(directions(&Tree::of(&[])).len(), ALLOWED.len());
    }
}
