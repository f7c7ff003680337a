// SPDX-License-Identifier: BSD-3-Clause
// Reads the data of a measured set: columns by their names, units converted to those of the quantities,
// rows chosen by [where]. All errors name the file, the line and the column.
#include "rigs/set_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/chart/typed_units.hpp"
#include "grouser/recording/run_file/csv_rows.hpp"

namespace grouser {
namespace {

constexpr double kSameNumber = 1e-9;  // of a `where`, relative

/// A column of the data: its place, and what its numbers are multiplied with.
struct DataColumn {
  std::size_t at = 0;
  double factor = 1.0;
  bool any = false;
};

/// Reads one data file, once.
class SetDataReader {
 public:
  explicit SetDataReader(const ValidationSet& set)
      : set_(set),
        quantities_(set_quantities(set.test, set.held)),
        path_(beside_set(set, set.data)),
        text_((refuse_signature(path_, "a CSV file with a header row"), read_text_file(path_))),
        rows_(text_, path_.string()) {}

  std::vector<SetRow> read() {
    read_head();
    std::vector<SetRow> found;
    while (rows_.next()) {
      check_length();
      if (!counts()) continue;
      found.push_back(read_row());
      if (found.size() > kMostSetRows)
        throw InputError(rows_.place(), fmt::format("more than {} rows", kMostSetRows),
                         "fewer rows, or a [where] that chooses some");
    }
    if (found.empty())
      throw InputError(path_.string(),
                       set_.where.empty() ? "no row of numbers" : "no row that [where] chooses",
                       "one row or more");
    return found;
  }

 private:
  /// Finds the columns of values, standard deviations and conditions in the header.
  void read_head() {
    if (!rows_.next() || !rows_.is_head())
      throw InputError(path_.string(), "no header row", "a CSV file whose first row names the columns");
    rows_.take_head();
    for (std::size_t k = 0; k < quantities_.size(); ++k) {
      values_.push_back(column(set_.columns[k].column, quantities_[k].unit));
      sds_.push_back(column(set_.columns[k].sd_column, quantities_[k].unit));
    }
    for (const auto& [name, number] : set_.where) where_.push_back(place_of(name));
  }

  /// The column whose header is the text, or whose name without its unit is.
  std::size_t place_of(const std::string& text) const {
    const std::string name = read_csv_name(text).name;
    const auto& head = rows_.head();
    std::vector<std::string> names;
    for (std::size_t k = 0; k < head.size(); ++k) {
      if (head[k].name == text || (head[k].name == name && read_csv_name(text).unit == head[k].unit))
        return k;
      names.push_back(head[k].name);
    }
    // Without a match of name and unit, the name alone decides.
    for (std::size_t k = 0; k < head.size(); ++k)
      if (head[k].name == name) return k;
    throw InputError(set_.file.string(),
                     "column '" + text + "', which " + path_.filename().string() + " lacks",
                     "one of: " + word_list(names));
  }

  /// A column by its header, with the factor to `unit`; a header without unit has that of the quantity.
  DataColumn column(const std::string& text, const char* unit) const {
    if (text.empty()) return {};
    const std::size_t at = place_of(text);
    const std::string& said = rows_.head()[at].unit;
    const std::optional<double> factor = said.empty() ? std::optional(1.0) : unit_factor(said, unit);
    if (!factor)
      throw InputError(rows_.place(at), csv_said(said) + " as unit",
                       fmt::format("one that measures what {} does", unit));
    return {at, *factor, true};
  }

  /// Refuses a row with more or fewer cells than the header.
  void check_length() const {
    if (rows_.cells().size() != rows_.head().size())
      throw InputError(rows_.place(), fmt::format("{} cells", rows_.cells().size()),
                       fmt::format("{}, as the header has", rows_.head().size()));
  }

  /// Whether a row fulfils all conditions of [where]; a cell that is not a number does not.
  bool counts() {
    for (std::size_t k = 0; k < where_.size(); ++k) {
      const double wanted = set_.where[k].second, found = rows_.number_or_none(where_[k]);
      if (!(std::fabs(found - wanted) <= kSameNumber * std::max(1.0, std::fabs(wanted)))) return false;
    }
    return true;
  }

  /// A cell in the quantity's unit, NaN where it has none; throws InputError for an infinite number, and
  /// for none where it must be there.
  double number(const DataColumn& column, bool must) {
    if (!column.any) return kUnset;
    const double value = column.factor * rows_.number_or_none(column.at);
    if (std::isinf(value) || (must && std::isnan(value)))
      throw InputError(rows_.place(column.at), csv_said(rows_.cells()[column.at]), "a number");
    return value;
  }

  /// Values and standard deviations of a row; without a cell of its own the set's common deviation.
  SetRow read_row() {
    SetRow row;
    for (std::size_t k = 0; k < quantities_.size(); ++k) {
      row.values.push_back(number(values_[k], quantities_[k].condition));
      const double sd = number(sds_[k], false);
      if (sd < 0.0)
        throw InputError(rows_.place(sds_[k].at), csv_said(rows_.cells()[sds_[k].at]),
                         "a standard deviation of 0 or more");
      row.sds.push_back(std::isnan(sd) ? set_.columns[k].sd : sd);
    }
    return row;
  }

  const ValidationSet& set_;
  const std::vector<SetQuantity>& quantities_;
  std::filesystem::path path_;
  std::string text_;
  CsvRows rows_;
  std::vector<DataColumn> values_, sds_;
  std::vector<std::size_t> where_;
};

}  // namespace

std::filesystem::path beside_set(const ValidationSet& set, const std::string& name) {
  const std::filesystem::path path = name;
  return path.is_absolute() ? path : set.file.parent_path() / path;
}

std::vector<SetRow> read_set_rows(const ValidationSet& set) { return SetDataReader(set).read(); }

}  // namespace grouser
