// SPDX-License-Identifier: BSD-3-Clause
// grouser export: a run file as CSV, MCAP or glTF, and its ground as a GeoTIFF. The quick outputs (terrain,
// sinkage) come first; the others show their progress and can be stopped.
#include <fmt/format.h>

#include <iostream>

#include "commands.hpp"
#include "export_gltf.hpp"
#include "grouser/base/error.hpp"
#include "grouser/exchange/maps/value_map.hpp"
#include "grouser/exchange/mcap/run_mcap.hpp"
#include "grouser/recording/run_file/run_export.hpp"
#include "grouser/simulation/run/deformed_ground.hpp"
#include "grouser/survey/raster/geotiff.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interrupt.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {

struct ExportArguments {
  std::string file, folder, terrain, sinkage, gltf, mcap;
  bool json = false, force = false;
};

/// Throws InputError if a CSV file must not be replaced. The files belong together: where frames.csv is one
/// of ours, also of an older version, so are the others.
void check_files(const RunReader& reader, const ExportArguments& arguments) {
  const auto paths = export_paths(reader, arguments.folder);
  const FileKind now = csv_kind(kFramesCsvBegin), former = csv_kind(kFormerFramesCsvBegin);
  const FileKind frames = is_ours(paths.front(), former) ? former : now;
  const bool exported = is_ours(paths.front(), frames);
  std::vector<OutputFile> outputs;
  for (const auto& path : paths)
    if (std::filesystem::is_directory(path.parent_path()))
      outputs.push_back({"--csv", path.string(), outputs.empty() ? frames : kind_of_group({}, exported)});
  check_outputs(outputs, {arguments.file}, replacing(arguments.force));
}

/// Thrown out of the export's progress callback when a person stops it.
struct Stopped {};

/// Writes the ground as the run's wheels left it, and says so.
void write_terrain(const RunReader& reader, const ExportArguments& arguments) {
  check_outputs({{"--terrain", arguments.terrain, geotiff_kind()}}, {arguments.file},
                replacing(arguments.force));
  const Heightfield ground = deformed_ground(reader);
  write_geotiff(arguments.terrain, ground);
  if (arguments.json) return;
  std::cout << fmt::format("{}: {} x {} cells of {:g} m, {:.4g} to {:.4g} m\n", arguments.terrain,
                           ground.spec().columns, ground.spec().rows, ground.spec().cell, ground.lowest(),
                           ground.highest());
}

/// Writes the depth of the ruts with its colours for QGIS, and adds both to the report.
void write_sinkage(const RunReader& reader, const ExportArguments& arguments, Json& report) {
  const std::string style = style_path(arguments.sinkage).string();
  check_outputs({{"--sinkage", arguments.sinkage, geotiff_kind()},
                 {"--sinkage", style, text_kind({".qml"}, "<!DOCTYPE qgis")}},
                {arguments.file}, replacing(arguments.force));
  const ValueMap map = sinkage_map(reader);
  write_value_map(arguments.sinkage, map);
  report["sinkage"] = {{"file", arguments.sinkage}, {"style", style}, {"highest_m", map.style.highest}};
  if (arguments.json) return;
  std::cout << fmt::format("{}: {} x {} cells of {:g} m, sinkage 0 to {:.4g} m; colours for QGIS {}\n",
                           arguments.sinkage, map.grid.columns, map.grid.rows, map.grid.cell,
                           map.style.highest, style);
}

/// The written files, for the report.
struct Written {
  std::vector<std::filesystem::path> files;
  std::optional<McapReport> mcap;
};

/// The plain files and the log, with progress. Throws Stopped.
Written write_files(RunReader& reader, const ExportArguments& arguments) {
  Written written;
  const auto shown_by = [](Progress& progress) {
    return [&progress](double fraction) {
      if (interrupted()) throw Stopped{};
      progress.update(fraction, 1.0);
    };
  };
  if (!arguments.folder.empty()) {
    Progress progress("export");
    written.files = export_csv(reader, arguments.folder, shown_by(progress));
  }
  if (!arguments.mcap.empty()) {
    Progress progress("export to MCAP");
    written.mcap = export_mcap(reader, arguments.mcap, shown_by(progress));
    written.files.emplace_back(arguments.mcap);
  }
  return written;
}

/// Reports the files that were written. `report` already holds the sinkage and the scene, if they were.
void report_written(const RunReader& reader, const Written& written, Json report, bool json) {
  if (json) {
    Json names = Json::array();
    for (const auto& file : written.files) names.push_back(file.string());
    report["frames"] = reader.frame_count();
    report["files"] = names;
    if (written.mcap)
      report["mcap"] = {{"topics", written.mcap->topics}, {"messages", written.mcap->messages}};
    return print_json(report);
  }
  std::cout << count_text(reader.frame_count(), "frame") << " written to\n";
  for (const auto& file : written.files) std::cout << "  " << file.string() << "\n";
  if (written.mcap)
    std::cout << fmt::format("MCAP: {} in {}\n", count_text(written.mcap->messages, "message"),
                             count_text(written.mcap->topics, "topic"));
}

/// Writes the outputs that were asked for. kExitInterrupted if a person stopped one of them.
int export_run(const ExportArguments& arguments) {
  if (arguments.folder.empty() && arguments.terrain.empty() && arguments.sinkage.empty() &&
      arguments.gltf.empty() && arguments.mcap.empty())
    throw InputError(
        "grouser export", "nothing to write",
        "--csv DIR, --mcap FILE.mcap, --terrain FILE.tif, --sinkage FILE.tif or --gltf FILE.glb");
  RunReader reader(arguments.file);
  if (!arguments.folder.empty()) check_files(reader, arguments);
  check_outputs({{"--mcap", arguments.mcap, mcap_kind()}}, {arguments.file}, replacing(arguments.force));
  if (!arguments.terrain.empty()) write_terrain(reader, arguments);
  Json report = Json::object();
  if (!arguments.sinkage.empty()) write_sinkage(reader, arguments, report);
  catch_interrupts();
  if (!arguments.gltf.empty() &&
      !export_gltf(reader, arguments.gltf, arguments.force, arguments.json ? &report : nullptr))
    return kExitInterrupted;
  if (arguments.folder.empty() && arguments.mcap.empty()) {
    if (arguments.json) print_json(report);
    return kExitOk;
  }
  try {
    report_written(reader, write_files(reader, arguments), std::move(report), arguments.json);
  } catch (const Stopped&) {
    std::cerr << "grouser: interrupted, the file being written was left out\n";
    return kExitInterrupted;
  }
  return kExitOk;
}

}  // namespace

void declare_export(Command& command) {
  auto& a = command.runs(export_run);
  command.argument("RUN RUN.h5", a.file, "A run file");
  command.option("--csv DIR", a.folder, "Folder to write into, made if missing");
  command.option("--mcap FILE.mcap", a.mcap,
                 "MCAP log for Foxglove, Lichtblick, PlotJuggler and ROS 2 (docs/exchange_logs.md)");
  command.option("--terrain FILE", a.terrain, "GeoTIFF of the ground as the wheels left it");
  command.option("--sinkage FILE", a.sinkage, "GeoTIFF of the depth of the ruts, with colours for QGIS");
  command.option("--gltf FILE.glb", a.gltf, "Scene that moves, for Blender: vehicles, ground, ruts");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON");
  command.footer(
      "Example: grouser export drop.h5 --csv drop_csv\n"
      "         grouser export drop.h5 --mcap drop.mcap\n"
      "         grouser export drop.h5 --gltf drop.glb");
}

}  // namespace grouser::cli
