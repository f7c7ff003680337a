// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/simulation/observe/lander_metrics.hpp"

#include <algorithm>

#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {}  // namespace

LanderMetrics::LanderMetrics(const Simulation& s) : least_margin_(kNoMargin) {
  const World& world = s.world();
  lander_ = world.find_vehicle(VehicleRole::lander);
  if (lander_ < 0) return;
  const BodyId root = world.vehicles[static_cast<std::size_t>(lander_)].root;
  on_ = world.model->joints()[root.index].type == JointType::free;
  root_q_ = world.model->joints()[root.index].q_index;
  for (int owner : world.shape_owner)
    if (owner >= 0 && world.belongs(BodyId{owner}, lander_) && owner != root.index) ramps_.push_back(owner);
  ramp_force_.resize(world.model->bodies().size());
}

/// Observes the wheels on each ramp, and the load on its hinge.
void LanderMetrics::observe_ramps(const Simulation& s) {
  for (int ramp : ramps_) ramp_force_[ramp].setZero();
  for (const WheelOutput& wheel : s.output().wheels) {
    if (wheel.other >= 0) ramp_force_[wheel.other] += wheel.force;
  }
  if (!ramps_.empty()) s.calc_joint_loads(joint_loads_);
  for (int ramp : ramps_) {
    peak_ramp_load_ = std::max(peak_ramp_load_, ramp_force_[ramp].norm());
    peak_hinge_load_ = std::max(peak_hinge_load_, joint_loads_[ramp].force.norm());
  }
}

void LanderMetrics::observe(const Simulation& s) {
  if (!on_) return;
  const double* q = s.state().motion.q.data() + root_q_;
  const double up = 1.0 - 2.0 * (q[1] * q[1] + q[2] * q[2]);  // z component of the body's z axis
  max_tilt_ = std::max(max_tilt_, math::acos(std::min(1.0, up)));
  const TipOver& tip = s.output().tip_over[static_cast<std::size_t>(lander_)];
  if (stands(tip)) least_margin_ = std::min(least_margin_, tip.margin);
  const std::vector<ContactPart>& parts = s.world().parts;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].vehicle == lander_ && !parts[i].hull)
      peak_pad_force_ = std::max(peak_pad_force_, s.output().records[i].force.norm());
  observe_ramps(s);
}

void LanderMetrics::add_to(std::map<std::string, Metric>& m) const {
  if (!on_) return;
  m["lander_max_tilt"] = {max_tilt_ * kDegrees, "deg"};
  m["peak_pad_force"] = {peak_pad_force_, "N"};
  if (least_margin_ < kNoMargin) m["lander_min_tip_over_margin"] = {least_margin_ * kDegrees, "deg"};
  if (ramps_.empty()) return;
  m["peak_ramp_load"] = {peak_ramp_load_, "N"};
  m["peak_ramp_hinge_load"] = {peak_hinge_load_, "N"};
}

}  // namespace grouser
