// SPDX-License-Identifier: BSD-3-Clause
// What the plots draw of the three wheel drops against what 'grouser export' writes of them, number by number.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>

#include "catch.hpp"
#include "desktop/session_support.hpp"
#include "grouser/recording/run_file/run_export.hpp"
#include "session/run/replay_data.hpp"
#include "widgets/plot_samples.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

constexpr double kSame = 1e-9;

/// Columns of a CSV file by the part of their heading before " [unit]".
std::map<std::string, std::vector<double>> columns_of(const std::filesystem::path& csv) {
  std::ifstream in(csv);
  std::string line, cell;
  std::getline(in, line);
  std::vector<std::string> names;
  for (std::istringstream row(line); std::getline(row, cell, ',');)
    names.push_back(cell.substr(0, cell.find(" [")));
  std::map<std::string, std::vector<double>> columns;
  while (std::getline(in, line)) {
    std::istringstream row(line);
    for (const std::string& name : names) {
      std::getline(row, cell, ',');
      columns[name].push_back(cell.empty() ? std::numeric_limits<double>::quiet_NaN() : std::stod(cell));
    }
  }
  return columns;
}

/// Plays a drop to a while after it, recording: what the window then plots is in the session.
void play_drop(Session& session, const std::string& scenario, const std::string& file) {
  session.open(scenario, {{"duration", "16.0"}});
  REQUIRE(update_until(session, [](const RunView& run) { return run.frame != nullptr; }));
  session.start_recording(file);
  session.set_speed(1000.0);
  session.play_pause();
  REQUIRE(update_until(session, [&](const RunView& run) { return run.recorded_path == file; }));
}

void check_line(RunData& data, const std::vector<double>& times, const std::vector<double>& values,
                std::size_t channel) {
  const Samples drawn{data.times(), data.column(channel)};
  REQUIRE(times.size() == values.size());
  double worst = 0.0;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const double here = value_between(drawn, times[k]);
    REQUIRE(std::isnan(here) == std::isnan(values[k]));  // the slip of a wheel at rest has no value in either
    if (!std::isnan(here)) worst = std::max(worst, std::fabs(here - values[k]));
  }
  CHECK(worst <= kSame);
}

/// The mark "Peaks" against the CSV's sample of greatest absolute value.
void check_peak(RunData& data, const std::vector<double>& times, const std::vector<double>& values,
                std::size_t channel) {
  const auto mark = find_peak({data.times(), data.column(channel)}, {times.front(), times.back()});
  const auto size = [](double value) { return std::isnan(value) ? -1.0 : std::fabs(value); };
  const auto most =
      std::max_element(values.begin(), values.end(), [&](double a, double b) { return size(a) < size(b); });
  REQUIRE(mark.has_value() == !std::isnan(*most));
  if (!mark) return;
  CHECK(std::fabs(mark->value - *most) <= kSame);
  CHECK(std::fabs(mark->time - times[static_cast<std::size_t>(most - values.begin())]) <= kSame);
}

}  // namespace

TEST_CASE("plots of wheel drops from 175, 200 and 225 mm draw what their export says, to 1e-9") {
  const auto folder = std::filesystem::temp_directory_path() / "grouser_plot_export_test";
  for (const char* scenario : {"wheel_drop_175", "wheel_drop_200", "wheel_drop_225"}) {
    INFO(scenario);
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    const std::string file = (folder / "drop.h5").string();
    Session session(wall_clock);
    play_drop(session, scenario, file);
    const auto csv = columns_of(export_csv(RunReader(file), folder / "csv").front());
    const std::vector<double>& times = csv.at("time");
    ReplayData replay(file);
    CHECK(std::equal(times.begin(), times.end(), replay.times().begin(), replay.times().end()));
    const Scene& scene = *session.view().scene;
    REQUIRE(csv.size() == scene.channels.size() + 2);  // time and step
    for (std::size_t k = 0; k < scene.channels.size(); ++k) {
      INFO(scene.channels[k].name);
      const std::vector<double>& values = csv.at(scene.channels[k].name);
      check_line(*session.view().data, times, values, k);
      check_line(replay, times, values, k);
      check_peak(replay, times, values, k);
    }
    // it did drop: a rear wheel hung free, and then carried more than it does at rest
    const std::vector<double>& load = csv.at("wheel/rear_left/load");
    const auto free = std::find(load.begin() + static_cast<long>(load.size() / 4), load.end(), 0.0);
    REQUIRE(free != load.end());
    CHECK(*std::max_element(free, load.end()) > 1.5 * load.back());
  }
  std::filesystem::remove_all(folder);
}
