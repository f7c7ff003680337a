// SPDX-License-Identifier: BSD-3-Clause
// 64-bit hash of bytes and numbers, for state hashes and terrain hashes. Not cryptographic. The same bytes
// give the same hash on every computer (little endian assumed, as everywhere here). Mixing step: the
// finaliser of SplitMix64 (Steele, Lea & Flood 2014), which is a bijection with full avalanche.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace grouser {

/// A number whose every bit depends on every bit of x; different x give different numbers.
constexpr std::uint64_t mix_bits(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// Order-dependent hash, fed piece by piece. -0.0 and 0.0 differ on purpose: the bits are compared.
class Hasher {
 public:
  void add(std::uint64_t x) { state_ = mix_bits(state_ ^ x); }  ///< adds the eight bytes of a number
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }  ///< adds the bits of a number

  /// Adds each number in turn, without their count.
  void add(std::span<const double> xs) {
    for (double x : xs) add(x);
  }
  void add(std::string_view text);                ///< adds the bytes of a text and its length
  std::uint64_t value() const { return state_; }  ///< the hash of all that was added so far

 private:
  std::uint64_t state_ = 0x6a09e667f3bcc908ull;
};

/// Text of 16 lower-case hexadecimal digits.
std::string hash_text(std::uint64_t hash);

}  // namespace grouser
