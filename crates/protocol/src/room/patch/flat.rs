//! A view as one run of bytes, made to be compared.
//!
//! Every value begins with a byte that says what it is. Texts, lists and objects go on with the length of what they
//! hold, so that a part that is the same in two views is passed over in one comparison of bytes, without looking into
//! it. A field without a value (`None`) is left out: in a view it is the same as an absent one.

use serde::ser::{self, Impossible, Serialize};
use std::fmt;

/// The first byte of a value.
pub(super) mod kind {
    pub(crate) const NOTHING: u8 = 0;
    pub(crate) const FALSE: u8 = 1;
    pub(crate) const TRUE: u8 = 2;
    /// Eight bytes follow: an `i64`.
    pub(crate) const NUMBER: u8 = 3;
    /// Eight bytes follow: a `u64` beyond every `i64`.
    pub(crate) const LARGE: u8 = 4;
    /// Eight bytes follow: the bits of an `f64`.
    pub(crate) const REAL: u8 = 5;
    /// A length and so many bytes.
    pub(crate) const TEXT: u8 = 6;
    /// A length and values of so many bytes.
    pub(crate) const LIST: u8 = 7;
    /// A length and fields of so many bytes, each a text and a value.
    pub(crate) const OBJECT: u8 = 8;
}

/// The first byte and the length after it.
pub(super) const HEAD: usize = 5;

/// A view, or a part of one, in a form that is quick to make and to compare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flat(pub(super) Vec<u8>);

/// The empty object.
impl Default for Flat {
    fn default() -> Flat {
        Flat(vec![kind::OBJECT, 0, 0, 0, 0])
    }
}

impl Flat {
    /// Flattens anything that can be JSON.
    ///
    /// # Panics
    /// If it cannot: keys are texts or numbers, and numbers are finite.
    pub fn of(value: &(impl Serialize + ?Sized)) -> Flat {
        let mut flat = Flat(Vec::with_capacity(1024));
        flat.set(value);
        flat.0.shrink_to_fit();
        flat
    }

    /// Flattens something else into the same memory.
    ///
    /// # Panics
    /// If it cannot be JSON.
    pub fn set(&mut self, value: &(impl Serialize + ?Sized)) {
        self.0.clear();
        if let Err(NotJson(why)) = value.serialize(Writer(&mut self.0)) {
            panic!("a view is JSON: {why}");
        }
    }
}

impl Flat {
    /// Becomes the same as another, and takes no more memory than that needs, unless it had more.
    pub(super) fn copy(&mut self, other: &Flat) {
        self.0.clear();
        self.0.reserve_exact(other.0.len());
        self.0.extend_from_slice(&other.0);
    }
}

/// Why something cannot be JSON.
#[derive(Debug)]
struct NotJson(String);

impl fmt::Display for NotJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
impl std::error::Error for NotJson {}
impl ser::Error for NotJson {
    fn custom<T: fmt::Display>(why: T) -> NotJson {
        NotJson(why.to_string())
    }
}

struct Writer<'a>(&'a mut Vec<u8>);

impl<'a> Writer<'a> {
    fn eight(self, kind: u8, bytes: [u8; 8]) {
        let [a, b, c, d, e, f, g, h] = bytes;
        self.0.extend_from_slice(&[kind, a, b, c, d, e, f, g, h]);
    }

    fn text(self, text: &str) -> Result<(), NotJson> {
        let [a, b, c, d] = length(text.len())?;
        self.0.reserve(HEAD + text.len());
        self.0.extend_from_slice(&[kind::TEXT, a, b, c, d]);
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }

    fn open(self, kind: u8) -> Inside<'a> {
        let start = self.0.len();
        self.0.extend_from_slice(&[kind, 0, 0, 0, 0]);
        Inside { bytes: self.0, start, outer: None, field: 0 }
    }

    /// An object with one field, in which another value is opened.
    fn variant(self, name: &str, kind: u8) -> Result<Inside<'a>, NotJson> {
        let outer = self.open(kind::OBJECT);
        Writer(outer.bytes).text(name)?;
        let inner = Writer(outer.bytes).open(kind);
        Ok(Inside { outer: Some(outer.start), ..inner })
    }
}

