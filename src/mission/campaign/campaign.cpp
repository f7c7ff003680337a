// SPDX-License-Identifier: BSD-3-Clause
// A campaign: makes the plan from file and scenario, finds the table's columns by starting one row per
// combination, checks that a folder holds the same campaign, and turns the end of a run into a record.
#include "grouser/mission/campaign/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "campaign/campaign_columns.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/near_files.hpp"
#include "grouser/base/shown_text.hpp"
#include "grouser/base/version.hpp"
#include "grouser/math/simd_level.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

constexpr std::size_t kMostReason = 300;  // bytes
constexpr std::uint64_t kMostTries = 50;  // rows that the columns are looked for in

/// Path of the scenario that the file names, relative to the file's folder.
std::string scenario_of(const CampaignFile& file) {
  return resolve_asset(file.scenario, "scenarios", file.beside).lexically_normal().string();
}

/// The scenario with these crossed values; where it cannot be read so, with the first values of a grid, which
/// may give what it lacks.
WorldSpec read_spec(const BatchSimulation& batch, const CampaignFile& file, std::vector<Override> own) {
  try {
    return batch.read(own);
  } catch (const InputError&) {
    if (file.plan != PlanKind::grid) throw;
    for (const DrawSpec& draw : file.draws)
      if (!draw.grid.empty()) own.push_back({draw.key, fmt::format("{}", draw.grid.front()), draw.place});
    try {
      return batch.read(own);
    } catch (const InputError&) {
    }
    throw;
  }
}

/// The plan, which reads the scenario's keys once per combination of crossed values.
CampaignPlan make_plan(const BatchSimulation& batch, CampaignFile file,
                       const std::function<bool()>& cancelled) {
  const auto keys_of = [&](const CampaignFile& of, const std::vector<Override>& own) {
    return read_spec(batch, of, own).keys;
  };
  return CampaignPlan(std::move(file), keys_of, cancelled);
}

std::string hash_of_text(std::string_view text) {
  Hasher hasher;
  hasher.add(text);
  return hash_text(hasher.value());
}

struct CampaignInputs {
  std::map<std::string, std::string> hashes;  // of each document and of each raster beside them
  std::vector<std::filesystem::path> files;
};

/// Reads the inputs of all combinations of crossed values.
CampaignInputs read_inputs(const BatchSimulation& batch, const CampaignPlan& plan,
                           const std::function<bool()>& cancelled = {}) {
  // Rasters are hashed whole, up to 8 GiB.
  constexpr std::size_t kMostRaster = std::size_t{8} << 30;
  CampaignInputs inputs;
  for (std::uint64_t k = 0; k < plan.combinations(); ++k) {
    if (cancelled && cancelled()) throw Interrupted(kBeforeFirstRow);
    const WorldSpec spec = read_spec(batch, plan.file(), plan.crossed(k));
    for (const InputDocument& document : spec.documents)
      inputs.hashes[document.kind + " " + document.name] = hash_of_text(document.text);
    // Documents of TOML are hashed by their texts; all other files by their bytes, each once.
    for (const auto& path : spec.files)
      if (path.extension() != ".toml" && !inputs.hashes.count("file " + path.filename().string()))
        inputs.hashes["file " + path.filename().string()] = hash_of_text(read_text_file(path, kMostRaster));
    inputs.files.insert(inputs.files.end(), spec.files.begin(), spec.files.end());
  }
  return inputs;
}

/// Adds the metrics and the verdict that runs of this world report.
void add_reported(const Simulation& simulation, Reported& reported) {
  reported.metrics.merge(MetricsTracker(simulation).units(simulation));
  reported.judged = reported.judged || is_judged(simulation.world());
}

/// The samples that are tried: spread over a grid, the first ones of other plans.
std::uint64_t tried_sample(const CampaignFile& file, std::uint64_t probe, std::uint64_t tries) {
  if (file.plan != PlanKind::grid || tries < 2) return probe;
  return probe * (file.samples - 1) / (tries - 1);
}

