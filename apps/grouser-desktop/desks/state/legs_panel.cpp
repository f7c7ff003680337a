// SPDX-License-Identifier: BSD-3-Clause
// Legs of a walker: the present load and phase of each, and the times at which each was on the ground.
// Everything is read from channels by their names ("leg/NAME/phase": 0 on the ground, 1 in the air, 2
// feeling for it).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "desks/state/state_panels.hpp"
#include "session/channel_values.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

constexpr const char* kPhases[] = {"stands", "swings", "feels"};

/// The greatest absolute torque of a leg's motors now, N m.
double torque_of(const RunView& run, const std::string& leg) {
  double most = 0.0;
  for (const MotorPlace& motor : run.scene->motors)
    if (motor.channel.starts_with("leg/" + leg + "/"))
      most = std::max(most, std::fabs(channel_value(run, motor.channel)));
  return most;
}

/// A row with a joint's torque, N m, as a share of its limit: a bar from the middle to the right, or to the
/// left if the torque is negative. No row without a limit.
void torque_row(const Ui& ui, const RunView& run, const MotorPlace& motor) {
  constexpr float kNear = 0.9f;  // share of the limit from which the colour warns
  const double torque = channel_value(run, motor.channel);
  if (!std::isfinite(torque) || !(motor.most_torque > 0.0)) return;
  const float share = static_cast<float>(std::clamp(torque / motor.most_torque, -1.0, 1.0));
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(fit_text(plain_name(motor.name), ImGui::GetContentRegionAvail().x).c_str());
  ImGui::TableNextColumn();
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 high{low.x + ImGui::GetContentRegionAvail().x, low.y + ImGui::GetTextLineHeight()};
  const float middle = 0.5f * (low.x + high.x), end = middle + share * 0.5f * (high.x - low.x);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(low, high, palette::kRaised, ui.px(2));
  list->AddRectFilled({std::min(middle, end), low.y}, {std::max(middle, end), high.y},
                      std::fabs(share) > kNear ? palette::kError : palette::kAccent, ui.px(1));
  list->AddLine({middle, low.y}, {middle, high.y}, palette::kDim);
  ImGui::InvisibleButton(motor.channel.c_str(), {high.x - low.x, high.y - low.y});
  ui.mark("torque_" + motor.name);
  hint(fmt::format("{}: {:.4g} of {:.4g} N m", plain_name(motor.name), torque, motor.most_torque).c_str());
  ImGui::TableNextColumn();
  right_aligned(fmt::format("{:.3g}", torque));
}

/// The spans of time between `from` and `to`, s, in which a leg was on the ground, as bars within `low` to
/// `high`.
void bars_of_leg(const Ui& ui, const RunView& run, std::size_t channel, double from, double to, ImVec2 low,
                 ImVec2 high) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::vector<double>& times = run.data->times();
  const std::span<const double> phase = run.data->column(channel);
  const auto x_of = [&](double t) {
    return low.x + (high.x - low.x) * static_cast<float>(std::clamp((t - from) / (to - from), 0.0, 1.0));
  };
  list->AddRectFilled(low, high, palette::kRaised, ui.px(2));
  const std::size_t count = std::min(times.size(), phase.size());
  // Frames with the same phase are one span, which ends at the first frame of the next.
  std::size_t k = static_cast<std::size_t>(
      std::lower_bound(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(count), from) -
      times.begin());
  while (k < count && times[k] <= to) {
    std::size_t end = k;
    while (end < count && phase[end] == phase[k] && times[end] <= to) ++end;
    if (phase[k] == 0.0)
      list->AddRectFilled({x_of(times[k]), low.y},
                          {x_of(end < count ? times[end] : times[count - 1]), high.y}, palette::kAccent,
                          ui.px(1));
    k = end;
  }
}

}  // namespace

