//! Tuples of generated programs.

use kiln_codegen::ir::{Scalar, Struct, Type};

use super::{Program, Value, Variable};

impl Program {
    /// A tuple of values, whose fields are variables from then on, and at times a copy that is assigned back.
    pub(super) fn tuple(&mut self) {
        let count = 2 + self.random.upto(2);
        let parts: Vec<_> = (0..count)
            .map(|_| {
                let (scalar, shape) = self.some_type();
                let value = self.value(scalar, &shape, 2);
                (scalar, shape, value)
            })
            .collect();
        let type_of = |(scalar, shape, _): &(Scalar, Vec<usize>, Value)| match shape.as_slice() {
            [] => Type::Scalar(*scalar),
            shape => Type::tile(Type::Scalar(*scalar), &shape.iter().map(|n| *n as u64).collect::<Vec<_>>()),
        };
        let types: Vec<Type> = parts.iter().map(type_of).collect();
        let Some(of) = Struct::tuple(&types) else { return };
        let fields =
            of.fields.iter().map(|field| format!("{:?} at {}: {};", field.name, field.offset, field.ty));
        let fields: Vec<String> = fields.collect();
        self.structs.insert(format!(
            "struct {:?} size {} align {} {{ {} }}\n",
            of.name,
            of.size,
            of.align,
            fields.join(" ")
        ));
        let named = format!("struct {:?}", of.name);
        let made: Vec<String> =
            parts.iter().enumerate().map(|(at, (.., value))| format!("\"{at}\" = {}", value.text)).collect();
        let name = self.tuple_local(&named);
        self.put(&format!("@0 let {name} = make({}): {named};", made.join(", ")));
        let copied = self.random.upto(3) == 0;
        let copy = if copied { self.tuple_local(&named) } else { String::new() };
        if copied {
            self.put(&format!("@0 let {copy} = {name};"));
        }
        for (at, (scalar, shape, value)) in parts.into_iter().enumerate() {
            let name = format!("{name}.\"{at}\"");
            self.scope.push(Variable { name, scalar, shape, facts: value.facts, assignable: true });
        }
        if copied {
            self.assign();
            self.put(&format!("@0 {name} = {copy};"));
        }
    }

    fn tuple_local(&mut self, named: &str) -> String {
        self.locals.push(named.to_owned());
        format!("v{}#_", self.locals.len() - 1)
    }
}
