// SPDX-License-Identifier: BSD-3-Clause
// Declares options on CLI11 and rewrites its error messages, so that each names the command, the value found,
// the value expected and the help to look at.
#include "command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <sstream>

#include "console.hpp"
#include "suggestion.hpp"

namespace grouser::cli {
namespace {

/// Whether the help shows the variable's value as the default.
enum class Default { shown, none };

/// Declares an option. words: "--out RUN.h5", or "--out" alone; the part after the blank is the value's name
/// in the help.
template <class Value>
CLI::Option& add_option(CLI::App& app, const std::string& heading, const std::string& words, Value& value,
                        const std::string& meaning, Default standard) {
  const std::size_t space = words.find(' ');
  CLI::Option& option = *app.add_option(words.substr(0, space), value, meaning);
  if (space != std::string::npos) option.type_name(words.substr(space + 1));
  if (!heading.empty()) option.group(heading);
  if (standard == Default::shown) option.capture_default_str();
  return option;
}

/// Refuses an empty value. It is no name, number or list; mostly it is a variable of a shell that holds
/// nothing.
CLI::Option& not_empty(CLI::Option& option) {
  return *option.check([type = option.get_type_name()](const std::string& value) {
    return value.empty() ? fmt::format("found an empty text, expected {}", type) : std::string();
  });
}

/// The innermost subcommand of the line, or the program itself.
struct NamedCommand {
  const CLI::App* app;
  std::string name;  ///< "grouser terrain info"
  int words;         ///< of it
};

/// Follows the subcommands that CLI11 has recognised to the innermost one.
NamedCommand named_command(const CLI::App& app) {
  NamedCommand found{&app, app.get_name(), 1};
  for (auto chosen = app.get_subcommands(); !chosen.empty(); chosen = found.app->get_subcommands()) {
    found.app = chosen.front();
    found.name += " " + found.app->get_name();
    ++found.words;
  }
  return found;
}

/// The long options and the listed subcommands of a command, for suggestions.
KnownWords known_words(const CLI::App& command) {
  KnownWords known;
  for (const auto* option : command.get_options())
    for (const auto& name : option->get_lnames()) known.options.push_back("--" + name);
  for (const auto* sub : command.get_subcommands([](const CLI::App* s) { return !s->get_group().empty(); }))
    known.subcommands.push_back(sub->get_name());
  return known;
}

/// The words that the command does not take, in the order in which somebody typed them: CLI11 lists them
/// backwards.
std::string left_over(const CLI::ParseError& error, int argc, char** argv) {
  const std::string said = error.what();
  const std::string listed = " " + said.substr(std::min(said.find(": ") + 2, said.size())) + " ";
  std::vector<std::string> words;
  for (int k = 1; k < argc; ++k)
    if (listed.find(" " + std::string(argv[k]) + " ") != std::string::npos) words.emplace_back(argv[k]);
  if (words.empty()) return said;
  return fmt::format("unknown argument{} {}", words.size() > 1 ? "s" : "", fmt::join(words, " "));
}

/// CLI11's message on a value that cannot be read or on too few values, with the help of the option.
std::string explained(const CLI::App& command, const CLI::ParseError& error) {
  const std::string said = error.what();
  const auto begin = said.find("--");
  const bool of_value = error.get_name() == "ConversionError" || error.get_name() == "ArgumentMismatch";
  if (!of_value || begin == std::string::npos) return said;
  const std::string name = said.substr(begin, said.find_first_of(" :=", begin) - begin);
  const CLI::Option* option = command.get_option_no_throw(name);
  if (!option) return said;
  const std::string type = option->get_type_name();
  const std::string words = type == "INT" || type == "UINT" ? "a whole number"
                            : type == "FLOAT"               ? "a number"
                                                            : type;
  const auto value = said.find(" = ");
  const std::string found = value == std::string::npos ? said.substr(begin + name.size())
                                                       : ": found '" + said.substr(value + 3) + "'";
  return fmt::format("{}{}, expected {} ({})", name, found, words, option->get_description());
}

/// The whole message: what is wrong, the nearest known word if there is one, and where the help is.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  const NamedCommand command = named_command(app);
  // CLI11 asks for a subcommand even where one was named wrongly.
  const bool unknown = command.app->get_require_subcommand_min() > 0 && argc > command.words;
  const std::string what = unknown ? "unknown subcommand or option '" + std::string(argv[command.words]) + "'"
                           : error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError)
                               ? left_over(error, argc, argv)
                               : explained(*command.app, error);
  return fmt::format("{}{}; see '{} --help'", what, suggestion(known_words(*command.app), argc, argv),
                     command.name);
}

/// Form of the report of --version.
enum class As { text, json };

