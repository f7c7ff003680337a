// SPDX-License-Identifier: BSD-3-Clause
// Manual pages in the language of groff's man macros (groff_man(7)), made from the options of a command line.
#pragma once
#include <string>
#include <vector>

#include "common/options/option_tree.hpp"

namespace grouser {

/// The texts that all pages of a program share.
struct ManTexts {
  std::string version;                                         ///< "0.2.0"
  std::string date;                                            ///< of the release, "2026-11-28"
  std::vector<std::pair<std::string, std::string>> exits;      ///< exit code, its meaning
  std::vector<std::pair<std::string, std::string>> variables;  ///< of the environment
  std::vector<std::string> see_also;                           ///< other programs with pages in section 1
};

/// A page: the name of its file and its text.
struct ManPage {
  std::string file;  ///< "grouser-campaign-status.1"
  std::string text;
};

/// A page for the program and one for each of its subcommands.
std::vector<ManPage> man_pages(const CommandHelp& program, const ManTexts& texts);

}  // namespace grouser
