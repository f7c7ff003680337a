// SPDX-License-Identifier: BSD-3-Clause
// Copies the options of a CLI11 application into plain values and formats the help text from them. The kinds
// and limits of values are recovered from the type names that CLI11 composes, so this depends on their form.
#include "option_tree.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <regex>

namespace grouser {
namespace {

/// CLI11's words for types, where no better ones were declared.
std::string value_word(const std::string& type) {
  if (type == "INT" || type == "UINT") return "N";
  if (type == "FLOAT") return "NUMBER";
  return type;
}

/// CLI11 appends its checks to the type: "TEXT:{a,b}", "INT:INT in [1 - 5]".
void read_type(const std::string& type, OptionHelp& help) {
  static const std::regex words_form(R"((.*):\{([^{}]*)\})"), range_form(R"((.*):\w+ in \[(.*) - (.*)\])");
  std::smatch parts;
  if (std::regex_match(type, parts, words_form)) {
    help.value = parts[1];
    const std::string list = parts[2];
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
      end = list.find(',', begin);
      const std::string entry = list.substr(begin, end - begin);
      help.words.push_back(entry.substr(0, entry.find("->")));
    }
    if (help.value == "TEXT") help.value = "WORD";
  } else if (std::regex_match(type, parts, range_form)) {
    help.value = value_word(parts[1]);
    help.least = parts[2];
    help.most = parts[3];
  } else {
    help.value = value_word(type);
  }
}

/// All that the help needs to know about one option; CLI11 hides it where its group is empty.
OptionHelp option_help(const CLI::Option& option) {
  OptionHelp help;
  help.by_place = option.get_positional();
  if (help.by_place) help.names.push_back(option.get_name(true, false));
  for (const std::string& name : option.get_snames()) help.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) help.names.push_back("--" + name);
  const int most = option.get_items_expected_max();
  if (most > 0) {
    read_type(option.get_type_name(), help);
    help.takes = most > 1 && option.get_allow_extra_args() ? Takes::many : Takes::one;
    help.repeated = !help.by_place && most > 1;
  }
  help.required = option.get_required();
  help.standard = option.get_default_str();
  help.meaning = option.get_description();
  help.heading = option.get_group();
  return help;
}

/// The tree from a command down; `above` is the path of the commands above it, "" for the program.
CommandHelp command_help_below(const CLI::App& app, const std::string& above) {
  CommandHelp help;
  help.name = app.get_name();
  help.path = above.empty() ? help.name : above + " " + help.name;
  help.summary = app.get_description();
  help.footer = app.get_footer();
  for (const CLI::Option* option : app.get_options())
    if (!option->get_group().empty()) help.options.push_back(option_help(*option));
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App* s) { return !s->get_group().empty(); }))
    help.subcommands.push_back(command_help_below(*sub, help.path));
  return help;
}

/// A line of the help: the term, and from column 30 on its description.
std::string help_line(const std::string& words, const std::string& meaning) {
  constexpr std::size_t kColumn = 30;
  const std::string left = "  " + words;
  if (meaning.empty()) return left + "\n";
  if (left.size() + 1 > kColumn) return fmt::format("{}\n{:{}}{}\n", left, "", kColumn, meaning);
  return fmt::format("{:{}}{}\n", left, kColumn, meaning);
}

/// Makes CLI11 print help_text().
class HelpFormatter : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    std::string above;
    for (const CLI::App* up = app->get_parent(); up; up = up->get_parent())
      above = up->get_name() + (above.empty() ? "" : " " + above);
    return help_text(command_help_below(*app, above));
  }
};

}  // namespace

CommandHelp command_help(const CLI::App& app) { return command_help_below(app, ""); }

std::string option_words(const OptionHelp& option) {
  std::string words = fmt::format("{}", fmt::join(option.names, ","));
  if (option.takes == Takes::nothing) return words;
  if (!option.by_place) words += " " + option.value;
  if (!option.standard.empty()) words += "=" + option.standard;
  const bool says_more = option.value.size() >= 3 && option.value.ends_with("...");
  if ((option.takes == Takes::many || option.repeated) && !says_more) words += " ...";
  return words;
}

std::string option_meaning(const OptionHelp& option) {
  std::string meaning = option.meaning;
  // The words are appended only where the description does not name all of them.
  const bool said = std::all_of(option.words.begin(), option.words.end(), [&](const std::string& word) {
    return meaning.find(word) != std::string::npos;
  });
  if (!said) meaning += fmt::format(": {}", fmt::join(option.words, ", "));
  if (!option.least.empty()) meaning += fmt::format(" ({} to {})", option.least, option.most);
  if (option.required && !option.by_place) meaning += "; must be given";
  return meaning;
}

std::string usage_line(const CommandHelp& command) {
  std::string line = command.path;
  const auto by_name = [](const OptionHelp& option) { return !option.by_place; };
  if (std::any_of(command.options.begin(), command.options.end(), by_name)) line += " [OPTIONS]";
  for (const OptionHelp& option : command.options) {
    if (!option.by_place) continue;
    const std::string words = option.names.front() + (option.takes == Takes::many ? "..." : "");
    line += option.required ? " " + words : " [" + words + "]";
  }
  if (!command.subcommands.empty()) line += " SUBCOMMAND";
  return line;
}

std::string help_text(const CommandHelp& command) {
  std::string text = command.summary + "\nUsage: " + usage_line(command) + "\n";
  // Texts known by their place come first, then the options by heading, in the order of declaration.
  std::vector<std::string> headings;
  std::string places;
  for (const OptionHelp& option : command.options) {
    if (option.by_place)
      places += help_line(option_words(option), option_meaning(option));
    else if (std::find(headings.begin(), headings.end(), option.heading) == headings.end())
      headings.push_back(option.heading);
  }
  if (!places.empty()) text += "\nArguments:\n" + places;
  for (const std::string& heading : headings) {
    text += "\n" + heading + ":\n";
    for (const OptionHelp& option : command.options)
      if (!option.by_place && option.heading == heading)
        text += help_line(option_words(option), option_meaning(option));
  }
  if (!command.subcommands.empty()) text += "\nSubcommands:\n";
  for (const CommandHelp& sub : command.subcommands) text += help_line(sub.name, sub.summary);
  if (!command.footer.empty()) text += "\n" + command.footer + "\n";
  return text;
}

void use_help_text(CLI::App& app) { app.formatter(std::make_shared<HelpFormatter>()); }

}  // namespace grouser
