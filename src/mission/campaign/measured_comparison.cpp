// SPDX-License-Identifier: BSD-3-Clause
// Compares a run with measurements over time: a channel per column by choice or by its name, values in the
// channel's unit, the offset of the clocks, residuals.
#include "grouser/mission/campaign/measured_comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/chart/typed_units.hpp"

namespace grouser {
namespace {

std::vector<std::string> column_names(const MeasuredTable& table) {
  std::vector<std::string> names;
  for (const MeasuredColumn& column : table.columns) names.push_back(column.name);
  return names;
}

/// Throws InputError for a choice of a column or a channel that is not there.
void check_chosen(const RunReader& run, const MeasuredTable& table,
                  const std::vector<ChosenChannel>& chosen) {
  const std::vector<std::string> names = column_names(table);
  for (const ChosenChannel& choice : chosen) {
    if (std::find(names.begin(), names.end(), choice.column) == names.end())
      throw InputError("column '" + choice.column + "'", "no such column in " + table.file.string(),
                       "one of: " + word_list(names));
    if (!choice.channel.empty()) run.channel_index(choice.channel);
  }
}

/// Index of the channel of a column, by choice or by its name; -1: none.
int channel_of(const std::string& column, const RunReader& run, const std::vector<ChosenChannel>& chosen) {
  for (const ChosenChannel& choice : chosen)
    if (choice.column == column)
      return choice.channel.empty() ? -1 : static_cast<int>(run.channel_index(choice.channel));
  return likely_channel(column, run.channels());
}

/// A column with its channel's values over the run's time; without values where there is no channel, or no
/// common unit.
ComparedColumn match_column(const MeasuredColumn& column, const RunReader& run,
                            const std::vector<ChosenChannel>& chosen) {
  ComparedColumn compared{.column = column.name, .unit = column.unit};
  const int index = channel_of(column.name, run, chosen);
  if (index < 0) return compared;
  const ChannelSpec& channel = run.channels()[static_cast<std::size_t>(index)];
  compared.channel = channel.name;
  compared.channel_unit = channel.unit;
  ConvertedColumn converted = convert_values(column.values, column.unit, channel);
  compared.trouble = std::move(converted.trouble);
  compared.values = std::move(converted.values);
  if (compared.values.empty()) return compared;
  compared.run_times = run.read_times();
  compared.run = run.read_channel(channel.name);
  return compared;
}

/// Leaves out the columns whose channel is not asked for.
void keep_channels(const RunReader& run, const std::vector<std::string>& channels,
                   std::vector<ComparedColumn>& columns) {
  if (channels.empty()) return;
  for (const std::string& channel : channels) {
    run.channel_index(channel);
    const auto is = [&](const ComparedColumn& column) { return column.channel == channel; };
    if (std::none_of(columns.begin(), columns.end(), is))
      throw InputError("channel '" + channel + "'", "no column of the measurements is it",
                       "a channel that a column is, by its name or by a choice of COLUMN=CHANNEL");
  }
  std::erase_if(columns, [&](const ComparedColumn& column) {
    return std::find(channels.begin(), channels.end(), column.channel) == channels.end();
  });
}

}  // namespace

ConvertedColumn convert_values(const std::vector<double>& values, const std::string& unit,
                               const ChannelSpec& channel) {
  ConvertedColumn converted;
  const std::optional<double> factor = unit.empty() ? std::optional(1.0) : unit_factor(unit, channel.unit);
  if (!factor) {
    converted.trouble = fmt::format("{} is in {}, the file has {}", channel.name, channel.unit, unit);
    return converted;
  }
  converted.values.reserve(values.size());
  for (const double value : values) converted.values.push_back(*factor * value);
  return converted;
}

MeasuredComparison compare_with_measured(const RunReader& run, const MeasuredTable& measured,
                                         const ComparisonSettings& settings) {
  check_chosen(run, measured, settings.chosen);
  MeasuredComparison comparison{.offset = settings.offset, .times = measured.times, .columns = {}};
  for (const MeasuredColumn& column : measured.columns)
    comparison.columns.push_back(match_column(column, run, settings.chosen));
  keep_channels(run, settings.channels, comparison.columns);
  std::vector<MeasuredPair> pairs;
  for (const ComparedColumn& column : comparison.columns)
    if (!column.values.empty())
      pairs.push_back({column.run_times, column.run, comparison.times, column.values});
  // Nothing to compare: the message names columns and unit troubles.
  if (pairs.empty()) {
    std::string why;
    for (const ComparedColumn& column : comparison.columns)
      if (!column.trouble.empty()) why += "; " + column.trouble;
    throw InputError(measured.file.string(),
                     "no column that is a channel of the run: " + word_list(column_names(measured)) + why,
                     "names that have the words of channels ('grouser info' lists them), or a choice of "
                     "COLUMN=CHANNEL");
  }
  // All comparable columns decide the offset together.
  if (settings.clock == ClockOffset::sought) {
    const std::optional<double> found = find_offset(pairs, settings.cancelled);
    if (!found)
      throw InputError(measured.file.string(), "no offset of time at which the two can be compared",
                       "a column that varies, half of which lies within the run, or an offset that is given");
    comparison.offset = *found;
  }
  for (ComparedColumn& column : comparison.columns)
    if (!column.values.empty())
      column.residuals =
          residuals_at({column.run_times, column.run, comparison.times, column.values}, comparison.offset);
  return comparison;
}

}  // namespace grouser
