// SPDX-License-Identifier: BSD-3-Clause
// grouser man: writes the manual pages of grouser, its subcommands and grouser-mpi, for those who build and
// package it.
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

/// A text known by its place in the line, which must be given.
OptionHelp required_text(const std::string& name, const std::string& meaning) {
  OptionHelp text;
  text.names = {name};
  text.by_place = text.required = true;
  text.takes = Takes::one;
  text.meaning = meaning;
  return text;
}

/// The help of grouser-mpi. That program has no parser of options, so its page is made here.
CommandHelp mpi_help() {
  CommandHelp help;
  help.name = help.path = "grouser-mpi";
  help.summary = "Hands the tasks of a campaign to the ranks of Open MPI";
  help.footer =
      "Example: mpirun -np 5 grouser-mpi /usr/bin/grouser landings\n"
      "'grouser campaign run --engine mpi' starts it under mpirun. Rank 0 hands the tasks out; each other "
      "rank "
      "computes one task after the other.";
  help.options = {required_text("GROUSER", "The program grouser, which computes a task"),
                  required_text("DIR", "Folder of the campaign")};
  return help;
}

/// Writes all pages into the folder, which is made if it is missing.
int write_pages(const ManArguments& arguments) {
  std::vector<ManPage> pages = man_pages(program_help(program_text(), kCommands), man_texts());
  for (ManPage& page : man_pages(mpi_help(), man_texts())) pages.push_back(std::move(page));
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
