// SPDX-License-Identifier: BSD-3-Clause
// The options and arguments of a program as plain values: help, man pages and completions are made from them.
#pragma once
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace grouser {

/// Number of texts that follow an option, or that may be at a place of the line.
enum class Takes { nothing, one, many };

/// An option, or a text known by its place in the line.
struct OptionHelp {
  std::vector<std::string> names;  ///< "-h", "--help"; of a text known by its place its one name, "SCENARIO"
  bool by_place = false;
  Takes takes = Takes::nothing;
  bool repeated = false;  ///< may be given several times
  bool required = false;
  std::string value;               ///< name of the text in the help: "RUN.h5"; empty: it takes none
  std::vector<std::string> words;  ///< the only texts that it takes, where they are few
  std::string least, most;         ///< of a number, where both are fixed
  std::string standard;            ///< the value if the option is not given; empty: none
  std::string meaning;
  std::string heading;  ///< under which the help shows it
};

/// A program or one of its subcommands.
struct CommandHelp {
  std::string name;  ///< "status"
  std::string path;  ///< "grouser campaign status"
  std::string summary;
  std::string footer;  ///< last lines of the help: examples, notes
  std::vector<OptionHelp> options;
  std::vector<CommandHelp> subcommands;
};

/// It leaves out options that the help hides.
CommandHelp command_help(const CLI::App& app);

/// "--out RUN.h5", "--width N=1400", "SCENARIO", "--set KEY=VALUE ..."
std::string option_words(const OptionHelp& option);
/// The meaning of the option, the texts or numbers that it takes, and whether it must be given.
std::string option_meaning(const OptionHelp& option);
/// "grouser run [OPTIONS] SCENARIO"
std::string usage_line(const CommandHelp& command);

/// The text that --help prints.
std::string help_text(const CommandHelp& command);

/// Makes help_text() the help of the program and its subcommands, those that are added later too.
void use_help_text(CLI::App& app);

}  // namespace grouser
