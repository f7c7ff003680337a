// SPDX-License-Identifier: BSD-3-Clause
// Limbs of a walker's file: their joints are those of the vehicle, so that a length stands in one place.
#include <algorithm>

#include "grouser/math/units.hpp"
#include "vehicle_parts.hpp"

namespace grouser {
namespace {

constexpr double kWholeTurn = 180.0 * kDegree;  // a joint without stops

const JointSpec& limb_joint(const VehicleSpec& spec, const std::string& place, const std::string& name) {
  const auto found = std::ranges::find(spec.joints, name, &JointSpec::name);
  if (found == spec.joints.end() || !found->kind().hinge || found->mode != CoordinateMode::dynamic)
    throw InputError(place + ": motors", "'" + name + "'", "the name of a dynamic revolute [[joint]]");
  return *found;
}

SerialLimbSpec chain_of(const VehicleSpec& spec, const std::string& place, const LegSpec& leg) {
  SerialLimbSpec limb;
  std::string link = spec.root;
  for (const std::string& name : leg.motors) {
    const JointSpec& joint = limb_joint(spec, place, name);
    if (joint.parent != link)
      throw InputError(place + ": motors", "'" + name + "' on body '" + joint.parent + "'",
                       "a chain: a joint on body '" + link + "'");
    link = joint.child;
    limb.joints.push_back({name, joint.X_PJ, joint.axis, std::max(joint.forces.lower, -kWholeTurn),
                           std::min(joint.forces.upper, kWholeTurn)});
  }
  const auto wheel = std::ranges::find(spec.wheels, leg.foot, &WheelSpec::name);
  if (wheel == spec.wheels.end())
    throw InputError(place + ": wheel", "'" + leg.foot + "'", "the name of one of the [[wheels]]");
  const auto axle = std::ranges::find(spec.joints, wheel->drive_joint, &JointSpec::name);
  if (axle == spec.joints.end() || axle->parent != link)
    throw InputError(place + ": wheel",
                     "'" + leg.foot + "', which is not on body '" + link + "' at the end of its joints",
                     "the wheel that the last joint carries");
  limb.X_end = axle->X_PJ;
  return limb;
}

}  // namespace

void chain_limbs(const std::string& file, VehicleSpec& spec) {
  for (LegSpec& leg : spec.legs) {
    if (!leg.limb()) continue;
    const std::string place = file + ": leg '" + leg.name + "'";
    SerialLimbSpec limb = chain_of(spec, place, leg);
    leg.position = limb.joints.front().X_PJ.p;
    try {
      SerialLimb{limb};
    } catch (const InputError& error) {
      throw InputError(place + ": " + error.what());
    }
    leg.dimensions = std::move(limb);
  }
}

}  // namespace grouser
