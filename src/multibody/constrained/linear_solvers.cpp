// SPDX-License-Identifier: BSD-3-Clause
// The solvers that Wachlin's thesis (2018) compares: elimination with and without pivots, in a band,
// Cholesky, and the iterations RNSD and FOM.
#include "linear_solvers.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace grouser {
namespace {

// P A = L U with partial pivots, by plain loops; pivot[k] is the row that changed places with row k.
void factor_textbook(MatX& A, std::vector<Eigen::Index>& pivot) {
  const Eigen::Index n = A.rows();
  pivot.assign(static_cast<std::size_t>(n), 0);
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index p = k;
    for (Eigen::Index i = k + 1; i < n; ++i)
      if (std::fabs(A(i, k)) > std::fabs(A(p, k))) p = i;
    pivot[static_cast<std::size_t>(k)] = p;
    if (p != k)
      for (Eigen::Index j = 0; j < n; ++j) std::swap(A(k, j), A(p, j));
    for (Eigen::Index i = k + 1; i < n; ++i) {
      A(i, k) /= A(k, k);
      for (Eigen::Index j = k + 1; j < n; ++j) A(i, j) -= A(i, k) * A(k, j);
    }
  }
}

void solve_textbook(const MatX& LU, const std::vector<Eigen::Index>& pivot, VecX& x) {
  const Eigen::Index n = LU.rows();
  for (Eigen::Index k = 0; k < n; ++k) std::swap(x[k], x[pivot[static_cast<std::size_t>(k)]]);
  for (Eigen::Index k = 0; k < n; ++k)
    for (Eigen::Index i = k + 1; i < n; ++i) x[i] -= LU(i, k) * x[k];
  for (Eigen::Index i = n; i-- > 0;) {
    for (Eigen::Index j = i + 1; j < n; ++j) x[i] -= LU(i, j) * x[j];
    x[i] /= LU(i, i);
  }
}

// Gauss and Jordan: the whole matrix becomes 1, the right side the solution.
void solve_gauss_jordan(MatX A, VecX& x) {
  const Eigen::Index n = A.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index p = k;
    A.col(k).tail(n - k).cwiseAbs().maxCoeff(&p);
    p += k;
    A.row(k).swap(A.row(p));
    std::swap(x[k], x[p]);
    const double scale = 1.0 / A(k, k);
    A.row(k).tail(n - k) *= scale;
    x[k] *= scale;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (i == k || A(i, k) == 0.0) continue;
      const double share = A(i, k);
      A.row(i).tail(n - k) -= share * A.row(k).tail(n - k);
      x[i] -= share * x[k];
    }
  }
}

// A = L U without pivots within the band (Golub & Van Loan 2013, section 4.3).
void factor_banded(MatX& A, Eigen::Index band) {
  const Eigen::Index n = A.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    const Eigen::Index m = std::min(band, n - 1 - k);
    A.col(k).segment(k + 1, m) /= A(k, k);
    for (Eigen::Index j = k + 1; j <= k + m; ++j)
      A.col(j).segment(k + 1, m) -= A(k, j) * A.col(k).segment(k + 1, m);
  }
}
void solve_banded(const MatX& LU, Eigen::Index band, VecX& x) {
  const Eigen::Index n = LU.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    const Eigen::Index m = std::min(band, n - 1 - k);
    x.segment(k + 1, m) -= x[k] * LU.col(k).segment(k + 1, m);
  }
  for (Eigen::Index k = n; k-- > 0;) {
    x[k] /= LU(k, k);
    const Eigen::Index m = std::min(band, k);
    x.segment(k - m, m) -= x[k] * LU.col(k).segment(k - m, m);
  }
}

// A = L L^T within the band; only the lower triangle is touched.
void factor_banded_cholesky(MatX& A, Eigen::Index band) {
  const Eigen::Index n = A.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    const Eigen::Index m = std::min(band, n - 1 - k);
    A(k, k) = std::sqrt(A(k, k));
    A.col(k).segment(k + 1, m) /= A(k, k);
    for (Eigen::Index j = k + 1; j <= k + m; ++j)
      A.col(j).segment(j, k + m - j + 1) -= A(j, k) * A.col(k).segment(j, k + m - j + 1);
  }
}
/// Solves L L^T x = b within the band, x holding b on entry.
void solve_banded_cholesky(const MatX& L, Eigen::Index band, VecX& x) {
  const Eigen::Index n = L.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    const Eigen::Index m = std::min(band, n - 1 - k);
    x[k] /= L(k, k);
    x.segment(k + 1, m) -= x[k] * L.col(k).segment(k + 1, m);
  }
  for (Eigen::Index k = n; k-- > 0;) {
    const Eigen::Index m = std::min(band, n - 1 - k);
    x[k] = (x[k] - L.col(k).segment(k + 1, m).dot(x.segment(k + 1, m))) / L(k, k);
  }
}

