// SPDX-License-Identifier: BSD-3-Clause
// Random numbers of the servo link's tests.
#pragma once
#include <cstdint>

#include "grouser/base/hash.hpp"

namespace grouser::test {

/// A small generator of our own (SplitMix64): the same on every machine.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t most) {
    state_ += 0x9e3779b97f4a7c15ull;
    return mix_bits(state_) % most;
  }

 private:
  std::uint64_t state_;
};

}  // namespace grouser::test
