#include "grouser/simulation/run_recorder.hpp"

#include <algorithm>
#include <cmath>

#include "document_source.hpp"
#include "grouser/base/version.hpp"
#include "grouser/recording/run_writer.hpp"
#include "grouser/simulation/event_watch.hpp"
#include "grouser/simulation/run.hpp"
#include "grouser/simulation/state.hpp"
#include "grouser/simulation/world.hpp"
#include "simd_level.hpp"

namespace grouser {
namespace {

RunHeader make_header(const World& world) {
  RunHeader h;
  h.scenario = world.settings.name;
  h.program_version = version();
  h.simd_level = simd_level();
  h.integrator = to_string(world.settings.integrator);
  h.dt = world.settings.dt;
  h.record_interval = world.settings.record_interval;
  h.documents = world.documents;
  for (const Override& o : world.overrides) h.overrides.push_back(o.key + "=" + o.value);
  if (const Heightfield* field = world.terrain->heightfield()) h.rasters.push_back(embed(*field));
  for (const Body& body : world.model->bodies()) h.body_names.push_back(body.name);
  h.warnings = world.scene.notes;
  h.values_per_tile = GroundMemory::kTileCells * GroundMemory::kTileCells;
  return h;
}

std::int64_t steps_of(double interval, double dt) {
  return std::max<std::int64_t>(1, std::llround(interval / dt));
}

}  // namespace

struct RunRecorder::Impl {
  Impl(const std::filesystem::path& path, Simulation& simulation)
      : simulation_(simulation),
        writer_(path, make_header(simulation.world()), simulation.scene().channels),
        frame_steps_(steps_of(simulation.world().settings.record_interval, simulation.world().settings.dt)),
        keyframe_steps_(std::max(frame_steps_, steps_of(simulation.world().settings.keyframe_interval,
                                                        simulation.world().settings.dt) /
                                                   frame_steps_ * frame_steps_)) {
    for (const std::string& note : simulation.scene().notes)
      writer_.append_event(simulation.time(), "warning", note);
    record();
  }
  bool due() const { return simulation_.step_count() % frame_steps_ == 0; }
  void record() {
    simulation_.fill_frame(frame_);
    writer_.append_frame(frame_.time, static_cast<std::uint64_t>(frame_.step), frame_.channels,
                         frame_.state_hash);
    last_step_ = frame_.step;
    if (simulation_.step_count() % keyframe_steps_ == 0) record_keyframe();
  }
  void observe() {
    watch_.observe(simulation_);
    for (; events_written_ < watch_.events().size(); ++events_written_) {
      const RunEvent& event = watch_.events()[events_written_];
      writer_.append_event(event.time, event.kind, event.text);
    }
  }
  void close(const RunSummary& summary) {
    if (last_step_ != simulation_.step_count()) record();
    if (summary.status == RunStatus::failed)
      writer_.append_event(simulation_.time(), "failure", summary.message);
    writer_.close(to_json(summary));
  }

  void record_keyframe() {
    const bool full = full_keyframe_due(static_cast<std::size_t>(writer_.keyframe_count()));
    const auto keys = full ? simulation_.ground().all_tiles() : simulation_.ground().changed_tiles();
    std::vector<GroundTile> tiles;
    for (const TileKey& key : keys) tiles.push_back({key.i, key.j, simulation_.ground().tile_values(key)});
    const std::vector<double> numbers = simulation_.state().pack();
    writer_.append_keyframe({writer_.frame_count() - 1, numbers, tiles, full});
    simulation_.ground().clear_changed();
  }

  Simulation& simulation_;
  RunWriter writer_;
  EventWatch watch_{simulation_};
  std::size_t events_written_ = 0;
  std::int64_t frame_steps_, keyframe_steps_, last_step_ = -1;
  Frame frame_;
};

RunRecorder::RunRecorder(const std::filesystem::path& path, Simulation& simulation)
    : impl_(std::make_unique<Impl>(path, simulation)) {}
RunRecorder::~RunRecorder() = default;

void RunRecorder::after_step() {
  impl_->observe();
  if (impl_->due()) impl_->record();
}
void RunRecorder::flush_if_due(double now) { impl_->writer_.flush_if_due(now); }
void RunRecorder::close(const RunSummary& summary) { impl_->close(summary); }

}  // namespace grouser
