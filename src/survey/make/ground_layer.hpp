// SPDX-License-Identifier: BSD-3-Clause
// The layers of a recipe's ground: each adds to (or levels) the heights of some rows. Private to the terrain
// module.
#pragma once
#include <memory>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/survey/make/terrain_maker.hpp"

namespace grouser::terrain {

/// Each use of a recipe's seed has its own stream of random numbers, so that adding craters does not change
/// the hills.
enum Stream : std::uint64_t {
  kWaves = 1,
  kCraters = 2,
  kBumps = 3,
  kCraterAges = 4,
  kRocks = 5,
  kRockNumbers = 6,
  kRockShapes = 7,
  kRipples = 16
};

/// Heights of the rows first .. first + count of a grid, row by row, m.
struct RowBlock {
  const MadeGrid& grid;
  int first, count;
  std::vector<double>& heights;

  double* row(int k) { return heights.data() + static_cast<std::size_t>(k) * grid.columns; }
  double y(int k) const { return grid.y(first + k); }
};

class GroundLayer {
 public:
  virtual ~GroundLayer() = default;
  /// The heights of a row must be the same whatever block it is in.
  virtual void add(RowBlock&) const = 0;
};
using LayerList = std::vector<std::unique_ptr<GroundLayer>>;

/// Reads kind = "plane", "sinusoid" or "fractal".
std::unique_ptr<GroundLayer> read_base(const TomlTable& recipe, const MadeGrid&, std::uint64_t seed);
/// Reads [craters], [bumps].
std::unique_ptr<GroundLayer> read_craters(const TomlTable&, const MadeGrid&, std::uint64_t seed);
std::unique_ptr<GroundLayer> read_bumps(const TomlTable&, const MadeGrid&, std::uint64_t seed);
/// Reads [[ripples]] number `index`.
std::unique_ptr<GroundLayer> read_ripples(const TomlTable&, int index, const MadeGrid&, std::uint64_t seed);
/// Read [[bed]], [[ramp]], [[step]].
std::unique_ptr<GroundLayer> read_bed(const TomlTable&, const MadeGrid&);
std::unique_ptr<GroundLayer> read_ramp(const TomlTable&, const MadeGrid&);
std::unique_ptr<GroundLayer> read_step(const TomlTable&, const MadeGrid&);

}  // namespace grouser::terrain
