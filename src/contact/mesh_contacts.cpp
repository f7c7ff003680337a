// SPDX-License-Identifier: BSD-3-Clause
// Forces between meshes, ground and shapes by the polygons that are pressed in
// (shape/press/polygon_contact.hpp). Pairs have numbers in a fixed order, under which the springs of
// friction are remembered.
#include "mesh_contacts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ground_surface.hpp"
#include "grouser/contact/step_limits.hpp"
#include "record_pace.hpp"

namespace grouser {
namespace {

constexpr std::size_t kShapesAtOnce = 8;  // near one mesh, of which each remembers what spares work
constexpr int kMostFacesOfPair = 1024;    // room that is kept from the start

}  // namespace

MeshContacts::MeshContacts(const ContactScene& scene)
    : scene_(scene),
      first_record_(scene.first_record(PartKind::mesh)),
      changing_(std::make_unique<ChangingSurfaces>(scene)),
      sums_(static_cast<std::size_t>(scene.mesh.records)) {
  for (const MeshPair& pair : scene.mesh.pairs)
    pairs_.push_back(
        std::make_unique<PolygonContact>(changing_->surface_of(pair.surface),
                                         scene.mesh.parts[static_cast<std::size_t>(pair.polygons)].polygons));
  const auto ground = std::make_shared<const GroundSurface>(scene.terrain);
  const NeutralMasses masses(*scene.model);
  mobility_.resize(scene.model->bodies().size(), Mat6::Zero());
  const auto keep_mobility = [&](BodyId body) {
    if (!(body == kWorld)) mobility_[static_cast<std::size_t>(body.index)] = masses.mobility_of(body);
  };
  for (const int owner : scene.mesh.parts.empty() ? std::vector<int>() : scene.shape_owner)
    keep_mobility(BodyId{owner});
  for (const MeshPart& mesh : scene.mesh.parts) {
    OwnMeetings own;
    if (!mesh.on_wheel) own.ground = std::make_unique<PolygonContact>(ground, mesh.polygons);
    for (std::size_t k = 0; k < std::min(kShapesAtOnce, scene.mesh.shapes.size()); ++k)
      own.shapes.push_back({std::make_unique<PolygonContact>(scene.mesh.shapes.front(), mesh.polygons)});
    const MeshBox& box = mesh.polygons->box();
    own.center = 0.5 * (box.low + box.high);
    own.radius = mesh.reach_from(own.center);
    own_.push_back(std::move(own));
    keep_mobility(mesh.body);
    mass_.push_back(masses.smallest_at(mesh.body, mesh.spec.pose.p));
  }
  const std::size_t room = anchor_room(scene);
  start_.reserve(room), next_.reserve(room);
  anchors_.reserve(kMostFacesOfPair);
}

void MeshContacts::begin(const ContactState& state) {
  start_.clear();
  bound_ = 0.0;
  for (const MeshAnchor& anchor : state.anchors) {
    if (anchor.pair < 0.0) break;
    start_.push_back(anchor);
    bound_ += 0.5 * law_of(static_cast<int>(anchor.pair)).shear_stiffness * anchor.area *
              Vec3(anchor.x, anchor.y, anchor.z).squaredNorm();
  }
}

const PolygonLaw& MeshContacts::law_of(int pair) const {
  const int meshes = pair - static_cast<int>(pairs_.size());
  if (meshes < 0) return scene_.mesh.pairs[static_cast<std::size_t>(pair)].law;
  return scene_.mesh.parts[static_cast<std::size_t>(meshes / stride())].spec.law;
}

void MeshContacts::accept(ContactState& state, const Terrain&, GroundMemory&) {
  std::copy(next_.begin(), next_.end(), state.anchors.begin());
  for (std::size_t i = next_.size(); i < start_.size(); ++i) state.anchors[i] = MeshAnchor{};
}

void MeshContacts::release_shear(ContactState& state) const {
  std::fill(state.anchors.begin(), state.anchors.end(), MeshAnchor{});
}

bool MeshContacts::step(const ContactInstant& at, double dt, ContactLoads& loads, ContactReadings& readings) {
  return meet_all(at, dt, loads, readings);
}

bool MeshContacts::rates(const ContactInstant& at, const VecX&, VecX&, ContactLoads& loads,
                         ContactReadings& readings) {
  return meet_all(at, 0.0, loads, readings);
}

RigidTransform MeshContacts::pose_of(const Kinematics& kinematics, int mesh) const {
  const MeshPart& part = scene_.mesh.parts[static_cast<std::size_t>(mesh)];
  return kinematics.body[static_cast<std::size_t>(part.body.index)].X_WB * part.spec.pose;
}

bool MeshContacts::near(const ContactInstant& at, int mesh, const Vec3& center, double radius) const {
  const OwnMeetings& own = own_[static_cast<std::size_t>(mesh)];
  const double reach = own.radius + radius;
  return (pose_of(*at.now, mesh) * own.center - center).squaredNorm() < reach * reach;
}

// Whether the mesh may touch firm ground: not if it is above it. Granular ground treats meshes as tools
// instead.
bool MeshContacts::on_firm_ground(const ContactInstant& at, std::size_t mesh) const {
  if (!own_[mesh].ground || above_ground(at, mesh)) return false;
  if (scene_.tools.empty()) return true;
  const Vec3 p = pose_of(*at.now, static_cast<int>(mesh)).p;
  return scene_.grounds.server(PartKind::mesh, 0, at.terrain->material_at(p.x(), p.y())) == Server::part;
}

bool MeshContacts::above_ground(const ContactInstant& at, std::size_t mesh) const {
  const Heightfield* field = scene_.terrain->heightfield();
  if (!field) return false;
  const Vec3 c = pose_of(*at.now, static_cast<int>(mesh)) * own_[mesh].center;
  const double r = own_[mesh].radius;
  return c.z() - r >= field->highest_in(c.x() - r, c.y() - r, c.x() + r, c.y() + r);
}

// In the order of the pairs' numbers: first two meshes, then of each mesh the ground and the shapes.
bool MeshContacts::meet_all(const ContactInstant& at, double dt, ContactLoads& loads,
                            ContactReadings& readings) {
  ++evaluation_;
  changing_->follow(at);
  next_.clear();
  cursor_ = 0;
  overflow_ = false;
  loads.power.work += bound_;
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    sums_[i] = Sum{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
    mine(readings)[i] = ContactRecord{.body = scene_.parts[first_record_ + i].body.index};
    readings.meshes[i] = MeshOutput{};
  }
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const MeshPair& pair = scene_.mesh.pairs[i];
    const OwnMeetings& other = own_[static_cast<std::size_t>(pair.surface)];
    const RigidTransform X_WS = pose_of(*at.now, pair.surface);
    if (!near(at, pair.polygons, X_WS * other.center, other.radius)) continue;
    const MeshPart& surface = scene_.mesh.parts[static_cast<std::size_t>(pair.surface)];
    meet(at,
         {static_cast<int>(i), pair.polygons, pair.surface, surface.body.index, -1, X_WS, surface.spec.pose,
          &pair.law},
         *pairs_[i], dt, loads, readings);
  }
  for (std::size_t m = 0; m < own_.size(); ++m) {
    const int number = static_cast<int>(pairs_.size()) + static_cast<int>(m) * stride();
    if (on_firm_ground(at, m))
      meet(at, {number, static_cast<int>(m), -1, -1, 0, {}, {}, &scene_.mesh.parts[m].spec.law},
           *own_[m].ground, dt, loads, readings);
    meet_shapes(at, m, dt, loads, readings);
  }
  finish_records(readings);
  if (!overflow_) return true;
  failure_ = fmt::format("meshes touch with more than {} triangles at once: give them a longer `edge`",
                         next_.capacity());
  return false;
}

