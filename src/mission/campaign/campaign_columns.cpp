// SPDX-License-Identifier: BSD-3-Clause
// Order and names of a campaign's columns: row, sample, crossed keys, drawn keys, status, metrics, verdict,
// hash of the state. The order is used in both directions, to make columns and to check those of a folder.
#include "campaign/campaign_columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/mission/campaign/campaign.hpp"

namespace grouser {
namespace {

/// Unit of a key by its name: angles end in _deg, everything else is in SI units.
std::string unit_of_key(const std::string& key) { return key.ends_with("_deg") ? "deg" : "SI"; }

/// Whether a draw fills this column: same kind, and its key or pattern meets the column's key.
bool meets(const DrawSpec& draw, const DrawColumn& column) {
  return draw.distribution.is_text() == column.text && matches_key(draw.key, column.key);
}

}  // namespace

std::vector<RowColumn> make_columns(const CampaignFile& file, const std::vector<DrawColumn>& drawn,
                                    const Reported& reported) {
  std::vector<RowColumn> columns{{"row", "-"}, {"sample", "-"}};
  for (const CrossSpec& cross : file.cross) columns.push_back({cross.key, "", true});
  for (const DrawColumn& one : drawn)
    columns.push_back({one.key, one.text ? "" : unit_of_key(one.key), one.text});
  columns.insert(columns.end(),
                 {{"status", "", true}, {"reason", "", true}, {"steps", "-"}, {"simulated_s", "s"}});
  for (const auto& [name, unit] : reported.metrics) columns.push_back({name, unit});
  if (reported.judged)
    columns.insert(columns.end(),
                   {{"verdict", "", true}, {"verdict_time_s", "s"}, {"verdict_reason", "", true}});
  columns.push_back({"state_hash", "", true});
  return columns;
}

void check_columns(const CampaignFile& file, const std::vector<DrawColumn>& drawn,
                   const std::vector<RowColumn>& columns, const std::string& place) {
  // The reports are read off the columns themselves, then columns are made from them and must be the same.
  Reported reported;
  const std::vector<std::string> metrics = metric_columns(columns);
  for (const RowColumn& column : columns) {
    if (column.text)
      reported.judged = reported.judged || column.name == "verdict";
    else if (std::count(metrics.begin(), metrics.end(), column.name))
      reported.metrics[column.name] = column.unit;
  }
  const std::vector<RowColumn> expected = make_columns(file, drawn, reported);
  const auto same = [](const RowColumn& a, const RowColumn& b) {
    return a.name == b.name && a.text == b.text;
  };
  const auto [found, wanted] =
      std::mismatch(columns.begin(), columns.end(), expected.begin(), expected.end(), same);
  if (found != columns.end() || wanted != expected.end())
    throw InputError(
        place, found != columns.end() ? "the column '" + found->name + "'" : "no further column",
        wanted != expected.end() ? "'" + wanted->name + "', as its plan has" : "no further column");
}

std::vector<DrawColumn> drawn_columns(const CampaignFile& file, const std::vector<RowColumn>& columns,
                                      const std::string& place) {
  std::vector<DrawColumn> drawn;
  for (const RowColumn& column : columns) {
    // Drawn keys lie before the status; crossed ones meet no draw.
    if (column.name == "status" && column.text) break;
    const DrawColumn one{column.name, column.text};
    const auto met = [&](const DrawSpec& draw) { return meets(draw, one); };
    if (std::any_of(file.draws.begin(), file.draws.end(), met)) drawn.push_back(one);
  }
  for (const DrawSpec& draw : file.draws) {
    const auto met = [&](const DrawColumn& column) { return meets(draw, column); };
    if (std::none_of(drawn.begin(), drawn.end(), met))
      throw InputError(place, "no column of the draw '" + draw.key + "'", "a column for each draw");
  }
  return drawn;
}

std::vector<std::string> metric_columns(const std::vector<RowColumn>& columns) {
  std::vector<std::string> names;
  bool after = false;
  // Metrics are the numbers behind simulated_s, except the verdict's time.
  for (const RowColumn& column : columns) {
    if (after && !column.text && column.name != "verdict_time_s") names.push_back(column.name);
    after = after || column.name == "simulated_s";
  }
  return names;
}

std::size_t column_named(const std::vector<RowColumn>& columns, const std::string& name, bool text,
                         const std::string& place) {
  std::vector<std::string> known;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (columns[k].text != text) continue;
    if (columns[k].name == name) return k;
    known.push_back(columns[k].name);
  }
  throw InputError(
      place,
      fmt::format("'{}', no column of {}{}", name, text ? "texts" : "numbers", did_you_mean(name, known)),
      "one of: " + word_list(known));
}

}  // namespace grouser
