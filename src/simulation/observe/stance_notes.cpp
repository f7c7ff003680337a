// SPDX-License-Identifier: BSD-3-Clause
// Notes on a vehicle's stance at the start of a run: stops, unloaded wheels, bodies in the ground, and a
// centre of mass outside the wheels. They point to mistakes in a vehicle's file.
#include "grouser/simulation/observe/stance_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/math/units.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

constexpr double kNoLoad = 0.01;   // of an even share of the weight
constexpr double kUnder = 0.005;   // m under the ground from which a part is named
constexpr double kOutside = 1e-3;  // m

/// One wheeled vehicle at a moment.
class Stance {
 public:
  Stance(const World& world, const StanceMoment& now, const char* when, int vehicle)
      : world_(world),
        now_(now),
        when_(when),
        index_(vehicle),
        vehicle_(world.vehicles[static_cast<std::size_t>(vehicle)]) {}

  std::vector<std::string> notes() {
    if (vehicle_.wheel_count == 0) return {};
    if (world_.settings.settle && stands()) {
      note_stops();
      note_loads();
    }
    note_under_ground();
    note_center();
    return std::move(notes_);
  }

 private:
  const WheelOutput& wheel(int i) const {
    return now_.output.wheels[static_cast<std::size_t>(vehicle_.first_wheel + i)];
  }
  /// Whether something of it touches, be it a wheel or not.
  bool stands() const {
    bool touches = false;
    for (std::size_t i = 0; i < world_.parts.size(); ++i)
      touches = touches || (world_.parts[i].vehicle == index_ && now_.output.records[i].touches());
    return touches && world_.settings.gravity > 0.0;
  }
  template <class... Parts>
  void note(fmt::format_string<Parts...> text, Parts&&... parts) {
    notes_.push_back(vehicle_.spec.name + ": " + fmt::format(text, std::forward<Parts>(parts)...));
  }

  /// Notes dynamic joints beyond a limit.
  void note_stops() {
    for (const Joint& joint : world_.model->joints()) {
      if (!world_.belongs(joint.child, index_) || joint.mode != CoordinateMode::dynamic || joint.nv != 1)
        continue;
      const double q = now_.q[joint.q_index];
      const bool above = q > joint.forces.upper, below = q < joint.forces.lower;
      if (!above && !below) continue;
      const bool angular = joint.kind.hinge;
      const double scale = angular ? kDegrees : 1.0;
      note(
          "joint '{}' stands on its stop {}: {:.4g} {}, {}{} = {:.4g}; check the couplings, the pivots' "
          "places and "
          "the centre of mass",
          joint.name, when_, scale * q, angular ? "deg" : "m", above ? "upper" : "lower",
          angular ? "_deg" : "", scale * (above ? joint.forces.upper : joint.forces.lower));
    }
  }
  /// Notes wheels that bear almost nothing, or NaN.
  void note_loads() {
    const double even = world_.mass_of(index_) * world_.settings.gravity / vehicle_.wheel_count;
    for (int i = 0; i < vehicle_.wheel_count; ++i)
      if (!(wheel(i).load > kNoLoad * even))
        note("wheel '{}' bears no load {} ({:.3g} N)", vehicle_.spec.wheels[static_cast<std::size_t>(i)].name,
             when_, wheel(i).load);
  }
  /// Notes how deep each body other than a wheel is: the deeper one of its origin, which is its inboard
  /// joint, and its centre of mass.
  void note_under_ground() {
    for (std::size_t b = 0; b < world_.model->bodies().size(); ++b) {
      const Body& body = world_.model->bodies()[b];
      const auto is_wheel = [&](const WheelSpec& w) { return w.body == body.name; };
      const auto& wheels = vehicle_.spec.wheels;
      if (world_.vehicle_of_body[b] != index_ || std::any_of(wheels.begin(), wheels.end(), is_wheel))
        continue;
      const RigidTransform& X = now_.kinematics.body[b].X_WB;
      const bool is_root = static_cast<int>(b) == vehicle_.root.index;
      double depth = depth_of(X * body.com);
      const bool by_joint = !is_root && depth_of(X.p) > depth;
      if (by_joint) depth = depth_of(X.p);
      if (depth > kUnder)
        note("body '{}' is under the ground: its {} lies {:.3g} m below it", body.name,
             by_joint ? "joint" : "centre of mass", depth);
    }
  }
  /// Depth of a point below the terrain, m; 0 off the terrain.
  double depth_of(const Vec3& p) const {
    HeightSample sample;
    return world_.terrain->height(p.x(), p.y(), sample) ? sample.z - p.z() : 0.0;
  }
  /// The centre of mass in plan against the hull of all hubs.
  void note_center() {
    if (vehicle_.wheel_count < 3) return;
    std::vector<Vec2> hubs;
    for (int i = 0; i < vehicle_.wheel_count; ++i)
      hubs.push_back(place_of(world_.wheels[static_cast<std::size_t>(vehicle_.first_wheel + i)].body.index));
    const double outside = distance_outside(hubs, center_of_mass());
    if (outside > kOutside)
      note("its centre of mass lies {:.3g} m outside of the wheels, seen from above: it tips over", outside);
  }
  /// Place of a body's origin, seen from above, m.
  Vec2 place_of(int body) const {
    return now_.kinematics.body[static_cast<std::size_t>(body)].X_WB.p.head<2>();
  }
  /// The vehicle's centre of mass, seen from above, m.
  Vec2 center_of_mass() const {
    Vec3 sum = Vec3::Zero();
    double mass = 0.0;
    for (std::size_t b = 0; b < world_.model->bodies().size(); ++b) {
      if (world_.vehicle_of_body[b] != index_) continue;
      const Body& body = world_.model->bodies()[b];
      sum += body.mass * (now_.kinematics.body[b].X_WB * body.com);
      mass += body.mass;
    }
    return (sum / mass).head<2>();
  }
  /// Distance of a point beyond the edges of the points' convex hull, m; at most 0 inside. Every pair of
  /// points with all others on one side is an edge.
  static double distance_outside(const std::vector<Vec2>& points, const Vec2& p) {
    double farthest = -std::numeric_limits<double>::infinity();
    for (const Vec2& a : points)
      for (const Vec2& b : points) {
        const Vec2 along = b - a;
        if (along.norm() < 1e-9) continue;
        const Vec2 out = Vec2(along.y(), -along.x()) / along.norm();  // of a hull that runs counter-clockwise
        const auto inside = [&](const Vec2& c) { return out.dot(c - a) <= 1e-9; };
        if (std::all_of(points.begin(), points.end(), inside)) farthest = std::max(farthest, out.dot(p - a));
      }
    return farthest;
  }

  const World& world_;
  const StanceMoment now_;
  const char* when_;
  int index_;
  const VehicleRuntime& vehicle_;
  std::vector<std::string> notes_;
};

/// Notes on all vehicles; `when` names the moment in the text.
std::vector<std::string> all_notes(const World& world, const StanceMoment& now, const char* when) {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < world.vehicles.size(); ++i)
    for (std::string& note : Stance(world, now, when, static_cast<int>(i)).notes())
      notes.push_back(std::move(note));
  return notes;
}

}  // namespace

std::vector<std::string> stance_notes(const Simulation& s) {
  return all_notes(s.world(), {s.output(), s.kinematics(), s.state().motion.q}, "at rest");
}

std::vector<std::string> unsettled_notes(const World& world, const StanceMoment& last) {
  return all_notes(world, last, "there");
}

}  // namespace grouser
