// SPDX-License-Identifier: BSD-3-Clause
// One evaluation of the Soil Contact Model (Krenn & Hirzinger 2009; docs/theory_scm.md): nodes under each
// part, balance of its spring with the ground, then friction, memory and work of all nodes in one pass.
#include "scm_contacts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/contact/step_limits.hpp"
#include "grouser/math/simd_level.hpp"
#include "grouser/soil/laws/slip_radius.hpp"
#include "grouser/soil/laws/spring_contact.hpp"

namespace grouser {
namespace {

/// Most cells that a part may cover in any attitude, with a margin all around.
std::size_t most_cells(const PressFootprint& part, double cell, int margin) {
  const auto side =
      static_cast<std::size_t>(std::ceil(2.0 * (PressSurface::reach(part) + cell) / cell)) + 2 + 2 * margin;
  return side * side;
}

std::size_t largest_patch(const ScmGround& ground, int margin) {
  std::size_t most = 0;
  for (const PressFootprint& part : ground.parts)
    most = std::max(most, most_cells(part, ground.cell, margin));
  return most;
}

int flow_margin(const ScmGround& ground) {
  return static_cast<int>(std::ceil(ScmContacts::kFlowReach / ground.cell));
}

}  // namespace

ScmContacts::ScmContacts(const ContactScene& scene, const ScmGround& ground)
    : scene_(scene),
      ground_(ground),
      loops_(scm::loops_of(simd_level())),
      cell_(ground.cell),
      parts_(ground.parts.size()),
      flow_(largest_patch(ground, flow_margin(ground))) {
  const int margin = flow_margin(ground);
  for (std::size_t w = 0; w < parts_.size(); ++w) {
    const std::size_t window = most_cells(ground.parts[w], cell_, 0);
    Part& part = parts_[w];
    for (auto& layer : part.layer) layer.resize(window);
    for (auto* values : {&part.top, &part.x, &part.share, &part.normal[0], &part.normal[1], &part.normal[2]})
      values->resize(window + scm::kLanes);
    part.nodes.reserve(window);
    if (ground.parts[w].form == PressForm::sole) part.edges.reserve(window);
    parts_[w].laws = ground_.parts[w].laws;
    for (auto* values : {&part.left_rim, &part.left_axle}) values->resize(window);
    part.left.reserve(window);
    parts_[w].beside.reserve(parts_.size());
    const std::size_t around = most_cells(ground.parts[w], cell_, margin + kSpare);
    parts_[w].around.height.resize(around);
    parts_[w].around.material.resize(around);
  }
  const std::size_t patch = largest_patch(ground, margin);
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
    if (part.surface.form == PressForm::ball) set_way_of_ball(at, dt, w);
    if (!find_footprint(at, w)) {
      failure_ = fmt::format("{} left the terrain at x = {:.3f} m, y = {:.3f} m", scene_.parts[w].title(),
                             part.surface.center.x(), part.surface.center.y());
      return false;
    }
    part.book = ScmBook{};
    part.travelled = part.depth = part.lowered = part.unpaired = 0.0;
    part.left.clear();
    if (part.clear) continue;
    Pressed pressed;
    press(at, dt, w, loads, pressed);
    tell(at, w, pressed, loads, readings);
  }
  for (std::size_t w = 0; w < parts_.size(); ++w)
    if (!parts_[w].clear) leave(w, *at.ground, loads.power);
  return true;
}

void ScmContacts::place(const ContactInstant& at, std::size_t w) {
  const PressFootprint& form = ground_.parts[w];
  Part& part = parts_[w];
  part.surface = PressSurface(form, at.now->body[form.body].X_WB);
  part.window = part.surface.cells(cell_);
  part.nodes.clear();
  look_around(*at.terrain, part);
}

// The displacement is that of the ball's middle, as turning moves no surface.
void ScmContacts::set_way_of_ball(const ContactInstant& at, double dt, std::size_t w) {
  Part& part = parts_[w];
  const int body = ground_.parts[w].body;
  const BodyMotion& sliding = at.sliding->body[body];
  const Vec3& center = part.surface.center;
  part.way = at.by_rates ? at.calc_way(body, -1, center)
                         : Vec3(dt * (sliding.v + sliding.w.cross(center - sliding.X_WB.p)));
}

void ScmContacts::set_ways(const ContactInstant& at, double dt, std::size_t w) {
  FootprintNodes& nodes = parts_[w].nodes;
  const int body = ground_.parts[w].body;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    nodes.set_vector(scm::kWayX, i,
                     at.by_rates ? at.calc_way(body, -1, nodes.vector(scm::kX, i))
                                 : Vec3(dt * nodes.vector(scm::kVelocityX, i)));
}

