// SPDX-License-Identifier: BSD-3-Clause
// The files of `grouser placement`: tables of samples, statistics and histograms, and two pictures. Intervals
// of shares are those of make_histogram() and of the study, at its confidence.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/math/units.hpp"
#include "grouser/mission/placement/placement_table.hpp"
#include "grouser/recording/plot/map_plot.hpp"
#include "placement_report.hpp"

namespace grouser::cli {
namespace {

/// Long form: one row per quantity and statistic, with the interval's ends where there is one and NaN
/// elsewhere.
Table statistics_table(const PlacementReport& r) {
  Table table;
  std::vector<std::string> quantity, unit, statistic;
  std::vector<double> value, low, high;
  const auto add = [&](const std::string& of, const std::string& in, const std::string& what, double number,
                       const Interval& range) {
    quantity.push_back(of), unit.push_back(in), statistic.push_back(what);
    value.push_back(number), low.push_back(range.low), high.push_back(range.high);
  };
  const Interval none{kUnset, kUnset};
  for (const SampleSummary& s : r.study.summaries) {
    add(s.quantity, s.unit, "count", s.count, none);
    add(s.quantity, s.unit, "mean", s.mean, s.mean_range);
    add(s.quantity, s.unit, "standard deviation", s.deviation, none);
    for (const QuantileEstimate& q : s.quantiles)
      add(s.quantity, s.unit, fmt::format("quantile {:g}", q.level), q.value, q.range);
    add(s.quantity, s.unit, "minimum", s.least, none);
    add(s.quantity, s.unit, "maximum", s.greatest, none);
    add(s.quantity, "-", "share below the maximum at least", s.share_below_greatest, none);
  }
  if (!r.envelope.empty() && r.study.counted > 0)
    add("covered by " + r.envelope, "-", "share", static_cast<double>(r.study.covered) / r.study.counted,
        r.study.covered_range);
  table.columns = {{"quantity", "", quantity}, {"unit", "", unit}, {"statistic", "", statistic},
                   {"value", "", value},       {"low", "", low},   {"high", "", high}};
  return table;
}

constexpr int kBins = 24, kMapSamples = 900;

/// One row per quantity and bin.
Table histogram_table(const PlacementReport& r) {
  Table table;
  std::vector<std::string> quantity, unit;
  std::vector<double> from, to, count, share, low, high;
  for (const PlacementQuantity& q : r.study.quantities)
    for (const HistogramBin& bin : make_histogram(q.values, kBins, r.study.confidence)) {
      quantity.push_back(q.name), unit.push_back(q.unit);
      from.push_back(bin.from), to.push_back(bin.to), count.push_back(bin.count);
      share.push_back(bin.share), low.push_back(bin.range.low), high.push_back(bin.range.high);
    }
  table.columns = {
      {"quantity", "", quantity}, {"unit", "", unit},    {"from", "", from},      {"to", "", to},
      {"count", "-", count},      {"share", "-", share}, {"share_low", "-", low}, {"share_high", "-", high}};
  return table;
}

/// "ramp_front/slope" as words.
std::string placement_words(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '_' || c == '/'; }, ' ');
  return name;
}

/// The limit that was tested of a quantity, in the quantity's unit; NaN: not limited.
double tested_limit(const Envelope& e, const std::string& quantity) {
  if (quantity == "tilt") return e.tilt * kDegrees;
  if (quantity == "deepest_pad") return e.sinkage;
  return (quantity == "gentlest_ramp" ? e.best_ramp : e.ramp) * kDegrees;
}

