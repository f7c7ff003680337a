// SPDX-License-Identifier: BSD-3-Clause
// A rover on a level plate: a world of one rover is built and settled as a run would do it, and its
// contacts are read. Slopes come from the support polygon of the loaded wheels with all joints held.
// Positions are in the plate's frame, whose origin is below that of the rover's root.
#include "grouser/mission/rover/rover_stance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>

#include "grouser/base/error.hpp"
#include "grouser/base/toml_text.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/stance_notes.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

constexpr double kNever = 0.5 * 3.14159265358979323846;  // rad: no slope tips it over in this direction

/// The world of the plate with the rover on it.
std::shared_ptr<const World> plate_with(const std::string& rover, const StanceSettings& settings) {
  if (!(settings.gravity > 0.0 && std::isfinite(settings.gravity)))
    throw InputError("gravity", fmt::format("{:g} m/s2", settings.gravity), "a gravity above 0 m/s2");
  const std::string plate =
      fmt::format("name = \"level\"\ngravity = {}\n[terrain]\nkind = \"flat\"\nsoil = {}\n", settings.gravity,
                  toml_string(settings.soil));
  WorldSpec spec = read_ground_spec(ScenarioText{.name = "level.toml", .text = plate});
  spec.run.duration = 1.0;
  spec.run.dt = 0.001;  // s: settling is quick on a stiff plate, and no shipped rover needs a shorter step
  std::error_code error;
  const bool is_file = std::filesystem::exists(rover, error);
  add_vehicle(spec, {.file = is_file ? std::filesystem::absolute(rover).string() : rover});
  return build_world(spec);
}

/// Reads a settled rover.
class StanceReader {
 public:
  explicit StanceReader(const Simulation& simulation)
      : s_(simulation), world_(simulation.world()), rover_(world_.vehicles.front()) {
    origin_ = Vec3(pose(rover_.root.index).p.x(), pose(rover_.root.index).p.y(), 0.0);
  }

  RoverStance read() {
    stance_.gravity = world_.settings.gravity;
    stance_.mass = world_.mass_of(0);
    stance_.friction = world_.materials.front().friction_mu;
    read_wheels();
    read_links();
    read_hull();
    find_clearance();
    find_slopes();
    stance_.notes = stance_notes(s_);
    return std::move(stance_);
  }

 private:
  const RigidTransform& pose(int body) const {
    return s_.kinematics().body[static_cast<std::size_t>(body)].X_WB;
  }
  Vec3 seen(const Vec3& world_point) const { return world_point - origin_; }
  /// Whether a body is that of a wheel; such bodies are no part of the hull.
  bool on_wheel(const std::string& body) const {
    const auto& wheels = rover_.spec.wheels;
    return std::any_of(wheels.begin(), wheels.end(), [&](const WheelSpec& w) { return w.body == body; });
  }

