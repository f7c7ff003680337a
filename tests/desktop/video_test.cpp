// SPDX-License-Identifier: BSD-3-Clause
#include <csignal>
#include <numbers>

#include "catch.hpp"
#include "desks/video/video_job.hpp"
#include "grouser/base/error.hpp"
#include "hal/child_process.hpp"
#include "session/video/video_plan.hpp"
#include "view/camera/camera_text.hpp"

using namespace grouser;
using namespace grouser::desktop;

TEST_CASE("a video has the length of its span, and its pictures are equally far apart") {
  const VideoPlan real({.fps = 30}, 0.0, 20.0);
  CHECK(real.frames() == 600);
  CHECK(real.duration() == 20.0);
  CHECK(real.time(0) == 0.0);
  CHECK(real.time(599) == Approx(20.0 - 1.0 / 30.0));
  const VideoPlan lapse({.fps = 25, .speed = 10.0, .from = 5.0, .to = 15.0}, 0.0, 20.0);
  CHECK(lapse.frames() == 25);
  CHECK(lapse.time(1) == Approx(5.4));
  const VideoPlan odd({.fps = 30, .from = 0.0, .to = 0.05}, 0.0, 20.0);  // one and a half pictures
  CHECK(odd.frames() == 2);
  CHECK(std::abs(odd.duration() - 0.05) <= 1.0 / 30.0);
  CHECK(VideoPlan({.fps = 1, .from = 0.0, .to = 0.1}, 0.0, 20.0).frames() == 1);
  for (std::size_t k = 0; k < lapse.frames(); ++k) CHECK(lapse.time(k) <= 15.0);
}

TEST_CASE("a span outside the run, no frame rate and a million pictures are refused") {
  using Timing = VideoTiming;
  for (const Timing& bad :
       {Timing{.from = 5.0, .to = 3.0}, Timing{.from = -1.0}, Timing{.to = 20.1}, Timing{.fps = 0},
        Timing{.fps = 1000}, Timing{.speed = 0.0}, Timing{.speed = std::numeric_limits<double>::quiet_NaN()},
        Timing{.from = std::numeric_limits<double>::quiet_NaN()}, Timing{.speed = 1e-4}})
    CHECK_THROWS_AS(VideoPlan(bad, 0.0, 20.0), InputError);
}

TEST_CASE("a camera is the same after it was written and read") {
  Camera camera;
  camera.target = {3.0, -2.0, 1.5};
  camera.yaw = 1.25;
  camera.pitch = -0.2;
  camera.distance = 7.5;
  const Vec3 rover(1.0, 1.0, 0.5);
  for (const bool follow : {true, false}) {
    camera.follow = follow;
    const Camera again = parse_camera(camera_text(camera, rover), rover);
    CHECK(again.follow == follow);
    CHECK((again.eye() - camera.eye()).norm() < 1e-3);
    // elsewhere the one that follows has moved with the rover
    const Camera later = parse_camera(camera_text(camera, rover), rover + Vec3(2, 0, 0));
    CHECK((later.target - camera.target).x() == Approx(follow ? 2.0 : 0.0).margin(1e-3));
  }
  for (const char* bad :
       {"", "follow", "follow:1,2,3", "follow:1,2,3,4,5,6,7", "near:1,2,3,4,5,6", "fixed:1,95,3,4,5,6",
        "fixed:1,2,0,4,5,6", "fixed:nan,2,3,4,5,6", "fixed:1,2,3,4,5,inf"})
    CHECK_THROWS_AS(parse_camera(bad, rover), InputError);
}

TEST_CASE("the command line of a video holds what was chosen, and a file's name is no option") {
  VideoChoice choice;
  choice.path = "--force.mp4";
  choice.timing = {.fps = 24, .speed = 2.0, .from = 1.0, .to = 3.0};
  const auto command = video_command("/bin/program", choice, {"-run.h5", "", "follow:0,0,1,0,0,0", true});
  const auto has = [&](const char* word) { return std::count(command.begin(), command.end(), word) == 1; };
  for (const char* word :
       {"--video=--force.mp4", "--fps=24", "--speed=2", "--from=1", "--to=3", "--forces", "--no-ui"})
    CHECK(has(word));
  CHECK(command.front() == "/bin/program");
  CHECK(command[command.size() - 2] == "--");
  CHECK(command.back() == "-run.h5");
}

TEST_CASE("another program is started without a shell, fed, read, stopped") {
  CHECK(ChildProcess::start({"no-such-program-anywhere"}, ChildPipe::input) == nullptr);
  const auto echo = ChildProcess::start({"printf", "%s", "$HOME; `id`"}, ChildPipe::output);
  REQUIRE(echo);
  CHECK(echo->wait() == 0);
  CHECK(echo->read() == "$HOME; `id`");
  const auto cat = ChildProcess::start({"cat"}, ChildPipe::input);
  REQUIRE(cat);
  CHECK_FALSE(cat->exit_code());
  CHECK(cat->write("abc", 3));
  cat->close_pipe();
  CHECK(cat->wait() == 0);
  // Stopped too where this program's own SIGINT is ignored, as in the background of a script.
  const auto before = std::signal(SIGINT, SIG_IGN);
  const auto sleeping = ChildProcess::start({"sleep", "60"}, ChildPipe::output);
  std::signal(SIGINT, before);
  REQUIRE(sleeping);
  sleeping->send_signal(SIGINT);
  CHECK(sleeping->wait() == 128 + SIGINT);
  const auto wrong = ChildProcess::start({"cat", "/no/such/file"}, ChildPipe::output);
  REQUIRE(wrong);
  CHECK(wrong->wait() == 1);
  CHECK(wrong->errors().find("/no/such/file") != std::string::npos);
}
