// SPDX-License-Identifier: BSD-3-Clause
// Draws from a density of a few variables by the affine-invariant ensemble sampler: the stretch move of
// Goodman & Weare, Comm. Appl. Math. Comp. Sci. 5 (2010), with a = 2, in the form of two halves that move
// side by side (Foreman-Mackey, Hogg, Lang & Goodman, PASP 125, 2013). Each random number is found from seed,
// step, walker and its place there alone, so that the draws are the same on any number of threads.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "grouser/base/workers.hpp"
#include "grouser/math/types.hpp"

namespace grouser {

/// Logarithm of the density but for a constant; -infinity where there is none.
using LogDensity = std::function<double(const VecX& x)>;

struct SamplerOptions {
  std::uint64_t seed = 1;
  int block = 200;  ///< steps until the first look at how far it has come
  int most_steps = 4000;
  double enough = 500.0;  ///< independent draws, after which it ends
  std::function<void(int step)> progress = {};
  std::function<bool()> cancelled = {};  ///< throws Interrupted where it says so
};

struct EnsembleDraws {
  std::vector<VecX> draws;         ///< after the first part of the chain, in which it finds its place
  double independent = 0.0;        ///< as many independent draws tell as much, of the worst variable
  double acceptance = 0.0;         ///< share of the moves
  double correlation_steps = 0.0;  ///< integrated autocorrelation time, steps
  int steps = 0;
};

/// walkers: where they start, an even number, twice the variables or more.
EnsembleDraws draw_ensemble(const LogDensity& density, std::vector<VecX> walkers,
                            const SamplerOptions& options, const Workers& workers);

/// The integrated autocorrelation time of a chain, in its steps (Sokal 1997: the window ends at five times
/// itself).
double correlation_time(const std::vector<double>& chain);

}  // namespace grouser
