// SPDX-License-Identifier: BSD-3-Clause
// Polygons against a rigid surface, per step: list the faces that may touch, find the depths of their
// corners, integrate over the part of each face that is below the surface, and apply the law of the header.
#include "grouser/shape/press/polygon_contact.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace grouser {
namespace {

constexpr std::size_t kRoomForFaces = 2048;  // from the start, which is what touches with friction at most
constexpr double kSkinSteps = 8.0;           // that a list of faces is to hold for
constexpr double kMostSkin = 0.1;            // of a leaf's radius: a thicker one lists too many
constexpr double kMostQuickSkin = 0.4;       // if that costs little
constexpr double kLeastSkin = 1e-6;          // of that: for a pair at rest
constexpr double kUnbounded = std::numeric_limits<double>::infinity();
constexpr double kOfSkin = 0.999;  // is used: far more is left than roundings

/// Integrals over the part of a triangle of area 1 that is below the surface; the depth s is linear between
/// its corners.
struct Below {
  double area = 0.0;
  double depth = 0.0;           // of s, m
  double squared = 0.0;         // of s^2, m2
  double share[3] = {0, 0, 0};  // of s phi_k, phi_k being 1 at corner k and 0 at the others, m
};

// Over a triangle of area A whose corners have depths s_i, all 0 or more, with sum S, the integral of s is
// A S/3, that of s^2 is A (S^2 + sum s_i^2)/12, and that of s times phi_i is A (S + s_i)/12.
Below whole_below(const double (&s)[3]) {
  const double sum = s[0] + s[1] + s[2];
  return {1.0,
          sum / 3.0,
          (sum * sum + s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) / 12.0,
          {(sum + s[0]) / 12.0, (sum + s[1]) / 12.0, (sum + s[2]) / 12.0}};
}

// Corner i alone is below: the part is a triangle that ends at t_k on the edges from i to the other corners
// k, of area t_k t_l.
Below corner_below(const double (&s)[3], int i) {
  const int k = (i + 1) % 3, l = (i + 2) % 3;
  const double tk = s[i] / (s[i] - s[k]), tl = s[i] / (s[i] - s[l]);
  const double area = tk * tl, with = area * s[i] / 12.0;
  Below sum{area, 4.0 * with, 2.0 * with * s[i], {}};
  sum.share[i] = with * (4.0 - tk - tl);
  sum.share[k] = with * tk;
  sum.share[l] = with * tl;
  return sum;
}

// Corner i alone is not: triangles (k, l, p) and (k, p, q), with p and q at s = 0: at t_l and t_k on the
// edges from l and k to i.
Below edge_below(const double (&s)[3], int i) {
  const int k = (i + 1) % 3, l = (i + 2) % 3;
  const double tk = s[k] / (s[k] - s[i]), tl = s[l] / (s[l] - s[i]);
  const double first = tl / 12.0, second = tk * (1.0 - tl) / 12.0 * s[k], both = s[k] + s[l];
  Below sum{tl + tk * (1.0 - tl),
            4.0 * (first * both + second),
            first * (both * both + s[k] * s[k] + s[l] * s[l]) + 2.0 * second * s[k],
            {}};
  sum.share[k] = first * (both + s[k]) + second * (3.0 - tk);
  sum.share[l] = first * (both + s[l]) + (first * both + second) * (1.0 - tl);
  sum.share[i] = first * both * tl + second * (tl + tk);
  return sum;
}

Below integrate_below(const double (&s)[3]) {
  const bool in[3] = {s[0] > 0.0, s[1] > 0.0, s[2] > 0.0};
  const int count = in[0] + in[1] + in[2];
  if (count == 3) return whole_below(s);
  if (count == 1) return corner_below(s, in[0] ? 0 : in[1] ? 1 : 2);
  if (count == 2) return edge_below(s, !in[0] ? 0 : !in[1] ? 1 : 2);
  return {};
}

}  // namespace

