// SPDX-License-Identifier: BSD-3-Clause
// Reads a campaign's folder without its scenario: the file in campaign.json is read again, and its columns,
// counts and identity are compared with those that the folder claims to have.
#include "grouser/mission/campaign/campaign_folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "campaign/campaign_columns.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/version.hpp"
#include "grouser/math/simd_level.hpp"

namespace grouser {
namespace {

/// Number of variables that are drawn: one for each key that a draw meets, one for a shared draw.
std::size_t count_variables(const CampaignFile& file, const std::vector<DrawColumn>& drawn) {
  std::set<std::string> variables;
  for (const DrawSpec& draw : file.draws) {
    if (draw.shared) variables.insert(draw.key);
    for (const DrawColumn& column : drawn)
      if (!draw.shared && matches_key(draw.key, column.key)) variables.insert(column.key);
  }
  return variables.size();
}

}  // namespace

std::string estimate_line(const CampaignIdentity& identity) {
  for (const std::string& line : identity.plan)
    if (line.rfind(kEstimateLine, 0) == 0) return line;
  return "";
}

TableAttributes table_attributes(const CampaignFile& file, const CampaignIdentity& identity) {
  TableAttributes attributes{{"program_version", identity.version},
                             {"simd_level", identity.simd_level},
                             {"scenario", file.scenario},
                             {"plan", to_string(file.plan)},
                             {"seed", std::to_string(file.seed)},
                             {"samples", std::to_string(file.samples)},
                             {"campaign", fmt::format("{}", fmt::join(identity.plan, "\n"))}};
  for (const auto& [name, hash] : identity.inputs) attributes.emplace_back("hash of " + name, hash);
  return attributes;
}

CampaignFolder::CampaignFolder(const std::filesystem::path& folder)
    : folder_(folder), manifest_(read_manifest(folder)) {
  const CampaignIdentity& identity = manifest_.identity;
  const std::string place = (folder_ / "campaign.json").string();
  file_ = read_campaign(manifest_.file_text, place, manifest_.beside);
  if (const std::string line = estimate_line(identity); !line.empty())
    if (!std::count(file_.identity.begin(), file_.identity.end(), line))
      file_.identity.push_back(line);  // the command has added it
  // Columns tell which keys the draws meet; with them the number of variables, and so of samples, is known.
  const std::vector<DrawColumn> drawn = drawn_columns(file_, identity.columns, place);
  check_columns(file_, drawn, identity.columns, place);
  file_.samples =
      can_grow(file_.plan) ? manifest_.samples : planned_samples(file_, count_variables(file_, drawn));
  check_counts(place);
  // Version and vector level are those of this program.
  const CampaignIdentity ours{.version = version(),
                              .simd_level = std::string(level_name(simd_level())),
                              .inputs = identity.inputs,
                              .plan = file_.identity,
                              .columns = identity.columns};
  if (const std::string other = difference_of(identity, ours); !other.empty())
    throw InputError(folder_.string(), "another campaign (" + other + ")",
                     "the same campaign, or another folder");
}

/// An estimate asks for as many rows as it needs.
void CampaignFolder::check_counts(const std::string& place) const {
  if (!estimate_line(manifest_.identity).empty()) return;
  std::uint64_t combinations = 1;
  for (const CrossSpec& cross : file_.cross) combinations *= cross.values.size();
  const std::uint64_t rows = file_.samples * combinations;
  if (manifest_.samples != file_.samples || manifest_.rows != rows)
    throw InputError(place, fmt::format("{} rows of {} samples", manifest_.rows, manifest_.samples),
                     fmt::format("{} rows of {} samples, as its plan has", rows, file_.samples));
}

void CampaignFolder::require_plan() const {
  if (const std::string line = estimate_line(manifest_.identity); !line.empty())
    throw InputError(folder_.string(), "rows that an estimate asked for (" + line + ")",
                     "rows of 'grouser campaign run'; table.h5 holds these, and the command that made them "
                     "goes on with them");
}

}  // namespace grouser
