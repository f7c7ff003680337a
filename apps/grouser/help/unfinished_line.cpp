// SPDX-License-Identifier: BSD-3-Clause
// Builds the option tree from the command table and completes the words behind "complete --".
#include "unfinished_line.hpp"

#include <iostream>
#include <string_view>

#include "command_table.hpp"
#include "common/options/completion.hpp"
#include "known_values.hpp"
#include "program_text.hpp"

namespace grouser::cli {

bool asks_what_may_follow(int argc, char** argv) {
  using namespace std::string_view_literals;
  return argc >= 3 && argv[1] == "complete"sv && argv[2] == "--"sv;
}

int print_what_may_follow(int argc, char** argv) {
  const std::vector<std::string> words(argv + 3, argv + argc);
  std::cout << completion_text(complete(program_help(program_text(), kCommands), words, known_values));
  return kExitOk;
}

}  // namespace grouser::cli