PolygonContact::PolygonContact(std::shared_ptr<const SurfaceDistance> rigid,
                               std::shared_ptr<const MeshDistance> polygons)
    : rigid_(std::move(rigid)),
      polygons_(std::move(polygons)),
      corners_(polygons_->mesh().vertices.size()),
      nodes_(polygons_->tree().nodes().size()),
      center_(polygons_->tree().nodes().front().middle()),
      radius_(polygons_->tree().nodes().front().radius),
      seen_(polygons_->mesh().faces.size()) {
  int leaves = 0;
  for (const BoxTree::Node& node : polygons_->tree().nodes())
    if (node.count > 0) leaf_ += node.radius, ++leaves;
  leaf_ /= leaves;
  const std::size_t room = std::min(polygons_->mesh().faces.size(), kRoomForFaces);
  faces_.reserve(room), listed_.numbers.reserve(room), touches_.reserve(room), next_.reserve(room);
}

// Bound of the displacement of any point of the polygons' body: the norm of a difference of rotations, as of
// a matrix that scales only the components across its axis, is sqrt(2) times the scale.
double PolygonContact::way_between(const RigidTransform& a, const RigidTransform& b) const {
  return (b * center_ - a * center_).norm() + radius_ * std::numbers::sqrt2 / 2.0 * (b.R - a.R).norm();
}

// For a pair that moves slowly, candidates within a skin are kept for several steps: until it has moved that
// far, no other face can touch.
void PolygonContact::find_faces(const RigidTransform& X) {
  const QuickSurface* const quick = rigid_->quick();
  if (quick != quick_) listed_.skin = -1.0;
  quick_ = quick;
  const double moved = way_between(listed_.X, X) + (rigid_->way() - listed_.way);
  if (!(moved <= kOfSkin * listed_.skin)) list_again(X);
  last_X_ = X;
  faces_.clear();
  if (quick_) return find_by_corners(X);
  for (const int face : listed_.numbers)
    if (listed_.skin == 0.0 || may_touch(face, X, 0.0, nullptr)) faces_.push_back(face);
}

void PolygonContact::list_again(const RigidTransform& X) {
  const double step = listed_.skin < 0.0 ? leaf_ : way_between(last_X_, X);
  const double most = (quick_ ? kMostQuickSkin : kMostSkin) * leaf_;
  listed_.skin = step < most ? std::clamp(kSkinSteps * step, kLeastSkin * leaf_, most) : 0.0;
  listed_.X = X;
  listed_.way = rigid_->way();
  listed_.numbers.clear();
  if (quick_)
    quick_->find_corners(polygons_->corners(), X, listed_.skin, listed_.numbers);
  else
    list_faces(X);
}

// A polygon touches where one of its corners does.
void PolygonContact::find_by_corners(const RigidTransform& X) {
  SurfaceDepth found;
  for (const int vertex : listed_.numbers) {
    const Vec3 at = X * polygons_->mesh().vertices[static_cast<std::size_t>(vertex)];
    if (!quick_->find_depth(at, 0.0, found)) continue;
    take_depth(found, at, corners_[static_cast<std::size_t>(vertex)]);
    if (!(found.depth > 0.0)) continue;
    for (const int face : polygons_->corners().faces_about(vertex))
      if (std::exchange(seen_[static_cast<std::size_t>(face)], patch_) != patch_) faces_.push_back(face);
  }
  std::sort(faces_.begin(), faces_.end());
}

void PolygonContact::list_faces(const RigidTransform& X) {
  near_ = -1;
  const BoxTree& tree = polygons_->tree();
  std::array<int, BoxTree::kDeepest + 1> waiting;
  std::size_t count = 0;
  waiting[count++] = 0;
  while (count > 0) {
    const auto number = static_cast<std::size_t>(waiting[--count]);
    if (is_clear(X, number)) continue;
    const BoxTree::Node& node = tree.nodes()[number];
    if (node.count == 0) {
      waiting[count++] = node.first;
      waiting[count++] = node.first + 1;
      continue;
    }
    for (int k = node.first; k < node.first + node.count; ++k) {
      const int face = tree.faces()[static_cast<std::size_t>(k)];
      if (may_touch(face, X, listed_.skin, &nodes_[number])) listed_.numbers.push_back(face);
    }
  }
  std::sort(listed_.numbers.begin(), listed_.numbers.end());
}

