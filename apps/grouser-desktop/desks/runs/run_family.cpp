// SPDX-License-Identifier: BSD-3-Clause
// Heads of all run files are read first; branches are found by the parent's file name, which each file
// records. A file that is not a run file is only counted.
#include "desks/runs/run_family.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "grouser/base/error.hpp"
#include "grouser/base/json_text.hpp"
#include "grouser/recording/run_file/run_reader.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

/// Reads status, verdict and simulated time. The file may come from anyone, so each value is checked for
/// its type.
void read_summary(const std::string& text, RunHead& head) {
  const auto json = parse_json<nlohmann::json>(text, "summary");
  if (!json.is_object()) return;
  const auto text_of = [](const nlohmann::json& j, const char* key) {
    const auto found = j.find(key);
    return found != j.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  head.status = text_of(json, "status");
  if (const auto s = json.find("simulated_s"); s != json.end() && s->is_number()) head.simulated = *s;
  if (const auto v = json.find("verdict"); v != json.end() && v->is_object())
    head.verdict = text_of(*v, "name");
}

/// The settings after the first ones, which are the parent's; all of them where they do not begin with the
/// parent's.
std::vector<std::string> beyond(const std::vector<std::string>& all, const std::vector<std::string>& first) {
  const bool begins = all.size() >= first.size() && std::equal(first.begin(), first.end(), all.begin());
  return {all.begin() + (begins ? static_cast<std::ptrdiff_t>(first.size()) : 0), all.end()};
}

/// Appends a run and, one level deeper, its branches by their time; `taken` prevents endless recursion.
void add_with_branches(const std::vector<RunHead>& heads, std::size_t index, int depth,
                       std::vector<bool>& taken, std::vector<FamilyRow>& rows) {
  taken[index] = true;
  const RunHead& head = heads[index];
  rows.push_back({head, depth, false, {}});
  std::vector<std::size_t> branches;
  for (std::size_t k = 0; k < heads.size(); ++k)
    if (!taken[k] && heads[k].parent && heads[k].parent->file == head.path.filename()) branches.push_back(k);
  std::sort(branches.begin(), branches.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(heads[a].parent->time, heads[a].path) < std::pair(heads[b].parent->time, heads[b].path);
  });
  // A branch of this run may have been taken as a descendant meanwhile.
  for (const std::size_t k : branches) {
    if (taken[k]) continue;
    const std::size_t row = rows.size();
    add_with_branches(heads, k, depth + 1, taken, rows);
    rows[row].changed = beyond(heads[k].overrides, head.overrides);
  }
}

}  // namespace

RunHead read_run_head(const fs::path& path) {
  const RunReader run(path);
  RunHead head;
  head.path = path;
  head.scenario = run.header().scenario;
  head.parent = run.header().parent;
  head.overrides = run.header().overrides;
  if (run.closed_cleanly()) read_summary(run.summary(), head);
  return head;
}

std::vector<FamilyRow> family_tree(std::vector<RunHead> heads) {
  std::sort(heads.begin(), heads.end(), [](const RunHead& a, const RunHead& b) { return a.path < b.path; });
  const auto has_parent = [&](const RunHead& head) {
    return head.parent && std::any_of(heads.begin(), heads.end(), [&](const RunHead& other) {
             return other.path.filename() == head.parent->file && other.path != head.path;
           });
  };
  std::vector<FamilyRow> rows;
  std::vector<bool> taken(heads.size(), false);
  for (std::size_t k = 0; k < heads.size(); ++k)
    if (!has_parent(heads[k])) {
      // A run whose parent is not in the folder begins a tree of its own.
      const std::size_t row = rows.size();
      add_with_branches(heads, k, 0, taken, rows);
      rows[row].orphan = heads[k].parent.has_value();
    }
  // Files that name each other as parents have no first run: each cycle begins with its first path.
  for (std::size_t k = 0; k < heads.size(); ++k)
    if (!taken[k]) add_with_branches(heads, k, 0, taken, rows);
  return rows;
}

RunFamily read_family(const fs::path& open, const std::function<bool()>& stop) {
  RunFamily family;
  // The open run gives the keys that a branch may change.
  try {
    family.keys = list_number_keys(RunReader(open).header().documents);
  } catch (const Error&) {
    ++family.unread;
  }
  std::vector<RunHead> heads;
  std::error_code error;
  const fs::path folder = fs::absolute(open, error).parent_path();
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end && !stop();
       entry.increment(error)) {
    std::error_code ignored;
    if (entry->path().extension() != ".h5" || !entry->is_regular_file(ignored)) continue;
    if (heads.size() >= kMostRunFiles) {
      ++family.unread;
      continue;
    }
    try {
      heads.push_back(read_run_head(entry->path()));
    } catch (const Error&) {
      ++family.unread;
    }
  }
  family.rows = family_tree(std::move(heads));
  return family;
}

}  // namespace grouser::desktop
