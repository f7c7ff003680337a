// SPDX-License-Identifier: BSD-3-Clause
#include "desks/path/path_room.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <filesystem>

#include "grouser/mission/traverse/traverse_path.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

PathRoom::PathRoom(Session& session, DocumentDesk& document, CameraDesk& camera, Looking& looking,
                   PaintRoom& paint, KeptState& kept, PassingState& passing)
    : session_(session),
      document_(document),
      camera_(camera),
      looking_(looking),
      paint_(paint),
      kept_(kept),
      passing_(passing),
      desk_(session.clock()) {}

void PathRoom::give_way(const Request& request) {
  const auto* placing = std::get_if<PlacingRequest>(&request);
  const auto* look = std::get_if<LookRequest>(&request);
  const auto* paint = std::get_if<PaintRequest>(&request);
  if ((placing && placing->kind == PlacingRequest::Kind::begin) ||
      (look && look->kind == LookRequest::Kind::toggle_ruler) ||
      (paint && paint->kind == PaintRequest::Kind::toggle))
    desk_.leave();
}

void PathRoom::carry_out(const PathRequest& r) {
  if (r.kind == PathRequest::Kind::look) return look_at_all();
  const bool was_active = view().active;
  desk_.carry_out(r, looking_.place_under(r.u, r.v));
  if (!was_active && view().active) show_desk();
}

void PathRoom::open(const std::string& file) {
  desk_.show(session_.world(), false);  // what is open may have been replaced since
  desk_.lay(read_waypoints(file), "Path from " + std::filesystem::path(file).filename().string());
  show_desk();
}

/// Other tools that use the left button release it.
void PathRoom::show_desk() {
  document_.placing().cancel();
  paint_.leave();
  looking_.end_ruler();
  kept_.show_right = passing_.show_path = true;
}

/// All of it, from above.
void PathRoom::look_at_all() {
  const std::vector<Vec2>& waypoints = view().waypoints;
  const RunView& run = session_.view();
  if (waypoints.empty() || !run.scene || !run.scene->terrain) return;
  Vec2 low = waypoints.front(), high = low;
  for (const Vec2& p : waypoints) low = low.cwiseMin(p), high = high.cwiseMax(p);
  const Vec2 middle = 0.5 * (low + high);
  HeightSample ground;
  const double z = run.scene->terrain->height(middle.x(), middle.y(), ground) ? ground.z : 0.0;
  constexpr double kAir = 1.15, kLeast = 1.0;  // m
  camera_.look_from_above({middle.x(), middle.y(), z}, std::max(kLeast, 0.5 * kAir * (high - low).norm()));
}

bool PathRoom::press(const KeyPress& key, Requests& requests) const {
  if (!view().active || key.key != GLFW_KEY_DELETE) return false;
  ask(requests, PathRequest{.kind = PathRequest::Kind::remove});
  return true;
}

void PathRoom::update() {
  const Document& document = *document_.view().document;
  if (const auto change = desk_.take_change())
    document_.carry_out(
        {.kind = DocumentRequest::Kind::set, .settings = change->settings, .what = change->what}, session_);
  desk_.show(session_.world(), !document.building() && !session_.loading());
  desk_.update();
}

}  // namespace grouser::desktop
