// grouser sweep: a scenario over a grid of values, on all processors; can be stopped and continued.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "commands.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/mission/campaign/study_table.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interrupt.hpp"
#include "shared/jobs_option.hpp"
#include "shared/number_range.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {
namespace fs = std::filesystem;

struct SweepArguments {
  std::string scenario, out, jobs;
  std::vector<std::string> vary, metrics, settings;
  bool json = false, fresh = false, force = false;
};

/// The files of a study: in a folder of its own, or beside each other under one name.
struct SweepFiles {
  fs::path csv, hdf5, plot, journal;
};

SweepFiles files_of(const std::string& out) {
  const fs::path path(out);
  if (path.extension() == ".csv" || path.extension() == ".h5" || path.extension() == ".png") {
    fs::path stem = path;
    stem.replace_extension();
    return {stem.string() + ".csv", stem.string() + ".h5", stem.string() + ".png",
            stem.string() + ".journal"};
  }
  return {path / "table.csv", path / "table.h5", path / "plot.png", path / "sweep.journal"};
}

/// They belong together: where the journal is one of ours, so are the others.
void check_files(const SweepFiles& files, const std::vector<fs::path>& inputs, bool force) {
  const FileKind journal = text_kind({".journal"}, "{\"format\":\"grouser study journal");
  const bool swept = is_ours(files.journal, journal);
  check_outputs({{"--out", files.journal.string(), journal},
                 {"--out", files.csv.string(), kind_of_group({".csv"}, swept)},
                 {"--out", files.hdf5.string(), kind_of_group({".h5"}, swept)},
                 {"--out", files.plot.string(), picture_kind()}},
                inputs, replacing(force));
}

/// The folder the files go to, made only once the input was found right.
void make_folder(const fs::path& file) {
  const fs::path folder = file.parent_path();
  std::error_code ec;
  if (!folder.empty()) fs::create_directories(folder, ec);
  if (!folder.empty() && !fs::is_directory(folder, ec))
    throw InputError(folder.string(), "no folder, and none can be made", "a folder to write in");
}

ParameterGrid parse_grid(const std::vector<std::string>& texts) {
  std::vector<VariedKey> keys;
  for (const auto& text : texts) {
    const Override parts = parse_override(text, "--vary");
    keys.push_back({parts.key, parse_number_range("--vary " + parts.key, parts.value, any_number(""))});
  }
  return ParameterGrid(std::move(keys));
}

std::vector<std::string> chosen_metrics(const std::vector<std::string>& asked, const StudyBasis& basis) {
  if (asked.empty()) return basis.metric_names;
  for (const auto& name : asked)
    if (std::find(basis.metric_names.begin(), basis.metric_names.end(), name) == basis.metric_names.end()) {
      throw InputError("--metric", "'" + name + "'" + did_you_mean(name, basis.metric_names),
                       "one of: " + word_list(basis.metric_names));
    }
  return asked;
}

struct SweepCounts {
  std::size_t total = 0, resumed = 0, done = 0, failed = 0, bad_input = 0;
  std::size_t missing() const { return total - done - failed - bad_input; }
};

/// Runs the rows that the journal lacks. Nothing here depends on the order they end in.
void run_rows(const StudySpec& spec, StudyJournal& journal, int threads) {
  std::vector<std::size_t> missing;
  for (std::size_t row = 0; row < spec.grid.row_count(); ++row)
    if (!journal.find(spec.grid.values(row))) missing.push_back(row);
  Progress bar("sweep");
  const BatchOptions options{.threads = threads,
                             .now = steady_seconds,
                             .progress = [&](double done, double total) { bar.update(done, total); },
                             .cancelled = interrupted};
  run_study_rows(spec, missing, options, [&](StudyRow row) { journal.append(std::move(row)); });
}

SweepCounts count_rows(const ParameterGrid& grid, const StudyJournal& journal, std::size_t resumed) {
  SweepCounts counts{.total = grid.row_count(), .resumed = resumed};
  for (std::size_t row = 0; row < grid.row_count(); ++row) {
    const StudyRow* found = journal.find(grid.values(row));
    if (!found) continue;
    if (found->status == WorldStatus::completed) ++counts.done;
    if (found->status == WorldStatus::failed) ++counts.failed;
    if (found->status == WorldStatus::bad_input) ++counts.bad_input;
  }
  return counts;
}

