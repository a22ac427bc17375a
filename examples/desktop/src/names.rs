//! People who do not exist: names made of syllables, birthdays made of numbers.

const FIRST: [&str; 36] = [
    "Ada", "Bruno", "Carla", "David", "Emma", "Felix", "Greta", "Hugo", "Ida", "Jonas", "Klara",
    "Leo", "Mia", "Nils", "Olga", "Paul", "Quirin", "Rosa", "Simon", "Thea", "Ute", "Vito",
    "Wanda", "Xaver", "Yara", "Zeno", "Änne", "Björn", "Chloé", "Émile", "Ödön", "Søren", "Łucja",
    "José", "Nuria", "Iris",
];
const FRONT: [&str; 16] = [
    "Al", "Ber", "Dor", "Eil", "Fal", "Gru", "Hol", "Kel", "Lin", "Mar", "Nor", "Ost", "Rie",
    "Sto", "Tha", "Wei",
];
const BACK: [&str; 9] = ["bach", "berg", "dorn", "feld", "hauser", "ling", "mann", "stein", "wald"];

/// The name of the person with this number.
pub fn name(number: usize) -> String {
    let first = FIRST[number % FIRST.len()];
    // 37 has no divisor in common with the number of last names: neighbours differ in both halves.
    let last = number * 37 + number / FIRST.len();
    let (front, back) = (FRONT[last % FRONT.len()], BACK[last / FRONT.len() % BACK.len()]);
    format!("{first} {front}{back}")
}

/// The day on which the person with this number was born.
pub fn born(number: usize) -> String {
    format!("{:04}-{:02}-{:02}T00:00:00", 1930 + number % 83, 1 + number % 12, 1 + number % 28)
}
