// SPDX-License-Identifier: BSD-3-Clause
// Tools in ground of grains (soil/force/grain_tool.hpp): each is placed over the plane of the untouched
// ground under its origin, and feels that ground alone.
#include "tool_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/contact/step_limits.hpp"
#include "record_pace.hpp"

namespace grouser {

ToolContacts::ToolContacts(const ContactScene& scene)
    : scene_(scene), first_record_(scene.first_record(PartKind::tool)), next_(scene.tools.size()) {
  if (scene.tools.empty()) return;
  const NeutralMasses masses(*scene.model);
  for (const ToolPart& tool : scene.tools) mass_.push_back(masses.smallest_at(tool.body, tool.spec.pose.p));
}

ToolContacts::Place ToolContacts::place_of(const Kinematics& kinematics, const Terrain& terrain,
                                           const ToolPart& tool) const {
  const BodyMotion& body = kinematics.body[tool.body.index];
  const Vec3 origin = body.X_WB * tool.spec.pose.p;
  Place place;
  HeightSample ground;
  if (!terrain.height(origin.x(), origin.y(), ground)) return place;
  const ToolLaw& law = tool.laws[static_cast<std::size_t>(terrain.material_at(origin.x(), origin.y()))];
  if (!(law.xi_n > 0.0)) return place;
  place.law = &law;
  place.motion.turned = body.X_WB.R * tool.spec.pose.R;
  place.motion.normal = Vec3(-ground.slope_x, -ground.slope_y, 1.0).normalized();
  place.motion.height = place.motion.normal.z() * (origin.z() - ground.z);
  place.motion.velocity = body.velocity_at(origin);
  place.motion.spin = body.w;
  place.origin = origin;
  return place;
}

void ToolContacts::load(const Place& place, const ToolPart& tool, const ToolMemory& m, ContactLoads& loads,
                        ContactRecord& record) const {
  const ToolForce f = tool_force(*place.law, tool.elements, place.motion, m);
  if (!(f.depth > 0.0)) return;
  loads.add(tool.body.index, -1, place.origin, f.force, f.moment);
  loads.power.tangential += f.dissipation;
  loads.power.soil_tangential += f.dissipation;
  // The load of the record is the force's part along the ground's normal.
  record.surface = 0;
  record.force = f.force;
  record.moment = f.moment;
  record.point = place.origin;
  record.load = std::max(0.0, f.force.dot(place.motion.normal));
  record.pressing = record.load * place.motion.normal;
  record.depth = record.sinkage = f.depth;
  record.approach = -place.motion.normal.dot(place.motion.velocity);
}

bool ToolContacts::step(const ContactInstant& at, double dt, ContactLoads& loads, ContactReadings& readings) {
  held_ = 0.0;
  for (std::size_t i = 0; i < next_.size(); ++i) {
    const ToolPart& tool = scene_.tools[i];
    ContactRecord& record = readings.records[first_record_ + i];
    record = ContactRecord{.body = tool.body.index};
    next_[i] = ToolMemory{};
    const Place place = place_of(*at.now, *at.terrain, tool);
    if (!place.law) continue;
    next_[i] = start_[i];
    step_tool(*place.law, place.motion, dt, next_[i]);
    load(place, tool, next_[i], loads, record);
    held_ += record.force.norm() * place.law->way;
    if (!(record.depth > 0.0)) next_[i] = ToolMemory{};
  }
  return true;
}

void ToolContacts::begin_rates(const ContactState& state, VecX& aux) const {
  for (std::size_t i = 0; i < state.tools.size(); ++i)
    std::copy_n(state.tools[i].way, kToolMemorySize,
                aux.data() + first_aux_ + static_cast<int>(i) * kToolMemorySize);
}

bool ToolContacts::rates(const ContactInstant& at, const VecX& aux, VecX& aux_rate, ContactLoads& loads,
                         ContactReadings& readings) {
  held_ = 0.0;
  for (std::size_t i = 0; i < next_.size(); ++i) {
    const ToolPart& tool = scene_.tools[i];
    const auto first = first_aux_ + static_cast<Eigen::Index>(i) * kToolMemorySize;
    ContactRecord& record = readings.records[first_record_ + i];
    record = ContactRecord{.body = tool.body.index};
    std::copy_n(aux.data() + first, kToolMemorySize, next_[i].way);
    ToolMemory rate;
    const Place place = place_of(*at.now, *at.terrain, tool);
    if (place.law) {
      load(place, tool, next_[i], loads, record);
      held_ += record.force.norm() * place.law->way;
      if (record.depth > 0.0)
        rate = tool_rates(*place.law, place.motion, next_[i]);
      else
        next_[i] = ToolMemory{};
    }
    std::copy_n(rate.way, kToolMemorySize, aux_rate.data() + first);
  }
  return true;
}

bool ToolContacts::touches(const ContactInstant& at, int vehicle, const std::string&) const {
  const ToolMemory none;
  return std::any_of(scene_.tools.begin(), scene_.tools.end(), [&](const ToolPart& tool) {
    if (scene_.vehicle_of_body[static_cast<std::size_t>(tool.body.index)] != vehicle) return false;
    const Place place = place_of(*at.now, *scene_.terrain, tool);
    return place.law && tool_force(*place.law, tool.elements, place.motion, none).depth > 0.0;
  });
}

void ToolContacts::release_shear(ContactState& state) const {
  for (ToolMemory& m : state.tools) m = ToolMemory{};
}

ContactPace ToolContacts::pace(const ContactState&, const ContactReadings& readings) const {
  return pace_of({records(readings), next_.size()});
}

void ToolContacts::judge_depths(const ContactState&, const ContactReadings& readings, double dt,
                                DepthJudge& judge) const {
  judge_records({records(readings), next_.size()}, dt, judge);
}

// A tool's force turns with its motion over the length l, which is a spring of force over l. With depth it
// grows as a spring of force over depth.
double ToolContacts::longest_step(const ContactReadings& readings) const {
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < next_.size(); ++i) {
    const ContactRecord& record = records(readings)[i];
    if (!(record.depth > 0.0)) continue;
    for (const ToolLaw& law : scene_.tools[i].laws)
      if (law.xi_n > 0.0) {
        const double stiffness = record.force.norm() * (1.0 / law.way + 1.0 / record.depth);
        if (stiffness > 0.0) step = std::min(step, kSpringLimit / std::sqrt(stiffness / mass_[i]));
      }
  }
  return step;
}

double ToolContacts::smallest_radius() const {
  double radius = std::numeric_limits<double>::infinity();
  for (const ToolPart& tool : scene_.tools) radius = std::min(radius, tool.spec.half_size());
  return radius;
}

double ToolContacts::fastest_part(const Kinematics& kinematics) const {
  double fastest = 0.0;
  for (const ToolPart& tool : scene_.tools) {
    const BodyMotion& body = kinematics.body[tool.body.index];
    fastest = std::max(fastest, body.velocity_at(body.X_WB * tool.spec.pose.p).norm() +
                                    tool.spec.half_size() * body.w.norm());
  }
  return fastest;
}

}  // namespace grouser
