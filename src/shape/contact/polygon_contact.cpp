#include "grouser/shape/contact/polygon_contact.hpp"

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
constexpr double kLeastSkin = 1e-6;          // of that: for a pair at rest
constexpr double kUnbounded = std::numeric_limits<double>::infinity();
constexpr double kOfSkin = 0.999;  // is used: far more is left than roundings

/// A part of a polygon over which the depth is linear.
struct Part {
  Vec3 at[3];
  double depth[3];
};

/// Integrals over the parts below the surface.
struct Integrals {
  double area = 0.0;            // m2
  double depth = 0.0;           // of s, m3
  double squared = 0.0;         // of s^2, m4
  Vec3 moment = Vec3::Zero();   // of s x, m4
  double share[3] = {0, 0, 0};  // of s phi_k, phi_k being 1 at corner k of the whole polygon, m3
};

/// weight[i][k]: of the whole polygon's corner k at the part's corner i.
void add_part(const Part& part, const double (&weight)[3][3], Integrals& sum) {
  const double area = 0.5 * (part.at[1] - part.at[0]).cross(part.at[2] - part.at[0]).norm();
  const double* s = part.depth;
  const double all = s[0] + s[1] + s[2];
  sum.area += area;
  sum.depth += area * all / 3.0;
  sum.squared +=
      area / 6.0 * (s[0] * s[0] + s[1] * s[1] + s[2] * s[2] + s[0] * s[1] + s[1] * s[2] + s[2] * s[0]);
  for (int i = 0; i < 3; ++i) {
    const double with = area / 12.0 * (all + s[i]);  // integral of s times what is 1 at this corner
    sum.moment += with * part.at[i];
    for (int k = 0; k < 3; ++k) sum.share[k] += with * weight[i][k];
  }
}

/// The part of a polygon with depths s where s > 0: nothing, a triangle, or a quadrangle in two triangles.
Integrals integrate_below(const Vec3 (&at)[3], const double (&s)[3]) {
  struct Point {
    Vec3 at;
    double depth;
    double weight[3];
  };
  Point kept[4];
  int count = 0;
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3;
    if (s[k] > 0.0) {
      kept[count] = {at[k], s[k], {0, 0, 0}};
      kept[count++].weight[k] = 1.0;
    }
    if ((s[k] > 0.0) != (s[next] > 0.0)) {
      const double t = s[k] / (s[k] - s[next]);
      kept[count] = {at[k] + t * (at[next] - at[k]), 0.0, {0, 0, 0}};
      kept[count].weight[k] = 1.0 - t;
      kept[count++].weight[next] = t;
    }
  }
  Integrals sum;
  for (int k = 1; k + 1 < count; ++k) {
    const Point* const p[3] = {&kept[0], &kept[k], &kept[k + 1]};
    Part part;
    double weight[3][3];
    for (int i = 0; i < 3; ++i) {
      part.at[i] = p[i]->at;
      part.depth[i] = p[i]->depth;
      std::copy(std::begin(p[i]->weight), std::end(p[i]->weight), weight[i]);
    }
    add_part(part, weight, sum);
  }
  return sum;
}

}  // namespace

PolygonContact::PolygonContact(std::shared_ptr<const SurfaceDistance> rigid,
                               std::shared_ptr<const MeshDistance> polygons)
    : rigid_(std::move(rigid)),
      polygons_(std::move(polygons)),
      corners_(polygons_->mesh().vertices.size()),
      nodes_(polygons_->tree().nodes().size()),
      center_(polygons_->tree().nodes().front().middle()),
      radius_(polygons_->tree().nodes().front().radius) {
  int leaves = 0;
  for (const BoxTree::Node& node : polygons_->tree().nodes())
    if (node.count > 0) leaf_ += node.radius, ++leaves;
  leaf_ /= leaves;
  const std::size_t room = std::min(polygons_->mesh().faces.size(), kRoomForFaces);
  faces_.reserve(room), listed_.faces.reserve(room), touches_.reserve(room), next_.reserve(room);
}

// No point of the polygons' body moves by more: the norm of a difference of rotations, as of a matrix that scales what is across its
// axis alone, is sqrt(2) times what it scales that by.
double PolygonContact::way_between(const RigidTransform& a, const RigidTransform& b) const {
  return (b * center_ - a * center_).norm() + radius_ * std::numbers::sqrt2 / 2.0 * (b.R - a.R).norm();
}

