// SPDX-License-Identifier: BSD-3-Clause
// Keys of struts: crushable cores or a shock absorber's tables, with the conditions that keep each law
// dissipative.
#include "vehicle_parts.hpp"

namespace grouser {
namespace {

/// Stages of a core, rows of [force, crushed length], both rising.
void visit_core(KeyVisitor& v, const Key& key, CrushCore& core) {
  constexpr std::size_t kMostStages = 16;
  if (!v.has(key, !core.empty())) return;
  std::vector<std::array<double, 2>> rows;
  for (const CrushStage& stage : core) rows.push_back({stage.force, stage.until});
  v.rows(key, rows, positive("N, m"), kMostStages);
  core.clear();
  for (const auto& [force, until] : rows) {
    if (!core.empty() && !(force > core.back().force && until > core.back().until))
      v.refuse(key.name,
               fmt::format("[{}, {}] after [{}, {}]", force, until, core.back().force, core.back().until),
               "a higher force and a greater length with each stage");
    core.push_back({force, until});
  }
}

/// Rows of [x, force], x rising.
void visit_table(KeyVisitor& v, const Key& key, StrutTable& table, const char* units) {
  visit_rising(v, key, table, units);
  if (table.size() < 2 && v.has(key, !table.empty()))
    v.refuse(key.name, fmt::format("{} rows", table.size()), "two rows or more");
}

/// A damper that would push on what moves away from it is none.
void check_damper(const KeyVisitor& v, const StrutTable& damper) {
  bool through_zero = false;
  for (const auto& [rate, force] : damper) {
    through_zero = through_zero || (rate == 0.0 && force == 0.0);
    if (rate * force < 0.0 || (rate == 0.0 && force != 0.0))
      v.refuse("damper", fmt::format("[{}, {}]", rate, force),
               "a force against the motion: of the sign of its speed, and 0 at 0");
  }
  if (!damper.empty() && !through_zero)
    v.refuse("damper", "no row [0, 0]", "one between compression (above) and extension");
  // The last slopes go on beyond the table, so they must not fall.
  const auto falls_away = [](const auto& outer, const auto& inner) {
    return (outer[1] - inner[1]) / (outer[0] - inner[0]) < 0.0;
  };
  if (!damper.empty() &&
      (falls_away(damper.front(), damper[1]) || falls_away(damper.back(), damper[damper.size() - 2])))
    v.refuse("damper", "a force that falls towards an end",
             "one that does not: its last slope goes on beyond the table");
}

/// The tables of a shock absorber, which has no core and no damping of its own beside them.
void visit_absorber(KeyVisitor& v, const StrutSpec& strut, ShockAbsorber& a) {
  visit_table(v, {"spring", "[compression, force], which makes the strut a shock absorber"}, a.spring,
              "m, N");
  visit_table(v, {"damper", "[speed of compression, force] of a shock absorber, through [0, 0]"}, a.damper,
              "m/s, N");
  v.number({"friction", "of the seals of a shock absorber"}, a.friction, non_negative("N"));
  if (a.empty()) {
    for (const char* key : {"damper", "friction"})
      if (v.has({key}, false))
        v.refuse(key, "no spring beside it",
                 "spring = [[compression, force], ...], which makes the strut a shock absorber");
    return;
  }
  if (!strut.compression.empty() || !strut.tension.empty() || strut.damping != 0.0)
    v.refuse("spring", "a core or damping beside it",
             "either cores (compression, tension, damping) or a spring (spring, damper, friction)");
  if (!(a.spring.back()[0] < strut.free_length) || !(a.spring.front()[0] <= 0.0) ||
      !(a.spring.back()[0] > 0.0))
    v.refuse("spring", fmt::format("a stroke from {} to {} m", a.spring.front()[0], a.spring.back()[0]),
             fmt::format("one from 0 or below to less than the strut's {} m", strut.free_length));
  check_damper(v, a.damper);
}

}  // namespace

void visit_keys(KeyVisitor& v, StrutSpec& s) {
  v.text({"name", "by which it is recorded", Need::yes}, s.name);
  v.text({"body_a", "at its first end", Need::yes}, s.body_a);
  v.text({"body_b", "at its second end", Need::yes}, s.body_b);
  v.vector({"point_a", "in the frame of body_a", Need::yes}, s.point_a, any_number("m"));
  v.vector({"point_b", "in the frame of body_b", Need::yes}, s.point_b, any_number("m"));
  v.number({"free_length", "without a load", Need::yes}, s.free_length, positive("m"));
  v.number({"stiffness", "of its spring, or beyond the ends of a shock absorber's", Need::yes}, s.stiffness,
           positive("N/m"));
  v.number({"damping", "along it"}, s.damping, non_negative("N s/m"));
  visit_core(v, {"compression", "[force, length] of each stage of its crushable core"}, s.compression);
  visit_core(v, {"tension", "the same of its core in tension"}, s.tension);
  v.number({"radius", "of the rod that is drawn; 0: none"}, s.radius, {0.0, 1.0, false, "m"});
  if (!(core_length(s.compression) < s.free_length))
    v.refuse("compression", fmt::format("a core of {} m", core_length(s.compression)),
             fmt::format("less than the strut's {} m", s.free_length));
  visit_absorber(v, s, s.absorber);
}

}  // namespace grouser
