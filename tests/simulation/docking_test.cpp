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

Vec3 momentum_of_all(const Simulation& s) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t b = 0; b < s.world().model->bodies().size(); ++b) {
    const Body& body = s.world().model->bodies()[b];
    const BodyMotion& m = s.kinematics().body[b];
    sum += body.mass * m.velocity_at(m.X_WB * body.com);
  }
  return sum;
}

}  // namespace

// Joint coordinates leave what the order of the step leaves where frames are not in centres of mass; in constrained ones each
// body's centre of mass is integrated, and only rounding is left.
TEST_CASE("docking: the crown spreads behind the throat and holds the client with 100 N") {
  const auto [formulation, rounding] = GENERATE(std::pair{"tree", 1e-9}, std::pair{"constrained", 1e-12});
  Simulation s = start("docking_smart_olev", {fmt::format("integration.formulation={}", formulation)});
  double deepest = 0.0, impulse = 0.0, adrift = 0.0;
  const ContactRecord& crown = record_of(s, "crown");
  REQUIRE(run_until(s, 52.0, [&] {
    for (const ContactRecord& record : s.output().records) deepest = std::max(deepest, record.depth);
    impulse += crown.force.norm() * s.world().settings.dt;
    adrift = std::max(adrift, momentum_of_all(s).norm());
  }));
  INFO(formulation << ": crown " << crown.force.transpose() << " N, deepest " << deepest << " m, impulse "
                   << impulse << " N s, drift " << adrift);
  CHECK(crown.force.z() == Approx(100.0).margin(5.0));                   // the paper's locking force
  CHECK(record_of(s, "tool").force.z() == Approx(-100.0).margin(12.0));  // the boom pulls with what is left
  CHECK(deepest < 5e-4);                                                 // the paper's largest penetration, m
  CHECK(adrift < rounding * impulse);
  CHECK(s.state().ledger.relative_error() < 1e-3);
}
