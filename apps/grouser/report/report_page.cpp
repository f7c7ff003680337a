// SPDX-License-Identifier: BSD-3-Clause
// The frame of a page (head, style, footer) and the order of its sections, which report_parts.cpp makes. The
// Content-Security-Policy forbids everything from elsewhere, so the page cannot load or run anything.
#include "report_page.hpp"

#include <fmt/format.h>

#include "grouser/base/version.hpp"
#include "html.hpp"
#include "report_parts.hpp"

namespace grouser::cli {
namespace {

// The style of all pages: one accent, the blue of the plots' first line. On paper A4; closed <details> stay
// closed in print.
constexpr const char* kStyle = R"(
:root { --ink: #22262b; --faint: #5a626b; --line: #e1e5ea; --accent: #0072b2; --good: #1b7f4b; --bad: #b3261e; --open: #8a6100; }
* { box-sizing: border-box; }
body { margin: 0; background: #f4f6f8; color: var(--ink); font: 15px/1.5 "Roboto", "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 32px 40px 48px; background: #fff; min-height: 100vh; }
header { border-bottom: 3px solid var(--accent); padding-bottom: 14px; margin-bottom: 20px; }
.kind { margin: 0; color: var(--accent); font-size: 12px; letter-spacing: .09em; text-transform: uppercase; font-weight: 600; }
h1 { margin: 2px 0 4px; font-size: 29px; line-height: 1.2; font-weight: 600; overflow-wrap: anywhere; }
header p { margin: 0; color: var(--faint); }
h2 { margin: 32px 0 10px; font-size: 18px; font-weight: 600; }
h3 { margin: 18px 0 6px; font-size: 15px; font-weight: 600; }
.outcome { display: flex; gap: 14px; align-items: baseline; margin: 10px 0; padding: 10px 14px; border-left: 5px solid; border-radius: 4px; background: #f7f8fa; }
.outcome strong { white-space: nowrap; text-transform: uppercase; letter-spacing: .04em; font-size: 14px; }
.outcome span { color: var(--ink); overflow-wrap: anywhere; }
.outcome.good { border-color: var(--good); } .outcome.good strong { color: var(--good); }
.outcome.bad { border-color: var(--bad); } .outcome.bad strong { color: var(--bad); }
.outcome.open { border-color: var(--open); } .outcome.open strong { color: var(--open); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(160px, 1fr)); gap: 10px; }
.card { padding: 10px 12px; border: 1px solid var(--line); border-radius: 6px; break-inside: avoid; }
.card span { display: block; color: var(--faint); font-size: 13px; }
.card b { font-size: 21px; font-weight: 600; font-variant-numeric: tabular-nums; }
.card small { font-size: 14px; font-weight: 400; color: var(--faint); }
.notes ul { margin: 0; padding-left: 20px; } .notes li { margin: 3px 0; overflow-wrap: anywhere; }
.notes .provisional { color: var(--open); font-weight: 600; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(420px, 1fr)); gap: 14px; }
.plots img, figure img { width: 100%; height: auto; display: block; border: 1px solid var(--line); border-radius: 6px; break-inside: avoid; }
figure { margin: 0 0 16px; break-inside: avoid; } figcaption { margin-top: 4px; color: var(--faint); font-size: 13px; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th { text-align: left; font-weight: 600; color: var(--faint); border-bottom: 2px solid var(--line); padding: 5px 14px 5px 0; white-space: nowrap; }
td { border-bottom: 1px solid var(--line); padding: 4px 14px 4px 0; vertical-align: top; overflow-wrap: anywhere; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; padding-right: 22px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 22px; margin: 0; font-size: 14px; }
dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
code, pre { font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 12.5px; }
pre { margin: 8px 0; padding: 12px 14px; background: #f7f8fa; border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
details { border-bottom: 1px solid var(--line); padding: 6px 0; } summary { cursor: pointer; }
.small { color: var(--faint); font-size: 13px; } footer { margin-top: 36px; color: var(--faint); font-size: 13px; }
@page { size: A4; margin: 14mm; }
@media print { body { background: #fff; font-size: 10.5pt; } main { padding: 0; max-width: none; } .plots { grid-template-columns: 1fr 1fr; }
  h2 { break-after: avoid; } tr { break-inside: avoid; } }
@media (max-width: 640px) { main { padding: 20px 16px; } .plots { grid-template-columns: 1fr; } .outcome { display: block; } }
)";

/// The pictures that a person added, each with its caption.
std::string pictures_part(const std::vector<ReportPicture>& pictures) {
  std::string html;
  for (const ReportPicture& picture : pictures)
    html += fmt::format("<figure><img alt=\"{0}\" src=\"{1}\"><figcaption>{0}</figcaption></figure>\n",
                        html_text(picture.caption), picture.uri);
  return html.empty() ? "" : "<section>\n<h2>Pictures</h2>\n" + html + "</section>\n";
}

}  // namespace

std::string page_begin(const std::string& kind, const std::string& title, const std::string& purpose) {
  return kReportBegin +
         fmt::format(
             "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
             "style-src 'unsafe-inline'\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<title>{0} - Grouser report</title>\n<style>{1}</style>\n</head>\n<body>\n<main>\n"
             "<header>\n<p class=\"kind\">{3}</p>\n<h1>{0}</h1>\n<p>{2}</p>\n</header>\n",
             html_text(title), kStyle, html_text(purpose), html_text(kind));
}

std::string page_end(const std::string& from) {
  return fmt::format("<footer>Written by Grouser {} from {}.</footer>\n</main>\n</body>\n</html>\n",
                     version(), html_text(from));
}

std::string report_page(const ReportContent& content, const std::vector<ReportPicture>& pictures) {
  return page_begin("Report on a simulated run", content.header.scenario, content.purpose) +
         outcome_part(content) + headline_part(content) + notes_part(content) + pictures_part(pictures) +
         plots_part(content) + events_part(content) + energy_part(content) + versions_part(content) +
         input_part(content) + metrics_part(content) + documents_part(content) + page_end(content.file);
}

}  // namespace grouser::cli
