#include "campaign/shard_file.hpp"

#include <algorithm>

#include "campaign/row_record.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/table_stream.hpp"

namespace grouser {
namespace {

constexpr const char* kHashColumn = "shard_hash";

std::size_t columns_of_kind(const std::vector<RowColumn>& columns, bool text) {
  return static_cast<std::size_t>(
      std::count_if(columns.begin(), columns.end(), [&](const RowColumn& c) { return c.text == text; }));
}

}  // namespace

bool has_columns(const Table& table, const std::vector<RowColumn>& columns) {
  if (table.columns.size() != columns.size()) return false;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const bool text = std::holds_alternative<std::vector<std::string>>(table.columns[k].cells);
    if (table.columns[k].name != columns[k].name || text != columns[k].text) return false;
  }
  return true;
}

bool fits(const RowRecord& record, const std::vector<RowColumn>& columns) {
  return record.numbers.size() == columns_of_kind(columns, false) &&
         record.texts.size() == columns_of_kind(columns, true);
}

Table read_closed_shard(const std::filesystem::path& path, const std::vector<RowColumn>& columns) {
  Table table = read_table_hdf5(path);
  std::string hash;
  if (!table.columns.empty() && table.columns.back().name == kHashColumn)
    if (const auto* texts = std::get_if<std::vector<std::string>>(&table.columns.back().cells))
      hash = texts->empty() ? "" : texts->front();
  if (!table.columns.empty()) table.columns.pop_back();
  if (table.row_count() != kShardRows || !has_columns(table, columns) || hash != table_hash(table))
    throw InputError(path.string(), "not as it was written", "a shard of this campaign");
  return table;
}

Table closed_shard(Table rows) {
  const std::string hash = table_hash(rows);
  rows.columns.push_back({kHashColumn, "", std::vector<std::string>(rows.row_count(), hash)});
  return rows;
}

std::string_view take_records(std::string_view bytes, std::uint64_t shard,
                              const std::vector<RowColumn>& columns,
                              const std::function<void(RowRecord&&)>& take) {
  while (!bytes.empty()) {
    std::string_view rest = bytes;
    std::optional<RowRecord> record = take_record(rest);
    if (!record) break;
    bytes = rest;
    if (record->row / kShardRows == shard && fits(*record, columns)) take(std::move(*record));
  }
  return bytes;
}

}  // namespace grouser
