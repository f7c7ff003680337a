// SPDX-License-Identifier: BSD-3-Clause
// A forest of rigid bodies connected by joints, and the rows that constrain it further: what is fixed during
// a run. Built once by ModelBuilder (multibody/build), which validates it; afterwards always const.
//
// Frames. W: world. B: body frame. A joint has a parent frame P (fixed in the parent body or the world) and a
// child frame C (fixed in the child body): X_PC(q) is the joint's motion. We take C = the child's body frame,
// so a body's frame sits at its inboard joint:
//   X_WB = X_WParent * X_PJ * X_JB(q)
//
// Coordinates (q) and velocities (v) stand in the order in which the joints were added; those of one joint as
// joint_kinds.hpp says.
#pragma once
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "grouser/base/indexed.hpp"
#include "grouser/math/pose.hpp"
#include "grouser/multibody/tree/four_bar.hpp"
#include "grouser/multibody/tree/joint_kinds.hpp"

namespace grouser {

/// Index of a body among Model::bodies(); -1: the world (kWorld).
struct BodyId {
  int index = -1;                                  ///< from 0 in the model's order; -1: the world
  bool operator==(const BodyId&) const = default;  ///< true where both name the same body
};
inline constexpr BodyId kWorld{-1};  ///< the world, as the parent of a root or as an end of a spring

/// Index of a joint among Model::joints(); -1: none.
struct JointId {
  int index = -1;                                   ///< from 0 in the model's order; -1: none
  bool operator==(const JointId&) const = default;  ///< true where both name the same joint
};

/// Whether the motion of a coordinate is found or given.
enum class CoordinateMode {
  dynamic,    ///< solved for
  prescribed  ///< its motion is given (by the System, see integrator.hpp), and its effort is solved for
};

/// Passive forces on each coordinate of a joint, as far as its kind may have them (PassiveForces); units per
/// rad or per m.
struct JointForces {
  double stiffness = 0.0;           ///< N m/rad or N/m
  double rest = 0.0;                ///< rad or m
  double damping = 0.0;             ///< N m s/rad or N s/m; treated implicitly by Beeman (see dynamics.hpp)
  double friction = 0.0;            ///< Coulomb friction effort, N m or N
  double friction_velocity = 0.01;  ///< speed at which friction is fully mobilised (smooth law), rad/s or m/s
  double lower = -std::numeric_limits<double>::infinity();  ///< lower limit, rad or m
  double upper = std::numeric_limits<double>::infinity();   ///< upper limit, rad or m
  double limit_stiffness = 0.0;                             ///< one-sided spring beyond a limit
  double limit_damping = 0.0;  ///< one-sided damper beyond a limit, never pulls back

  /// A hinge has the inertia of its drive's rotor seen at the joint (gear ratio squared times its own), kg
  /// m2; it only resists the joint's acceleration (its gyroscopic part is left out).
  double rotor_inertia = 0.0;  ///< kg m2; 0: none
};

/// An inertia by its principal axes: base * 1 + sum of rise_k u_k u_k^T. In rotated axes only the u_k change.
struct PrincipalInertia {
  double base = 0.0;                         ///< inertia about an axis across all u_k, kg m2
  int count = 0;                             ///< number of terms: 0 for a ball, 1 for a solid of revolution
  double rise[2] = {0.0, 0.0};               ///< additional inertia about each u_k, kg m2
  Vec3 u[2] = {Vec3::Zero(), Vec3::Zero()};  ///< unit vectors of the terms, in the axes of the inertia
  int unit[2] = {-1, -1};  ///< k if u is the k-th coordinate axis, -1 if it is not a coordinate axis
};

/// One inboard joint per body; bodies are sorted so that a parent comes before its children (body i has joint
/// i).
struct Joint {
  std::string name;     ///< unique within the model; the vehicle's prefix in front of it
  JointKind kind;       ///< its row in the table of joint_kinds.hpp
  CoordinateMode mode;  ///< whether its coordinates are solved for or given
  BodyId parent;        ///< body that carries it; kWorld: a root
  BodyId child;         ///< body that it moves
  RigidTransform X_PJ;  ///< joint frame J in the parent's body frame
  Vec3 axis;  ///< of the first turn or the displacement, unit, in J; where it is the only axis also in B
  Vec3 second_axis;      ///< of the second turn, unit, in J and in B
  JointForces forces;    ///< its springs, dampers, limits and friction
  int q_index;           ///< first of its coordinates in q
  int v_index;           ///< first of its velocities in v
  int nq;                ///< its numbers of q
  int nv;                ///< its numbers of v
  bool aligned = false;  ///< X_PJ does not rotate
  int unit = -1;         ///< k if the axis is the k-th coordinate axis, otherwise -1
  bool passive = false;  ///< has a spring, damper, limit or friction

