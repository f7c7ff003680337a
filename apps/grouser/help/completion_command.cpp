// SPDX-License-Identifier: BSD-3-Clause
// grouser completion: scripts that let shells complete typed words.
#include <iostream>

#include "commands.hpp"
#include "common/options/completion.hpp"

namespace grouser::cli {
namespace {

struct CompletionArguments {
  std::string shell;
};

int print_script(const CompletionArguments& arguments) {
  std::cout << completion_script(arguments.shell, "grouser");
  return kExitOk;
}

}  // namespace

void declare_completion(Command& command) {
  auto& a = command.runs(print_script);
  command.argument("SHELL", a.shell, "bash, zsh or fish").one_of({"bash", "zsh", "fish"});
  command.footer(
      "Example: grouser completion bash > ~/.local/share/bash-completion/completions/grouser\n"
      "         grouser completion zsh > ~/.zsh/completions/_grouser   (a folder of $fpath)\n"
      "         grouser completion fish > ~/.config/fish/completions/grouser.fish\n"
      "An installation has the three scripts where the shells look for them.");
}

}  // namespace grouser::cli
