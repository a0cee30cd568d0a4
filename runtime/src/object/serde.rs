//! Object code to be written and read by the crate `serde`: its name, its bytes and the names of its kernels, and
//! nothing else.

use ::serde::de::{Error as _, SeqAccess, Visitor};
use ::serde::ser::SerializeTuple;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ObjectCode;

impl Serialize for ObjectCode {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut tuple = to.serialize_tuple(3)?;
        tuple.serialize_element(&self.inner.name)?;
        tuple.serialize_element(&self.inner.symbols)?;
        tuple.serialize_element(&Bytes(&self.inner.bytes))?;
        tuple.end()
    }
}

/// Bytes, as such where the format has them.
struct Bytes<'a>(&'a [u8]);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(self.0)
    }
}

struct OwnBytes(Vec<u8>);

impl<'de> Deserialize<'de> for OwnBytes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = OwnBytes;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("the bytes of object code")
            }

            fn visit_bytes<E: ::serde::de::Error>(self, bytes: &[u8]) -> Result<OwnBytes, E> {
                Ok(OwnBytes(bytes.to_vec()))
            }

            fn visit_byte_buf<E: ::serde::de::Error>(self, bytes: Vec<u8>) -> Result<OwnBytes, E> {
                Ok(OwnBytes(bytes))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<OwnBytes, A::Error> {
                // What the input says of its length is not believed: it may be anybody's.
                let mut bytes = Vec::with_capacity(from.size_hint().unwrap_or(0).min(1 << 16));
                while let Some(byte) = from.next_element()? {
                    bytes.push(byte);
                }
                Ok(OwnBytes(bytes))
            }
        }
        from.deserialize_byte_buf(Reader)
    }
}

impl<'de> Deserialize<'de> for ObjectCode {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (name, symbols, OwnBytes(bytes)) = Deserialize::deserialize(from)?;
        let name: String = name;
        ObjectCode::made(&name, bytes, symbols, String::new()).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PTX: &str = ".version 7.0\n.target sm_75\n.address_size 64\n.entry _Z1fv() { ret; }\n";

    #[test]
    fn an_object_comes_back_as_it_was() {
        let symbols = vec![("f".to_owned(), "_Z1fv".to_owned())];
        let object = ObjectCode::made("f.cu", PTX.into(), symbols, "a warning".to_owned()).unwrap();
        let text = serde_json::to_string(&object).unwrap();
        let back: ObjectCode = serde_json::from_str(&text).unwrap();
        assert_eq!((&back, back.name(), back.log()), (&object, "f.cu", ""));
        assert_eq!(back.symbols().collect::<Vec<_>>(), [("f", "_Z1fv")]);
    }

    #[test]
    fn what_was_damaged_is_refused() {
        let text = serde_json::to_string(&ObjectCode::new(PTX).unwrap()).unwrap();
        // The last brace of the text: the function has no end.
        let cut = text.replace(",125,10]", ",10]");
        assert_ne!(cut, text);
        let error = serde_json::from_str::<ObjectCode>(&cut).unwrap_err().to_string();
        assert!(error.contains("cut off"), "{error}");
    }
}
