// SPDX-License-Identifier: BSD-3-Clause
// Laws of struts along their line: a honeycomb core by return mapping (Simo & Hughes 1998, section 1.4),
// and shock absorbers from tables with a seal's friction (docs/theory_landing.md, "Struts and crushable
// cores").
#include "grouser/vehicle/spec/strut.hpp"

#include <algorithm>
#include <limits>

namespace grouser {
namespace {

/// Crush force where `c` is crushed, N; infinite behind the last stage.
double crush_force(const CrushCore& core, double c) {
  for (const CrushStage& stage : core)
    if (c < stage.until) return stage.force;
  return std::numeric_limits<double>::infinity();
}

/// Value of a table between its ends.
double table_at(const StrutTable& table, double x) {
  std::size_t k = 1;
  while (k + 1 < table.size() && x > table[k][0]) ++k;
  const auto& [x0, f0] = table[k - 1];
  const auto& [x1, f1] = table[k];
  return f0 + (f1 - f0) * (x - x0) / (x1 - x0);
}

/// Work along the table from its first row to x, J: trapezia.
double table_work(const StrutTable& table, double x) {
  double work = 0.0;
  for (std::size_t k = 1; k < table.size() && x > table[k - 1][0]; ++k) {
    const double end = std::min(x, table[k][0]);
    work += 0.5 * (table[k - 1][1] + table_at(table, end)) * (end - table[k - 1][0]);
  }
  return work;
}

}  // namespace

double crush_core(const CrushCore& core, double stiffness, double x, double c) {
  for (const CrushStage& stage : core) {
    if (c >= stage.until) continue;
    const double asked = x - stage.force / stiffness;  // at which the spring's force is this stage's
    if (asked <= c) return c;
    c = std::min(asked, stage.until);
    if (c < stage.until) return c;
  }
  return c;
}

double crush_work(const CrushCore& core, double from, double to) {
  double work = 0.0, begin = 0.0;
  for (const CrushStage& stage : core) {
    work += stage.force * std::max(0.0, std::min(to, stage.until) - std::max(from, begin));
    begin = stage.until;
  }
  return work;
}

SideForce side_force(const CrushCore& core, double stiffness, double damping, double x, double rate,
                     double c) {
  const double crushed = crush_core(core, stiffness, x, c), pressed = x - crushed;
  if (!(pressed > 0.0)) return {};
  // The damper never makes the piston pull, nor push beyond the crush force.
  const double elastic = stiffness * pressed;
  const double most = std::max(elastic, crush_force(core, crushed));
  const double force = std::clamp(elastic + damping * rate, 0.0, most);
  return {force, 0.5 * elastic * pressed, (force - elastic) * rate};
}

SpringForce spring_force(const StrutTable& spring, double stop_stiffness, double x) {
  const double inside = std::clamp(x, spring.front()[0], spring.back()[0]), over = x - inside;
  const double end = table_at(spring, inside);
  const double zero = std::clamp(0.0, spring.front()[0], spring.back()[0]);  // a table may begin above 0
  const double stored = table_work(spring, inside) - table_work(spring, zero);
  return {end + stop_stiffness * over, stored + (end + 0.5 * stop_stiffness * over) * over};
}

double damper_force(const StrutTable& damper, double rate) {
  return damper.empty() ? 0.0 : table_at(damper, rate);
}

double slide_seal(double friction, double stiffness, double x, double slider) {
  const double reach = friction / stiffness;
  return std::clamp(slider, x - reach, x + reach);
}

}  // namespace grouser
