// SPDX-License-Identifier: BSD-3-Clause
// Shapes in place of those that a file leaves out: contact spheres along the links between joints, the box
// of the root, and tubes to draw. No sphere is made within reach of a wheel or a pad.
#include "grouser/vehicle/spec/made_shapes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace grouser {
namespace {

constexpr double kThickness = 0.2;                        // radius of a link, of the smallest wheel's
constexpr double kLeastRadius = 0.01, kMostRadius = 0.1;  // m
constexpr double kSpacing = 2.5;                          // between spheres, in their radii
constexpr double kMostSpheres = 100.0;                    // about: longer vehicles have them farther apart
// Stiffness per mass of the vehicle, 1/s2, damping per stiffness, s: as the shipped rovers have them. Under
// all of its weight on Mars one sphere is pressed in by 12 mm.
constexpr double kStiffness = 300.0, kDamping = 0.02;
constexpr double kHeavy = 0.1;  // share of the mass from which a body that nothing touches is named

const std::array<double, 3> kHullColour{0.62, 0.60, 0.52}, kLinkColour{0.55, 0.57, 0.60},
    kWheelColour{0.25, 0.25, 0.27};

struct Segment {
  std::string body;
  Vec3 from, to;  ///< body frame, m
};

/// The vehicle's links with all joints at zero.
class Skeleton {
 public:
  explicit Skeleton(const VehicleSpec& vehicle) : vehicle_(vehicle) {
    for (const BodySpec& body : vehicle.bodies) pose_of(body.name, 0);
    for (const WheelSpec& wheel : vehicle.wheels)
      hubs_.push_back({poses_.at(wheel.body).p, wheel.geometry.radius});
    for (const PadSpec& pad : vehicle.pads)
      soles_.push_back({poses_.at(pad.body) * pad.position, pad.radius});
    radius_ = thickness();
    for (const BodySpec& body : vehicle.bodies)
      if (!touches_otherwise(body.name)) add_segments(body);
  }

  double radius() const { return radius_; }
  const std::vector<Segment>& segments() const { return segments_; }
  /// Whether a place is within reach of a wheel or a pad, which touch there.
  bool in_support(const std::string& body, const Vec3& p) const {
    const Vec3 at = poses_.at(body) * p;
    return near_some(hubs_, at) || near_some(soles_, at);
  }
  /// Joints and centre of mass of the root, or the corners of the box of uniform density that has its
  /// inertia.
  std::vector<Vec3> root_points() const {
    for (const BodySpec& body : vehicle_.bodies)
      if (body.name == vehicle_.root) return points_of(body);
    return {};
  }

 private:
  struct Hub {
    Vec3 at;
    double radius;
  };

