// SPDX-License-Identifier: BSD-3-Clause
// Probability of a rare failure as a campaign: the estimators' points become rows, whose metric and limit
// give the margin. Counts of rows follow from the method.
#include "grouser/mission/campaign/rare_campaign.hpp"

#include "grouser/mission/statistics/importance_sampling.hpp"
#include "grouser/mission/statistics/subset_simulation.hpp"

namespace grouser {
namespace {

// Levels of subset simulation at most, and plain or weighted runs per batch.
constexpr int kMostSubsets = 20;
constexpr std::size_t kBatch = 1000;
constexpr std::uint64_t kRoomToJoinModes = 10000;  // rows between centres of a proposal

/// Distance from failure: at most 0 in failure, NaN where the row did not complete.
MarginModel margin_of(const CampaignPlan& plan, AskedRows& rows) {
  return [&plan, &rows](const MarginBatch& batch) {
    const auto dimensions = static_cast<std::size_t>(batch.dimensions);
    const auto planned = [&](std::uint64_t row) {
      return plan.row_at(row, batch.points.subspan((row - batch.first) * dimensions, dimensions));
    };
    const RareSpec& rare = *plan.file().rare;
    const std::vector<AskedResult> results = rows.answer(batch.first, batch.margins.size(), planned);
    for (std::size_t k = 0; k < results.size(); ++k) {
      const double away = rare.above ? rare.limit - results[k].number : results[k].number - rare.limit;
      batch.margins[k] = results[k].completed ? away : kUnset;
    }
  };
}

}  // namespace

std::uint64_t most_rare_rows(const CampaignFile& file) {
  const RareSpec& rare = *file.rare;
  // A run: its first level and kMostSubsets more, and one within the failures.
  const std::uint64_t run = static_cast<std::uint64_t>(rare.points) * (kMostSubsets + 2);
  if (rare.method == RareMethod::plain) return file.samples;
  if (rare.method == RareMethod::subset) return run * static_cast<std::uint64_t>(rare.repeats);
  return run + kRoomToJoinModes + file.samples;
}

RareResult estimate_rare(const CampaignPlan& plan, AskedRows& rows, double confidence) {
  const CampaignFile& file = plan.file();
  const RareSpec& rare = *file.rare;
  const MarginModel model = margin_of(plan, rows);
  const auto dimensions = static_cast<int>(plan.variables().size());
  const std::size_t runs = file.samples;
  RareResult result;
  if (rare.method == RareMethod::plain) {
    result.estimate = estimate_plain(model, {dimensions, runs, kBatch, file.seed, confidence});
  } else if (rare.method == RareMethod::subset) {
    const SubsetEstimate found = estimate_by_subsets(model, {.dimensions = dimensions,
                                                             .points = rare.points,
                                                             .repeats = rare.repeats,
                                                             .most_levels = kMostSubsets,
                                                             .seed = file.seed,
                                                             .confidence = confidence});
    result.estimate = found;
    result.repeats = found.repeats;
  } else {
    const Proposal proposal = find_proposal(model, {.dimensions = dimensions,
                                                    .points = rare.points,
                                                    .centres = rare.centres,
                                                    .most_levels = kMostSubsets,
                                                    .seed = file.seed});
    const ImportanceEstimate found =
        estimate_by_importance(model, proposal, {runs, kBatch, file.seed, confidence});
    result.estimate = found;
    result.weights = found.weights;
    result.first_weighted = proposal.runs;
  }
  return result;
}

}  // namespace grouser
