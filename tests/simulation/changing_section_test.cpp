// SPDX-License-Identifier: BSD-3-Clause
// Surfaces of revolution whose sections change in a run, with the time or with a joint: against closed forms and the book of energy.

#include "catch.hpp"
#include "changing_sections.hpp"
#include "grouser/base/error.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Of both layers in series on the bore, which is s deep everywhere, and on the sleeve's two faces, up to the plug's wall.
struct ClosedForm {
  double load = 0.0, stored = 0.0;  // N, J
};
ClosedForm closed_form(double radius) {
  const double s = radius - kBore, c = 0.5 * kPlugLayer, turn = 2.0 * std::numbers::pi;
  if (!(s > 0.0)) return {};
  // over r from the bore to the wall of the depth (wall - r), and of its square, times 2 pi r
  const double once = turn * (s * s * kBore / 2.0 + s * s * s / 6.0),
               twice = turn * (s * s * s * kBore / 3.0 + s * s * s * s / 12.0);
  return {c * (turn * kBore * kSleeve * s + 2.0 * once),
          0.5 * c * (turn * kBore * kSleeve * s * s + 2.0 * twice)};
}

/// As run_until(); a step that fails says why.
void go(Simulation& s, double until, const std::function<void()>& observe = {}) {
  const bool went = run_until(s, until, observe);
  INFO(s.failure().message);
  REQUIRE(went);
}

double radius_at(double share) { return kSmall + share * (kLarge - kSmall); }

double load_of(const Simulation& s) { return records_of(s, "mesh").front().load; }

double screw_of(const Simulation& s) {
  const Model& model = *s.world().model;
  for (const Joint& joint : model.joints())
    if (joint.name.find("screw") != std::string::npos) return s.state().motion.q[joint.q_index];
  throw std::runtime_error("no screw");
}

}  // namespace

// The sleeve's 63 facets are (pi/63)^2/6 = 4e-4 shorter than their circle, and pressures within one lean by up to
// pi/63, their sum is (pi/63)^2/2 = 1.2e-3 less.
TEST_CASE(
    "a plug that grows in a bore and shrinks: its load, and its drive's work is what the layer stores") {
  const ScratchFolder folder("section_time");
  Simulation s = start(
      write_plug_world(folder.path(), plug_text(kSmooth, by_time()), sleeve_text(kSmooth, fine_sleeve())));
  double most = 0.0;
  go(s, 0.24, [&] {
    const double share = 1.0 - std::min(1.0, std::fabs(s.time() - 0.12) / 0.1);
    const ClosedForm exact = closed_form(radius_at(share));
    const EnergyLedger& book = s.state().ledger;
    CHECK(load_of(s) == Approx(exact.load).epsilon(2e-3).margin(1e-3));
    CHECK(book.contact_springs == Approx(exact.stored).epsilon(6e-4).margin(1e-9));
    CHECK(std::fabs(book.residual()) <
          2.5e-3 * closed_form(kLarge).stored);  // one step is half booked at the turn
    most = std::max(most, book.motor_work);
  });
  CHECK(most == Approx(closed_form(kLarge).stored).epsilon(3e-3));
  CHECK(s.state().ledger.relative_error() < 1e-4);
  CHECK(std::fabs(s.state().ledger.motor_work) < 1e-3 * most);  // all came back
}

TEST_CASE(
    "a plug that grows beside the axis of a bore pushes it: the energy's book, with dampers and friction") {
  const ScratchFolder folder("section_book");
  for (const char* method : {"beeman", "rk4"})
    for (const std::string& layer : {kSmooth, kRough}) {
      Simulation s = start(write_plug_world(folder.path(), plug_text(layer, by_time()),
                                            sleeve_text(layer, fine_sleeve()), 3e-4),
                           {std::string("integration.method=") + method});
      double most = 0.0;
      go(s, 0.24, [&] { most = std::max(most, s.state().ledger.kinetic); });
      const EnergyLedger& book = s.state().ledger;
      INFO(method << " " << layer << ": kinetic " << most << " J, work " << book.motor_work << " J, error "
                  << book.relative_error());
      CHECK(most > 1e-3);  // the sleeve was pushed
      CHECK(book.relative_error() < 1e-3);
    }
}

