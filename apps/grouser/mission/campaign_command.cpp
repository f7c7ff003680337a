// SPDX-License-Identifier: BSD-3-Clause
// grouser campaign: many runs of one scenario with drawn values, on one machine or on many. This file
// declares the subcommands and has `run` and `grow`; the others are in the files campaign_*.cpp beside it.
#include "campaign_command.hpp"

#include "commands.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/dead_keys.hpp"
#include "shared/jobs_option.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {
namespace fs = std::filesystem;

struct CampaignArguments {
  std::string file, out, threads;
  EngineChoice choice;
  bool json = false, csv = false;
};

/// Runs the missing rows with the chosen engine. Returns the exit code.
int start_campaign(const Campaign& campaign, const CampaignRunOptions& options, const EngineChoice& choice) {
  return choice.engine == "local" ? run_campaign_here(campaign, options)
                                  : run_campaign_elsewhere(campaign, options, choice);
}

/// Begins a campaign in its folder, or goes on with the one that is there.
int campaign_run(const CampaignArguments& arguments) {
  catch_interrupts();
  const int threads = parse_jobs(arguments.threads);
  const fs::path folder = arguments.out.empty() ? fs::path(arguments.file).stem() : fs::path(arguments.out);
  CampaignFile file = load_campaign_file(arguments.file);
  if (file.envelope)
    throw InputError(arguments.file, "a file with [envelope]", "grouser campaign envelope " + arguments.file);
  // The folder is checked before the file is expanded, which may take long.
  check_campaign_folder(folder);
  const Campaign campaign = campaign_in(folder, std::move(file), threads);
  return start_campaign(campaign, {folder, threads, arguments.json, arguments.csv}, arguments.choice);
}

struct GrowArguments {
  std::string folder, threads;
  std::uint64_t samples = 0;
  EngineChoice choice;
  bool json = false, csv = false;
};

/// Opens a campaign with more samples, so that the rows that are done stay and the new ones are missing.
int campaign_grow(const GrowArguments& arguments) {
  catch_interrupts();
  const int threads = parse_jobs(arguments.threads);
  if (arguments.samples == 0) throw InputError("--samples", "0", "1 or more");
  const Campaign campaign = Campaign::open(arguments.folder, arguments.samples);
  return start_campaign(campaign, {arguments.folder, threads, arguments.json, arguments.csv},
                        arguments.choice);
}

void add_engine_options(Command& command, std::string& threads, EngineChoice& choice) {
  command.option("--threads N", threads, "Runs at the same time; as many as processors by default");
  command.option("--engine NAME", choice.engine, "Where the runs go: local, mpi (Open MPI) or slurm")
      .one_of({"local", "mpi", "slurm"});
  command
      .option("--tasks N", choice.tasks,
              "Ranks of mpi (by default as --threads), or jobs of slurm's array (16)")
      .within(0, 100000);
  command.flag("--print", choice.print, "Show the script or the line of mpi or slurm and hand in nothing");
}

}  // namespace

Campaign campaign_in(const fs::path& folder, CampaignFile file, int threads) {
  if (has_manifest(folder)) return Campaign::resume(folder, std::move(file), interrupted);
  Campaign campaign = Campaign::begin(std::move(file), interrupted);
  check_keys(campaign, threads);
  return campaign;
}

void check_keys(const Campaign& campaign, int threads) {
  Progress bar("what each key changes");
  refuse_dead_keys(campaign,
                   {threads, interrupted, [&](double done, double total) { bar.update(done, total); }});
}

void declare_campaign(Command& command) {
  command.subcommands(kCampaignCommands);
  command.footer(
      "Example: grouser campaign run landings.toml --out landings\n"
      "Each has its own help: grouser campaign run --help. A tour: docs/campaigns.md");
}

void declare_campaign_run(Command& command) {
  auto& a = command.runs(campaign_run);
  command.argument("FILE", a.file, "A campaign's TOML file (docs/campaigns.md)");
  command.option("--out DIR", a.out, "The campaign's folder; by default the file's name");
  add_engine_options(command, a.threads, a.choice);
  command.flag("--csv", a.csv, "Write the table as table.csv too");
  command.flag("--json", a.json, "Report as one JSON object on standard output");
  command.footer(
      "Example: grouser campaign run landings.toml --out landings\n"
      "Ctrl+C stops; the same command goes on where it stopped. A run that fails is a row with its reason.");
}

void declare_campaign_grow(Command& command) {
  auto& a = command.runs(campaign_grow);
  command.argument("DIR", a.folder, "A campaign's folder");
  command.option("--samples N", a.samples, "Samples that it is to have").required();
  add_engine_options(command, a.threads, a.choice);
  command.flag("--csv", a.csv, "Write the table as table.csv too");
  command.flag("--json", a.json, "Report as one JSON object on standard output");
  command.footer("Example: grouser campaign grow landings --samples 400");
}

}  // namespace grouser::cli
