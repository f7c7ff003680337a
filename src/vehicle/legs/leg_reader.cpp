// The legs of a walker's file.
#include <fmt/format.h>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/toml_input.hpp"
#include "grouser/math/units.hpp"
#include "grouser/vehicle/legs/four_bar_leg.hpp"

namespace grouser {
namespace {

FourBarLegSpec read_four_bar(const TomlTable& table) {
  FourBarLegSpec spec;
  const NumberRange any{-10.0, 10.0, false, "m"}, above{0.0, 10.0, true, "m"};
  const auto read = [&](const char* key, double& length, const NumberRange& range) {
    length = table.number(key, range);
  };
  read("side", spec.side, any);
  read("drop", spec.drop, any);
  read("ahead", spec.ahead, any);
  read("arm", spec.arm, any);
  read("back", spec.back, any);
  read("crank", spec.crank, above);
  read("thigh", spec.thigh, above);
  read("coupler", spec.coupler, above);
  read("foot_offset", spec.foot_offset, any);
  read("lever", spec.lever, above);
  read("shank", spec.shank, above);
  const char* keys[] = {"roll_limits_deg", "hip_limits_deg", "knee_limits_deg"};
  for (std::size_t k = 0; k < 3; ++k) {
    const std::vector<double> limits = table.numbers(keys[k], 2, {-180.0, 180.0, false, "deg"});
    spec.lowest[k] = kDegree * limits[0];
    spec.highest[k] = kDegree * limits[1];
  }
  return spec;
}

}  // namespace

std::vector<NamedLeg> read_legs(const std::filesystem::path& path) {
  const TomlTable table = TomlTable::load(resolve_asset(path.string(), "walkers", ".").string());
  table.string_or("name", "");
  const FourBarLegSpec spec = read_four_bar(table.table("four_bar"));
  try {
    FourBarLeg{spec};
  } catch (const InputError& error) {
    throw InputError(table.place("four_bar") + ": " + error.what());
  }
  std::vector<NamedLeg> legs;
  for (const TomlTable& leg : table.tables("leg")) legs.push_back({leg.string("name"), spec});
  table.finish();
  if (legs.empty()) throw InputError(table.place(""), "no [[leg]]", "at least one");
  return legs;
}

}  // namespace grouser
