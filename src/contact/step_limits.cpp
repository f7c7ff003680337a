#include "grouser/contact/step_limits.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>

namespace grouser {

NeutralMasses::NeutralMasses(const Model& model) : model_(model), q_(model.neutral_q()), kinematics_(model) {
  calc_kinematics(model, q_, VecX::Zero(model.nv()), kinematics_);
}

double NeutralMasses::smallest_at(BodyId body, const Vec3& point) const {
  double mass = std::numeric_limits<double>::infinity();
  if (body.index < 0) return mass;
  for (int k = 0; k < 3; ++k)
    mass =
        std::min(mass, calc_effective_mass(model_, q_, kinematics_, body,
                                           kinematics_.body[body.index].X_WB * point, Vec3(Vec3::Unit(k))));
  return mass;
}

std::vector<double> NeutralMasses::of_joints() const {
  const auto& free = model_.independent_coordinates();
  const auto n = static_cast<Eigen::Index>(free.size());
  const MatX H = calc_mass_matrix(model_, q_, kinematics_);
  MatX reduced(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j) reduced(i, j) = H(free[i], free[j]);
  const MatX inverse = reduced.ldlt().solve(MatX::Identity(n, n));
  std::vector<double> masses(model_.nv(), 0.0);
  for (Eigen::Index i = 0; i < n; ++i) masses[free[i]] = 1.0 / inverse(i, i);
  return masses;
}

}  // namespace grouser
