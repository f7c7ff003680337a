// SPDX-License-Identifier: BSD-3-Clause
// The rose is kept and made anew only when the run has grown, because all frames are counted each time.
#include <algorithm>

#include "desks/plots/plots_panels.hpp"
#include "session/channel_values.hpp"
#include "widgets/chart_painter.hpp"

namespace grouser::desktop {

namespace {

/// Name of the channel with a wheel's slip angle.
std::string slip_angle_of(const std::string& wheel) { return "wheel/" + wheel + "/slip_angle"; }

/// The shares of time in 36 sectors of 10 deg, per wheel with a slip angle.
RoseChart make_rose(RunData& run) {
  constexpr int kSectors = 36;
  RoseChart rose;
  rose.title = "Slip angle of the wheels";
  rose.label = "share of the time";
  for (const std::string& wheel : run.scene()->wheel_names) {
    const int channel = find_channel(*run.scene(), slip_angle_of(wheel));
    if (channel < 0) continue;
    rose.series.push_back(
        {plain_name(wheel),
         direction_shares(run.times(), run.column(static_cast<std::size_t>(channel)), kSectors)});
  }
  return rose;
}

}  // namespace

bool has_slip_angles(const Scene& scene) {
  return std::any_of(scene.wheel_names.begin(), scene.wheel_names.end(), [&](const std::string& wheel) {
    return find_channel(scene, slip_angle_of(wheel)) >= 0;
  });
}

void rose_panel(const Ui& ui, RunData& run, SlipRose& rose) {
  // A run that goes on is counted again once it has grown by a fiftieth.
  const std::size_t frames = run.frame_count();
  if (frames < rose.frames || frames > rose.frames + rose.frames / 50) rose = {make_rose(run), frames};
  chart_widget(
      ui, "slip_rose",
      [&](const ChartBox& box, const ChartPaper& paper) { return draw_rose(rose.chart, box, paper); },
      ImGui::GetContentRegionAvail());
}

}  // namespace grouser::desktop