void MeshContacts::meet_shapes(const ContactInstant& at, std::size_t m, double dt, ContactLoads& loads,
                               ContactReadings& readings) {
  if (scene_.mesh.shapes.empty()) return;
  const int mesh = static_cast<int>(m);
  const std::vector<std::uint8_t>& mine_too = scene_.own_shapes_of(scene_.mesh.parts[m].body);
  const Vec3 center = pose_of(*at.now, mesh) * own_[m].center;
  const int number = static_cast<int>(pairs_.size()) + mesh * stride();
  for (const int k : scene_.terrain->shapes_near(center.x(), center.y(), own_[m].radius)) {
    const auto shape = static_cast<std::size_t>(k);
    const RigidShape& box = scene_.terrain->shapes()[shape];
    if (mine_too[shape] || !near(at, mesh, at.shape_poses[shape].p, box.half.norm())) continue;
    meet(at,
         {number + 1 + k, mesh, -1, scene_.shape_owner[shape], 1 + k, at.shape_poses[shape], box.pose,
          &scene_.mesh.parts[m].spec.law},
         *meeting_with(m, k).contact, dt, loads, readings);
  }
}

MeshContacts::Meeting& MeshContacts::meeting_with(std::size_t mesh, int shape) {
  // A contact object near this shape, or the one used longest ago.
  std::vector<Meeting>& all = own_[mesh].shapes;
  Meeting* oldest = &all.front();
  for (Meeting& meeting : all) {
    if (meeting.shape == shape) {
      meeting.used = evaluation_;
      return meeting;
    }
    if (meeting.used < oldest->used) oldest = &meeting;
  }
  oldest->contact->turn_to(scene_.mesh.shapes[static_cast<std::size_t>(shape)]);
  oldest->shape = shape;
  oldest->used = evaluation_;
  return *oldest;
}

