// SPDX-License-Identifier: BSD-3-Clause
// The table of commands: menus, tool bar, keys, list of keys and palette all show it.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/document/document_work.hpp"
#include "session/request.hpp"
#include "session/session.hpp"
#include "view/camera/camera.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// State that decides whether a command can be given now, and how it reads.
struct CommandContext {
  const RunView& run;
  const DocumentView& document;
  const Camera& camera;
  const KeptState& kept;
  bool help_open = false;
  bool drawing_path = false;  ///< the path's waypoints are being edited
  std::string tab_out = {};   ///< id of the tab that is out of its bar
};

enum class CommandGroup { file, edit, run, view, panels, help };
/// "File", "Edit": also its menu.
const char* group_name(CommandGroup group);

struct Command {
  using Test = bool (*)(const CommandContext&);
  const char* id = "";  ///< stable: kept keys and tests name it
  CommandGroup group = CommandGroup::file;
  const char* title = "";  ///< in the list of keys and in the palette
  Request request = {};    ///< its request, unless `make` is given
  const char* keys = "";   ///< as shipped, as parse_chords() reads them
  const char* words = "";  ///< further words that find it
  const char* hint = "";   ///< in a tooltip, beside the title
  std::optional<Icon> icon = {};
  Test enabled = nullptr;                               ///< null: always
  Test active = nullptr;                                ///< shown as on; null: it has no such state
  std::string (*now)(const CommandContext&) = nullptr;  ///< the title at this moment, such as "Pause"
  Request (*make)(const CommandContext&) = nullptr;     ///< where it depends on the moment

  bool can(const CommandContext& context) const { return !enabled || enabled(context); }
  bool on(const CommandContext& context) const { return active && active(context); }
  std::string title_now(const CommandContext& context) const { return now ? now(context) : title; }
  Request asked(const CommandContext& context) const { return make ? make(context) : request; }
};

/// All of them, in the order of their menus.
const std::vector<Command>& commands();
/// Precondition: there is one of this id.
const Command& command(std::string_view id);

}  // namespace grouser::desktop
