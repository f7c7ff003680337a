// SPDX-License-Identifier: BSD-3-Clause
// Measurements beside a run: columns find their channels and units, the offset of a known shift is found, residuals have the
// bias that was put in, and what does not fit is told in words.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "desks/measured/measured_panel.hpp"
#include "desks/measured/measured_request.hpp"
#include "desktop/panel_bench.hpp"
#include "desktop/session_support.hpp"
#include "grouser/base/error.hpp"
#include "session/channel_values.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

using MeasuredKind = MeasuredRequest::Kind;

constexpr double kShift = 0.3137;  // s: the rig's clock began so much later than the run's
constexpr double kBias = 2.0;      // N: of the rig's scale

struct MeasuredBench {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("grouser_measured_test_" + std::to_string(::getpid()));
  Session session{wall_clock};
  MeasuredWork desk;

  MeasuredBench() {
    std::filesystem::create_directories(folder);
    session.open_at("fast_bumps", 4.0);
    desk.show(&run());
  }
  ~MeasuredBench() { std::filesystem::remove_all(folder); }

  RunData& run() const { return *session.view().data; }
  const MeasuredView& view() const { return desk.view(); }
  std::span<const double> column(const std::string& name) const {
    const int k = find_channel(*session.view().scene, name);
    REQUIRE(k >= 0);
    return run().column(static_cast<std::size_t>(k));
  }
  std::string write(const std::string& text) const {
    const std::filesystem::path file = folder / "rig.csv";
    std::ofstream(file) << text;
    return file.string();
  }
  /// The run's own numbers in other units, by a clock that is late, each third frame.
  std::string write_run() const {
    const auto load = column("wheel/front_left/load"), pitch = column("chassis/pitch");
    std::string text = "t [ms],Front left load [kN],pitch_deg,temperature [K]\n";
    for (std::size_t k = 0; k < run().frame_count(); k += 3)
      text += fmt::format("{},{},{},290\n", 1e3 * (run().times()[k] - kShift), 1e-3 * (load[k] + kBias),
                          57.29577951308232 * pitch[k]);
    return write(text);
  }
  void settle() {
    const double end = wall_clock() + 60.0;
    do {
      desk.update();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    } while (desk.busy() && wall_clock() < end);
    desk.update();
    REQUIRE_FALSE(desk.working());
  }
  void open(const std::string& path) {
    desk.carry_out({.kind = MeasuredKind::open, .text = path});
    settle();
  }
};

}  // namespace

TEST_CASE("measured: a shifted, biased record of the run is mapped, aligned, and its bias is the residual") {
  MeasuredBench bench;
  bench.open(bench.write_run());
  REQUIRE(bench.view().columns.size() == 3);
  const auto& channels = bench.session.view().scene->channels;
  const auto name_of = [&](std::size_t k) {
    return channels.at(static_cast<std::size_t>(bench.view().columns[k].channel)).name;
  };
  CHECK(name_of(0) == "wheel/front_left/load");
  CHECK(name_of(1) == "chassis/pitch");
  CHECK(bench.view().columns[2].channel == -1);
  CHECK(bench.view().columns[0].values[5] == Approx(bench.column("wheel/front_left/load")[15] + kBias));
  bench.desk.carry_out({.kind = MeasuredKind::align});
  bench.settle();
  // the bias pulls a little at it
  CHECK(bench.view().offset == Approx(kShift).margin(1e-3));
  bench.desk.carry_out({.kind = MeasuredKind::offset, .value = kShift});
  bench.settle();
  const Residuals& load = bench.view().columns[0].residuals;
  CHECK(load.values.size() == bench.view().times.size());
  CHECK(load.mean == Approx(kBias).epsilon(1e-6));
  CHECK(load.rms == Approx(kBias).epsilon(1e-6));
  CHECK(bench.view().columns[1].residuals.rms < 1e-9);
  CHECK(bench.view().columns[1].residuals.largest < 1e-8);
  bench.desk.carry_out({.kind = MeasuredKind::offset, .value = kShift + 0.05});
  bench.settle();
  CHECK(bench.view().columns[1].residuals.rms > 1e-5);
}

TEST_CASE("measured: units that do not fit, channels of choice, a run that grows and goes") {
  MeasuredBench bench;
  bench.open(bench.write("time_s,load [mm],hollow [mm],pitch_deg\n0,1,2,90\n1,1,2,90\n2,5,2,90\n"));
  CHECK(bench.view().columns[0].trouble.find("mm") != std::string::npos);
  CHECK(bench.view().columns[0].values.empty());
  CHECK(bench.view().columns[1].channel == -1);
  CHECK(bench.view().columns[2].values[0] == Approx(1.5707963267948966));
  bench.desk.carry_out({.kind = MeasuredKind::map, .index = 1, .text = "wheel/rear_right/sinkage"});
  bench.settle();
  CHECK(bench.view().columns[1].values[0] == Approx(0.002));
  CHECK(bench.view().columns[1].residuals.values.size() == 3);
  bench.desk.carry_out({.kind = MeasuredKind::map, .index = 2});  // none
  bench.desk.show(nullptr);
  bench.settle();
  CHECK(bench.view().columns[1].channel == -1);
  bench.desk.show(&bench.run());  // what was chosen stays
  bench.settle();
  CHECK(bench.view().columns[1].residuals.values.size() == 3);
  CHECK(bench.view().columns[2].channel == -1);
  bench.desk.carry_out({.kind = MeasuredKind::close});
  CHECK(bench.view().file.empty());
}

TEST_CASE("measured: a hostile file is refused, and what was open stays") {
  MeasuredBench bench;
  bench.open(bench.write("time_s,load\n0,1\n1,2\n"));
  bench.desk.carry_out({.kind = MeasuredKind::open, .text = bench.write("time_s,load\n0,1\n1,red\n")});
  std::string why;
  try {
    bench.settle();
  } catch (const InputError& error) {
    why = error.what();
  }
  CHECK(why.find("rig.csv:3") != std::string::npos);
  CHECK(why.find("'load'") != std::string::npos);
  CHECK(bench.view().file == "rig.csv");
  CHECK(bench.view().columns.size() == 1);
  CHECK_FALSE(bench.desk.working());
}

TEST_CASE(
    "measured: the panel finds the offset, chooses channels, and draws points and residuals at any height") {
  MeasuredBench data;
  data.open(data.write_run());
  Bench bench;
  bench.run_ = data.session.view();
  const auto panel = [&](const Ui& ui, const RunView& run, Requests& requests) {
    measured_panel(ui, run, data.view(), bench.plots_, requests);
  };
  const auto asked = [&](const char* name) {
    const Requests requests = bench.click(name, panel);
    const MeasuredRequest* r = find<MeasuredRequest>(requests);
    REQUIRE(r);
    return *r;
  };
  CHECK(asked("measured_align").kind == MeasuredKind::align);
  CHECK(asked("measured_row_2").index == 2);
  CHECK(asked("measured_close").kind == MeasuredKind::close);
  bench.draw(panel);
  const UiRect above = bench.map_.at("measured_plot"), below = bench.map_.at("measured_residuals");
  CHECK(above.y1 <= below.y0);
  const auto low_panel = [&](const Ui& ui, const RunView& run, Requests& requests) {
    ImGui::BeginChild("low", {0, 150});
    measured_panel(ui, run, data.view(), bench.plots_, requests);
    ImGui::EndChild();
  };
  bench.draw(low_panel);
  CHECK(bench.map_.at("measured_plot").x1 <= bench.map_.at("measured_residuals").x0);
}
