// SPDX-License-Identifier: BSD-3-Clause
// Description of a forest by names, as a file or a test gives it, and its check into a Model.
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "grouser/multibody/tree/model.hpp"

namespace grouser {

struct BodySpec {
  std::string name = {};
  double mass = std::numeric_limits<double>::quiet_NaN();  ///< kg, > 0
  Vec3 com = Vec3::Zero();                                 ///< centre of mass in the body frame, m
  Mat3 inertia = Mat3::Zero();  ///< about the centre of mass, body axes, kg m2; positive, triangle inequality
};

struct JointSpec {
  std::string name = {};
  JointType type = JointType::fixed;
  std::string parent = {};           ///< body name, or "world"
  std::string child = {};            ///< body name
  RigidTransform X_PJ = {};          ///< joint frame in the parent's body frame
  Vec3 axis = Vec3::UnitZ();         ///< unit, in J and in B, which coincide at the coordinates zero
  Vec3 second_axis = Vec3::UnitX();  ///< of joints of two turns: square to the first, unit, likewise in both
  CoordinateMode mode = CoordinateMode::dynamic;
  JointForces forces = {};
  const JointKind& kind() const { return kind_of(type); }
};

/// For one-coordinate dynamic joints (rocker-bogie differential: ratio -1):
///   q_dependent = ratio * q_independent + offset
struct CouplingSpec {
  std::string name = {}, dependent = {}, independent = {};
  double ratio = -1.0, offset = 0.0;
};

/// What a loop joint holds fast between body a and body b, which both have inboard joints already.
enum class LoopJointType {
  spherical,   ///< 3 rows: the points coincide
  revolute,    ///< 5 rows: and the axes
  fixed,       ///< 6 rows: and the frames
  inline_pin,  ///< 2 rows: b's point stays on a's axis; a pin of a planar mechanism, which is planar by itself
  distance,    ///< 1 row: a rod of `length` between the points, without mass
  rope,        ///< 1 one-sided row: the points are at most `length` apart
  strut        ///< 1 one-sided row: they are at least `length` apart
};
const char* to_string(LoopJointType);
/// What a description says besides the two points; a driver if it likes.
struct LoopJointKeys {
  bool axis = false, frames = false, length = false, driver = false;
};
LoopJointKeys keys_of(LoopJointType);
/// Those that hold all the time, in the order of a file's choices.
inline constexpr LoopJointType kPermanentLoopJoints[] = {LoopJointType::spherical, LoopJointType::revolute,
                                                         LoopJointType::fixed, LoopJointType::inline_pin,
                                                         LoopJointType::distance};

struct LoopJointSpec {
  std::string name = {};
  LoopJointType type = LoopJointType::spherical;
  std::string body_a = {}, body_b = {};  ///< body name or "world"
  RigidTransform X_AJ = {}, X_BJ = {};   ///< joint frame in the body frame of a, and in that of b
  Vec3 axis = Vec3::UnitZ();             ///< unit, in both joint frames: of revolute and inline_pin
  double length = 0.0;                   ///< of distance, rope and strut, m, > 0
  /// Of the pin (inline or revolute) of a planar four-bar linkage: the joint that moves it. Not empty: the linkage is embedded
  /// (EmbeddedLoop) while all its joints are dynamic; with a prescribed one it is closed by its rows.
  std::string driver = {};
};

/// Point-to-point force element between two bodies (or the world).
struct SpringElementSpec {
  std::string name = {};
  std::string body_a = {}, body_b = {};                      ///< body name or "world"
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();       ///< in the body frames, m
  double stiffness = 0.0, damping = 0.0, free_length = 0.0;  ///< N/m, N s/m, m
  bool tension_only = false;                                 ///< a tether
};

/// What becomes of a row that others imply, as three of the five of a planar linkage's last pin.
enum class RedundantRows { refuse, leave_out };

class ModelBuilder {
 public:
  ModelBuilder& add_body(BodySpec body);
  ModelBuilder& add_joint(JointSpec joint);
  ModelBuilder& add_coupling(CouplingSpec coupling);
  ModelBuilder& add_loop_joint(LoopJointSpec joint);
  ModelBuilder& add_spring(SpringElementSpec spring);
  /// `origin` names the source in messages. Throws InputError: mass not > 0, physically impossible inertia
  /// (not symmetric positive, triangle inequality), unknown or duplicate names, a body with no or two inboard
  /// joints, a cycle, a bad or chained coupling, a loop joint that cannot be closed or whose rows are not
  /// independent, a driver of what is no planar four-bar linkage, a non-unit axis, limits without limit_stiffness, passive forces on a joint that cannot have
  /// them, non-finite numbers.
  /// Rows that are left out are named in Model::left_out(); one that contradicts the others is refused either way.
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
