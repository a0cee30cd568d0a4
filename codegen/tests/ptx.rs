//! The PTX back end's texts of the modules that use everything, for every generation of GPUs.
//!
//! They are not recorded. `cargo xtask validate` names a folder in KILN_TEXTS and assembles what it finds there.

mod coverage;

use std::collections::BTreeMap;
use std::path::PathBuf;

use kiln_codegen::back::Emitted;
use kiln_codegen::back::ptx::{self, Target};
use kiln_codegen::ir::parse;

#[test]
fn ptx_is_written_for_every_generation() {
    let folder = std::env::var_os("KILN_TEXTS").map(|folder| PathBuf::from(folder).join("coverage"));
    // What has no PTX, and in how many texts it stands.
    let mut missing = BTreeMap::<String, usize>::new();
    for (name, module) in coverage::modules() {
        let Some(entry) = module.entry().filter(|entry| entry.attrs.tile.is_none()) else { continue };
        let least = coverage::least_arch(&module).max(if entry.attrs.cluster.is_some() { 90 } else { 0 });
        let arches = least..=coverage::most_arch(&module);
        for arch in [75, 80, 90, 100, 120].into_iter().filter(|arch| arches.contains(arch)) {
            // The lines of the source go with the texts of one generation.
            let target = Target { lines: arch == 90, ..Target::new(arch) };
            let emitted = ptx::emit(&module, target);
            assert_eq!(emitted, ptx::emit(&module, target), "{name} is not the same twice");
            match emitted {
                Ok(Emitted { text, facts }) => {
                    assert!(text.contains(&format!(".visible .entry {}(\n", facts.symbol)), "{name}: {text}");
                    // Who fails, waits for the grid or asks how long a slice is reads its parameter.
                    let asks = text.contains("[kiln]") || text.contains("[kiln+16]");
                    assert!(facts.takes_info || !asks, "{name}: {text}");
                    let shared_slice = kiln_codegen::abi::shared_memory(entry).slice.is_some();
                    assert!(asks || shared_slice || !facts.takes_info, "{name}: {text}");
                    if let Some(folder) = &folder {
                        let folder = folder.join(arch.to_string());
                        std::fs::create_dir_all(&folder).unwrap();
                        std::fs::write(folder.join(format!("{name}.ptx")), text).unwrap();
                    }
                }
                Err(unsupported) => {
                    unsupported.names.into_iter().for_each(|name| *missing.entry(name).or_default() += 1);
                }
            }
        }
    }
    if let (Some(folder), false) = (folder, missing.is_empty()) {
        let list: Vec<String> = missing.iter().map(|(what, count)| format!("{what} ({count})")).collect();
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("missing.txt"), list.join("\n")).unwrap();
    }
    // Each row of the table, on each type of its class, is an instruction or a function of the library.
    assert!(missing.is_empty(), "neither PTX nor the library has these: {missing:?}");
}

#[test]
fn a_portable_text_is_for_the_least_architecture() {
    for (name, arch) in [("saxpy_unchecked", "75"), ("clusters", "90")] {
        let (_, module) = coverage::modules().into_iter().find(|(known, _)| known == name).unwrap();
        let text = ptx::portable(&module).unwrap().text;
        assert!(text.contains(&format!(".target sm_{arch}\n")), "{name}: {text}");
    }
}

/// What is computed once serves wherever it is known; so on each way to a place that reads it, it has been computed.
#[test]
fn registers_are_set_on_every_way_to_where_they_are_read() {
    for (name, module) in coverage::modules() {
        let Some(entry) = module.entry().filter(|entry| entry.attrs.tile.is_none()) else { continue };
        if entry.attrs.cluster.is_none()
            && let Ok(Emitted { text, .. }) = ptx::emit(&module, Target::new(90))
        {
            assert_eq!(unset(&text), None, "{name}: {text}");
        }
    }
}

/// The text for a kernel of this body, with `a` and `b` of a type and `y` to write to.
fn text_of(scalar: &str, locals: &str, body: &str) -> String {
    let kernel = format!("kernel fn f(a#0: {scalar}, b#1: {scalar}, y#2: &mut [{scalar}])");
    let module = parse(&format!("kiln-ir 1\n\n{kernel} {{\n{locals}{body}}}\n")).unwrap();
    ptx::emit(&module, Target::new(90)).unwrap().text
}

