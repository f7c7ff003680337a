// SPDX-License-Identifier: BSD-3-Clause
// Mass, stiffness and damping of a whole vehicle in independent coordinates (tangent space of its loops),
// and one step of each integrator as a matrix, column by column from unit states.
#include "contact_modes.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "grouser/math/eigenvalues.hpp"
#include "grouser/multibody/constraints/tangent_space.hpp"
#include "rate_stability.hpp"

namespace grouser {

ContactModes::ContactModes(const World& world) {
  const Model& model = *world.model;
  // All in the neutral pose at rest.
  Kinematics kinematics(model);
  const VecX& q = model.neutral_q();
  calc_kinematics(model, q, VecX::Zero(model.nv()), kinematics);
  const MatX G = calc_tangent_basis(model, kinematics);
  mass_ = G.transpose() * calc_mass_matrix(model, q, kinematics) * G;
  // Springs and dampers of joints; stops and friction are not part of the linear loop.
  VecX stiffness = VecX::Zero(model.nv()), damping = VecX::Zero(model.nv());
  for (const Joint& joint : model.joints())
    for (int i = 0; i < joint.nv; ++i) {
      stiffness[joint.v_index + i] = joint.forces.stiffness;
      damping[joint.v_index + i] = joint.forces.damping;
    }
  joint_stiffness_ = G.transpose() * stiffness.asDiagonal() * G;
  joint_damping_ = G.transpose() * damping.asDiagonal() * G;
  // Rows of the lowest point of each wheel: along the heading, across it, along the normal.
  for (const WheelPart& wheel : world.wheels) {
    const Vec3 bottom = kinematics.body[wheel.body.index].X_WB.p - wheel.spec.geometry.radius * Vec3::UnitZ();
    const MatX J = calc_point_jacobian(model, q, kinematics, wheel.body, bottom) * G;
    along_.push_back(J.row(0));
    across_.push_back(J.row(1));
    normal_.push_back(J.row(2));
  }
}

double ContactModes::forward_mass(std::size_t wheel) const {
  const MatX& J = along_[wheel];
  const double mobility = (J * mass_.ldlt().solve(J.transpose()))(0, 0);
  // 0 where the wheel cannot move along its heading.
  return mobility > 0.0 ? 1.0 / mobility : 0.0;
}

double ContactModes::fastest_damping(const std::vector<double>& beta) const {
  MatX C = MatX::Zero(mass_.rows(), mass_.cols());
  // Modes of C phi = lambda M phi; lambda is the rate of decay per unit dt.
  for (std::size_t w = 0; w < beta.size(); ++w)
    C += beta[w] * (along_[w].transpose() * along_[w] + across_[w].transpose() * across_[w]);
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> modes(C, mass_, Eigen::EigenvaluesOnly);
  return modes.eigenvalues().maxCoeff();
}

/// One wheel's contact in a step of the loop: adds its force, and its new memory goes to `out`.
void ContactModes::step_wheel(const WheelContactStiffness& c, int wheel, int past, const double* w,
                              const LoopInstant& now, VecX& force, VecX& out) const {
  // Shear: deflections grow with the sliding velocity; spring and damper act along and across.
  for (int side = 0; side < 2; ++side) {
    const MatX& J = side ? across_[wheel] : along_[wheel];
    const double rate = -(J * now.v)(0, 0), zeta = now.in[now.at + side] + now.dt * rate;
    out[now.at + side] = zeta;
    force += (c.k_tangential * zeta + c.beta_tangential * rate) * J.transpose();
  }
  // Normal: wheel and soil in series, rates by backward differences of the past.
  const double u_tot = -(normal_[wheel] * now.x1)(0, 0);
  const double last_tot = -(normal_[wheel] * now.x)(0, 0);
  double past_w = 0.0, past_tot = w[1] * last_tot;
  for (int i = 0; i < past; ++i) past_w += w[i + 1] * now.in[now.at + 2 + i];
  for (int i = 1; i < past; ++i) past_tot += w[i + 1] * now.in[now.at + 1 + past + i];
  // Balance of both springs and dampers gives the wheel's compression.
  const double beta = c.beta_wheel + c.beta_soil;
  const double u_w = (c.k_soil * u_tot + c.beta_soil * (w[0] * u_tot + past_tot) - beta * past_w) /
                     (c.k_wheel + c.k_soil + beta * w[0]);
  force += (c.k_wheel * u_w + c.beta_wheel * (w[0] * u_w + past_w)) * normal_[wheel].transpose();
  // The memory moves by one step: the newest compression first.
  for (int i = past - 1; i > 0; --i) out[now.at + 2 + i] = now.in[now.at + 2 + i - 1];
  for (int i = past - 1; i > 1; --i) out[now.at + 1 + past + i] = now.in[now.at + past + i];
  if (past > 1) out[now.at + 2 + past] = last_tot;
  out[now.at + 2] = u_w;
}

double ContactModes::spectral_radius(const std::vector<WheelContactStiffness>& contacts, int stencil_points,
                                     IntegratorKind integrator, double dt, Sliding sliding) const {
  if (integrator == IntegratorKind::rk4) return runge_kutta_radius(calc_rate_matrix(contacts, dt), dt);
  const int n = static_cast<int>(mass_.rows()), wheels = static_cast<int>(contacts.size()),
            past = stencil_points - 1;
  const bool beeman = integrator == IntegratorKind::beeman;
  // Joint dampers are implicit in Beeman's step, as in forward_dynamics().
  const double gamma = beeman ? 5.0 / 12.0 * dt : 0.0;
  // So are contacts if the sliding is the mean of the step (ImplicitContacts).
  const bool implicit = beeman && sliding == Sliding::mean;
  MatX correction = MatX::Zero(n, n);
  double age[kMaxStencilPoints] = {0.0}, w[kMaxStencilPoints];
  for (int i = 1; i <= past; ++i) age[i] = i * dt;
  backward_difference_weights(age, past, w);
  for (int k = 0; implicit && k < wheels; ++k) {
    const WheelContactStiffness& c = contacts[k];
    const double k_w = c.k_wheel + c.beta_wheel * w[0], k_s = c.k_soil + c.beta_soil * w[0];
    correction += (c.beta_tangential + dt * c.k_tangential) *
                      (along_[k].transpose() * along_[k] + across_[k].transpose() * across_[k]) +
                  dt * k_w * k_s / (k_w + k_s) * normal_[k].transpose() * normal_[k];
  }
  const Eigen::LDLT<MatX> mass(mass_ + gamma * (joint_damping_ + correction));

  // State: x, v, a, a_prev (n each); per wheel: shear deflections along and across, past u_wheel, past u_tot
  // except the last, which follows from x.
  const int per_wheel = 1 + 2 * past, size = 4 * n + wheels * per_wheel;
  MatX step(size, size);
  for (int column = 0; column < size; ++column) {
    const VecX in = VecX::Unit(size, column);
    VecX out = VecX::Zero(size);
    const VecX x = in.segment(0, n), v = in.segment(n, n), a = in.segment(2 * n, n),
               a_prev = in.segment(3 * n, n);
    // Position at the end of the step, velocity that the contacts see, and corrector without the new
    // acceleration.
    const VecX x1 =
        x + dt * v + (beeman ? dt * dt * (2.0 / 3.0 * a - 1.0 / 6.0 * a_prev) : VecX(VecX::Zero(n)));
    VecX v_now = v;
    if (beeman && sliding == Sliding::predicted) v_now += dt * (1.5 * a - 0.5 * a_prev);
    if (beeman && sliding == Sliding::mean) v_now += dt * (2.0 / 3.0 * a - 1.0 / 6.0 * a_prev);
    const VecX v_base = beeman ? VecX(v + dt * (8.0 / 12.0 * a - 1.0 / 12.0 * a_prev)) : v;
    VecX force = -joint_stiffness_ * x1 - joint_damping_ * v_base - correction * (v_base - v_now);
    for (int k = 0; k < wheels; ++k) {
      const LoopInstant now{x, x1, v_now, in, 4 * n + k * per_wheel, dt};
      step_wheel(contacts[k], k, past, w, now, force, out);
    }
    const VecX a1 = mass.solve(force);
    out.segment(0, n) = x1;
    out.segment(n, n) =
        beeman ? VecX(v + dt * (5.0 / 12.0 * a1 + 8.0 / 12.0 * a - 1.0 / 12.0 * a_prev)) : VecX(v + dt * a);
    out.segment(2 * n, n) = a1;
    out.segment(3 * n, n) = a;
    step.col(column) = out;
  }
  return grouser::spectral_radius(step);
}

// State: x, v (n each); per wheel: u_wheel, shear deflections along and across.
MatX ContactModes::calc_rate_matrix(const std::vector<WheelContactStiffness>& contacts, double dt) const {
  const int n = static_cast<int>(mass_.rows()), wheels = static_cast<int>(contacts.size()),
            size = 2 * n + 3 * wheels;
  MatX A = MatX::Zero(size, size), force = MatX::Zero(n, size);
  A.block(0, n, n, n).setIdentity();
  force.leftCols(n) = -joint_stiffness_;
  force.middleCols(n, n) = -joint_damping_;
  for (int k = 0; k < wheels; ++k) {
    const WheelContactStiffness& c = contacts[k];
    const int at = 2 * n + 3 * k;
    const ContactDampers beta = rate_dampers(c, dt);
    // u_w' = (k_s (u - u_w) - k_w u_w + beta_s u') / (beta_w + beta_s) with u = -J x
    // F = k_w u_w + beta_w u_w'
    MatX u_w_rate = MatX::Zero(1, size);
    u_w_rate.leftCols(n) = -c.k_soil * normal_[k];
    u_w_rate.middleCols(n, n) = -beta.soil * normal_[k];
    u_w_rate(0, at) = -(c.k_wheel + c.k_soil);
    u_w_rate /= beta.wheel + beta.soil;
    A.row(at) = u_w_rate;
    MatX normal = beta.wheel * u_w_rate;
    normal(0, at) += c.k_wheel;
    force += normal_[k].transpose() * normal;
    for (int side = 0; side < 2; ++side) {
      const MatX& J = side ? across_[k] : along_[k];
      A.block(at + 1 + side, n, 1, n) = -J;
      force.col(at + 1 + side) += c.k_tangential * J.transpose();
      force.middleCols(n, n) -= c.beta_tangential * J.transpose() * J;
    }
  }
  A.middleRows(n, n) = mass_.ldlt().solve(force);
  return A;
}

}  // namespace grouser
