// SPDX-License-Identifier: BSD-3-Clause
// Candidates for values: ids from the folders of assets, and for --set the keys of the scenario on the line
// with those of its soil, rover and lander. Everything that cannot be read yields no candidates.
#include "known_values.hpp"

#include <algorithm>
#include <array>
#include <exception>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/shown_text.hpp"
#include "grouser/base/toml_leaves.hpp"

namespace grouser::cli {
namespace {

/// The files that an option's value may name by their ids, found by the option's name.
struct AssetValue {
  const char* option;
  const char* kind;
};
constexpr std::array kAssetValues = {
    AssetValue{"SCENARIO", "scenarios"}, AssetValue{"WALKER", "walkers"}, AssetValue{"SPEC", "stepups"},
    AssetValue{"LANDER", "landers"},     AssetValue{"--soil", "soils"},   AssetValue{"--rover", "rovers"},
    AssetValue{"--lander", "landers"},
};

constexpr std::size_t kMostInputText = 8u << 20;  // bytes
constexpr std::size_t kMostMeaning = 60;          // bytes shown

/// The keys and values of a TOML file, as a flat list. Throws if it cannot be read.
std::vector<TomlLeaf> leaves_of(const std::filesystem::path& file) {
  return toml_leaves(read_text_file(file, kMostInputText), file.string());
}

/// Appends the keys of a file as "key=", each behind `prefix`. A list of tables is left out: names or numbers
/// follow it, which only the person who types knows.
/// left to whoever types.
void add_keys(const std::vector<TomlLeaf>& leaves, const std::string& prefix, std::vector<Candidate>& out) {
  for (const TomlLeaf& leaf : leaves) {
    const bool tables = leaf.list && !leaf.elements.empty() && leaf.elements.front().rfind("{", 0) == 0;
    if (!tables)
      out.push_back({prefix + leaf.key + "=", clipped(shown_line("now " + leaf.value), kMostMeaning)});
  }
}

/// The file that the line names: an id of a scenario, or a path that ends in .toml.
std::filesystem::path named_input(const std::vector<std::string>& words) {
  const std::vector<std::string> ids = asset_ids("scenarios");
  std::error_code ec;
  for (std::size_t k = 0; k + 1 < words.size(); ++k) {
    if (std::find(ids.begin(), ids.end(), words[k]) != ids.end()) return resolve_asset(words[k], "scenarios");
    if (words[k].ends_with(".toml") && std::filesystem::is_regular_file(words[k], ec)) return words[k];
  }
  return {};
}

/// Keys of the file that the line names, and of the files that it names in turn ("soil.", "rover.",
/// "lander.").
std::vector<Candidate> keys_of_line(const std::vector<std::string>& words) {
  std::vector<Candidate> out;
  const std::filesystem::path file = named_input(words);
  if (file.empty()) return out;
  const std::vector<TomlLeaf> leaves = leaves_of(file);
  add_keys(leaves, "", out);
  for (const TomlLeaf& leaf : leaves) {
    const bool soil = leaf.key == "terrain.soil";
    if (!soil && leaf.key != "rover" && leaf.key != "lander") continue;
    const std::string kind = soil ? "soil" : leaf.key;
    const std::string name = leaf.value.substr(1, leaf.value.size() - 2);  // without its quotation marks
    try {
      add_keys(leaves_of(resolve_asset(name, kind + "s", file.parent_path())), kind + ".", out);
    } catch (const std::exception&) {  // a rover in another format than TOML, or a missing one
    }
  }
  return out;
}

}  // namespace

std::vector<Candidate> known_values(const OptionHelp& option, const std::vector<std::string>& words) {
  std::vector<Candidate> out;
  try {
    if (option.names.front() == "--set") return keys_of_line(words);
    for (const AssetValue& value : kAssetValues)
      for (const std::string& name : option.names)
        if (name == value.option)
          for (const std::string& id : asset_ids(value.kind)) out.push_back({id});
  } catch (const std::exception&) {  // an installation without its assets, a file that is no TOML
  }
  return out;
}

}  // namespace grouser::cli
