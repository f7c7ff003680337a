#include "grouser/base/toml_input.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <sstream>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/base/shown_text.hpp"
#include "toml_limits.hpp"
#include "toml_words.hpp"

namespace grouser {
namespace {
constexpr std::size_t kMaxTextBytes = 8u << 20;
constexpr std::size_t kShownKey = 60;  // characters shown of a refused key

/// The only place where text becomes a tree. Throws toml::parse_error and InputError.
toml::table parse_bounded(std::string_view text, const std::string& file) {
  if (text.size() > kMaxTextBytes)
    throw InputError(file, fmt::format("{} bytes", text.size()),
                     fmt::format("at most {} bytes of TOML", kMaxTextBytes));
  check_toml_limits(text, file);
  return toml::parse(text, file);
}

}  // namespace

struct TomlTable::Node {
  std::shared_ptr<toml::table> root;  // keeps everything below alive
  toml::table* table = nullptr;
  std::string file, path;  // path: "wheel.front_left" of this table inside the file
  // values given by set(), by full key; shared by all tables of the file
  std::shared_ptr<std::map<std::string, std::string>> origins =
      std::make_shared<std::map<std::string, std::string>>();
  mutable std::set<std::string, std::less<>> asked, mentioned;
  mutable std::vector<std::shared_ptr<Node>> children;
  mutable std::map<const toml::table*, std::size_t> child_of;  // its index among them

  std::string full_key(std::string_view key) const {
    if (path.empty()) return std::string(key);
    return key.empty() ? path : path + "." + std::string(key);
  }
  std::string place_of(const toml::node* node, std::string_view key) const {
    const auto line = node ? node->source().begin.line : table->source().begin.line;
    const std::string name = full_key(key);
    // the value, or a table that holds it, was given from outside
    for (std::string at = node ? name : path; !at.empty();
         at = at.substr(0, at.rfind('.') == std::string::npos ? 0 : at.rfind('.')))
      if (const auto found = origins->find(at); found != origins->end()) return found->second;
    return fmt::format("{}{}{}", file, line ? fmt::format(":{}", line) : "", name.empty() ? "" : ": " + name);
  }
  const toml::node* find(std::string_view key) const {
    asked.insert(std::string(key));
    return table->get(key);
  }
  const toml::node& need(std::string_view key, const std::string& expected) const {
    const toml::node* node = find(key);
    if (!node) throw InputError(place_of(nullptr, key), "nothing", expected);
    return *node;
  }
  double checked(const toml::node& node, std::string_view key, const NumberRange& range) const {
    const auto value = node.is_number() ? node.value<double>() : std::nullopt;
    const bool ok = value && std::isfinite(*value) && *value <= range.max &&
                    (range.open_min ? *value > range.min : *value >= range.min);
    if (!ok) throw InputError(place_of(&node, key), describe(node), range_text(range));
    return *value;
  }
  std::shared_ptr<Node> child(toml::table& sub, const std::string& name) const {
    if (const auto known = child_of.find(&sub); known != child_of.end()) return children[known->second];
    auto node = std::make_shared<Node>();
    node->root = root;
    node->table = &sub;
    node->file = file;
    node->path = full_key(name);
    child_of.emplace(&sub, children.size());
    node->origins = origins;
    children.push_back(node);
    return node;
  }
};

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
    throw InputError(fmt::format("{}:{}:{}", file_name, e.source().begin.line, e.source().begin.column),
                     fmt::format("no TOML ({})", e.description()), "valid TOML");
  }
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
      throw InputError(origin, "no element '" + rest + "'", fmt::format("0 to {}", array->size() - 1));
    array->replace(array->begin() + static_cast<std::ptrdiff_t>(std::stoul(rest)), *wrapped.get("v"));
  }
  (*node_->origins)[path] = origin;
}

bool TomlTable::has(std::string_view key) const {
  node_->mentioned.emplace(key);
  return node_->table->contains(key);
}
bool TomlTable::is_table(std::string_view key) const {
  const toml::node* node = node_->table->get(key);
  return node && node->is_table();
}

double TomlTable::number(std::string_view key, NumberRange range) const {
  return node_->checked(node_->need(key, range_text(range)), key, range);
}
double TomlTable::number_or(std::string_view key, double fallback, NumberRange range) const {
  const toml::node* node = node_->find(key);
  return node ? node_->checked(*node, key, range) : fallback;
}
double TomlTable::angle_deg(std::string_view key, NumberRange range) const {
  return number(key, range) * std::numbers::pi / 180.0;
}
double TomlTable::angle_deg_or(std::string_view key, double fallback_deg, NumberRange range) const {
  return number_or(key, fallback_deg, range) * std::numbers::pi / 180.0;
}
int TomlTable::integer(std::string_view key, int min, int max) const {
  const std::string expected = fmt::format("a whole number from {} to {}", min, max);
  const toml::node& node = node_->need(key, expected);
  const auto value = node.is_integer() ? node.value<std::int64_t>() : std::nullopt;
  if (!value || *value < min || *value > max)
    throw InputError(node_->place_of(&node, key), describe(node), expected);
  return static_cast<int>(*value);
}
int TomlTable::integer_or(std::string_view key, int fallback, int min, int max) const {
  return node_->find(key) ? integer(key, min, max) : fallback;
}
bool TomlTable::boolean_or(std::string_view key, bool fallback) const {
  const toml::node* node = node_->find(key);
  if (!node) return fallback;
  if (!node->is_boolean()) throw InputError(node_->place_of(node, key), describe(*node), "true or false");
  return node->as_boolean()->get();
}
std::string TomlTable::string(std::string_view key) const {
  const toml::node& node = node_->need(key, "a text in quotes");
  if (!node.is_string()) throw InputError(node_->place_of(&node, key), describe(node), "a text in quotes");
  return node.as_string()->get();
}
std::string TomlTable::string_or(std::string_view key, const std::string& fallback) const {
  return node_->find(key) ? string(key) : fallback;
}
int TomlTable::choice(std::string_view key, const std::vector<std::string>& allowed) const {
  const std::string text = string(key);
  for (std::size_t i = 0; i < allowed.size(); ++i)
    if (allowed[i] == text) return static_cast<int>(i);
  throw InputError(place(key), "\"" + text + "\"" + did_you_mean(text, allowed),
                   fmt::format("one of: {}", fmt::join(allowed, ", ")));
}
int TomlTable::choice_or(std::string_view key, const std::string& fallback,
                         const std::vector<std::string>& allowed) const {
  if (node_->find(key)) return choice(key, allowed);
  return static_cast<int>(std::find(allowed.begin(), allowed.end(), fallback) - allowed.begin());
}

