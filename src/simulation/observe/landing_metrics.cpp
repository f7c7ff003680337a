// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/simulation/observe/landing_metrics.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"
#include "grouser/simulation/step/landing.hpp"
#include "grouser/simulation/step/mass_point.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/strut.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/vehicle/spec/tipping_energy.hpp"

namespace grouser {
namespace {
constexpr double kCutoff = 100.0;   // Hz: the crash-test class CFC 60
constexpr double kUnknown = 1e300;  // m: no hull over the terrain yet
}  // namespace

// Trapezoidal rule on (y, y'): with h = dt/2 and the right side of the old values known, y' follows from one equation.
const Vec3& LowPass::step(const Vec3& u, double dt) {
  const double h = 0.5 * dt, w2 = w_ * w_, damping = std::sqrt(2.0) * w_;
  const Vec3 known = rate_ + h * (w2 * (u_ - y_) - damping * rate_) + h * w2 * (u - y_ - h * rate_);
  const Vec3 rate = known / (1.0 + h * damping + h * h * w2);
  y_ += h * (rate_ + rate);
  rate_ = rate;
  u_ = u;
  return y_;
}

LandingMetrics::LandingMetrics(const Simulation& s) : low_pass_(kCutoff), last_time_(s.time()) {
  const World& world = s.world();
  lander_ = world.find_vehicle(VehicleRole::lander);
  on_ = world.landing && lander_ >= 0;
  if (!on_) return;
  root_ = world.vehicles[static_cast<std::size_t>(lander_)].root;
  for (std::size_t i = 0; i < world.parts.size(); ++i)
    if (world.parts[i].kind == "pad" && world.parts[i].vehicle == lander_) feet_.push_back({.record = i});
  for (const SpherePart& sphere : world.spheres)
    if (world.belongs(sphere.body, lander_)) clearance_[sphere.spec.part] = kUnknown;
  for (const Joint& joint : world.model->joints())
    if (joint.type == JointType::revolute && joint.mode == CoordinateMode::dynamic &&
        world.belongs(joint.child, lander_))
      joints_.push_back({.joint = joint.child.index});
}

void LandingMetrics::observe(const Simulation& s) {
  if (!on_) return;
  const double dt = s.time() - last_time_;
  last_time_ = s.time();
  const BodyMotion& root = s.kinematics().body[root_.index];
  const Joint& joint = s.world().model->joints()[static_cast<std::size_t>(root_.index)];
  tilt_ = math::acos(std::clamp(root.X_WB.R(2, 2), -1.0, 1.0));
  if (joint.type == JointType::free) {
    const Vec3 a = s.state().motion.a.segment<3>(joint.v_index + 3);
    peak_ = std::max(peak_, a.norm());
    peak_filtered_ = std::max(peak_filtered_, low_pass_.step(a, dt).norm());
  }
  observe_feet(s, dt);
  observe_hull(s);
  observe_joints(s);
}

void LandingMetrics::observe_feet(const Simulation& s, double dt) {
  bool any = false;
  for (Foot& foot : feet_) {
    const ContactRecord& record = s.output().records[foot.record];
    if (!record.touches()) continue;
    any = true;
    const Vec3 v = s.kinematics().body[record.body].velocity_at(record.point);
    foot.slid += dt * v.head<2>().norm();
    if (foot.first_touch >= 0.0) continue;
    foot.first_touch = s.time();
    foot.order = ++touch_count_;
  }
  if (any && !touched_) {
    touched_ = true;
    const BodyMotion& root = s.kinematics().body[root_.index];
    const Vec3 down = -root.X_WB.R.col(2);
    axis_speed_ = root.v.dot(down);
    across_ = root.v.head<2>().dot(down.head<2>());
  }
  bounces_ += any && airborne_;
  airborne_ = touched_ && !any;
}

void LandingMetrics::observe_hull(const Simulation& s) {
  const World& world = s.world();
  HeightSample ground;
  for (const SpherePart& sphere : world.spheres) {
    if (!world.belongs(sphere.body, lander_)) continue;
    const Vec3 p = s.kinematics().body[sphere.body.index].X_WB * sphere.spec.position;
    if (!world.terrain->height(p.x(), p.y(), ground)) continue;
    double& least = clearance_.at(sphere.spec.part);
    least = std::min(least, p.z() - sphere.spec.radius - ground.z);
  }
}

void LandingMetrics::observe_joints(const Simulation& s) {
  s.calc_joint_loads(loads_);
  for (JointPeak& peak : joints_) {
    const Wrench& load = loads_[static_cast<std::size_t>(peak.joint)];
    const double force = load.force.norm();
    if (force > peak.force) peak.force = force, peak.load = load;
  }
}

std::optional<double> LandingMetrics::tipping_energy(const Simulation& s) const {
  const World& world = s.world();
  std::vector<Vec3> supports;
  for (const Foot& foot : feet_)
    if (const ContactRecord& record = s.output().records[foot.record]; record.touches())
      supports.push_back(record.point);
  return calc_tipping_energy(supports, mass_center(world, lander_, s.kinematics()),
                             world.mass_of(lander_) * world.settings.gravity);
}

void LandingMetrics::add_units(const Simulation& s, std::map<std::string, std::string>& units) const {
  if (!on_) return;
  units["time_to_rest"] = "s";
  for (const auto& [part, least] : clearance_) units["least_" + part + "_clearance"] = "m";
  units["tipping_energy"] = "J";
  for (const Foot& foot : feet_) {
    const std::string& name = s.world().parts[foot.record].name;
    units[name + "_touch_order"] = "-";
    units[name + "_first_touch"] = "s";
  }
}

void LandingMetrics::add_to(const Simulation& s, std::map<std::string, Metric>& m) const {
  if (!on_) return;
  const World& world = s.world();
  m["landing_peak_acceleration"] = {peak_, "m/s2"};
  m["landing_peak_acceleration_100hz"] = {peak_filtered_, "m/s2"};
  m["final_tilt"] = {tilt_ * kDegrees, "deg"};
  for (const auto& [part, least] : clearance_)
    if (least < kUnknown) m["least_" + part + "_clearance"] = {least, "m"};
  if (const auto energy = tipping_energy(s)) m["tipping_energy"] = {*energy, "J"};
  m["bounces"] = {static_cast<double>(bounces_), "-"};
  m["impact_axis_speed"] = {axis_speed_, "m/s"};
  m["impact_axis_speed_horizontal"] = {across_, "m/s"};
  const LandingMemory& landing = *s.state().first<LandingMemory>();
  const LandingVerdict verdict = landing.verdict;
  const bool rests = verdict == LandingVerdict::belly || verdict == LandingVerdict::struck ||
                     verdict == LandingVerdict::upright;
  if (rests) m["time_to_rest"] = {landing.still_since, "s"};
  double slid = 0.0, soil = 0.0, friction = 0.0;
  for (const Foot& foot : feet_) {
    const std::string& name = world.parts[foot.record].name;
    slid = std::max(slid, foot.slid);
    if (foot.order == 0) continue;
    m[name + "_touch_order"] = {static_cast<double>(foot.order), "-"};
    m[name + "_first_touch"] = {foot.first_touch, "s"};
  }
  m["longest_slide"] = {slid, "m"};
  double struts = 0.0;
  for (const StrutMemory& strut : s.state().all<StrutMemory>())
    struts += strut.crush_loss + strut.damper_loss + strut.friction_loss;
  m["energy_joint_dampers"] = {s.state().ledger.joint_dissipation - struts, "J"};
  if (world.viscoelastic) {
    for (const ViscoelasticMemory& point : s.state().contacts.viscoelastic)
      soil += point.soil_loss, friction += point.friction_loss;
    m["energy_soil"] = {soil, "J"};
    m["energy_friction"] = {friction, "J"};
  }
  constexpr const char* kAxes[] = {"x", "y", "z"};
  for (const JointPeak& peak : joints_) {
    const std::string name = world.model->joints()[static_cast<std::size_t>(peak.joint)].name + "_peak_";
    m[name + "load"] = {peak.force, "N"};
    for (int i = 0; i < 3; ++i) {
      m[name + "force_" + kAxes[i]] = {peak.load.force[i], "N"};
      m[name + "moment_" + kAxes[i]] = {peak.load.moment[i], "N m"};
    }
  }
}

}  // namespace grouser
