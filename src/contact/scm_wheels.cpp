#include "scm_wheels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/contact/step_limits.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/soil/laws/slip_radius.hpp"
#include "grouser/soil/laws/spring_contact.hpp"

namespace grouser {
namespace {

WheelSurface surface_of(const WheelPart& wheel, const Kinematics& kinematics) {
  const RigidTransform& X = kinematics.body[wheel.body.index].X_WB;
  return {X.p, X.R.col(1), wheel.spec.geometry.radius, wheel.spec.geometry.width};
}

/// Most cells that a wheel may cover in any attitude, with a margin all around.
std::size_t most_cells(const WheelPart& wheel, double cell, int margin) {
  const double reach = wheel.spec.geometry.radius + 0.5 * wheel.spec.geometry.width;
  const auto side = static_cast<std::size_t>(std::ceil(2.0 * (reach + cell) / cell)) + 2 + 2 * margin;
  return side * side;
}

std::size_t largest_patch(const ContactScene& scene, int margin) {
  std::size_t most = 0;
  for (const WheelPart& wheel : scene.wheels)
    most = std::max(most, most_cells(wheel, scene.scm->cell, margin));
  return most;
}

int flow_margin(const ContactScene& scene) {
  return static_cast<int>(std::ceil(ScmWheels::kFlowReach / scene.scm->cell));
}

}  // namespace

ScmWheels::ScmWheels(const ContactScene& scene)
    : scene_(scene),
      cell_(scene.scm->cell),
      wheels_(scene.wheels.size()),
      flow_(largest_patch(scene, flow_margin(scene))) {
  const int margin = flow_margin(scene);
  for (std::size_t w = 0; w < wheels_.size(); ++w) {
    const std::size_t window = most_cells(scene.wheels[w], cell_, 0);
    for (auto& layer : wheels_[w].layer) layer.resize(window);
    wheels_[w].top.resize(window);
    wheels_[w].nodes.reserve(window);
    const std::size_t around = most_cells(scene.wheels[w], cell_, margin + kSpare);
    wheels_[w].around.height.resize(around);
    wheels_[w].around.material.resize(around);
  }
  const std::size_t patch = largest_patch(scene, margin);
  for (auto* values : {&depth_, &sinkage_, &loose_, &floor_, &pending_, &height_, &ceiling_, &tan_phi_})
    values->resize(patch);
  under_.resize(patch);
  displaced_.reserve(patch);
}

void ScmWheels::begin(const ContactState& state) { start_ = state.scm; }

bool ScmWheels::step(const ContactInstant& at, double dt, ContactLoads& loads, ContactReadings& readings) {
  for (std::size_t w = 0; w < wheels_.size(); ++w) {
    const WheelSurface surface = surface_of(scene_.wheels[w], *at.now);
    if (!find_footprint(at, w, surface)) {
      failure_ = fmt::format("wheel {} left the terrain at x = {:.3f} m, y = {:.3f} m",
                             scene_.wheels[w].spec.name, surface.center.x(), surface.center.y());
      return false;
    }
    Sum sum;
    press(at, dt, w, surface, loads, sum);
    tell(at, w, surface, sum, loads, readings);
  }
  return true;
}

void ScmWheels::press(const ContactInstant& at, double dt, std::size_t w, const WheelSurface& surface,
                      ContactLoads& loads, Sum& sum) {
  Wheel& wheel = wheels_[w];
  wheel.book = ScmBook{};
  wheel.travelled = 0.0;
  const double damped = settle(at, dt, w, surface, loads, sum);
  const double length = footprint_length(surface, wheel);
  const auto layer = [&](SoilLayer l) { return wheel.layer[static_cast<int>(l)].data(); };
  double* sheared = layer(SoilLayer::sheared);
  const double* depth = layer(SoilLayer::depth);
  double *rim = layer(SoilLayer::rim), *axle = layer(SoilLayer::axle);
  for (Node& node : wheel.nodes) {
    const ScmLaw& law = scene_.scm->laws[w][static_cast<std::size_t>(node.material)];
    const double area = node.share * cell_ * cell_, true_area = area / node.normal.z();
    const ScmPressure& p = node.pressure;
    const double elastic = node.depth - p.plastic, load = damped * p.value * true_area;

    const Vec3 tangent = surface.axis.cross(node.normal);  // the way the rim's bottom faces, forward
    const Vec3 way =
        at.by_rates ? at.calc_way(scene_.wheels[w].body.index, -1, node.point) : Vec3(dt * node.velocity);
    const double way_rim = tangent.dot(way);
    ScmShearMemory memory{sheared[node.at], rim[node.at], axle[node.at]};
    const double k_t = law.shear_stiffness * true_area;
    const ScmFriction friction =
        scm_friction(law, k_t, law.tan_phi * load + law.cohesion * true_area, way_rim, surface.axis.dot(way),
                     tangent.dot(node.velocity), surface.axis.dot(node.velocity), memory);
    sheared[node.at] = memory.sheared;
    rim[node.at] = memory.rim;
    axle[node.at] = memory.axle;

    const double dug = std::min(elastic, law.scrape * std::fabs(way_rim) / length);
    const double before = node.soil.loose > 0.0 ? node.soil.floor : node.soil.sinkage;
    node.soil.press(p.plastic);
    node.soil.deposit(-dug);
    node.lowered = p.plastic + dug;
    const double left = elastic - dug;
    const double plastic = area * (p.mean * p.plastic + law.stiffness * (elastic - 0.5 * dug) * dug);
    wheel.book.plastic += plastic;
    wheel.book.friction += friction.lost;
    loads.power.stored += 0.5 * (law.stiffness * area * left * left +
                                 k_t * (memory.rim * memory.rim + memory.axle * memory.axle));
    loads.power.normal += friction.damped;
    loads.power.work += plastic + friction.lost;

    const Vec3 force = load * node.normal + friction.rim * tangent + friction.axle * surface.axis;
    sum.force += force;
    sum.moment += node.point.cross(force);
    sum.point += load * node.point;
    sum.load += load;
    sum.sinkage = std::max(sum.sinkage, depth[node.at] + node.depth);
    sum.before += load * before;
    sum.approach = std::max(sum.approach, std::fabs(node.rise));
    if (at.is_mean()) add_tangent(at, node, law, friction, memory, surface, sum);
    const double speed = node.velocity.norm();
    wheel.travelled = std::max(wheel.travelled, (dt > 0.0 ? dt : at.step) * speed);
  }
  tell_tangent(at, w, loads, sum);
  leave(w, surface, loads.power);
}

// Nodes that are loaded no more forget their shear; what their springs held is lost. That is of the area by which the wheel covers them
// now: as it goes off a node sideways, it takes the energy of what it still covers with it.
void ScmWheels::leave(std::size_t w, const WheelSurface& surface, ContactPower& power) {
  Wheel& wheel = wheels_[w];
  const auto layer = [&](SoilLayer l) { return wheel.layer[static_cast<int>(l)].data(); };
  double *sheared = layer(SoilLayer::sheared), *rim = layer(SoilLayer::rim), *axle = layer(SoilLayer::axle);
  const MemoryRect& rect = wheel.window;
  int west = rect.columns, east = -1, south = rect.rows, north = -1;
  auto node = wheel.nodes.begin();
  for (int row = 0, k = 0; row < rect.rows; ++row)
    for (int column = 0; column < rect.columns; ++column, ++k) {
      const bool loaded = node != wheel.nodes.end() && node->at == k;
      if (loaded) {
        ++node;
      } else {
        if (sheared[k] == 0.0 && rim[k] == 0.0 && axle[k] == 0.0) continue;
        const ScmLaw& law = scene_.scm->laws[w][wheel.around.material[around_place(wheel, k)]];
        const double held = 0.5 * law.shear_stiffness *
                            covered_area(surface, rect.west + column, rect.south + row) *
                            (rim[k] * rim[k] + axle[k] * axle[k]);
        power.work += held;
        wheel.book.friction += held;
        sheared[k] = rim[k] = axle[k] = 0.0;
      }
      west = std::min(west, column), east = std::max(east, column);
      south = std::min(south, row), north = std::max(north, row);
    }
  wheel.touched = {rect.west + west, rect.south + south, std::max(0, east - west + 1),
                   std::max(0, north - south + 1)};
}

// The wheel may touch shapes too: their record is there already.
void ScmWheels::tell(const ContactInstant& at, std::size_t w, const WheelSurface& surface, const Sum& sum,
                     ContactLoads& loads, ContactReadings& readings) const {
  WheelOutput& out = readings.wheels[w];
  const int body = scene_.wheels[w].body.index;
  out.approach = std::max(out.approach, sum.approach);
  if (sum.load > 0.0) {
    const Vec3 point = sum.point / sum.load;
    loads.add(body, -1, point, sum.force, sum.moment - point.cross(sum.force));
    const Vec3 forward(surface.heading_x, surface.heading_y, 0.0);
    const Vec3 moment = out.moment + out.point.cross(out.force) + sum.moment;
    const double before = out.load, all = before + sum.load;
    out.force += sum.force;
    out.point = (before * out.point + sum.point) / all;
    out.moment = moment - out.point.cross(out.force);
    if (sum.load > before) {
      out.surface = 0;
      out.other = -1;
    }
    out.load = all;
    out.longitudinal += sum.force.dot(forward);
    out.lateral += sum.force.dot(Vec3(-forward.y(), forward.x(), 0.0));
    out.torque -= surface.axis.dot(sum.moment - surface.center.cross(sum.force));
    out.sinkage = std::max(out.sinkage, sum.sinkage);
    out.rut_depth = std::max(out.rut_depth, sum.before / sum.load);
    out.depth = std::max(out.depth, wheels_[w].depth);
    out.deflection = std::max(out.deflection, wheels_[w].depth);
    out.contacts += static_cast<int>(wheels_[w].nodes.size());
    const BodyMotion& hub = at.now->body[body];
    const double vx = forward.dot(hub.v), vy = hub.v.dot(Vec3(-forward.y(), forward.x(), 0.0));
    const double rim = surface.radius * surface.axis.dot(hub.w),
                 most = std::max(std::fabs(rim), std::fabs(vx));
    constexpr double kStill = 1e-6;  // m/s
    if (most > kStill)
      out.slip =
          slip_on_radius((rim - vx) / most, rim, scene_.wheels[w].spec.reference_radius() / surface.radius);
    if (std::sqrt(vx * vx + vy * vy) > kStill) out.slip_angle = math::atan2(-vy, std::fabs(vx));
  }
  readings.records[w] = out;
}

ContactPace ScmWheels::pace(const ContactState& state, const ContactReadings& readings) const {
  ContactPace pace;
  for (std::size_t w = 0; w < wheels_.size(); ++w) {
    pace.touching |= state.scm[w].depth > 0.0;
    pace.approach = std::max(pace.approach, readings.wheels[w].approach);
  }
  return pace;
}

void ScmWheels::judge_depths(const ContactState& before, const ContactReadings& readings, double,
                             DepthJudge& judge) const {
  for (std::size_t w = 0; w < wheels_.size(); ++w)
    judge.judge(before.scm[w].depth, wheels_[w].depth, readings.wheels[w].approach);
}

double ScmWheels::smallest_radius() const { return std::numeric_limits<double>::infinity(); }

}  // namespace grouser