/// Prints a line with name and version, then one line per fact; or all as JSON.
Job version_job(const ProgramText& program, As form) {
  return [program, form] {
    if (form == As::json) {
      Json json{{"name", program.name}, {"version", program.version}};
      for (const auto& [name, text] : program.facts()) json[name] = text;
      print_json(json);
      return kExitOk;
    }
    std::cout << program.name << " " << program.version << "\n";
    for (const auto& [name, text] : program.facts())
      std::cout << fmt::format("  {:21}{}\n", name + ":", text);
    return kExitOk;
  };
}

/// Declares what the program takes without a subcommand, then all subcommands.
void declare_program(CLI::App& app, Job& chosen, const ProgramText& program,
                     std::span<const CommandEntry> commands) {
  Command top(app, chosen);
  use_help_text(app);
  CLI::Option* const version = app.set_version_flag("--version", program.name + " " + program.version,
                                                    "Show the version and what the program was built with");
  app.add_flag("--json")->description("With --version: as JSON")->needs(version);
  app.set_help_flag("-h,--help", "Show this help");
  top.footer(program.footer);
  top.subcommands(commands);
}

}  // namespace

Option& Option::required() {
  option_.required();
  return *this;
}

Option& Option::one_of(const std::vector<std::string>& words) {
  option_.check(CLI::IsMember(words));
  return *this;
}

Option& Option::within(int least, int most) {
  option_.check(CLI::Range(least, most));
  return *this;
}

void Command::choose(Job job) {
  app_.callback([&chosen = chosen_, job = std::move(job)] { chosen = job; });
}

void Command::subcommands(std::span<const CommandEntry> entries) {
  app_.require_subcommand(1);
  for (const CommandEntry& entry : entries) {
    CLI::App& sub = *app_.add_subcommand(entry.name, entry.summary);
    if (entry.listed == Listed::no) sub.group("");
    Command command(sub, chosen_);
    entry.declare(command);
  }
}

Option Command::argument(const std::string& words, std::string& value, const std::string& meaning) {
  Option argument(not_empty(add_option(app_, heading_, words, value, meaning, Default::none)));
  return argument.required();
}

Option Command::option(const std::string& words, std::string& value, const std::string& meaning) {
  const Default standard = value.empty() ? Default::none : Default::shown;
  return Option(not_empty(add_option(app_, heading_, words, value, meaning, standard)));
}

Option Command::option(const std::string& words, int& value, const std::string& meaning) {
  return Option(add_option(app_, heading_, words, value, meaning, Default::shown));
}

Option Command::option(const std::string& words, std::uint64_t& value, const std::string& meaning) {
  return Option(add_option(app_, heading_, words, value, meaning, Default::shown));
}

Option Command::option(const std::string& words, double& value, const std::string& meaning) {
  return Option(add_option(app_, heading_, words, value, meaning, Default::shown));
}

Option Command::option(const std::string& words, std::optional<double>& value, const std::string& meaning) {
  return Option(add_option(app_, heading_, words, value, meaning, Default::none));
}

Option Command::list(const std::string& words, std::vector<std::string>& values, const std::string& meaning) {
  return Option(not_empty(add_option(app_, heading_, words, values, meaning, Default::none)));
}

Option Command::repeated(const std::string& words, std::vector<std::string>& values,
                         const std::string& meaning) {
  CLI::Option& option = not_empty(add_option(app_, heading_, words, values, meaning, Default::none));
  option.allow_extra_args(false);
  return Option(option);
}

void Command::flag(const std::string& words, bool& value, const std::string& meaning) {
  CLI::Option* flag = app_.add_flag(words, value, meaning);
  if (!heading_.empty()) flag->group(heading_);
}

void Command::counter(const std::string& words, int& value, const std::string& meaning) {
  CLI::Option* counter = app_.add_flag(words, value, meaning);
  if (!heading_.empty()) counter->group(heading_);
}

Command Command::group(const std::string& heading) const {
  Command group = *this;
  group.heading_ = heading;
  return group;
}

void Command::footer(const std::string& text) { app_.footer(text); }

CommandHelp program_help(const ProgramText& program, std::span<const CommandEntry> commands) {
  CLI::App app(program.summary, program.name);
  Job chosen;
  declare_program(app, chosen, program, commands);
  return command_help(app);
}

Job read_command_line(const ProgramText& program, std::span<const CommandEntry> commands, int argc,
                      char** argv) {
  CLI::App app(program.summary, program.name);
  Job chosen;
  declare_program(app, chosen, program, commands);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_name() == "CallForVersion")
      return version_job(program, app.count("--json") > 0 ? As::json : As::text);
    if (error.get_exit_code() != 0) throw UsageError(usage_error(app, error, argc, argv));
    std::ostringstream text;  // --help, --version
    app.exit(error, text, text);
    return [text = text.str()] {
      std::cout << text;
      return kExitOk;
    };
  }
  return chosen;
}

}  // namespace grouser::cli
