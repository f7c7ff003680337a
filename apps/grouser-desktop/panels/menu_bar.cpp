#include <filesystem>

#include "panels/panels.hpp"
#include "terrain_desk/terrain_desk.hpp"

namespace grouser::desktop {
namespace {

void file_menu(const Ui& ui, const RunView& run, Requests& requests) {
  if (ImGui::MenuItem("Open…", "Ctrl+O")) requests.push_back({RequestKind::show_open_dialog});
  if (ImGui::BeginMenu("Open recent", !ui.kept.recent.empty())) {
    for (const std::string& path : ui.kept.recent) {
      std::error_code ignored;
      const bool there = std::filesystem::exists(path, ignored);
      if (ImGui::MenuItem(path.c_str(), nullptr, false, there)) {
        requests.push_back({RequestKind::open_file, 0, 0, 0, path});
      }
    }
    ImGui::EndMenu();
  }
  if (ImGui::BeginMenu("Make a terrain")) {
    for (const std::string& path : list_recipes())
      if (ImGui::MenuItem(std::filesystem::path(path).stem().c_str()))
        requests.push_back({RequestKind::open_file, 0, 0, 0, path});
    ImGui::EndMenu();
  }
  ui.mark("menu_recipes");
  if (ImGui::MenuItem("Reload", "Ctrl+L", false, run.mode != SessionMode::empty))
    requests.push_back({RequestKind::reload});
  ImGui::Separator();
  if (ImGui::MenuItem("Compare with…", "Ctrl+Shift+O", false, run.mode != SessionMode::empty))
    requests.push_back({RequestKind::show_compare_dialog});
  if (ImGui::MenuItem("End the comparison", nullptr, false, run.other != nullptr))
    requests.push_back({RequestKind::end_comparison});
  ImGui::Separator();
  if (ImGui::MenuItem("Save picture", "F12")) requests.push_back({RequestKind::save_picture});
  ImGui::Separator();
  if (ImGui::MenuItem("Quit", "Ctrl+Q")) requests.push_back({RequestKind::quit});
}

void run_menu(const RunView& run, Requests& requests) {
  const bool open = run.mode != SessionMode::empty;
  if (ImGui::MenuItem(run.state == RunState::playing ? "Pause" : "Play", "Space", false, open)) {
    requests.push_back({RequestKind::play_pause});
  }
  if (ImGui::MenuItem("Step forward", ".", false, open)) requests.push_back({RequestKind::single_step});
  if (ImGui::MenuItem("Step back", ",", false, open)) requests.push_back({RequestKind::step_back});
  if (ImGui::MenuItem("Back to the start", "Backspace", false, open))
    requests.push_back({RequestKind::reset});
  ImGui::Separator();
  const bool recording = !run.recording_path.empty();
  if (ImGui::MenuItem(recording ? "Stop recording" : "Record…", "Ctrl+R", recording,
                      run.mode == SessionMode::live))
    requests.push_back({RequestKind::toggle_recording});
  if (ImGui::MenuItem("Study…", "Ctrl+T", false, run.mode == SessionMode::live))
    requests.push_back({RequestKind::show_study});
  if (ImGui::MenuItem("To the newest moment", "End", false, open)) requests.push_back({RequestKind::to_end});
  const bool events = run.data && !run.data->events().empty();
  if (ImGui::MenuItem("Next event", "N", false, events)) requests.push_back({RequestKind::next_event});
  if (ImGui::MenuItem("Previous event", "Shift+N", false, events))
    requests.push_back({RequestKind::previous_event});
  ImGui::Separator();
  if (ImGui::MenuItem("Faster", "+", false, open)) requests.push_back({RequestKind::faster});
  if (ImGui::MenuItem("Slower", "-", false, open)) requests.push_back({RequestKind::slower});
}

void view_menu(const Ui& ui, const RunView& run, const Camera& camera_now, Requests& requests) {
  const auto toggle = [&](const char* text, const char* key, bool on, RequestKind kind) {
    if (ImGui::MenuItem(text, key, on)) requests.push_back({kind});
  };
  const auto camera = [&](const char* text, const char* key, CameraPreset preset) {
    if (ImGui::MenuItem(text, key, false, run.mode != SessionMode::empty)) {
      requests.push_back({RequestKind::camera_preset, static_cast<double>(preset)});
    }
  };
  camera("Three-quarter view", "5", CameraPreset::follow);
  camera("From the front", "1", CameraPreset::front);
  camera("From the side", "3", CameraPreset::side);
  camera("From above", "7", CameraPreset::top);
  camera("Isometric", "9", CameraPreset::iso);
  if (ImGui::MenuItem("Show the whole rover", "Home", false, run.mode != SessionMode::empty))
    requests.push_back({RequestKind::camera_frame_all});
  toggle("Camera follows the rover", "C", camera_now.follow, RequestKind::toggle_follow);
  ImGui::Separator();
  toggle("Force arrows at the wheels", "F", ui.kept.forces, RequestKind::toggle_forces);
  toggle("Metre grid on the ground", "G", ui.kept.grid, RequestKind::toggle_grid);
  ImGui::Separator();
  toggle("Scene panel", "Tab", ui.kept.show_left, RequestKind::toggle_left);
  toggle("Wheels panel", "Shift+Tab", ui.kept.show_right, RequestKind::toggle_right);
  toggle("Plots, log and study", "F4", ui.kept.show_bottom, RequestKind::toggle_bottom);
  if (ImGui::MenuItem("Full screen", "F11")) requests.push_back({RequestKind::fullscreen});
}

}  // namespace

void menu_bar(const Ui& ui, const RunView& run, const Camera& camera, Requests& requests) {
  if (!ImGui::BeginMainMenuBar()) return;
  if (ImGui::BeginMenu("File")) {
    file_menu(ui, run, requests);
    ImGui::EndMenu();
  }
  ui.mark("menu_file");
  if (ImGui::BeginMenu("Run")) {
    run_menu(run, requests);
    ImGui::EndMenu();
  }
  ui.mark("menu_run");
  if (ImGui::BeginMenu("View")) {
    view_menu(ui, run, camera, requests);
    ImGui::EndMenu();
  }
  ui.mark("menu_view");
  if (ImGui::BeginMenu("Help")) {
    if (ImGui::MenuItem("Keys and mouse", "F1")) requests.push_back({RequestKind::toggle_help});
    ImGui::EndMenu();
  }
  ui.mark("menu_help");
  const float room = ImGui::GetWindowWidth() - 2.0f * (ImGui::GetItemRectMax().x + ui.px(20));
  const std::string title = run.scene ? fit_text(run.scene->title + "   " + run.name, room) : "";
  const float width = ImGui::CalcTextSize(title.c_str()).x;
  ImGui::SameLine(0.5f * (ImGui::GetWindowWidth() - width));
  ImGui::TextDisabled("%s", title.c_str());
  ImGui::EndMainMenuBar();
}

}  // namespace grouser::desktop
