// SPDX-License-Identifier: BSD-3-Clause
// Bands of slip on an uncertain soil: draws of the soil through a campaign's plan, one climb per draw and
// tilt in parallel, then quantiles of the slips.
#include "grouser/mission/gradeability/grade_band.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "grouser/base/toml_text.hpp"
#include "grouser/mission/campaign/campaign_plan.hpp"

namespace grouser {
namespace {

/// Quantile of sorted slips, linear between them; share from 0 to 1.
double slip_quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

}  // namespace

std::vector<std::vector<Override>> draw_uncertain_soil(const std::string& soil, int draws,
                                                       std::uint64_t seed) {
  // A campaign's plan, so that a band has the same draws as a campaign of this soil.
  const std::string text = fmt::format(
      "scenario = \"tilt_bed\"\nplan = \"latin_hypercube\"\nsamples = {}\nseed = {}\n[uncertain]\nsoil = "
      "{}\n",
      draws, seed, toml_string(soil));
  const CampaignPlan plan(
      read_campaign(text, "the band of soil " + soil, {}),
      [](const CampaignFile&, const std::vector<Override>&) { return std::vector<KeyNote>{}; });
  std::vector<std::vector<Override>> drawn;
  for (int k = 0; k < draws; ++k) drawn.push_back(plan.row(static_cast<std::uint64_t>(k)).overrides);
  return drawn;
}

std::vector<GradeBand> run_grade_band(const GradeabilitySpec& spec, const std::vector<double>& tilts,
                                      int draws, std::uint64_t seed, const JobOptions& options) {
  const auto soils = draw_uncertain_soil(spec.soil, draws, seed);
  std::vector<std::optional<GradePoint>> points(soils.size() * tilts.size());
  // Jobs go through all draws of one tilt before the next tilt.
  run_jobs(points.size(), options, [&](std::size_t job, const JobContext& context) {
    GradeabilitySpec own = spec;
    const auto& settings = soils[job % soils.size()];
    own.settings.insert(own.settings.end(), settings.begin(), settings.end());
    points[job] = run_grade_point(own, tilts[job / soils.size()], context.progress, context.cancelled);
  });
  std::vector<GradeBand> bands;
  for (std::size_t t = 0; t < tilts.size(); ++t) {
    GradeBand band{.tilt = tilts[t]};
    std::vector<double> slips;
    double settled = 0.0;
    for (std::size_t k = 0; k < soils.size(); ++k) {
      const auto& point = points[t * soils.size() + k];
      // A cancelled job leaves a point out, and then there are no bands at all.
      if (!point) return {};
      if (point->settled) settled += 1.0;
      // A stalled rover has slip 1 at least; draws that did neither are not counted.
      if (point->settled || point->stalled) slips.push_back(point->settled ? point->slip : 1.0);
    }
    std::sort(slips.begin(), slips.end());
    band.counted = static_cast<int>(slips.size());
    if (!slips.empty()) {
      band.low = slip_quantile(slips, 0.05), band.median = slip_quantile(slips, 0.5);
      band.high = slip_quantile(slips, 0.95);
      band.climbs = settled / static_cast<double>(slips.size());
    }
    bands.push_back(band);
  }
  return bands;
}

}  // namespace grouser
