//! Programs that read an export in languages of others: how they are made, and what they tell.

use crate::kit::{exported_with, root, write, write_of};
use crate::tools::{fine, is_there, run};
use cardwright_export::Folder;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::{Mutex, OnceLock, PoisonError};
use tempfile::TempDir;

const RUST_CRATE: &str = "[package]\nname = \"reads-ron\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n\
    [dependencies]\nserde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\nron = \"0.12\"\n";

/// Runs a program in Rust beside the files of the format `ron`; gives the paths that it tells of, and what it tells.
pub(crate) fn told_by_rust(program: &str) -> Vec<(String, Value)> {
    // All such programs come to lie at the same place, so one is run before the next is made. Even its files are written no sooner:
    // they would be older than the other program, which would then be taken for this one.
    let _one_at_a_time = MADE_THERE.lock().unwrap_or_else(PoisonError::into_inner);
    let place = tempfile::tempdir().expect("the temporary folder can be written");
    let folder = place.path();
    write("ron", folder);
    fs::create_dir(folder.join("src")).expect("it can be made");
    fs::write(folder.join("src/main.rs"), program).expect("it can be written");
    fs::write(folder.join("Cargo.toml"), RUST_CRATE).expect("it can be written");
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("it is there");
    // What it depends on is compiled once, and not again for each run of the tests.
    let target = root().join("target/reads-ron");
    let target = target.to_str().expect("the path is text");
    let told = fine(
        env!("CARGO"),
        &["run", "--quiet", "--offline", "--target-dir", target],
        folder,
    );
    let lines = parts(&told).into_iter();
    lines
        .map(|(path, told)| (path, serde_json::from_str(&told).expect("JSON")))
        .collect()
}

static MADE_THERE: Mutex<()> = Mutex::new(());

/// Lines that consist of a path and what is told of it.
fn parts(told: &str) -> Vec<(String, String)> {
    let parts = told.lines().map(|line| line.split_once(' ').expect("two parts"));
    parts
        .map(|(path, told)| (path.to_owned(), told.to_owned()))
        .collect()
}

/// A program in C# that Mono compiled, beside the files of the format `unity`.
pub(crate) struct Csharp {
    place: TempDir,
}

impl Csharp {
    /// A compiled program; `None` if there is no Mono. The classes are files of the export.
    pub(crate) fn compiled(program: &str, classes: &[&str]) -> Option<Self> {
        let how = "apt-get install mono-mcs libmono-system-runtime-serialization4.0-cil";
        if !is_there("mcs", &["--version"], how) || !is_there("mono", &["--version"], how) {
            return None;
        }
        let place = tempfile::tempdir().expect("the temporary folder can be written");
        write("unity", place.path());
        fs::write(place.path().join("Program.cs"), program).expect("it can be written");
        let reference = "-r:System.Runtime.Serialization.dll";
        let own = ["Program.cs", "-out:program.exe", "-warnaserror", reference];
        fine("mcs", &[classes, &own].concat(), place.path());
        Some(Self { place })
    }

    pub(crate) fn folder(&self) -> &Path {
        self.place.path()
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        run("mono", &[&["program.exe"], arguments].concat(), self.folder())
    }

    /// The output of the program; it must end well.
    pub(crate) fn told(&self, arguments: &[&str]) -> String {
        let ran = self.run(arguments);
        let told = String::from_utf8_lossy(&ran.stdout).into_owned();
        assert!(
            ran.status.success(),
            "{told}{}",
            String::from_utf8_lossy(&ran.stderr)
        );
        told
    }
}

/// A project of Godot 3 with everything that is exported for it.
pub(crate) struct Godot {
    place: TempDir,
}

/// The words of Godot's errors about the machine that it runs on: a locale that it does not know, no
/// certificates.
const OF_THE_MACHINE: [&str; 3] = ["get_language_code", "set_locale", "load_default_certificates"];
/// The words of an error that the engine itself prints for text that is no JSON.
const NO_JSON: &str = "Error parsing JSON";

impl Godot {
    /// The export that Godot reads.
    pub(crate) fn export() -> &'static Folder {
        static EXPORT: OnceLock<Folder> = OnceLock::new();
        EXPORT.get_or_init(|| exported_with(&root(), "godot", &[], &["godot.format=2"]))
    }

    /// A project with this script; nothing, if there is no Godot 3.
    pub(crate) fn project(script: &str) -> Option<Self> {
        // It ends with 255 after `--version`.
        if !is_there(
            "godot3-server",
            &["--quit", "--no-window"],
            "apt-get install godot3-server",
        ) {
            return None;
        }
        let place = tempfile::tempdir().expect("the temporary folder can be written");
        write_of(Self::export(), "", place.path());
        fs::write(place.path().join("project.godot"), "config_version=4\n").expect("it can be written");
        fs::write(place.path().join("tell.gd"), script).expect("it can be written");
        Some(Self { place })
    }

    pub(crate) fn folder(&self) -> &Path {
        self.place.path()
    }

    /// The output of the script for each of some paths.
    pub(crate) fn told(&self, paths: &[&str]) -> Vec<(String, String)> {
        let folder = self.folder();
        fs::write(folder.join("paths.txt"), paths.join("\n")).expect("it can be written");
        let ran = std::process::Command::new("godot3-server")
            .args(["--path", ".", "-s", "tell.gd"])
            .env("HOME", folder)
            .current_dir(folder)
            .output()
            .expect("it starts");
        let said = String::from_utf8_lossy(&ran.stderr);
        let allowed = OF_THE_MACHINE.iter().chain([&NO_JSON]);
        let is_wrong =
            |line: &str| line.contains("ERROR") && !allowed.clone().any(|what| line.contains(what));
        assert!(ran.status.success() && !said.lines().any(is_wrong), "{said}");
        let told = parts(&fs::read_to_string(folder.join("told.jsonl")).expect("it was written"));
        assert_eq!(told.len(), paths.len());
        told
    }
}