// Motion of the polygons' frame relative to the surface, in the surface's frame.
PolygonMotion MeshContacts::motion_of(const ContactInstant& at, const Place& place, bool by_way) {
  const BodyMotion& body = at.now->body[static_cast<std::size_t>(
      scene_.mesh.parts[static_cast<std::size_t>(place.mesh)].body.index)];
  const RigidTransform X_WP = pose_of(*at.now, place.mesh), X_SW = place.X_WS.inverse();
  Vec3 v = body.velocity_at(X_WP.p), w = body.w;
  if (place.owner >= 0) {
    const BodyMotion& owner = at.now->body[static_cast<std::size_t>(place.owner)];
    v -= owner.velocity_at(X_WP.p), w -= owner.w;
  }
  PolygonMotion motion{.X = X_SW * X_WP, .v = X_SW.R * v, .w = X_SW.R * w};
  if (place.other_mesh >= 0) motion.change = changing_->change_of(place.other_mesh, at);
  // In rate form the pose at the step's start gives the displacement.
  if (by_way) {
    const RigidTransform X_WS =
        place.owner >= 0 ? at.start->body[static_cast<std::size_t>(place.owner)].X_WB * place.surface_on_owner
                         : place.X_WS;
    from_ = X_WS.inverse() * pose_of(*at.start, place.mesh);
    motion.start = &from_;
  }
  return motion;
}

void MeshContacts::meet(const ContactInstant& at, const Place& place, PolygonContact& contact, double dt,
                        ContactLoads& loads, ContactReadings& readings) {
  // Loads of the polygons in the surface's frame, with the springs of friction of this pair.
  const PolygonMotion motion = motion_of(at, place, !(dt > 0.0) && at.by_rates);
  take_anchors(place.pair);
  PolygonLaw law = *place.law;
  const std::span<const PolygonTouch> touches = contact.touch(motion.X, law);
  if (dt > 0.0 && law.damping + law.shear_damping > 0.0)
    law.most_damper = most_damper(at, place, touches, dt);
  const PolygonLoads pair = contact.load_touches(motion, dt, law, anchors_);
  keep_anchors(place.pair);
  if (pair.polygons == 0) return;
  if (place.other_mesh >= 0) changing_->bear(place.other_mesh, pair.growth, at, loads);
  const Mat3& R = place.X_WS.R;
  const Vec3 force = R * pair.force, couple = R * (pair.moment - pair.center.cross(pair.force));
  const Vec3 point = place.X_WS * pair.center;
  const int body = scene_.mesh.parts[static_cast<std::size_t>(place.mesh)].body.index;
  loads.add(body, place.owner, point, force, couple);
  loads.power.stored += pair.stored + pair.bound;
  // as it is at this instant, like sliding, and not over the step like a wheel's damper; less what the
  // springs of friction took
  loads.power.tangential += pair.lost;
  loads.power.work -= pair.bound;
  // Approach along the force, for the length of the next step.
  const double size = force.norm();
  const Vec3 along = size > 0.0 ? Vec3(pair.force / size) : Vec3::Zero();
  double approach = -along.dot(motion.v + motion.w.cross(pair.center - motion.X.p));
  if (motion.change != 0.0 && size > 0.0) approach += motion.change * pair.growth / size;
  widen(place.mesh, place.X_WS, touches, readings);
  if (place.other_mesh >= 0) widen(place.other_mesh, place.X_WS, touches, readings);
  add_to(place.mesh, place, pair, force, point, couple, approach, readings);
  if (place.other_mesh < 0) return;
  Place reverse = place;
  reverse.owner = body;
  add_to(place.other_mesh, reverse, pair, -force, point, -couple, approach, readings);
}

void MeshContacts::add_to(int mesh, const Place& place, const PolygonLoads& pair, const Vec3& force,
                          const Vec3& point, const Vec3& couple, double approach, ContactReadings& readings) {
  const auto i = static_cast<std::size_t>(scene_.mesh.parts[static_cast<std::size_t>(mesh)].record);
  Sum& sum = sums_[i];
  ContactRecord& record = mine(readings)[i];
  sum.force += force;
  sum.moment += point.cross(force) + couple;
  sum.point += pair.load * point;
  sum.load += pair.load;
  sum.sliding += pair.sliding;
  if (pair.load > sum.most) {
    sum.most = pair.load;
    record.other = place.owner;
    record.surface = place.surface;
  }
  record.depth = std::max(record.depth, pair.deepest);
  if (std::fabs(approach) > std::fabs(record.approach)) record.approach = approach;
  readings.meshes[i].area += pair.area;
  readings.meshes[i].polygons += pair.polygons;
}

