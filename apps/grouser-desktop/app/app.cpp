#include "app/app.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/in_front.hpp"
#include "app/kept_file.hpp"
#include "document/document_panels.hpp"
#include "ground/paint_panel.hpp"
#include "grouser/simulation/step/world.hpp"
#include "runs/runs_panel.hpp"
#include "view/bounds.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
App::App(Renderer& renderer, Session& session, KeptState& kept, Fonts fonts, float scale,
         std::vector<ScenarioEntry> scenarios, std::filesystem::path state_folder)
    : renderer_(renderer),
      session_(session),
      kept_(kept),
      camera_(kept),
      study_(session.clock()),
      document_(state_folder),
      paint_((state_folder.empty() ? std::filesystem::temp_directory_path() / "grouser" : state_folder) /
             "painted"),
      soils_(state_folder),
      path_(session.clock()),
      video_(session.clock()),
      runs_(session.clock()),
      terrain_(session.clock()),
      campaigns_(state_folder, session.clock()),
      fonts_(fonts),
      scale_(scale),
      scenarios_(std::move(scenarios)) {
  auto plain = std::make_shared<Scene>();
  plain->terrain = std::make_shared<Terrain>(BasePlane{}, 0, std::vector<BoxShape>{});
  backdrop_ = std::move(plain);
}

std::string App::title() const {
  const RunView& run = session_.view();
  if (run.name.empty()) return "Grouser";
  return (run.recording_path.empty() ? "" : "● ") + std::string(document_.unsaved() ? "*" : "") + run.name +
         " - Grouser";
}

void App::open(const std::string& path, double at) {
  if (campaigns_.open(path) || open_measured(path) || !may_leave(path)) return;
  if (!terrain_.open(path)) return session_.open(path, {}, at);
  if (session_.view().state == RunState::playing) session_.play_pause();
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) remember_recent(kept_, path);
}

void App::worked(double seconds) {
  constexpr double kTooLong = 0.1;  // s: a person feels it
  if (seconds <= kTooLong) return;
  ++slow_pictures_;
  session_.add_log(LogLevel::info, fmt::format("The window was busy for {:.0f} ms.", 1e3 * seconds));
}

/// What the terrain desk found and asks for.
void App::update_terrain() {
  terrain_.update();
  for (const LogLine& line : terrain_.take_messages()) session_.add_log(line.level, line.text);
  if (const auto start = terrain_.take_start()) session_.open(start->scenario, start->overrides);
}

void App::set_preset(CameraPreset preset) {
  camera_.set_preset(preset);
  camera_.frame(preset, session_.view());
}

void App::show_opened(CameraPreset preset) {
  camera_.set_preset(preset);
  if (session_.view().scene) newly_opened();
}

void App::update(double now) {
  if (last_now_ > 0.0 && !std::exchange(rested_, false))
    quality_.picture_took(now - last_now_, changed_at_ == last_now_ ? Motion::moving : Motion::still);
  last_now_ = now;
  const std::vector<std::string> plotted = plotted_names();
  const Opened opened = session_.update();
  if (opened == Opened::another) {
    if (!session_.path().empty()) remember_recent(kept_, session_.path());
    terrain_.close();
    campaigns_.desk().close();
    newly_opened();
  } else if (opened == Opened::rebuilt) {
    rebuilt();
    plot(plotted);
  }
  for (const std::string& path : session_.take_recorded()) remember_recent(kept_, path);
  const Requests requests = std::exchange(requests_, {});
  for (const Request& request : requests) carry_out(request);
  study_.update();
  document_.update(session_);
  update_painting();
  update_soils();
  update_path();
  update_measured();
  update_look();
  watch_video();
  runs_.update(session_);
  update_terrain();
  update_statistics();
  camera_.update(session_.view());
  refresh_toasts(now);
}

void App::refresh_toasts(double now) {
  const auto& log = session_.log();
  for (; log_read_ < log.size(); ++log_read_) {
    const LogLine& line = log[log_read_];
    if (line.level == LogLevel::error) toasts_.add(ToastKind::error, line.text, now);
    if (line.level == LogLevel::notice) toasts_.add(ToastKind::warning, line.text, now);
    if (line.level == LogLevel::done) toasts_.add(ToastKind::done, line.text, now);
  }
  toasts_.expire(now);
}

/// The same scenario with other numbers.
void App::rebuilt() {
  paint_.adopt(session_.overrides());
  paint_.show(session_.world());
  if (session_.world())
    study_.open(session_.path(), session_.world()->documents, session_.view().scene->group,
                session_.overrides());
}

std::vector<std::string> App::plotted_names() const {
  std::vector<std::string> names;
  const RunView& run = session_.view();
  for (const int k : passing_.channels)
    if (run.scene && static_cast<std::size_t>(k) < run.scene->channels.size())
      names.push_back(run.scene->channels[static_cast<std::size_t>(k)].name);
  return names;
}

/// Those of these channels that there are.
void App::plot(const std::vector<std::string>& channels) {
  passing_.channels.clear();
  for (const std::string& name : channels) {
    const int k = find_channel(*session_.view().scene, name);
    if (k >= 0) passing_.channels.push_back(k);
  }
}