  /// Each of its coordinates has the passive forces, not their damper alone.
  bool has_springs() const { return passive && kind.forces == PassiveForces::all; }
};

/// A rigid body of the forest.
struct Body {
  std::string name;                    ///< unique within the model; the vehicle's prefix in front of it
  double mass;                         ///< kg, > 0
  Vec3 com;                            ///< centre of mass in the body frame, m
  Mat3 inertia;                        ///< about the centre of mass, body axes, kg m2
  Vec3 first_moment = Vec3::Zero();    ///< mass * com, kg m
  PrincipalInertia about_origin = {};  ///< inertia about the body's origin, body axes, kg m2
};

/// The relation that a row keeps; the first of each pair of ends is a, the second b (Haug 1989, section 9.2:
/// basic constraints).
enum class RowKind {
  coordinates,  ///< q_dependent - ratio q_independent - offset = 0
  point,        ///< u_a . (p_b - p_a) = 0, with the axis u_a fixed in a: in the plane through p_a across it
  axes,         ///< u_a . u_b = 0: two axes stay perpendicular
  distance      ///< |p_b - p_a| - length = 0
};

/// One scalar relation between coordinates or bodies: its gap is zero during the whole run. The multiplier is
/// the effort along the gap, N or N m. If it is limited the row is one-sided: upper = 0 allows gap <= 0 (a
/// rope pulls only), lower = 0 allows gap >= 0 (a strut pushes only).
struct Row {
  RowKind kind = RowKind::coordinates;  ///< which relation it keeps
  int constraint = -1;                  ///< index in Model::constraints()
  int dependent_q = -1;                 ///< of the given coordinate in q (RowKind::coordinates)
  int dependent_v = -1;                 ///< of the same in v
  int independent_q = -1;               ///< of the free coordinate in q
  int independent_v = -1;               ///< of the same in v
  double ratio = 0.0;                   ///< of the given coordinate to the free one, -, rad/m or m/rad
  double offset = 0.0;                  ///< of the given coordinate at zero of the free one, rad or m
  BodyId body_a = {};                   ///< first end; kWorld: the world
  BodyId body_b = {};                   ///< second end
  Vec3 point_a = Vec3::Zero();          ///< in the frame of body_a, m
  Vec3 point_b = Vec3::Zero();          ///< in the frame of body_b, m
  Vec3 axis_a = Vec3::Zero();           ///< in the frame of body_a, unit
  Vec3 axis_b = Vec3::Zero();           ///< in the frame of body_b, unit
  double length = 0.0;                  ///< of RowKind::distance, m

  /// Least multiplier, N or N m; 0: the row only allows gap >= 0.
  double lower = -std::numeric_limits<double>::infinity();
  /// Largest multiplier, N or N m; 0: the row only allows gap <= 0.
  double upper = std::numeric_limits<double>::infinity();
  bool one_sided() const { return lower == 0.0 || upper == 0.0; }  ///< whether the gap may open to one side

