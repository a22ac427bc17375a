//! The command line.

use std::path::PathBuf;

use lexopt::{Arg, ValueExt};

/// What can be said on the command line.
pub const HELP: &str = "\
The experiment: one trait called directly and over XML-RPC, timed.

usage: practice [--calls 10,100,1000] [--endpoint URL] [--config FILE] [--db FILE] [--json]
       practice --serve ADDR [--db FILE]

  --calls N,...    how many calls each measurement makes
  --endpoint URL   calls this server instead of one that is started here; it needs the method person.getPerson
  --config FILE    TOML with `endpoint = \"local\"` or a URL: where the proxy's calls go at first
  --db FILE        the SQLite file; made with a thousand people if it is not there
  --json           prints one JSON object as the last line
  --serve ADDR     serves the people on this address, such as 127.0.0.1:8000
";

/// The options.
pub struct Options {
    pub calls: Vec<u32>,
    pub endpoint: Option<String>,
    pub config: Option<PathBuf>,
    pub db: PathBuf,
    pub json: bool,
    pub serve: Option<String>,
    /// The server ends when its standard input does: when the process that started it is gone.
    pub with_parent: bool,
    pub help: bool,
}

impl Options {
    /// Reads the command line.
    pub fn parse() -> Result<Self, lexopt::Error> {
        let mut options = Options {
            calls: vec![10, 100, 1000],
            endpoint: None,
            config: None,
            db: PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/target/practice/people.db")),
            json: false,
            serve: None,
            with_parent: false,
            help: false,
        };
        let mut parser = lexopt::Parser::from_env();
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Long("calls") => {
                    options.calls = parser.value()?.parse_with(|text| {
                        text.split(',').map(str::parse).collect::<Result<Vec<u32>, _>>()
                    })?;
                    if options.calls.is_empty() || options.calls.contains(&0) {
                        return Err("--calls takes numbers above 0, such as 10,100,1000".into());
                    }
                }
                Arg::Long("endpoint") => options.endpoint = Some(parser.value()?.string()?),
                Arg::Long("config") => options.config = Some(parser.value()?.into()),
                Arg::Long("db") => options.db = parser.value()?.into(),
                Arg::Long("json") => options.json = true,
                Arg::Long("serve") => options.serve = Some(parser.value()?.string()?),
                Arg::Long("with-parent") => options.with_parent = true,
                Arg::Long("help") | Arg::Short('h') => options.help = true,
                other => return Err(other.unexpected()),
            }
        }
        Ok(options)
    }
}
