// SPDX-License-Identifier: BSD-3-Clause
// Which channels a recording watches at each step, by `[recording] peaks`, against the channels of all steps.
#include <algorithm>
#include <limits>
#include <set>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/run/run_recorder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

namespace fs = std::filesystem;

/// A run that is recorded each 150 ms, and the least and greatest value of each channel over all of its
/// steps.
class PeakRun {
 public:
  PeakRun(const std::string& scenario, const std::string& peaks) {
    std::vector<std::string> overrides{"recording.interval=0.15", "duration=0.5"};
    if (!peaks.empty()) overrides.push_back("recording.peaks=" + peaks);
    Simulation s = start(scenario, overrides);
    RunRecorder recorder(file_, s);
    const MetricsTracker tracker(s);
    FrameWriter writer(s.world());
    Frame frame;
    least_.assign(s.scene().channels.size(), std::numeric_limits<double>::infinity());
    greatest_.assign(least_.size(), -std::numeric_limits<double>::infinity());
    const auto note = [&] {
      writer.fill(s, frame);
      for (std::size_t c = 0; c < least_.size(); ++c) {
        least_[c] = std::fmin(least_[c], frame.channels[c]);
        greatest_[c] = std::fmax(greatest_[c], frame.channels[c]);
      }
    };
    note();
    while (!s.finished()) {
      REQUIRE(s.step() == StepStatus::ok);
      recorder.after_step();
      note();
    }
    recorder.close(summarise(s, tracker, RunStatus::completed, ""));
  }
  ~PeakRun() { fs::remove(file_); }

  const fs::path& file() const { return file_; }
  /// Checks the watched channels, to the bit, and returns the names of the others.
  std::set<std::string> unwatched() const {
    const RunReader reader(file_);
    std::set<std::string> others;
    for (std::size_t c = 0; c < reader.channels().size(); ++c) {
      const std::string& name = reader.channels()[c].name;
      INFO(name);
      if (!reader.has_peaks(name)) {
        others.insert(name);
        continue;
      }
      double least = std::numeric_limits<double>::infinity(), greatest = -least;
      for (const double value : reader.read_curve(name).values) {
        least = std::fmin(least, value);
        greatest = std::fmax(greatest, value);
      }
      CHECK(least == least_[c]);
      CHECK(greatest == greatest_[c]);
    }
    return others;
  }

 private:
  fs::path file_ = fs::temp_directory_path() / ("grouser_peak_choice_" + std::to_string(getpid()) + ".h5");
  std::vector<double> least_, greatest_;
};

}  // namespace

TEST_CASE("peaks: by default of all channels but joint loads and rotations of bodies") {
  for (const char* scenario : {"free_fall", "strut_landing", "walker_trot_flat", "skycrane_hard"}) {
    INFO(scenario);
    const std::set<std::string> others = PeakRun(scenario, "").unwatched();
    CHECK(others.size() > 3);
    for (const std::string& name : others) {
      INFO(name);
      const std::string last = name.substr(name.rfind('/') + 1);
      // The root of the lander under the crane is held, so that its acceleration is computed too.
      CHECK(((name.starts_with("body/") && last.starts_with("q")) || last.starts_with("load_") ||
             name.starts_with("lander/acceleration_")));
    }
  }
}

TEST_CASE("peaks: of all channels where the scenario asks for them, none where it asks for none") {
  {
    const PeakRun all("free_fall", "all");
    CHECK(all.unwatched().empty());
    CHECK(RunReader(all.file()).header().overrides.back() == "recording.peaks=all");
  }
  const PeakRun none("free_fall", "none");
  const RunReader reader(none.file());
  CHECK_FALSE(reader.has_peaks());
  CHECK(none.unwatched().size() == reader.channels().size());
  CHECK_THROWS_WITH(load_world("free_fall", sets({"recording.peaks=some"})),
                    ContainsSubstring("recording.peaks"));
}
