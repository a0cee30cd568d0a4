//! Arguments of the commands that make random programs: `[NUMBER...] [--count N] [--seed S] [--bundle FOLDER]`.

use std::path::PathBuf;

use lexopt::prelude::*;

use crate::workspace::Result;

/// What was given.
#[derive(Debug, Default, PartialEq)]
pub struct Arguments {
    pub count: Option<u64>,
    pub seed: Option<u64>,
    pub bundle: Option<PathBuf>,
    pub numbers: Vec<u64>,
}

impl Arguments {
    pub fn parse(arguments: &[String]) -> Result<Arguments> {
        let mut found = Arguments::default();
        let mut parser = lexopt::Parser::from_args(arguments);
        let mut read = || {
            while let Some(argument) = parser.next()? {
                match argument {
                    Long("count") => found.count = Some(parser.value()?.parse()?),
                    Long("seed") => found.seed = Some(parser.value()?.parse()?),
                    Long("bundle") => found.bundle = Some(parser.value()?.into()),
                    Value(number) => found.numbers.push(number.parse()?),
                    other => return Err(other.unexpected()),
                }
            }
            Ok(())
        };
        read().map_err(|error: lexopt::Error| error.to_string())?;
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Arguments> {
        Arguments::parse(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_and_numbers_are_read() {
        let all =
            Arguments { count: Some(10), seed: Some(3), bundle: Some("hunt".into()), numbers: vec![7, 8] };
        assert_eq!(parse("7 --count 10 --seed=3 8 --bundle hunt"), Ok(all));
        assert_eq!(parse(""), Ok(Arguments::default()));
        for wrong in ["--count", "--count many", "--cuont 3", "x", "-1"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
