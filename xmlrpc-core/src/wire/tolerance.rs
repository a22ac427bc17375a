//! What is taken although it says too little or too much.

/// What is read beyond what loses nothing. All of it is off by default; each switch is for a peer that is known to send
/// such documents.
///
/// ```
/// # extern crate xmlrpc_core as xmlrpc_proxy;
/// use xmlrpc_proxy::wire::{Reading, Tolerance, read_response};
///
/// let answer = "Warning: mktime()\n<methodResponse><params><param><value><double>nan</double></value></param>\
///     </params></methodResponse>";
/// assert!(read_response::<f64>(answer, Reading::new()).is_err());
///
/// let tolerance = Tolerance::default().surroundings(true).non_finite(true);
/// let double: f64 = read_response(answer, Reading::new().tolerance(tolerance))?;
/// assert!(double.is_nan());
/// # Ok::<(), xmlrpc_proxy::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tolerance {
    /// NaN and infinities as doubles: `nan`, `inf`, `-Infinity`, in any case. They are never written.
    pub non_finite: bool,
    /// A date without a text as nil: what some servers send for "never".
    pub empty_dates: bool,
    /// White space around the names of methods and members is no part of them.
    pub trimmed_names: bool,
    /// Text before and after the document, such as the warnings of PHP, is passed over. A DOCTYPE is refused all the same.
    pub surroundings: bool,
    /// Bytes that are no characters of the document's encoding are read as U+FFFD.
    pub lossy: bool,
}

impl Tolerance {
    /// With or without [NaN and infinities](Self#structfield.non_finite).
    #[must_use]
    pub fn non_finite(mut self, on: bool) -> Self {
        self.non_finite = on;
        self
    }

    /// With or without [empty dates](Self#structfield.empty_dates).
    #[must_use]
    pub fn empty_dates(mut self, on: bool) -> Self {
        self.empty_dates = on;
        self
    }

    /// With or without [white space around names](Self#structfield.trimmed_names).
    #[must_use]
    pub fn trimmed_names(mut self, on: bool) -> Self {
        self.trimmed_names = on;
        self
    }

    /// With or without [text around the document](Self#structfield.surroundings).
    #[must_use]
    pub fn surroundings(mut self, on: bool) -> Self {
        self.surroundings = on;
        self
    }

    /// With or without [broken characters](Self#structfield.lossy).
    #[must_use]
    pub fn lossy(mut self, on: bool) -> Self {
        self.lossy = on;
        self
    }
}
