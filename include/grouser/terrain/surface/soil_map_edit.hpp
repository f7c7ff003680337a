// SPDX-License-Identifier: BSD-3-Clause
// Changes a soil map by operations, each of which can be undone and redone exactly. There are no files and no
// window here: the command line, scripts and the window all call these functions.
#pragma once
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "grouser/math/types.hpp"
#include "grouser/terrain/surface/heightfield.hpp"
#include "grouser/terrain/surface/soil_map.hpp"

namespace grouser {

/// All cells of the map.
struct FillAll {};

/// Cells whose centre lies inside an odd number of the rings (so a ring inside a ring is a hole). Rings are
/// closed automatically; points in m, local frame.
struct FillPolygon {
  std::vector<std::vector<Vec2>> rings;  ///< m, local frame; each at least three points
};

/// Cells whose centre is within `radius` of a line through the points (one point: a disc). Beyond `hardness`
/// times the radius a cell is painted with a probability that falls to 0 at the rim: by a fixed hash of cell
/// and seed, so that a stroke in pieces is the whole stroke.
struct BrushStroke {
  double radius = 0.0;          ///< m
  std::vector<Vec2> path = {};  ///< points of the stroke, m, local frame
  double hardness = 1.0;        ///< 0 to 1; 1: a sharp rim
  int seed = 0;                 ///< of the soft rim
};

/// All cells of the class at `seed` that are connected to it by their sides (or also by their corners).
struct FloodFill {
  Vec2 seed = Vec2::Zero();  ///< point in the cell to start from, m, local frame
  bool by_corners = false;   ///< true: cells that share only a corner are connected too
};

/// The quantity that a rule examines.
enum class GroundQuantity {
  slope,     ///< rad, of Horn's 3 x 3 gradient (Horn 1981, Proc. IEEE 69, 14; gdaldem's default)
  height,    ///< m
  roughness  ///< m: rms height about the plane of best fit in a square window
};

/// Cells whose quantity lies in [min, max].
struct FillByRule {
  GroundQuantity quantity = GroundQuantity::slope;        ///< the quantity that is compared
  double min = -std::numeric_limits<double>::infinity();  ///< least value, in the quantity's unit
  double max = std::numeric_limits<double>::infinity();   ///< largest value, in the quantity's unit
  double window = 0.0;  ///< roughness: side of the window, m; at least 3 cells are used
};

/// One change of a soil map: the cells, and the class that they get.
struct SoilMapOperation {
  int value = 0;               ///< the class that the cells get
  std::vector<int> only = {};  ///< change only cells of these classes; empty: all cells
  std::variant<FillAll, FillPolygon, BrushStroke, FloodFill, FillByRule> where = {};  ///< which cells
};

/// One line for people: "polygon of 5 points".
std::string describe(const SoilMapOperation&);

/// The quantity at every cell, row by row from the north-west. At the border heights are continued in a
/// straight line (slope), or the window is moved inside (roughness).
std::vector<double> calc_ground_quantity(const Heightfield&, GroundQuantity, double window = 0.0);

/// A run of cells in the map's bytes that had one class before.
struct CellRun {
  std::size_t first = 0;    ///< index of the first cell, row by row from the north-west
  std::size_t count = 0;    ///< number of cells
  std::uint8_t before = 0;  ///< their class before
};

/// The cells that an operation changed. No cell is in two runs.
struct SoilMapEdit {
  std::string what;           ///< the operation, as describe() says it
  std::uint8_t value = 0;     ///< the class that the cells got
  std::vector<CellRun> runs;  ///< in the order in which they were painted
  std::size_t cells() const;  ///< cells that were changed
};

/// Throws for an operation what apply() throws, without painting.
void check_operation(const SoilMap&, const SoilMapOperation&, const Heightfield* terrain,
                     const std::string& place);
/// Paints an operation. Throws InputError(place): a class that is not in the legend, points that are not
/// finite, a radius that is not > 0, a ring of fewer than three points, a seed outside the map, a rule
/// without a terrain or with one on another grid.
SoilMapEdit apply(SoilMap&, const SoilMapOperation&, const Heightfield* terrain, const std::string& place);

/// The edits of a map in order; those from `position` on have been undone.
class SoilMapJournal {
 public:
  SoilMapJournal() = default;
  /// A journal with these edits, of which the first `position` are in the map.
  SoilMapJournal(std::vector<SoilMapEdit> edits, std::size_t position)
      : edits_(std::move(edits)), position_(position) {}

  /// Applies and remembers an operation; what was undone before can no longer be redone.
  const SoilMapEdit& apply(SoilMap&, const SoilMapOperation&, const Heightfield* terrain,
                           const std::string& place);
  /// Takes the last edit back. False if there is nothing to undo. The map must be as this journal left it.
  bool undo(SoilMap&);
  bool redo(SoilMap&);  ///< applies the next edit again. False if there is nothing to redo.

  /// All edits, those that were undone at the end.
  const std::vector<SoilMapEdit>& edits() const { return edits_; }
  std::size_t position() const { return position_; }  ///< number of them that are in the map

 private:
  std::vector<SoilMapEdit> edits_;
  std::size_t position_ = 0;
};

}  // namespace grouser
