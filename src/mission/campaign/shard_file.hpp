// The two files of a shard: records while rows come in, a table once it is whole.
#pragma once
#include <filesystem>
#include <functional>
#include <string_view>

#include "grouser/mission/campaign/row_store.hpp"

namespace grouser {

inline constexpr std::size_t kMostShardBytes = std::size_t{1} << 30;  // of a file of records

/// Columns by name and kind.
bool has_columns(const Table& table, const std::vector<RowColumn>& columns);
/// Whether a record has as many numbers and texts as the columns.
bool fits(const RowRecord& record, const std::vector<RowColumn>& columns);

/// A closed shard without its hash. Throws InputError: it cannot be read, or is not as it was written.
Table read_closed_shard(const std::filesystem::path& path, const std::vector<RowColumn>& columns);
/// What RowStore writes as one.
Table closed_shard(Table rows);

/// Hands over the records of a shard that fit its columns, and returns what is left behind the last one that can be read.
std::string_view take_records(std::string_view bytes, std::uint64_t shard,
                              const std::vector<RowColumn>& columns,
                              const std::function<void(RowRecord&&)>& take);

}  // namespace grouser
