#include "ground/paint_room.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <array>

#include "session/tell_errors.hpp"
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

PaintRoom::PaintRoom(const std::filesystem::path& state_folder, Session& session, DocumentDesk& document,
                     const Looking& looking, const KeptState& kept)
    : session_(session),
      document_(document),
      looking_(looking),
      kept_(kept),
      desk_((state_folder.empty() ? std::filesystem::temp_directory_path() / "grouser" : state_folder) /
            "painted") {}

void PaintRoom::carry_out(const PaintRequest& r) { desk_.carry_out(r, looking_.place_under(r.u, r.v)); }

void PaintRoom::opened() {
  desk_.leave();
  desk_.show(session_.world());
}

void PaintRoom::rebuilt() {
  desk_.adopt(session_.overrides());
  desk_.show(session_.world());
}

bool PaintRoom::press(const KeyPress& key, Requests& requests) const {
  if (!desk_.view().active || key.control || !desk_.view().map) return false;
  const auto ask_paint = [&](PaintRequest request) { ask(requests, std::move(request)); };
  const double radius = desk_.view().radius;
  const auto& classes = desk_.view().map->legend().classes();
  constexpr double kStep = 1.2;
  if (key.key >= '1' && key.key <= '9') {
    const auto k = static_cast<std::size_t>(key.key - '1');
    if (k < classes.size())
      ask_paint({.kind = PaintRequest::Kind::soil_class, .value = static_cast<double>(classes[k].value)});
    return true;
  }
  switch (key.key) {
    case 'F':
      ask_paint(
          {.kind = PaintRequest::Kind::size_mode, .u = looking_.pointer().x(), .v = looking_.pointer().y()});
      return true;
    case '[':
      ask_paint({.kind = PaintRequest::Kind::radius, .value = radius / kStep});
      return true;
    case ']':
      ask_paint({.kind = PaintRequest::Kind::radius, .value = radius * kStep});
      return true;
    default:
      break;
  }
  if (desk_.view().points.empty()) return false;
  if (key.key == GLFW_KEY_BACKSPACE)
    ask_paint({.kind = PaintRequest::Kind::drop_point});
  else if (key.key == GLFW_KEY_ENTER)
    ask_paint({.kind = PaintRequest::Kind::finish});
  else
    return false;
  return true;
}

void PaintRoom::update() {
  tell_errors(session_, [&] {
    if (const auto stroke = desk_.take_finished())
      document_.carry_out(
          {.kind = DocumentRequest::Kind::set, .settings = {stroke->setting}, .what = stroke->what},
          session_);
  });
  update_tint();
}

/// Soils by their colours: those that are being painted, or, as an overlay, those of the ground.
void PaintRoom::update_tint() {
  const PaintView& view = desk_.view();
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
  const std::shared_ptr<const Terrain> terrain = wanted ? run.scene->terrain : nullptr;
  if (terrain && terrain == tinted_) return;
  tinted_ = terrain;
  tint_ = terrain ? tint_of(*terrain->soil_map()) : nullptr;
}

}  // namespace grouser::desktop
