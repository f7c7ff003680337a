// The subcommands of `grouser`, one file each. add_x_command() declares the options and, when the command
// line names that subcommand, leaves its job to be run after the whole line was read and found right.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>

namespace grouser::cli {

// Exit codes, stated in docs/user_guide.md.
inline constexpr int kExitOk = 0;
inline constexpr int kExitFailed = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitInterrupted = 130;

/// Returns the exit code; may throw InputError (exit code 2) or any other exception (exit code 1).
using Job = std::function<int()>;

void add_run_command(CLI::App& app, Job& job);
void add_info_command(CLI::App& app, Job& job);
void add_export_command(CLI::App& app, Job& job);
void add_plot_command(CLI::App& app, Job& job);
void add_rerun_command(CLI::App& app, Job& job);
void add_resume_command(CLI::App& app, Job& job);
void add_repair_command(CLI::App& app, Job& job);
void add_wheel_command(CLI::App& app, Job& job);
void add_soils_command(CLI::App& app, Job& job);
void add_rovers_command(CLI::App& app, Job& job);
void add_scenarios_command(CLI::App& app, Job& job);
void add_gradeability_command(CLI::App& app, Job& job);
void add_placement_command(CLI::App& app, Job& job);
void add_compare_command(CLI::App& app, Job& job);
void add_sweep_command(CLI::App& app, Job& job);
void add_terrain_command(CLI::App& app, Job& job);
void add_traverse_command(CLI::App& app, Job& job);
void add_soilmap_command(CLI::App& app, Job& job);

}  // namespace grouser::cli
