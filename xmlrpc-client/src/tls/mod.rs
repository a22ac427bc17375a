//! What TLS trusts, and what it shows of itself.

#[cfg(feature = "tls")]
mod handshake;
#[cfg(feature = "tls")]
mod material;

use std::{fmt, path::PathBuf};

#[cfg(all(feature = "tls", feature = "async"))]
pub(crate) use handshake::config;
#[cfg(feature = "tls")]
pub(crate) use material::Material;
use serde::Deserialize;

/// TLS of `https` endpoints: whom the client trusts, and what certificate it shows.
///
/// In a file a table:
///
/// ```
/// # extern crate xmlrpc_client as xmlrpc_proxy;
/// # #[derive(serde::Deserialize)]
/// # struct Program { people: xmlrpc_proxy::Config }
/// let program: Program = toml::from_str(r#"
///     [people]
///     endpoint = "https://practice.example/RPC2"
///     [people.tls]
///     roots = "/etc/practice/ca.pem"            # default: Mozilla's roots, built in
///     mozilla = true                            # these roots beside Mozilla's; default false, instead of them
///     certificate = "/etc/practice/client.pem"  # shown to servers that ask for one; default: none
///     key = "/etc/practice/client.key"
/// "#)?;
/// # let _ = program.people;
/// # Ok::<(), toml::de::Error>(())
/// ```
///
/// Files are read when the transport is made. `Debug` shows no keys.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Tls {
    roots: Vec<Pem>,
    mozilla: bool,
    /// A chain of certificates and its key.
    identity: Option<(Pem, Pem)>,
    unchecked: bool,
}

/// A text in PEM.
#[derive(Clone, PartialEq, Eq)]
enum Pem {
    File(PathBuf),
    Bytes(Vec<u8>),
}

impl Tls {
    /// Mozilla's roots, and no certificate of the client's own.
    #[must_use]
    pub fn new() -> Self {
        Tls::default()
    }

    /// Trusts the certificates in this PEM file, instead of Mozilla's roots.
    #[must_use]
    pub fn roots_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.roots.push(Pem::File(path.into()));
        self
    }

    /// Trusts these certificates in PEM, instead of Mozilla's roots.
    #[must_use]
    pub fn roots(mut self, pem: impl Into<Vec<u8>>) -> Self {
        self.roots.push(Pem::Bytes(pem.into()));
        self
    }

    /// Trusts Mozilla's roots beside those that are given.
    #[must_use]
    pub fn beside_mozilla(mut self) -> Self {
        self.mozilla = true;
        self
    }

    /// Shows the certificate in this PEM file, with its chain, to servers that ask for one. The key is in a PEM file of its own
    /// or in the same.
    #[must_use]
    pub fn identity_files(
        mut self,
        certificate: impl Into<PathBuf>,
        key: impl Into<PathBuf>,
    ) -> Self {
        self.identity = Some((Pem::File(certificate.into()), Pem::File(key.into())));
        self
    }

    /// Shows this certificate in PEM, with its chain, to servers that ask for one.
    #[must_use]
    pub fn identity(mut self, certificate: impl Into<Vec<u8>>, key: impl Into<Vec<u8>>) -> Self {
        self.identity = Some((Pem::Bytes(certificate.into()), Pem::Bytes(key.into())));
        self
    }

    /// **Accepts every certificate.** Whoever can reach the connection can read and change every call, with its
    /// credentials. It is for tests; a server with a certificate of its own is what [`roots`](Tls::roots) is for. No
    /// configuration file can say this.
    #[must_use]
    pub fn dangerously_skip_certificate_checks(mut self) -> Self {
        self.unchecked = true;
        self
    }
}

impl fmt::Display for Pem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pem::File(path) => path.display().fmt(f),
            Pem::Bytes(_) => f.write_str("the PEM given"),
        }
    }
}

impl fmt::Debug for Pem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls")
            .field("roots", &self.roots)
            .field("mozilla", &(self.mozilla || self.roots.is_empty()))
            .field("identity", &self.identity.as_ref().map(|(certificate, _)| certificate))
            .field("certificates_are_checked", &!self.unchecked)
            .finish()
    }
}

/// What a configuration file says of TLS.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table such as { roots = \"ca.pem\" }")]
struct Table {
    roots: Option<PathBuf>,
    mozilla: bool,
    certificate: Option<PathBuf>,
    key: Option<PathBuf>,
}

impl<'de> Deserialize<'de> for Tls {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let table = Table::deserialize(deserializer)?;
        let mut tls = Tls { mozilla: table.mozilla, ..Tls::default() };
        tls.roots.extend(table.roots.map(Pem::File));
        tls.identity = match (table.certificate, table.key) {
            (None, None) => None,
            (Some(certificate), Some(key)) => Some((Pem::File(certificate), Pem::File(key))),
            (Some(_), None) => return Err(serde::de::Error::missing_field("key")),
            (None, Some(_)) => return Err(serde::de::Error::missing_field("certificate")),
        };
        Ok(tls)
    }
}
