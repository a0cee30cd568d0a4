//! The examples of `docs/mistakes.md`: each a mistake, the errors that it gives, and the same program without it.

use std::fs;
use std::path::Path;

use libtest_mimic::Failed;

/// How many mistakes the page promises, and of how many one error is the whole answer.
const COUNT: usize = 40;
const ONE_ERROR: usize = 38;

pub struct Mistake {
    /// The heading, as a file's name.
    pub name: String,
    /// The program with the mistake.
    pub mistaken: String,
    /// The items of the program without it.
    fixed: String,
    /// The first line of each error, as the page shows them.
    pub errors: Vec<String>,
}

/// The page's mistakes, in order.
pub fn read() -> Result<Vec<Mistake>, Failed> {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/mistakes.md"))?;
    let mut mistakes = Vec::new();
    for part in page.split("\n## ").skip(1) {
        let mut examples = part.split("\n### ");
        // Before its examples a part may show a kernel that all of them launch.
        let shared = examples.next().and_then(|text| block(text, "rust")).unwrap_or("");
        for example in examples {
            let heading = example.lines().next().unwrap_or("");
            let blocks = block(example, "diff").zip(block(example, "text"));
            let (diff, errors) = blocks.ok_or_else(|| format!("{heading}: no blocks `diff` and `text`"))?;
            let side = |without: char| {
                let lines = diff.lines().filter(|line| !line.starts_with(without));
                let code: Vec<&str> = lines.map(|line| line.get(1..).unwrap_or("")).collect();
                let prelude = if diff.contains("use kiln::") { "" } else { "use kiln::prelude::*;\n\n" };
                let main = if diff.contains("fn main()") { "" } else { "\nfn main() {}\n" };
                format!("{prelude}{shared}{}\n{main}", code.join("\n"))
            };
            mistakes.push(Mistake {
                name: file_name(heading),
                mistaken: side('+'),
                fixed: side('-'),
                errors: errors.lines().map(str::to_owned).collect(),
            });
        }
    }
    Ok(mistakes)
}

/// The first block of a language.
fn block<'a>(text: &'a str, language: &str) -> Option<&'a str> {
    Some(text.split_once(&format!("```{language}\n"))?.1.split_once("```")?.0)
}

fn file_name(heading: &str) -> String {
    let words = heading.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_").to_lowercase()
}

/// Checks that the page has as many mistakes as its title says, and that one error is the answer to most.
pub fn counts() -> Result<(), Failed> {
    let mistakes = read()?;
    let several = mistakes.iter().filter(|mistake| mistake.errors.len() != 1);
    let several: Vec<&str> = several.map(|mistake| mistake.name.as_str()).collect();
    if mistakes.len() == COUNT && several.len() <= COUNT - ONE_ERROR {
        Ok(())
    } else {
        Err(format!("{} mistakes, and not exactly one error of {several:?}", mistakes.len()).into())
    }
}

/// The first lines of the errors among messages of rustc, or of a program that ended with an error.
pub fn errors(messages: &str) -> Vec<&str> {
    let is_first = |line: &&str| ["error", "Error: "].iter().any(|start| line.starts_with(start));
    messages.lines().filter(is_first).collect()
}

/// Writes a program of all mistakes mended, each in a module, which runs those that launch something and builds the
/// kernels of the others.
pub fn write_fixed(path: &Path) -> Result<(), Failed> {
    let mut program = "#![allow(warnings)]\n".to_owned();
    let mut calls = String::new();
    for Mistake { name, fixed, .. } in read()? {
        program += &format!("\nmod {name} {{\n{}\n}}\n", fixed.replace("\nfn main()", "\npub fn main()"));
        if fixed.contains("fn main() ->") {
            calls += &format!("    {name}::main()?;\n");
        }
    }
    program += &format!(
        "\nfn main() -> Result<(), Box<dyn std::error::Error>> {{\n{calls}    kiln::verify_all()?;\n    Ok(())\n}}\n"
    );
    Ok(fs::write(path, program)?)
}