// Steepest descent of the residual's norm: v = A^T r, alpha = |v|^2 / |A v|^2.
int descend(const MatX& A, const VecX& b, VecX& x) {
  VecX r = b - A * x;
  const double enough = kIterativeTolerance * b.norm();
  for (int n = 0; n < kMostDescents; ++n) {
    if (r.norm() <= enough) return n;
    const VecX v = A.transpose() * r, Av = A * v;
    // The step along v that makes the residual least.
    const double alpha = v.squaredNorm() / Av.squaredNorm();
    x += alpha * v;
    r -= alpha * Av;
  }
  return -1;
}

// Full orthogonalisation: Arnoldi's basis of the Krylov space, solved there; restarted at most twice from
// the solution found, which takes off what rounding left. At most n directions each time.
int orthogonalise(const MatX& A, const VecX& b, VecX& x) {
  const Eigen::Index n = A.rows();
  const double enough = kIterativeTolerance * b.norm();
  int steps = 0;
  for (int start = 0; start < 3; ++start) {
    const VecX r = b - A * x;
    const double beta = r.norm();
    if (beta <= enough) return steps;
    MatX V = MatX::Zero(n, n + 1), H = MatX::Zero(n + 1, n);
    V.col(0) = r / beta;
    for (Eigen::Index k = 0; k < n; ++k, ++steps) {
      VecX w = A * V.col(k);
      // Modified Gram-Schmidt: w orthogonal to all directions so far.
      for (Eigen::Index i = 0; i <= k; ++i) {
        H(i, k) = w.dot(V.col(i));
        w -= H(i, k) * V.col(i);
      }
      H(k + 1, k) = w.norm();
      // The Galerkin solution in the space so far; its residual is |h_(k+1,k) y_k|.
      const VecX y = H.topLeftCorner(k + 1, k + 1).partialPivLu().solve(beta * VecX::Unit(k + 1, 0));
      if (H(k + 1, k) * std::fabs(y[k]) > 0.1 * enough && k + 1 < n) {
        V.col(k + 1) = w / H(k + 1, k);
        continue;
      }
      x += V.leftCols(k + 1) * y;
      break;
    }
  }
  return (b - A * x).norm() <= enough ? steps : -1;
}

}  // namespace

void LinearSolver::factor(RowSolver kind, const MatX& A, Eigen::Index band) {
  kind_ = kind;
  band_ = band;
  A_ = A;
  factor_ = A;
  if (kind == RowSolver::textbook_plu) factor_textbook(factor_, pivot_);
  if (kind == RowSolver::banded) factor_banded(factor_, band);
  if (kind == RowSolver::banded_cholesky) factor_banded_cholesky(factor_, band);
}

SolverEffort LinearSolver::solve(VecX& x) {
  switch (kind_) {
    case RowSolver::textbook_plu:
      solve_textbook(factor_, pivot_, x);
      return {};
    case RowSolver::plu:
      x = A_.partialPivLu().solve(x).eval();
      return {};
    case RowSolver::gauss_jordan:
      solve_gauss_jordan(A_, x);
      return {};
    case RowSolver::banded:
      solve_banded(factor_, band_, x);
      return {};
    case RowSolver::rnsd:
    case RowSolver::fom:
      return iterate(x);
    case RowSolver::sparse:  // forms no matrix
    case RowSolver::banded_cholesky:
      solve_banded_cholesky(factor_, band_, x);
      return {};
  }
  return {};
}

SolverEffort LinearSolver::iterate(VecX& x) {
  const VecX b = x;
  x.setZero();
  // An iteration that does not converge falls back on the banded Cholesky factor.
  const int iterations = kind_ == RowSolver::rnsd ? descend(A_, b, x) : orthogonalise(A_, b, x);
  if (iterations >= 0) return {iterations, false};
  factor_banded_cholesky(factor_, band_);
  x = b;
  solve_banded_cholesky(factor_, band_, x);
  factor_ = A_;
  return {kMostDescents, true};
}

}  // namespace grouser
