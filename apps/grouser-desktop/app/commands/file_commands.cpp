// SPDX-License-Identifier: BSD-3-Clause
// The commands of the menus File and Edit.
#include "app/commands/command_list.hpp"
#include "app/window_request.hpp"
#include "desks/desk.hpp"
#include "desks/paint/paint_request.hpp"
#include "desks/path/path_request.hpp"
#include "desks/video/video_request.hpp"
#include "session/document/document_request.hpp"
#include "session/document/placing_request.hpp"
#include "session/document/saving_request.hpp"
#include "session/file_request.hpp"
#include "session/result_request.hpp"

namespace grouser::desktop {
namespace {

using File = FileRequest::Kind;
using Result = ResultRequest::Kind;
using Screen = WindowRequest::Kind;

/// Channels and events are in a file, recorded or kept beside the live run.
bool has_run_file(CommandMoment c) { return !c.run.run_file.empty(); }
/// A shape of an open scenario is selected.
bool has_shape(CommandMoment c) {
  return c.document.document->is_open() && c.document.selection.kind == SelectionKind::shape;
}

const Command kFileCommands[] = {
    {.id = "open",
     .group = CommandGroup::file,
     .title = "Open a scenario, a run or a height map…",
     .request = FileRequest{.kind = File::show_open_dialog},
     .keys = "Ctrl+O",
     .words = "load file",
     .icon = Icon::open},
    {.id = "save",
     .group = CommandGroup::file,
     .title = "Save",
     .request = SavingRequest{},
     .keys = "Ctrl+S",
     .words = "write scenario",
     .enabled = is_live},
    {.id = "save_as",
     .group = CommandGroup::file,
     .title = "Save as…",
     .request = SavingRequest{.kind = SavingRequest::Kind::show_dialog},
     .keys = "Ctrl+Shift+S",
     .words = "write scenario copy",
     .enabled = is_live},
    {.id = "save_run",
     .group = CommandGroup::file,
     .title = "Save this run…",
     .request = FileRequest{.kind = FileRequest::Kind::show_save_run_dialog},
     .words = "h5 recording file",
     .hint = "As a run file, live or replayed",
     .enabled = has_run_file},
    {.id = "export",
     .group = CommandGroup::file,
     .title = "Export CSV",
     .request = ResultRequest{.kind = Result::export_csv},
     .words = "tables channels",
     .hint = "Channels and events of this run as tables",
     .enabled = has_run_file},
    {.id = "report",
     .group = CommandGroup::file,
     .title = "Report",
     .request = ResultRequest{.kind = Result::report},
     .words = "html page",
     .hint = "One page (HTML) with numbers, plots and events of this run",
     .enabled = has_run_file},
    {.id = "reload",
     .group = CommandGroup::file,
     .title = "Reload",
     .request = FileRequest{.kind = File::reload},
     .keys = "Ctrl+L",
     .words = "read again",
     .enabled = [](CommandMoment c) { return is_live(c) || is_replay(c); }},
    {.id = "connect",
     .group = CommandGroup::file,
     .title = "Connect…",
     .request = FileRequest{.kind = File::show_connect_dialog},
     .words = "watch serve remote link",
     .hint = "Watch a run that 'grouser run --serve' has on this machine or another"},
    {.id = "disconnect",
     .group = CommandGroup::file,
     .title = "Disconnect",
     .request = FileRequest{.kind = File::disconnect},
     .words = "remote link",
     .hint = "Stop watching; what has come stays",
     .enabled =
         [](CommandMoment c) {
           return !c.run.link.address.empty() && c.run.link.state != LinkState::refused;
         }},
    {.id = "compare_with",
     .group = CommandGroup::file,
     .title = "Compare with a recorded run or measurements…",
     .request = FileRequest{.kind = File::show_compare_dialog},
     .keys = "Ctrl+Shift+O",
     .words = "ghost second csv",
     .icon = Icon::compare,
     .enabled = is_open},
    {.id = "end_comparison",
     .group = CommandGroup::file,
     .title = "End the comparison",
     .request = FileRequest{.kind = File::end_comparison},
     .words = "ghost second",
     .icon = Icon::compare,
     .enabled = [](CommandMoment c) { return c.run.other != nullptr; },
     .active = [](CommandMoment c) { return c.run.other != nullptr; }},
    {.id = "save_picture",
     .group = CommandGroup::file,
     .title = "Save picture",
     .request = WindowRequest{.kind = Screen::save_picture},
     .keys = "F12",
     .words = "screenshot png"},
    {.id = "save_view",
     .group = CommandGroup::file,
     .title = "Save picture without panels",
     .request = WindowRequest{.kind = Screen::save_picture, .picture = PictureKind::view_alone},
     .keys = "Ctrl+F12",
     .words = "screenshot png view"},
    {.id = "transparent",
     .group = CommandGroup::file,
     .title = "Transparent pictures, without panels",
     .request = WindowRequest{.kind = Screen::toggle_transparent},
     .words = "screenshot alpha background",
     .hint = "Pictures without panels leave out sky and haze: behind ground and vehicle the PNG is "
             "transparent",
     .active = [](CommandMoment c) { return c.kept.picture_transparent; }},
    {.id = "save_video",
     .group = CommandGroup::file,
     .title = "Save video…",
     .request = VideoRequest{.kind = VideoRequest::Kind::show_dialog},
     .keys = "Shift+F12",
     .words = "movie mp4 film",
     .hint = "Of a recorded run that is open",
     .enabled = is_replay},
    {.id = "quit",
     .group = CommandGroup::file,
     .title = "Quit",
     .request = WindowRequest{.kind = Screen::quit},
     .keys = "Ctrl+Q",
     .words = "exit leave close"}};

}  // namespace

void add_file_commands(Commands& all) { add(all, kFileCommands); }

namespace {

const Command kEditCommands[] = {
    {.id = "undo",
     .group = CommandGroup::edit,
     .title = "Undo",
     .request = HistoryMove::undo,
     .keys = "Ctrl+Z",
     .words = "back revert",
     .enabled = [](CommandMoment c) { return c.document.document->can_undo(); },
     .now = [](CommandMoment c) { return "Undo " + c.document.document->last_step(); }},
    {.id = "redo",
     .group = CommandGroup::edit,
     .title = "Redo",
     .request = HistoryMove::redo,
     .keys = "Ctrl+Y Ctrl+Shift+Z",
     .words = "again",
     .enabled = [](CommandMoment c) { return c.document.document->can_redo(); },
     .now = [](CommandMoment c) { return "Redo " + c.document.document->next_step(); }},
    {.id = "duplicate_shape",
     .group = CommandGroup::edit,
     .title = "Duplicate the selected shape",
     .request = DocumentRequest{.kind = DocumentRequest::Kind::duplicate_selected},
     .keys = "Ctrl+D",
     .words = "copy block rock",
     .enabled = has_shape},
    {.id = "remove_shape",
     .group = CommandGroup::edit,
     .title = "Remove the selected shape",
     .request = DocumentRequest{.kind = DocumentRequest::Kind::remove_selected},
     .keys = "Del",
     .words = "delete block rock",
     .enabled = has_shape},
    {.id = "move_vehicle",
     .group = CommandGroup::edit,
     .title = "Move the vehicle; a click or Enter sets it down",
     .request = PlacingRequest{.mode = PlacingMode::move},
     .keys = "G",
     .words = "place start position",
     .enabled = is_live},
    {.id = "turn_vehicle",
     .group = CommandGroup::edit,
     .title = "Turn the vehicle; a click or Enter sets it down",
     .request = PlacingRequest{.mode = PlacingMode::turn},
     .keys = "R",
     .words = "place heading rotate",
     .enabled = is_live},
    {.id = "paint",
     .group = CommandGroup::edit,
     .title = "Paint soils on the ground",
     .request = PaintRequest{.kind = PaintRequest::Kind::toggle},
     .keys = "B",
     .words = "brush map",
     .enabled = is_live},
    {.id = "path",
     .group = CommandGroup::edit,
     .title = "Edit the path: drag and add waypoints",
     .request = PathRequest{.kind = PathRequest::Kind::toggle},
     .keys = "W",
     .words = "route traverse follow",
     .icon = Icon::path,
     .enabled = is_live,
     .active = [](CommandMoment c) { return c.drawing_path; }}};

}  // namespace

void add_edit_commands(Commands& all) { add(all, kEditCommands); }

}  // namespace grouser::desktop