void ScmContacts::press(const ContactInstant& at, double dt, std::size_t w, ContactLoads& loads,
                        Pressed& pressed) {
  Part& part = parts_[w];
  take_width(w);
  scm::Rubbing how;
  how.damped = settle(at, dt, w, loads, pressed);
  if (part.nodes.empty()) return;
  const PressSurface& surface = part.surface;
  how.per_length = 1.0 / footprint_length(part);
  how.is_rim = surface.form == PressForm::rim;
  how.is_sole = surface.form == PressForm::sole;
  how.risen = part.depth - start_[w].depth;
  how.wants_tangent = at.is_mean();
  how.step = at.step;
  const Vec3& origin = at.now->body[ground_.parts[w].body].X_WB.p;
  for (int k = 0; k < 3; ++k) how.axle[k] = surface.axis[k], how.origin[k] = origin[k];
  if (at.by_rates || !(dt > 0.0) || !part.edges.empty())
    set_ways(at, dt, w);
  else
    how.dt = dt;
  look_ahead(w);
  ScmBook ball;
  double lowered = 0.0;
  if (surface.form == PressForm::ball) {
    ball = lost_by_ball(w);
    for (std::size_t i = 0; i < part.nodes.size(); ++i) lowered += slackened(part, i);
  }
  loops_.rub(part.nodes.table(), how, pressed);

  const double* sum = pressed.of;
  const double rubbed = sum[scm::kRubbed] + lost_at_edges(w) + ball.friction,
               seconds = dt > 0.0 ? dt : at.step;
  part.book.plastic = sum[scm::kPlasticWork] + ball.plastic;
  part.book.friction = rubbed;
  part.lowered = sum[scm::kLowered] + lowered, part.unpaired = sum[scm::kUnpaired];
  part.travelled = seconds * pressed.most[scm::kSpeed];
  loads.power.stored += sum[scm::kStored];
  loads.power.normal += sum[scm::kDamped];
  loads.power.work += part.book.plastic + rubbed;
  tell_tangent(at, w, loads, pressed);
}

// Nodes that are loaded no more forget their shear, and the energy of their springs on the area that the
// part still covers is lost: as it goes off a node sideways, it takes that energy along. A ball's area is
// that of the step's start, as its book has it (scm_ball.cpp).
void ScmContacts::leave(std::size_t w, const GroundMemory& ground, ContactPower& power) {
  Part& part = parts_[w];
  const double* sheared = part.layer[static_cast<int>(SoilLayer::sheared)].data();
  const std::span<const int> loaded = part.nodes.at();
  auto node = loaded.begin();
  for (int k = 0; k < static_cast<int>(part.window.size()); ++k) {
    if (sheared[k] == 0.0) continue;
    while (node != loaded.end() && *node < k) ++node;
    if (node != loaded.end() && *node == k) continue;
    if (part.beside.empty() || !loaded_by_other(w, parts_.size(), k)) part.left.push_back(k);
  }
  if (part.left.empty()) return;
  double* held[kSoilLayers] = {};
  held[static_cast<int>(SoilLayer::rim)] = part.left_rim.data();
  held[static_cast<int>(SoilLayer::axle)] = part.left_axle.data();
  ground.gather(part.window, part.left, held, part.hint);
  for (std::size_t i = 0; i < part.left.size(); ++i) {
    const int k = part.left[i];
    const ScmLaw& law = part.laws[part.around.material[around_place(part, k)]];
    const double rim = part.left_rim[i], axle = part.left_axle[i];
    const double lost = 0.5 * law.shear_stiffness * covered_area(part, k) * (rim * rim + axle * axle);
    power.work += lost;
    part.book.friction += lost;
  }
}

// The part may touch shapes too: their record is there already.
void ScmContacts::tell(const ContactInstant& at, std::size_t w, const Pressed& sum, ContactLoads& loads,
                       ContactReadings& readings) const {
  const bool is_wheel = w < readings.wheels.size();
  ContactRecord& out = is_wheel ? readings.wheels[w] : readings.records[w];
  out.body = ground_.parts[w].body;
  out.approach = std::max(out.approach, sum.most[scm::kApproach]);
  const double load = sum.load();
  if (load > 0.0) {
    const Vec3 force = sum.vector(scm::kForce), about_origin = sum.vector(scm::kMoment);
    const Vec3 weighed = sum.vector(scm::kPoint), point = weighed / load;
    loads.add(out.body, -1, point, force, about_origin - point.cross(force));
    const Vec3 moment = out.moment + out.point.cross(out.force) + about_origin;
    const double before = out.pressing.norm(), all = before + load;
    out.force += force;
    out.point = (before * out.point + weighed) / all;
    out.moment = moment - out.point.cross(out.force);
    if (load > before) {
      out.surface = 0;
      out.other = -1;
    }
    out.pressing += sum.vector(scm::kPressing);
    out.set_load();
    out.sinkage = std::max(out.sinkage, sum.most[scm::kSunk]);
    out.depth = std::max(out.depth, parts_[w].depth);
    if (is_wheel) tell_wheel(at, w, sum, readings.wheels[w]);
  }
  if (is_wheel) readings.records[w] = readings.wheels[w];
}

void ScmContacts::tell_wheel(const ContactInstant& at, std::size_t w, const Pressed& sum,
                             WheelOutput& out) const {
  const PressSurface& surface = parts_[w].surface;
  const Vec3 forward(surface.heading_x, surface.heading_y, 0.0), force = sum.vector(scm::kForce);
  out.longitudinal += force.dot(forward);
  out.lateral += force.dot(Vec3(-forward.y(), forward.x(), 0.0));
  out.torque -= surface.axis.dot(sum.vector(scm::kMoment) - surface.center.cross(force));
  out.rut_depth = std::max(out.rut_depth, sum.of[scm::kBefore] / sum.load());
  out.deflection = std::max(out.deflection, parts_[w].depth);
  out.contacts += static_cast<int>(parts_[w].nodes.size());
  const BodyMotion& hub = at.now->body[out.body];
  const double vx = forward.dot(hub.v), rim = surface.radius * surface.axis.dot(hub.w);
  out.hub_ahead = vx;
  out.hub_left = hub.v.dot(Vec3(-forward.y(), forward.x(), 0.0));
  out.rim = rim;
  if (out.has_slip())
    out.slip = slip_on_radius((rim - vx) / std::max(std::fabs(rim), std::fabs(vx)), rim,
                              scene_.wheels[w].spec.reference_radius() / surface.radius);
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
