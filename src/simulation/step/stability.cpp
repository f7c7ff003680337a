#include "stability.hpp"

#include <algorithm>

#include "grouser/simulation/step/mass_point.hpp"

namespace grouser {
namespace {
constexpr double kLeastWeight = 1e-9;  // N: without gravity the margin stays an angle
}

StabilityGauge::StabilityGauge(const World& world) : world_(world), mass_(world.vehicles.size(), 0.0) {
  for (std::size_t v = 0; v < mass_.size(); ++v) mass_[v] = world.mass_of(static_cast<int>(v));
  supports_.reserve(world.parts.size());
}

void StabilityGauge::add(const Vec3& point, const Vec3& force, const Vec3& moment) {
  if (force.isZero(0.0)) return;
  supports_.push_back(point);
  force_ += force;
  moment_ += (point - about_).cross(force) + moment;
}

void StabilityGauge::gather(int vehicle, const StepOutput& output) {
  for (std::size_t i = 0; i < world_.parts.size(); ++i) {
    const ContactPart& part = world_.parts[i];
    const ContactRecord& record = output.records[i];
    if (part.vehicle == vehicle && part.supports) add(record.point, record.force, record.moment);
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
