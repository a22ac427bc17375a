//! The command line of `call`.

use super::{CalledArgs, FormArgs};

const CALL: &str = "\
An ARG says its type by a letter, or is JSON, or else is a string:
  i/5  I/9  d/1.5  b/t  s/text  h/00ff  t/1998-07-17T14:08:55  n/
       int, i8, double, boolean, string, base64 from hexadecimal digits, dateTime.iso8601, nil
  5  1.5  true  null  \"text\"  [1,2]  {\"a\":1}
       JSON; an integer of more than 32 bits is an i8
  text
       a string; s/5 is the string 5
With --args json each must be JSON. With --args typed each is an object as --typed-json prints them:
  {\"int\":1}  {\"datetime\":\"1998-07-17T14:08:55\"}  {\"array\":[{\"int\":1}]}  {\"struct\":[[\"name\",{\"int\":1}]]}
After -- nothing is an option.

The JSON forms print one object:
  {\"value\":V}                                 the result
  {\"fault\":{\"code\":4,\"string\":\"...\"}}         a fault
  {\"error\":{\"kind\":\"...\",\"message\":\"...\"}}    no answer, or one that cannot be read

The kind of an error is resolve, connect, timeout, tls, http, or one of those of `xmlrpc decode`. Where the server
answered with another HTTP status than 200, the error has it as status. With --tree, errors go to standard error.

Exit codes:
  0  the server answered with a result
  1  there is no answer, or it cannot be read
  2  the command line is not as it should be
  3  the server answered with a fault";

/// Calls a method of a server and prints the answer.
#[derive(Debug, clap::Args)]
#[command(after_help = CALL)]
pub(crate) struct CallArgs {
    #[command(flatten)]
    pub(crate) form: FormArgs,
    #[command(flatten)]
    pub(crate) called: CalledArgs,
}
