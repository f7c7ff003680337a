// SPDX-License-Identifier: BSD-3-Clause
#include "desks/plots/plots_room.hpp"

#include <algorithm>
#include <utility>

#include "desks/plots/plots_panels.hpp"
#include "session/channel_values.hpp"
#include "widgets/area.hpp"

namespace grouser::desktop {

void PlotsRoom::register_requests(RequestTable& table) {
  table.on<PlotRequest>([this](const PlotRequest& r) { carry_out(r); });
}

void PlotsRoom::carry_out(const PlotRequest& r) {
  using Kind = PlotRequest::Kind;
  const auto hide = [this](int channel) { return std::erase(plotted_, channel) > 0; };
  switch (r.kind) {
    case Kind::toggle:
      if (!hide(r.channel)) plotted_.push_back(r.channel);
      return;
    case Kind::show:
    case Kind::hide:
      for (const int channel : r.channels) hide(channel);
      if (r.kind == Kind::show) plotted_.insert(plotted_.end(), r.channels.begin(), r.channels.end());
      return;
    case Kind::clear:
      list_.cleared = std::exchange(plotted_, {});
      return;
    case Kind::undo_clear:
      if (plotted_.empty()) plotted_ = std::exchange(list_.cleared, {});
      return;
  }
}

std::vector<Tab> PlotsRoom::tabs() {
  return {{.order = 10,
           .name = "Plots",
           .id = "plots",
           .tip = "Channels over time",
           .draw = [this](const Ui& ui, Requests& requests) { draw(ui, requests); }},
          {.order = 35,
           .name = "Rose",
           .id = "rose",
           .tip = "In which directions the wheels slipped, by the time spent",
           .draw = [this](const Ui& ui, Requests&) { rose_panel(ui, *shared_.session.view().data, rose_); },
           .offered =
               [this] {
                 const RunView& run = shared_.session.view();
                 return run.scene && run.data && run.data->frame_count() > 0 && has_slip_angles(*run.scene);
               },
           .least = 330.0f,
           .most = 0.75f},
          {.order = 30,
           .name = "Compare",
           .id = "compare",
           .tip = "Headline numbers of both runs",
           .draw = [this](const Ui& ui,
                          Requests& requests) { compare_panel(ui, shared_.session.view(), requests); },
           .offered = [this] { return shared_.session.view().other != nullptr; }}};
}

void PlotsRoom::draw(const Ui& ui, Requests& requests) {
  const RunView& run = shared_.session.view();
  const float list = std::min(ui.px(290), 0.3f * ImGui::GetContentRegionAvail().x);
  ImGui::BeginChild("##channels", {list, 0}, false, kStillArea);
  channels_panel(ui, run, plotted_, list_, requests);
  ImGui::EndChild();
  ImGui::SameLine(0, ui.px(10));
  ImGui::BeginGroup();
  plots_panel(ui, run, plotted_, shared_.shown.plots, requests);
  ImGui::EndGroup();
}

void PlotsRoom::plot(const std::vector<std::string>& names) {
  list_.kinds = channel_tree(shared_.session.view().scene->channels);
  plotted_.clear();
  for (const std::string& name : names)
    if (const int k = find_channel(*shared_.session.view().scene, name); k >= 0) plotted_.push_back(k);
}

void PlotsRoom::recall(const KeptPart& part) {
  if (const auto peaks = part.find("peaks"); peaks != part.end())
    shared_.shown.plots.peaks = peaks->second != "off";
}

void PlotsRoom::keep(KeptPart& part) const { part["peaks"] = shared_.shown.plots.peaks ? "on" : "off"; }

void PlotsRoom::opened() {
  list_.cleared.clear();
  rose_ = {};
  plot(shared_.session.view().scene->shown_channels);
}

void PlotsRoom::rebuilt() { plot(names_); }

void PlotsRoom::update(double, Requests&) {
  names_.clear();
  const RunView& run = shared_.session.view();
  for (const int k : plotted_)
    if (run.scene && static_cast<std::size_t>(k) < run.scene->channels.size())
      names_.push_back(run.scene->channels[static_cast<std::size_t>(k)].name);
}

}  // namespace grouser::desktop
