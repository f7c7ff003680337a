// SPDX-License-Identifier: BSD-3-Clause
// Plots hold channels by index. update() keeps their names, and rebuilt() finds the indices anew by these
// names.
#include "desks/plots/plots_desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "desks/plots/plot_files.hpp"
#include "desks/plots/plot_inputs.hpp"
#include "desks/plots/plots_panels.hpp"
#include "session/channel_values.hpp"
#include "widgets/area.hpp"
#include "widgets/plot_zoom.hpp"

namespace grouser::desktop {

void PlotsDesk::register_requests(RequestTable& table) {
  table.on<PlotRequest>([this](const PlotRequest& r) { carry_out(r); });
}

const Channels& PlotsDesk::channels() const {
  static const Channels kNone;
  const auto& scene = shared_.session.view().scene;
  return scene ? scene->channels : kNone;
}

void PlotsDesk::carry_out(const PlotRequest& r) {
  using Kind = PlotRequest::Kind;
  switch (r.kind) {
    case Kind::toggle:
      return plots_.holds(r.channel) ? plots_.remove(r.channel) : plots_.add(r.channel, channels());
    case Kind::show:
      for (const int channel : r.channels) plots_.add(channel, channels());
      return;
    case Kind::hide:
      for (const int channel : r.channels) plots_.remove(channel);
      return;
    case Kind::clear:
      list_.cleared = std::exchange(plots_, {});
      return;
    case Kind::undo_clear:
      if (plots_.empty()) plots_ = std::exchange(list_.cleared, {});
      return;
    case Kind::drop: {
      const std::string refused = plots_.drop(r.channels, r.plot, channels());
      if (!refused.empty()) shared_.session.add_log(LogLevel::notice, refused);
      return;
    }
    case Kind::remove:
    case Kind::toggle_legend:
    case Kind::fix_range:
    case Kind::fit_range:
    case Kind::enlarge:
    case Kind::save:
      return change_plot(r);
  }
}

/// Carries out a request about one plot.
void PlotsDesk::change_plot(const PlotRequest& r) {
  using Kind = PlotRequest::Kind;
  const RunView& run = shared_.session.view();
  if (r.plot < 0 || static_cast<std::size_t>(r.plot) >= plots_.cards().size() || !run.data ||
      run.data->frame_count() == 0)
    return;
  PlotCard& card = plots_.cards()[static_cast<std::size_t>(r.plot)];
  const PlotInput plot = make_plots(run, plots_)[static_cast<std::size_t>(r.plot)];
  PlotView& view = shared_.shown.plots;
  if (r.kind == Kind::remove) plots_.remove_card(r.plot);
  if (r.kind == Kind::toggle_legend)
    card.legend = card.legend == PlotLegend::shown ? PlotLegend::hidden : PlotLegend::shown;
  if (r.kind == Kind::fix_range)
    view.values[plot.title] = fitted_values(plot, axis_range(shown_times(view, plot.all), AxisEnds::data));
  if (r.kind == Kind::fit_range) view.values.erase(plot.title);
  if (r.kind == Kind::enlarge) view.enlarged = view.enlarged == plot.title ? "" : plot.title;
  if (r.kind == Kind::save) save(plot, r.format);
}

/// Saves a plot in the working folder; no file is replaced.
void PlotsDesk::save(const PlotInput& plot, PlotFormat format) const {
  // Blanks, commas and slashes of a title do not belong in a file's name.
  std::string name = shared_.session.view().scene->name + "_" + plot.title;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ' ' || c == ',' || c == '/'; }, '_');
  std::filesystem::path path = std::filesystem::absolute(name + ending_of(format));
  for (int k = 2; std::filesystem::exists(path); ++k)
    path.replace_filename(fmt::format("{}_{}{}", name, k, ending_of(format)));
  save_plot(path, format, plot, shown_times(shared_.shown.plots, plot.all));
  shared_.session.add_log(LogLevel::done, "Saved the plot as " + path.string());
}

bool PlotsDesk::escape(Requests&) {
  PlotView& view = shared_.shown.plots;
  // Escape takes back the enlarged plot first, then the second cursor.
  if (!drawn_ || (view.enlarged.empty() && !view.second)) return false;
  view.enlarged.empty() ? view.second.reset() : view.enlarged.clear();
  return true;
}

void PlotsDesk::note(UiReport& report) const {
  std::string titles;
  for (const PlotNames& names : plot_names(plots_, channels()))
    titles += (titles.empty() ? "" : "; ") + names.title;
  report["plots"] = titles;
  report["plot_enlarged"] = shared_.shown.plots.enlarged;
}

std::vector<Tab> PlotsDesk::tabs() {
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

void PlotsDesk::draw(const Ui& ui, Requests& requests) {
  drawn_ = true;
  const RunView& run = shared_.session.view();
  // An enlarged plot has the list's room too.
  if (shared_.shown.plots.enlarged.empty()) {
    const float list = std::min(ui.px(290), std::max(ui.px(180), 0.3f * ImGui::GetContentRegionAvail().x));
    ImGui::BeginChild("##channels", {list, 0}, false, kStillArea);
    channels_panel(ui, run, plots_, list_, requests);
    ImGui::EndChild();
    ImGui::SameLine(0, ui.px(10));
  }
  ImGui::BeginGroup();
  plots_panel(ui, run, plots_, shared_.shown.plots, requests);
  ImGui::EndGroup();
}

void PlotsDesk::recall(const KeptPart& part) {
  if (const auto peaks = part.find("peaks"); peaks != part.end())
    shared_.shown.plots.peaks = peaks->second != "off";
}

void PlotsDesk::keep(KeptPart& part) const { part["peaks"] = shared_.shown.plots.peaks ? "on" : "off"; }

void PlotsDesk::opened() {
  list_.cleared = {};
  rose_ = {};
  plots_ = {};
  list_.kinds = channel_tree(channels());
  // The scenario's own choice of channels is plotted first.
  for (const std::string& name : shared_.session.view().scene->shown_channels)
    plots_.add(find_channel(*shared_.session.view().scene, name), channels());
}

void PlotsDesk::rebuilt() {
  list_.kinds = channel_tree(channels());
  plots_ = {};
  for (const NamedCard& named : names_) {
    PlotCard card{{}, named.legend};
    for (const std::string& name : named.channels)
      if (const int k = find_channel(*shared_.session.view().scene, name); k >= 0) card.channels.push_back(k);
    if (!card.channels.empty()) plots_.cards().push_back(std::move(card));
  }
}

void PlotsDesk::update(double, Requests&) {
  drawn_ = false;
  names_.clear();
  const Channels& all = channels();
  for (const PlotCard& card : plots_.cards()) {
    NamedCard named{{}, card.legend};
    for (const int k : card.channels)
      if (static_cast<std::size_t>(k) < all.size())
        named.channels.push_back(all[static_cast<std::size_t>(k)].name);
    names_.push_back(std::move(named));
  }
}

}  // namespace grouser::desktop
