// SPDX-License-Identifier: BSD-3-Clause
// Writes a run file step by step: frames and keyframes when due, and between frames peaks, events and
// commands.
#include "grouser/simulation/run/run_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/recording/run_file/run_writer.hpp"
#include "grouser/simulation/observe/event_watch.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/run/world_header.hpp"
#include "grouser/simulation/step/external_drive.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"
#include "observe/step_channels.hpp"
#include "peak_watch.hpp"

namespace grouser {
namespace {

/// The head of the run file, with the layout of states and the origin of a resumed run.
RunHeader make_header(const Simulation& simulation, const std::optional<RunParent>& parent) {
  RunHeader h = header_of(simulation.world());
  h.state_layout = simulation.state().layout().text();
  h.values_per_tile = static_cast<int>(simulation.ground().tile_size());
  h.parent = parent;
  return h;
}

/// Finds when something that is done every `interval` seconds is due. With a fixed step: every so many
/// steps; with a changing step: at the first step at or past the time.
class Schedule {
 public:
  Schedule(const RunSettings& settings, double interval)
      : adaptive_(settings.adaptive.has_value()),
        interval_(interval),
        steps_(std::max<std::int64_t>(1, std::llround(interval / settings.dt))) {}
  /// The same, rounded down to a multiple of another schedule's interval (and at least that).
  Schedule(const RunSettings& settings, double interval, const Schedule& of) : Schedule(settings, interval) {
    steps_ = std::max(of.steps_, steps_ / of.steps_ * of.steps_);
  }
  bool due(const Simulation& s) const { return adaptive_ ? s.time() >= next_ : s.step_count() % steps_ == 0; }
  void done(const Simulation& s) {
    constexpr double kPartOfInterval = 1e-9;
    while (adaptive_ && next_ <= s.time() + kPartOfInterval * interval_)
      next_ = interval_ * static_cast<double>(++count_);
  }

 private:
  bool adaptive_;
  double interval_, next_ = 0.0;
  std::int64_t steps_, count_ = 0;
};

/// Writes what is in force after each command from outside that changed it.
class CommandWatch {
 public:
  explicit CommandWatch(const Simulation& simulation) : taken_at_(taken_at(simulation)) {
    if (simulation.world().external) row_.resize(simulation.world().external->columns.size());
  }
  void observe(const Simulation& simulation, RunWriter& writer) {
    if (row_.empty() || taken_at(simulation) == taken_at_) return;
    taken_at_ = taken_at(simulation);
    const auto columns = simulation.state().all<ExternalColumnMemory>();
    for (std::size_t i = 0; i < row_.size(); ++i)
      row_[i] = columns[i].in_force ? columns[i].motion.target : std::numeric_limits<double>::quiet_NaN();
    writer.append_command(taken_at_, static_cast<std::uint64_t>(simulation.step_count() - 1), row_);
  }

