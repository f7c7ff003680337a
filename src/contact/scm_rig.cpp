// SPDX-License-Identifier: BSD-3-Clause
// A single wheel driven over ground of the Soil Contact Model (docs/theory_scm.md, "A single wheel"): by a
// fortieth of a cell at a time, at the height that carries the load, with means over windows until two in a
// row agree.
#include "grouser/contact/scm_rig.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/pose.hpp"
#include "grouser/multibody/build/model_builder.hpp"
#include "scm_contacts.hpp"

namespace grouser {
namespace {

// Share of a cell by which the rim and the hub move in a step; with steps half as long, means change by less
// than a thousandth of the load (tests/simulation/scm_rig_test.cpp).
constexpr double kRigStep = 1.0 / 40.0;
constexpr int kPressSteps = 20;  // in which the load is put on
constexpr int kUnjudged =
    2;  // windows at the start, in which the wheel leaves the hollow that it was pressed into
constexpr double kBalanced = 1e-7;  // of the load: how well it is held
constexpr double kRigid = 1e10;     // N/m: the rim hangs fast on the hub, which is where the load acts

/// One wheel on level ground of one soil.
ScmGround rig_ground(const SoilParams& soil, const ScmRigSetup& setup) {
  return {.cell = setup.cell,
          .parts = {{.body = 0,
                     .radius = setup.rig.wheel.radius,
                     .width = setup.rig.wheel.width,
                     .laws = {scm_law(soil, setup.rig.wheel, setup.rig.gravity, setup.options)},
                     .rim = {.stiffness = kRigid, .damping = 0.0}}}};
}

ContactScene rig_scene(const SoilParams& soil, const ScmRigSetup& setup, const ScmGround& ground) {
  ContactScene scene;
  ModelBuilder builder;
  builder.add_body({.name = "wheel", .mass = 1.0, .inertia = Mat3::Identity()});  // neither counts
  builder.add_joint({.name = "free", .type = JointType::free, .parent = "world", .child = "wheel"});
  scene.model = std::make_shared<const Model>(builder.build("wheel rig"));
  scene.terrain = std::make_shared<const Terrain>(BasePlane{}, 0, std::vector<RigidShape>{});
  scene.materials.push_back(soil);
  scene.vehicle_of_body.push_back(0);
  WheelPart& wheel = scene.wheels.emplace_back();
  wheel.body = scene.model->body("wheel");
  wheel.spec.name = "rig";
  wheel.spec.geometry = setup.rig.wheel;
  scene.grounds = Grounds(make_deforming_ground(ground));
  list_parts(scene);
  return scene;
}

/// Sums over the steps of a window: sinkage, pull, side force, torque, load.
struct RigWindow {
  static constexpr int kNumbers = 5;
  std::array<double, kNumbers> sum{}, least{}, most{};
  int steps = 0;
  void add(const std::array<double, kNumbers>& now) {
    for (int k = 0; k < kNumbers; ++k) {
      least[k] = steps == 0 ? now[k] : std::min(least[k], now[k]);
      most[k] = steps == 0 ? now[k] : std::max(most[k], now[k]);
      sum[k] += now[k];
    }
    ++steps;
  }
  double mean(int k) const { return sum[k] / steps; }
  double spread(int k) const { return 0.5 * (most[k] - least[k]); }
};

class DrivenWheel {
 public:
  DrivenWheel(const SoilParams& soil, const ScmRigSetup& setup, double slip_angle)
      : setup_(setup),
        grid_(rig_ground(soil, setup)),
        scene_(rig_scene(soil, setup, grid_)),
        wheels_(scene_, grid_),
        state_(untouched(scene_)),
        ground_(scene_.grounds.untouched()),
        at_(*scene_.model),
        forces_(*scene_.model),
        loads_(forces_, at_),
        height_(setup.rig.wheel.radius) {
    readings_.wheels.resize(1);
    readings_.records.resize(scene_.parts.size());
    at_.body.front().X_WB.R = rotation_about(Vec3::UnitZ(), slip_angle);  // it goes along x
    instant_.now = instant_.sliding = &at_;
    instant_.terrain = scene_.terrain.get();
    instant_.ground = &ground_;
    instant_.step = kSecond;
  }

  /// Moves the hub by `forward` and the rim by `rim`, m, and finds the height at which the ground carries
  /// the load. False where that is below the axle.
  bool move(double forward, double rim, double load) {
    BodyMotion& hub = at_.body.front();
    hub.X_WB.p.x() += forward;
    hub.v = Vec3(forward / kSecond, 0.0, 0.0);
    hub.w = rim / (setup_.rig.wheel.radius * kSecond) * hub.X_WB.R.col(1);
    wheels_.begin(state_);
    const double found = balance(load);
    if (!(found > 0.0)) return false;
    height_ = found;
    wheels_.accept(state_, *scene_.terrain, ground_);
    return true;
  }
  const ScmBook& book() const { return state_.book.front(); }
  std::array<double, RigWindow::kNumbers> now() const {
    const WheelOutput& out = readings_.wheels.front();
    return {setup_.rig.wheel.radius - height_, out.longitudinal, out.lateral, out.torque, out.force.z()};
  }

 private:
  static constexpr double kSecond = 1.0;  // that a step takes: the law knows none

  double force_at(double height) {
    BodyMotion& hub = at_.body.front();
    hub.X_WB.p.z() = height;
    hub.v.z() = (height - height_) / kSecond;
    forces_.clear();
    loads_.clear();
    readings_.wheels.front() = WheelOutput{};
    wheels_.step(instant_, kSecond, loads_, readings_);
    return readings_.wheels.front().force.z();
  }

