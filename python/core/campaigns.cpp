// SPDX-License-Identifier: BSD-3-Clause
// Sweeps and campaigns. Rows run on threads, because a process with an interpreter is not one to fork; they
// are the rows of the command line all the same, and either goes on with what the other has left in a folder.
#include <pybind11/stl.h>

#include <mutex>

#include "bindings.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/output_files.hpp"
#include "grouser/mission/campaign/campaign_reader.hpp"
#include "grouser/mission/campaign/dead_keys.hpp"
#include "grouser/mission/campaign/parallel_jobs.hpp"
#include "grouser/mission/campaign/sweep_table.hpp"
#include "values.hpp"
#include "work.hpp"

namespace grouser::python {
namespace {

namespace fs = std::filesystem;

/// Runs the rows that the store does not have, on threads, and adds each when it is done.
void run_missing(const Campaign& campaign, RowStore& store, int threads, const Watch& watch) {
  std::vector<std::uint64_t> missing;
  for (std::uint64_t row = 0; row < store.rows(); ++row)
    if (!store.has(row)) missing.push_back(row);
  std::mutex mutex;
  run_jobs(missing.size(), {threads, watch.cancelled, watch.progress},
           [&](std::size_t job, const JobContext& context) {
             RunOptions options;
             options.now = steady_seconds;
             options.cancelled = context.cancelled;
             options.progress = [&](double done, double total) {
               context.progress(total > 0.0 ? done / total : 0.0);
             };
             const RowRecord record = campaign.run_row(missing[job], options);
             const std::lock_guard held(mutex);
             store.add(record);
           });
  if (watch.cancelled()) throw Interrupted("while rows were run");
}

/// The rows of all shards, through the view that the options give.
Table table_of(const RowStore& store, const MergeOptions& options) {
  Table table;
  store.each_shard([&](const Table& shard) { add_rows(table, options.view ? options.view(shard) : shard); });
  return table;
}

/// Runs or continues a sweep over a grid of values in a folder and returns its table.
py::list sweep(const std::string& scenario, const Settings& settings,
               const std::vector<std::pair<std::string, std::vector<double>>>& vary,
               const std::string& folder, int threads, bool fresh, bool allow_dead_keys,
               const py::object& progress) {
  std::vector<VariedKey> keys;
  for (const auto& [key, values] : vary) keys.push_back({key, values});
  const ParameterGrid grid(keys);
  Table table;
  work_released(progress, [&](const Watch& watch) {
    CampaignFile file = sweep_file(scenario, overrides_of(settings), grid, ".");
    file.allow_dead_keys = allow_dead_keys;
    const Campaign campaign = Campaign::begin(std::move(file), watch.cancelled);
    // Keys without effect are looked for once, when the sweep begins.
    if (fresh || !has_manifest(folder)) refuse_dead_keys(campaign, {threads, watch.cancelled, {}});
    const std::unique_ptr<RowStore> store = open_sweep(folder, campaign, fresh);
    run_missing(campaign, *store, threads, watch);
    const SweepResults results{campaign, grid, *store, metric_columns(campaign.identity().columns)};
    table = table_of(*store, sweep_columns(results));
  });
  return columns_of(std::move(table));
}

/// Runs or continues a campaign of rows in a folder and merges its table.
void run_campaign(const std::string& file, const std::string& folder, int threads,
                  const py::object& progress) {
  work_released(progress, [&](const Watch& watch) {
    CampaignFile asked = load_campaign_file(file);
    if (asked.rare || asked.envelope)
      throw InputError(file, "an estimate",
                       "a plan of rows; estimates: grouser campaign rare, grouser campaign envelope");
    check_campaign_folder(folder);
    const bool begun = has_manifest(folder);
    const Campaign campaign = begun ? Campaign::resume(folder, std::move(asked), watch.cancelled)
                                    : Campaign::begin(std::move(asked), watch.cancelled);
    if (!begun) refuse_dead_keys(campaign, {threads, watch.cancelled, {}});
    RowStore store(folder, campaign.identity().columns, campaign.plan().row_count(), StoreUse::whole_folder);
    write_manifest(folder, campaign.manifest());
    run_missing(campaign, store, threads, watch);
    store.merge(campaign.attributes());
  });
}

/// The rows that are done, in the order of their shards; takes no lock, so that others may write there.
py::tuple read_campaign_folder(const std::string& folder) {
  Table table;
  std::uint64_t rows = 0;
  std::string said;
  {
    const py::gil_scoped_release released;
    CampaignReader reader(folder);
    reader.look([&](CampaignReader::Rows&& part, std::size_t, std::size_t) {
      add_rows(table, part.rows);
      return true;
    });
    rows = reader.manifest().rows;
    said = reader.manifest().file_text;
  }
  return py::make_tuple(columns_of(std::move(table)), rows, text_of(said));
}

/// Runs one row again and records it. Returns status and state hash, as the table has them.
py::tuple run_row(const std::string& folder, std::uint64_t row, const std::string& out, bool force,
                  const py::object& progress) {
  RowRecord record;
  std::vector<RowColumn> columns;
  work_released(progress, [&](const Watch& watch) {
    const Campaign campaign = Campaign::open(folder);
    if (row >= campaign.plan().row_count())
      throw InputError("row", std::to_string(row),
                       "a number below " + std::to_string(campaign.plan().row_count()));
    check_outputs({{"out", out, run_file_kind()}}, {}, force ? Replace::any : Replace::ours);
    RunOptions options;
    options.now = steady_seconds;
    options.cancelled = watch.cancelled;
    options.progress = watch.progress;
    if (!out.empty()) options.out = out;
    columns = campaign.identity().columns;
    record = campaign.run_row(row, options);
  });
  // The record has numbers and texts apart, each in the order of the columns.
  py::dict numbers, texts;
  std::size_t number = 0, text = 0;
  for (const RowColumn& column : columns) {
    if (column.text)
      texts[text_of(column.name)] = text_of(record.texts.at(text++));
    else
      numbers[text_of(column.name)] = record.numbers.at(number++);
  }
  return py::make_tuple(numbers, texts);
}

}  // namespace

void bind_campaigns(py::module_& module) {
  module.def("sweep", sweep, py::arg("scenario"), py::arg("settings"), py::arg("vary"), py::arg("folder"),
             py::arg("threads"), py::arg("fresh"), py::arg("allow_dead_keys"), py::arg("progress"));
  module.def("run_campaign", run_campaign, py::arg("file"), py::arg("folder"), py::arg("threads"),
             py::arg("progress"));
  module.def("read_campaign", read_campaign_folder, py::arg("folder"));
  module.def("run_row", run_row, py::arg("folder"), py::arg("row"), py::arg("out"), py::arg("force"),
             py::arg("progress"));
}

}  // namespace grouser::python
