// A rover as its TOML file describes it: bodies, joints, wheels, contact spheres, looks. Format:
// docs/user_guide.md.
#pragma once
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/multibody/model.hpp"
#include "grouser/soil/wheel_reaction.hpp"
#include "grouser/vehicle/visual.hpp"

namespace grouser {

/// One wheel. Its body's frame stands at the hub, y along the axle (left).
struct WheelSpec {
  std::string name;  ///< "front_left"
  std::string body;
  std::string drive_joint;  ///< revolute about y, prescribed
  std::string steer_joint;  ///< revolute about z, prescribed; empty: not steered
  WheelGeometry geometry;
  double stiffness = kUnset;             ///< radial stiffness k_wheel, N/m
  double damping = kUnset;               ///< beta_wheel, N s/m
  double tangential_stiffness = kUnset;  ///< N/m, shear stiffness of the wheel on hard ground
  double bristle_damping_ratio = 0.7;    ///< share of critical of the slip state's damper, -
  int slices = 3;                        ///< discs across the width
  int stencil_points = 2;                ///< n of the backward difference, 2 to 6
};

/// A sphere on a body that touches ground and shapes, so that a hung-up rover is hung up.
struct SphereSpec {
  std::string body;
  Vec3 position = Vec3::Zero();  ///< body frame, m
  double radius = 0.0;           ///< m
  double stiffness = 0.0;        ///< N/m
  double damping = 0.0;          ///< N s/m
  double friction = 0.0;         ///< Coulomb, -
};

struct NamedVisual {
  std::string body;
  VisualShape shape;  ///< shape.body is filled in when the model is built
};

struct RoverSpec {
  std::string name, title;
  std::string root;  ///< the free body that other things follow: the chassis
  std::vector<BodySpec> bodies;
  std::vector<JointSpec> joints;
  std::vector<CouplingSpec> couplings;
  std::vector<SpringElementSpec> springs;
  std::vector<WheelSpec> wheels;
  std::vector<SphereSpec> spheres;
  std::vector<NamedVisual> visuals;
  std::vector<std::string> sources, assumed;
};

/// Reads and checks a rover's table (strict keys). Throws InputError.
RoverSpec read_rover(const TomlTable& table);

/// The rover's tree, its root free in the world.
Model build_model(const RoverSpec& rover, const std::string& origin);

}  // namespace grouser
