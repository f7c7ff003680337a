// SPDX-License-Identifier: BSD-3-Clause
// Asks which part of a replay becomes a video, how it looks and under which name; and shows the progress of
// one.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "desks/video/video_panels.hpp"
#include "desks/video/video_request.hpp"
#include "session/video/frame_sink.hpp"
#include "widgets/dialog.hpp"
#include "widgets/entry_field.hpp"
#include "widgets/progress_card.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

/// Span of the run that the video shows, s.
Range chosen_span(const RunView& run, const VideoForm& form, const std::optional<double>& second) {
  const Range whole{run.data->times().front(), run.data->times().back()};
  if (!form.between_cursors || !second) return whole;
  return {std::min(run.time, *second), std::max(run.time, *second)};
}

/// Name of a row, with its fields to the right.
void label(const Ui& ui, const char* text) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", text);
  ImGui::SameLine(std::min(ui.px(150), 0.3f * ImGui::GetContentRegionMax().x));
}

/// Rows for the part of the run, the speed and the rate.
void span_rows(const Ui& ui, VideoForm& form, const std::optional<double>& second) {
  label(ui, "Part");
  if (ImGui::RadioButton("The whole run", !form.between_cursors)) form.between_cursors = false;
  ui.mark("video_whole");
  hint("From its first to its last recorded moment");
  constexpr const char *kBetween = "Between the cursors A and B", *kRate = "Pictures a second";
  beside_or_below(check_width(kBetween), ui.px(18));
  ImGui::BeginDisabled(!second);
  if (ImGui::RadioButton(kBetween, form.between_cursors)) form.between_cursors = true;
  ui.mark("video_between");
  ImGui::EndDisabled();
  hint("From the time of the view (A) to the second cursor of the plots (B): press M at a plot to set it");
  label(ui, "Speed");
  ImGui::SetNextItemWidth(ui.px(90));
  if (const auto typed =
          entry_field(ui, "##video_speed", fmt::format("{:g}", form.choice.timing.speed), {"-", 1e-4, 1e4}))
    form.choice.timing.speed = *typed;
  ui.mark("video_speed");
  hint("Simulated seconds in one second of the video: 1 is real time, 10 is a time lapse");
  beside_or_below(ImGui::CalcTextSize(kRate).x + ui.px(78), ui.px(18));
  ImGui::TextDisabled("%s", kRate);
  ImGui::SameLine(0, ui.px(8));
  ImGui::SetNextItemWidth(ui.px(70));
  if (const auto typed =
          entry_field(ui, "##video_fps", std::to_string(form.choice.timing.fps), {"-", 1.0, 240.0, true}))
    form.choice.timing.fps = static_cast<int>(*typed);
  ui.mark("video_fps");
  hint("Of the video; how quickly the window draws does not matter");
}

/// Rows for the size and the panels.
void look_rows(const Ui& ui, VideoChoice& choice) {
  label(ui, "Size");
  ImGui::SetNextItemWidth(ui.px(160));
  if (ImGui::BeginCombo("##video_size", kVideoSizes[choice.size].name)) {
    for (int k = 0; k < static_cast<int>(std::size(kVideoSizes)); ++k)
      if (ImGui::Selectable(kVideoSizes[k].name, k == choice.size)) choice.size = k;
    ImGui::EndCombo();
  }
  ui.mark("video_size");
  hint("Pixels");
  beside_or_below(check_width("With panels"), ui.px(18));
  ImGui::Checkbox("With panels", &choice.with_panels);
  ui.mark("video_panels");
  hint("Panels and plots as well; else the 3D view alone, from where you look now");
}

/// Says how long the video will be, or why it cannot be made. False if it cannot.
bool tell_length(const RunView& run, const VideoForm& form, const std::optional<double>& cursor) {
  VideoTiming timing = form.choice.timing;
  const Range span = chosen_span(run, form, cursor);
  timing.from = span.low;
  timing.to = span.high;
  ImGui::PushTextWrapPos(0.0f);
  bool good = false;
  try {
    // VideoPlan refuses times and rates that give no video.
    const VideoPlan plan(timing, run.data->times().front(), run.data->times().back());
    ImGui::TextDisabled("%s", fmt::format("{:.3f} s to {:.3f} s of the run: {} pictures, {:.2f} s of video",
                                          span.low, span.high, plan.frames(), plan.duration())
                                  .c_str());
    good = true;
  } catch (const std::exception& error) {
    ImGui::TextUnformatted(error.what());
  }
  std::error_code error;
  const fs::path full = fs::absolute(form.choice.path, error);
  ImGui::TextDisabled("%s", full.string().c_str());
  if (fs::exists(full, error)) {
    // A folder, or a file of another kind, is never replaced.
    const bool ours = !fs::is_directory(full, error) && is_ours(full, video_kind());
    ImGui::PushStyleColor(ImGuiCol_Text, palette::kWarning);
    ImGui::TextUnformatted(ours ? "This video exists and will be replaced."
                                : "This exists and is no video of Grouser: choose another name.");
    ImGui::PopStyleColor();
    good = good && ours;
  }
  ImGui::PopTextWrapPos();
  return good && !form.choice.path.empty();
}

/// "12 of 300 pictures, 8 s left".
std::string left_text(const VideoProgress& video) {
  if (video.state == VideoState::stopping) return "stopping";
  if (video.total == 0) return "opening the run";
  const std::string done = fmt::format("{} of {} pictures", video.done, video.total);
  if (!video.left) return done;
  return done + ", " + time_left_text(*video.left);
}

}  // namespace

void video_dialog(const Ui& ui, const RunView& run, VideoForm& form, const std::optional<double>& cursor,
                  Requests& requests) {
  if (run.mode != SessionMode::replay) form.dialog.open = false;
  if (!begin_dialog(ui, "Save a video", form.dialog, {620, 0})) return;
  label(ui, "Video file");
  if (form.dialog.take_fresh()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered =
      ImGui::InputText("##video_path", &form.choice.path,
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ui.mark("video_path");
  hint("Name of the video (.mp4); relative names are in the folder the program was started in");
  span_rows(ui, form, cursor);
  look_rows(ui, form.choice);
  const bool good = tell_length(run, form, cursor);
  ImGui::Dummy({0, ui.px(4)});
  const DialogButtons buttons{.confirm = "Save video",
                              .mark = "video_confirm",
                              .tip = "Make it beside the window, which goes on as before",
                              .cancel_tip = "Make no video",
                              .cancel_mark = "video_no",
                              .can = good};
  const DialogAnswer answer = dialog_buttons(ui, buttons, entered);
  if (answer.confirmed) ask(requests, VideoRequest{.kind = VideoRequest::Kind::start});
  end_dialog(form.dialog, answer.end());
}

void video_panel(const Ui& ui, const VideoProgress& video, ImVec2 corner, Requests& requests) {
  if (video.state == VideoState::idle) return;
  const float part =
      video.total > 0 ? static_cast<float>(video.done) / static_cast<float>(video.total) : 0.0f;
  if (progress_card(ui,
                    {"video", "Video " + fs::path(video.path).filename().string(), left_text(video), part,
                     video.state == VideoState::stopping, "Stop making the video; no file is left"},
                    corner))
    ask(requests, VideoRequest{.kind = VideoRequest::Kind::cancel});
}

}  // namespace grouser::desktop
