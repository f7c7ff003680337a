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

constexpr NumberRange kOffset{-10.0, 10.0, false, "m"}, kLength{0.0, 10.0, true, "m"};

/// Limits of the three motors; a leg whose linkage does not close within them is refused.
void visit_limits(KeyVisitor& v, FourBarLegSpec& spec) {
  constexpr Key kLimits[] = {{"roll_limits_deg", "least and largest angle of the roll motor", Need::yes},
                             {"hip_limits_deg", "of the hip motor", Need::yes},
                             {"knee_limits_deg", "of the knee motor", Need::yes}};
  for (std::size_t k = 0; k < std::size(kLimits); ++k) {
    std::array<double, 2> limits{};
    v.vector(kLimits[k], limits, {-180.0, 180.0, false, "deg"});
    spec.lowest[k] = kDegree * limits[0];
    spec.highest[k] = kDegree * limits[1];
  }
  if (!v.reads()) return;
  try {
    FourBarLeg{spec};
  } catch (const InputError& error) {
    throw InputError(v.place("") + ": " + error.what());
  }
}

/// The keys of both kinds of leg between the body and the thigh.
void visit_hip(KeyVisitor& v, FourBarLegSpec& spec) {
  v.number({"side", "from the roll axis outwards to the hip", Need::yes}, spec.side, kOffset);
  v.number({"drop", "from the roll axis down to the hip", Need::yes}, spec.drop, kOffset);
  v.number({"ahead", "from the roll axis forward to the hip", Need::yes}, spec.ahead, kOffset);
  v.number({"arm", "from the hip outwards to the leg's plane", Need::yes}, spec.arm, kOffset);
}

void visit_four_bar(KeyVisitor& v, FourBarLegSpec& spec) {
  visit_hip(v, spec);
  v.number({"back", "from the hip to the knee's motor", Need::yes}, spec.back, kOffset);
  v.number({"crank", "on the knee's motor", Need::yes}, spec.crank, kLength);
  v.number({"thigh", "from hip to knee", Need::yes}, spec.thigh, kLength);
  v.number({"coupler", "from crank to lever", Need::yes}, spec.coupler, kLength);
  v.number({"foot_offset", "of the foot from the shank's line", Need::yes}, spec.foot_offset, kOffset);
  v.number({"lever", "of the shank behind the knee", Need::yes}, spec.lever, kLength);
  v.number({"shank", "from knee to foot", Need::yes}, spec.shank, kLength);
  visit_limits(v, spec);
}

/// A knee with its motor on it, as a linkage that is a parallelogram: the knee's angle is the motor's, a
/// right angle on.
void visit_serial(KeyVisitor& v, FourBarLegSpec& spec) {
  double shank = spec.shank + spec.lever;
  visit_hip(v, spec);
  v.number({"thigh", "from hip to knee", Need::yes}, spec.thigh, kLength);
  v.number({"foot_offset", "of the foot from the shank's line", Need::yes}, spec.foot_offset, kOffset);
  v.number({"shank", "from knee to foot", Need::yes}, shank, kLength);
  spec.coupler = spec.thigh;
  spec.back = 0.0;
  spec.crank = spec.lever = 0.25 * std::min(spec.thigh, shank);
  spec.shank = shank - spec.lever;
  visit_limits(v, spec);
}

void visit_names(KeyVisitor& v, const Key& key, std::vector<std::string>& names, std::size_t count) {
  v.texts(key, names);
  if (names.size() != count)
    v.refuse(key.name, fmt::format("{} names", names.size()), fmt::format("{}", count));
}

void visit_side(KeyVisitor& v, double& outward) {
  constexpr const char* kSides[] = {"left", "right"};
  bool right = outward < 0.0;
  v.choice({"side", "of the body"}, right, kSides);
  outward = right ? -1.0 : 1.0;
}

/// Its chain comes from the vehicle's joints (limb_chain.cpp).
void visit_limb(KeyVisitor& v, LegSpec& leg) {
  if (v.reads()) leg.dimensions = SerialLimbSpec{};
  v.text({"wheel", "one of the [[wheels]], at its end", Need::yes}, leg.foot);
  v.vector({"stance", "middle of the foot at rest, in the leg's frame", Need::yes}, leg.stance,
           any_number("m"));
  v.texts({"motors", "its joints, from the body outwards"}, leg.motors);
}

void visit_plain_leg(KeyVisitor& v, LegSpec& leg, bool serial) {
  v.vector({"position", "of the leg's frame in the root's"}, leg.position, any_number("m"));
  v.text({"foot", "a [[pad]] or [[foot]]; left out: kinematics only"}, leg.foot);
  const auto stands = v.when(!leg.foot.empty(), "foot given");
  if (!stands) return;
  v.vector({"stance", "middle of the foot at rest, in the leg's frame", Need::yes}, leg.stance,
           any_number("m"));
  visit_names(v, {"motors", "its joints: roll, hip, knee motor"}, leg.motors, 3);
  if (v.has({"linkage"}, !leg.linkage.empty()))
    visit_names(v, {"linkage", "joints that follow in a [four_bar]: shank, coupler"}, leg.linkage, 2);
  if (leg.linkage.empty() != serial)
    v.refuse("linkage", serial ? "a linkage" : "no linkage",
             serial ? "none: the knee's motor moves the shank" : "two joints that follow: shank, coupler");
}

