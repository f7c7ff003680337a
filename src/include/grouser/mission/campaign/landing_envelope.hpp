// SPDX-License-Identifier: BSD-3-Clause
// The line between upright and not in the plane of horizontal and vertical speed at touchdown, over all
// directions of travel and attitudes of an [envelope]: a point is upright if the lander is in every one of
// them.
#pragma once
#include "grouser/mission/campaign/asked_rows.hpp"
#include "grouser/mission/statistics/stability_boundary.hpp"

namespace grouser {

/// One direction and attitude, in degrees, with the mode in which a lander that turns over there does it.
struct EnvelopeCase {
  double direction = 0.0, heading = 0.0, roll = 0.0, pitch = 0.0;
  int mode = 1;  ///< for envelope_mode()
};
/// All combinations. The scenario is loaded once for each, to see which legs lead (those nearest to the
/// direction of travel) and whether travel is up or down the slope (within 60 degrees of it). Throws
/// InputError if there is no lander with feet, or if a start is impossible.
std::vector<EnvelopeCase> envelope_cases(const Campaign& campaign);
/// "two legs ahead, downhill"
std::string envelope_mode(int mode);

PlaneOptions envelope_plane(const EnvelopeSpec& spec);
/// Throws as AskedRows.
StabilityBoundary find_envelope(const CampaignPlan& plan, AskedRows& rows,
                                const std::vector<EnvelopeCase>& cases);

}  // namespace grouser
