// SPDX-License-Identifier: BSD-3-Clause
// The one reader of tables of text: paths, measured curves and records, quantiles, and the tables that this
// program writes. It takes what spreadsheets and loggers save.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace grouser {

/// "sinkage [mm]", "load (N)" and "sinkage_mm" as name and unit; unit empty: none is said.
struct CsvName {
  std::string name, unit;
  /// Whether the name is this one, in small or capital letters, a blank in place of an underscore or not.
  /// other: small letters.
  bool is(std::string_view other) const;
};
CsvName read_csv_name(std::string_view head);

/// Rows one after the other, by RFC 4180: a cell in quotes may hold separators, ends of lines and, as "",
/// quotes. The text may begin with a byte order mark of UTF-8 and with a line "sep=;"; a line ends with \n,
/// \r or both. Cells are parted by semicolons, tabs or commas, whichever the first row has. Lines that begin
/// with # are remarks; these, and rows without any text, are passed over. All throw InputError (file:line).
class CsvRows {
 public:
  /// The text must outlive the rows. name: the file, for messages. Refuses UTF-16.
  CsvRows(std::string_view text, std::string name);

  /// Whether there is one more row; it is the current one then. Refuses a quote without an end, and text
  /// beyond the cells of the head or, without one, of the first row.
  bool next();
  const std::vector<std::string>& cells() const { return cells_; }
  /// Whether no cell of the current row is a number.
  bool is_head() const;
  /// Takes the current row as the head, by whose names messages call columns.
  void take_head();
  const std::vector<CsvName>& head() const { return head_; }
  /// Place of the first column of the head with the first of these names (small letters) that it has, or -1.
  /// Refuses two columns of that name and one unit.
  int find(std::initializer_list<std::string_view> names) const;

  /// A cell of the current row as a finite number, its mark a point or, where commas do not part cells, a
  /// comma. Refuses an empty one, and a comma where another cell of the file has a point.
  double number(std::size_t column);
  /// The same; NaN: the cell is empty, "nan" or "na". May be infinite.
  double number_or_none(std::size_t column);

  int line() const { return line_; }  ///< of the current row's begin
  std::string place() const;          ///< "file.csv:3"
  std::string place(std::size_t column) const;

 private:
  bool read_row();
  void check_width();
  void see_mark(std::size_t column, char mark);

  std::string_view text_;
  std::string name_;
  std::size_t at_ = 0;
  int line_ = 1, next_line_ = 1;
  char separator_ = 0;     // 0: no row was read yet
  char mark_ = 0;          // of decimals, once one was seen
  std::size_t width_ = 0;  // cells of the first row; 0: none was read yet
  std::vector<std::string> cells_;
  std::vector<CsvName> head_;
};

/// The beginning of what was found, for messages, in quotes.
std::string csv_said(std::string_view text);

}  // namespace grouser
