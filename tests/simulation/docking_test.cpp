// SMART-OLEV locks itself to its client (seed of docs/meshes.md, section II.C), as far as the locking crown's closing.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

const ContactRecord& record_of(const Simulation& s, const std::string& part) {
  for (std::size_t i = 0; i < s.world().parts.size(); ++i)
    if (s.world().parts[i].kind == "mesh" && s.world().parts[i].name == part) return s.output().records[i];
  FAIL("no part " << part);
  return s.output().records.front();
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
  CHECK(crown.force.z() == Approx(100.0).margin(5.0));                   // the paper's locking force
  CHECK(record_of(s, "tool").force.z() == Approx(-100.0).margin(12.0));  // the boom pulls with what is left
  CHECK(deepest < 5e-4);                                                 // the paper's largest penetration, m
  CHECK(adrift < rounding * impulse);
  CHECK(turned < 1e-6 * moment);
  CHECK(s.state().ledger.relative_error() < 1e-3);
}
