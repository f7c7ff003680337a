// SPDX-License-Identifier: BSD-3-Clause
// A report as one HTML page that is read without a network: no script, no font, style or picture
// from elsewhere (its Content-Security-Policy says so to the browser), printable on A4.
#pragma once
#include <string>
#include <vector>

#include "report_content.hpp"

namespace grouser::cli {

inline constexpr const char* kReportBegin = "<!DOCTYPE html>\n<!-- Grouser report -->\n";

/// A picture that a person adds: its caption and its data_uri().
struct ReportPicture {
  std::string caption, uri;
};

/// Everything before the sections, and after them: `from` is the source of the page.
std::string page_begin(const std::string& kind, const std::string& title, const std::string& purpose);
std::string page_end(const std::string& from);

std::string report_page(const ReportContent& content, const std::vector<ReportPicture>& pictures);

}  // namespace grouser::cli
