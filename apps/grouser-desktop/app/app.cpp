#include "app/app.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/hand_keys.hpp"
#include "app/kept_file.hpp"
#include "app/shortcut_keys.hpp"
#include "document/document_panels.hpp"
#include "ground/paint_panel.hpp"
#include "grouser/simulation/step/world.hpp"
#include "view/bounds.hpp"
#include "view/camera_text.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

std::size_t chassis_index(const RunView& run) {
  return std::min(static_cast<std::size_t>(std::max(0, run.scene->followed_body)),
                  run.frame->body_poses.size() - 1);
}

/// Menus, lists that drop down, dialogs.
bool popup_is_open() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }

/// What may be done while a menu, a dialog or the list of keys covers the window.
bool acts_when_covered(const KeyPress& key) {
  return key.key == GLFW_KEY_F1 || key.key == GLFW_KEY_F11 || key.key == GLFW_KEY_F12 ||
         (key.control && key.key == GLFW_KEY_Q);
}

const char* open_dialog_name(const PassingState& state) {
  return state.record_dialog_open    ? "record"
         : state.video.open          ? "video"
         : state.save_dialog_open    ? "save"
         : state.leave_dialog_open   ? "leave"
         : state.connect_dialog_open ? "connect"
         : state.open_dialog_open    ? "open"
                                     : "none";
}

bool has_rover(const RunView& run) { return run.scene && run.frame && !run.frame->body_poses.empty(); }

}  // namespace

App::App(Renderer& renderer, Session& session, KeptState& kept, Fonts fonts, float scale,
         std::vector<ScenarioEntry> scenarios, std::filesystem::path state_folder)
    : renderer_(renderer),
      session_(session),
      kept_(kept),
      study_(session.clock()),
      document_(state_folder),
      paint_((state_folder.empty() ? std::filesystem::temp_directory_path() / "grouser" : state_folder) /
             "painted"),
      soils_(state_folder),
      video_(session.clock()),
      terrain_(session.clock()),
      fonts_(fonts),
      scale_(scale),
      scenarios_(std::move(scenarios)) {
  auto plain = std::make_shared<Scene>();
  plain->terrain = std::make_shared<Terrain>(BasePlane{}, 0, std::vector<BoxShape>{});
  backdrop_ = std::move(plain);
  camera_.target = Vec3(0, 0, 2.0);
  camera_.pitch = 0.05;
}

std::string App::title() const {
  const RunView& run = session_.view();
  if (run.name.empty()) return "Grouser";
  return (run.recording_path.empty() ? "" : "● ") + std::string(document_.unsaved() ? "*" : "") + run.name +
         " - Grouser";
}

UiReport App::report() const {
  const RunView& run = session_.view();
  std::ptrdiff_t errors = 0;
  for (const LogLine& line : session_.log()) errors += line.level == LogLevel::error ? 1 : 0;
  UiReport report{
      {"state", run.mode == SessionMode::empty ? "empty" : to_string(run.state)},
      {"step", run.frame ? std::to_string(run.frame->step) : ""},
      {"time", number_text(run.time, 3)},
      {"speed", fmt::format("{:g}", run.speed)},
      {"backward", run.backward ? "yes" : "no"},
      {"loop",
       run.loop_begin && run.loop_end ? fmt::format("{:.3f} to {:.3f}", *run.loop_begin, *run.loop_end) : ""},
      {"hand", run.hand.on ? "on" : "off"},
      {"hand_told", run.hand.on ? hand_text(run.hand) : ""},
      {"scene", run.scene ? run.scene->name : ""},
      {"recording", run.recording_path},
      {"other", run.other_name},
      {"events", std::to_string(run.data ? run.data->events().size() : 0)},
      {"verdict", run.data && run.data->report().verdict ? run.data->report().verdict->name : ""},
      {"study_rows", fmt::format("{}/{}", study_.view().rows_over, study_.view().rows->size())},
      {"link", run.link.address.empty() ? "" : to_string(run.link.state)},
      {"video", video_.progress().state == VideoState::idle
                    ? ""
                    : fmt::format("{}/{}", video_.progress().done, video_.progress().total)},
      {"dialog", open_dialog_name(passing_)},
      {"popup", popup_is_open() ? "open" : "none"},
      {"toast", toasts_.shown().empty() ? "" : toasts_.shown().back().text},
      {"refusal", passing_.entry.refusal},
      {"help", passing_.help_open ? "open" : "closed"},
      {"selected", run.scene ? Inspector::title_of(document_.view().selection, *run.scene) : ""},
      {"changes", std::to_string(document_.view().document->changes().size())},
      {"painting", paint_.view().active ? (paint_.view().writing ? "writing" : "on") : "off"},
      {"placing", document_.view().placing->active ? document_.view().placing->vehicle : ""},
      {"probe", probed_},
      {"ruler", ruler_.view().on ? std::to_string(ruler_.view().points.size()) : ""},
      {"unsaved", document_.unsaved() ? "yes" : "no"},
      {"message", std::to_string(errors)},
      {"slow_pictures", std::to_string(slow_pictures_)}};
  terrain_.note(report);
  return report;
}

