// SPDX-License-Identifier: BSD-3-Clause
// The numbers between 0 and 1 that a campaign's draws are made of: one for each variable and sample, found
// from seed, the variable's name and the sample's number alone, in any order and on any computer.
//
//   random           Philox (grouser/math/random.hpp), a stream of its own for each variable's name and
//                    sample, so that a variable that is added changes no other's draws
//   latin_hypercube  McKay, Beckman & Conover, Technometrics 21 (1979): each variable's samples lie one in
//                    each of as many strata, in an order of its own (a Feistel network walked over the
//                    strata, Luby & Rackoff 1988)
//   sobol            Sobol's points with the direction numbers of Joe & Kuo, SIAM J. Sci. Comput. 30
//                    (2008), as Boost has them, scrambled after Owen (1995): each binary digit is turned
//                    over by a hash of the seed, the variable's name and the digits above it. A variable's
//                    dimension is its place in the list.
//
// Grids and plans for sensitivities (morris, saltelli) are not drawn here: CampaignPlan has them.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace grouser {

enum class PlanKind { random, latin_hypercube, sobol, grid, morris, saltelli };
const char* to_string(PlanKind);

class UnitDraws {
 public:
  /// Throws InputError: more variables than Sobol's directions.
  UnitDraws(PlanKind kind, std::uint64_t seed, std::uint64_t samples, std::vector<std::string> variables);
  /// 0 < u < 1; sample < samples.
  double at(std::size_t variable, std::uint64_t sample) const;

 private:
  double stratum(std::uint64_t key, std::uint64_t sample) const;
  double scrambled(std::size_t variable, std::uint64_t sample) const;

  PlanKind kind_;
  std::uint64_t samples_;
  std::vector<std::uint64_t> keys_;  // of seed and name
  std::vector<std::uint64_t>
      directions_;  // of Sobol's points: all bits of the first variable, then of the next
};

}  // namespace grouser