/// Metrics and verdict over all combinations, each from the first row that can be started; throws the first
/// reason where none can.
Reported find_reported(const BatchSimulation& batch, const CampaignPlan& plan,
                       const std::function<bool()>& cancelled) {
  Reported reported;
  for (std::uint64_t k = 0; k < plan.combinations(); ++k) {
    std::string first_reason;
    const std::uint64_t tries = std::min(kMostTries, plan.file().samples);
    bool found = false;
    for (std::uint64_t probe = 0; probe < tries && !found; ++probe) try {
        const std::uint64_t sample = tried_sample(plan.file(), probe, tries);
        if (cancelled && cancelled()) throw Interrupted("");
        add_reported(
            start_simulation(batch.load(plan.row(sample * plan.combinations() + k).overrides), cancelled),
            reported);
        found = true;
      } catch (const Interrupted&) {
        throw Interrupted(kBeforeFirstRow);
      } catch (const InputError& error) {
        if (first_reason.empty()) first_reason = error.what();
      }
    if (!found) throw InputError(first_reason);
  }
  return reported;
}

/// Throws InputError for a `keep` whose column the table lacks.
void check_keep(const CampaignFile& file, const std::vector<RowColumn>& columns) {
  for (const KeepSpec& keep : file.keep)
    column_named(columns, keep.column, keep.which == KeepSpec::Which::first, "keep = \"" + keep.said + "\"");
}

/// The parts that must be equal for rows to belong together.
CampaignIdentity identity_of(const CampaignPlan& plan, std::vector<RowColumn> columns,
                             std::map<std::string, std::string> inputs) {
  return {.version = version(),
          .simd_level = std::string(level_name(simd_level())),
          .inputs = std::move(inputs),
          .plan = plan.file().identity,
          .columns = std::move(columns)};
}

/// Throws InputError, naming the first difference, where a folder holds another campaign.
void refuse_other(const std::filesystem::path& folder, const CampaignIdentity& found,
                  const CampaignIdentity& ours) {
  const std::string other = difference_of(found, ours);
  if (!other.empty())
    throw InputError(folder.string(), "another campaign (" + other + ")",
                     "the same campaign, or another folder");
}

/// Columns and counts of campaign.json are what its plan makes.
void check_found(const std::filesystem::path& folder, const CampaignManifest& found,
                 const CampaignPlan& plan) {
  const std::string place = (folder / "campaign.json").string();
  check_columns(plan.file(), plan.columns(), found.identity.columns, place);
  if (!estimate_line(found.identity).empty()) return;
  const std::uint64_t samples = can_grow(plan.file().plan) ? found.samples : plan.file().samples;
  if (found.samples != samples || found.rows != samples * plan.combinations())
    throw InputError(
        place, fmt::format("{} rows of {} samples", found.rows, found.samples),
        fmt::format("{} rows of {} samples, as its plan has", samples * plan.combinations(), samples));
}

/// A TOML value without its quotes, as the table shows it.
std::string bare(const std::string& toml) {
  return toml.size() >= 2 && (toml.front() == '"' || toml.front() == '\'') ? toml.substr(1, toml.size() - 2)
                                                                           : toml;
}

}  // namespace

Campaign::Campaign(CampaignFile file, CampaignIdentity identity, const std::function<bool()>& cancelled)
    : batch_(scenario_of(file), file.settings),
      plan_(make_plan(batch_, std::move(file), cancelled)),
      identity_(std::move(identity)) {}

Campaign Campaign::begin(CampaignFile file, const std::function<bool()>& cancelled) {
  Campaign campaign(std::move(file), CampaignIdentity{}, cancelled);
  const Reported reported = find_reported(campaign.batch_, campaign.plan_, cancelled);
  CampaignInputs inputs = read_inputs(campaign.batch_, campaign.plan_, cancelled);
  campaign.files_ = std::move(inputs.files);
  campaign.identity_ =
      identity_of(campaign.plan_, make_columns(campaign.plan_.file(), campaign.plan_.columns(), reported),
                  std::move(inputs.hashes));
  check_keep(campaign.plan_.file(), campaign.identity_.columns);
  return campaign;
}

