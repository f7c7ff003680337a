// SPDX-License-Identifier: BSD-3-Clause
// Metrics of a lander with a free root, whether it lands or carries a rover.

#include "metric_watch.hpp"

namespace grouser {
namespace {

/// Rocking, forces on footpads, and loads of ramps and their hinges, for a lander whose root moves freely.
class LanderWatch final : public MetricWatch {
 public:
  LanderWatch(const World& world, int lander)
      : lander_(lander), rocking_(world, lander), ramp_force_(world.model->bodies().size()) {
    // Ramps: bodies of the lander with a surface, other than its root.
    const BodyId root = world.vehicles[static_cast<std::size_t>(lander)].root;
    for (int owner : world.shape_owner)
      if (owner >= 0 && world.belongs(BodyId{owner}, lander) && owner != root.index) ramps_.push_back(owner);
  }

  void observe(const Simulation& s) override {
    rocking_.observe(s);
    const std::vector<ContactPart>& parts = s.world().parts;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (parts[i].vehicle == lander_ && !parts[i].hull)
        peak_pad_force_ = std::max(peak_pad_force_, s.output().records[i].force.norm());
    if (!ramps_.empty()) observe_ramps(s);
  }

  void add_to(const Simulation&, MetricSink& put) const override {
    rocking_.add_to("lander_", put);
    put("peak_pad_force", "N", peak_pad_force_);
    if (ramps_.empty()) return;
    put("peak_ramp_load", "N", peak_ramp_load_);
    put("peak_ramp_hinge_load", "N", peak_hinge_load_);
  }

 private:
  /// Observes the wheels on each ramp, and the load on its hinge.
  void observe_ramps(const Simulation& s) {
    for (int ramp : ramps_) ramp_force_[ramp].setZero();
    for (const WheelOutput& wheel : s.output().wheels)
      if (wheel.other >= 0) ramp_force_[wheel.other] += wheel.force;
    s.calc_joint_loads(joint_loads_);
    for (int ramp : ramps_) {
      peak_ramp_load_ = std::max(peak_ramp_load_, ramp_force_[ramp].norm());
      peak_hinge_load_ = std::max(peak_hinge_load_, joint_loads_[ramp].force.norm());
    }
  }

  int lander_;  // index of its vehicle
  Rocking rocking_;
  std::vector<int> ramps_;        // bodies that carry a surface and hang on a joint; also their joint indices
  std::vector<Vec3> ramp_force_;  // scratch: force of all wheels on each body, N
  std::vector<Wrench> joint_loads_;                                             // scratch
  double peak_ramp_load_ = 0.0, peak_hinge_load_ = 0.0, peak_pad_force_ = 0.0;  // N
};

}  // namespace

std::unique_ptr<MetricWatch> watch_lander(const Simulation& s) {
  const int lander = s.world().find_vehicle(VehicleRole::lander);
  if (lander < 0 || !Rocking(s.world(), lander).is_free()) return nullptr;
  return std::make_unique<LanderWatch>(s.world(), lander);
}

}  // namespace grouser
