// SPDX-License-Identifier: BSD-3-Clause
// Metrics of a landing: extremes follow every step, and energies are read from the state at the end.

#include "grouser/simulation/step/landing.hpp"

#include "grouser/math/elementary.hpp"
#include "grouser/math/low_pass.hpp"
#include "grouser/math/units.hpp"
#include "grouser/simulation/step/mass_point.hpp"
#include "grouser/simulation/step/strut.hpp"
#include "grouser/vehicle/spec/tipping_energy.hpp"
#include "metric_watch.hpp"

namespace grouser {
namespace {
constexpr double kCutoff = 100.0;   // Hz: the crash-test class CFC 60
constexpr double kUnknown = 1e300;  // m: no hull over the terrain yet

/// Numbers of a landing (docs/theory_landing.md): acceleration, tilt, clearances, touches, slides, bounces,
/// energies and peak loads of joints.
class LandingNumbers final : public MetricWatch {
 public:
  LandingNumbers(const Simulation& s, int lander)
      : lander_(lander), low_pass_(kCutoff), last_time_(s.time()) {
    const World& world = s.world();
    root_ = world.vehicles[static_cast<std::size_t>(lander_)].root;
    for (std::size_t i = 0; i < world.parts.size(); ++i)
      if (world.parts[i].kind == "pad" && world.parts[i].vehicle == lander_) feet_.push_back({.record = i});
    // Clearance of each named part with spheres, unknown until one of them is above the terrain.
    for (const SpherePart& sphere : world.spheres)
      if (world.belongs(sphere.body, lander_)) clearance_[sphere.spec.part] = kUnknown;
    for (const Joint& joint : world.model->joints())
      if (joint.kind.hinge && joint.mode == CoordinateMode::dynamic && world.belongs(joint.child, lander_))
        joints_.push_back({.joint = joint.child.index});
  }

  void observe(const Simulation& s) override {
    const double dt = s.time() - last_time_;
    last_time_ = s.time();
    const BodyMotion& root = s.kinematics().body[root_.index];
    const Joint& joint = s.world().model->joints()[static_cast<std::size_t>(root_.index)];
    tilt_ = math::acos(std::clamp(root.X_WB.R(2, 2), -1.0, 1.0));
    // The root's acceleration, raw and filtered.
    if (joint.kind.is_free()) {
      const Vec3 a = s.state().motion.a.segment<3>(joint.v_index + 3);
      peak_ = std::max(peak_, a.norm());
      peak_filtered_ = std::max(peak_filtered_, low_pass_.step(a, dt).norm());
    }
    observe_feet(s, dt);
    observe_hull(s);
    observe_joints(s);
  }

