#include "scm_contacts.hpp"

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

/// Most cells that a part may cover in any attitude, with a margin all around.
std::size_t most_cells(const ScmFootprint& part, double cell, int margin) {
  const auto side =
      static_cast<std::size_t>(std::ceil(2.0 * (PressSurface::reach(part) + cell) / cell)) + 2 + 2 * margin;
  return side * side;
}

std::size_t largest_patch(const ContactScene& scene, int margin) {
  std::size_t most = 0;
  for (const ScmFootprint& part : scene.scm->parts)
    most = std::max(most, most_cells(part, scene.scm->cell, margin));
  return most;
}

int flow_margin(const ContactScene& scene) {
  return static_cast<int>(std::ceil(ScmContacts::kFlowReach / scene.scm->cell));
}

}  // namespace

ScmContacts::ScmContacts(const ContactScene& scene)
    : scene_(scene),
      cell_(scene.scm->cell),
      parts_(scene.scm->parts.size()),
      flow_(largest_patch(scene, flow_margin(scene))) {
  const int margin = flow_margin(scene);
  for (std::size_t w = 0; w < parts_.size(); ++w) {
    const std::size_t window = most_cells(scene.scm->parts[w], cell_, 0);
    for (auto& layer : parts_[w].layer) layer.resize(window);
    parts_[w].top.resize(window);
    parts_[w].nodes.reserve(window);
    if (scene.scm->parts[w].form == ScmForm::sole) parts_[w].edges.reserve(window);
    parts_[w].laws = scene_.scm->parts[w].laws;
    parts_[w].left.reserve(window);
    parts_[w].beside.reserve(parts_.size());
    const std::size_t around = most_cells(scene.scm->parts[w], cell_, margin + kSpare);
    parts_[w].around.height.resize(around);
    parts_[w].around.material.resize(around);
  }
  const std::size_t patch = largest_patch(scene, margin);
  for (auto* values : {&depth_, &sinkage_, &loose_, &floor_, &pending_, &height_, &ceiling_, &tan_phi_})
    values->resize(patch);
  under_.resize(patch);
  displaced_.reserve(patch);
}

void ScmContacts::begin(const ContactState& state) { start_ = state.scm; }

// Shear is forgotten after all have pressed, as a node that one part left may be another's.
bool ScmContacts::step(const ContactInstant& at, double dt, ContactLoads& loads, ContactReadings& readings) {
  for (std::size_t w = 0; w < parts_.size(); ++w) place(at, w);
  find_neighbours();
  for (std::size_t w = 0; w < parts_.size(); ++w) {
    Part& part = parts_[w];
    if (!find_footprint(at, w)) {
      failure_ = fmt::format("{} left the terrain at x = {:.3f} m, y = {:.3f} m", scene_.parts[w].title(),
                             part.surface.center.x(), part.surface.center.y());
      return false;
    }
    part.book = ScmBook{};
    part.travelled = part.depth = 0.0;
    part.touched = MemoryRect{};
    part.left.clear();
    if (part.clear) continue;
    Sum sum;
    press(at, dt, w, loads, sum);
    tell(at, w, sum, loads, readings);
  }
  for (std::size_t w = 0; w < parts_.size(); ++w)
    if (!parts_[w].clear) leave(w, loads.power);
  return true;
}

void ScmContacts::place(const ContactInstant& at, std::size_t w) {
  const ScmFootprint& form = scene_.scm->parts[w];
  Part& part = parts_[w];
  part.surface = PressSurface(form, at.now->body[form.body].X_WB);
  part.window = part.surface.cells(cell_);
  part.nodes.clear();
  look_around(*at.terrain, part);
}

