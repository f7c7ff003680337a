// SPDX-License-Identifier: BSD-3-Clause
// A row runs with the campaign's own plan and options, so that its state hash can be compared with the
// table. Sensitivities use the plan's bootstrap, at 95 %.
#include "desks/campaigns/campaign_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/campaign.hpp"
#include "grouser/mission/campaign/campaign_reader.hpp"
#include "grouser/mission/statistics/elementary_effects.hpp"
#include "grouser/mission/statistics/rank_correlation.hpp"
#include "grouser/mission/statistics/sobol_indices.hpp"

namespace grouser::desktop {
namespace {

/// Level of all intervals of the chart.
constexpr double kConfidence = 0.95;

/// Seconds of the steady clock.
double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The longest bar first, by its absolute value; NaN last.
void sort_bars(CaseInsight& insight) {
  const auto length = [](const MovedBy& bar) {
    return std::isnan(bar.length.value) ? -1.0 : std::fabs(bar.length.value);
  };
  std::stable_sort(insight.bars.begin(), insight.bars.end(),
                   [&](const MovedBy& a, const MovedBy& b) { return length(a) > length(b); });
}

/// The quantity of each row of the plan, NaN where it is missing; of the first group only.
std::vector<double> planned_values(const UnitPlan& plan, const CaseSet& cases, std::size_t column) {
  std::vector<double> values(plan.rows(), kUnset);
  // The second column has the row's number in the plan.
  const std::vector<double>& sample = cases.numbers(1);
  for (std::size_t row = 0; row < cases.count(); ++row) {
    const bool first = cases.groups.size() == 0 || cases.groups.code(row) == cases.groups.code(0);
    if (first && sample[row] < static_cast<double>(plan.rows()))
      values[static_cast<std::size_t>(sample[row])] = cases.numbers(column)[row];
  }
  return values;
}

/// Indices of the plan: elementary effects (Morris), else total and first order shares of the variance
/// (Sobol').
CaseInsight planned_insight(const Campaign& campaign, const CaseSet& cases, std::size_t column) {
  const UnitPlan& plan = campaign.plan().unit_plan();
  const std::vector<std::string>& keys = campaign.plan().variables();
  const std::vector<double> values = planned_values(plan, cases, column);
  const BootstrapOptions options{.seed = campaign.plan().file().seed, .confidence = kConfidence};
  CaseInsight insight;
  if (campaign.plan().file().plan == PlanKind::morris) {
    insight = {.what = "mean of |effect| over a key's whole range (Morris)", .mark = "its deviation"};
    insight.unit = cases.table.columns[column].unit;
    const ElementaryEffects effects = elementary_effects(plan, values, options);
    insight.said = effects.refused;
    for (std::size_t k = 0; k < effects.inputs.size(); ++k)
      insight.bars.push_back({keys[k], effects.inputs[k].mean_absolute, effects.inputs[k].deviation.value});
  } else {
    insight = {.what = "total share of the variance (Sobol')", .mark = "first order", .unit = "-"};
    const SobolIndices indices = sobol_indices(plan, values, options);
    insight.said = indices.refused;
    for (std::size_t k = 0; k < indices.inputs.size(); ++k)
      insight.bars.push_back({keys[k], indices.inputs[k].total, indices.inputs[k].first.value});
  }
  // The result is of one group; the chart names it.
  if (cases.groups.names().size() > 1 && insight.said.empty()) insight.said = "of " + cases.groups[0];
  return insight;
}

/// Spearman's rank correlation of each drawn number with the column, of every n-th case where there are
/// more than kRankedCases.
CaseInsight ranked_insight(const CaseSet& cases, std::size_t column, const Job::GoOn& go_on) {
  CaseInsight insight{.what = "rank correlation with what was drawn (Spearman)", .mark = "", .unit = "-"};
  // Every step-th case bounds the time of the sorts.
  const std::size_t step = 1 + (cases.count() - 1) / kRankedCases;
  const auto some = [&](std::size_t of) {
    std::vector<double> values;
    for (std::size_t row = 0; row < cases.count(); row += step) values.push_back(cases.numbers(of)[row]);
    return values;
  };
  const std::vector<double> numbers = some(column);
  for (std::size_t drawn = cases.drawn_from; drawn < cases.drawn_to && go_on(-1.0); ++drawn) {
    const RankCorrelation found = rank_correlation(some(drawn), numbers, kConfidence);
    if (!std::isnan(found.rho.value)) insight.bars.push_back({cases.table.columns[drawn].name, found.rho});
  }
  if (insight.bars.empty()) insight.said = "Nothing that was drawn as a number goes with it.";
  if (step > 1 && insight.said.empty()) insight.said = fmt::format("of every {}th case", step);
  return insight;
}

}  // namespace

Job::Work row_work(std::filesystem::path folder, std::size_t row, std::filesystem::path file,
                   std::shared_ptr<RowRun> found) {
  return [=](const Job::GoOn& go_on) -> std::function<void()> {
    const Campaign campaign = Campaign::open_any(folder);
    const std::vector<RowColumn>& columns = campaign.identity().columns;
    const std::optional<RowRecord> before = CampaignReader(folder).find_row(row);
    std::filesystem::create_directories(file.parent_path());
    RunOptions options;
    options.now = steady_seconds;
    options.out = file;
    options.cancelled = [&] { return !go_on(-1.0); };
    options.progress = [&](double done, double total) { go_on(done / total); };
    // Rows of an estimate depend on the rows before, so the record of the table gives their values.
    const PlannedRow planned =
        campaign.is_estimate() && before ? campaign.planned_again(*before) : campaign.plan().row(row);
    const RowRecord record = campaign.run_planned(row, planned, options);
    *found = {file,
              {.row = row,
               .now = named_texts(columns, record),
               .table = before ? named_texts(columns, *before) : RowTexts{}}};
    // The run file is written only where a world could be made.
    std::error_code ec;
    if (!std::filesystem::exists(file, ec))
      throw InputError(fmt::format("row {}", row), "no run (" + found->again.end() + ")",
                       "a row whose world can be made");
    return [] {};
  };
}

Job::Work insight_work(std::filesystem::path folder, std::shared_ptr<const CaseSet> cases, std::size_t column,
                       std::shared_ptr<CaseInsight> found) {
  return [=](const Job::GoOn& go_on) -> std::function<void()> {
    std::string instead;
    try {
      const Campaign campaign = Campaign::open(folder);
      if (campaign.plan().unit_plan().dimensions > 0) *found = planned_insight(campaign, *cases, column);
    } catch (const InputError& error) {
      // rows can be looked at also where they could not be run again
    }
    // A plan without indices, or rows that cannot be planned again, falls back to rank correlations.
    if (found->bars.empty()) {
      instead = found->said;
      *found = ranked_insight(*cases, column, go_on);
      if (!instead.empty()) found->said = "no indices: " + instead;
    }
    sort_bars(*found);
    return [] {};
  };
}

}  // namespace grouser::desktop
