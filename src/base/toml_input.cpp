// SPDX-License-Identifier: BSD-3-Clause
// TomlTable: a view of one table of a parsed file, which notes each key that is read. Texts are bounded
// before they are parsed; finish() refuses every key that nobody has read. Errors name file and line, or the
// origin of a value that was set from outside.
#include "grouser/base/toml_input.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/base/near_files.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/base/shown_text.hpp"
#include "toml_limits.hpp"
#include "toml_node.hpp"
#include "toml_words.hpp"

namespace grouser {
namespace {
constexpr std::size_t kMaxTextBytes = 8u << 20;
constexpr std::size_t kShownKey = 60;   // characters shown of a refused key
constexpr std::size_t kShownLine = 60;  // bytes shown of a line that is not TOML

/// The line of a text, counted from 1, without blanks at its ends.
std::string line_of(std::string_view text, std::size_t number) {
  for (std::size_t k = 1; k < number; ++k) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return "";
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find_first_of("\r\n"));
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? "" : std::string(text.substr(first));
}

/// A number with a comma for its point, such as "0,15" in "radius = 0,15"; empty where the line has none.
std::string number_with_comma(const std::string& line) {
  static const std::regex pattern("^[^=#\"\\[]*=\\s*([-+]?[0-9]+,[0-9]+)\\s*(#.*)?$");
  std::smatch found;
  constexpr std::size_t kLongest = 500;  // letters: std::regex recurses once per letter
  return line.size() < kLongest && std::regex_match(line, found, pattern) ? found[1].str() : "";
}

/// The error for a text that is not TOML, with advice for three common faults: a decimal comma, a second
/// [header] where [[header]] is meant, and [[header]] beside [header].
InputError syntax_error(const toml::parse_error& e, std::string_view text, const std::string& file) {
  const auto& at = e.source().begin;
  const std::string place = fmt::format("{}:{}:{}", file, at.line, at.column);
  std::string line = clipped(line_of(text, at.line), kShownLine);
  std::replace(line.begin(), line.end(), '\0', ' ');  // a message ends at a zero byte
  std::string number = number_with_comma(line);
  if (!number.empty()) {
    const std::string found = "'" + number + "'";
    number[number.find(',')] = '.';
    return InputError(place, found, "a decimal point: " + number);
  }
  const std::string said(e.description());
  // A repeated [body] mostly means a list [[body]].
  const bool header = line.starts_with("[") && !line.starts_with("[[");
  if (header && said.find("redefine") != std::string::npos)
    return InputError(
        place, "a second " + line,
        "[" + line.substr(0, line.find(']') + 1) + "] (two brackets) where a file has several of them");
  if (line.starts_with("[[") && said.find("redefine") != std::string::npos) {
    const std::string name = line.substr(2, line.find(']') - 2);
    return InputError(
        place, fmt::format("[[{}]] beside a table [{}]", name, name),
        fmt::format("another name for the list, such as [[{}s]]: a name stands for one table or "
                    "for several",
                    name));
  }
  return InputError(place, fmt::format("'{}', which is not TOML ({})", line, said), "valid TOML");
}

/// The only place where text becomes a tree. Throws toml::parse_error and InputError.
toml::table parse_bounded(std::string_view text, const std::string& file) {
  if (text.size() > kMaxTextBytes)
    throw InputError(file, fmt::format("{} bytes", text.size()),
                     fmt::format("at most {} bytes of TOML", kMaxTextBytes));
  check_toml_limits(text, file);
  return toml::parse(text, file);
}

}  // namespace

std::string origin_of(const Override& o) {
  constexpr std::size_t kMostShown = 200;
  return clipped(o.origin.empty() ? "--set " + o.key + "=" + o.value : o.origin, kMostShown);
}

Override parse_override(const std::string& text, const std::string& option) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) throw InputError(option, "'" + text + "'", "key=value");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

TomlTable TomlTable::parse(std::string_view text, const std::string& file_name) {
  auto node = std::make_shared<Node>();
  try {
    node->root = std::make_shared<toml::table>(parse_bounded(text, file_name));
  } catch (const toml::parse_error& e) {
    throw syntax_error(e, text, file_name);
  }
  // A file may state its units, of which there is one system.
  refuse_zero_bytes(*node->root, {}, file_name);
  node->table = node->root.get();
  node->file = file_name;
  TomlTable table(node);
  if (table.string_or("units", "SI") != "SI")
    throw InputError(table.place("units"), "'" + table.string("units") + "'",
                     "\"SI\" (all numbers are SI; degrees only in keys ending _deg)");
  return table;
}

