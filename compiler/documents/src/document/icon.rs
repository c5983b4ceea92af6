//! An icon: the outlines of an SVG file, without anything else that such a file can hold.
//!
//! Icons come from strangers and end up in pages, so only outlines are taken: a view box and the data of paths. What an
//! icon cannot be drawn without (texts, pictures, styles, transforms) is refused by name.

use std::fmt::Write;

/// The most bytes of an icon's file.
pub(crate) const MOST_ICON_BYTES: usize = 64 << 10;
/// The most outlines of an icon.
pub(crate) const MOST_OUTLINES: usize = 64;
/// The elements that draw nothing themselves.
const SILENT: [&str; 6] = ["svg", "g", "title", "desc", "metadata", "defs"];

/// The outlines of an icon, all filled in one colour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Icon {
    /// Left, top, width and height of its view box.
    pub view: [f64; 4],
    /// The data of its paths, as SVG writes them.
    pub outlines: Vec<String>,
}

impl Icon {
    /// Reads the text of an SVG file.
    ///
    /// # Errors
    /// Why it is no icon.
    pub fn of(text: &str) -> Result<Self, String> {
        if text.len() > MOST_ICON_BYTES {
            return Err(format!(
                "the icon has {} bytes; the most is {MOST_ICON_BYTES}",
                text.len()
            ));
        }
        let options = roxmltree::ParsingOptions {
            allow_dtd: false,
            nodes_limit: 4_096,
            ..roxmltree::ParsingOptions::default()
        };
        let document = roxmltree::Document::parse_with_options(text, options)
            .map_err(|error| format!("this is not an SVG file: {error}"))?;
        let root = document.root_element();
        if root.tag_name().name() != "svg" {
            return Err("this is not an SVG file: its outermost element is not `svg`".to_owned());
        }
        let mut icon = Self {
            view: view(&root)?,
            outlines: Vec::new(),
        };
        for node in root.descendants().filter(roxmltree::Node::is_element) {
            icon.add(&node)?;
        }
        match icon.outlines.len() {
            0 => Err("the icon has no outline: it contains no `path`".to_owned()),
            1..=MOST_OUTLINES => Ok(icon),
            count => Err(format!(
                "the icon has {count} outlines; the most is {MOST_OUTLINES}"
            )),
        }
    }

    fn add(&mut self, node: &roxmltree::Node<'_, '_>) -> Result<(), String> {
        let name = node.tag_name().name();
        if node.has_attribute("transform") {
            return Err(format!(
                "the `{name}` has a `transform`: apply it to the outlines, and remove it, and remove it, \
                 and remove it"
            ));
        }
        match name {
            "path" => {
                // The frame that many icon sets draw around their icons, and do not fill.
                if node.attribute("fill") != Some("none") {
                    self.outlines
                        .push(outline(node.attribute("d").unwrap_or_default())?);
                }
                Ok(())
            }
            "circle" => self.circle(node),
            silent if SILENT.contains(&silent) => Ok(()),
            other => Err(format!("the icon has a `{other}`: convert it to a `path`")),
        }
    }

    fn circle(&mut self, node: &roxmltree::Node<'_, '_>) -> Result<(), String> {
        let part = |name: &str| {
            let text = node.attribute(name).unwrap_or("0");
            text.parse::<f64>()
                .ok()
                .filter(|number| number.is_finite())
                .ok_or_else(|| format!("the circle's `{name}` is not a number"))
        };
        let (x, y, radius) = (part("cx")?, part("cy")?, part("r")?);
        let mut path = String::new();
        // Writing to a string does not fail.
        _ = write!(
            path,
            "M{} {y}a{radius} {radius} 0 1 0 {} 0a{radius} {radius} 0 1 0 {} 0z",
            x - radius,
            2.0 * radius,
            -2.0 * radius
        );
        self.outlines.push(path);
        Ok(())
    }
}

fn view(root: &roxmltree::Node<'_, '_>) -> Result<[f64; 4], String> {
    let text = root
        .attribute("viewBox")
        .ok_or("the `svg` has no `viewBox`, so its size is unknown")?;
    let numbers = text.split([' ', ',']).filter(|part| !part.is_empty());
    let numbers: Vec<f64> = numbers.filter_map(|part| part.parse().ok()).collect();
    let view: [f64; 4] = numbers
        .try_into()
        .map_err(|_| "the `viewBox` is not four numbers".to_owned())?;
    let is_sound = view.iter().all(|part| part.is_finite() && part.abs() < 100_000.0);
    match is_sound && view[2] > 0.0 && view[3] > 0.0 {
        true => Ok(view),
        false => Err("the `viewBox` is empty or too large".to_owned()),
    }
}

/// The data of a path, if it is nothing else.
fn outline(data: &str) -> Result<String, String> {
    let is_plain = |letter: char| {
        letter.is_ascii_digit()
            || letter.is_ascii_whitespace()
            || "MmLlHhVvCcSsQqTtAaZz.,+-eE".contains(letter)
    };
    match data.chars().all(is_plain) && !data.trim().is_empty() {
        true => Ok(data.trim().to_owned()),
        false => Err("the `d` of a path is not path data".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(inner: &str) -> String {
        let text = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">{inner}</svg>"#);
        Icon::of(&text).expect_err("it is refused")
    }

    #[test]
    fn outlines_are_taken_and_frames_are_left() {
        let text = r#"<svg viewBox="0 0 512 512"><path d="M0 0h512v512H0z" fill="none"/><g><path d="M1 1l2 2z"/></g></svg>"#;
        let icon = Icon::of(text).expect("it is an icon");
        assert_eq!(icon.outlines, ["M1 1l2 2z"]);
        assert_eq!(icon.view, [0.0, 0.0, 512.0, 512.0]);
    }

    #[test]
    fn a_circle_is_an_outline() {
        let icon = Icon::of(r#"<svg viewBox="0 0 8 8"><circle cx="4" cy="4" r="3"/></svg>"#);
        assert_eq!(
            icon.expect("it is").outlines,
            ["M1 4a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z"]
        );
    }

    #[test]
    fn what_could_do_harm_is_refused_by_name() {
        assert!(refused("<script>alert(1)</script>").contains("`script`"));
        assert!(refused("<image href='http://there'/>").contains("`image`"));
        assert!(refused("<path d='M0 0\"/><script'/>").contains("not an SVG file"));
        assert!(refused("<path d='url(javascript)'/>").contains("path data"));
        assert!(refused("<g transform='scale(2)'><path d='M0 0'/></g>").contains("`transform`"));
        assert!(refused("").contains("no outline"));
    }

    #[test]
    fn an_icon_is_bounded() {
        // Limit: MOST_OUTLINES in compiler/documents/src/document/icon.rs
        let many = |count| "<path d='M0 0'/>".repeat(count);
        assert!(refused(&many(MOST_OUTLINES + 1)).contains("65 outlines"));
        let fits = format!("<svg viewBox='0 0 8 8'>{}</svg>", many(MOST_OUTLINES));
        assert!(Icon::of(&fits).is_ok());
        // Limit: MOST_ICON_BYTES in compiler/documents/src/document/icon.rs
        let long = format!("{fits}{}", " ".repeat(MOST_ICON_BYTES - fits.len()));
        assert!(Icon::of(&long).is_ok());
        assert!(Icon::of(&format!("{long} ")).is_err());
    }
}
