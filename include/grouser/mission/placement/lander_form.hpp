// SPDX-License-Identifier: BSD-3-Clause
// A lander as a placement sees it: one rigid body on footpads, with ramps on hinges and spheres under its
// belly. Taken from the lander's file. Frame: that of its root body, with every joint at zero.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "grouser/math/pose.hpp"
#include "grouser/soil/force/pad_contact.hpp"
#include "grouser/vehicle/spec/vehicle.hpp"

namespace grouser {

/// A footpad on the root, or on a leg that slides along one axis against a spring.
struct LanderPad {
  std::string name;
  Vec3 sole = Vec3::Zero();       ///< middle of the sole, leg unloaded, m
  Vec3 up = Vec3::UnitZ();        ///< out of the sole
  Vec3 leg_axis = Vec3::UnitZ();  ///< axis along which the leg yields
  double leg_stiffness = kUnset;  ///< N/m; infinite: the pad is on the root itself
  std::vector<PadLaw> laws;       ///< one per material of the ground
};

/// A part that hangs on a hinge and carries a surface.
struct LanderRamp {
  std::string name;
  RigidTransform hinge;             ///< of its body's frame at angle zero
  Vec3 axis = Vec3::UnitY();        ///< of the hinge, in that frame; positive angles lower the far end
  double lower = 0.0, upper = 0.0;  ///< rad
  double mass = 0.0;                ///< kg
  Vec3 com = Vec3::Zero();          ///< in its frame
  Vec3 along = Vec3::UnitX();       ///< from the hinge to the far end, in its frame, unit
  std::vector<SphereSpec> tips;     ///< spheres at its end
  std::vector<Vec3> underside;      ///< points of the plate's lower face, in its frame
  std::array<Vec3, 2> end_corners;  ///< of the far end, in its frame
  RigidTransform pose(double angle) const {
    return hinge * RigidTransform{rotation_about(axis, angle), Vec3::Zero()};
  }
};

/// A sphere of the root, or a point of the underside of a surface that it carries.
struct LanderBelly {
  Vec3 position = Vec3::Zero();
  double radius = 0.0;     ///< m
  double stiffness = 0.0;  ///< N/m
};

struct LanderForm {
  std::string name;
  double mass = 0.0;             ///< without ramps, kg
  Vec3 com = Vec3::Zero();       ///< of the lander without ramps, m
  Vec3 gyration = Vec3::Ones();  ///< radii of gyration of the whole lander about x and y (z unused), m
  std::vector<LanderPad> pads;
  std::vector<LanderRamp> ramps;
  std::vector<LanderBelly> belly;
  double reach = 0.0;  ///< largest distance of any part from the root's origin, m

  double total_mass() const;
};

/// Throws InputError: fewer than three footpads, or a pad on a joint that is not a sliding leg.
LanderForm make_lander_form(const VehicleSpec& spec, std::span<const SoilParams> materials,
                            const std::string& origin);

}  // namespace grouser
