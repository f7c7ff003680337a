// SPDX-License-Identifier: BSD-3-Clause
// Builds the page's sections from the JSON of the report (shares, sensitivities, differences, failures, all
// metrics) and from the rows themselves (pictures of the shown metrics). Pictures are SVG inside the page.
#include "campaign_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "campaign_sensitivity.hpp"
#include "grouser/base/version.hpp"
#include "grouser/mission/statistics/sample_statistics.hpp"
#include "grouser/recording/plot/plot.hpp"
#include "report/html.hpp"
#include "report/report_page.hpp"

namespace grouser::cli {
namespace {

constexpr int kPictureWidth = 480;  // px

std::string group_text(const std::string& name) { return name.empty() ? "all rows" : name; }
/// A share as a number of percent with three digits.
std::string percent(const Json& share) { return number_text(100.0 * share.get<double>(), 3); }

std::string lanes_svg(const LaneChart& chart) {
  const auto draw = [&](const ChartBox& box, const ChartPaper& paper) {
    return draw_lanes(chart, box, paper);
  };
  return chart_svg(draw, kPictureWidth, static_cast<int>(lanes_height(chart)));
}

/// Quantile of sorted values by linear interpolation between the order statistics around level * (n - 1). The
/// list must not be empty.
double quantile_of(const std::vector<double>& sorted, double level) {
  const double place = level * static_cast<double>(sorted.size() - 1);
  const auto k = static_cast<std::size_t>(place);
  const double upper = sorted[std::min(k + 1, sorted.size() - 1)];
  return sorted[k] + (place - static_cast<double>(k)) * (upper - sorted[k]);
}

/// The finite values of a metric in a group, in increasing order.
std::vector<double> sorted_numbers(const CampaignGroup& group, const std::string& metric) {
  std::vector<double> values;
  if (const auto found = group.numbers.find(metric); found != group.numbers.end())
    for (const double x : found->second)
      if (std::isfinite(x)) values.push_back(x);
  std::sort(values.begin(), values.end());
  return values;
}

/// A box from quartile to quartile with the median, whiskers over the middle 95 %, and dots for the least and
/// the greatest value.
Lane box_of(const std::string& label, const std::vector<double>& sorted, int colour) {
  using enum LanePart::Kind;
  if (sorted.empty()) return {label, {}};
  const auto at = [&](double level) { return quantile_of(sorted, level); };
  return {label,
          {{line, at(0.025), at(0.975), colour},
           {box, at(0.25), at(0.75), colour, 110},
           {tick, at(0.5), 0.0, LanePart::kInk},
           {dot, sorted.front(), 0.0, colour},
           {dot, sorted.back(), 0.0, colour}}};
}

/// A histogram of 24 bins.
std::string bars_svg(const RowColumn& metric, const std::vector<double>& values) {
  ChartSeries bars{"", {}, {}, ChartStyle::kBars};
  for (const HistogramBin& bin : make_histogram(values, 24, 0.95)) {
    if (bars.x.empty()) bars.x.push_back(bin.from);
    bars.y.push_back(bin.count), bars.x.push_back(bin.to);
  }
  bars.y.push_back(0.0);
  return plot_svg({"", metric.name, "rows", {std::move(bars)}, metric.unit}, kPictureWidth, 210);
}

/// "peak_wheel_force = 1455 N" if the metric has one value in all rows; empty otherwise.
std::string constant_text(const RowColumn& metric, const CampaignGroups& rows) {
  std::vector<double> all;
  for (const CampaignGroup& group : rows.groups) {
    const std::vector<double> sorted = sorted_numbers(group, metric.name);
    all.insert(all.end(), sorted.begin(), sorted.end());
  }
  if (all.empty()) return "";
  const auto [least, greatest] = std::minmax_element(all.begin(), all.end());
  const double size = std::max(std::fabs(*least), std::fabs(*greatest));
  constexpr double kRounding =
      1e-9;  // of the value: what differs by less is drawn as a needle that says nothing
  if (*greatest - *least > kRounding * size) return "";
  return fmt::format("{} = {}{}{}", metric.name, number_text(*least), metric.unit == "-" ? "" : " ",
                     metric.unit == "-" ? "" : metric.unit);
}

/// A histogram for one group, or boxes on one scale for several; "" if no group has a value.
std::string metric_picture(const RowColumn& metric, const CampaignGroups& rows) {
  const bool alone = rows.groups.size() == 1;
  LaneChart boxes{"", metric.name, metric.unit, {}};
  bool any = false;
  for (const CampaignGroup& group : rows.groups) {
    const std::vector<double> sorted = sorted_numbers(group, metric.name);
    any = any || !sorted.empty();
    boxes.lanes.push_back(box_of(group_text(group.name), sorted, static_cast<int>(boxes.lanes.size())));
  }
  if (!any) return "";
  const std::string svg =
      alone ? bars_svg(metric, sorted_numbers(rows.groups.front(), metric.name)) : lanes_svg(boxes);
  return fmt::format("<figure>{}<figcaption>{}: {}</figcaption></figure>\n", svg, html_text(metric.name),
                     alone ? "rows" : "median, quartiles, middle 95 %, least and greatest");
}

/// A section with its heading; "" for an empty body.
std::string page_section(const std::string& title, const std::string& body) {
  return body.empty() ? "" : "<section>\n<h2>" + title + "</h2>\n" + body + "</section>\n";
}

/// A table of text columns and number columns around its rows; "" without rows.
std::string table_html(const std::vector<std::string>& texts, const std::vector<std::string>& numbers,
                       const std::string& body, const std::string& title = "") {
  if (body.empty()) return "";
  std::string html = (title.empty() ? "" : "<h3>" + title + "</h3>\n") + "<table>\n<tr>";
  for (const std::string& head : texts) html += "<th>" + head + "</th>";
  for (const std::string& head : numbers) html += "<th class=\"n\">" + head + "</th>";
  return html + "</tr>\n" + body + "</table>\n";
}

/// A row of texts, then numbers; both are escaped.
std::string row_html(const std::vector<std::string>& texts, const std::vector<std::string>& numbers) {
  std::string html = "<tr>";
  for (const std::string& text : texts) html += "<td>" + html_text(text) + "</td>";
  for (const std::string& text : numbers) html += "<td class=\"n\">" + html_text(text) + "</td>";
  return html + "</tr>\n";
}

/// Shares of each status and verdict with their intervals, in percent.
std::string shares_part(const Json& report) {
  std::string body;
  for (const Json& group : report["groups"])
    if (group.contains("shares"))
      for (const auto& [column, counts] : group["shares"].items())
        for (const auto& [text, s] : counts.items())
          body += row_html({group_text(group["group"]), column + " " + text},
                           {std::to_string(s["count"].get<int>()), percent(s["share"]),
                            percent(s["low"]) + " to " + percent(s["high"])});
  return page_section("Shares", table_html({"group", "share of"}, {"rows", "%", "interval, %"}, body));
}

/// A picture of the sensitivities of each group and metric, or the reason why there are none.
std::string sensitivities_part(const Json& report) {
  std::string figures;
  for (const Json& group : report["groups"]) {
    if (!group.contains("sensitivity")) continue;
    for (const auto& [metric, found] : group["sensitivity"].items()) {
      const std::string name = html_text(group_text(group["group"]) + ", " + metric);
      const char* key = found["method"] == "morris"
                            ? "bar: mean magnitude of the effect with its interval; tick: deviation"
                            : "bar: total share of the variance with its interval; tick: first order";
      figures +=
          found.contains("refused")
              ? "<p>" + name + ": refused, " + html_text(found["refused"].get<std::string>()) + "</p>\n"
              : "<figure>" + lanes_svg(sensitivity_lanes(found)) + "<figcaption>" + name + "; " + key +
                    "</figcaption></figure>\n";
    }
  }
  return page_section("What moves the metrics",
                      figures.empty() ? "" : "<div class=\"plots\">\n" + figures + "</div>\n");
}

/// Reasons of rows that did not complete, with their counts.
std::string failures_part(const Json& report) {
  std::string body;
  for (const Json& group : report["groups"])
    if (group.contains("failures"))
      for (const Json& f : group["failures"])
        body += row_html({group_text(group["group"]), f["reason"]}, {std::to_string(f["count"].get<int>())});
  return page_section("Rows that did not complete", table_html({"group", "reason"}, {"rows"}, body));
}

/// Differences of each pair of groups: of shares with McNemar's test, and of the means of shown metrics.
std::string differences_part(const Json& report, const std::vector<std::string>& shown) {
  std::string shares, means;
  for (const Json& pair : report["differences"]) {
    const std::string who = pair["a"].get<std::string>() + " less " + pair["b"].get<std::string>();
    for (const Json& s : pair["shares"])
      shares += row_html({who, s["column"].get<std::string>() + " " + s["text"].get<std::string>()},
                         {percent(s["difference"]), percent(s["low"]) + " to " + percent(s["high"]),
                          number_text(s["p_value"].get<double>(), 2)});
    for (const std::string& metric : shown)
      if (const auto found = pair["metrics"].find(metric); found != pair["metrics"].end())
        means += row_html({who, metric, (*found)["unit"]},
                          {number_text((*found)["mean"].get<double>(), 4),
                           number_text((*found)["low"].get<double>(), 4) + " to " +
                               number_text((*found)["high"].get<double>(), 4),
                           std::to_string((*found)["count"].get<int>())});
  }
  return page_section(
      "Differences, sample by sample",
      table_html({"groups", "share of"}, {"%", "interval, %", "McNemar's p"}, shares, "Shares") +
          table_html({"groups", "metric", "unit"}, {"mean", "interval", "pairs"}, means, "Means"));
}

/// The statistics of every metric, folded away.
std::string numbers_part(const Json& report) {
  std::string body;
  for (const Json& group : report["groups"])
    if (group.contains("metrics"))
      for (const auto& [name, m] : group["metrics"].items())
        body += row_html({group_text(group["group"]), name, m["unit"]},
                         {number_text(m["mean"].get<double>()),
                          number_text(m["mean_low"].get<double>(), 4) + " to " +
                              number_text(m["mean_high"].get<double>(), 4),
                          number_text(m["deviation"].get<double>()), number_text(m["least"].get<double>()),
                          number_text(m["greatest"].get<double>())});
  return page_section("All metrics",
                      "<details><summary>Means, deviations and extremes of completed rows</summary>\n" +
                          table_html({"group", "metric", "unit"},
                                     {"mean", "interval", "deviation", "least", "greatest"}, body) +
                          "</details>\n");
}

}  // namespace

std::string campaign_page(const CampaignPageHead& head, const CampaignGroups& rows, const Json& report,
                          const std::vector<std::string>& shown) {
  std::string pictures, constants;
  for (const std::string& name : shown)
    for (const RowColumn& metric : rows.metrics) {
      if (metric.name != name) continue;
      const std::string constant = constant_text(metric, rows);
      if (constant.empty())
        pictures += metric_picture(metric, rows);
      else
        constants += (constants.empty() ? "" : ", ") + constant;
    }
  if (!constants.empty()) constants = "<p>The same in all rows: " + html_text(constants) + ".</p>\n";
  std::string html = page_begin("Report on a campaign", head.scenario,
                                fmt::format("{} of {} rows done; intervals hold {} % of the time", head.done,
                                            head.rows, number_text(100.0 * head.confidence, 4)));
  html +=
      shares_part(report) +
      page_section("Metrics",
                   (pictures.empty() ? "" : "<div class=\"plots\">\n" + pictures + "</div>\n") + constants) +
      sensitivities_part(report) + differences_part(report, shown) + failures_part(report) +
      numbers_part(report) +
      page_section("Campaign's file", "<pre>" + html_text(head.file_text) + "</pre>\n");
  return html + page_end(head.folder);
}

}  // namespace grouser::cli
