// SPDX-License-Identifier: BSD-3-Clause
// The points of a tilt bed side by side, with a journal: what was cancelled or killed goes on where it was.
#pragma once
#include <filesystem>
#include <functional>
#include <vector>

#include "grouser/mission/campaign/parallel_jobs.hpp"
#include "grouser/mission/gradeability/gradeability.hpp"

namespace grouser {

/// Identity that a journal must have to belong to these points: all settings but their tilts, in one line.
/// Throws InputError.
std::string gradeability_identity(const GradeabilitySpec& spec);

/// Runs the points at these tilts, rad, steep ones first, as they take longest. `done` gets each point as
/// it ends, those of the journal first, one call at a time; those that a cancel kept from ending are left
/// out. `journal`: empty, none. Returns the points in the order of the tilts. Throws InputError or
/// RunError.
std::vector<GradePoint> run_gradeability(const GradeabilitySpec& spec, const std::vector<double>& tilts,
                                         const std::filesystem::path& journal, const JobOptions& options,
                                         const std::function<void(const GradePoint&)>& done = {});

}  // namespace grouser
