// SPDX-License-Identifier: BSD-3-Clause
// campaign.json: reads and writes what the rows of a folder have in common, and names the difference of two
// campaigns. Everything that is read is checked, since the file may come from anywhere.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/json_text.hpp"
#include "grouser/mission/campaign/campaign_folder.hpp"

namespace grouser {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr const char* kCampaignFormat = "grouser campaign 1";

/// Columns as lists of name, unit and whether they hold texts.
OrderedJson columns_json(const std::vector<RowColumn>& columns) {
  OrderedJson json = OrderedJson::array();
  for (const RowColumn& column : columns) json.push_back({column.name, column.unit, column.text});
  return json;
}

/// A whole number that is not negative; a conversion by itself takes others too. Throws
/// OrderedJson::exception.
std::uint64_t count_from(const OrderedJson& json) {
  if (!json.is_number_unsigned()) return OrderedJson().get<std::uint64_t>();
  return json.get<std::uint64_t>();
}

/// The description; throws OrderedJson::exception where a part is missing or of another type.
CampaignManifest manifest_from(const OrderedJson& json) {
  CampaignManifest manifest;
  CampaignIdentity& identity = manifest.identity;
  identity.version = json.at("version").get<std::string>();
  identity.simd_level = json.at("simd_level").get<std::string>();
  identity.inputs = json.at("inputs").get<std::map<std::string, std::string>>();
  identity.plan = json.at("plan").get<std::vector<std::string>>();
  for (const OrderedJson& column : json.at("columns"))
    identity.columns.push_back(
        {column.at(0).get<std::string>(), column.at(1).get<std::string>(), column.at(2).get<bool>()});
  manifest.file_text = json.at("file").get<std::string>();
  manifest.beside = json.at("beside").get<std::string>();
  manifest.samples = count_from(json.at("samples"));
  manifest.rows = count_from(json.at("rows"));
  return manifest;
}

/// Every campaign's table begins with the rows' numbers and has a status, and each column once.
void check_named_once(const std::string& place, const std::vector<RowColumn>& columns) {
  std::set<std::string> names;
  for (const RowColumn& column : columns)
    if (!names.insert(column.name).second)
      throw InputError(place, "the column '" + column.name + "' twice", "each column once");
  const bool numbered = !columns.empty() && columns[0].name == "row" && !columns[0].text;
  const bool judged = std::any_of(columns.begin(), columns.end(),
                                  [](const RowColumn& c) { return c.name == "status" && c.text; });
  if (!numbered || !judged)
    throw InputError(place, "columns that no campaign has", "'row' first, and 'status'");
}

/// Rows are the samples times the crossed values, but for an estimate, which asks for as many as it needs.
void check_counts(const std::string& place, const CampaignManifest& manifest) {
  constexpr std::uint64_t kMostRows = std::uint64_t{1} << 53;  // numbers of rows are exact as float64
  if (manifest.samples < 1 || manifest.samples > std::uint64_t{kMostSamples})
    throw InputError(place, fmt::format("{} samples", manifest.samples),
                     fmt::format("1 to {}", kMostSamples));
  const bool whole = !estimate_line(manifest.identity).empty() || manifest.rows % manifest.samples == 0;
  if (manifest.rows < 1 || manifest.rows > kMostRows || !whole)
    throw InputError(place, fmt::format("{} rows of {} samples", manifest.rows, manifest.samples),
                     "as many rows for each sample, 1 or more");
}

/// The first entry that only one of two sorted lists has.
std::string first_difference(const std::vector<std::string>& found, const std::vector<std::string>& ours) {
  // A line of the same key is named with its value, else the line that is missing.
  for (const std::string& line : ours) {
    if (std::count(found.begin(), found.end(), line)) continue;
    const std::string key = line.substr(0, line.find(" = ") + 3);
    for (const std::string& other : found)
      if (other.rfind(key, 0) == 0) return "its " + other;
    return "without " + line;
  }
  for (const std::string& line : found)
    if (!std::count(ours.begin(), ours.end(), line)) return "with " + line;
  return "";
}

}  // namespace

bool has_manifest(const std::filesystem::path& folder) {
  std::error_code ec;
  return std::filesystem::exists(folder / "campaign.json", ec);
}

void check_campaign_folder(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::error_code ec;
  if (!fs::exists(folder, ec) || has_manifest(folder)) return;
  if (!fs::is_directory(folder, ec)) throw InputError(folder.string(), "a file", "a folder for the campaign");
  // Remains of an interrupted start do not count as other things.
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (const std::string name = entry.path().filename().string();
        name != "lock" && name != "shards" && !is_temporary_name(name))
      throw InputError(folder.string(), "a folder with other things in it ('" + name + "')",
                       "a folder of its own");
}

CampaignManifest read_manifest(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "campaign.json";
  if (!has_manifest(folder))
    throw InputError(folder.string(), "no campaign", "a folder that 'grouser campaign run' made");
  const OrderedJson json = parse_json<OrderedJson>(read_text_file(path), path.string());
  if (!json.is_object() || !json.contains("format") || json.at("format") != kCampaignFormat)
    throw InputError(path.string(), "no campaign that can be read", kCampaignFormat);
  CampaignManifest manifest;
  try {
    manifest = manifest_from(json);
  } catch (const OrderedJson::exception&) {
    throw InputError(path.string(), "a damaged description", "a campaign as it was written");
  }
  check_named_once(path.string(), manifest.identity.columns);
  check_counts(path.string(), manifest);
  return manifest;
}

void write_manifest(const std::filesystem::path& folder, const CampaignManifest& manifest) {
  const CampaignIdentity& identity = manifest.identity;
  OrderedJson json;
  json["format"] = kCampaignFormat;
  json["version"] = identity.version;
  json["simd_level"] = identity.simd_level;
  json["samples"] = manifest.samples;
  json["rows"] = manifest.rows;
  json["inputs"] = identity.inputs;
  json["plan"] = identity.plan;
  json["columns"] = columns_json(identity.columns);
  json["beside"] = manifest.beside;
  json["file"] = manifest.file_text;
  const std::string text = json.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
  try {
    write_file_atomically(folder / "campaign.json", text);
  } catch (const RunError& error) {
    throw InputError(folder.string(), error.what(), "room on the disk");
  }
}

std::string difference_of(const CampaignIdentity& found, const CampaignIdentity& ours) {
  // From the most to the least general difference.
  if (found.version != ours.version) return "by version " + found.version + ", this is " + ours.version;
  if (found.simd_level != ours.simd_level)
    return fmt::format("at vector level {}, this is {} (GROUSER_SIMD_LEVEL chooses)", found.simd_level,
                       ours.simd_level);
  if (const std::string plan = first_difference(found.plan, ours.plan); !plan.empty()) return plan;
  for (const auto& [name, hash] : ours.inputs) {
    const auto other = found.inputs.find(name);
    if (other == found.inputs.end()) return "without " + name;
    if (other->second != hash) return name + " has changed since";
  }
  if (found.inputs.size() != ours.inputs.size()) return "with other input files";
  if (columns_json(found.columns) != columns_json(ours.columns)) return "with other columns";
  return "";
}

}  // namespace grouser
