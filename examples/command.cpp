// SPDX-License-Identifier: BSD-3-Clause
// Commands the drives of a rover: a controller holds a heading, and the run file repeats the run without it.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "grouser/grouser.hpp"

int main() {
  using namespace grouser;
  Simulation simulation =
      start_simulation(load_world("drive_flat_soft", {{"drive.mode", "external"}, {"duration", "10"}}));
  const ExternalDrive& drive = *simulation.world().external;
  ChosenChannels yaw(simulation, {"chassis/yaw"}, "command");
  std::vector<ExternalValue> values(drive.columns.size());
  double heading = 0.0;
  {
    RunRecorder recorder("command.h5", simulation);
    while (!simulation.finished()) {
      yaw.read(simulation, {&heading, 1});
      const double angle = std::clamp(1.5 * (0.2 - heading), -0.4, 0.4);  // rad
      values.clear();
      for (std::size_t k = 0; k < drive.columns.size(); ++k) {
        const std::string& name = drive.columns[k].name;
        if (drive.columns[k].kind == ExternalKind::wheel_speed) values.push_back({k, 0.25});  // rad/s
        if (name.starts_with("steering/front")) values.push_back({k, angle});
        if (name.starts_with("steering/rear")) values.push_back({k, -angle});
      }
      simulation.command(ExternalCommand{values});
      for (int k = 0; k < 10 && !simulation.finished(); ++k) {
        if (simulation.step() != StepStatus::ok) std::printf("%s\n", simulation.failure().message.c_str());
        recorder.after_step();
      }
    }
    RunSummary summary;
    summary.state_hash = simulation.state_hash();
    recorder.close(summary);
  }
  std::printf("heading %.4f rad at %.2f s, %zu commands, state_hash %s\n", heading, simulation.time(),
              read_commands(RunReader("command.h5")).times.size(),
              hash_text(simulation.state_hash()).c_str());
  std::printf("its run file repeats it: %s\n",
              rerun("command.h5", {}).identical() ? "identical" : "different");
}