std::vector<double> TomlTable::number_list_or_empty(std::string_view key, NumberRange range,
                                                    std::size_t max_count) const {
  const toml::node* node = node_->find(key);
  if (!node) return {};
  if (!node->is_array() || node->as_array()->size() > max_count)
    throw InputError(node_->place_of(node, key), describe(*node),
                     fmt::format("an array of at most {} numbers", max_count));
  std::vector<double> values;
  for (const toml::node& element : *node->as_array()) values.push_back(node_->checked(element, key, range));
  return values;
}
std::vector<double> TomlTable::numbers(std::string_view key, std::size_t n, NumberRange range) const {
  const toml::node& node = node_->need(key, fmt::format("an array of {} numbers", n));
  if (!node.is_array() || node.as_array()->size() != n)
    throw InputError(node_->place_of(&node, key), describe(node),
                     fmt::format("an array of {} numbers in {}", n, range.unit));
  return number_list_or_empty(key, range, n);
}
std::vector<std::vector<double>> TomlTable::number_rows(std::string_view key, std::size_t columns,
                                                        NumberRange range, std::size_t max_rows) const {
  const std::string expected = fmt::format("an array of at most {} rows of {} numbers", max_rows, columns);
  const toml::node& node = node_->need(key, expected);
  if (!node.is_array() || node.as_array()->size() > max_rows)
    throw InputError(node_->place_of(&node, key), describe(node), expected);
  std::vector<std::vector<double>> rows;
  for (const toml::node& row : *node.as_array()) {
    if (!row.is_array() || row.as_array()->size() != columns)
      throw InputError(node_->place_of(&row, key), describe(row), expected);
    rows.emplace_back();
    for (const toml::node& element : *row.as_array())
      rows.back().push_back(node_->checked(element, key, range));
  }
  return rows;
}
std::array<double, 3> TomlTable::vec3(std::string_view key, const char* unit) const {
  const auto v = numbers(key, 3, any_number(unit));
  return {v[0], v[1], v[2]};
}
std::array<double, 3> TomlTable::vec3_or(std::string_view key, std::array<double, 3> fallback,
                                         const char* unit) const {
  return node_->find(key) ? vec3(key, unit) : fallback;
}
std::vector<std::string> TomlTable::string_list_or_empty(std::string_view key) const {
  const toml::node* node = node_->find(key);
  if (!node) return {};
  std::vector<std::string> values;
  if (node->is_array())
    for (const toml::node& element : *node->as_array())
      if (element.is_string()) values.push_back(element.as_string()->get());
  if (!node->is_array() || values.size() != node->as_array()->size())
    throw InputError(node_->place_of(node, key), describe(*node), "an array of texts");
  return values;
}

TomlTable TomlTable::table(std::string_view key) const {
  const toml::node& node = node_->need(key, "a table [" + std::string(key) + "]");
  if (!node.is_table())
    throw InputError(node_->place_of(&node, key), describe(node), "a table [" + node_->full_key(key) + "]");
  return TomlTable(node_->child(*node_->table->get(key)->as_table(), std::string(key)));
}
TomlTable TomlTable::table_or_empty(std::string_view key) const {
  if (node_->find(key)) return table(key);
  auto node = std::make_shared<Node>();
  node->root = std::make_shared<toml::table>();
  node->table = node->root.get();
  node->file = node_->file;
  node->path = node_->full_key(key);
  node->origins = node_->origins;
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
const std::string& TomlTable::file() const { return node_->file; }

void TomlTable::finish() const {
  for (const auto& [key, node] : *node_->table) {
    if (node_->asked.count(key.str())) continue;
    std::set<std::string, std::less<>> all = node_->asked;
    all.insert(node_->mentioned.begin(), node_->mentioned.end());
    const std::vector<std::string> known(all.begin(), all.end());
    throw InputError(node_->place_of(&node, key.str()),
                     "an unknown key" + did_you_mean(std::string(key.str()), known),
                     "one of: " + word_list(known));
  }
  for (const auto& child : node_->children) TomlTable(child).finish();
}

std::string TomlTable::to_text() const {
  std::ostringstream out;
  out << *node_->table << "\n";
  return out.str();
}

}  // namespace grouser