 private:
  static double taken_at(const Simulation& simulation) {
    const ExternalMemory* memory = simulation.state().first<ExternalMemory>();
    return memory ? memory->taken_at : -1.0;
  }
  double taken_at_;  // s
  std::vector<double> row_;
};

}  // namespace

/// Writer, schedules and watches of one recording. The constructor writes the first frame.
struct RunRecorder::Impl {
  Impl(const std::filesystem::path& path, Simulation& simulation, const std::optional<RunParent>& parent)
      : simulation_(simulation),
        writer_(path, make_header(simulation, parent), simulation.scene().channels,
                {.durability = simulation.world().settings.durable ? RunDurability::every_flush
                                                                   : RunDurability::now_and_then}),
        frames_(simulation.world().settings, simulation.world().settings.record_interval),
        keyframes_(simulation.world().settings, simulation.world().settings.keyframe_interval, frames_),
        frame_writer_(simulation.world()),
        watched_(simulation, simulation.world().settings.peaks),
        peaks_(watched_.size()),
        watched_values_(watched_.size()),
        commands_(simulation) {
    if (parent)
      writer_.append_event(simulation.time(), "resumed",
                           fmt::format("at {:.6g} s from state {} of {}", parent->time,
                                       hash_text(parent->state_hash), parent->file));
    for (const std::string& note : simulation.scene().notes)
      writer_.append_event(simulation.time(), "warning", note);
    record();
  }
  bool due() const { return frames_.due(simulation_); }
  /// Writes a frame, and a keyframe if one is due or none exists yet.
  void record() {
    frame_writer_.fill(simulation_, frame_);
    record_peaks();
    writer_.append_frame(frame_.time, static_cast<std::uint64_t>(frame_.step), frame_.channels,
                         frame_.state_hash);
    last_step_ = frame_.step;
    frames_.done(simulation_);
    if (keyframes_.due(simulation_) || writer_.keyframe_count() == 0) record_keyframe();
  }
  /// A watched channel is known by its first peak, which is its value at the first frame.
  void record_peaks() {
    const std::vector<std::size_t>& channels = watched_.channels();
    for (std::size_t k = 0; k < channels.size(); ++k) {
      watched_values_[k] = frame_.channels[channels[k]];
      if (writer_.frame_count() == 0) writer_.append_peak(frame_.time, channels[k], watched_values_[k]);
    }
    peaks_.end_interval(watched_values_, [&](double time, std::size_t k, double value) {
      writer_.append_peak(time, channels[k], value);
    });
  }
  /// Takes the values and events of the step that was just made.
  void observe() {
    if (watched_.size() > 0) {
      watched_.read(simulation_, peaks_.next_row());
      peaks_.observe(simulation_.time());
    }
    commands_.observe(simulation_, writer_);
    watch_.observe(simulation_);
    for (; events_written_ < watch_.events().size(); ++events_written_) {
      const RunEvent& event = watch_.events()[events_written_];
      writer_.append_event(event.time, event.kind, event.text);
    }
  }
  /// Writes the last frame, notes and verdict that only the end knows, and the summary.
  void close(const RunSummary& summary) {
    if (last_step_ != simulation_.step_count()) record();
    for (std::size_t i = simulation_.scene().notes.size(); i < summary.notes.size(); ++i)
      writer_.append_event(simulation_.time(), "warning", summary.notes[i]);  // found by the run
    const auto told = simulation_.verdict();
    if (summary.verdict &&
        (!told || told->name != summary.verdict->name))  // metrics of the whole run decided it
      writer_.append_event(simulation_.time(), "verdict",
                           summary.verdict->name + ": " + summary.verdict->reason);
    if (summary.status == RunStatus::failed)
      writer_.append_event(simulation_.time(), "failure", summary.message);
    writer_.close(to_json(summary));
  }

  /// Writes the state, with all tiles of the ground or those changed since the last keyframe.
  void record_keyframe() {
    const bool full = full_keyframe_due(static_cast<std::size_t>(writer_.keyframe_count()));
    const auto keys = full ? simulation_.ground().all_tiles() : simulation_.ground().changed_tiles();
    std::vector<GroundTile> tiles;
    for (const TileKey& key : keys) tiles.push_back({key.i, key.j, simulation_.ground().tile_values(key)});
    const std::vector<double> numbers = simulation_.state().pack();
    writer_.append_keyframe({writer_.frame_count() - 1, numbers, tiles, full});
    simulation_.ground().clear_changed();
    keyframes_.done(simulation_);
  }

  Simulation& simulation_;
  RunWriter writer_;
  EventWatch watch_{simulation_};
  std::size_t events_written_ = 0;
  Schedule frames_, keyframes_;
  std::int64_t last_step_ = -1;
  FrameWriter frame_writer_;
  Frame frame_;
  StepChannels watched_;
  PeakWatch peaks_;
  std::vector<double> watched_values_;  // at the frame
  CommandWatch commands_;
};

RunRecorder::RunRecorder(const std::filesystem::path& path, Simulation& simulation,
                         const std::optional<RunParent>& parent) {
  impl_ = std::make_unique<Impl>(path, simulation, parent);
}
RunRecorder::~RunRecorder() = default;

void RunRecorder::after_step() {
  impl_->observe();
  if (impl_->due()) impl_->record();
}
void RunRecorder::flush_if_due(double now) { impl_->writer_.flush_if_due(now); }
void RunRecorder::close(const RunSummary& summary) { impl_->close(summary); }

}  // namespace grouser
