// Articulated-body recursion with hybrid joints (Featherstone 2008, ch. 7 and section 9.2). Leaves to roots:
// the inertia a parent feels through a joint, I_a = I_A - U D^-1 U^T behind a solved joint, I_A behind a
// prescribed one; D = S^T I_A S + gamma d carries the implicit dampers. Roots to leaves: accelerations. A
// coupling q_d = rho q_i adds one unknown multiplier: effort +1 at d and -rho at i; the response to it is one
// more pass, and requiring a_d = rho a_i gives its size, which equals projecting with G^T H G.
#include <Eigen/Cholesky>

#include "articulated.hpp"
#include "grouser/base/error.hpp"
#include "inertial_wrench.hpp"
#include "joint_motion.hpp"
#include "small_cholesky.hpp"
#include "spring_force.hpp"

namespace grouser {
namespace {

using Impl = DynamicsWorkspace::Impl;

bool is_solved(const Joint& joint) { return joint.nv > 0 && joint.mode == CoordinateMode::dynamic; }

// Bodies' own inertia, bias wrench, and velocity products.
void start_bodies(const Model& model, const Kinematics& kinematics, const Loads& loads, Impl& impl) {
  for (std::size_t i = 0; i < impl.body.size(); ++i) {
    ArticulatedBody& body = impl.body[i];
    const BodyMotion &motion = kinematics.body[i], &parent = parent_motion(kinematics, model.joints()[i]);
    const WorldInertia inertia = world_inertia(model.bodies()[i], motion.X_WB.R);
    body.rigid = {inertia.m, inertia.h, inertia.J};
    if (body.has_flexible) body.flexible = {};
    if (!loads.added.empty()) body.flexible = {loads.added[i].J, loads.added[i].H, loads.added[i].M};
    body.r = motion.X_WB.p - parent.X_WB.p;
    const BiasAcceleration bias = bias_acceleration(parent, motion, body.r);
    body.bias_angular = bias.angular;
    body.bias_linear = bias.linear;
    const Wrench wrench = gyroscopic_wrench(inertia, motion.w, loads.gravity);
    body.moment = wrench.moment - loads.on_body[i].moment;
    body.force = wrench.force - loads.on_body[i].force;
  }
  apply_springs(model, kinematics, loads.released,
                [&](std::size_t body, const Vec3& moment, const Vec3& force) {
                  impl.body[body].moment -= moment;
                  impl.body[body].force -= force;
                });
}

void add_wrench_to_parent(const Joint& joint, const ArticulatedBody& body, const Vec3& moment,
                          const Vec3& force, Impl& impl) {
  if (joint.parent == kWorld) return;
  ArticulatedBody& parent = impl.body[static_cast<std::size_t>(joint.parent.index)];
  parent.force += force;
  parent.moment += moment + body.r.cross(force);
}

// Prescribed and fixed joints pass inertia on in full. `da`: the joint's given acceleration, world axes.
void pass_through(const Joint& joint, const Vec3& da_angular, const Vec3& da_linear, ArticulatedBody& body,
                  Impl& impl) {
  if (joint.parent == kWorld) return;
  const Vec3 x = body.bias_angular + da_angular, y = body.bias_linear + da_linear;
  Vec3 moment = body.moment + body.rigid.J * x + body.rigid.h.cross(y);
  Vec3 force = body.force + body.rigid.m * y - body.rigid.h.cross(x);
  ArticulatedBody& parent = impl.body[static_cast<std::size_t>(joint.parent.index)];
  add_shifted(body.rigid, body.r, parent.rigid);
  if (body.has_flexible) {
    moment += body.flexible.J * x + body.flexible.H * y;
    force += body.flexible.H.transpose() * x + body.flexible.M * y;
    add_shifted(body.flexible, body.r, parent.flexible);
  }
  add_wrench_to_parent(joint, body, moment, force, impl);
}

// The whole articulated inertia of a body: from here on in `flexible`.
SpatialInertia whole_inertia(const ArticulatedBody& body) {
  SpatialInertia inertia;
  if (body.has_flexible) inertia = body.flexible;
  add_rigid(body.rigid, inertia);
  return inertia;
}

void eliminate_single(const Joint& joint, const PassiveTerm& passive, ArticulatedBody& body, Impl& impl) {
  SpatialInertia inertia = whole_inertia(body);
  const Vec3 &s = body.s_angular, &t = body.s_linear;
  if (joint.type == JointType::revolute) {
    body.U_angular.noalias() = inertia.J * s;
    body.U_linear.noalias() = inertia.H.transpose() * s;
  } else {
    body.U_angular.noalias() = inertia.H * t;
    body.U_linear.noalias() = inertia.M * t;
  }
  body.inverse_D = 1.0 / (s.dot(body.U_angular) + t.dot(body.U_linear) + passive.damping);
  body.u = passive.given - s.dot(body.moment) - t.dot(body.force);
  if (joint.parent == kWorld) return;
  const Vec3 Ua = body.inverse_D * body.U_angular, Ul = body.inverse_D * body.U_linear;
  inertia.J.noalias() -= Ua * body.U_angular.transpose();
  inertia.H.noalias() -= Ua * body.U_linear.transpose();
  inertia.M.noalias() -= Ul * body.U_linear.transpose();
  const Vec3 &x = body.bias_angular, &y = body.bias_linear;
  const Vec3 moment = body.moment + inertia.J * x + inertia.H * y + body.u * Ua;
  const Vec3 force = body.force + inertia.H.transpose() * x + inertia.M * y + body.u * Ul;
  add_shifted(inertia, body.r, impl.body[static_cast<std::size_t>(joint.parent.index)].flexible);
  add_wrench_to_parent(joint, body, moment, force, impl);
}

Mat6 to_matrix6(const SpatialInertia& inertia) {
  Mat6 I;
  I << inertia.J, inertia.H, inertia.H.transpose(), inertia.M;
  return I;
}
SpatialInertia from_matrix6(const Mat6& I) {
  return {I.topLeftCorner<3, 3>(), I.topRightCorner<3, 3>(), I.bottomRightCorner<3, 3>()};
}
Vec6 stacked(const Vec3& angular, const Vec3& linear) {
  Vec6 result;
  result << angular, linear;
  return result;
}

// Spherical (N = 3) and free (N = 6) joints.
template <int N>
void eliminate_multi(const Joint& joint, const PassiveTerm* passive, ArticulatedBody& body, Impl& impl) {
  MultiJoint& multi = impl.multi[static_cast<std::size_t>(body.multi)];
  Mat6 I = to_matrix6(whole_inertia(body));
  const Eigen::Matrix<double, 6, N> S = multi.S.leftCols<N>();
  const Eigen::Matrix<double, 6, N> U = I * S;
  Eigen::Matrix<double, N, N> D = S.transpose() * U;
  Eigen::Matrix<double, N, 1> u = -S.transpose() * stacked(body.moment, body.force);
  for (int k = 0; k < N; ++k) {
    D(k, k) += passive[k].damping;
    u[k] += passive[k].given;
  }
  const Eigen::Matrix<double, N, N> inverse_D = D.llt().solve(Eigen::Matrix<double, N, N>::Identity());
  multi.U.leftCols<N>() = U;
  multi.inverse_D.topLeftCorner<N, N>() = inverse_D;
  multi.u.head<N>() = u;
  if (joint.parent == kWorld) return;
  const Eigen::Matrix<double, 6, N> V = U * inverse_D;
  I.noalias() -= V * U.transpose();
  const Vec6 p = stacked(body.moment, body.force) + I * stacked(body.bias_angular, body.bias_linear) + V * u;
  add_shifted(from_matrix6(I), body.r, impl.body[static_cast<std::size_t>(joint.parent.index)].flexible);
  add_wrench_to_parent(joint, body, p.head<3>(), p.tail<3>(), impl);
}

void prepare_columns(const Joint& joint, const Kinematics& kinematics, ArticulatedBody& body, Impl& impl) {
  const Mat3& R_WB = kinematics.body[static_cast<std::size_t>(joint.child.index)].X_WB.R;
  if (joint.nv == 1) {  // the axis is the same in J and in B
    const Vec3 axis_W = R_WB * joint.axis;
    const bool turns = joint.type == JointType::revolute;
    body.s_angular = turns ? axis_W : Vec3(Vec3::Zero());
    body.s_linear = turns ? Vec3(Vec3::Zero()) : axis_W;
    return;
  }
  for (int k = 0; k < joint.nv; ++k) {
    const MotionColumn column = motion_column(joint, parent_motion(kinematics, joint).X_WB.R, R_WB, k);
    impl.multi[static_cast<std::size_t>(body.multi)].S.col(k) = stacked(column.angular, column.linear);
  }
}

// Motion that the joint's coordinates `a` add, world axes (angular, linear).
void joint_acceleration(const Joint& joint, const ArticulatedBody& body, const Impl& impl, const VecX& a,
                        Vec3& angular, Vec3& linear) {
  angular.setZero();
  linear.setZero();
  if (joint.nv == 1) {
    angular = a[joint.v_index] * body.s_angular;
    linear = a[joint.v_index] * body.s_linear;
    return;
  }
  for (int k = 0; k < joint.nv; ++k) {
    const auto column = impl.multi[static_cast<std::size_t>(body.multi)].S.col(k);
    angular += a[joint.v_index + k] * column.head<3>();
    linear += a[joint.v_index + k] * column.tail<3>();
  }
}

void leaves_to_roots(const Model& model, const Kinematics& kinematics, const VecX& a, Impl& impl) {
  for (std::size_t i = impl.body.size(); i-- > 0;) {
    const Joint& joint = model.joints()[i];
    ArticulatedBody& body = impl.body[i];
    prepare_columns(joint, kinematics, body, impl);
    const PassiveTerm* passive = impl.passive.data() + joint.v_index;
    if (!is_solved(joint)) {
      Vec3 angular, linear;
      joint_acceleration(joint, body, impl, a, angular, linear);
      pass_through(joint, angular, linear, body, impl);
    } else if (joint.nv == 1) {
      eliminate_single(joint, *passive, body, impl);
    } else if (joint.nv == 3) {
      eliminate_multi<3>(joint, passive, body, impl);
    } else {
      eliminate_multi<6>(joint, passive, body, impl);
    }
  }
}

// Accelerations of one solved joint from its parent-driven motion (x, y), written to a.
void solve_joint(const Joint& joint, const ArticulatedBody& body, const Impl& impl, VecX& a) {
  const Vec3 &x = body.w_dot, &y = body.v_dot;
  if (joint.nv == 1) {
    a[joint.v_index] = body.inverse_D * (body.u - body.U_angular.dot(x) - body.U_linear.dot(y));
    return;
  }
  const MultiJoint& multi = impl.multi[static_cast<std::size_t>(body.multi)];
  const Vec6 motion = stacked(x, y);
  if (joint.nv == 3) {
    const Vec3 right = multi.u.head<3>() - multi.U.leftCols<3>().transpose() * motion;
    a.segment<3>(joint.v_index).noalias() = multi.inverse_D.topLeftCorner<3, 3>() * right;
  } else {
    const Vec6 right = multi.u - multi.U.transpose() * motion;
    a.segment<6>(joint.v_index).noalias() = multi.inverse_D * right;
  }
}

// S^T (I_A a + p_A): the effort a prescribed joint passes, less what its passive elements give.
void find_effort(const Joint& joint, const ArticulatedBody& body, const Impl& impl, const VecX& a,
                 bool unit_response, VecX& effort) {
  const Vec3 &x = body.w_dot, &y = body.v_dot;
  Vec3 moment = body.moment + body.rigid.J * x + body.rigid.h.cross(y);
  Vec3 force = body.force + body.rigid.m * y - body.rigid.h.cross(x);
  if (body.has_flexible) {
    moment += body.flexible.J * x + body.flexible.H * y;
    force += body.flexible.H.transpose() * x + body.flexible.M * y;
  }
  for (int k = 0; k < joint.nv; ++k) {
    const int c = joint.v_index + k;
    if (joint.nv == 1) {
      effort[c] = body.s_angular.dot(moment) + body.s_linear.dot(force);
    } else {
      const auto column = impl.multi[static_cast<std::size_t>(body.multi)].S.col(k);
      effort[c] = column.head<3>().dot(moment) + column.tail<3>().dot(force);
    }
    const PassiveTerm& passive = impl.passive[static_cast<std::size_t>(c)];
    if (!unit_response) effort[c] += passive.damping * a[c] - passive.given;
  }
}

// unit_response: no velocity products and prescribed accelerations zero (for a coupling's unit multiplier).
void roots_to_leaves(const Model& model, bool unit_response, Impl& impl, VecX& a, VecX& effort) {
  for (std::size_t i = 0; i < impl.body.size(); ++i) {
    const Joint& joint = model.joints()[i];
    ArticulatedBody& body = impl.body[i];
    body.w_dot.setZero();
    body.v_dot.setZero();
    if (joint.parent != kWorld) {
      const ArticulatedBody& parent = impl.body[static_cast<std::size_t>(joint.parent.index)];
      body.w_dot = parent.w_dot;
      body.v_dot = parent.v_dot + parent.w_dot.cross(body.r);
    }
    if (!unit_response) {
      body.w_dot += body.bias_angular;
      body.v_dot += body.bias_linear;
    }
    if (joint.nv == 0) continue;
    const bool solved = is_solved(joint);
    if (solved) solve_joint(joint, body, impl, a);
    if (solved || !unit_response) {
      Vec3 angular, linear;
      joint_acceleration(joint, body, impl, a, angular, linear);
      body.w_dot += angular;
      body.v_dot += linear;
    }
    if (solved)
      effort.segment(joint.v_index, joint.nv).setZero();
    else
      find_effort(joint, body, impl, a, unit_response, effort);
  }
}

// Bias wrenches and efforts for effort +1 at the dependent and -ratio at the independent coordinate, nothing
// else.
void unit_leaves_to_roots(const Model& model, const Coupling& coupling, Impl& impl) {
  for (ArticulatedBody& body : impl.body) {
    body.moment.setZero();
    body.force.setZero();
  }
  for (std::size_t i = impl.body.size(); i-- > 0;) {
    const Joint& joint = model.joints()[i];
    ArticulatedBody& body = impl.body[i];
    Vec3 moment = body.moment, force = body.force;
    if (is_solved(joint) && joint.nv == 1) {
      body.u = -body.s_angular.dot(moment) - body.s_linear.dot(force);
      if (joint.v_index == coupling.dependent_v) body.u += 1.0;
      if (joint.v_index == coupling.independent_v) body.u -= coupling.ratio;
      moment += body.inverse_D * body.u * body.U_angular;
      force += body.inverse_D * body.u * body.U_linear;
    } else if (is_solved(joint)) {
      MultiJoint& multi = impl.multi[static_cast<std::size_t>(body.multi)];
      Vec6 p = stacked(moment, force);
      if (joint.nv == 3) {
        multi.u.head<3>() = -multi.S.leftCols<3>().transpose() * p;
        p += multi.U.leftCols<3>() * (multi.inverse_D.topLeftCorner<3, 3>() * multi.u.head<3>());
      } else {
        multi.u = -multi.S.transpose() * p;
        p += multi.U * (multi.inverse_D * multi.u);
      }
      moment = p.head<3>();
      force = p.tail<3>();
    }
    add_wrench_to_parent(joint, body, moment, force, impl);
  }
}

double coupling_gap(const Coupling& coupling, const VecX& a) {
  return a[coupling.dependent_v] - coupling.ratio * a[coupling.independent_v];
}

void solve_couplings(const Model& model, Impl& impl, VecX& a, VecX& effort) {
  const auto& couplings = model.couplings();
  for (std::size_t l = 0; l < couplings.size(); ++l) {
    const auto column = static_cast<Eigen::Index>(l);
    unit_leaves_to_roots(model, couplings[l], impl);
    roots_to_leaves(model, true, impl, impl.unit_a, impl.unit_effort);
    for (std::size_t k = 0; k < couplings.size(); ++k)
      impl.coupling_matrix(static_cast<Eigen::Index>(k), column) = coupling_gap(couplings[k], impl.unit_a);
    impl.multipliers[column] = -coupling_gap(couplings[l], a);
    impl.coupling_a.col(column) = impl.unit_a;
    impl.coupling_effort.col(column) = impl.unit_effort;
  }
  solve_small(impl.coupling_matrix, impl.multipliers);
  for (std::size_t l = 0; l < couplings.size(); ++l) {
    const auto column = static_cast<Eigen::Index>(l);
    a += impl.multipliers[column] * impl.coupling_a.col(column);
    effort += impl.multipliers[column] * impl.coupling_effort.col(column);
    effort[couplings[l].dependent_v] += impl.multipliers[column];
  }
}

}  // namespace

DynamicsWorkspace::DynamicsWorkspace(const Model& model, bool added_inertia)
    : impl_(std::make_unique<Impl>()) {
  impl_->body.resize(model.bodies().size());
  impl_->passive.resize(static_cast<std::size_t>(model.nv()));
  for (std::size_t i = model.bodies().size(); i-- > 0;) {
    const Joint& joint = model.joints()[i];
    ArticulatedBody& body = impl_->body[i];
    body.has_flexible = body.has_flexible || added_inertia;
    if (joint.nv > 1) {
      body.multi = static_cast<int>(impl_->multi.size());
      impl_->multi.emplace_back();
    }
    if (joint.parent != kWorld && (body.has_flexible || is_solved(joint)))
      impl_->body[static_cast<std::size_t>(joint.parent.index)].has_flexible = true;
  }
  const auto couplings = static_cast<Eigen::Index>(model.couplings().size());
  impl_->coupling_a = MatX::Zero(model.nv(), couplings);
  impl_->coupling_effort = MatX::Zero(model.nv(), couplings);
  impl_->coupling_matrix = MatX::Zero(couplings, couplings);
  impl_->multipliers = VecX::Zero(couplings);
  impl_->unit_a = impl_->unit_effort = VecX::Zero(model.nv());
}
DynamicsWorkspace::~DynamicsWorkspace() = default;
DynamicsWorkspace::DynamicsWorkspace(DynamicsWorkspace&&) noexcept = default;

void forward_dynamics(const Model& model, const VecX& q, const VecX& v, const Kinematics& kinematics,
                      const Loads& loads, const ImplicitDamping& damping, DynamicsWorkspace& workspace,
                      VecX& a, VecX& effort) {
  GROUSER_ASSERT(a.size() == model.nv() && effort.size() == model.nv());
  Impl& impl = workspace.impl();
  gather_passive_terms(model, q, v, loads, damping, impl.passive);
  start_bodies(model, kinematics, loads, impl);
  leaves_to_roots(model, kinematics, a, impl);
  roots_to_leaves(model, false, impl, a, effort);
  if (!model.couplings().empty()) solve_couplings(model, impl, a, effort);
}

}  // namespace grouser