void ScmContacts::press(const ContactInstant& at, double dt, std::size_t w, ContactLoads& loads, Sum& sum) {
  Part& part = parts_[w];
  const PressSurface& surface = part.surface;
  const int body = scene_.scm->parts[w].body;
  const Vec3 origin = at.now->body[body].X_WB.p;
  take_width(w);
  const double damped = settle(at, dt, w, loads, sum);
  const double length = footprint_length(part);
  const auto layer = [&](SoilLayer l) { return part.layer[static_cast<int>(l)].data(); };
  const double *sheared = layer(SoilLayer::sheared), *depth = layer(SoilLayer::depth),
               *rim = layer(SoilLayer::rim), *axle = layer(SoilLayer::axle);
  for (Node& node : part.nodes) {
    const ScmLaw& law = part.laws[static_cast<std::size_t>(node.material)];
    const double area = node.share * cell_ * cell_, true_area = area / node.normal.z();
    const ScmPressure& p = node.pressure;
    const double elastic = node.depth - p.plastic, load = damped * p.value * true_area;

    const Vec3 across = surface.across(node.normal);
    const Vec3 tangent = across.cross(node.normal);  // the way that a rim's bottom faces, forward
    const Vec3 way = at.by_rates ? at.calc_way(body, -1, node.point) : Vec3(dt * node.velocity);
    const double way_rim = tangent.dot(way);
    ScmShearMemory& memory = node.shear;
    memory = {sheared[node.at], rim[node.at], axle[node.at]};
    const double k_t = law.shear_stiffness * true_area;
    Edge* edge = node.edge < 0 ? nullptr : &part.edges[static_cast<std::size_t>(node.edge)];
    if (edge) edge->soil = soil_ahead(part, node, *edge, law, elastic, tangent, across);
    const ScmFriction friction = scm_friction(
        law, k_t, law.tan_phi * load + law.cohesion * true_area, way_rim, across.dot(way),
        tangent.dot(node.velocity), across.dot(node.velocity), memory, edge ? &edge->soil : nullptr);

    const double dug = std::min(elastic, law.scrape * std::fabs(way_rim) / length);
    const double before = node.soil.loose > 0.0 ? node.soil.floor : node.soil.sinkage;
    node.soil.press(p.plastic);
    node.soil.deposit(-dug);
    node.lowered = p.plastic + dug;
    const double left = elastic - dug;
    const double plastic =
        area * (pressed_work(part, w, node, way) + law.stiffness * (elastic - 0.5 * dug) * dug);
    double rubbed = friction.lost;
    if (edge) rubbed += lost_at_edge(part, node, *edge, law, elastic, way);
    part.book.plastic += plastic;
    part.book.friction += rubbed;
    loads.power.stored += 0.5 * (law.stiffness * area * left * left +
                                 k_t * (memory.rim * memory.rim + memory.axle * memory.axle));
    loads.power.normal += friction.damped;
    loads.power.work += plastic + rubbed;

    const Vec3 force = load * node.normal + friction.rim * tangent + friction.axle * across;
    sum.force += force;
    sum.moment += node.point.cross(force);
    sum.point += load * node.point;
    sum.load += load;
    sum.sinkage = std::max(sum.sinkage, depth[node.at] + node.depth);
    sum.before += load * before;
    sum.approach = std::max(sum.approach, std::fabs(node.rise));
    if (at.is_mean()) add_tangent(at, node, law, friction, across, origin, sum);
    const double speed = node.velocity.norm();
    part.travelled = std::max(part.travelled, (dt > 0.0 ? dt : at.step) * speed);
  }
  tell_tangent(at, w, loads, sum);
}

