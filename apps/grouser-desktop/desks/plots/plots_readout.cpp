// SPDX-License-Identifier: BSD-3-Clause
// A table with a row per line of each plot; numbers of one plot share a unit.
#include "desks/plots/plots_readout.hpp"

#include <algorithm>
#include <cmath>

#include "widgets/plot_zoom.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

constexpr int kNumbers = 6;
constexpr const char* kHeads[kNumbers] = {"A", "B", "B - A", "mean", "least", "greatest"};

/// A text at the right edge of its cell.
void to_the_right(const std::string& text, ImU32 color) {
  const float free = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, free));
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color), "%s", text.c_str());
}

/// Times of the cursors, the span between them and its frequency.
void head(const Ui& ui, double a, double b, PlotView& view) {
  constexpr double kFigures = 1000.0;  // of the span between the cursors, so that it reads to a thousandth
  const double span = b - a;
  const int decimals = time_decimals(std::fabs(span) / kFigures);
  const auto part = [](const std::string& text, ImU32 color) {
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color), "%s", text.c_str());
  };
  part("A  " + number_text(a, decimals) + " s", palette::kAccent);
  ImGui::SameLine(0, ui.px(14));
  part("B  " + number_text(b, decimals) + " s", palette::kSecond);
  ImGui::SameLine(0, ui.px(14));
  part("Δt  " + number_text(span, decimals) + " s", palette::kText);
  ImGui::SameLine(0, ui.px(14));
  part("1/Δt  " + (span == 0.0 ? std::string("-") : value_text(ui.units(), 1.0 / std::fabs(span), "Hz")),
       palette::kText);
  const float width = ImGui::CalcTextSize("×").x + 2.0f * ImGui::GetStyle().FramePadding.x;
  ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
  if (ImGui::SmallButton("×")) view.second.reset();
  ui.mark("plots_second_off");
  hint("Take cursor B away", "Esc");
}

/// A line's name with its colour, its values at both cursors and its statistics between them.
void row(const Ui& ui, const std::string& label, ImU32 color, const Samples& samples, Range span, double a,
         double b, const DisplayUnit& unit) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float y = p.y + 0.5f * ImGui::GetTextLineHeight();
  ImGui::GetWindowDrawList()->AddLine({p.x, y}, {p.x + ui.px(12), y}, color, ui.px(2.5f));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(17));
  ImGui::TextUnformatted(fit_text(label, ImGui::GetContentRegionAvail().x).c_str());
  const double at_a = value_between(samples, a), at_b = value_between(samples, b);
  const auto over = statistics_over(samples, span);
  const double none = std::nan("");
  for (const double value : {at_a, at_b, at_b - at_a, over ? over->mean : none, over ? over->least : none,
                             over ? over->greatest : none}) {
    ImGui::TableNextColumn();
    to_the_right(shown_text(value, unit), palette::kText);
  }
}

/// A row with the plot's title and unit, then a row per line, also of the second run.
void rows_of_plot(const Ui& ui, const PlotInput& plot, Range span, double b) {
  const Range fitted = fitted_values(plot, span);
  const DisplayUnit unit =
      display_unit(ui.units(), plot.unit, std::max(std::fabs(fitted.low), std::fabs(fitted.high)));
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s", fit_text(plot.title, ImGui::GetContentRegionAvail().x).c_str());
  ImGui::TableNextColumn();
  to_the_right(unit.label, palette::kDim);
  for (const PlotLine& line : plot.lines) {
    row(ui, line.label, line.color, line.samples, span, plot.cursor, b, unit);
    if (line.other.count() > 0)
      row(ui, line.label + " (2nd run)", line.color, line.other, span, plot.cursor, b, unit);
  }
}

}  // namespace

void plots_readout(const Ui& ui, const std::vector<PlotInput>& plots, PlotView& view, ImVec2 size) {
  const double a = plots.front().cursor, b = *view.second;
  const Range span{std::min(a, b), std::max(a, b)};
  ImGui::BeginChild("readout", size);
  head(ui, a, b, view);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(5), ui.px(1)});
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp;
  if (ImGui::BeginTable("numbers", 1 + kNumbers, kFlags)) {
    constexpr float kNameWidth = 2.1f;  // of a number's column
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("", 0, kNameWidth);
    for (const char* name : kHeads) ImGui::TableSetupColumn(name, 0, 1.0f);
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    for (int k = 0; k < kNumbers; ++k) {
      ImGui::TableSetColumnIndex(1 + k);
      to_the_right(kHeads[k], k == 0 ? palette::kAccent : k == 1 ? palette::kSecond : palette::kText);
    }
    for (const PlotInput& plot : plots) rows_of_plot(ui, plot, span, b);
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
  ui.mark("plots_readout");
}

}  // namespace grouser::desktop