// A node whose ball is outside the rigid body by the depth of its middle has no face in contact. Nothing is
// searched if this follows already from the last depth and the displacement since, or from the known bounds
// of the surface.
bool PolygonContact::is_clear(const RigidTransform& X, std::size_t number) {
  const BoxTree::Node& node = polygons_->tree().nodes()[number];
  const Vec3 middle = X * node.middle();
  const double radius = node.radius + listed_.skin;
  if (squared_distance(rigid_->box(), middle) > radius * radius) return true;
  LastDepth& last = nodes_[number];
  const double most = last.most(middle, listed_.way);
  if (most < -radius) return true;
  if (2.0 * last.depth - most >= -radius) return false;  // known to be near
  const DepthBounds bounds = rigid_->bounds_at(middle);
  if (bounds.most < -radius) return true;
  if (node.count == 0 && bounds.least >= -radius) return false;
  if (listed_.skin == 0.0 && bounds.most < kUnbounded) {
    // In quite another pose than the last one any face within the radius is enough: the next step will hardly
    // need this depth.
    const int face = rigid_->face_within(middle, radius);
    if (face >= 0) near_ = face;
    if (face >= 0 || bounds.most < radius) return face < 0;
  }
  const SurfaceDepth found = rigid_->depth_at(middle, near_);
  near_ = found.face;
  last = {middle, found.depth, listed_.way};
  return found.depth < -radius;
}

// Whether one of a face's corners may be below the surface before both bodies have moved by a skin.
bool PolygonContact::may_touch(int face, const RigidTransform& X, double skin, const LastDepth* node) {
  for (const int v : polygons_->mesh().faces[static_cast<std::size_t>(face)]) {
    const double depth = most_at(v, X, skin, node);
    if (skin > 0.0 ? depth >= -skin : depth > 0.0) return true;
  }
  return false;
}

// A corner's own depth is searched only if no other bound shows that it is outside, with the skin: its last
// depth, or that of the middle of a box about it.
double PolygonContact::most_at(int vertex, const RigidTransform& X, double skin, const LastDepth* node) {
  Corner& c = corners_[static_cast<std::size_t>(vertex)];
  if (c.judged == patch_) return c.most;
  c.judged = patch_;
  const Vec3 at = X * polygons_->mesh().vertices[static_cast<std::size_t>(vertex)];
  c.most = node ? node->most(at, rigid_->way()) : kUnbounded;
  if (!(c.most < -skin)) c.most = c.last.most(at, rigid_->way());
  if (!(c.most < -skin)) c.most = find_depth(c, at).last.depth;
  return c.most;
}

const PolygonContact::Corner& PolygonContact::corner(int vertex, const RigidTransform& X) {
  Corner& c = corners_[static_cast<std::size_t>(vertex)];
  return c.of == patch_ ? c : find_depth(c, X * polygons_->mesh().vertices[static_cast<std::size_t>(vertex)]);
}

const PolygonContact::Corner& PolygonContact::find_depth(Corner& c, const Vec3& at) {
  if (c.of == patch_) return c;
  const bool far = (at - c.last.at).squaredNorm() > leaf_ * leaf_;
  take_depth(rigid_->depth_at(at, far && near_ >= 0 ? near_ : c.hint), at, c);
  return c;
}

void PolygonContact::take_depth(const SurfaceDepth& found, const Vec3& at, Corner& c) {
  c.of = patch_;
  c.hint = found.face;
  c.last = {at, found.depth, rigid_->way()};
  c.up = found.depth != 0.0 ? Vec3((found.closest - at) / found.depth) : Vec3::Zero();
}

// The nearest place of the surface moves, and a depth grows by the outward component of its displacement: the
// component along the surface changes it by the second power alone.
double PolygonContact::growth_of(const Corner& c) const {
  return c.up.dot(rigid_->drift_at(c.last.at + c.last.depth * c.up, c.hint));
}

