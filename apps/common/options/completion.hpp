// SPDX-License-Identifier: BSD-3-Clause
// The words that may come next on an unfinished command line, for the completion of shells.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "common/options/option_tree.hpp"

namespace grouser {

/// The kind of names that the shell itself adds to the candidates.
enum class PathKind { none, files, folders };

/// A word that may come next on the line.
struct Candidate {
  std::string text;
  std::string meaning = {};  ///< one line; may be empty
};

/// The candidates that begin with the last word.
struct Completion {
  std::vector<Candidate> candidates;
  PathKind paths = PathKind::none;
};

/// Texts that a value can be, which the option tree does not know: ids of files that come with the program,
/// keys. value: what the help calls it ("SCENARIO"). words: the line, the last one unfinished.
using ValueList =
    std::function<std::vector<Candidate>(const OptionHelp& option, const std::vector<std::string>& words)>;

/// words: those after the program's name, the last one unfinished, perhaps empty.
Completion complete(const CommandHelp& program, const std::vector<std::string>& words,
                    const ValueList& values);

/// Lines "text<TAB>meaning", then ":none", ":files" or ":folders".
std::string completion_text(const Completion& completion);

/// The script of "bash", "zsh" or "fish" that asks `PROGRAM complete -- WORD...`; empty for any other shell.
std::string completion_script(const std::string& shell, const std::string& program);

}  // namespace grouser
