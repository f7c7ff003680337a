// SPDX-License-Identifier: BSD-3-Clause
// The rows of a campaign on disk. A folder holds
//
//   campaign.json       what the campaign is: its file word for word, and all that rows of one campaign
//                       have in common
//   lock                held while rows are written
//   shards/000012.h5    1,024 rows by their numbers, columns as in the merged table, written once all of
//                       them are done
//   shards/000012.rows  the rows of an open shard as they end, each with a hash of itself;
//                       000012-13000.rows where one of several processes writes the rows from 13000 on
//   table.h5            the merged table
//
// A process that is killed loses the rows that it was at work on: a record that was cut short is dropped, a
// shard appears whole or not at all. The caller gives the rows their meaning.
#pragma once
#include <bitset>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grouser/recording/run_file/table_stream.hpp"

namespace grouser {

inline constexpr std::uint64_t kShardRows = 1024;

struct RowColumn {
  std::string name, unit;  ///< unit: of numbers
  bool text = false;
};

/// One row; number and text columns each in the order of all columns.
struct RowRecord {
  std::uint64_t row = 0;
  std::vector<double> numbers;
  std::vector<std::string> texts;
};

/// Properties that must be equal for rows to belong together.
struct CampaignIdentity {
  std::string version, simd_level;
  std::map<std::string, std::string> inputs;  ///< hash of each document and raster
  std::vector<std::string> plan;              ///< CampaignFile::identity
  std::vector<RowColumn> columns;
};

/// campaign.json
struct CampaignManifest {
  CampaignIdentity identity;
  std::string file_text, beside;  ///< the campaign's file and the folder that its names are relative to
  std::uint64_t samples = 0, rows = 0;
};
/// Throws InputError: no campaign there.
CampaignManifest read_manifest(const std::filesystem::path& folder);
void write_manifest(const std::filesystem::path& folder, const CampaignManifest& manifest);
/// Difference between a campaign and the one that a folder holds, in words; "" if they are the same.
std::string difference_of(const CampaignIdentity& found, const CampaignIdentity& ours);
/// Whether the folder has a campaign.json.
bool has_manifest(const std::filesystem::path& folder);
/// Throws InputError unless the folder is not there, is empty, or holds a campaign.
void check_campaign_folder(const std::filesystem::path& folder);

/// Held by who writes a folder's rows, until it is destroyed.
class FolderLock {
 public:
  /// Makes the folder. Throws InputError if another process writes there, or if it cannot be written.
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock(FolderLock&& other) noexcept;
  ~FolderLock();
  FolderLock& operator=(FolderLock&&) = delete;

 private:
  int file_ = -1;
};

/// Options of a table of the rows.
struct MergeOptions {
  std::vector<std::pair<std::string, std::string>> attributes = {};
  std::vector<TableAxis> axes = {};
  /// The columns that a shard's rows have in the table, in the order of these rows; empty: as they are
  std::function<Table(const Table& shard)> view = {};
};

/// Removes the files of rows, shards and records, from a folder; what else is there stays.
void remove_rows(const std::filesystem::path& folder);

enum class StoreUse {
  whole_folder,  ///< no other process writes
  some_rows,     ///< other processes write other rows
  read
};

class RowStore {
 public:
  /// Reads the rows of the folder's shards; damaged ones are removed and reported in notes(). `first`,
  /// `last`: the rows that are written, for some_rows. Throws InputError if another process writes there, or
  /// if the folder cannot be written.
  RowStore(std::filesystem::path folder, std::vector<RowColumn> columns, std::uint64_t rows, StoreUse use,
           std::uint64_t first = 0, std::uint64_t last = UINT64_MAX);
  /// The whole folder, by who holds it.
  RowStore(std::filesystem::path folder, std::vector<RowColumn> columns, std::uint64_t rows, FolderLock lock);
  ~RowStore();
  RowStore(const RowStore&) = delete;
  RowStore& operator=(const RowStore&) = delete;

  bool has(std::uint64_t row) const;
  std::uint64_t rows() const { return rows_; }
  std::uint64_t rows_done() const { return count_; }
  const std::vector<std::string>& notes() const { return notes_; }
  /// Keeps a row that is not there yet, and closes its shard with the last one. Throws InputError (a full
  /// disk), or RunError where the rows or their folder have been removed since.
  void add(const RowRecord& record);
  /// The rows that are done, shard by shard, as tables in the order of the rows.
  void each_shard(const std::function<void(const Table&)>& take) const;
  /// The merged table, table.h5 of the folder; returns its path. Throws InputError (a full disk).
  std::filesystem::path merge(const std::vector<std::pair<std::string, std::string>>& attributes) const;
  /// A table of the rows that are done, shard by shard. Throw InputError (a full disk).
  void write_hdf5(const std::filesystem::path& path, const MergeOptions& options) const;
  void write_csv(const std::filesystem::path& path, const MergeOptions& options = {}) const;

 private:
  struct OpenShard;
  RowStore(std::filesystem::path folder, std::vector<RowColumn> columns, std::uint64_t rows, StoreUse use,
           std::uint64_t first, std::uint64_t last, std::optional<FolderLock> lock);
  std::filesystem::path shard_path(std::uint64_t shard, const char* ending) const;
  std::filesystem::path record_path(std::uint64_t shard) const;
  std::map<std::uint64_t, bool> list_files();
  void find_rows(std::uint64_t shard, bool closed);
  bool take_closed(std::uint64_t shard);
  void take_open(std::uint64_t shard, const std::filesystem::path& path);
  bool may_close(std::uint64_t shard) const;
  OpenShard& open_shard(std::uint64_t shard);
  void close_shard(std::uint64_t shard);
  Table shard_table(std::uint64_t shard) const;
  void mark(std::uint64_t row);

  std::filesystem::path folder_;
  std::vector<RowColumn> columns_;
  StoreUse use_;
  std::uint64_t first_, last_, rows_, first_shard_ = 0, last_shard_ = 0, count_ = 0;
  std::map<std::uint64_t, std::bitset<kShardRows>>
      done_;                                         // by shard: what a folder claims to have costs nothing
  std::map<std::uint64_t, std::uint64_t> in_shard_;  // rows done in shards that are not closed
  std::set<std::uint64_t> closed_;
  std::map<std::uint64_t, std::set<std::filesystem::path>> files_;  // of records, by shard
  std::map<std::uint64_t, std::unique_ptr<OpenShard>> open_;
  std::vector<std::string> notes_;
  std::optional<FolderLock> lock_;  // of the whole folder
};

}  // namespace grouser
