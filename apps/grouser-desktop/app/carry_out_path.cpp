// Drawing the path along waypoints.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>

#include "app/app.hpp"
#include "grouser/base/error.hpp"
#include "path/path_panel.hpp"

namespace grouser::desktop {
namespace {

/// What takes the left button in the view for something else.
bool takes_pointer(const Request& r) {
  return r.kind == RequestKind::place_begin || r.kind == RequestKind::toggle_ruler ||
         (r.kind == RequestKind::paint && r.paint && r.paint->kind == PaintRequest::Kind::toggle);
}

}  // namespace

bool App::carry_out_path(const Request& r) {
  if (takes_pointer(r)) path_.leave();
  PathRequest request;
  if (r.kind == RequestKind::path && r.path)
    request = *r.path;
  else if (r.kind != RequestKind::toggle_path)
    return false;
  if (request.kind == PathRequest::Kind::look) {
    look_at_path();
    return true;
  }
  const std::optional<Vec3> ground = ground_under(request.u, request.v);
  const bool was_active = path_.view().active;
  try {
    path_.carry_out(request, ground ? std::optional<Vec2>(ground->head<2>()) : std::nullopt);
  } catch (const Error& error) {
    session_.add_log(LogLevel::error, error.what());
  }
  if (was_active || !path_.view().active) return true;
  document_.placing().cancel();
  paint_.leave();
  if (ruler_.view().on) ruler_.toggle();
  kept_.show_right = passing_.show_path = true;
  return true;
}

/// All of it, from above.
void App::look_at_path() {
  const std::vector<Vec2>& waypoints = path_.view().waypoints;
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

/// Delete takes the selected waypoint away.
bool App::path_key(const KeyPress& key) {
  if (!path_.view().active || key.key != GLFW_KEY_DELETE) return false;
  ask(requests_, PathRequest{.kind = PathRequest::Kind::remove});
  return true;
}

void App::update_path() {
  const Document& document = *document_.view().document;
  if (const auto change = path_.take_change())
    document_.carry_out(
        {.kind = DocumentRequest::Kind::set, .settings = change->settings, .what = change->what}, session_);
  path_.show(session_.world(), !document.building() && !session_.loading());
  path_.update();
}

}  // namespace grouser::desktop
