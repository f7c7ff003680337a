// SPDX-License-Identifier: BSD-3-Clause
// Metrics of the main vehicle's ride, from coordinates of the chassis after each step; also the rocking of
// any vehicle.
#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"
#include "metric_watch.hpp"

namespace grouser {
namespace {

/// The joint between world and chassis.
const Joint& root_joint(const World& world) { return world.model->joints()[world.chassis.index]; }

/// Place of the chassis, world, m; of a root that slides on a rail, along its axis.
Vec3 chassis_position(const Simulation& s) {
  const Joint& root = root_joint(s.world());
  if (root.kind.is_free()) return s.state().motion.q.segment<3>(root.q_index + 4);
  return root.X_PJ * Vec3(root.axis * s.state().motion.q[root.q_index]);
}

/// Magnitude of the chassis' linear acceleration, m/s2.
double chassis_acceleration(const Simulation& s) {
  const Joint& root = root_joint(s.world());
  if (root.kind.is_free()) return s.state().motion.a.segment<3>(root.v_index + 3).norm();
  return Vec3(root.axis * s.state().motion.a[root.v_index]).norm();
}

/// Path, climb, accelerations and hull forces of the main vehicle, and its rocking.
class RideWatch final : public MetricWatch {
 public:
  explicit RideWatch(const Simulation& s)
      : start_(chassis_position(s)), last_(start_), rocking_(s.world(), s.world().main_vehicle) {
    for (const Joint& joint : s.world().model->joints())
      if (joint.kind.hinge && joint.mode == CoordinateMode::dynamic &&
          s.world().belongs(joint.child, s.world().main_vehicle))
        suspension_.push_back(joint.v_index);
  }

  void observe(const Simulation& s) override {
    const World& world = s.world();
    const Vec3 position = chassis_position(s);
    distance_ += (position - last_).head<2>().norm();
    last_ = position;
    rocking_.observe(s);
    const std::vector<ContactRecord>& records = s.output().records;
    for (std::size_t i = 0; i < records.size(); ++i)
      if (world.parts[i].hull && world.parts[i].vehicle == world.main_vehicle)
        peak_hull_force_ = std::max(peak_hull_force_, records[i].force.norm());
    for (int v : suspension_)
      peak_joint_acceleration_ = std::max(peak_joint_acceleration_, std::fabs(s.state().motion.a[v]));
    peak_acceleration_ = std::max(peak_acceleration_, chassis_acceleration(s));
  }

  void add_to(const Simulation& s, MetricSink& put) const override {
    const Vec3 moved = chassis_position(s) - start_;
    put("peak_body_contact_force", "N", peak_hull_force_);
    put("weight", "N", s.world().mass_of(s.world().main_vehicle) * s.world().settings.gravity);
    put("distance", "m", distance_);
    put("displacement", "m", moved.head<2>().norm());
    put("climb", "m", moved.z());
    put("peak_chassis_acceleration", "m/s2", peak_acceleration_);
    if (!suspension_.empty()) put("peak_bogie_acceleration", "rad/s2", peak_joint_acceleration_);
    rocking_.add_to("", put);
    if (s.world().settings.gravity == 0.0) put.metrics.erase("min_tip_over_margin");  // in free fall
  }

 private:
  Vec3 start_, last_;
  Rocking rocking_;
  std::vector<int> suspension_;   // v indices of its passive revolute joints
  double distance_ = 0.0;         // along the path, horizontal, m
  double peak_hull_force_ = 0.0;  // N
  double peak_acceleration_ = 0.0, peak_joint_acceleration_ = 0.0;  // m/s2, rad/s2
};

}  // namespace

// A root that is not free has no tilt to watch.
Rocking::Rocking(const World& world, int vehicle) : vehicle_(static_cast<std::size_t>(vehicle)) {
  const Joint& root = world.model->joints()[static_cast<std::size_t>(world.vehicles[vehicle_].root.index)];
  if (root.kind.is_free()) root_q_ = root.q_index;
}

void Rocking::observe(const Simulation& s) {
  if (is_free()) {
    const double* q = s.state().motion.q.data() + root_q_;
    const double up = 1.0 - 2.0 * (q[1] * q[1] + q[2] * q[2]);  // z component of the body's z axis
    max_tilt_ = std::max(max_tilt_, math::acos(std::min(1.0, up)));
  }
  const TipOver& tip = s.output().tip_over[vehicle_];
  if (stands(tip)) least_margin_ = std::min(least_margin_.value_or(tip.margin), tip.margin);
}

void Rocking::add_to(const std::string& prefix, MetricSink& put) const {
  put(prefix + "max_tilt", "deg", max_tilt_ * kDegrees);
  put(prefix + "min_tip_over_margin", "deg",
      least_margin_ ? std::optional(*least_margin_ * kDegrees) : std::nullopt);
}

std::unique_ptr<MetricWatch> watch_ride(const Simulation& s) { return std::make_unique<RideWatch>(s); }

}  // namespace grouser
