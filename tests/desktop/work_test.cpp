// SPDX-License-Identifier: BSD-3-Clause
// The two forms of work beside the window, and the line of the status bar that lists them.
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "app/bars/work_line.hpp"
#include "catch.hpp"
#include "desktop/panel_bench.hpp"
#include "session/file_request.hpp"
#include "session/jobs/latest_job.hpp"
#include "session/jobs/task.hpp"

using namespace grouser::desktop;
using namespace grouser::test;

namespace {

using Doubler = LatestJob<int, int>;

/// Waits until it holds; false after ten seconds.
template <class Holds>
bool wait_until(Holds holds) {
  for (int k = 0; k < 10000 && !holds(); ++k) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return holds();
}

/// A gate that a thread waits at.
struct Gate {
  std::atomic<bool> open{false};
  void pass() const { open.wait(false); }
  void release() {
    open = true;
    open.notify_all();
  }
};

}  // namespace

TEST_CASE("latest job: of the questions that wait only the newest is answered") {
  Gate gate;
  std::atomic<int> begun{0}, told{0};
  std::vector<int> worked;  // by the thread, read after it has answered
  Doubler job(
      [&](int question, const Doubler::Asker& asker) {
        worked.push_back(question);
        ++begun;
        if (question == 1) gate.pass();
        asker.answer(2 * question);
      },
      [&] { ++told; });
  CHECK_FALSE(job.working());
  job.ask(1);
  REQUIRE(wait_until([&] { return begun == 1; }));
  job.ask(2);
  job.ask(3);
  CHECK(job.working());
  gate.release();
  REQUIRE(wait_until([&] { return !job.working(); }));
  CHECK(worked == std::vector<int>{1, 3});
  CHECK(told == 2);
  const auto answer = job.take();
  REQUIRE(answer);
  CHECK(*answer == 6);
  CHECK_FALSE(job.take());  // once
}

TEST_CASE("latest job: the work learns that something newer is asked, and what is cancelled has no answer") {
  Gate gate;
  std::atomic<bool> begun{false}, was_gone{false};
  Doubler job([&](int question, const Doubler::Asker& asker) {
    begun = true;
    gate.pass();
    was_gone = asker.is_gone();
    asker.answer(2 * question);
  });
  job.ask(1);
  REQUIRE(wait_until([&] { return begun.load(); }));
  job.cancel();
  CHECK_FALSE(job.working());
  gate.release();
  job.ask(5);
  REQUIRE(wait_until([&] { return !job.working(); }));
  CHECK_FALSE(was_gone);  // of the last question
  REQUIRE(job.take());
  job.end();
  CHECK(wait_until([&] { return job.ended(); }));
}

TEST_CASE("latest job: an answer may grow while it waits to be taken") {
  LatestJob<int, std::vector<int>> job([](int count, const auto& asker) {
    for (int k = 0; k < count; ++k) asker.change([&](std::vector<int>& waiting) { waiting.push_back(k); });
  });
  job.ask(4);
  REQUIRE(wait_until([&] { return !job.working(); }));
  CHECK(*job.take() == std::vector<int>{0, 1, 2, 3});
}

TEST_CASE("task: gives its result once, throws what the work threw, and knows that it is cancelled") {
  Task<int> task;
  CHECK_FALSE(task.running());
  CHECK_FALSE(task.take());
  task.start("Adding", [](const Job::GoOn& go_on) { return go_on(0.5) ? 7 : 0; });
  CHECK(task.wait() == 7);
  CHECK_FALSE(task.running());
  task.start("Failing", [](const Job::GoOn&) -> int { throw std::runtime_error("no such file"); });
  REQUIRE(wait_until([&] { return task.over(); }));
  CHECK(task.running());
  CHECK_THROWS_WITH(task.take(), "no such file");
  CHECK_FALSE(task.running());
  task.start("Waiting", [](const Job::GoOn& go_on) {
    while (go_on(-1.0)) std::this_thread::yield();
    return 1;
  });
  task.cancel();
  CHECK(task.wait() == 1);
}

TEST_CASE("work line: shows what has gone on for a while, and the first one's Cancel asks for its end") {
  Bench bench(SessionMode::empty);
  WorkLine line;
  double now = 0.0;
  std::vector<RunningWork> works{{.title = "Opening gale.tif",
                                  .part = 0.42,
                                  .left = 12.0,
                                  .cancel = FileRequest{.kind = FileRequest::Kind::cancel_opening}}};
  const auto panel = [&](const Ui& ui, const RunView&, Requests& requests) {
    ImGui::TextUnformatted("paused");
    line.draw(ui, works, now, requests);
  };
  bench.draw(panel);
  CHECK(bench.map_.count("work") == 0);
  now = 0.2;
  bench.draw(panel);
  CHECK(bench.map_.count("work") == 0);  // a blink disturbs
  now = 0.5;
  bench.draw(panel);
  CHECK(bench.map_.count("work") == 1);
  CHECK(bench.map_.count("works") == 0);
  CHECK(find<FileRequest>(bench.click("work_cancel", panel), FileRequest::Kind::cancel_opening));
  works.push_back({.title = "Curves of the soil"});
  bench.draw(panel);
  now = 1.0;
  bench.draw(panel);
  CHECK(bench.map_.count("works") == 1);
  works.clear();
  bench.draw(panel);
  CHECK(bench.map_.count("work") == 0);
  works.push_back({.title = "Opening gale.tif"});  // another time: its patience begins anew
  bench.draw(panel);
  CHECK(bench.map_.count("work") == 0);
}

TEST_CASE("session: what is being opened can be given up, and something else opened at once") {
  Session session{wall_clock};
  session.open("rocky_craters");
  REQUIRE(session.loading());
  session.give_up_loading();
  CHECK_FALSE(session.loading());
  CHECK(session.log().back().text == "Gave up opening rocky_craters");
  session.open("free_fall");
  REQUIRE(update_until(session, [](const RunView& run) { return run.mode == SessionMode::live; }));
  CHECK(session.view().name == "free_fall");
}
