// SPDX-License-Identifier: BSD-3-Clause
// A fit as JSON and as a table. Numbers that are NaN become null in JSON; conditions that no row has are
// left out of the table.
#include "grouser/mission/fit/fit_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "fit/fit_columns.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

using FitJson = nlohmann::ordered_json;

/// A matrix as a list of rows.
FitJson matrix_json(const MatX& matrix) {
  FitJson rows = FitJson::array();
  for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
    FitJson row = FitJson::array();
    for (Eigen::Index c = 0; c < matrix.cols(); ++c) row.push_back(matrix(r, c));
    rows.push_back(row);
  }
  return rows;
}

/// Numbers by the names of the keys.
FitJson by_key(const FitResult& result, const std::vector<double>& numbers) {
  FitJson json = FitJson::object();
  for (std::size_t k = 0; k < numbers.size(); ++k) json[result.keys[k].key.key] = numbers[k];
  return json;
}

/// Values, intervals and ranges of the keys.
FitJson fitted_keys_json(const FitResult& result) {
  FitJson keys = FitJson::array();
  for (const FittedKey& found : result.keys)
    keys.push_back({{"key", found.key.key},
                    {"value", found.value},
                    {"low_95", found.low},
                    {"high_95", found.high},
                    {"deviation", found.deviation},
                    {"scale", found.key.scale == FitScale::linear ? "linear" : "log"},
                    {"range", {found.key.low, found.key.high}},
                    {"at_end_of_range", found.at_end}});
  return keys;
}

/// Noise, errors and information of each channel of each file.
FitJson groups_json(const FitResult& result) {
  FitJson groups = FitJson::array();
  for (const FittedGroup& group : result.groups)
    groups.push_back({{"file", group.file},
                      {"channel", group.channel},
                      {"unit", group.unit},
                      {"fitted", group.fitted},
                      {"held", group.held},
                      {"noise", group.sigma},
                      {"noise_known", group.known},
                      {"rms", group.rms},
                      {"held_rms", group.held_rms},
                      {"held_within_95", group.held_within},
                      {"fold_rms", group.fold_rms},
                      {"information_share", by_key(result, group.shares)},
                      {"widened_without", by_key(result, group.widened)}});
  return groups;
}

/// Pairs of name and number as an object.
FitJson named_numbers(const std::vector<std::pair<std::string, double>>& numbers) {
  FitJson json = FitJson::object();
  for (const auto& [name, value] : numbers) json[name] = value;
  return json;
}

}  // namespace

nlohmann::ordered_json fit_json(const FitSpec& spec, const FitResult& result, std::size_t most_draws) {
  FitJson json{{"status", "completed"}, {"soil", spec.base.soil}};
  json["law"] = kSoilLaws[static_cast<std::size_t>(fit_soil(spec.base).law)];
  json["keys"] = fitted_keys_json(result);
  json["correlations"] = matrix_json(result.correlations);
  json["covariance"] = matrix_json(result.covariance);
  json["data"] = groups_json(result);
  json["cannot_tell_apart"] = FitJson::array();
  for (const Confusion& confusion : result.confusions)
    json["cannot_tell_apart"].push_back(
        {{"keys", confusion.keys}, {"deviation_of_range", confusion.deviation}, {"text", confusion.text}});
  json["next_tests"] = FitJson::array();
  for (const NextTest& test : result.next_tests)
    json["next_tests"].push_back({{"text", test.text},
                                  {"file", test.file},
                                  {"conditions", named_numbers(test.at)},
                                  {"gain", test.gain},
                                  {"interval_ratio", by_key(result, test.narrowed)}});
  json["search"] = {
      {"starts", result.starts},       {"agreeing", result.agreeing}, {"iterations", result.iterations},
      {"converged", result.converged}, {"cost", result.cost},         {"noise_inflation", result.inflation}};
  json["posterior"] = {{"kind", kPosteriorKinds[static_cast<std::size_t>(result.posterior)]},
                       {"independent_draws", result.independent}};
  FitJson draws = FitJson::array();
  // Evenly spaced draws, `most_draws` at most.
  const std::size_t stride =
      most_draws == 0 ? result.draws.size() + 1 : (result.draws.size() + most_draws - 1) / most_draws;
  for (std::size_t k = 0; most_draws > 0 && k < result.draws.size(); k += std::max<std::size_t>(1, stride))
    draws.push_back(
        std::vector<double>(result.draws[k].data(), result.draws[k].data() + result.draws[k].size()));
  json["posterior"]["draws"] = draws;
  json["values"] = FitJson::array();
  for (const FittedValue& value : result.values)
    json["values"].push_back({{"file", value.file},
                              {"line", value.line},
                              {"channel", value.channel},
                              {"held", value.held},
                              {"conditions", named_numbers(value.at)},
                              {"measured", value.measured},
                              {"predicted", value.predicted},
                              {"low_95", value.low},
                              {"high_95", value.high}});
  json["notes"] = result.notes;
  return json;
}

Table make_fit_table(const FitResult& result) {
  std::vector<std::string> file, channel, held;
  std::vector<double> line, measured, predicted, residual, low, high;
  // A column for each condition that some row has.
  std::map<std::string, std::vector<double>> conditions;
  for (const FittedValue& value : result.values)
    for (const auto& [name, at] : value.at) conditions[name].assign(result.values.size(), kUnset);
  for (std::size_t k = 0; k < result.values.size(); ++k) {
    const FittedValue& value = result.values[k];
    file.push_back(value.file), channel.push_back(value.channel),
        held.emplace_back(value.held ? "yes" : "no");
    line.push_back(value.line), measured.push_back(value.measured), predicted.push_back(value.predicted);
    residual.push_back(value.measured - value.predicted), low.push_back(value.low),
        high.push_back(value.high);
    for (const auto& [name, at] : value.at) conditions[name][k] = at;
  }
  Table table;
  table.columns = {{"file", "", file}, {"line", "", line}, {"channel", "", channel}, {"held", "", held}};
  for (const FitColumn& column : fit_condition_columns())
    if (const auto found = conditions.find(std::string(column.key)); found != conditions.end())
      table.columns.push_back({found->first, "", found->second});
  for (auto& [name, cells] :
       {std::pair{"measured", measured}, std::pair{"predicted", predicted}, std::pair{"residual", residual},
        std::pair{"low_95", low}, std::pair{"high_95", high}})
    table.columns.push_back({name, "", cells});
  return table;
}

}  // namespace grouser
