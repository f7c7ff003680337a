// SPDX-License-Identifier: BSD-3-Clause
// Soils with distributions: draws are settings of the soil's text, which is then read as any soil. Sobol's
// points with the soil's correlations give the sample.
#include "grouser/mission/rigs/uncertain_soil.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "campaign/correlation_reader.hpp"
#include "campaign/uncertain_reader.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/document_kind.hpp"
#include "grouser/base/error.hpp"

namespace grouser {
namespace {

constexpr const char* kUncertain = "uncertain";

}  // namespace

UncertainSoil UncertainSoil::load(const std::string& soil, const std::filesystem::path& uncertain,
                                  std::optional<SoilLaw> law, const std::filesystem::path& beside) {
  UncertainSoil made;
  const std::filesystem::path path = resolve_asset(soil, "soils", beside);
  made.law_ = law;
  made.best_ = load_soil(soil, beside, law);
  made.text_ = read_text_file(path);
  made.place_ = path.string();
  made.id_ = path.stem().string();
  const TomlTable table = TomlTable::parse(made.text_, made.place_);
  // A soil without distributions has only its best numbers.
  if (uncertain.empty() && !table.holds(kUncertain)) return made;
  const TomlTable file = uncertain.empty() ? table : TomlTable::load(uncertain.string());
  if (!file.is_table(kUncertain))
    throw InputError(file.file(), "no [uncertain]", "a table of distributions of the soil's keys");
  const TomlTable draws = file.table(kUncertain);
  UncertainDraws found =
      read_uncertain(draws, table, uncertain.empty() ? path.parent_path() : uncertain.parent_path());
  made.draws_ = std::move(found.draws);
  made.correlations_ = std::move(found.correlations);
  made.soil_at(std::vector<double>(made.draws_.size(), 0.5));
  return made;
}

/// The soil at one point of the unit cube; throws InputError where a drawn number is out of the soil's
/// range.
SoilParams UncertainSoil::soil_at(const std::vector<double>& units) const {
  TomlTable table = TomlTable::parse(text_, place_);
  for (std::size_t k = 0; k < draws_.size(); ++k) {
    const std::string& key = draws_[k].key;
    const std::string value = fmt::format("{}", draws_[k].distribution.draw(units[k]));
    table.set({key, value, "drawn " + key + "=" + value});
  }
  return read_soil(table, id_, law_);
}

std::vector<SoilParams> UncertainSoil::sample(int count, std::uint64_t seed) const {
  std::vector<SoilParams> soils;
  if (is_certain()) return soils;
  std::vector<std::string> names;
  for (const DrawSpec& draw : draws_) names.push_back(draw.key);
  const UnitDraws points(PlanKind::sobol, seed, static_cast<std::uint64_t>(count), names);
  for (std::uint64_t k = 0; k < static_cast<std::uint64_t>(count); ++k) {
    std::vector<double> units;
    for (std::size_t i = 0; i < names.size(); ++i)
      // The ends of the cube are infinite quantiles of many distributions.
      units.push_back(std::clamp(points.at(i, k), kLeastUnit, kMostUnit));
    soils.push_back(soil_at(correlated_units(correlations_, names, std::move(units))));
  }
  return soils;
}

Band band_of(std::vector<double> values, double share) {
  std::erase_if(values, [](double x) { return !std::isfinite(x); });
  if (values.size() < 2) return {};
  std::sort(values.begin(), values.end());
  // Type 7 of Hyndman and Fan: linear between order statistics.
  const auto at = [&](double level) {
    const double place = level * static_cast<double>(values.size() - 1);
    const auto k = static_cast<std::size_t>(place);
    const double upper = values[std::min(k + 1, values.size() - 1)];
    return values[k] + (place - static_cast<double>(k)) * (upper - values[k]);
  };
  return {at(0.5 * (1.0 - share)), at(0.5 * (1.0 + share))};
}

}  // namespace grouser
