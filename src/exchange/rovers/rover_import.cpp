// SPDX-License-Identifier: BSD-3-Clause
// Runs the steps of the import in the order in which each needs the one before: links first, since wheels
// are found on whole links; steering after wheels; frames last, since joints are sorted by their axes.
#include "grouser/exchange/rovers/rover_import.hpp"

#include <fmt/format.h>

#include "rover_plan.hpp"

namespace grouser {

std::string import_rover(const RoverDescription& rover, const RoverFiles& files,
                         const RoverImportOptions& options, const std::filesystem::path& out_folder,
                         RoverImportReport& report) {
  RoverPlan plan{.rover = rover};
  report.took.push_back(fmt::format("{}: {} links, {} joints, {:.6g} kg", rover.format, rover.links.size(),
                                    rover.joints.size() + rover.loops.size(), rover.total_mass()));
  for (const std::string& line : rover.left_out) report.left_out.push_back(line);
  simplify_links(plan, report);
  face_forward(plan, options.forward);
  find_wheels(plan, files, options, report);
  find_steering(plan, report);
  sort_joints(plan, options, report);
  lay_frames(plan, report);
  check_inertias(plan, report);
  if (plan.wheels.empty())
    report.warnings.push_back("no wheels found: --wheels JOINT,JOINT,... names the joints that turn them");
  return plan_toml(plan, files, options, out_folder, report);
}

}  // namespace grouser
