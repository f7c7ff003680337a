// SPDX-License-Identifier: BSD-3-Clause
// Reads one draw: exactly one distribution with its parameters, bounds, and whether all keys share it.
// Relative draws are prepared later, when the key's own value is known.
#include "campaign/draw_reader.hpp"

#include <fmt/format.h>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/recording/run_file/csv_rows.hpp"

namespace grouser {
namespace {

constexpr NumberRange kAnyNumber = any_number("");

/// The words that name a distribution, of which an entry has one.
const std::vector<std::string> kDistributions{"constant",        "uniform",   "normal",
                                              "normal_relative", "lognormal", "triangular",
                                              "discrete",        "table",     "grid"};

/// The one distribution that the table names; throws InputError for none or several.
std::string kind_named(const TomlTable& table, const std::string& place) {
  std::string found;
  for (const std::string& name : kDistributions) {
    if (!table.has(name)) continue;
    if (!found.empty()) throw InputError(place, found + " and " + name, "one distribution");
    found = name;
  }
  if (found.empty())
    throw InputError(place, "no distribution",
                     "one of: " + fmt::format("{}", fmt::join(kDistributions, ", ")));
  return found;
}

/// "quantiles.csv": columns share and value by these names in a head; else the first is the share. Shares
/// from 0 to 1.
void read_quantiles(const TomlTable& table, const std::filesystem::path& beside, Distribution& d) {
  constexpr std::size_t kMostQuantiles = std::size_t{16} << 20;  // bytes
  std::filesystem::path path = table.string("table");
  if (path.is_relative()) path = beside / path;
  refuse_signature(path, "a CSV file with columns share and value");
  const std::string text = read_text_file(path, kMostQuantiles);
  CsvRows rows(text, path.string());
  std::size_t share = 0;
  // A head decides which column is the share; without one it is the first.
  bool more = rows.next();
  if (more && rows.is_head()) {
    rows.take_head();
    const int value = rows.find({"value"}), named = rows.find({"share"});
    if (named == 1 || (named < 0 && value == 0)) share = 1;
    more = rows.next();
  }
  for (; more; more = rows.next()) {
    if (rows.cells().size() != 2)
      throw InputError(rows.place(), fmt::format("{} cells", rows.cells().size()),
                       "two: a share and a value");
    d.weights.push_back(rows.number(share));
    d.values.push_back(rows.number(1 - share));
  }
  if (d.values.size() < 2)
    throw InputError(path.string(), fmt::format("{} rows of numbers", d.values.size()), "two or more");
}

/// Numbers or texts with weights; equal weights where none are given.
void read_discrete(const TomlTable& table, const std::string& place, Distribution& d) {
  try {
    d.values = table.number_list_or_empty("discrete", kAnyNumber);
  } catch (const InputError&) {
    for (const std::string& text : table.string_list_or_empty("discrete")) d.texts.push_back(text);
  }
  const std::size_t count = std::max(d.values.size(), d.texts.size());
  d.weights = table.number_list_or_empty("weights", kAnyNumber);
  if (d.weights.empty()) d.weights.assign(count, 1.0);
  if (count == 0 || d.weights.size() != count)
    throw InputError(place, fmt::format("{} values, {} weights", count, d.weights.size()),
                     "a weight for each value");
}

/// A list of values, or { from, to, count }.
std::vector<double> read_grid(const TomlTable& table) {
  if (!table.is_table("grid")) return table.number_list_or_empty("grid", kAnyNumber);
  const TomlTable range = table.table("grid");
  const double from = range.number("from", kAnyNumber), to = range.number("to", kAnyNumber);
  const int count = range.integer("count", 2, 100000);
  std::vector<double> values;
  for (int k = 0; k < count; ++k) values.push_back(from + (to - from) * k / (count - 1));
  return values;
}

/// Bounds and whether draws outside are repeated or clipped.
void read_bounds(const TomlTable& table, Distribution& d) {
  d.above = table.number_or("above", d.above, {});
  d.below = table.number_or("below", d.below, {});
  d.outside = static_cast<Outside>(table.choice_or("outside", "redraw", {"redraw", "clip"}));
}

}  // namespace

DrawSpec read_draw(const TomlTable& draws, const std::string& key, const std::filesystem::path& beside) {
  DrawSpec draw{.key = key, .distribution = {}, .place = draws.place(key)};
  if (!draws.is_table(key))
    throw InputError(draw.place, "no table",
                     "a distribution, as { normal = [mean, deviation] }; keys with dots in quotes");
  const TomlTable table = draws.table(key);
  Distribution& d = draw.distribution;
  const std::string kind = kind_named(table, draw.place);
  draw.shared = table.boolean_or("shared", false);
  read_bounds(table, d);
  // Distributions that are a list of parameters.
  const auto take = [&](DrawKind as, std::size_t count) {
    d.kind = as;
    d.parameters = table.numbers(kind, count, kAnyNumber);
  };
  if (kind == "uniform") take(DrawKind::uniform, 2);
  if (kind == "normal") take(DrawKind::normal, 2);
  if (kind == "lognormal") take(DrawKind::lognormal, 2);
  if (kind == "triangular") take(DrawKind::triangular, 3);
  // Others have forms of their own.
  if (kind == "constant") d.parameters = {table.number("constant", kAnyNumber)};
  if (kind == "grid") draw.grid = read_grid(table);
  if (kind == "discrete") d.kind = DrawKind::discrete, read_discrete(table, draw.place, d);
  if (kind == "table") d.kind = DrawKind::measured, read_quantiles(table, beside, d);
  if (kind == "normal_relative") {
    draw.relative = true;
    draw.relative_deviation = table.number("normal_relative", kAnyNumber);
    if (!(draw.relative_deviation > 0.0))
      throw InputError(table.place("normal_relative"),
                       fmt::format("a deviation of {}", draw.relative_deviation), "a deviation above 0");
    d.kind = DrawKind::normal;
  }
  if (kind == "grid" && draw.grid.empty()) throw InputError(table.place("grid"), "no value", "at least one");
  if (!draw.relative && kind != "grid") d.prepare(draw.place);
  return draw;
}

}  // namespace grouser
