//! Slips.
