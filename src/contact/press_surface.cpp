// SPDX-License-Identifier: BSD-3-Clause
// Surfaces that press on the grid of the Soil Contact Model: a wheel's rim, a flat sole, a ball. For a
// cell: the share that the part covers, exact by Green's theorem for discs, and height and normal there.
#include "press_surface.hpp"

#include <cmath>

#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

using scm::kLeastShare;
using scm::kSteepest;

double square_of(double x, double y) { return x * x + y * y; }

/// Adds the disc's part of the triangle from its middle to an edge, or of the sector behind it, twice and
/// three times: area and moments.
struct DiscSum {
  double radius, twice = 0.0, u = 0.0, v = 0.0;
  void triangle(double pu, double pv, double qu, double qv) {
    const double cross = pu * qv - pv * qu;
    twice += cross;
    u += cross * (pu + qu), v += cross * (pv + qv);
  }
  // int r cos(t) r dr dt = r^3 (sin t_q - sin t_p) / 3
  void sector(double pu, double pv, double qu, double qv) {
    const double p = std::sqrt(pu * pu + pv * pv), q = std::sqrt(qu * qu + qv * qv);
    if (!(p > 0.0 && q > 0.0)) return;
    twice += radius * radius * math::atan2(pu * qv - pv * qu, pu * qu + pv * qv);
    const double cube = 2.0 * radius * radius * radius;
    u += cube * (qv / q - pv / p), v += cube * (pu / p - qu / q);
  }
};

}  // namespace

double covered_share(double cell, double cosine, double sine, double width, double offset) {
  return scm::covered_share<simd::PlainLevel>(scm::Strip(cell, cosine, sine, width), offset);
}

// By Green's theorem edge by edge: within the disc the triangle from its middle counts, outside the sector.
CoveredPart disc_part(const double (&u)[4], const double (&v)[4], double radius) {
  DiscSum sum{radius};
  double straight_u = 0.0, straight_v = 0.0;
  for (int i = 0; i < 4; ++i) {
    const int k = (i + 1) % 4;
    const double du = u[k] - u[i], dv = v[k] - v[i];
    const double square = du * du + dv * dv, middle = -(u[i] * du + v[i] * dv) / square;
    const double off =
        u[i] * dv - v[i] * du;  // distance of the edge's line from the middle, times its length
    const double chord = radius * radius * square - off * off;
    double from = 1.0, to = 1.0;  // part of the edge within the disc
    if (chord > 0.0) {
      const double half = std::sqrt(chord) / square;
      from = std::clamp(middle - half, 0.0, 1.0), to = std::clamp(middle + half, 0.0, 1.0);
    }
    const double fu = u[i] + from * du, fv = v[i] + from * dv, tu = u[i] + to * du, tv = v[i] + to * dv;
    if (!(to > from)) {
      sum.sector(u[i], v[i], u[k], v[k]);
      continue;
    }
    if (from > 0.0) sum.sector(u[i], v[i], fu, fv);
    sum.triangle(fu, fv, tu, tv);
    straight_u += tu - fu, straight_v += tv - fv;
    if (to < 1.0) sum.sector(tu, tv, u[k], v[k]);
  }
  const double sign = sum.twice < 0.0 ? -1.0 : 1.0;  // the corners may be in either order
  CoveredPart part{0.5 * sign * sum.twice};
  part.straight_u = sign * straight_u, part.straight_v = sign * straight_v;
  if (part.area > 0.0) part.u = sign * sum.u / 6.0 / part.area, part.v = sign * sum.v / 6.0 / part.area;
  return part;
}

PressSurface::PressSurface(const Vec3& c, const Vec3& a, double r, double w)
    : center(c), axis(a), radius(r), width(w), level(1.0 - a.z() * a.z()) {
  const double flat = std::sqrt(std::max(level, 1e-12));
  heading_x = a.y() / flat;  // axis cross up
  heading_y = -a.x() / flat;
}

