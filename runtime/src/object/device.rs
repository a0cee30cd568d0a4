//! Device functions of Kiln's that the user's CUDA C++ calls.
//!
//! Takes the instance of a device function; guarantees a program that defines it under a C name, and its prototype;
//! leaves compiling to [`Program`] and bringing the two together to [`Linker`](super::Linker).

use kiln_codegen::back::cuda::{Exported, export};
use kiln_codegen::passes::finish;
use kiln_codegen::passes::specialize::{Answer, specialize};

use crate::error::{Error, Result};

use super::Program;

/// A `#[device]` function for CUDA C++ to call. Made by [`export_device!`](../../kiln/macro.export_device.html).
#[derive(Clone, Debug)]
pub struct DeviceExport {
    exported: Exported,
}

impl DeviceExport {
    /// What the macro calls.
    #[doc(hidden)]
    pub fn new(name: &str, symbol: Option<&str>, answer: &Answer) -> Result<DeviceExport> {
        let refused = |message: String| Error::Export { function: name.into(), why: message.into() };
        let function = match answer {
            Answer::Function(function) => function,
            Answer::Refused { message, help, .. } => {
                return Err(refused(format!("{message}\n  help: {help}")));
            }
            Answer::Type(_)
            | Answer::Partial(_)
            | Answer::Const { .. }
            | Answer::Whole { .. }
            | Answer::Own
            | Answer::OfAnother(_)
            | Answer::Computes(..)
            | Answer::Said
            | Answer::Recursion => return Err(refused("it is no function of the program's".to_owned())),
        };
        let module = specialize(function.ir(), function.answers()).map_err(|why| refused(why.to_string()))?;
        let exported = export(&finish(&module).0, symbol).map_err(refused)?;
        Ok(DeviceExport { exported })
    }

    /// Its name for the linker.
    pub fn symbol(&self) -> &str {
        &self.exported.symbol
    }

    /// Its declaration for CUDA C++, as a header has it: [`Program::header`] takes it.
    pub fn prototype(&self) -> &str {
        &self.exported.prototype
    }

    /// The program that defines it: compiled to LTO-IR, a CUBIN or PTX it is what a [`Linker`](super::Linker)
    /// brings together with the code that calls it.
    pub fn program(&self) -> Program {
        let Exported { symbol, text, .. } = &self.exported;
        Program::new(text.as_str()).name(format!("{symbol}.kiln.cu")).relocatable()
    }
}
