//! Rules of the repository that neither the compiler nor clippy checks.
//!
//! Every rule is a function from text to a list of violations, so that each can be shown to fail on a bad
//! snippet as well as to hold for the repository. A failing rule names the file, the line and what to do.
//! Only the standard library is used: a rule that needs a dependency would be a rule about that dependency.

mod tidy {
    mod absence;
    mod citation;
    mod folder;
    mod leftover;
    mod link;
    mod manifest;
    mod map;
    mod notation;
    mod page;
    mod repository;
    mod size;
    mod source;
    mod spelling;
    mod test_files;
    mod trace;
    mod violation;
    mod wording;
}
