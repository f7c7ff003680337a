// SPDX-License-Identifier: BSD-3-Clause
// A row of a campaign that was run again, beside the end that the table has of it.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "grouser/mission/campaign/row_store.hpp"

namespace grouser {

/// Texts of a row by the names of their columns.
using RowTexts = std::map<std::string, std::string>;

inline RowTexts named_texts(const std::vector<RowColumn>& columns, const RowRecord& record) {
  RowTexts texts;
  std::size_t text = 0;
  for (const RowColumn& column : columns)
    if (column.text) texts[column.name] = record.texts[text++];
  return texts;
}

struct RowAgain {
  std::uint64_t row = 0;
  RowTexts now, table;  ///< table: empty where it has no such row

  std::string status() const { return now.at("status"); }
  std::string hash() const { return now.at("state_hash"); }
  std::string table_status() const { return table.empty() ? "" : table.at("status"); }
  std::string table_hash() const { return table.empty() ? "" : table.at("state_hash"); }
  /// Whether the table has an end of the row; one whose world could not be made has none.
  bool known() const { return !table_hash().empty(); }
  /// Whether the states at the end are equal, as far as the table has one.
  bool same() const { return !known() || table_hash() == hash(); }
  /// Whether this run came to the end that the table has; else its last state says nothing about the table's.
  bool comparable() const {
    return status() == "completed" ||
           (known() && status() == table_status() && now.at("reason") == table.at("reason"));
  }
  /// "failed, out.h5: cannot be written": status and reason of this run.
  std::string end() const { return status() + (now.at("reason").empty() ? "" : ", " + now.at("reason")); }
};

}  // namespace grouser
