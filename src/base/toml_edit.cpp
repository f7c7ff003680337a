// SPDX-License-Identifier: BSD-3-Clause
// Sets one key in the text of a TOML file and keeps its remarks and its order. The edit works on lines, by
// the positions that the parser gives; the result counts only if it parses to what set() makes of the
// document, and otherwise the canonical text of the whole document is returned.
#include "grouser/base/toml_edit.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <optional>

#include "grouser/base/error.hpp"
#include "grouser/base/toml_text.hpp"
#include "toml_words.hpp"

namespace grouser {
namespace {

using Lines = std::vector<std::string>;

/// Lines without their "\n"; the last one is empty if the text ends with it.
Lines split(const std::string& text) {
  Lines lines(1);
  for (const char c : text) {
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  }
  return lines;
}

std::string join(const Lines& lines) {
  std::string text;
  for (std::size_t k = 0; k < lines.size(); ++k) text += (k ? "\n" : "") + lines[k];
  return text;
}

/// Byte of a column, which counts characters (UTF-8) from 1.
std::size_t byte_of(const std::string& line, std::size_t column) {
  std::size_t byte = 0;
  for (std::size_t character = 1; byte < line.size(); ++byte) {
    const bool continued = (static_cast<unsigned char>(line[byte]) & 0xC0u) == 0x80u;
    if (!continued && character++ == column) return byte;
  }
  return byte;
}

/// Place of a key in the document; the key may not exist yet.
struct Place {
  const toml::table* table = nullptr;  // the table that holds it
  const toml::node* value = nullptr;   // null: not yet there
  std::string last;                    // part of the key
};

/// Follows a dotted key through tables and lists (elements by name or number); nothing if a part on its path
/// is missing. Only the last part may be new, and only in a table.
std::optional<Place> find_place(const toml::table& root, const std::string& key) {
  const toml::node* at = &root;
  Place place{&root, nullptr, key};
  for (std::size_t from = 0;;) {
    const std::size_t dot = key.find('.', from);
    const std::string part = key.substr(from, dot == std::string::npos ? dot : dot - from);
    const toml::node* next = nullptr;
    if (const toml::table* table = at->as_table()) {
      next = table->get(part);
      place.table = table;
    } else if (const toml::array* array = at->as_array()) {
      for (std::size_t i = 0; i < array->size() && !next; ++i)
        if (element_name(*array->get(i), i) == part || part == std::to_string(i)) next = array->get(i);
    }
    place.last = part;
    place.value = next;
    if (dot == std::string::npos) return next || at->is_table() ? std::optional(place) : std::nullopt;
    if (!next) return std::nullopt;
    at = next;
    from = dot + 1;
  }
}

/// Puts new text in the place of a value, which may span several lines; false if its position is unknown.
bool replace_value(Lines& lines, const toml::node& value, const std::string& text) {
  const toml::source_region& s = value.source();
  if (s.begin.line == 0 || s.end.line > lines.size() || s.end.line < s.begin.line) return false;
  // Joins what precedes the value in its first line and what follows it in its last one.
  std::string& first = lines[s.begin.line - 1];
  const std::string& last = lines[s.end.line - 1];
  const std::size_t begin = byte_of(first, s.begin.column), end = byte_of(last, s.end.column);
  first = first.substr(0, begin) + text + last.substr(std::min(end, last.size()));
  lines.erase(lines.begin() + static_cast<long>(s.begin.line), lines.begin() + static_cast<long>(s.end.line));
  return true;
}

/// Adds a line after the last plain value of the table, or after its header.
void add_line(Lines& lines, const toml::table& table, bool root, const std::string& line) {
  std::size_t after = root ? 0 : table.source().begin.line;
  for (const auto& [name, child] : table) {
    const bool has_header = child.is_table() || child.is_array_of_tables();
    if (!has_header) after = std::max<std::size_t>(after, child.source().end.line);
  }
  lines.insert(lines.begin() + static_cast<long>(std::min(after, lines.size())), line);
}

/// The name in a line "[name]" or "[[name]]", without blanks; empty for any other line.
std::string header_name(const std::string& line) {
  std::string name;
  for (const char c : line.substr(0, line.find('#')))
    if (c != ' ' && c != '\t' && c != '\r') name += c;
  if (name.size() < 3 || name.front() != '[' || name.back() != ']') return "";
  name = name.substr(1, name.size() - 2);
  if (name.front() == '[' && name.back() == ']') name = name.substr(1, name.size() - 2);
  return name;
}

bool has_header(const Lines& lines, const std::string& key) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return header_name(line) == key; });
}