/// A histogram drawn as outlines of bars, with the interval of each bar's share, the maximum, and the limit
/// that was tested (left out if NaN).
Chart histogram_panel(const PlacementQuantity& quantity, const SampleSummary& summary, double confidence,
                      double tested) {
  const bool length = quantity.unit == "m";
  const double scale = length ? 1e3 : 1.0;
  const std::string unit = length ? "mm" : quantity.unit;
  Chart panel{fmt::format("Maximum {} {}; at least {:.1f} % of landings stay below it ({:g} % confidence)",
                          number_text(scale * summary.greatest, 4), unit,
                          100.0 * summary.share_below_greatest, 100.0 * confidence),
              fmt::format("{} [{}]", placement_words(quantity.name), unit),
              "share [%]",
              {}};
  ChartSeries bars{"share", {}, {}}, ranges{fmt::format("its {:g} % interval", 100.0 * confidence), {}, {}};
  const auto bins = make_histogram(quantity.values, kBins, confidence);
  double most = 0.0;
  for (const HistogramBin& bin : bins) {
    for (const auto& [x, y] :
         {std::pair{bin.from, 0.0}, {bin.from, bin.share}, {bin.to, bin.share}, {bin.to, 0.0}})
      bars.x.push_back(scale * x), bars.y.push_back(100.0 * y);
    const double middle = 0.5 * scale * (bin.from + bin.to);
    for (const double y : {bin.range.low, bin.range.high, static_cast<double>(kUnset)})
      ranges.x.push_back(middle), ranges.y.push_back(100.0 * y);
    most = std::max(most, bin.range.high);
  }
  const auto upright = [&](const char* label, double at) {
    return ChartSeries{label, {scale * at, scale * at}, {0.0, 100.0 * most}, ChartStyle::kDashed};
  };
  panel.series = {std::move(bars), std::move(ranges), upright("maximum", summary.greatest)};
  if (std::isfinite(tested)) panel.series.push_back(upright("tested", tested));
  return panel;
}

/// histograms.png with a panel per quantity, and map.png with the tilt of each placement. Placements outside
/// of the envelope are ringed in red.
void write_pictures(const std::filesystem::path& folder, const PlacementReport& r) {
  const Envelope envelope = parse_envelope("--envelope", r.envelope);
  std::vector<Chart> panels;
  for (std::size_t i = 0; i < r.study.quantities.size(); ++i)
    if (r.study.summaries[i].count > 0)
      panels.push_back(histogram_panel(r.study.quantities[i], r.study.summaries[i], r.study.confidence,
                                       tested_limit(envelope, r.study.quantities[i].name)));
  if (!panels.empty()) write_plot(folder / "histograms.png", panels);
  MapPanel map;
  map.style = MapStyle::kSamples;
  map.title = fmt::format("{} on {}: {} placements, seed {}", r.form.name,
                          std::filesystem::path(r.ground.name).filename().string(), r.study.counted, r.seed);
  if (!r.envelope.empty() && r.study.counted > 0)
    map.title +=
        fmt::format("; {:.1f} % covered, the others in red", 100.0 * r.study.covered / r.study.counted);
  map.ground = map_ground(r.ground, kMapSamples);
  map.value_label = "tilt [deg]";
  for (const Placement& p : r.placements) {
    if (p.spot.on_void) continue;
    const bool stands = p.pose.kind == RestKind::resting || p.pose.kind == RestKind::slides;
    map.x.push_back(p.spot.x), map.y.push_back(p.spot.y);
    map.value.push_back(stands ? p.pose.tilt * kDegrees : kUnset);
    if (!r.envelope.empty()) map.ringed.push_back(!covers(envelope, p));
  }
  write_map_plot(folder / "map.png", map, {});
}

}  // namespace

std::vector<std::pair<std::string, FileKind>> placement_files() {
  return {{"placements.csv", csv_kind(kPlacementCsvBegin)},
          {"statistics.csv", csv_kind("quantity,unit,statistic,value,")},
          {"histograms.csv", csv_kind("quantity,unit,from,to,")},
          {"check.csv", csv_kind("sample [-],kind,tilt_deg [deg],")},
          {"histograms.png", picture_kind()},
          {"map.png", picture_kind()}};
}

void write_placement_files(const std::filesystem::path& folder, const PlacementReport& report,
                           const std::vector<CheckedPlacement>& checked) {
  write_table_csv(folder / "placements.csv",
                  make_placement_table(report.ground, report.form, report.placements, report.seed));
  write_table_csv(folder / "statistics.csv", statistics_table(report));
  write_table_csv(folder / "histograms.csv", histogram_table(report));
  if (!checked.empty()) write_table_csv(folder / "check.csv", check_table(report, checked));
  write_pictures(folder, report);
}

}  // namespace grouser::cli
