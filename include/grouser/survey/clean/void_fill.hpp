// SPDX-License-Identifier: BSD-3-Clause
// Filling the holes of a window of heights by kriging, and the standard deviation of what was filled.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "grouser/base/workers.hpp"
#include "grouser/survey/clean/boundary_bias.hpp"
#include "grouser/survey/clean/gaussian_process.hpp"
#include "grouser/survey/clean/hole_samples.hpp"

namespace grouser {

struct FillOptions {
  SampleBudget samples = {};
  /// Samples of the neighbourhoods used for the deviation, at most 200: the cost is proportional to their
  /// square
  int deviation_samples = 150;
  BiasOptions bias = {};
  int small_hole = 200;  ///< holes up to this size are kriged whole, cells

  /// Larger holes are kriged in overlapping blocks of this size, cells: the rim of a long hole must not use
  /// up the samples
  int block = 48;
  int margin = 24;  ///< by which a block extends over its neighbours, cells
};
/// Throws InputError.
void validate(const FillOptions&);

/// Cells by which a window must extend beyond the core (unless the raster ends), so that the filling of the
/// core does not depend on the window.
int fill_halo(const FillOptions&);

struct FilledCell {
  Cell cell;
  double height = 0.0;     ///< m
  double deviation = 0.0;  ///< m; 0 unless asked for
};

enum class Deviation { skip, compute };

class VoidFiller {
 public:
  /// Throws InputError. `params` is in cells and metres; variance 0 means flat ground. `workers` is only
  /// asked whether the work is still wanted.
  VoidFiller(const MaternParams& params, const FillOptions& options, const Workers& workers = {});

  /// Heights for the cells of `core` whose state is fill, row by row. Those without a known cell within
  /// kSampleReach are left out. `whole`: one process to use instead of one for each neighbourhood (the
  /// paper's, from samples of the whole image). Throws RunError: stopped.
  std::vector<FilledCell> fill(const HeightWindow&, const CellRect& core, Deviation,
                               const GaussianProcess* whole = nullptr);
  /// From now on the samples of every neighbourhood (not those of single cells) are added to `log`; null
  /// stops this.
  void record_samples(HeightSamples* log) { log_ = log; }
  /// From now on fill() reports after each neighbourhood the part that is done, 0 to 1; empty stops this.
  void tell_progress(std::function<void(double)> tell) { tell_ = std::move(tell); }

 private:
  /// Weights of the 24 cells around a single cell, for each pattern of known cells.
  using LoneWeights = std::vector<double>;
  const LoneWeights& lone_weights(unsigned known);
  /// Height of a single cell with enough known cells around it; nothing if there are too few.
  std::optional<double> lone_height(const HeightWindow& window, const Cell& cell);

  MaternParams params_;
  FillOptions options_;
  Workers workers_;
  std::map<unsigned, LoneWeights> lone_;
  HeightSamples* log_ = nullptr;
  std::function<void(double)> tell_;
};

}  // namespace grouser
