//! Types.

use super::lexer::Token;
use super::{Parser, Result};
use crate::ir::{CaptureId, Len, Scalar, Type};
use std::sync::Arc;

impl Parser<'_> {
    pub(super) fn ty(&mut self) -> Result<Type> {
        self.enter()?;
        let ty = match self.token {
            Token::Punct("(") => {
                self.advance()?;
                let types = self.comma_separated(")", Parser::ty)?;
                if types.is_empty() { Type::Unit } else { Type::Tuple(types) }
            }
            Token::Punct("[") => {
                self.advance()?;
                let element = self.ty()?;
                self.expect(";")?;
                self.array_len(element)?
            }
            Token::Punct("&") => {
                self.advance()?;
                let mutable = self.eat_word("mut")?;
                if let Token::Word("tensor1" | "tensor2" | "tensor3" | "tensor4") = self.token {
                    let rank = match self.token {
                        Token::Word("tensor1") => 1,
                        Token::Word("tensor2") => 2,
                        Token::Word("tensor3") => 3,
                        _ => 4,
                    };
                    self.advance()?;
                    self.expect("<")?;
                    let element = Box::new(self.ty()?);
                    self.close()?;
                    Type::Tensor { element, rank, mutable }
                } else if self.eat("[")? {
                    let element = self.ty()?;
                    if self.eat("]")? {
                        Type::Slice { element: Box::new(element), mutable }
                    } else if self.eat(";")? {
                        Type::Ref { target: Box::new(self.array_len(element)?), mutable }
                    } else {
                        return self.expected("`]` or `;`");
                    }
                } else {
                    Type::Ref { target: Box::new(self.ty()?), mutable }
                }
            }
            Token::Capture(id) => {
                self.advance()?;
                Type::Capture(CaptureId(id))
            }
            Token::Infer(number) => {
                self.advance()?;
                Type::Infer(number)
            }
            Token::Word("tile") => {
                self.advance()?;
                self.expect("<")?;
                let element = Box::new(self.ty()?);
                let mut shape = Vec::new();
                while self.eat(",")? {
                    shape.push(self.len()?);
                }
                self.close()?;
                Type::Tile { element, shape }
            }
            Token::Word("struct") => {
                self.advance()?;
                let name = self.name("a struct's name")?;
                match self.structs.iter().find(|known| known.name == name) {
                    Some(known) => Type::Struct(Arc::clone(known)),
                    None => return Err(self.error(format!("no struct `{name}` is declared"))),
                }
            }
            Token::Word("atomic") => {
                self.advance()?;
                Type::Atomic(self.scalar()?)
            }
            _ => Type::Scalar(self.scalar()?),
        };
        self.leave();
        Ok(ty)
    }

    /// The length of an array and the closing bracket.
    fn array_len(&mut self, element: Type) -> Result<Type> {
        let len = self.len()?;
        self.expect("]")?;
        Ok(Type::Array(Box::new(element), len))
    }

    pub(super) fn len(&mut self) -> Result<Len> {
        if let Token::Capture(id) = self.token {
            self.advance()?;
            return Ok(Len::Capture(CaptureId(id)));
        }
        Ok(Len::Const(self.number("a length")?))
    }

    pub(super) fn scalar(&mut self) -> Result<Scalar> {
        if let Token::Word(word) = self.token
            && let Some(scalar) = Scalar::from_name(word)
        {
            self.advance()?;
            return Ok(scalar);
        }
        self.expected("a type")
    }
}
