// SPDX-License-Identifier: BSD-3-Clause
// By which product and solver the multipliers of constrained coordinates are found (Wachlin 2018, chapters
// 3 and 4, and ours), by name. The default is the best; the others are there for comparison.
#pragma once

namespace grouser {

/// Methods of forming J M^-1 J^T. textbook: three nested loops over dense matrices. dense: Eigen's. csc:
/// compressed sparse columns. block: only the blocks of joints that share a body.
enum class RowProduct { textbook, dense, csc, block };
/// sparse: elimination over bodies and joints, which forms no product (body_elimination.hpp). plu,
/// gauss_jordan: dense with pivots; textbook_plu by plain loops. banded: Gaussian elimination within the
/// band; banded_cholesky: Cholesky's within it. rnsd: residual-norm steepest descent; fom: full
/// orthogonalisation (Saad 2003, sections 5.3.3 and 6.4).
enum class RowSolver { sparse, textbook_plu, plu, gauss_jordan, banded, banded_cholesky, rnsd, fom };

inline const char* to_string(RowProduct product) {
  constexpr const char* kNames[] = {"textbook", "dense", "csc", "block"};
  return kNames[static_cast<int>(product)];
}
inline const char* to_string(RowSolver solver) {
  constexpr const char* kNames[] = {"sparse", "textbook_plu",    "plu",  "gauss_jordan",
                                    "banded", "banded_cholesky", "rnsd", "fom"};
  return kNames[static_cast<int>(solver)];
}

/// Effort of the last solution.
struct SolverEffort {
  int iterations = 0;      ///< of rnsd and fom; 0: direct
  bool fell_back = false;  ///< they did not get there, and banded_cholesky did
};

}  // namespace grouser
