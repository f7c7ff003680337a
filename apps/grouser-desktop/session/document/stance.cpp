// SPDX-License-Identifier: BSD-3-Clause
#include "session/document/stance.hpp"

#include "grouser/base/error.hpp"
#include "grouser/mission/quasi_static/quasi_static.hpp"

namespace grouser::desktop {

StanceFinder::StanceFinder(std::shared_ptr<const World> world)
    : thread_([this, world = std::move(world)] { search(world); }) {}

StanceFinder::~StanceFinder() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void StanceFinder::ask(double x, double y, double heading) {
  {
    const std::lock_guard lock(mutex_);
    question_ = StancePoint{x, y, heading, 0.0, 0.0, {}, ""};
  }
  wake_.notify_one();
}

std::optional<StancePoint> StanceFinder::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(answer_, std::nullopt);
}

void StanceFinder::search(const std::shared_ptr<const World>& world) {
  std::optional<QuasiStaticSolver> solver;
  std::string unable;
  try {
    solver.emplace(world);
  } catch (const Error& error) {
    unable = error.what();  // no wheels, for instance
  }
  for (;;) {
    StancePoint point;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return stop_ || question_; });
      if (stop_) return;
      point = *std::exchange(question_, std::nullopt);
    }
    if (solver) {
      const QuasiStaticPose& pose = solver->place({0.0, point.x, point.y, point.heading, 0.0});
      point.roll = pose.roll;
      point.pitch = pose.pitch;
      for (const StaticWheel& wheel : pose.wheels) point.loads.push_back(wheel.load);
      if (pose.status != PoseStatus::ok) point.reason = pose.reason;
    } else {
      point.reason = unable;
    }
    const std::lock_guard lock(mutex_);
    answer_ = std::move(point);
  }
}

}  // namespace grouser::desktop
