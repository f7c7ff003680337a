// SPDX-License-Identifier: BSD-3-Clause
// Looks at the words of the line in order; values of options are compared only where a subcommand may be.
#include "suggestion.hpp"

#include <algorithm>

#include "grouser/base/near_words.hpp"

namespace grouser::cli {

std::string suggestion(const KnownWords& known, int argc, char** argv) {
  std::vector<std::string> words = known.options;
  words.insert(words.end(), known.subcommands.begin(), known.subcommands.end());
  for (int i = 1; i < argc; ++i) {
    const std::string word = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
    const bool option = word.rfind("--", 0) == 0;
    if (!option && known.subcommands.empty()) continue;
    if (std::find(words.begin(), words.end(), word) != words.end()) continue;
    if (const std::string meant = did_you_mean(word, words); !meant.empty()) return meant;
  }
  return "";
}

}  // namespace grouser::cli
