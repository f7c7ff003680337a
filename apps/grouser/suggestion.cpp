#include "suggestion.hpp"

#include <algorithm>
#include <numeric>

namespace grouser::cli {

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1] ? 1 : 0);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

std::string nearest_word(const std::string& word, const std::vector<std::string>& known) {
  std::string best;
  // Up to a third of the letters may be wrong, at least two.
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const auto& candidate : known) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

std::string suggestion(const CLI::App& command, int argc, char** argv) {
  std::vector<std::string> known;
  for (const auto* option : command.get_options())
    for (const auto& name : option->get_lnames()) known.push_back("--" + name);
  const auto subcommands = command.get_subcommands([](const CLI::App*) { return true; });
  for (const auto* sub : subcommands) known.push_back(sub->get_name());
  for (int i = 1; i < argc; ++i) {
    const std::string word = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
    const bool option = word.rfind("--", 0) == 0;
    if (!option && subcommands.empty()) continue;
    if (std::find(known.begin(), known.end(), word) != known.end()) continue;
    const std::string near = nearest_word(word, known);
    if (!near.empty()) return ", did you mean '" + near + "'?";
  }
  return "";
}

}  // namespace grouser::cli
