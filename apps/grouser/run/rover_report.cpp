// SPDX-License-Identifier: BSD-3-Clause
// Walks over bodies, joints and wheels of a vehicle; values are those of its file in SI units.
#include "rover_report.hpp"

namespace grouser::cli {

double rover_mass(const VehicleSpec& rover) {
  double mass = 0.0;
  for (const auto& body : rover.bodies) mass += body.mass;
  return mass;
}

Json rover_json(const VehicleSpec& rover) {
  Json bodies = Json::array(), joints = Json::array(), wheels = Json::array();
  for (const auto& body : rover.bodies) bodies.push_back({{"name", body.name}, {"mass", body.mass}});
  for (const auto& joint : rover.joints)
    joints.push_back({{"name", joint.name},
                      {"type", joint.kind().name},
                      {"parent", joint.parent},
                      {"child", joint.child},
                      {"prescribed", joint.mode == CoordinateMode::prescribed}});
  for (const auto& wheel : rover.wheels)
    wheels.push_back({{"name", wheel.name},
                      {"radius", wheel.geometry.radius},
                      {"width", wheel.geometry.width},
                      {"grouser_height", wheel.geometry.grouser_height},
                      {"grouser_count", wheel.geometry.grouser_count},
                      {"steered", !wheel.steer_joint.empty()}});
  return {{"name", rover.name},       {"title", rover.title},    {"mass", rover_mass(rover)},
          {"bodies", bodies},         {"joints", joints},        {"wheels", wheels},
          {"sources", rover.sources}, {"assumed", rover.assumed}};
}

}  // namespace grouser::cli
