// SPDX-License-Identifier: BSD-3-Clause
// Slopes, paths and landings: `grouser gradeability`, `traverse` and `placement`.
#include <pybind11/stl.h>

#include <optional>

#include "bindings.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/output_files.hpp"
#include "grouser/math/units.hpp"
#include "grouser/mission/gradeability/grade_curves.hpp"
#include "grouser/mission/gradeability/gradeability_campaign.hpp"
#include "grouser/mission/placement/placement_campaign.hpp"
#include "grouser/mission/placement/placement_statistics.hpp"
#include "grouser/mission/placement/placement_table.hpp"
#include "grouser/mission/traverse/traverse.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "values.hpp"
#include "work.hpp"

namespace grouser::python {
namespace {

/// A row per tilt of the slope, given in deg.
py::list gradeability(const std::string& rover, const std::string& soil, const std::vector<double>& tilts_deg,
                      double speed, double gravity, std::optional<double> max_time, const Settings& settings,
                      int threads, const py::object& progress) {
  const GradeabilitySpec spec{.rover = rover,
                              .soil = soil,
                              .speed = speed,
                              .gravity = gravity,
                              .max_time = max_time,
                              .settings = overrides_of(settings)};
  std::vector<double> tilts;
  for (const double tilt : tilts_deg) tilts.push_back(tilt * kDegree);
  std::vector<GradePoint> points;
  work_released(progress, [&](const Watch& watch) {
    points = run_gradeability(spec, tilts, {}, {threads, watch.cancelled, watch.progress});
  });
  return columns_of(make_grade_table(spec, points));
}

/// Path and speed of a study; the scenario's own if the caller leaves them out.
struct Path {
  std::vector<std::array<double, 2>> points;
  std::optional<double> speed;
};

/// Options of a traverse; the scenario's own path and speed fill in for those left out.
TraverseOptions traverse_options(const World& world, const Path& path, const std::string& mode,
                                 double spacing) {
  TraverseOptions options;
  if (mode != "quasi_static" && mode != "dynamic")
    throw InputError("mode", "'" + mode + "'", "one of quasi_static, dynamic");
  options.mode = mode == "dynamic" ? TraverseMode::dynamic : TraverseMode::quasi_static;
  options.spacing = spacing;
  options.speed = path.speed ? *path.speed : scenario_speed(world);
  if (!(options.speed > 0.0)) throw InputError("speed", "a scenario that does not drive", "a speed, m/s");
  // The scenario's own programme drives if the caller leaves path and speed to it.
  options.own_drive = path.points.empty() && !path.speed && !world.follower;
  if (path.points.empty()) options.waypoints = scenario_waypoints(world);
  for (const auto& [x, y] : path.points) options.waypoints.emplace_back(x, y);
  return options;
}

/// The result as JSON and the table along the path; records a run if `out` is given.
py::tuple traverse(const std::string& scenario, const Settings& settings,
                   const std::vector<std::array<double, 2>>& points, std::optional<double> speed,
                   const std::string& mode, double spacing, const std::string& out, bool force,
                   const py::object& progress) {
  TraverseResult result;
  work_released(progress, [&](const Watch& watch) {
    const std::shared_ptr<const World> world = load_world(scenario, overrides_of(settings));
    TraverseOptions options = traverse_options(*world, {points, speed}, mode, spacing);
    if (!out.empty() && options.mode != TraverseMode::dynamic)
      throw InputError("out", "the quasi-static mode", "mode dynamic: only it makes a run file");
    check_outputs({{"out", out, run_file_kind()}}, world->files, force ? Replace::any : Replace::ours);
    if (!out.empty()) options.out = out;
    options.now = steady_seconds;
    options.cancelled = watch.cancelled;
    options.progress = watch.progress;
    result = run_traverse(world, options);
  });
  return py::make_tuple(text_of(to_json(result)), columns_of(make_traverse_table(result)));
}

/// Counts of landings by their outcome, and the share that the envelope covers with its range.
py::dict study_of(const PlacementStudy& study) {
  py::dict said;
  said["samples"] = study.samples;
  said["voids"] = study.voids;
  said["counted"] = study.counted;
  said["slides"] = study.slides;
  said["tipped_over"] = study.tipped_over;
  said["unsettled"] = study.unsettled;
  said["on_belly"] = study.on_belly;
  said["rocking"] = study.rocking;
  said["confidence"] = study.confidence;
  said["covered"] = study.covered;
  said["covered_range"] = py::make_tuple(study.covered_range.low, study.covered_range.high);
  return said;
}

/// Places landers at random spots: the study of the samples, and their table.
py::tuple placement(const PlacementCampaign& campaign, const std::string& envelope, double confidence,
                    int threads, const py::object& progress) {
  const Envelope tested = parse_envelope("envelope", envelope);
  Table table;
  PlacementStudy study;
  work_released(progress, [&](const Watch& watch) {
    const PlacementSetting setting = read_placement_campaign(campaign);
    const std::vector<Placement> placements =
        set_down(setting.ground, setting.form, setting.spots, {threads, watch.progress, watch.cancelled});
    if (watch.cancelled()) throw Interrupted("while landers were placed");
    table = make_placement_table(setting.ground, setting.form, placements, campaign.seed);
    study = study_placements(setting.form, placements, tested, confidence);
  });
  return py::make_tuple(study_of(study), columns_of(std::move(table)));
}

}  // namespace

void bind_studies(py::module_& module) {
  module.def("gradeability", gradeability, py::arg("rover"), py::arg("soil"), py::arg("tilts_deg"),
             py::arg("speed"), py::arg("gravity"), py::arg("max_time"), py::arg("settings"),
             py::arg("threads"), py::arg("progress"));
  module.def("traverse", traverse, py::arg("scenario"), py::arg("settings"), py::arg("points"),
             py::arg("speed"), py::arg("mode"), py::arg("spacing"), py::arg("out"), py::arg("force"),
             py::arg("progress"));
  module.def(
      "placement",
      [](const std::string& terrain, const std::string& lander, int samples, std::uint64_t seed,
         const std::optional<std::string>& soil, const std::optional<std::string>& soil_map,
         std::optional<double> gravity, const std::string& envelope, double confidence, int threads,
         const py::object& progress) {
        const PlacementCampaign campaign{
            .terrain = terrain,
            .choice = {.soil = soil, .soil_map = soil_map, .gravity = gravity, .settings = {}},
            .lander = lander,
            .samples = samples,
            .seed = seed};
        return placement(campaign, envelope, confidence, threads, progress);
      },
      py::arg("terrain"), py::arg("lander"), py::arg("samples"), py::arg("seed"), py::arg("soil"),
      py::arg("soil_map"), py::arg("gravity"), py::arg("envelope"), py::arg("confidence"), py::arg("threads"),
      py::arg("progress"));
}

}  // namespace grouser::python
