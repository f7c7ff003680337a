// SPDX-License-Identifier: BSD-3-Clause
// The values of a TOML file as a flat list of dotted keys, for files whose tables name keys of other files.
#pragma once
#include <string>
#include <vector>

namespace grouser {

/// A value that is no table, at its dotted key ("drive.speed"). A part of a key that holds a dot is not
/// marked as such.
struct TomlLeaf {
  std::string key;
  std::string value;                  ///< as TOML
  std::vector<std::string> elements;  ///< of a list, each as TOML
  bool list = false;
  int line = 0;
};

/// All values of a text, or of the table at the top-level key `table`, whose name is left out of the keys;
/// in the order of the file. Tables within lists stay values. Throws InputError as TomlTable::parse() does.
std::vector<TomlLeaf> toml_leaves(const std::string& text, const std::string& file_name,
                                  const std::string& table = "");

}  // namespace grouser
