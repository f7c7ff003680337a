// SPDX-License-Identifier: BSD-3-Clause
// The camera as the window moves it. Mouse movements refer to the point that was grabbed (pivot_); while
// the camera follows, the target moves by the displacement of the rover between two pictures.
#include "view/camera/camera_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "grouser/terrain/surface/no_ground.hpp"
#include "view/bounds.hpp"
#include "view/camera/camera_text.hpp"
#include "view/gl/scene_meshes.hpp"

namespace grouser::desktop {
namespace {

constexpr double kPointerReach = 2000.0;  // m that the pointer reaches into the scene
constexpr double kFarPlane = 300.0;       // m from which an endless plane is looked at
constexpr double kCloseUp = 0.45;         // m: radius of a close-up
constexpr std::size_t kMostKept = 360;

/// Index of the followed body, within the bodies of the frame.
std::size_t chassis_index(const RunView& run) {
  return std::min(static_cast<std::size_t>(std::max(0, run.scene->followed_body)),
                  run.frame->body_poses.size() - 1);
}

/// Distance from which all of the ground is seen, m.
double farthest_for(const RunView& run) {
  const Heightfield* field = run.scene && run.scene->terrain ? run.scene->terrain->heightfield() : nullptr;
  if (!field) return kFarPlane;
  constexpr double kWhole = 2.0;  // distances of a square's side from which it fills the picture
  return std::max(kFarPlane,
                  kWhole * std::max(field->max_x() - field->min_x(), field->max_y() - field->min_y()));
}

/// There is no ground to look down at.
bool in_orbit(const RunView& run) {
  return run.scene && run.scene->terrain && !has_ground(*run.scene->terrain);
}

/// The ball that a close-up shows of a body: about its meshes, which may be small, or else about its
/// origin.
BodyBall close_ball(const Scene& scene, int body) {
  constexpr double kAround = 2.5, kWhole = 1.1;  // times what is small or large
  std::optional<BodyBall> ball = ball_of_meshes(scene, body);
  if (!ball) return {Vec3::Zero(), kCloseUp};
  ball->radius = std::max(std::min(kAround * ball->radius, kCloseUp), kWhole * ball->radius);
  return *ball;
}

/// Bodies that close-ups go through.
std::vector<int> bodies_to_see(const Scene& scene) {
  return scene.wheel_bodies.empty() ? bodies_with_meshes(scene) : scene.wheel_bodies;
}

/// Name under which view `index` of this scenario is kept: "free_fall 3".
std::string view_name(const RunView& run, int index) {
  return fmt::format("{} {}", run.scene->name, index + 1);
}

}  // namespace

bool shows_bodies(const RunView& run) { return run.scene && run.frame && !run.frame->body_poses.empty(); }

CameraWork::CameraWork() {
  camera_.target = Vec3(0, 0, 2.0);
  camera_.pitch = 0.05;
}

std::string CameraWork::text() const { return camera_text(camera_, followed_at_); }

void CameraWork::look_from(const std::string& text, const RunView& run) {
  // The limits belong to the scene, not to the text.
  const double farthest = camera_.farthest, lowest = camera_.lowest;
  camera_ =
      parse_camera(text, shows_bodies(run) ? run.frame->body_poses[chassis_index(run)].p : followed_at_);
  camera_.farthest = farthest;
  camera_.lowest = lowest;
}

void CameraWork::opened(const RunView& run) {
  camera_.follow = true;
  camera_.farthest = farthest_for(run);
  camera_.lowest = in_orbit(run) ? -kMaxPitch : Camera().lowest;
  wheel_ = -1;
  frame(preset_, run);
}

/// Looks at a ball that holds all bodies and the surfaces that they carry.
void CameraWork::frame(CameraPreset preset, const RunView& run) {
  if (!shows_bodies(run)) return;
  const auto [low, high] = bounds_of_bodies(*run.scene, *run.frame);
  const RigidTransform& chassis = run.frame->body_poses[chassis_index(run)];
  // Satellites are wide because of their panels, and a picture has more room in width than in height.
  const double radius = (in_orbit(run) ? 0.33 : 0.46) * (high - low).norm() + 0.2;
  camera_.frame(preset, 0.5 * (low + high) + Vec3(0, 0, 0.05), radius, rpy_from_rotation(chassis.R).yaw);
  constexpr double kFromTheSide =
      0.16;  // rad: nobody stands on anything, and axes are upright as they are in files
  if (preset == CameraPreset::follow && in_orbit(run)) camera_.pitch = kFromTheSide;
  followed_at_ = chassis.p;
}

void CameraWork::look_from_above(const Vec3& center, double radius) {
  camera_.follow = false;
  camera_.frame(CameraPreset::top, center, radius, 0.0);
}

/// The terrain of the open run, or null.
const Terrain* CameraWork::ground(const RunView& run) const {
  return run.scene ? run.scene->terrain.get() : nullptr;
}

/// Distance that the eye keeps from the ground, m: less near by than from afar.
double CameraWork::clearance() const { return std::clamp(0.04 * camera_.distance, 0.03, 0.5); }

void CameraWork::update(const RunView& run) {
  // The target moves with the followed body.
  if (shows_bodies(run)) {
    const Vec3 at = run.frame->body_poses[chassis_index(run)].p;
    if (camera_.follow) camera_.target += at - followed_at_;
    followed_at_ = at;
  }
  if (const Terrain* terrain = ground(run)) camera_.stay_above(*terrain, clearance());
}

void CameraWork::grab(const ViewRequest& r, const RunView& run, double aspect) {
  // The point under the pointer, on the ground or a box; else a point at the target's distance.
  const Vec3 from = camera_.ray_start(r.x, r.y, aspect), ray = camera_.ray(r.x, r.y, aspect);
  std::optional<Vec3> hit;
  if (ground(run) && run.frame)
    hit = find_hit(*ground(run), from, ray, kPointerReach, box_poses(*run.scene, *run.frame));
  // The rover hides the ground behind it, so nothing much farther than the target is grabbed.
  const double along = hit ? std::min((*hit - from).norm(), 1.6 * camera_.distance) : camera_.distance;
  pivot_ = from + along * ray;
}

/// A wheel is looked at from its own side of the vehicle, so that no other one is before it; elsewhere the
/// direction stays.
void CameraWork::close_up(int direction, const RunView& run, const Selection& selection) {
  if (!shows_bodies(run)) return;
  // The selected body, else one wheel after the other, in either direction.
  int body = selection.kind == SelectionKind::body ? selection.index : -1;
  const std::vector<int> all = bodies_to_see(*run.scene);
  if (body < 0 && !all.empty()) {
    const int wheels = static_cast<int>(all.size());
    wheel_ = wheel_ < 0 && direction < 0 ? wheels - 1 : (wheel_ + direction + wheels) % wheels;
    body = all[static_cast<std::size_t>(wheel_)];
  }
  if (body < 0 || static_cast<std::size_t>(body) >= run.frame->body_poses.size()) return;
  // A wheel gets a direction of view of its own.
  const std::vector<int>& wheels = run.scene->wheel_bodies;
  if (std::find(wheels.begin(), wheels.end(), body) != wheels.end()) {
    constexpr double kSide = 1.2, kPitch = 0.15;  // rad: a little from behind, a little from above
    const RigidTransform& chassis = run.frame->body_poses[chassis_index(run)];
    const double left = (chassis.inverse() * run.frame->body_poses[static_cast<std::size_t>(body)].p).y();
    const double behind = rpy_from_rotation(chassis.R).yaw + std::numbers::pi;
    camera_.yaw = left > 0.0 ? behind - kSide : behind + kSide;
    camera_.pitch = kPitch;
  }
  const BodyBall ball = close_ball(*run.scene, body);
  camera_.look_at_ball(run.frame->body_poses[static_cast<std::size_t>(body)] * ball.center, ball.radius);
}

std::optional<std::string> CameraWork::keep(int index, const RunView& run) {
  if (!shows_bodies(run)) return std::nullopt;
  const std::string name = view_name(run, index);
  // The first by name gives its place to a new view where the list is full.
  if (!views_.contains(name) && views_.size() >= kMostKept) views_.erase(views_.begin());
  views_[name] = text();
  return fmt::format("View {} is kept; Shift+{} shows it again.", index + 1, index + 1);
}

std::optional<std::string> CameraWork::recall(int index, const RunView& run) {
  if (!shows_bodies(run)) return std::nullopt;
  const auto view = views_.find(view_name(run, index));
  if (view == views_.end())
    return fmt::format("No view {} of this scenario is kept; Ctrl+{} keeps the present one.", index + 1,
                       index + 1);
  look_from(view->second, run);
  return std::nullopt;
}

std::optional<std::string> CameraWork::carry_out(const ViewRequest& r, const RunView& run,
                                                 const Selection& selection, double aspect) {
  using Kind = ViewRequest::Kind;
  switch (r.kind) {
    case Kind::preset:
      preset_ = r.preset;
      frame(preset_, run);
      break;
    case Kind::frame_all:
      frame(preset_, run);
      break;
    case Kind::close_up:
      close_up(r.index, run, selection);
      break;
    case Kind::orbit:
      // The followed vehicle stays in the picture.
      camera_.orbit_above(camera_.follow && shows_bodies(run) ? camera_.target : pivot_, r.x, r.y,
                          ground(run), clearance());
      break;
    case Kind::pan:
      camera_.pan(r.x, r.y, aspect, std::max(0.05, (pivot_ - camera_.eye()).dot(camera_.forward())));
      break;
    case Kind::zoom:
      camera_.zoom_to(pivot_, r.factor);
      break;
    case Kind::grab:
      grab(r, run, aspect);
      break;
    case Kind::toggle_follow:
      camera_.follow = !camera_.follow;
      break;
    case Kind::toggle_parallel:
      camera_.parallel = !camera_.parallel;
      break;
    case Kind::keep:
      return keep(std::clamp(r.index, 0, kKeptViews - 1), run);
    case Kind::recall:
      return recall(std::clamp(r.index, 0, kKeptViews - 1), run);
  }
  return std::nullopt;
}

}  // namespace grouser::desktop
