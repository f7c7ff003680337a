// SPDX-License-Identifier: BSD-3-Clause
// grouser info: describes a file of any kind. The kind follows from the first bytes where they tell, else
// from the ending; each kind has its own describe function (info_report.hpp).
#include <fstream>

#include "commands.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/base/near_files.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "info_report.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"

namespace grouser::cli {
namespace {

namespace fs = std::filesystem;

struct InfoArguments {
  std::string file;
  RunDetail detail;
  StanceOptions stance;
  bool json = false, force = false;
};

/// The path of a file, or of the asset with that id, of any kind, or of a file in the program's home folder.
/// Throws InputError with names that are near.
fs::path find_described(const std::string& name) {
  refuse_special_file(name);
  std::error_code ec;
  if (fs::exists(name, ec)) return name;
  std::vector<std::string> known;
  for (const char* kind : {"scenarios", "rovers", "landers", "walkers", "bodies", "soils"})
    for (const std::string& id : asset_ids(kind)) {
      if (id == name) return resolve_asset(id, kind);
      known.push_back(id);
    }
  if (fs::path(name).is_relative() && fs::is_regular_file(home_folder() / name, ec))
    return home_folder() / name;
  std::vector<std::string> meant = near_files(fs::path(name).has_extension() ? name : name + ".toml");
  for (const std::string& id : near_words(name, known)) meant.push_back(id);
  throw InputError(name, "no such file" + as_question(meant),
                   "a file to describe, or an id of a scenario, rover, lander or soil");
}

/// True where the file begins as TIFF or BigTIFF does ("II*" or "MM" and 42 or 43).
bool looks_like_tiff(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  char head[4] = {};
  in.read(head, sizeof head);
  const std::string magic(head, 4);
  return magic == std::string("II*\0", 4) || magic == std::string("MM\0*", 4) ||
         magic == std::string("II+\0", 4) || magic == std::string("MM\0+", 4);
}

/// Whether a file's ending, in small letters, is one of these.
bool has_extension(const fs::path& path, std::initializer_list<const char*> extensions) {
  std::string extension = path.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
}

/// The content decides where it can, the name where it cannot (an empty or broken file).
Report describe(const InfoArguments& arguments) {
  const fs::path path = find_described(arguments.file);
  check_outputs({{"--plot", arguments.stance.plot, chart_kind(arguments.stance.plot)}}, {path},
                replacing(arguments.force));
  std::error_code error;
  if (fs::is_directory(path, error)) throw InputError(path.string(), "a folder", "a file to describe");
  if (!std::ifstream(path)) throw InputError(path.string(), "a file that may not be read", "a readable file");
  if (looks_like_hdf5(path) || has_extension(path, {".h5", ".hdf5"}))
    return describe_run_file(path, arguments.detail);
  if (looks_like_tiff(path) || has_extension(path, {".tif", ".tiff", ".img", ".vrt"}))
    return describe_raster_file(path);
  if (has_extension(path, {".toml"})) return describe_toml_file(path, arguments.stance);
  if (has_extension(path, {".urdf", ".xacro", ".sdf"})) return describe_rover_file(path);
  throw InputError(
      path.string(), "a file of unknown kind",
      "a run file (.h5), a GeoTIFF (.tif), a TOML file of a scenario, rover, soil or terrain, or a rover "
      "as .urdf, .xacro or .sdf");
}

/// Describes the file. Throws InputError if --plot was given for anything but a rover with wheels.
int show_info(const InfoArguments& arguments) {
  const Report report = describe(arguments);
  // Only rovers with wheels have a stance to draw.
  if (!arguments.stance.plot.empty() && !report.json.contains("stance"))
    throw InputError("--plot", arguments.file, "a rover with wheels; runs are drawn by grouser plot");
  print_report(report, arguments.json);
  return kExitOk;
}

}  // namespace

void declare_info(Command& command) {
  auto& a = command.runs(show_info);
  command.argument("FILE", a.file,
                   "Any file of ours, a GeoTIFF, or the id of a scenario, rover, lander or soil");
  command.flag("--channels", a.detail.channels, "Of a run: list its channels, with their units");
  command.flag("--all", a.detail.all, "Of a run: its inputs, channels and all metrics");
  command.option("--gravity G", a.stance.gravity,
                 "Of a rover: gravity of the level rock that it is set down on, m/s2");
  command.option("--plot FILE.png", a.stance.plot,
                 "Of a rover: draw it from the side, from ahead and from above");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON");
  command.footer(
      "Example: grouser info drop.h5\n"
      "         grouser info viper --plot viper.png");
}

}  // namespace grouser::cli
