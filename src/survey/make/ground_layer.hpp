// SPDX-License-Identifier: BSD-3-Clause
// The ground of a recipe: its keys, and the layers made from them, of which each adds to (or levels) the
// heights of some rows. Private to the survey module.
#pragma once
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "grouser/base/derived_key.hpp"
#include "grouser/survey/make/terrain_maker.hpp"
#include "grouser/terrain/surface/terrain.hpp"

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

/// One step of making the ground, such as its craters.
class GroundLayer {
 public:
  virtual ~GroundLayer() = default;
  /// The heights of a row must be the same whatever block it is in.
  virtual void add(RowBlock&) const = 0;
};

inline constexpr double kShortestWave = 4.0;  // cells: the grid cannot represent shorter waves

enum class GroundKind { flat, plane, none, sinusoid, fractal };

/// The ground that all else is added to.
struct BaseKeys {
  GroundKind kind = GroundKind::flat;
  double slope = 0.0, uphill = 0.0;                         // plane: rad
  double wavelength = 0.0, amplitude = 0.0, heading = 0.0;  // sinusoid: m, m, rad
  double hurst = 0.0, lag = 0.0;                            // fractal: -, m
  double rms_slope = 0.0, longest = 0.0;                    // rad, m
  std::optional<double> rms_deviation;                      // m, in place of rms_slope
  BasePlane plane() const;
};
/// Places and sizes of round features, m.
struct ScatterKeys {
  int count = 0;
  double smallest = 0.0, largest = 0.0, exponent = 2.0;
};
/// Fresh simple craters: depth 0.196 D^1.01, rim 0.036 D^1.014 in km (Pike 1977, Impact and Explosion
/// Cratering, tables 1 and 2), here 0.2 D and a fifth of the depth. Old craters are shallower, each between
/// the two ratios.
struct CraterKeys {
  ScatterKeys discs;
  double deepest = 0.2, shallowest = 0.2;  // depth / diameter
  double rim = 0.2;                        // rim / depth
};
struct BumpKeys {
  ScatterKeys discs;
  double ratio = 0.25;  // height / diameter
};
struct RippleKeys {
  double wavelength = 0.0, height = 0.0;  // m
  double lee = 0.35;                      // share of the wavelength: a slope about twice the windward one
  double heading = 0.0;                   // rad, from the windward side to the lee
  double meander = 0.0, meander_length = 0.0;  // m
};
/// A place and a heading, m, rad.
struct CourseKeys {
  std::array<double, 2> position{};
  double heading = 0.0;
};
struct BedKeys {
  CourseKeys course;
  std::array<double, 2> size{};  // m
  double height = 0.0, slope = 0.0, margin = 0.0;
};
/// A ramp or a step.
struct RiseKeys {
  CourseKeys course;
  double run = 0.0, height = 0.0, side = 0.0;  // m, along, up, and of its sides' slopes
  double top = std::numeric_limits<double>::infinity(), width = std::numeric_limits<double>::infinity();  // m
};

struct GroundRecipe {
  std::array<double, 2> size{};  // m
  MadeGrid grid;
  int seed = 0;
  BaseKeys base;
  std::optional<CraterKeys> craters;
  std::optional<BumpKeys> bumps;
  std::vector<RippleKeys> ripples;
  std::vector<BedKeys> beds;
  std::vector<RiseKeys> ramps, steps;
};
/// All keys that shape the ground.
void visit_keys(KeyVisitor& v, GroundRecipe& recipe);
void visit_seed(KeyVisitor& v, int& seed);
void visit_kind(KeyVisitor& v, GroundKind& kind);
void visit_keys(KeyVisitor& v, BaseKeys& base);
void visit_craters(KeyVisitor& v, const MadeGrid&, CraterKeys&);
void visit_bumps(KeyVisitor& v, const MadeGrid&, BumpKeys&);
void visit_ripples(KeyVisitor& v, const MadeGrid&, RippleKeys&);
void visit_bed(KeyVisitor& v, const MadeGrid&, BedKeys&);
void visit_ramp(KeyVisitor& v, const MadeGrid&, RiseKeys&);
void visit_step(KeyVisitor& v, const MadeGrid&, RiseKeys&);

using Layer = std::unique_ptr<GroundLayer>;
Layer make_base(const GroundRecipe&);
Layer make_craters(const CraterKeys&, const MadeGrid&, std::uint64_t seed);
Layer make_bumps(const BumpKeys&, const MadeGrid&, std::uint64_t seed);
/// `index`: its number among the recipe's.
Layer make_ripples(const RippleKeys&, std::size_t index, std::uint64_t seed);
Layer make_bed(const BedKeys&);
Layer make_rise(const RiseKeys&);

}  // namespace grouser::terrain
