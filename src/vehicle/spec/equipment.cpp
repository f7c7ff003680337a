// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/vehicle/spec/equipment.hpp"

#include "vehicle_parts.hpp"

namespace grouser {
namespace {

/// Rows of [time, value] under a key that may be absent.
TimeTable read_time_table(const TomlTable& t, const char* key, const char* units) {
  constexpr std::size_t kMostRows = 1000;
  TimeTable table;
  if (!t.has(key)) return table;
  for (const auto& row : t.number_rows(key, 2, {-1e9, 1e9, false, units}, kMostRows)) {
    if (!table.empty() && !(row[0] > table.back()[0]))
      throw InputError(t.place(key), fmt::format("{} s after {} s", row[0], table.back()[0]),
                       "times that rise from row to row");
    table.push_back({row[0], row[1]});
  }
  return table;
}

ReactionWheelSpec read_reaction_wheel(const TomlTable& t) {
  ReactionWheelSpec wheel;
  wheel.name = t.string("name");
  wheel.body = t.string("body");
  wheel.axis = read_axis(t);
  wheel.inertia = t.number("inertia", positive("kg m2"));
  wheel.speed = t.number_or("speed", 0.0, any_number("rad/s"));
  wheel.torque_limit = t.number("torque_limit", positive("N m"));
  wheel.speed_limit = t.number("speed_limit", positive("rad/s"));
  wheel.friction = t.number_or("friction", 0.0, non_negative("N m s"));
  wheel.stiffness = t.number_or("stiffness", 0.0, non_negative("N m/rad"));
  wheel.damping = t.number_or("damping", 0.0, non_negative("N m s"));
  wheel.torque = read_time_table(t, "torque", "s, N m");
  if (std::abs(wheel.speed) > wheel.speed_limit)
    throw InputError(t.place("speed"), fmt::format("{:g} rad/s", wheel.speed),
                     fmt::format("at most the speed_limit of {:g} rad/s", wheel.speed_limit));
  return wheel;
}

WinchSpec read_winch(const TomlTable& t) {
  WinchSpec winch;
  winch.name = t.string("name");
  winch.body = t.string("body");
  winch.to = t.string_or("to", "world");
  winch.point = to_vec3(t.vec3_or("point", {0, 0, 0}, "m"));
  winch.to_point = to_vec3(t.vec3_or("to_point", {0, 0, 0}, "m"));
  winch.length = t.number("length", positive("m"));
  winch.stiffness = t.number("stiffness", positive("N/m"));
  winch.damping = t.number_or("damping", 0.0, non_negative("N s/m"));
  winch.force_limit = t.number_or("force_limit", 0.0, non_negative("N"));
  winch.speed = read_time_table(t, "speed", "s, m/s");
  return winch;
}

template <class Part>
void refuse_twins(const TomlTable& vehicle, const char* key, const std::vector<Part>& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (parts[k].name == parts[i].name)
        throw InputError(vehicle.place(key), fmt::format("two [[{}]] '{}'", key, parts[i].name),
                         "a name of its own for each");
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

Equipment read_equipment(const TomlTable& vehicle) {
  Equipment equipment;
  equipment.reaction_wheels = read_list<ReactionWheelSpec>(vehicle, "reaction_wheel", read_reaction_wheel);
  equipment.winches = read_list<WinchSpec>(vehicle, "winch", read_winch);
  refuse_twins(vehicle, "reaction_wheel", equipment.reaction_wheels);
  refuse_twins(vehicle, "winch", equipment.winches);
  if (vehicle.has("wheel_wear"))
    equipment.wheel_wear = WheelWearSpec{vehicle.table("wheel_wear").number("rate", positive("m3/(N m)"))};
  return equipment;
}

}  // namespace grouser