// Nodes that are loaded no more forget their shear; what their springs held is lost. That is of the area by which the part covers them
// now: as it goes off a node sideways, it takes the energy of what it still covers with it.
void ScmContacts::leave(std::size_t w, ContactPower& power) {
  Part& part = parts_[w];
  const auto layer = [&](SoilLayer l) { return part.layer[static_cast<int>(l)].data(); };
  const double *sheared = layer(SoilLayer::sheared), *rim = layer(SoilLayer::rim),
               *axle = layer(SoilLayer::axle);
  const MemoryRect& rect = part.window;
  int west = rect.columns, east = -1, south = rect.rows, north = -1;
  auto node = part.nodes.begin();
  for (int row = 0, k = 0; row < rect.rows; ++row)
    for (int column = 0; column < rect.columns; ++column, ++k) {
      const bool loaded = node != part.nodes.end() && node->at == k;
      if (loaded) {
        ++node;
      } else {
        if (sheared[k] == 0.0 && rim[k] == 0.0 && axle[k] == 0.0) continue;
        if (!part.beside.empty() && loaded_by_other(w, parts_.size(), k)) continue;
        const ScmLaw& law = part.laws[part.around.material[around_place(part, k)]];
        const double held = 0.5 * law.shear_stiffness *
                            covered_area(part.surface, rect.west + column, rect.south + row) *
                            (rim[k] * rim[k] + axle[k] * axle[k]);
        power.work += held;
        part.book.friction += held;
        part.left.push_back(k);
      }
      west = std::min(west, column), east = std::max(east, column);
      south = std::min(south, row), north = std::max(north, row);
    }
  part.touched = {rect.west + west, rect.south + south, std::max(0, east - west + 1),
                  std::max(0, north - south + 1)};
}

// The part may touch shapes too: their record is there already.
void ScmContacts::tell(const ContactInstant& at, std::size_t w, const Sum& sum, ContactLoads& loads,
                       ContactReadings& readings) const {
  const bool is_wheel = w < readings.wheels.size();
  ContactRecord& out = is_wheel ? readings.wheels[w] : readings.records[w];
  out.body = scene_.scm->parts[w].body;
  out.approach = std::max(out.approach, sum.approach);
  if (sum.load > 0.0) {
    const Vec3 point = sum.point / sum.load;
    loads.add(out.body, -1, point, sum.force, sum.moment - point.cross(sum.force));
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
    out.sinkage = std::max(out.sinkage, sum.sinkage);
    out.depth = std::max(out.depth, parts_[w].depth);
    if (is_wheel) tell_wheel(at, w, sum, readings.wheels[w]);
  }
  if (is_wheel) readings.records[w] = readings.wheels[w];
}

void ScmContacts::tell_wheel(const ContactInstant& at, std::size_t w, const Sum& sum,
                             WheelOutput& out) const {
  const PressSurface& surface = parts_[w].surface;
  const Vec3 forward(surface.heading_x, surface.heading_y, 0.0);
  out.longitudinal += sum.force.dot(forward);
  out.lateral += sum.force.dot(Vec3(-forward.y(), forward.x(), 0.0));
  out.torque -= surface.axis.dot(sum.moment - surface.center.cross(sum.force));
  out.rut_depth = std::max(out.rut_depth, sum.before / sum.load);
  out.deflection = std::max(out.deflection, parts_[w].depth);
  out.contacts += static_cast<int>(parts_[w].nodes.size());
  const BodyMotion& hub = at.now->body[out.body];
  const double vx = forward.dot(hub.v), vy = hub.v.dot(Vec3(-forward.y(), forward.x(), 0.0));
  const double rim = surface.radius * surface.axis.dot(hub.w), most = std::max(std::fabs(rim), std::fabs(vx));
  constexpr double kStill = 1e-6;  // m/s
  if (most > kStill)
    out.slip =
        slip_on_radius((rim - vx) / most, rim, scene_.wheels[w].spec.reference_radius() / surface.radius);
  if (std::sqrt(vx * vx + vy * vy) > kStill) out.slip_angle = math::atan2(-vy, std::fabs(vx));
}

ContactPace ScmContacts::pace(const ContactState& state, const ContactReadings& readings) const {
  ContactPace pace;
  for (std::size_t w = 0; w < parts_.size(); ++w) {
    pace.touching |= state.scm[w].depth > 0.0;
    pace.approach = std::max(pace.approach, readings.records[w].approach);
  }
  return pace;
}

void ScmContacts::judge_depths(const ContactState& before, const ContactReadings& readings, double,
                               DepthJudge& judge) const {
  for (std::size_t w = 0; w < parts_.size(); ++w)
    judge.judge(before.scm[w].depth, parts_[w].depth, readings.records[w].approach);
}

double ScmContacts::smallest_radius() const { return std::numeric_limits<double>::infinity(); }

}  // namespace grouser
