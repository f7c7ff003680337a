// SPDX-License-Identifier: BSD-3-Clause
#include "app/app.hpp"

#include <imgui_internal.h>

#include <algorithm>

#include "app/commands/palette.hpp"
#include "app/in_front.hpp"
#include "desks/document/document_panels.hpp"
#include "desks/result/result_panel.hpp"
#include "desks/runs/runs_panel.hpp"
#include "desks/study/study_moves.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/step/world.hpp"
#include "session/run_moves.hpp"
#include "session/tell_errors.hpp"
#include "view/bounds.hpp"

namespace grouser::desktop {
namespace {

/// As std::visit() wants them.
template <class... Function>
struct Overloads : Function... {
  using Function::operator()...;
};
template <class... Function>
Overloads(Function...) -> Overloads<Function...>;

}  // namespace

App::App(Renderer& renderer, Session& session, KeptState& kept, Fonts fonts, float scale,
         std::vector<ScenarioEntry> scenarios, std::filesystem::path state_folder)
    : renderer_(renderer),
      session_(session),
      kept_(kept),
      camera_(kept),
      study_(session.clock()),
      document_(state_folder),
      saving_(document_, session, passing_),
      looking_(session, camera_, size_, document_, passing_),
      paint_(state_folder, session, document_, looking_, kept),
      path_(session, document_, camera_, looking_, paint_, kept, passing_),
      soils_(state_folder, session, document_, passing_),
      stepup_(session, document_, passing_),
      measured_(session, kept, passing_),
      pictures_(session, camera_, kept, passing_),
      runs_(session.clock()),
      terrain_(session),
      campaigns_(state_folder, session, terrain_, saving_),
      files_(session, document_, saving_, terrain_, campaigns_, measured_, path_, kept, passing_),
      window_(session, document_, paint_, study_, campaigns_, saving_, kept, passing_),
      drawing_(renderer, {session, document_, camera_, paint_, path_, kept, passing_, size_}),
      fonts_(fonts),
      screen_scale_(scale),
      scenarios_(std::move(scenarios)) {
  if (!state_folder.empty()) session.keep_runs_in(state_folder / "live");
}

/// Who does what was asked for. What goes wrong with it stands in the log.
void App::carry_out(const Request& request) {
  path_.give_way(request);
  const auto whose = Overloads{
      [&](const RunRequest& r) { desktop::carry_out(r, session_); },
      [&](const FileRequest& r) { files_.carry_out(r); },
      [&](const StudyRequest& r) { desktop::carry_out(r, study_, session_, passing_.study_note); },
      [&](const DocumentRequest& r) {
        document_.carry_out(r, session_);
        saving_.go_on();
      },
      [&](const PlacingRequest& r) { document_.carry_out(r, looking_.ground_under(r.u, r.v), session_); },
      [&](const SavingRequest& r) { saving_.carry_out(r); },
      [&](const PaintRequest& r) { paint_.carry_out(r); },
      [&](const SoilRequest& r) { soils_.carry_out(r); },
      [&](const StepupRequest& r) { stepup_.carry_out(r); },
      [&](const PathRequest& r) { path_.carry_out(r); },
      [&](const MeasuredRequest& r) { measured_.carry_out(r); },
      [&](const StatisticsRequest& r) { campaigns_.carry_out(r); },
      [&](const RunsRequest& r) {
        if (r.kind == RunsRequest::Kind::show_branch_form) passing_.wanted_tab = "runs";
        runs_.carry_out(r, session_);
      },
      [&](const ResultRequest& r) {
        if (r.kind == ResultRequest::Kind::show_save_dialog) return files_.show_save_run_dialog();
        result_.carry_out(r, session_.view());
      },
      [&](const ViewRequest& r) {
        if (const auto said =
                camera_.carry_out(r, session_.view(), document_.view().selection, size_.aspect()))
          session_.add_log(LogLevel::notice, *said);
      },
      [&](const LookRequest& r) { looking_.carry_out(r); },
      [&](const PictureRequest& r) { pictures_.carry_out(r); },
      [&](const WindowRequest& r) { window_.carry_out(r); }};
  tell_errors(session_, [&] { std::visit(whose, request); });
}

std::string App::title() const {
  const RunView& run = session_.view();
  if (run.name.empty()) return "Grouser";
  return (run.recording_path.empty() ? "" : "● ") + std::string(document_.unsaved() ? "*" : "") + run.name +
         " - Grouser";
}

void App::set_preset(CameraPreset preset) {
  camera_.set_preset(preset);
  camera_.frame(preset, session_.view());
}

void App::show_opened(CameraPreset preset) {
  camera_.set_preset(preset);
  if (session_.view().scene) newly_opened();
}

void App::show_bodies(const std::vector<std::string>& names, Shown shown) {
  for (const std::string& name : names) {
    const int body = session_.view().scene ? body_index(*session_.view().scene, name) : -1;
    if (body < 0)
      throw InputError(shown == Shown::cut ? "--cut" : "--hide", name, "a body of what is opened");
    passing_.bodies_shown.resize(session_.view().scene->body_names.size());
    passing_.bodies_shown[static_cast<std::size_t>(body)] = shown;
  }
}

void App::update(double now) {
  drawing_.update(now);
  const std::vector<std::string> plotted = window_.plotted();
  const Opened opened = session_.update();
  if (opened == Opened::another) {
    files_.opened();
    newly_opened();
  } else if (opened == Opened::rebuilt) {
    rebuilt();
    window_.plot(plotted);
  }
  files_.update();
  for (const Request& request : std::exchange(requests_, {})) carry_out(request);
  study_.update();
  document_.update(session_);
  paint_.update();
  soils_.update();
  stepup_.update();
  path_.update();
  measured_.update();
  looking_.update();
  pictures_.update();
  runs_.update(session_);
  result_.update(session_.view());
  if (const auto report = result_.take_report())
    session_.add_log(report->good ? LogLevel::done : LogLevel::error, report->text);
  tell_errors(session_, [&] {
    if (const auto saved = result_.take_saved()) {
      session_.note_saved(*saved);
      session_.add_log(LogLevel::done, "Saved " + *saved);
    }
  });
  terrain_.update();
  campaigns_.update(study_.view(), requests_);
  camera_.update(session_.view());
  window_.update(now);
}

bool App::may_close() {
  if (!saving_.may_close()) return false;
  document_.end();
  paint_.clean();
  return true;
}

/// The same scenario with other numbers.
void App::rebuilt() {
  paint_.rebuilt();
  if (session_.world())
    study_.open(session_.path(), session_.world()->documents, session_.view().scene->group,
                session_.overrides());
}

void App::newly_opened() {
  const RunView& run = session_.view();
  if (session_.world())
    rebuilt();
  else
    study_.close();
  document_.opened(session_);
  runs_.opened(session_);
  paint_.opened();
  path_.leave();
  passing_.bodies_shown.clear();
  window_.plot(run.scene->shown_channels);
  camera_.opened(run);
}

std::pair<int, int> App::view_size() const {
  return {static_cast<int>(size_.width), static_cast<int>(size_.height)};
}

Activity App::activity() const {
  const RunView& run = session_.view();
  Activity activity;
  activity.playing = run.state == RunState::playing;
  activity.busy = paint_.view().writing || path_.view().working || measured_.busy() ||
                  soils_.view().working || stepup_.view().working || document_.view().placing->active ||
                  session_.loading() || document_.view().document->building() || study_.view().running ||
                  runs_.view().job || runs_.view().looking || result_.view().reporting || result_.saving() ||
                  pictures_.video().state != VideoState::idle;
  activity.held = ImGui::IsAnyMouseDown();
  const ImGuiContext& gui = *ImGui::GetCurrentContext();
  activity.easing = gui.NavWindowingTarget || (gui.DimBgRatio > 0.0f && gui.DimBgRatio < 1.0f);
  activity.unfinished = drawing_.unfinished();
  activity.typing = ImGui::GetIO().WantTextInput;
  activity.moment = window_.toasts().next_moment();
  terrain_.note(activity);
  campaigns_.note(activity);
  return activity;
}

bool App::fit_text() {
  if (text_size_ == kept_.text_size && fonts_scale_ == screen_scale_) return false;
  text_size_ = kept_.text_size;
  fonts_scale_ = screen_scale_;
  scale_ = screen_scale_ * text_size_ / kUsualText;
  fonts_ = apply_theme(scale_);
  return true;
}

void App::build_gui() {
  map_.clear();
  if (std::exchange(close_popup_, false) && popup_is_open())
    ImGui::ClosePopupToLevel(ImGui::GetCurrentContext()->OpenPopupStack.Size - 1, true);
  walk_.begin_picture();
  const Ui ui{kept_, passing_, map_, fonts_, scale_};
  build_layout(ui);
  open_dialog(ui, scenarios_, requests_);
  record_dialog(ui, session_.view(), requests_);
  save_dialog(ui, requests_);
  leave_dialog(ui, document_.view(), requests_);
  connect_dialog(ui, requests_);
  video_dialog(ui, session_.view(), requests_);
  palette_dialog(ui, commands_now(), requests_);
  help_panel(ui);
  const UiRect view = map_[terrain_.is_open()     ? "terrain_map"
                           : campaigns_.is_open() ? "statistics_middle"
                                                  : "view"];
  toast_panel(ui, window_.toasts().shown(), {0.5f * (view.x0 + view.x1), view.y1 - ui.px(24)},
              std::max(ui.px(420), 0.8f * (view.x1 - view.x0)));
  if (!terrain_.is_open() && !campaigns_.is_open() && !document_.view().placing->active) {
    const float below = ui.px(session_.view().hand.on ? 64 : 0);  // what tells who drives
    result_panel(ui, result_.view(), {view.x0, view.y0 + below}, {view.x1, view.y1}, requests_);
  }
  video_panel(ui, pictures_.video(), {view.x1 - ui.px(12), view.y1 - ui.px(12)}, requests_);
  run_job_panel(ui, runs_.view().job, {view.x1 - ui.px(12), view.y1 - ui.px(92)}, requests_);
  branch_dialog(ui, session_.view(), runs_.view(), runs_.form(), requests_);
  walk_.draw_ring(ui);
}

}  // namespace grouser::desktop
