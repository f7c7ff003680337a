// SPDX-License-Identifier: BSD-3-Clause
// Seeded inputs of the kernels, and where they stand among the lanes.
#pragma once
#include <vector>

#include "kernel_table.hpp"

namespace grouser::test {

/// Inputs of that many systems, one after another, each number from -1 to 1. Leading matrices have singular
/// values from 1 to 1/c, their conditions c spread evenly by their logarithms from 1 to `condition`.
std::vector<double> kernel_inputs(const SmallKernel& kernel, std::size_t systems, double condition);

/// Results of a level's kernel, one system after another. Systems beyond the last whole block repeat its last
/// lane.
std::vector<double> kernel_results(const SmallTable& table, std::size_t kernel,
                                   const std::vector<double>& inputs);
/// Numbers of one system after another in blocks of `lanes`.
std::vector<double> in_blocks(const std::vector<double>& plain, int numbers, std::size_t lanes);

}  // namespace grouser::test
