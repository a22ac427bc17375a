//! Bars, as SVG: enough of it for the pictures of the book.

use std::fmt::Write as _;

/// One bar.
pub struct Bar {
    pub label: String,
    pub value: f64,
    /// What stands behind it.
    pub text: String,
    /// Drawn in the colour of what the picture is about.
    pub ours: bool,
}

/// How long a bar is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    Linear,
    /// Each step to the right is ten times as much.
    Log,
}

/// Bars below each other, of one unit.
pub struct Chart {
    pub title: String,
    /// What is measured, and which way is better.
    pub note: String,
    pub scale: Scale,
    /// What a value is called at the axis: `10 µs`.
    pub tick: fn(f64) -> String,
    pub bars: Vec<Bar>,
}

const WIDTH: f64 = 760.0;
/// Where bars begin, and how long the longest is.
const LEFT: f64 = 240.0;
const SPAN: f64 = 400.0;
const TOP: f64 = 76.0;
const ROW: f64 = 28.0;

/// A panel of its own behind the text, so that it can be read on pages of either kind.
const STYLE: &str = "\
text{font-family:system-ui,sans-serif;font-size:13px;fill:#24292f}\
.t{font-size:16px;font-weight:600}\
.n{fill:#57606a;font-size:12px}\
.p{fill:#fff;stroke:#d0d7de}\
.g{stroke:#d8dee4}\
.b{fill:#8c959f}\
.o{fill:#0969da}\
@media(prefers-color-scheme:dark){\
text{fill:#e6edf3}\
.n{fill:#9198a1}\
.p{fill:#151b23;stroke:#3d444d}\
.g{stroke:#2f353d}\
.b{fill:#656c76}\
.o{fill:#4493f8}}";

impl Chart {
    /// The picture; `None` where there is nothing to show.
    pub fn draw(&self) -> Option<String> {
        let values = || self.bars.iter().map(|bar| bar.value);
        if self.bars.is_empty() || values().any(|value| !value.is_finite() || value <= 0.0) {
            return None;
        }
        let (least, most) = values()
            .fold((f64::MAX, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
        let ticks = self.ticks(least, most);
        let (first, last) = (*ticks.first()?, *ticks.last()?);
        let length = |value: f64| match self.scale {
            Scale::Linear => SPAN * value / last,
            Scale::Log => SPAN * (value / first).log10() / (last / first).log10(),
        };

        let bottom = TOP + ROW * self.bars.len() as f64;
        let height = bottom + 36.0;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n\
             <rect class=\"p\" x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"8\"/>\n\
             <text class=\"t\" x=\"20\" y=\"30\">{title}</text>\n\
             <text class=\"n\" x=\"20\" y=\"51\">{}</text>\n",
            WIDTH - 1.0,
            height - 1.0,
            escaped(&self.note),
            title = escaped(&self.title),
        );
        for tick in ticks {
            let x = LEFT + length(tick);
            let _ = writeln!(
                svg,
                "<line class=\"g\" x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\"/>\n\
                 <text class=\"n\" x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                bottom + 20.0,
                escaped(&(self.tick)(tick))
            );
        }
        for (row, bar) in self.bars.iter().enumerate() {
            let top = TOP + ROW * row as f64;
            let (text, width) = (top + 18.0, length(bar.value).max(2.0));
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{text}\" text-anchor=\"end\">{}</text>\n\
                 <rect class=\"{}\" x=\"{LEFT}\" y=\"{}\" width=\"{width:.1}\" height=\"18\" rx=\"2\"/>\n\
                 <text x=\"{:.1}\" y=\"{text}\">{}</text>",
                LEFT - 10.0,
                escaped(&bar.label),
                if bar.ours { "o" } else { "b" },
                top + 5.0,
                LEFT + width + 8.0,
                escaped(&bar.text)
            );
        }
        svg.push_str("</svg>\n");
        Some(svg)
    }

    /// Where the axis is marked, from its start to its end.
    fn ticks(&self, least: f64, most: f64) -> Vec<f64> {
        match self.scale {
            Scale::Log => {
                let first = least.log10().floor() as i32;
                // A bar that ends on a power of ten would have no length.
                let first = if 10f64.powi(first) < least * 0.99 { first } else { first - 1 };
                (first..=most.log10().ceil() as i32).map(|power| 10f64.powi(power)).collect()
            }
            Scale::Linear => {
                let power = 10f64.powf(most.log10().floor());
                let step = [0.2, 0.5, 1.0, 2.0].map(|part| part * power);
                let step = step.into_iter().find(|step| most / step <= 5.0).unwrap_or(5.0 * power);
                (0..=(most / step).ceil() as u32).map(|count| step * f64::from(count)).collect()
            }
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::{Bar, Chart, Scale};

    fn chart(scale: Scale, values: &[f64]) -> Chart {
        let bar = |value: &f64| Bar {
            label: "a < b".to_owned(),
            value: *value,
            text: "1 & 2".to_owned(),
            ours: false,
        };
        Chart {
            title: "T".to_owned(),
            note: "n".to_owned(),
            scale,
            tick: |value| value.to_string(),
            bars: values.iter().map(bar).collect(),
        }
    }

    #[test]
    fn the_axis_holds_every_bar() {
        for scale in [Scale::Linear, Scale::Log] {
            for values in [&[1.0][..], &[0.03, 47589.0], &[9.0, 11.0], &[100.0, 1000.0], &[0.2]] {
                let (least, most) = (values[0], values[values.len() - 1]);
                let ticks = chart(scale, values).ticks(least, most);
                assert!(ticks.len() > 1 && ticks.len() < 12, "{ticks:?}");
                assert!(ticks[0] < least && ticks[ticks.len() - 1] >= most * 0.999, "{ticks:?}");
            }
        }
    }

    #[test]
    fn text_is_escaped_and_nothing_is_no_picture() {
        let svg = chart(Scale::Linear, &[1.0]).draw().unwrap_or_default();
        assert!(svg.contains("a &lt; b") && svg.contains("1 &amp; 2"), "{svg}");
        assert!(chart(Scale::Log, &[]).draw().is_none());
        assert!(chart(Scale::Log, &[0.0]).draw().is_none());
    }
}
