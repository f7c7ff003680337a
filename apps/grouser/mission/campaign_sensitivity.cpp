// SPDX-License-Identifier: BSD-3-Clause
// Hands the rows of a group to the estimator of the campaign's plan (Morris's elementary effects or the Sobol
// indices of Saltelli's plan) in the order of the plan, and formats the answer.
#include "campaign_sensitivity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/mission/statistics/elementary_effects.hpp"
#include "grouser/mission/statistics/sobol_indices.hpp"

namespace grouser::cli {
namespace {

bool is_morris(const Json& sensitivity) { return sensitivity["method"] == "morris"; }

/// The metric of each row of the plan, NaN where the row has none.
std::vector<double> planned_values(const UnitPlan& plan, const CampaignGroup& group,
                                   const std::string& metric) {
  std::vector<double> values(plan.rows(), kUnset);
  const auto found = group.numbers.find(metric);
  for (std::size_t k = 0; found != group.numbers.end() && k < group.completed.size(); ++k)
    values[static_cast<std::size_t>(group.completed[k])] = found->second[k];
  return values;
}

/// Adds NAME, NAME_low and NAME_high.
void add_ranged(Json& json, const std::string& name, const Ranged& number) {
  json[name] = number.value;
  json[name + "_low"] = number.range.low;
  json[name + "_high"] = number.range.high;
}

Json morris_json(const ElementaryEffect& effect) {
  Json json;
  add_ranged(json, "mean_absolute", effect.mean_absolute);
  add_ranged(json, "mean", effect.mean);
  add_ranged(json, "deviation", effect.deviation);
  return json;
}

Json saltelli_json(const SobolIndex& index) {
  Json json;
  add_ranged(json, "total", index.total);
  add_ranged(json, "first", index.first);
  return json;
}

/// Takes over an estimate, inputs sorted by `sorted_by` in descending order. `one` makes the numbers of an
/// input.
template <class Estimate, class One>
void add_inputs(const Estimate& estimate, const std::vector<std::string>& keys, const char* sorted_by,
                const One& one, Json& json) {
  json["failed_runs"] = estimate.failed_runs;
  if (!estimate.refused.empty()) {
    json["refused"] = estimate.refused;
    return;
  }
  std::vector<Json> inputs;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    inputs.push_back({{"key", keys[k]}});
    inputs.back().update(one(estimate.inputs[k]));
  }
  std::stable_sort(inputs.begin(), inputs.end(), [&](const Json& a, const Json& b) {
    return a[sorted_by].template get<double>() > b[sorted_by].template get<double>();
  });
  json["inputs"] = inputs;
}

/// "0.42 (0.38 to 0.47)"
std::string ranged_text(const Json& input, const std::string& name) {
  return fmt::format("{} ({} to {})", number_text(input[name].get<double>(), 3),
                     number_text(input[name + "_low"].get<double>(), 3),
                     number_text(input[name + "_high"].get<double>(), 3));
}

}  // namespace

bool finds_sensitivities(const Campaign& campaign) { return campaign.plan().unit_plan().dimensions > 0; }

Json sensitivity_json(const Campaign& campaign, const CampaignGroup& group, const std::string& metric,
                      double confidence) {
  const UnitPlan& plan = campaign.plan().unit_plan();
  const std::vector<std::string>& keys = campaign.plan().variables();
  const std::vector<double> values = planned_values(plan, group, metric);
  const BootstrapOptions options{.seed = campaign.plan().file().seed, .confidence = confidence};
  Json json{{"method", to_string(campaign.plan().file().plan)}, {"runs", plan.rows()}};
  if (is_morris(json))
    add_inputs(elementary_effects(plan, values, options), keys, "mean_absolute", morris_json, json);
  else
    add_inputs(sobol_indices(plan, values, options), keys, "total", saltelli_json, json);
  return json;
}

std::string sensitivity_text(const Json& sensitivity) {
  if (sensitivity.contains("refused"))
    return "  refused: " + sensitivity["refused"].get<std::string>() + "\n";
  using Align = TextTable::Align;
  TextTable table({Align::left, Align::right, Align::right, Align::right});
  const bool morris = is_morris(sensitivity);
  if (morris)
    table.add_header({"key", "mean of |effect|", "mean of effect", "deviation"});
  else
    table.add_header({"key", "total", "first order", ""});
  for (const Json& input : sensitivity["inputs"])
    table.add_row({input["key"].get<std::string>(), ranged_text(input, morris ? "mean_absolute" : "total"),
                   ranged_text(input, morris ? "mean" : "first"),
                   morris ? ranged_text(input, "deviation") : ""});
  return table.text();
}

LaneChart sensitivity_lanes(const Json& sensitivity) {
  using enum LanePart::Kind;
  const bool morris = is_morris(sensitivity);
  const std::string bar = morris ? "mean_absolute" : "total", mark = morris ? "deviation" : "first";
  LaneChart chart{"", morris ? "effect" : "share of the variance", "", {}};
  for (const Json& input : sensitivity["inputs"]) {
    const auto number = [&](const std::string& name) { return input[name].get<double>(); };
    chart.lanes.push_back({input["key"].get<std::string>(),
                           {{box, 0.0, number(bar), 0, 115},
                            {line, number(bar + "_low"), number(bar + "_high"), LanePart::kInk},
                            {tick, number(mark), 0.0, 1}}});
  }
  return chart;
}

}  // namespace grouser::cli
