// SPDX-License-Identifier: BSD-3-Clause
// Strict reading of the TOML files that users write. Every error names file, line and key, what was found and
// what was expected. A key that was never asked for is an error (finish()), and the known keys are listed.
// Numbers are in SI units; a file may state `units = "SI"` and nothing else. NaN and infinity are refused
// everywhere.
#pragma once
#include <array>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grouser {

/// Allowed range of a number, ends included unless open; `unit` is shown in messages.
struct NumberRange {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool open_min = false;  ///< min itself is not allowed
  const char* unit = "";
};
/// > 0
inline constexpr NumberRange positive(const char* unit) { return {0.0, 1e300, true, unit}; }
/// >= 0
inline constexpr NumberRange non_negative(const char* unit) { return {0.0, 1e300, false, unit}; }
inline constexpr NumberRange any_number(const char* unit) { return {-1e300, 1e300, false, unit}; }

/// Kind of value that a reader expects of a key.
enum class KeyKind { number, whole, flag, text, choice, numbers };
/// A value that a reader of a file asked for, whether the file has it or not.
struct KeyNote {
  std::string key;  ///< from the root of the file; elements of lists by name ("body.chassis.mass") or number
  KeyKind kind = KeyKind::number;
  NumberRange range = {};
  std::size_t count = 0;                  ///< numbers: how many, 0 any
  std::vector<std::string> choices = {};  ///< choice
  std::string fallback = {};              ///< value of a missing key, as TOML; empty: it must be given
  std::string value = {};                 ///< as TOML, after set(); empty: missing
  int line = 0;                           ///< of the value in the file; 0: missing, or given by set()
  const char* help = "";                  ///< its meaning, in a few words
};

/// A setting such as "rover.wheel.radius=0.14" from --set.
struct Override {
  std::string key;
  std::string value;
  std::string origin = {};  ///< the user's text, for errors; "": "--set key=value"
};
/// Throws InputError, naming the option, unless text is "key=value".
Override parse_override(const std::string& text, const std::string& option = "--set");
/// The user's text that gave this value, for errors: `origin`, or "--set key=value".
std::string origin_of(const Override& override_);

/// A table of a parsed file. A cheap handle (shared ownership); reading a key marks it as known. Places in
/// errors name tables of a list by their `name`, as set() takes it ("body.chassis.mass"), and say so if a
/// value came from set().
class TomlTable {
 public:
  /// Throws InputError naming file and line on a syntax error, wrong `units`, a text over 8 MiB, keys of more
  /// than 16 parts, values nested deeper than 16, or more than 50,000 tables or two million values.
  static TomlTable parse(std::string_view text, const std::string& file_name);
  /// Calls read_text_file(), then parse().
  static TomlTable load(const std::string& path);

  /// Replaces or adds the value at a dotted key. Array elements are given by number ("shapes.0.height"). The
  /// value is read as a TOML value, or as a string if that fails. Throws InputError if a part of the path
  /// before the last is not a table, or if the last key does not exist in the file and create is false.
  void set(const Override& override_, bool create = true);

  /// Does not mark an existing key as read, but lists it among the allowed keys.
  bool has(std::string_view key) const;
  /// Whether the table has the key; it counts neither as read nor as an allowed key.
  bool holds(std::string_view key) const;
  bool is_table(std::string_view key) const;  ///< also false if the key is missing
  double number(std::string_view key, NumberRange range) const;
  double number_or(std::string_view key, double fallback, NumberRange range) const;
  /// A key that ends in _deg, returned in radians; range in degrees.
  double angle_deg(std::string_view key, NumberRange range = {-360.0, 360.0, false, "deg"}) const;
  double angle_deg_or(std::string_view key, double fallback_deg,
                      NumberRange range = {-360.0, 360.0, false, "deg"}) const;
  int integer(std::string_view key, int min, int max) const;
  int integer_or(std::string_view key, int fallback, int min, int max) const;
  bool boolean_or(std::string_view key, bool fallback) const;
  std::string string(std::string_view key) const;
  std::string string_or(std::string_view key, const std::string& fallback) const;
  /// A string that must be one of `allowed`; returns its index.
  int choice(std::string_view key, const std::vector<std::string>& allowed) const;
  int choice_or(std::string_view key, const std::string& fallback,
                const std::vector<std::string>& allowed) const;
  /// Exactly n numbers.
  std::vector<double> numbers(std::string_view key, std::size_t n, NumberRange range) const;
  /// As many numbers as the fallback has.
  std::vector<double> numbers_or(std::string_view key, const std::vector<double>& fallback,
                                 NumberRange range) const;
  /// Any number of values up to max_count.
  std::vector<double> number_list_or_empty(std::string_view key, NumberRange range,
                                           std::size_t max_count = 100000) const;
  /// [[a, b], [c, d], ...]: up to max_rows rows of exactly `columns` numbers.
  std::vector<std::vector<double>> number_rows(std::string_view key, std::size_t columns, NumberRange range,
                                               std::size_t max_rows = 100000) const;
  std::array<double, 3> vec3(std::string_view key, const char* unit) const;
  std::array<double, 3> vec3_or(std::string_view key, std::array<double, 3> fallback, const char* unit) const;
  std::vector<std::string> string_list_or_empty(std::string_view key) const;

  /// The sub-table. Throws if it is missing.
  TomlTable table(std::string_view key) const;
  /// The sub-table, or an empty one if it is missing.
  TomlTable table_or_empty(std::string_view key) const;
  /// [[key]]: an array of tables; empty if missing.
  std::vector<TomlTable> tables(std::string_view key) const;
  /// The keys of this table in file order, for maps such as [soils]; marks them known.
  std::vector<std::string> keys() const;

  /// "file:line: key" of a key (or of the table itself for ""), for errors found later.
  std::string place(std::string_view key) const;
  const std::string& file() const;
  /// The same of a dotted key ("tie.rope.stiffness", "motion.0.joint") from here. If the file has no such
  /// table or list element the place has no line.
  std::string place_at(std::string_view key) const;
  /// Words for the note of the value that is asked for next; static.
  void explain(const char* help) const;
  /// Throws InputError if a key in this table, or in a sub-table that was opened, was never asked for.
  void finish() const;
  /// Every value of the file that was asked for so far, each once, in the order of asking: what a file of
  /// this kind may say, with ranges and fallbacks. Lists of texts and of rows are not among them.
  std::vector<KeyNote> key_notes() const;
  /// The whole document (this table) as TOML text, overrides applied.
  std::string to_text() const;

 private:
  struct Node;
  explicit TomlTable(std::shared_ptr<Node> node) : node_(std::move(node)) {}
  std::shared_ptr<Node> node_;
};

}  // namespace grouser