void App::newly_opened() {
  const RunView& run = session_.view();
  if (session_.world())
    rebuilt();
  else
    study_.close();
  document_.opened(session_);
  runs_.opened(session_);
  paint_.leave();
  path_.leave();
  paint_.show(session_.world());
  plot(run.scene->shown_channels);
  camera_.opened(run);
}

ViewInput App::view_input() const {
  const RunView& run = session_.view();
  ViewInput input;
  input.scene = run.scene ? run.scene : backdrop_;
  input.frame = run.frame.get();
  input.ground = run.ground;
  if (run.data && !path_.view().active) input.route = run.data->route();
  if (const PlacingView& placing = *document_.view().placing; placing.active) {
    input.ghost_scene = run.scene;
    input.ghost = placing.frame.get();
  } else if (run.other && run.other_frame) {
    input.ghost_scene = run.other->scene();
    input.ghost = run.other_frame.get();
  }
  input.camera = camera_.camera();
  input.tint = tint_;
  input.selection = document_.view().selection;
  input.options.forces = kept_.forces;
  input.options.grid = kept_.grid;
  input.options.overlay = static_cast<Overlay>(kept_.overlay);
  input.options.samples = quality_.samples();
  input.options.detail = quality_.detail();
  return input;
}

bool App::Drawn::shows_same(const Drawn& o) const {
  return frame == o.frame && ghost == o.ghost && ground == o.ground && eye == o.eye && forward == o.forward &&
         parallel == o.parallel && selection.same_as(o.selection) && tint == o.tint && forces == o.forces &&
         grid == o.grid && route == o.route && overlay == o.overlay && width == o.width && height == o.height;
}

App::Drawn App::shown_now() const {
  const RunView& run = session_.view();
  return {run.frame,
          document_.view().placing->active ? document_.view().placing->frame : run.other_frame,
          run.ground,
          camera_.camera().eye(),
          camera_.camera().forward(),
          camera_.camera().parallel,
          document_.view().selection,
          tint_,
          kept_.forces,
          kept_.grid,
          !path_.view().active,
          quality_.at_best(),
          kept_.overlay,
          view_width_,
          view_height_};
}

Activity App::activity() const {
  const RunView& run = session_.view();
  Activity activity;
  activity.playing = run.state == RunState::playing;
  activity.busy = paint_.view().writing || path_.view().working || measured_.busy() ||
                  soils_.view().working || document_.view().placing->active || session_.loading() ||
                  document_.view().document->building() || study_.view().running || runs_.view().job ||
                  runs_.view().looking || video_.progress().state != VideoState::idle;
  activity.held = ImGui::IsAnyMouseDown();
  activity.unfinished = view_is_visible() && !(drawn_.best && shown_now().shows_same(drawn_));
  activity.typing = ImGui::GetIO().WantTextInput;
  activity.moment = toasts_.next_moment();
  terrain_.note(activity);
  campaigns_.note(activity);
  return activity;
}

void App::render() {
  if (!view_is_visible()) return;
  constexpr double kStill = 0.3;  // s without a change after which the best picture is drawn
  Drawn now = shown_now();
  const bool same = now.shows_same(drawn_);
  if (!same) changed_at_ = last_now_;
  if (same && (drawn_.best || last_now_ - changed_at_ < kStill)) return;
  now.best = now.best || same;
  ViewInput input = view_input();
  if (now.best) {
    input.options.samples = Quality::kBestSamples;
    input.options.detail = Detail::fine;
  }
  const double scale = now.best ? 1.0 : quality_.scale();
  renderer_.draw(input, static_cast<int>(scale * view_width_), static_cast<int>(scale * view_height_));
  statistics_.triangles = renderer_.triangles();
  drawn_ = std::move(now);
}

void App::render_alone(int width, int height) {
  ViewInput input = view_input();
  input.options.samples = Quality::kBestSamples;
  input.options.detail = Detail::fine;
  renderer_.draw(input, width, height);
  drawn_ = {};  // what the window shows is drawn anew
}

void App::build_gui() {
  map_.clear();
  if (std::exchange(close_popup_, false) && popup_is_open())
    ImGui::ClosePopupToLevel(ImGui::GetCurrentContext()->OpenPopupStack.Size - 1, true);
  const Ui ui{kept_, passing_, map_, fonts_, scale_};
  statistics_.pictures_per_second = quality_.pictures_per_second();
  build_layout(ui);
  open_dialog(ui, scenarios_, requests_);
  record_dialog(ui, session_.view(), requests_);
  save_dialog(ui, requests_);
  leave_dialog(ui, document_.view(), requests_);
  connect_dialog(ui, requests_);
  video_dialog(ui, session_.view(), requests_);
  help_panel(ui);
  const UiRect view = map_[terrain_.is_open()     ? "terrain_map"
                           : campaigns_.is_open() ? "statistics_middle"
                                                  : "view"];
  toast_panel(ui, toasts_.shown(), {0.5f * (view.x0 + view.x1), view.y1 - ui.px(24)},
              std::max(ui.px(420), 0.8f * (view.x1 - view.x0)));
  video_panel(ui, video_.progress(), {view.x1 - ui.px(12), view.y1 - ui.px(12)}, requests_);
  run_job_panel(ui, runs_.view().job, {view.x1 - ui.px(12), view.y1 - ui.px(92)}, requests_);
  branch_dialog(ui, session_.view(), runs_.view(), runs_.form(), requests_);
}

}  // namespace grouser::desktop
