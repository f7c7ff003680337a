// SPDX-License-Identifier: BSD-3-Clause
// Finds the folder of shipped assets, and the file that an id or a path of the user names. A name that leads
// to nothing is refused with the nearest ids and files of the kind that was expected.
#include "grouser/base/asset_path.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>

#include "grouser/base/document_kind.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/base/near_files.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/base/own_binary.hpp"
#include "grouser/base/toml_input.hpp"

namespace grouser {
namespace fs = std::filesystem;

namespace {

/// Folder of assets and terrains below the prefix of an installation.
constexpr const char* kShared = "share/grouser";

/// Whether `assets/soils` is below the folder, which marks a home of Grouser.
bool holds_assets(const fs::path& folder) {
  std::error_code ec;
  return fs::is_directory(folder / "assets" / "soils", ec);
}

/// The folders of XDG_DATA_DIRS, or of its default (XDG Base Directory Specification); relative ones are left
/// out.
std::vector<fs::path> data_folders() {
  const char* const given = std::getenv("XDG_DATA_DIRS");
  std::istringstream list(given && *given ? given : "/usr/local/share:/usr/share");
  std::vector<fs::path> folders;
  for (std::string folder; std::getline(list, folder, ':');)
    if (fs::path(folder).is_absolute()) folders.emplace_back(folder);
  return folders;
}

}  // namespace

fs::path home_folder() {
  std::error_code ec;
  // A home that the user sets is final: a wrong one is refused rather than passed over.
  if (const char* home = std::getenv("GROUSER_HOME"); home && *home) {
    if (fs::is_directory(fs::path(home) / "assets", ec)) return home;
    throw InputError("GROUSER_HOME", std::string("'") + home + "'", "a folder that holds assets/");
  }
  // Folders above the program, which find a build tree as well as an installation under any prefix.
  for (fs::path folder = own_binary().parent_path(); !folder.empty(); folder = folder.parent_path()) {
    if (holds_assets(folder)) return folder;
    if (holds_assets(folder / kShared)) return folder / kShared;
    if (folder == folder.root_path()) break;
  }
  if (holds_assets(fs::current_path(ec))) return fs::current_path(ec);
  for (const fs::path& folder : data_folders())
    if (holds_assets(folder / "grouser")) return folder / "grouser";
  throw InputError("assets", "no assets folder above the program, here, or in the system's data folders",
                   "GROUSER_HOME to name the folder that holds assets/");
}

namespace {

/// Kinds in which an id is looked up that does not exist in the kind that was expected.
constexpr const char* kKinds[] = {"scenarios", "rovers", "walkers", "landers", "soils"};

/// Whether a TOML file may be an asset of this kind. One that cannot be read may: its own error says more.
bool may_be(const fs::path& file, const std::string& kind) {
  static const std::map<std::string, DocumentKind> documents{
      {"scenarios", DocumentKind::scenario}, {"rovers", DocumentKind::vehicle},
      {"walkers", DocumentKind::vehicle},    {"landers", DocumentKind::vehicle},
      {"bodies", DocumentKind::vehicle},     {"soils", DocumentKind::soil},
      {"stepups", DocumentKind::stepup}};
  const auto wanted = documents.find(kind);
  // A kind without keys of its own accepts every file.
  if (wanted == documents.end()) return true;
  std::optional<TomlTable> table;
  try {
    table.emplace(TomlTable::load(file.string()));
  } catch (const InputError&) {
    return true;
  }
  try {
    refuse_other_kind(*table, wanted->second);
  } catch (const InputError&) {
    return false;
  }
  return true;
}

/// Files in a folder that the user may have meant by a name, with or without its ending; each beside `given`.
std::vector<std::string> files_meant_by(const fs::path& folder, const fs::path& given,
                                        const std::string& kind) {
  const fs::path named = given.has_extension() ? given : fs::path(given.string() + ".toml");
  const auto fits = [&](const fs::path& file) { return may_be(file, kind); };
  std::vector<std::string> files;
  for (const std::string& file : near_files(folder / named, 1, fits))
    files.push_back((given.parent_path() / fs::path(file).filename()).string());
  return files;
}

/// Names the ids and the file of the working folder that are close; lists all ids only if they are few.
[[noreturn]] void refuse_unknown_id(const std::string& name, const std::string& kind) {
  // Up to this many ids are listed in the message.
  constexpr std::size_t kFew = 8;
  const std::vector<std::string> known = asset_ids(kind);
  std::string found = "'" + name + "'";
  // The id may be right and its kind wrong.
  for (const std::string other : kKinds)
    if (const auto ids = asset_ids(other); std::find(ids.begin(), ids.end(), name) != ids.end())
      throw InputError(kind, found + ", which is one of the " + other,
                       "a path to a file or an id of " + kind);
  const auto fits = [&](const fs::path& file) { return may_be(file, kind); };
  // A file "NAME.toml" of nearly that name in the working folder.
  if (std::vector<std::string> meant = near_files("./" + name + ".toml", 1, fits); !meant.empty()) {
    for (const std::string& id : near_words(fs::path(name).stem().string(), known, 2)) meant.push_back(id);
    throw InputError(kind, found + as_question(meant), "a path to a file or an id of " + kind);
  }
  throw InputError(
      kind, found + did_you_mean(fs::path(name).stem().string(), known),
      "a path to a file or " +
          (known.size() <= kFew ? "one of: " + word_list(known) : "an id that `grouser " + kind + "` lists"));
}

}  // namespace

fs::path resolve_asset(const std::string& name, const std::string& kind, const fs::path& beside) {
  std::error_code ec;
  if (name.empty()) throw InputError(kind, "an empty name", "an id or a path to a .toml file");
  // A path beside the file that names it comes before one in the working folder and one in the home folder.
  const fs::path given(name);
  if (!beside.empty() && given.is_relative() && fs::is_regular_file(beside / given, ec))
    return beside / given;
  if (fs::is_regular_file(given, ec)) return given;
  const fs::path home = home_folder();
  if (given.is_relative() && fs::is_regular_file(home / given, ec)) return home / given;
  // A bare name is an id of the kind.
  const bool bare = name.find('/') == std::string::npos && given.extension() != ".toml";
  if (bare && !kind.empty()) {
    const fs::path shipped = home / "assets" / kind / (name + ".toml");
    if (fs::is_regular_file(shipped, ec)) return shipped;
    // A scenario's rover may have legs.
    const fs::path walker = home / "assets" / "walkers" / (name + ".toml");
    if (kind == "rovers" && fs::is_regular_file(walker, ec)) return walker;
    refuse_special_file(given);
    refuse_unknown_id(name, kind);
  }
  // The message names a device or a broken link rather than "no such file".
  if (!beside.empty() && given.is_relative()) refuse_special_file(beside / given);
  refuse_special_file(given);
  if (fs::is_directory(given, ec)) throw InputError(name, "a folder", "a readable file");
  // Suggestions: files of nearly that name, then ids.
  std::vector<std::string> meant = files_meant_by("", given, kind);
  if (meant.empty() && !beside.empty() && given.is_relative()) meant = files_meant_by(beside, given, kind);
  if (!kind.empty())
    for (const std::string& id : near_words(given.stem().string(), asset_ids(kind), 2)) meant.push_back(id);
  throw InputError(name, "no such file" + as_question(meant), "a readable file");
}

std::vector<std::string> asset_ids(const std::string& kind) {
  std::vector<std::string> ids;
  std::error_code ec;
  for (const auto& entry : fs::directory_iterator(home_folder() / "assets" / kind, ec))
    if (entry.path().extension() == ".toml") ids.push_back(entry.path().stem().string());
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace grouser
