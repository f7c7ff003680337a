// Reads what to_csv() writes.
#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/recording/run_file/table_file.hpp"

namespace grouser {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30;

/// Takes rows from a CSV text by RFC 4180.
class CsvRows {
 public:
  explicit CsvRows(std::string_view text) : text_(text) {}
  int line() const { return line_; }  // that the last row began at
  bool next(std::vector<std::string>& cells) {
    cells.clear();
    if (at_ >= text_.size()) return false;
    line_ = next_line_;
    cells.emplace_back();
    for (bool quoted = false; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') ++next_line_;
      if (quoted && c == '"' && at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        cells.back() += text_[++at_];
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && c == ',') {
        cells.emplace_back();
      } else if (!quoted && c == '\n') {
        ++at_;
        return true;
      } else if (quoted || c != '\r') {
        cells.back() += c;
      }
    }
    return true;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1, next_line_ = 1;
};

/// "tilt_deg [deg]" is a column of numbers, "kind" one of texts.
TableColumn column_of(const std::string& head) {
  const std::size_t open = head.rfind(" [");
  if (open == std::string::npos || !head.ends_with("]")) return {head, "", std::vector<std::string>{}};
  return {head.substr(0, open), head.substr(open + 2, head.size() - open - 3), std::vector<double>{}};
}

double number_of(const std::string& text, const std::string& place) {
  if (text.empty()) return std::nan("");
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    throw InputError(place, "'" + text + "'", "a number or nothing");
  return value;
}

}  // namespace

Table read_table_csv(const std::filesystem::path& path) {
  refuse_signature(path, "a CSV file with a header");
  const std::string text = read_text_file(path, kMostBytes);
  CsvRows rows(text);
  std::vector<std::string> cells;
  if (!rows.next(cells)) throw InputError(path.string(), "an empty file", "a CSV file with a header");
  Table table;
  for (const std::string& head : cells) table.columns.push_back(column_of(head));
  while (rows.next(cells)) {
    const std::string place = fmt::format("{}:{}", path.string(), rows.line());
    if (cells.size() != table.columns.size())
      throw InputError(place, fmt::format("{} cells", cells.size()),
                       fmt::format("{}, as in the header", table.columns.size()));
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (auto* texts = std::get_if<std::vector<std::string>>(&table.columns[k].cells))
        texts->push_back(std::move(cells[k]));
      else
        std::get<std::vector<double>>(table.columns[k].cells).push_back(number_of(cells[k], place));
    }
  }
  return table;
}

}  // namespace grouser
