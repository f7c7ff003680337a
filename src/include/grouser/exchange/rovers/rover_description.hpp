// SPDX-License-Identifier: BSD-3-Clause
// A rover as URDF and SDF describe one: links with mass and forms, joints between them. It holds no wheels,
// motors or soil contact, for which these formats have no words. Lengths in m, angles in rad, masses in kg.
#pragma once
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "grouser/math/pose.hpp"

namespace grouser {

enum class FormKind { box, cylinder, sphere, capsule, mesh };

/// A visual or collision form of a link. Cylinders and capsules lie along z, their middle at the origin.
struct DescribedForm {
  FormKind kind = FormKind::box;
  Vec3 size = Vec3::Zero();   ///< of a box: along x, y and z
  double radius = 0.0;        ///< of round forms
  double length = 0.0;        ///< of a cylinder, of a capsule between the middles of its balls
  std::string file = {};      ///< of a mesh, as the file writes it ("package://...")
  Vec3 scale = Vec3::Ones();  ///< of a mesh
  RigidTransform pose = {};   ///< in the link
  std::optional<std::array<double, 3>> colour = {};  ///< red, green and blue, 0 to 1
  std::string place = {};                            ///< "file:line"
};

/// A rigid part.
struct DescribedLink {
  std::string name = {};
  std::string place = {};          ///< "file:line"
  double mass = 0.0;               ///< 0: the file gives none
  Vec3 com = Vec3::Zero();         ///< centre of mass in the link
  Mat3 inertia = Mat3::Zero();     ///< about the centre of mass, axes of the link
  std::string inertia_place = {};  ///< "file:line" of the inertia; empty: there is none
  std::vector<DescribedForm> visuals = {}, collisions = {};
};

enum class DescribedJointType { fixed, revolute, continuous, prismatic, floating, ball, universal };
/// Words of the types in URDF and SDF; `universal` and `ball` are SDF's alone, `floating` URDF's.
inline constexpr const char* kDescribedJointWords[] = {"fixed",    "revolute", "continuous", "prismatic",
                                                       "floating", "ball",     "universal"};

/// A joint that follows another: q = multiplier * q(joint) + offset.
struct DescribedMimic {
  std::string joint;
  double multiplier = 1.0, offset = 0.0;
};

/// A joint between two links. At the coordinate zero its frame has a fixed pose in both.
struct DescribedJoint {
  std::string name = {};
  std::string place = {};  ///< "file:line"
  DescribedJointType type = DescribedJointType::fixed;
  std::string parent = {}, child = {};
  RigidTransform X_PJ = {};          ///< joint frame in the parent link
  RigidTransform X_CJ = {};          ///< joint frame in the child link; of URDF the identity
  Vec3 axis = Vec3::UnitX();         ///< unit, joint frame
  Vec3 second_axis = Vec3::UnitY();  ///< of a universal joint
  bool axis_given = false;           ///< the file names an axis
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  double effort = 0.0, velocity = 0.0;   ///< limits of what moves it; 0: not given
  double damping = 0.0, friction = 0.0;  ///< N m s/rad and N m, or N s/m and N
  double stiffness = 0.0, rest = 0.0;    ///< of a spring (SDF)
  std::optional<DescribedMimic> mimic = {};

  bool turns() const {
    return type == DescribedJointType::revolute || type == DescribedJointType::continuous;
  }
  bool limited() const {
    return lower > -std::numeric_limits<double>::infinity() ||
           upper < std::numeric_limits<double>::infinity();
  }
  /// The child link in the parent link, at the coordinate zero.
  RigidTransform X_PC() const { return X_PJ * X_CJ.inverse(); }
};

/// TOML that a file of ours carries in its <grouser> element.
struct CarriedDocument {
  std::string text;
  std::string place;  ///< "file:line"
};

/// All of it, in the order of the file.
struct RoverDescription {
  std::string name = {};
  std::string file = {};    ///< for messages
  std::string format = {};  ///< "URDF 1.0", "SDF 1.7"
  std::vector<DescribedLink> links = {};
  std::vector<DescribedJoint> joints = {};  ///< of the tree
  std::vector<DescribedJoint> loops = {};   ///< joints that close loops (SDF)
  std::vector<std::string> actuated = {};   ///< joints that a transmission or a controller names
  std::vector<std::string> left_out = {};   ///< what the reader saw and did not take, a line each
  std::optional<CarriedDocument> carried = {};

  const DescribedLink* link(const std::string& name) const;
  const DescribedJoint* joint(const std::string& name) const;
  /// The joint that moves a link, or null for the root.
  const DescribedJoint* inboard(const std::string& link) const;
  /// Names of the joints from the root down to a link, the outermost first.
  std::vector<std::string> chain(const std::string& link) const;
  /// The one link without an inboard joint.
  const std::string& root() const;
  /// Pose of a link in the root link with all coordinates zero.
  RigidTransform X_RL(const std::string& link) const;
  double total_mass() const;

  /// Adds a line to left_out unless it is there.
  void leave_out(const std::string& line);
};

/// Throws InputError, naming file and line: no link, two links or joints of one name, a joint to a link that
/// is not there, a link with two inboard joints, more than one root, a cycle, mimic of a joint that is not
/// there, or more than kMostDescribedParts links.
void check_tree(const RoverDescription& rover);

inline constexpr std::size_t kMostDescribedParts = 500;

/// Roll, pitch and yaw of a rotation, also where the pitch is 90 degrees: the angles give the matrix back to
/// about 1e-15.
RollPitchYaw steady_rpy(const Mat3& R);

}  // namespace grouser
