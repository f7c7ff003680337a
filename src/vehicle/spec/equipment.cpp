// SPDX-License-Identifier: BSD-3-Clause
// Keys of reaction wheels, winches and wear (docs/theory_equipment.md); tables over time are linear between
// their rows.
#include "grouser/vehicle/spec/equipment.hpp"

#include "vehicle_parts.hpp"

namespace grouser {
namespace {

void visit_keys(KeyVisitor& v, ReactionWheelSpec& wheel) {
  visit_name_and_body(v, wheel);
  visit_axis(v, {"axis", "in axes of the body", Need::yes}, wheel.axis);
  v.number({"inertia", "about its axis; it is no part of the body's", Need::yes}, wheel.inertia,
           positive("kg m2"));
  v.number({"speed", "over the body at the start"}, wheel.speed, any_number("rad/s"));
  v.number({"torque_limit", "of its motor", Need::yes}, wheel.torque_limit, positive("N m"));
  v.number({"speed_limit", "over the body", Need::yes}, wheel.speed_limit, positive("rad/s"));
  v.number({"friction", "of its bearing"}, wheel.friction, non_negative("N m s"));
  v.number({"stiffness", "of the control that holds the body's attitude about the axis"}, wheel.stiffness,
           non_negative("N m/rad"));
  v.number({"damping", "of that control"}, wheel.damping, non_negative("N m s"));
  visit_rising(v, {"torque", "[time, torque] that is commanded beside"}, wheel.torque, "s, N m");
  if (std::abs(wheel.speed) > wheel.speed_limit)
    v.refuse("speed", fmt::format("{:g} rad/s", wheel.speed),
             fmt::format("at most the speed_limit of {:g} rad/s", wheel.speed_limit));
}

void visit_keys(KeyVisitor& v, WinchSpec& winch) {
  visit_name_and_body(v, winch);
  v.text({"to", "world, a vehicle (its root), or a body"}, winch.to);
  v.vector({"point", "on its body, where the drum is"}, winch.point, any_number("m"));
  v.vector({"to_point", "on the other, where the cable ends"}, winch.to_point, any_number("m"));
  v.number({"length", "of the free cable at the start", Need::yes}, winch.length, positive("m"));
  v.number({"stiffness", "of the cable", Need::yes}, winch.stiffness, positive("N/m"));
  v.number({"damping", "of the cable"}, winch.damping, non_negative("N s/m"));
  v.number({"force_limit", "at which its clutch slips; 0: it holds"}, winch.force_limit, non_negative("N"));
  visit_rising(v, {"speed", "[time, speed] of paying out"}, winch.speed, "s, m/s");
}

void visit_keys(KeyVisitor& v, WheelWearSpec& wear) {
  v.number({"rate", "volume worn by the load times the distance slid", Need::yes}, wear.rate,
           positive("m3/(N m)"));
}

}  // namespace

double value_at(const TimeTable& table, double time) {
  if (table.empty()) return 0.0;
  if (!(time > table.front()[0])) return table.front()[1];
  for (std::size_t i = 1; i < table.size(); ++i) {
    const auto& [t0, x0] = table[i - 1];
    const auto& [t1, x1] = table[i];
    if (time < t1) return x0 + (x1 - x0) * (time - t0) / (t1 - t0);
  }
  return table.back()[1];
}

void visit_keys(KeyVisitor& v, Equipment& equipment) {
  visit_parts(v, {"reaction_wheel", "a flywheel in a body, whose motor turns the body"},
              equipment.reaction_wheels, [&](ReactionWheelSpec& wheel) { visit_keys(v, wheel); });
  visit_parts(v, {"winch", "a cable from a drum on a body"}, equipment.winches,
              [&](WinchSpec& winch) { visit_keys(v, winch); });
  refuse_twins(v, "reaction_wheel", "[[reaction_wheel]]", equipment.reaction_wheels);
  refuse_twins(v, "winch", "[[winch]]", equipment.winches);
  if (!v.has({"wheel_wear"}, equipment.wheel_wear.has_value())) return;
  if (!equipment.wheel_wear) equipment.wheel_wear.emplace();
  v.table({"wheel_wear", "wear of wheels by Archard's law"}, [&] { visit_keys(v, *equipment.wheel_wear); });
}

}  // namespace grouser
