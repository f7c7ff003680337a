// Small-matrix kernels for the processor in use: products, solvers and spatial transforms of 3x1, 6x1, 3x3,
// 3x6 and 6x6, in double precision. A table of functions is chosen once per process; each function is one
// template of grouser/math/simd, compiled once per vector level in a translation unit of its own
// (src/math/kernels_<level>.cpp). Code that is itself compiled once per level includes those templates and
// inlines them; all other code calls through kernels(). On one level the bits are the same on every computer:
// no reciprocal estimates, fused multiply-adds only where written and only on levels that have them. Two
// levels may differ in the last bits; run files name the level.
#pragma once
#include <string_view>
#include <vector>

#include "grouser/math/kernel_types.hpp"

namespace grouser {

enum class SimdLevel { scalar, neon, sse42, avx2, avx512 };
std::string_view level_name(SimdLevel level);

/// Results must not overlap arguments. For the function of each entry and its assumptions see
/// grouser/math/simd/*.hpp, under the same names.
struct KernelTable {
  using Vec3 = kernel::Vec3;
  using Vec6 = kernel::Vec6;
  using Mat3 = kernel::Mat3;
  using Mat36 = kernel::Mat36;
  using Mat6 = kernel::Mat6;
  using Pose = kernel::Pose;
  using Status = kernel::Status;

  SimdLevel level;
  // 3
  void (*cross)(const Vec3& a, const Vec3& b, Vec3& out);                 ///< a x b
  void (*mat3_vec)(const Mat3& A, const Vec3& x, Vec3& out);              ///< A x
  void (*mat3_transposed_vec)(const Mat3& A, const Vec3& x, Vec3& out);   ///< A^T x
  void (*mat3_mat3)(const Mat3& A, const Mat3& B, Mat3& out);             ///< A B
  void (*mat3_transposed_mat3)(const Mat3& A, const Mat3& B, Mat3& out);  ///< A^T B
  void (*mat3_congruence)(const Mat3& A, const Mat3& M, Mat3& out);       ///< A^T M A
  void (*mat3_rotate)(const Mat3& R, const Mat3& M, Mat3& out);           ///< R M R^T
  Status (*mat3_inverse)(const Mat3& A, Mat3& out);                       ///< A^-1
  Status (*mat3_solve)(const Mat3& A, const Vec3& b, Vec3& out);          ///< x with A x = b
  // 3x6, a Jacobian
  void (*mat36_vec)(const Mat36& J, const Vec6& v, Vec3& out);             ///< J v
  void (*mat36_transposed_vec)(const Mat36& J, const Vec3& F, Vec6& out);  ///< J^T F
  void (*mat3_mat36)(const Mat3& A, const Mat36& J, Mat36& out);           ///< A J
  void (*mat36_congruence)(const Mat36& J, const Mat3& M, Mat6& out);      ///< J^T M J
  // 6
  void (*mat6_vec)(const Mat6& A, const Vec6& x, Vec6& out);              ///< A x, also for symmetric A
  void (*mat6_transposed_vec)(const Mat6& A, const Vec6& x, Vec6& out);   ///< A^T x
  void (*mat6_mat6)(const Mat6& A, const Mat6& B, Mat6& out);             ///< A B
  void (*mat6_transposed_mat6)(const Mat6& A, const Mat6& B, Mat6& out);  ///< A^T B
  void (*mat6_congruence)(const Mat6& A, const Mat6& M, Mat6& out);       ///< A^T M A
  Status (*mat6_inverse)(const Mat6& A, Mat6& out);                       ///< A^-1
  Status (*mat6_solve)(const Mat6& A, const Vec6& b, Vec6& out);          ///< x with A x = b
  // 6x6 symmetric positive definite, both triangles given
  Status (*positive_solve)(const Mat6& A, const Vec6& b, Vec6& out);  ///< x with A x = b
  Status (*positive_factor)(const Mat6& A, Mat6& factors);            ///< Cholesky, A = L D L^T
  void (*positive_solve_factored)(const Mat6& factors, const Vec6& b, Vec6& out);
  Status (*positive_inverse)(const Mat6& A, Mat6& out);  ///< A^-1
  unsigned (*positive_solve_batch)(const kernel::SymmetricBatch& A, const kernel::VectorBatch& b,
                                   kernel::VectorBatch& x);  ///< eight at a time; bit l: lane l is ok
  // spatial algebra; X is the pose of B in A
  void (*transform_motion)(const Pose& X, const Vec6& motion, Vec6& out);       ///< from B to A
  void (*transform_motion_back)(const Pose& X, const Vec6& motion, Vec6& out);  ///< from A to B
  void (*transform_force)(const Pose& X, const Vec6& force, Vec6& out);         ///< from B to A
  void (*transform_force_back)(const Pose& X, const Vec6& force, Vec6& out);    ///< from A to B
  void (*transform_inertia)(const Pose& X, const Mat6& inertia, Mat6& out);     ///< from B to A
  void (*cross_motion)(const Vec6& velocity, const Vec6& motion, Vec6& out);    ///< v x m
  void (*cross_force)(const Vec6& velocity, const Vec6& force, Vec6& out);      ///< v x* f
};

/// The process's kernels: the best level that was built and that the processor supports, or the level that
/// the environment variable GROUSER_SIMD_LEVEL names. Throws InputError if that is not one of
/// available_levels().
const KernelTable& kernels();

/// The levels that were built and that this processor supports, slowest first; scalar is always included.
std::vector<SimdLevel> available_levels();
/// The table of a level by its name; the best one for an empty name. Throws InputError as kernels() does.
const KernelTable& kernels_of(std::string_view name);

}  // namespace grouser
