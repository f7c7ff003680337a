// SPDX-License-Identifier: BSD-3-Clause
// A regular grid of heights. Row-major, row 0 is the NORTH edge (as in rasters), column 0 the WEST edge;
// values lie at cell centres. Heights are floats relative to a datum kept in double (a float at -4450 m has
// steps of 0.5 mm). Between cell centres: cubic convolution (Keys 1981, a = -1/2), so height and slope are
// continuous; evaluated in double.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace grouser {

/// Height and gradient of the surface at a point.
struct HeightSample {
  double z = 0.0;        ///< m
  double slope_x = 0.0;  ///< dz/dx (east), -
  double slope_y = 0.0;  ///< dz/dy (north), -
};

/// A grid of heights with its place on a map.
struct HeightfieldSpec {
  int columns = 0;     ///< from west to east
  int rows = 0;        ///< from south to north
  double west = 0.0;   ///< x of the CENTRE of the north-west cell in the local frame, m
  double north = 0.0;  ///< y of the same, m
  double cell = 1.0;   ///< m, square cells
  double datum = 0.0;  ///< height that offset 0 represents, m

  /// Heights, rows * columns values from the north-west, all finite (voids are an error here; cleaning is a
  /// separate step)
  std::vector<float> offsets;  ///< m above the datum
  std::string crs;             ///< WKT or empty
  double map_x = 0.0;          ///< map coordinate east of the local frame's origin (0 if none)
  double map_y = 0.0;          ///< map coordinate north of the same
  std::string source;          ///< file or recipe it came from
  std::string note;            ///< remark on how its heights were taken, for reports of runs; empty: none
};

/// The place of a point in the grid: between four cell centres, the south-west of them first.
struct FieldCell {
  int column = 0;          ///< from the west
  int row_from_south = 0;  ///< from the south
  double s = 0.0;          ///< share of a cell east of the south-west centre, [0, 1]
  double t = 0.0;          ///< share of a cell north of it, [0, 1]
};

/// A surface over a rectangle by a grid of heights. Immutable.
class Heightfield {
 public:
  /// Throws InputError: wrong sizes, cell not > 0, non-finite values, count mismatch.
  explicit Heightfield(HeightfieldSpec);
  const HeightfieldSpec& spec() const { return spec_; }  ///< the grid that it was made from

  /// False (out untouched) where fewer than the 4 x 4 neighbours exist.
  bool sample(double x, double y, HeightSample& out) const;
  double min_x() const;                         ///< west end of the extent inside which sample() works, m
  double max_x() const;                         ///< east end, m
  double min_y() const;                         ///< south end, m
  double max_y() const;                         ///< north end, m
  double lowest() const { return lowest_; }     ///< lowest cell, m
  double highest() const { return highest_; }   ///< highest cell, m
  std::uint64_t hash() const { return hash_; }  ///< of heights, grid and datum

  /// For callers that sample one cell many times: finds the cell of a point (false outside) and the offsets
  /// of its 4 x 4 neighbours from the datum, rows from south to north, columns from west to east.
  bool locate(double x, double y, FieldCell& cell) const;
  /// Offsets of the cell's 4 x 4 neighbours from the datum, m.
  void neighbours(const FieldCell& cell, double (&out)[4][4]) const;
  /// Upper bound of the second derivative of the height in any direction in the rectangle from (x0, y0) to
  /// (x1, y1), 1/m; infinite where the rectangle spans many cells.
  double largest_bend(double x0, double y0, double x1, double y1) const;
  /// Upper bound of the height in such a rectangle, m; infinite where it spans many cells.
  double highest_in(double x0, double y0, double x1, double y1) const;

 private:
  HeightfieldSpec spec_;
  struct Nodes {
    int west, south, east, north;
  };
  float bend_of(const Nodes&) const;
  float top_of(const Nodes&) const;
  void bound_blocks();
  double largest_in(const std::vector<float>& bounds, double x0, double y0, double x1, double y1) const;
  double lowest_ = 0.0, highest_ = 0.0;
  std::uint64_t hash_ = 0;
  int block_columns_ = 0, block_rows_ = 0;  // blocks have a few cells per side and start in the south-west
  double per_block_ = 0.0, south_ = 0.0;    // blocks per metre; y of the south-west cell, m
  std::vector<float> bends_, tops_;         // bounds of each block; tops_ above the datum
};

}  // namespace grouser
