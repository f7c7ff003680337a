// SPDX-License-Identifier: BSD-3-Clause
// The visitors that walk over tables of keys (keys.hpp).
#pragma once
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "grouser/base/keys.hpp"

namespace grouser {

/// The angle in degrees that reads back as this angle in radians, or the nearest.
double degrees_of(double angle);

/// Fills sections from a table of a file, as strictly as TomlTable does.
class KeyReader final : public KeyVisitor {
 public:
  explicit KeyReader(const TomlTable& table) : open_{table} {}

  using KeyVisitor::numbers;
  KeyTask task() const override { return KeyTask::read; }
  void number(const Key&, double&, const NumberRange&) override;
  void angle(const Key&, double&, const NumberRange&) override;
  void whole(const Key&, int&, int min, int max) override;
  void flag(const Key&, bool&) override;
  void text(const Key&, std::string&) override;
  void texts(const Key&, std::vector<std::string>&) override;
  void numbers(const Key&, std::span<double>, const NumberRange&, std::size_t) override;
  void list(const Key&, std::vector<double>&, const NumberRange&, std::size_t most) override;
  void named_numbers(const Key&, std::vector<std::pair<std::string, double>>&, const NumberRange&) override;
  bool has(const Key& key, bool) override { return open_.back().has(key.name); }
  std::vector<std::string> names() override { return open_.back().keys(); }
  bool is_table(std::string_view key) const override { return open_.back().is_table(key); }
  void refuse(std::string_view key, const std::string& found, const std::string& expected) const override;
  std::string place(std::string_view key) const override { return open_.back().place(key); }

 protected:
  void choose(const Key&, int&, std::span<const char* const>) override;
  void number_rows(const Key&, std::size_t, std::vector<std::vector<double>>&, const NumberRange&,
                   std::size_t) override;
  void open(const Key&) override;
  void close() override { open_.pop_back(); }
  bool is_open_table(const Key&, bool& on) override;
  std::size_t open_list(const Key&, std::size_t) override;
  void open_element(std::size_t index) override { open_.push_back(lists_.back()[index]); }
  void close_list() override { lists_.pop_back(); }

 private:
  /// The open table, which adds the key's help to its next note.
  const TomlTable& at(const Key& key) const;
  std::vector<TomlTable> open_;
  std::vector<std::vector<TomlTable>> lists_;
};

/// The section that a table holds.
template <class Section>
Section read_keys(const TomlTable& table) {
  Section section;
  KeyReader reader(table);
  visit_keys(reader, section);
  return section;
}

/// Writes sections as TOML, so that they read back to the same values. Changes no value.
class KeyWriter final : public KeyVisitor {
 public:
  using KeyVisitor::numbers;
  KeyTask task() const override { return KeyTask::write; }
  void number(const Key&, double&, const NumberRange&) override;
  void angle(const Key&, double&, const NumberRange&) override;
  void whole(const Key&, int&, int, int) override;
  void flag(const Key&, bool&) override;
  void text(const Key&, std::string&) override;
  void texts(const Key&, std::vector<std::string>&) override;
  void numbers(const Key&, std::span<double>, const NumberRange&, std::size_t) override;
  void list(const Key&, std::vector<double>&, const NumberRange&, std::size_t) override;
  void named_numbers(const Key&, std::vector<std::pair<std::string, double>>&, const NumberRange&) override;
  bool has(const Key&, bool present) override { return present; }
  /// All that was written.
  std::string text() const { return open_.front().own + open_.front().below; }

 protected:
  void choose(const Key&, int&, std::span<const char* const>) override;
  void number_rows(const Key&, std::size_t, std::vector<std::vector<double>>&, const NumberRange&,
                   std::size_t) override;
  void open(const Key&) override;
  void close() override;
  bool is_open_table(const Key&, bool& on) override { return on; }
  std::size_t open_list(const Key&, std::size_t count) override;
  void open_element(std::size_t) override;
  void close_list() override { lists_.pop_back(); }

 private:
  struct Table {
    std::string header, name;  // "[drive.follow]" and "drive.follow"
    std::string own, below;    // its keys, and the tables in it, which come after them
  };
  void line(std::string_view key, const std::string& value);
  std::string name_of(std::string_view key) const;
  std::vector<Table> open_ = std::vector<Table>(1);
  std::vector<std::string> lists_;
};

/// Checks values as KeyReader checks those of a file; errors name the key. Moves angles by a rounding to
/// those that some number of degrees gives, as a file has them.
class KeyChecker final : public KeyVisitor {
 public:
  /// origin: begins the places of errors, such as the file's name.
  explicit KeyChecker(std::string origin) : origin_(std::move(origin)) {}

