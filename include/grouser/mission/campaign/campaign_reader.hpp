// SPDX-License-Identifier: BSD-3-Clause
// Reads a campaign's folder while others write there: it takes no lock, changes nothing, and reads a shard
// that is whole once.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grouser/mission/campaign/row_store.hpp"

namespace grouser {

/// A campaign's folder, read only, while rows are still written.
class CampaignReader {
 public:
  /// Throws InputError: no campaign there, or one whose columns are not those of a campaign.
  explicit CampaignReader(std::filesystem::path folder);

  const std::filesystem::path& folder() const { return folder_; }  ///< path of the folder

  /// The campaign's description, from campaign.json.
  const CampaignManifest& manifest() const { return manifest_; }

  /// Rows that one look has found.
  struct Rows {
    Table rows;          ///< in the order of their numbers within each shard
    bool whole = false;  ///< of a shard that is whole: it is not handed over again
  };
  /// Looks again, and hands over the shards that have become whole, then the rows of the others as far as
  /// these have come. `take` gets also how many files are read and how many there are; it returns false to
  /// stop, and what it has been given is not handed over again. Returns whether there was anything new.
  /// Throws InputError: the folder is gone, or holds another campaign now.
  bool look(const std::function<bool(Rows&&, std::size_t read, std::size_t files)>& take);

  /// One row as the folder has it now; nothing where it is not done.
  std::optional<RowRecord> find_row(std::uint64_t row) const;
  /// Whether a campaign is at work there (on this computer).
  bool at_work() const;
  /// Files that could not be read, one line each.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct Found {
    std::filesystem::path closed;                ///< empty: the shard is not whole
    std::vector<std::filesystem::path> records;  ///< in the order of their names
  };
  void look_at_manifest();
  std::map<std::uint64_t, Found> find_shards() const;
  bool take_whole(std::uint64_t shard, const std::filesystem::path& path, Table& table);
  Table open_rows(std::uint64_t shard, const Found& found) const;

  std::filesystem::path folder_;
  CampaignManifest manifest_;
  std::map<std::uint64_t, bool> read_;  // shards that are whole, and whether they could be read
  std::map<std::filesystem::path, std::uintmax_t> sizes_;  // of the files of records, at the last look
  std::vector<std::string> notes_;
};

}  // namespace grouser
