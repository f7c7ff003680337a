// SPDX-License-Identifier: BSD-3-Clause
// The list of channels to plot: a tree of kinds and groups, or a flat list while a filter is typed. Ticks
// ask for plots; channels and groups can also be dragged onto a plot.
#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "desks/plots/plots_panels.hpp"
#include "session/channel_values.hpp"
#include "session/plot_request.hpp"
#include "session/scenario_list.hpp"
#include "view/context_menu.hpp"

namespace grouser::desktop {

namespace {

/// The last item can be dragged onto a plot.
void drag_channels(const std::vector<int>& channels, const std::string& name) {
  if (!ImGui::BeginDragDropSource(ImGuiDragDropFlags_SourceNoHoldToOpenOthers)) return;
  ImGui::SetDragDropPayload(kDraggedChannels, channels.data(), channels.size() * sizeof(int));
  ImGui::TextUnformatted(name.c_str());
  ImGui::EndDragDropSource();
}

/// Offers the menu of a channel or of a group of channels.
void offer_channels_menu(const std::vector<int>& channels, const std::string& names, const PlotCards& plotted,
                         Requests& requests) {
  offer_menu(requests, [&]() -> MenuEntries {
    const bool all = std::all_of(channels.begin(), channels.end(), [&](int k) { return plotted.holds(k); });
    using Kind = PlotRequest::Kind;
    return {{"plot", all ? "Plot no longer" : "Plot",
             PlotRequest{.kind = all ? Kind::hide : Kind::show, .channels = channels}},
            {"plot_alone", "Plot in axes of its own", PlotRequest{.kind = Kind::drop, .channels = channels}},
            {},
            copy_entry("copy_name", channels.size() == 1 ? "Copy its name" : "Copy their names", names)};
  });
}

/// A tick of one channel, with its name and description in the tooltip.
void channel_row(const Ui& ui, const ChannelSpec& channel, const std::string& label, int index,
                 const PlotCards& plotted, Requests& requests) {
  bool on = plotted.holds(index);
  ImGui::PushID(index);
  if (ImGui::Checkbox(label.c_str(), &on)) ask(requests, PlotRequest{.channel = index});
  ImGui::PopID();
  ui.mark("channel_" + channel.name);
  drag_channels({index}, channel.name);
  offer_channels_menu({index}, channel.name, plotted, requests);
  hint((channel.name + (channel.description.empty() ? "" : "\n" + channel.description)).c_str(),
       channel.unit.c_str());
}

/// A tick for all channels of a group, half on where only some are plotted, and the members below it when
/// it is opened. A group of one is a plain row.
void group_rows(const Ui& ui, const RunView& run, const QuantityGroup& group, const std::string& kind,
                const PlotCards& plotted, Requests& requests) {
  const auto spec = [&](int channel) -> const ChannelSpec& {
    return run.scene->channels[static_cast<std::size_t>(channel)];
  };
  if (group.channels.size() == 1) {
    const std::string& member = group.members.front();
    return channel_row(ui, spec(group.channels.front()),
                       (member.empty() ? "" : member + " ") + group.quantity, group.channels.front(), plotted,
                       requests);
  }
  const auto on = static_cast<std::size_t>(
      std::count_if(group.channels.begin(), group.channels.end(), [&](int k) { return plotted.holds(k); }));
  bool all = on == group.channels.size();
  ImGui::PushID(group.quantity.c_str());
  ImGui::PushItemFlag(ImGuiItemFlags_MixedValue, on > 0 && !all);
  if (ImGui::Checkbox("##all", &all))
    ask(requests,
        PlotRequest{.kind = on == group.channels.size() ? PlotRequest::Kind::hide : PlotRequest::Kind::show,
                    .channels = group.channels});
  ImGui::PopItemFlag();
  ui.mark("channels_" + kind + "_" + group.quantity);
  hint("All of them");
  ImGui::SameLine(0, ui.px(2));
  const std::string label = group.quantity + "  (" + std::to_string(group.channels.size()) + ")";
  const bool unfolded = ImGui::TreeNodeEx("members", ImGuiTreeNodeFlags_SpanAvailWidth, "%s", label.c_str());
  ui.mark("group_" + kind + "_" + group.quantity);
  std::string names;
  for (const int k : group.channels) names += (names.empty() ? "" : "\n") + spec(k).name;
  drag_channels(group.channels, group.quantity + " of all");
  offer_channels_menu(group.channels, names, plotted, requests);
  if (unfolded) {
    for (std::size_t k = 0; k < group.channels.size(); ++k)
      channel_row(ui, spec(group.channels[k]), group.members[k], group.channels[k], plotted, requests);
    ImGui::TreePop();
  }
  ImGui::PopID();
}

/// All channels by kinds; each kind can be folded.
void tree(const Ui& ui, const RunView& run, const std::vector<ChannelKind>& kinds, const PlotCards& plotted,
          Requests& requests) {
  for (const ChannelKind& kind : kinds) {
    // The title begins with a capital letter.
    std::string title = plain_name(kind.name);
    if (!title.empty()) title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    const bool any = std::any_of(kind.groups.begin(), kind.groups.end(), [&](const QuantityGroup& group) {
      return std::any_of(group.channels.begin(), group.channels.end(),
                         [&](int channel) { return plotted.holds(channel); });
    });
    // A kind with plotted channels is open at first.
    ImGui::SetNextItemOpen(any, ImGuiCond_Once);
    if (!ImGui::TreeNodeEx(kind.name.c_str(),
                           ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_NoTreePushOnOpen, "%s",
                           title.c_str()))
      continue;
    ImGui::PushID(kind.name.c_str());
    for (const QuantityGroup& group : kind.groups) group_rows(ui, run, group, kind.name, plotted, requests);
    ImGui::PopID();
  }
}

/// A flat list of the channels whose names have the words of the filter; only visible rows are made.
void found(const Ui& ui, const RunView& run, const std::string& filter, const PlotCards& plotted,
           Requests& requests) {
  std::vector<int> shown;
  for (std::size_t k = 0; k < run.scene->channels.size(); ++k)
    if (contains_words(run.scene->channels[k].name, filter)) shown.push_back(static_cast<int>(k));
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(shown.size()));
  while (clipper.Step())
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
      const int k = shown[static_cast<std::size_t>(row)];
      const ChannelSpec& channel = run.scene->channels[static_cast<std::size_t>(k)];
      channel_row(ui, channel, channel.name, k, plotted, requests);
    }
  if (shown.empty()) ImGui::TextDisabled("No channel matches");
}

}  // namespace

void channels_panel(const Ui& ui, const RunView& run, const PlotCards& plotted, ChannelList& list,
                    Requests& requests) {
  // After a clear the same button brings the plots back.
  const bool back = plotted.empty() && !list.cleared.empty();
  const char* const clear = back ? "Undo" : "Clear";
  ImGui::SetNextItemWidth(-ui.px(64));
  ImGui::InputTextWithHint("##filter", "Filter channels", &list.filter);
  ui.mark("channel_filter");
  ImGui::SameLine();
  if (ImGui::Button(clear, {-1, 0}))
    ask(requests, PlotRequest{.kind = back ? PlotRequest::Kind::undo_clear : PlotRequest::Kind::clear});
  ui.mark("channels_clear");
  hint(back ? "Plot again what was cleared" : "Plot nothing");
  ImGui::BeginChild("list");
  if (run.scene) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(2), ui.px(1)});
    list.filter.empty() ? tree(ui, run, list.kinds, plotted, requests)
                        : found(ui, run, list.filter, plotted, requests);
    ImGui::PopStyleVar();
  }
  ImGui::EndChild();
}

}  // namespace grouser::desktop
