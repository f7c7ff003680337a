// SPDX-License-Identifier: BSD-3-Clause
// Counter-based random streams: the n-th number of a stream depends only on (seed, stream, n), so the same
// seed gives the same numbers on every computer, in any thread and in any order of use. Philox4x32-10:
// Salmon, Moraes, Dror & Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC11, 2011 (Random123).
#pragma once
#include <Random123/philox.h>

#include <cmath>
#include <cstdint>

#include "grouser/math/elementary.hpp"

namespace grouser::math {

class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint64_t stream) : seed_(seed), stream_(stream) {}

  /// 64 random bits.
  std::uint64_t bits() {
    const r123::Philox4x32::ctr_type counter = {
        {static_cast<std::uint32_t>(count_), static_cast<std::uint32_t>(count_ >> 32),
         static_cast<std::uint32_t>(stream_), static_cast<std::uint32_t>(stream_ >> 32)}};
    const r123::Philox4x32::key_type key = {
        {static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)}};
    const auto out = r123::Philox4x32()(counter, key);
    ++count_;
    return (static_cast<std::uint64_t>(out[1]) << 32) | out[0];
  }
  /// Uniform in [0, 1), 53 bits.
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// Standard normal (Box & Muller 1958, the cosine branch).
  double normal() {
    const double radius = std::sqrt(-2.0 * log(1.0 - uniform()));
    return radius * cos(2.0 * 3.14159265358979323846 * uniform());
  }

 private:
  std::uint64_t seed_, stream_, count_ = 0;
};

}  // namespace grouser::math
