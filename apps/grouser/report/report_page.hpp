// The report on a run as one HTML page that is read without a network: no script, no font, style or picture
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

std::string report_page(const ReportContent& content, const std::vector<ReportPicture>& pictures);

}  // namespace grouser::cli
