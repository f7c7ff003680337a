// SPDX-License-Identifier: BSD-3-Clause
// grouser sweep: a scenario over a grid of values, on all processors; can be stopped and continued. A sweep
// is a campaign whose rows are the grid, kept in a folder of rows, from which the tables and the picture are
// made at the end, also of an interrupted sweep.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <optional>

#include "campaign_command.hpp"
#include "commands.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/mission/campaign/sweep_table.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interrupt.hpp"
#include "shared/jobs_option.hpp"
#include "shared/number_range.hpp"
#include "shared/picture_option.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {
namespace fs = std::filesystem;

struct SweepArguments {
  std::string scenario, out, jobs;
  std::vector<std::string> vary, metrics, settings;
  PictureOptions size;
  bool json = false, fresh = false, force = false, allow_dead_keys = false;
};

/// Files that a sweep writes: in a folder of its own, or beside each other under one name.
struct SweepFiles {
  fs::path csv, hdf5, plot;
  fs::path rows;         // the folder that it goes on from
  fs::path old_journal;  // where older versions kept rows
};

/// The files of --out: a folder, or names beside a file whose ending is known.
SweepFiles files_of(const std::string& out) {
  const fs::path path(out);
  const std::string ending = path.extension().string();
  const bool drawn = ending == ".svg" || ending == ".pdf" || ending == ".png";
  if (ending == ".csv" || ending == ".h5" || drawn) {
    fs::path stem = path;
    stem.replace_extension();
    const std::string name = stem.string();
    return {name + ".csv", name + ".h5", name + (drawn ? ending : ".png"), name + ".rows", name + ".journal"};
  }
  return {path / "table.csv", path / "table.h5", path / "plot.png", path / "rows", path / "sweep.journal"};
}

/// Whether a journal of an older version is there, whose rows cannot be taken over.
bool has_old_journal(const SweepFiles& files) {
  std::error_code ec;
  return fs::exists(files.old_journal, ec) &&
         is_ours(files.old_journal, text_kind({".journal"}, "{\"format\":\"grouser study journal"));
}

/// Throws InputError if an output must not be replaced. The files belong together: where rows are there, the
/// tables are ours.
void check_files(const SweepFiles& files, const std::vector<fs::path>& inputs,
                 const SweepArguments& arguments) {
  check_campaign_folder(files.rows);
  const bool journal = has_old_journal(files), swept = has_manifest(files.rows);
  check_outputs({{"--out", files.csv.string(), kind_of_group({".csv"}, swept || journal)},
                 {"--out", files.hdf5.string(), kind_of_group({".h5"}, swept || journal)},
                 {"--out", files.plot.string(), chart_kind(files.plot.string())}},
                inputs, replacing(arguments.force));
  if (journal && !swept && !arguments.fresh)
    throw InputError(files.old_journal.string(),
                     "the rows of a sweep by an older version, which this one cannot take",
                     "another --out, or --fresh to run all rows again (the journal stays as it is)");
}

/// Makes the folder of a file, once the input was found right. Throws InputError.
void make_folder(const fs::path& file) {
  const fs::path folder = file.parent_path();
  std::error_code ec;
  if (!folder.empty()) fs::create_directories(folder, ec);
  if (!folder.empty() && !fs::is_directory(folder, ec))
    throw InputError(folder.string(), "no folder, and none can be made", "a folder to write in");
}

/// The grid of all --vary, KEY=RANGE each. Throws InputError.
ParameterGrid parse_grid(const std::vector<std::string>& texts) {
  std::vector<VariedKey> keys;
  for (const auto& text : texts) {
    const Override parts = parse_override(text, "--vary");
    keys.push_back({parts.key, parse_number_range("--vary " + parts.key, parts.value, any_number(""))});
  }
  return ParameterGrid(std::move(keys));
}

/// The metrics that were asked for, or all. Throws InputError with the nearest name.
std::vector<std::string> chosen_metrics(const std::vector<std::string>& asked, const Campaign& campaign) {
  const std::vector<std::string> known = metric_columns(campaign.identity().columns);
  for (const auto& name : asked)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw InputError("--metric", "'" + name + "'" + did_you_mean(name, known),
                       "one of: " + word_list(known));
  return asked.empty() ? known : asked;
}

