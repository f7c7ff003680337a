#include "base_reach.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"

namespace grouser::terrain {
namespace {

constexpr double kMargin = 1e-6;  // m, for rounding

// The disc's part beyond a line, a circular segment, lies in the rectangle on its chord.
void segment_rectangle(const DiscFrame& frame, const RimPiece& line, Vec2& low, Vec2& high) {
  const Vec2 center = frame.center.head<2>(), foot = line.foot.head<2>();
  const Vec2 bulge = (foot - center) * ((frame.radius - line.distance) / line.distance);
  const Vec2 half = line.high * line.along.head<2>();
  const Vec2 spread = half.cwiseAbs().array() + kMargin;
  low = foot.cwiseMin(foot + bulge) - spread;
  high = foot.cwiseMax(foot + bulge) + spread;
}

// Largest size of second differences in a cell's 4 x 4 neighbours: along x, along y, mixed.
struct Bend {
  double x = 0.0, y = 0.0, mixed = 0.0;

  void add(const double (&c)[4][4]) {
    for (int j = 0; j < 4; ++j)
      for (int i = 0; i < 2; ++i) {
        x = std::max(x, std::fabs(c[j][i] - 2.0 * c[j][i + 1] + c[j][i + 2]));
        y = std::max(y, std::fabs(c[i][j] - 2.0 * c[i + 1][j] + c[i + 2][j]));
      }
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i)
        mixed = std::max(mixed, std::fabs(c[j][i] - c[j][i + 1] - c[j + 1][i] + c[j + 1][i + 1]));
  }
};

// The surface lies below its tangent plane under the axle raised by K r^2/2, K a bound of its second
// derivative in any direction. For Keys' interpolation (keys_patch.hpp), with D the second differences of the
// cells: along one axis p'' runs linearly from 2 D0 - D1 to 2 D1 - D0, so |p''| <= 3 max|D|, times 1.25, the
// largest sum of the other axis' weights; the mixed one is at most 1.5^2 mixed differences. False where the
// disc spans many cells or leaves the ground.
bool tangent_bound(const DiscFrame& frame, const Heightfield& field, const BaseReach& reach,
                   BasePlane& plane) {
  constexpr int kMostCells = 3;  // along a side
  FieldCell first, last;
  HeightSample at;
  if (!field.locate(reach.low.x(), reach.low.y(), first) ||
      !field.locate(reach.high.x(), reach.high.y(), last) ||
      !field.sample(frame.center.x(), frame.center.y(), at))
    return false;
  if (last.column - first.column >= kMostCells || last.row_from_south - first.row_from_south >= kMostCells)
    return false;
  Bend bend;
  for (int row = first.row_from_south; row <= last.row_from_south; ++row)
    for (int column = first.column; column <= last.column; ++column) {
      double c[4][4];
      field.neighbours({column, row, 0.0, 0.0}, c);
      bend.add(c);
    }
  const double per_cell = 1.0 / field.spec().cell;
  const double bound = (3.75 * std::max(bend.x, bend.y) + 2.25 * bend.mixed) * per_cell * per_cell;
  plane.slope_x = at.slope_x;
  plane.slope_y = at.slope_y;
  plane.z0 = at.z - at.slope_x * frame.center.x() - at.slope_y * frame.center.y() +
             0.5 * bound * frame.radius * frame.radius + kMargin;
  return true;
}

void bound_by_plane(const DiscFrame& frame, const BasePlane& plane, BaseReach& reach) {
  const Vec3 up(-plane.slope_x, -plane.slope_y, 1.0);
  const Vec3 n = up / up.norm();
  const double height = n.dot(frame.center) - n.z() * plane.z0;
  reach.center_above = height > 0.0;
  if (!make_line(frame, 0, n, height, reach.line)) {
    reach.any = !reach.center_above;
    return;
  }
  reach.any = true;
  constexpr double kNear = 0.05;  // of the radius: so near the centre nothing is gained
  reach.segment = reach.line.distance > kNear * frame.radius;
  if (reach.segment) segment_rectangle(frame, reach.line, reach.low, reach.high);
}

}  // namespace

void disc_rectangle(const DiscFrame& frame, Vec2& low, Vec2& high) {
  Vec2 half;
  for (int i = 0; i < 2; ++i)
    half[i] = frame.radius * std::sqrt(std::max(0.0, 1.0 - frame.axis[i] * frame.axis[i])) + kMargin;
  low = frame.center.head<2>() - half;
  high = frame.center.head<2>() + half;
}

BaseReach find_base_reach(const DiscFrame& frame, const Terrain& terrain) {
  BaseReach reach;
  if (const Heightfield* field = terrain.heightfield()) {
    disc_rectangle(frame, reach.low, reach.high);
    BasePlane bound;
    if (tangent_bound(frame, *field, reach, bound))
      bound_by_plane(frame, bound, reach);
    else
      reach.any = true;
  } else {
    bound_by_plane(frame, terrain.plane(), reach);
    reach.plane = true;
    if (!reach.segment) disc_rectangle(frame, reach.low, reach.high);
  }
  return reach;
}

SearchRange find_search_range(const DiscFrame& frame, const BaseReach& reach) {
  if (!reach.segment) return {};
  const Vec3 inward = reach.line.foot - frame.center;
  const double middle = math::atan2(inward.dot(frame.side), inward.dot(frame.down));
  const double half = math::acos(reach.line.distance / frame.radius);
  return {std::max(kSearchFrom, middle - half), std::min(kSearchTo, middle + half)};
}

}  // namespace grouser::terrain
