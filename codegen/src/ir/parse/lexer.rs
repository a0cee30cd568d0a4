//! The tokens of IR text.

use std::borrow::Cow;
use std::fmt;

use crate::ir::print::{is_name_char, is_name_start};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A keyword, a type's name, an intrinsic's.
    Word(&'a str),
    /// `name#id`; the name may be quoted.
    Named(Cow<'a, str>, u32),
    /// A quoted string, without its quotes and escapes.
    Text(Cow<'a, str>),
    Int {
        digits: &'a str,
        suffix: &'a str,
    },
    Float {
        digits: &'a str,
        suffix: &'a str,
    },
    /// `@3`
    Site(u32),
    /// `'3`
    Label(u32),
    /// `$3`
    Capture(u32),
    /// `?3`
    Infer(u32),
    Punct(&'static str),
    End,
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(word) => write!(f, "`{word}`"),
            Token::Named(name, id) => write!(f, "`{name}#{id}`"),
            Token::Text(text) => write!(f, "the string {text:?}"),
            Token::Int { digits, suffix } | Token::Float { digits, suffix } => {
                write!(f, "`{digits}{suffix}`")
            }
            Token::Site(id) => write!(f, "`@{id}`"),
            Token::Label(id) => write!(f, "`'{id}`"),
            Token::Capture(id) => write!(f, "`${id}`"),
            Token::Infer(id) => write!(f, "`?{id}`"),
            Token::Punct(punct) => write!(f, "`{punct}`"),
            Token::End => f.write_str("the end of the text"),
        }
    }
}

/// The operator or bracket that a text begins with: the longer of two that begin alike.
fn punct(text: &str) -> Option<&'static str> {
    let mut bytes = text.bytes();
    let next = |mut bytes: std::str::Bytes<'_>| bytes.next().unwrap_or(0);
    Some(match (bytes.next()?, next(bytes)) {
        (b'.', b'.') => {
            if text.starts_with("..=") {
                "..="
            } else {
                ".."
            }
        }
        (b'-', b'>') => "->",
        (b':', b':') => "::",
        (b'&', b'&') => "&&",
        (b'|', b'|') => "||",
        (b'=', b'=') => "==",
        (b'!', b'=') => "!=",
        (b'<', b'=') => "<=",
        (b'>', b'=') => ">=",
        (b'<', b'<') => "<<",
        (b'>', b'>') => ">>",
        (b'(', _) => "(",
        (b')', _) => ")",
        (b'[', _) => "[",
        (b']', _) => "]",
        (b'{', _) => "{",
        (b'}', _) => "}",
        (b',', _) => ",",
        (b';', _) => ";",
        (b':', _) => ":",
        (b'=', _) => "=",
        (b'+', _) => "+",
        (b'-', _) => "-",
        (b'*', _) => "*",
        (b'/', _) => "/",
        (b'%', _) => "%",
        (b'&', _) => "&",
        (b'|', _) => "|",
        (b'^', _) => "^",
        (b'<', _) => "<",
        (b'>', _) => ">",
        (b'!', _) => "!",
        (b'#', _) => "#",
        (b'.', _) => ".",
        _ => return None,
    })
}

