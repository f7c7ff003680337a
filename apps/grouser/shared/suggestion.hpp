// SPDX-License-Identifier: BSD-3-Clause
// "did you mean": the nearest known word to a mistyped option or subcommand.
#pragma once
#include <string>
#include <vector>

namespace grouser::cli {

/// Words that may follow a command on the line.
struct KnownWords {
  std::vector<std::string> options;      ///< "--out"
  std::vector<std::string> subcommands;  ///< empty: words without dashes are values
};

/// ", did you mean '--out'?" for the first argument of the line that is not known, or "".
std::string suggestion(const KnownWords& known, int argc, char** argv);

}  // namespace grouser::cli
