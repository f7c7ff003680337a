#include "box_solid.hpp"

#include <algorithm>
#include <cmath>

namespace grouser::terrain {
namespace {

struct Side {
  int axis;
  double sign;
};

// A plate is at most this thick relative to its width.
constexpr double kPlate = 0.25;
constexpr double kDrivenOn = 0.5;  // least cosine of the angle of its normal to the vertical

// Side 0 is the face of the thin axis that faces the centre; 1 to 4 are the sides, 5 is the face behind, if
// there is one.
Side side_of(const BoxSolid& box, int which) {
  if (which == 0) return {box.thin_axis, box.thin_side};
  if (which == 5) return {box.thin_axis, -box.thin_side};
  const int axis = (box.thin_axis + 1 + (which - 1) / 2) % 3;
  return {axis, which % 2 == 1 ? 1.0 : -1.0};
}

// Clips low..high to where the line q + x t (box frame) lies within the box along one axis. False if nowhere.
bool clip(const BoxSolid& box, int axis, const Vec3& q, const Vec3& t, double& low, double& high) {
  constexpr double kAlong = 1e-12;
  for (double sign : {-1.0, 1.0}) {
    if (box.continued && axis == box.thin_axis && sign != box.thin_side) continue;
    // condition: sign (q + x t) <= half
    const double room = box.half[axis] - sign * q[axis], rate = sign * t[axis];
    if (std::fabs(rate) < kAlong) {
      if (room < 0.0) return false;
    } else if (rate > 0.0) {
      high = std::min(high, room / rate);
    } else {
      low = std::max(low, room / rate);
    }
  }
  return low < high;
}

}  // namespace

double BoxSolid::side(int which, const Vec3& point) const {
  const Side s = side_of(*this, which);
  return s.sign * R.col(s.axis).dot(point - p) - half[s.axis];
}

bool BoxSolid::contains(const Vec3& point, double tolerance) const {
  for (int which = 0; which < sides(); ++which)
    if (side(which, point) > tolerance) return false;
  return true;
}

bool make_box_solid(const DiscFrame& frame, const BoxShape& box, const RigidTransform& X_WB, int surface,
                    BoxSolid& solid) {
  const double reach = frame.radius + box.half.norm();
  if (!((frame.center - X_WB.p).squaredNorm() < reach * reach)) return false;
  const Vec3 c = X_WB.R.transpose() * (frame.center - X_WB.p);
  // the box's nearest point to the centre
  if ((c.cwiseAbs() - box.half).cwiseMax(0.0).squaredNorm() >= frame.radius * frame.radius) return false;
  solid.surface = surface;
  solid.half = box.half;
  solid.R = X_WB.R;
  solid.p = X_WB.p;
  const double thin = box.half.minCoeff(&solid.thin_axis);
  const double middle = box.half.sum() - thin - box.half.maxCoeff();
  solid.continued = thin <= kPlate * middle && std::fabs(X_WB.R(2, solid.thin_axis)) >= kDrivenOn;
  solid.thin_side = c[solid.thin_axis] >= 0.0 ? 1.0 : -1.0;
  return true;
}

int find_box_pieces(const DiscFrame& frame, const BoxSolid& box, std::span<RimPiece> pieces) {
  int count = 0;
  for (int which = 0; which < box.sides() && count < static_cast<int>(pieces.size()); ++which) {
    const Side s = side_of(box, which);
    RimPiece& piece = pieces[count];
    if (!make_line(frame, box.surface, s.sign * box.R.col(s.axis), box.side(which, frame.center), piece))
      continue;
    const Vec3 q = box.R.transpose() * (piece.foot - box.p), t = box.R.transpose() * piece.along;
    const double chord = piece.high;
    bool hit = true;
    for (int axis = 0; axis < 3 && hit; ++axis)
      if (axis != s.axis) hit = clip(box, axis, q, t, piece.low, piece.high);
    piece.whole = piece.low == -chord && piece.high == chord;
    count += hit;
  }
  return count;
}

}  // namespace grouser::terrain
