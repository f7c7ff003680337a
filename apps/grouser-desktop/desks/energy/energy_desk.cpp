// SPDX-License-Identifier: BSD-3-Clause
// The book compares each recorded energy with its first value. Parts that gave energy flow in from the
// left, parts that took it flow out to the right, and the difference of both sides is shown as not
// explained.
#include "desks/energy/energy_desk.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "session/channel_values.hpp"
#include "session/run_request.hpp"
#include "widgets/plot.hpp"
#include "widgets/plot_zoom.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

/// A channel of the run and its part of the book; the order sets the colours.
struct Recorded {
  const char* channel;
  const char* label;
  EnergyPart::Kind kind;
};
constexpr Recorded kParts[] = {
    {"energy/motor_work", "motors", EnergyPart::Kind::work},
    {"energy/potential", "height", EnergyPart::Kind::stored},
    {"energy/kinetic", "motion", EnergyPart::Kind::stored},
    {"energy/joint_springs", "joint springs", EnergyPart::Kind::stored},
    {"energy/contact_springs", "contact springs", EnergyPart::Kind::stored},
    {"energy/contact_dissipation", "lost in contacts", EnergyPart::Kind::lost},
    {"energy/joint_dissipation", "lost in joints", EnergyPart::Kind::lost},
    {"energy/numerical_loss", "lost by the integrator", EnergyPart::Kind::lost},
};

constexpr double kLeastShare =
    1e-4;  // share of all that flowed below which a part is left out of the picture

/// One band of the picture.
struct Flow {
  std::string label;
  double amount = 0.0;  // J
  ImU32 color = 0;
};

/// The parts that gave energy, and those that took it. The difference between both is a band of the shorter
/// side, "not explained".
struct Flows {
  std::vector<Flow> from, to;
  double whole = 0.0;  // J
};
/// Sorts the parts into givers and takers by their sign; parts below kLeastShare are left out.
Flows flows_of(const std::vector<EnergyPart>& parts) {
  Flows flows;
  double in = 0.0, out = 0.0;
  for (const EnergyPart& part : parts) (part.given() > 0.0 ? in : out) += std::fabs(part.given());
  flows.whole = std::max(in, out);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const double given = parts[k].given();
    if (!(std::fabs(given) > kLeastShare * flows.whole)) continue;
    (given > 0.0 ? flows.from : flows.to)
        .push_back({parts[k].label, std::fabs(given), line_color(static_cast<int>(k))});
  }
  if (std::fabs(in - out) > kLeastShare * flows.whole)
    (in < out ? flows.from : flows.to).push_back({"not explained", std::fabs(in - out), palette::kError});
  return flows;
}

/// A band of constant height, px, from one point to the other, along a smoothstep curve.
void draw_band(ImVec2 from, ImVec2 to, float height, ImU32 color) {
  constexpr int kPieces = 24;
  ImDrawList* list = ImGui::GetWindowDrawList();
  // Smoothed edges would show between its pieces.
  const ImDrawListFlags flags = list->Flags;
  list->Flags &= ~ImDrawListFlags_AntiAliasedFill;
  ImVec2 before = from;
  for (int k = 1; k <= kPieces; ++k) {
    const float t = static_cast<float>(k) / kPieces, eased = t * t * (3.0f - 2.0f * t);
    const ImVec2 now{from.x + t * (to.x - from.x), from.y + eased * (to.y - from.y)};
    list->AddQuadFilled(before, now, {now.x, now.y + height}, {before.x, before.y + height}, color);
    before = now;
  }
  list->Flags = flags;
}

/// Draws the parts of one side as bars from the top, with bands to the trunk in the middle. `edge`,
/// `trunk`: x of both, px; `whole`: J that fill `room`, px.
void draw_side(const Ui& ui, const std::vector<Flow>& side, double whole, float edge, float trunk, float top,
               float room, float label_x) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  // Between two bars there is room for a line of text, however thin they are.
  const float row = ImGui::GetTextLineHeight(), gap = row + ui.px(2), bar = ui.px(9);
  const float scale = (room - gap * static_cast<float>(side.size())) / static_cast<float>(whole);
  // Bars are spread with gaps; at the trunk their bands lie against each other without gaps.
  float y = top + 0.5f * gap, joined = top + 0.5f * gap * static_cast<float>(side.size());
  for (const Flow& flow : side) {
    const float height = std::max(1.0f, scale * static_cast<float>(flow.amount));
    const bool left = edge < trunk;
    list->AddRectFilled({left ? edge : edge - bar, y}, {left ? edge + bar : edge, y + height}, flow.color);
    draw_band({left ? edge + bar : trunk, left ? y : joined}, {left ? trunk : edge - bar, left ? joined : y},
              height, (flow.color & ~IM_COL32_A_MASK) | (110u << IM_COL32_A_SHIFT));
    const std::string text = flow.label + "  " + value_text(ui.units(), flow.amount, "J");
    const float wide = ImGui::CalcTextSize(text.c_str()).x;
    list->AddText({left ? label_x : label_x - wide, y + 0.5f * (height - row)}, palette::kText, text.c_str());
    y += height + gap;
    joined += height;
  }
}