/// Number of rows by their end. resumed: done before this command.
struct SweepCounts {
  std::uint64_t total = 0, resumed = 0, done = 0, failed = 0, bad_input = 0, crashed = 0;
  std::uint64_t missing() const { return total - done - failed - bad_input - crashed; }
};

/// Runs the missing rows in worker processes; after Ctrl+C some are still missing.
void run_rows(const Campaign& campaign, RowStore& store, int jobs) {
  Progress bar("sweep");
  run_in_workers(0, store.rows(), [&](std::uint64_t row) { return !store.has(row); },
                 campaign_job(campaign, store),
                 {jobs, interrupted, [&](double done, double total) { bar.update(done, total); }});
}

SweepCounts count_rows(const Campaign& campaign, const RowStore& store, std::uint64_t resumed) {
  const Json json = count_json(campaign.manifest(), store);
  const auto of = [&](const char* status) { return json[status].get<std::uint64_t>(); };
  return {.total = store.rows(),
          .resumed = resumed,
          .done = of("completed"),
          .failed = of("failed"),
          .bad_input = of("bad_input"),
          .crashed = of("crashed")};
}

/// The text of one cell of a column.
std::string cell_of(const TableColumn& column, std::size_t row) {
  const auto* numbers = std::get_if<std::vector<double>>(&column.cells);
  return numbers ? number_text((*numbers)[row]) : std::get<std::vector<std::string>>(column.cells)[row];
}

/// The first rows, all columns but the hash; the rest is in the file.
void print_rows(const RowStore& store, const MergeOptions& columns) {
  constexpr std::size_t kMostShown = 40;
  std::size_t row_count = 0;
  std::optional<TextTable> shown;
  store.each_shard([&](const Table& shard) {
    if (row_count >= kMostShown) return;
    const Table table = columns.view(shard);
    const std::size_t count = table.columns.size() - 1;
    if (!shown) {
      shown.emplace(std::vector<TextTable::Align>(count, TextTable::Align::right));
      std::vector<std::string> header;
      for (std::size_t c = 0; c < count; ++c)
        header.push_back(table.columns[c].name +
                         (table.columns[c].unit.empty() ? "" : " " + table.columns[c].unit));
      shown->add_header(header);
    }
    for (std::size_t row = 0; row < table.row_count() && row_count < kMostShown; ++row, ++row_count) {
      std::vector<std::string> cells;
      for (std::size_t c = 0; c < count; ++c) cells.push_back(cell_of(table.columns[c], row));
      shown->add_row(cells);
    }
  });
  if (shown) std::cout << shown->text();
  if (store.rows_done() > kMostShown) std::cout << "... " << store.rows_done() - kMostShown << " more rows\n";
}

void print_sweep(const SweepCounts& counts, const SweepFiles& files) {
  std::cout << fmt::format("{} of {} done ({} resumed), {} failed, {} of bad input{}\n", counts.done,
                           counts.total, counts.resumed, counts.failed, counts.bad_input,
                           counts.crashed > 0 ? fmt::format(", {} crashed", counts.crashed) : "");
  std::cout << "table  " << files.csv.string() << "\n       " << files.hdf5.string() << "\nplot   "
            << files.plot.string() << "\n";
}

Json summary_json(const SweepCounts& counts, const SweepFiles& files, double wall) {
  return {{"table", files.hdf5.string()},  {"csv", files.csv.string()},
          {"plot", files.plot.string()},   {"journal", files.rows.string()},
          {"done", counts.done},           {"failed", counts.failed + counts.bad_input + counts.crashed},
          {"bad_input", counts.bad_input}, {"crashed", counts.crashed},
          {"resumed", counts.resumed},     {"missing", counts.missing()},
          {"total", counts.total},         {"wall_s", wall}};
}

/// kExitInterrupted with rows missing, kExitFailed if no row completed.
int exit_code(const SweepCounts& counts) {
  if (counts.missing() > 0) {
    std::cerr << fmt::format("grouser: interrupted with {} of {} to do; the same command goes on from here\n",
                             count_text(counts.missing(), "row"), counts.total);
    return kExitInterrupted;
  }
  return counts.done > 0 ? kExitOk : kExitFailed;
}

