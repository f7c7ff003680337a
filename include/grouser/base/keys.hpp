// SPDX-License-Identifier: BSD-3-Clause
// Tables of keys. Each section of a file has one function
//
//   void visit_keys(KeyVisitor& v, Section& section);
//
// that shows a visitor every key of the section in the order of the file: its name, a few words of help, the
// range, and the member that it fills. The visitors of key_visitors.hpp read a section from TOML, write it as
// TOML, check values that a program made, and list the keys for people. A new key is one line in such a
// function. A key that a file leaves out keeps the value that the member has in a section that was just made;
// the function sets the defaults that depend on other keys before it shows the key, where judges() is true.
#pragma once
#include <array>
#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grouser/base/toml_input.hpp"

namespace grouser {

/// Whether a file must have a key.
enum class Need { no, yes };

struct Key {
  std::string_view name;
  const char* help = "";  ///< in a few words, without unit and range
  Need need = Need::no;
};

/// The use that a visitor makes of the values that it is shown.
enum class KeyTask { read, check, write, list };

inline constexpr NumberRange kAnyTurn{-360.0, 360.0, false, "deg"};

class KeyVisitor;

/// The keys that are shown while this lives apply under a condition; false: they do not apply now.
class KeyScope {
 public:
  KeyScope(KeyVisitor* visitor, bool applies) : visitor_(visitor), applies_(applies) {}
  KeyScope(const KeyScope&) = delete;
  KeyScope& operator=(const KeyScope&) = delete;
  ~KeyScope();
  explicit operator bool() const { return applies_; }

 private:
  KeyVisitor* visitor_;
  bool applies_;
};

class KeyVisitor {
 public:
  virtual ~KeyVisitor() = default;

  virtual KeyTask task() const = 0;
  bool reads() const { return task() == KeyTask::read; }
  /// Whether the values are taken over: they may be put into their final form, and refuse() throws.
  bool judges() const { return task() == KeyTask::read || task() == KeyTask::check; }

  virtual void number(const Key& key, double& value, const NumberRange& range) = 0;
  /// A key that ends in _deg: the range in degrees, the value in radians.
  virtual void angle(const Key& key, double& value, const NumberRange& range = kAnyTurn) = 0;
  virtual void whole(const Key& key, int& value, int min, int max) = 0;
  virtual void flag(const Key& key, bool& value) = 0;
  virtual void text(const Key& key, std::string& value) = 0;
  virtual void texts(const Key& key, std::vector<std::string>& values) = 0;
  /// As many numbers as the span has, or its first `least` ones.
  virtual void numbers(const Key& key, std::span<double> values, const NumberRange& range,
                       std::size_t least) = 0;
  void numbers(const Key& key, std::span<double> values, const NumberRange& range) {
    numbers(key, values, range, values.size());
  }
  /// As many numbers as the vector or array has.
  template <class Vector>
  void vector(const Key& key, Vector& value, const NumberRange& range) {
    numbers(key, {value.data(), static_cast<std::size_t>(value.size())}, range);
  }
  /// Any number of numbers.
  virtual void list(const Key& key, std::vector<double>& values, const NumberRange& range,
                    std::size_t most) = 0;
  /// A word of a list, as its index.
  template <class Enum>
  void choice(const Key& key, Enum& value, std::span<const char* const> words) {
    int index = static_cast<int>(value);
    choose(key, index, words);
    if (index != static_cast<int>(value)) value = static_cast<Enum>(index);
  }
  /// [[a, b], ...], of points or arrays.
  template <class Row>
  void rows(const Key& key, std::vector<Row>& values, const NumberRange& range, std::size_t most = 100000) {
    Row row{};
    const std::size_t columns = static_cast<std::size_t>(row.size());
    std::vector<std::vector<double>> plain;
    for (const Row& value : values) plain.emplace_back(value.data(), value.data() + columns);
    number_rows(key, columns, plain, range, most);
    if (!reads()) return;
    values.clear();
    for (const std::vector<double>& numbers : plain) {
      std::copy(numbers.begin(), numbers.end(), row.data());
      values.push_back(row);
    }
  }
  /// Numbers by names of the file's own choice, in a table. A reader adds to the list.
  virtual void named_numbers(const Key& key, std::vector<std::pair<std::string, double>>& values,
                             const NumberRange& range) = 0;

  /// Whether a key that may be missing has a value: in the file, or else as `present` says.
  virtual bool has(const Key& key, bool present) = 0;
  /// A table that may be left out where all its keys may.
  template <std::invocable Visit>
  void table(const Key& key, Visit visit) {
    open(key);
    visit();
    close();
  }
  template <class Section>
  void table(const Key& key, Section& section) {
    table(key, [&] { visit_keys(*this, section); });
  }
  /// A table without which the file does not ask for something.
  template <class Section>
  void optional(const Key& key, std::optional<Section>& section) {
    if (!has(key, section.has_value())) return;
    if (!section) section.emplace();
    table(key, *section);
  }
  /// `key = true` for something with its defaults, or a table of its keys.
  template <class Section, std::invocable<Section&> Visit>
  void switched(const Key& key, std::optional<Section>& section, Visit visit) {
    bool on = section.has_value();
    const bool keys = is_open_table(key, on);
    if (!on) section.reset();
    if (on && !section) section.emplace();
    if (keys) table(key, [&] { visit(*section); });
  }
  /// [[key]], any number of tables.
  template <class Section, std::invocable<Section&> Visit>
  void tables(const Key& key, std::vector<Section>& sections, Visit visit) {
    sections.resize(open_list(key, sections.size()));
    for (std::size_t i = 0; i < sections.size(); ++i) {
      open_element(i);
      visit(sections[i]);
      close();
    }
    close_list();
  }
  template <class Section>
  void tables(const Key& key, std::vector<Section>& sections) {
    tables(key, sections, [&](Section& section) { visit_keys(*this, section); });
  }
  /// The keys that the file's table has, in their order, for tables whose keys the file chooses. Others:
  /// none.
  virtual std::vector<std::string> names() { return {}; }
  /// Whether a key of the file's own choice is a table.
  virtual bool is_table(std::string_view) const { return true; }

  /// `words` say when the keys apply: "mode = \"crab\"".
  KeyScope when(bool applies, const char* words) { return {this, begin_when(applies, words)}; }
  /// For values that contradict each other. Throws InputError at the key ("": the table) where judges() is
  /// true.
  virtual void refuse(std::string_view, const std::string&, const std::string&) const {}
  /// The place that the key's value comes from, for errors; "" where judges() is false.
  virtual std::string place(std::string_view) const { return {}; }

 protected:
  friend class KeyScope;
  virtual void choose(const Key& key, int& index, std::span<const char* const> words) = 0;
  virtual void number_rows(const Key& key, std::size_t columns, std::vector<std::vector<double>>& rows,
                           const NumberRange& range, std::size_t most) = 0;
  virtual void open(const Key& key) = 0;
  virtual void close() = 0;
  /// Whether a key that may be `true` or a table is a table; sets `on` as the file says.
  virtual bool is_open_table(const Key& key, bool& on) = 0;
  virtual std::size_t open_list(const Key& key, std::size_t count) = 0;
  virtual void open_element(std::size_t index) = 0;
  virtual void close_list() = 0;
  virtual bool begin_when(bool applies, const char*) { return applies; }
  virtual void end_when() {}
};

inline KeyScope::~KeyScope() {
  if (applies_) visitor_->end_when();
}

}  // namespace grouser