/// Removes a table that has a header, and the tables below it. Remarks and blank lines at its end stay: they
/// belong to the next table.
void erase_table(Lines& lines, const std::string& key) {
  Lines kept, waiting;
  bool inside = false;
  for (const std::string& line : lines) {
    const std::string name = header_name(line);
    if (!name.empty()) inside = name == key || name.rfind(key + ".", 0) == 0;
    const std::size_t first = line.find_first_not_of(" \t\r");
    // Lines without content wait until the next line decides whose they are.
    const bool says_nothing = first == std::string::npos || line[first] == '#';
    if (inside && says_nothing) {
      waiting.push_back(line);
      continue;
    }
    if (!inside) kept.insert(kept.end(), waiting.begin(), waiting.end());
    waiting.clear();
    if (!inside) kept.push_back(line);
  }
  kept.insert(kept.end(), waiting.begin(), waiting.end());
  lines = std::move(kept);
}

/// The text with the key set, by one of five edits; nothing if none of them fits.
std::optional<std::string> edited_in_place(const std::string& text, const toml::table& root,
                                           const Override& change, const std::string& value) {
  const std::optional<Place> place = find_place(root, change.key);
  Lines lines = split(text);
  const toml::table* old_table = place && place->value ? place->value->as_table() : nullptr;
  // A table of the root becomes a plain key of the root, so its header and its lines go.
  if (old_table && !old_table->is_inline() && place->table == &root) {
    erase_table(lines, change.key);
    add_line(lines, root, true, change.key + " = " + value);
  } else if (place && place->value && has_header(lines, change.key)) {  // [[key]] becomes key = [...]
    add_line(lines, *place->table, place->table == &root, place->last + " = " + value);
    erase_table(lines, change.key);
  } else if (place && place->value) {
    // A plain value is replaced where it is.
    if (!replace_value(lines, *place->value, value)) return std::nullopt;
  } else if (place) {
    // A new key of a table that exists.
    add_line(lines, *place->table, place->table == &root, place->last + " = " + value);
  } else {
    // A new table at the end of the text.
    const std::size_t dot = change.key.rfind('.');
    if (dot == std::string::npos) return std::nullopt;
    if (!lines.back().empty()) lines.emplace_back();
    lines.insert(lines.end() - 1,
                 {"", "[" + change.key.substr(0, dot) + "]", change.key.substr(dot + 1) + " = " + value});
  }
  return join(lines);
}

/// Canonical text of the document that `text` holds; nothing if it is no longer valid TOML.
std::optional<std::string> meaning_of(const std::string& text, const std::string& file_name) {
  try {
    return TomlTable::parse(text, file_name).to_text();
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

std::string set_in_toml(const std::string& text, const std::string& file_name, const Override& change) {
  TomlTable wanted = TomlTable::parse(text, file_name);
  wanted.set(change);
  const std::string meaning = wanted.to_text();
  const toml::table root = toml::parse(text, file_name);
  // The value as it was given, or quoted where it is no TOML value: the first edit that has the wanted
  // meaning.
  for (const std::string& value : {change.value, toml_string(change.value)}) {
    const std::optional<std::string> edited = edited_in_place(text, root, change, value);
    if (edited && meaning_of(*edited, file_name) == meaning) return *edited;
  }
  return meaning;
}

}  // namespace grouser
