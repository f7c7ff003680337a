#include "grouser/simulation/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "document_source.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/version.hpp"
#include "grouser/recording/run_reader.hpp"
#include "grouser/recording/run_writer.hpp"
#include "grouser/simulation/output.hpp"
#include "grouser/simulation/state.hpp"
#include "grouser/simulation/world.hpp"
#include "metrics.hpp"

namespace grouser {
namespace {

constexpr double kReportInterval = 0.1;  // s of wall time between progress reports and questions for cancel
constexpr const char* kSimdLevel = "scalar";  // the step has no vector kernels of its own yet

RunHeader make_header(const World& world) {
  RunHeader h;
  h.scenario = world.settings.name;
  h.program_version = version();
  h.simd_level = kSimdLevel;
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

/// Says when a wheel left the ground and when it came back. Gaps shorter than kAirborne are chatter of a
/// light wheel.
class TouchEvents {
 public:
  explicit TouchEvents(const Simulation& simulation) : since_(simulation.world().wheels.size(), kOnGround) {}
  void observe(const Simulation& simulation, RunWriter& writer) {
    const auto& wheels = simulation.output().wheels;
    const double t = simulation.time();
    for (std::size_t i = 0; i < wheels.size() && count_ < kMostEvents; ++i) {
      const std::string& name = simulation.world().wheels[i].spec.name;
      if (wheels[i].contacts == 0) {
        if (since_[i] == kOnGround) since_[i] = t;
      } else if (since_[i] != kOnGround) {
        if (t - since_[i] >= kAirborne) {
          writer.append_event(since_[i], "lift_off", "wheel " + name);
          writer.append_event(t, "touchdown",
                              fmt::format("wheel {} after {:.3f} s in the air", name, t - since_[i]));
          count_ += 2;
        }
        since_[i] = kOnGround;
      }
    }
  }

 private:
  static constexpr double kOnGround = -1.0, kAirborne = 0.02;  // s
  static constexpr int kMostEvents = 10000;
  std::vector<double> since_;  // in the air since this time, s
  int count_ = 0;
};

/// Writes frames and keyframes of a run as it goes.
class Recorder {
 public:
  Recorder(const std::filesystem::path& path, Simulation& simulation)
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
  void observe() { touches_.observe(simulation_, writer_); }
  void flush_if_due(double now) { writer_.flush_if_due(now); }
  void close(const RunSummary& summary) {
    if (last_step_ != simulation_.step_count()) record();
    if (summary.status == RunStatus::failed)
      writer_.append_event(simulation_.time(), "failure", summary.message);
    writer_.close(to_json(summary));
  }

 private:
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
  TouchEvents touches_{simulation_};
  std::int64_t frame_steps_, keyframe_steps_, last_step_ = -1;
  Frame frame_;
};

}  // namespace

const char* to_string(RunStatus status) {
  switch (status) {
    case RunStatus::completed:
      return "completed";
    case RunStatus::failed:
      return "failed";
    case RunStatus::interrupted:
      return "interrupted";
  }
  return "?";
}

std::string to_json(const RunSummary& s) {
  nlohmann::ordered_json j;
  j["scenario"] = s.scenario;
  j["status"] = to_string(s.status);
  if (!s.message.empty()) j["message"] = s.message;
  j["simulated_s"] = s.simulated_s;
  j["wall_s"] = s.wall_s;
  j["real_time_factor"] = s.real_time_factor();
  j["steps"] = s.steps;
  j["state_hash"] = hash_text(s.state_hash);
  for (const auto& [name, metric] : s.metrics)
    j["metrics"][name] = {{"value", metric.value}, {"unit", metric.unit}};
  j["notes"] = s.notes;
  return j.dump(2);
}

RunSummary run_scenario(Simulation& simulation, const RunOptions& options) {
  const double total = simulation.world().settings.duration;
  std::unique_ptr<Recorder> recorder;
  if (options.out) recorder = std::make_unique<Recorder>(*options.out, simulation);
  MetricsTracker tracker(simulation);
  RunSummary summary;
  summary.scenario = simulation.world().settings.name;
  summary.notes = simulation.scene().notes;
  const double start = options.now(), from = simulation.time();
  double reported = start;
  int since_look = 0;
  while (!simulation.finished()) {
    if (simulation.step() != StepStatus::ok) {
      summary.status = RunStatus::failed;
      summary.message = simulation.failure().message;
      break;
    }
    tracker.observe(simulation);
    if (recorder) recorder->observe();
    if (recorder && recorder->due()) recorder->record();
    if (++since_look < 16)
      continue;  // reading the clock at every step would cost as much as a small model's step
    since_look = 0;
    const double now = options.now();
    if (recorder) recorder->flush_if_due(now);
    if (now - reported < kReportInterval) continue;
    reported = now;
    if (options.progress) options.progress(simulation.time(), total);
    if (options.cancelled && options.cancelled()) {
      summary.status = RunStatus::interrupted;
      break;
    }
  }
  summary.wall_s = options.now() - start;
  summary.simulated_s = simulation.time() - from;
  summary.steps = simulation.step_count();
  summary.state_hash = simulation.state_hash();
  summary.metrics = tracker.metrics(simulation);
  for (const std::string& note : tracker.notes()) summary.notes.push_back(note);
  if (recorder) recorder->close(summary);
  if (options.progress) options.progress(simulation.time(), total);
  return summary;
}

RerunResult rerun(const std::filesystem::path& run_file, const RunOptions& options) {
  const RunReader reader(run_file);
  if (reader.header().simd_level != kSimdLevel)
    throw InputError(run_file.string(), "SIMD level '" + reader.header().simd_level + "'",
                     std::string("'") + kSimdLevel + "', the one this program runs");
  Simulation simulation(load_world_from_run(reader));
  const std::vector<std::uint64_t> hashes = reader.read_state_hashes(), steps = reader.read_steps();
  const std::vector<double> times = reader.read_times();
  RerunResult result;
  if (reader.header().program_version != version())
    result.note = "recorded by version " + reader.header().program_version + ", repeated by " + version();
  double reported = options.now ? options.now() : 0.0;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    while (simulation.step_count() < static_cast<std::int64_t>(steps[i]))
      if (simulation.step() != StepStatus::ok) break;
    ++result.frames_compared;
    if (simulation.step_count() != static_cast<std::int64_t>(steps[i]) ||
        simulation.state_hash() != hashes[i]) {
      result.first_difference = static_cast<std::int64_t>(i);
      result.first_difference_time = times[i];
      break;
    }
    if (options.now && options.now() - reported > kReportInterval) {
      reported = options.now();
      if (options.progress) options.progress(times[i], times.back());
      if (options.cancelled && options.cancelled()) {
        result.note = "interrupted";
        break;
      }
    }
  }
  return result;
}

}  // namespace grouser
