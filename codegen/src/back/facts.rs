//! The text of a kernel with the facts that its launch needs.

use crate::intrinsics::TensorMap;
use std::borrow::Cow;

/// The text of a kernel, and the facts about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Emitted {
    /// The text for the compiler.
    pub text: String,
    /// What a launch needs to know about it.
    pub facts: TextFacts,
}

/// What a launch needs to know about the text of its kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextFacts {
    /// The kernel's name in the text.
    pub symbol: Cow<'static, str>,
    /// Whether the launch allocates shared memory.
    pub dynamic_shared: bool,
    /// Whether the kernel waits for the whole grid, so that all blocks must run at once.
    pub grid_barrier: bool,
    /// Whether the kernel takes a [`crate::abi::LaunchInfo`] after the user's parameters.
    pub takes_info: bool,
    /// The tensor maps that the kernel takes after the user's parameters, before that. Only lowered tile kernels take
    /// any, whose texts no program embeds.
    pub maps: Vec<TensorMap>,
}

/// How an embedded text begins.
const HEAD: &str = "// kiln: ";

impl Emitted {
    /// The text with its facts in a comment before it, as a program embeds it. [`TextFacts::split`] reads it.
    pub fn embedded(&self) -> String {
        let mut line = format!("{HEAD}{}", self.facts.symbol);
        for (name, holds) in self.facts.flags() {
            if holds {
                line.push(' ');
                line.push_str(name);
            }
        }
        line + "\n" + &self.text
    }
}

impl TextFacts {
    /// The facts and the text of what [`Emitted::embedded`] wrote. `None` for any other text.
    pub fn split(embedded: &'static str) -> Option<(TextFacts, &'static str)> {
        let (line, text) = embedded.strip_prefix(HEAD)?.split_once('\n')?;
        let mut words = line.split(' ');
        let symbol = Cow::Borrowed(words.next()?);
        let mut facts = TextFacts { symbol, ..TextFacts::default() };
        for word in words {
            match word {
                "dynamic_shared" => facts.dynamic_shared = true,
                "grid_barrier" => facts.grid_barrier = true,
                "takes_info" => facts.takes_info = true,
                _ => return None,
            }
        }
        Some((facts, text))
    }

    fn flags(&self) -> [(&'static str, bool); 3] {
        [
            ("dynamic_shared", self.dynamic_shared),
            ("grid_barrier", self.grid_barrier),
            ("takes_info", self.takes_info),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_embedded_text_keeps_its_facts() {
        for bits in 0..8 {
            let facts = TextFacts {
                symbol: "saxpy".into(),
                dynamic_shared: bits & 1 != 0,
                grid_barrier: bits & 2 != 0,
                takes_info: bits & 4 != 0,
                maps: Vec::new(),
            };
            let emitted = Emitted { text: "// kiln: other\nvoid saxpy();\n".to_owned(), facts };
            let embedded: &'static str = emitted.embedded().leak();
            let (facts, text) = TextFacts::split(embedded).unwrap();
            assert_eq!(Emitted { text: text.to_owned(), facts }, emitted);
        }
        assert_eq!(TextFacts::split("extern \"C\" __global__ void saxpy() {}\n"), None);
        assert_eq!(TextFacts::split("// kiln: saxpy newer_fact\n"), None);
    }
}