Campaign Campaign::open(const std::filesystem::path& folder, std::uint64_t samples) {
  const CampaignFolder found(folder);
  found.require_plan();
  return opened(folder, found, samples);
}

Campaign Campaign::open_any(const std::filesystem::path& folder) {
  return opened(folder, CampaignFolder(folder), 0);
}

Campaign Campaign::opened(const std::filesystem::path& folder, const CampaignFolder& found,
                          std::uint64_t samples) {
  CampaignFile file = found.file();
  // Only plans whose samples depend on their own number alone can grow, and none can shrink.
  if (samples != 0 && samples != file.samples && !can_grow(file.plan))
    throw InputError(folder.string(), std::string("a campaign by plan = \"") + to_string(file.plan) + "\"",
                     "one by random or sobol: others cannot grow");
  if (samples != 0 && samples < file.samples)
    throw InputError("--samples", std::to_string(samples),
                     fmt::format("{} or more: a campaign only grows", file.samples));
  if (samples != 0) file.samples = samples;
  // The folder's identity is taken over, then compared with that of the files as they are.
  const CampaignIdentity& identity = found.manifest().identity;
  Campaign campaign(std::move(file), identity);
  check_found(folder, found.manifest(), campaign.plan_);
  refuse_other(
      folder, identity,
      identity_of(campaign.plan_, identity.columns, read_inputs(campaign.batch_, campaign.plan_).hashes));
  return campaign;
}

bool Campaign::is_estimate() const { return !estimate_line(identity_).empty(); }

PlannedRow Campaign::planned_again(const RowRecord& record) const {
  // Numbers begin with row and sample, texts with the crossed keys.
  const std::size_t crossed = plan_.file().cross.size();
  const std::span<const double> numbers(record.numbers);
  const std::span<const std::string> texts(record.texts);
  return plan_.row_again(record.row, numbers.subspan(2, plan_.number_columns()),
                         texts.subspan(crossed, plan_.text_columns()));
}

Campaign Campaign::resume(const std::filesystem::path& folder, CampaignFile file,
                          const std::function<bool()>& cancelled) {
  const CampaignManifest found = read_manifest(folder);
  if (can_grow(file.plan)) file.samples = std::max(file.samples, found.samples);
  Campaign campaign(std::move(file), found.identity, cancelled);
  refuse_other(folder, found.identity,
               identity_of(campaign.plan_, found.identity.columns,
                           read_inputs(campaign.batch_, campaign.plan_, cancelled).hashes));
  check_found(folder, found, campaign.plan_);
  check_keep(campaign.plan_.file(), campaign.identity_.columns);
  return campaign;
}

CampaignManifest Campaign::manifest() const {
  return {.identity = identity_,
          .file_text = plan_.file().text,
          .beside = std::filesystem::absolute(plan_.file().beside).string(),
          .samples = plan_.file().samples,
          .rows = plan_.row_count()};
}

RowRecord Campaign::run_row(std::uint64_t row, const RunOptions& options) const {
  return run_planned(row, plan_.row(row), options);
}

RowRecord Campaign::crashed_row(std::uint64_t row, const std::string& reason) const {
  return crashed_planned(row, plan_.row(row), reason);
}

RowRecord Campaign::run_planned(std::uint64_t row, const PlannedRow& planned,
                                const RunOptions& options) const {
  const auto result = run_world(batch_, planned.overrides, options, plan_.file().budget_steps);
  if (!result) throw Interrupted(fmt::format("in row {}", row));
  return record_of(row, planned, *result);
}

RowRecord Campaign::crashed_planned(std::uint64_t row, const PlannedRow& planned,
                                    const std::string& reason) const {
  return record_of(row, planned, {.status = WorldStatus::crashed, .message = reason, .summary = {}});
}

