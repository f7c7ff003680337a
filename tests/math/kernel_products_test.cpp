// Products and spatial transforms of every level against Eigen in long double. Bounds: a sum of n products
// computed in any order errs by at most n roundings of the sum of their sizes (Higham 2002, equation 3.5;
// fused multiply-adds err less); chains of sums add their counts. First order only, hence the one per cent on
// top.
#include <functional>

#include "kernel_samples.hpp"

namespace grouser {
namespace {

using namespace kernel;
using namespace test;
constexpr int kTrials = 300;
constexpr double kSecondOrder = 1.01;

/// Fails where `found` is off by more than `count` roundings of `scale`, or its padding is not zero.
template <class Found, class Right, class Scale>
void check(const KernelTable& table, const char* what, const Found& found, const Right& right,
           const Scale& scale, int count) {
  INFO(level_name(table.level) << ": " << what);
  CHECK(error_in_roundings(exact(found), right, scale) <= count * kSecondOrder);
  CHECK(padding_is_zero(found));
}

Exact<3, 3> skew(const Exact<3, 1>& a) {
  Exact<3, 3> S;
  S << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return S;
}
/// The transform of forces from B to A as a matrix: [R, p x R; 0, R].
Exact<6, 6> force_transform(const Exact<3, 3>& R, const Exact<3, 3>& p_cross) {
  Exact<6, 6> F = Exact<6, 6>::Zero();
  F.topLeftCorner<3, 3>() = F.bottomRightCorner<3, 3>() = R;
  F.topRightCorner<3, 3>() = p_cross * R;
  return F;
}

}  // namespace

TEST_CASE("Products of columns of three agree with long double on every level") {
  Samples sample(1);
  for (const KernelTable* table : all_tables())
    for (int trial = 0; trial < kTrials; ++trial) {
      const auto A = sample.matrix<Mat3>(), B = sample.matrix<Mat3>();
      const auto x = sample.vector<Vec3>(), y = sample.vector<Vec3>();
      const auto a = exact(A), b = exact(B);
      Vec3 v;
      table->cross(x, y, v);
      const Exact<3, 1> size = skew(exact(x)).cwiseAbs() * exact(y).cwiseAbs();
      check(*table, "cross", v, exact(x).cross(exact(y)), size, 2);
      table->mat3_vec(A, x, v);
      check(*table, "A x", v, a * exact(x), a.cwiseAbs() * exact(x).cwiseAbs(), 3);
      table->mat3_transposed_vec(A, x, v);
      check(*table, "A^T x", v, a.transpose() * exact(x), a.transpose().cwiseAbs() * exact(x).cwiseAbs(), 3);
      Mat3 m;
      table->mat3_mat3(A, B, m);
      check(*table, "A B", m, a * b, a.cwiseAbs() * b.cwiseAbs(), 3);
      table->mat3_transposed_mat3(A, B, m);
      check(*table, "A^T B", m, a.transpose() * b, a.transpose().cwiseAbs() * b.cwiseAbs(), 3);
      table->mat3_congruence(A, B, m);
      check(*table, "A^T M A", m, a.transpose() * b * a,
            a.transpose().cwiseAbs() * b.cwiseAbs() * a.cwiseAbs(), 6);
      table->mat3_rotate(A, B, m);
      check(*table, "R M R^T", m, a * b * a.transpose(),
            a.cwiseAbs() * b.cwiseAbs() * a.transpose().cwiseAbs(), 6);
    }
}

TEST_CASE("Products of Jacobians agree with long double on every level") {
  Samples sample(2);
  for (const KernelTable* table : all_tables())
    for (int trial = 0; trial < kTrials; ++trial) {
      const auto J = sample.matrix<Mat36>();
      const auto M = sample.matrix<Mat3>();
      const auto F = sample.vector<Vec3>();
      const auto v = sample.vector<Vec6>();
      const auto j = exact(J), j_size = Exact<3, 6>(j.cwiseAbs());
      const auto m = exact(M), m_size = Exact<3, 3>(m.cwiseAbs());
      Vec3 three;
      table->mat36_vec(J, v, three);
      check(*table, "J v", three, j * exact(v), j_size * exact(v).cwiseAbs(), 6);
      Vec6 six;
      table->mat36_transposed_vec(J, F, six);
      check(*table, "J^T F", six, j.transpose() * exact(F), j_size.transpose() * exact(F).cwiseAbs(), 3);
      Mat36 MJ;
      table->mat3_mat36(M, J, MJ);
      check(*table, "A J", MJ, m * j, m_size * j_size, 3);
      Mat6 JMJ;
      table->mat36_congruence(J, M, JMJ);
      check(*table, "J^T M J", JMJ, j.transpose() * m * j, j_size.transpose() * m_size * j_size, 6);
    }
}

TEST_CASE("Products of columns of six agree with long double on every level") {
  Samples sample(3);
  for (const KernelTable* table : all_tables())
    for (int trial = 0; trial < kTrials; ++trial) {
      const auto A = sample.matrix<Mat6>(), B = sample.matrix<Mat6>();
      const auto x = sample.vector<Vec6>();
      const Exact<6, 6> a = exact(A), b = exact(B), a_size = a.cwiseAbs(), b_size = b.cwiseAbs();
      Vec6 v;
      table->mat6_vec(A, x, v);
      check(*table, "A x", v, a * exact(x), a_size * exact(x).cwiseAbs(), 6);
      table->mat6_transposed_vec(A, x, v);
      check(*table, "A^T x", v, a.transpose() * exact(x), a_size.transpose() * exact(x).cwiseAbs(), 6);
      Mat6 m;
      table->mat6_mat6(A, B, m);
      check(*table, "A B", m, a * b, a_size * b_size, 6);
      table->mat6_transposed_mat6(A, B, m);
      check(*table, "A^T B", m, a.transpose() * b, a_size.transpose() * b_size, 6);
      table->mat6_congruence(A, B, m);
      check(*table, "A^T M A", m, a.transpose() * b * a, a_size.transpose() * b_size * a_size, 12);
    }
}

TEST_CASE("Spatial transforms agree with their 6x6 matrices in long double") {
  Samples sample(4);
  for (const KernelTable* table : all_tables())
    for (int trial = 0; trial < kTrials; ++trial) {
      const Pose X = sample.pose();
      const auto x = sample.vector<Vec6>();
      const Mat6 I = sample.positive(1e3);
      const Exact<3, 3> R = exact(X.R), p_cross = skew(exact(X.p));
      const Exact<6, 6> F = force_transform(R, p_cross),
                        F_size = force_transform(R.cwiseAbs(), p_cross.cwiseAbs());
      // Motions transform by the inverse transpose: the same blocks, the other way round.
      const auto swapped = [](const Exact<6, 6>& T) {
        Exact<6, 6> M = T;
        M.topRightCorner<3, 3>() = T.bottomLeftCorner<3, 3>();
        M.bottomLeftCorner<3, 3>() = T.topRightCorner<3, 3>();
        return M;
      };
      const Exact<6, 6> M = swapped(F), M_size = swapped(F_size);
      const Exact<6, 1> size = exact(x).cwiseAbs();
      Vec6 v;
      table->transform_force(X, x, v);  // 3 of R f, 3 of the cross product and its sum
      check(*table, "force", v, F * exact(x), F_size * size, 6);
      table->transform_motion(X, x, v);
      check(*table, "motion", v, M * exact(x), M_size * size, 6);
      // Back: F^-1 = M^T, M^-1 = F^T, with R^T for R^-1.
      table->transform_force_back(X, x, v);
      check(*table, "force back", v, M.transpose() * exact(x), M_size.transpose() * size, 6);
      table->transform_motion_back(X, x, v);
      check(*table, "motion back", v, F.transpose() * exact(x), F_size.transpose() * size, 6);
      Mat6 moved;
      table->transform_inertia(X, I, moved);
      check(*table, "inertia", moved, F * exact(I) * F.transpose(),
            F_size * exact(I).cwiseAbs() * F_size.transpose(), 12);
    }
}

TEST_CASE("Spatial transforms back undo those forth, and power does not depend on the frame") {
  Samples sample(5);
  for (const KernelTable* table : all_tables())
    for (int trial = 0; trial < kTrials; ++trial) {
      const Pose X = sample.pose();
      const auto motion = sample.vector<Vec6>(), force = sample.vector<Vec6>();
      Vec6 motion_A, force_A, motion_B, force_B;
      table->transform_motion(X, motion, motion_A);
      table->transform_force(X, force, force_A);
      table->transform_motion_back(X, motion_A, motion_B);
      table->transform_force_back(X, force_A, force_B);
      INFO(level_name(table->level));
      // Numbers of at most 1 + |p| < 3 and twelve roundings each way.
      const double tolerance = 24 * 3 * kRound;
      CHECK((exact(motion_B) - exact(motion)).norm() < tolerance);
      CHECK((exact(force_B) - exact(force)).norm() < tolerance);
      CHECK(std::fabs(static_cast<double>(exact(motion_A).dot(exact(force_A)) -
                                          exact(motion).dot(exact(force)))) < 6 * 3 * tolerance);
    }
}

TEST_CASE("Spatial cross products agree with their definition, and are dual") {
  Samples sample(6);
  for (const KernelTable* table : all_tables())
    for (int trial = 0; trial < kTrials; ++trial) {
      const auto v = sample.vector<Vec6>(), x = sample.vector<Vec6>();
      const Exact<6, 1> V = exact(v), m = exact(x);
      const Exact<3, 3> w_cross = skew(V.head<3>()), v_cross = skew(V.tail<3>());
      Exact<6, 6> on_motion = Exact<6, 6>::Zero();
      on_motion.topLeftCorner<3, 3>() = on_motion.bottomRightCorner<3, 3>() = w_cross;
      on_motion.bottomLeftCorner<3, 3>() = v_cross;
      const Exact<6, 6> on_force = -on_motion.transpose();  // Featherstone 2008, equation 2.31
      Vec6 out;
      table->cross_motion(v, x, out);
      check(*table, "v x m", out, on_motion * m, on_motion.cwiseAbs() * m.cwiseAbs(), 3);
      table->cross_force(v, x, out);
      check(*table, "v x* f", out, on_force * m, on_force.cwiseAbs() * m.cwiseAbs(), 3);
    }
}

}  // namespace grouser
