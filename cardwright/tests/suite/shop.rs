//! A copy of the sample project, and the program run in it. Shared by the tests of the program.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A copy of the sample project in a folder of its own.
pub(crate) struct Shop {
    pub(crate) folder: PathBuf,
}

impl Shop {
    pub(crate) fn new() -> Self {
        Self::of("good")
    }

    /// A copy of one of the samples.
    pub(crate) fn of(sample: &str) -> Self {
        let shop = Self::empty();
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/samples");
        copy(&samples.join(sample), &shop.folder);
        shop
    }

    /// An empty folder.
    pub(crate) fn empty() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("cardwright-cli-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the temporary folder can be written");
        Self { folder }
    }

    /// A copy of a folder in this one.
    pub(crate) fn inside(&self, name: &str) -> Self {
        let shop = Self::empty();
        copy(&self.folder.join(name), &shop.folder);
        shop
    }

    pub(crate) fn with(self, file: &str, find: &str, put: &str) -> Self {
        let text = self.text(file);
        assert!(text.contains(find), "{file} has no `{find}`");
        std::fs::write(self.folder.join(file), text.replacen(find, put, 1)).expect("the copy can be written");
        self
    }

    /// Writes a file, in folders that are made for it.
    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.folder.join(file);
        std::fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("folders can be made");
        std::fs::write(path, text).expect("the copy can be written");
    }

    pub(crate) fn text(&self, file: &str) -> String {
        std::fs::read_to_string(self.folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Answer {
        let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(arguments)
            .current_dir(&self.folder)
            .env("NO_COLOR", "1")
            .output()
            .expect("the program can be started");
        Answer::of(&output)
    }
}

impl Shop {
    /// The answer of the program to a call with a text on standard input.
    pub(crate) fn run_with(&self, arguments: &[&str], input: &str) -> Answer {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(arguments)
            .current_dir(&self.folder)
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let mut to = child.stdin.take().expect("it was asked for");
        let text = input.to_owned();
        // Whoever does not read to the end need not.
        let writer = std::thread::spawn(move || drop(to.write_all(text.as_bytes())));
        let output = child.wait_with_output().expect("it ends");
        writer.join().expect("writing does not panic");
        Answer::of(&output)
    }
}

/// An older result of the kind that a file is by its name.
pub(crate) fn older(file: &str) -> String {
    let hash = [0; 32];
    match file.rsplit('.').next() {
        Some("cwp") => "CWPK, and what stood here before".to_owned(),
        Some("svg") => "<svg data-made-by=\"cardwright\">what stood here before</svg>".to_owned(),
        _ if file.contains("kept") => "{\"kept\":{}}".to_owned(),
        _ => format!(
            "{{\"content\":{hash:?},\"seed\":1,\"decisions\":[],\"fingerprints\":[],\"last\":{hash:?}}}"
        ),
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        // A folder that stays behind harms nobody.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

pub(crate) fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("the temporary folder can be written");
    for entry in std::fs::read_dir(from).expect("the sample is there").flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(&path, &target).expect("the temporary folder can be written");
        }
    }
}

/// The answer of the program.
pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Answer {
    pub(crate) fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let answer = Self {
            code: output.status.code().unwrap_or(-1),
            out: text(&output.stdout),
            err: text(&output.stderr),
        };
        assert!(!answer.err.contains("panicked"), "{}", answer.err);
        answer
    }

    pub(crate) fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, code, "out: {}\nerr: {}", self.out, self.err);
        self
    }

    /// Each line of the result as JSON.
    pub(crate) fn json(&self) -> Vec<Value> {
        let read = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        self.out.lines().map(read).collect()
    }
}
