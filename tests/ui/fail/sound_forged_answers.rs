// What kernels believe of types, constants and device functions is for the macros to say.
use kiln::__private::{Answer, DeviceFunction, DeviceMethod, FunctionAnswer, Scalar, SharedElement, Type};
use kiln::calls::{Constant, Describe};

struct Forged;

impl Describe for Forged {
    fn describe() -> Type {
        Type::Scalar(Scalar::Bool)
    }
}

impl Constant for Forged {
    fn scalars(&self, bits: &mut Vec<u64>) {
        bits.push(7);
    }
}

impl SharedElement for Forged {
    fn on_host() -> Self {
        Forged
    }
}

impl DeviceFunction for Forged {
    fn instance() -> Answer {
        Answer::Recursion
    }
}

impl DeviceMethod<0> for Forged {
    fn instance() -> Answer {
        Answer::Recursion
    }
}

fn function() -> FunctionAnswer {
    FunctionAnswer::new("kiln-ir 1", Vec::new())
}

fn main() {}
