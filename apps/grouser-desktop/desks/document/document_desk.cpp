// SPDX-License-Identifier: BSD-3-Clause
// Most requests pass to the shared document, placing and saving; this file only connects them with the
// window's keys and mouse.
#include "desks/document/document_desk.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "grouser/base/error.hpp"
#include "grouser/base/toml_input.hpp"
#include "session/document/document_request.hpp"
#include "session/document/placing_request.hpp"
#include "session/document/saving_request.hpp"

namespace grouser::desktop {

namespace {

/// A file that opens as a rover: a .toml table with a root body and bodies, which scenarios lack, and
/// without pads, which landers have.
bool is_rover(const std::string& path) {
  if (std::filesystem::path(path).extension() != ".toml") return false;
  try {
    const TomlTable table = TomlTable::load(path);
    return table.has("root") && table.has("body") && !table.has("pad") && !table.has("root_joint");
  } catch (const Error&) {
    return false;  // who opens it next says what is wrong with it
  }
}

}  // namespace

void DocumentDesk::register_requests(RequestTable& table) {
  table.on<DocumentRequest>([this](const DocumentRequest& r) {
    shared_.document.carry_out(r, shared_.session);
    if (r.kind == DocumentRequest::Kind::select) shared_.shown.wanted_tab = "inspect";
    shared_.saving.go_on();
  });
  table.on<PlacingRequest>([this](const PlacingRequest& r) { carry_out(r); });
  table.on<SavingRequest>([this](const SavingRequest& r) { shared_.saving.carry_out(r); });
}

/// Placing takes the left button from the other desks until it is over.
void DocumentDesk::carry_out(const PlacingRequest& r) {
  shared_.document.carry_out(r, shared_.looking.ground_under(r.u, r.v), shared_.session);
  if (r.kind == PlacingRequest::Kind::begin && placing().active)
    shared_.left_button.take(this, [this] { shared_.document.placing().cancel(); });
}

std::vector<Tab> DocumentDesk::tabs() {
  return {{.bar = TabBar::right,
           .order = 20,
           .name = "Inspect",
           .id = "inspect",
           .tip = "The numbers of what is selected, to be changed; click a part in the view to select it",
           .draw = [this](const Ui& ui, Requests& requests) {
             ImGui::Dummy({0, ui.px(4)});
             inspector_panel(ui, shared_.session.view(), shared_.document.view(), filter_, requests);
           }}};
}

void DocumentDesk::update(double, Requests&) { shared_.document.update(shared_.session); }

bool DocumentDesk::open(const std::string& path, double) {
  if (!is_rover(path)) return false;
  shared_.document.carry_out({.kind = DocumentRequest::Kind::use_rover, .text = path}, shared_.session);
  return true;
}

bool DocumentDesk::press_first(const KeyPress& key, Cover, Requests& requests) {
  if (!placing().active || key.key != Keys::kEnter) return false;
  ask(requests, PlacingRequest{.kind = PlacingRequest::Kind::set_down});
  return true;
}

bool DocumentDesk::escape(Requests&) {
  if (!placing().active) return false;
  shared_.document.placing().cancel();
  return true;
}

bool DocumentDesk::move_in_history(HistoryMove move) {
  using Kind = DocumentRequest::Kind;
  const Kind kind = move == HistoryMove::undo ? Kind::undo : Kind::redo;
  shared_.document.carry_out({.kind = kind}, shared_.session);
  return true;
}

MouseUse DocumentDesk::mouse(const Ui&, const ViewMouse& mouse, Requests& requests) {
  if (!placing().active) return MouseUse::nothing;
  placing_mouse(placing(), mouse.u, mouse.v, mouse.hovered, requests);
  return MouseUse::left_button_and_wheel;
}

void DocumentDesk::draw_in_view(const Ui& ui, const PictureArea& picture, Requests&) {
  placing_card(ui, shared_.session.view(), placing(), picture.low, picture.high());
}

void DocumentDesk::draw_left(const Ui& ui, Requests& requests) {
  scene_panel(ui, shared_.session.view(), shared_.document.view(), tree_, requests);
}

void DocumentDesk::draw_start(const Ui& ui, Requests& requests) {
  restore_panel(ui, shared_.document.view(), requests);
}

void DocumentDesk::draw_front(const Ui& ui, const UiRect&, Requests& requests) {
  save_dialog(ui, shared_.saving.form(), requests);
  leave_dialog(ui, shared_.saving.form(), shared_.document.view(), requests);
}

const char* DocumentDesk::dialog() const {
  const SavingForm& form = shared_.saving.form();
  return form.name.open ? "save" : form.leave.open ? "leave" : nullptr;
}

void DocumentDesk::note(Activity& activity) const {
  activity.busy = activity.busy || placing().active || shared_.document.view().document->building();
}

void DocumentDesk::note(UiReport& report) const {
  const DocumentView& view = shared_.document.view();
  const RunView& run = shared_.session.view();
  report["selected"] = run.scene ? Inspector::title_of(view.selection, *run.scene) : "";
  report["changes"] = std::to_string(view.document->changes().size());
  report["last_step"] = view.document->last_step();
  report["placing"] = placing().active ? placing().vehicle : "";
  report["placing_at"] = placing().held ? fmt::format("{:.3f} {:.3f}", placing().x, placing().y) : "";
  report["built"] = view.document->building() || shared_.session.loading() ? "no" : "yes";
  report["unsaved"] = shared_.document.unsaved() ? "yes" : "no";
}

}  // namespace grouser::desktop