void print_summary(const SweepCounts& counts, const SweepFiles& files, const Table& table) {
  constexpr std::size_t kMostShown = 40;  // rows; the rest is in the file
  TextTable shown(std::vector<TextTable::Align>(table.columns.size() - 1, TextTable::Align::right));
  std::vector<std::string> header;
  for (std::size_t c = 0; c + 1 < table.columns.size(); ++c)  // all but the hash
    header.push_back(table.columns[c].name +
                     (table.columns[c].unit.empty() ? "" : " " + table.columns[c].unit));
  shown.add_header(header);
  for (std::size_t row = 0; row < std::min(table.row_count(), kMostShown); ++row) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < header.size(); ++c) {
      const auto* numbers = std::get_if<std::vector<double>>(&table.columns[c].cells);
      cells.push_back(numbers ? number_text((*numbers)[row])
                              : std::get<std::vector<std::string>>(table.columns[c].cells)[row]);
    }
    shown.add_row(cells);
  }
  std::cout << shown.text();
  if (table.row_count() > kMostShown) std::cout << "... " << table.row_count() - kMostShown << " more rows\n";
  std::cout << fmt::format("{} of {} done ({} resumed), {} failed, {} of bad input\n", counts.done,
                           counts.total, counts.resumed, counts.failed, counts.bad_input);
  std::cout << "table  " << files.csv.string() << "\n       " << files.hdf5.string() << "\nplot   "
            << files.plot.string() << "\n";
}

Json summary_json(const SweepCounts& counts, const SweepFiles& files, double wall) {
  return {{"table", files.hdf5.string()},
          {"csv", files.csv.string()},
          {"plot", files.plot.string()},
          {"journal", files.journal.string()},
          {"done", counts.done},
          {"failed", counts.failed + counts.bad_input},
          {"bad_input", counts.bad_input},
          {"resumed", counts.resumed},
          {"missing", counts.missing()},
          {"total", counts.total},
          {"wall_s", wall}};
}

int exit_code(const SweepCounts& counts) {
  if (counts.missing() > 0) {
    std::cerr << fmt::format("grouser: interrupted with {} of {} to do; the same command goes on from here\n",
                             count_text(counts.missing(), "row"), counts.total);
    return kExitInterrupted;
  }
  return counts.done > 0 ? kExitOk : kExitFailed;
}

int sweep(const SweepArguments& arguments) {
  const double start = steady_seconds();
  StudySpec spec{arguments.scenario, {}, parse_grid(arguments.vary)};
  for (const auto& setting : arguments.settings) spec.settings.push_back(parse_override(setting));
  const int threads = parse_jobs(arguments.jobs);
  const SweepFiles files = files_of(
      arguments.out.empty() ? fs::path(arguments.scenario).stem().string() + "_sweep" : arguments.out);
  catch_interrupts();
  const auto basis = find_study_basis(spec, interrupted);
  if (!basis) throw Interrupted("before the first row: nothing was written");
  const std::vector<std::string> metrics = chosen_metrics(arguments.metrics, *basis);
  const StudyIdentity identity = identify(spec, *basis);
  make_folder(files.journal);
  check_files(files, basis->files, arguments.force);
  StudyJournal journal(files.journal, identity, arguments.fresh ? JournalMode::fresh : JournalMode::resume);
  if (journal.damaged_rows() > 0)
    std::cerr << fmt::format("grouser: note: {}: {} damaged, what they held is run again\n",
                             files.journal.string(), count_text(journal.damaged_rows(), "row"));
  const SweepCounts before = count_rows(spec.grid, journal, 0);
  run_rows(spec, journal, threads);
  const SweepCounts counts = count_rows(spec.grid, journal, before.total - before.missing());
  const Table table = make_study_table(spec.grid, identity, journal, metrics, basis->judged);
  write_table_csv(files.csv, table);
  write_table_hdf5(files.hdf5, table);
  if (const auto tables = make_study_tables(spec.grid, identity, journal, metrics); !tables.empty())
    write_table_plot(files.plot, tables);
  else
    write_plot(files.plot, make_study_plots(spec.grid, identity, journal, metrics));
  if (arguments.json)
    print_json(summary_json(counts, files, steady_seconds() - start));
  else
    print_summary(counts, files, table);
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
      "A folder for table.csv, table.h5, plot.png and what a stopped sweep goes on from; or one file's "
      "name ending .csv, .h5 or .png that all take theirs from. By default the folder SCENARIO_sweep");
  command.option("--jobs N", a.jobs, "Runs at the same time; as many as processors by default");
  command.flag("--fresh", a.fresh, "Begin anew where a sweep has been");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as one JSON object on standard output");
  command.footer(
      "Example: grouser sweep drive_flat_soft --vary soil.phi_deg=20:35:2.5 --vary "
      "rover.wheel.radius=0.12,0.1425,0.16 --metric mean_slip --metric max_sinkage --out phi_radius\n"
      "Ctrl+C stops; the same command goes on where it stopped. A run that fails is a row with its reason.");
}

}  // namespace grouser::cli
