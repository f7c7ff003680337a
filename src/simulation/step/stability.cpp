#include "stability.hpp"

#include <algorithm>

namespace grouser {
namespace {
constexpr double kLeastWeight = 1e-9;  // N: without gravity the margin stays an angle
}

StabilityGauge::StabilityGauge(const World& world) : world_(world), mass_(world.vehicles.size(), 0.0) {
  for (std::size_t b = 0; b < world.model->bodies().size(); ++b)
    mass_[world.vehicle_of_body[b]] += world.model->bodies()[b].mass;
  supports_.reserve(world.wheels.size() + world.pads.size() + world.spheres.size());
}

Vec3 StabilityGauge::center_of_mass(int vehicle, const Kinematics& kinematics) const {
  Vec3 sum = Vec3::Zero();
  for (std::size_t b = 0; b < kinematics.body.size(); ++b)
    if (world_.vehicle_of_body[b] == vehicle) {
      const Body& body = world_.model->bodies()[b];
      sum += body.mass * (kinematics.body[b].X_WB * body.com);
    }
  return sum / mass_[vehicle];
}

void StabilityGauge::add(const Vec3& point, const Vec3& force, const Vec3& moment) {
  if (force.isZero(0.0)) return;
  supports_.push_back(point);
  force_ += force;
  moment_ += (point - about_).cross(force) + moment;
}

void StabilityGauge::gather(int vehicle, const StepOutput& output) {
  const auto belongs = [&](BodyId body) { return world_.vehicle_of_body[body.index] == vehicle; };
  bool has_pads = false;
  for (std::size_t i = 0; i < world_.wheels.size(); ++i)
    if (belongs(world_.wheels[i].body))
      add(output.wheels[i].point, output.wheels[i].force, output.wheels[i].moment);
  for (std::size_t i = 0; i < world_.pads.size(); ++i)
    if (belongs(world_.pads[i].body)) {
      has_pads = true;
      add(output.pads[i].point, output.pads[i].force, Vec3::Zero());
    }
  if (has_pads) return;
  for (std::size_t i = 0; i < world_.spheres.size(); ++i)
    if (belongs(world_.spheres[i].body)) add(output.spheres[i].point, output.spheres[i].force, Vec3::Zero());
}

// By Newton and Euler, the load that would tip the vehicle is minus the sum of its support forces and
// moments.
void StabilityGauge::measure(const Kinematics& kinematics, StepOutput& output) {
  for (int vehicle = 0; vehicle < static_cast<int>(mass_.size()); ++vehicle) {
    supports_.clear();
    force_ = moment_ = Vec3::Zero();
    about_ = center_of_mass(vehicle, kinematics);
    gather(vehicle, output);
    const double weight = std::max(mass_[vehicle] * world_.settings.gravity, kLeastWeight);
    output.tip_over[vehicle] = calc_tip_over(supports_, {about_, -force_, -moment_}, weight);
  }
}

}  // namespace grouser
