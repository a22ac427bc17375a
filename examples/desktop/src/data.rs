//! The implementation: people in an embedded SQLite database.

use std::{
    path::Path,
    sync::{Mutex, PoisonError},
};

use rusqlite::{Connection, OptionalExtension as _, Row, params, types::Type};
use xmlrpc_proxy::{DateTime, Error};

use crate::{
    names,
    people::{People, PeopleError, Person},
};

/// The most bytes of a name.
const LONGEST: usize = 200;

/// People in a SQLite database.
#[derive(Debug)]
pub struct SqliteDb(Mutex<Connection>);

impl SqliteDb {
    /// Opens the file, or a database in memory; one that is empty gets this many people.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened, or is none of ours.
    pub fn open(file: Option<&Path>, people: usize) -> rusqlite::Result<Self> {
        let mut connection = match file {
            Some(file) => Connection::open(file)?,
            None => Connection::open_in_memory()?,
        };
        // A save does not wait for the disk: it is made while a frame is.
        connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")?;
        let transaction =
            connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        // `folded` is what is searched: the name in small letters. The index has all that a search reads.
        transaction.execute_batch(
            "CREATE TABLE IF NOT EXISTS person
               (id INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL, born TEXT NOT NULL);
             CREATE INDEX IF NOT EXISTS person_by_name ON person (name, folded);",
        )?;
        let known: i64 =
            transaction.query_row("SELECT count(*) FROM person", [], |row| row.get(0))?;
        if known == 0 {
            let mut insert =
                transaction.prepare("INSERT INTO person (name, folded, born) VALUES (?, ?, ?)")?;
            for number in 0..people {
                let name = names::name(number);
                insert.execute(params![name, name.to_lowercase(), names::born(number)])?;
            }
        }
        transaction.commit()?;
        Ok(SqliteDb(Mutex::new(connection)))
    }

    fn with<T>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, PeopleError> {
        let connection = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        query(&connection).map_err(|error| PeopleError::Database(error.to_string()))
    }
}

impl People for SqliteDb {
    fn find(&self, words: &str) -> Result<Vec<i32>, PeopleError> {
        let words = words.to_lowercase();
        let words: Vec<&str> = words.split_whitespace().collect();
        self.with(|connection| {
            let mut select =
                connection.prepare_cached("SELECT id, folded FROM person ORDER BY name, id")?;
            let mut rows = select.query([])?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                let name = row.get_ref(1)?.as_str()?;
                if words.iter().all(|word| name.contains(word)) {
                    found.push(row.get(0)?);
                }
            }
            Ok(found)
        })
    }

    fn get_person(&self, id: i32) -> Result<Person, PeopleError> {
        let found = self.with(|connection| {
            connection
                .prepare_cached("SELECT id, name, born FROM person WHERE id = ?")?
                .query_row([id], person)
                .optional()
        })?;
        found.ok_or_else(|| nobody(id))
    }

    fn save(&self, person: &Person) -> Result<(), PeopleError> {
        let name = person.name.trim();
        if name.is_empty() || name.len() > LONGEST {
            return Err(PeopleError::Refused(format!("a name has 1 to {LONGEST} bytes")));
        }
        let changed = self.with(|connection| {
            connection
                .prepare_cached("UPDATE person SET name = ?, folded = ?, born = ? WHERE id = ?")?
                .execute(params![name, name.to_lowercase(), person.born.to_string(), person.id])
        })?;
        if changed == 0 { Err(nobody(person.id)) } else { Ok(()) }
    }
}

fn nobody(id: i32) -> PeopleError {
    PeopleError::NotFound(format!("nobody has the id {id}"))
}

fn person(row: &Row<'_>) -> rusqlite::Result<Person> {
    let born: DateTime = row.get_ref(2)?.as_str()?.parse().map_err(|error: Error| {
        rusqlite::Error::FromSqlConversionFailure(2, Type::Text, Box::new(error))
    })?;
    Ok(Person { id: row.get(0)?, name: row.get(1)?, born })
}

#[cfg(test)]
mod tests {
    use xmlrpc_proxy::contract;

    use super::*;
    use crate::people::PeopleProxy;

    fn some() -> SqliteDb {
        SqliteDb::open(None, 300).expect("memory is there")
    }

    fn changed(name: &str) -> Person {
        Person { name: name.to_owned(), ..some().get_person(7).expect("is known") }
    }

    // Both paths give the same.
    contract!(People, some, {
        find("");
        find(" ADA  berg ");
        get_person(1);
        get_person(0);
        save(&changed("Zoë <&> Ztest"));
        save(&changed("  "));
        save(&Person { id: -1, ..changed("Nobody") });
    });

    #[test]
    fn what_is_saved_is_found() {
        let people = some();
        people.save(&changed("Zoë Ztest")).expect("is fit");
        assert_eq!(people.find("ztest ZOË").expect("is found"), [7]);
        assert_eq!(people.find("").expect("all are").len(), 300);
    }
}
