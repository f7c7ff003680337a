// SPDX-License-Identifier: BSD-3-Clause
// Compares a measured set with its predictions: rows of a rig in parallel, or the channels of one run
// interpolated at the measured times; then rms, bias, agreeing rows and verdict of each curve.
#include "grouser/mission/rigs/validation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/measured_comparison.hpp"
#include "grouser/mission/campaign/run_comparison.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/chosen_channels.hpp"
#include "grouser/simulation/step/world.hpp"
#include "rigs/set_data.hpp"
#include "rigs/set_predictions.hpp"

namespace grouser {
namespace {

/// Place of the first condition that varies over the rows, by which they are listed; -1 where none does.
int listed_by(const std::vector<SetQuantity>& quantities, const std::vector<SetRow>& rows) {
  for (std::size_t k = 0; k < quantities.size(); ++k) {
    if (!quantities[k].condition) continue;
    for (const SetRow& row : rows)
      if (std::isfinite(row.values[k]) && row.values[k] != rows.front().values[k]) return static_cast<int>(k);
  }
  return -1;
}

/// One row of a quantity's curve.
SetPoint point_of(const SetRow& row, const RowPrediction& predicted, std::size_t quantity) {
  return {.measured = row.values[quantity],
          .sd = row.sds[quantity],
          .predicted = predicted.values[quantity],
          .band = predicted.bands[quantity]};
}

/// Predicts all rows by all laws, then gathers one curve per law and measured quantity.
SetResult predict_rows(const ValidationSet& set, const JobOptions& options) {
  const std::vector<SetQuantity>& quantities = set_quantities(set.test, set.held);
  const std::vector<SetRow> rows = read_set_rows(set);
  const std::vector<SetSoil> soils = load_set_soils(set);
  std::vector<RowPrediction> predicted(soils.size() * rows.size());
  // Jobs: rows of one law after the other.
  run_jobs(predicted.size(), options, [&](std::size_t k, const JobContext& context) {
    predicted[k] = predict_row(set, soils[k / rows.size()], rows[k % rows.size()], context.cancelled);
  });
  SetResult result;
  const int by = listed_by(quantities, rows);
  result.at = by < 0 ? "row" : quantities[static_cast<std::size_t>(by)].name;
  result.at_unit = by < 0 ? "-" : quantities[static_cast<std::size_t>(by)].unit;
  for (std::size_t s = 0; s < soils.size(); ++s)
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      if (quantities[q].condition || set.columns[q].column.empty()) continue;
      SetCurve curve{.law = soils[s].law, .quantity = quantities[q].name, .unit = quantities[q].unit};
      curve.accept = set.columns[q].accept;
      for (std::size_t r = 0; r < rows.size(); ++r) {
        // A row without a measured value is no point of this curve.
        if (std::isnan(rows[r].values[q])) continue;
        SetPoint point = point_of(rows[r], predicted[s * rows.size() + r], q);
        point.at = by < 0 ? static_cast<double>(r + 1) : rows[r].values[static_cast<std::size_t>(by)];
        curve.points.push_back(point);
      }
      result.curves.push_back(std::move(curve));
    }
  return result;
}

/// Channels of a scenario over its time, at its recording's interval.
struct RunCurves {
  std::vector<ChannelSpec> channels;
  std::vector<double> times;
  std::vector<std::vector<double>> values;  // by channel
};

/// Runs the scenario and records the set's channels at its recording interval; a failed step throws
/// RunError.
RunCurves simulate(const ValidationSet& set, const JobOptions& options) {
  std::vector<Override> overrides;
  for (const std::string& setting : set.settings) overrides.push_back(parse_override(setting, "set"));
  const std::filesystem::path file = beside_set(set, set.scenario);
  const std::string scenario = std::filesystem::exists(file) ? file.string() : set.scenario;
  Simulation simulation = start_simulation(load_world(scenario, overrides), options.cancelled);
  std::vector<std::string> names;
  for (const SetChannel& channel : set.channels) names.push_back(channel.channel);
  ChosenChannels chosen(simulation, names, set.file.string() + ": channel");
  RunCurves run{.channels = chosen.channels(), .times = {}, .values = {}};
  run.values.resize(names.size());
  std::vector<double> now(names.size());
  const double interval = simulation.world().settings.record_interval;
  // The 1e-9 keeps rounding of the time from skipping a record.
  double next = simulation.time();
  const auto record = [&] {
    if (simulation.time() < next - 1e-9) return;
    next += interval;
    chosen.read(simulation, now);
    run.times.push_back(simulation.time());
    for (std::size_t k = 0; k < now.size(); ++k) run.values[k].push_back(now[k]);
    if (options.progress) options.progress(simulation.time(), simulation.world().settings.duration);
    if (options.cancelled && options.cancelled()) throw Interrupted("while a scenario was run");
  };
  record();
  while (!simulation.finished()) {
    if (simulation.step() != StepStatus::ok)
      throw RunError("the run failed: " + simulation.failure().message);
    record();
  }
  return run;
}

/// Compares a run with measurements over time, at a given offset or at the best one.
SetResult compare_run(const ValidationSet& set, const JobOptions& options, const ReadMeasured& read) {
  const MeasuredTable measured = read(beside_set(set, set.data), options.cancelled);
  const RunCurves run = simulate(set, options);
  // Measured columns in the units of their channels.
  std::vector<ConvertedColumn> columns;
  for (std::size_t k = 0; k < set.channels.size(); ++k) {
    const auto named = [&](const MeasuredColumn& c) { return c.name == set.channels[k].column; };
    const auto found = std::find_if(measured.columns.begin(), measured.columns.end(), named);
    if (found == measured.columns.end())
      throw InputError(set.file.string(), "column '" + set.channels[k].column + "'",
                       "a column of " + measured.file.string() + ", without its unit");
    columns.push_back(convert_values(found->values, found->unit, run.channels[k]));
    if (!columns.back().trouble.empty())
      throw InputError(measured.file.string(), columns.back().trouble, "a unit of what the channel measures");
  }
  SetResult result{.at = "time", .at_unit = "s", .curves = {}, .trouble = {}, .offset = set.offset};
  // The offset at which all channels agree best.
  if (set.align) {
    std::vector<MeasuredPair> pairs;
    for (std::size_t k = 0; k < columns.size(); ++k)
      pairs.push_back({run.times, run.values[k], measured.times, columns[k].values});
    const std::optional<double> found = find_offset(pairs, options.cancelled);
    if (!found)
      throw InputError(measured.file.string(), "no offset of time at which the two can be compared",
                       "a column that varies, half of which lies within the run");
    result.offset = *found;
  }
  for (std::size_t k = 0; k < columns.size(); ++k) {
    SetCurve curve{.law = "", .quantity = set.channels[k].channel, .unit = run.channels[k].unit};
    curve.accept = set.channels[k].accept;
    for (std::size_t i = 0; i < measured.times.size(); ++i) {
      const double at = measured.times[i] + result.offset;
      const double run_value = value_at(run.times, run.values[k], at);
      // Before and after the run there is nothing to compare.
      if (std::isnan(columns[k].values[i]) || std::isnan(run_value)) continue;
      curve.points.push_back(
          {.at = at, .measured = columns[k].values[i], .sd = set.channels[k].sd, .predicted = run_value});
    }
    result.curves.push_back(std::move(curve));
  }
  return result;
}

/// Whether a measured value is within two standard deviations of the band, or of the prediction where there
/// is none.
bool agrees(const SetPoint& point) {
  if (std::isnan(point.predicted)) return false;
  const double margin = std::isnan(point.sd) ? 0.0 : kAgreeingWidths * point.sd;
  const double low = point.band.any() ? point.band.low : point.predicted,
               high = point.band.any() ? point.band.high : point.predicted;
  return point.measured >= low - margin && point.measured <= high + margin;
}

}  // namespace

