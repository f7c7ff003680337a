// SPDX-License-Identifier: BSD-3-Clause
// The legs of a walker's file.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/vehicle/legs/support_polygon.hpp"
#include "grouser/vehicle/legs/whole_body_memory.hpp"
#include "grouser/vehicle/spec/leg_spec.hpp"
#include "grouser/vehicle/spec/vehicle_document.hpp"
#include "vehicle_parts.hpp"

namespace grouser {
namespace {

void read_limits(const TomlTable& table, FourBarLegSpec& spec) {
  const char* keys[] = {"roll_limits_deg", "hip_limits_deg", "knee_limits_deg"};
  for (std::size_t k = 0; k < 3; ++k) {
    const std::vector<double> limits = table.numbers(keys[k], 2, {-180.0, 180.0, false, "deg"});
    spec.lowest[k] = kDegree * limits[0];
    spec.highest[k] = kDegree * limits[1];
  }
  try {
    FourBarLeg{spec};
  } catch (const InputError& error) {
    throw InputError(table.place("") + ": " + error.what());
  }
}

FourBarLegSpec read_four_bar(const TomlTable& table) {
  FourBarLegSpec spec;
  const NumberRange any{-10.0, 10.0, false, "m"}, above{0.0, 10.0, true, "m"};
  const auto read = [&](const char* key, double& length, const NumberRange& range) {
    length = table.number(key, range);
  };
  read("side", spec.side, any);
  read("drop", spec.drop, any);
  read("ahead", spec.ahead, any);
  read("arm", spec.arm, any);
  read("back", spec.back, any);
  read("crank", spec.crank, above);
  read("thigh", spec.thigh, above);
  read("coupler", spec.coupler, above);
  read("foot_offset", spec.foot_offset, any);
  read("lever", spec.lever, above);
  read("shank", spec.shank, above);
  read_limits(table, spec);
  return spec;
}

/// A knee with its motor on it, as a linkage that is a parallelogram: the knee's angle is the motor's, a right angle on.
FourBarLegSpec read_serial(const TomlTable& table) {
  FourBarLegSpec spec;
  const NumberRange any{-10.0, 10.0, false, "m"}, above{0.0, 10.0, true, "m"};
  spec.side = table.number("side", any);
  spec.drop = table.number("drop", any);
  spec.ahead = table.number("ahead", any);
  spec.arm = table.number("arm", any);
  spec.thigh = spec.coupler = table.number("thigh", above);
  spec.foot_offset = table.number("foot_offset", any);
  const double shank = table.number("shank", above);
  spec.back = 0.0;
  spec.crank = spec.lever = 0.25 * std::min(spec.thigh, shank);
  spec.shank = shank - spec.lever;
  read_limits(table, spec);
  return spec;
}

std::vector<std::string> read_names(const TomlTable& t, const char* key, std::size_t count) {
  std::vector<std::string> names = t.string_list_or_empty(key);
  if (names.size() != count)
    throw InputError(t.place(key), fmt::format("{} names", names.size()), fmt::format("{}", count));
  return names;
}

/// Its chain comes from the vehicle's joints (limb_chain.cpp).
LegSpec read_limb(const TomlTable& t) {
  LegSpec leg;
  leg.name = t.string("name");
  leg.dimensions = SerialLimbSpec{};
  leg.outward = t.choice_or("side", "left", {"left", "right"}) == 0 ? 1.0 : -1.0;
  leg.foot = t.string("wheel");
  leg.stance = to_vec3(t.vec3("stance", "m"));
  leg.motors = t.string_list_or_empty("motors");
  return leg;
}

LegSpec read_leg(const TomlTable& t, const FourBarLegSpec& dimensions, bool serial) {
  LegSpec leg;
  leg.name = t.string("name");
  leg.dimensions = dimensions;
  leg.outward = t.choice_or("side", "left", {"left", "right"}) == 0 ? 1.0 : -1.0;
  leg.position = to_vec3(t.vec3_or("position", {0, 0, 0}, "m"));
  leg.foot = t.string_or("foot", "");
  if (leg.foot.empty()) return leg;  // kinematics only
  leg.stance = to_vec3(t.vec3("stance", "m"));
  leg.motors = read_names(t, "motors", 3);
  if (t.has("linkage")) leg.linkage = read_names(t, "linkage", 2);
  if (leg.linkage.empty() != serial)
    throw InputError(
        t.place("linkage"), serial ? "a linkage" : "no linkage",
        serial ? "none: the knee's motor moves the shank" : "two joints that follow: shank, coupler");
  return leg;
}

}  // namespace

std::vector<LegSpec> read_legs(const TomlTable& vehicle) {
  const std::vector<TomlTable> tables = vehicle.tables("leg");
  if (tables.empty()) return {};
  if (tables.size() > kMostFeet)
    throw InputError(vehicle.place("leg"), fmt::format("{} legs", tables.size()),
                     fmt::format("at most {}", kMostFeet));
  const bool serial = vehicle.has("serial_leg");
  if (serial && vehicle.has("four_bar"))
    throw InputError(vehicle.place("serial_leg"), "[four_bar] beside it", "one of the two");
  FourBarLegSpec dimensions;
  if (!std::ranges::all_of(tables, [](const TomlTable& t) { return t.has("wheel"); }))
    dimensions = serial ? read_serial(vehicle.table("serial_leg")) : read_four_bar(vehicle.table("four_bar"));
  std::vector<LegSpec> legs;
  for (const TomlTable& t : tables) {
    legs.push_back(t.has("wheel") ? read_limb(t) : read_leg(t, dimensions, serial));
    for (std::size_t k = 0; k + 1 < legs.size(); ++k)
      if (legs[k].name == legs.back().name)
        throw InputError(vehicle.place("leg"), "two legs '" + legs[k].name + "'",
                         "a name of its own for each");
  }
  return legs;
}

std::vector<ActuatorSpec> read_actuators(const TomlTable& vehicle) {
  return read_list<ActuatorSpec>(vehicle, "actuator", [](const TomlTable& t) {
    ActuatorSpec a;
    a.name = t.string("name");
    a.joints = t.string_list_or_empty("joints");
    a.kind =
        static_cast<ActuatorKind>(t.choice("kind", {std::begin(kActuatorKinds), std::end(kActuatorKinds)}));
    if (a.kind == ActuatorKind::torque) {
      a.most_torque = t.number("most_torque", positive("N m"));
      a.lag = t.number_or("lag", 0.0, {0.0, 1.0, false, "s"});
      return a;
    }
    a.servo.stall_torque = t.number("stall_torque", positive("N m"));
    a.servo.no_load_speed = t.number("no_load_speed", positive("rad/s"));
    a.servo.stiffness = t.number("stiffness", positive("N m/rad"));
    a.servo.dead_band = t.angle_deg_or("dead_band_deg", 0.0);
    a.servo.resolution = t.angle_deg_or("resolution_deg", 0.0);
    a.servo.refresh_rate = t.number_or("refresh_rate", a.servo.refresh_rate, {1.0, 1e4, false, "Hz"});
    for (const char* key : {"dead_band_deg", "resolution_deg"})
      if (const double angle = t.angle_deg_or(key, 0.0); !(angle >= 0.0))
        throw InputError(t.place(key), fmt::format("{:g} deg", angle * kDegrees), ">= 0 deg");
    return a;
  });
}

std::vector<SoleSpec> read_soles(const TomlTable& vehicle) {
  std::vector<SoleSpec> soles = read_list<SoleSpec>(vehicle, "sole", [](const TomlTable& t) {
    return SoleSpec{t.string("name"), t.string("body"), read_names(t, "pads", kSoleCorners)};
  });
  if (!soles.empty() && soles.size() != kSoles)
    throw InputError(vehicle.place("sole"), fmt::format("{} soles", soles.size()), "two, the left one first");
  return soles;
}

std::vector<LegSpec> load_legs(const std::filesystem::path& path) {
  const std::string file = resolve_asset(path.string(), "rovers", ".").string();
  const TomlTable table = TomlTable::load(file);
  std::vector<LegSpec> legs = read_legs(table);
  const bool limbs = std::ranges::any_of(legs, &LegSpec::limb);  // their chains need the rest of the file
  if (limbs) legs = load_vehicle(file).legs;
  if (legs.empty()) throw InputError(table.place(""), "no [[leg]]", "at least one");
  return legs;
}

}  // namespace grouser
