#include "grouser/shape/contact/polygon_contact.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace grouser {
namespace {

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
      nodes_(polygons_->tree().nodes().size()) {}

// A node whose ball is outside the rigid body by the depth of its middle has no face in contact. Where the last depth and the way
// since say so already, nothing is looked for.
void PolygonContact::find_faces(const RigidTransform& X) {
  faces_.clear();
  waiting_.assign(1, 0);
  const BoxTree& tree = polygons_->tree();
  const MeshBox& all = rigid_->box();
  const double changed = rigid_->way();
  int hint = -1;
  while (!waiting_.empty()) {
    const auto number = static_cast<std::size_t>(waiting_.back());
    const BoxTree::Node& node = tree.nodes()[number];
    waiting_.pop_back();
    const Vec3 middle = X * node.middle();
    const double radius = node.radius;
    if (squared_distance(all, middle) > radius * radius) continue;
    LastDepth& last = nodes_[number];
    const double most = last.most(middle, changed);
    if (most < -radius) continue;
    if (!(2.0 * last.depth - most >= -radius)) {  // not known to be near either
      const SurfaceDepth found = rigid_->depth_at(middle, hint);
      hint = found.face;
      last = {middle, found.depth, changed};
      if (found.depth < -radius) continue;
    }
    if (node.count == 0)
      waiting_.insert(waiting_.end(), {node.first, node.first + 1});
    else
      for (int k = node.first; k < node.first + node.count; ++k)
        if (const int face = tree.faces()[static_cast<std::size_t>(k)]; touches(face, X, last))
          faces_.push_back(face);
  }
  std::sort(faces_.begin(), faces_.end());
}

// near: of a point beside it. A corner's own depth is looked for only where neither this nor its last one tells that it is outside.
bool PolygonContact::touches(int face, const RigidTransform& X, const LastDepth& near) {
  const TriangleMesh& mesh = polygons_->mesh();
  for (const int v : mesh.faces[static_cast<std::size_t>(face)]) {
    const Corner& c = corners_[static_cast<std::size_t>(v)];
    const Vec3 now = X * mesh.vertices[static_cast<std::size_t>(v)];
    if (near.most(now, rigid_->way()) < 0.0) continue;
    if (c.last.most(now, rigid_->way()) < 0.0) continue;
    if (corner(v, X).last.depth > 0.0) return true;
  }
  return false;
}

const PolygonContact::Corner& PolygonContact::corner(int vertex, const RigidTransform& X) {
  Corner& c = corners_[static_cast<std::size_t>(vertex)];
  if (c.of == patch_) return c;
  c.of = patch_;
  const Vec3 at = X * polygons_->mesh().vertices[static_cast<std::size_t>(vertex)];
  const SurfaceDepth found = rigid_->depth_at(at, c.hint);
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
