// SPDX-License-Identifier: BSD-3-Clause
// The rows of a campaign on this machine, in worker processes so that a crash costs one row, and the table
// and kept files made of them at the end.
#include <fmt/format.h>

#include <iostream>
#include <map>

#include "campaign_command.hpp"
#include "grouser/base/error.hpp"
#include "shared/jobs_option.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {
namespace fs = std::filesystem;

struct WorkArguments {
  std::string folder, threads = "1";
  std::uint64_t task = 0;
  bool json = false;
};

/// File of a kept run: kept/row_000012.h5.
fs::path kept_path(const fs::path& folder, std::uint64_t row) {
  return folder / "kept" / fmt::format("row_{:06}.h5", row);
}

/// Records a row again, under another name until it is whole.
RowRecord record_row(const Campaign& campaign, const fs::path& path, std::uint64_t row) {
  RunOptions options;
  options.now = steady_seconds;
  options.out = path.string() + ".part.h5";
  RowRecord record = campaign.run_row(row, options);
  fs::rename(*options.out, path);
  return record;
}

/// The runs that `keep` asks for, recorded; those that are there already stay.
std::vector<std::string> keep_runs(const Campaign& campaign, const RowStore& store,
                                   const CampaignRunOptions& options) {
  std::vector<std::string> files;
  const auto wanted = rows_to_keep(campaign.plan().file().keep, campaign.identity().columns, store);
  if (!wanted.empty()) fs::create_directories(options.folder / "kept");
  std::vector<std::uint64_t> missing;
  for (const std::uint64_t row : wanted) {
    files.push_back(kept_path(options.folder, row).string());
    if (std::error_code ec; !fs::exists(files.back(), ec)) missing.push_back(row);
  }
  Progress bar("kept runs");
  const RowJob job{
      .run =
          [&](std::uint64_t k, const RowProgress&) {
            return record_row(campaign, kept_path(options.folder, missing[k]), missing[k]);
          },
      .crashed = [&](std::uint64_t k,
                     const std::string& reason) { return campaign.crashed_row(missing[k], reason); },
      .done = [](const RowRecord&) {}};
  run_in_workers(0, missing.size(), [](std::uint64_t) { return true; }, job,
                 {options.threads, interrupted, [&](double done, double total) { bar.update(done, total); }});
  std::erase_if(files, [](const std::string& file) { return !fs::exists(file); });
  return files;
}

/// Prints the number of rows by status.
void print_counts(const Json& json) {
  std::cout << fmt::format("{} of {} rows done: ", json["done"].get<std::uint64_t>(),
                           json["rows"].get<std::uint64_t>());
  std::string parts;
  for (const char* status : {"completed", "failed", "bad_input", "over_budget", "crashed"})
    if (const auto count = json[status].get<std::uint64_t>(); count > 0)
      parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", count, status);
  std::cout << (parts.empty() ? "none" : parts) << "\n";
}

/// Runs the rows of one task, as ranks of MPI and jobs of Slurm do, without making the table.
int run_work(const WorkArguments& arguments) {
  catch_interrupts();
  const fs::path folder = arguments.folder;
  const Campaign campaign = Campaign::open(folder);
  const RowRange range = read_task(folder, arguments.task);
  RowStore store(folder, campaign.identity().columns, campaign.plan().row_count(), StoreUse::some_rows,
                 range.first, range.last);
  print_store_notes(store);
  const std::uint64_t first = range.first, last = std::min(range.last, store.rows());
  const bool whole =
      run_in_workers(first, last, [&](std::uint64_t row) { return !store.has(row); },
                     campaign_job(campaign, store), {parse_jobs(arguments.threads), interrupted, {}});
  if (!whole) throw Interrupted("with rows to do; the same command goes on from here");
  if (arguments.json) print_json({{"first", first}, {"last", last}});
  return kExitOk;
}

}  // namespace

RowJob campaign_job(const Campaign& campaign, RowStore& store) {
  return {.run =
              [&campaign](std::uint64_t row, const RowProgress& progress) {
                RunOptions options;
                options.now = steady_seconds;
                options.progress = [&](double seconds, double total) { progress(seconds / total); };
                return campaign.run_row(row, options);
              },
          .crashed = [&campaign](std::uint64_t row,
                                 const std::string& reason) { return campaign.crashed_row(row, reason); },
          .done = [&store](const RowRecord& record) { store.add(record); }};
}

