// SPDX-License-Identifier: BSD-3-Clause
// The program's life between pictures: it makes the desks, gives each update to them in the order of their
// list, and builds the user interface of one picture. Panels change nothing themselves: they add requests,
// which the next update() carries out.
#include "app/app.hpp"

#include <imgui_internal.h>

#include <algorithm>

#include "app/desk_list.hpp"
#include "app/in_front.hpp"
#include "app/window_request.hpp"
#include "desks/desk.hpp"
#include "grouser/base/error.hpp"
#include "session/tell_errors.hpp"
#include "view/bounds.hpp"
#include "widgets/characters.hpp"

namespace grouser::desktop {

App::App(Renderer& renderer, Session& session, KeptState& kept, Fonts fonts, float scale,
         std::vector<ScenarioEntry> scenarios, std::filesystem::path state_folder)
    : renderer_(renderer),
      shared_(session, kept, state_folder),
      desks_(make_desks(shared_, renderer, std::move(scenarios))),
      window_(shared_),
      drawing_(renderer, shared_),
      fonts_(fonts),
      screen_scale_(scale) {
  // Each desk registers the requests that it carries out, gives its tabs, and gets back the settings that
  // it kept in an earlier session.
  for (const auto& desk : desks_) {
    desk->register_requests(table_);
    for (Tab& tab : desk->tabs()) tabs_.push_back(std::move(tab));
    const auto part = kept.desks.find(desk->kept_name());
    if (part != kept.desks.end()) desk->recall(part->second);
  }
  std::sort(tabs_.begin(), tabs_.end(), [](const Tab& a, const Tab& b) { return a.order < b.order; });
  // The window's own requests follow, and undo and redo, which the desks share.
  window_.register_requests(table_);
  table_.on<HistoryMove>([this](HistoryMove move) { move_in_history(desks_, move); });
  drawing_.quality().begin_at(kept.quality);
  shared_.open = [this](const std::string& path) { open_with(desks_, path, 0.0); };
  if (!state_folder.empty()) session.keep_runs_in(state_folder / "live");
}

/// Its errors are written to the log.
void App::carry_out(const Request& request) {
  tell_errors(shared_.session, [&] { table_.carry_out(request); });
}

void App::open(const std::string& path, double at) {
  tell_errors(shared_.session, [&] { open_with(desks_, path, at); });
}

/// A dot: something is not saved; the name is that of the file that it was saved to last.
std::string App::title() const {
  const RunView& run = shared_.session.view();
  if (run.name.empty()) return "Grouser";
  const std::string recording = run.recording_path.empty() ? "" : "[recording] ";
  const std::string name = shared_.document.has_file()
                               ? std::filesystem::path(shared_.document.view().file).filename().string()
                               : run.name;
  return recording + (shared_.document.unsaved() ? "● " : "") + name + " - Grouser";
}

void App::set_preset(CameraPreset preset) {
  shared_.camera.set_preset(preset);
  shared_.camera.frame(preset, shared_.session.view());
}

void App::show_opened(CameraPreset preset) {
  shared_.camera.set_preset(preset);
  if (shared_.session.view().scene) newly_opened();
}

void App::show_bodies(const std::vector<std::string>& names, Shown shown) {
  const std::shared_ptr<const Scene>& scene = shared_.session.view().scene;
  for (const std::string& name : names) {
    // Before anything is open no name is known, so each is refused.
    const int body = scene ? body_index(*scene, name) : -1;
    if (body < 0)
      throw InputError(shown == Shown::cut ? "--cut" : "--hide", name, "a body of what is opened");
    shared_.shown.bodies.resize(scene->body_names.size());
    shared_.shown.bodies[static_cast<std::size_t>(body)] = shown;
  }
}

/// The refusal lists the ids that exist.
void App::show_tab(const std::string& id) {
  std::string known;
  for (const Tab& tab : tabs_) {
    if (id == tab.id) shared_.shown.wanted_tab = id;
    known += (known.empty() ? "" : ", ") + std::string(tab.id);
  }
  if (!id.empty() && shared_.shown.wanted_tab != id) throw InputError("--tab", id, "one of: " + known);
}

void App::update(double now) {
  now_ = now;
  drawing_.update(now);
  const Opened opened = shared_.session.update();
  // A scenario that was built again keeps what the desks show; another file begins anew.
  if (opened == Opened::another) newly_opened();
  if (opened == Opened::rebuilt) rebuilt();
  // Requests of the last picture are carried out before the desks are updated; what the desks add waits for
  // the next update.
  for (const Request& request : std::exchange(requests_, {})) carry_out(request);
  for (const auto& desk : desks_) desk->update(now, requests_);
  // Texts from outside may contain characters that the fonts do not have yet; fit_text() then makes them.
  note_characters(shared_.session.path());
  if (!shared_.session.log().empty()) note_characters(shared_.session.log().back().text);
}

/// Desks without a kept name keep nothing.
void App::keep() {
  for (const auto& desk : desks_)
    if (*desk->kept_name() != '\0') desk->keep(shared_.kept.desks[desk->kept_name()]);
  window_.keep();
  shared_.kept.quality = drawing_.quality().level();
}

/// The desks end only where the person does not have to answer the question about unsaved changes first.
bool App::may_close() {
  if (!shared_.saving.may_close()) return false;
  for (const auto& desk : desks_) desk->end();
  return true;
}

/// Each desk takes up the world that was built.
void App::rebuilt() {
  for (const auto& desk : desks_) desk->rebuilt();
}

/// A world is there for a scenario only; a recorded run has none.
void App::newly_opened() {
  if (shared_.session.world()) rebuilt();
  for (const auto& desk : desks_) desk->opened();
}

std::pair<int, int> App::view_size() const {
  return {static_cast<int>(shared_.size.width), static_cast<int>(shared_.size.height)};
}

bool App::complete() const {
  return std::all_of(desks_.begin(), desks_.end(), [](const auto& desk) { return desk->complete(); });
}

Activity App::activity() const {
  Activity activity;
  activity.playing = shared_.session.view().state == RunState::playing;
  activity.held = ImGui::IsAnyMouseDown();
  const ImGuiContext& gui = *ImGui::GetCurrentContext();
  // ImGui's own animations: the choice of a window by Ctrl+Tab, and the background that dims behind a
  // dialog.
  activity.easing = gui.NavWindowingTarget || (gui.DimBgRatio > 0.0f && gui.DimBgRatio < 1.0f);
  activity.unfinished = drawing_.unfinished();
  activity.typing = ImGui::GetIO().WantTextInput;
  for (const auto& desk : desks_) desk->note(activity);
  return activity;
}

/// Fonts are made again for another size of text, another density of the screen, or a character that is
/// missing.
bool App::fit_text() {
  if (text_size_ == shared_.kept.text_size && fonts_scale_ == screen_scale_ && !characters_are_missing())
    return false;
  text_size_ = shared_.kept.text_size;
  fonts_scale_ = screen_scale_;
  scale_ = screen_scale_ * text_size_ / kUsualText;
  fonts_ = apply_theme(scale_);
  return true;
}

void App::build_gui() {
  map_.clear();
  // A menu that Escape closes is closed here, between two frames, because ImGui moves the keyboard's focus
  // with it.
  if (std::exchange(close_popup_, false) && popup_is_open())
    ImGui::ClosePopupToLevel(ImGui::GetCurrentContext()->OpenPopupStack.Size - 1, true);
  walk_.begin_picture();
  const Ui ui{shared_.kept, entry_, map_, fonts_, scale_, cover() == Cover::covered};
  // Back to front: the panels, the dialogs of the window, those of the desks, the menu of a right click,
  // the ring about the widget with the keyboard.
  build_layout(ui);
  palette_dialog(ui, commands_now(), window_.palette(), requests_);
  help_panel(ui, window_.help());
  layout_dialog(ui, window_.layout_form(), requests_);
  // Dialogs of the desks are placed over the view, or over what is in its place.
  const Desk* middle = in_middle();
  const UiRect view = map_[middle ? middle->middle_area() : map_.contains("view") ? "view" : "pane"];
  for (const auto& desk : desks_) desk->draw_front(ui, view, requests_);
  offer_panels_menu();
  window_.menu().draw(ui, commands_now(), requests_);
  walk_.draw_ring(ui);
}

}  // namespace grouser::desktop
