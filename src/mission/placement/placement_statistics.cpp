// SPDX-License-Identifier: BSD-3-Clause
// Counts kinds of rest and summarises angles and sinkage over the placements that have ground. Envelopes
// are limits of a test; a limit that is not given always holds.
#include "grouser/mission/placement/placement_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
Envelope parse_envelope(const std::string& option, const std::string& text) {
  struct Key {
    const char* name;
    double Envelope::*member;
    double scale, most;
  };
  constexpr Key kKeys[] = {{"tilt_deg", &Envelope::tilt, kDegree, 180.0},
                           {"ramp_deg", &Envelope::ramp, kDegree, 180.0},
                           {"best_ramp_deg", &Envelope::best_ramp, kDegree, 180.0},
                           {"ramp_cross_deg", &Envelope::ramp_cross, kDegree, 180.0},
                           {"ramp_gap", &Envelope::ramp_gap, 1.0, 1e3},
                           {"sinkage", &Envelope::sinkage, 1.0, 1e3}};
  // Each part is KEY=NUMBER; unknown, repeated or out-of-range ones are refused.
  Envelope envelope;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find(',', from), text.size());
    const std::string part = text.substr(from, end - from);
    const std::size_t equals = part.find('=');
    const auto key = std::find_if(std::begin(kKeys), std::end(kKeys),
                                  [&](const Key& k) { return part.substr(0, equals) == k.name; });
    if (equals == std::string::npos || key == std::end(kKeys))
      throw InputError(
          option, "'" + part + "'",
          "KEY=NUMBER,... with tilt_deg, ramp_deg, best_ramp_deg, ramp_cross_deg, ramp_gap or sinkage");
    double value = 0.0;
    const auto [stop, error] = std::from_chars(part.data() + equals + 1, part.data() + part.size(), value);
    if (error != std::errc{} || stop != part.data() + part.size() || !(value >= 0.0 && value <= key->most))
      throw InputError(option, "'" + part + "'",
                       fmt::format("{} = a number from 0 to {:g}", key->name, key->most));
    if (!std::isnan(envelope.*(key->member)))
      throw InputError(option, fmt::format("{} twice", key->name), "each key once");
    envelope.*(key->member) = value * key->scale;
    from = end + 1;
  }
  return envelope;
}

bool covers(const Envelope& e, const Placement& placement) {
  const RestingPose& pose = placement.pose;
  if (pose.kind != RestKind::resting) return false;
  // NaN as a limit is none; NaN as a value exceeds any limit.
  const auto over = [](double value, double limit) { return !std::isnan(limit) && !(value <= limit); };
  if (over(pose.tilt, e.tilt) || over(placement.deepest_pad(), e.sinkage)) return false;
  if (!pose.ramps.empty() && over(placement.gentlest_ramp(), e.best_ramp)) return false;
  // A limit of slopes means that the ramps touch, so a gap is only allowed by its own limit.
  const double most_gap = std::isnan(e.ramp_gap) ? 0.0 : e.ramp_gap;
  for (const RestingRamp& ramp : pose.ramps) {
    if (over(std::fabs(ramp.slope), e.ramp) || over(std::fabs(ramp.cross), e.ramp_cross)) return false;
    if ((!std::isnan(e.ramp) || !std::isnan(e.ramp_gap)) && ramp.gap > most_gap) return false;
  }
  return true;
}

PlacementStudy study_placements(const LanderForm& form, const std::vector<Placement>& placements,
                                const Envelope& envelope, double confidence) {
  PlacementStudy study{.confidence = confidence,
                       .samples = static_cast<int>(placements.size()),
                       .quantities = {{"tilt", "deg", {}}},
                       .summaries = {},
                       .covered_range = {}};
  // The order of the quantities must be that in which values are added below.
  for (const LanderRamp& ramp : form.ramps) study.quantities.push_back({ramp.name + "/slope", "deg", {}});
  if (!form.ramps.empty()) study.quantities.push_back({"steepest_ramp", "deg", {}});
  if (!form.ramps.empty()) study.quantities.push_back({"gentlest_ramp", "deg", {}});
  study.quantities.push_back({"deepest_pad", "m", {}});
  for (const Placement& placement : placements) {
    const RestingPose& pose = placement.pose;
    if (placement.spot.on_void) {
      ++study.voids;
      continue;
    }
    ++study.counted;
    study.slides += pose.kind == RestKind::slides;
    study.tipped_over += pose.kind == RestKind::tipped_over;
    study.unsettled += pose.kind == RestKind::unsettled;
    study.covered += covers(envelope, placement);
    // A lander that tipped over or has not settled has no angles to count.
    if (pose.kind != RestKind::resting && pose.kind != RestKind::slides) continue;
    study.on_belly += pose.on_belly;
    study.rocking += !std::isnan(pose.other_tilt);
    auto quantity = study.quantities.begin();
    (quantity++)->values.push_back(pose.tilt / kDegree);
    for (const RestingRamp& ramp : pose.ramps) (quantity++)->values.push_back(ramp.slope / kDegree);
    if (!pose.ramps.empty()) (quantity++)->values.push_back(placement.steepest_ramp() / kDegree);
    if (!pose.ramps.empty()) (quantity++)->values.push_back(placement.gentlest_ramp() / kDegree);
    quantity->values.push_back(placement.deepest_pad());
  }
  for (const PlacementQuantity& quantity : study.quantities)
    study.summaries.push_back(summarise_sample(quantity.name, quantity.unit, quantity.values, confidence));
  if (study.counted > 0) study.covered_range = clopper_pearson(study.covered, study.counted, confidence);
  return study;
}

}  // namespace grouser
