// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle_parts.hpp"

namespace grouser {
namespace {

CrushCore read_core(const TomlTable& t, const char* key) {
  constexpr std::size_t kMostStages = 16;
  CrushCore core;
  if (!t.has(key)) return core;
  for (const auto& row : t.number_rows(key, 2, positive("N, m"), kMostStages)) {
    if (!core.empty() && !(row[0] > core.back().force && row[1] > core.back().until))
      throw InputError(
          t.place(key),
          fmt::format("[{}, {}] after [{}, {}]", row[0], row[1], core.back().force, core.back().until),
          "a higher force and a greater length with each stage");
    core.push_back({row[0], row[1]});
  }
  return core;
}

/// Rows of [x, force], x rising.
StrutTable read_table(const TomlTable& t, const char* key, const char* unit) {
  constexpr std::size_t kMostRows = 1000;
  StrutTable table;
  if (!t.has(key)) return table;
  for (const auto& row : t.number_rows(key, 2, {-1e9, 1e9, false, unit}, kMostRows)) {
    if (!table.empty() && !(row[0] > table.back()[0]))
      throw InputError(t.place(key), fmt::format("{} after {}", row[0], table.back()[0]),
                       "a first number that rises from row to row");
    table.push_back({row[0], row[1]});
  }
  if (table.size() < 2)
    throw InputError(t.place(key), fmt::format("{} rows", table.size()), "two rows or more");
  return table;
}

/// A damper that would push on what moves away from it is none.
void check_damper(const TomlTable& t, const StrutTable& damper) {
  bool through_zero = false;
  for (const auto& [rate, force] : damper) {
    through_zero = through_zero || (rate == 0.0 && force == 0.0);
    if (rate * force < 0.0 || (rate == 0.0 && force != 0.0))
      throw InputError(t.place("damper"), fmt::format("[{}, {}]", rate, force),
                       "a force against the motion: of the sign of its speed, and 0 at 0");
  }
  if (!damper.empty() && !through_zero)
    throw InputError(t.place("damper"), "no row [0, 0]", "one between compression (above) and extension");
  const auto falls_away = [](const auto& outer, const auto& inner) {
    return (outer[1] - inner[1]) / (outer[0] - inner[0]) < 0.0;
  };
  if (!damper.empty() &&
      (falls_away(damper.front(), damper[1]) || falls_away(damper.back(), damper[damper.size() - 2])))
    throw InputError(t.place("damper"), "a force that falls towards an end",
                     "one that does not: its last slope goes on beyond the table");
}

ShockAbsorber read_absorber(const TomlTable& t, const StrutSpec& strut) {
  ShockAbsorber a{read_table(t, "spring", "m, N"), read_table(t, "damper", "m/s, N"),
                  t.number_or("friction", 0.0, non_negative("N"))};
  const bool asked = t.has("damper") || t.has("friction");
  if (a.empty()) {
    if (asked)
      throw InputError(t.place(t.has("damper") ? "damper" : "friction"), "no spring beside it",
                       "spring = [[compression, force], ...], which makes the strut a shock absorber");
    return a;
  }
  if (!strut.compression.empty() || !strut.tension.empty() || strut.damping != 0.0)
    throw InputError(t.place("spring"), "a core or damping beside it",
                     "either cores (compression, tension, damping) or a spring (spring, damper, friction)");
  if (!(a.spring.back()[0] < strut.free_length) || !(a.spring.front()[0] <= 0.0) ||
      !(a.spring.back()[0] > 0.0))
    throw InputError(t.place("spring"),
                     fmt::format("a stroke from {} to {} m", a.spring.front()[0], a.spring.back()[0]),
                     fmt::format("one from 0 or below to less than the strut's {} m", strut.free_length));
  check_damper(t, a.damper);
  return a;
}

StrutSpec read_strut(const TomlTable& t) {
  StrutSpec s{t.string("name"),
              t.string("body_a"),
              t.string("body_b"),
              to_vec3(t.vec3("point_a", "m")),
              to_vec3(t.vec3("point_b", "m")),
              t.number("free_length", positive("m")),
              t.number("stiffness", positive("N/m")),
              t.number_or("damping", 0.0, non_negative("N s/m")),
              read_core(t, "compression"),
              read_core(t, "tension"),
              t.number_or("radius", 0.02, {0.0, 1.0, false, "m"})};
  if (!(core_length(s.compression) < s.free_length))
    throw InputError(t.place("compression"), fmt::format("a core of {} m", core_length(s.compression)),
                     fmt::format("less than the strut's {} m", s.free_length));
  s.absorber = read_absorber(t, s);
  return s;
}

}  // namespace

void read_struts(const TomlTable& vehicle, VehicleSpec& spec) {
  spec.struts = read_list<StrutSpec>(vehicle, "strut", read_strut);
  for (std::size_t i = 0; i < spec.struts.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (spec.struts[i].name == spec.struts[k].name)
        throw InputError(vehicle.place("strut"), "two struts '" + spec.struts[i].name + "'",
                         "a name of its own for each");
}

}  // namespace grouser
