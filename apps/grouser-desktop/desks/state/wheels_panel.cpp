// SPDX-License-Identifier: BSD-3-Clause
// Numbers come from the channels of the shown frame. Decimals are steady, so that digits do not jump while
// a run plays.
#include <algorithm>
#include <cctype>
#include <cmath>

#include "desks/state/state_panels.hpp"
#include "session/channel_values.hpp"
#include "session/plot_request.hpp"
#include "view/context_menu.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

/// A number at the right of its cell and below it a bar that is filled to `part`, 0 to 1.
void bar_cell(const Ui& ui, const std::string& text, double part, ImU32 color) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
  const float filled = width * static_cast<float>(std::clamp(part, 0.0, 1.0));
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float y = p.y + height + ui.px(1);
  list->AddRectFilled({p.x, y}, {p.x + width, y + ui.px(2.5f)}, palette::kRaised, ui.px(1));
  if (filled > 0.5f) list->AddRectFilled({p.x, y}, {p.x + filled, y + ui.px(2.5f)}, color, ui.px(1));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, width - ImGui::CalcTextSize(text.c_str()).x));
  ImGui::TextUnformatted(text.c_str());
  ImGui::Dummy({0, ui.px(2)});
}

/// Slip in percent over a bar, red beyond 50 %; empty where it is NaN: the wheel is at rest or touches
/// nothing.
void slip_cell(const Ui& ui, double slip) {
  if (!std::isfinite(slip)) return;
  bar_cell(ui, number_text(100.0 * slip, 1), std::fabs(slip),
           std::fabs(slip) > 0.5 ? palette::kError : IM_COL32(98, 182, 240, 255));
}

/// Menu of the right button on a wheel: plots of its numbers, or a copy of them.
MenuEntries wheel_menu(const ShownUnits& units, const RunView& run, const std::string& wheel) {
  MenuEntries entries;
  std::string row = plain_name(wheel);
  for (const char* quantity : {"load", "sinkage", "slip"}) {
    const int channel = find_channel(*run.scene, "wheel/" + wheel + "/" + quantity);
    if (channel < 0) continue;
    const ChannelSpec& spec = run.scene->channels[static_cast<std::size_t>(channel)];
    row += "\t" + value_text(units, channel_value(run, spec.name), quantity_unit(quantity, spec.unit));
    entries.push_back({std::string("plot_") + quantity, std::string("Plot its ") + quantity,
                       PlotRequest{.kind = PlotRequest::Kind::show, .channels = {channel}}});
  }
  entries.push_back({});
  entries.push_back(copy_entry("copy_row", "Copy its numbers", row));
  return entries;
}

}  // namespace

void wheels_panel(const Ui& ui, const RunView& run, Requests& requests) {
  if (!run.scene || run.scene->wheel_names.empty()) return;
  heading(ui, "Wheels");
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_RowBg | ImGuiTableFlags_PadOuterX;
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(5), ui.px(3)});
  const bool open = ImGui::BeginTable("wheels", 4, kFlags);
  ImGui::PopStyleVar();
  if (!open) return;
  struct Column {
    std::string name;
    const char* tip;
    float width;
  };
  const DisplayUnit force = steady_unit(ui.units(), "N", 1), length = steady_unit(ui.units(), "mm", 2);
  const Column columns[] = {
      {"Wheel", "Bars: part of the largest load, of a quarter radius, of slip 1", 1.3f},
      {"Load " + force.label, "Normal force; on several faces, what the whole force has along their sum",
       0.95f},
      {"Sink " + length.label, "How deep the wheel stands below the undisturbed ground", 1.0f},
      {"Slip %", "(Rim - forward speed) / the larger, over what carries the wheel; empty below 3 mm/s",
       0.85f}};
  for (const Column& column : columns) ImGui::TableSetupColumn(column.name.c_str(), 0, column.width);
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (const Column& column : columns) {
    ImGui::TableNextColumn();
    ImGui::TableHeader(column.name.c_str());
    hint(column.tip);
  }
  double total = 0.0, largest = 1.0;
  for (const std::string& wheel : run.scene->wheel_names) {
    const double load = channel_value(run, "wheel/" + wheel + "/load");
    if (std::isfinite(load)) total += load, largest = std::max(largest, load);
  }
  for (std::size_t w = 0; w < run.scene->wheel_names.size(); ++w) {
    const std::string base = "wheel/" + run.scene->wheel_names[w] + "/";
    const double load = channel_value(run, base + "load");
    const double sinkage = channel_value(run, base + "sinkage"), slip = channel_value(run, base + "slip");
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(plain_name(run.scene->wheel_names[w]).c_str());
    ui.mark("wheel_" + run.scene->wheel_names[w]);
    offer_menu(requests, [&] { return wheel_menu(ui.units(), run, run.scene->wheel_names[w]); });
    ImGui::TableNextColumn();
    bar_cell(ui, steady_number(load, force), load / largest, IM_COL32(60, 190, 150, 255));
    ImGui::TableNextColumn();
    bar_cell(ui, steady_number(sinkage, length), sinkage / (0.25 * run.scene->wheel_radii[w]),
             IM_COL32(240, 166, 50, 255));
    ImGui::TableNextColumn();
    slip_cell(ui, slip);
  }
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextDisabled("sum");
  ImGui::TableNextColumn();
  const std::string sum = steady_number(total, force);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() +
                       std::max(0.0f, ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(sum.c_str()).x));
  ImGui::TextUnformatted(sum.c_str());
  ImGui::EndTable();
  ui.mark("wheels");
}

