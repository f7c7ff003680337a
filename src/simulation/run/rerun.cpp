// SPDX-License-Identifier: BSD-3-Clause
// Repeats a recorded run and compares all that the file says of it, to the bit: states by their hashes,
// channels, events and metrics. The first difference ends the comparison.
#include <fmt/format.h>

#include <bit>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "build/document_source.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/float_environment.hpp"
#include "grouser/base/json_text.hpp"
#include "grouser/base/version.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/event_watch.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/run/resume.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

constexpr double kProgressInterval = 0.1;        // s of wall time between progress reports
constexpr std::int64_t kStepsBetweenLooks = 64;  // between checks for cancel

/// A recorded run as it began: at its scenario's start, or where it continued another run.
Simulation begin_again(const RunReader& reader, const std::function<bool()>& cancelled) {
  if (!reader.header().parent) return start_simulation(load_world_from_run(reader), cancelled);
  if (reader.keyframe_count() == 0 || reader.keyframe_frame(0) != 0)
    throw InputError(reader.path().string(), "a resumed run without a keyframe at its first frame",
                     "the state that it went on from");
  return simulation_at_keyframe(reader, 0, load_world_from_run(reader));
}

/// Note on a recording whose states have another layout, so that its bits may not be repeated; "" if none.
std::string layout_note(const RunHeader& header) {
  const std::string ours = fmt::format("version {},", kStateLayoutVersion);
  // Version 2 differs by what its hash counts, not by the laws.
  if (header.state_layout.starts_with(ours) || header.state_layout.starts_with("version 2,")) return "";
  return fmt::format(
      "recorded with states of layout {}, computed anew with version {}: the input is read and the run "
      "repeated, but the laws have changed since, so where ruts or soft soil matter the bits need not agree",
      header.state_layout.empty() ? "version 1"
                                  : header.state_layout.substr(0, header.state_layout.find(',')),
      kStateLayoutVersion);
}

/// Equality of bits, so that NaN equals itself and -0 differs from 0.
bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// The channels that a file and this program both have, by their places in each.
struct SharedChannels {
  SharedChannels(const RunReader& reader, const World& world) : recorded(reader.channels().size()) {
    std::map<std::string, std::size_t> places;
    for (std::size_t k = 0; k < reader.channels().size(); ++k) places[reader.channels()[k].name] = k;
    for (std::size_t k = 0; k < world.scene.channels.size(); ++k)
      if (const auto at = places.find(world.scene.channels[k].name); at != places.end())
        pairs.emplace_back(at->second, k);
  }
  std::vector<double> recorded;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< recorded, computed
};

/// A run beside its recording.
class Repeat {
 public:
  Repeat(const RunReader& reader, Simulation& simulation)
      : reader_(reader),
        simulation_(simulation),
        began_(simulation.step_count()),
        tracker_(simulation),
        writer_(simulation.world()),
        channels_(reader, simulation.world()) {}

  StepStatus step() {
    const StepStatus status = simulation_.step();
    if (status != StepStatus::ok) return status;
    tracker_.observe(simulation_);
    if (watch_) watch_->observe(simulation_);
    return status;
  }
  /// Tries the step that failed at a recording's end; its last frame and metrics may hold numbers of it.
  /// Returns whether it is one; it is tried once.
  bool try_failed_step();
  /// The difference in a frame whose state is the recorded one; "" if there is none.
  std::string difference_in_frame(std::size_t frame) {
    if (!watch_) watch_.emplace(simulation_);  // recordings of the window may begin in the middle
    reader_.read_frame(frame, channels_.recorded);
    writer_.fill(simulation_, computed_);
    for (const auto& [recorded, computed] : channels_.pairs)
      if (!same_bits(channels_.recorded[recorded], computed_.channels[computed]))
        return fmt::format("channel {}: recorded {}, computed {}", reader_.channels()[recorded].name,
                           channels_.recorded[recorded], computed_.channels[computed]);
    return "";
  }
  /// Differences in the events and, of a run that was closed, in its summary; "" if there are none.
  std::string difference_at_end() {
    const std::string events = difference_of_events();
    // The summary of a resumed recording counts from its own start.
    const bool whole =
        reader_.closed_cleanly() && reader_.read_steps().front() == static_cast<std::uint64_t>(began_);
    return events.empty() && whole ? difference_of_summary() : events;
  }

 private:
  std::string difference_of_events() const;
  std::string difference_of_summary();
  const RunReader& reader_;
  Simulation& simulation_;
  std::int64_t began_;  // step
  std::optional<EventWatch> watch_;
  bool tried_ = false;  // the step that failed
  MetricsTracker tracker_;
  FrameWriter writer_;
  SharedChannels channels_;
  Frame computed_;
};

/// Whether a text is the one that was noted, which a file cuts at its length.
bool is_text_of(const std::string& recorded, const std::string& noted) {
  constexpr std::size_t kLongestCharacter = 4;  // bytes of UTF-8
  return recorded == noted ||
         (recorded.size() + kLongestCharacter > kEventTextBytes && noted.rfind(recorded, 0) == 0);
}

