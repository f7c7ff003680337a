// A forest of rigid bodies connected by joints: what is fixed during a run. Built once by ModelBuilder, which
// validates it; afterwards always const.
//
// Frames. W: world. B: body frame. A joint has a parent frame P (fixed in the parent body or the world) and a
// child frame C (fixed in the child body): X_PC(q) is the joint's motion. We take C = the child's body frame,
// so a body's frame sits at its inboard joint:
//   X_WB = X_WParent * X_PJ * X_JB(q)
//
// Coordinates (q) and velocities (v) by joint type, in the order the joints were added:
//   fixed      -                                     -
//   revolute   angle about `axis` (rad)              rate (rad/s)
//   prismatic  displacement along `axis` (m)         rate (m/s)
//   spherical  quaternion w,x,y,z of R_JB            angular velocity of B in J, written in B (rad/s)
//   free       quaternion w,x,y,z of R_JB, position  angular velocity written in B, then velocity of B's
//              of B's origin in J (7 numbers)        origin written in J (6 numbers; J is usually the world)
#pragma once
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "grouser/math/pose.hpp"

namespace grouser {

struct BodyId {
  int index = -1;
  bool operator==(const BodyId&) const = default;
};
inline constexpr BodyId kWorld{-1};
struct JointId {
  int index = -1;
  bool operator==(const JointId&) const = default;
};

enum class JointType { fixed, revolute, prismatic, spherical, free };
const char* to_string(JointType);

/// dynamic: solved for. prescribed: its motion is given (by the System, see integrator.hpp) and its effort is
/// solved for.
enum class CoordinateMode { dynamic, prescribed };

struct BodySpec {
  std::string name = {};
  double mass = std::numeric_limits<double>::quiet_NaN();  ///< kg, > 0
  Vec3 com = Vec3::Zero();                                 ///< centre of mass in the body frame, m
  Mat3 inertia = Mat3::Zero();  ///< about the centre of mass, body axes, kg m2; positive, triangle inequality
};

/// Passive forces on a revolute or prismatic joint; units per rad or per m. A spherical joint may only have
/// `damping`.
struct JointForces {
  double stiffness = 0.0;           ///< N m/rad or N/m
  double rest = 0.0;                ///< rad or m
  double damping = 0.0;             ///< N m s/rad or N s/m; treated implicitly by Beeman (see dynamics.hpp)
  double friction = 0.0;            ///< Coulomb friction effort, N m or N
  double friction_velocity = 0.01;  ///< speed at which friction is fully mobilised (smooth law), rad/s or m/s
  double lower = -std::numeric_limits<double>::infinity();  ///< limit, rad or m
  double upper = std::numeric_limits<double>::infinity();
  double limit_stiffness = 0.0;  ///< one-sided spring beyond a limit
  double limit_damping = 0.0;    ///< one-sided damper beyond a limit, never pulls back
  /// Revolute: inertia of the drive's rotor seen at the joint (gear ratio squared times its own), kg m2; it
  /// only resists the joint's acceleration (its gyroscopic part is left out).
  double rotor_inertia = 0.0;
};

struct JointSpec {
  std::string name = {};
  JointType type = JointType::fixed;
  std::string parent = {};    ///< body name, or "world"
  std::string child = {};     ///< body name
  RigidTransform X_PJ = {};   ///< joint frame in the parent's body frame
  Vec3 axis = Vec3::UnitZ();  ///< unit, in J (and in B: the axis is the same in both)
  CoordinateMode mode = CoordinateMode::dynamic;
  JointForces forces = {};
};

/// For one-coordinate dynamic joints (rocker-bogie differential: ratio -1):
///   q_dependent = ratio * q_independent + offset
struct CouplingSpec {
  std::string name = {}, dependent = {}, independent = {};
  double ratio = -1.0, offset = 0.0;
};

/// Point-to-point force element between two bodies (or the world).
struct SpringElementSpec {
  std::string name = {};
  std::string body_a = {}, body_b = {};                      ///< body name or "world"
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();       ///< in the body frames, m
  double stiffness = 0.0, damping = 0.0, free_length = 0.0;  ///< N/m, N s/m, m
  bool tension_only = false;                                 ///< a tether
};

class Model;

class ModelBuilder {
 public:
  ModelBuilder& add_body(BodySpec body);
  ModelBuilder& add_joint(JointSpec joint);
  ModelBuilder& add_coupling(CouplingSpec coupling);
  ModelBuilder& add_spring(SpringElementSpec spring);
  /// `origin` names the source in messages. Throws InputError: mass not > 0, physically impossible inertia
  /// (not symmetric positive, triangle inequality), unknown or duplicate names, a body with no or two inboard
  /// joints, a cycle, a loop-closing joint (not yet supported), a bad or chained coupling, a non-unit axis,
  /// limits without limit_stiffness, passive forces on a joint that cannot have them, non-finite numbers.
  Model build(const std::string& origin) const;

