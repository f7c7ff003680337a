// SPDX-License-Identifier: BSD-3-Clause
// Writes pages in the requests of groff_man(7): NAME, SYNOPSIS, SUBCOMMANDS, ARGUMENTS, OPTIONS, EXAMPLES,
// NOTES, EXIT STATUS, ENVIRONMENT and SEE ALSO, for the program and then recursively for each subcommand.
#include "man_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace grouser {
namespace {

/// The text with every `sign` replaced.
std::string replaced(std::string text, char sign, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(sign, at)) != std::string::npos; at += by.size())
    text.replace(at, 1, by);
  return text;
}

/// Text that groff prints as it is: hyphens that can be copied, no requests at the beginning of a line.
std::string plain(const std::string& text) {
  std::string out = replaced(text, '\\', "\\e");
  out = replaced(replaced(replaced(out, '-', "\\-"), '\'', "\\(aq"), '^', "\\(ha");
  out = replaced(replaced(out, '`', "\\(ga"), '~', "\\(ti");
  return !out.empty() && out.front() == '.' ? "\\&" + out : out;
}

/// An argument of a macro.
std::string macro_argument(const std::string& text) {
  return "\"" + replaced(plain(text), '"', "\\(dq") + "\"";
}

/// "grouser campaign run" becomes "grouser-campaign-run".
std::string page_name(const std::string& path) { return replaced(path, ' ', "-"); }

/// One entry of a list of options: names, value, meaning and default.
std::string option_part(const OptionHelp& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names)
    names.push_back((option.by_place ? "\\fI" : "\\fB") + plain(name) + "\\fP");
  std::string words = fmt::format("{}", fmt::join(names, ", "));
  const bool several = option.takes == Takes::many || option.repeated;
  if (option.takes != Takes::nothing && !option.by_place) words += " \\fI" + plain(option.value) + "\\fP";
  if (several && !option.value.ends_with("...")) words += " ...";
  std::string meaning = plain(option_meaning(option));
  if (!option.standard.empty()) meaning += fmt::format(" [default: {}]", plain(option.standard));
  return ".TP\n" + words + "\n" + (meaning.empty() ? "\\&" : meaning) + "\n";
}

/// The arguments known by their place, then the options below their headings, in the order of the help.
std::string options_part(const CommandHelp& command) {
  std::string places, text;
  std::vector<std::string> headings;
  for (const OptionHelp& option : command.options) {
    if (option.by_place)
      places += option_part(option);
    else if (std::find(headings.begin(), headings.end(), option.heading) == headings.end())
      headings.push_back(option.heading);
  }
  if (!places.empty()) text += ".SH ARGUMENTS\n" + places;
  text += headings.empty() ? "" : ".SH OPTIONS\n";
  for (const std::string& heading : headings) {
    if (heading != "Options") text += ".SS " + macro_argument(heading) + "\n";
    for (const OptionHelp& option : command.options)
      if (!option.by_place && option.heading == heading) text += option_part(option);
  }
  return text;
}

/// The footer's examples as they are, its other lines as text.
std::string footer_part(const std::string& footer) {
  std::string examples, notes, line;
  bool in_examples = false;
  for (std::istringstream lines(footer); std::getline(lines, line);) {
    const bool first = line.rfind("Example", 0) == 0;
    in_examples = first || (in_examples && line.rfind("  ", 0) == 0);
    if (first) line.erase(0, line.find(':') + 1);
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == std::string::npos) continue;
    (in_examples ? examples : notes) += plain(line.substr(begin)) + (in_examples ? "\n" : "\n.br\n");
  }
  if (!notes.empty()) notes = ".SH NOTES\n" + notes.substr(0, notes.size() - 4);
  return (examples.empty() ? "" : ".SH EXAMPLES\n.nf\n" + examples + ".fi\n") + notes;
}

/// A section of pairs, each a bold name and its meaning; "" if there are none.
std::string pairs_part(const std::string& heading,
                       const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::string text = pairs.empty() ? "" : ".SH " + macro_argument(heading) + "\n";
  for (const auto& [name, meaning] : pairs)
    text += fmt::format(".TP\n.B {}\n{}\n", plain(name), plain(meaning));
  return text;
}

/// Appends the page of a command and those of its subcommands. related: pages for SEE ALSO.
void add_pages(const CommandHelp& command, const std::vector<std::string>& related, const ManTexts& texts,
               std::vector<ManPage>& pages) {
  // Head of the page: title line, name, synopsis.
  std::string upper = page_name(command.path);
  std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
  std::string text = fmt::format(".\\\" Made from the program's own help.\n.TH {} 1 {} {} {}\n",
                                 macro_argument(upper), "\"" + texts.date + "\"",
                                 macro_argument("grouser " + texts.version), macro_argument("Grouser"));
  text += fmt::format(".SH NAME\n{} \\- {}\n", plain(page_name(command.path)), plain(command.summary));
  text += fmt::format(
      ".SH SYNOPSIS\n.B {}\n{}\n", plain(command.path),
      plain(usage_line(command).substr(std::min(usage_line(command).size(), command.path.size() + 1))));
  // Subcommands, whose own pages refer to each other and to this one.
  std::vector<std::string> below;
  if (!command.subcommands.empty()) text += ".SH SUBCOMMANDS\n";
  for (const CommandHelp& sub : command.subcommands) {
    text += fmt::format(".TP\n.BR {} (1)\n{}\n", plain(page_name(sub.path)), plain(sub.summary));
    below.push_back(page_name(sub.path));
  }
  text += options_part(command) + footer_part(command.footer) + pairs_part("EXIT STATUS", texts.exits) +
          pairs_part("ENVIRONMENT", texts.variables);
  std::string also;
  for (const std::string& page : related)
    if (page != page_name(command.path))
      also += fmt::format("{}.BR {} (1)", also.empty() ? "" : " ,\n", plain(page));
  if (!also.empty()) text += ".SH SEE ALSO\n" + also + "\n";
  pages.push_back({page_name(command.path) + ".1", text});
  below.insert(below.begin(), page_name(command.path));
  for (const CommandHelp& sub : command.subcommands) add_pages(sub, below, texts, pages);
}

}  // namespace

std::vector<ManPage> man_pages(const CommandHelp& program, const ManTexts& texts) {
  std::vector<ManPage> pages;
  add_pages(program, texts.see_also, texts, pages);
  return pages;
}

}  // namespace grouser