  void add_to(const Simulation& s, MetricSink& put) const override {
    // Numbers of the whole lander.
    const World& world = s.world();
    put("landing_peak_acceleration", "m/s2", peak_);
    put("landing_peak_acceleration_100hz", "m/s2", peak_filtered_);
    put("final_tilt", "deg", tilt_ * kDegrees);
    for (const auto& [part, least] : clearance_)
      put("least_" + part + "_clearance", "m", least < kUnknown ? std::optional(least) : std::nullopt);
    put("tipping_energy", "J", tipping_energy(s));
    put("bounces", "-", bounces_);
    put("impact_axis_speed", "m/s", axis_speed_);
    put("impact_axis_speed_horizontal", "m/s", across_);
    // Rest: only a verdict at rest has a time.
    const LandingMemory& landing = *s.state().first<LandingMemory>();
    const LandingVerdict verdict = landing.verdict;
    const bool rests = verdict == LandingVerdict::belly || verdict == LandingVerdict::struck ||
                       verdict == LandingVerdict::upright;
    put("time_to_rest", "s", rests ? std::optional(landing.still_since) : std::nullopt);
    // Feet: order and time of the first touch, and the longest slide.
    double slid = 0.0, soil = 0.0, friction = 0.0;
    for (const Foot& foot : feet_) {
      const std::string& name = world.parts[foot.record].name;
      slid = std::max(slid, foot.slid);
      const bool touched = foot.order > 0;
      put(name + "_touch_order", "-", touched ? std::optional<double>(foot.order) : std::nullopt);
      put(name + "_first_touch", "s", touched ? std::optional(foot.first_touch) : std::nullopt);
    }
    put("longest_slide", "m", slid);
    // Energies: the struts' losses are part of the book's losses of joints.
    double struts = 0.0;
    for (const StrutMemory& strut : s.state().all<StrutMemory>())
      struts += strut.crush_loss + strut.damper_loss + strut.friction_loss;
    put("energy_joint_dampers", "J", s.state().ledger.joint_dissipation - struts);
    if (!s.state().contacts.viscoelastic.empty()) {
      for (const ViscoelasticMemory& point : s.state().contacts.viscoelastic)
        soil += point.soil_loss, friction += point.friction_loss;
      put("energy_soil", "J", soil);
      put("energy_friction", "J", friction);
    }
    // Joints: the load at the moment of the largest force.
    constexpr const char* kAxes[] = {"x", "y", "z"};
    for (const JointPeak& peak : joints_) {
      const std::string name = world.model->joints()[static_cast<std::size_t>(peak.joint)].name + "_peak_";
      put(name + "load", "N", peak.force);
      for (int i = 0; i < 3; ++i) {
        put(name + "force_" + kAxes[i], "N", peak.load.force[i]);
        put(name + "moment_" + kAxes[i], "N m", peak.load.moment[i]);
      }
    }
  }

 private:
  /// A footpad, by its contact record.
  struct Foot {
    std::size_t record;
    double first_touch = -1.0;  // s
    double slid = 0.0;          // m
    int order = 0;
  };
  /// A hinge of the lander with its largest force and the whole load at that moment.
  struct JointPeak {
    int joint;
    Wrench load{};
    double force = 0.0;  // N
  };
  /// Updates touches, slides and bounces. A bounce is a touch after all feet were off the ground.
  void observe_feet(const Simulation& s, double dt) {
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
    // Speed at the first touch, along the lander's axis.
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

  /// Updates the least height of each part's spheres over the terrain, m.
  void observe_hull(const Simulation& s) {
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

  /// Updates the peak loads of hinges.
  void observe_joints(const Simulation& s) {
    s.calc_joint_loads(loads_);
    for (JointPeak& peak : joints_) {
      const Wrench& load = loads_[static_cast<std::size_t>(peak.joint)];
      const double force = load.force.norm();
      if (force > peak.force) peak.force = force, peak.load = load;
    }
  }

  /// Energy to tip over the feet that touch at present, J; nothing if fewer than three do.
  std::optional<double> tipping_energy(const Simulation& s) const {
    const World& world = s.world();
    std::vector<Vec3> supports;
    for (const Foot& foot : feet_)
      if (const ContactRecord& record = s.output().records[foot.record]; record.touches())
        supports.push_back(record.point);
    return calc_tipping_energy(supports, mass_center(world, lander_, s.kinematics()),
                               world.mass_of(lander_) * world.settings.gravity);
  }

  int lander_;
  BodyId root_;
  LowPass low_pass_;
  double peak_ = 0.0, peak_filtered_ = 0.0;  // m/s2
  std::map<std::string, double> clearance_;  // m, the least of each part's spheres
  double last_time_ = 0.0;                   // s
  double axis_speed_ = 0.0, across_ = 0.0;   // m/s
  bool touched_ = false, airborne_ = false;
  int bounces_ = 0, touch_count_ = 0;
  double tilt_ = 0.0;  // rad, of the last step
  std::vector<Foot> feet_;
  std::vector<JointPeak> joints_;
  std::vector<Wrench> loads_;
};

}  // namespace

std::unique_ptr<MetricWatch> watch_landing(const Simulation& s) {
  const int lander = s.world().find_vehicle(VehicleRole::lander);
  if (!s.world().landing || lander < 0) return nullptr;
  return std::make_unique<LandingNumbers>(s, lander);
}

}  // namespace grouser
