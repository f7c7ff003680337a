// SPDX-License-Identifier: BSD-3-Clause
// A sweep as a campaign: writes the campaign's file for settings and a grid, and moves rows of a folder to
// the numbers that they have in a changed grid. Each step of a move leaves a folder from which the next
// start can finish it.
#include "grouser/mission/campaign/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "campaign/row_record.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/toml_text.hpp"

namespace grouser {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSweepMark = "# grouser sweep\n";  // the first line of its campaign's file

/// A setting's value as a file has it; anything that is not TOML becomes a text, as for --set.
std::string value_in_file(const std::string& value) {
  try {
    if (TomlTable::parse("v = " + value, "a setting").keys().size() == 1) return value;
  } catch (const InputError&) {
  }
  return toml_string(value);
}

/// The campaign's file; of settings that repeat a key only the last is written.
std::string file_text(const std::string& scenario, const std::vector<Override>& settings,
                      const ParameterGrid& grid) {
  std::string text =
      std::string(kSweepMark) + "scenario = " + toml_string(scenario) + "\nplan = \"grid\"\n\n[set]\n";
  for (std::size_t k = 0; k < settings.size(); ++k) {
    const auto same = [&](const Override& other) { return other.key == settings[k].key; };
    if (std::none_of(settings.begin() + static_cast<std::ptrdiff_t>(k) + 1, settings.end(), same))
      text += toml_string(settings[k].key) + " = " + value_in_file(settings[k].value) + "\n";
  }
  text += "\n[draw]\n";
  for (const VariedKey& varied : grid.keys())
    text += fmt::format("{} = {{ grid = [{}] }}\n", toml_string(varied.key), fmt::join(varied.values, ", "));
  return text;
}

/// The part of the identity that stays equal if only the values of a grid differ.
CampaignIdentity without_values(CampaignIdentity identity) {
  std::erase_if(identity.plan, [](const std::string& line) { return line.rfind("draw", 0) == 0; });
  return identity;
}

/// Keys of the grid, with commas.
std::string key_list(const CampaignFile& file) {
  std::vector<std::string> keys;
  for (const DrawSpec& draw : file.draws) keys.push_back(draw.key);
  return fmt::format("{}", fmt::join(keys, ", "));
}

/// Whether two grids of the same keys have the same values in the same order.
bool same_values(const CampaignFile& a, const CampaignFile& b) {
  return std::equal(a.draws.begin(), a.draws.end(), b.draws.begin(), b.draws.end(),
                    [](const DrawSpec& x, const DrawSpec& y) { return x.grid == y.grid; });
}

/// The description of the sweep in a folder. Throws InputError for another campaign, even where its rows
/// would be removed.
CampaignManifest read_sweep_manifest(const fs::path& folder) {
  CampaignManifest found = read_manifest(folder);
  if (found.file_text.rfind(kSweepMark, 0) != 0)
    throw InputError(folder.string(), "the rows of another campaign",
                     "those of 'grouser sweep', or another --out");
  return found;
}

/// The sweep that a folder holds, if its rows belong to the campaign.
CampaignFile matching_sweep(const fs::path& folder, const CampaignManifest& found, const Campaign& campaign) {
  const auto refuse = [&](const std::string& other) {
    throw InputError(folder.string(), "a sweep begun with other inputs (" + other + ")",
                     "the same inputs, or --fresh to begin anew");
  };
  CampaignFile file = read_campaign(found.file_text, (folder / "campaign.json").string(), found.beside);
  if (key_list(file) != key_list(campaign.plan().file())) refuse("its keys " + key_list(file));
  const std::string other =
      difference_of(without_values(found.identity), without_values(campaign.identity()));
  if (!other.empty()) refuse(other);
  return file;
}

/// Numbers of rows in a grid by the values that they have.
class GridPlaces {
 public:
  explicit GridPlaces(const CampaignFile& file) {
    for (const DrawSpec& draw : file.draws) {
      places_.emplace_back();
      for (std::size_t k = 0; k < draw.grid.size(); ++k) places_.back()[draw.grid[k]] = k;
    }
  }
  /// Number of the row with a record's values; nothing where the grid lacks one of them.
  std::optional<std::uint64_t> row_of(const RowRecord& record) const {
    std::uint64_t row = 0;
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const auto found = places_[k].find(record.numbers[2 + k]);  // behind row and sample
      if (found == places_[k].end()) return std::nullopt;
      row = row * places_[k].size() + found->second;
    }
    return row;
  }

 private:
  std::vector<std::map<double, std::uint64_t>> places_;  // of each key's values
};

/// Calls `take` with each row of a store.
void each_row(const RowStore& store, const std::function<void(RowRecord)>& take) {
  store.each_shard([&](const Table& shard) {
    for (std::size_t k = 0; k < shard.row_count(); ++k) take(record_at(shard, k));
  });
}

