// SPDX-License-Identifier: BSD-3-Clause
#include "campaign_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "campaign_sensitivity.hpp"
#include "grouser/base/version.hpp"
#include "grouser/mission/statistics/sample_statistics.hpp"
#include "report/html.hpp"
#include "report/report_page.hpp"

namespace grouser::cli {
namespace {

constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};
constexpr double kWidth = 480.0, kLeft = 150.0, kRight = 16.0, kLine = 30.0;  // px

const char* colour_of(std::size_t group) { return kColours[group % std::size(kColours)]; }
std::string group_text(const std::string& name) { return name.empty() ? "all rows" : name; }
std::string percent(const Json& share) { return number_text(100.0 * share.get<double>(), 3); }

/// Places numbers along a picture.
struct Scale {
  double low, high;
  double operator()(double x) const {
    return kLeft + (kWidth - kLeft - kRight) * (x - low) / std::max(high - low, 1e-300);
  }
};

double quantile_of(const std::vector<double>& sorted, double level) {
  const double place = level * static_cast<double>(sorted.size() - 1);
  const auto k = static_cast<std::size_t>(place);
  const double upper = sorted[std::min(k + 1, sorted.size() - 1)];
  return sorted[k] + (place - static_cast<double>(k)) * (upper - sorted[k]);
}

std::vector<double> sorted_numbers(const CampaignGroup& group, const std::string& metric) {
  std::vector<double> values;
  if (const auto found = group.numbers.find(metric); found != group.numbers.end())
    for (const double x : found->second)
      if (std::isfinite(x)) values.push_back(x);
  std::sort(values.begin(), values.end());
  return values;
}

// A box from quartile to quartile with the median, whiskers over the middle 95 %, and dots for the least and the greatest.
std::string box_svg(const std::vector<double>& sorted, const Scale& x, double y, const char* colour) {
  const double low = x(quantile_of(sorted, 0.025)), high = x(quantile_of(sorted, 0.975));
  const double q1 = x(quantile_of(sorted, 0.25)), q3 = x(quantile_of(sorted, 0.75)),
               median = x(quantile_of(sorted, 0.5));
  return fmt::format(
      "<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"{3}\" "
      "stroke-width=\"1.5\"/>"
      "<rect x=\"{4:.1f}\" y=\"{5:.1f}\" width=\"{6:.1f}\" height=\"16\" fill=\"{3}\" fill-opacity=\"0.35\" "
      "stroke=\"{3}\"/>"
      "<line x1=\"{7:.1f}\" x2=\"{7:.1f}\" y1=\"{5:.1f}\" y2=\"{8:.1f}\" stroke=\"#22262b\" "
      "stroke-width=\"2\"/>"
      "<circle cx=\"{9:.1f}\" cy=\"{2:.1f}\" r=\"2\" fill=\"{3}\"/><circle cx=\"{10:.1f}\" cy=\"{2:.1f}\" "
      "r=\"2\" fill=\"{3}\"/>\n",
      low, high, y, colour, q1, y - 8.0, std::max(q3 - q1, 1.0), median, y + 8.0, x(sorted.front()),
      x(sorted.back()));
}

// Lines of the grid at round numbers with their texts, each with the digits that tell it from the next. A
// text that would touch the one before it is left out.
std::string grid_svg(const HistogramScale& scale, const Scale& x, double bottom) {
  constexpr double kLetter = 6.2, kBetween = 8.0;  // px, at a font size of 11
  std::string svg;
  const int every = std::max(1, scale.count / 5);
  const double step = scale.width * every, largest = std::max(std::fabs(x.low), std::fabs(x.high));
  const int digits =
      std::clamp(static_cast<int>(std::ceil(std::log10(std::max(largest / step, 1.0)))) + 1, 3, 10);
  double free_from = 0.0;
  for (int k = 0; k <= scale.count; k += every) {
    const double value = scale.width * (scale.first + k);
    if (x(value) < kLeft - 1.0 || x(value) > kWidth - kRight + 1.0) continue;
    svg += fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"4\" y2=\"{1:.1f}\" stroke=\"#e1e5ea\"/>",
                       x(value), bottom);
    const std::string text = number_text(std::fabs(value) < 1e-9 * step ? 0.0 : value, digits);
    const double half = 0.5 * kLetter * static_cast<double>(text.size());
    if (x(value) - half < free_from) continue;
    free_from = x(value) + half + kBetween;
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", x(value),
                       bottom + 14.0, text);
  }
  return svg;
}

