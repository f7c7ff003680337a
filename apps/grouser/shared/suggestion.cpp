#include "suggestion.hpp"

#include <algorithm>

#include "grouser/base/near_words.hpp"

namespace grouser::cli {

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
    if (const std::string meant = did_you_mean(word, known); !meant.empty()) return meant;
  }
  return "";
}

}  // namespace grouser::cli