  /// Loads, hubs, axles and contact points of all wheels; an unloaded wheel has the point below its hub.
  void read_wheels() {
    for (int i = 0; i < rover_.wheel_count; ++i) {
      const auto at = static_cast<std::size_t>(rover_.first_wheel + i);
      const WheelOutput& output = s_.output().wheels[at];
      const RigidTransform& X = pose(world_.wheels[at].body.index);
      const WheelSpec& spec = rover_.spec.wheels[static_cast<std::size_t>(i)];
      StandingWheel wheel{.name = spec.name, .load = output.load, .hub = seen(X.p), .axle = X.R.col(1)};
      wheel.radius = spec.geometry.radius, wheel.width = spec.geometry.width;
      wheel.contact = output.touches() ? seen(output.point) : Vec3(wheel.hub.x(), wheel.hub.y(), 0.0);
      stance_.wheels.push_back(wheel);
    }
  }
  /// Lines from each body's inboard joint to its outboard joints and its centre of mass, and the centre of
  /// all.
  void read_links() {
    Vec3 sum = Vec3::Zero();
    const auto& bodies = world_.model->bodies();
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const RigidTransform& X = pose(static_cast<int>(b));
      const Vec3 center = seen(X * bodies[b].com);
      sum += bodies[b].mass * center;
      // The root's frame lies anywhere, so its lines begin at its centre of mass.
      const bool root = static_cast<int>(b) == rover_.root.index;
      const Vec3 from = root ? center : seen(X.p);
      if (!root) stance_.links.push_back({bodies[b].name, from, center});
      for (const Joint& joint : world_.model->joints())
        if (joint.parent.index == static_cast<int>(b))
          stance_.links.push_back({bodies[b].name, from, seen(pose(joint.child.index).p)});
    }
    stance_.center = sum / stance_.mass;
  }
  /// Spheres and mesh corners of all bodies but the wheels.
  void read_hull() {
    for (const SpherePart& sphere : world_.spheres)
      if (!on_wheel(sphere.spec.body))
        stance_.hull.push_back(
            {sphere.spec.body, seen(pose(sphere.body.index) * sphere.spec.position), sphere.spec.radius});
    for (const MeshPart& mesh : world_.mesh.parts)
      if (!mesh.on_wheel && !on_wheel(mesh.spec.body))
        for (const Vec3& corner : mesh.spec.form->mesh.vertices)
          stance_.hull.push_back(
              {mesh.spec.body, seen(pose(mesh.body.index) * (mesh.spec.pose * corner)), 0.0});
  }
  /// Lowest point of the hull above the plate, m; NaN without a hull.
  void find_clearance() {
    stance_.clearance = std::numeric_limits<double>::quiet_NaN();
    for (const StandingPoint& point : stance_.hull) {
      const double low = point.place.z() - point.radius;
      if (low >= stance_.clearance) continue;
      stance_.clearance = low;
      stance_.lowest_body = point.body;
    }
  }

  /// The slope at which the line of gravity passes over an edge of the supports, rad, with downhill in this
  /// direction; 0 where the centre of mass is outside. An edge is a pair of supports with all others on its
  /// inner side.
  static double slope_towards(const std::vector<Vec3>& supports, const Vec3& center, const Vec2& downhill) {
    double least = kNever;
    for (const Vec3& a : supports)
      for (const Vec3& b : supports) {
        const Vec2 along = (b - a).head<2>();
        if (along.norm() < 1e-9) continue;
        const Vec2 out = Vec2(along.y(), -along.x()) / along.norm();  // of a hull that runs counter-clockwise
        const auto inside = [&](const Vec3& c) { return out.dot((c - a).head<2>()) <= 1e-9; };
        if (out.dot(downhill) < 1e-9 || !std::all_of(supports.begin(), supports.end(), inside)) continue;
        const double distance = out.dot((a - center).head<2>()), height = center.z() - 0.5 * (a.z() + b.z());
        if (distance <= 0.0) return 0.0;
        // Balance of moments about the edge: tan(slope) = d / (h n.e).
        least = std::min(least, std::atan2(distance, height * out.dot(downhill)));
      }
    return least;
  }
  /// Tip-over slopes ahead, back, to both sides and the least of all directions; then the steepest slope
  /// that the rover holds by friction too. Fewer than three loaded wheels leave them 0.
  void find_slopes() {
    std::vector<Vec3> supports;
    for (const StandingWheel& wheel : stance_.wheels)
      if (wheel.load > 0.0) supports.push_back(wheel.contact);
    if (supports.size() >= 3) {
      const auto towards = [&](double x, double y) {
        return slope_towards(supports, stance_.center, Vec2(x, y).normalized());
      };
      TipOverSlopes& tip = stance_.tip_over;
      tip = {towards(1.0, 0.0), towards(-1.0, 0.0), towards(0.0, 1.0), towards(0.0, -1.0), kNever};
      // the worst direction is the normal of an edge, so all edges' normals are tried
      for (const Vec3& a : supports)
        for (const Vec3& b : supports)
          if ((b - a).head<2>().norm() > 1e-9)
            tip.least = std::min(tip.least, towards((b - a).y(), -(b - a).x()));
    }
    const double friction = std::atan(stance_.friction);
    stance_.slides_first = friction < stance_.tip_over.least;
    stance_.steepest_hold = std::min(friction, stance_.tip_over.least);
  }

  const Simulation& s_;
  const World& world_;
  const VehicleRuntime& rover_;
  Vec3 origin_ = Vec3::Zero();
  RoverStance stance_;
};

}  // namespace

RoverStance stand_rover(const std::string& rover, const StanceSettings& settings) {
  const std::shared_ptr<const World> world = plate_with(rover, settings);
  if (world->vehicles.front().wheel_count == 0)
    throw InputError(rover, "a vehicle without wheels", "a rover with [[wheels]]");
  if (world->materials.front().kind != SoilKind::hard)
    throw InputError("soil", settings.soil, "a hard soil, on which locked wheels hold by friction");
  return StanceReader(start_simulation(world)).read();
}

}  // namespace grouser
