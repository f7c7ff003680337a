#include "app/app.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/kept_file.hpp"
#include "app/shortcut_keys.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

constexpr std::array<double, 10> kSpeeds = {0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0};
constexpr double kMessageTime = 8.0;  // s that an error stays in the view
constexpr double kReach = 2000.0;     // m that the pointer reaches into the scene

std::size_t chassis_index(const RunView& run) {
  return std::min(static_cast<std::size_t>(std::max(0, run.scene->followed_body)),
                  run.frame->body_poses.size() - 1);
}

bool has_rover(const RunView& run) { return run.scene && run.frame && !run.frame->body_poses.empty(); }

}  // namespace

App::App(Renderer& renderer, Session& session, KeptState& kept, Fonts fonts, float scale,
         std::vector<std::string> examples)
    : renderer_(renderer),
      session_(session),
      kept_(kept),
      fonts_(fonts),
      scale_(scale),
      examples_(std::move(examples)) {
  auto plain = std::make_shared<Scene>();
  plain->terrain = std::make_shared<Terrain>(BasePlane{}, 0, std::vector<BoxShape>{});
  backdrop_ = std::move(plain);
  camera_.target = Vec3(0, 0, 2.0);
  camera_.pitch = 0.05;
}

std::string App::title() const {
  const RunView& run = session_.view();
  return run.name.empty() ? "Grouser" : run.name + " - Grouser";
}

UiReport App::report() const {
  const RunView& run = session_.view();
  std::ptrdiff_t errors = 0;
  for (const LogLine& line : session_.log()) errors += line.level == LogLevel::error ? 1 : 0;
  return {{"state", run.mode == SessionMode::empty ? "empty" : to_string(run.state)},
          {"step", run.frame ? std::to_string(run.frame->step) : ""},
          {"time", number_text(run.time, 3)},
          {"speed", fmt::format("{:g}", run.speed)},
          {"scene", run.scene ? run.scene->name : ""},
          {"help", passing_.help_open ? "open" : "closed"},
          {"message", std::to_string(errors)}};
}

void App::open(const std::string& path) { session_.open(path); }

void App::set_preset(CameraPreset preset) {
  preset_ = preset;
  frame_rover(preset);
}

void App::show_opened(CameraPreset preset) {
  preset_ = preset;
  if (session_.view().scene) newly_opened();
}

void App::press(const KeyPress& key) {
  if (key.key == GLFW_KEY_ESCAPE) {
    passing_.help_open = passing_.open_dialog_open = false;
    message_until_ = 0.0;
    return;
  }
  const bool typing = ImGui::GetIO().WantTextInput || passing_.open_dialog_open;
  if (typing && !key.control) return;
  requests_of_key(key, session_.view(), requests_);
}

void App::update(double now) {
  if (last_now_ > 0.0)
    quality_.picture_took(now - last_now_, changed_at_ == last_now_ ? Motion::moving : Motion::still);
  last_now_ = now;
  if (session_.update()) {
    remember_recent(kept_, session_.path());
    newly_opened();
  }
  const Requests requests = std::exchange(requests_, {});
  for (const Request& request : requests) carry_out(request);
  follow_rover();
  if (session_.view().scene && session_.view().scene->terrain) {
    camera_.stay_above(*session_.view().scene->terrain, std::clamp(0.04 * camera_.distance, 0.03, 0.5));
  }
  refresh_message(now);
}

void App::refresh_message(double now) {
  const auto& log = session_.log();
  for (; log_read_ < log.size(); ++log_read_) {
    if (log[log_read_].level != LogLevel::error) continue;
    passing_.view_message = log[log_read_].text;
    message_until_ = now + kMessageTime;
  }
  if (now > message_until_) passing_.view_message.clear();
}

void App::newly_opened() {
  const RunView& run = session_.view();
  passing_.channels.clear();
  for (const std::string& name : run.scene->shown_channels) {
    const int k = find_channel(*run.scene, name);
    if (k >= 0) passing_.channels.push_back(k);
  }
  camera_.follow = true;
  frame_rover(preset_);
}