/// Writes CSV, HDF5 and the picture: coloured fields if the grid suits them, else curves.
void write_results(const SweepResults& results, const MergeOptions& columns, const SweepFiles& files,
                   const PictureOptions& size) {
  results.store.write_csv(files.csv, columns);
  results.store.write_hdf5(files.hdf5, columns);
  if (const auto fields = sweep_fields(results); !fields.empty())
    write_table_plot(files.plot, fields, picture_size(size, kTableSize));
  else
    write_plot(files.plot, sweep_plots(results), picture_size(size));
}

/// Refuses a picture that would be too small before hours of runs.
void check_picture(const SweepArguments& arguments, const ParameterGrid& grid, std::size_t metrics,
                   const SweepFiles& files) {
  const PlotSize size = picture_size(arguments.size, kTableSize);
  if (drawn_as_fields(grid))
    check_table_size(files.plot, metrics, metrics * grid.keys()[1].values.size(), size);
}

/// Runs the missing rows of the grid, then writes and reports all that are done.
int sweep(const SweepArguments& arguments) {
  const double start = steady_seconds();
  const ParameterGrid grid = parse_grid(arguments.vary);
  std::vector<Override> settings;
  for (const auto& setting : arguments.settings) settings.push_back(parse_override(setting));
  const int jobs = parse_jobs(arguments.jobs);
  const SweepFiles files = files_of(
      arguments.out.empty() ? fs::path(arguments.scenario).stem().string() + "_sweep" : arguments.out);
  catch_interrupts();
  CampaignFile file = sweep_file(arguments.scenario, settings, grid, ".");
  file.allow_dead_keys = arguments.allow_dead_keys;
  const Campaign campaign = Campaign::begin(std::move(file), interrupted);
  const std::vector<std::string> metrics = chosen_metrics(arguments.metrics, campaign);
  check_picture(arguments, grid, metrics.size(), files);
  // Rows that are there were checked when the sweep began.
  if (arguments.fresh || !has_manifest(files.rows)) check_keys(campaign, jobs);
  make_folder(files.csv);
  check_files(files, campaign.files(), arguments);
  const std::unique_ptr<RowStore> store = open_sweep(files.rows, campaign, arguments.fresh);
  print_store_notes(*store);
  const std::uint64_t resumed = store->rows_done();
  run_rows(campaign, *store, jobs);
  const SweepCounts counts = count_rows(campaign, *store, resumed);
  const SweepResults results{campaign, grid, *store, metrics};
  const MergeOptions columns = sweep_columns(results);
  write_results(results, columns, files, arguments.size);
  if (arguments.json) {
    print_json(summary_json(counts, files, steady_seconds() - start));
  } else {
    print_rows(*store, columns);
    print_sweep(counts, files);
  }
  return exit_code(counts);
}

}  // namespace

void declare_sweep(Command& command) {
  auto& a = command.runs(sweep);
  command.argument("SCENARIO", a.scenario, "A scenario file or an id of assets/scenarios");
  command
      .repeated(
          "--vary KEY=RANGE", a.vary,
          "A number of the scenario, or of its rover. or soil. file, and its values: FIRST:LAST:STEP or "
          "A,B,C; every combination of all --vary is run")
      .required();
  command.repeated("--metric NAME", a.metrics,
                   "A column of the table (as 'grouser run' reports them); all by default");
  command.repeated("--set KEY=VALUE", a.settings, "Replace a value for all runs");
  command.option(
      "--out DIR|FILE", a.out,
      "A folder for table.csv, table.h5, plot.png and rows, which a stopped sweep goes on from; or one "
      "file's "
      "name ending .csv, .h5, .png, .svg or .pdf that all take theirs from. By default the folder "
      "SCENARIO_sweep");
  add_picture_options(command, a.size);
  command.option("--jobs N", a.jobs, "Runs at the same time; as many as processors by default");
  command.flag("--allow-dead-keys", a.allow_dead_keys,
               "Run all rows also where a key changes nothing in them");
  command.flag("--fresh", a.fresh, "Begin anew where a sweep has been");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as one JSON object on standard output");
  command.footer(
      "Example: grouser sweep drive_flat_soft --vary soil.phi_deg=20:35:2.5 --vary "
      "rover.wheel.radius=0.12,0.1425,0.16 --metric mean_slip --metric max_sinkage --out phi_radius\n"
      "Ctrl+C stops; the same command goes on where it stopped. A run that fails is a row with its reason.");
}

}  // namespace grouser::cli
