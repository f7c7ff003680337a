// Painting soils on the ground.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <array>

#include "app/app.hpp"
#include "ground/paint_panel.hpp"
#include "grouser/base/error.hpp"
#include "view/tint_layer.hpp"

namespace grouser::desktop {
namespace {

/// The classes of a map by their colours.
std::shared_ptr<const GroundTint> tint_of(const SoilMap& map) {
  constexpr std::uint32_t kAlpha = 125u << 24;
  std::array<std::uint32_t, 256> colours{};
  for (const SoilClass& soil : map.legend().classes())
    colours[static_cast<std::size_t>(soil.value)] = static_cast<std::uint32_t>(soil.colour[0]) |
                                                    static_cast<std::uint32_t>(soil.colour[1]) << 8 |
                                                    static_cast<std::uint32_t>(soil.colour[2]) << 16 | kAlpha;
  const SoilGrid& grid = map.grid();
  auto tint = std::make_shared<GroundTint>();
  tint->columns = grid.columns;
  tint->rows = grid.rows;
  tint->west = grid.west - 0.5 * grid.cell;
  tint->north = grid.north + 0.5 * grid.cell;
  tint->cell = grid.cell;
  tint->texels.reserve(map.cells().size());
  for (const std::uint8_t cell : map.cells()) tint->texels.push_back(colours[cell]);
  return tint;
}

}  // namespace

bool App::carry_out_ground(const Request& r) {
  if (r.kind != RequestKind::paint || !r.paint) return false;
  const PaintRequest& paint = *r.paint;
  const std::optional<Vec3> ground = ground_under(paint.u, paint.v);
  try {
    paint_.carry_out(paint, ground ? std::optional<Vec2>(ground->head<2>()) : std::nullopt);
  } catch (const Error& error) {
    session_.add_log(LogLevel::error, error.what());
  }
  return true;
}

/// The digits choose classes while soils are painted, and F and the brackets the size of the brush. True: the key was one of
/// them.
bool App::paint_key(const KeyPress& key) {
  if (!paint_.view().active || key.control || !paint_.view().map) return false;
  const auto ask_paint = [&](PaintRequest request) { ask(requests_, std::move(request)); };
  const double radius = paint_.view().radius;
  const auto& classes = paint_.view().map->legend().classes();
  constexpr double kStep = 1.2, kHarder = 0.1;
  if (key.key >= '1' && key.key <= '9') {
    const auto k = static_cast<std::size_t>(key.key - '1');
    if (k < classes.size())
      ask_paint({.kind = PaintRequest::Kind::soil_class, .value = static_cast<double>(classes[k].value)});
    return true;
  }
  switch (key.key) {
    case 'F':
      ask_paint({.kind = PaintRequest::Kind::size_mode, .u = pointer_.x(), .v = pointer_.y()});
      return true;
    case '[':
    case ']': {
      const bool more = key.key == ']';
      if (key.shift)
        ask_paint({.kind = PaintRequest::Kind::hardness,
                   .value = paint_.view().hardness + (more ? kHarder : -kHarder)});
      else
        ask_paint({.kind = PaintRequest::Kind::radius, .value = more ? radius * kStep : radius / kStep});
      return true;
    }
    default:
      break;
  }
  if (paint_.view().points.empty()) return false;
  if (key.key == GLFW_KEY_BACKSPACE)
    ask_paint({.kind = PaintRequest::Kind::drop_point});
  else if (key.key == GLFW_KEY_ENTER)
    ask_paint({.kind = PaintRequest::Kind::finish});
  else
    return false;
  return true;
}

void App::update_painting() {
  const RunView& run = session_.view();
  const bool ended = run.state == RunState::finished || run.state == RunState::failed;
  paint_.note_run({run.mode == SessionMode::live, ended, run.newest});
  for (const SoilMapOperation& stroke : paint_.take_run_strokes()) session_.paint(stroke);
  try {
    if (const auto stroke = paint_.take_finished())
      document_.carry_out(
          {.kind = DocumentRequest::Kind::set, .settings = {stroke->setting}, .what = stroke->what},
          session_);
  } catch (const Error& error) {
    session_.add_log(LogLevel::error, error.what());
  }
  update_tint();
}

/// Soils by their colours: those that are being painted, or, as an overlay, those of the ground.
void App::update_tint() {
  const PaintView& view = paint_.view();
  const RunView& run = session_.view();
  if (view.active && view.map) {
    tinted_.reset();
    if (tint_revision_ == view.revision) return;
    tint_ = tint_of(*view.map);
    tint_revision_ = view.revision;
    return;
  }
  tint_revision_ = 0;
  const bool wanted = static_cast<Overlay>(kept_.overlay) == Overlay::soils && run.scene &&
                      run.scene->terrain && run.scene->terrain->soil_map();
  const std::shared_ptr<const Terrain> terrain = wanted ? ground_of(*run.scene, run.frame.get()) : nullptr;
  if (terrain && terrain == tinted_) return;
  tinted_ = terrain;
  tint_ = terrain ? tint_of(*terrain->soil_map()) : nullptr;
}

}  // namespace grouser::desktop