void App::open(const std::string& path, double at) {
  if (!may_leave(path)) return;
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
  preset_ = preset;
  frame_rover(preset);
}

void App::show_opened(CameraPreset preset) {
  preset_ = preset;
  if (session_.view().scene) newly_opened();
}

void App::look_from(const std::string& view) {
  const RunView& run = session_.view();
  camera_ = parse_camera(view, has_rover(run) ? run.frame->body_poses[chassis_index(run)].p : followed_at_);
}

/// Of what lies one before the other, Escape closes the foremost.
void App::close_front() {
  passing_.entry = {};
  if (popup_is_open()) {
    close_popup_ = true;  // within the next picture: ImGui moves the keyboard then
  } else if (passing_.help_open) {
    passing_.help_open = false;
  } else if (document_.view().placing->active) {
    document_.placing().cancel();
  } else if (paint_.view().active) {
    ask(requests_, {.kind = PaintRequest::Kind::cancel});
  } else if (ruler_.view().on) {
    ruler_.toggle();
  } else if (session_.hand().on()) {
    session_.toggle_hand();
  } else if (!toasts_.shown().empty()) {
    toasts_.dismiss();
  } else {
    document_.select({});
  }
}

/// While the hand drives, its keys are no shortcuts; one that is let go is let go whatever is in front.
bool App::press_hand(const KeyPress& key) {
  const std::optional<HandKey> held = session_.hand().on() ? hand_key(key.key) : std::nullopt;
  if (!held || (key.control && !key.released)) return false;
  session_.hand().hold(*held, !key.released);
  return true;
}

void App::hold(const GamepadState& pad) { session_.hand().set_pad(hand_pad(pad)); }

void App::press(const KeyPress& key) {
  if (key.released) {
    press_hand(key);
    return;
  }
  const bool in_front = popup_is_open() || passing_.help_open || !toasts_.shown().empty();
  if (key.key == GLFW_KEY_ESCAPE && (in_front || !terrain_.is_open())) return close_front();
  if (document_.view().placing->active && key.key == GLFW_KEY_ENTER)
    return requests_.push_back({RequestKind::place_set_down});
  const bool dialog = open_dialog_name(passing_) != std::string("none");
  const bool covered = dialog || passing_.help_open || popup_is_open();
  if (!covered && terrain_.press(key)) return;
  const bool choosing = passing_.open_dialog_open || (session_.view().mode == SessionMode::empty && !covered);
  if (choosing && (key.key == GLFW_KEY_DOWN || key.key == GLFW_KEY_UP)) {
    passing_.chooser_moves += key.key == GLFW_KEY_DOWN ? 1 : -1;
    return;
  }
  if (ImGui::GetIO().WantTextInput && key.control && (key.key == GLFW_KEY_Z || key.key == GLFW_KEY_Y))
    return;  // a text field undoes its own
  const bool function_key = key.key >= GLFW_KEY_F1 && key.key <= GLFW_KEY_F12;
  if (ImGui::GetIO().WantTextInput && !key.control && !function_key) return;
  if (covered && !acts_when_covered(key)) return;
  if (press_hand(key) || paint_key(key)) return;
  requests_of_key(key, session_.view(), requests_);
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
  update_look();
  watch_video();
  update_terrain();
  follow_rover();
  if (session_.view().scene && session_.view().scene->terrain) {
    camera_.stay_above(*session_.view().scene->terrain, std::clamp(0.04 * camera_.distance, 0.03, 0.5));
  }
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
  paint_.leave();
  paint_.show(session_.world());
  plot(run.scene->shown_channels);
  camera_.follow = true;
  frame_rover(preset_);
}

