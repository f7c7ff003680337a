// SPDX-License-Identifier: BSD-3-Clause
// Unit numbers of a campaign's draws: a random stream per variable, strata in an order by a Feistel
// network, or scrambled Sobol points. Each number follows from seed, name and sample alone.
#include "grouser/mission/campaign/unit_draws.hpp"

#include <bit>
#include <boost/random/sobol.hpp>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/math/random.hpp"

namespace grouser {
namespace {

constexpr int kDigits = 53;              // of a double
constexpr unsigned kMostSobolBits = 32;  // of a sample's number

/// The key of a variable: a hash of seed and name.
std::uint64_t key_of(std::uint64_t seed, const std::string& name) {
  Hasher hasher;
  hasher.add(seed);
  hasher.add(std::string_view(name));
  return hasher.value();
}

/// The middle of one of 2^53 cells: never 0 nor 1.
double in_the_middle(std::uint64_t cell) { return (static_cast<double>(cell) + 0.5) * 0x1.0p-53; }

/// Direction numbers by Boost's engine: its state after seed(n) is the point n + 1 in the order of Gray's
/// code.
std::vector<std::uint64_t> directions_of(std::size_t dimensions) {
  std::vector<std::uint64_t> directions(dimensions * kMostSobolBits), point(dimensions), last(dimensions, 0);
  boost::random::sobol engine(dimensions);
  for (unsigned bit = 0; bit < kMostSobolBits; ++bit) {
    engine.seed((std::uint64_t{1} << bit) - 1);  // directions `bit` and `bit` - 1 together
    for (std::size_t k = 0; k < dimensions; ++k) {
      point[k] = engine();
      directions[k * kMostSobolBits + bit] = last[k] = point[k] ^ last[k];
    }
  }
  return directions;
}

/// One to one from [0, 2^(2 half)) to itself.
std::uint64_t feistel(std::uint64_t x, std::uint64_t key, int half) {
  constexpr int kRounds = 6;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  std::uint64_t left = x >> half, right = x & mask;
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t turned =
        left ^ (mix_bits(key ^ mix_bits(right + (std::uint64_t(round) << 56))) & mask);
    left = right;
    right = turned;
  }
  return (left << half) | right;
}

}  // namespace

const char* to_string(PlanKind kind) {
  constexpr const char* kNames[] = {"random", "latin_hypercube", "sobol", "grid", "morris", "saltelli"};
  return kNames[static_cast<std::size_t>(kind)];
}

UnitDraws::UnitDraws(PlanKind kind, std::uint64_t seed, std::uint64_t samples,
                     std::vector<std::string> variables)
    : kind_(kind), samples_(samples) {
  for (const std::string& name : variables) keys_.push_back(key_of(seed, name));
  constexpr std::size_t kMostDimensions = boost::random::default_sobol_table::max_dimension;
  if (kind != PlanKind::sobol || variables.empty()) return;
  if (variables.size() > kMostDimensions)
    throw InputError("plan = \"sobol\"", std::to_string(variables.size()) + " variables",
                     "at most " + std::to_string(kMostDimensions));
  directions_ = directions_of(variables.size());
}

double UnitDraws::at(std::size_t variable, std::uint64_t sample) const {
  if (kind_ == PlanKind::sobol) return scrambled(variable, sample);
  if (kind_ == PlanKind::latin_hypercube) return stratum(keys_[variable], sample);
  return in_the_middle(math::RandomStream(keys_[variable], sample).bits() >> (64 - kDigits));
}

/// A number in the stratum of this sample; the network's range is reduced to the strata by walking its
/// cycle.
double UnitDraws::stratum(std::uint64_t key, std::uint64_t sample) const {
  const int half = (std::bit_width(samples_) + 1) / 2;
  std::uint64_t at = sample;
  do at = feistel(at, key, half);
  while (at >= samples_);  // a walk along a cycle ends at another of the strata
  const double within = in_the_middle(math::RandomStream(key, sample).bits() >> (64 - kDigits));
  const double u = (static_cast<double>(at) + within) / static_cast<double>(samples_);
  return u < 1.0 ? u : 1.0 - 0x1.0p-53;
}

/// A point of Sobol's sequence with its digits scrambled from the highest down.
double UnitDraws::scrambled(std::size_t variable, std::uint64_t sample) const {
  // The point in the order of Gray's code, from the directions of the bits that are set.
  std::uint64_t point = 0;
  for (std::uint64_t gray = sample ^ (sample >> 1), bit = 0; gray != 0; gray >>= 1, ++bit)
    if (gray & 1) point ^= directions_[variable * kMostSobolBits + bit];
  // Each digit is turned by a bit that depends on the digits above it.
  std::uint64_t turned = 0;
  for (int digit = 0; digit < kDigits; ++digit) {
    const std::uint64_t above = digit == 0 ? 0 : point >> (64 - digit);
    const std::uint64_t turn =
        mix_bits(keys_[variable] ^ mix_bits(above * 64 + static_cast<std::uint64_t>(digit))) >> 63;
    turned = (turned << 1) | (((point >> (63 - digit)) & 1) ^ turn);
  }
  return in_the_middle(turned);
}

}  // namespace grouser
