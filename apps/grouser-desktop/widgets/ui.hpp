// SPDX-License-Identifier: BSD-3-Clause
// What every panel is handed besides what it shows: fonts, scale, state of the interface, and the map of
// named widgets.
#pragma once
#include <imgui.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "desks/video/video_choice.hpp"
#include "view/renderer.hpp"
#include "widgets/plot_view.hpp"
#include "widgets/theme.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

inline constexpr int kMostPictureScale = 4;

/// Kept between runs of the program.
inline constexpr int kKeptViews = 9;  ///< of a scenario, by Ctrl and a digit

struct KeptState {
  float left = 0.17f, right = 0.235f, bottom = 0.27f;  ///< parts of the window
  bool show_left = true, show_right = true, show_bottom = true;
  bool forces = false, grid = true;
  int overlay = 0;        ///< Overlay: what the ground is coloured by
  bool patterns = false;  ///< what is told by colours is told by patterns, dashes and shapes too
  ShownUnits units;
  float text_size = kUsualText;      ///< px, kLeastText to kMostText; all else in the window follows it
  int picture_scale = 1;             ///< of saved pictures: 1 to 4 pixels for one of the window
  bool picture_transparent = false;  ///< of saved pictures of the view alone: no sky, no haze
  std::vector<std::string> recent;   ///< newest first
  /// Of each scenario, by its name: cameras as camera_text() writes them; empty: none.
  std::map<std::string, std::array<std::string, kKeptViews>> views;
  /// Keys that a person chose, by the command's id (app/commands/key_map.hpp).
  std::map<std::string, std::string> keys;
  std::array<int, 4> window{};  ///< x, y, width, height; screen coordinates; no width: not known
};

/// The field of a number that is being typed into, or was refused last.
struct EntryEdit {
  ImGuiID field = 0;  ///< 0: none
  std::string text, refusal;
  bool again = false;  ///< the keyboard goes back to the field
  ImGuiID typing_in = 0;
  std::string typed;  ///< there: who leaves by Tab is told so a picture later, when ImGui has let the text go
};

/// The dialog that asks for a video.
struct VideoForm {
  bool open = false, fresh = false;
  bool between_cursors = false;  ///< else the whole run
  VideoChoice choice;
};

/// The list of all commands (app/commands/palette.hpp).
struct PaletteForm {
  bool open = false, fresh = false;
  std::string text = {};  ///< typed
  int at = 0;             ///< row that Enter gives
  int moves = 0;          ///< presses of Down less those of Up since the last picture
};

/// The list of keys and mouse.
struct HelpForm {
  std::string filter;
  std::string key_for;  ///< id of the command that the next key press is chosen for; empty: none
  std::string refusal;  ///< why the last one was not taken
};

/// Not kept.
struct PassingState {
  bool help_open = false, open_dialog_open = false, open_dialog_fresh = false;
  bool open_dialog_compares = false;  ///< what is chosen is shown beside what is open
  bool record_dialog_open = false, record_dialog_fresh = false;
  bool record_dialog_saves = false;  // what has been simulated, instead of recording it from its start
  std::string record_path;
  bool save_dialog_open = false, save_dialog_fresh = false;
  std::string save_path;
  bool leave_dialog_open = false, leave_dialog_fresh = false;
  bool study_has_keyboard = false;  ///< undo and redo are the study's
  bool connect_dialog_open = false, connect_dialog_fresh = false;
  std::string connect_address = "127.0.0.1:7788", connect_token_file;
  VideoForm video;
  PaletteForm palette;
  HelpForm help;
  std::string chooser_filter;
  int chooser_at = -1;    ///< entry the keyboard is at, -1 none
  int chooser_moves = 0;  ///< presses of Down less those of Up since the last picture
  bool chooser_fresh = true;
  std::string open_path, open_error, channel_filter;
  EntryEdit entry;
  std::vector<int> channels;  ///< plotted, as indices of scene channels
  PlotView plots;
  bool dragging_view = false;
  bool press_selects = true;  ///< the press in the view was not for a vehicle or a brush
  std::size_t log_seen = 0;
  std::string key_filter, study_note;
  std::string inspector_filter;
  std::string soil_filter, soil_name;
  bool soils_shown = false;                        ///< somebody has looked at the soil library
  bool stepup_shown = false;                       ///< and at the plan of a step up
  int stepup_curve = 0;                            ///< what is drawn of it over time
  Selection tree_shows;                            ///< that the list of parts has scrolled to
  std::vector<Shown> bodies_shown;                 ///< of the open scene; empty: all of them whole
  std::array<double, 2> paint_slopes{20.0, 90.0};  ///< deg
  bool show_path = false;                          ///< as show_inspector
  bool show_inspector = false;                     ///< its tab comes to the front in the next picture
  std::string wanted_tab;                          ///< of the panel below; taken once it is shown
};

/// Rectangles of named widgets of the last picture, for tests that click by name.
struct UiRect {
  float x0, y0, x1, y1;
  bool cut = false;  ///< a part of it is out of reach (widgets/reach.hpp)
  float seen_y0 = 0,
        seen_y1 = 0;  ///< between them something of its panel is seen; what lies beyond is scrolled to
  bool operator==(const UiRect&) const = default;
};
using UiMap = std::map<std::string, UiRect>;

struct Ui {
  KeptState& kept;
  PassingState& passing;
  UiMap& map;
  Fonts fonts;
  float scale = 1.0f;

  float px(float x) const { return x * scale; }
  const ShownUnits& units() const { return kept.units; }
  /// Notes the place of the item just drawn.
  void mark(const std::string& name) const;
  void mark_area(const std::string& name, ImVec2 low, ImVec2 high) const;
};

/// A heading in capitals, dim.
void heading(const Ui& ui, const char* text);
/// "label  value" in two columns, value to the right.
void value_row(const char* label, const std::string& value);
/// At the right end of its cell.
void right_aligned(const std::string& text);
/// Text cut to so many lines of this width, with an ellipsis where something is missing.
std::string fit_text(const std::string& text, float width, int lines = 1);
/// The next item, of this width, stands beside the last one where there is room, else below it.
void beside_or_below(float width, float gap);
/// Width of a button, and of a radio button or checkbox, with its label.
float button_width(const char* label);
float check_width(const char* label);
/// A tooltip for the last item, with the shortcut if there is one.
void hint(const char* text, const char* shortcut = nullptr);
/// A bar between two areas that is dragged; returns the movement in pixels.
float splitter(const char* id, ImVec2 low, ImVec2 size, bool vertical);

enum class Icon {
  open,
  play,
  pause,
  step,
  step_back,
  reset,
  slower,
  faster,
  follow,
  front,
  side,
  top,
  iso,
  home,
  force,
  grid,
  help,
  record,
  compare,
  study,
  hand,
  path
};
struct IconButton {
  const char* id;
  Icon icon;
  const char* tip;
  const char* shortcut;
  bool enabled = true, active = false;
  ImU32 ink = 0;  ///< 0: as its state says
};
/// True when pressed.
bool icon_button(const Ui& ui, const IconButton& button);

}  // namespace grouser::desktop