// Faces are looked for with a skin for some steps ahead where a pair moves slowly: until it has moved so far, those are all that can touch.
void PolygonContact::find_faces(const RigidTransform& X) {
  const double moved = way_between(listed_.X, X) + (rigid_->way() - listed_.way);
  if (!(moved <= kOfSkin * listed_.skin)) list_faces(X);
  last_X_ = X;
  faces_.clear();
  for (const int face : listed_.faces)
    if (listed_.skin == 0.0 || touches(face, X)) faces_.push_back(face);
}

void PolygonContact::list_faces(const RigidTransform& X) {
  const double step = listed_.skin < 0.0 ? leaf_ : way_between(last_X_, X);
  const double most = kMostSkin * leaf_;
  listed_.skin = step < most ? std::clamp(kSkinSteps * step, kLeastSkin * leaf_, most) : 0.0;
  listed_.X = X;
  listed_.way = rigid_->way();
  listed_.faces.clear();
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
      for (const int v : polygons_->mesh().faces[static_cast<std::size_t>(face)]) {
        const Vec3 now = X * polygons_->mesh().vertices[static_cast<std::size_t>(v)];
        if (nodes_[number].most(now, listed_.way) < -listed_.skin) continue;
        const double depth = most_at(v, X, listed_.skin);
        if (!(listed_.skin > 0.0 ? depth >= -listed_.skin : depth > 0.0)) continue;
        listed_.faces.push_back(face);
        break;
      }
    }
  }
  std::sort(listed_.faces.begin(), listed_.faces.end());
}

// A node whose ball is outside the rigid body by the depth of its middle has no face in contact. Where the last depth and the way
// since, or what is known of the surface beforehand, say so already, nothing is looked for.
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
    // In quite another pose than the last one any face within the radius tells enough: the next step will hardly ask for this depth.
    const int face = rigid_->face_within(middle, radius);
    if (face >= 0) near_ = face;
    if (face >= 0 || bounds.most < radius) return face < 0;
  }
  const SurfaceDepth found = rigid_->depth_at(middle, near_);
  near_ = found.face;
  last = {middle, found.depth, listed_.way};
  return found.depth < -radius;
}

// A corner's own depth is looked for only where its last one does not tell that it is outside, with the skin.
double PolygonContact::most_at(int vertex, const RigidTransform& X, double skin) {
  Corner& c = corners_[static_cast<std::size_t>(vertex)];
  if (c.judged == patch_) return c.most;
  c.judged = patch_;
  c.most = c.last.most(X * polygons_->mesh().vertices[static_cast<std::size_t>(vertex)], rigid_->way());
  if (!(c.most < -skin)) c.most = corner(vertex, X).last.depth;
  return c.most;
}

bool PolygonContact::touches(int face, const RigidTransform& X) {
  for (const int v : polygons_->mesh().faces[static_cast<std::size_t>(face)])
    if (most_at(v, X, 0.0) > 0.0) return true;
  return false;
}

const PolygonContact::Corner& PolygonContact::corner(int vertex, const RigidTransform& X) {
  Corner& c = corners_[static_cast<std::size_t>(vertex)];
  if (c.of == patch_) return c;
  c.of = patch_;
  const Vec3 at = X * polygons_->mesh().vertices[static_cast<std::size_t>(vertex)];
  const bool far = (at - c.last.at).squaredNorm() > leaf_ * leaf_;
  const SurfaceDepth found = rigid_->depth_at(at, far && near_ >= 0 ? near_ : c.hint);
  c.hint = found.face;
  c.last = {at, found.depth, rigid_->way()};
  c.up = found.depth != 0.0 ? Vec3((found.closest - at) / found.depth) : Vec3::Zero();
  return c;
}

