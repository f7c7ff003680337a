// SPDX-License-Identifier: BSD-3-Clause
// Numbers of the step on the left, outcome in the middle, plots on the right. Where there is no feasible
// plan, the outcome lists the limits that are broken and the single changes that would help.
#include "desks/stepup/stepup_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "desks/stepup/stepup_request.hpp"
#include "grouser/mission/stepup/stepup_charts.hpp"
#include "widgets/entry_field.hpp"
#include "widgets/xy_plot.hpp"

namespace grouser::desktop {
namespace {

using StepupKind = StepupRequest::Kind;

/// A row with the field of one number of the step.
void number_row(const Ui& ui, StepupSpec spec, std::size_t index, Requests& requests) {
  const StepupField& field = stepup_fields()[index];
  const DisplayUnit shown = field_unit(ui.units(), field.unit);
  const std::string tip = fmt::format("{}\nRange: {:g} to {:g} {}", field.tip, shown.factor * field.least,
                                      shown.factor * field.most, shown.label);
  ImGui::PushID(field.key);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(field.label);
  hint(tip.c_str());
  ImGui::TableNextColumn();
  ImGui::SetNextItemWidth(-1);
  if (const auto typed = entry_field(ui, "##value", fmt::format("{:.10g}", field.of(spec)),
                                     {field.unit, field.least, field.most}))
    ask(requests, StepupRequest{.kind = StepupKind::set, .field = index, .value = *typed});
  ui.mark(std::string("stepup_") + field.key);
  hint(tip.c_str());
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s", shown.label.c_str());
  ImGui::PopID();
}

/// Use the plan in the scenario, or take the scenario's numbers again.
void buttons(const Ui& ui, const StepupView& stepup, const DocumentView& document, Requests& requests) {
  const bool planned = stepup.answer && stepup.answer->plan.feasible && !stepup.working;
  const bool open = document.document->is_open();
  ImGui::BeginDisabled(!planned || !open);
  if (ImGui::Button("Use in this scenario")) ask(requests, StepupRequest{.kind = StepupKind::use});
  ImGui::EndDisabled();
  ui.mark("stepup_use");
  hint(!open      ? "A recorded run cannot be changed. Open its scenario."
       : !planned ? "There is no feasible plan of these numbers yet"
       : stepup.platform
           ? "The robot follows this plan (stepup), and the shape 'platform' gets its height"
           : "The robot follows this plan (stepup). No shape is called 'platform': put one where it steps");
  ImGui::SameLine(0, ui.px(4));
  ImGui::BeginDisabled(!stepup.changed);
  if (ImGui::Button("As it was")) ask(requests, StepupRequest{.kind = StepupKind::reset});
  ImGui::EndDisabled();
  ui.mark("stepup_reset");
  hint(
      "Numbers of the scenario's robot and step; what those do not tell is as the planner's authors "
      "published it");
}

/// The buttons and a table of all fields.
void numbers(const Ui& ui, const StepupView& stepup, const DocumentView& document, Requests& requests) {
  buttons(ui, stepup, document, requests);
  ImGui::BeginChild("stepup_fields");
  if (ImGui::BeginTable("fields", 3, ImGuiTableFlags_SizingStretchProp)) {
    ImGui::TableSetupColumn("label", 0, 1.2f);
    ImGui::TableSetupColumn("value", 0, 1.0f);
    ImGui::TableSetupColumn("unit", 0, 0.5f);
    for (std::size_t k = 0; k < stepup_fields().size(); ++k) number_row(ui, stepup.spec, k, requests);
    ImGui::EndTable();
  }
  ImGui::EndChild();
}

/// One line: feasible or not, iterations and time, ms; or the refusal.
void outcome(const Ui& ui, const StepupView& stepup) {
  const StepupAnswer* answer = stepup.answer.get();
  std::string text = "Planning…";
  ImU32 colour = palette::kDim;
  // A plan that is not feasible stays shown while remedies are searched for.
  if (answer && (!stepup.working || stepup.progress >= 0.0)) {
    const bool good = answer->plan.feasible;
    text = !answer->refusal.empty() ? answer->refusal
                                    : fmt::format("{}, {} iterations, {:.0f} ms",
                                                  good                 ? "Feasible"
                                                  : answer->plan.found ? "Not feasible"
                                                                       : "No plan was found",
                                                  answer->plan.iterations, 1e3 * answer->seconds);
    colour = good ? palette::kGood : palette::kWarning;
  }
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
  ui.mark("stepup_outcome");
}

/// Durations of the five phases, s, and the extremes of a feasible plan.
void findings(const Ui& ui, const StepupPlan& plan) {
  if (!ImGui::BeginTable("findings", 3, ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_RowBg)) return;
  ImGui::TableSetupColumn("what", 0, 2.0f);
  ImGui::TableSetupColumn("value", 0, 0.8f);
  ImGui::TableSetupColumn("unit", 0, 0.6f);
  const auto row = [](const std::string& name, const std::string& value, const std::string& unit) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(name.c_str());
    ImGui::TableNextColumn();
    right_aligned(value);
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", unit.c_str());
  };
  constexpr const char* kDoes[] = {"shift over the right foot", "left foot up", "shift over the left foot",
                                   "right foot up", "come to rest"};
  for (std::size_t phase = 0; phase < kStepupPhases; ++phase)
    row(fmt::format("{}  {}", phase + 1, kDoes[phase]), fmt::format("{:.2f}", plan.durations[phase]), "s");
  const DisplayUnit length = steady_unit(ui.units(), "m", 3);
  row("Lowest centre of mass", steady_number(plan.lowest, length), length.label);
  row("Fastest rise", fmt::format("{:.3f}", plan.fastest_rise), "m/s");
  row("Largest push", fmt::format("{:.2f}", plan.most_multiplier), "1/s²");
  row("Stands for the left knee's torque", fmt::format("{:.2f}", plan.most_torque_left), "m/s²");
  row("Stands for the right knee's torque", fmt::format("{:.2f}", plan.most_torque_right), "m/s²");
  ImGui::EndTable();
}

/// Table of the limits that cannot be kept: place, value and shortfall at the worst instant.
void constraint_table(const Ui& ui, const StepupPlan& plan) {
  ImGui::TextDisabled("Where as little as possible is broken:");
  if (!ImGui::BeginTable("constraints", 7, ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_RowBg)) return;
  const char* names[] = {"Limit", "Foot", "Phase", "Time s", "Value", "Limit", "Short by"};
  const char* tips[] = {"Which limit",
                        "Of which foot",
                        "1 to 5",
                        "Of the worst instant since the start of the plan",
                        "At the worst instant",
                        "What it may be",
                        "How much is missing, and in how many instants of the phase"};
  const float weights[] = {1.2f, 0.7f, 0.6f, 0.7f, 0.8f, 0.8f, 1.2f};
  for (int k = 0; k < 7; ++k) {
    ImGui::PushID(k);
    ImGui::TableSetupColumn(names[k], 0, weights[k]);
    ImGui::PopID();
  }
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (int k = 0; k < 7; ++k) {
    ImGui::TableNextColumn();
    k < 2 ? ImGui::TextUnformatted(names[k]) : right_aligned(names[k]);
    hint(tips[k]);
  }
  for (const StepupShortfall& s : plan.shortfalls) {
    std::string family = s.family;
    std::replace(family.begin(), family.end(), '_', ' ');
    ImGui::TableNextRow();
    for (const std::string& text : {family, s.foot}) {
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(text.c_str());
    }
    for (const std::string& text :
         {fmt::format("{}", s.phase), fmt::format("{:.2f}", s.time), fmt::format("{:.4g}", s.value),
          fmt::format("{:.4g}", s.limit),
          fmt::format("{:.3g}{}", s.shortfall, s.unit == "-" ? "" : " " + s.unit)}) {
      ImGui::TableNextColumn();
      right_aligned(text);
    }
    hint(fmt::format("In {} instants of the phase", s.instants).c_str());
  }
  ImGui::EndTable();
  ui.mark("stepup_constraints");
}

/// The field whose number a remedy changes: both refer to the same member of StepupSpec. Empty where it has
/// none.
std::optional<std::size_t> field_of(const StepupRemedy& remedy) {
  StepupSpec spec;
  for (std::size_t k = 0; remedy.number && k < stepup_fields().size(); ++k)
    if (&stepup_fields()[k].of(spec) == &(spec.*remedy.number)) return k;
  return std::nullopt;
}

/// Rounds a number that helps to thousandths, away from `from`, so that the rounded one helps too.
double rounded_outwards(double from, double to) {
  constexpr double kDigits = 1e3;
  return (to > from ? std::ceil(kDigits * to) : std::floor(kDigits * to)) / kDigits;
}

/// The single changes that would make the step feasible, with a button that makes one; a bar while they are
/// searched for.
void remedies(const Ui& ui, const StepupView& stepup, Requests& requests) {
  const std::vector<StepupRemedy>& found = stepup.answer->remedies;
  ImGui::TextDisabled("%s", found.empty() ? "Looking for what would help…" : "Any one of these would help:");
  if (found.empty() && stepup.progress >= 0.0)
    ImGui::ProgressBar(static_cast<float>(stepup.progress), {-1, ui.px(6)}, "");
  for (const StepupRemedy& r : found) {
    const std::optional<std::size_t> field = field_of(r);
    if (!field) continue;
    const StepupField& f = stepup_fields()[*field];
    const DisplayUnit unit = field_unit(ui.units(), f.unit);
    const double to = rounded_outwards(r.from, r.to);
    const std::string change = fmt::format("{:.4g} to {:.4g} {}", unit.factor * r.from, unit.factor * to,
                                           unit.label == "-" ? "" : unit.label);
    // Not even the end of the number's range helps.
    if (!r.helps) {
      ImGui::TextDisabled("%s", fmt::format("{}: not even {}", f.label, change).c_str());
      continue;
    }
    ImGui::PushID(f.key);
    if (ImGui::SmallButton("Set"))
      ask(requests, StepupRequest{.kind = StepupKind::set, .field = *field, .value = to});
    ui.mark(std::string("stepup_remedy_") + f.key);
    hint("Changes this number and plans again");
    ImGui::PopID();
    ImGui::SameLine();
    ImGui::TextUnformatted(fmt::format("{}  {}", f.label, change).c_str());
  }
}

/// The outcome, and the table of the plan or of its shortfalls.
void found(const Ui& ui, const StepupView& stepup, Requests& requests) {
  outcome(ui, stepup);
  const StepupAnswer* answer = stepup.answer.get();
  if (!answer || !answer->refusal.empty() || !answer->plan.found) return;
  ImGui::BeginChild("stepup_found");
  if (answer->plan.feasible) {
    findings(ui, answer->plan);
  } else {
    constraint_table(ui, answer->plan);
    remedies(ui, stepup, requests);
  }
  ImGui::EndChild();
}

/// The plan from the side, and one of its curves over time, s.
void plots(const Ui& ui, const StepupView& stepup, int& curve) {
  const ImVec2 area = ImGui::GetContentRegionAvail();
  const float gap = ui.px(8);
  const ImVec2 half{0.5f * (area.x - gap), area.y};
  const bool any = stepup.answer && !stepup.answer->plan.instants.empty();
  Chart side, over_time;
  side.y_label = "From the side";
  side.nothing = over_time.nothing = "No plan yet";
  over_time.y_label = kStepupCurves[curve];
  if (any) {
    side = stepup_side_chart(stepup.answer->spec, stepup.answer->plan);
    over_time = stepup_time_chart(stepup.answer->spec, stepup.answer->plan, static_cast<StepupCurve>(curve));
  }
  draw_xy_plot(ui, "stepup_side", side, half);
  ImGui::SameLine(0, gap);
  ImGui::BeginGroup();
  ImGui::SetNextItemWidth(half.x);
  ImGui::Combo("##stepup_curve", &curve, kStepupCurves, static_cast<int>(std::size(kStepupCurves)));
  ui.mark("stepup_curve");
  hint("What is drawn over time");
  draw_xy_plot(ui, "stepup_time", over_time, {half.x, ImGui::GetContentRegionAvail().y});
  ImGui::EndGroup();
}

}  // namespace

void stepup_panel(const Ui& ui, const StepupView& stepup, const DocumentView& document, int& curve,
                  Requests& requests) {
  constexpr float kLeastWidth =
      700.0f;  // px that the three parts need; where there is less, they are scrolled
  ImGui::SetNextWindowContentSize({std::max(ImGui::GetContentRegionAvail().x, ui.px(kLeastWidth)), 0.0f});
  ImGui::BeginChild("stepup_parts", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  const ImVec2 area = ImGui::GetContentRegionAvail();
  const float gap = ui.px(10), fields = std::min(ui.px(280), 0.27f * area.x);
  const float middle = std::min(ui.px(430), 0.36f * area.x);
  ImGui::BeginChild("stepup_numbers", {fields, area.y});
  numbers(ui, stepup, document, requests);
  ImGui::EndChild();
  ImGui::SameLine(0, gap);
  ImGui::BeginChild("stepup_outcome", {middle, area.y});
  found(ui, stepup, requests);
  ImGui::EndChild();
  ImGui::SameLine(0, gap);
  ImGui::BeginChild("stepup_plots", {0, area.y});
  plots(ui, stepup, curve);
  ImGui::EndChild();
  ImGui::EndChild();
}

}  // namespace grouser::desktop
