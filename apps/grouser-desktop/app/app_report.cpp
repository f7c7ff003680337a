// SPDX-License-Identifier: BSD-3-Clause
// What the program shows, in words, for tests.
#include <fmt/format.h>

#include "app/app.hpp"
#include "app/in_front.hpp"
#include "desks/document/document_panels.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

namespace {

/// m that the rover has come, by the run's own metric; "" where there is none.
std::string distance_text(const RunView& run) {
  if (!run.data) return "";
  const auto found = run.data->report().metrics.find("distance");
  return found == run.data->report().metrics.end() ? "" : number_text(found->second.value, 3);
}

/// "mm deg N N/m Pa kg J": what fields show of each quantity.
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

/// "12/300"; "" while none is made.
std::string video_text(const VideoProgress& video) {
  return video.state == VideoState::idle ? "" : fmt::format("{}/{}", video.done, video.total);
}

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
  const RunView& run = session_.view();
  std::ptrdiff_t errors = 0;
  for (const LogLine& line : session_.log()) errors += line.level == LogLevel::error ? 1 : 0;
  UiReport report{
      {"state", run.mode == SessionMode::empty ? "empty" : to_string(run.state)},
      {"mode", mode_text(run.mode)},
      {"step", run.frame ? std::to_string(run.frame->step) : ""},
      {"time", number_text(run.time, 3)},
      {"speed", fmt::format("{:g}", run.speed)},
      {"backward", run.backward ? "yes" : "no"},
      {"loop",
       run.loop_begin && run.loop_end ? fmt::format("{:.3f} to {:.3f}", *run.loop_begin, *run.loop_end) : ""},
      {"hand", run.hand.on ? "on" : "off"},
      {"hand_told", run.hand.on ? hand_text(kept_.units, run.hand) : ""},
      {"scene", run.scene ? run.scene->name : ""},
      {"recording", run.recording_path},
      {"other", run.other_name},
      {"events", std::to_string(run.data ? run.data->events().size() : 0)},
      {"verdict", run.data && run.data->report().verdict ? run.data->report().verdict->name : ""},
      {"result", result_.view().word},
      {"result_text", result_.view().sentence},
      {"run_file", run.run_file},
      {"distance", distance_text(run)},
      {"study_rows", fmt::format("{}/{}", study_.view().rows_over, study_.view().rows->size())},
      {"link", run.link.address.empty() ? "" : to_string(run.link.state)},
      {"video", video_text(pictures_.video())},
      {"video_speed", fmt::format("{:g}", passing_.video.choice.timing.speed)},
      {"dialog", open_dialog_name(passing_)},
      {"popup", popup_is_open() ? "open" : "none"},
      {"toast", window_.toasts().shown().empty() ? "" : window_.toasts().shown().back().text},
      {"refusal", passing_.entry.refusal},
      {"focus", walk_.panel()},
      {"units", units_text(kept_.units)},
      {"cut", cut_text(map_)},
      {"patterns", kept_.patterns ? "on" : "off"},
      {"help", passing_.help_open ? "open" : "closed"},
      {"selected", run.scene ? Inspector::title_of(document_.view().selection, *run.scene) : ""},
      {"changes", std::to_string(document_.view().document->changes().size())},
      {"last_step", document_.view().document->last_step()},
      {"painting", paint_.view().active ? (paint_.view().writing ? "writing" : "on") : "off"},
      {"placing", document_.view().placing->active ? document_.view().placing->vehicle : ""},
      {"path", path_.view().active ? std::to_string(path_.view().waypoints.size()) : ""},
      {"path_energy", path_.view().answer && !path_.view().working
                          ? fmt::format("{}", path_.view().answer->result.energy)
                          : ""},
      {"measured", measured_.view().file},
      {"measured_offset", fmt::format("{}", measured_.view().offset)},
      {"placing_at",
       document_.view().placing->held
           ? fmt::format("{:.3f} {:.3f}", document_.view().placing->x, document_.view().placing->y)
           : ""},
      {"probe", looking_.probed(kept_.units)},
      {"ruler", looking_.ruler().on ? std::to_string(looking_.ruler().points.size()) : ""},
      {"built", document_.view().document->building() || session_.loading() ? "no" : "yes"},
      {"unsaved", document_.unsaved() ? "yes" : "no"},
      {"message", std::to_string(errors)}};
  window_.note(report);
  terrain_.note(report);
  campaigns_.note(report);
  return report;
}

}  // namespace grouser::desktop
