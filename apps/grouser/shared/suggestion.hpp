// "did you mean": the nearest known word to a mistyped option or subcommand.
#pragma once
#include <CLI/CLI.hpp>
#include <string>

namespace grouser::cli {

/// ", did you mean '--out'?" for the first argument of the line that `command` does not know, or "".
std::string suggestion(const CLI::App& command, int argc, char** argv);

}  // namespace grouser::cli
