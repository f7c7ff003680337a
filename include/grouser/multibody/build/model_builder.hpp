// SPDX-License-Identifier: BSD-3-Clause
// Description of a forest by names, as a file or a test gives it, and its check into a Model.
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "grouser/multibody/tree/model.hpp"

namespace grouser {

/// A body of the description.
struct BodySpec {
  std::string name = {};                                   ///< unique within the description
  double mass = std::numeric_limits<double>::quiet_NaN();  ///< kg, > 0
  Vec3 com = Vec3::Zero();                                 ///< centre of mass in the body frame, m
  Mat3 inertia = Mat3::Zero();  ///< about the centre of mass, body axes, kg m2; positive, triangle inequality
};

/// A joint of the description, inboard of its child.
struct JointSpec {
  std::string name = {};              ///< unique within the description
  JointType type = JointType::fixed;  ///< names its row in the table of joint_kinds.hpp
  std::string parent = {};            ///< body name, or "world"
  std::string child = {};             ///< body name
  RigidTransform X_PJ = {};           ///< joint frame in the parent's body frame
  Vec3 axis = Vec3::UnitZ();          ///< unit, in J and in B, which coincide at the coordinates zero
  Vec3 second_axis = Vec3::UnitX();   ///< of joints of two turns: square to the first, unit, in J and in B
  CoordinateMode mode = CoordinateMode::dynamic;  ///< whether its coordinates are solved for or given
  JointForces forces = {};                        ///< springs, dampers, limits and friction

  /// The row of its type in the table of joint_kinds.hpp.
  const JointKind& kind() const { return kind_of(type); }
};

/// For one-coordinate dynamic joints (rocker-bogie differential: ratio -1):
///   q_dependent = ratio * q_independent + offset
struct CouplingSpec {
  std::string name = {};         ///< unique among the couplings
  std::string dependent = {};    ///< joint whose coordinate is given
  std::string independent = {};  ///< joint whose coordinate gives it
  double ratio = -1.0;           ///< of the dependent coordinate to the independent one, -, rad/m or m/rad
  double offset = 0.0;           ///< of the dependent coordinate at zero of the other, rad or m
};

/// The relation that a loop joint keeps between body a and body b, which both have inboard joints already.
enum class LoopJointType {
  spherical,   ///< 3 rows: the points coincide
  revolute,    ///< 5 rows: and the axes
  fixed,       ///< 6 rows: and the frames
  inline_pin,  ///< 2 rows: b's point stays on a's axis; a pin of a mechanism that is planar by itself
  distance,    ///< 1 row: a rod of `length` between the points, without mass
  rope,        ///< 1 one-sided row: the points are at most `length` apart
  strut        ///< 1 one-sided row: they are at least `length` apart
};
const char* to_string(LoopJointType);  ///< the word of a type in files and messages

/// The keys that a description of one type has besides the two points.
struct LoopJointKeys {
  bool axis = false;    ///< `axis`
  bool frames = false;  ///< rotations of both joint frames
  bool length = false;  ///< `length`
  bool driver = false;  ///< `driver`, which may be left out
};
LoopJointKeys keys_of(LoopJointType);  ///< the keys that a type has

/// Loop joints that hold all the time, in the order of a file's choices.
inline constexpr LoopJointType kPermanentLoopJoints[] = {LoopJointType::spherical, LoopJointType::revolute,
                                                         LoopJointType::fixed, LoopJointType::inline_pin,
                                                         LoopJointType::distance};

/// A joint that closes a loop: a group of rows between two bodies.
struct LoopJointSpec {
  std::string name = {};                          ///< unique among the loop joints
  LoopJointType type = LoopJointType::spherical;  ///< which relation it keeps
  std::string body_a = {};                        ///< body name or "world"
  std::string body_b = {};                        ///< body name or "world"
  RigidTransform X_AJ = {};                       ///< joint frame in the body frame of a
  RigidTransform X_BJ = {};                       ///< joint frame in the body frame of b
  Vec3 axis = Vec3::UnitZ();                      ///< unit, in both joint frames: of revolute and inline_pin
  double length = 0.0;                            ///< of distance, rope and strut, m, > 0

  /// The joint that moves a planar four-bar linkage, where this is its pin (inline or revolute). Not empty:
  /// the linkage is embedded (EmbeddedLoop) while all its joints are dynamic; with a prescribed one it is
  /// closed by its rows.
  std::string driver = {};  ///< name of an inboard joint; empty: none
};

/// Point-to-point force element between two bodies (or the world).
struct SpringElementSpec {
  std::string name = {};        ///< unique within the description
  std::string body_a = {};      ///< body name or "world"
  std::string body_b = {};      ///< body name or "world"
  Vec3 point_a = Vec3::Zero();  ///< in the frame of body_a, m
  Vec3 point_b = Vec3::Zero();  ///< in the frame of body_b, m
  double stiffness = 0.0;       ///< N/m
  double damping = 0.0;         ///< N s/m
  double free_length = 0.0;     ///< length without tension, m
  bool tension_only = false;    ///< a tether: it never pushes
};

/// Treatment of a row that others imply, as three of the five of a planar linkage's last pin.
enum class RedundantRows {
  refuse,    ///< an InputError names it
  leave_out  ///< the model is built without it
};

/// Collects a description and checks it into a Model. Nothing is checked before build().
class ModelBuilder {
 public:
  ModelBuilder& add_body(BodySpec body);  ///< adds a body; returns the builder

  /// Adds a joint; each body has one as its child. Returns the builder.
  ModelBuilder& add_joint(JointSpec joint);
  /// Adds a relation of two coordinates; returns the builder.
  ModelBuilder& add_coupling(CouplingSpec coupling);
  /// Adds a joint that closes a loop; returns the builder.
  ModelBuilder& add_loop_joint(LoopJointSpec joint);
  /// Adds a point-to-point spring; returns the builder.
  ModelBuilder& add_spring(SpringElementSpec spring);
  /// Checks the description and builds the model. `origin` names the source in messages. Throws InputError:
  /// mass not > 0, physically impossible inertia (not symmetric positive, triangle inequality), unknown or
  /// duplicate names, a body with no or two inboard joints, a cycle, a bad or chained coupling, a loop joint
  /// that cannot be closed or whose rows are not independent, a driver of what is no planar four-bar linkage,
  /// a non-unit axis, limits without limit_stiffness, passive forces on a joint that cannot have them,
  /// non-finite numbers. Rows that are left out are named in Model::left_out(); one that contradicts the
  /// others is always refused.
  Model build(const std::string& origin, RedundantRows redundant = RedundantRows::refuse) const;

 private:
  /// Everything but the neutral position that closes the rows, and the split of coordinates.
  Model assemble(const std::string& origin) const;
  static Model without_rows(const Model& whole, const std::vector<int>& rows);

  std::vector<BodySpec> bodies_;
  std::vector<JointSpec> joints_;
  std::vector<CouplingSpec> couplings_;
  std::vector<LoopJointSpec> loop_joints_;
  std::vector<SpringElementSpec> springs_;
};

}  // namespace grouser