fn length(bytes: usize) -> Result<[u8; 4], NotJson> {
    let length = u32::try_from(bytes).map_err(|_| NotJson("it is too long".to_owned()))?;
    Ok(length.to_le_bytes())
}

impl<'a> ser::Serializer for Writer<'a> {
    type Ok = ();
    type Error = NotJson;
    type SerializeSeq = Inside<'a>;
    type SerializeTuple = Inside<'a>;
    type SerializeTupleStruct = Inside<'a>;
    type SerializeTupleVariant = Inside<'a>;
    type SerializeMap = Inside<'a>;
    type SerializeStruct = Inside<'a>;
    type SerializeStructVariant = Inside<'a>;

    fn serialize_bool(self, value: bool) -> Result<(), NotJson> {
        self.0.push(if value { kind::TRUE } else { kind::FALSE });
        Ok(())
    }
    fn serialize_i8(self, value: i8) -> Result<(), NotJson> {
        self.serialize_i64(value.into())
    }
    fn serialize_i16(self, value: i16) -> Result<(), NotJson> {
        self.serialize_i64(value.into())
    }
    fn serialize_i32(self, value: i32) -> Result<(), NotJson> {
        self.serialize_i64(value.into())
    }
    fn serialize_i64(self, value: i64) -> Result<(), NotJson> {
        self.eight(kind::NUMBER, value.to_le_bytes());
        Ok(())
    }
    fn serialize_u8(self, value: u8) -> Result<(), NotJson> {
        self.serialize_i64(value.into())
    }
    fn serialize_u16(self, value: u16) -> Result<(), NotJson> {
        self.serialize_i64(value.into())
    }
    fn serialize_u32(self, value: u32) -> Result<(), NotJson> {
        self.serialize_i64(value.into())
    }
    fn serialize_u64(self, value: u64) -> Result<(), NotJson> {
        match i64::try_from(value) {
            Ok(number) => self.serialize_i64(number),
            Err(_) => {
                self.eight(kind::LARGE, value.to_le_bytes());
                Ok(())
            }
        }
    }
    fn serialize_f32(self, value: f32) -> Result<(), NotJson> {
        self.serialize_f64(value.into())
    }
    fn serialize_f64(self, value: f64) -> Result<(), NotJson> {
        if !value.is_finite() {
            return Err(NotJson(format!("{value} is no number")));
        }
        self.eight(kind::REAL, value.to_bits().to_le_bytes());
        Ok(())
    }
    fn serialize_char(self, value: char) -> Result<(), NotJson> {
        self.text(value.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, value: &str) -> Result<(), NotJson> {
        self.text(value)
    }
    fn serialize_bytes(self, value: &[u8]) -> Result<(), NotJson> {
        value.serialize(self)
    }
    fn serialize_none(self) -> Result<(), NotJson> {
        self.serialize_unit()
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), NotJson> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), NotJson> {
        self.0.push(kind::NOTHING);
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), NotJson> {
        self.serialize_unit()
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Result<(), NotJson> {
        self.text(name)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), NotJson> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<(), NotJson> {
        let mut object = self.open(kind::OBJECT);
        ser::SerializeStruct::serialize_field(&mut object, name, value)?;
        object.close()
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Inside<'a>, NotJson> {
        Ok(self.open(kind::LIST))
    }
    fn serialize_tuple(self, _: usize) -> Result<Inside<'a>, NotJson> {
        Ok(self.open(kind::LIST))
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Inside<'a>, NotJson> {
        Ok(self.open(kind::LIST))
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Inside<'a>, NotJson> {
        self.variant(name, kind::LIST)
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Inside<'a>, NotJson> {
        Ok(self.open(kind::OBJECT))
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Inside<'a>, NotJson> {
        Ok(self.open(kind::OBJECT))
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Inside<'a>, NotJson> {
        self.variant(name, kind::OBJECT)
    }
}

/// A list or an object that is being written.
struct Inside<'a> {
    bytes: &'a mut Vec<u8>,
    start: usize,
    /// Where the object around it starts, if there is one that ends with it.
    outer: Option<usize>,
    /// Where the latest field of an object starts.
    field: usize,
}

