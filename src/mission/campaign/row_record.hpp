// SPDX-License-Identifier: BSD-3-Clause
// A row as bytes: between processes, and in the file of an open shard.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grouser/mission/campaign/row_store.hpp"

namespace grouser {

/// Length, hash and content, native byte order (little endian).
std::string record_bytes(const RowRecord& record);

/// Takes the next record off the front of `bytes`; nothing where it is cut short or is not as it was
/// written, and `bytes` stays.
std::optional<RowRecord> take_record(std::string_view& bytes);

/// Columns without rows.
Table empty_table(const std::vector<RowColumn>& columns);
/// Adds a row to a table of these columns.
void append_row(const std::vector<RowColumn>& columns, const RowRecord& record, Table& table);
/// The row of a table of a campaign's columns at a place; the first column is its number.
RowRecord record_at(const Table& table, std::size_t place);
/// The hash of all that a table holds.
std::string table_hash(const Table& table);

}  // namespace grouser
