// SPDX-License-Identifier: BSD-3-Clause
// What the kernels compute, by Eigen in long double and in other words: matrices are written out, 6x6
// transforms included.
#pragma once
#include "kernels/kernel_table.hpp"

namespace grouser::test {

/// Results of one system. Returns the condition of its leading matrix as 1-norms of it and its inverse
/// multiplied; 1: there is none.
double exact_kernel(const SmallKernel& kernel, const double* in, long double* out);

}  // namespace grouser::test
