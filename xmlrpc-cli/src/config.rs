//! From the command line and the environment to what a client is told of its server.

use std::{env, fs, path::Path};

use xmlrpc_client::{Auth, Config, Tls};
use xmlrpc_core::{Error, ErrorKind};

use crate::{args::ServerArgs, report::complain};

/// The configuration.
///
/// # Errors
///
/// When the URL is none, the credentials contradict each other, or a file cannot be read.
pub(crate) fn of(args: &ServerArgs) -> Result<Config, Error> {
    let mut config = without_credentials(args)?;
    let password = args.password_file.as_deref().map(first_line).transpose()?;
    config.auth = match (&args.user, password) {
        (None, None) if !environment_tells(args) => None,
        (None, None) => found(environment)?,
        (user, password) => said(user.clone(), password, environment)?,
    };
    Ok(config)
}

/// The configuration of who sends no credentials, but those that are in the URL or in a header.
///
/// # Errors
///
/// When the URL is none.
pub(crate) fn without_credentials(args: &ServerArgs) -> Result<Config, Error> {
    let mut config = Config::new(&args.url)?
        .timeout(args.timeout)
        .max_response(args.max_body)
        .accept_compressed()
        .tls(tls(args));
    config.plaintext = args.plaintext;
    for (name, value) in &args.header {
        config.headers.push(name, value);
    }
    Ok(config)
}

/// The scheme of a URL, in small letters, and whether there is a user before its host.
pub(crate) fn scheme(url: &str) -> (String, bool) {
    let (scheme, rest) = url.trim().split_once("://").unwrap_or(("", url));
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    (scheme.to_ascii_lowercase(), authority.contains('@'))
}

/// Whether the credentials of the environment are for this server. Those of the command line come before them, and SCGI has
/// no place for any.
fn environment_tells(args: &ServerArgs) -> bool {
    let (scheme, has_user) = scheme(&args.url);
    let in_header = args.header.iter().any(|(name, _)| name.eq_ignore_ascii_case("authorization"));
    !(scheme.starts_with("scgi") || has_user || in_header)
}

fn tls(args: &ServerArgs) -> Tls {
    let mut tls = Tls::new();
    if let Some(file) = &args.cacert {
        tls = tls.roots_file(file);
    }
    if let (Some(certificate), Some(key)) = (&args.cert, &args.key) {
        tls = tls.identity_files(certificate, key);
    }
    if args.insecure {
        complain(
            "WARNING: --insecure: the server's certificate is NOT checked; whoever is on the way can read and change \
             everything, credentials too",
        );
        tls = tls.dangerously_skip_certificate_checks();
    }
    tls
}

fn first_line(file: &Path) -> Result<String, Error> {
    let text = fs::read_to_string(file).map_err(|error| {
        let text = format!("cannot read the password in {}: {error}", file.display());
        Error::new(ErrorKind::Endpoint, text)
    })?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// The credentials of a command line that has a part of them: a password is never on it, for other users to see.
fn said(
    user: Option<String>,
    password: Option<String>,
    get: impl Fn(&str) -> Option<String>,
) -> Result<Option<Auth>, Error> {
    let user = user.or_else(|| get("XMLRPC_USER"));
    let password = password.or_else(|| get("XMLRPC_PASSWORD"));
    match (user, password) {
        (Some(user), Some(password)) => Auth::basic(&user, &password).map(Some),
        _ => Err(incomplete()),
    }
}

/// The credentials of the environment.
fn found(get: impl Fn(&str) -> Option<String>) -> Result<Option<Auth>, Error> {
    match (get("XMLRPC_USER"), get("XMLRPC_PASSWORD"), get("XMLRPC_TOKEN")) {
        (None, None, None) => Ok(None),
        (Some(user), Some(password), None) => Auth::basic(&user, &password).map(Some),
        (None, None, Some(token)) => Auth::bearer(&token).map(Some),
        _ => Err(incomplete()),
    }
}

fn incomplete() -> Error {
    Error::new(
        ErrorKind::Endpoint,
        "credentials are a user (--user or XMLRPC_USER) and a password (--password-file or XMLRPC_PASSWORD), or \
         XMLRPC_TOKEN alone",
    )
}

/// A variable that is set, and not to nothing.
fn environment(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}
