// SPDX-License-Identifier: BSD-3-Clause
// Each section is built as text. Everything that comes from the run file passes through html_text(), so a
// hostile file cannot put markup into the page.
#include "report_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/hash.hpp"
#include "grouser/base/version.hpp"
#include "html.hpp"

namespace grouser::cli {
namespace {

/// "max_tip_over" as "max tip over"
std::string in_words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

/// A section with its heading; "" for an empty body. kind: further attributes.
std::string section(const std::string& title, const std::string& body, const char* kind = "") {
  return body.empty() ? "" : fmt::format("<section{}>\n<h2>{}</h2>\n{}</section>\n", kind, title, body);
}

/// Rows of cells that are HTML already; the columns after `text_columns` hold numbers.
class HtmlTable {
 public:
  explicit HtmlTable(const std::vector<std::string>& head, std::string columns)
      : columns_(std::move(columns)) {
    html_ = "<table>\n<thead><tr>";
    for (std::size_t i = 0; i < head.size(); ++i) html_ += cell("th", i, head[i]);
    html_ += "</tr></thead>\n<tbody>\n";
  }
  void add(const std::vector<std::string>& cells) {
    html_ += "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i) html_ += cell("td", i, cells[i]);
    html_ += "</tr>\n";
  }
  std::string html() const { return html_ + "</tbody>\n</table>\n"; }

 private:
  std::string cell(const char* tag, std::size_t column, const std::string& text) const {
    const bool number = column < columns_.size() && columns_[column] == 'n';
    return fmt::format("<{0}{1}>{2}</{0}>", tag, number ? " class=\"n\"" : "", text);
  }
  std::string columns_, html_;  // columns: 't' a text, 'n' a number
};

/// Rows "what, value" without a head.
class FactList {
 public:
  void add(const std::string& what, const std::string& value) {
    html_ += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_text(what), html_text(value));
  }
  std::string html() const { return html_.empty() ? "" : "<dl>\n" + html_ + "</dl>\n"; }

 private:
  std::string html_;
};

/// A metric as people say it: millimetres, percent, kilonewtons.
struct SaidMetric {
  std::string value, unit;
};
/// The value, or 0 below the noise of its unit: a drawbar pull of -1.2e-05 N is none. Values with the unit
/// "-" are kept, because errors among them are small by nature.
/// shown as they are.
double without_noise(const ShownMetric& metric) {
  const bool error = metric.unit == "-";
  return !error && std::fabs(metric.value) < noise_floor(metric.unit) ? 0.0 : metric.value;
}

/// Short lengths in mm, large forces and energies in kN and kJ, slip and the energy error in percent.
SaidMetric said(const ShownMetric& shown) {
  ShownMetric metric = shown;
  metric.value = without_noise(shown);
  constexpr double kShort = 0.1, kStrong = 1e4;  // m; N and J
  const double size = std::fabs(metric.value);
  if (metric.unit == "m" && size < kShort) return {number_text(1e3 * metric.value, 3), "mm"};
  if ((metric.unit == "N" || metric.unit == "J") && size >= kStrong)
    return {number_text(1e-3 * metric.value, 4), "k" + metric.unit};
  if (metric.name == "mean_slip" || metric.name == "energy_ledger_error")
    return {number_text(1e2 * metric.value, 3), "%"};
  return {number_text(metric.value, 4), metric.unit == "-" ? "" : metric.unit};
}

}  // namespace

std::string outcome_part(const ReportContent& content) {
  // One banner for the verdict, one for a run that did not end by itself; at least one in all.
  const auto banner = [](const char* tone, const std::string& name, const std::string& text) {
    return fmt::format("<div class=\"outcome {}\"><strong>{}</strong><span>{}</span></div>\n", tone,
                       html_text(in_words(name)), html_text(text));
  };
  std::string html;
  if (content.verdict) {
    const VerdictTone tone = tone_of(*content.verdict);
    const char* kind = tone == VerdictTone::good ? "good" : tone == VerdictTone::bad ? "bad" : "open";
    html += banner(kind, content.verdict->name,
                   fmt::format("at {:.6g} s{}{}", content.verdict->time,
                               content.verdict->reason.empty() ? "" : ": ", content.verdict->reason));
  }
  if (!content.status_reason.empty())
    html += banner(content.status == "failed" ? "bad" : "open", content.status, content.status_reason);
  if (html.empty())
    html = banner("open", content.status.empty() ? "no summary" : content.status,
                  fmt::format("after {:.6g} s; the scenario asks for no verdict", content.end));
  return html;
}

std::string headline_part(const ReportContent& content) {
  std::string html;
  for (const ShownMetric& metric : content.metrics) {
    if (!is_headline(metric.name)) continue;
    const SaidMetric text = said(metric);
    html += fmt::format("<div class=\"card\"><span>{}</span><b>{}<small>{}</small></b></div>\n",
                        html_text(in_words(metric.name)), html_text(text.value),
                        html_text(text.unit.empty() ? "" : " " + text.unit));
  }
  return html.empty() ? "" : section("Headline numbers", "<div class=\"cards\">\n" + html + "</div>\n");
}

std::string notes_part(const ReportContent& content) {
  std::string html;
  for (const std::string& note : content.notes)
    html += fmt::format("<li{}>{}</li>\n",
                        note.find("provisional") != std::string::npos ? " class=\"provisional\"" : "",
                        html_text(note));
  return html.empty() ? "" : section("Notes and warnings", "<ul>\n" + html + "</ul>\n", " class=\"notes\"");
}

