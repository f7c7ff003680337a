// The files of `grouser placement`: tables and pictures.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "grouser/recording/plot/map_plot.hpp"
#include "placement_report.hpp"

namespace grouser::cli {
namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;

/// Of the ground under a pad; empty where it hangs in the air.
std::vector<std::string> soils_under(const PlacementReport& r, std::size_t pad) {
  std::vector<std::string> soils;
  for (const Placement& p : r.placements) {
    const int material = pad < p.pose.pads.size() ? p.pose.pads[pad].material : -1;
    soils.push_back(material < 0 ? "" : r.ground.materials[static_cast<std::size_t>(material)].id);
  }
  return soils;
}

Table placement_table(const PlacementReport& r) {
  Table table;
  const auto numbers = [&](const std::string& name, const std::string& unit, auto value) {
    std::vector<double> cells;
    for (const Placement& p : r.placements) cells.push_back(p.spot.on_void ? kUnset : value(p));
    table.columns.push_back({name, unit, std::move(cells)});
  };
  std::vector<double> number, x, y, heading;
  std::vector<std::string> kind;
  for (const Placement& p : r.placements) {
    number.push_back(static_cast<double>(number.size()));
    x.push_back(p.spot.x), y.push_back(p.spot.y), heading.push_back(p.spot.heading * kDegrees);
    kind.push_back(p.spot.on_void ? "void" : to_string(p.pose.kind));
  }
  table.attributes = {{"lander", r.form.name}, {"terrain", r.ground.name}, {"seed", std::to_string(r.seed)}};
  table.columns = {{"sample", "-", number},
                   {"x", "m", x},
                   {"y", "m", y},
                   {"heading_deg", "deg", heading},
                   {"kind", "", kind}};
  numbers("z", "m", [](const Placement& p) { return p.pose.X_WB.p.z(); });
  numbers("tilt_deg", "deg", [](const Placement& p) { return p.pose.tilt * kDegrees; });
  numbers("roll_deg", "deg", [](const Placement& p) { return p.pose.roll * kDegrees; });
  numbers("pitch_deg", "deg", [](const Placement& p) { return p.pose.pitch * kDegrees; });
  for (std::size_t i = 0; i < r.form.ramps.size(); ++i) {
    const std::string name = "ramp/" + r.form.ramps[i].name + "/";
    const auto of = [i](double RestingRamp::*member, double scale) {
      return [=](const Placement& p) {
        return i < p.pose.ramps.size() ? scale * (p.pose.ramps[i].*member) : kUnset;
      };
    };
    numbers(name + "slope_deg", "deg", of(&RestingRamp::slope, kDegrees));
    numbers(name + "hinge_deg", "deg", of(&RestingRamp::hinge, kDegrees));
    numbers(name + "cross_deg", "deg", of(&RestingRamp::cross, kDegrees));
    numbers(name + "gap", "m", of(&RestingRamp::gap, 1.0));
  }
  for (std::size_t i = 0; i < r.form.pads.size(); ++i) {
    const std::string name = "pad/" + r.form.pads[i].name + "/";
    numbers(name + "load", "N", [i](const Placement& p) { return p.pose.pads[i].load; });
    numbers(name + "sinkage", "m", [i](const Placement& p) { return p.pose.pads[i].sinkage; });
    if (r.ground.terrain->soil_map()) table.columns.push_back({name + "soil", "", soils_under(r, i)});
  }
  numbers("friction_use", "-", [](const Placement& p) { return p.pose.friction_use; });
  numbers("on_belly", "-", [](const Placement& p) { return p.pose.on_belly ? 1.0 : 0.0; });
  numbers("other_tilt_deg", "deg", [](const Placement& p) { return p.pose.other_tilt * kDegrees; });
  return table;
}

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

constexpr int kBins = 24;

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
std::string in_words(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '_' || c == '/'; }, ' ');
  return name;
}

/// What was tested of a quantity, in its unit; NaN: not limited.
double tested_limit(const Envelope& e, const std::string& quantity) {
  if (quantity == "tilt") return e.tilt * kDegrees;
  if (quantity == "deepest_pad") return e.sinkage;
  return (quantity == "gentlest_ramp" ? e.best_ramp : e.ramp) * kDegrees;
}

