// SPDX-License-Identifier: BSD-3-Clause
// Collects a vehicle's supports and their forces from the contact records, and gives them to the force-angle
// measure with all other actions on the vehicle as one wrench about its centre of mass.
#include "stability.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "grouser/simulation/step/mass_point.hpp"

namespace grouser {
namespace {
constexpr double kLeastWeight = 1e-9;  // N: without gravity the margin stays an angle
}

StabilityGauge::StabilityGauge(const World& world) : world_(world), mass_(world.vehicles.size(), 0.0) {
  while (first_mesh_ < world.parts.size() && world.parts[first_mesh_].kind != "mesh") ++first_mesh_;
  for (std::size_t v = 0; v < mass_.size(); ++v) mass_[v] = world.mass_of(static_cast<int>(v));
  constexpr std::size_t kMost = 1 + std::tuple_size_v<decltype(MeshOutput::rim)>;  // points of a part
  supports_.reserve(kMost * world.parts.size());
}

// A point without a force supports nothing.
void StabilityGauge::add(const Vec3& point, const Vec3& force, const Vec3& moment) {
  if (force.isZero(0.0)) return;
  supports_.push_back(point);
  force_ += force;
  moment_ += (point - about_).cross(force) + moment;
}

// Supports of one vehicle; a mesh adds the rim of its pressed face.
void StabilityGauge::gather(int vehicle, const StepOutput& output) {
  for (std::size_t i = 0; i < world_.parts.size(); ++i) {
    const ContactPart& part = world_.parts[i];
    const ContactRecord& record = output.records[i];
    if (part.vehicle != vehicle || !part.supports) continue;
    add(record.point, record.force, record.moment);
    if (i < first_mesh_ || !record.touches()) continue;
    const std::size_t mesh = i - first_mesh_;  // a face has supports beside the middle of its pressure
    if (mesh < output.meshes.size())
      supports_.insert(supports_.end(), output.meshes[mesh].rim.begin(), output.meshes[mesh].rim.end());
  }
}

// By Newton and Euler, the load that would tip the vehicle is minus the sum of its support forces and
// moments.
void StabilityGauge::measure(const Kinematics& kinematics, StepOutput& output) {
  for (int vehicle = 0; vehicle < static_cast<int>(mass_.size()); ++vehicle) {
    supports_.clear();
    force_ = moment_ = Vec3::Zero();
    about_ = mass_center(world_, vehicle, kinematics);
    gather(vehicle, output);
    const double weight = std::max(mass_[vehicle] * world_.settings.gravity, kLeastWeight);
    output.tip_over[vehicle] = calc_tip_over(supports_, {about_, -force_, -moment_}, weight);
  }
}

}  // namespace grouser
