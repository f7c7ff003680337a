// SPDX-License-Identifier: BSD-3-Clause
// Makes the rows of a study that are over into cases: the row's number, the varied keys, then the metrics.
// A row without a metric has NaN there.
#include <fmt/format.h>

#include "desks/campaigns/statistics_work.hpp"

namespace grouser::desktop {
namespace {

/// Colour class of a row: by its verdict if it has one, unknown while it is not over.
CaseTone tone_of_row(const StudyRow& row) {
  if (row.status == StudyRowStatus::failed || row.status == StudyRowStatus::refused) return CaseTone::bad;
  if (row.status != StudyRowStatus::completed) return CaseTone::unknown;
  if (!row.report.verdict) return CaseTone::good;
  const VerdictTone tone = tone_of(*row.report.verdict);
  return tone == VerdictTone::good  ? CaseTone::good
         : tone == VerdictTone::bad ? CaseTone::bad
                                    : CaseTone::caution;
}

/// The verdict of a completed row, else its status.
std::string outcome_of(const StudyRow& row) {
  return row.status == StudyRowStatus::completed && row.report.verdict ? row.report.verdict->name
                                                                       : to_string(row.status);
}

}  // namespace

std::shared_ptr<const CaseSet> study_cases(const StudyView& study) {
  auto cases = std::make_shared<CaseSet>();
  Table& table = cases->table;
  std::vector<std::size_t> over;
  for (std::size_t k = 0; k < study.rows->size(); ++k)
    if ((*study.rows)[k].over()) over.push_back(k);
  // Appends a column with `value` of each row that is over.
  const auto add = [&](const std::string& name, const std::string& unit, auto value) {
    std::vector<double> cells;
    for (const std::size_t k : over) cells.push_back(value((*study.rows)[k]));
    table.columns.push_back({name, unit, std::move(cells)});
  };
  std::vector<double> numbers;
  for (const std::size_t k : over) {
    numbers.push_back(static_cast<double>(k));
    cases->outcomes.add(outcome_of((*study.rows)[k]));
    cases->tones.push_back(static_cast<std::uint8_t>(tone_of_row((*study.rows)[k])));
  }
  table.columns.push_back({"row", "-", std::move(numbers)});
  for (std::size_t key = 0; key < study.varied->size(); ++key)
    add((*study.varied)[key].key, "", [key](const StudyRow& row) { return row.values[key]; });
  for (const auto& [name, unit] : study_metrics(*study.rows)) {
    // what the study is about comes first
    const bool first = name == study.settings->metric;
    cases->quantities.insert(first ? cases->quantities.begin() : cases->quantities.end(),
                             table.columns.size());
    add(name, unit, [&name = name](const StudyRow& row) {
      const auto found = row.report.metrics.find(name);
      const bool there = row.status == StudyRowStatus::completed && found != row.report.metrics.end();
      return there ? found->second.value : kUnset;
    });
  }
  // the varied keys last: results are looked at first
  for (std::size_t key = 0; key < study.varied->size(); ++key) cases->quantities.push_back(1 + key);
  return cases;
}

}  // namespace grouser::desktop