void MeshContacts::widen(int mesh, const RigidTransform& X_WS, std::span<const PolygonTouch> touches,
                         ContactReadings& readings) const {
  const auto i = static_cast<std::size_t>(scene_.mesh.parts[static_cast<std::size_t>(mesh)].record);
  MeshOutput& out = readings.meshes[i];
  bool first = out.polygons == 0;
  for (const PolygonTouch& t : touches) {
    const Vec3 p = X_WS * t.point;
    for (std::size_t k = 0; k < out.rim.size(); ++k) {
      const double sign = k % 2 == 0 ? 1.0 : -1.0;
      const auto axis = static_cast<Eigen::Index>(k / 2);
      if (first || sign * (p[axis] - out.rim[k][axis]) > 0.0) out.rim[k] = p;
    }
    first = false;
  }
}

void MeshContacts::finish_records(ContactReadings& readings) {
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    const Sum& sum = sums_[i];
    if (!(sum.load > 0.0)) continue;
    ContactRecord& record = mine(readings)[i];
    record.force = sum.force;
    record.point = sum.point / sum.load;
    record.moment = sum.moment - record.point.cross(sum.force);
    record.load =
        sum.load;  // the clamping force, which a resultant hides: normal forces around a plug cancel
    readings.meshes[i].sliding = sum.sliding / sum.load;
  }
}

void MeshContacts::take_anchors(int pair) {
  anchors_.clear();
  while (cursor_ < start_.size() && start_[cursor_].pair < pair) ++cursor_;
  for (; cursor_ < start_.size() && start_[cursor_].pair == pair; ++cursor_) {
    const MeshAnchor& a = start_[cursor_];
    anchors_.push_back({static_cast<int>(a.face), a.sliding != 0.0, Vec3(a.x, a.y, a.z), a.area});
  }
}

void MeshContacts::keep_anchors(int pair) {
  for (const PolygonAnchor& a : anchors_) {
    if (next_.size() == next_.capacity()) {
      overflow_ = true;
      return;
    }
    next_.push_back({static_cast<double>(pair), static_cast<double>(a.face), a.sliding ? 1.0 : 0.0,
                     a.stretched.x(), a.stretched.y(), a.stretched.z(), a.area});
  }
}

std::span<ContactRecord> MeshContacts::mine(ContactReadings& readings) const {
  return std::span(readings.records).subspan(first_record_, sums_.size());
}

std::span<const ContactRecord> MeshContacts::mine(const ContactReadings& readings) const {
  return std::span(readings.records).subspan(first_record_, sums_.size());
}

bool MeshContacts::touches(const ContactInstant& at, int vehicle, const std::string&) const {
  const auto is_of = [&](int mesh) {
    return scene_.vehicle_of_body[static_cast<std::size_t>(
               scene_.mesh.parts[static_cast<std::size_t>(mesh)].body.index)] == vehicle;
  };
  const auto touch = [&](PolygonContact& contact, const RigidTransform& X_WS, int mesh,
                         const PolygonLaw& law) {
    return !contact.touch(X_WS.inverse() * pose_of(*at.now, mesh), law).empty();
  };
  changing_->follow(at);
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const MeshPair& pair = scene_.mesh.pairs[i];
    if ((is_of(pair.polygons) || is_of(pair.surface)) &&
        touch(*pairs_[i], pose_of(*at.now, pair.surface), pair.polygons, pair.law))
      return true;
  }
  for (std::size_t m = 0; m < own_.size(); ++m) {
    const int mesh = static_cast<int>(m);
    if (!is_of(mesh)) continue;
    const PolygonLaw& law = scene_.mesh.parts[m].spec.law;
    if (on_firm_ground(at, m) && touch(*own_[m].ground, {}, mesh, law)) return true;
    for (std::size_t k = 0; k < scene_.mesh.shapes.size(); ++k) {
      if (scene_.own_shapes_of(scene_.mesh.parts[m].body)[k] ||
          !near(at, mesh, at.shape_poses[k].p, scene_.terrain->shapes()[k].half.norm()))
        continue;
      PolygonContact contact(scene_.mesh.shapes[k], scene_.mesh.parts[m].polygons);
      if (touch(contact, at.shape_poses[k], mesh, law)) return true;
    }
  }
  return false;
}

ContactPace MeshContacts::pace(const ContactState&, const ContactReadings& readings) const {
  return pace_of(mine(readings));
}

void MeshContacts::judge_depths(const ContactState&, const ContactReadings& readings, double dt,
                                DepthJudge& judge) const {
  judge_records(mine(readings), dt, judge);
}

}  // namespace grouser
