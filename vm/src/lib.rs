//! Placeholder head; see the modules.
