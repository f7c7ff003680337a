// SPDX-License-Identifier: BSD-3-Clause
// The lines of the menu by the kind of part. Lines without a title are commands of the table, which act on
// the selection.
#include "view/look/part_menu.hpp"

#include <fmt/format.h>

#include "session/channel_values.hpp"
#include "session/plot_request.hpp"
#include "view/look/look_request.hpp"

namespace grouser::desktop {

namespace {

/// "x, y, z" in the units of the window.
std::string place_text(const ShownUnits& units, const Vec3& p) {
  const auto metres = [&](double value) { return steady_text(units, value, "m", 3); };
  return fmt::format("{}, {}, {}", metres(p.x()), metres(p.y()), metres(p.z()));
}

/// Channels of the wheels that turn with a body.
std::vector<int> channels_of(const Scene& scene, int body, const char* quantity) {
  std::vector<int> channels;
  for (std::size_t w = 0; w < scene.wheel_bodies.size(); ++w)
    if (scene.wheel_bodies[w] == body)
      if (const int k = find_channel(scene, "wheel/" + scene.wheel_names[w] + "/" + quantity); k >= 0)
        channels.push_back(k);
  return channels;
}

/// Lines that plot a quantity of the wheels of this body.
void add_plots(MenuEntries& entries, const Scene& scene, int body) {
  for (const char* quantity : {"load", "slip", "sinkage"}) {
    const std::vector<int> channels = channels_of(scene, body, quantity);
    if (channels.empty()) continue;
    entries.push_back({fmt::format("plot_{}", quantity), fmt::format("Plot its {}", quantity),
                       PlotRequest{.kind = PlotRequest::Kind::show, .channels = channels}});
  }
}

/// The menu of a body, with the next of cut open, hidden and whole as its second line.
MenuEntries body_menu(const RunView& run, int body, Shown shown, const ShownUnits& units) {
  const std::string& name = run.scene->body_names[static_cast<std::size_t>(body)];
  const char* const next = shown == Shown::whole ? "Cut it open"
                           : shown == Shown::cut ? "Hide it"
                                                 : "Show it whole";
  MenuEntries entries{{"close_up"},
                      {"show_body", next, LookRequest{.kind = LookRequest::Kind::show_body, .body = body}}};
  add_plots(entries, *run.scene, body);
  entries.push_back({});
  entries.push_back({"move_vehicle"});
  entries.push_back({"turn_vehicle"});
  entries.push_back({});
  entries.push_back(copy_entry("copy_name", "Copy its name", name));
  if (run.frame && static_cast<std::size_t>(body) < run.frame->body_poses.size())
    entries.push_back(copy_entry("copy_place", "Copy its place",
                                 place_text(units, run.frame->body_poses[static_cast<std::size_t>(body)].p)));
  return entries;
}

}  // namespace

MenuEntries part_menu(const RunView& run, const Selection& part, const std::vector<Shown>& bodies,
                      const ShownUnits& units) {
  const auto known = [&](std::size_t count) {
    return part.index >= 0 && static_cast<std::size_t>(part.index) < count;
  };
  if (part.kind == SelectionKind::body && run.scene && known(run.scene->body_names.size()))
    return body_menu(run, part.index, shown_of(bodies, part.index), units);
  if (part.kind == SelectionKind::shape && run.scene && run.scene->terrain &&
      known(run.scene->terrain->shapes().size())) {
    const RigidShape& shape = run.scene->terrain->shapes()[static_cast<std::size_t>(part.index)];
    return {{"close_up"},
            {"duplicate_shape"},
            {"remove_shape"},
            {},
            copy_entry("copy_name", "Copy its name", shape.name)};
  }
  if (part.kind == SelectionKind::ground) {
    MenuEntries entries{{"paint"}, {"path"}, {"ruler"}, {"grid"}, {}};
    if (part.point != Vec3::Zero())
      entries.push_back(copy_entry("copy_place", "Copy this place", place_text(units, part.point)));
    entries.push_back({"save_view"});
    return entries;
  }
  return {{"view_all"}, {"follow"}, {"forces"}, {"grid"}, {}, {"save_view"}};
}

}  // namespace grouser::desktop