namespace {

/// The lander's attitude, and the load and sinkage of each pad ("pad/NAME/load").
void lander_rows(const Ui& ui, const RunView& run) {
  ImGui::Dummy({0, ui.px(6)});
  heading(ui, "Lander");
  value_row("Roll", steady_text(ui.units(), channel_value(run, "lander/roll"), "deg", 2));
  value_row("Pitch (nose down +)", steady_text(ui.units(), channel_value(run, "lander/pitch"), "deg", 2));
  value_row("Height of its frame", steady_text(ui.units(), channel_value(run, "lander/position_z"), "m", 3));
  for (const ChannelSpec& channel : run.scene->channels) {
    const std::string& name = channel.name;
    if (name.rfind("pad/", 0) != 0 || name.size() < 9 || name.substr(name.size() - 5) != "/load") continue;
    const std::string pad = name.substr(4, name.size() - 9);
    value_row(("Pad " + plain_name(pad)).c_str(),
              value_text(ui.units(), channel_value(run, name), "N") + ", " +
                  steady_text(ui.units(), channel_value(run, "pad/" + pad + "/sinkage"), "mm", 1));
    hint("Normal force on the pad, and how deep it stands in the ground");
  }
  ImGui::Dummy({0, ui.px(6)});
  heading(ui, "Run");
}

/// Load, depth and sliding share of each part of a mesh; "-" for a part that touches nothing.
void mesh_rows(const Ui& ui, const RunView& run) {
  const std::vector<std::string> parts = mesh_records(*run.scene);
  if (parts.empty()) return;
  ImGui::Dummy({0, ui.px(6)});
  heading(ui, "Contacts");
  for (const std::string& part : parts) {
    const std::string base = "mesh/" + part + "/";
    const double load = channel_value(run, base + "load");
    const bool touches = load > 0.0;
    value_row(plain_name(part).c_str(),
              touches
                  ? value_text(ui.units(), load, "N") + ", " +
                        steady_text(ui.units(), channel_value(run, base + "penetration"), "mm", 3) + ", " +
                        number_text(100.0 * channel_value(run, base + "sliding_share"), 0) + " % slides"
                  : "-");
    hint("Normal force, depth of the deepest corner, and the share of the force on triangles that slide");
  }
  ui.mark("mesh_contacts");
}

}  // namespace

void state_panel(const Ui& ui, const RunView& run) {
  if (!run.scene || !run.frame || run.frame->body_poses.empty()) return;
  if (!run.scene->wheel_names.empty()) ImGui::Dummy({0, ui.px(6)});
  const auto body =
      std::min(static_cast<std::size_t>(run.scene->followed_body), run.frame->body_poses.size() - 1);
  std::string name = plain_name(run.scene->body_names.at(body));
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  heading(ui, name.c_str());
  const RigidTransform& X = run.frame->body_poses[body];
  const RollPitchYaw rpy = rpy_from_rotation(X.R);
  value_row("Position x", steady_text(ui.units(), X.p.x(), "m", 3));
  value_row("Position y", steady_text(ui.units(), X.p.y(), "m", 3));
  value_row("Position z", steady_text(ui.units(), X.p.z(), "m", 3));
  value_row("Roll", steady_text(ui.units(), rpy.roll, "deg", 2));
  value_row("Pitch (nose down +)", steady_text(ui.units(), rpy.pitch, "deg", 2));
  value_row("Yaw (left +)", steady_text(ui.units(), rpy.yaw, "deg", 2));
  // A run has channels of a rover's chassis or of a lander.
  const std::string of = std::isfinite(channel_value(run, "chassis/roll")) ? "chassis/" : "lander/";
  const double vx = channel_value(run, of + "velocity_x"), vy = channel_value(run, of + "velocity_y"),
               vz = channel_value(run, of + "velocity_z");
  if (std::isfinite(vx)) value_row("Speed", value_text(ui.units(), Vec3(vx, vy, vz).norm(), "m/s"));
  if (std::isfinite(channel_value(run, "lander/roll"))) lander_rows(ui, run);
  const double residual = channel_value(run, "energy/residual");
  if (std::isfinite(residual)) value_row("Energy residual", value_text(ui.units(), residual, "J"));
  mesh_rows(ui, run);
}

}  // namespace grouser::desktop
