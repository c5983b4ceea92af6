//! The `cardwright` program. All that it does stands in the library, under `program`.

/// Content is millions of small things, on which the allocator of the system spends a fifth of the time of an export.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cardwright::program()
}
