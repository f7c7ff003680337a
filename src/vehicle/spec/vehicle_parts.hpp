// SPDX-License-Identifier: BSD-3-Clause
// Parts of a vehicle's file that vehicle.cpp puts together.
#pragma once
#include <fmt/format.h>

#include "grouser/base/error.hpp"
#include "grouser/vehicle/spec/vehicle.hpp"

namespace grouser {

inline constexpr std::size_t kMaxParts = 10000;  // of each kind: a larger file is refused

/// Allowed radius of pads and contact spheres.
inline constexpr NumberRange kContactRadius{1e-3, 10.0, false, "m"};

/// Roll, pitch and yaw in degrees as a rotation.
Mat3 read_rotation(const TomlTable& t, const char* key);
/// Reads `axis`, a unit vector.
Vec3 read_axis(const TomlTable& t, const char* key = "axis");
/// Reads `position` and `rpy_deg`.
RigidTransform read_pose(const TomlTable& t);
LoopJointSpec read_loop_joint(const TomlTable& t);
RootSpec read_root(const TomlTable& root_joint);
/// Joints and `[[joint_set]]`.
void read_joints(const TomlTable& vehicle, VehicleSpec& spec);
/// `[contact_sphere]` and `[[sphere]]` but those of the parts that are left out.
void read_spheres(const TomlTable& vehicle, VehicleSpec& spec);
void read_pads(const TomlTable& vehicle, VehicleSpec& spec);
void read_tools(const TomlTable& vehicle, VehicleSpec& spec);
void read_leg_controls(const TomlTable& vehicle, VehicleSpec& spec);
void read_struts(const TomlTable& vehicle, VehicleSpec& spec);
/// Reads the chains of legs that are limbs from the joints and wheels, which must be there. Throws InputError.
void chain_limbs(const TomlTable& vehicle, VehicleSpec& spec);
void read_surfaces(const TomlTable& vehicle, VehicleSpec& spec);

template <class T, class F>
std::vector<T> read_list(const TomlTable& t, const char* key, F read) {
  std::vector<T> list;
  for (const TomlTable& item : t.tables(key)) {
    if (list.size() >= kMaxParts)
      throw InputError(t.place(key), "more parts", fmt::format("at most {}", kMaxParts));
    list.push_back(read(item));
  }
  return list;
}

}  // namespace grouser