std::string plots_part(const ReportContent& content) {
  std::string html;
  for (const Chart& panel : content.panels)
    html += fmt::format("<img alt=\"{} against {}\" src=\"{}\">\n", html_text(panel.y_label),
                        html_text(panel.x_label), data_uri("image/svg+xml", plot_svg(panel, 620, 340)));
  return html.empty() ? "" : section("Plots", "<div class=\"plots\">\n" + html + "</div>\n");
}

std::string events_part(const ReportContent& content) {
  constexpr std::size_t kMostRows = 400;
  HtmlTable table({"time [s]", "event", "what"}, "ntt");
  for (std::size_t i = 0; i < std::min(content.events.size(), kMostRows); ++i) {
    const RunEvent& event = content.events[i];
    table.add({fmt::format("{:.3f}", event.time), html_text(in_words(event.kind)), html_text(event.text)});
  }
  std::string html = content.events.empty() ? "<p>None was recorded.</p>\n" : table.html();
  if (content.events.size() > kMostRows)
    html += fmt::format("<p>and {} more; <code>grouser export</code> writes all.</p>\n",
                        content.events.size() - kMostRows);
  return section("Events", html);
}

std::string energy_part(const ReportContent& content) {
  if (content.energy.empty()) return "";
  HtmlTable table({"entry", fmt::format("at {:.6g} s [J]", content.begin),
                   fmt::format("at {:.6g} s [J]", content.end), "change [J]", "what it is"},
                  "tnnnt");
  for (const EnergyRow& row : content.energy)
    table.add({html_text(in_words(row.name)), number_text(row.begin), number_text(row.end),
               number_text(row.end - row.begin), html_text(row.meaning)});
  return section(
      "Energy book",
      table.html() +
          "<p class=\"small\">Change of kinetic, potential, joint and contact springs = motor work - "
          "contact dissipation - joint dissipation - numerical loss + residual.</p>\n");
}

std::string metrics_part(const ReportContent& content) {
  if (content.metrics.empty()) return "";
  HtmlTable table({"metric", "value", "unit"}, "tnt");
  for (const ShownMetric& metric : content.metrics)
    table.add(
        {html_text(metric.name), html_text(number_text(without_noise(metric), 6)), html_text(metric.unit)});
  return section("All metrics", table.html());
}

std::string versions_part(const ReportContent& content) {
  const RunHeader& header = content.header;
  FactList facts;
  facts.add("Recorded by", "Grouser " + header.program_version);
  facts.add("Report by", std::string("Grouser ") + version());
  facts.add("Vector level", header.simd_level);
  facts.add("Integrator", fmt::format("{}, step {:.6g} s", header.integrator, header.dt));
  facts.add("Recorded", fmt::format("{} from {:.6g} s to {:.6g} s, one every {:.6g} s; {}",
                                    count_text(content.frames, "frame"), content.begin, content.end,
                                    header.record_interval, count_text(content.keyframes, "keyframe")));
  if (!content.state_hash.empty()) facts.add("Last state hash", content.state_hash);
  if (header.parent)
    facts.add("Resumed from",
              fmt::format("{} at {:.6g} s, state {}, Grouser {}", header.parent->file, header.parent->time,
                          hash_text(header.parent->state_hash), header.parent->program_version));
  for (const SeedRow& seed : content.seeds) facts.add("Seed", seed.where + " = " + seed.value);
  if (content.seeds.empty()) facts.add("Seeds", "none: nothing in this run is left to chance");
  facts.add("To repeat it", "grouser rerun " + content.file);
  return section("Versions and repetition", facts.html());
}

std::string input_part(const ReportContent& content) {
  HtmlTable table({"kind", "name", "size", "hash"}, "ttnt");
  for (const InputDocument& document : content.header.documents) {
    Hasher hash;
    hash.add(document.text);
    table.add({html_text(document.kind), html_text(document.name),
               fmt::format("{} bytes", document.text.size()),
               fmt::format("<code>{}</code>", hash_text(hash.value()))});
  }
  // Rasters are recorded as well; the hash is that of the terrain as the run began with it.
  for (const EmbeddedRaster& raster : content.header.rasters)
    table.add({html_text("raster " + raster.name), html_text(raster.source),
               fmt::format("{} x {} cells of {:.6g} m", raster.nx, raster.ny, raster.cell),
               fmt::format("<code>{}</code>", hash_text(raster.hash))});
  std::string html = table.html();
  if (!content.header.overrides.empty()) {
    html += "<h3>Changed by --set</h3>\n<ul>\n";
    for (const std::string& setting : content.header.overrides)
      html += fmt::format("<li><code>{}</code></li>\n", html_text(setting));
    html += "</ul>\n";
  }
  return section("Input", html);
}

std::string documents_part(const ReportContent& content) {
  constexpr std::size_t kMostBytes = 200'000;  // of one document; the run file has all of it
  std::string html;
  for (const InputDocument& document : content.header.documents) {
    const bool cut = document.text.size() > kMostBytes;
    html += fmt::format("<details><summary>{} {}</summary>\n<pre>{}</pre>\n{}</details>\n",
                        html_text(document.kind), html_text(document.name),
                        html_text(std::string_view(document.text).substr(0, kMostBytes)),
                        cut ? "<p>The rest is left out; <code>grouser export</code> writes all.</p>\n" : "");
  }
  return section("The input, word for word", html, " class=\"documents\"");
}

}  // namespace grouser::cli
