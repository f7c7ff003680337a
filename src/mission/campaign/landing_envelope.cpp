// SPDX-License-Identifier: BSD-3-Clause
// The envelope of a landing: cases of travel and attitude, each with a mode by leading legs and slope, and
// the plane's model that runs them as rows of a campaign. A run whose verdict is one of the failures has
// fallen; there is no margin.
#include "grouser/mission/campaign/landing_envelope.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

constexpr int kWays = 4;  // level, uphill, downhill, across
constexpr const char* kWayNames[] = {"", ", uphill", ", downhill", ", across the slope"};
constexpr double kLevel = 1e-6;  // slopes below are none

/// Values of kTouchdownKeys.
std::vector<double> touchdown(const EnvelopeCase& c, double horizontal, double vertical) {
  const double angle = c.direction / kDegrees;
  return {
      horizontal * math::cos(angle), horizontal * math::sin(angle), -vertical, c.heading, c.roll, c.pitch};
}

/// Whether two legs lead: the direction then lies in the middle half between the feet on its two sides.
/// `away`: angles of the feet from the direction, rad.
bool two_lead(std::vector<double> away) {
  for (double& angle : away) angle = std::fabs(std::remainder(angle, 2.0 * M_PI));
  std::sort(away.begin(), away.end());
  return away[0] > 0.25 * (away[0] + away[1]);
}

/// Mode of a case: 1 + the slope's part, + kWays where two legs lead. Throws InputError for a scenario
/// without a lander on feet.
int mode_of(const Simulation& s, double direction) {
  const World& world = s.world();
  const int lander = world.find_vehicle(VehicleRole::lander);
  if (lander < 0) throw InputError("[envelope]", "a scenario without a lander", "`lander` in the scenario");
  const RigidTransform& root =
      s.kinematics().body[world.vehicles[static_cast<std::size_t>(lander)].root.index].X_WB;
  // Angles of the feet from the direction of travel, seen from the root.
  std::vector<double> away;
  for (const ContactPart& part : world.parts)
    if (part.kind == "pad" && part.vehicle == lander) {
      const Vec3 arm = s.kinematics().body[part.body.index].X_WB * part.position - root.p;
      away.push_back(math::atan2(arm.y(), arm.x()) - direction);
    }
  if (away.size() < 2) throw InputError("[envelope]", "a lander without feet", "two [[pad]] or more");
  // The slope counts as up or down within 60 degrees of the direction of travel.
  HeightSample ground;
  int way = 0;
  if (world.terrain->height(root.p.x(), root.p.y(), ground)) {
    const Vec2 rise(ground.slope_x, ground.slope_y);
    const double up = rise.dot(Vec2(math::cos(direction), math::sin(direction)));
    if (rise.norm() > kLevel) way = up > 0.5 * rise.norm() ? 1 : up < -0.5 * rise.norm() ? 2 : 3;
  }
  return 1 + way + (two_lead(away) ? kWays : 0);
}

}  // namespace

std::vector<EnvelopeCase> envelope_cases(const Campaign& campaign) {
  const CampaignFile& file = campaign.plan().file();
  const BatchSimulation batch(campaign.scenario(), file.settings);
  std::vector<EnvelopeCase> cases;
  for (const double direction : file.envelope->directions)
    for (const double heading : file.envelope->headings)
      for (const double roll : file.envelope->rolls)
        for (const double pitch : file.envelope->pitches) {
          EnvelopeCase c{direction, heading, roll, pitch};
          // The start at the fastest descent and no horizontal speed shows legs and slope.
          const PlannedRow row = campaign.plan().row_of(0, touchdown(c, 0.0, file.envelope->vertical.to));
          c.mode = mode_of(start_simulation(batch.load(row.overrides), {}), direction / kDegrees);
          cases.push_back(c);
        }
  return cases;
}

std::string envelope_mode(int mode) {
  return std::string(mode - 1 >= kWays ? "two legs ahead" : "one leg ahead") + kWayNames[(mode - 1) % kWays];
}

PlaneOptions envelope_plane(const EnvelopeSpec& spec) {
  const auto cases = spec.directions.size() * spec.headings.size() * spec.rolls.size() * spec.pitches.size();
  return {.x0 = spec.horizontal.from,
          .x1 = spec.horizontal.to,
          .y0 = spec.vertical.from,
          .y1 = spec.vertical.to,
          .resolution = spec.resolution,
          .least_island = spec.least_island,
          .extras = static_cast<int>(cases)};
}

StabilityBoundary find_envelope(const CampaignPlan& plan, AskedRows& rows,
                                const std::vector<EnvelopeCase>& cases) {
  const EnvelopeSpec& spec = *plan.file().envelope;
  const PlaneModel model = [&](std::span<const PlaneRun> runs, std::span<PlaneVerdict> verdicts) {
    // Rows of a batch are numbered on from its first run.
    const std::uint64_t first = runs.front().number;
    const auto planned = [&](std::uint64_t row) {
      const PlaneRun& run = runs[row - first];
      return plan.row_of(row, touchdown(cases[static_cast<std::size_t>(run.extra)], run.x, run.y));
    };
    const std::vector<AskedResult> results = rows.answer(first, runs.size(), planned);
    for (std::size_t k = 0; k < results.size(); ++k) {
      const bool fell = std::count(spec.failures.begin(), spec.failures.end(), results[k].verdict) > 0;
      const int mode = fell ? cases[static_cast<std::size_t>(runs[k].extra)].mode : kUpright;
      verdicts[k].mode = results[k].completed ? mode : kNoVerdict;
    }
  };
  return find_stability_boundary(model, envelope_plane(spec));
}

}  // namespace grouser