 private:
  std::vector<BodySpec> bodies_;
  std::vector<JointSpec> joints_;
  std::vector<CouplingSpec> couplings_;
  std::vector<SpringElementSpec> springs_;
};

/// An inertia by its principal axes: base * 1 + sum of rise_k u_k u_k^T. In rotated axes only the u_k change.
struct PrincipalInertia {
  double base = 0.0;
  int count = 0;  ///< number of terms: 0 for a ball, 1 for a solid of revolution
  double rise[2] = {0.0, 0.0};
  Vec3 u[2] = {Vec3::Zero(), Vec3::Zero()};
  int unit[2] = {-1, -1};  ///< k if u is the k-th coordinate axis, -1 if it is not a coordinate axis
};

/// One inboard joint per body; bodies are sorted so that a parent comes before its children (body i has joint
/// i).
struct Joint {
  std::string name;
  JointType type;
  CoordinateMode mode;
  BodyId parent, child;
  RigidTransform X_PJ;
  Vec3 axis;
  JointForces forces;
  int q_index, v_index, nq, nv;
  bool aligned = false;  ///< X_PJ does not rotate
  int unit = -1;         ///< k if the axis is the k-th coordinate axis, otherwise -1
  bool passive = false;  ///< has a spring, damper, limit or friction
};
struct Body {
  std::string name;
  double mass;
  Vec3 com;
  Mat3 inertia;                        ///< about the centre of mass, body axes
  Vec3 first_moment = Vec3::Zero();    ///< mass * com, kg m
  PrincipalInertia about_origin = {};  ///< inertia about the body's origin, body axes
};
struct Coupling {
  std::string name;
  int dependent_v, independent_v, dependent_q, independent_q;
  double ratio, offset;
};
struct SpringElement {
  std::string name;
  BodyId body_a, body_b;
  Vec3 point_a, point_b;
  double stiffness, damping, free_length;
  bool tension_only;
};

class Model {
 public:
  int nq() const { return nq_; }
  int nv() const { return nv_; }
  const std::vector<Body>& bodies() const { return bodies_; }
  const std::vector<Joint>& joints() const { return joints_; }  ///< joints()[i].child.index == i
  const std::vector<Coupling>& couplings() const { return couplings_; }
  const std::vector<SpringElement>& springs() const { return springs_; }
  /// Mode of each velocity coordinate, and which are solved for (dynamic and not dependent).
  const std::vector<CoordinateMode>& modes() const { return modes_; }
  const std::vector<int>& independent_coordinates() const { return independent_; }
  double total_mass() const { return total_mass_; }
  std::optional<BodyId> find_body(const std::string& name) const;
  std::optional<JointId> find_joint(const std::string& name) const;
  /// Throws InputError that lists the known names.
  BodyId body(const std::string& name) const;
  JointId joint(const std::string& name) const;
  /// Coordinates with every joint at zero and unit quaternions.
  VecX neutral_q() const;
  /// result = q (+) delta, where delta holds nv rotation vectors (body axes) and displacements. Quaternions
  /// are renormalised. No allocation; result may alias q.
  void integrate(const VecX& q, const VecX& delta, VecX& result) const;

 private:
  friend class ModelBuilder;
  std::vector<Body> bodies_;
  std::vector<Joint> joints_;
  std::vector<Coupling> couplings_;
  std::vector<SpringElement> springs_;
  std::vector<CoordinateMode> modes_;
  std::vector<int> independent_;
  int nq_ = 0, nv_ = 0;
  double total_mass_ = 0.0;
};

}  // namespace grouser
