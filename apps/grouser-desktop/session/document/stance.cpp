// SPDX-License-Identifier: BSD-3-Clause
// The quasi-static solver (docs/theory_quasi_static.md) needs time to be made, so the thread makes it with
// the first question and keeps it for the next ones.
#include "session/document/stance.hpp"

#include "grouser/base/error.hpp"
#include "grouser/mission/quasi_static/quasi_static.hpp"

namespace grouser::desktop {

namespace {

/// Solver of stances, which the thread makes with the first question.
struct Solver {
  std::optional<QuasiStaticSolver> solver;
  std::string unable;  // why there is none: a vehicle without wheels, for instance
  explicit Solver(const std::shared_ptr<const World>& world) {
    try {
      solver.emplace(world);
    } catch (const Error& error) {
      unable = error.what();
    }
  }
};

}  // namespace

StanceFinder::Work stance_work(std::shared_ptr<const World> world) {
  return [world = std::move(world), made = std::shared_ptr<Solver>()](
             const StancePoint& asked, const StanceFinder::Asker& asker) mutable {
    if (!made) made = std::make_shared<Solver>(world);
    StancePoint point = asked;
    if (made->solver) {
      const QuasiStaticPose& pose = made->solver->place({0.0, point.x, point.y, point.heading, 0.0});
      point.roll = pose.roll;
      point.pitch = pose.pitch;
      for (const StaticWheel& wheel : pose.wheels) point.loads.push_back(wheel.load);
      if (pose.status != PoseStatus::ok) point.reason = pose.reason;
    } else {
      point.reason = made->unable;
    }
    asker.answer(std::move(point));
  };
}

}  // namespace grouser::desktop