/// Looks at a ball that holds all bodies.
void App::frame_rover(CameraPreset preset) {
  const RunView& run = session_.view();
  if (!has_rover(run)) return;
  Vec3 low = Vec3::Constant(1e30), high = -low;
  const auto include = [&](const Vec3& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  };
  for (const RigidTransform& X : run.frame->body_poses) include(X.p);
  for (const VisualShape& shape : run.scene->visuals) {
    const auto body = static_cast<std::size_t>(shape.body);
    if (shape.body < 0 || body >= run.frame->body_poses.size()) continue;
    include(run.frame->body_poses[body] * shape.pose.p);
  }
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

void App::change_speed(int direction) {
  const double now = session_.view().speed;
  if (direction > 0) {
    const auto next = std::find_if(kSpeeds.begin(), kSpeeds.end(), [&](double s) { return s > 1.001 * now; });
    session_.set_speed(next == kSpeeds.end() ? kSpeeds.back() : *next);
  } else {
    const auto next =
        std::find_if(kSpeeds.rbegin(), kSpeeds.rend(), [&](double s) { return s < 0.999 * now; });
    session_.set_speed(next == kSpeeds.rend() ? kSpeeds.front() : *next);
  }
}

bool App::carry_out_run(const Request& r) {
  switch (r.kind) {
    case RequestKind::play_pause:
      session_.play_pause();
      return true;
    case RequestKind::single_step:
      session_.single_step();
      return true;
    case RequestKind::step_back:
      session_.step_back();
      return true;
    case RequestKind::reset:
      session_.reset();
      return true;
    case RequestKind::faster:
      change_speed(+1);
      return true;
    case RequestKind::slower:
      change_speed(-1);
      return true;
    case RequestKind::set_speed:
      session_.set_speed(r.value);
      return true;
    case RequestKind::seek:
      session_.seek(r.value);
      return true;
    case RequestKind::to_begin:
      session_.seek(0.0);
      return true;
    case RequestKind::to_end:
      session_.seek(session_.view().newest);
      return true;
    case RequestKind::open_file:
      session_.open(r.text);
      return true;
    case RequestKind::reload:
      session_.reload();
      return true;
    default:
      return false;
  }
}

bool App::carry_out_camera(const Request& r) {
  const double aspect = view_height_ > 0.0 ? view_width_ / view_height_ : 1.6;
  switch (r.kind) {
    case RequestKind::camera_preset:
      set_preset(static_cast<CameraPreset>(std::lround(r.value)));
      return true;
    case RequestKind::camera_frame_all:
      frame_rover(preset_);
      return true;
    case RequestKind::camera_orbit:
      camera_.orbit_about(pivot_, r.x, r.y);
      return true;
    case RequestKind::camera_pan: {
      const double depth = std::max(0.05, (pivot_ - camera_.eye()).dot(camera_.forward()));
      camera_.pan(r.x, r.y, aspect, depth);
      return true;
    }
    case RequestKind::camera_zoom:
      camera_.zoom_to(pivot_, r.value);
      return true;
    case RequestKind::camera_grab: {
      const Vec3 ray = camera_.ray(r.x, r.y, aspect);
      const RunView& run = session_.view();
      const auto hit = run.scene && run.scene->terrain
                           ? find_hit(*run.scene->terrain, camera_.eye(), ray, kReach)
                           : std::nullopt;
      // The rover stands before the ground: nothing farther than what is looked at is grabbed.
      const double along =
          hit ? std::min((*hit - camera_.eye()).norm(), 1.6 * camera_.distance) : camera_.distance;
      pivot_ = camera_.eye() + along * ray;
      return true;
    }
    case RequestKind::toggle_follow:
      camera_.follow = !camera_.follow;
      return true;
    default:
      return false;
  }
}

void App::carry_out(const Request& r) {
  if (carry_out_run(r) || carry_out_camera(r)) return;
  const auto flip = [](bool& value) { value = !value; };
  switch (r.kind) {
    case RequestKind::show_open_dialog:
      passing_.open_dialog_open = passing_.open_dialog_fresh = true;
      passing_.open_path.clear();
      break;
    case RequestKind::toggle_forces:
      flip(kept_.forces);
      break;
    case RequestKind::toggle_grid:
      flip(kept_.grid);
      break;
    case RequestKind::toggle_help:
      flip(passing_.help_open);
      break;
    case RequestKind::toggle_left:
      flip(kept_.show_left);
      break;
    case RequestKind::toggle_right:
      flip(kept_.show_right);
      break;
    case RequestKind::toggle_bottom:
      flip(kept_.show_bottom);
      break;
    case RequestKind::clear_channels:
      passing_.channels.clear();
      break;
    case RequestKind::toggle_channel: {
      const int k = static_cast<int>(std::lround(r.value));
      if (std::erase(passing_.channels, k) == 0) passing_.channels.push_back(k);
      break;
    }
    case RequestKind::save_picture:
      picture_ = true;
      break;
    case RequestKind::fullscreen:
      fullscreen_ = true;
      break;
    case RequestKind::quit:
      quit_ = true;
      break;
    default:
      break;
  }
}

ViewInput App::view_input() const {
  const RunView& run = session_.view();
  ViewInput input;
  input.scene = run.scene ? run.scene : backdrop_;
  input.frame = run.frame.get();
  input.ground = run.ground;
  input.camera = camera_;
  input.options.forces = kept_.forces;
  input.options.grid = kept_.grid;
  input.options.samples = quality_.samples();
  return input;
}

bool App::Drawn::shows_same(const Drawn& o) const {
  return frame == o.frame && ground == o.ground && eye == o.eye && forward == o.forward &&
         forces == o.forces && grid == o.grid && width == o.width && height == o.height;
}

void App::render() {
  if (view_width_ < 8.0 || view_height_ < 8.0) return;
  constexpr double kStill = 0.3;  // s without a change after which the best picture is drawn
  const RunView& run = session_.view();
  Drawn now{run.frame,  run.ground,         camera_.eye(), camera_.forward(), kept_.forces,
            kept_.grid, quality_.at_best(), view_width_,   view_height_};
  const bool same = now.shows_same(drawn_);
  if (!same) changed_at_ = last_now_;
  if (same && (drawn_.best || last_now_ - changed_at_ < kStill)) return;
  now.best = now.best || same;
  ViewInput input = view_input();
  if (now.best) input.options.samples = Quality::kBestSamples;
  const double scale = now.best ? 1.0 : quality_.scale();
  renderer_.draw(input, static_cast<int>(scale * view_width_), static_cast<int>(scale * view_height_));
  statistics_.triangles = renderer_.triangles();
  drawn_ = std::move(now);
}

void App::render_alone(int width, int height) { renderer_.draw(view_input(), width, height); }

void App::build_gui() {
  map_.clear();
  const Ui ui{kept_, passing_, map_, fonts_, scale_};
  statistics_.pictures_per_second = quality_.pictures_per_second();
  build_layout(ui);
  open_dialog(ui, examples_, requests_);
  help_panel(ui);
}

}  // namespace grouser::desktop
