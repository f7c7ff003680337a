// SPDX-License-Identifier: BSD-3-Clause
// Masses that contacts and joints feel in the model's neutral position, for limits of the step.
#include "grouser/contact/step_limits.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>

#include "grouser/multibody/constraints/tangent_space.hpp"

namespace grouser {
namespace {

Kinematics kinematics_at(const Model& model, const VecX& q) {
  Kinematics kinematics(model);
  calc_kinematics(model, q, VecX::Zero(model.nv()), kinematics);
  return kinematics;
}

}  // namespace

NeutralMasses::NeutralMasses(const Model& model)
    : model_(model),
      q_(model.neutral_q()),
      kinematics_(kinematics_at(model, q_)),
      points_(model, q_, kinematics_) {}

double NeutralMasses::smallest_at(BodyId body, const Vec3& point) const {
  double mass = std::numeric_limits<double>::infinity();
  if (body.index < 0) return mass;
  const Vec3 at = kinematics_.body[body.index].X_WB * point;
  for (int k = 0; k < 3; ++k) mass = std::min(mass, points_.at(body, at, Vec3(Vec3::Unit(k))));
  return mass;
}

std::vector<double> NeutralMasses::of_joints() const {
  // With v = G v_independent the inverse mass of a coordinate is its entry in G (G^T H G)^-1 G^T.
  const MatX G = calc_tangent_basis(model_, kinematics_);
  const MatX reduced = G.transpose() * calc_mass_matrix(model_, q_, kinematics_) * G;
  const MatX inverse = G * reduced.ldlt().solve(G.transpose());
  std::vector<double> masses(model_.nv(), 0.0);
  for (int k = 0; k < model_.nv(); ++k)
    if (inverse(k, k) > 0.0) masses[static_cast<std::size_t>(k)] = 1.0 / inverse(k, k);
  return masses;
}

}  // namespace grouser