void print_store_notes(const RowStore& store) {
  for (const std::string& note : store.notes()) std::cerr << "grouser: note: " << note << "\n";
}

RowStore read_store(const fs::path& folder, const CampaignManifest& manifest) {
  return RowStore(folder, manifest.identity.columns, manifest.rows, StoreUse::read);
}

Json count_json(const CampaignManifest& manifest, const RowStore& store) {
  std::map<std::string, std::uint64_t> counts;
  const std::size_t at = column_named(manifest.identity.columns, "status", true, "table");
  store.each_shard([&](const Table& table) {
    for (const std::string& status : std::get<std::vector<std::string>>(table.columns[at].cells))
      ++counts[status];
  });
  // an estimate stops when it knows enough: what it has asked for is all
  const bool estimate = !estimate_line(manifest.identity).empty();
  const std::uint64_t rows = estimate ? store.rows_done() : store.rows();
  Json json{{"rows", rows}, {"done", store.rows_done()}, {"missing", rows - store.rows_done()}};
  for (const char* status : {"completed", "failed", "bad_input", "over_budget", "crashed"})
    json[status] = counts[status];
  json["samples"] = manifest.samples;
  return json;
}

int finish_campaign(const Campaign& campaign, const RowStore& store, const CampaignRunOptions& options,
                    std::uint64_t resumed, double began) {
  Json json = count_json(campaign.manifest(), store);
  json["resumed"] = resumed;
  json["folder"] = options.folder.string();
  json["table"] = store.merge(campaign.attributes()).string();
  if (options.csv) {
    json["csv"] = (options.folder / "table.csv").string();
    store.write_csv(options.folder / "table.csv");
  }
  json["kept"] = keep_runs(campaign, store, options);
  json["notes"] = campaign.plan().notes();
  for (const std::string& note : store.notes()) json["notes"].push_back(note);
  json["wall_s"] = steady_seconds() - began;
  if (interrupted()) throw Interrupted("with kept runs to record; the same command goes on from here");
  if (options.json) {
    print_json(json);
  } else {
    print_counts(json);
    std::cout << "table  " << json["table"].get<std::string>() << "\n";
    if (!json["kept"].empty())
      std::cout << "kept   " << json["kept"].size() << " runs in " << (options.folder / "kept").string()
                << "\n";
  }
  return json["completed"].get<std::uint64_t>() > 0 ? kExitOk : kExitFailed;
}

int run_campaign_here(const Campaign& campaign, const CampaignRunOptions& options) {
  const double began = steady_seconds();
  RowStore store(options.folder, campaign.identity().columns, campaign.plan().row_count(),
                 StoreUse::whole_folder);
  write_manifest(options.folder, campaign.manifest());
  for (const std::string& note : campaign.plan().notes()) std::cerr << "grouser: note: " << note << "\n";
  print_store_notes(store);
  const std::uint64_t resumed = store.rows_done();
  bool whole = false;
  {
    Progress bar("campaign");
    whole = run_in_workers(
        0, store.rows(), [&](std::uint64_t row) { return !store.has(row); }, campaign_job(campaign, store),
        {options.threads, interrupted, [&](double done, double total) { bar.update(done, total); }});
  }
  if (!whole) {
    std::cerr << fmt::format("grouser: interrupted with {} of {} to do; the same command goes on from here\n",
                             count_text(store.rows() - store.rows_done(), "row"), store.rows());
    return kExitInterrupted;
  }
  return finish_campaign(campaign, store, options, resumed, began);
}

void declare_campaign_work(Command& command) {
  auto& a = command.runs(run_work);
  command.argument("DIR", a.folder, "A campaign's folder");
  command.option("--task N", a.task, "Line of DIR/tasks, from 0").required();
  command.option("--threads N", a.threads, "Runs at the same time");
  command.flag("--json", a.json, "Report as one JSON object on standard output");
  command.footer("Example: grouser campaign work landings --task 0 --threads 1");
}

}  // namespace grouser::cli
