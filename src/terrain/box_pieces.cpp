// The slice of a box by the disc's plane is a convex polygon; each of its sides that faces the centre is a
// line piece.
#include <cmath>

#include "rim_piece.hpp"

namespace grouser::terrain {
namespace {

// A face whose normal is this close to the axle is parallel to the disc: its line would be infinitely far
// away.
constexpr double kParallel = 1e-9;

// A point on the slice's line, moving with the centre along one box edge (direction along axis `edge` of the
// box): d(angle)/d(center) = [(t . l)/(a . l) a - t]/rho, t the tangent of the ray's circle, l the edge, a
// the axle, rho the distance. All in the box's frame.
Vec3 corner_angle_gradient(const Vec3& axis, const Vec3& to_corner, int edge) {
  const double rho = to_corner.norm();
  const Vec3 tangent = axis.cross(to_corner) / rho;
  const double a_l = axis[edge];
  const double slide = std::fabs(a_l) > kParallel ? tangent[edge] / a_l : 0.0;
  return (slide * axis - tangent) / rho;
}

struct LineRange {
  double low, high;         // along the line, m
  int low_axis, high_axis;  // box axis whose face ends the range, or -1: the rim
};

// |q + x t| <= half on both axes of the face.
bool clip_to_face(const Vec3& q, const Vec3& t, const Vec3& half, int face_axis, LineRange& range) {
  for (int axis = 0; axis < 3; ++axis) {
    if (axis == face_axis) continue;
    if (std::fabs(t[axis]) < kParallel) {
      if (std::fabs(q[axis]) > half[axis]) return false;
      continue;
    }
    const double one = (-half[axis] - q[axis]) / t[axis], other = (half[axis] - q[axis]) / t[axis];
    const double low = one < other ? one : other, high = one < other ? other : one;
    if (low > range.low) range.low = low, range.low_axis = axis;
    if (high < range.high) range.high = high, range.high_axis = axis;
  }
  return range.low < range.high;
}

PieceEnd make_end(const DiscFrame& frame, const Mat3& R, const Vec3& axis, const Vec3& to_end, double x,
                  int face_axis, int end_axis) {
  PieceEnd end;
  end.x = x;
  end.angle = 0.0;
  end.at_rim = end_axis < 0;
  end.angle_gradient.setZero();
  // the corner lies on the box edge shared by the two faces: the third axis
  if (!end.at_rim && to_end.squaredNorm() < frame.radius * frame.radius && to_end.squaredNorm() > 0.0)
    end.angle_gradient = R * corner_angle_gradient(axis, to_end, 3 - face_axis - end_axis);
  return end;
}

}  // namespace

int find_box_pieces(const DiscFrame& frame, const BoxShape& box, const RigidTransform& X_WB, int surface,
                    std::span<RimPiece> pieces) {
  const Vec3 c = X_WB.R.transpose() * (frame.center - X_WB.p);
  // the box's nearest point to the centre
  if ((c.cwiseAbs() - box.half).cwiseMax(0.0).squaredNorm() >= frame.radius * frame.radius) return 0;
  const Vec3 a = X_WB.R.transpose() * frame.axis;
  int count = 0;
  for (int face = 0; face < 3 && count < static_cast<int>(pieces.size()); ++face) {
    const double sign = c[face] >= 0.0 ? 1.0 : -1.0;
    const double height = sign * c[face] - box.half[face];
    const double in_plane = std::sqrt(std::fmax(0.0, 1.0 - a[face] * a[face]));
    if (height <= 0.0 || in_plane < kParallel) continue;
    const double h = height / in_plane;
    if (h >= frame.radius) continue;
    Vec3 n = Vec3::Zero();
    n[face] = sign;
    // down to the face within the slice, and along it in the direction of growing angle
    const Vec3 f = (n.dot(a) * a - n) / in_plane;
    const Vec3 t = a.cross(f);
    const Vec3 to_foot = h * f;
    const double chord = std::sqrt((frame.radius - h) * (frame.radius + h));
    LineRange range{-chord, chord, -1, -1};
    if (!clip_to_face(c + to_foot, t, box.half, face, range)) continue;
    RimPiece& piece = pieces[count++];
    piece = line_piece(surface, h, X_WB.R * n / in_plane);
    piece.low = make_end(frame, X_WB.R, a, to_foot + range.low * t, range.low, face, range.low_axis);
    piece.high = make_end(frame, X_WB.R, a, to_foot + range.high * t, range.high, face, range.high_axis);
  }
  return count;
}

}  // namespace grouser::terrain
