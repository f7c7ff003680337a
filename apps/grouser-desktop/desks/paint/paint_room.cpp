// SPDX-License-Identifier: BSD-3-Clause
#include "desks/paint/paint_room.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "session/tell_errors.hpp"

namespace grouser::desktop {

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
  constexpr double kStep = 1.2, kHarder = 0.1;
  if (key.key >= '1' && key.key <= '9') {
    const auto k = static_cast<std::size_t>(key.key - '1');
    if (k < classes.size())
      ask_paint({.kind = PaintRequest::Kind::soil_class, .value = static_cast<double>(classes[k].value)});
    return true;
  }
  switch (key.key) {
    case 'F':
      ask_paint({.kind = key.shift ? PaintRequest::Kind::hardness_mode : PaintRequest::Kind::size_mode,
                 .u = looking_.pointer().x(),
                 .v = looking_.pointer().y()});
      return true;
    case '[':
    case ']': {
      const bool more = key.key == ']';
      if (key.shift)
        ask_paint({.kind = PaintRequest::Kind::hardness,
                   .value = desk_.view().hardness + (more ? kHarder : -kHarder)});
      else
        ask_paint({.kind = PaintRequest::Kind::radius, .value = more ? radius * kStep : radius / kStep});
      return true;
    }
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

bool PaintRoom::take_back_run_stroke() {
  const PaintDesk::TakenBack taken = desk_.take_back_run_stroke();
  if (taken == PaintDesk::TakenBack::handed_over) session_.take_back_stroke();
  return taken != PaintDesk::TakenBack::nothing;
}

void PaintRoom::update() {
  const RunView& run = session_.view();
  desk_.note_run(
      {run.mode == SessionMode::live, run.ended.has_value(), run.state == RunState::playing, run.newest});
  for (const SoilMapOperation& stroke : desk_.take_run_strokes()) session_.paint(stroke);
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
    tint_ = soil_tint_.of(*view.map);
    tint_revision_ = view.revision;
    return;
  }
  tint_revision_ = 0;
  const bool wanted = static_cast<Overlay>(kept_.overlay) == Overlay::soils && run.scene &&
                      run.scene->terrain && run.scene->terrain->soil_map();
  const std::shared_ptr<const Terrain> terrain = wanted ? ground_of(*run.scene, run.frame.get()) : nullptr;
  if (terrain && terrain == tinted_) return;
  tinted_ = terrain;
  tint_ = terrain ? soil_tint_.of(*terrain->soil_map()) : nullptr;
}

}  // namespace grouser::desktop