// Force and couple of one face; false if nothing of it is below the surface.
bool PolygonContact::press(int face, const RigidTransform& X, const PolygonLaw& law, PolygonTouch& out) {
  const auto& vertices = polygons_->mesh().faces[static_cast<std::size_t>(face)];
  const Corner* const corners[3] = {&corner(vertices[0], X), &corner(vertices[1], X),
                                    &corner(vertices[2], X)};
  const double s[3] = {corners[0]->last.depth, corners[1]->last.depth, corners[2]->last.depth};
  const Below below = integrate_below(s);
  // From the first corner a: the others, and where the integral of s x lies.
  const Vec3 &a = corners[0]->last.at, ab = corners[1]->last.at - a, ac = corners[2]->last.at - a;
  const Vec3 doubled = ab.cross(ac);
  const double twice = doubled.norm(), load = 0.5 * law.stiffness * twice;
  if (!(twice * below.depth > 0.0)) return false;
  const Vec3 ap = (below.share[1] * ab + below.share[2] * ac) / below.depth;
  out.face = face;
  out.normal = doubled / twice;
  out.area = 0.5 * twice * below.area;
  out.depth = below.depth / below.area;
  out.point = a + ap;
  out.load = load * below.depth;
  const Vec3 fb = (load * below.share[1]) * corners[1]->up, fc = (load * below.share[2]) * corners[2]->up;
  out.fall = (load * below.share[0]) * corners[0]->up + fb + fc;
  out.turn = ab.cross(fb) + ac.cross(fc) - ap.cross(out.fall);
  if (law.form == PolygonForm::by_energy) {
    out.press = out.fall, out.couple = out.turn;
  } else {
    out.press = -out.load * out.normal;
    out.couple.setZero();
  }
  out.growth = 0.0;
  if (rigid_->changes())
    for (int k = 0; k < 3; ++k)
      if (below.share[k] > 0.0) out.growth += load * below.share[k] * growth_of(*corners[k]);
  stored_ += 0.5 * load * below.squared;
  deepest_ = std::max({deepest_, s[0], s[1], s[2]});
  return true;
}

std::span<const PolygonTouch> PolygonContact::touch(const RigidTransform& X, const PolygonLaw& law) {
  ++patch_;
  stored_ = deepest_ = 0.0;
  find_faces(X);
  touches_.clear();
  for (const int face : faces_)
    if (!press(face, X, law, touches_.emplace_back())) touches_.pop_back();
  return touches_;
}

void PolygonContact::turn_to(std::shared_ptr<const SurfaceDistance> rigid) {
  rigid_ = std::move(rigid);
  quick_ = nullptr;
  for (Corner& c : corners_) c = Corner{};
  for (LastDepth& node : nodes_) node = LastDepth{};
  listed_.skin = -1.0;
}

double PolygonContact::calc_stored(const RigidTransform& X, const PolygonLaw& law) {
  touch(X, law);
  return stored_;
}

// (1): the damper follows the rate of the layer's depth, of what E stores per s over the pressure, and pushes
// where the depth falls: it takes d_N A min(1, s/s_d0) rate^2, or all that the layer gives back where it lets
// go. Returns its share of the pressure.
double PolygonContact::damp(const PolygonTouch& t, const PolygonMotion& motion, const Vec3& velocity,
                            const PolygonLaw& law, PolygonLoads& all) {
  if (!(law.damping > 0.0)) return 0.0;
  const double grown = t.growth * motion.change;  // W, of what the surface does to the layer
  const double rate = (grown - t.fall.dot(velocity) - t.turn.dot(motion.w)) / t.load;  // m/s
  const double damper = law.damping * std::min(1.0, t.depth / law.transition) * t.area * rate;
  const double share = std::max(-1.0, damper / t.load);
  all.lost += share * t.load * rate;
  return share;
}

