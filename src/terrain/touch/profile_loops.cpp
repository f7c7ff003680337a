// SPDX-License-Identifier: BSD-3-Clause
// The nodes of Gauss-Legendre's rule over a profile, with the weights of Hermite's cubic through both ends'
// values and slopes.
#include "profile_loops.hpp"

#include "grouser/math/quadrature.hpp"
#include "grouser/math/simd_level.hpp"

namespace grouser::terrain {
namespace {

constexpr NodeTable make_nodes() {
  NodeTable table{};
  for (int k = 0; k < kLanes; ++k) {
    const bool left = k < kLanes / 2;
    const math::GaussNode& node =
        math::kGauss8[static_cast<std::size_t>(left ? kLanes / 2 - 1 - k : k - kLanes / 2)];
    const double x = left ? -node.x : node.x;
    table.at.v[k] = x;
    table.weight.v[k] = node.weight;
    table.from.v[k] = 0.25 * (1.0 - x) * (1.0 - x) * (2.0 + x);
    table.to.v[k] = 0.25 * (1.0 + x) * (1.0 + x) * (2.0 - x);
    table.rise_from.v[k] = 0.25 * (1.0 - x) * (1.0 - x) * (1.0 + x);
    table.rise_to.v[k] = -0.25 * (1.0 + x) * (1.0 + x) * (1.0 - x);
  }
  return table;
}

}  // namespace

constinit const NodeTable kProfileNodes = make_nodes();

const ProfileLoops& profile_loops() { return GROUSER_OF_LEVEL(simd_level(), kProfiles); }

}  // namespace grouser::terrain