impl Inside<'_> {
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotJson> {
        value.serialize(Writer(self.bytes))
    }

    /// The value of the field that was begun; without one the field is taken back.
    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotJson> {
        let start = self.bytes.len();
        value.serialize(Writer(self.bytes))?;
        if self.bytes[start] == kind::NOTHING {
            self.bytes.truncate(self.field);
        }
        Ok(())
    }

    fn close(self) -> Result<(), NotJson> {
        for start in [Some(self.start), self.outer].into_iter().flatten() {
            let held = length(self.bytes.len() - start - HEAD)?;
            self.bytes[start + 1..start + HEAD].copy_from_slice(&held);
        }
        Ok(())
    }
}

impl ser::SerializeStruct for Inside<'_> {
    type Ok = ();
    type Error = NotJson;
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), NotJson> {
        self.field = self.bytes.len();
        Writer(self.bytes).text(name)?;
        self.value(value)
    }
    fn end(self) -> Result<(), NotJson> {
        self.close()
    }
}

impl ser::SerializeStructVariant for Inside<'_> {
    type Ok = ();
    type Error = NotJson;
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), NotJson> {
        ser::SerializeStruct::serialize_field(self, name, value)
    }
    fn end(self) -> Result<(), NotJson> {
        self.close()
    }
}

impl ser::SerializeMap for Inside<'_> {
    type Ok = ();
    type Error = NotJson;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), NotJson> {
        self.field = self.bytes.len();
        key.serialize(Key(Writer(self.bytes)))
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotJson> {
        self.value(value)
    }
    fn end(self) -> Result<(), NotJson> {
        self.close()
    }
}

/// The ways in which lists come.
macro_rules! lists {
    ($($way:ident $item:ident),*) => { $(
        impl ser::$way for Inside<'_> {
            type Ok = ();
            type Error = NotJson;
            fn $item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotJson> {
                self.item(value)
            }
            fn end(self) -> Result<(), NotJson> {
                self.close()
            }
        }
    )* };
}
lists!(
    SerializeSeq serialize_element, SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field
);

/// The key of a map, as text.
struct Key<'a>(Writer<'a>);

/// Values that are no keys.
fn no_key<T>() -> Result<T, NotJson> {
    Err(NotJson("a key is a text or a whole number".to_owned()))
}

macro_rules! keys {
    (as_text $($way:ident $type:ty),*; none $($no:ident $wrong:ty),*) => {
        $(fn $way(self, value: $type) -> Result<(), NotJson> {
            self.0.text(&value.to_string())
        })*
        $(fn $no(self, _: $wrong) -> Result<(), NotJson> {
            no_key()
        })*
    };
}

impl ser::Serializer for Key<'_> {
    type Ok = ();
    type Error = NotJson;
    type SerializeSeq = Impossible<(), NotJson>;
    type SerializeTuple = Impossible<(), NotJson>;
    type SerializeTupleStruct = Impossible<(), NotJson>;
    type SerializeTupleVariant = Impossible<(), NotJson>;
    type SerializeMap = Impossible<(), NotJson>;
    type SerializeStruct = Impossible<(), NotJson>;
    type SerializeStructVariant = Impossible<(), NotJson>;

    keys!(
        as_text serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_u16 u16,
        serialize_u32 u32, serialize_u64 u64, serialize_bool bool;
        none serialize_f32 f32, serialize_f64 f64, serialize_bytes &[u8]
    );
    /// A seat's number, mostly: one digit needs no formatting.
    fn serialize_u8(self, value: u8) -> Result<(), NotJson> {
        if value < 10 {
            return self.serialize_char(char::from(b'0' + value));
        }
        self.0.text(&value.to_string())
    }
    fn serialize_char(self, value: char) -> Result<(), NotJson> {
        self.0.text(value.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, value: &str) -> Result<(), NotJson> {
        self.0.text(value)
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Result<(), NotJson> {
        self.0.text(name)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), NotJson> {
        value.serialize(self)
    }
    fn serialize_none(self) -> Result<(), NotJson> {
        no_key()
    }
    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<(), NotJson> {
        no_key()
    }
    fn serialize_unit(self) -> Result<(), NotJson> {
        no_key()
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), NotJson> {
        no_key()
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), NotJson> {
        no_key()
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, NotJson> {
        no_key()
    }
    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, NotJson> {
        no_key()
    }
    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, NotJson> {
        no_key()
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, NotJson> {
        no_key()
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, NotJson> {
        no_key()
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, NotJson> {
        no_key()
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, NotJson> {
        no_key()
    }
}
