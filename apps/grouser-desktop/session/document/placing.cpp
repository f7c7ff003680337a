// SPDX-License-Identifier: BSD-3-Clause
// The vehicle is moved as a stiff body: a plane is fitted through the ground under its wheels at the start
// and at the new place, and the rotation between the two planes tilts it. The stance by statics is found in
// a thread beside the window, and only its numbers are shown.
#include "session/document/placing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "grouser/simulation/build/world_spec.hpp"
#include "grouser/simulation/step/world.hpp"
#include "session/document/inspector.hpp"

namespace grouser::desktop {
namespace {

constexpr double kFine = 0.1;        // of the pointer's movement
constexpr double kSnapLength = 0.1;  // m
constexpr double kSnapAngle = 5.0 * std::numbers::pi / 180.0;
constexpr double kLift = 0.05, kFineLift = 0.01;  // m a notch of the wheel

/// The note of a key that the world has read, or null.
const KeyNote* find_key(const World& world, const std::string& key) {
  for (const KeyNote& note : world.spec->keys)
    if (note.key == key) return &note;
  return nullptr;
}

/// The table that says where a vehicle starts; empty: none does.
std::string placement_key(const World& world, int vehicle) {
  const VehicleRuntime& v = world.vehicles[static_cast<std::size_t>(vehicle)];
  for (const std::string& key : {"vehicle." + v.name + ".initial",
                                 std::string(v.role == VehicleRole::rover ? "initial" : "initial_lander")})
    if (const KeyNote* note = find_key(world, key + ".position"); note && !note->value.empty()) return key;
  return "";
}

/// The multiple of `step` that is nearest.
double snapped(double value, double step) { return step * std::round(value / step); }

/// A number as in files, rounded to `finest`: no more digits than a person would write.
std::string plain_number(double value, double finest) {
  return fmt::format("{:.10g}", snapped(value, finest) + 0.0);
}

/// The plane of least squares in z through points: a point of it, and its unit normal, which points up.
struct Fit {
  Vec3 middle = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();
};
/// Level where the points lie on one line or in one place.
Fit fit_plane(const std::vector<Vec3>& points) {
  Fit fit;
  for (const Vec3& p : points) fit.middle += p / static_cast<double>(points.size());
  // Normal equations of z = a x + b y about the middle, solved by Cramer's rule.
  double xx = 0.0, xy = 0.0, yy = 0.0, xz = 0.0, yz = 0.0;
  for (const Vec3& p : points) {
    const Vec3 d = p - fit.middle;
    xx += d.x() * d.x(), xy += d.x() * d.y(), yy += d.y() * d.y(), xz += d.x() * d.z(), yz += d.y() * d.z();
  }
  const double det = xx * yy - xy * xy;
  if (det > 1e-12)
    fit.normal = Vec3(-(xz * yy - yz * xy) / det, -(yz * xx - xz * xy) / det, 1.0).normalized();
  return fit;
}

/// Share of the pointer's movement that counts.
double part_of(PlacingGrip grip) { return grip == PlacingGrip::fine ? kFine : 1.0; }

}  // namespace

double gripped(double from, double moved, PlacingGrip grip) {
  const double to = from + part_of(grip) * moved;
  return grip == PlacingGrip::snap ? snapped(to, kSnapLength) : to;
}

bool Placing::begin(std::shared_ptr<const World> world, std::shared_ptr<const Frame> start, int body,
                    PlacingMode mode) {
  cancel();
  if (!world || !start) return false;
  // A vehicle that rests on another one is placed with that one, down to the one on the ground.
  const auto b = static_cast<std::size_t>(std::max(0, body));
  int vehicle =
      body >= 0 && b < world->vehicle_of_body.size() ? world->vehicle_of_body[b] : world->main_vehicle;
  while (vehicle >= 0 && world->vehicles[static_cast<std::size_t>(vehicle)].stands_on >= 0)
    vehicle = world->vehicles[static_cast<std::size_t>(vehicle)].stands_on;
  if (vehicle < 0) return false;
  key_ = placement_key(*world, vehicle);
  if (key_.empty()) return false;
  const VehicleRuntime& v = world->vehicles[static_cast<std::size_t>(vehicle)];
  world_ = std::move(world);
  start_ = std::move(start);
  vehicle_ = vehicle;
  // Whether the scenario gives the height above first touch as well.
  third_number_ = numbers_of(find_key(*world_, key_ + ".position")->value).size() == 3;
  view_ = {};
  view_.active = true;
  view_.mode = mode;
  view_.vehicle = v.name;
  view_.x = first_x_ = v.initial.position.x();
  view_.y = first_y_ = v.initial.position.y();
  view_.clearance = v.initial.position.z();
  view_.heading = first_heading_ = v.initial.yaw;
  // Statics is for a vehicle with wheels that is alone.
  if (v.wheel_count > 0 && world_->vehicles.size() == 1)
    stance_ = std::make_unique<StanceFinder>(stance_work(world_));
  refresh();
  return true;
}

void Placing::go_on_in(std::shared_ptr<const World> world, std::shared_ptr<const Frame> start) {
  if (!view_.active) return;
  const PlacingView held = view_;
  cancel();
  if (!world) return;
  for (const VehicleRuntime& v : world->vehicles)
    if (v.name == held.vehicle) {
      if (!begin(world, start, v.root.index, held.mode)) return;
      view_.x = held.x, view_.y = held.y;
      view_.heading = held.heading;
      view_.clearance = held.clearance;
      view_.held = held.held;
      return refresh();
    }
}

void Placing::cancel() {
  stance_.reset();
  view_ = {};
  vehicle_ = -1;
}

/// Sets the mode; the pointer's movement counts anew from here.
void Placing::set_mode(PlacingMode mode) {
  view_.mode = mode;
  view_.held = false;
}

void Placing::point_at(const Vec3& ground, PlacingGrip grip) {
  if (!view_.active) return;
  // The first movement only takes hold: from here on it counts relative to this point.
  if (!view_.held) {
    anchor_ = ground;
    anchor_x_ = view_.x, anchor_y_ = view_.y, anchor_heading_ = view_.heading;
    view_.held = true;
  }
  // Moves along the ground, or turns by the angle that the pointer has turned about the vehicle.
  if (view_.mode == PlacingMode::move) {
    view_.x = gripped(anchor_x_, ground.x() - anchor_.x(), grip);
    view_.y = gripped(anchor_y_, ground.y() - anchor_.y(), grip);
  } else {
    const auto angle = [&](const Vec3& p) { return std::atan2(p.y() - view_.y, p.x() - view_.x); };
    const double turned = std::remainder(angle(ground) - angle(anchor_), 2.0 * std::numbers::pi);
    view_.heading = std::remainder(anchor_heading_ + part_of(grip) * turned, 2.0 * std::numbers::pi);
    if (grip == PlacingGrip::snap) view_.heading = snapped(view_.heading, kSnapAngle);
  }
  refresh();
}

void Placing::lift(double steps, PlacingGrip grip) {
  if (!view_.active) return;
  view_.clearance = std::max(0.0, view_.clearance + steps * (grip == PlacingGrip::fine ? kFineLift : kLift));
  refresh();
}

/// Height of the ground, m; 0 outside the terrain.
double Placing::ground_at(double x, double y) const {
  HeightSample sample;
  return world_->scene.terrain->height(x, y, sample) ? sample.z : 0.0;
}

/// Puts the vehicle, as a stiff body, on the plane through the ground under its wheels, or under the
/// corners of a square.
void Placing::refresh() {
  const VehicleRuntime& v = world_->vehicles[static_cast<std::size_t>(vehicle_)];
  const RigidTransform& root = start_->body_poses[static_cast<std::size_t>(v.root.index)];
  const double turned = view_.heading - first_heading_;
  std::vector<Vec3> feet;  // under the vehicle as it started
  for (int w = v.first_wheel; w < v.first_wheel + v.wheel_count; ++w)
    feet.push_back(
        start_->body_poses[static_cast<std::size_t>(world_->scene.wheel_bodies[static_cast<std::size_t>(w)])]
            .p);
  constexpr double kHalf = 0.8;  // m, of a square if no wheel gives the size
  if (feet.empty())
    for (const double sx : {-kHalf, kHalf})
      for (const double sy : {-kHalf, kHalf}) feet.push_back(root.p + Vec3(sx, sy, 0));
  // The ground under the feet at the start, and at the new place.
  std::vector<Vec3> before, after;
  const Mat3 turn = rotation_about(Vec3::UnitZ(), turned);
  const Vec3 from(first_x_, first_y_, 0.0), to(view_.x, view_.y, 0.0);
  for (const Vec3& foot : feet) {
    const Vec3 moved = turn * (foot - from) + to;
    before.emplace_back(foot.x(), foot.y(), ground_at(foot.x(), foot.y()));
    after.emplace_back(moved.x(), moved.y(), ground_at(moved.x(), moved.y()));
  }
  // The rotation that takes the old plane to the new one, after the turn about the vertical.
  const Fit old_plane = fit_plane(before), plane = fit_plane(after);
  view_.lean = std::acos(std::clamp(plane.normal.z(), -1.0, 1.0));
  const Mat3 lean = Quat::FromTwoVectors(turn * old_plane.normal, plane.normal).toRotationMatrix() * turn;
  const double lifted = view_.clearance - v.initial.position.z();
  const RigidTransform X{lean, plane.middle - lean * old_plane.middle + Vec3(0, 0, lifted)};
  // Vehicles that rest on this one move with it.
  auto frame = std::make_shared<Frame>(*start_);
  for (std::size_t b = 0; b < frame->body_poses.size(); ++b) {
    int of = world_->vehicle_of_body[b];
    while (of >= 0 && of != vehicle_) of = world_->vehicles[static_cast<std::size_t>(of)].stands_on;
    if (of == vehicle_) frame->body_poses[b] = X * frame->body_poses[b];
  }
  view_.frame = std::move(frame);
  if (stance_) stance_->ask({view_.x, view_.y, view_.heading, 0.0, 0.0, {}, ""});
}

void Placing::update() {
  if (!stance_) return;
  if (auto found = stance_->take()) view_.stance = std::move(*found);
}

std::vector<Override> Placing::set_down() {
  // Only what has changed is set, so that a click without a movement changes nothing.
  constexpr double kFinestLength = 1e-4, kFinestAngle = 1e-3;  // m, deg
  std::vector<Override> settings;
  std::string position =
      "[" + plain_number(view_.x, kFinestLength) + ", " + plain_number(view_.y, kFinestLength);
  if (third_number_ || view_.clearance > 0.0) position += ", " + plain_number(view_.clearance, kFinestLength);
  if (view_.x != first_x_ || view_.y != first_y_ ||
      view_.clearance != world_->vehicles[static_cast<std::size_t>(vehicle_)].initial.position.z())
    settings.push_back({key_ + ".position", position + "]"});
  if (view_.heading != first_heading_)
    settings.push_back(
        {key_ + ".heading_deg", plain_number(view_.heading * 180.0 / std::numbers::pi, kFinestAngle)});
  cancel();
  return settings;
}

}  // namespace grouser::desktop