RowRecord Campaign::record_of(std::uint64_t row, const PlannedRow& planned, const WorldResult& result) const {
  // Worlds that were not made have neither steps nor a state.
  const bool ran = result.status != WorldStatus::bad_input && result.status != WorldStatus::crashed;
  const RunSummary& summary = result.summary;
  RowRecord record{
      .row = row, .numbers = {static_cast<double>(row), static_cast<double>(planned.sample)}, .texts = {}};
  // The order of numbers and texts is that of make_columns().
  for (const std::string& value : planned.crossed) record.texts.push_back(bare(value));
  record.numbers.insert(record.numbers.end(), planned.numbers.begin(), planned.numbers.end());
  record.texts.insert(record.texts.end(), planned.texts.begin(), planned.texts.end());
  record.texts.push_back(to_string(result.status));
  record.texts.push_back(clipped(shown_line(result.message), kMostReason));
  record.numbers.push_back(ran ? static_cast<double>(summary.steps) : std::nan(""));
  record.numbers.push_back(ran ? summary.simulated_s : std::nan(""));
  for (const std::string& name : metric_columns(identity_.columns)) {
    const auto found = summary.metrics.find(name);
    record.numbers.push_back(found == summary.metrics.end() ? std::nan("") : found->second.value);
  }
  // Scenarios without a verdict have no columns of it.
  const auto is_verdict = [](const RowColumn& column) { return column.name == "verdict" && column.text; };
  if (std::any_of(identity_.columns.begin(), identity_.columns.end(), is_verdict)) {
    record.texts.push_back(summary.verdict ? summary.verdict->name : "");
    record.numbers.push_back(summary.verdict ? summary.verdict->time : std::nan(""));
    record.texts.push_back(summary.verdict ? clipped(shown_line(summary.verdict->reason), kMostReason) : "");
  }
  record.texts.push_back(ran ? hash_text(summary.state_hash) : "");
  return record;
}

TableAttributes Campaign::attributes() const { return table_attributes(plan_.file(), identity_); }

CampaignFile load_campaign_file(const std::filesystem::path& path) {
  constexpr std::size_t kMostBytes = 8u << 20;
  const std::filesystem::path beside =
      path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  if (std::error_code ec; !std::filesystem::exists(path, ec))
    throw InputError(path.string(), no_such_file(path), "a readable file");
  return read_campaign(read_text_file(path, kMostBytes), path.string(), std::filesystem::absolute(beside));
}

std::vector<std::uint64_t> rows_to_keep(const std::vector<KeepSpec>& keep,
                                        const std::vector<RowColumn>& columns, const RowStore& store) {
  std::set<std::uint64_t> kept;
  const std::size_t status_at = column_named(columns, "status", true, "keep");
  for (const KeepSpec& spec : keep) {
    const bool first = spec.which == KeepSpec::Which::first;
    const std::size_t at = column_named(columns, spec.column, first, "keep = \"" + spec.said + "\"");
    std::vector<std::pair<double, std::uint64_t>> found;  // the least wanted comes last
    // Shard by shard, only the best `count` rows are kept in memory.
    store.each_shard([&](const Table& table) {
      const auto& rows = std::get<std::vector<double>>(table.columns[0].cells);
      const auto& status = std::get<std::vector<std::string>>(table.columns[status_at].cells);
      for (std::size_t k = 0; k < rows.size(); ++k) {
        const auto row = static_cast<std::uint64_t>(rows[k]);
        if (first) {
          if (std::get<std::vector<std::string>>(table.columns[at].cells)[k] == spec.text)
            found.emplace_back(0.0, row);
          continue;
        }
        const double value = std::get<std::vector<double>>(table.columns[at].cells)[k];
        if (status[k] != "completed" || std::isnan(value)) continue;
        found.emplace_back(spec.which == KeepSpec::Which::worst ? -value : value, row);
      }
      std::sort(found.begin(), found.end());
      if (found.size() > spec.count) found.resize(spec.count);
    });
    for (const auto& [value, row] : found) kept.insert(row);
  }
  return {kept.begin(), kept.end()};
}

}  // namespace grouser
