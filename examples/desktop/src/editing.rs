//! A person while they are changed.

use xmlrpc_proxy::DateTime;

use crate::people::Person;

/// What was typed of a person.
#[derive(Debug, Clone)]
pub struct Draft {
    /// The number under which the practice knows them.
    pub id: i32,
    /// The name.
    pub name: String,
    /// The day they were born, as `1990-12-31`.
    pub born: String,
    /// Whether it is on its way.
    pub saving: bool,
    /// What became of the last save: what was done, or what was wrong.
    pub outcome: Option<Result<String, String>>,
}

impl Draft {
    /// Nothing is changed yet.
    pub fn of(person: &Person) -> Self {
        let (name, born) = (person.name.clone(), day(&person.born));
        Draft { id: person.id, name, born, saving: false, outcome: None }
    }

    /// The person as typed.
    ///
    /// # Errors
    ///
    /// What is wrong with the date.
    pub fn person(&self) -> Result<Person, String> {
        let born: DateTime = format!("{}T00:00:00", self.born.trim())
            .parse()
            .map_err(|_| format!("“{}” is no day such as 1990-12-31", self.born))?;
        Ok(Person { id: self.id, name: self.name.trim().to_owned(), born })
    }
}

/// A day, as it is shown and typed.
pub fn day(date: &DateTime) -> String {
    format!("{:04}-{:02}-{:02}", date.year(), date.month(), date.day())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_typed_as_it_is_shown() {
        let born = DateTime::new(1990, 12, 31, 0, 0, 0).expect("is a day");
        let person = Person { id: 1, name: "Ada".to_owned(), born };
        let mut draft = Draft::of(&person);
        let typed = draft.person().expect("is right");
        assert_eq!((typed.name.as_str(), day(&typed.born)), ("Ada", "1990-12-31".to_owned()));
        draft.born = "1990-02-30".to_owned();
        assert!(draft.person().expect_err("there is none").contains("1990-02-30"));
    }
}