// What the layer stores pushes the screw back: it turns where the spring has given all that it gave to the layer, and nothing is lost.
TEST_CASE(
    "a section that a joint drives: the joint bears what opposes the change, without a line of its own in "
    "the book") {
  const ScratchFolder folder("section_joint");
  double low = 0.0, high = 0.1;  // where the closed forms' energies are equal
  for (int i = 0; i < 60; ++i) {
    const double q = 0.5 * (low + high), left = kRest - q;
    const double kept = 0.5 * kSpring * left * left + closed_form(radius_at(q / 0.1)).stored;
    (kept < 0.5 * kSpring * kRest * kRest ? low : high) = q;
  }
  for (const char* set :
       {"integration.method=beeman", "integration.method=rk4", "integration.formulation=constrained"}) {
    Simulation s = start(write_plug_world(folder.path(), plug_text(kSmooth, by_screw(kSprung)),
                                          sleeve_text(kSmooth, fine_sleeve())),
                         {set});
    double farthest = 0.0, worst = 0.0;
    go(s, 0.5, [&] {
      farthest = std::max(farthest, screw_of(s));
      worst = std::max(worst, std::fabs(s.state().ledger.residual()));
    });
    INFO(set << ": turns at " << farthest << " m, closed form " << low << " m, worst residual " << worst);
    CHECK(low < 0.095);  // the layer turns it, not the spring
    CHECK(farthest == Approx(low).epsilon(1e-3));
    CHECK(s.state().ledger.motor_work == 0.0);
    CHECK(worst < 1e-3 * 0.5 * kSpring * kRest * kRest);
  }
}

TEST_CASE("a section that a led joint drives: what leads it does the work") {
  const ScratchFolder folder("section_led");
  const std::string lead =
      "[[motion]]\njoint = \"screw\"\nramp = 0.05\n[[motion.phase]]\nstart = 0.0\nposition = 0.1\n";
  for (const char* formulation : {"tree", "constrained"}) {
    Simulation s =
        start(write_plug_world(folder.path(), plug_text(kSmooth, by_screw("mode = \"prescribed\"\n")),
                               sleeve_text(kSmooth, fine_sleeve()), 0.0, lead),
              {std::string("integration.formulation=") + formulation});
    go(s, 0.6);
    const EnergyLedger& book = s.state().ledger;
    const ClosedForm exact = closed_form(radius_at(screw_of(s) / 0.1));
    INFO(formulation << ": screw " << screw_of(s) << " m, work " << book.motor_work);
    CHECK(screw_of(s) > 0.09);
    CHECK(load_of(s) == Approx(exact.load).epsilon(2e-3));
    CHECK(book.contact_springs == Approx(exact.stored).epsilon(6e-4));
    CHECK(book.motor_work == Approx(exact.stored + book.kinetic).epsilon(1e-3));
    CHECK(book.relative_error() < 1e-3);
  }
}

TEST_CASE("a state with a changing section is all that the next step needs, and worlds do not share it") {
  const ScratchFolder folder("section_state");
  const std::string more = GENERATE(by_time(), by_screw(kSprung));
  Simulation s = start(
      write_plug_world(folder.path(), plug_text(kRough, more), sleeve_text(kRough, fine_sleeve()), 3e-4));
  const SimulationState first = s.state();
  go(s, 0.1);
  REQUIRE(load_of(s) > 0.0);
  SimulationState copy = s.state();
  copy.unpack(s.state().pack());
  Simulation again(s.world().shared_from_this(), copy);
  Simulation early(s.world().shared_from_this(), first);
  // side by side, a tenth of a second apart, upon one world
  while (again.time() + 5e-5 < 0.2) {
    REQUIRE(again.step() == StepStatus::ok);
    REQUIRE(early.step() == StepStatus::ok);
  }
  CHECK(early.state().hash() == copy.hash());
  go(s, 0.2);
  CHECK(again.state().hash() == s.state().hash());
}

TEST_CASE("a changing section is refused where it has no driver, or where two of them would meet") {
  const ScratchFolder folder("section_refused");
  const auto refused = [&](const std::string& plug, const std::string& sleeve) {
    return write_plug_world(folder.path(), plug_text(kSmooth, plug), sleeve_text(kSmooth, sleeve));
  };
  CHECK_THROWS_WITH(
      start(refused("driver = \"none\"\n" + by_time(), fine_sleeve())),
      ContainsSubstring("plug.toml: mesh 'plug': driver") && ContainsSubstring("prismatic joint 'none'"));
  CHECK_THROWS_WITH(start(refused("driver = \"none\"\nsection = [[-0.1, 0.1], [0.1, 0.1]]\n", fine_sleeve())),
                    ContainsSubstring("driver"));
  CHECK_THROWS_WITH(start(refused(by_time(), "edge = 0.012\n" + by_time())),
                    ContainsSubstring("sections") && ContainsSubstring("whose section stays"));
}
