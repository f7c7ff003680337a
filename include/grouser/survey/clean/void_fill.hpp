// Filling the holes of a window of heights by kriging, and the standard deviation of what was filled.
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "grouser/base/workers.hpp"
#include "grouser/survey/clean/boundary_bias.hpp"
#include "grouser/survey/clean/gaussian_process.hpp"
#include "grouser/survey/clean/hole_samples.hpp"

namespace grouser {

struct FillOptions {
  SampleBudget samples = {};
  int deviation_samples =
      150;  ///< of the neighbourhoods of the deviation, at most 200: it goes by their square
  BiasOptions bias = {};
  int small_hole = 200;  ///< holes up to this size are kriged whole, cells
  int block = 48;        ///< greater ones in overlapping blocks of this size, cells: the rim of a long hole
                         ///< must not use up the samples
  int margin = 24;       ///< by which a block reaches over its neighbours, cells
};
/// Throws InputError.
void validate(const FillOptions&);

/// How far beyond the core a window must reach (or the raster end) for the filling of the core not to depend
/// on the window, cells.
int fill_halo(const FillOptions&);

struct FilledCell {
  Cell cell;
  double height = 0.0;     ///< m
  double deviation = 0.0;  ///< m; 0 unless asked for
};

enum class Deviation { skip, compute };

class VoidFiller {
 public:
  /// Throws InputError. `params` in cells and metres; of variance 0: flat ground. `workers`: whether the work
  /// is still wanted is all that is asked of them.
  VoidFiller(const MaternParams& params, const FillOptions& options, const Workers& workers = {});

  /// Heights for the cells of `core` whose state is fill, row by row. Those without a known cell within
  /// kSampleReach are left out. `whole`: a process to take instead of one for each neighbourhood (the
  /// paper's, from samples of all the image). Throws RunError: stopped.
  std::vector<FilledCell> fill(const HeightWindow&, const CellRect& core, Deviation,
                               const GaussianProcess* whole = nullptr);
  /// From now on the samples of every neighbourhood (not those of single cells) are added to `log`; null: no
  /// more.
  void record_samples(HeightSamples* log) { log_ = log; }

 private:
  /// Weights of the 24 cells round a single one, by which of them are known.
  using LoneWeights = std::vector<double>;
  const LoneWeights& lone_weights(unsigned known);
  /// Height of a single cell among enough known ones; nothing among fewer.
  std::optional<double> lone_height(const HeightWindow& window, const Cell& cell);

  MaternParams params_;
  FillOptions options_;
  Workers workers_;
  std::map<unsigned, LoneWeights> lone_;
  HeightSamples* log_ = nullptr;
};

}  // namespace grouser