#[test]
fn a_function_of_what_a_loop_does_not_change_stands_before_it() {
    let text = text_of(
        "f32",
        "    var sum#3: f32;\n    var k#4: u32;\n",
        "    @0 let sum#3 = 0.0f32;
    @0 '0: for k#4 in 0u32..grid_dim_x() as u32 {
        @0 sum#3 += ln(a#0) + ln(a#0);
    }
    @0 y#2[0usize proven] = sum#3;
",
    );
    let ln2 = "0f3F317218";
    assert_eq!(text.matches(ln2).count(), 1, "{text}");
    assert!(text.find(ln2) < text.find("add.f32"), "{text}");
}

#[test]
fn quotients_of_64_bits_are_cheap_where_they_can_be() {
    let body = |value: &str| format!("    @0 y#2[0usize proven] = {value};\n");
    // By a power of two no function divides.
    let text = text_of("i64", "", &body("(a#0 /@0 8i64) + (b#1 %@0 64i64)"));
    assert!(!text.contains("div.") && !text.contains("rem."), "{text}");
    // The remainder comes from the quotient; both are of 32 bits where that is enough.
    let text = text_of("u64", "", &body("(a#0 /@0 b#1) + (a#0 %@0 b#1)"));
    assert!(text.matches("div.u64").count() == 1 && text.matches("div.u32").count() == 1, "{text}");
    assert!(!text.contains("rem."), "{text}");
}

/// The plan takes this index to be known; the writer finds out only that it is not to be computed for nothing.
#[test]
fn an_array_whose_index_is_not_folded_is_in_memory() {
    let text = text_of(
        "f32",
        "    var parts#3: [f32; 3];\n    var i#4: usize;\n    var j#5: usize;\n",
        "    @0 let i#4 = 6usize;
    @0 let parts#3 = [a#0, b#1, a#0];
    @0 let j#5 = if (if i#4 < 7usize { i#4 } else { 1usize } * (i#4 - i#4)) < if if i#4 < i#4 { i#4 } else { 2usize } < i#4 { i#4 } else { 0usize } { 1usize %@0 3usize } else { 2usize };
    @0 y#2[0usize proven] = parts#3[j#5 proven];
",
    );
    assert!(text.contains("ld.local"), "{text}");
}

/// ptxas loses the `not` of what it knows to be zero; `&`, `|` and `^` take complements as they are.
#[test]
fn a_complement_is_a_difference() {
    for (scalar, difference) in [("u32", "sub.u32 %r"), ("u64", "sub.u64 %d"), ("u8", "sub.u32 %r")] {
        let text = text_of(scalar, "", "@0 y#2[0usize @1] = !a#0;");
        assert!(text.contains(difference) && !text.contains("not."), "{text}");
        let text = text_of(scalar, "", "@0 y#2[0usize @1] = !a#0 & b#1;");
        assert!(text.contains("not."), "{text}");
    }
}

/// ptxas takes the bits of a float that come of a boolean for a number.
#[test]
fn bits_of_floats_are_hidden() {
    for (scalar, bits) in [("f32", "u32"), ("f64", "u64")] {
        let text = text_of(
            scalar,
            "",
            &format!("@0 y#2[0usize @1] = floor(from_bits((a#0 < b#1) as {bits}): {scalar});"),
        );
        assert!(text.contains("or.b64"), "{text}");
    }
}

/// What a target is too old for is refused by its name, before a text is written.
#[test]
fn what_needs_a_newer_target_is_refused_by_its_name() {
    let all = coverage::modules();
    let refused = |name: &str, arch: u32| {
        let (_, module) = all.iter().find(|(known, _)| known == name).unwrap();
        ptx::emit(module, Target::new(arch)).map_err(|missing| (missing.names, missing.arch))
    };
    assert_eq!(refused("clusters", 80), Err((vec!["cluster".to_owned()], 80)));
    assert!(refused("clusters", 90).is_ok());
    // Without the attribute the operations themselves.
    let (_, mut module) = all.iter().find(|(known, _)| known == "clusters").unwrap().clone();
    module.functions.last_mut().unwrap().attrs.cluster = None;
    let missing = ptx::emit(&module, Target::new(80)).unwrap_err();
    assert!(missing.names.iter().any(|name| name == "cluster_sync"), "{missing}");
}

