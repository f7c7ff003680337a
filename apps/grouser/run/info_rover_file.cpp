// SPDX-License-Identifier: BSD-3-Clause
// grouser info of a rover's file of another program (URDF, xacro, SDF): its tree of links, mass and centre,
// and a trial import, whose failure is a note, because the file itself could be read.
#include <fmt/format.h>

#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/exchange/rovers/convert_rover.hpp"
#include "info_report.hpp"

namespace grouser::cli {
namespace {

/// Appends the links below `link`, depth first, each with the type and name of its joint.
void tree_lines(const RoverDescription& rover, const std::string& link, int depth, std::string& text) {
  for (const DescribedJoint& joint : rover.joints) {
    if (joint.parent != link) continue;
    text += fmt::format("  {}{} ({} {})\n", std::string(static_cast<std::size_t>(2 * depth), ' '),
                        joint.child, kDescribedJointWords[static_cast<int>(joint.type)], joint.name);
    tree_lines(rover, joint.child, depth + 1, text);
  }
}

/// Centre of mass with all joints at zero, in the root link's frame, m; zero for a rover without mass.
Vec3 center_of(const RoverDescription& rover) {
  Vec3 sum = Vec3::Zero();
  for (const DescribedLink& link : rover.links) sum += link.mass * (rover.X_RL(link.name) * link.com);
  constexpr double kRounding = 1e-12;  // m
  if (rover.total_mass() > 0.0) sum /= rover.total_mass();
  for (double& x : sum)
    if (std::abs(x) < kRounding) x = 0.0;
  return sum;
}

}  // namespace

Report describe_rover_file(const std::filesystem::path& path) {
  const RoverDescription rover = load_rover_description(path, {});
  const Vec3 center = center_of(rover);
  Report report;
  report.json = {{"kind", "rover_description"},
                 {"file", path.string()},
                 {"format", rover.format},
                 {"name", rover.name},
                 {"links", rover.links.size()},
                 {"joints", rover.joints.size()},
                 {"loops", rover.loops.size()},
                 {"mass", rover.total_mass()},
                 {"center_of_mass", {center.x(), center.y(), center.z()}},
                 {"root", rover.root()},
                 {"carries_vehicle", rover.carried.has_value()},
                 {"left_out", rover.left_out}};
  report.text = fmt::format("{} of {}: {}, {}, {} that close loops\n", rover.format, rover.name,
                            count_text(rover.links.size(), "link"), count_text(rover.joints.size(), "joint"),
                            rover.loops.size());
  report.text +=
      fmt::format("  {:.6g} kg, centre of mass ({:.4g}, {:.4g}, {:.4g}) m in '{}' with all joints at zero\n",
                  rover.total_mass(), center.x(), center.y(), center.z(), rover.root());
  report.text += "links, each with its joint\n  " + rover.root() + "\n";
  tree_lines(rover, rover.root(), 1, report.text);
  if (rover.carried) report.notes.push_back("it carries the vehicle's own file (<grouser>)");
  try {
    const ConvertedRover converted = convert_rover(path, RoverFormat::toml, path.parent_path(), {});
    report.json["import"] = {{"took", converted.report.took},
                             {"guessed", converted.report.guessed},
                             {"left_out", converted.report.left_out},
                             {"warnings", converted.report.warnings}};
    report.text += list_lines("an import takes", converted.report.took) +
                   list_lines("and guesses", converted.report.guessed) +
                   list_lines("and leaves out", converted.report.left_out);
    for (const std::string& warning : converted.report.warnings) report.notes.push_back(warning);
  } catch (const InputError& error) {
    report.json["import"] = nullptr;
    report.text += list_lines("left out", rover.left_out);
    report.notes.push_back(std::string("an import asks for more: ") + error.what());
  }
  report.notes.push_back("grouser convert makes a vehicle's file of it");
  report.json["notes"] = report.notes;
  return report;
}

}  // namespace grouser::cli
