// A regular grid of heights. Row-major, row 0 is the NORTH edge (as rasters are), column 0 the WEST edge; values stand
// at cell centres. Heights are floats relative to a datum kept in double (a float at -4450 m has steps of 0.5 mm).
// Between cell centres: cubic convolution (Keys 1981, a = -1/2), so height and slope are continuous; evaluated in double.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace grouser {

struct HeightSample {
  double z = 0.0;                ///< m
  double slope_x = 0.0, slope_y = 0.0;  ///< dz/dx (east), dz/dy (north)
};

struct HeightfieldSpec {
  int columns = 0, rows = 0;
  double west = 0.0, north = 0.0;  ///< coordinates of the CENTRE of the north-west cell in the local frame, m
  double cell = 1.0;               ///< m, square cells
  double datum = 0.0;              ///< height that offset 0 stands for, m
  std::vector<float> offsets;      ///< rows * columns, all finite (voids are an error here; cleaning is another matter)
  std::string crs;                 ///< WKT or empty
  double map_x = 0.0, map_y = 0.0; ///< map coordinates of the local frame's origin (0 if none)
  std::string source;              ///< file or recipe it came from
};

class Heightfield {
 public:
  /// Throws InputError: sizes, cell not > 0, non-finite values, count mismatch.
  explicit Heightfield(HeightfieldSpec);
  const HeightfieldSpec& spec() const { return spec_; }
  /// False (out untouched) where fewer than the 4 x 4 neighbours exist.
  bool sample(double x, double y, HeightSample& out) const;
  double min_x() const;  ///< extent inside which sample() works
  double max_x() const;
  double min_y() const;
  double max_y() const;
  double lowest() const;   ///< m
  double highest() const;  ///< m
  std::uint64_t hash() const { return hash_; }

 private:
  HeightfieldSpec spec_;
  std::uint64_t hash_ = 0;
};

}  // namespace grouser