TomlTable TomlTable::load(const std::string& path) {
  refuse_signature(path, "a TOML file");
  if (std::error_code ec; !std::filesystem::exists(path, ec) && !ec)
    throw InputError(path, no_such_file(path), "a readable file");
  return parse(read_text_file(path, kMaxTextBytes), path);
}

namespace {

/// The element of a list that a part of a key names, by its number or its name; null if there is none.
toml::node* element_of(toml::array& array, const std::string& part, std::string& called) {
  for (std::size_t i = 0; i < array.size(); ++i) {
    called = element_name(*array.get(i), i);
    if (called == part || (is_number(part) && std::stoul(part) == i)) return array.get(i);
  }
  return nullptr;
}

/// Builds "body.chassis" from parts, for a message or a later look-up.
void extend(std::string& path, const std::string& part) { path += (path.empty() ? "" : ".") + part; }

/// The value as TOML, or as a string if it is not valid TOML.
toml::table parse_value(const Override& o) {
  toml::table wrapped;
  try {
    wrapped = parse_bounded("v = " + o.value, origin_of(o));
  } catch (const toml::parse_error&) {
    wrapped.insert_or_assign("v", o.value);
  }
  if (wrapped.size() != 1) throw InputError(origin_of(o), "'" + o.value + "'", "one TOML value");
  refuse_zero_bytes(wrapped, {}, origin_of(o));
  return wrapped;
}

std::vector<std::string> keys_of(const toml::table& table) {
  std::vector<std::string> keys;
  for (const auto& [key, node] : table) keys.emplace_back(key.str());
  return keys;
}

std::vector<std::string> keys_of(const toml::array& array) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < array.size(); ++i) names.push_back(element_name(*array.get(i), i));
  return names;
}

}  // namespace

void TomlTable::set(const Override& override_, bool create) {
  const std::string origin = origin_of(override_);
  check_key_parts(override_.key, origin.substr(0, kShownKey));
  toml::node* at = node_->table;
  std::string rest = override_.key, part, path, called;
  // Follow the parts of the key; a list's element may be named by its `name` or its number.
  for (auto dot = rest.find('.'); dot != std::string::npos; dot = rest.find('.')) {
    part = called = rest.substr(0, dot);
    std::vector<std::string> known;
    toml::node* next = nullptr;
    if (auto* table = at->as_table()) {
      next = table->get(part);
      if (!next && create) next = &table->insert_or_assign(part, toml::table{}).first->second;
      known = keys_of(*table);
    } else if (auto* array = at->as_array()) {
      next = element_of(*array, part, called);
      known = keys_of(*array);
    }
    if (!next || !(next->is_table() || next->is_array()))
      throw InputError(origin, "no table '" + part + "' in " + node_->file + did_you_mean(part, known),
                       "a key that the file has");
    at = next;
    extend(path, called);
    rest = rest.substr(dot + 1);
  }
  // The last part takes the value: a key of a table, or an existing element of a list.
  toml::table wrapped = parse_value(override_);
  if (auto* table = at->as_table()) {
    if (!create && !table->contains(rest))
      throw InputError(origin,
                       "no key '" + rest + "' in " + node_->file + did_you_mean(rest, keys_of(*table)),
                       "a key that the file has");
    table->insert_or_assign(rest, *wrapped.get("v"));
    extend(path, rest);
  } else if (auto* array = at->as_array()) {
    if (!is_number(rest) || std::stoul(rest) >= array->size())
      throw InputError(
          origin, "no element '" + rest + "'",
          array->empty() ? std::string("a list with elements") : fmt::format("0 to {}", array->size() - 1));
    array->replace(array->begin() + static_cast<std::ptrdiff_t>(std::stoul(rest)), *wrapped.get("v"));
  }
  // Messages about this value name the option that gave it instead of a line.
  node_->shared->origins[path] = origin;
}

bool TomlTable::has(std::string_view key) const {
  node_->mentioned.emplace(key);
  return node_->table->contains(key);
}
bool TomlTable::holds(std::string_view key) const { return node_->table->contains(key); }
bool TomlTable::is_table(std::string_view key) const {
  const toml::node* node = node_->table->get(key);
  return node && node->is_table();
}