/// Outlines of bars, the interval of each bar's share, the maximum and what was tested as lines.
PlotPanel histogram_panel(const PlacementQuantity& quantity, const SampleSummary& summary, double confidence,
                          double tested) {
  const bool length = quantity.unit == "m";
  const double scale = length ? 1e3 : 1.0;
  const std::string unit = length ? "mm" : quantity.unit;
  PlotPanel panel{
      fmt::format("Maximum {} {}; at least {:.1f} % of landings stay below it ({:g} % confidence)",
                  number_text(scale * summary.greatest, 4), unit, 100.0 * summary.share_below_greatest,
                  100.0 * confidence),
      fmt::format("{} [{}]", in_words(quantity.name), unit),
      "share [%]",
      {}};
  PlotSeries bars{"share", {}, {}}, ranges{fmt::format("its {:g} % interval", 100.0 * confidence), {}, {}};
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
    return PlotSeries{label, {scale * at, scale * at}, {0.0, 100.0 * most}, PlotStyle::kDashed};
  };
  panel.series = {std::move(bars), std::move(ranges), upright("maximum", summary.greatest)};
  if (std::isfinite(tested)) panel.series.push_back(upright("tested", tested));
  return panel;
}

MapGround map_ground(const PlacementGround& ground) {
  constexpr int kSamples = 900;
  const auto [west, south, east, north] = ground.extent();
  MapGround map{.west = west, .south = south, .heights = {}};
  map.cell = std::max(east - west, north - south) / kSamples;
  map.columns = static_cast<int>((east - west) / map.cell) + 1;
  map.rows = static_cast<int>((north - south) / map.cell) + 1;
  const VoidMap voids(ground);
  for (int r = 0; r < map.rows; ++r)
    for (int c = 0; c < map.columns; ++c) {
      const double x = west + c * map.cell, y = south + r * map.cell;
      HeightSample sample;
      const bool known = !voids.near(x, y, 0.0) && ground.terrain->height(x, y, sample);
      map.heights.push_back(known ? sample.z : kUnset);
    }
  return map;
}

void write_pictures(const std::filesystem::path& folder, const PlacementReport& r) {
  const Envelope envelope = parse_envelope("--envelope", r.envelope);
  std::vector<PlotPanel> panels;
  for (std::size_t i = 0; i < r.study.quantities.size(); ++i)
    if (r.study.summaries[i].count > 0)
      panels.push_back(histogram_panel(r.study.quantities[i], r.study.summaries[i], r.study.confidence,
                                       tested_limit(envelope, r.study.quantities[i].name)));
  if (!panels.empty()) write_plot(folder / "histograms.png", panels);
  MapPanel map;
  map.style = MapStyle::kSamples;
  map.title = fmt::format("{} on {}: {} placements, seed {}", r.form.name,
                          std::filesystem::path(r.ground.name).filename().string(), r.study.counted, r.seed);
  if (!r.envelope.empty())
    map.title +=
        fmt::format("; {:.1f} % covered, the others in red", 100.0 * r.study.covered / r.study.counted);
  map.ground = map_ground(r.ground);
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
  return {{"placements.csv", csv_kind("sample [-],x [m],y [m],heading_deg [deg],")},
          {"statistics.csv", csv_kind("quantity,unit,statistic,value,")},
          {"histograms.csv", csv_kind("quantity,unit,from,to,")},
          {"check.csv", csv_kind("sample [-],kind,tilt_deg [deg],")},
          {"histograms.png", picture_kind()},
          {"map.png", picture_kind()}};
}

void write_placement_files(const std::filesystem::path& folder, const PlacementReport& report,
                           const std::vector<CheckedPlacement>& checked) {
  write_table_csv(folder / "placements.csv", placement_table(report));
  write_table_csv(folder / "statistics.csv", statistics_table(report));
  write_table_csv(folder / "histograms.csv", histogram_table(report));
  if (!checked.empty()) write_table_csv(folder / "check.csv", check_table(report, checked));
  write_pictures(folder, report);
}

}  // namespace grouser::cli
