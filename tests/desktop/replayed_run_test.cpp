// SPDX-License-Identifier: BSD-3-Clause
// A run that is over becomes a replay: it is played to and fro, saved, exported and reported like a
// recording, and a recording has the card with its numbers.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "desks/result/result_work.hpp"
#include "desktop/session_support.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/run/run.hpp"
#include "session/result_request.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

namespace fs = std::filesystem;

struct KeptRuns {
  fs::path folder = fs::temp_directory_path() / ("grouser_kept_runs_" + std::to_string(getpid()));
  KeptRuns() {
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  ~KeptRuns() { fs::remove_all(folder); }
  std::size_t count() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder / "live"), {}));
  }
};

void open_short_run(Session& session, const char* duration = "0.3") {
  session.open("free_fall", {{"duration", duration}, {"view.numbers", "[]"}});
  REQUIRE(update_until(session, [](const RunView& run) { return run.frame != nullptr; }));
  session.set_speed(1000.0);
}

bool is_over(const RunView& run) { return run.state == RunState::finished; }

/// Until a file is written.
std::string saved_by(ResultWork& desk, Session& session) {
  std::optional<std::string> saved;
  REQUIRE(update_until(session, [&](const RunView&) { return (saved = desk.take_saved()).has_value(); }));
  return *saved;
}

ReportJob::Outcome outcome_of(ResultWork& desk, Session& session) {
  std::optional<ReportJob::Outcome> outcome;
  REQUIRE(update_until(session, [&](const RunView&) { return (outcome = desk.take_report()).has_value(); }));
  return *outcome;
}

}  // namespace

TEST_CASE("a run that is over is played from where one stands, to and fro, and keeps its end") {
  Session session(wall_clock);
  open_short_run(session);
  session.play_pause();
  REQUIRE(update_until(session, is_over));
  const RunView& run = session.view();
  CHECK(run.mode == SessionMode::live);
  CHECK(run.ended == RunState::finished);
  CHECK(run.speed == 1.0);  // what was as fast as it went is watched at the pace of the clock
  const double end = run.newest;
  const std::uint64_t last_hash = run.frame->state_hash;
  CHECK(run.time == end);

  session.set_speed(0.1);
  session.seek(0.1);
  session.update();
  CHECK(run.time == 0.1);
  CHECK(run.state == RunState::paused);
  session.play_pause();
  REQUIRE(update_until(session, [](const RunView& r) { return r.time > 0.1; }));
  CHECK(run.state == RunState::playing);
  CHECK(run.time < end);  // not at its end in one leap
  session.pause();
  session.update();
  const double stopped = run.time;
  session.update();
  CHECK(run.time == stopped);
  session.shuttle(-1);
  REQUIRE(update_until(session, [&](const RunView& r) { return r.time < stopped; }));
  CHECK(run.backward);
  session.shuttle(+1);
  session.set_speed(100.0);
  REQUIRE(update_until(session, is_over));
  CHECK(run.frame->state_hash == last_hash);
  session.replay();
  session.update();
  CHECK(run.state == RunState::playing);
  CHECK(run.time < end);

  // Backspace simulates it again.
  session.reset();
  REQUIRE(update_until(session, [](const RunView& r) { return r.newest == 0.0; }));
  CHECK_FALSE(run.ended);
  session.set_speed(1000.0);
  session.play_pause();
  REQUIRE(update_until(session, is_over));
  CHECK(run.frame->state_hash == last_hash);
}

TEST_CASE("a run that was stopped at an earlier time while it ended stays there") {
  Session session(wall_clock);
  open_short_run(session);
  session.play_pause();
  REQUIRE(update_until(session, is_over));
  session.seek(0.2);
  for (int k = 0; k < 5; ++k) session.update();
  CHECK(session.view().time == 0.2);
}