/// Rows that move from one grid to another: DIR/before has them with its own campaign.json until all of them
/// have their new numbers.
class MovedRows {
 public:
  explicit MovedRows(const fs::path& folder) : folder_(folder), before_(folder / "before") {}

  bool there() const {
    std::error_code ec;
    return has_manifest(before_) && fs::exists(before_ / "shards", ec);
  }
  const fs::path& place() const { return before_; }
  /// Moves the shards into DIR/before, with a campaign.json that says what they are.
  void move_out(const CampaignManifest& found) {
    std::error_code ec;
    fs::create_directories(before_, ec);
    write_manifest(before_, found);
    fs::rename(folder_ / "shards", before_ / "shards", ec);
    if (ec) throw InputError(before_.string(), ec.message(), "a folder to write in");
  }
  /// Adds the moved rows to the store with their new numbers; those without a place are left out.
  void take_in(const Campaign& campaign, RowStore& store) const {
    const CampaignManifest found = read_manifest(before_);
    const GridPlaces places(campaign.plan().file());
    each_row(RowStore(before_, found.identity.columns, found.rows, StoreUse::read), [&](RowRecord record) {
      const std::optional<std::uint64_t> row = places.row_of(record);
      if (!row) return;
      record.row = *row;
      record.numbers[0] = record.numbers[1] = static_cast<double>(*row);
      store.add(record);
    });
  }
  /// Its campaign.json goes first: from then on there() is false.
  void discard() const {
    std::error_code ec;
    fs::remove(before_ / "campaign.json", ec);
    remove_rows(before_);
    fs::remove(before_ / "shards", ec);
    fs::remove(before_, ec);
  }

 private:
  fs::path folder_, before_;
};

/// Refuses to throw rows away unless the user says so.
void refuse_lost_rows(const fs::path& folder, const CampaignManifest& found, const Campaign& campaign) {
  const GridPlaces places(campaign.plan().file());
  std::uint64_t lost = 0;
  each_row(RowStore(folder, found.identity.columns, found.rows, StoreUse::read),
           [&](const RowRecord& record) { lost += places.row_of(record) ? 0 : 1; });
  if (lost > 0)
    throw InputError(folder.string(),
                     fmt::format("{} row{} that this grid has no place for", lost, lost == 1 ? "" : "s"),
                     "a grid with them too, another --out, or --fresh to begin anew");
}

/// Leaves in the folder's shards only rows with their numbers in the campaign's grid.
void make_way(const fs::path& folder, const Campaign& campaign, MovedRows& moved, bool fresh) {
  const std::optional<CampaignManifest> here =
      has_manifest(folder) ? std::optional(read_sweep_manifest(folder)) : std::nullopt;
  if (fresh || !here) {
    moved.discard();
    return remove_rows(folder);
  }
  if (moved.there()) {  // a kill has cut a move short: all rows are still there
    const CampaignManifest found = read_sweep_manifest(moved.place());
    matching_sweep(folder, found, campaign);
    refuse_lost_rows(moved.place(), found, campaign);
    return remove_rows(folder);
  }
  // Remains of a move that was completed.
  moved.discard();
  if (same_values(matching_sweep(folder, *here, campaign), campaign.plan().file())) return;
  refuse_lost_rows(folder, *here, campaign);
  moved.move_out(*here);
}

}  // namespace

CampaignFile sweep_file(const std::string& scenario, const std::vector<Override>& settings,
                        const ParameterGrid& grid, const fs::path& beside) {
  for (const VariedKey& varied : grid.keys())
    if (varied.key.find('*') != std::string::npos)
      throw InputError("--vary " + varied.key, "a pattern", "the name of one key");
  CampaignFile file = read_campaign(file_text(fs::path(scenario).lexically_normal().string(), settings, grid),
                                    "a sweep", beside);
  file.settings = settings;
  for (DrawSpec& draw : file.draws) draw.place = "--vary " + draw.key;
  return file;
}

std::unique_ptr<RowStore> open_sweep(const fs::path& folder, const Campaign& campaign, bool fresh) {
  check_campaign_folder(folder);
  FolderLock lock(folder);
  MovedRows moved(folder);
  make_way(folder, campaign, moved, fresh);
  // Manifest before rows: a kill between them leaves an empty sweep of the new grid beside the moved rows.
  auto store = std::make_unique<RowStore>(folder, campaign.identity().columns, campaign.plan().row_count(),
                                          std::move(lock));
  write_manifest(folder, campaign.manifest());
  if (moved.there()) {
    moved.take_in(campaign, *store);
    moved.discard();
  }
  return store;
}

}  // namespace grouser
