// SPDX-License-Identifier: BSD-3-Clause
// Builds the table for people and the JSON list in one pass over the sections.
#include "shared/key_table.hpp"

#include <iostream>

#include "shared/command.hpp"
#include "shared/console.hpp"

namespace grouser::cli {

int print_keys(const std::vector<ListedSection>& sections, KeyFormat format) {
  using enum TextTable::Align;
  TextTable table({left, left, left, left});
  table.add_header({"key", "value", "default", "what it means"});
  Json list = Json::array();
  for (const ListedSection& section : sections) {
    if (!section.header.empty()) table.add_row({section.header, "", "", section.help});
    for (const ListedKey& key : section.keys) {
      const std::string words = key.when.empty() ? key.help : key.help + " (where " + key.when + ")";
      table.add_row({"  " + key.key, key.values, key.must ? "must be given" : key.fallback, words});
      list.push_back({{"section", section.header},
                      {"key", key.key},
                      {"values", key.values},
                      {"default", key.fallback},
                      {"required", key.must},
                      {"when", key.when},
                      {"meaning", key.help}});
    }
  }
  if (format == KeyFormat::json)
    print_json({{"keys", list}});
  else
    std::cout << table.text();
  return kExitOk;
}

}  // namespace grouser::cli
