// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <filesystem>

#include "panels/panels.hpp"
#include "runs/runs_request.hpp"
#include "statistics/statistics_panels.hpp"
#include "terrain_desk/terrain_desk.hpp"

namespace grouser::desktop {
namespace {

using Run = RunRequest::Kind;
using File = FileRequest::Kind;
using Screen = WindowRequest::Kind;

/// Below the bar, scrolled where it is too long: one that lay over the pointer would take the press that opened it.
bool begin_menu(const Ui& ui, const char* name) {
  const float room = ImGui::GetIO().DisplaySize.y - ImGui::GetFrameHeight() - ui.px(16);
  ImGui::SetNextWindowSizeConstraints({0, 0}, {ImGui::GetIO().DisplaySize.x, room});
  return ImGui::BeginMenu(name);
}

void pictures_menu(const Ui& ui, Requests& requests) {
  if (ImGui::MenuItem("Save picture", "F12"))
    ask(requests, PictureRequest{.kind = PictureRequest::Kind::save});
  if (ImGui::MenuItem("Save picture without panels", "Ctrl+F12"))
    ask(requests, PictureRequest{.kind = PictureRequest::Kind::save, .picture = PictureKind::view_alone});
  if (ImGui::BeginMenu("Size and background of pictures")) {
    for (int k = 1; k <= kMostPictureScale; ++k) {
      if (ImGui::MenuItem(fmt::format("{}x", k).c_str(), nullptr, ui.kept.picture_scale == k))
        ask(requests, PictureRequest{.kind = PictureRequest::Kind::set_scale, .scale = k});
      ui.mark(fmt::format("picture_{}x", k));
    }
    ImGui::Separator();
    if (ImGui::MenuItem("Transparent, without panels", nullptr, ui.kept.picture_transparent))
      ask(requests, PictureRequest{.kind = PictureRequest::Kind::toggle_transparent});
    ui.mark("menu_transparent");
    hint("Pictures without panels leave out sky and haze: behind ground and vehicle the PNG is transparent");
    ImGui::EndMenu();
  }
  ui.mark("menu_pictures");
}

/// Files that are written about a run, live or replayed.
void outputs_menu(const Ui& ui, const RunView& run, Requests& requests) {
  ImGui::Separator();
  const bool kept = !run.run_file.empty();
  if (ImGui::MenuItem("Save this run…", nullptr, false, kept))
    ask(requests, ResultRequest{.kind = ResultRequest::Kind::show_save_dialog});
  ui.mark("menu_save_run");
  hint("As a run file, live or replayed");
  if (ImGui::MenuItem("Export CSV", nullptr, false, kept))
    ask(requests, ResultRequest{.kind = ResultRequest::Kind::export_csv});
  ui.mark("menu_export");
  hint("Channels and events of this run as tables");
  if (ImGui::MenuItem("Report", nullptr, false, kept))
    ask(requests, ResultRequest{.kind = ResultRequest::Kind::report});
  ui.mark("menu_report");
  hint("One page (HTML) with numbers, plots and events of this run");
}

void file_menu(const Ui& ui, const RunView& run, Requests& requests) {
  if (ImGui::MenuItem("Open…", "Ctrl+O")) ask(requests, FileRequest{.kind = File::show_open_dialog});
  if (ImGui::BeginMenu("Open recent", !ui.kept.recent.empty())) {
    for (const std::string& path : ui.kept.recent) {
      std::error_code ignored;
      const bool there = std::filesystem::exists(path, ignored);
      if (ImGui::MenuItem(path.c_str(), nullptr, false, there)) {
        ask(requests, FileRequest{.kind = File::open, .path = path});
      }
    }
    ImGui::EndMenu();
  }
  if (ImGui::BeginMenu("Make a terrain")) {
    for (const std::string& path : list_recipes())
      if (ImGui::MenuItem(std::filesystem::path(path).stem().c_str()))
        ask(requests, FileRequest{.kind = File::open, .path = path});
    ImGui::EndMenu();
  }
  ui.mark("menu_recipes");
  const bool live = run.mode == SessionMode::live;
  if (ImGui::MenuItem("Save", "Ctrl+S", false, live))
    ask(requests, SavingRequest{.kind = SavingRequest::Kind::save});
  ui.mark("menu_save");
  if (ImGui::MenuItem("Save as…", "Ctrl+Shift+S", false, live))
    ask(requests, SavingRequest{.kind = SavingRequest::Kind::show_dialog});
  ui.mark("menu_save_as");
  outputs_menu(ui, run, requests);
  ImGui::Separator();
  const bool from_file = run.mode == SessionMode::live || run.mode == SessionMode::replay;
  if (ImGui::MenuItem("Reload", "Ctrl+L", false, from_file)) ask(requests, FileRequest{.kind = File::reload});
  ImGui::Separator();
  if (ImGui::MenuItem("Connect…")) ask(requests, FileRequest{.kind = File::show_connect_dialog});
  ui.mark("menu_connect");
  hint("Watch a run that 'grouser run --serve' has on this machine or another");
  const bool linked = !run.link.address.empty() && run.link.state != LinkState::refused;
  if (ImGui::MenuItem("Disconnect", nullptr, false, linked))
    ask(requests, FileRequest{.kind = File::disconnect});
  ui.mark("menu_disconnect");
  hint("Stop watching; what has come stays");
  ImGui::Separator();
  if (ImGui::MenuItem("Compare with…", "Ctrl+Shift+O", false, run.mode != SessionMode::empty))
    ask(requests, FileRequest{.kind = File::show_compare_dialog});
  if (ImGui::MenuItem("End the comparison", nullptr, false, run.other != nullptr))
    ask(requests, FileRequest{.kind = File::end_comparison});
  ImGui::Separator();
  pictures_menu(ui, requests);
  if (ImGui::MenuItem("Save video…", "Shift+F12", false, run.mode == SessionMode::replay))
    ask(requests, PictureRequest{.kind = PictureRequest::Kind::show_video_dialog});
  ui.mark("menu_save_video");
  hint("Of a recorded run that is open");
  ImGui::Separator();
  if (ImGui::MenuItem("Quit", "Ctrl+Q")) ask(requests, WindowRequest{.kind = Screen::quit});
  ui.mark("menu_quit");
}

void edit_menu(const DocumentView& view, Requests& requests) {
  const Document& document = *view.document;
  const std::string undo = "Undo " + document.last_step() + "###undo",
                    redo = "Redo " + document.next_step() + "###redo";
  if (ImGui::MenuItem(undo.c_str(), "Ctrl+Z", false, document.can_undo()))
    ask(requests, WindowRequest{.kind = Screen::undo});
  if (ImGui::MenuItem(redo.c_str(), "Ctrl+Y", false, document.can_redo()))
    ask(requests, WindowRequest{.kind = Screen::redo});
  ImGui::Separator();
  const bool shape = document.is_open() && view.selection.kind == SelectionKind::shape;
  if (ImGui::MenuItem("Duplicate the selected shape", "Ctrl+D", false, shape))
    ask(requests, DocumentRequest{.kind = DocumentRequest::Kind::duplicate_selected});
  if (ImGui::MenuItem("Remove the selected shape", "Del", false, shape))
    ask(requests, DocumentRequest{.kind = DocumentRequest::Kind::remove_selected});
  ImGui::Separator();
  if (ImGui::MenuItem("Path along waypoints", "W", false, document.is_open()))
    ask(requests, PathRequest{.kind = PathRequest::Kind::toggle});
}

void run_menu(const Ui& ui, const RunView& run, Requests& requests) {
  const bool open = run.mode != SessionMode::empty;
  if (ImGui::MenuItem(run.state == RunState::playing ? "Pause" : "Play", "Space", false, open)) {
    ask(requests, RunRequest{.kind = Run::play_pause});
  }
  if (ImGui::MenuItem("Step forward", ".", false, open)) ask(requests, RunRequest{.kind = Run::single_step});
  if (ImGui::MenuItem("Step back", ",", false, open)) ask(requests, RunRequest{.kind = Run::step_back});
  const bool ours = open && run.mode != SessionMode::connected;
  if (ImGui::MenuItem("Back to the start", "Backspace", false, ours))
    ask(requests, RunRequest{.kind = Run::reset});
  ImGui::Separator();
  const bool recording = !run.recording_path.empty();
  if (ImGui::MenuItem(recording ? "Stop recording" : "Record…", "Ctrl+R", recording,
                      run.mode == SessionMode::live))
    ask(requests, FileRequest{.kind = File::toggle_recording});
  if (ImGui::MenuItem("Drive by hand", "H", run.hand.on, run.hand.possible))
    ask(requests, RunRequest{.kind = Run::toggle_hand});
  const bool replay = run.mode == SessionMode::replay, played = replay || run.ended;
  if (ImGui::MenuItem("Branch from here…", "Ctrl+B", false, replay))
    ask(requests, RunsRequest{.kind = RunsRequest::Kind::show_branch_form});
  if (ImGui::MenuItem("Rerun and compare", nullptr, false, replay))
    ask(requests, RunsRequest{.kind = RunsRequest::Kind::rerun});
  if (ImGui::MenuItem("Study…", "Ctrl+T", false, run.mode == SessionMode::live))
    ask(requests, WindowRequest{.kind = Screen::show_study});
  if (ImGui::MenuItem("Statistics…", "Ctrl+Shift+T")) ask(requests, StatisticsRequest{});
  ui.mark("menu_statistics");
  hint("Placements, gradeability and the runs of a study: histograms, maps, what moves a number most");
  if (ImGui::MenuItem("Play back", "J", run.backward && run.state == RunState::playing, played))
    ask(requests, RunRequest{.kind = Run::shuttle_back});
  if (ImGui::MenuItem("Loop from here (A)", "I", run.loop_begin.has_value(), played))
    ask(requests, RunRequest{.kind = Run::loop_begin});
  if (ImGui::MenuItem("Loop to here (B)", "O", run.loop_end.has_value(), played))
    ask(requests, RunRequest{.kind = Run::loop_end});
  if (ImGui::MenuItem("No loop", "Shift+I", false, run.loop_begin || run.loop_end))
    ask(requests, RunRequest{.kind = Run::loop_clear});
  if (ImGui::MenuItem("To the newest moment", "End", false, open))
    ask(requests, RunRequest{.kind = Run::to_end});
  const bool events = run.data && !run.data->events().empty();
  if (ImGui::MenuItem("Next event", "N", false, events)) ask(requests, RunRequest{.kind = Run::next_event});
  if (ImGui::MenuItem("Previous event", "Shift+N", false, events))
    ask(requests, RunRequest{.kind = Run::previous_event});
  ImGui::Separator();
  if (ImGui::MenuItem("Faster", "+", false, ours)) ask(requests, RunRequest{.kind = Run::faster});
  if (ImGui::MenuItem("Slower", "-", false, ours)) ask(requests, RunRequest{.kind = Run::slower});
}

void kept_views_menu(const Ui& ui, const RunView& run, Requests& requests) {
  if (!ImGui::BeginMenu("Kept views", run.scene != nullptr)) return;
  const auto found = ui.kept.views.find(run.scene->name);
  for (int k = 0; k < kKeptViews; ++k) {
    const bool kept = found != ui.kept.views.end() && !found->second[static_cast<std::size_t>(k)].empty();
    if (ImGui::MenuItem(fmt::format("Show view {}", k + 1).c_str(), fmt::format("Shift+{}", k + 1).c_str(),
                        false, kept))
      ask(requests, ViewRequest{.kind = ViewRequest::Kind::recall, .index = k});
  }
  ImGui::Separator();
  for (int k = 0; k < kKeptViews; ++k)
    if (ImGui::MenuItem(fmt::format("Keep as view {}", k + 1).c_str(), fmt::format("Ctrl+{}", k + 1).c_str()))
      ask(requests, ViewRequest{.kind = ViewRequest::Kind::keep, .index = k});
  ImGui::EndMenu();
}

void camera_menu(const Ui& ui, const RunView& run, const Camera& camera_now, Requests& requests) {
  using View = ViewRequest::Kind;
  const bool open = run.mode != SessionMode::empty;
  const auto item = [&](const char* text, const char* key, const ViewRequest& request, bool on = false) {
    if (ImGui::MenuItem(text, key, on, open)) ask(requests, request);
  };
  item("Three-quarter view", "5", {.kind = View::preset, .preset = CameraPreset::follow});
  item("From the front", "1", {.kind = View::preset, .preset = CameraPreset::front});
  item("From the side", "3", {.kind = View::preset, .preset = CameraPreset::side});
  item("From above", "7", {.kind = View::preset, .preset = CameraPreset::top});
  item("Isometric", "9", {.kind = View::preset, .preset = CameraPreset::iso});
  item("Close to the selected part or the next wheel", "V", {.kind = View::close_up, .index = 1});
  item("Show the whole rover", "Home", {.kind = View::frame_all});
  item("Camera follows the rover", "C", {.kind = View::toggle_follow}, camera_now.follow);
  item("Without perspective", "Shift+C", {.kind = View::toggle_parallel}, camera_now.parallel);
  kept_views_menu(ui, run, requests);
}

template <class Unit>
struct UnitChoice {
  const char *text, *name;
  Unit unit;
};

/// What numbers are shown and typed in: a line for each quantity, so that several are chosen without the menu closing.
void units_menu(const Ui& ui, Requests& requests) {
  if (!ImGui::BeginMenu("Units")) return;
  const auto line = [&](const char* quantity, auto ShownUnits::*which, const auto&... choices) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(quantity);
    const auto choice = [&](const auto& c) {
      ImGui::TableNextColumn();
      ShownUnits units = ui.units();
      if (ImGui::RadioButton(fmt::format("{}##{}", c.text, c.name).c_str(), units.*which == c.unit)) {
        units.*which = c.unit;
        ask(requests, WindowRequest{.kind = Screen::set_units, .units = units});
      }
      ui.mark(std::string("units_") + c.name);
    };
    (choice(choices), ...);
  };
  if (ImGui::BeginTable("units", 4, ImGuiTableFlags_SizingFixedFit)) {
    line("Lengths, speeds", &ShownUnits::length,
         UnitChoice{"as it fits", "length_fitting", LengthUnit::fitting}, UnitChoice{"m", "m", LengthUnit::m},
         UnitChoice{"mm", "mm", LengthUnit::mm});
    line("Angles", &ShownUnits::angle, UnitChoice{"deg", "deg", AngleUnit::deg},
         UnitChoice{"rad", "rad", AngleUnit::rad});
    line("Forces, moments", &ShownUnits::force, UnitChoice{"as it fits", "force_fitting", ForceUnit::fitting},
         UnitChoice{"N", "N", ForceUnit::N}, UnitChoice{"kN", "kN", ForceUnit::kN});
    line("Stiffness, damping", &ShownUnits::stiffness, UnitChoice{"N/m", "N_per_m", StiffnessUnit::N_per_m},
         UnitChoice{"kN/m", "kN_per_m", StiffnessUnit::kN_per_m},
         UnitChoice{"N/mm", "N_per_mm", StiffnessUnit::N_per_mm});
    line("Pressures", &ShownUnits::pressure,
         UnitChoice{"as it fits", "pressure_fitting", PressureUnit::fitting},
         UnitChoice{"Pa", "Pa", PressureUnit::Pa}, UnitChoice{"kPa", "kPa", PressureUnit::kPa});
    line("Masses", &ShownUnits::mass, UnitChoice{"kg", "kg", MassUnit::kg},
         UnitChoice{"g", "g", MassUnit::g});
    line("Energies", &ShownUnits::energy, UnitChoice{"as it fits", "energy_fitting", EnergyUnit::fitting},
         UnitChoice{"J", "J", EnergyUnit::J}, UnitChoice{"kJ", "kJ", EnergyUnit::kJ});
    ImGui::EndTable();
  }
  ImGui::Separator();
  ImGui::TextDisabled("Other units, files, saved tables and reports stay SI.");
  ImGui::EndMenu();
}

void text_menu(const Ui& ui, Requests& requests) {
  if (!ImGui::BeginMenu("Size of text")) return;
  const float now = ui.kept.text_size;
  if (ImGui::MenuItem("Larger", "Ctrl++", false, now < kMostText))
    ask(requests, WindowRequest{.kind = Screen::larger_text});
  ui.mark("text_larger");
  if (ImGui::MenuItem("Smaller", "Ctrl+-", false, now > kLeastText))
    ask(requests, WindowRequest{.kind = Screen::smaller_text});
  ui.mark("text_smaller");
  ImGui::Separator();
  for (const float size : {kLeastText, 14.0f, kUsualText, 18.0f, 20.0f, 24.0f, kMostText}) {
    const char* const key = size == kUsualText ? "Ctrl+0" : nullptr;
    if (ImGui::MenuItem(fmt::format("{:g} px", size).c_str(), key, size == now))
      ask(requests, WindowRequest{.kind = Screen::set_text_size, .text_size = size});
    ui.mark(fmt::format("text_{:g}", size));
  }
  ImGui::EndMenu();
}

void view_menu(const Ui& ui, const RunView& run, const Camera& camera_now, Requests& requests) {
  const auto toggle = [&](const char* text, const char* key, bool on, WindowRequest::Kind kind) {
    if (ImGui::MenuItem(text, key, on)) ask(requests, WindowRequest{.kind = kind});
  };
  camera_menu(ui, run, camera_now, requests);
  ImGui::Separator();
  toggle("Force arrows at the wheels", "F", ui.kept.forces, Screen::toggle_forces);
  toggle("Metre grid on the ground", "Shift+G", ui.kept.grid, Screen::toggle_grid);
  toggle("Patterns besides colours", "", ui.kept.patterns, Screen::toggle_patterns);
  ui.mark("menu_patterns");
  hint("Soils are hatched, lines of plots dashed, and points of statistics have shapes");
  if (ImGui::MenuItem("Ruler", "U", false, run.mode != SessionMode::empty))
    ask(requests, LookRequest{.kind = LookRequest::Kind::toggle_ruler});
  if (ImGui::BeginMenu("Colour on the ground")) {
    for (int k = 0; k < kOverlays; ++k)
      if (ImGui::MenuItem(overlay_scale(static_cast<Overlay>(k)).name, nullptr, ui.kept.overlay == k))
        ask(requests, WindowRequest{.kind = Screen::set_overlay, .overlay = static_cast<Overlay>(k)});
    ImGui::EndMenu();
  }
  units_menu(ui, requests);
  ui.mark("menu_units");
  text_menu(ui, requests);
  ui.mark("menu_text");
  ImGui::Separator();
  toggle("Scene panel", "Tab", ui.kept.show_left, Screen::toggle_left);
  toggle("Wheels panel", "Shift+Tab", ui.kept.show_right, Screen::toggle_right);
  toggle("Plots, log and study", "F4", ui.kept.show_bottom, Screen::toggle_bottom);
  if (ImGui::MenuItem("Full screen", "F11")) ask(requests, WindowRequest{.kind = Screen::fullscreen});
}

}  // namespace

void menu_bar(const Ui& ui, const RunView& run, const DocumentView& document, const Camera& camera,
              Requests& requests) {
  if (!ImGui::BeginMainMenuBar()) return;
  if (begin_menu(ui, "File")) {
    file_menu(ui, run, requests);
    ImGui::EndMenu();
  }
  ui.mark("menu_file");
  if (begin_menu(ui, "Edit")) {
    edit_menu(document, requests);
    ImGui::EndMenu();
  }
  ui.mark("menu_edit");
  if (begin_menu(ui, "Run")) {
    run_menu(ui, run, requests);
    ImGui::EndMenu();
  }
  ui.mark("menu_run");
  if (begin_menu(ui, "View")) {
    view_menu(ui, run, camera, requests);
    ImGui::EndMenu();
  }
  ui.mark("menu_view");
  if (begin_menu(ui, "Help")) {
    if (ImGui::MenuItem("Keys and mouse", "F1")) ask(requests, WindowRequest{.kind = Screen::toggle_help});
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
