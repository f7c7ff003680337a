// SPDX-License-Identifier: BSD-3-Clause
// A piece of the base's arc divided among the soils that it crosses: borders are found by halving, and each
// border adds a wall straight down, with opposite signs for the two soils, so that the sums add up to the
// ground's.
#include "soil_parts.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/terrain/surface/soil_map.hpp"

namespace grouser::terrain {
namespace {

constexpr int kBisections = 52;         // to the last bit of a double
constexpr int kMostSoilIntervals = 64;  // of a piece
constexpr double kPerCell = 2.0;        // intervals: soils narrower than half a cell only cut off corners

/// A point of the piece and the soil there.
struct Spot {
  double at;
  GridCell cell;
  int material;
};

/// Points along a piece, and the soils and borders met there.
class Walk {
 public:
  Walk(const DiscFrame& frame, const RimPiece& piece, BaseSurface& base)
      : frame_(frame), piece_(piece), base_(base), map_(*base.terrain().soil_map()) {}
  Vec3 point(double at) { return piece_point(frame_, piece_, base_, at); }
  Spot spot(double at) {
    const Vec3 p = point(at);
    return {at, map_.cell_of(p.x(), p.y()), base_.terrain().material_at(p.x(), p.y())};
  }
  /// Finds where the soil of `low` ends between two spots; low and high become the two sides of the border.
  void find_border(Spot& low, Spot& high) {
    for (int i = 0; i < kBisections; ++i) {
      const Spot middle = spot(0.5 * (low.at + high.at));
      (middle.material == low.material ? low : high) = middle;
    }
  }
  int intervals() {
    const Vec3 along = point(piece_.high) - point(piece_.low);
    const double cells = along.head<2>().norm() / map_.grid().cell;
    return 2 + static_cast<int>(std::min(kPerCell * cells, double(kMostSoilIntervals - 2)));
  }
  /// The side of the map's cell that lies between two spots: its outward normal seen from the first, and its
  /// position.
  void find_wall(const Spot& from, const Spot& to, Vec3& normal, double& place) const {
    const SoilGrid& g = map_.grid();
    if (from.cell.column != to.cell.column) {
      const double side = to.cell.column > from.cell.column ? 0.5 : -0.5;
      normal = Vec3(side > 0.0 ? 1.0 : -1.0, 0.0, 0.0);
      place = normal.x() * (g.west + (from.cell.column + side) * g.cell);
    } else {
      const double side = to.cell.row > from.cell.row ? 0.5 : -0.5;
      normal = Vec3(0.0, side > 0.0 ? -1.0 : 1.0, 0.0);
      place = normal.y() * (g.north - (from.cell.row + side) * g.cell);
    }
  }

 private:
  const DiscFrame& frame_;
  const RimPiece& piece_;
  BaseSurface& base_;
  const SoilMap& map_;
};

// The first soil's solid ends at the wall below the point and the second's begins there: what one gains the
// other loses.
void add_wall(const DiscFrame& frame, const Vec3& top, const Vec3& normal, double place, BaseSurface& base,
              Foundation& first, Foundation& second) {
  RimPiece wall;
  if (&first == &second || !make_line(frame, 0, normal, normal.dot(frame.center) - place, wall)) return;
  const double at = std::clamp((top - wall.foot).dot(wall.along), wall.low, wall.high);
  const bool down = wall.along.z() < 0.0;
  Foundation part;
  integrate(frame, wall, down ? at : wall.low, down ? wall.high : at, 1.0, base, part);
  first.stored += part.stored;
  first.gradient += part.gradient;
  second.stored -= part.stored;
  second.gradient -= part.gradient;
}

}  // namespace

Foundation& SoilParts::of(int wanted) {
  for (int k = 0; k < count; ++k)
    if (material[k] == wanted) return sum[k];
  if (count == kMaxSoilParts) return sum[count - 1];
  material[count] = wanted;
  return sum[count++];
}

void integrate_by_soil(const DiscFrame& frame, const RimPiece& piece, BaseSurface& base, SoilParts& parts) {
  Walk walk(frame, piece, base);
  const int intervals = walk.intervals();
  Spot previous = walk.spot(piece.low);
  double start = piece.low;
  for (int i = 1; i <= intervals; ++i) {
    const Spot next =
        walk.spot(i == intervals ? piece.high : piece.low + (piece.high - piece.low) * i / intervals);
    // Each border between two looks: the arc up to it, and the wall below it.
    for (Spot low = previous; low.material != next.material;) {
      Spot high = next;
      walk.find_border(low, high);
      Foundation &first = parts.of(low.material), &second = parts.of(high.material);
      integrate(frame, piece, start, low.at, 1.0, base, first);
      Vec3 normal;
      double place;
      walk.find_wall(low, high, normal, place);
      add_wall(frame, walk.point(low.at), normal, place, base, first, second);
      start = low.at;
      low = high;
    }
    previous = next;
  }
  integrate(frame, piece, start, piece.high, 1.0, base, parts.of(previous.material));
}

}  // namespace grouser::terrain