TEST_CASE("a live run that nobody recorded is saved as the file that recording it would have made") {
  KeptRuns kept;
  const std::string saved = (kept.folder / "saved.h5").string(), part = (kept.folder / "part.h5").string();
  ResultWork desk;
  std::uint64_t last_hash = 0;
  {
    Session session(wall_clock);
    session.keep_runs_in(kept.folder / "live");
    open_short_run(session);
    CHECK(session.view().run_file.empty());
    CHECK_THROWS_WITH(desk.carry_out({.kind = ResultRequest::Kind::save, .path = saved}, session.view()),
                      Catch::Matchers::ContainsSubstring("no step yet"));
    CHECK(kept.count() == 0);

    // Not over: what there is of it.
    session.single_step();
    REQUIRE(
        update_until(session, [](const RunView& run) { return run.newest > 0.0 && !run.run_file.empty(); }));
    desk.carry_out({.kind = ResultRequest::Kind::save, .path = part}, session.view());
    CHECK(saved_by(desk, session) == part);
    CHECK(RunReader(part).closed_cleanly());
    CHECK(RunReader(part).frame_count() >= 1);

    session.play_pause();
    REQUIRE(update_until(session, is_over));
    last_hash = session.view().frame->state_hash;
    desk.carry_out({.kind = ResultRequest::Kind::save, .path = saved}, session.view());
    session.note_saved(saved_by(desk, session));
    session.update();
    CHECK(session.view().recorded_path == saved);
    CHECK(session.view().run_file == saved);
    CHECK(kept.count() == 1);
    // Simulated again it is another run, and the one that was saved stays.
    session.reset();
    REQUIRE(update_until(session, [](const RunView& run) { return run.newest == 0.0; }));
    CHECK(session.view().run_file.empty());
  }
  CHECK(kept.count() == 0);
  const RunReader reader(saved);
  CHECK(reader.closed_cleanly());
  CHECK(reader.read_state_hashes().back() == last_hash);
  CHECK(parse_report(reader.summary()).status == "completed");
  RunOptions options;
  options.now = wall_clock;
  CHECK_FALSE(rerun(saved, options).first_difference);
}

TEST_CASE(
    "a recording of a part of a run leaves no file of all of it, a program that was killed leaves none for "
    "long") {
  KeptRuns kept;
  fs::create_directories(kept.folder / "live");
  const fs::path left = kept.folder / "live" / "live_2147483646_1.h5",
                 ours = kept.folder / "live" / fmt::format("live_{}_900.h5", getpid()),
                 other = kept.folder / "live" / "notes.h5";
  for (const fs::path& file : {left, ours, other}) std::ofstream(file) << "x";
  Session session(wall_clock);
  session.keep_runs_in(kept.folder / "live");
  CHECK_FALSE(fs::exists(left));
  CHECK(fs::exists(ours));
  CHECK(fs::exists(other));
  open_short_run(session);
  const std::string part = (kept.folder / "part.h5").string();
  session.start_recording(part);
  session.single_step();
  REQUIRE(update_until(session,
                       [&](const RunView& run) { return run.recording_path == part && run.newest > 0.0; }));
  CHECK(session.view().run_file == part);
  session.stop_recording();
  session.play_pause();
  REQUIRE(update_until(session, is_over));
  CHECK(session.view().run_file.empty());  // nothing has its beginning and its end
}

TEST_CASE("a replay has the card, a report and tables") {
  KeptRuns kept;
  const std::string file = (kept.folder / "run.h5").string();
  ResultWork desk;
  {
    Session session(wall_clock);
    open_short_run(session);
    session.start_recording(file);
    session.play_pause();
    REQUIRE(update_until(session, [&](const RunView& run) { return run.recorded_path == file; }));
  }
  Session session(wall_clock);
  session.open(file);
  REQUIRE(update_until(session, [](const RunView& run) { return run.frame != nullptr; }));
  desk.update(session.view());
  const ResultView& card = desk.view();
  REQUIRE(card.shown);
  CHECK(card.word == "Finished");
  CHECK(card.simulated == Approx(0.3));
  CHECK_FALSE(card.live);
  CHECK(card.file == file);
  const RunReport report = parse_report(RunReader(file).summary());
  REQUIRE(card.numbers.size() >= 3);
  for (const ResultNumber& number : card.numbers) CHECK(number.value == report.metrics.at(number.name).value);

  desk.carry_out({.kind = ResultRequest::Kind::report}, session.view());
  const ReportJob::Outcome page = outcome_of(desk, session);
  INFO(page.text);
  CHECK(page.good);
  CHECK(fs::file_size(kept.folder / "run_report.html") > 1000);
  desk.carry_out({.kind = ResultRequest::Kind::export_csv}, session.view());
  const ReportJob::Outcome tables = outcome_of(desk, session);
  INFO(tables.text);
  CHECK(tables.good);
  CHECK(fs::file_size(kept.folder / "run_csv" / "frames.csv") > 1000);
  const std::string copy = (kept.folder / "copy.h5").string();
  desk.carry_out({.kind = ResultRequest::Kind::save, .path = copy}, session.view());
  CHECK(saved_by(desk, session) == copy);
  CHECK(RunReader(copy).read_state_hashes() == RunReader(file).read_state_hashes());
  CHECK(desk.close());
  desk.update(session.view());
  CHECK_FALSE(desk.view().shown);
}