PressSurface::PressSurface(const PressFootprint& part, const RigidTransform& pose)
    : PressSurface(pose.p, pose.R.col(1), part.radius, part.width) {
  form = part.form;
  if (form == PressForm::rim) return;
  center = pose * part.position;
  heading_x = 1.0, heading_y = 0.0;
  axis = pose.R.col(2);
  level = form == PressForm::sole ? axis.z() * axis.z() : 1.0;
  side_u_ = pose.R.col(0), side_v_ = pose.R.col(1);
}

double PressSurface::reach(const PressFootprint& part) {
  return part.form == PressForm::rim ? part.radius + 0.5 * part.width : part.radius;
}

MemoryRect PressSurface::cells(double cell) const {
  double x = radius + cell, y = radius + cell;
  if (form != PressForm::ball) {
    x = radius * std::sqrt(1.0 - axis.x() * axis.x()) + cell;
    y = radius * std::sqrt(1.0 - axis.y() * axis.y()) + cell;
  }
  if (form == PressForm::rim) x += 0.5 * width * std::fabs(axis.x()), y += 0.5 * width * std::fabs(axis.y());
  const auto number = [&](double at) { return static_cast<std::int64_t>(std::floor(at / cell)); };
  MemoryRect rect{number(center.x() - x), number(center.y() - y), 0, 0};
  rect.columns = static_cast<int>(number(center.x() + x) - rect.west) + 1;
  rect.rows = static_cast<int>(number(center.y() + y) - rect.south) + 1;
  return rect;
}

double PressSurface::lowest() const {
  const double down = std::sqrt(std::max(0.0, 1.0 - axis.z() * axis.z()));
  if (form == PressForm::ball) return center.z() - radius;
  return center.z() - radius * down - (form == PressForm::rim ? 0.5 * width * std::fabs(axis.z()) : 0.0);
}

scm::Cylinder PressSurface::cylinder() const {
  return {{center.x(), center.y(), center.z()}, {axis.x(), axis.y(), axis.z()}, radius, level};
}

scm::Strip PressSurface::strip(double cell) const {
  return scm::Strip(cell, heading_x, heading_y, width * std::sqrt(level));
}

bool PressSurface::below(double x, double y, Point& out) const {
  double there = 0.0;
  const auto on = scm::below_cylinder<simd::PlainLevel>(cylinder(), x, y, there);
  out.along = on.along;
  out.normal = Vec3(on.normal[0], on.normal[1], on.normal[2]);
  out.height = on.height;
  return there > 0.0;
}

bool PressSurface::cover(double x, double y, double cell, Point& out) const {
  if (form == PressForm::sole) return cover_sole(x, y, cell, out);
  if (form == PressForm::ball) return cover_ball(x, y, cell, out);
  if (!below(x, y, out)) return false;
  out.share = scm::covered_share<simd::PlainLevel>(strip(cell), out.along * std::sqrt(level));
  out.x = x, out.y = y;
  return out.share > kLeastShare;
}

