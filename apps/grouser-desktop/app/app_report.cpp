// SPDX-License-Identifier: BSD-3-Clause
// The content of the window in words, for tests.
#include <fmt/format.h>

#include "app/app.hpp"
#include "app/in_front.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

namespace {

/// Distance that the rover has covered, m, by the run's own metric; "" if it has none.
std::string distance_text(const RunView& run) {
  if (!run.data) return "";
  const auto found = run.data->report().metrics.find("distance");
  return found == run.data->report().metrics.end() ? "" : number_text(found->second.value, 3);
}

/// The unit in which fields show each quantity: "mm deg N N/m Pa kg J".
std::string units_text(const ShownUnits& units) {
  std::string text;
  for (const char* unit : {"m", "deg", "N", "N/m", "Pa", "kg", "J"})
    text += (text.empty() ? "" : " ") + field_unit(units, unit).label;
  return text;
}

/// Names of widgets that are out of reach, parted by blanks.
std::string cut_text(const UiMap& map) {
  std::string text;
  for (const auto& [name, rect] : map)
    if (rect.cut) text += (text.empty() ? "" : " ") + name;
  return text;
}

/// Text of the mode; tests compare it.
const char* mode_text(SessionMode mode) {
  switch (mode) {
    case SessionMode::empty:
      return "empty";
    case SessionMode::live:
      return "live";
    case SessionMode::replay:
      return "replay";
    case SessionMode::connected:
      return "connected";
  }
  return "";
}

}  // namespace

UiReport App::report() const {
  const RunView& run = shared_.session.view();
  const char* dialog = open_dialog_name();
  // The window's and session's part; each desk then adds its own.
  UiReport report{
      {"state", run.mode == SessionMode::empty ? "empty" : to_string(run.state)},
      {"mode", mode_text(run.mode)},
      {"step", run.frame ? std::to_string(run.frame->step) : ""},
      {"time", number_text(run.time, 3)},
      {"speed", fmt::format("{:g}", run.speed)},
      {"backward", run.backward ? "yes" : "no"},
      {"loop",
       run.loop_begin && run.loop_end ? fmt::format("{:.3f} to {:.3f}", *run.loop_begin, *run.loop_end) : ""},
      {"scene", run.scene ? run.scene->name : ""},
      {"recording", run.recording_path},
      {"other", run.other_name},
      {"events", std::to_string(run.data ? run.data->events().size() : 0)},
      {"verdict", run.data && run.data->report().verdict ? run.data->report().verdict->name : ""},
      {"run_file", run.run_file},
      {"distance", distance_text(run)},
      {"link", run.link.address.empty() ? "" : to_string(run.link.state)},
      {"dialog", dialog ? dialog : "none"},
      {"popup", popup_is_open() ? "open" : "none"},
      {"refusal", entry_.refusal},
      {"focus", walk_.panel()},
      {"units", units_text(shared_.kept.units)},
      {"cut", cut_text(map_)},
      {"patterns", shared_.kept.patterns ? "on" : "off"}};
  window_.note(report);
  for (const auto& desk : desks_) desk->note(report);
  return report;
}

}  // namespace grouser::desktop
