// SPDX-License-Identifier: BSD-3-Clause
// A look converts into a scratch folder, so that the stance is that of the very file that saving would
// write.
#include "desks/rover/rover_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/base/output_files.hpp"
#include "grouser/math/units.hpp"
#include "grouser/mission/rover/rover_stance.hpp"
#include "session/scratch_folder.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

/// Mass, wheel loads, clearance and tip-over slopes as sentences; SI units and degrees.
std::vector<std::string> stance_lines(const RoverStance& stance) {
  const TipOverSlopes& tip = stance.tip_over;
  std::vector<std::string> lines = {
      fmt::format("{:.4g} kg, centre of mass {:.3f} m above level rock", stance.mass, stance.center.z())};
  for (const StandingWheel& wheel : stance.wheels)
    lines.push_back(fmt::format("{}: {:.4g} N, {:.1f} % of the weight", wheel.name, wheel.load,
                                100.0 * wheel.load / (stance.mass * stance.gravity)));
  if (!std::isnan(stance.clearance))
    lines.push_back(fmt::format("clearance {:.3g} m, below '{}'", stance.clearance, stance.lowest_body));
  lines.push_back(fmt::format("tips over, joints held, at {:.1f}° ahead, {:.1f}° back, {:.1f}° to a side",
                              kDegrees * tip.ahead, kDegrees * tip.back,
                              kDegrees * std::min(tip.left, tip.right)));
  for (const std::string& note : stance.notes) lines.push_back(note);
  return lines;
}

}  // namespace

RoverAnswer look_at_rover(const RoverQuestion& question) {
  RoverAnswer answer;
  try {
    const ScratchFolder folder;
    const ConvertedRover rover =
        convert_rover(question.source, RoverFormat::toml, folder.path(), question.options);
    answer.report = rover.report;
    const fs::path file = folder.path() / "rover.toml";
    write_converted(rover, file);
    answer.stance = stance_lines(stand_rover(file.string()));
  } catch (const std::exception& error) {
    answer.refusal = error.what();
  }
  return answer;
}

RoverAnswer save_rover(const RoverQuestion& question) {
  RoverAnswer answer;
  try {
    const fs::path& file = question.save_as;
    const FileKind kind = text_kind({".toml"}, kImportedRoverBegin);
    std::error_code ec;
    // Only a rover that was written by this function may be replaced.
    if (fs::is_regular_file(file, ec) && !is_ours(file, kind))
      throw InputError(file.string(), "a file that is there and no rover that was taken", "another name");
    check_outputs({{"Save as", file.string(), kind}}, {question.source}, Replace::ours);
    const ConvertedRover rover =
        convert_rover(question.source, RoverFormat::toml, file.parent_path(), question.options);
    write_converted(rover, file);
    answer.report = rover.report;
    answer.saved_as = file;
  } catch (const std::exception& error) {
    answer.refusal = error.what();
  }
  return answer;
}

}  // namespace grouser::desktop
