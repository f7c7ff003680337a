// SPDX-License-Identifier: BSD-3-Clause
// SMART-OLEV locks itself to its client (seed of docs/meshes.md, section II.C), as far as the locking crown's closing.
#include <fmt/format.h>

#include "catch.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

const ContactRecord& record_of(const Simulation& s, std::string_view part) {
  for (std::size_t i = 0; i < s.world().parts.size(); ++i)
    if (s.world().parts[i].kind == "mesh" && s.world().parts[i].name == part) return s.output().records[i];
  FAIL("no part " << part);
  return s.output().records.front();
}

/// The paper's three pairs, the nozzle with the tool's body, with the crown and with the bolt, bear, with
/// penetrations of one order (its figure 11) and not beyond 0.5 mm.
void check_pairs(const Simulation& s) {
  double least = 1.0, most = 0.0;
  for (const char* part : {"tool", "crown", "bolt"}) {
    const ContactRecord& record = record_of(s, part);
    INFO(part << " bears " << record.load << " N, " << record.depth << " m deep");
    CHECK(record.load > 0.5);
    least = std::min(least, record.depth), most = std::max(most, record.depth);
  }
  INFO("from " << least << " to " << most << " m deep");
  CHECK(most < 10.0 * least);
  CHECK(most < 5e-4);
}

}  // namespace

// As shipped, in constrained coordinates, each body's centre of mass is integrated, and only rounding is left; joint coordinates
// leave what the order of the step leaves where frames are not in centres of mass.
TEST_CASE("docking: the crown spreads behind the throat and holds the client with 100 N") {
  const auto [formulation, rounding] =
      GENERATE(std::pair{"as shipped", 1e-12}, std::pair{"integration.formulation=tree", 1e-9});
  Simulation s = start("docking_smart_olev", formulation == std::string("as shipped")
                                                 ? std::vector<std::string>{}
                                                 : std::vector<std::string>{formulation});
  double deepest = 0.0, impulse = 0.0, adrift = 0.0, turned = 0.0, moment = 0.0;
  const ContactRecord& crown = record_of(s, "crown");
  REQUIRE(run_until(s, 52.0, [&] {
    for (const ContactRecord& record : s.output().records) deepest = std::max(deepest, record.depth);
    const Momentum sum = calc_momentum(*s.world().model, s.kinematics());
    impulse += crown.force.norm() * s.world().settings.dt;
    moment += crown.point.norm() * crown.force.norm() * s.world().settings.dt;
    adrift = std::max(adrift, sum.linear.norm());
    turned = std::max(turned, sum.angular.norm());
  }));
  INFO(formulation << ": crown " << crown.force.transpose() << " N, deepest " << deepest << " m, impulse "
                   << impulse << " N s, drift " << adrift << ", with its arm " << moment << " N m s, drift "
                   << turned);
  check_pairs(s);
  CHECK(crown.force.z() == Approx(100.0).margin(5.0));                   // the paper's locking force
  CHECK(record_of(s, "tool").force.z() == Approx(-100.0).margin(12.0));  // the boom pulls with what is left
  CHECK(deepest < 5e-4);                                                 // the paper's largest penetration, m
  CHECK(adrift < rounding * impulse);
  CHECK(turned < 1e-6 * moment);
  CHECK(s.state().ledger.relative_error() < 1e-3);
}

// The safety spring's 200 N come upon the lock's own 100 N. The boom goes in 3.6 times as fast as shipped,
// which shakes the satellites more and leaves the same rest.
TEST_CASE(
    "docking: mated, the crown bears 100 N of its lock and 200 N of the safety spring, the brackets the "
    "latter") {
  Simulation s = start("docking_smart_olev",
                       {"motion.0.phase.2.rate=-0.025", "motion.0.phase.3.start=99.644", "duration=112"});
  REQUIRE(run_until(s, 108.0));
  check_pairs(s);
  const double crown = record_of(s, "crown").force.z(), tool = record_of(s, "tool").force.z();
  const double bolt = record_of(s, "bolt").force.z();
  INFO("crown " << crown << " N, tool " << tool << " N, bolt " << bolt << " N");
  CHECK(crown == Approx(300.0).margin(5.0));
  CHECK(tool == Approx(-100.0).margin(5.0));
  double brackets = 0.0;
  for (const char* bracket : {"bracket_1", "bracket_2", "bracket_3"}) {
    CHECK(record_of(s, bracket).load == Approx(200.0 / 3.0).margin(5.0));
    brackets += record_of(s, bracket).force.z();
  }
  CHECK(brackets == Approx(-(crown + tool + bolt)).margin(0.1));  // the client is at rest between them
  CHECK(s.state().ledger.relative_error() < 1e-3);
}