  static bool near_some(const std::vector<Hub>& supports, const Vec3& at) {
    return std::any_of(supports.begin(), supports.end(),
                       [&](const Hub& support) { return (at - support.at).norm() < support.radius; });
  }
  /// Whether a joint is at a pad: a leg that slides up there takes its pad along, and no part of the parent
  /// ends there.
  bool at_pad(const JointSpec& joint) const {
    return near_some(soles_, poses_.at(joint.parent) * joint.X_PJ.p);
  }
  /// Pose of a body with all joints at zero, in the root's frame; depth ends cycles of joints in a bad
  /// file.
  const RigidTransform& pose_of(const std::string& body, std::size_t depth) {
    const auto known = poses_.find(body);
    if (known != poses_.end()) return known->second;
    RigidTransform X;
    for (const JointSpec& joint : vehicle_.joints)
      if (joint.child == body && joint.parent != "world" && depth < vehicle_.joints.size())
        X = pose_of(joint.parent, depth + 1) * joint.X_PJ;
    return poses_[body] = X;
  }
  /// Radius of a link, m: a share of the smallest wheel's, or of the vehicle's extent.
  double thickness() const {
    double least = 1e300, extent = 0.0;
    for (const Hub& hub : hubs_) least = std::min(least, hub.radius);
    for (const auto& [name, pose] : poses_) extent = std::max(extent, pose.p.norm());
    for (const BodySpec& body : vehicle_.bodies) extent = std::max(extent, half_box(body).maxCoeff());
    const double radius = hubs_.empty() ? 0.25 * kThickness * extent : kThickness * least;
    return std::clamp(radius, kLeastRadius, kMostRadius);
  }
  bool touches_otherwise(const std::string& body) const {
    const auto on = [&](const auto& part) { return part.body == body; };
    return std::any_of(vehicle_.wheels.begin(), vehicle_.wheels.end(), on) ||
           std::any_of(vehicle_.pads.begin(), vehicle_.pads.end(), on) ||
           std::any_of(vehicle_.tools.begin(), vehicle_.tools.end(), on) ||
           std::any_of(vehicle_.surfaces.begin(), vehicle_.surfaces.end(),
                       [&](const RigidShape& shape) { return shape.owner == body; });
  }
  /// Half lengths of the box of uniform density with this inertia: I_xx = m (b^2 + c^2) / 3 and so on.
  static Vec3 half_box(const BodySpec& body) {
    const Vec3 i = body.inertia.diagonal() / body.mass;
    const auto half = [&](int a, int b, int c) {
      return std::sqrt(std::max(0.0, 1.5 * (i[b] + i[c] - i[a])));
    };
    return {half(0, 1, 2), half(1, 0, 2), half(2, 0, 1)};
  }
  std::vector<Vec3> points_of(const BodySpec& body) const {
    std::vector<Vec3> points{body.com};
    for (const JointSpec& joint : vehicle_.joints)
      if (joint.parent == body.name && !at_pad(joint)) points.push_back(joint.X_PJ.p);
    if (points.size() > 1) return points;
    points.clear();
    const Vec3 half = half_box(body);
    for (const double x : {-1.0, 1.0})
      for (const double y : {-1.0, 1.0})
        for (const double z : {-1.0, 1.0}) points.push_back(body.com + half.cwiseProduct(Vec3(x, y, z)));
    return points;
  }
  void add_segments(const BodySpec& body) {
    if (body.name != vehicle_.root) {
      segments_.push_back({body.name, Vec3::Zero(), body.com});
      for (const JointSpec& joint : vehicle_.joints)
        if (joint.parent == body.name && !at_pad(joint))
          segments_.push_back({body.name, Vec3::Zero(), joint.X_PJ.p});
      return;
    }
    const std::vector<Vec3> points = points_of(body);
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t k = i + 1; k < points.size(); ++k)
        segments_.push_back({body.name, points[i], points[k]});
  }

  const VehicleSpec& vehicle_;
  std::map<std::string, RigidTransform> poses_;  // in the root's frame
  std::vector<Hub> hubs_, soles_;
  double radius_ = 0.0;
  std::vector<Segment> segments_;
};

double mass_of(const VehicleSpec& vehicle) {
  double mass = 0.0;
  for (const BodySpec& body : vehicle.bodies) mass += body.mass;
  return mass;
}

/// A visual of a body, of the given kind, place and size in the body's frame.
NamedVisual visual(const std::string& body, VisualKind kind, const Vec3& position, const Vec3& size,
                   const std::array<double, 3>& colour) {
  NamedVisual v;
  v.body = body;
  v.shape.kind = kind;
  v.shape.pose.p = position;
  v.shape.size = size;
  v.shape.colour = colour;
  return v;
}

/// The box of the root's joints and centre of mass, and a tube along each line of the others.
void draw_links(const Skeleton& skeleton, VehicleSpec& vehicle) {
  const std::vector<Vec3> points = skeleton.root_points();
  Vec3 low = points.front(), high = points.front();
  for (const Vec3& p : points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  const Vec3 size = (high - low) + 2.0 * skeleton.radius() * Vec3::Ones();
  vehicle.visuals.push_back(visual(vehicle.root, VisualKind::box, 0.5 * (low + high), size, kHullColour));
  for (const Segment& segment : skeleton.segments()) {
    if (segment.body == vehicle.root || (segment.to - segment.from).norm() < 1e-3) continue;
    NamedVisual tube =
        visual(segment.body, VisualKind::tube, segment.from, Vec3(skeleton.radius(), 0.0, 0.0), kLinkColour);
    tube.shape.end = segment.to;
    vehicle.visuals.push_back(std::move(tube));
  }
}

}  // namespace