// The sole's plane contains the directions (dx, dy, dz) with dz = -(n_x dx + n_y dy) / n_z, whose components
// along side_u and side_v are u and v. In it the cell is a parallelogram of 1 / n_z times its area.
bool PressSurface::cover_sole(double x, double y, double cell, Point& out) const {
  if (!(axis.z() * kSteepest > 1.0)) return false;
  const double dx = x - center.x(), dy = y - center.y(), half = 0.5 * cell;
  const double fall_x = -axis.x() / axis.z(), fall_y = -axis.y() / axis.z();
  const double uu = side_u_.x() + side_u_.z() * fall_x, uv = side_u_.y() + side_u_.z() * fall_y;
  const double vu = side_v_.x() + side_v_.z() * fall_x, vv = side_v_.y() + side_v_.z() * fall_y;
  double u[4], v[4], farthest = 0.0;
  for (int k = 0; k < 4; ++k) {
    const double cx = dx + (k == 1 || k == 2 ? half : -half), cy = dy + (k >= 2 ? half : -half);
    u[k] = uu * cx + uv * cy, v[k] = vu * cx + vv * cy;
    farthest = std::max(farthest, u[k] * u[k] + v[k] * v[k]);
  }
  out.normal = axis;
  out.along = 0.0;
  out.share = 1.0, out.x = x, out.y = y;
  out.edge_x = out.edge_y = 0.0;
  if (farthest > radius * radius) {
    const double mid_u = 0.5 * (u[0] + u[2]), mid_v = 0.5 * (v[0] + v[2]);
    const double reach = radius + std::sqrt(std::max(square_of(u[0] - mid_u, v[0] - mid_v),
                                                     square_of(u[1] - mid_u, v[1] - mid_v)));
    if (square_of(mid_u, mid_v) >= reach * reach) return false;  // as most cells at the window's corners
    const CoveredPart part = disc_part(u, v, radius);
    out.share = part.area * axis.z() / (cell * cell);
    // Round a closed border the outward normal has no sum, so that of the arc is minus that of the straight
    // part, seen from above.
    const double det = uu * vv - uv * vu, sign = det < 0.0 ? -1.0 : 1.0;
    out.edge_x = -sign * (uu * part.straight_v - vu * part.straight_u) / det;
    out.edge_y = sign * (vv * part.straight_u - uv * part.straight_v) / det;
    const Vec3 at = part.u * side_u_ + part.v * side_v_;
    out.x = center.x() + at.x(), out.y = center.y() + at.y();
  }
  out.height = center.z() + fall_x * (out.x - center.x()) + fall_y * (out.y - center.y());
  return out.share > kLeastShare;
}

bool PressSurface::cover_ball(double x, double y, double cell, Point& out) const {
  const double dx = x - center.x(), dy = y - center.y(), half = 0.5 * cell;
  // at which its surface is as steep as may be
  const double widest = radius * std::sqrt(1.0 - 1.0 / (kSteepest * kSteepest));
  const double far = std::fabs(dx) + half, aside = std::fabs(dy) + half;
  out.along = 0.0;
  out.share = 1.0, out.x = x, out.y = y;
  if (far * far + aside * aside > widest * widest) {
    const double near_x = std::max(0.0, far - cell), near_y = std::max(0.0, aside - cell);
    if (square_of(near_x, near_y) >= widest * widest) return false;
    const CoveredPart part = disc_part({dx - half, dx + half, dx + half, dx - half},
                                       {dy - half, dy - half, dy + half, dy + half}, widest);
    out.share = part.area / (cell * cell);
    if (!(out.share > kLeastShare)) return false;
    out.x = center.x() + part.u, out.y = center.y() + part.v;
  }
  const double ux = out.x - center.x(), uy = out.y - center.y();
  const double down = std::sqrt(std::max(0.0, radius * radius - ux * ux - uy * uy));
  out.normal = (1.0 / radius) * Vec3(-ux, -uy, down);
  out.height = center.z() - down;
  return out.normal.z() * kSteepest > 1.0 - 1e-9;
}

Vec3 PressSurface::across(const Vec3& normal) const {
  if (form == PressForm::rim) return axis;
  return (Vec3::UnitY() - normal.y() * normal).normalized();
}

double FootprintReach::width(double cell) const {
  if (front_ < back_) return surface_.width;
  double side = length(cell);
  if (surface_.form != PressForm::rim) side = std::min(side, left_ - right_ + cell);
  if (surface_.form == PressForm::ball) {
    // Middles of cells reach up to a cell less on either side than what is pressed on.
    const double z = std::min(deepest_, surface_.radius);
    side = std::min(side + cell, 2.0 * std::sqrt(std::max(0.0, z * (2.0 * surface_.radius - z))));
  }
  return std::max(cell, std::min(surface_.width, side));
}

}  // namespace grouser