// A table that exists becomes a child, so that finish() checks its keys as well.
TomlTable TomlTable::table(std::string_view key) const {
  const toml::node& node = node_->need(key, "a table [" + std::string(key) + "]");
  if (!node.is_table())
    throw InputError(node_->place_of(&node, key), describe(node), "a table [" + node_->full_key(key) + "]");
  return TomlTable(node_->child(*node_->table->get(key)->as_table(), std::string(key)));
}
TomlTable TomlTable::table_or_empty(std::string_view key) const {
  if (node_->find(key)) return table(key);
  // An absent table reads as an empty one of its own: all its keys take their defaults.
  auto node = std::make_shared<Node>();
  node->root = std::make_shared<toml::table>();
  node->table = node->root.get();
  node->file = node_->file;
  node->path = node_->full_key(key);
  node->shared = node_->shared;
  return TomlTable(node);
}
std::vector<TomlTable> TomlTable::tables(std::string_view key) const {
  std::vector<TomlTable> result;
  if (!node_->find(key)) return result;
  toml::node* node = node_->table->get(key);
  const std::string expected = "an array of tables [[" + node_->full_key(key) + "]]";
  if (!node->is_array()) throw InputError(node_->place_of(node, key), describe(*node), expected);
  std::size_t i = 0;
  for (toml::node& element : *node->as_array()) {
    if (!element.is_table()) throw InputError(node_->place_of(&element, key), describe(element), expected);
    result.push_back(
        TomlTable(node_->child(*element.as_table(), fmt::format("{}.{}", key, element_name(element, i++)))));
  }
  return result;
}

// Names in the order of the file, and all of them count as read.
std::vector<std::string> TomlTable::keys() const {
  std::vector<std::pair<toml::source_position, std::string>> found;
  for (const auto& [key, node] : *node_->table)
    found.emplace_back(node.source().begin, std::string(key.str()));
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (auto& [position, name] : found) {
    node_->asked.insert(name);
    names.push_back(name);
  }
  return names;
}

std::string TomlTable::place(std::string_view key) const {
  return node_->place_of(node_->table->get(key), key);
}
std::string TomlTable::place_at(std::string_view key) const {
  Node at;  // the table that has the key; nothing is opened by looking
  at.table = node_->table;
  at.file = node_->file;
  at.path = node_->path;
  at.shared = node_->shared;
  std::string part, called;
  // Tables and list elements are passed part by part; a list takes two parts, its name and the element's.
  for (std::size_t dot = key.find('.'); dot != std::string_view::npos; dot = key.find('.')) {
    part = key.substr(0, dot);
    toml::node* next = at.table->get(part);
    std::string_view rest = key.substr(dot + 1);
    if (next && next->is_array()) {
      const std::size_t end = std::min(rest.find('.'), rest.size());
      next = element_of(*next->as_array(), std::string(rest.substr(0, end)), called);
      extend(part, called);
      rest = rest.substr(std::min(end + 1, rest.size()));
    }
    if (!next || !next->is_table()) return fmt::format("{}: {}", at.file, at.full_key(key));
    at.table = next->as_table();
    extend(at.path, part);
    key = rest;
  }
  const std::string name(key);
  return at.place_of(at.table->get(name), name);
}
void TomlTable::explain(const char* help) const { node_->shared->help = help; }
const std::string& TomlTable::file() const { return node_->file; }

// The first unread key is an error; the message suggests the keys that were read or asked for.
void TomlTable::finish() const {
  for (const auto& [key, node] : *node_->table) {
    if (node_->asked.count(key.str())) continue;
    std::set<std::string, std::less<>> all = node_->asked;
    all.insert(node_->mentioned.begin(), node_->mentioned.end());
    const std::vector<std::string> known(all.begin(), all.end());
    throw InputError(node_->place_of(&node, key.str()),
                     "an unknown key" + did_you_mean(std::string(key.str()), known),
                     known.empty() ? "no keys here: nothing else in the file uses this table"
                                   : "one of: " + word_list(known));
  }
  for (const auto& child : node_->children) TomlTable(child).finish();
}

std::string TomlTable::to_text() const {
  std::ostringstream out;
  out << *node_->table << "\n";
  return out.str();
}

}  // namespace grouser
