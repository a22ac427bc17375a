//! The implementation: an embedded SQLite file.

use std::{
    fs, io,
    path::Path,
    sync::{Mutex, PoisonError},
};

use rusqlite::{Connection, OptionalExtension, Row, params};
use xmlrpc_proxy::DateTime;

use crate::people::{Person, PersonDb, PersonError};

/// How many people a new file gets.
pub const PEOPLE: u32 = 1_000;

/// People in a SQLite file.
pub struct SqliteDb(Mutex<Connection>);

impl SqliteDb {
    /// Opens the file, and makes it and a thousand people if it is not there yet.
    pub fn open(path: &Path) -> rusqlite::Result<Self> {
        if let Some(folder) = path.parent() {
            // If it cannot be made, opening the file says why.
            let _: io::Result<()> = fs::create_dir_all(folder);
        }
        let mut connection = Connection::open(path)?;
        let transaction =
            connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        transaction.execute_batch(
            "CREATE TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, born TEXT NOT NULL)",
        )?;
        let count: u32 =
            transaction.query_row("SELECT count(*) FROM person", [], |row| row.get(0))?;
        if count == 0 {
            let mut insert =
                transaction.prepare("INSERT INTO person (name, born) VALUES (?1, ?2)")?;
            for number in 0..PEOPLE {
                insert.execute(params![name(number), born(number)])?;
            }
        }
        transaction.commit()?;
        Ok(SqliteDb(Mutex::new(connection)))
    }

    fn with<T>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, PersonError> {
        let connection = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        query(&connection).map_err(|error| PersonError::Database(error.to_string()))
    }
}

impl PersonDb for SqliteDb {
    fn get_person(&self, id: &str) -> Result<Person, PersonError> {
        let found = self.with(|connection| {
            connection
                .prepare_cached("SELECT id, name, born FROM person WHERE id = ?1")?
                .query_row([id], person)
                .optional()
        })?;
        found.ok_or_else(|| PersonError::NotFound(format!("nobody has the id {id}")))
    }

    fn find(&self, words: &[String], limit: Option<u32>) -> Result<Vec<Person>, PersonError> {
        let has_all = |name: &str| {
            words.iter().all(|word| name.to_lowercase().contains(&word.to_lowercase()))
        };
        self.with(|connection| {
            let mut select =
                connection.prepare_cached("SELECT id, name, born FROM person ORDER BY name")?;
            let found = select
                .query_map([], person)?
                .filter(|found| found.as_ref().map_or(true, |person| has_all(&person.name)))
                .take(limit.map_or(usize::MAX, |limit| limit as usize));
            found.collect()
        })
    }
}

fn person(row: &Row<'_>) -> rusqlite::Result<Person> {
    let born: String = row.get(2)?;
    let born: DateTime = born.parse().map_err(|error: xmlrpc_proxy::Error| {
        rusqlite::Error::FromSqlConversionFailure(2, rusqlite::types::Type::Text, Box::new(error))
    })?;
    Ok(Person { id: row.get(0)?, name: row.get(1)?, born })
}

fn name(number: u32) -> String {
    const FIRST: [&str; 20] = [
        "Ada", "Bruno", "Carla", "David", "Emma", "Felix", "Greta", "Hugo", "Ida", "Jonas",
        "Klara", "Leo", "Mia", "Nils", "Olga", "Paul", "Rosa", "Simon", "Thea", "Vito",
    ];
    const LAST: [&str; 25] = [
        "Adler",
        "Bauer",
        "Conrad",
        "Dietz",
        "Ebert",
        "Frank",
        "Graf",
        "Huber",
        "Imhof",
        "Jung",
        "Keller",
        "Lang",
        "Maier",
        "Neumann",
        "Otto",
        "Peters",
        "Quast",
        "Richter",
        "Schulz",
        "Thoma",
        "Ulrich",
        "Vogel",
        "Weber",
        "Ziegler",
        "Brandt & Söhne",
    ];
    format!(
        "{} {}",
        FIRST[number as usize % FIRST.len()],
        LAST[number as usize / FIRST.len() % LAST.len()]
    )
}

fn born(number: u32) -> String {
    format!("{:04}-{:02}-{:02}T00:00:00", 1930 + number % 80, 1 + number % 12, 1 + number % 28)
}
