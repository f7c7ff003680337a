// SPDX-License-Identifier: BSD-3-Clause
// Reads a campaign's file and checks what only a reader can: counts by plan, crossed values, what each plan
// allows. The identity is a sorted list of all keys and values that make rows belong together; `keep`,
// allowed dead keys and a growing number of samples are left out of it.
#include "grouser/mission/campaign/campaign_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "campaign/correlation_reader.hpp"
#include "campaign/draw_reader.hpp"
#include "campaign/estimate_reader.hpp"
#include "campaign/uncertain_reader.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/document_kind.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/missing_keys.hpp"
#include "grouser/base/toml_leaves.hpp"

namespace grouser {
namespace {

constexpr int kMostPaths = 100000, kMostLevels = 1000;
constexpr int kMostBaseRows = 1000000;
constexpr std::size_t kMostCombinations = 4096;  // of crossed values: about a minute before the first row

/// Identity of a draw that the campaign's own text does not hold. Its parts that are usual are left out.
std::string identity_of(const DrawSpec& draw) {
  const Distribution& d = draw.distribution;
  std::string text = fmt::format("{} {} {} above {} below {}", draw.key, static_cast<int>(d.kind),
                                 fmt::join(d.parameters, " "), d.above, d.below);
  if (d.outside != Outside::redraw) text += " clipped";
  if (draw.shared) text += " shared";
  if (d.kind == DrawKind::discrete)
    text += fmt::format(" values {} weights {}", fmt::join(d.values, " "), fmt::join(d.weights, " "));
  return text;
}

/// [uncertain]: soils whose files have distributions of their numbers (uncertain_reader.hpp). Each becomes
/// a draw of the campaign, with the correlations of its soil, and part of its identity.
void add_uncertain_soils(const TomlTable& root, CampaignFile& file) {
  const TomlTable table = root.table_or_empty("uncertain");
  for (const std::string& prefix : table.keys()) {
    const std::string place = table.place(prefix), name = table.string(prefix);
    const std::filesystem::path path = resolve_asset(name, "soils", file.beside);
    const TomlTable soil = TomlTable::load(path.string());
    if (!soil.is_table("uncertain"))
      throw InputError(place, "soil '" + name + "' without [uncertain]",
                       "a soil's file that grouser fit wrote, or one with distributions of its numbers");
    UncertainDraws found = read_uncertain(soil.table("uncertain"), soil, path.parent_path());
    for (DrawSpec& draw : found.draws) {
      draw.key = prefix + "." + draw.key;
      if (std::any_of(file.draws.begin(), file.draws.end(),
                      [&](const DrawSpec& d) { return d.key == draw.key; }))
        throw InputError(place, "'" + draw.key + "', which [draw] has too", "it in one place");
      file.identity.push_back(identity_of(draw));
      file.draws.push_back(std::move(draw));
    }
    for (CorrelationSpec& correlation : found.correlations) {
      for (std::string& key : correlation.keys) key = prefix + "." + key;
      for (const auto& row : correlation.factor)
        file.identity.push_back(
            fmt::format("{} correlated {}", fmt::join(correlation.keys, " "), fmt::join(row, " ")));
      file.correlations.push_back(std::move(correlation));
    }
  }
}

/// [cross]: keys with their lists of values, which together may make kMostCombinations combinations at
/// most.
std::vector<CrossSpec> read_cross(const TomlTable& root, const CampaignFile& file, const std::string& name) {
  std::vector<CrossSpec> cross;
  root.table_or_empty("cross").keys();
  std::size_t combinations = 1;
  for (const TomlLeaf& leaf : toml_leaves(file.text, name, "cross")) {
    const std::string place = fmt::format("{}:{}: cross.{}", name, leaf.line, leaf.key);
    if (!leaf.list || leaf.elements.empty()) throw InputError(place, leaf.value, "a list of values");
    if (leaf.elements.size() > kMostCombinations ||
        (combinations *= leaf.elements.size()) > kMostCombinations)
      throw InputError(place,
                       fmt::format("{} values, which make more than {} combinations", leaf.elements.size(),
                                   kMostCombinations),
                       "fewer, as each reads the scenario anew; a draw { grid = [...] } with plan = \"grid\" "
                       "takes many numbers");
    // Equal values would be the same rows twice.
    for (std::size_t k = 0; k < leaf.elements.size(); ++k)
      if (std::count(leaf.elements.begin(), leaf.elements.end(), leaf.elements[k]) > 1)
        throw InputError(place, leaf.elements[k] + " twice", "each value once");
    cross.push_back({leaf.key, leaf.elements});
  }
  return cross;
}

/// "worst 10 METRIC", "least 10 METRIC" or "first 5 COLUMN=TEXT" in parts; 1 to 10000 rows.
KeepSpec keep_of(const std::string& said, const std::string& place) {
  const char* expected = "\"worst 10 METRIC\", \"least 10 METRIC\" or \"first 5 COLUMN=TEXT\"";
  std::vector<std::string> words(1);
  for (const char c : said)
    if (c == ' ' && words.size() < 3)
      words.emplace_back();
    else
      words.back() += c;
  KeepSpec keep;
  keep.said = said;
  const auto equals = words.back().find('=');
  bool good = words.size() == 3;
  good = good && std::from_chars(words[1].data(), words[1].data() + words[1].size(), keep.count).ptr ==
                     words[1].data() + words[1].size();
  good = good && keep.count > 0 && keep.count <= 10000;
  if (good && words[0] == "first" && equals != std::string::npos) {
    keep.which = KeepSpec::Which::first;
    keep.column = words[2].substr(0, equals);
    keep.text = words[2].substr(equals + 1);
  } else if (good && (words[0] == "worst" || words[0] == "least") && equals == std::string::npos) {
    keep.which = words[0] == "worst" ? KeepSpec::Which::worst : KeepSpec::Which::least;
    keep.column = words[2];
  } else {
    throw InputError(place, "'" + said + "'", expected);
  }
  return keep;
}

/// Number of samples of a grid: all combinations.
std::uint64_t grid_samples(const TomlTable& root, const std::vector<DrawSpec>& draws) {
  double count = 1.0;
  for (const DrawSpec& draw : draws) count *= static_cast<double>(std::max<std::size_t>(1, draw.grid.size()));
  if (count > kMostSamples)
    throw InputError(root.place("plan"), fmt::format("a grid of {:.3g} points", count),
                     fmt::format("at most {}", kMostSamples));
  return static_cast<std::uint64_t>(count);
}

/// Refuses distributions in a grid, grids elsewhere, and correlations where draws must be independent.
void check_plan(const TomlTable& root, const CampaignFile& file) {
  const bool grid = file.plan == PlanKind::grid;
  for (const DrawSpec& draw : file.draws) {
    if (!grid && !draw.grid.empty())
      throw InputError(draw.place, "a grid", "a distribution, or plan = \"grid\"");
    if (grid && draw.grid.empty() && (draw.relative || draw.distribution.kind != DrawKind::constant))
      throw InputError(draw.place, "a distribution", "`grid` values or a constant where plan = \"grid\"");
  }
  const bool independent = file.plan == PlanKind::morris || file.plan == PlanKind::saltelli;
  if ((grid || independent) && !file.correlations.empty())
    throw InputError(root.place("correlate"),
                     std::string("correlations where plan = \"") + to_string(file.plan) + "\"",
                     "independent draws, or a plan of samples (random, latin_hypercube, sobol)");
  if (independent && file.draws.empty())
    throw InputError(root.place("plan"), "no draws", "one or more in [draw], whose effects are found");
}

/// Keys of a touchdown that an envelope sets row by row, as columns of its table; what is drawn for them is
/// never taken.
void add_touchdown_keys(const TomlTable& root, CampaignFile& file) {
  for (const char* other : {"draw", "cross", "correlate", "keep", "samples", "plan"})
    if (root.has(other))
      throw InputError(root.place(other), std::string("`") + other + "` beside [envelope]",
                       "[set] alone: the plane gives the rows");
  Distribution any;
  any.kind = DrawKind::uniform;
  any.parameters = {0.0, 1.0};
  any.prepare("envelope");
  for (const char* key : kTouchdownKeys)
    file.draws.push_back({.key = key, .distribution = any, .place = root.place("envelope")});
}

/// Refuses [rare] beside crossed values or another plan than random, and without draws.
void check_rare(const TomlTable& root, const CampaignFile& file) {
  if (!file.rare) return;
  if (!file.cross.empty())
    throw InputError(root.place("rare"), "[cross] beside [rare]", "one estimate, so single values in [set]");
  if (file.plan != PlanKind::random)
    throw InputError(root.place("rare"), std::string("plan = \"") + to_string(file.plan) + "\"", "random");
  if (file.draws.empty()) throw InputError(root.place("rare"), "no draws", "one or more in [draw]");
}

/// Reads the number of rows if the plan leaves it open.
void read_counts(const TomlTable& root, CampaignFile& file) {
  if (file.envelope) {
    file.samples = 1;  // its rows are asked for one by one
  } else if (file.plan == PlanKind::grid) {
    file.samples = grid_samples(root, file.draws);
  } else if (file.plan == PlanKind::morris) {
    file.paths = static_cast<int>(root.integer_or("paths", 20, 2, kMostPaths));
    file.levels = static_cast<int>(root.integer_or("levels", 4, 2, kMostLevels));
    if (file.levels % 2 != 0)
      throw InputError(root.place("levels"), std::to_string(file.levels), "an even number");
  } else if (file.plan == PlanKind::saltelli) {
    file.base_rows = static_cast<std::uint64_t>(root.integer("base_rows", 2, kMostBaseRows));
  } else {
    file.samples = static_cast<std::uint64_t>(root.integer("samples", 1, kMostSamples));
  }
}

/// Reads the root table of a campaign's text.
CampaignFile read_root(const TomlTable& root, const std::string& text, const std::string& name,
                       const std::filesystem::path& beside) {
  CampaignFile file;
  file.text = text;
  file.beside = beside;
  // Marks the key `units` as read, which every file may have.
  root.has("units");
  file.scenario = root.string("scenario");
  file.plan = static_cast<PlanKind>(
      root.choice_or("plan", "random", {"random", "latin_hypercube", "sobol", "grid", "morris", "saltelli"}));
  file.seed = static_cast<std::uint64_t>(root.integer_or("seed", 1, 0, std::numeric_limits<int>::max()));
  file.budget_steps = root.integer_or("budget_steps", 0, 0, std::numeric_limits<int>::max());
  file.allow_dead_keys = root.boolean_or("allow_dead_keys", false);
  for (const std::string& said : root.string_list_or_empty("keep"))
    file.keep.push_back(keep_of(said, root.place("keep")));
  // Settings keep their text, since their types are those of other files.
  root.table_or_empty("set").keys();
  for (const TomlLeaf& leaf : toml_leaves(text, name, "set"))
    file.settings.push_back({leaf.key, leaf.value, fmt::format("{}:{}: set.{}", name, leaf.line, leaf.key)});
  file.cross = read_cross(root, file, name);
  // Draws, their correlations, and those of uncertain soils.
  const TomlTable draws = root.table_or_empty("draw");
  for (const std::string& key : draws.keys()) file.draws.push_back(read_draw(draws, key, beside));
  file.correlations = read_correlations(root, file.draws);
  add_uncertain_soils(root, file);
  check_plan(root, file);
  // Estimates, which ask for rows themselves.
  file.rare = read_rare(root);
  check_rare(root, file);
  file.envelope = read_envelope(root);
  if (file.envelope) add_touchdown_keys(root, file);
  read_counts(root, file);
  root.finish();
  // The identity: each value of the file, the order of draws where the plan depends on it, and numbers of
  // tables.
  for (const TomlLeaf& leaf : toml_leaves(text, name))
    if (leaf.key != "keep" && leaf.key != "allow_dead_keys" &&
        !(leaf.key == "samples" && can_grow(file.plan)))
      file.identity.push_back(leaf.key + " = " + leaf.value);
  for (std::size_t k = 0; file.plan != PlanKind::random && k < file.draws.size(); ++k)  // their order matters
    file.identity.push_back(fmt::format("draw {} of {}", file.draws[k].key, k));
  for (const DrawSpec& draw : file.draws)  // the numbers of a table's file belong to it
    if (draw.distribution.kind == DrawKind::measured)
      file.identity.push_back(fmt::format("{} quantiles {} at {}", draw.key,
                                          fmt::join(draw.distribution.values, " "),
                                          fmt::join(draw.distribution.weights, " ")));
  std::sort(file.identity.begin(), file.identity.end());
  return file;
}

}  // namespace

CampaignFile read_campaign(const std::string& text, const std::string& name,
                           const std::filesystem::path& beside) {
  const TomlTable root = TomlTable::parse(text, name);
  refuse_other_kind(root, DocumentKind::campaign);
  return read_naming_missing_keys(
      root, [&](const TomlTable& table) { return read_root(table, text, name, beside); });
}

}  // namespace grouser