/// Both sides with their labels.
void draw_flows(const Ui& ui, const Flows& flows, ImVec2 size) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float labels = std::min(ui.px(190), 0.36f * size.x), middle = at.x + 0.5f * size.x;
  const float room = size.y - ui.px(4);
  draw_side(ui, flows.from, flows.whole, at.x + labels, middle, at.y, room, at.x);
  draw_side(ui, flows.to, flows.whole, at.x + size.x - labels, middle, at.y, room, at.x + size.x);
  ImGui::Dummy(size);
  ui.mark("energy_flows");
}

/// Each part in J, and its share of all that flowed.
void draw_table(const Ui& ui, const std::vector<EnergyPart>& parts, double whole) {
  if (!ImGui::BeginTable("energy", 3, ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_RowBg)) return;
  ImGui::TableSetupColumn("part", 0, 1.5f);
  ImGui::TableSetupColumn("since the start", 0, 1.0f);
  ImGui::TableSetupColumn("share of all", 0, 0.8f);
  ImGui::TableHeadersRow();
  const DisplayUnit unit = display_unit(ui.units(), "J", whole);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const EnergyPart& part = parts[k];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float side = 0.55f * ImGui::GetTextLineHeight();
    ImGui::GetWindowDrawList()->AddRectFilled({p.x, p.y + 0.5f * side}, {p.x + side, p.y + 1.5f * side},
                                              line_color(static_cast<int>(k)));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + ui.px(6));
    ImGui::TextUnformatted(part.label.c_str());
    ImGui::TableNextColumn();
    right_aligned(steady_number(part.since_start, unit) + " " + unit.label);
    ImGui::TableNextColumn();
    right_aligned(whole > 0.0 ? number_text(100.0 * std::fabs(part.since_start) / whole, 1) + " %" : "");
  }
  ImGui::EndTable();
}

}  // namespace

std::vector<EnergyPart> energy_parts(const RunView& run) {
  std::vector<EnergyPart> parts;
  if (!run.scene || !run.data || run.data->frame_count() == 0) return parts;
  for (const Recorded& recorded : kParts) {
    const int channel = find_channel(*run.scene, recorded.channel);
    if (channel < 0) continue;
    const double first = run.data->column(static_cast<std::size_t>(channel)).front();
    const double now = channel_value(run, recorded.channel);
    // A channel without a value counts as unchanged.
    const double grown = std::isfinite(now) && std::isfinite(first) ? now - first : 0.0;
    parts.push_back({recorded.kind, recorded.label, channel, grown});
  }
  return parts;
}

std::vector<Tab> EnergyDesk::tabs() {
  return {{.order = 45,
           .name = "Energy",
           .id = "energy",
           .tip = "Where energy came from and where it went, since the start of the run",
           .draw = [this](const Ui& ui, Requests& requests) { draw(ui, requests); },
           .offered = [this] { return !energy_parts(shared_.session.view()).empty(); },
           .least = 190.0f,
           .most = 0.75f}};
}

/// The growth of each part over time.
void EnergyDesk::draw_lines(const Ui& ui, const std::vector<EnergyPart>& parts, ImVec2 size,
                            Requests& requests) {
  const RunView& run = shared_.session.view();
  lines_.resize(parts.size());
  PlotInput input;
  input.title = "energy since the start";
  input.unit = "J";
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const auto column = run.data->column(static_cast<std::size_t>(parts[k].channel));
    // Only values that have come since the last picture are appended.
    for (std::size_t n = lines_[k].size(); n < column.size(); ++n)
      lines_[k].push_back(column[n] - column.front());
    input.lines.push_back(
        {parts[k].label, line_color(static_cast<int>(k)), {run.data->times(), lines_[k]}, {}});
  }
  input.all = {0.0, std::max(run.newest, run.scene->step)};
  input.cursor = run.time;
  if (const auto time = draw_plot(ui, "energy_plot", input, size, shared_.shown.plots))
    ask(requests, RunRequest{.kind = RunRequest::Kind::seek, .time = *time});
  PlotView& view = shared_.shown.plots;
  if (view.enlarged == input.title) view.enlarged.clear(), show_all(view);  // it has no panel to fill
}

void EnergyDesk::draw(const Ui& ui, Requests& requests) {
  const std::vector<EnergyPart> parts = energy_parts(shared_.session.view());
  const Flows flows = flows_of(parts);
  const ImVec2 area = ImGui::GetContentRegionAvail();
  const float gap = ui.px(12), table = std::min(ui.px(360), 0.3f * area.x);
  const float flow = std::min(ui.px(620), 0.4f * area.x);
  ImGui::BeginChild("energy_table", {table, area.y});
  draw_table(ui, parts, flows.whole);
  ImGui::EndChild();
  ImGui::SameLine(0, gap);
  ImGui::BeginChild("energy_flow", {flow, area.y});
  if (flows.from.empty())
    ImGui::TextDisabled("Nothing has flowed yet.");
  else
    draw_flows(ui, flows, ImGui::GetContentRegionAvail());
  ImGui::EndChild();
  ImGui::SameLine(0, gap);
  draw_lines(ui, parts, {area.x - table - flow - 2.0f * gap, area.y}, requests);
}

void EnergyDesk::note(UiReport& report) const {
  const Flows flows = flows_of(energy_parts(shared_.session.view()));
  report["energy_flow"] = number_text(flows.whole, 4);
}

}  // namespace grouser::desktop