  /// Sign of the gap that a one-sided row forbids.
  double forbidden_side() const { return lower == 0.0 ? -1.0 : 1.0; }
};

/// A named constraint: a coupling or a loop joint, as a group of rows.
struct Constraint {
  std::string name;  ///< as the description names it; unique among those of its kind
  std::string kind;  ///< "coupling", "loop joint": for messages
  int first_row;     ///< index of its first row in Model::rows()
  int rows;          ///< number of its rows
};

/// A loop of four parallel hinges, two of them on one body, that one of these two drives: coupler and
/// follower have their angles from the driver's in closed form, and the recursion takes the three as one
/// joint. Its two rows stay in rows(), for loads.
struct EmbeddedLoop {
  int constraint = -1;  ///< index in Model::constraints()
  int driver = -1;      ///< joint that moves the linkage
  int coupler = -1;     ///< joint of the coupler
  int follower = -1;    ///< joint of the follower
  FourBar bars = {};    ///< lengths and directions of the four bars, m
};

/// A point-to-point spring, damper or tether between two bodies or a body and the world.
struct SpringElement {
  std::string name;    ///< unique within the model
  BodyId body_a;       ///< first end; kWorld: the world
  BodyId body_b;       ///< second end
  Vec3 point_a;        ///< in the frame of body_a, m
  Vec3 point_b;        ///< in the frame of body_b, m
  double stiffness;    ///< N/m
  double damping;      ///< N s/m
  double free_length;  ///< length without tension, m
  bool tension_only;   ///< a tether: it never pushes
};

/// The forest: its bodies, joints, rows and springs, and the number of its coordinates.
class Model {
 public:
  int nq() const { return nq_; }  ///< length of q
  int nv() const { return nv_; }  ///< length of v, and of accelerations and efforts
  const Indexed<BodyId, Body>& bodies() const { return bodies_; }    ///< parents before their children
  const Indexed<JointId, Joint>& joints() const { return joints_; }  ///< joints()[i].child.index == i

  /// The joint that connects a body with its parent.
  const Joint& inboard(BodyId body) const { return joints_[JointId{body.index}]; }
  /// Couplings and loop joints, in the order of the description.
  const std::vector<Constraint>& constraints() const { return constraints_; }
  const std::vector<Row>& rows() const { return rows_; }  ///< of all constraints, in their order

  /// Rows that the others imply and the builder left out: "loop joint 'pin', row 3 of 5". Which of a loop's
  /// joints carries their loads is open.
  const std::vector<std::string>& left_out() const { return left_out_; }
  /// Closed in closed form by the recursion.
  const std::vector<EmbeddedLoop>& embedded_loops() const { return embedded_loops_; }
  /// Point-to-point, in the order of the description.
  const std::vector<SpringElement>& springs() const { return springs_; }
  const std::vector<CoordinateMode>& modes() const { return modes_; }  ///< of each velocity coordinate

  /// Velocity coordinates that can be chosen freely: dynamic, and not given by the others through a row.
  const std::vector<int>& independent_coordinates() const { return independent_; }
  /// The velocity coordinate that each equality row gives, in their order.
  const std::vector<int>& dependent_coordinates() const { return dependent_; }
  double total_mass() const { return total_mass_; }  ///< of all bodies, kg

  /// The body with this name; nothing if there is none.
  std::optional<BodyId> find_body(const std::string& name) const;
  /// The joint with this name; nothing if there is none.
  std::optional<JointId> find_joint(const std::string& name) const;
  /// The body with this name. Throws InputError that lists the known names.
  BodyId body(const std::string& name) const;
  /// The joint with this name. Throws InputError that lists the known names.
  JointId joint(const std::string& name) const;
  /// Coordinates with every joint at zero and unit quaternions, or as near to it as the constraints allow.
  const VecX& neutral_q() const { return neutral_q_; }
  /// result = q (+) delta, where delta holds nv rotation vectors (body axes) and displacements. Quaternions
  /// are renormalised. No allocation; result may alias q.
  void integrate(const VecX& q, const VecX& delta, VecX& result) const;

 private:
  friend class ModelBuilder;
  Indexed<BodyId, Body> bodies_;
  Indexed<JointId, Joint> joints_;
  std::vector<Constraint> constraints_;
  std::vector<Row> rows_;
  std::vector<EmbeddedLoop> embedded_loops_;
  std::vector<SpringElement> springs_;
  std::vector<CoordinateMode> modes_;
  std::vector<int> independent_, dependent_;
  std::vector<std::string> left_out_;
  VecX neutral_q_;
  int nq_ = 0, nv_ = 0;
  double total_mass_ = 0.0;
};

/// Directions of an embedded linkage's arm, link and lever at these positions.
FourBarPose pose_at(const Model&, const EmbeddedLoop&, const VecX& q);

}  // namespace grouser
