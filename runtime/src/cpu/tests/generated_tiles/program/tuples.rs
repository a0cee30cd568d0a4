//! Tuples of generated programs.

use kiln_codegen::ir::{Scalar, Struct, Type};

use super::{Program, Value, Variable};

impl Program {
    /// A tuple of values, whose fields are variables from then on, and what is done with it as a whole: a copy that is
    /// assigned back, a call of a function that gives another, and a loop whose turns each make it anew.
    pub(super) fn tuple(&mut self, depth: usize) {
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
        let first = self.scope.len();
        for (at, (scalar, shape, value)) in parts.into_iter().enumerate() {
            let name = format!("{name}.\"{at}\"");
            self.scope.push(Variable { name, scalar, shape, facts: value.facts, assignable: true });
        }
        if copied {
            self.assign();
            self.put(&format!("@0 {name} = {copy};"));
        }
        if depth < 2 && self.random.upto(3) == 0 {
            let (label, turns) = (self.label(), self.turns());
            let counter = self.local(Scalar::Usize, &[]);
            self.put(&format!("@0 '{label}: for {counter} in 0usize..{turns} {{"));
            self.loops.push(label);
            let made = self.made_again(first, count);
            self.put(&format!("@0 {name} = make({made}): {named};"));
            self.loops.pop();
            self.put("}");
        }
        if self.random.upto(3) == 0 {
            self.tuple_function(first, &name, &named);
        }
    }

    /// Values for the fields of a tuple that is there.
    fn made_again(&mut self, first: usize, count: usize) -> String {
        let fields: Vec<String> = (0..count)
            .map(|at| {
                let Variable { scalar, shape, facts, .. } = self.scope[first + at].clone();
                format!("\"{at}\" = {}", self.fitting(scalar, &shape, facts, 2).text)
            })
            .collect();
        fields.join(", ")
    }

    /// A function from a tuple to a tuple, which replaces this one.
    fn tuple_function(&mut self, first: usize, name: &str, named: &str) {
        let scalar = self.scope[first].scalar;
        let change = match () {
            () if scalar == Scalar::Bool => "!v#0.\"0\"".to_owned(),
            // What is known of the field still holds.
            () if scalar.is_float() => "float_max(v#0.\"0\", -v#0.\"0\")".to_owned(),
            () => format!("(v#0.\"0\" ^ {})", self.literal(scalar).text),
        };
        let id = self.device_count;
        self.device_count += 1;
        let early = if self.random.upto(2) == 0 {
            "@0 if c#1 { @0 return v#0; }"
        } else {
            "@0 if c#1 { @0 w#2 = v#0; }"
        };
        self.devices += &format!(
            "device fn f{id}(v#0: {named}, c#1: bool) -> {named} {{\n    var w#2: {named};\n    @0 let w#2 = v#0;\n    \
             @0 w#2.\"0\" = {change};\n    {early}\n    @0 return w#2;\n}}\n\n"
        );
        let condition = self.test(&[], 1).text;
        self.put(&format!("@0 {name} = f{id}#{id}({name}, {condition});"));
    }

    fn tuple_local(&mut self, named: &str) -> String {
        self.locals.push(named.to_owned());
        format!("v{}#_", self.locals.len() - 1)
    }
}
