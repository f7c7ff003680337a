// SPDX-License-Identifier: BSD-3-Clause
// How far feet slip on a slope, beside the law of their shear, j = K T / (A c + N tan phi).
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "catch.hpp"
#include "support.hpp"

using namespace grouser;

namespace {

/// One foot while it stands: where its middle stood first and last, and its share T / (A c + N tan phi) of
/// the strength.
struct Stance {
  Vec3 first = Vec3::Zero(), last = Vec3::Zero();
  std::vector<double> shares, loads;
};

/// The largest running median over half a second, so that touch-downs do not count; samples are 40 ms apart.
double held_share(const Stance& stance) {
  constexpr std::size_t kWindow = 12;
  std::vector<double> loads = stance.loads;
  std::nth_element(loads.begin(), loads.begin() + static_cast<std::ptrdiff_t>(loads.size() / 2), loads.end());
  const double least = 0.3 * loads[loads.size() / 2];
  std::vector<double> shares;
  for (std::size_t i = 0; i < stance.shares.size(); ++i)
    if (stance.loads[i] > least) shares.push_back(stance.shares[i]);
  double most = 0.0;
  for (std::size_t i = 0; i + kWindow <= shares.size(); ++i) {
    std::vector<double> part(shares.begin() + static_cast<std::ptrdiff_t>(i),
                             shares.begin() + static_cast<std::ptrdiff_t>(i + kWindow));
    std::nth_element(part.begin(), part.begin() + kWindow / 2, part.end());
    most = std::max(most, part[kWindow / 2]);
  }
  return most;
}

/// Over all stances that begin and end in a crawl up a slope of LETE sand: slip over the law at the loads
/// that each foot carried.
struct Crawl {
  double mean_slip, even_law, over_own_law;
};
Crawl crawl_up(const std::string& slope, const std::string& brace) {
  constexpr int kSample = 80;  // steps of 0.5 ms
  const auto world = load_world("walker_crawl_slope",
                                test::sets({"terrain.slope_deg=" + slope, "initial.pitch_deg=-" + slope,
                                            "gait.distance=0.5", "gait.brace_speed=" + brace}));
  const Walker& walker = world->walkers.front();
  const PadPart& foot = world->pads.front();
  REQUIRE(foot.spec.form.ball);  // of which only what has sunk touches
  const SoilParams& soil = foot.laws.front().soil;
  const double angle = std::stod(slope) * std::numbers::pi / 180.0, r = foot.spec.radius;
  const Vec3 normal(-std::sin(angle), 0.0, std::cos(angle));
  const auto strength = [&](double z, double load) {
    return std::numbers::pi * (2.0 * r * z - z * z) * soil.cohesion + load * std::tan(soil.phi);
  };
  Simulation s = start_simulation(world);
  MetricsTracker metrics(s);
  std::vector<Stance> stances(walker.legs.size());
  std::vector<bool> counts(walker.legs.size(), false);  // it began within the run
  std::vector<double> ratios;
  for (int step = 0; !s.finished(); ++step) {
    REQUIRE(s.step() == StepStatus::ok);
    metrics.observe(s);
    if (step % kSample != 0) continue;
    for (std::size_t i = 0; i < stances.size(); ++i) {
      const ContactRecord& record = s.output().records[static_cast<std::size_t>(walker.legs[i].record)];
      const double load = record.force.dot(normal);
      Stance& stance = stances[i];
      if (load > 1e-3) {
        const auto& pose = s.kinematics().body[static_cast<std::size_t>(walker.legs[i].foot_body.index)].X_WB;
        stance.last = pose * foot.spec.position;
        if (stance.loads.empty()) stance.first = stance.last;
        stance.loads.push_back(load);
        stance.shares.push_back((record.force - load * normal).norm() /
                                strength(std::min(record.sinkage, r), load));
        continue;
      }
      if (counts[i] && stance.loads.size() >= 12) {
        const Vec3 way = stance.last - stance.first;
        ratios.push_back((way - way.dot(normal) * normal).norm() / (soil.janosi_k * held_share(stance)));
      }
      counts[i] = true;
      stance = {};
    }
  }
  const auto found = metrics.metrics(s);
  REQUIRE(s.verdict());
  CHECK(s.verdict()->name == "arrived");
  CHECK(found.at("energy_ledger_error").value < 0.01);
  CHECK(found.at("least_static_margin").value > 0.010);
  REQUIRE(ratios.size() > 12);
  double sum = 0.0;
  for (const double x : ratios) sum += x;
  const double share = found.at("weight").value / 4.0;
  return {found.at("mean_foot_slip").value,
          soil.janosi_k * share * std::sin(angle) /
              strength(found.at("most_foot_sinkage").value, share * std::cos(angle)),
          sum / static_cast<double>(ratios.size())};
}

}  // namespace

// A foot slips about as far as the law says for what it carries before it holds. Bracing takes from the fore
// feet what the others leave them to carry.
TEST_CASE("feet slip up a slope by what the shear law asks of their own loads, and less where they brace",
          "[simulation]") {
  const std::string slope = GENERATE("10", "15");
  const Crawl braced = crawl_up(slope, "0.05"), unbraced = crawl_up(slope, "0");
  CAPTURE(slope, braced.mean_slip, unbraced.mean_slip, braced.even_law, braced.over_own_law);
  // the law is taken at the largest load of each stance, so that it is the most that a foot slips in the mean
  CHECK(braced.over_own_law < 1.15);
  CHECK(braced.over_own_law > 0.65);
  CHECK(braced.mean_slip > 0.7 * braced.even_law);
  CHECK(braced.mean_slip < 1.5 * braced.even_law);  // loads are not even
  CHECK(unbraced.mean_slip > (slope == "15" ? 1.1 : 1.0) * braced.mean_slip);
}
