// SPDX-License-Identifier: BSD-3-Clause
// `grouser campaign`: its subcommands, and their shared functions.
#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "grouser/mission/campaign/campaign.hpp"
#include "shared/command.hpp"
#include "shared/console.hpp"

namespace grouser::cli {

void declare_campaign_run(Command&);
void declare_campaign_status(Command&);
void declare_campaign_row(Command&);
void declare_campaign_grow(Command&);
void declare_campaign_report(Command&);
void declare_campaign_merge(Command&);
void declare_campaign_work(Command&);
void declare_campaign_rare(Command&);
void declare_campaign_envelope(Command&);

inline constexpr CommandEntry kCampaignCommands[] = {
    {"run", "Run a campaign's file, or go on with it", declare_campaign_run},
    {"status", "Say how far a campaign is", declare_campaign_status},
    {"row", "Run one row again, with full recording", declare_campaign_row},
    {"grow", "Add samples to a campaign and run them", declare_campaign_grow},
    {"report", "Means, deviations, quantiles and shares with their intervals", declare_campaign_report},
    {"rare", "Say how probable it is that a metric goes beyond a limit", declare_campaign_rare},
    {"envelope", "Find the touchdown speeds that a lander stands", declare_campaign_envelope},
    {"merge", "Write the table of the rows that are done", declare_campaign_merge},
    {"work", "Run one task of a campaign: what ranks and jobs of a queue do", declare_campaign_work},
};

/// Folder, threads and form of the report of `run` and `grow`.
struct CampaignRunOptions {
  std::filesystem::path folder;
  int threads = 1;
  bool json = false, csv = false;
};

/// Engine that runs the rows: this process, ranks of Open MPI, or an array of Slurm's tasks.
struct EngineChoice {
  std::string engine = "local";
  int tasks = 0;       ///< ranks, or jobs of the array; 0: by itself
  bool print = false;  ///< show the job that would be handed in, and hand in nothing
};

/// The campaign that a file asks for, or the one that the folder holds if it is the same. Throws InputError
/// (also for keys of a new one that change nothing) and Interrupted.
Campaign campaign_in(const std::filesystem::path& folder, CampaignFile file, int threads);
/// Throws InputError where keys of the campaign change nothing, with a bar where that takes long;
/// Interrupted.
void check_keys(const Campaign& campaign, int threads);
/// Runs the missing rows, merges, keeps and reports. Returns the exit code.
int run_campaign_here(const Campaign& campaign, const CampaignRunOptions& options);
/// Table, kept runs and the report at the end, of a store that nobody writes in any more.
int finish_campaign(const Campaign& campaign, const RowStore& store, const CampaignRunOptions& options,
                    std::uint64_t resumed, double began);
/// Hands the campaign to mpirun or to sbatch. Returns the exit code.
int run_campaign_elsewhere(const Campaign& campaign, const CampaignRunOptions& options,
                           const EngineChoice& choice);
/// The rows [first, last) of a task.
struct RowRange {
  std::uint64_t first = 0, last = 0;
};
/// Reads the rows of a task from DIR/tasks, one line per task, which run_campaign_elsewhere() writes. Throws
/// InputError.
RowRange read_task(const std::filesystem::path& folder, std::uint64_t task);
/// The work of one row, and the record of a row that ended its process.
RowJob campaign_job(const Campaign& campaign, RowStore& store);
/// Number of rows by status, and of missing ones.
Json count_json(const CampaignManifest& manifest, const RowStore& store);
/// All rows done so far, looked at without writing.
RowStore read_store(const std::filesystem::path& folder, const CampaignManifest& manifest);
void print_store_notes(const RowStore& store);

}  // namespace grouser::cli
