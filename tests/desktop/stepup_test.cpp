// SPDX-License-Identifier: BSD-3-Clause
// The step-up desk: its numbers are those of the scenario's robot, its plans the planner's, and a scenario follows one that it takes.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "catch.hpp"
#include "desks/stepup/stepup_desk.hpp"
#include "desks/stepup/stepup_panel.hpp"
#include "desks/stepup/stepup_request.hpp"
#include "desktop/panel_bench.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/stepup/stepup_charts.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/step/verdict.hpp"
#include "grouser/simulation/step/world.hpp"
#include "session/document/document_request.hpp"

using namespace grouser;
using namespace grouser::desktop;

namespace {

constexpr double kTooHigh = 0.55;  // m: seed 004's robot does not get up there

std::shared_ptr<const Frame> first_frame(const std::shared_ptr<const World>& world) {
  auto frame = std::make_shared<Frame>();
  FrameWriter(*world).fill(start_simulation(world), *frame);
  return frame;
}

std::size_t field(const std::string& key) {
  const auto all = stepup_fields();
  const auto found = std::ranges::find_if(all, [&](const StepupField& f) { return f.key == key; });
  REQUIRE(found != all.end());
  return static_cast<std::size_t>(found - all.begin());
}

void set(StepupWork& desk, const std::string& key, double value) {
  desk.carry_out({.kind = StepupRequest::Kind::set, .field = field(key), .value = value});
}

void wait_for_plan(StepupWork& desk) {
  desk.update();
  for (int k = 0; k < 60000 && desk.view().working; ++k) {
    desk.update();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  desk.update();
  REQUIRE_FALSE(desk.view().working);
  REQUIRE(desk.view().answer);
}

/// A desk at which a scenario is open, once its first plan is found.
struct OpenDesk {
  std::shared_ptr<const World> world = load_world("stepup_31cm", {});
  StepupWork desk{test::wall_clock};
  OpenDesk() {
    desk.show(world, first_frame(world).get());
    wait_for_plan(desk);
  }
};

}  // namespace

TEST_CASE("step-up: the desk begins with the numbers of the robot and of its step") {
  OpenDesk open;
  const StepupView& view = open.desk.view();
  CHECK(view.available);
  CHECK(view.platform);
  CHECK_FALSE(view.changed);
  CHECK(view.spec.height == 0.308);
  CHECK(view.spec.step == 0.55);
  CHECK(view.spec.gravity == open.world->settings.gravity);
  CHECK(view.spec.half_width == Approx(0.1115).margin(1e-3));  // as its scenario was planned for
  CHECK(view.spec.start_height == Approx(1.10).margin(0.05));  // as its authors' robot stands
  REQUIRE(view.answer->plan.feasible);
  CHECK(view.answer->plan.objective == StepupPlanner(view.spec).plan().objective);
  set(open.desk, "height", 0.2);
  CHECK(view.changed);
  open.desk.carry_out({.kind = StepupRequest::Kind::reset});
  CHECK_FALSE(view.changed);
  CHECK(view.spec.height == 0.308);
}

TEST_CASE("step-up: there is nothing to plan for a rover") {
  StepupWork desk(test::wall_clock);
  const auto world = load_world("drive_flat_soft", {});
  desk.show(world, first_frame(world).get());
  CHECK_FALSE(desk.view().available);
  desk.update();
  CHECK_FALSE(desk.view().working);
  CHECK_THROWS_AS(desk.settings(), InputError);
}

TEST_CASE("step-up: who opens another scenario sees no plan of the old one") {
  OpenDesk open;
  set(open.desk, "height", kTooHigh);
  open.desk.update();
  CHECK(open.desk.view().working);
  open.desk.show(load_world("drive_flat_soft", {}), nullptr);
  CHECK_FALSE(open.desk.view().available);
  CHECK_FALSE(open.desk.view().working);
  open.desk.show(open.world, first_frame(open.world).get());
  wait_for_plan(open.desk);
  CHECK(open.desk.view().answer->spec.height == 0.308);
  CHECK(open.desk.view().answer->plan.feasible);
}

TEST_CASE("step-up: what is too high says which limits stand in its way, and a change that would help does") {
  OpenDesk open;
  const StepupView& view = open.desk.view();
  for (const double height : {0.3, 0.5, kTooHigh})
    set(open.desk, "height", height);                 // the last question counts
  CHECK_THROWS_AS(open.desk.settings(), InputError);  // the plan that is there is of other numbers
  wait_for_plan(open.desk);
  CHECK(view.answer->spec.height == kTooHigh);
  REQUIRE(view.answer->plan.found);
  REQUIRE_FALSE(view.answer->plan.feasible);
  const auto& shortfalls = view.answer->plan.shortfalls;
  CHECK(std::ranges::any_of(shortfalls, [](const StepupShortfall& s) { return s.family == "leg_length"; }));
  const auto remedy = std::ranges::find(view.answer->remedies, "longest_leg", &StepupRemedy::setting);
  REQUIRE(remedy != view.answer->remedies.end());
  REQUIRE(remedy->helps);
  CHECK_THROWS_AS(open.desk.settings(), InputError);
  set(open.desk, "leg.longest", remedy->to);
  wait_for_plan(open.desk);
  CHECK(view.answer->plan.feasible);
}

TEST_CASE("step-up: numbers that make no sense are refused, and the next ones are planned") {
  OpenDesk open;
  set(open.desk, "leg.longest", 0.5);  // shorter than the shortest
  wait_for_plan(open.desk);
  CHECK(open.desk.view().answer->refusal.find("legs of") != std::string::npos);
  open.desk.carry_out({.kind = StepupRequest::Kind::reset});
  wait_for_plan(open.desk);
  CHECK(open.desk.view().answer->refusal.empty());
  CHECK(open.desk.view().answer->plan.feasible);
}

TEST_CASE("step-up: a robot whose scenario takes a plan follows it onto a platform of its height") {
  OpenDesk open;
  set(open.desk, "height", 0.24);
  set(open.desk, "step", 0.5);
  set(open.desk, "weights.most_torque", 16.0);
  wait_for_plan(open.desk);
  const auto world = load_world("stepup_31cm", open.desk.settings());
  const StepupCourseSpec& course = world->humanoids.front().course->spec();
  CHECK(course.height == 0.24);
  CHECK(course.path.size() == open.desk.view().answer->plan.instants.size());
  const auto& shapes = world->terrain->shapes();
  const auto platform = std::ranges::find(shapes, "platform", &RigidShape::name);
  REQUIRE(platform != shapes.end());
  CHECK(platform->pose.p.z() + platform->half.z() == Approx(0.24));
  CHECK(platform->pose.p.z() - platform->half.z() == Approx(0.0).margin(1e-12));
  CHECK(platform->pose.p.x() - platform->half.x() == Approx(0.25));  // its edge lies half a step ahead
  Simulation simulation = start_simulation(world);
  while (!simulation.finished()) REQUIRE(simulation.step() == StepStatus::ok);
  REQUIRE(simulation.verdict());
  CHECK(simulation.verdict()->name == "stood");
  // and is then the scenario's own
  open.desk.show(world, first_frame(world).get());
  CHECK(open.desk.view().spec.height == 0.24);
}

TEST_CASE("step-up: a plan that is taken is one step of the document, which undo takes back") {
  Session session{test::wall_clock};
  KeptState kept;
  Shared shared(session, kept);
  DocumentWork& document = shared.document;
  StepupDesk room(shared);
  RequestTable table;
  room.register_requests(table);
  test::Bench bench(SessionMode::empty);
  session.open("stepup_31cm");
  REQUIRE(test::update_until(
      session, [](const RunView& run) { return run.mode == SessionMode::live && run.frame != nullptr; }));
  document.opened(session);
  const auto update = [&] {
    Requests none;
    room.update(0.0, none);
  };
  update();
  CHECK(room.view().available);
  CHECK_FALSE(room.view().answer);  // nobody has looked at it
  bench.draw(
      [&](const Ui& ui, const RunView&, Requests& requests) { room.tabs().front().draw(ui, requests); });
  const auto settle = [&] {
    REQUIRE(test::update_until(session, [&](const RunView& run) {
      document.update(session);
      update();
      return !document.view().document->building() && !session.loading() && run.frame &&
             !room.view().working && room.view().answer;
    }));
  };
  table.carry_out(StepupRequest{.kind = StepupRequest::Kind::set, .field = field("height"), .value = 0.2});
  settle();
  table.carry_out(StepupRequest{.kind = StepupRequest::Kind::use});
  settle();
  CHECK(session.world()->humanoids.front().course->spec().height == 0.2);
  document.carry_out(DocumentRequest{.kind = DocumentRequest::Kind::undo}, session);
  settle();
  CHECK(session.world()->humanoids.front().course->spec().height == 0.308);
  CHECK(document.view().document->changes().empty());
}

TEST_CASE("step-up: the panel shows what was found, and a click makes the change that would help") {
  test::Bench bench;
  Document document;
  DocumentView documents;
  documents.document = &document;
  OpenDesk open;
  StepupView view = open.desk.view();
  int curve = 0;
  const auto panel = [&](const Ui& ui, const RunView&, Requests& requests) {
    stepup_panel(ui, view, documents, curve, requests);
  };
  CHECK_FALSE(test::find<StepupRequest>(bench.click("stepup_use", panel)));  // no document is open
  document.open("stepup_31cm", {});
  const Requests used = bench.click("stepup_use", panel);
  REQUIRE(test::find<StepupRequest>(used));
  CHECK(test::find<StepupRequest>(used)->kind == StepupRequest::Kind::use);
  StepupAnswer infeasible{
      view.spec, {}, {{"longest_leg", "m", 1.15, 1.2, true, &StepupSpec::longest_leg}}, {}, 0.0};
  infeasible.spec.height = kTooHigh;
  infeasible.plan = StepupPlanner(infeasible.spec).plan();
  view.answer = std::make_shared<const StepupAnswer>(infeasible);
  CHECK_FALSE(test::find<StepupRequest>(bench.click("stepup_use", panel)));
  CHECK(bench.click("stepup_constraints", panel).empty());  // click() needs it to be there
  const Requests asked = bench.click("stepup_remedy_leg.longest", panel);
  REQUIRE(test::find<StepupRequest>(asked));
  CHECK(test::find<StepupRequest>(asked)->field == field("leg.longest"));
  CHECK(test::find<StepupRequest>(asked)->value == 1.2);
}

TEST_CASE("step-up: curves of a foot have a gap while it is lifted") {
  OpenDesk open;
  const StepupAnswer& answer = *open.desk.view().answer;
  const Chart push = stepup_time_chart(answer.spec, answer.plan, StepupCurve::push);
  REQUIRE(push.series.size() == 2);
  for (const ChartSeries& series : push.series) {
    const auto missing = std::ranges::count_if(series.y, [](double y) { return std::isnan(y); });
    CHECK(missing == answer.spec.instants);  // one phase of five
  }
  CHECK(stepup_time_chart(answer.spec, answer.plan, StepupCurve::legs).series.size() == 4);
  const Chart side = stepup_side_chart(answer.spec, answer.plan);
  CHECK(side.series[0].y.back() - side.series[0].y.front() == Approx(0.308).margin(0.15));
}
