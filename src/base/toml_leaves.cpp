// SPDX-License-Identifier: BSD-3-Clause
// Lists the plain values of a TOML document with their dotted keys and lines, in the order of the file.
// Arrays are leaves; tables inside arrays are not entered.
#include "grouser/base/toml_leaves.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <sstream>

#include "grouser/base/toml_input.hpp"

namespace grouser {
namespace {

/// A value as TOML; a number as the shortest text that reads back to it.
std::string leaf_text(const toml::node& node) {
  if (const auto* number = node.as_floating_point()) {
    const std::string text = fmt::format("{}", number->get());
    // TOML reads a number without point or exponent as an integer; the letters cover nan and inf.
    return text.find_first_of(".enia") == std::string::npos ? text + ".0" : text;
  }
  std::ostringstream out;
  node.visit([&out](const auto& value) { out << value; });
  return out.str();
}

/// Appends the leaves of a table and of the tables below it, in the order of the parser's map.
void collect_leaves(const toml::table& table, const std::string& prefix, std::vector<TomlLeaf>& leaves) {
  for (const auto& [key, node] : table) {
    const std::string name = prefix + std::string(key.str());
    if (const toml::table* child = node.as_table()) {
      collect_leaves(*child, name + ".", leaves);
      continue;
    }
    TomlLeaf leaf{.key = name, .value = leaf_text(node), .elements = {}};
    leaf.line = static_cast<int>(node.source().begin.line);
    if (const toml::array* array = node.as_array()) {
      leaf.list = true;
      for (const toml::node& element : *array) leaf.elements.push_back(leaf_text(element));
    }
    leaves.push_back(std::move(leaf));
  }
}

}  // namespace

std::vector<TomlLeaf> toml_leaves(const std::string& text, const std::string& file_name,
                                  const std::string& table) {
  TomlTable::parse(text, file_name);  // its bounds and its messages
  const toml::table root = toml::parse(text, file_name);
  std::vector<TomlLeaf> leaves;
  const toml::node* from = table.empty() ? &root : root.get(table);
  if (from && from->is_table()) collect_leaves(*from->as_table(), "", leaves);
  std::stable_sort(leaves.begin(), leaves.end(),
                   [](const TomlLeaf& a, const TomlLeaf& b) { return a.line < b.line; });
  return leaves;
}

}  // namespace grouser
