// SPDX-License-Identifier: BSD-3-Clause
// grouser man: writes the manual pages of grouser and its subcommands, for those who build and package it.
#include <fmt/format.h>

#include <iostream>

#include "command_table.hpp"
#include "common/options/man_page.hpp"
#include "common/options/man_texts.hpp"
#include "grouser/base/atomic_file.hpp"
#include "help/program_text.hpp"

namespace grouser::cli {
namespace {
namespace fs = std::filesystem;

struct ManArguments {
  std::string out;
};

int write_pages(const ManArguments& arguments) {
  const std::vector<ManPage> pages = man_pages(program_help(program_text(), kCommands), man_texts());
  fs::create_directories(arguments.out);
  for (const ManPage& page : pages) write_file_atomically(fs::path(arguments.out) / page.file, page.text);
  std::cout << fmt::format("{}: {} pages\n", arguments.out, pages.size());
  return kExitOk;
}

}  // namespace

void declare_man(Command& command) {
  auto& a = command.runs(write_pages);
  command.option("--out DIR", a.out, "Folder of the pages, made if missing; pages in it are replaced")
      .required();
  command.footer("Example: grouser man --out share/man/man1");
}

}  // namespace grouser::cli