const char* to_string(SetVerdict verdict) {
  constexpr const char* kWords[] = {"holds", "fails", "none", "not_run"};
  return kWords[static_cast<std::size_t>(verdict)];
}

void judge_curve(SetCurve& curve) {
  double squares = 0.0, sum = 0.0, mean = 0.0, spread = 0.0, count = 0.0;
  bool sure = !curve.points.empty();
  int agreeing = 0;
  curve.lost = 0;
  for (const SetPoint& point : curve.points) {
    mean += point.measured;
    // A curve is sure where every row has a band or a standard deviation.
    sure = sure && (point.band.any() || !std::isnan(point.sd));
    agreeing += agrees(point) ? 1 : 0;
    if (std::isnan(point.predicted)) {
      ++curve.lost;
      continue;
    }
    const double apart = point.predicted - point.measured;
    squares += apart * apart, sum += apart, ++count;
  }
  // Rows without a prediction count among all rows, so they do not agree.
  const auto all = static_cast<double>(curve.points.size());
  mean /= all;
  for (const SetPoint& point : curve.points) spread += (point.measured - mean) * (point.measured - mean);
  curve.spread = std::sqrt(spread / all);
  curve.rms = count > 0.0 ? std::sqrt(squares / count) : kUnset;
  curve.bias = count > 0.0 ? sum / count : kUnset;
  curve.agreeing = sure ? agreeing / all : kUnset;
  // An accepted rms decides alone, and then no prediction may be missing.
  curve.verdict = SetVerdict::none;
  if (!std::isnan(curve.accept))
    curve.verdict = curve.lost == 0 && curve.rms <= curve.accept ? SetVerdict::holds : SetVerdict::fails;
  else if (sure)
    curve.verdict = curve.agreeing >= kAgreeingShare ? SetVerdict::holds : SetVerdict::fails;
}

void check_set_inputs(const ValidationSet& set, const ReadMeasured& read) {
  if (set.test == SetTest::run) {
    read(beside_set(set, set.data), {});
    return;
  }
  read_set_rows(set);
  load_set_soils(set);
}

SetResult run_validation_set(const ValidationSet& set, const JobOptions& options, const ReadMeasured& read) {
  SetResult result;
  // A prediction that fails is a result of the set; wrong input is not.
  try {
    result = set.test == SetTest::run ? compare_run(set, options, read) : predict_rows(set, options);
  } catch (const RunError& error) {
    result.trouble = error.what();
    result.verdict = SetVerdict::not_run;
    return result;
  }
  for (SetCurve& curve : result.curves) {
    judge_curve(curve);
    if (curve.verdict == SetVerdict::fails || result.verdict == SetVerdict::none)
      result.verdict = curve.verdict;
  }
  return result;
}

}  // namespace grouser
