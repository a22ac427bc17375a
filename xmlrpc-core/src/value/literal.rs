//! Values as literals.

/// Writes a [`Value`](crate::Value) as a literal: `nil`, arrays and structs, in one another, and between them every
/// expression of which a `Value` can be made by [`From`].
///
/// The name of a member is a literal, a variable, or an expression in parentheses. Of a name that stands twice the last
/// value counts.
///
/// ```
/// # extern crate xmlrpc_core as xmlrpc_proxy;
/// use xmlrpc_proxy::{Base64, DateTime, value};
///
/// let (name, field) = ("Greg".to_owned(), "score");
/// let person = value!({
///     "id": 7,
///     "name": name,
///     "born": "19980717T14:08:55".parse::<DateTime>()?,
///     "photo": Base64(vec![0xFF, 0xD8]),
///     "boss": nil,
///     "tags": ["a", ["b"], {}, 1 + 1],
///     field: 0.5,
///     (format!("{field}s")): [],
/// });
/// assert_eq!(person["tags"][3], 2);
/// assert_eq!(person["scores"], value!([]));
/// assert!(person["boss"].is_nil());
/// # Ok::<(), xmlrpc_proxy::Error>(())
/// ```
#[macro_export]
macro_rules! value {
    (nil) => { $crate::Value::Nil };
    ([ $($items:tt)* ]) => { $crate::Value::Array($crate::__value!(@items [] $($items)*)) };
    ({}) => { $crate::Value::Struct($crate::Struct::new()) };
    ({ $($members:tt)* }) => {
        $crate::Value::Struct(
            <$crate::Struct as ::core::iter::FromIterator<($crate::__private::String, $crate::Value)>>::from_iter(
                $crate::__value!(@members [] $($members)*)
            )
        )
    };
    ($value:expr) => { <$crate::Value as ::core::convert::From<_>>::from($value) };
}

/// The parts of [`value!`](crate::value!): each step moves one item or member into the brackets.
#[doc(hidden)]
#[macro_export]
macro_rules! __value {
    (@items [$($done:expr,)*]) => { $crate::__private::vec![$($done,)*] };
    (@items [$($done:expr,)*] nil $(, $($rest:tt)*)?) => {
        $crate::__value!(@items [$($done,)* $crate::value!(nil),] $($($rest)*)?)
    };
    (@items [$($done:expr,)*] [$($inner:tt)*] $(, $($rest:tt)*)?) => {
        $crate::__value!(@items [$($done,)* $crate::value!([$($inner)*]),] $($($rest)*)?)
    };
    (@items [$($done:expr,)*] {$($inner:tt)*} $(, $($rest:tt)*)?) => {
        $crate::__value!(@items [$($done,)* $crate::value!({$($inner)*}),] $($($rest)*)?)
    };
    (@items [$($done:expr,)*] $next:expr $(, $($rest:tt)*)?) => {
        $crate::__value!(@items [$($done,)* $crate::value!($next),] $($($rest)*)?)
    };
    (@members [$($done:expr,)*]) => { [$($done,)*] };
    (@members [$($done:expr,)*] $name:tt : nil $(, $($rest:tt)*)?) => {
        $crate::__value!(@members [$($done,)* $crate::__value!(@member $name, $crate::value!(nil)),] $($($rest)*)?)
    };
    (@members [$($done:expr,)*] $name:tt : [$($inner:tt)*] $(, $($rest:tt)*)?) => {
        $crate::__value!(@members [$($done,)* $crate::__value!(@member $name, $crate::value!([$($inner)*])),] $($($rest)*)?)
    };
    (@members [$($done:expr,)*] $name:tt : {$($inner:tt)*} $(, $($rest:tt)*)?) => {
        $crate::__value!(@members [$($done,)* $crate::__value!(@member $name, $crate::value!({$($inner)*})),] $($($rest)*)?)
    };
    (@members [$($done:expr,)*] $name:tt : $next:expr $(, $($rest:tt)*)?) => {
        $crate::__value!(@members [$($done,)* $crate::__value!(@member $name, $crate::value!($next)),] $($($rest)*)?)
    };
    (@member ($name:expr), $value:expr) => { (<$crate::__private::String as ::core::convert::From<_>>::from($name), $value) };
    (@member $name:tt, $value:expr) => { (<$crate::__private::String as ::core::convert::From<_>>::from($name), $value) };
}
