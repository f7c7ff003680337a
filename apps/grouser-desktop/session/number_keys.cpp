// SPDX-License-Identifier: BSD-3-Clause
// Walks the TOML documents of a scenario and lists every number under the key that --set takes, with the
// comment on its line.
#include "session/number_keys.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <sstream>

namespace grouser::desktop {
namespace {

/// Collects the numbers of one document; `keys` gets those that it does not have yet.
class KeyCollector {
 public:
  KeyCollector(const std::string& text, std::vector<NumberKey>& keys) : keys_(keys) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines_.push_back(line);
  }

  void visit(const toml::node& node, const std::string& key) {
    if (const toml::table* table = node.as_table()) {
      // toml++ sorts by name; people expect the order of the file.
      std::vector<std::pair<std::string, const toml::node*>> entries;
      for (const auto& [name, child] : *table) entries.emplace_back(std::string(name.str()), &child);
      std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
        return a.second->source().begin.line < b.second->source().begin.line;
      });
      for (const auto& [name, child] : entries) visit(*child, key.empty() ? name : key + "." + name);
    } else if (const toml::array* array = node.as_array()) {
      for (std::size_t k = 0; k < array->size(); ++k) visit(*array->get(k), key + "." + std::to_string(k));
    } else if (node.is_integer() || node.is_floating_point()) {
      if (find_number_key(keys_, key) == nullptr)
        keys_.push_back({key, node.value<double>().value_or(0.0), remark_of(node.source().begin.line)});
    }
  }

 private:
  /// The comment on a line, without its sign; empty if there is none.
  std::string remark_of(std::size_t line) const {
    if (line == 0 || line > lines_.size()) return "";
    const std::size_t hash = lines_[line - 1].find('#');
    if (hash == std::string::npos) return "";
    const std::size_t begin = lines_[line - 1].find_first_not_of("# ", hash);
    return begin == std::string::npos ? "" : lines_[line - 1].substr(begin);
  }
  std::vector<NumberKey>& keys_;
  std::vector<std::string> lines_;
};

}  // namespace

const NumberKey* find_number_key(const std::vector<NumberKey>& keys, const std::string& key) {
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const NumberKey& k) { return k.key == key; });
  return found == keys.end() ? nullptr : &*found;
}

std::vector<NumberKey> list_number_keys(const std::vector<InputDocument>& documents) {
  std::vector<NumberKey> all;
  bool soil_met = false;
  for (const InputDocument& document : documents) {
    // Keys of the scenario have no prefix. The first soil is "soil", the others "soil.NAME".
    std::string prefix = document.kind == "scenario" ? "" : document.kind;
    if (document.kind == "soil" && soil_met) prefix += "." + document.name;
    soil_met = soil_met || document.kind == "soil";
    try {
      const toml::table table = toml::parse(document.text);
      KeyCollector(document.text, all).visit(table, prefix);
    } catch (const toml::parse_error&) {
      continue;  // a document of another format has no keys
    }
  }
  return all;
}

}  // namespace grouser::desktop
