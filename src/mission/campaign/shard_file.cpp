// SPDX-License-Identifier: BSD-3-Clause
// Files of shards. Records follow each other without a head of the file, each checked by its hash; a whole
// shard is a table whose last column repeats the hash of all others.
#include "campaign/shard_file.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>

#include "campaign/row_record.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/table_stream.hpp"

namespace grouser {
namespace {

constexpr const char* kHashColumn = "shard_hash";
constexpr std::size_t kRecordHead = 16;                           // bytes: size and hash
constexpr std::uint64_t kMostTextBytes = std::uint64_t{1} << 20;  // of one text of a row

/// Number of columns that hold texts, or numbers.
std::size_t columns_of_kind(const std::vector<RowColumn>& columns, bool text) {
  return static_cast<std::size_t>(
      std::count_if(columns.begin(), columns.end(), [&](const RowColumn& c) { return c.text == text; }));
}

/// The most bytes that the content of a record of these columns can need.
std::uint64_t most_content(const std::vector<RowColumn>& columns) {
  return 16 + 8 * columns_of_kind(columns, false) + (4 + kMostTextBytes) * columns_of_kind(columns, true);
}

/// The next record's bytes, its head included; false where the file ends or the record claims too much.
bool read_record(std::ifstream& in, std::uint64_t most, std::string& bytes) {
  bytes.resize(kRecordHead);
  if (!in.read(bytes.data(), kRecordHead)) return false;
  std::uint64_t content = 0;
  std::memcpy(&content, bytes.data(), sizeof content);
  if (content > most) return false;
  bytes.resize(kRecordHead + content);
  return static_cast<bool>(in.read(bytes.data() + kRecordHead, static_cast<std::streamsize>(content)));
}

/// Whether the rows of a table are those of a shard, in order.
bool has_rows_of(const Table& table, std::uint64_t shard) {
  const auto* numbers = std::get_if<std::vector<double>>(&table.columns.front().cells);
  for (std::uint64_t k = 0; numbers && k < kShardRows; ++k)
    if ((*numbers)[k] != static_cast<double>(shard * kShardRows + k)) return false;
  return numbers != nullptr;
}

/// Takes a number off the front of a name.
bool take_number(std::string_view& name, std::uint64_t& number) {
  const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
  if (read.ec != std::errc{}) return false;
  name.remove_prefix(static_cast<std::size_t>(read.ptr - name.data()));
  return true;
}

}  // namespace

std::optional<ShardName> shard_name(const std::string& name) {
  std::string_view rest = name;
  ShardName result;
  if (!take_number(rest, result.shard)) return std::nullopt;
  if (rest == ".h5") return ShardName{result.shard, true};
  std::uint64_t first = 0;
  if (!rest.empty() && rest.front() == '-') {
    rest.remove_prefix(1);
    if (!take_number(rest, first)) return std::nullopt;
  }
  return rest == ".rows" ? std::optional(result) : std::nullopt;
}

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
         record.texts.size() == columns_of_kind(columns, true) && !record.numbers.empty() &&
         record.numbers.front() == static_cast<double>(record.row);
}

Table read_closed_shard(const std::filesystem::path& path, std::uint64_t shard,
                        const std::vector<RowColumn>& columns) {
  Table table = read_table_hdf5(path, kShardRows, columns.size() + 1);
  std::string hash;
  if (!table.columns.empty() && table.columns.back().name == kHashColumn)
    if (const auto* texts = std::get_if<std::vector<std::string>>(&table.columns.back().cells))
      hash = texts->empty() ? "" : texts->front();
  table.columns.pop_back();
  if (!has_columns(table, columns) || !has_rows_of(table, shard) || hash != table_hash(table))
    throw InputError(path.string(), "not as it was written", "a shard of this campaign");
  return table;
}

Table closed_shard(Table rows) {
  const std::string hash = table_hash(rows);
  rows.columns.push_back({kHashColumn, "", std::vector<std::string>(rows.row_count(), hash)});
  return rows;
}

std::uintmax_t take_records(const std::filesystem::path& path, std::uint64_t shard,
                            const std::vector<RowColumn>& columns,
                            const std::function<void(RowRecord&&)>& take) {
  std::error_code ec;
  if (!std::filesystem::is_regular_file(path, ec))
    throw InputError(path.string(), "no regular file", "records of this campaign");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(path.string(), std::strerror(errno), "a readable file");
  // Reading ends at the first record that is not as it was written: what follows cannot be found.
  const std::uint64_t most = most_content(columns);
  std::uintmax_t good = 0;
  for (std::string bytes; read_record(in, most, bytes); good += bytes.size()) {
    std::string_view rest = bytes;
    std::optional<RowRecord> record = take_record(rest);
    if (!record) break;
    if (record->row / kShardRows == shard && fits(*record, columns)) take(std::move(*record));
  }
  return good;
}

}  // namespace grouser
