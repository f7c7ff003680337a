// SPDX-License-Identifier: BSD-3-Clause
// Draws places and sets landers down on them in parallel. Each sample has its own random stream, so neither
// the number of threads nor that of samples changes it. Jobs of 16 samples share a solver.
#include "grouser/mission/placement/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>

#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"
#include "grouser/mission/campaign/parallel_jobs.hpp"

namespace grouser {
namespace {
constexpr double kTurn = 6.283185307179586;  // rad
constexpr std::size_t kChunk = 16;           // placements per job
}  // namespace

double Placement::deepest_pad() const {
  double deepest = 0.0;
  for (const RestingPad& pad : pose.pads) deepest = std::max(deepest, pad.sinkage);
  return deepest;
}

double Placement::steepest_ramp() const {
  double steepest = kUnset;
  for (const RestingRamp& ramp : pose.ramps) steepest = std::fmax(steepest, std::fabs(ramp.slope));
  return steepest;
}

double Placement::gentlest_ramp() const {
  double gentlest = kUnset;
  for (const RestingRamp& ramp : pose.ramps)
    if (!(ramp.gap > 0.0)) gentlest = std::fmin(gentlest, std::fabs(ramp.slope));
  return gentlest;
}

std::vector<PlacementSpot> draw_spots(const PlacementGround& ground, const LanderForm& form, int samples,
                                      std::uint64_t seed) {
  const auto [west, south, east, north] = ground.extent();
  const double margin = form.reach;
  if (!(east - west > 2.0 * margin && north - south > 2.0 * margin))
    throw InputError(ground.name, fmt::format("ground of {:.2f} x {:.2f} m", east - west, north - south),
                     fmt::format("more than {:.2f} m in both directions, for {}", 2.0 * margin, form.name));
  // A place whose square of half side `reach` holds a void is marked instead of drawn again.
  const VoidMap voids(ground);
  std::vector<PlacementSpot> spots;
  for (int k = 0; k < samples; ++k) {
    math::RandomStream random(seed, static_cast<std::uint64_t>(k));
    PlacementSpot spot;
    spot.x = random.uniform(west + margin, east - margin);
    spot.y = random.uniform(south + margin, north - margin);
    spot.heading = random.uniform(0.0, kTurn);
    spot.on_void = voids.near(spot.x, spot.y, margin);
    spots.push_back(spot);
  }
  return spots;
}

void set_down_each(const PlacementGround& ground, const LanderForm& form,
                   std::span<const PlacementSpot> spots, std::span<const std::size_t> samples,
                   const PlacementRun& run,
                   const std::function<void(std::size_t sample, Placement placement)>& done) {
  const std::size_t chunks = (samples.size() + kChunk - 1) / kChunk;
  std::mutex telling;
  run_jobs(chunks, {run.threads, run.cancelled, run.progress},
           [&](std::size_t job, const JobContext& context) {
             RestingSolver solver(form, *ground.terrain, ground.gravity);
             const auto piece =
                 samples.subspan(job * kChunk).first(std::min(kChunk, samples.size() - job * kChunk));
             std::vector<Placement> placements(piece.size());
             for (std::size_t k = 0; k < piece.size(); ++k) {
               if (context.cancelled()) return;
               const PlacementSpot& spot = placements[k].spot = spots[piece[k]];
               if (!spot.on_void) solver.solve(spot.x, spot.y, spot.heading, placements[k].pose);
             }
             // Results of a chunk are handed over together, by one thread at a time.
             const std::lock_guard held(telling);
             for (std::size_t k = 0; k < piece.size(); ++k) done(piece[k], std::move(placements[k]));
           });
}

std::vector<Placement> set_down(const PlacementGround& ground, const LanderForm& form,
                                std::span<const PlacementSpot> spots, const PlacementRun& run) {
  std::vector<Placement> placements(spots.size());
  std::vector<std::size_t> all(spots.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  set_down_each(ground, form, spots, all, run,
                [&](std::size_t sample, Placement placement) { placements[sample] = std::move(placement); });
  if (run.cancelled && run.cancelled()) placements.clear();
  return placements;
}

}  // namespace grouser
