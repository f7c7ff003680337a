// The table of contents of a world: from documents to all that a run needs.
#include "build_ground.hpp"
#include "build_laws.hpp"
#include "build_scene.hpp"
#include "build_vehicles.hpp"
#include "document_source.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "run_settings.hpp"
#include "scenario_parts.hpp"
#include "verdict_settings.hpp"

namespace grouser {
namespace {

std::shared_ptr<const World> build_world(DocumentSource& source) {
  auto world = std::make_shared<World>();
  const TomlTable scenario = source.open("scenario", source.scenario_name());
  world->overrides = source.overrides();
  source.change_first(scenario.string_list_or_empty("set"), scenario.place("set"));
  world->settings = read_settings(scenario);
  read_vehicles(*world, scenario, source);
  build_forest(*world, scenario);
  build_ground(*world, scenario, source);
  build_wheels(*world, scenario.table_or_empty("drive"));
  for (const VehicleRuntime& vehicle : world->vehicles) add_point_parts(vehicle.spec, *world);
  list_parts(*world);
  build_prescribed(*world, scenario);
  world->releases = read_releases(scenario, *world->model);
  read_verdict(*world, scenario);
  build_scene(*world, scenario);
  scenario.finish();
  source.finish();
  build_laws(*world);
  add_notes(*world);
  world->documents = source.documents();
  world->files = source.files();
  return world;
}

}  // namespace

std::shared_ptr<const World> load_world(const std::string& scenario, const std::vector<Override>& overrides) {
  FileSource source(scenario, overrides);
  return build_world(source);
}

std::shared_ptr<const World> load_world_from_run(const RunReader& run, const std::vector<Override>& changes) {
  RunFileSource source(run, changes);
  return build_world(source);
}

}  // namespace grouser
