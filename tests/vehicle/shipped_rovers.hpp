// SPDX-License-Identifier: BSD-3-Clause
// The rovers that come with the program, loaded for tests, and the state in which they stand on level ground.
#pragma once
#include <string>

#include "folders.hpp"
#include "grouser/base/error.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/vehicle/spec/vehicle.hpp"

namespace grouser::test {

inline const std::vector<std::string> kShippedRovers = {"exomars_lvm",     "rocker_bogie", "rocker_bogie_bar",
                                                        "four_wheel_fast", "viper",        "viper_mgru3"};

inline std::string rover_file(const std::string& id) {
  return test::source_folder().string() + "/assets/rovers/" + id + ".toml";
}

struct ShippedRover {
  VehicleSpec spec;
  Model model;
  explicit ShippedRover(const std::string& id)
      : spec(read_vehicle(TomlTable::load(rover_file(id)))), model(build_model(spec, rover_file(id))) {}
  const Joint& joint(const std::string& name) const {
    return model.joints()[static_cast<std::size_t>(model.joint(name).index)];
  }
  const Body& body(const std::string& name) const {
    return model.bodies()[static_cast<std::size_t>(model.body(name).index)];
  }
  const WheelSpec& wheel(const std::string& name) const {
    for (const WheelSpec& w : spec.wheels)
      if (w.name == name) return w;
    throw InputError(spec.name, "no wheel '" + name + "'", "a wheel of this rover");
  }
};

/// At rest, chassis frame on the world's, joints as in q.
inline Kinematics at_rest(const Model& model, const VecX& q) {
  Kinematics kinematics(model);
  calc_kinematics(model, q, VecX::Zero(model.nv()), kinematics);
  return kinematics;
}

inline Vec3 hub_position(const ShippedRover& rover, const Kinematics& kinematics, const WheelSpec& wheel) {
  return kinematics.body[static_cast<std::size_t>(rover.model.body(wheel.body).index)].X_WB.p;
}

}  // namespace grouser::test