// The anchor of a polygon that touches becomes that of the step's end, and its friction, across the elastic
// force, is added to the force.
void PolygonContact::rub(const Rubbing& at, const PolygonLaw& law, PolygonAnchor& anchor, Vec3& force,
                         PolygonLoads& all) {
  const PolygonTouch& t = at.touch;
  // Area that has come below the surface since has no stretch yet.
  if (anchor.area > 0.0 && t.area > anchor.area) anchor.stretched *= anchor.area / t.area;
  anchor.area = t.area;
  anchor.stretched += at.way;
  anchor.stretched -= anchor.stretched.dot(at.up) * at.up;
  const double k = law.shear_stiffness * t.area, d = law.shear_damping * t.area;
  Vec3 shear = -k * anchor.stretched - d * at.sliding;
  if (anchor.sliding && at.sliding.squaredNorm() < law.stick_speed * law.stick_speed) anchor.sliding = false;
  const double most = (anchor.sliding ? law.mu_slip : law.mu_stick) * at.normal;
  // Beyond the friction limit it slides: the force is scaled to the limit, and so is the stretch.
  if (const double squared = shear.squaredNorm(); squared > most * most) {
    anchor.sliding = true;
    const double holds = law.mu_slip * at.normal, held = k * anchor.stretched.norm();
    shear *= holds / std::sqrt(squared);
    if (held > holds)
      anchor.stretched *= holds / held;  // no more than it can hold, and nothing that it was not given
  }
  force += shear;
  all.lost -= shear.dot(at.sliding);
  all.bound += 0.5 * k * anchor.stretched.squaredNorm();
  if (anchor.sliding) all.sliding += at.normal;
}

PolygonLoads PolygonContact::calc_loads(const PolygonMotion& motion, double dt, const PolygonLaw& law,
                                        std::vector<PolygonAnchor>& anchors) {
  touch(motion.X, law);
  return load_touches(motion, dt, law, anchors);
}

PolygonLoads PolygonContact::load_touches(const PolygonMotion& motion, double dt, const PolygonLaw& law,
                                          std::vector<PolygonAnchor>& anchors) {
  PolygonLoads all;
  for (const PolygonTouch& t : touches_) all.area += t.area;
  PolygonLaw bounded = law;
  // Dampers of all polygons together stay below what a step can bear.
  bounded.damping = std::min(law.damping, law.most_damper / all.area);
  bounded.shear_damping = std::min(law.shear_damping, law.most_damper / all.area);
  next_.clear();
  auto last = anchors.begin();
  const RigidTransform back = motion.start ? *motion.start * motion.X.inverse() : RigidTransform{};
  const Vec3 v = motion.v - motion.w.cross(motion.X.p);  // of what is at the rigid body's origin
  for (const PolygonTouch& t : touches_) {
    const Vec3 velocity = v + motion.w.cross(t.point);
    const double damped = damp(t, motion, velocity, bounded, all);
    Vec3 force = t.press + damped * t.fall;
    const double pressed = t.press.norm();
    const Vec3 up = pressed > 0.0 ? Vec3(t.press / pressed) : Vec3(-t.normal);
    const double normal = std::max(0.0, force.dot(up));
    all.growth += (1.0 + damped) * t.growth;
    // Anchors are sorted by face, as the touches are.
    if (bounded.shear_stiffness > 0.0) {
      while (last != anchors.end() && last->face < t.face) ++last;
      const bool known = last != anchors.end() && last->face == t.face;
      PolygonAnchor& anchor = next_.emplace_back(known ? *last : PolygonAnchor{t.face});
      const Vec3 sliding = velocity - velocity.dot(up) * up;
      const Vec3 way = motion.start ? Vec3(t.point - back * t.point) : Vec3(dt * sliding);
      rub({t, normal, up, sliding, way}, bounded, anchor, force, all);
    }
    all.force += force;
    all.moment += t.point.cross(force) + t.couple + damped * t.turn;
    all.load += normal;
    all.center += normal * t.point;
  }
  if (all.load > 0.0) all.center /= all.load;
  all.polygons = static_cast<int>(touches_.size());
  all.deepest = deepest_;
  all.stored = stored_;
  anchors = next_;
  return all;
}

}  // namespace grouser
