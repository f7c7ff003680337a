// SPDX-License-Identifier: BSD-3-Clause
// The sections of a report's page, each as HTML, or "" where there is nothing to say.
#pragma once
#include <string>

#include "report_content.hpp"

namespace grouser::cli {

std::string outcome_part(const ReportContent& content);
std::string headline_part(const ReportContent& content);
std::string notes_part(const ReportContent& content);
std::string plots_part(const ReportContent& content);
std::string events_part(const ReportContent& content);
std::string energy_part(const ReportContent& content);
std::string metrics_part(const ReportContent& content);
std::string versions_part(const ReportContent& content);
std::string input_part(const ReportContent& content);
std::string documents_part(const ReportContent& content);

}  // namespace grouser::cli