/// Looks at a ball that holds all bodies and what they carry.
void App::frame_rover(CameraPreset preset) {
  const RunView& run = session_.view();
  if (!has_rover(run)) return;
  const auto [low, high] = bounds_of_bodies(*run.scene, *run.frame);
  const RigidTransform& chassis = run.frame->body_poses[chassis_index(run)];
  const double radius = 0.46 * (high - low).norm() + 0.2;
  camera_.frame(preset, 0.5 * (low + high) + Vec3(0, 0, 0.05), radius, rpy_from_rotation(chassis.R).yaw);
  followed_at_ = chassis.p;
}

void App::follow_rover() {
  const RunView& run = session_.view();
  if (!has_rover(run)) return;
  const Vec3 at = run.frame->body_poses[chassis_index(run)].p;
  if (camera_.follow) camera_.target += at - followed_at_;
  followed_at_ = at;
}

ViewInput App::view_input() const {
  const RunView& run = session_.view();
  ViewInput input;
  input.scene = run.scene ? run.scene : backdrop_;
  input.frame = run.frame.get();
  input.ground = run.ground;
  if (run.data) input.route = run.data->route();
  if (const PlacingView& placing = *document_.view().placing; placing.active) {
    input.ghost_scene = run.scene;
    input.ghost = placing.frame.get();
  } else if (run.other && run.other_frame) {
    input.ghost_scene = run.other->scene();
    input.ghost = run.other_frame.get();
  }
  input.camera = camera_;
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
         selection.same_as(o.selection) && tint == o.tint && forces == o.forces && grid == o.grid &&
         overlay == o.overlay && width == o.width && height == o.height;
}

App::Drawn App::shown_now() const {
  const RunView& run = session_.view();
  return {run.frame,
          document_.view().placing->active ? document_.view().placing->frame : run.other_frame,
          run.ground,
          camera_.eye(),
          camera_.forward(),
          document_.view().selection,
          tint_,
          kept_.forces,
          kept_.grid,
          quality_.at_best(),
          kept_.overlay,
          view_width_,
          view_height_};
}

Activity App::activity() const {
  const RunView& run = session_.view();
  Activity activity;
  activity.playing = run.state == RunState::playing;
  activity.busy = paint_.view().writing || soils_.view().working || document_.view().placing->active ||
                  session_.loading() || document_.view().document->building() || study_.view().running ||
                  video_.progress().state != VideoState::idle;
  activity.held = ImGui::IsAnyMouseDown();
  activity.unfinished = view_is_visible() && !(drawn_.best && shown_now().shows_same(drawn_));
  activity.typing = ImGui::GetIO().WantTextInput;
  activity.moment = toasts_.next_moment();
  terrain_.note(activity);
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
  const UiRect view = map_[terrain_.is_open() ? "terrain_map" : "view"];
  toast_panel(ui, toasts_.shown(), {0.5f * (view.x0 + view.x1), view.y1 - ui.px(24)},
              std::max(ui.px(420), 0.8f * (view.x1 - view.x0)));
  video_panel(ui, video_.progress(), {view.x1 - ui.px(12), view.y1 - ui.px(12)}, requests_);
}

}  // namespace grouser::desktop
