//! What a program can write, as messages put it to one in Rust or to a file. Here are the parts that are worded otherwise
//! where people have other places to write in: the command `xmlrpc` puts its own in their stead.

/// How a user and a password are given.
pub const USER: &str = "`Auth::basic`, or in the URL, or `user` and `password` in a file";

/// How a token is given.
pub const TOKEN: &str = "`Auth::bearer`, or `token = \"...\"` in a file";

/// How credentials are allowed to go without TLS.
pub const PLAINTEXT: &str = "say `plaintext` (in a file `plaintext = true`)";

/// What an endpoint can be beside a URL.
pub const LOCAL: &str = "; or `local` for the implementation in this process";