bool PolygonContact::press(int face, const RigidTransform& X, const PolygonLaw& law, PolygonTouch& out) {
  const auto& vertices = polygons_->mesh().faces[static_cast<std::size_t>(face)];
  const Corner* corners[3];
  Vec3 at[3];
  double s[3];
  for (int k = 0; k < 3; ++k) {
    corners[k] = &corner(vertices[static_cast<std::size_t>(k)], X);
    at[k] = corners[k]->last.at;
    s[k] = corners[k]->last.depth;
  }
  if (!(std::max({s[0], s[1], s[2]}) > 0.0)) return false;
  const Integrals sum = integrate_below(at, s);
  if (!(sum.depth > 0.0)) return false;
  out.face = face;
  out.normal = (at[1] - at[0]).cross(at[2] - at[0]).normalized();
  out.area = sum.area;
  out.depth = sum.depth / sum.area;
  out.point = sum.moment / sum.depth;
  out.press = -law.stiffness * sum.depth * out.normal;
  out.couple.setZero();
  if (law.form == PolygonForm::by_energy) {
    out.press.setZero();
    for (int k = 0; k < 3; ++k) {
      const Vec3 force = law.stiffness * sum.share[k] * corners[k]->up;
      out.press += force;
      out.couple += (at[k] - out.point).cross(force);
    }
  }
  stored_ += 0.5 * law.stiffness * sum.squared;
  return true;
}

std::span<const PolygonTouch> PolygonContact::touch(const RigidTransform& X, const PolygonLaw& law) {
  ++patch_;
  stored_ = 0.0;
  find_faces(X);
  touches_.clear();
  PolygonTouch touch;
  for (const int face : faces_)
    if (press(face, X, law, touch)) touches_.push_back(touch);
  return touches_;
}

void PolygonContact::turn_to(std::shared_ptr<const SurfaceDistance> rigid) {
  rigid_ = std::move(rigid);
  for (Corner& c : corners_) c = Corner{};
  for (LastDepth& node : nodes_) node = LastDepth{};
  listed_.skin = -1.0;
}

double PolygonContact::calc_stored(const RigidTransform& X, const PolygonLaw& law) {
  touch(X, law);
  return stored_;
}

PolygonLoads PolygonContact::calc_loads(const PolygonMotion& motion, double dt, const PolygonLaw& law,
                                        std::vector<PolygonAnchor>& anchors) {
  PolygonLoads all;
  next_.clear();
  auto last = anchors.begin();
  for (const PolygonTouch& t : touch(motion.X, law)) {
    const Vec3 velocity = motion.v + motion.w.cross(t.point - motion.X.p);
    const double deeper = velocity.dot(t.normal);
    const double elastic = t.press.norm();
    const double damper = law.damping * std::min(1.0, t.depth / law.transition) * t.area * deeper;
    const double normal = std::max(0.0, elastic + damper);
    const double share = elastic > 0.0 ? normal / elastic : 0.0;
    Vec3 force = share * t.press;
    all.lost -= (share - 1.0) * (t.press.dot(velocity) + t.couple.dot(motion.w));
    if (law.shear_stiffness > 0.0) {
      while (last != anchors.end() && last->face < t.face) ++last;
      PolygonAnchor anchor{t.face};
      if (last != anchors.end() && last->face == t.face) anchor = *last;
      if (anchor.area > 0.0 && t.area > anchor.area) anchor.stretched *= anchor.area / t.area;
      anchor.area = t.area;
      const Vec3 sliding = velocity - deeper * t.normal;
      anchor.stretched +=
          motion.start ? Vec3(t.point - *motion.start * (motion.X.inverse() * t.point)) : Vec3(dt * sliding);
      anchor.stretched -= anchor.stretched.dot(t.normal) * t.normal;
      const double k = law.shear_stiffness * t.area, d = law.shear_damping * t.area;
      Vec3 shear = -k * anchor.stretched - d * sliding;
      if (anchor.sliding && sliding.norm() < law.stick_speed) anchor.sliding = false;
      const double most = (anchor.sliding ? law.mu_slip : law.mu_stick) * normal;
      if (const double size = shear.norm(); size > most) {
        anchor.sliding = true;
        shear *= law.mu_slip * normal / size;
        anchor.stretched = -shear / k;
      }
      force += shear;
      all.lost -= shear.dot(sliding);
      if (anchor.sliding) all.sliding += normal;
      next_.push_back(anchor);
    }
    all.force += force;
    all.moment += t.point.cross(force) + share * t.couple;
    all.area += t.area;
    all.load += normal;
    all.center += normal * t.point;
    ++all.polygons;
  }
  if (all.load > 0.0) all.center /= all.load;
  anchors = next_;
  for (const PolygonTouch& t : touches_)
    for (const int v : polygons_->mesh().faces[static_cast<std::size_t>(t.face)])
      all.deepest = std::max(all.deepest, corners_[static_cast<std::size_t>(v)].last.depth);
  all.stored += stored_;
  return all;
}

}  // namespace grouser