  /// The force falls as the hub rises: secants from where it stood, kept in a bracket once there is one.
  double balance(double load) {
    double low = 0.0, high = 2.0 * setup_.rig.wheel.radius;  // it carries more at `low`, less at `high`
    double height = height_, excess = force_at(height) - load;
    for (int i = 0; i < 80 && std::fabs(excess) > kBalanced * load; ++i) {
      (excess > 0.0 ? low : high) = height;
      const double secant = height + excess / slope_;
      const double next = secant > low && secant < high ? secant : 0.5 * (low + high);
      if (next == height) break;
      if (next <= 1e-9 * setup_.rig.wheel.radius) return 0.0;
      const double then = force_at(next) - load;
      const double slope = (excess - then) / (next - height);
      if (slope > 0.0) slope_ = slope;
      height = next;
      excess = then;
    }
    return height;
  }

  const ScmRigSetup& setup_;
  const ScmGround grid_;
  ContactScene scene_;
  ScmContacts wheels_;
  ContactState state_;
  GroundMemory ground_;
  Kinematics at_;
  Loads forces_;
  ContactLoads loads_;
  ContactReadings readings_;
  ContactInstant instant_;
  double height_;       // of the hub over the untouched ground, m
  double slope_ = 1e5;  // of the force against it, the last one found, N/m
};

void check_scm_setup(const SoilParams& soil, const ScmRigSetup& setup, double slip, double slip_angle) {
  check_rig(soil, setup.rig, slip, slip_angle);
  if (soil.law != SoilLaw::scm)
    throw InputError("wheel rig: soil", "'" + soil.id + "', of another law", "a soil of the law scm");
  const double coarsest = 0.5 * setup.rig.wheel.radius;
  if (!(setup.cell >= 1e-4 && setup.cell <= coarsest))
    throw InputError("wheel rig: cell", fmt::format("{:g} m", setup.cell),
                     fmt::format("0.0001 m to half of the radius, {:g} m", coarsest));
}

/// Means and half ripples of a window as a row.
ScmRigRow row_of(const RigWindow& window, const ScmRigSetup& setup, double slip, double slip_angle) {
  ScmRigRow row;
  row.mean.slip = slip;
  row.mean.slip_angle = slip_angle;
  row.mean.sinkage = window.mean(0);
  row.mean.drawbar_pull = window.mean(1);
  row.mean.side_force = window.mean(2);
  row.mean.torque = window.mean(3);
  row.mean.load = window.mean(4);
  row.mean.entry_angle = math::acos(std::clamp(1.0 - row.mean.sinkage / setup.rig.wheel.radius, -1.0, 1.0));
  row.spread = {window.spread(0), window.spread(1), window.spread(2), window.spread(3)};
  return row;
}

/// Whether two windows agree within kScmRigAgreement of the radius and of the load.
bool agree(const RigWindow& a, const RigWindow& b, const RigSetup& rig) {
  const double radius = rig.wheel.radius, force = kScmRigAgreement * rig.load;
  const auto within = [&](int k, double most) { return std::fabs(a.mean(k) - b.mean(k)) <= most; };
  return within(0, kScmRigAgreement * radius) && within(1, force) && within(2, force) &&
         within(3, force * radius);
}

}  // namespace

ScmRigRow drive_scm_rig(const SoilParams& soil, const ScmRigSetup& setup, double slip, double slip_angle) {
  check_scm_setup(soil, setup, slip, slip_angle);
  const RigSetup& rig = setup.rig;
  ScmRigRow row;
  row.mean.slip = slip, row.mean.slip_angle = slip_angle;
  row.status = ScmRigStatus::no_way;
  if (slip >= 1.0) return row;

  // of one metre of rim or of ground, whichever is longer
  const double turned = slip >= 0.0 ? 1.0 : 1.0 + slip, ahead = slip >= 0.0 ? 1.0 - slip : 1.0;
  const double forward = ahead / math::cos(slip_angle);
  const double window = std::ceil(rig.wheel.radius / setup.cell) * setup.cell;
  const double longest = kRigStep * setup.cell / std::max({turned, forward}) * forward;
  const int steps = static_cast<int>(std::ceil(window / longest));
  const double step = window / steps;

  DrivenWheel wheel(soil, setup, slip_angle);
  row.status = ScmRigStatus::soil_too_weak;
  // The load is put on in steps, straight down.
  for (int i = 1; i <= kPressSteps; ++i)
    if (!wheel.move(0.0, 0.0, rig.load * i / kPressSteps)) return row;
  RigWindow before;
  for (int k = 0; k < kScmRigWindows; ++k) {
    RigWindow now;
    const ScmBook book = wheel.book();
    for (int i = 0; i < steps; ++i) {
      if (!wheel.move(step, step * turned / forward, rig.load)) return row;
      now.add(wheel.now());
    }
    const bool settled = k > kUnjudged && agree(before, now, rig);
    if (settled || k + 1 == kScmRigWindows) {
      row = row_of(now, setup, slip, slip_angle);
      row.way = (k + 1) * window;
      row.plastic = (wheel.book().plastic - book.plastic) / window;
      row.friction = (wheel.book().friction - book.friction) / window;
      row.pull_drift = now.mean(1) - before.mean(1);
      row.status = settled ? ScmRigStatus::settled : ScmRigStatus::unsettled;
      return row;
    }
    before = now;
  }
  return row;
}

}  // namespace grouser
