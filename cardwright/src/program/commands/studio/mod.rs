//! `studio`: opens the project in a browser on this machine.
//!
//! ```text
//!   browser --HTTP, loopback, token--> server --texts--> desk (a thread with the studio)
//!                                        |\-----------> language (a thread for each page: the language service)
//!                                        \<--- news --- desk, language, watcher of files
//! ```
//!
//! | file | what lives there |
//! |---|---|
//! | `server` | requests of a browser: who may ask, and how much |
//! | `desk` | the thread that answers for the project and its games |
//! | `language` | the language service for pages |
//! | `news` | what pages wait for |
//! | `assets` | the files of the page, which come along |

mod assets;
mod desk;
mod language;
mod news;
mod server;

use super::root_of;
use crate::program::{Ending, output};
use clap::Args;
use std::path::PathBuf;

/// Opens the project in a browser.
#[derive(Args)]
pub(crate) struct Studio {
    /// The project, or a folder in it
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// The port on this machine; 0 means any free port
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Only print the address, without opening a browser
    #[arg(long)]
    no_browser: bool,
}

impl Studio {
    pub(crate) fn run(self) -> Ending {
        let folder = self.folder.canonicalize();
        let folder = match folder {
            Ok(folder) => folder,
            Err(error) => return super::wrong_path(&self.folder, &error),
        };
        let root = match root_of(&folder) {
            Ok(root) => root,
            Err(ending) => return ending,
        };
        let served = server::serve(&root, self.port, |address| {
            output::line(&format!("The studio is at {address}"));
            output::line("Press Ctrl-C to end it.");
            if !self.no_browser {
                open_browser(address);
            }
        });
        match served {
            Ok(()) => Ending::Fine,
            Err(why) => Ending::WrongCall(why),
        }
    }
}

/// Asks the system to open an address. Where it cannot, the printed address serves.
fn open_browser(address: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    // The partner is left alone: a browser lives on.
    drop(cardwright_files::Partner::start(opener, &[address.to_owned()], 1));
}
