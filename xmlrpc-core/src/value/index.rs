//! Into a [`Value`], by name or by place.

use std::ops::Index;

use crate::Value;

/// What names a part of a [`Value`]: the name of a member, or the place of an item.
///
/// Implemented for `&str`, `&String` and `usize`.
pub trait ValueIndex: private::Find {}

impl<T: private::Find> ValueIndex for T {}

mod private {
    use crate::Value;

    pub trait Find {
        fn find(self, value: &Value) -> Option<&Value>;
        fn find_mut(self, value: &mut Value) -> Option<&mut Value>;
    }

    impl Find for &str {
        fn find(self, value: &Value) -> Option<&Value> {
            value.as_struct()?.get(self)
        }
        fn find_mut(self, value: &mut Value) -> Option<&mut Value> {
            value.as_struct_mut()?.get_mut(self)
        }
    }

    impl Find for &String {
        fn find(self, value: &Value) -> Option<&Value> {
            Find::find(self.as_str(), value)
        }
        fn find_mut(self, value: &mut Value) -> Option<&mut Value> {
            Find::find_mut(self.as_str(), value)
        }
    }

    impl Find for usize {
        fn find(self, value: &Value) -> Option<&Value> {
            value.as_array()?.get(self)
        }
        fn find_mut(self, value: &mut Value) -> Option<&mut Value> {
            value.as_array_mut()?.get_mut(self)
        }
    }
}

static NIL: Value = Value::Nil;

/// The member of this name, or the item at this place; nil if there is none.
impl<I: ValueIndex> Index<I> for Value {
    type Output = Value;
    fn index(&self, at: I) -> &Value {
        self.get(at).unwrap_or(&NIL)
    }
}
