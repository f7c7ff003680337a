// SPDX-License-Identifier: BSD-3-Clause
// Reads the shards of the row store one by one into groups of equal crossed values. Groups are compared by
// pairs of rows with the same sample, which removes the spread that both share.
#include "campaign_groups.hpp"

#include <algorithm>
#include <unordered_map>

#include "common/headline_metrics.hpp"

namespace grouser::cli {
namespace {

/// Places among the columns of a campaign.
struct Places {
  std::vector<std::size_t> crossed, metrics, counted;
  std::size_t sample = 0, status = 0, reason = 0;
};

/// Finds the columns by name. Metrics are the numbers behind `simulated_s`.
Places find_places(const Campaign& campaign) {
  Places places;
  const auto& columns = campaign.identity().columns;
  bool after = false;  // metrics come last
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const std::string& name = columns[k].name;
    for (const CrossSpec& cross : campaign.plan().file().cross)
      if (columns[k].text && name == cross.key) places.crossed.push_back(k);
    if (after && !columns[k].text) places.metrics.push_back(k);
    if (columns[k].text && (name == "status" || name == "verdict")) places.counted.push_back(k);
    if (name == "sample") places.sample = k;
    if (name == "status") places.status = k;
    if (name == "reason") places.reason = k;
    after = after || name == "simulated_s";
  }
  return places;
}

const std::vector<std::string>& texts_of(const Table& table, std::size_t column) {
  return std::get<std::vector<std::string>>(table.columns[column].cells);
}
const std::vector<double>& numbers_of(const Table& table, std::size_t column) {
  return std::get<std::vector<double>>(table.columns[column].cells);
}

/// Adds a shard's rows to their groups. Metrics are taken from completed rows only; others are counted by
/// their reason.
void add_rows(const Table& table, const Places& places, std::map<std::string, CampaignGroup>& groups) {
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    std::string name;
    for (const std::size_t k : places.crossed) name += (name.empty() ? "" : ", ") + texts_of(table, k)[row];
    CampaignGroup& group = groups[name];
    group.name = name;
    const double sample = numbers_of(table, places.sample)[row];
    group.samples.push_back(sample);
    for (const std::size_t k : places.counted)
      group.texts[table.columns[k].name].push_back(texts_of(table, k)[row]);
    if (texts_of(table, places.status)[row] != "completed") {
      ++group.failures[texts_of(table, places.reason)[row]];
      continue;
    }
    group.completed.push_back(sample);
    for (const std::size_t k : places.metrics)
      group.numbers[table.columns[k].name].push_back(numbers_of(table, k)[row]);
  }
}

/// Calls pair(i, k) for every sample that is in both lists, at i in `a` and k in `b`, in the order of `a`.
template <class Pair>
void visit_pairs(const std::vector<double>& a, const std::vector<double>& b, Pair&& pair) {
  std::unordered_map<double, std::size_t> place;
  for (std::size_t k = 0; k < b.size(); ++k) place[b[k]] = k;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (const auto found = place.find(a[i]); found != place.end()) pair(i, found->second);
}

}  // namespace

CampaignGroups read_groups(const Campaign& campaign, const RowStore& store) {
  const Places places = find_places(campaign);
  std::map<std::string, CampaignGroup> groups;
  store.each_shard([&](const Table& table) { add_rows(table, places, groups); });
  CampaignGroups out;
  for (auto& [name, group] : groups) out.groups.push_back(std::move(group));
  for (const std::size_t k : places.metrics) out.metrics.push_back(campaign.identity().columns[k]);
  headlines_first(out.metrics);
  // Metrics by which runs are kept come first.
  std::stable_partition(out.metrics.begin(), out.metrics.end(), [&](const RowColumn& metric) {
    const auto& keep = campaign.plan().file().keep;
    return std::any_of(keep.begin(), keep.end(), [&](const KeepSpec& k) { return k.column == metric.name; });
  });
  return out;
}

std::map<std::string, int> count_texts(const CampaignGroup& group, const std::string& column) {
  std::map<std::string, int> counts;
  if (const auto found = group.texts.find(column); found != group.texts.end())
    for (const std::string& text : found->second)
      if (!text.empty()) ++counts[text];
  return counts;
}

MeanDifference metric_difference(const CampaignGroup& a, const CampaignGroup& b, const std::string& metric,
                                 double confidence) {
  const auto in_a = a.numbers.find(metric), in_b = b.numbers.find(metric);
  std::vector<double> of_a, of_b;
  if (in_a != a.numbers.end() && in_b != b.numbers.end())
    visit_pairs(a.completed, b.completed, [&](std::size_t i, std::size_t k) {
      of_a.push_back(in_a->second[i]);
      of_b.push_back(in_b->second[k]);
    });
  return paired_mean_difference(of_a, of_b, confidence);
}

ShareDifference text_difference(const CampaignGroup& a, const CampaignGroup& b, const std::string& column,
                                const std::string& text, double confidence) {
  std::vector<int> of_a, of_b;
  const std::vector<std::string>&in_a = a.texts.at(column), &in_b = b.texts.at(column);
  visit_pairs(a.samples, b.samples, [&](std::size_t i, std::size_t k) {
    of_a.push_back(in_a[i] == text);
    of_b.push_back(in_b[k] == text);
  });
  return paired_share_difference(count_pairs(of_a, of_b), confidence);
}

}  // namespace grouser::cli
