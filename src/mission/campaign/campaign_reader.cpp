// SPDX-License-Identifier: BSD-3-Clause
// Reads a campaign while it is written. Whole shards are handed over once; open ones are read again at each
// look at which the size of a record file has changed. Files that vanish in between belong to a shard that
// has just become whole.
#include "grouser/mission/campaign/campaign_reader.hpp"

#include <algorithm>

#include "campaign/row_record.hpp"
#include "campaign/shard_file.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_lock.hpp"

namespace grouser {
namespace {

namespace fs = std::filesystem;

/// Number of shards that the rows fill.
std::uint64_t shard_count(std::uint64_t rows) { return rows / kShardRows + (rows % kShardRows != 0); }

}  // namespace

CampaignReader::CampaignReader(fs::path folder)
    : folder_(std::move(folder)), manifest_(read_manifest(folder_)) {}

/// Reads campaign.json again: the campaign may have grown, but must be the same. Throws InputError for
/// another one.
void CampaignReader::look_at_manifest() {
  CampaignManifest now = read_manifest(folder_);
  const std::string other = difference_of(now.identity, manifest_.identity);
  if (!other.empty())
    throw InputError(folder_.string(), "another campaign than before (" + other + ")",
                     "the one that was there; open the folder once more");
  manifest_ = std::move(now);
}

/// Files of each shard that the campaign can have: the table, and the records in the order of their names.
std::map<std::uint64_t, CampaignReader::Found> CampaignReader::find_shards() const {
  std::map<std::uint64_t, Found> shards;
  std::error_code ec;
  for (fs::directory_iterator entry(folder_ / "shards", ec), end; !ec && entry != end; entry.increment(ec)) {
    const fs::path path = entry->path();
    const std::optional<ShardName> name = shard_name(path.filename().string());
    if (!name || name->shard >= shard_count(manifest_.rows)) continue;
    if (name->closed)
      shards[name->shard].closed = path;
    else
      shards[name->shard].records.push_back(path);
  }
  for (auto& [shard, found] : shards) std::sort(found.records.begin(), found.records.end());
  return shards;
}

/// Reads a whole shard; one that cannot be read is noted once and false from then on.
bool CampaignReader::take_whole(std::uint64_t shard, const fs::path& path, Table& table) {
  try {
    table = read_closed_shard(path, shard, manifest_.identity.columns);
    return read_[shard] = true;
  } catch (const InputError& error) {
    notes_.push_back(error.what());
    return read_[shard] = false;
  }
}

/// A file may go while it is looked at: its shard has just become whole, and is found at the next look.
Table CampaignReader::open_rows(std::uint64_t shard, const Found& found) const {
  // Records of several files may overlap, so they are sorted and kept once by number.
  std::map<std::uint64_t, RowRecord> rows;
  for (const fs::path& path : found.records) try {
      take_records(path, shard, manifest_.identity.columns, [&](RowRecord&& record) {
        if (record.row < manifest_.rows) rows.emplace(record.row, std::move(record));
      });
    } catch (const InputError&) {
    }
  Table table = empty_table(manifest_.identity.columns);
  for (const auto& [number, record] : rows) append_row(manifest_.identity.columns, record, table);
  return table;
}

bool CampaignReader::look(const std::function<bool(Rows&&, std::size_t, std::size_t)>& take) {
  look_at_manifest();
  const std::map<std::uint64_t, Found> shards = find_shards();
  bool news = false;
  std::size_t done = 0;
  // Whole shards first; one that cannot be read counts as open.
  std::vector<std::uint64_t> open;
  for (const auto& [shard, found] : shards) {
    if (found.closed.empty() || (read_.count(shard) && !read_[shard])) open.push_back(shard);
    if (found.closed.empty() || read_.count(shard)) continue;
    Rows rows{{}, true};
    const bool good = take_whole(shard, found.closed, rows.rows);
    if (!good) {
      open.push_back(shard);
      continue;
    }
    news = true;
    if (!take(std::move(rows), ++done, shards.size())) return true;
  }
  // Open shards are read only where a size has changed since the last look.
  std::map<fs::path, std::uintmax_t> sizes;
  for (const std::uint64_t shard : open)
    for (const fs::path& path : shards.at(shard).records) {
      std::error_code ec;
      const std::uintmax_t size = fs::file_size(path, ec);
      if (!ec) sizes[path] = size;
    }
  news = news || sizes != sizes_;
  sizes_ = std::move(sizes);
  if (!news) return false;
  for (const std::uint64_t shard : open) {
    Rows rows{open_rows(shard, shards.at(shard)), false};
    if (rows.rows.row_count() > 0 && !take(std::move(rows), ++done, shards.size())) return true;
  }
  return true;
}

std::optional<RowRecord> CampaignReader::find_row(std::uint64_t row) const {
  const std::uint64_t shard = row / kShardRows;
  const std::map<std::uint64_t, Found> shards = find_shards();
  if (!shards.count(shard)) return std::nullopt;
  const Found& found = shards.at(shard);
  const Table table = found.closed.empty()
                          ? open_rows(shard, found)
                          : read_closed_shard(found.closed, shard, manifest_.identity.columns);
  const auto& numbers = std::get<std::vector<double>>(table.columns[0].cells);
  const auto at = std::lower_bound(numbers.begin(), numbers.end(), static_cast<double>(row));
  if (at == numbers.end() || *at != static_cast<double>(row)) return std::nullopt;
  return record_at(table, static_cast<std::size_t>(at - numbers.begin()));
}

bool CampaignReader::at_work() const {
  if (is_being_written(folder_ / "lock")) return true;
  for (const auto& [path, size] : sizes_)
    if (is_being_written(path)) return true;
  return false;
}

}  // namespace grouser
