//! A WordPress with one user, on the web server of PHP itself and a database of its own that listens on a socket only.
#![allow(unreachable_pub, dead_code, clippy::expect_used)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::{Folder, Running, first_line, free_port, runs, skip, until_it_answers};

/// It takes `ada` with the password `p:w`, and knows `bo`, who came from another blog without a date.
pub struct WordPress {
    pub url: String,
    pub version: String,
    _php: Running,
    _database: Running,
    _folder: Folder,
}

impl WordPress {
    pub fn start(name: &str) -> Option<Self> {
        let package = package()?;
        let folder = Folder::new(name);
        let database = database(&folder);
        let port = free_port();
        let config = folder.join("wp-config.php");
        let socket = folder.join("s");
        let text = format!(
            "<?php\ndefine('DB_NAME', 'wp'); define('DB_USER', 'root'); define('DB_PASSWORD', '');\n\
             define('DB_HOST', 'localhost:{socket}'); define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');\n\
             define('WP_HTTP_BLOCK_EXTERNAL', true); define('DISABLE_WP_CRON', true);\n\
             define('WP_CONTENT_DIR', '{content}');\n\
             $table_prefix = 'wp_';\nrequire_once ABSPATH . 'wp-settings.php';\n",
            content = folder.join("content"),
        );
        fs::write(&config, text).expect("the configuration is written");
        fs::create_dir_all(folder.join("content")).expect("a folder");
        install(&package, &folder, port);
        let mut php = Command::new("php");
        php.env("WORDPRESS_CONFIG", &config)
            .args(["-S", &format!("127.0.0.1:{port}"), "-t"])
            .arg(&package)
            .stderr(Stdio::null());
        let version = "require $argv[1] . '/wp-includes/version.php'; echo $wp_version;";
        Some(WordPress {
            url: format!("http://127.0.0.1:{port}/xmlrpc.php"),
            version: first_line(Command::new("php").args(["-r", version]).arg(&package)),
            _php: Running::start(&mut php),
            _database: database,
            _folder: folder,
        })
    }
}

/// Where `tests/peers/install` unpacked it, if what it needs is there, too.
fn package() -> Option<PathBuf> {
    const NEEDS: &str =
        "exit(function_exists('mysqli_connect') && function_exists('xml_parser_create') ? 0 : 1);";
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = here.join("target/peers-wordpress/usr/share/wordpress");
    let is_there = found.join("wp-config.php").exists()
        && runs(Command::new("php").args(["-r", NEEDS]))
        && runs(server().arg("--version"));
    if !is_there {
        skip("wordpress");
    }
    is_there.then_some(found)
}

/// Debian has it where only the superuser looks.
fn server() -> Command {
    let own = Path::new("/usr/sbin/mariadbd");
    Command::new(if own.exists() { own } else { Path::new("mariadbd") })
}

fn database(folder: &Folder) -> Running {
    let (data, socket) = (folder.join("db"), folder.join("s"));
    let mut command = Command::new("mariadb-install-db");
    command.args(["--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db"]);
    command.args(["--skip-name-resolve", &format!("--datadir={data}")]);
    let user = format!("--user={}", first_line(Command::new("id").arg("-un")));
    assert!(runs(command.arg(&user)), "no database");
    let mut server = server();
    server.args(["--no-defaults", "--skip-networking", "--skip-grant-tables", &user]);
    server.args([format!("--datadir={data}"), format!("--socket={socket}")]);
    server.arg(format!("--pid-file={}", folder.join("pid"))).stderr(Stdio::null());
    let running = Running::start(&mut server);
    let connect = format!("mysqli_connect('localhost', 'root', '', '', 0, '{socket}');");
    until_it_answers(|| {
        runs(Command::new("php").args(["-r", &connect])).then_some(()).ok_or("no connection")
    });
    running
}

/// What WordPress does when its first page is opened: its tables, its options, its first user.
fn install(package: &Path, folder: &Folder, port: u16) {
    let text = format!(
        "<?php\n$_SERVER['HTTP_HOST'] = '127.0.0.1:{port}'; $_SERVER['REQUEST_URI'] = '/';\n\
         mysqli_query(mysqli_connect('localhost', 'root', '', '', 0, '{socket}'), 'CREATE DATABASE wp');\n\
         define('WP_INSTALLING', true);\nrequire '{package}/wp-load.php';\n\
         require ABSPATH . 'wp-admin/includes/upgrade.php';\n\
         function wp_new_blog_notification() {{}}\n\
         wp_install('A blog', 'ada', 'ada@example.org', true, '', 'p:w');\n\
         $bo = wp_create_user('bo', 'other', 'bo@example.org');\n\
         $wpdb->update($wpdb->users, ['user_registered' => '0000-00-00 00:00:00'], ['ID' => $bo]);\n",
        socket = folder.join("s"),
        package = package.display(),
    );
    let script = folder.join("install.php");
    fs::write(&script, text).expect("the script is written");
    let config = folder.join("wp-config.php");
    assert!(runs(Command::new("php").env("WORDPRESS_CONFIG", config).arg(&script)), "no WordPress");
}