std::string Repeat::difference_of_events() const {
  std::vector<RunEvent> recorded;
  for (RunEvent& event : reader_.read_events())
    if (event.kind != "resumed" && event.kind != "warning" && event.kind != "failure")
      recorded.push_back(std::move(event));  // the others are words about the run
  const std::vector<RunEvent> noted = watch_ ? watch_->events() : std::vector<RunEvent>();
  // Events are compared in order; a text may have been cut by the file.
  for (std::size_t k = 0; k < std::min(recorded.size(), noted.size()); ++k)
    if (!same_bits(recorded[k].time, noted[k].time) || recorded[k].kind != noted[k].kind ||
        !is_text_of(recorded[k].text, noted[k].text))
      return fmt::format("event {}: recorded '{} {}' at {} s, computed '{} {}' at {} s", k, recorded[k].kind,
                         recorded[k].text, recorded[k].time, noted[k].kind, noted[k].text, noted[k].time);
  // A recording without its end has events beyond its last frame, or lacks them.
  if (recorded.size() == noted.size() || !reader_.closed_cleanly()) return "";
  return fmt::format("events: recorded {}, computed {}", recorded.size(), noted.size());
}

bool Repeat::try_failed_step() {
  const nlohmann::json recorded = parse_json<nlohmann::json>(reader_.summary(), reader_.path().string());
  const bool failed = recorded.is_object() && recorded.contains("status") &&
                      recorded["status"] == to_string(RunStatus::failed);
  if (!failed || simulation_.finished() || std::exchange(tried_, true)) return false;
  step();
  return true;
}

std::string Repeat::difference_of_summary() {
  const nlohmann::json recorded = parse_json<nlohmann::json>(reader_.summary(), reader_.path().string());
  if (!recorded.is_object() || !recorded.contains("metrics") || !recorded["metrics"].is_object()) return "";
  // The metrics of a failed run include the step that failed.
  try_failed_step();
  const RunSummary summary = summarise(simulation_, tracker_, RunStatus::completed, "");
  const nlohmann::json computed = parse_json<nlohmann::json>(to_json(summary), "this run's summary");
  // Metrics that only one version has are not compared.
  for (const auto& [name, metric] : recorded["metrics"].items())
    if (computed["metrics"].contains(name) && computed["metrics"][name] != metric)
      return fmt::format("metric {}: recorded {}, computed {}", name, metric.dump(),
                         computed["metrics"][name].dump());
  const bool judged = recorded.contains("verdict") || computed.contains("verdict");
  if (judged && recorded.value("verdict", nlohmann::json()) != computed.value("verdict", nlohmann::json()))
    return fmt::format("verdict: recorded {}, computed {}",
                       recorded.value("verdict", nlohmann::json()).dump(),
                       computed.value("verdict", nlohmann::json()).dump());
  return "";
}

/// Steps to the recorded step; false if it was cancelled.
bool step_to(std::uint64_t step, const Simulation& simulation, Repeat& repeat, const RunOptions& options) {
  // A forged step count ends with the scenario.
  while (simulation.step_count() < static_cast<std::int64_t>(step) &&
         simulation.time() <= simulation.world().settings.duration) {
    if (repeat.step() != StepStatus::ok) break;
    // Frames may lie as far apart as the whole run.
    if (simulation.step_count() % kStepsBetweenLooks == 0 && options.cancelled && options.cancelled())
      return false;
  }
  return true;
}

}  // namespace

RerunResult rerun(const std::filesystem::path& run_file, const RunOptions& options) {
  const StandardArithmetic arithmetic;
  const RunReader reader(run_file);
  check_recorded_level(reader);
  Simulation simulation = begin_again(reader, options.cancelled);
  const std::vector<std::uint64_t> hashes = reader.read_state_hashes(), steps = reader.read_steps();
  const std::vector<double> times = reader.read_times();
  RerunResult result;
  // Differences of version and layout are noted, not refused.
  if (reader.header().program_version != version())
    result.note = "recorded by version " + reader.header().program_version + ", repeated by " + version();
  if (const std::string note = layout_note(reader.header()); !note.empty())
    result.note += (result.note.empty() ? "" : "; ") + note;
  Repeat repeat(reader, simulation);
  double reported = options.now ? options.now() : 0.0;
  // Frame by frame: same step, same state, same channels.
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    if (!step_to(steps[i], simulation, repeat, options)) {
      result.interrupted = true;
      return result;
    }
    ++result.frames_compared;
    const auto difference = [&]() -> std::string {
      const bool same = simulation.step_count() == static_cast<std::int64_t>(steps[i]) &&
                        recorded_hash(simulation.state(), reader) == hashes[i];
      return same ? repeat.difference_in_frame(i) : "state";
    };
    result.difference = difference();
    // The last frame of a failed run may hold numbers of the step that failed.
    if (!result.difference.empty() && i + 1 == hashes.size() && repeat.try_failed_step())
      result.difference = difference();
    if (!result.difference.empty()) {
      result.first_difference = static_cast<std::int64_t>(i);
      result.first_difference_time = times[i];
      return result;
    }
    if (options.now && options.now() - reported > kProgressInterval) {
      reported = options.now();
      if (options.progress) options.progress(times[i], times.back());
    }
  }
  // Events and summary, once all frames agree.
  if (!hashes.empty()) result.difference = repeat.difference_at_end();
  return result;
}

}  // namespace grouser
