// SPDX-License-Identifier: BSD-3-Clause
// Reads a file of measured data for a fit: columns by names of the argument or by known names, the kind of
// test from the columns, rows with all conditions of that kind, slips referred to the rim, rows chosen and
// thinned.
#include "grouser/mission/fit/measured_set.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "fit/data_argument.hpp"
#include "fit/fit_columns.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"
#include "grouser/soil/laws/slip_radius.hpp"
#include "grouser/soil/laws/soil_number.hpp"

namespace grouser {
namespace {

constexpr std::size_t kMostFitBytes = std::size_t{256} << 20;

constexpr std::size_t at_of(FitCondition c) { return static_cast<std::size_t>(c); }
constexpr std::size_t at_of(FitChannel c) { return static_cast<std::size_t>(c); }

/// The whole text as a finite number; nothing for any other text.
std::optional<double> plain_number(const std::string& text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// The columns of one file and the constants of its argument.
struct FileColumns {
  std::array<FoundColumn, kFitConditions> conditions;
  std::array<FoundColumn, kFitChannels> channels, sigmas;
  std::array<double, kFitConditions> constants;
  std::array<double, kFitChannels> constant_sigmas;
};

/// The column that the argument names for a quantity. A number there sets `constant` (times `scale`, in SI
/// units) and names none, as does an argument without the key.
std::string column_word(const DataArgument& argument, const FitColumn& column, std::string_view key,
                        double& constant, double scale = 1.0) {
  const auto said = argument.words.find(std::string(key));
  if (said == argument.words.end()) return "";
  const auto number = plain_number(said->second);
  if (!number) return said->second;
  constant = *number * scale;
  if (!(constant >= column.least && constant <= column.most))
    throw InputError(argument.text, fmt::format("{}={}", key, said->second),
                     fmt::format("a value from {:g} to {:g}", column.least / scale, column.most / scale));
  return "";
}

/// Columns or constants of all conditions and channels; throws InputError for a named column that is not
/// there.
FileColumns find_columns(const CsvRows& rows, const DataArgument& argument) {
  FileColumns found;
  found.constants.fill(kUnset);
  found.constant_sigmas.fill(kUnset);
  const auto conditions = fit_condition_columns();
  for (std::size_t k = 0; k < kFitConditions; ++k) {
    const std::string named = column_word(argument, conditions[k], conditions[k].key, found.constants[k]);
    if (k == at_of(FitCondition::slip_angle))
      column_word(argument, conditions[k], "slip_angle_deg", found.constants[k], kDegree);
    // A constant replaces a column of the same name.
    if (std::isnan(found.constants[k])) found.conditions[k] = find_fit_column(rows, conditions[k], named);
  }
  const auto channels = fit_channel_columns();
  for (std::size_t k = 0; k < kFitChannels; ++k) {
    double none = kUnset;
    const std::string named = column_word(argument, channels[k], channels[k].key, none);
    if (named == "none") continue;
    found.channels[k] = find_fit_column(rows, channels[k], named);
    const std::string sigma_key = std::string(channels[k].key) + "_sd";
    const std::string sigma = column_word(argument, channels[k], sigma_key, found.constant_sigmas[k]);
    if (found.constant_sigmas[k] <= 0.0)
      throw InputError(argument.text, sigma_key + " of 0 or less", "an uncertainty above 0");
    if (sigma != "none") found.sigmas[k] = find_fit_sigma(rows, channels[k], sigma);
  }
  return found;
}

/// The kind that the argument names, or that the columns show: tilt, run, shear and plate before wheel.
FitKind kind_of(const FileColumns& found, const DataArgument& argument) {
  if (const auto said = argument.words.find("kind"); said != argument.words.end()) {
    const auto word = std::find(std::begin(kFitKinds), std::end(kFitKinds), said->second);
    if (word == std::end(kFitKinds))
      throw InputError(argument.text, "kind=" + said->second,
                       fmt::format("one of {}", fmt::join(kFitKinds, ", ")));
    return static_cast<FitKind>(word - std::begin(kFitKinds));
  }
  const auto has = [&](FitChannel c) { return found.channels[at_of(c)].index >= 0; };
  if (found.conditions[at_of(FitCondition::tilt)].index >= 0) return FitKind::tilt;
  if (argument.words.contains("scenario")) return FitKind::run;
  if (has(FitChannel::shear_stress)) return FitKind::shear;
  if (has(FitChannel::pressure)) return FitKind::plate;
  return FitKind::wheel;
}

/// Conditions that a row of a kind must have, and quantities by which it may be compared.
struct KindNeeds {
  std::vector<FitCondition> conditions;
  std::vector<FitChannel> channels;
  std::vector<FitCondition> also;  ///< conditions that it may have
};
KindNeeds needs_of(FitKind kind) {
  using enum FitCondition;
  using C = FitChannel;
  switch (kind) {
    case FitKind::wheel:
      return {{slip, load, radius, width},
              {C::pull, C::torque, C::sinkage, C::side_force},
              {slip_angle, grouser_height, grouser_count, gravity, speed}};
    case FitKind::plate:
      return {{depth, width}, {C::pressure}, {gravity}};
    case FitKind::shear:
      return {{displacement, normal_stress}, {C::shear_stress}, {}};
    case FitKind::tilt:
      return {{tilt}, {C::slip}, {gravity, speed}};
    case FitKind::run:
      return {{time}, {C::value}, {}};
  }
  return {};
}

/// The side b of a plate that is a disc is its radius (Bekker 1969).
void take_disc_radius(FileColumns& found) {
  constexpr std::size_t kWidth = at_of(FitCondition::width), kRadius = at_of(FitCondition::radius);
  if (found.conditions[kWidth].index >= 0 || !std::isnan(found.constants[kWidth])) return;
  found.conditions[kWidth] = found.conditions[kRadius];
  found.constants[kWidth] = found.constants[kRadius];
}

/// Throws InputError where a needed condition, or every measured channel of the kind, is missing.
void check_needs(const CsvRows& rows, const FileColumns& found, FitKind kind) {
  const std::string word = kFitKinds[static_cast<std::size_t>(kind)];
  const KindNeeds needs = needs_of(kind);
  for (const FitCondition c : needs.conditions) {
    if (found.conditions[at_of(c)].index >= 0 || !std::isnan(found.constants[at_of(c)])) continue;
    const FitColumn& column = fit_condition_columns()[at_of(c)];
    throw InputError(rows.place(),
                     fmt::format("no {} in columns {}", column.key, fmt::join(rows.cells(), ", ")),
                     fmt::format("a column {} for kind {}, or {}=NUMBER after the file's name",
                                 fmt::join(column.names, " or "), word, column.key));
  }
  for (const FitChannel c : needs.channels)
    if (found.channels[at_of(c)].index >= 0) return;
  std::vector<std::string_view> names;
  for (const FitChannel c : needs.channels) names.push_back(fit_channel_columns()[at_of(c)].key);
  throw InputError(rows.place(), fmt::format("columns {}", fmt::join(rows.cells(), ", ")),
                   fmt::format("one of {} as a measured column for kind {}", fmt::join(names, ", "), word));
}

/// The value, if it is within the allowed ones of its quantity; throws InputError, since its unit may be
/// wrong.
double checked(const CsvRows& rows, int column, double value, const FitColumn& allowed) {
  if (value >= allowed.least && value <= allowed.most) return value;
  const std::string place = rows.place(static_cast<std::size_t>(column));
  throw InputError(place, fmt::format("{:g} (SI)", value),
                   fmt::format("{} from {:g} to {:g} in SI units: is the unit right?", allowed.key,
                               allowed.least, allowed.most));
}

/// A row; nothing where a condition that its kind needs, or all that was measured, is missing.
std::optional<FitRow> read_fit_row(CsvRows& rows, const FileColumns& found, FitKind kind) {
  FitRow row;
  row.line = rows.line();
  row.at.fill(kUnset);
  const KindNeeds needs = needs_of(kind);
  // Conditions that are needed, then those that may be there.
  std::vector<FitCondition> read = needs.conditions;
  read.insert(read.end(), needs.also.begin(), needs.also.end());
  for (const FitCondition c : read) {
    const std::size_t k = at_of(c);
    const FoundColumn& column = found.conditions[k];
    row.at[k] = found.constants[k];
    if (column.index < 0) continue;
    const double value = rows.number_or_none(static_cast<std::size_t>(column.index)) * column.scale;
    row.at[k] = std::isnan(value) ? value : checked(rows, column.index, value, fit_condition_columns()[k]);
  }
  // A row without a needed condition does not count.
  for (const FitCondition c : needs.conditions)
    if (!std::isfinite(row.condition(c))) return std::nullopt;
  row.measured.fill(kUnset);
  row.sigma.fill(kUnset);
  bool any = false;
  // Measured channels with their uncertainty; one of 0 or less counts as none.
  for (const FitChannel c : needs.channels) {
    const std::size_t k = at_of(c);
    const FoundColumn &column = found.channels[k], &sigma = found.sigmas[k];
    if (column.index < 0) continue;
    const double value = rows.number_or_none(static_cast<std::size_t>(column.index)) * column.scale;
    if (std::isnan(value)) continue;
    row.measured[k] = checked(rows, column.index, value, fit_channel_columns()[k]);
    row.sigma[k] = found.constant_sigmas[k];
    if (std::isnan(row.sigma[k]) && sigma.index >= 0)
      row.sigma[k] = rows.number_or_none(static_cast<std::size_t>(sigma.index)) * sigma.scale;
    if (!(row.sigma[k] > 0.0)) row.sigma[k] = kUnset;
    any = true;
  }
  if (!any) return std::nullopt;
  return row;
}

/// Refers slips to the rim's speed against the forward speed. Some beds compare the rim's speed with the
/// whole speed of the axle (slip_of=total), others refer them to another radius.
void refer_slips(MeasuredSet& set, const DataArgument& argument) {
  const auto said = argument.words.find("slip_of");
  if (said == argument.words.end() || said->second == "rim" || set.kind != FitKind::wheel) return;
  const auto radius = plain_number(said->second);
  if (said->second != "total" && !(radius && *radius > 0.0))
    throw InputError(argument.text, "slip_of=" + said->second, "rim, total, or a radius in m");
  for (FitRow& row : set.rows) {
    double& slip = row.at[at_of(FitCondition::slip)];
    if (radius) {
      slip = slip_on_radius(slip, 1.0, row.condition(FitCondition::radius) / *radius);
      continue;
    }
    // From the whole speed to its part along the heading, by the slip angle.
    const double rim = slip < 0.0 ? 1.0 + slip : 1.0 / std::max(1.0 - slip, 1e-9);
    const double angle = row.condition(FitCondition::slip_angle);
    const double forward = math::cos(std::isnan(angle) ? 0.0 : angle);
    slip = rim >= forward ? 1.0 - forward / rim : rim / forward - 1.0;
  }
}

/// Takes every n-th row of a file with more than kMostFitRows, so that a fit ends in bounded time.
void thin_rows(MeasuredSet& set) {
  if (set.rows.size() <= kMostFitRows) return;
  const std::size_t stride = (set.rows.size() + kMostFitRows - 1) / kMostFitRows, before = set.rows.size();
  std::vector<FitRow> kept;
  for (std::size_t k = 0; k < set.rows.size(); k += stride) kept.push_back(set.rows[k]);
  set.rows = std::move(kept);
  set.notes.push_back(fmt::format("{}: every {}th of {} rows is taken", set.name, stride, before));
}

/// Keeps the rows that `rows` names, and marks those of `hold` as kept back.
void keep_named_rows(MeasuredSet& set, const DataArgument& argument) {
  const auto list = [&](const char* key) { return argument.words.find(key); };
  if (const auto only = list("rows"); only != argument.words.end()) {
    const auto named = rows_named(only->second, set.rows.size(), argument.text);
    std::vector<FitRow> kept;
    for (std::size_t k = 0; k < named.size(); ++k)
      if (named[k]) kept.push_back(set.rows[k]);
    set.rows = std::move(kept);
  }
  if (const auto hold = list("hold"); hold != argument.words.end()) {
    const auto named = rows_named(hold->second, set.rows.size(), argument.text);
    for (std::size_t k = 0; k < named.size(); ++k) set.rows[k].held = named[k];
  }
}

/// Reads all rows, and notes how many lack a condition or have nothing measured.
void read_rows(CsvRows& rows, const FileColumns& found, MeasuredSet& set) {
  std::size_t skipped = 0;
  while (rows.next()) {
    if (auto row = read_fit_row(rows, found, set.kind))
      set.rows.push_back(*row);
    else
      ++skipped;
  }
  if (skipped > 0)
    set.notes.push_back(
        fmt::format("{}: {} rows without a value of a condition, or with nothing measured, are left out",
                    set.name, skipped));
}

/// Columns whose names say nothing to a fit.
void note_unread(const CsvRows& rows, const FileColumns& found, MeasuredSet& set) {
  std::vector<std::string> unread;
  for (std::size_t k = 0; k < rows.head().size(); ++k) {
    const auto is_it = [&](const FoundColumn& column) { return column.index == static_cast<int>(k); };
    const auto in = [&](const auto& columns) { return std::any_of(columns.begin(), columns.end(), is_it); };
    if (!in(found.conditions) && !in(found.channels) && !in(found.sigmas) && !rows.head()[k].name.empty())
      unread.push_back(csv_said(rows.head()[k].name));
  }
  if (!unread.empty())
    set.notes.push_back(fmt::format("{}: columns {} are not read", set.name, fmt::join(unread, ", ")));
}

/// Words that are not columns: rover, scenario, channel, offset and weight.
void take_settings(MeasuredSet& set, const DataArgument& argument) {
  for (const char* key : {"rover", "scenario", "channel", "offset"})
    if (const auto said = argument.words.find(key); said != argument.words.end())
      set.settings[key] = said->second;
  if (const auto said = argument.words.find("weight"); said != argument.words.end()) {
    const auto weight = plain_number(said->second);
    if (!weight || !(*weight > 0.0 && *weight <= 1e6))
      throw InputError(argument.text, "weight=" + said->second, "a number above 0, at most 1e6");
    set.weight = *weight;
  }
}

}  // namespace

bool MeasuredSet::has(FitChannel channel) const {
  return std::find(channels.begin(), channels.end(), at_of(channel)) != channels.end();
}

std::string MeasuredSet::setting(const std::string& key, const std::string& otherwise) const {
  const auto found = settings.find(key);
  return found == settings.end() ? otherwise : found->second;
}

MeasuredSet load_measured_set(const std::string& text) {
  const DataArgument argument = read_data_argument(text);
  MeasuredSet set;
  set.file = argument.file;
  set.name = set.file.filename().string();
  refuse_signature(set.file, "a CSV file with a header");
  const std::string content = read_text_file(set.file, kMostFitBytes);
  CsvRows rows(content, set.file.string());
  if (!rows.next()) throw InputError(argument.file, "an empty file", "a CSV file with a header");
  if (!rows.is_head())
    throw InputError(rows.place(), fmt::format("{}", fmt::join(rows.cells(), ", ")),
                     "a header that names the columns, as slip,load_N,pull_N");
  rows.take_head();
  // Columns and kind before rows, since the kind says what a row needs.
  FileColumns found = find_columns(rows, argument);
  set.kind = kind_of(found, argument);
  if (set.kind == FitKind::plate) take_disc_radius(found);
  check_needs(rows, found, set.kind);
  take_settings(set, argument);
  note_unread(rows, found, set);
  read_rows(rows, found, set);
  refer_slips(set, argument);
  keep_named_rows(set, argument);
  thin_rows(set);
  // At least one row must be left to fit.
  const bool any = std::any_of(set.rows.begin(), set.rows.end(), [](const FitRow& r) { return !r.held; });
  if (!any) throw InputError(argument.text, "no row to fit", "one row or more with all its conditions");
  for (std::size_t c = 0; c < kFitChannels; ++c)
    if (std::any_of(set.rows.begin(), set.rows.end(),
                    [c](const FitRow& r) { return std::isfinite(r.measured[c]); }))
      set.channels.push_back(c);
  return set;
}

}  // namespace grouser
