// SPDX-License-Identifier: BSD-3-Clause
// The two files of a shard: records while rows come in, a table once it is whole.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "grouser/mission/campaign/row_store.hpp"

namespace grouser {

/// The meaning of a file's name in the folder of shards.
struct ShardName {
  std::uint64_t shard = 0;
  bool closed = false;  ///< a table; else records
};
/// "000012.h5", "000012.rows" or "000012-13000.rows"; nothing for other names.
std::optional<ShardName> shard_name(const std::string& name);

/// Columns by name and kind.
bool has_columns(const Table& table, const std::vector<RowColumn>& columns);
/// Whether a record has as many numbers and texts as the columns, its row's number first.
bool fits(const RowRecord& record, const std::vector<RowColumn>& columns);

/// A closed shard without its hash, the rows of its number. Throws InputError: it cannot be read, or is not
/// as it was written.
Table read_closed_shard(const std::filesystem::path& path, std::uint64_t shard,
                        const std::vector<RowColumn>& columns);
/// The table that RowStore writes as one closed shard.
Table closed_shard(Table rows);

/// Hands over the records of a file that are of the shard and fit its columns, one at a time, and returns how
/// many bytes lie before the end of the last one that can be read. Throws InputError: no file that can be
/// read.
std::uintmax_t take_records(const std::filesystem::path& path, std::uint64_t shard,
                            const std::vector<RowColumn>& columns,
                            const std::function<void(RowRecord&&)>& take);

}  // namespace grouser