/// What the user says of blocks and clusters is said to the assembler, and each statement's line if lines are wanted.
#[test]
fn blocks_clusters_and_lines_are_told() {
    let text = "kiln-ir 1\n\n#[block(64, 2, 1)]\n#[min_blocks(4)]\nkernel fn f(y#0: &mut [f32]) {\n    \
                @0 y#0[0usize proven] = 1.0f32;\n    @1 y#0[1usize proven] = 2.0f32;\n}\n\n\
                sites {\n    file \"src/a.rs\";\n    @0 7:5;\n    @1 8:9;\n}\n";
    let module = parse(text).unwrap();
    let text = ptx::emit(&module, Target { lines: true, ..Target::new(90) }).unwrap().text;
    for line in [".reqntid 64, 2, 1", ".minnctapersm 4", ".loc 1 7 5", ".loc 1 8 9", ".file 1 \"src/a.rs\""] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(!ptx::emit(&module, Target::new(90)).unwrap().text.contains(".loc"));
    let (_, module) = coverage::modules().into_iter().find(|(known, _)| known == "clusters").unwrap();
    let text = ptx::emit(&module, Target::new(90)).unwrap().text;
    for part in [
        ".explicitcluster",
        ".reqnctapercluster ",
        "mapa.shared::cluster.u32",
        "ld.shared::cluster.",
        "barrier.cluster.",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

/// Fields that stand together are one access where the struct's alignment says that it may be.
#[test]
fn neighboring_fields_are_one_access() {
    let of = |size: u32, align: u32, element: &str| {
        let text = format!(
            "kiln-ir 1\n\nstruct V size {size} align {align} {{ x at 0: f32; y at 4: f32; z at 8: f32; w at 12: f32; }}\n\
             kernel fn f(x#0: &[{element}], y#1: &mut [{element}]) {{\n    var v#2: {element};\n    \
             @0 let v#2 = x#0[thread_idx_x() @1];\n    @0 y#1[thread_idx_x() @1] = v#2;\n}}\n\n\
             sites {{\n    file \"a.rs\";\n    @0 1:1;\n    @1 1:1 index \"x[i]\";\n}}\n"
        );
        ptx::portable(&parse(&text).unwrap()).unwrap().text
    };
    let count = |text: &str, what: &str| text.matches(what).count();
    let text = of(16, 16, "struct V");
    assert_eq!((count(&text, "ld.global.nc.v4.b32 {"), count(&text, "st.global.v4.b32 [")), (1, 1), "{text}");
    let text = of(16, 8, "struct V");
    assert_eq!((count(&text, "ld.global.nc.v2.b32 {"), count(&text, "st.global.v2.b32 [")), (2, 2), "{text}");
    assert!(text.contains("+8], {"), "{text}");
    // Nothing says that these are.
    let text = of(16, 4, "struct V");
    assert!(!text.contains(".v2") && !text.contains(".v4"), "{text}");
    assert_eq!((count(&text, "ld.global.nc.b32"), count(&text, "st.global.b32")), (4, 4), "{text}");
}

/// Under `fast_math` 1 divided by a number is the machine's reciprocal, which is nearer than its quotient.
#[test]
fn one_divided_by_a_number_is_its_reciprocal() {
    let of = |tier: &str, quotient: &str| {
        let text = format!(
            "kiln-ir 1\n\n{tier}kernel fn f(x#0: f32, y#1: &mut [f32]) {{\n    @0 y#1[0usize @1] = {quotient};\n}}\n\n\
             sites {{\n    file \"a.rs\";\n    @0 1:1;\n    @1 1:1 index \"y[0]\";\n}}\n"
        );
        ptx::portable(&parse(&text).unwrap()).unwrap().text
    };
    assert!(of("#[fast_math]\n", "1.0f32 / x#0").contains("rcp.approx.ftz.f32"));
    assert!(of("#[fast_math]\n", "2.0f32 / x#0").contains("div.full.ftz.f32"));
    assert!(of("", "1.0f32 / x#0").contains("rcp.rn.f32"));
}

/// The first instruction of a text that reads a register which is set in one place, and not on every way to here.
fn unset(text: &str) -> Option<String> {
    let body = text.split_once("\n{\n")?.1;
    let (mut code, mut labels) = (Vec::new(), BTreeMap::new());
    for line in body.lines().map(str::trim) {
        if let Some(label) = line.strip_suffix(':') {
            labels.insert(label.to_owned(), code.len());
        } else if !line.is_empty() && !line.starts_with(['.', '{', '}']) {
            code.push(line.trim_end_matches(';'));
        }
    }
    let (sets, reads): (Vec<_>, Vec<_>) = code.iter().map(|line| operands(line)).unzip();
    let mut places = BTreeMap::<&str, Vec<usize>>::new();
    for (place, registers) in sets.iter().enumerate() {
        for register in registers {
            places.entry(register).or_default().push(place);
        }
    }
    places.retain(|_, places| places.len() == 1);
    let numbers: BTreeMap<&str, usize> = places.keys().copied().zip(0..).collect();
    // By instruction: what is set before it on every way; nothing is known of those that no way leads to.
    let words = numbers.len().div_ceil(64);
    let mut before: Vec<Option<Vec<u64>>> = vec![None; code.len()];
    let mut todo = vec![(0, vec![0u64; words])];
    while let Some((place, set)) = todo.pop() {
        let Some(line) = code.get(place) else { continue };
        let merged = match &before[place] {
            None => set,
            Some(old) => old.iter().zip(&set).map(|(a, b)| a & b).collect(),
        };
        if before[place].as_ref() == Some(&merged) {
            continue;
        }
        before[place] = Some(merged.clone());
        let mut after = merged;
        for number in sets[place].iter().filter_map(|register| numbers.get(register)) {
            after[number / 64] |= 1 << (number % 64);
        }
        let jumps = line.rsplit(' ').next().and_then(|word| labels.get(word));
        let ends = ["bra", "exit", "ret"]
            .iter()
            .any(|word| line.starts_with(word) && line[word.len()..].starts_with([' ', '.']) || line == word);
        if !ends {
            todo.push((place + 1, after.clone()));
        }
        todo.extend(jumps.map(|to| (*to, after)));
    }
    for (place, registers) in reads.iter().enumerate() {
        let Some(set) = &before[place] else { continue };
        for register in registers {
            if let Some(number) = numbers.get(register)
                && set[number / 64] >> (number % 64) & 1 == 0
            {
                return Some(format!("{register} in `{}`", code[place]));
            }
        }
    }
    None
}

/// The registers that an instruction sets, and those that it reads.
fn operands(line: &str) -> (Vec<&str>, Vec<&str>) {
    fn registers(text: &str) -> Vec<&str> {
        let names = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '%');
        names
            .filter(|name| {
                name.strip_prefix(['%'])
                    .and_then(|name| name.strip_prefix(['p', 'r', 'd', 'h']))
                    .is_some_and(|number| number.parse::<u32>().is_ok())
            })
            .collect()
    }
    let (guard, line) = match line.strip_prefix('@').and_then(|line| line.split_once(' ')) {
        Some((guard, line)) => (registers(guard), line),
        None => (Vec::new(), line),
    };
    let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
    let without = ["st", "bra", "exit", "ret", "red", "cp", "bar", "barrier", "membar", "fence"];
    let alone = without.contains(&name.split('.').next().unwrap_or(name)) || rest.starts_with('[');
    let (first, rest) = match rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
        _ if alone => ("", rest),
        Some((first, rest)) => (first, rest),
        None => rest.split_once(',').unwrap_or((rest, "")),
    };
    let reads = guard.into_iter().chain(registers(rest)).collect();
    (registers(first), reads)
}