void legs_panel(const Ui& ui, const RunView& run) {
  if (!run.scene || !run.frame) return;
  const std::vector<std::string> legs = leg_names(*run.scene);
  if (legs.empty()) return;
  heading(ui, "Legs");
  const DisplayUnit force = steady_unit(ui.units(), "N", 1);
  if (!ImGui::BeginTable(
          "legs", 4, ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_RowBg | ImGuiTableFlags_PadOuterX))
    return;
  const std::string columns[] = {"Leg", "Load " + force.label, "Torque N m", "Now"};
  const char* tips[] = {
      "Legs of the walker", "Force of its foot on the ground, along the normal", "The largest of its servos'",
      "Whether its foot stands, swings, or feels for the ground below where it was expected"};
  for (const std::string& column : columns) ImGui::TableSetupColumn(column.c_str());
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (std::size_t k = 0; k < 4; ++k) {
    ImGui::TableNextColumn();
    ImGui::TableHeader(columns[k].c_str());
    hint(tips[k]);
  }
  for (const std::string& leg : legs) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(plain_name(leg).c_str());
    ImGui::TableNextColumn();
    // A leg ends in a foot pad or, on a limb with a wheel, in a wheel.
    const std::string foot = "pad/foot_" + leg + "/load", wheel = "wheel/" + leg + "/load";  // of a limb
    const double load = channel_value(run, find_channel(*run.scene, foot) >= 0 ? foot : wheel);
    ImGui::TextUnformatted(std::isnan(load) ? "-" : fmt::format("{:.1f}", load * force.factor).c_str());
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(fmt::format("{:.2f}", torque_of(run, leg)).c_str());
    ImGui::TableNextColumn();
    const double phase = channel_value(run, "leg/" + leg + "/phase");
    ImGui::TextUnformatted(phase >= 0.0 && phase <= 2.0 ? kPhases[static_cast<int>(phase)] : "-");
  }
  ImGui::EndTable();
  ImGui::TextUnformatted(
      ("Static margin  " + steady_text(ui.units(), channel_value(run, "walk/static_margin"), "mm", 1))
          .c_str());
  hint(
      "From the centre of mass to the nearest edge of the polygon of the feet that touch; in the view: dot, "
      "mass; ring, where it is to go; cross, centre of pressure");
  ImGui::Dummy({0, ui.px(6)});
}

void motors_panel(const Ui& ui, const RunView& run) {
  if (!run.scene || !run.frame || run.scene->motors.empty()) return;
  ImGui::Dummy({0, ui.px(6)});
  heading(ui, "Joint torques");
  if (!ImGui::BeginTable("motors", 3, ImGuiTableFlags_SizingStretchProp)) return;
  ImGui::TableSetupColumn("joint", 0, 1.3f);
  ImGui::TableSetupColumn("share", 0, 1.2f);
  ImGui::TableSetupColumn("torque", 0, 0.7f);
  for (const char* name : {"Joint", "Of its limit", "N m"}) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", name);
  }
  for (const MotorPlace& motor : run.scene->motors) torque_row(ui, run, motor);
  ImGui::EndTable();
  ImGui::Dummy({0, ui.px(6)});
}

void gait_panel(const Ui& ui, const RunView& run) {
  if (!run.scene || !run.data || run.data->times().size() < 2 || leg_names(*run.scene).empty()) return;
  // The last 20 s before the time that is shown.
  constexpr double kSpan = 20.0;  // s
  const double to = std::max(run.time, std::min(kSpan, run.newest)), from = std::max(0.0, to - kSpan);
  ImGui::TextUnformatted(fmt::format("Feet that stand, from {:.1f} to {:.1f} s", from, to).c_str());
  const float name_width = ui.px(110), height = ui.px(16), gap = ui.px(6);
  for (const std::string& leg : leg_names(*run.scene)) {
    const int channel = find_channel(*run.scene, "leg/" + leg + "/phase");
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::TextUnformatted(plain_name(leg).c_str());
    const ImVec2 low{p.x + name_width, p.y}, high{p.x + width, p.y + height};
    bars_of_leg(ui, run, static_cast<std::size_t>(channel), from, to, low, high);
    ui.mark_area("gait_" + leg, low, high);
    ImGui::SetCursorScreenPos({p.x, p.y + height + gap});
  }
}

}  // namespace grouser::desktop
