// SPDX-License-Identifier: BSD-3-Clause
#include "build_balance.hpp"
#include "toml_writer.hpp"

namespace grouser {

void write_balance(const WorldSpec& spec, TomlWriter& t) {
  if (spec.balance) {
    t.table("[balance]");
    for (const BalanceKey& key : balance_keys()) t.number(key.key, spec.balance->control.*key.number);
    t.angle("pelvis_pitch_deg", spec.balance->pelvis_pitch);
    t.angle("chest_pitch_deg", spec.balance->chest_pitch);
    t.number("hold", spec.balance->hold);
  }
  for (const PushSpec& push : spec.pushes) {
    t.table("[[push]]");
    t.string("body", push.body);
    t.vector("force", push.force);
    t.number("start", push.start);
    t.number("duration", push.duration);
  }
  if (!spec.stepup) return;
  const StepupCourseSpec& c = *spec.stepup;
  t.table("[stepup]");
  t.string("kind", kCourseKinds[static_cast<int>(c.kind)]);
  t.number("start", c.start);
  t.line("durations", fmt::format("[{}]", fmt::join(c.durations, ", ")));
  t.number("step", c.step);
  t.number("height", c.height);
  t.number("clearance", c.clearance);
  t.number("lift", c.lift);
  if (c.kind == CourseKind::shift) {
    t.number("low", c.low);
    t.number("back", c.back);
    t.number("inward", c.inward);
    return;
  }
  std::vector<std::string> rows;
  for (const auto& instant : c.path) rows.push_back(fmt::format("[{}]", fmt::join(instant, ", ")));
  t.line("path", fmt::format("[{}]", fmt::join(rows, ", ")));
}

}  // namespace grouser
