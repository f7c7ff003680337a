// SPDX-License-Identifier: BSD-3-Clause
// Sorts the columns of a campaign's table into metrics, drawn values and groups by their place relative to
// `row`, `status` and `simulated_s`; then appends rows one by one.
#include "desks/campaigns/campaign_cases.hpp"

#include <algorithm>
#include <cctype>
#include <limits>

#include "common/headline_metrics.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/campaign_file.hpp"
#include "grouser/simulation/observe/recorded_verdict.hpp"

namespace grouser::desktop {
namespace {

/// Cells of a column of texts; the column must be one.
const std::vector<std::string>& texts_of(const Table& rows, std::size_t column) {
  return std::get<std::vector<std::string>>(rows.columns[column].cells);
}

/// Index of the column with this name and kind; 0 where there is none.
std::size_t place_of(const std::vector<RowColumn>& columns, const std::string& name, bool text) {
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (columns[k].name == name && columns[k].text == text) return k;
  return 0;  // the first column is the row's number
}

/// Colour class of a row: bad without a result, else by its verdict, good where nothing is judged.
CaseTone tone_of_row(bool completed, const std::string& verdict) {
  if (!completed) return CaseTone::bad;
  if (verdict.empty()) return CaseTone::good;
  const VerdictTone tone = tone_of(Verdict{verdict, 0.0, ""});
  return tone == VerdictTone::good  ? CaseTone::good
         : tone == VerdictTone::bad ? CaseTone::bad
                                    : CaseTone::caution;
}

/// The rank of a column: the number that the campaign is about comes first, then headlines in their order,
/// then the rest.
std::size_t rank_of(const RowColumn& column) {
  return column.name == "landing_peak_acceleration" ? 0 : 1 + headline_rank(column.name);
}

/// The number that the campaign is about: the one that its estimate or its kept runs name, else the metric
/// of the highest rank. Metrics are the columns from `metrics_from` on. Empty where there is none.
std::string headline_of(const CampaignManifest& manifest, std::size_t metrics_from) {
  try {
    // The campaign's file names the number in its estimate or in its rule for kept runs.
    const CampaignFile file = read_campaign(manifest.file_text, "campaign.json", manifest.beside);
    if (file.rare) return file.rare->metric;
    for (const KeepSpec& keep : file.keep)
      if (keep.which != KeepSpec::Which::first) return keep.column;
  } catch (const InputError&) {
  }
  // Otherwise the metric with the lowest rank; the first of equals.
  const std::vector<RowColumn>& columns = manifest.identity.columns;
  std::string first;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (std::size_t k = metrics_from; k < columns.size(); ++k)
    if (!columns[k].text && rank_of(columns[k]) < least) least = rank_of(columns[k]), first = columns[k].name;
  return first;
}

}  // namespace

std::string without_numbers(const std::string& text) {
  std::string plain;
  const auto digit = [&](std::size_t k) {
    return k < text.size() && std::isdigit(static_cast<unsigned char>(text[k]));
  };
  // Each step copies one character or replaces one number (sign, digits, fraction, exponent) by '#'.
  for (std::size_t k = 0; k < text.size();) {
    // Digits after a letter or '_' belong to a name.
    const bool inside_word =
        !plain.empty() && (std::isalpha(static_cast<unsigned char>(plain.back())) || plain.back() == '_');
    const std::size_t sign = text[k] == '-' && digit(k + 1) ? 1 : 0;
    if (!digit(k + sign) || inside_word) {
      plain += text[k++];
      continue;
    }
    k += sign;
    while (digit(k) || (k < text.size() && text[k] == '.' && digit(k + 1))) ++k;
    // An exponent counts only if digits follow it.
    const std::size_t exponent =
        k < text.size() && (text[k] == 'e' || text[k] == 'E')
            ? (k + 1 < text.size() && (text[k + 1] == '-' || text[k + 1] == '+') ? 2u : 1u)
            : 0u;
    if (exponent > 0 && digit(k + exponent))
      for (k += exponent; digit(k);) ++k;
    plain += '#';
  }
  return plain;
}

CampaignCases::CampaignCases(const CampaignManifest& manifest) {
  const std::vector<RowColumn>& columns = manifest.identity.columns;
  status_ = place_of(columns, "status", true);
  reason_ = place_of(columns, "reason", true);
  verdict_ = place_of(columns, "verdict", true);
  // Metrics follow the column `simulated_s`; drawn numbers lie between the first two columns and `status`.
  const std::size_t metrics_from = place_of(columns, "simulated_s", false) + 1;
  const std::string headline = headline_of(manifest, metrics_from);
  std::vector<std::size_t> drawn, others;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    // Texts before `status` are crossed values, of which each combination is a group.
    if (columns[k].text) {
      if (k < status_ && columns[k].name != "row") groups_.push_back(k);
      continue;
    }
    const std::size_t place = numbers_.size();
    numbers_.push_back(k);
    cases_.table.columns.push_back({columns[k].name, columns[k].unit, std::vector<double>()});
    // The order of the quantities offered: headline, other metrics, drawn numbers, the rest.
    if (k >= metrics_from)
      cases_.quantities.insert(
          columns[k].name == headline ? cases_.quantities.begin() : cases_.quantities.end(), place);
    else if (k >= 2 && k < status_)
      drawn.push_back(place);
    else if (k >= 2)
      others.push_back(place);
  }
  if (!drawn.empty()) cases_.drawn_from = drawn.front(), cases_.drawn_to = drawn.back() + 1;
  cases_.quantities.insert(cases_.quantities.end(), drawn.begin(), drawn.end());
  cases_.quantities.insert(cases_.quantities.end(), others.begin(), others.end());
}

/// Removes the rows of shards that were not whole, which the next look reads again.
void CampaignCases::drop_open() {
  for (TableColumn& column : cases_.table.columns) std::get<std::vector<double>>(column.cells).resize(whole_);
  cases_.outcomes.shorten(whole_);
  cases_.reasons.shorten(whole_);
  if (!groups_.empty()) cases_.groups.shorten(whole_);
  cases_.tones.resize(whole_);
}

void CampaignCases::add_row(const Table& rows, std::size_t row) {
  const std::string& status = texts_of(rows, status_)[row];
  const bool completed = status == "completed";
  // A verdict judges completed rows only.
  const std::string verdict = verdict_ > 0 && completed ? texts_of(rows, verdict_)[row] : "";
  cases_.outcomes.add(verdict.empty() ? status : verdict);
  cases_.tones.push_back(static_cast<std::uint8_t>(tone_of_row(completed, verdict)));
  cases_.reasons.add(completed || reason_ == 0 ? "" : without_numbers(texts_of(rows, reason_)[row]));
  if (groups_.empty()) return;
  // The name of a group is its crossed values, separated by commas.
  std::string group;
  for (const std::size_t column : groups_) group += (group.empty() ? "" : ", ") + texts_of(rows, column)[row];
  cases_.groups.add(group);
}

void CampaignCases::add(const Table& rows, bool whole) {
  // Numbers are appended by column, texts row by row.
  for (std::size_t k = 0; k < numbers_.size(); ++k) {
    const auto& from = std::get<std::vector<double>>(rows.columns[numbers_[k]].cells);
    auto& to = std::get<std::vector<double>>(cases_.table.columns[k].cells);
    to.insert(to.end(), from.begin(), from.end());
  }
  for (std::size_t row = 0; row < rows.row_count(); ++row) add_row(rows, row);
  if (whole) whole_ = cases_.count();
}

}  // namespace grouser::desktop
