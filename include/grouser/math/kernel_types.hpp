// Vectors and matrices as the small kernels store them (grouser/math/kernels.hpp): padded to whole vector
// registers and aligned to them, so that a column of six is one AVX-512 register, one and a half of AVX2 or
// three of SSE and never crosses a cache line (measured against the dense layout in docs/performance.md). The
// padding is initially zero; kernels keep it zero for finite input and never let it affect a result. There is
// no Eigen here, because the vector-level translation units are compiled for other processors than the rest.
#pragma once
#include <cstdint>

namespace grouser::kernel {

/// (x, y, z), one word of padding.
struct alignas(32) Vec3 {
  double v[4] = {};
  double& operator[](int i) { return v[i]; }
  double operator[](int i) const { return v[i]; }
};
/// Six numbers; spatial vectors have the angular part first.
struct alignas(64) Vec6 {
  double v[8] = {};
  double& operator[](int i) { return v[i]; }
  double operator[](int i) const { return v[i]; }
};
/// Stored column by column, four words per column.
struct alignas(32) Mat3 {
  double v[3 * 4] = {};
  double& operator()(int row, int col) { return v[4 * col + row]; }
  double operator()(int row, int col) const { return v[4 * col + row]; }
};
/// A Jacobian, stored ROW by row, eight words per row: its uses, J^T F and J^T M J, add multiples of its
/// rows.
struct alignas(64) Mat36 {
  double v[3 * 8] = {};
  double& operator()(int row, int col) { return v[8 * row + col]; }
  double operator()(int row, int col) const { return v[8 * row + col]; }
};
/// Stored column by column, eight words per column.
struct alignas(64) Mat6 {
  double v[6 * 8] = {};
  double& operator()(int row, int col) { return v[8 * col + row]; }
  double operator()(int row, int col) const { return v[8 * col + row]; }
};
/// Pose of frame B in frame A: x_A = R x_B + p.
struct Pose {
  Mat3 R;
  Vec3 p;
};

/// Eight symmetric 6x6 matrices side by side (structure of arrays): element (row, col), row >= col, of matrix
/// `lane`.
struct alignas(64) SymmetricBatch {
  static constexpr int kLanes = 8;
  static constexpr int index(int row, int col) { return col * 6 - col * (col - 1) / 2 + row - col; }
  double v[21][kLanes] = {};
  double& operator()(int row, int col, int lane) { return v[index(row, col)][lane]; }
  double operator()(int row, int col, int lane) const { return v[index(row, col)][lane]; }
};
/// Eight 6-vectors side by side.
struct alignas(64) VectorBatch {
  double v[6][SymmetricBatch::kLanes] = {};
  double& operator()(int row, int lane) { return v[row][lane]; }
  double operator()(int row, int lane) const { return v[row][lane]; }
};

/// Result of a kernel that divides. On anything but ok its result is NaN throughout.
enum class Status : std::uint8_t {
  ok,
  /// Singular, or not positive definite if that is required, to working precision (kPivotFloor)
  singular,
  not_finite  ///< the input or the result contains a NaN or exceeds the range of double
};

/// Zero to working precision. A pivot counts as zero if elimination left less than this share of the largest
/// number in its row or column (general) or of the diagonal element it came from (positive definite). An
/// inverse X of A is refused if |X| |A| exceeds the reciprocal, 3.5e13: then changes of A in the 14th digit
/// make it singular. Each of five steps may leave a few roundings of 2^-53 of a zero, and badly conditioned
/// first steps amplify them.
inline constexpr double kPivotFloor = 0x1.0p-45;

}  // namespace grouser::kernel
