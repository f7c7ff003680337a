// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/recording/run_file/run_export.hpp"

#include <cstdlib>
#include <sstream>

#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "run_samples.hpp"

using namespace grouser;
using namespace grouser::test;
namespace fs = std::filesystem;

TEST_CASE("the CSV reads back to the same bits") {
  const ScratchFolder folder("export");
  write_sample(folder / "run.h5", 600, 4);
  const RunReader reader(folder / "run.h5");
  double progress = -1.0;
  const auto files = export_csv(reader, folder / "csv", [&](double part) {
    CHECK(part >= progress);
    progress = part;
  });
  CHECK(progress == 1.0);
  CHECK(files.size() == 5);
  std::istringstream csv(read_text_file(folder / "csv/frames.csv"));
  std::string line;
  std::getline(csv, line);
  CHECK(line ==
        "time [s],step,wheel/front_left/sinkage [m],body/rover/position_x [m],energy/residual "
        "[J],extra/channel_3 [-]");
  std::size_t frame = 0, wrong = 0;
  for (; std::getline(csv, line); ++frame) {
    const char* at = line.c_str();
    char* end = nullptr;
    wrong += std::strtod(at, &end) != sample_time(frame);
    wrong += std::strtoull(end + 1, &end, 10) != 2 * frame;
    for (std::size_t c = 0; c < 4; ++c) wrong += std::strtod(end + 1, &end) != sample_value(frame, c);
    wrong += *end != '\0';
  }
  CHECK(frame == 600);
  CHECK(wrong == 0);
  const std::string events = read_text_file(folder / "csv/events.csv");
  CHECK(events.rfind("time [s],kind,text\n0,contact,frame 0\n0.1,contact,frame 50\n", 0) == 0);
  CHECK(read_text_file(folder / "csv/input/00_scenario_sample.toml") == sample_header().documents[0].text);
  CHECK(fs::exists(folder / "csv/input/01_soil_odd_name_.toml"));  // "../" and the comma are gone
  CHECK(read_text_file(folder / "csv/summary.json") == "{\"ok\": true}");
}

TEST_CASE("texts with commas and quotes are quoted, and a stopped export leaves no partial file") {
  const ScratchFolder folder("export_odd");
  {
    RunWriter writer(folder / "run.h5", sample_header(), sample_channels(1));
    std::vector<double> values(1);
    append_sample_frame(writer, 0, values);
    writer.append_event(0.5, "note", "said \"go\", went");
    writer.close("");
  }
  const RunReader reader(folder / "run.h5");
  export_csv(reader, folder / "csv");
  CHECK(read_text_file(folder / "csv/events.csv") ==
        "time [s],kind,text\n0.5,note,\"said \"\"go\"\", went\"\n");
  CHECK_FALSE(fs::exists(folder / "csv/summary.json"));
  CHECK_THROWS_AS(export_csv(reader, folder / "stopped", [](double) { throw RunError("stopped"); }),
                  RunError);
  CHECK(fs::is_empty(folder / "stopped"));
  CHECK_THROWS_AS(export_csv(reader, folder / "run.h5"), InputError);  // a file is in the way
}
