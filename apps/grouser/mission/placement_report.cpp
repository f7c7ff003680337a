// SPDX-License-Identifier: BSD-3-Clause
// Compares equilibria with drops by the angle between the two upward axes. A lander that can rock between two
// sets of pads is counted apart if the drop came to the other rest.
#include "placement_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "grouser/math/units.hpp"

namespace grouser::cli {
namespace {

std::string range_text(const Interval& range, double scale = 1.0) {
  return fmt::format("{} to {}", number_text(scale * range.low, 4), number_text(scale * range.high, 4));
}

Json range_json(const Interval& range) { return Json::array({range.low, range.high}); }

/// Statistics of one quantity, with the intervals of its mean and quantiles.
Json summary_json(const SampleSummary& s) {
  Json quantiles = Json::array();
  for (const QuantileEstimate& q : s.quantiles)
    quantiles.push_back({{"level", q.level}, {"value", q.value}, {"range", range_json(q.range)}});
  return {{"quantity", s.quantity},
          {"unit", s.unit},
          {"count", s.count},
          {"mean", s.mean},
          {"mean_range", range_json(s.mean_range)},
          {"deviation", s.deviation},
          {"quantiles", quantiles},
          {"least", s.least},
          {"greatest", s.greatest},
          {"share_below_greatest", s.share_below_greatest}};
}

/// Errors in degrees, over samples that came to rest in both and on the same pads.
struct CheckSums {
  int drops = 0, rested = 0, other_rest = 0;
  double tilt_mean = 0.0, tilt_rms = 0.0, tilt_most = 0.0, ramp_rms = 0.0, ramp_most = 0.0;
};

/// Sinkage of all pads after the drop over that of the equilibrium; NaN if the equilibrium has none.
double sinkage_ratio(const Placement& placement, const DroppedLander& drop) {
  double still = 0.0, fell = 0.0;
  for (const RestingPad& pad : placement.pose.pads) still += pad.sinkage;
  for (const double sinkage : drop.sinkage) fell += sinkage;
  return still > 0.0 ? fell / still : kUnset;
}

/// Angle between the upward axes of two poses, rad, within 0 and pi/2.
double up_angle(const RigidTransform& a, const RigidTransform& b) {
  return std::asin(std::min(1.0, a.R.col(2).cross(b.R.col(2)).norm()));
}

/// Largest difference of a ramp's slope, rad; NaN if no ramp can be compared.
double worst_ramp(const Placement& placement, const DroppedLander& drop) {
  double worst = kUnset;
  for (std::size_t i = 0; i < drop.ramp_slope.size(); ++i)
    if (!placement.pose.ramps[i].by_plate)
      worst = std::fmax(worst, std::fabs(drop.ramp_slope[i] - placement.pose.ramps[i].slope));
  return worst;
}

/// Whether the drop's tilt is nearer to the other rest of a rocking lander.
bool rocked_over(const Placement& placement, const DroppedLander& drop) {
  const double other = placement.pose.other_tilt;
  return std::fabs(drop.tilt - other) < std::fabs(drop.tilt - placement.pose.tilt);
}

/// Sums up the differences, tilt with its bias (equilibrium minus drop) and rms.
CheckSums sum_check(const PlacementReport& report, const std::vector<CheckedPlacement>& checked) {
  CheckSums sums;
  int ramps = 0;
  for (const CheckedPlacement& c : checked) {
    const Placement& p = report.placements[c.sample];
    ++sums.drops;
    if (!c.drop.came_to_rest || p.pose.kind != RestKind::resting) continue;
    ++sums.rested;
    if (rocked_over(p, c.drop)) {
      ++sums.other_rest;
      continue;
    }
    const double error = up_angle(p.pose.X_WB, c.drop.X_WB) * kDegrees;
    sums.tilt_mean += (p.pose.tilt - c.drop.tilt) * kDegrees;
    sums.tilt_rms += error * error;
    sums.tilt_most = std::max(sums.tilt_most, error);
    const double ramp = worst_ramp(p, c.drop) * kDegrees;
    if (std::isnan(ramp)) continue;
    ++ramps;
    sums.ramp_rms += ramp * ramp;
    sums.ramp_most = std::max(sums.ramp_most, ramp);
  }
  const int same = std::max(1, sums.rested - sums.other_rest);
  sums.tilt_mean /= same;
  sums.tilt_rms = std::sqrt(sums.tilt_rms / same);
  sums.ramp_rms = std::sqrt(sums.ramp_rms / std::max(1, ramps));
  return sums;
}

}  // namespace

Table check_table(const PlacementReport& report, const std::vector<CheckedPlacement>& checked) {
  Table table;
  std::vector<double> sample, still, fell, between, ramp, ratio, moved;
  std::vector<std::string> kind, note;
  for (const CheckedPlacement& c : checked) {
    const Placement& p = report.placements[c.sample];
    sample.push_back(static_cast<double>(c.sample));
    kind.push_back(to_string(p.pose.kind));
    still.push_back(p.pose.tilt * kDegrees);
    fell.push_back(c.drop.tilt * kDegrees);
    between.push_back(up_angle(p.pose.X_WB, c.drop.X_WB) * kDegrees);
    ramp.push_back(worst_ramp(p, c.drop) * kDegrees);
    ratio.push_back(sinkage_ratio(p, c.drop));
    moved.push_back(c.drop.moved);
    note.push_back(!c.drop.came_to_rest ? c.drop.message : rocked_over(p, c.drop) ? "the other rest" : "");
  }
  table.columns = {{"sample", "-", sample},
                   {"kind", "", kind},
                   {"tilt_deg", "deg", still},
                   {"dropped_tilt_deg", "deg", fell},
                   {"angle_between_deg", "deg", between},
                   {"ramp_difference_deg", "deg", ramp},
                   {"sinkage_ratio", "-", ratio},
                   {"moved", "m", moved},
                   {"note", "", note}};
  return table;
}

Json placement_json(const PlacementReport& r, const std::vector<CheckedPlacement>& checked) {
  const PlacementStudy& s = r.study;
  Json json{{"lander", r.form.name},
            {"terrain", r.ground.name},
            {"soil", r.ground.soil_names()},
            {"gravity", r.ground.gravity},
            {"seed", r.seed},
            {"confidence", s.confidence},
            {"counts",
             {{"samples", s.samples},
              {"voids", s.voids},
              {"counted", s.counted},
              {"slides", s.slides},
              {"tipped_over", s.tipped_over},
              {"unsettled", s.unsettled},
              {"on_belly", s.on_belly},
              {"rocking", s.rocking}}},
            {"quantities", Json::array()}};
  for (const SampleSummary& summary : s.summaries) json["quantities"].push_back(summary_json(summary));
  if (!r.envelope.empty())
    json["envelope"] = {{"limits", r.envelope},
                        {"covered", s.covered},
                        {"share", s.counted > 0 ? static_cast<double>(s.covered) / s.counted : kUnset},
                        {"range", range_json(s.covered_range)}};
  if (checked.empty()) return json;
  const CheckSums c = sum_check(r, checked);
  json["check"] = {
      {"drops", c.drops},           {"rested", c.rested},           {"other_rest", c.other_rest},
      {"tilt_rms_deg", c.tilt_rms}, {"tilt_bias_deg", c.tilt_mean}, {"tilt_most_deg", c.tilt_most},
      {"ramp_rms_deg", c.ramp_rms}, {"ramp_most_deg", c.ramp_most}};
  return json;
}

void print_placements(const PlacementReport& r) {
  const PlacementStudy& s = r.study;
  std::cout << fmt::format("{} on {}, soil {}, {} m/s2, seed {}: {} counted of {}\n", r.form.name,
                           r.ground.name, r.ground.soil_names(), number_text(r.ground.gravity), r.seed,
                           s.counted, count_text(static_cast<std::size_t>(s.samples), "sample"));
  if (s.voids > 0)
    std::cout << fmt::format("{} not counted: no height somewhere under the lander\n", s.voids);
  std::cout << fmt::format(
      "slides {}, tipped over {}, unsettled {}; of those that stand {} touch with the belly, {} can rock\n",
      s.slides, s.tipped_over, s.unsettled, s.on_belly, s.rocking);
  using enum TextTable::Align;
  TextTable table({left, right, right, right, right, right, right, right});
  table.add_header({"quantity", "unit", "mean", "median", "95 %",
                    fmt::format("its {:g} % interval", 100 * s.confidence), "maximum", "share below it"});
  for (const SampleSummary& q : s.summaries) {
    if (q.count == 0) continue;
    // The quantiles of the study are in a fixed order: place 1 is the median, place 3 the 95 % one.
    const QuantileEstimate& high = q.quantiles[3];
    table.add_row({q.quantity, q.unit, number_text(q.mean, 4), number_text(q.quantiles[1].value, 4),
                   number_text(high.value, 4), range_text(high.range), number_text(q.greatest, 4),
                   fmt::format(">= {:.2f} %", 100.0 * q.share_below_greatest)});
  }
  std::cout << table.text();
  if (r.envelope.empty() || s.counted == 0) return;
  std::cout << fmt::format("covered by {}: {} of {} = {:.2f} %, {:g} % interval {} % (Clopper-Pearson)\n",
                           r.envelope, s.covered, s.counted, 100.0 * s.covered / s.counted,
                           100.0 * s.confidence, range_text(s.covered_range, 100.0));
}

void print_check(const PlacementReport& report, const std::vector<CheckedPlacement>& checked) {
  using enum TextTable::Align;
  TextTable table({right, left, right, right, right, right, right, right, left});
  table.add_header({"sample", "kind", "tilt deg", "dropped deg", "between deg", "ramps deg", "sinkage ratio",
                    "moved m", ""});
  const Table cells = check_table(report, checked);
  for (std::size_t i = 0; i < checked.size(); ++i) {
    std::vector<std::string> row;
    for (const TableColumn& column : cells.columns)
      if (const auto* texts = std::get_if<std::vector<std::string>>(&column.cells))
        row.push_back((*texts)[i]);
      else
        row.push_back(number_text(std::get<std::vector<double>>(column.cells)[i], 4));
    table.add_row(row);
  }
  const CheckSums c = sum_check(report, checked);
  std::cout << "\nDropped with the whole simulation:\n"
            << table.text()
            << fmt::format(
                   "{} of {} rest in both, {} of them in the other rest; the others differ by {:.3f} deg "
                   "rms, {:.3f} deg "
                   "at most (bias of tilt {:+.3f}), ramps by {:.3f} deg rms, {:.3f} deg at most\n",
                   c.rested, c.drops, c.other_rest, c.tilt_rms, c.tilt_most, c.tilt_mean, c.ramp_rms,
                   c.ramp_most);
}

}  // namespace grouser::cli
