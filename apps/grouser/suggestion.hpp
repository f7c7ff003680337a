// "did you mean": the nearest known word to a mistyped option or subcommand.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace grouser::cli {

/// Number of letters to insert, remove or replace to turn a into b (Levenshtein 1966).
std::size_t edit_distance(const std::string& a, const std::string& b);

/// The known word nearest to `word`, or "" where none is near.
std::string nearest_word(const std::string& word, const std::vector<std::string>& known);

/// ", did you mean '--out'?" for the first argument of the line that `command` does not know, or "".
std::string suggestion(const CLI::App& command, int argc, char** argv);

}  // namespace grouser::cli
