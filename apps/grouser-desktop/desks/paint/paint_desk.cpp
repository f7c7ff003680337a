// SPDX-License-Identifier: BSD-3-Clause
// Strokes before the run has begun become changes of the document; later ones go to the session. PaintWork
// decides which.
#include "desks/paint/paint_desk.hpp"

#include "desks/paint/paint_request.hpp"
#include "hal/keys.hpp"
#include "session/document/document_request.hpp"
#include "session/tell_errors.hpp"
#include "view/overlay.hpp"

namespace grouser::desktop {

PaintDesk::PaintDesk(Shared& shared)
    : shared_(shared),
      work_((shared.state_folder.empty() ? std::filesystem::temp_directory_path() / "grouser"
                                         : shared.state_folder) /
            "painted") {}

void PaintDesk::register_requests(RequestTable& table) {
  table.on<PaintRequest>([this](const PaintRequest& r) { carry_out(r); });
}

std::vector<Tab> PaintDesk::tabs() {
  return {{.bar = TabBar::right,
           .order = 30,
           .name = "Paint",
           .id = "paint",
           .tip = "Soils, painted on the ground",
           .draw = [this](const Ui& ui, Requests& requests) {
             ImGui::Dummy({0, ui.px(4)});
             paint_panel(ui, work_.view(), form_, requests);
           }}};
}

void PaintDesk::carry_out(const PaintRequest& r) {
  const bool was_active = view().active;
  work_.carry_out(r, shared_.looking.place_under(r.u, r.v));
  // Painting begins: it takes the left button from other desks and shows its panel.
  if (was_active || !view().active) return;
  shared_.left_button.take(this, [this] { work_.put_down(); });
  shared_.kept.show_right = true;
  shared_.shown.wanted_tab = "paint";
}

void PaintDesk::opened() {
  work_.leave();
  work_.show(shared_.session.world());
}

void PaintDesk::rebuilt() {
  work_.adopt(shared_.session.overrides());
  work_.show(shared_.session.world());
}

bool PaintDesk::press(const KeyPress& key, Requests& requests) {
  if (!work_.view().active || key.control || !work_.view().map) return false;
  const auto ask_paint = [&](PaintRequest request) { ask(requests, std::move(request)); };
  const double radius = work_.view().radius;
  // Digits 1 to 9 choose a class by its place in the legend.
  const auto& classes = work_.view().map->legend().classes();
  constexpr double kStep = 1.2, kHarder = 0.1;
  if (key.key >= '1' && key.key <= '9') {
    const auto k = static_cast<std::size_t>(key.key - '1');
    if (k < classes.size())
      ask_paint({.kind = PaintRequest::Kind::soil_class, .value = static_cast<double>(classes[k].value)});
    return true;
  }
  // F sizes the brush with the pointer and the brackets in steps; with Shift both set its hardness.
  switch (key.key) {
    case 'F':
      ask_paint({.kind = key.shift ? PaintRequest::Kind::hardness_mode : PaintRequest::Kind::size_mode,
                 .u = shared_.looking.pointer().x(),
                 .v = shared_.looking.pointer().y()});
      return true;
    case '[':
    case ']': {
      const bool more = key.key == ']';
      if (key.shift)
        ask_paint({.kind = PaintRequest::Kind::hardness,
                   .value = work_.view().hardness + (more ? kHarder : -kHarder)});
      else
        ask_paint({.kind = PaintRequest::Kind::radius, .value = more ? radius * kStep : radius / kStep});
      return true;
    }
    default:
      break;
  }
  // Backspace and Enter belong to a line or polygon that is begun.
  if (work_.view().points.empty()) return false;
  if (key.key == Keys::kBackspace)
    ask_paint({.kind = PaintRequest::Kind::drop_point});
  else if (key.key == Keys::kEnter)
    ask_paint({.kind = PaintRequest::Kind::finish});
  else
    return false;
  return true;
}

bool PaintDesk::escape(Requests& requests) {
  if (!view().active) return false;
  ask(requests, PaintRequest{.kind = PaintRequest::Kind::cancel});
  return true;
}

bool PaintDesk::move_in_history(HistoryMove move) {
  if (move == HistoryMove::redo) return false;
  // A stroke of the run may wait here or be with the session; a stroke of the scenario is left to the
  // document's history.
  const PaintWork::TakenBack taken = work_.take_back_run_stroke();
  if (taken == PaintWork::TakenBack::handed_over) shared_.session.take_back_stroke();
  if (taken != PaintWork::TakenBack::nothing) return true;
  const std::string why_not = work_.undo_refusal();
  if (!why_not.empty()) shared_.session.add_log(LogLevel::notice, why_not);
  return !why_not.empty();
}

std::string PaintDesk::mode() const {
  if (!view().active) return {};
  if (!view().points.empty())
    return "Painting    Enter closes the shape    Backspace takes a point back    Esc leaves";
  return "Painting    left button paints    1-9 soil    [ ] size    Alt+drag turns the view    Esc leaves";
}

MouseUse PaintDesk::mouse(const Ui&, const ViewMouse& mouse, Requests& requests) {
  if (!view().active) return MouseUse::nothing;
  paint_mouse(view(), mouse.u, mouse.v, mouse.hovered, requests);
  return ImGui::GetIO().KeyAlt ? MouseUse::nothing : MouseUse::left_button;
}

void PaintDesk::draw_in_view(const Ui& ui, const PictureArea& picture, Requests&) {
  paint_marks(ui, view(), picture);
}

void PaintDesk::note(Activity& activity) const { activity.busy = activity.busy || view().writing; }

void PaintDesk::note(UiReport& report) const {
  report["painting"] = view().active ? (view().writing ? "writing" : "on") : "off";
}

void PaintDesk::update(double, Requests&) {
  const RunView& run = shared_.session.view();
  work_.note_run(
      {run.mode == SessionMode::live, run.ended.has_value(), run.state == RunState::playing, run.newest});
  for (const SoilMapOperation& stroke : work_.take_run_strokes()) shared_.session.paint(stroke);
  tell_errors(shared_.session, [&] {
    if (const auto stroke = work_.take_finished())
      shared_.document.carry_out(
          {.kind = DocumentRequest::Kind::set, .settings = {stroke->setting}, .what = stroke->what},
          shared_.session);
  });
  update_tint();
}

/// Colours the ground by its soils: by the map that is being painted, or by the run's as an overlay. Made
/// anew only when the map or the terrain has changed.
void PaintDesk::update_tint() {
  const PaintView& view = work_.view();
  const RunView& run = shared_.session.view();
  // While painting, the revision says whether cells have changed.
  if (view.active && view.map) {
    tinted_.reset();
    if (tint_revision_ == view.revision) return;
    shared_.shown.tint = soil_tint_.of(*view.map);
    tint_revision_ = view.revision;
    return;
  }
  tint_revision_ = 0;
  const bool wanted = static_cast<Overlay>(shared_.kept.overlay) == Overlay::soils && run.scene &&
                      run.scene->terrain && run.scene->terrain->soil_map();
  const std::shared_ptr<const Terrain> terrain = wanted ? ground_of(*run.scene, run.frame.get()) : nullptr;
  if (terrain && terrain == tinted_) return;
  tinted_ = terrain;
  shared_.shown.tint = terrain ? soil_tint_.of(*terrain->soil_map()) : nullptr;
}

}  // namespace grouser::desktop