void visit_leg(KeyVisitor& v, LegSpec& leg, bool serial) {
  v.text({"name", "of channels and --set keys", Need::yes}, leg.name);
  visit_side(v, leg.outward);
  const bool limb = v.has({"wheel"}, leg.limb());
  if (const auto own = v.when(limb, "a limb: wheel given")) visit_limb(v, leg);
  if (const auto own = v.when(!limb, "no wheel")) visit_plain_leg(v, leg, serial);
}

/// The lengths of all legs but limbs.
void visit_dimensions(KeyVisitor& v, std::vector<LegSpec>& legs, bool serial) {
  FourBarLegSpec dimensions;
  if (const auto own = v.when(serial, "in place of [four_bar]"))
    v.table({"serial_leg", "lengths of legs with a motor on the knee", Need::yes},
            [&] { visit_serial(v, dimensions); });
  if (const auto own = v.when(!serial, "in place of [serial_leg]"))
    v.table({"four_bar", "lengths of legs whose knee is moved through a four-bar linkage", Need::yes},
            [&] { visit_four_bar(v, dimensions); });
  for (LegSpec& leg : legs)
    if (!leg.limb()) leg.dimensions = dimensions;
}

}  // namespace

void visit_legs(KeyVisitor& v, std::vector<LegSpec>& legs) {
  if (!v.has({"leg"}, !legs.empty())) return;
  const bool serial = v.has({"serial_leg"}, false);
  if (serial && v.has({"four_bar"}, false)) v.refuse("serial_leg", "[four_bar] beside it", "one of the two");
  v.tables({"leg", "a leg that walks"}, legs, [&](LegSpec& leg) { visit_leg(v, leg, serial); });
  if (legs.size() > kMostFeet)
    v.refuse("leg", fmt::format("{} legs", legs.size()), fmt::format("at most {}", kMostFeet));
  refuse_twins(v, "leg", "legs", legs);
  if (!std::ranges::all_of(legs, &LegSpec::limb)) visit_dimensions(v, legs, serial);
}

void visit_keys(KeyVisitor& v, ActuatorSpec& a) {
  v.text({"name", "of --set keys", Need::yes}, a.name);
  v.texts({"joints", "that it moves, with * at the end for all that begin so"}, a.joints);
  v.choice({"kind", "a servo, or a source of the torque that it is given", Need::yes}, a.kind,
           kActuatorKinds);
  if (const auto torque = v.when(a.kind == ActuatorKind::torque, "kind = \"torque\"")) {
    v.number({"most_torque", "that it gives", Need::yes}, a.most_torque, positive("N m"));
    v.number({"lag", "of first order, with which it gives it; 0: at once"}, a.lag, {0.0, 1.0, false, "s"});
  }
  if (const auto servo = v.when(a.kind == ActuatorKind::servo, "kind = \"servo\"")) {
    const NumberRange angle{0.0, 360.0, false, "deg"};
    v.number({"stall_torque", "at rest", Need::yes}, a.servo.stall_torque, positive("N m"));
    v.number({"no_load_speed", "without a load", Need::yes}, a.servo.no_load_speed, positive("rad/s"));
    v.number({"stiffness", "of its control", Need::yes}, a.servo.stiffness, positive("N m/rad"));
    v.angle({"dead_band_deg", "within which it gives no torque"}, a.servo.dead_band, angle);
    v.angle({"resolution_deg", "of its command"}, a.servo.resolution, angle);
    v.number({"refresh_rate", "of its command"}, a.servo.refresh_rate, {1.0, 1e4, false, "Hz"});
  }
}

void visit_soles(KeyVisitor& v, std::vector<SoleSpec>& soles) {
  visit_parts(v, {"sole", "a flat sole under whole-body control"}, soles, [&](SoleSpec& sole) {
    visit_name_and_body(v, sole);
    visit_names(v, {"pads", "at its corners: front left, front right, rear left, rear right"}, sole.pads,
                kSoleCorners);
  });
  if (!soles.empty() && soles.size() != kSoles)
    v.refuse("sole", fmt::format("{} soles", soles.size()), "two, the left one first");
}

std::vector<LegSpec> load_legs(const std::filesystem::path& path) {
  const std::string file = resolve_asset(path.string(), "rovers", ".").string();
  const TomlTable table = TomlTable::load(file);
  std::vector<LegSpec> legs;
  KeyReader reader(table);
  visit_legs(reader, legs);
  const bool limbs = std::ranges::any_of(legs, &LegSpec::limb);  // their chains need the rest of the file
  if (limbs) legs = load_vehicle(file).legs;
  if (legs.empty()) throw InputError(table.place(""), "no [[leg]]", "at least one");
  return legs;
}

}  // namespace grouser