void make_touching(VehicleSpec& vehicle) {
  if (!vehicle.spheres.empty() || !vehicle.meshes.empty()) return;
  const Skeleton skeleton(vehicle);
  const double r = skeleton.radius();
  // Spheres at even distances along each link, farther apart on long vehicles.
  double length = 0.0;
  for (const Segment& segment : skeleton.segments()) length += (segment.to - segment.from).norm();
  const double spacing = std::max(kSpacing * r, length / kMostSpheres);
  const double stiffness = kStiffness * mass_of(vehicle);
  for (const Segment& segment : skeleton.segments()) {
    const Vec3 along = segment.to - segment.from;
    const int parts = std::max(1, static_cast<int>(std::ceil(along.norm() / spacing)));
    for (int k = 0; k <= parts; ++k) {
      const Vec3 p = segment.from + (static_cast<double>(k) / parts) * along;
      const auto near = [&](const SphereSpec& s) {
        return s.body == segment.body && (s.position - p).norm() < r;
      };
      if (skeleton.in_support(segment.body, p) ||
          std::any_of(vehicle.spheres.begin(), vehicle.spheres.end(), near))
        continue;
      vehicle.spheres.push_back({.body = segment.body,
                                 .position = p,
                                 .radius = r,
                                 .stiffness = stiffness,
                                 .damping = kDamping * stiffness,
                                 .friction = 0.5});
    }
  }
  vehicle.touching = TouchSource::made;
}

void make_looks(VehicleSpec& vehicle) {
  if (!vehicle.visuals.empty() || !vehicle.meshes.empty()) return;
  const Skeleton skeleton(vehicle);
  draw_links(skeleton, vehicle);
  for (const WheelSpec& wheel : vehicle.wheels) {
    const WheelGeometry& g = wheel.geometry;
    NamedVisual rim = visual(wheel.body, VisualKind::wheel, Vec3::Zero(),
                             Vec3(g.radius, g.width, g.grouser_height), kWheelColour);
    rim.shape.count = static_cast<int>(g.grouser_count);
    vehicle.visuals.push_back(std::move(rim));
  }
  for (const PadSpec& pad : vehicle.pads) {
    const double thick = 0.2 * pad.radius;
    vehicle.visuals.push_back(visual(pad.body, VisualKind::box, pad.position + Vec3(0.0, 0.0, 0.5 * thick),
                                     Vec3(2.0 * pad.radius, 2.0 * pad.radius, thick), kLinkColour));
  }
  if (vehicle.touching == TouchSource::file)
    for (const SphereSpec& sphere : vehicle.spheres)
      vehicle.visuals.push_back(visual(sphere.body, VisualKind::sphere, sphere.position,
                                       Vec3(sphere.radius, 0.0, 0.0), kHullColour));
  vehicle.looks_made = true;
}

std::vector<std::string> untouching_bodies(const VehicleSpec& vehicle) {
  std::vector<std::string> names;
  for (const BodySpec& body : vehicle.bodies) {
    const auto on = [&](const auto& part) { return part.body == body.name; };
    const auto any = [&](const auto& parts) { return std::any_of(parts.begin(), parts.end(), on); };
    const bool deck = std::any_of(vehicle.surfaces.begin(), vehicle.surfaces.end(),
                                  [&](const RigidShape& shape) { return shape.owner == body.name; });
    if (!any(vehicle.wheels) && !any(vehicle.spheres) && !any(vehicle.meshes) && !any(vehicle.pads) &&
        !any(vehicle.tools) && !deck)
      names.push_back(body.name);
  }
  return names;
}

std::vector<std::string> shape_notes(const VehicleSpec& vehicle) {
  std::vector<std::string> notes;
  if (vehicle.touching == TouchSource::made && !vehicle.spheres.empty())
    notes.push_back(
        fmt::format("{}: its file has no [[sphere]] and no [[mesh]]: {} spheres of {:.3g} mm along its links "
                    "and between its "
                    "joints and centre of mass touch ground and rocks; `touch = \"none\"` leaves them out",
                    vehicle.name, vehicle.spheres.size(), 1e3 * vehicle.spheres.front().radius));
  if (vehicle.looks_made)
    notes.push_back(
        vehicle.name +
        ": its file has no [[visual]]: wheels, links and the box of its joints and centre of mass are drawn");
  const double heavy = kHeavy * mass_of(vehicle);
  std::vector<std::string> ghosts;
  for (const std::string& name : untouching_bodies(vehicle))
    for (const BodySpec& body : vehicle.bodies)
      if (body.name == name && body.mass >= heavy) ghosts.push_back(name);
  if (!ghosts.empty())
    notes.push_back(fmt::format("{}: nothing can touch {}{}: ground and rocks go through", vehicle.name,
                                fmt::join(ghosts, ", "),
                                vehicle.touching == TouchSource::none ? " (touch = \"none\")" : ""));
  return notes;
}

}  // namespace grouser
