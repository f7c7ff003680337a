// SPDX-License-Identifier: BSD-3-Clause
// An overview of all curves, then a section per set with its verdict, its origin and a chart per curve.
#include "validate_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "grouser/recording/plot/plot.hpp"
#include "report/html.hpp"
#include "report/report_page.hpp"
#include "shared/console.hpp"

namespace grouser::cli {
namespace {

constexpr int kPlotWidth = 480, kPlotHeight = 300;  // px

/// Class of the page's style: in the order of SetVerdict.
const char* verdict_class(SetVerdict verdict) {
  constexpr const char* kClasses[] = {"good", "bad", "open", "bad"};
  return kClasses[static_cast<std::size_t>(verdict)];
}

/// A row of the table; texts are escaped.
std::string cells_row(const std::vector<std::string>& texts, const std::vector<std::string>& numbers) {
  std::string html = "<tr>";
  for (const std::string& text : texts) html += "<td>" + html_text(text) + "</td>";
  for (const std::string& number : numbers) html += "<td class=\"n\">" + html_text(number) + "</td>";
  return html + "</tr>\n";
}

/// The head of a table; its texts are ours and need no escape.
std::string head_row(const std::vector<std::string>& texts, const std::vector<std::string>& numbers) {
  std::string html = "<tr>";
  for (const std::string& text : texts) html += "<th>" + text + "</th>";
  for (const std::string& number : numbers) html += "<th class=\"n\">" + number + "</th>";
  return html + "</tr>\n";
}

/// One curve: prediction as a line, its band dashed, measurements as points, and dots at the ends of two
/// standard deviations.
Chart curve_chart(const SetResult& result, const SetCurve& curve) {
  ChartSeries measured{"measured", {}, {}, ChartStyle::kPoints, 1},
      spread{"measured, +- 2 deviations", {}, {}, ChartStyle::kLine, 1},
      predicted{"predicted", {}, {}, ChartStyle::kLineAndPoints, 0},
      low{"90 % band", {}, {}, ChartStyle::kDashed, 0}, high{"", {}, {}, ChartStyle::kDashed, 0};
  std::vector<SetPoint> points = curve.points;
  std::stable_sort(points.begin(), points.end(),
                   [](const SetPoint& a, const SetPoint& b) { return a.at < b.at; });
  for (const SetPoint& point : points) {
    measured.add(point.at, point.measured);
    predicted.add(point.at, point.predicted);
    if (point.band.any()) low.add(point.at, point.band.low), high.add(point.at, point.band.high);
    if (std::isnan(point.sd)) continue;
    spread.add(point.at, point.measured - kAgreeingWidths * point.sd);
    spread.add(point.at, point.measured + kAgreeingWidths * point.sd);
    spread.add(point.at, kUnset);
  }
  Chart chart{"", result.at, curve.quantity, {}, result.at_unit, curve.unit};
  for (ChartSeries* series : {&predicted, &low, &high, &spread, &measured})
    if (!series->x.empty()) chart.series.push_back(std::move(*series));
  return chart;
}

/// "drawbar_pull by bekker"
std::string curve_name(const SetCurve& curve) {
  return curve.law.empty() ? curve.quantity : curve.quantity + " by " + curve.law;
}

std::string unit_text(const std::string& unit) { return unit == "-" ? "" : " " + unit; }

/// Cells below kCurveHeads, in their order; "-" where a set accepts no rms or gives no deviations.
std::vector<std::string> curve_numbers(const SetCurve& curve) {
  return {std::to_string(curve.points.size()),
          std::to_string(curve.lost),
          number_text(curve.rms, 4) + unit_text(curve.unit),
          number_text(curve.bias, 3) + unit_text(curve.unit),
          number_text(curve.spread, 4) + unit_text(curve.unit),
          std::isnan(curve.accept) ? "-" : number_text(curve.accept, 4) + unit_text(curve.unit),
          std::isnan(curve.agreeing) ? "-" : number_text(100.0 * curve.agreeing, 3) + " %"};
}

const std::vector<std::string> kCurveHeads{"rows",
                                           "without prediction",
                                           "rms",
                                           "predicted less measured, mean",
                                           "spread of the measurements",
                                           "accepted rms",
                                           "rows that agree"};

/// The table of all curves of all sets.
std::string overview_part(const std::vector<ValidatedSet>& sets) {
  std::string body = head_row({"set", "quantity", "verdict"}, kCurveHeads);
  for (const ValidatedSet& one : sets) {
    if (one.result.curves.empty())
      body += cells_row({one.set.title, one.result.trouble, verdict_text(one.result.verdict)},
                        std::vector<std::string>(kCurveHeads.size(), "-"));
    for (const SetCurve& curve : one.result.curves)
      body +=
          cells_row({one.set.title, curve_name(curve), verdict_text(curve.verdict)}, curve_numbers(curve));
  }
  return "<section>\n<h2>All sets</h2>\n<table>\n" + body + "</table>\n</section>\n";
}

/// Sources, data and conditions of a set, each if it is known.
std::string about_part(const ValidationSet& set) {
  std::string list;
  const auto add = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) list += "<dt>" + html_text(name) + "</dt><dd>" + html_text(value) + "</dd>\n";
  };
  add("sources", fmt::format("{}", fmt::join(set.sources, "; ")));
  add("data", set.data);
  add("test", kSetTests[static_cast<std::size_t>(set.test)]);
  add("soil", set.soil);
  add("scenario", set.scenario);
  add("rover", set.rover);
  if (set.test != SetTest::run) add("gravity", number_text(set.gravity) + " m/s2");
  std::vector<std::string> where;
  for (const auto& [column, number] : set.where) where.push_back(column + " = " + number_text(number));
  add("rows with", fmt::format("{}", fmt::join(where, ", ")));
  return "<dl>\n" + list + "</dl>\n";
}