pub(super) struct Lexer<'a> {
    pub text: &'a str,
    pub pos: usize,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.pos..).unwrap_or("")
    }

    /// Takes the characters that hold, and gives them.
    fn take_while(&mut self, holds: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !holds(c)).unwrap_or(rest.len());
        self.pos += end;
        &rest[..end]
    }

    /// Takes the bytes that hold, all of them ASCII.
    fn skip_bytes(&mut self, holds: impl Fn(u8) -> bool) {
        let rest = self.text.as_bytes().get(self.pos..).unwrap_or_default();
        self.pos += rest.iter().position(|byte| !byte.is_ascii() || !holds(*byte)).unwrap_or(rest.len());
    }

    /// A name, which begins here.
    fn name(&mut self) -> &'a str {
        let start = self.pos;
        self.skip_bytes(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if self.text.as_bytes().get(self.pos).is_some_and(|byte| !byte.is_ascii()) {
            self.take_while(is_name_char);
        }
        self.text.get(start..self.pos).unwrap_or_default()
    }

    fn take_char(&mut self) -> Option<char> {
        let c = self.rest().chars().next()?;
        self.pos += c.len_utf8();
        Some(c)
    }

    /// Skips white space and comments.
    pub fn skip_blank(&mut self) {
        loop {
            self.skip_bytes(|byte| byte.is_ascii_whitespace());
            match self.text.as_bytes().get(self.pos) {
                // What other white space there may be is beyond ASCII, or rare.
                Some(byte) if !byte.is_ascii() || byte.is_ascii_control() => {
                    if self.take_while(char::is_whitespace).is_empty() {
                        return;
                    }
                }
                Some(b'/') if self.rest().starts_with("//") => {
                    self.take_while(|c| c != '\n');
                }
                _ => return,
            }
        }
    }

    /// Writes the token that begins here, or says what is wrong with it. It is written in its place, since a copy
    /// of every token is a third of the time of reading a text.
    pub fn token(&mut self, token: &mut Token<'a>) -> Result<(), String> {
        let Some(first) = self.rest().chars().next() else {
            *token = Token::End;
            return Ok(());
        };
        match first {
            '"' => {
                let text = self.string()?;
                match self.id()? {
                    Some(id) => *token = Token::Named(text, id),
                    None => *token = Token::Text(text),
                }
            }
            '0'..='9' => self.literal(token),
            '@' => *token = Token::Site(self.ordinal("a site's number after `@`")?),
            '\'' => *token = Token::Label(self.ordinal("a label's number after `'`")?),
            '$' => *token = Token::Capture(self.ordinal("a capture's number after `$`")?),
            '?' => *token = Token::Infer(self.ordinal("a number after `?`")?),
            c if is_name_start(c) => {
                let name = self.name();
                match self.id()? {
                    Some(id) => *token = Token::Named(Cow::Borrowed(name), id),
                    None => *token = Token::Word(name),
                }
            }
            c => match punct(self.rest()) {
                Some(punct) => {
                    self.pos += punct.len();
                    *token = Token::Punct(punct);
                }
                None => return Err(format!("the character {c:?} has no meaning here")),
            },
        }
        Ok(())
    }

    /// One character and the number behind it.
    fn ordinal(&mut self, what: &str) -> Result<u32, String> {
        self.take_char();
        let start = self.pos;
        self.digits();
        self.text[start..self.pos].parse().map_err(|_| format!("expected {what}, below 2^32"))
    }

    /// `#id`, where it follows at once.
    fn id(&mut self) -> Result<Option<u32>, String> {
        if self.rest().starts_with('#') { Ok(Some(self.ordinal("an id after `#`")?)) } else { Ok(None) }
    }

    /// A number with its suffix. A point belongs to it only before a digit: `0..3` is a range.
    fn literal(&mut self, token: &mut Token<'a>) {
        let start = self.pos;
        self.digits();
        let mut float = false;
        let mut rest = self.rest().bytes();
        if rest.next() == Some(b'.') && rest.next().is_some_and(|b| b.is_ascii_digit()) {
            float = true;
            self.pos += 1;
            self.digits();
        }
        // Two types look like exponents.
        let typed = ["f8e4m3", "f8e5m2"].iter().any(|name| self.rest().starts_with(name));
        if let (Some(exponent), false) = (self.rest().strip_prefix(['e', 'E']), typed) {
            let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            if digits.starts_with(|c: char| c.is_ascii_digit()) {
                float = true;
                self.pos = self.text.len() - digits.len();
                self.digits();
            }
        }
        let digits = &self.text[start..self.pos];
        let suffix = self.name();
        *token = if float { Token::Float { digits, suffix } } else { Token::Int { digits, suffix } };
    }

    fn digits(&mut self) {
        self.skip_bytes(|byte| byte.is_ascii_digit());
    }

    fn string(&mut self) -> Result<Cow<'a, str>, String> {
        let unterminated = || "a string without its closing quote".to_owned();
        self.take_char();
        let plain = self.take_while(|c| c != '"' && c != '\\');
        if self.rest().starts_with('"') {
            self.take_char();
            return Ok(Cow::Borrowed(plain));
        }
        let mut text = plain.to_owned();
        loop {
            match self.take_char().ok_or_else(unterminated)? {
                '"' => return Ok(Cow::Owned(text)),
                '\\' => text.push(self.escape()?),
                c => text.push(c),
            }
        }
    }

    /// What stands behind a backslash.
    fn escape(&mut self) -> Result<char, String> {
        match self.take_char() {
            Some('"') => Ok('"'),
            Some('\\') => Ok('\\'),
            Some('n') => Ok('\n'),
            Some('u') if self.rest().starts_with('{') => {
                self.take_char();
                let digits = self.take_while(|c| c.is_ascii_hexdigit());
                let c = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
                if self.take_char() == Some('}') { c } else { None }
                    .ok_or_else(|| "expected a character's number in `\\u{..}`".to_owned())
            }
            _ => Err("expected `\"`, `\\`, `n` or `u{..}` after a backslash".to_owned()),
        }
    }
}
