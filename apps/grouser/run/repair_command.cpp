// SPDX-License-Identifier: BSD-3-Clause
// grouser repair: a whole run file out of one that a killed run left behind, and a raster with the text
// beside it (a soil map's legend, or a terrain's solids) where a killed command wrote only one of them.
#include <iostream>

#include "commands.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_lock.hpp"
#include "grouser/recording/run_file/run_repair.hpp"
#include "grouser/survey/raster/raster_pair.hpp"
#include "grouser/survey/soil_map/soil_map_file.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"

namespace grouser::cli {
namespace {
namespace fs = std::filesystem;

struct RepairArguments {
  std::string file, out;
  bool json = false, force = false, accept = false;
};

/// The text file that belongs to a raster: the legend of a soil map, or the solids of heights; "" if there is
/// none.
/// is none.
fs::path text_beside(const fs::path& raster) {
  for (const fs::path& path : {legend_path(raster), fs::path(raster).replace_extension(".solids.toml")})
    if (std::error_code ec; fs::is_regular_file(path, ec)) return path;
  return {};
}

/// Throws InputError unless the text has rocks or shapes.
void check_solids(const TomlTable& solids) {
  if (!solids.holds("rocks") && !solids.holds("shape"))
    throw InputError(solids.file(), "neither rocks nor shapes", "what 'grouser terrain make' writes");
}

/// Removes the journal of edits if it does not fit the map. Returns whether it did. Throws InputError unless
/// that was accepted.
bool drop_edits(const fs::path& map, bool accept) {
  try {
    load_journal(map, load_soil_map(map));
    return false;
  } catch (const InputError&) {
    if (!accept) throw;
  }
  fs::remove(journal_path(map));
  return true;
}

/// Repairs a raster and the text beside it in place, under the lock that editors take.
int repair_pair_of(const RepairArguments& arguments, const fs::path& beside) {
  if (!arguments.out.empty())
    throw InputError("--out", "'" + arguments.out + "'", "no such option where a pair is repaired in place");
  const fs::path raster = arguments.file;
  const bool is_map = beside == legend_path(raster);
  const EditLock lock(raster);
  const PairSource source = arguments.accept ? PairSource::present_text_too : PairSource::same_mark_only;
  const PairRepair done = repair_pair(raster, beside, source, [&](const TomlTable& text) {
    // A legend must fit the cells: the map's constructor throws if it does not.
    if (!is_map) return check_solids(text);
    SoilRaster cells = read_soil_raster(raster);
    const SoilMap map(std::move(cells.grid), SoilLegend::read(text), std::move(cells.cells), raster.string());
  });
  const bool dropped = is_map && drop_edits(raster, arguments.accept);
  const char* words[] = {"was whole", "completed with what a killed command had left",
                         "taken as it is, and marked as one pair"};
  const char* names[] = {"was_whole", "completed", "accepted"};
  const auto at = static_cast<std::size_t>(done);
  if (arguments.json) {
    print_json({{"file", arguments.file},
                {"beside", beside.string()},
                {"done", names[at]},
                {"edits_removed", dropped}});
  } else {
    std::cout << beside.string() << ": " << words[at] << "\n";
    if (dropped) std::cout << journal_path(raster).string() << ": removed, the map cannot be undone\n";
  }
  return kExitOk;
}

/// Repairs a run file. kExitFailed if frames were lost.
int repair_run_file(const RepairArguments& arguments) {
  check_outputs({{"--out", arguments.out, run_file_kind()}}, {arguments.file}, replacing(arguments.force));
  const std::string out = arguments.out.empty() ? arguments.file : arguments.out;
  const RepairReport report = repair_run(arguments.file, out);
  if (arguments.json) {
    print_json({{"file", out},
                {"was_whole", report.was_whole},
                {"frames_kept", report.frames_kept},
                {"frames_lost", report.frames_lost},
                {"keyframes_kept", report.keyframes_kept},
                {"events_kept", report.events_kept}});
  } else {
    std::cout << out << ": " << (report.was_whole ? "was whole, " : "")
              << count_text(report.frames_kept, "frame") << ", "
              << count_text(report.keyframes_kept, "keyframe") << " and "
              << count_text(report.events_kept, "event") << " kept, "
              << count_text(report.frames_lost, "frame") << " lost\n";
  }
  return report.frames_lost == 0 ? kExitOk : kExitFailed;
}

/// Decides by the ending and by the files beside it which of both is repaired.
int repair_file(const RepairArguments& arguments) {
  if (fs::path(arguments.file).extension() != ".h5")
    if (const fs::path beside = text_beside(arguments.file); !beside.empty())
      return repair_pair_of(arguments, beside);
  if (arguments.accept) throw InputError("--accept", "a run file", "a raster with a text beside it");
  return repair_run_file(arguments);
}

}  // namespace

void declare_repair(Command& command) {
  auto& a = command.runs(repair_file);
  command.argument("FILE", a.file, "A run file, a soil map or a GeoTIFF with rocks (MAP.tif)");
  command.option("--out OUT.h5", a.out, "Write here (default: replace the file); of a run file");
  command.flag(
      "--accept", a.accept,
      "Take the text beside a raster as it is, though it was written with another one, and edits of a "
      "soil map that do not fit as lost");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON");
  command.footer(
      "A soil map and its legend, and heights and their rocks, get their names one after the other. Where a "
      "kill in\n"
      "between left two that were not written together, the newer text is taken from what the kill left "
      "behind.\n"
      "Example: grouser repair killed.h5 --out whole.h5\n"
      "         grouser repair site.tif\n"
      "Exit code 0: nothing was lost; 1: frames were lost, what is right was kept.");
}

}  // namespace grouser::cli
