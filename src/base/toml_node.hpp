// SPDX-License-Identifier: BSD-3-Clause
// A table of a parsed file, as TomlTable holds it. Private to the base module.
#pragma once
#include <fmt/format.h>
#include <toml++/toml.h>

#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "grouser/base/error.hpp"
#include "grouser/base/missing_keys.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/base/toml_input.hpp"
#include "toml_words.hpp"

namespace grouser {

/// One table of a file: its tree, the keys that were read, and the tables inside it that were opened. Readers
/// take TomlTable as const, so that the record of what they read is mutable.
struct TomlTable::Node {
  std::shared_ptr<toml::table> root;  // keeps everything below alive
  toml::table* table = nullptr;
  std::string file, path;  // path: "wheel.front_left" of this table inside the file
  /// Shared by all tables of the file.
  struct File {
    std::map<std::string, std::string> origins;  ///< of values given by set(), by full key
    std::vector<KeyNote> notes;                  ///< of every value that was asked for, in that order
    std::vector<const toml::node*> noted;        ///< its value, or null
    const char* help = "";                       ///< of the note that follows
  };
  std::shared_ptr<File> shared = std::make_shared<File>();
  // asked: keys that were read; mentioned: keys that were only asked for, by has()
  mutable std::set<std::string, std::less<>> asked, mentioned;
  mutable std::vector<std::shared_ptr<Node>> children;
  mutable std::map<const toml::table*, std::size_t> child_of;  // its index among them

  /// "wheel.front_left.radius" for the key "radius"; the table's own name for "".
  std::string full_key(std::string_view key) const {
    if (path.empty()) return std::string(key);
    return key.empty() ? path : path + "." + std::string(key);
  }
  /// Place of a value for messages: the option that set it or one of its tables, or else file, line and full
  /// key. A missing value (null) has the line of its table.
  std::string place_of(const toml::node* node, std::string_view key) const {
    const auto line = node ? node->source().begin.line : table->source().begin.line;
    const std::string name = full_key(key);
    // The value, or a table that holds it, may have been given from outside.
    for (std::string at = node ? name : path; !at.empty();
         at = at.substr(0, at.rfind('.') == std::string::npos ? 0 : at.rfind('.')))
      if (const auto found = shared->origins.find(at); found != shared->origins.end()) return found->second;
    return fmt::format("{}{}{}", file, line ? fmt::format(":{}", line) : "", name.empty() ? "" : ": " + name);
  }
  /// Notes what is asked for; `note.key` is the key within this table.
  void note(KeyNote note) const {
    const toml::node* value = table->get(note.key);
    note.key = full_key(note.key);
    note.help = std::exchange(shared->help, "");
    shared->notes.push_back(std::move(note));
    shared->noted.push_back(value);
  }
  /// The value of a key, which counts as read; null if there is none.
  const toml::node* find(std::string_view key) const {
    asked.insert(std::string(key));
    return table->get(key);
  }
  /// As find(), but throws MissingKey if there is none.
  const toml::node& need(std::string_view key, const std::string& expected) const {
    const toml::node* node = find(key);
    if (!node) throw MissingKey(full_key(key), place_of(nullptr, key), expected + meant_for(key));
    return *node;
  }
  /// "; is it 'durtion'?" of a key that the table has and nobody has asked for, or "".
  std::string meant_for(std::string_view key) const {
    std::vector<std::string> unasked;
    for (const auto& [name, value] : *table)
      if (!asked.contains(name.str())) unasked.emplace_back(name.str());
    const std::string meant = misspelling_of(std::string(key), unasked);
    return meant.empty() ? "" : "; is it '" + meant + "', which stands there?";
  }
  /// The number, if it is finite and in the range; throws InputError otherwise.
  double checked(const toml::node& node, std::string_view key, const NumberRange& range) const {
    const auto value = node.is_number() ? node.value<double>() : std::nullopt;
    const bool ok = value && std::isfinite(*value) && *value <= range.max &&
                    (range.open_min ? *value > range.min : *value >= range.min);
    if (!ok) throw InputError(place_of(&node, key), describe(node), range_text(range));
    return *value;
  }
  /// The node of a table inside this one; the same one each time, so that what is read accumulates.
  std::shared_ptr<Node> child(toml::table& sub, const std::string& name) const {
    if (const auto known = child_of.find(&sub); known != child_of.end()) return children[known->second];
    auto node = std::make_shared<Node>();
    node->root = root;
    node->table = &sub;
    node->file = file;
    node->path = full_key(name);
    child_of.emplace(&sub, children.size());
    node->shared = shared;
    children.push_back(node);
    return node;
  }
};

}  // namespace grouser