  using KeyVisitor::numbers;
  KeyTask task() const override { return KeyTask::check; }
  void number(const Key&, double&, const NumberRange&) override;
  void angle(const Key&, double&, const NumberRange&) override;
  void whole(const Key&, int&, int min, int max) override;
  void flag(const Key&, bool&) override {}
  void text(const Key&, std::string&) override;
  void texts(const Key&, std::vector<std::string>&) override;
  void numbers(const Key&, std::span<double>, const NumberRange&, std::size_t) override;
  void list(const Key&, std::vector<double>&, const NumberRange&, std::size_t most) override;
  void named_numbers(const Key&, std::vector<std::pair<std::string, double>>&, const NumberRange&) override;
  bool has(const Key&, bool present) override { return present; }
  void refuse(std::string_view key, const std::string& found, const std::string& expected) const override;
  std::string place(std::string_view key) const override;

 protected:
  void choose(const Key&, int&, std::span<const char* const>) override;
  void number_rows(const Key&, std::size_t, std::vector<std::vector<double>>&, const NumberRange&,
                   std::size_t) override;
  void open(const Key& key) override { path_.emplace_back(key.name); }
  void close() override { path_.pop_back(); }
  bool is_open_table(const Key&, bool& on) override { return on; }
  std::size_t open_list(const Key&, std::size_t count) override;
  void open_element(std::size_t index) override { path_.push_back(std::to_string(index)); }
  void close_list() override { path_.pop_back(); }

 private:
  void check_text(std::string_view key, const std::string& text) const;
  void check_count(std::string_view key, std::size_t count, std::size_t most) const;
  std::string origin_;
  std::vector<std::string> path_;
  std::size_t tables_ = 0;  // in lists: a file may have no more than TomlTable::parse() takes
};

/// A key as people read of it.
struct ListedKey {
  std::string key;       ///< within its section
  std::string values;    ///< "number >= 0, m", "one of arc, crab, point_turn"
  std::string fallback;  ///< as TOML; "": must be given, or what is left out is not there
  bool must = false;
  std::string when;  ///< the conditions under which it applies
  std::string help;
};
struct ListedSection {
  std::string header;  ///< "[drive.follow]", "[[tie]]"; "" of the keys before all tables
  std::string help;
  std::vector<ListedKey> keys;
};

/// Lists all keys, each where it is shown first. It is shown sections that were just made, and may change
/// them.
class KeyLister final : public KeyVisitor {
 public:
  using KeyVisitor::numbers;
  KeyTask task() const override { return KeyTask::list; }
  void number(const Key&, double&, const NumberRange&) override;
  void angle(const Key&, double&, const NumberRange&) override;
  void whole(const Key&, int&, int min, int max) override;
  void flag(const Key&, bool&) override;
  void text(const Key&, std::string&) override;
  void texts(const Key&, std::vector<std::string>&) override;
  void numbers(const Key&, std::span<double>, const NumberRange&, std::size_t) override;
  void list(const Key&, std::vector<double>&, const NumberRange&, std::size_t most) override;
  void named_numbers(const Key&, std::vector<std::pair<std::string, double>>&, const NumberRange&) override;
  bool has(const Key& key, bool) override;
  const std::vector<ListedSection>& sections() const { return sections_; }

 protected:
  void choose(const Key&, int&, std::span<const char* const>) override;
  void number_rows(const Key&, std::size_t, std::vector<std::vector<double>>&, const NumberRange&,
                   std::size_t) override;
  void open(const Key&) override;
  void close() override;
  bool is_open_table(const Key&, bool& on) override;
  std::size_t open_list(const Key&, std::size_t) override;
  void open_element(std::size_t) override;
  void close_list() override { list_ = {}; }
  bool begin_when(bool, const char* words) override;
  void end_when() override { conditions_.pop_back(); }

 private:
  void add(const Key&, std::string values, std::string fallback);
  void enter(const Key&, const char* open, const char* close);
  std::vector<ListedSection> sections_ = std::vector<ListedSection>(1);
  std::vector<std::size_t> open_ = {0};
  std::vector<std::string> names_ = {""}, conditions_;
  std::set<std::pair<std::size_t, std::string>>
      asked_;  // keys whose absence means something else than a value
  Key list_;
};

}  // namespace grouser
