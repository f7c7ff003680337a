// SPDX-License-Identifier: BSD-3-Clause
// A subcommand as its file declares it: options, help, and its job. The parser behind it (CLI11) is known
// to command.cpp alone.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/options/option_tree.hpp"
#include "shared/interrupt.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace grouser::cli {

// Exit codes, stated in docs/user_guide.md; a fourth is kExitInterrupted.
inline constexpr int kExitOk = 0;
inline constexpr int kExitFailed = 1;
inline constexpr int kExitUsage = 2;

/// Returns the exit code; may throw InputError (exit code 2) or any other exception (exit code 1).
using Job = std::function<int()>;

class Command;

/// Whether help, manual pages and completions name a subcommand.
enum class Listed { yes, no };

/// A subcommand: its line in the help, and the function that declares what it takes and does.
struct CommandEntry {
  const char* name;
  const char* summary;
  void (*declare)(Command&);
  Listed listed = Listed::yes;  ///< no: it runs when it is named, and no help, page or completion names it
};

/// Requirements of an option in addition to the type of its variable.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(option) {}
  Option& required();
  Option& one_of(const std::vector<std::string>& words);
  /// Ends included.
  Option& within(int least, int most);

 private:
  CLI::Option& option_;
};

/// Declares one subcommand.
///
/// Options are written as the help shows them: "--out RUN.h5" takes a value, which the help calls RUN.h5; the
/// value of "--width" is called by its type. The variable's value before the line is read is the default, and
/// the help shows it, unless it is an empty text or NaN. The variables belong to the arguments that runs()
/// makes.
class Command {
 public:
  Command(CLI::App& app, Job& chosen) : app_(app), chosen_(chosen) {}

  /// Sets the job: if the line names this subcommand, job(arguments) is run once the whole line was read and
  /// found right. Returns the arguments, for the options to write into; they live as long as the job.
  template <class Arguments>
  Arguments& runs(int (*job)(const Arguments&)) {
    const auto arguments = std::make_shared<Arguments>();
    choose([arguments, job] { return job(*arguments); });
    return *arguments;
  }
  /// Instead of runs(): the line must name one of these next.
  void subcommands(std::span<const CommandEntry> entries);

  /// A text known by its place in the line; it must be there.
  Option argument(const std::string& words, std::string& value, const std::string& meaning);
  Option option(const std::string& words, std::string& value, const std::string& meaning);
  Option option(const std::string& words, int& value, const std::string& meaning);
  Option option(const std::string& words, std::uint64_t& value, const std::string& meaning);
  Option option(const std::string& words, double& value, const std::string& meaning);
  Option option(const std::string& words, std::optional<double>& value, const std::string& meaning);
  /// May be given several times, with one text each.
  Option repeated(const std::string& words, std::vector<std::string>& values, const std::string& meaning);
  /// Takes all texts that follow, up to the next option.
  Option list(const std::string& words, std::vector<std::string>& values, const std::string& meaning);
  void flag(const std::string& words, bool& value, const std::string& meaning);
  /// Counts how often the option is given; "--undo=3" counts as three times.
  void counter(const std::string& words, int& value, const std::string& meaning);

  /// The same subcommand; options declared by this one have a heading of their own in the help.
  Command group(const std::string& heading) const;
  /// Last lines of the help: examples and further notes.
  void footer(const std::string& text);

 private:
  void choose(Job job);

  CLI::App& app_;
  Job& chosen_;
  std::string heading_ = {};
};

/// The line is not one that the program understands; what() says why and where the help is.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Texts of the program about itself.
struct ProgramText {
  std::string name, version, summary, footer;
  /// Gives name and text of each line that --version adds. It settles the vector level of the process, so
  /// only --version calls it.
  std::vector<std::pair<std::string, std::string>> (*facts)() = nullptr;
};

/// The options that help, pages and completions show.
CommandHelp program_help(const ProgramText& program, std::span<const CommandEntry> commands);

/// The job that the line asks for; where it asks for help or the version, one that prints that.
/// Throws UsageError.
Job read_command_line(const ProgramText& program, std::span<const CommandEntry> commands, int argc,
                      char** argv);

}  // namespace grouser::cli
