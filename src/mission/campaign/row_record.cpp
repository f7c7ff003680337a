// SPDX-License-Identifier: BSD-3-Clause
// A row as bytes: 8 bytes of size, 8 of hash, then number, counts, numbers and texts. Reading checks every
// size against what is left, since a record may be cut short or come from another program.
#include "campaign/row_record.hpp"

#include <cstring>

#include "grouser/base/hash.hpp"

namespace grouser {
namespace {

/// Appends a number as it lies in memory.
template <class Number>
void put(std::string& bytes, Number number) {
  char raw[sizeof number];
  std::memcpy(raw, &number, sizeof number);
  bytes.append(raw, sizeof number);
}

/// Takes a number off the front; false where too few bytes are left.
template <class Number>
bool get(std::string_view& bytes, Number& number) {
  if (bytes.size() < sizeof number) return false;
  std::memcpy(&number, bytes.data(), sizeof number);
  bytes.remove_prefix(sizeof number);
  return true;
}

std::uint64_t hash_of_bytes(std::string_view bytes) {
  Hasher hasher;
  hasher.add(bytes);
  return hasher.value();
}

/// The content of a record whose hash is right; sizes are checked all the same.
std::optional<RowRecord> record_from(std::string_view content) {
  RowRecord record;
  std::uint32_t numbers = 0, texts = 0;
  if (!get(content, record.row) || !get(content, numbers) || !get(content, texts)) return std::nullopt;
  for (std::uint32_t k = 0; k < numbers; ++k) {
    double number = 0.0;
    if (!get(content, number)) return std::nullopt;
    record.numbers.push_back(number);
  }
  for (std::uint32_t k = 0; k < texts; ++k) {
    std::uint32_t size = 0;
    if (!get(content, size) || content.size() < size) return std::nullopt;
    record.texts.emplace_back(content.substr(0, size));
    content.remove_prefix(size);
  }
  return record;
}

}  // namespace

std::string record_bytes(const RowRecord& record) {
  std::string content;
  put(content, record.row);
  put(content, static_cast<std::uint32_t>(record.numbers.size()));
  put(content, static_cast<std::uint32_t>(record.texts.size()));
  for (const double number : record.numbers) put(content, number);
  for (const std::string& text : record.texts) {
    put(content, static_cast<std::uint32_t>(text.size()));
    content += text;
  }
  std::string bytes;
  put(bytes, static_cast<std::uint64_t>(content.size()));
  put(bytes, hash_of_bytes(content));
  return bytes + content;
}

std::optional<RowRecord> take_record(std::string_view& bytes) {
  std::string_view rest = bytes;
  std::uint64_t size = 0, hash = 0;
  if (!get(rest, size) || !get(rest, hash) || rest.size() < size) return std::nullopt;
  const std::string_view content = rest.substr(0, size);
  if (hash_of_bytes(content) != hash) return std::nullopt;
  bytes = rest.substr(size);
  return record_from(content);
}

Table empty_table(const std::vector<RowColumn>& columns) {
  Table table;
  for (const RowColumn& column : columns) {
    table.columns.push_back({column.name, column.unit, std::vector<double>{}});
    if (column.text) table.columns.back().cells = std::vector<std::string>{};
  }
  return table;
}

void append_row(const std::vector<RowColumn>& columns, const RowRecord& record, Table& table) {
  std::size_t number = 0, text = 0;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (columns[k].text)
      std::get<std::vector<std::string>>(table.columns[k].cells).push_back(record.texts.at(text++));
    else
      std::get<std::vector<double>>(table.columns[k].cells).push_back(record.numbers.at(number++));
  }
}

RowRecord record_at(const Table& table, std::size_t place) {
  RowRecord record{0, {}, {}};
  for (const TableColumn& column : table.columns)
    if (const auto* texts = std::get_if<std::vector<std::string>>(&column.cells))
      record.texts.push_back((*texts)[place]);
    else
      record.numbers.push_back(std::get<std::vector<double>>(column.cells)[place]);
  record.row = static_cast<std::uint64_t>(record.numbers.front());
  return record;
}

std::string table_hash(const Table& table) {
  Hasher hasher;
  for (const TableColumn& column : table.columns) {
    hasher.add(std::string_view(column.name));
    if (const auto* texts = std::get_if<std::vector<std::string>>(&column.cells))
      for (const std::string& text : *texts) hasher.add(std::string_view(text));
    else
      hasher.add(std::span<const double>(std::get<std::vector<double>>(column.cells)));
  }
  return hash_text(hasher.value());
}

}  // namespace grouser