std::string bars_svg(const std::vector<double>& values, const Scale& x, double bottom) {
  const std::vector<HistogramBin> bins = make_histogram(values, 24, 0.95);
  int most = 1;
  for (const HistogramBin& bin : bins) most = std::max(most, bin.count);
  std::string svg;
  for (const HistogramBin& bin : bins) {
    const double height = (bottom - 14.0) * bin.count / most;
    svg += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"><title>{} rows from "
        "{} to "
        "{}</title></rect>\n",
        x(bin.from), bottom - height, std::max(x(bin.to) - x(bin.from) - 1.0, 0.5), height, colour_of(0),
        bin.count, number_text(bin.from, 4), number_text(bin.to, 4));
  }
  return svg;
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

// One group is a histogram, several are boxes on one scale.
std::string metric_picture(const RowColumn& metric, const CampaignGroups& rows) {
  std::vector<std::vector<double>> sorted;
  std::vector<double> all;
  for (const CampaignGroup& group : rows.groups) {
    sorted.push_back(sorted_numbers(group, metric.name));
    all.insert(all.end(), sorted.back().begin(), sorted.back().end());
  }
  if (all.empty()) return "";
  const HistogramScale scale = histogram_scale(all, 10);
  const Scale x{scale.width * scale.first, scale.width * (scale.first + std::max(scale.count, 1))};
  const bool alone = rows.groups.size() == 1;
  const double bottom = alone ? 150.0 : 12.0 + kLine * static_cast<double>(rows.groups.size());
  std::string svg = fmt::format(
      "<figure><svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\" font-size=\"11\" "
      "fill=\"#5a626b\">\n{}",
      kWidth, bottom + 20.0, html_text(metric.name), grid_svg(scale, x, bottom));
  if (alone) svg += bars_svg(all, x, bottom);
  for (std::size_t g = 0; !alone && g < rows.groups.size(); ++g) {
    const double y = 12.0 + kLine * (static_cast<double>(g) + 0.5);
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>", kLeft - 8.0, y + 4.0,
                       html_text(group_text(rows.groups[g].name)));
    if (!sorted[g].empty()) svg += box_svg(sorted[g], x, y, colour_of(g));
  }
  return svg + fmt::format("</svg><figcaption>{}, {}: {}</figcaption></figure>\n", html_text(metric.name),
                           html_text(metric.unit),
                           alone ? "rows" : "median, quartiles, middle 95 %, least and greatest");
}

std::string page_section(const std::string& title, const std::string& body) {
  return body.empty() ? "" : "<section>\n<h2>" + title + "</h2>\n" + body + "</section>\n";
}

std::string table_html(const std::vector<std::string>& texts, const std::vector<std::string>& numbers,
                       const std::string& body, const std::string& title = "") {
  if (body.empty()) return "";
  std::string html = (title.empty() ? "" : "<h3>" + title + "</h3>\n") + "<table>\n<tr>";
  for (const std::string& head : texts) html += "<th>" + head + "</th>";
  for (const std::string& head : numbers) html += "<th class=\"n\">" + head + "</th>";
  return html + "</tr>\n" + body + "</table>\n";
}

std::string row_html(const std::vector<std::string>& texts, const std::vector<std::string>& numbers) {
  std::string html = "<tr>";
  for (const std::string& text : texts) html += "<td>" + html_text(text) + "</td>";
  for (const std::string& text : numbers) html += "<td class=\"n\">" + html_text(text) + "</td>";
  return html + "</tr>\n";
}

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

std::string sensitivities_part(const Json& report) {
  std::string figures;
  for (const Json& group : report["groups"]) {
    if (!group.contains("sensitivity")) continue;
    for (const auto& [metric, found] : group["sensitivity"].items()) {
      const std::string name = html_text(group_text(group["group"]) + ", " + metric);
      const char* key = found["method"] == "morris"
                            ? "bar: mean magnitude of the effect with its interval; tick: deviation"
                            : "bar: total share of the variance with its interval; tick: first order";
      figures += found.contains("refused") ? "<p>" + name + ": refused, " +
                                                 html_text(found["refused"].get<std::string>()) + "</p>\n"
                                           : "<figure>" + sensitivity_svg(found) + "<figcaption>" + name +
                                                 "; " + key + "</figcaption></figure>\n";
    }
  }
  return page_section("What moves the metrics",
                      figures.empty() ? "" : "<div class=\"plots\">\n" + figures + "</div>\n");
}

std::string failures_part(const Json& report) {
  std::string body;
  for (const Json& group : report["groups"])
    if (group.contains("failures"))
      for (const Json& f : group["failures"])
        body += row_html({group_text(group["group"]), f["reason"]}, {std::to_string(f["count"].get<int>())});
  return page_section("Rows that did not complete", table_html({"group", "reason"}, {"rows"}, body));
}

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
