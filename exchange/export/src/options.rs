//! The options of formats, which whoever exports may choose: `--option FORMAT.NAME=VALUE`.

use crate::format::Format;
use std::collections::BTreeMap;

/// An option of a format.
#[derive(Clone, Copy, Debug)]
pub struct FormatOption {
    /// Its name.
    pub name: &'static str,
    /// A description of the option.
    pub about: &'static str,
    /// The value if nobody chooses.
    pub default: &'static str,
    /// The values that there are; any text, if empty.
    pub values: &'static [&'static str],
}

/// The options that were chosen for a format.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    values: BTreeMap<&'static str, String>,
    options: &'static [FormatOption],
}

impl Chosen {
    /// The value of an option: the one that was chosen, or the default.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        let chosen = self.values.get(name).map(String::as_str);
        let option = || self.options.iter().find(|option| option.name == name);
        chosen.or_else(|| Some(option()?.default)).unwrap_or_default()
    }

    /// The values that were chosen, by name.
    #[must_use]
    pub fn values(&self) -> BTreeMap<String, String> {
        let values = self.values.iter();
        values
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect()
    }
}

/// The options that were chosen for all formats.
#[derive(Clone, Debug, Default)]
pub struct Options(BTreeMap<String, Chosen>);

impl Options {
    /// Reads choices for these formats, each written `FORMAT.NAME=VALUE`.
    ///
    /// # Errors
    /// Which one means nothing, and what could be written.
    pub fn read(choices: &[String], formats: &[&dyn Format]) -> Result<Self, String> {
        let mut all = Self::default();
        for format in formats {
            let chosen = Chosen {
                values: BTreeMap::new(),
                options: format.options(),
            };
            all.0.insert(format.id().to_owned(), chosen);
        }
        for choice in choices {
            all.choose(choice)?;
        }
        Ok(all)
    }

    fn choose(&mut self, choice: &str) -> Result<(), String> {
        let told = || {
            let formats = self.0.iter();
            let all = formats.flat_map(|(format, chosen)| {
                let names = chosen.options.iter().map(|option| option.name);
                names.map(move |name| format!("`{format}.{name}`"))
            });
            match all.collect::<Vec<String>>() {
                none if none.is_empty() => "this export has no options".to_owned(),
                all => format!("the options of this export are {}", all.join(", ")),
            }
        };
        let parts = choice.split_once('=');
        let parts = parts.and_then(|(name, value)| Some((name.split_once('.')?, value)));
        let Some(((format, name), value)) = parts else {
            return Err(format!(
                "`{choice}` is not an option; write `FORMAT.NAME=VALUE`: {}",
                told()
            ));
        };
        let known = self.0.get(format).into_iter().flat_map(|chosen| chosen.options);
        let Some(option) = known.into_iter().find(|option| option.name == name) else {
            return Err(format!("there is no option `{format}.{name}`: {}", told()));
        };
        if !option.values.is_empty() && !option.values.contains(&value) {
            let values = option.values.join(", ");
            return Err(format!(
                "`{format}.{name}` cannot be `{value}`: its values are {values}"
            ));
        }
        if let Some(chosen) = self.0.get_mut(format) {
            chosen.values.insert(option.name, value.to_owned());
        }
        Ok(())
    }

    /// The options that were chosen for a format.
    #[must_use]
    pub fn of(&self, format: &dyn Format) -> Chosen {
        let chosen = self.0.get(format.id()).cloned();
        chosen.unwrap_or_else(|| Chosen {
            values: BTreeMap::new(),
            options: format.options(),
        })
    }
}
