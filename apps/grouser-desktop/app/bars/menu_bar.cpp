// SPDX-License-Identifier: BSD-3-Clause
// The menus. A line of a menu is a command by its id (command_item); only lists that depend on state, such
// as recent files, units and layouts, are written out here. The title of the open file is centred in the
// rest of the bar.
#include <fmt/format.h>

#include <filesystem>

#include "app/bars/bars.hpp"
#include "app/commands/command_widgets.hpp"
#include "app/panel_layout.hpp"
#include "app/window_request.hpp"
#include "session/file_request.hpp"
#include "session/ground_files.hpp"

namespace grouser::desktop {
namespace {

using Screen = WindowRequest::Kind;

/// Begins a menu below the bar, scrolled if it is too long, because a menu over the pointer would take the
/// press that opened it.
bool begin_menu(const Ui& ui, const char* name) {
  const float room = ImGui::GetIO().DisplaySize.y - ImGui::GetFrameHeight() - ui.px(16);
  ImGui::SetNextWindowSizeConstraints({0, 0}, {ImGui::GetIO().DisplaySize.x, room});
  return ImGui::BeginMenu(name);
}

/// Lines of a menu, parted where the id is empty.
void items(const Ui& ui, const CommandContext& context, Requests& requests,
           std::initializer_list<const char*> ids) {
  for (const char* id : ids) *id ? command_item(ui, context, id, requests) : ImGui::Separator();
}

/// Multiples of the window's pixels, and the switch for a transparent background.
void picture_size_menu(const Ui& ui, const CommandContext& context, Requests& requests) {
  if (ImGui::BeginMenu("Size and background of pictures")) {
    for (int k = 1; k <= kMostPictureScale; ++k) {
      if (ImGui::MenuItem(fmt::format("{}x", k).c_str(), nullptr, ui.kept.picture_scale == k))
        ask(requests, WindowRequest{.kind = Screen::set_picture_scale, .scale = k});
      ui.mark(fmt::format("picture_{}x", k));
    }
    items(ui, context, requests, {"", "transparent"});
    ImGui::EndMenu();
  }
  ui.mark("menu_pictures");
}

/// Recent files, grey where they are missing, and the recipes of ground that come with the program.
void open_menus(const Ui& ui, Requests& requests) {
  if (ImGui::BeginMenu("Open recent", !ui.kept.recent.empty())) {
    for (const std::string& path : ui.kept.recent) {
      std::error_code ignored;
      const bool there = std::filesystem::exists(path, ignored);
      if (ImGui::MenuItem(path.c_str(), nullptr, false, there))
        ask(requests, FileRequest{.kind = FileRequest::Kind::open, .path = path});
    }
    ImGui::EndMenu();
  }
  if (ImGui::BeginMenu("Make a terrain")) {
    for (const std::string& path : list_recipes())
      if (ImGui::MenuItem(std::filesystem::path(path).stem().c_str()))
        ask(requests, FileRequest{.kind = FileRequest::Kind::open, .path = path});
    ImGui::EndMenu();
  }
  ui.mark("menu_recipes");
}

void file_menu(const Ui& ui, const CommandContext& context, Requests& requests) {
  items(ui, context, requests, {"open"});
  open_menus(ui, requests);
  items(ui, context, requests,
        {"save", "save_as", "", "save_run", "export", "report", "", "reload", "", "connect", "disconnect", "",
         "compare_with", "end_comparison", "", "save_picture", "save_view"});
  picture_size_menu(ui, context, requests);
  items(ui, context, requests, {"save_video", "", "quit"});
}

void edit_menu(const Ui& ui, const CommandContext& context, Requests& requests) {
  items(ui, context, requests,
        {"undo", "redo", "", "duplicate_shape", "remove_shape", "", "move_vehicle", "turn_vehicle", "paint",
         "path"});
}

void run_menu(const Ui& ui, const CommandContext& context, Requests& requests) {
  items(ui, context, requests,
        {"play",   "step",       "step_back",      "reset", "",          "record",    "hand",    "branch",
         "rerun",  "study",      "statistics",     "",      "play_back", "loop_from", "loop_to", "no_loop",
         "to_end", "next_event", "previous_event", "",      "faster",    "slower"});
}

/// Shows, then keeps, one of the nine views.
void kept_views_menu(const Ui& ui, const CommandContext& context, Requests& requests) {
  if (!ImGui::BeginMenu("Kept views", context.run.scene != nullptr)) return;
  for (const char* kind : {"show_view_", "keep_view_"}) {
    for (int k = 1; k <= kKeptViews; ++k)
      command_item(ui, context, fmt::format("{}{}", kind, k).c_str(), requests);
    ImGui::Separator();
  }
  ImGui::EndMenu();
}

/// One unit of a quantity: its text in the menu and its name in marks for tests.
template <class Unit>
struct UnitChoice {
  const char *text, *name;
  Unit unit;
};

/// The units in which numbers are shown and typed. Each quantity has a line, so that several are chosen
/// without the menu closing.
void units_menu(const Ui& ui, Requests& requests) {
  if (!ImGui::BeginMenu("Units")) return;
  // One row of radio buttons. A choice is requested with all units, of which one is changed.
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
  // Four columns: the quantity and up to three units.
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

/// One step larger or smaller, the usual size, and a choice of sizes, px.
void text_menu(const Ui& ui, const CommandContext& context, Requests& requests) {
  if (!ImGui::BeginMenu("Size of text")) return;
  for (const char* id : {"text_larger", "text_smaller"}) {
    command_item(ui, context, id, requests);
    ui.mark(id);
  }
  items(ui, context, requests, {"text_usual", ""});
  for (const float size : {kLeastText, 14.0f, kUsualText, 18.0f, 20.0f, 24.0f, kMostText}) {
    if (ImGui::MenuItem(fmt::format("{:g} px", size).c_str(), nullptr, size == ui.kept.text_size))
      ask(requests, WindowRequest{.kind = Screen::set_text_size, .text_size = size});
    ui.mark(fmt::format("text_{:g}", size));
  }
  ImGui::EndMenu();
}

/// Layouts that come with the program, those that were kept by name, and a submenu that deletes one of
/// these.
void layouts_menu(const Ui& ui, const CommandContext& context, Requests& requests) {
  if (!ImGui::BeginMenu("Layouts", context.run.scene != nullptr)) return;
  for (const LayoutPreset& preset : layout_presets()) command_item(ui, context, preset.id, requests);
  const auto part = ui.kept.desks.find(kLayoutsPart);
  const KeptPart kept = part == ui.kept.desks.end() ? KeptPart{} : part->second;
  // One line for each kept layout, marked with the prefix of what it does.
  const auto lines = [&](const char* mark, Screen kind) {
    for (const auto& [name, text] : kept) {
      if (ImGui::MenuItem((name + "##" + mark).c_str()))
        ask(requests, WindowRequest{.kind = kind, .name = name});
      ui.mark(mark + name);
    }
  };
  if (!kept.empty()) ImGui::Separator();
  lines("layout_show_", Screen::show_layout);
  ImGui::Separator();
  command_item(ui, context, "keep_layout", requests);
  if (ImGui::BeginMenu("Delete", !kept.empty())) {
    lines("layout_forget_", Screen::forget_layout);
    ImGui::EndMenu();
  }
  ui.mark("menu_layouts_delete");
  ImGui::EndMenu();
}

void view_menu(const Ui& ui, const CommandContext& context, Requests& requests) {
  items(ui, context, requests,
        {"view_follow", "view_front", "view_side", "view_top", "view_iso", "close_up", "view_all", "follow",
         "parallel"});
  kept_views_menu(ui, context, requests);
  items(ui, context, requests, {"", "forces", "grid", "patterns", "ruler"});
  if (ImGui::BeginMenu("Colour on the ground")) {
    for (int k = 0; k < kOverlays; ++k)
      if (ImGui::MenuItem(overlay_scale(static_cast<Overlay>(k)).name, nullptr, ui.kept.overlay == k))
        ask(requests, WindowRequest{.kind = Screen::set_overlay, .overlay = static_cast<Overlay>(k)});
    ImGui::EndMenu();
  }
  units_menu(ui, requests);
  ui.mark("menu_units");
  text_menu(ui, context, requests);
  ui.mark("menu_text");
  items(ui, context, requests, {"", "left_panel", "right_panel", "bottom_panel", "enlarge_plots"});
  layouts_menu(ui, context, requests);
  ui.mark("menu_layouts");
  items(ui, context, requests, {"fullscreen"});
}

void help_menu(const Ui& ui, const CommandContext& context, Requests& requests) {
  items(ui, context, requests, {"palette", "help"});
}

/// Draws the lines of an open menu.
using MenuLines = void (*)(const Ui&, const CommandContext&, Requests&);
struct Menu {
  const char *title, *mark;
  MenuLines lines;
};
constexpr Menu kMenus[] = {{"File", "menu_file", file_menu},
                           {"Edit", "menu_edit", edit_menu},
                           {"Run", "menu_run", run_menu},
                           {"View", "menu_view", view_menu},
                           {"Help", "menu_help", help_menu}};

}  // namespace

void menu_bar(const Ui& ui, const CommandContext& context, Requests& requests) {
  if (!ImGui::BeginMainMenuBar()) return;
  for (const Menu& menu : kMenus) {
    if (begin_menu(ui, menu.title)) {
      menu.lines(ui, context, requests);
      ImGui::EndMenu();
    }
    ui.mark(menu.mark);
  }
  // The title has as much room on both sides of the window's middle as the menus leave on the left.
  const RunView& run = context.run;
  const float room = ImGui::GetWindowWidth() - 2.0f * (ImGui::GetItemRectMax().x + ui.px(20));
  const std::string title = run.scene ? fit_text(run.scene->title + "   " + run.name, room) : "";
  const float width = ImGui::CalcTextSize(title.c_str()).x;
  ImGui::SameLine(0.5f * (ImGui::GetWindowWidth() - width));
  ImGui::TextDisabled("%s", title.c_str());
  ImGui::EndMainMenuBar();
}

}  // namespace grouser::desktop
