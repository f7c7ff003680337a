// SPDX-License-Identifier: BSD-3-Clause
// The panels: one free function each, in the file of its name. A panel draws what it is given into the
// current ImGui window and returns what it asks for by adding to `requests`. None owns, steps, reads files or
// uses OpenGL.
#pragma once
#include "app/commands/command.hpp"
#include "desks/log/toasts.hpp"
#include "desks/paint/paint_desk.hpp"
#include "desks/path/path_desk.hpp"
#include "desks/study/study_desk.hpp"
#include "desks/video/video_job.hpp"
#include "session/document/document_desk.hpp"
#include "session/request.hpp"
#include "session/scenario_list.hpp"
#include "session/session.hpp"
#include "view/look/ruler.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Numbers of the last picture, for the status bar.
struct Statistics {
  double pictures_per_second = 0.0;  ///< while something moves
  int triangles = 0;
};

void menu_bar(const Ui& ui, const CommandContext& context, Requests& requests);
void toolbar(const Ui& ui, const CommandContext& context, Requests& requests);
void timeline_panel(const Ui& ui, const RunView& run, Requests& requests);
void scene_panel(const Ui& ui, const RunView& run, const DocumentView& document, Requests& requests);
void notes_panel(const Ui& ui, const RunView& run);
void wheels_panel(const Ui& ui, const RunView& run);
void state_panel(const Ui& ui, const RunView& run);
/// Of a walker: what its legs bear and do; and which stood when, up to the time shown. Nothing where there are none.
void legs_panel(const Ui& ui, const RunView& run);
void gait_panel(const Ui& ui, const RunView& run);
/// Torques of legs and of what balances, beside what their joints can give. Nothing where there are none.
void motors_panel(const Ui& ui, const RunView& run);
void channels_panel(const Ui& ui, const RunView& run, Requests& requests);
void plots_panel(const Ui& ui, const RunView& run, Requests& requests);
void log_panel(const Ui& ui, const std::vector<LogLine>& log);
/// `probed`: what is known of the ground under the pointer.
void status_bar(const Ui& ui, const RunView& run, const Statistics& statistics, const std::string& probed);
/// What has the mouse in the view, besides the camera; null: nothing of its kind.
struct ViewTools {
  const PlacingView* placing = nullptr;
  const PaintView* paint = nullptr;
  const RulerView* ruler = nullptr;
  const PathView* path = nullptr;
  double newtons_per_metre = 0.0;  ///< of force arrows
  double mesh_pressure = 0.0;      ///< highest between meshes in the picture, Pa
};
void view_panel(const Ui& ui, const RunView& run, const ViewTools& tools, const Camera& camera,
                std::uintptr_t texture, Requests& requests);
/// `scenarios`: those that come with the program.
void start_panel(const Ui& ui, const RunView& run, const std::vector<ScenarioEntry>& scenarios,
                 Requests& requests);
/// Cards of these scenarios; returns the id of the one that was pressed, or nothing.
std::string scenario_chooser(const Ui& ui, const std::vector<ScenarioEntry>& shown);
void open_dialog(const Ui& ui, const std::vector<ScenarioEntry>& scenarios, Requests& requests);
/// Asks for the name of the run file of a live run.
void record_dialog(const Ui& ui, const RunView& run, Requests& requests);
/// Asks for the address of a run that another program serves.
void connect_dialog(const Ui& ui, Requests& requests);
/// Asks what of a replay becomes a video.
void video_dialog(const Ui& ui, const RunView& run, Requests& requests);
/// How far a video is, in front of the view's lower right corner; nothing while none is made.
void video_panel(const Ui& ui, const VideoProgress& video, ImVec2 corner, Requests& requests);
/// What the colours in the view mean, below and left of this corner of it; nothing without an overlay. mesh_pressure: as ViewTools has it.
void overlay_legend(const Ui& ui, const RunView& run, const Camera& camera, double mesh_pressure,
                    ImVec2 corner);
/// The same between meshes: scale, and what each part that touches bears and how much of it slides.
void mesh_legend(const Ui& ui, const RunView& run, double mesh_pressure, ImVec2 corner);
/// A bar of the scale's colours with its numbers below; returns the height used.
float scale_bar(const Ui& ui, const OverlayScale& scale, ImVec2 at, float width);
/// Headline numbers of two runs side by side.
void compare_panel(const Ui& ui, const RunView& run, Requests& requests);
/// Keys and mouse: grouped, searched, and keys of commands changed.
void help_panel(const Ui& ui);
/// What the drives are told by hand and by which keys, within the view from `low` to `high`.
void hand_panel(const Ui& ui, const RunView& run, ImVec2 low, ImVec2 high);
/// A stick that the mouse drags to drive by hand, with its lower right corner here.
void hand_stick(const Ui& ui, const RunView& run, ImVec2 corner, Requests& requests);
/// "0.040 m/s, radius 3.33 m left".
std::string hand_text(const ShownUnits& units, const HandView& hand);
/// In front of everything else, above `foot`, the middle of the lower edge; none wider than `width`.
void toast_panel(const Ui& ui, const std::vector<Toast>& toasts, ImVec2 foot, float width);

/// Settings, progress, table and plot of a parameter study.
void study_panel(const Ui& ui, const RunView& run, const StudyView& study, Requests& requests);

/// Colour of an event's mark on the time line.
ImU32 event_color(const std::string& kind);
ImU32 verdict_color(VerdictTone tone);
/// "lift off" of "lift_off".
std::string plain_name(std::string name);

/// Parts of meshes whose contacts are recorded: their channels are "mesh/NAME/...".
std::vector<std::string> mesh_records(const Scene& scene);
/// Index of a channel by name, or -1.
int find_channel(const Scene& scene, const std::string& name);
/// A channel of the frame that is shown; no number: there is none.
double channel_value(const RunView& run, const std::string& name);

}  // namespace grouser::desktop
