// SPDX-License-Identifier: BSD-3-Clause
// Changes of the path come from PathWork one by one and become steps of the document. While the document
// builds one, the desk's waypoints are newer than the world's.
#include "desks/path/path_desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "desks/path/path_panel.hpp"
#include "desks/path/path_request.hpp"
#include "grouser/mission/traverse/traverse_path.hpp"
#include "session/document/document_request.hpp"
#include "session/table_kind.hpp"

namespace grouser::desktop {

void PathDesk::register_requests(RequestTable& table) {
  table.on<PathRequest>([this](const PathRequest& r) { carry_out(r); });
}

std::vector<Tab> PathDesk::tabs() {
  return {{.bar = TabBar::right,
           .order = 40,
           .name = "Path",
           .id = "path",
           .tip = "Waypoints, and what the drive along them costs",
           .draw = [this](const Ui& ui, Requests& requests) {
             ImGui::Dummy({0, ui.px(4)});
             path_panel(ui, view(), requests);
           }}};
}

void PathDesk::carry_out(const PathRequest& r) {
  if (r.kind == PathRequest::Kind::look) return look_at_all();
  const bool was_active = view().active;
  work_.carry_out(r, shared_.looking.place_under(r.u, r.v));
  if (!was_active && view().active) show_desk();
}

bool PathDesk::open(const std::string& path, double) {
  if (!is_table_of(path, TableKind::path)) return false;
  work_.show(shared_.session.world(), false);  // what is open may have been replaced since
  work_.lay(read_waypoints(path), "Path from " + std::filesystem::path(path).filename().string());
  show_desk();
  return true;
}

/// Takes the left button from other tools and shows the tab.
void PathDesk::show_desk() {
  shared_.left_button.take(this, [this] { work_.leave(); });
  shared_.kept.show_right = true;
  shared_.shown.wanted_tab = "path";
}

/// Turns the camera to the whole path, from above.
void PathDesk::look_at_all() {
  const std::vector<Vec2>& waypoints = view().waypoints;
  const RunView& run = shared_.session.view();
  if (waypoints.empty() || !run.scene || !run.scene->terrain) return;
  Vec2 low = waypoints.front(), high = low;
  for (const Vec2& p : waypoints) low = low.cwiseMin(p), high = high.cwiseMax(p);
  const Vec2 middle = 0.5 * (low + high);
  HeightSample ground;
  const double z = run.scene->terrain->height(middle.x(), middle.y(), ground) ? ground.z : 0.0;
  // Half the diagonal with 15 % of air is the radius in sight, at least 1 m.
  constexpr double kAir = 1.15, kLeast = 1.0;  // m
  shared_.camera.look_from_above({middle.x(), middle.y(), z},
                                 std::max(kLeast, 0.5 * kAir * (high - low).norm()));
}

bool PathDesk::press(const KeyPress& key, Requests& requests) {
  if (!view().active || key.key != Keys::kDelete) return false;
  ask(requests, PathRequest{.kind = PathRequest::Kind::remove});
  return true;
}

void PathDesk::update(double, Requests&) {
  const Document& document = *shared_.document.view().document;
  if (const auto change = work_.take_change())
    shared_.document.carry_out(
        {.kind = DocumentRequest::Kind::set, .settings = change->settings, .what = change->what},
        shared_.session);
  work_.show(shared_.session.world(), !document.building() && !shared_.session.loading());
  work_.update();
  shared_.shown.draws_path = view().active;
}

bool PathDesk::escape(Requests& requests) {
  if (!view().active) return false;
  ask(requests, PathRequest{.kind = PathRequest::Kind::cancel});
  return true;
}

std::string PathDesk::mode() const {
  if (!view().active) return {};
  return "Path    click sets a waypoint    drag moves one    click a leg to insert    Del removes    Esc "
         "leaves";
}

MouseUse PathDesk::mouse(const Ui& ui, const ViewMouse& mouse, Requests& requests) {
  const bool takes = view().active && path_mouse(ui, view(), mouse.picture, {mouse.u, mouse.v}, mouse.hovered,
                                                 mouse.pressed, requests);
  return takes ? MouseUse::left_button : MouseUse::nothing;
}

bool PathDesk::click(const ViewMouse& mouse, Requests& requests) {
  if (!view().active) return false;
  ask(requests, PathRequest{.kind = PathRequest::Kind::append, .u = mouse.u, .v = mouse.v});
  return true;
}

void PathDesk::draw_in_view(const Ui& ui, const PictureArea& picture, Requests&) {
  path_marks(ui, view(), picture);
}

void PathDesk::note(Activity& activity) const {
  if (!view().working) return;
  activity.busy = true;
  activity.works.push_back(
      {.title = "Driving the path", .part = view().progress, .left = view().seconds_left});
}

void PathDesk::note(UiReport& report) const {
  const bool answered = view().answer && !view().working;
  report["path"] = view().active ? std::to_string(view().waypoints.size()) : "";
  report["path_energy"] = answered ? fmt::format("{}", view().answer->result.energy) : "";
}

}  // namespace grouser::desktop
