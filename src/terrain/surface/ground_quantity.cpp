// SPDX-License-Identifier: BSD-3-Clause
// Slope, height and roughness of every cell of a heightfield.
#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/terrain/surface/soil_map_edit.hpp"

namespace grouser {
namespace {

class Heights {
 public:
  explicit Heights(const Heightfield& field) : spec_(field.spec()) {}
  double at(int column, int row) const {
    return spec_.offsets[static_cast<std::size_t>(row) * static_cast<std::size_t>(spec_.columns) +
                         static_cast<std::size_t>(column)];
  }
  /// Height of a cell, also one beyond the border: on the straight line through the last two cells.
  double beyond(int column, int row) const {
    if (row < 0) return 2.0 * beyond(column, 0) - beyond(column, 1);
    if (row >= spec_.rows) return 2.0 * beyond(column, spec_.rows - 1) - beyond(column, spec_.rows - 2);
    if (column < 0) return 2.0 * at(0, row) - at(1, row);
    if (column >= spec_.columns) return 2.0 * at(spec_.columns - 1, row) - at(spec_.columns - 2, row);
    return at(column, row);
  }

  // Horn 1981, with the neighbours a b c / d e f / g h i:
  //   dz/dx = [(c + 2 f + i) - (a + 2 d + g)] / (8 cell)
  double slope(int i, int j) const {
    const auto z = [&](int di, int dj) { return beyond(i + di, j + dj); };
    const double east = z(1, -1) + 2.0 * z(1, 0) + z(1, 1), west = z(-1, -1) + 2.0 * z(-1, 0) + z(-1, 1);
    const double north = z(-1, -1) + 2.0 * z(0, -1) + z(1, -1), south = z(-1, 1) + 2.0 * z(0, 1) + z(1, 1);
    const double dx = east - west, dy = north - south;
    return math::atan(std::sqrt(dx * dx + dy * dy) / (8.0 * spec_.cell));
  }

  // On a symmetric window the coefficients of the plane are independent:
  //   z = mean + x sum(x z)/sum(x^2) + y sum(y z)/sum(y^2)
  double roughness(int i, int j, int half) const {
    const int across = std::min(half, (spec_.columns - 1) / 2), along = std::min(half, (spec_.rows - 1) / 2);
    const int ci = std::clamp(i, across, spec_.columns - 1 - across);
    const int cj = std::clamp(j, along, spec_.rows - 1 - along);
    double n = 0.0, z1 = 0.0, z2 = 0.0, xz = 0.0, yz = 0.0, xx = 0.0, yy = 0.0;
    const double middle = at(ci, cj);
    for (int b = -along; b <= along; ++b)
      for (int a = -across; a <= across; ++a) {
        const double z = at(ci + a, cj + b) - middle;
        n += 1.0;
        z1 += z, z2 += z * z;
        xz += a * z, yz += b * z;
        xx += a * a, yy += b * b;
      }
    const double rest = z2 - z1 * z1 / n - (xx > 0.0 ? xz * xz / xx : 0.0) - (yy > 0.0 ? yz * yz / yy : 0.0);
    return std::sqrt(std::max(0.0, rest / n));
  }

 private:
  const HeightfieldSpec& spec_;
};

}  // namespace

std::vector<double> calc_ground_quantity(const Heightfield& field, GroundQuantity quantity, double window) {
  const HeightfieldSpec& spec = field.spec();
  const Heights heights(field);
  const double sides = std::min(window / spec.cell, 2.0 * std::max(spec.columns, spec.rows));
  const int half = std::max(1, static_cast<int>(std::lround(0.5 * (sides - 1.0))));
  std::vector<double> out;
  out.reserve(spec.offsets.size());
  for (int j = 0; j < spec.rows; ++j)
    for (int i = 0; i < spec.columns; ++i)
      out.push_back(quantity == GroundQuantity::slope    ? heights.slope(i, j)
                    : quantity == GroundQuantity::height ? spec.datum + heights.at(i, j)
                                                         : heights.roughness(i, j, half));
  return out;
}

}  // namespace grouser