/// The section of one set.
std::string set_part(const ValidatedSet& one) {
  std::string html = "<section>\n<h2>" + html_text(one.set.title) + "</h2>\n";
  html += fmt::format("<div class=\"outcome {}\"><strong>{}</strong><span>{}</span></div>\n",
                      verdict_class(one.result.verdict), verdict_text(one.result.verdict),
                      html_text(one.result.trouble));
  html += about_part(one.set);
  std::string figures;
  for (const SetCurve& curve : one.result.curves)
    figures += "<figure>" + plot_svg(curve_chart(one.result, curve), kPlotWidth, kPlotHeight) +
               "<figcaption>" + html_text(curve_name(curve)) + ": " + verdict_text(curve.verdict) + ", rms " +
               html_text(number_text(curve.rms, 4) + unit_text(curve.unit)) + "</figcaption></figure>\n";
  if (!figures.empty()) html += "<div class=\"plots\">\n" + figures + "</div>\n";
  return html + "</section>\n";
}

}  // namespace

std::string verdict_text(SetVerdict verdict) {
  constexpr const char* kTexts[] = {"HOLDS", "FAILS", "NOT JUDGED", "NOT RUN"};
  return kTexts[static_cast<std::size_t>(verdict)];
}

std::string validation_page(const std::string& folder, const std::vector<ValidatedSet>& sets) {
  const auto count = [&](SetVerdict verdict) {
    return std::count_if(sets.begin(), sets.end(),
                         [&](const ValidatedSet& one) { return one.result.verdict == verdict; });
  };
  std::string html = page_begin("Predictions against measurements", folder,
                                fmt::format("{} sets: {} hold, {} fail, {} not judged, {} not run",
                                            sets.size(), count(SetVerdict::holds), count(SetVerdict::fails),
                                            count(SetVerdict::none), count(SetVerdict::not_run)));
  html += overview_part(sets);
  for (const ValidatedSet& one : sets) html += set_part(one);
  html +=
      "<p class=\"small\">A curve holds where its rms is within what its set accepts; or, where the set "
      "accepts "
      "no rms, where nine of ten rows are within two standard deviations of the 90 % band, or of the "
      "prediction "
      "where the soil is certain.</p>\n";
  return html + page_end(folder);
}

}  // namespace grouser::cli
