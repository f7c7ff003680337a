// SPDX-License-Identifier: BSD-3-Clause
// The kernels of kernel_table.hpp by others: Eigen with sizes known to the compiler, ALGLIB, and textbook
// loops over arrays. Numbers of one system after another, as SmallKernel has them for one lane; nothing says
// where a kernel holds.
#pragma once
#include <cstddef>
#include <string_view>

namespace grouser::bench {

using Peer = void (*)(const double* in, double* out, std::size_t systems);
/// nullptr: it is not there.
Peer eigen_peer(std::string_view kernel);
Peer textbook_peer(std::string_view kernel);
Peer alglib_peer(std::string_view kernel);

}  // namespace grouser::bench
