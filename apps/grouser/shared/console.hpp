// SPDX-License-Identifier: BSD-3-Clause
// Output of the subcommands: tables with units, JSON, notes.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace grouser::cli {

using Json = nlohmann::ordered_json;

/// Rows of text in columns as wide as their widest cell; numbers read best right-aligned.
class TextTable {
 public:
  enum class Align { left, right };
  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}
  void add_row(std::vector<std::string> cells);
  /// A header row with its rule beneath.
  void add_header(std::vector<std::string> cells);
  std::string text() const;

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
  bool has_header_ = false;
};

/// A number with up to `digits` significant digits: "0.0123", "1.2e+07"; "-" for NaN.
std::string number_text(double value, int digits = 5);
/// "1 file", "3 files"
std::string count_text(std::size_t count, const std::string& noun);

/// Exactly one JSON value and a newline on stdout. Text that is not UTF-8 is replaced, NaN becomes null.
void print_json(const Json& json);
/// One line on stderr, whatever the message holds.
void print_error(const std::string& message);
/// "note: ..." lines on stdout.
void print_notes(const std::vector<std::string>& notes);
/// "grouser: note: ..." on standard error.
void print_note(const std::string& note);

/// Result of a command, for programs and for people.
struct Report {
  Json json;
  std::string text;
  std::vector<std::string> notes;  ///< provisional soils, a run that was not closed
};
/// The JSON; or the text and its notes.
void print_report(const Report& report, bool json);

}  // namespace grouser::cli
