// SPDX-License-Identifier: BSD-3-Clause
// The file of a fitted soil: the base soil's text with found numbers in place, a head of comments that says
// what was fitted, and [uncertain] with distributions and correlations where there is a covariance.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/toml_edit.hpp"
#include "grouser/base/toml_text.hpp"
#include "grouser/mission/fit/fit_report.hpp"
#include "grouser/soil/laws/soil_number_access.hpp"

namespace grouser {
namespace {

/// The numbers of the soil among the keys, by their places.
std::vector<std::size_t> soil_keys_of(const FitResult& result) {
  std::vector<std::size_t> own;
  for (std::size_t k = 0; k < result.keys.size(); ++k)
    if (is_soil_number(result.keys[k].key.key)) own.push_back(k);
  return own;
}

/// The base soil's text up to an [uncertain] of its own, which a file has last.
std::string base_text(const std::string& soil, const std::filesystem::path& path) {
  std::string text = read_text_file(path);
  const std::size_t table = text.find("\n[uncertain]");
  if (table != std::string::npos) text.erase(table + 1);
  const TomlTable checked = TomlTable::parse(text, soil);
  (void)checked;
  return text;
}

/// The table [uncertain] (mission/rigs/uncertain_soil.hpp) of the found values.
std::string uncertain_text(const FitResult& result, const std::vector<std::size_t>& own) {
  // Correlations are shrunk a little, so that rounding leaves the matrix positive definite.
  constexpr double kShrunk = 1.0 - 1e-6;
  const auto covariance = [&](std::size_t a, std::size_t b) {
    return result.covariance(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b));
  };
  std::string text =
      "\n# distributions of the numbers: of a normal one mean and deviation, of a lognormal one median and "
      "deviation of the logarithm\n[uncertain]\n";
  std::vector<std::string> keys, rows;
  // A logarithmic key is lognormal about its median.
  for (const std::size_t k : own) {
    const FittedKey& found = result.keys[k];
    keys.push_back(toml_string(found.key.key));
    text += fmt::format("{} = {{ {} = [{:.9g}, {:.9g}], above = {}, below = {} }}\n", found.key.key,
                        found.key.scale == FitScale::logarithmic ? "lognormal" : "normal", found.value,
                        std::sqrt(covariance(k, k)), found.key.low, found.key.high);
    // Correlations with the other numbers of the soil.
    std::vector<double> row;
    for (const std::size_t other : own)
      row.push_back(other == k ? 1.0
                               : kShrunk * covariance(k, other) /
                                     std::sqrt(covariance(k, k) * covariance(other, other)));
    rows.push_back(fmt::format("[{:.9g}]", fmt::join(row, ", ")));
  }
  if (own.size() > 1)
    text += fmt::format("[[uncertain.correlate]]\nkeys = [{}]\nmatrix = [{}]\n", fmt::join(keys, ", "),
                        fmt::join(rows, ", "));
  return text;
}

}  // namespace

std::string fitted_soil_text(const FitSpec& spec, const FitResult& result) {
  const std::vector<std::size_t> own = soil_keys_of(result);
  if (own.empty()) throw InputError("--out", "no key of a soil among the keys of --vary", "one or more");
  const std::filesystem::path path = resolve_asset(spec.base.soil, "soils");
  std::string text = base_text(spec.base.soil, path);
  const SoilParams base = fit_soil(spec.base);
  const auto set = [&](const std::string& key, const std::string& value) {
    text = set_in_toml(text, path.string(), {key, value, "fit"});
  };
  // Settings of the fit first, so that found numbers prevail.
  set("name", toml_string(base.name + ", fitted"));
  if (spec.base.law) set("law", toml_string(kSoilLaws[static_cast<std::size_t>(*spec.base.law)]));
  for (const Override& setting : spec.base.settings) {
    const std::string key = setting.key.starts_with("soil.") ? setting.key.substr(5) : setting.key;
    if (is_soil_number(key)) set(key, setting.value);
  }
  std::string said;
  for (const std::size_t k : own) {
    const FittedKey& found = result.keys[k];
    set(found.key.key, fmt::format("{:.9g}", found.value));
    said += fmt::format("#   {} = {:.6g}, 95 % from {:.6g} to {:.6g}\n", found.key.key, found.value,
                        found.low, found.high);
  }
  // Comments of the head: data with their rms, values, and keys that the data cannot distinguish.
  std::string data;
  for (const FittedGroup& group : result.groups)
    data += fmt::format("#   {} {}: rms {:.4g} {} over {} values\n", group.file, group.channel, group.rms,
                        group.unit, group.fitted);
  std::string confused;
  for (const Confusion& confusion : result.confusions) confused += "# " + confusion.text + "\n";
  const std::string head =
      fmt::format("{} from soil {}, to\n{}# with\n{}{}", kFittedSoilBegin, base.id, data, said, confused);
  const bool sure = result.covariance.size() > 0;
  if (!text.ends_with('\n')) text += '\n';
  return head + text + (sure ? uncertain_text(result, own) : "");
}

}  // namespace grouser
