// SPDX-License-Identifier: BSD-3-Clause
// The card's content is found anew on every update; only the numbers that a scenario asks for are kept,
// because they need all frames. Whether a run is another one follows from its first frame or its scene.
#include "desks/result/result_work.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>

#include "common/headline_metrics.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/output_files.hpp"
#include "grouser/recording/run_file/run_repair.hpp"
#include "session/named_by_moment.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDistance = "distance";
constexpr const char* kEnergyError = "energy_ledger_error";
constexpr double kNothing = 5e-4;       // m, N, deg or a share: below it a card would say 0
constexpr std::size_t kMostOthers = 4;  // beside distance and energy error

/// Whether a metric adds little to the distance, or is the same in every run of a vehicle.
bool tells_little(const std::string& name) {
  constexpr std::array<std::string_view, 4> kLittle = {kDistance, kEnergyError, "displacement", "weight"};
  return std::find(kLittle.begin(), kLittle.end(), name) != kLittle.end();
}

/// A name as words that begin with a capital letter.
std::string begun_large(std::string text) {
  std::replace(text.begin(), text.end(), '_', ' ');
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

/// The reason why the run failed, from its event.
std::string failure_of(const std::vector<RunEvent>& events) {
  const auto found =
      std::find_if(events.rbegin(), events.rend(), [](const RunEvent& e) { return e.kind == "failure"; });
  return found == events.rend() ? "The run stopped." : found->text;
}

bool has_failed(const RunView& run) {
  return run.ended == RunState::failed || run.data->report().status == to_string(RunStatus::failed);
}

/// Tone, word and sentence of a run that is judged, over or broken.
void tell_outcome(const RunView& run, ResultView& view) {
  const RunReport& report = run.data->report();
  // A replay without its end was interrupted, which is no failure.
  const bool broken_off = run.mode == SessionMode::replay && report.status != to_string(RunStatus::completed);
  if (has_failed(run)) {
    view.tone = VerdictTone::bad;
    view.word = "Broken off";
    view.sentence = failure_of(run.data->events());
  } else if (report.verdict) {
    view.tone = tone_of(*report.verdict);
    view.word = begun_large(report.verdict->name);
    view.sentence = begun_large(report.verdict->reason);
  } else if (broken_off) {
    view.tone = VerdictTone::open;
    view.word = "Interrupted";
    view.sentence = "The run was ended before its end.";
  } else {
    view.tone.reset();
    view.word = "Finished";
    view.sentence = "The run has reached its end.";
  }
}

/// Path for a file about the run: beside the run file if a person chose that, else in the working folder
/// under the present time.
std::string beside(const RunView& run, const char* ending) {
  const fs::path file = fs::absolute(run.run_file);
  const bool own = run.mode == SessionMode::replay || run.run_file == run.recorded_path ||
                   run.run_file == run.recording_path;
  if (own) return (file.parent_path() / (file.stem().string() + ending)).string();
  return fs::absolute(named_by_moment(run.scene->name, ending)).string();
}

/// Copies a closed run file as it is; of one that still grows, the committed part is written anew. Returns
/// `to`.
std::string save_run(const std::string& from, const std::string& to, bool whole) {
  if (!whole) {
    repair_run(from, to);
    return to;
  }
  PendingFile file(to);
  std::error_code error;
  fs::copy_file(from, file.temporary(), fs::copy_options::overwrite_existing, error);
  if (error) throw RunError(to + ": cannot be written: " + error.message());
  file.commit();
  return to;
}

}  // namespace

std::vector<ResultNumber> result_numbers(const RunReport& report) {
  std::vector<ResultNumber> others, numbers;
  // Headlines above kNothing, in their order of rank, between the distance and the energy error.
  for (const auto& [name, metric] : report.metrics)
    if (!tells_little(name) && is_headline(name) && std::fabs(metric.value) >= kNothing)
      others.push_back({name, metric.value, metric.unit});
  headlines_first(others);
  others.resize(std::min(others.size(), kMostOthers));
  const auto add = [&](const char* name) {
    const auto found = report.metrics.find(name);
    if (found != report.metrics.end()) numbers.push_back({name, found->second.value, found->second.unit});
  };
  add(kDistance);
  numbers.insert(numbers.end(), others.begin(), others.end());
  add(kEnergyError);
  return numbers;
}

bool ResultNumber::below_margin() const { return value < 0.0 && name.find("margin") != std::string::npos; }

namespace {

/// A value of the channel over the whole run, its peaks between frames included. The mean is over time, by
/// the trapezoidal rule, and leaves out intervals with NaN; NaN where there is no value.
double value_of(ShownNumber::Of of, const ChannelSamples& samples) {
  double least = INFINITY, largest = -INFINITY, area = 0.0, time = 0.0;
  const std::size_t count = std::min(samples.times.size(), samples.values.size());
  for (std::size_t k = 0; k < count; ++k) {
    // fmin and fmax skip NaN.
    const double value = samples.values[k];
    least = std::fmin(least, value);
    largest = std::fmax(largest, value);
    if (k == 0 || !std::isfinite(value + samples.values[k - 1])) continue;
    const double step = samples.times[k] - samples.times[k - 1];
    area += 0.5 * step * (value + samples.values[k - 1]);
    time += step;
  }
  switch (of) {
    case ShownNumber::Of::least:
      return least < INFINITY ? least : NAN;
    case ShownNumber::Of::largest:
      return largest > -INFINITY ? largest : NAN;
    case ShownNumber::Of::mean:
      return area / time;  // NaN without two values
    case ShownNumber::Of::end:
    case ShownNumber::Of::metric:
      break;
  }
  return count > 0 ? samples.values[count - 1] : NAN;
}

}  // namespace

std::vector<ResultNumber> asked_numbers(RunData& run) {
  std::vector<ResultNumber> numbers;
  const std::map<std::string, Metric>& metrics = run.report().metrics;
  const std::vector<ChannelSpec>& channels = run.scene()->channels;
  for (const ShownNumber& asked : run.scene()->numbers) {
    // A number that the run lacks stays NaN and is shown as "-".
    ResultNumber number{asked.name, NAN, "-", asked.label};
    if (asked.of == ShownNumber::Of::metric) {
      if (const auto found = metrics.find(asked.name); found != metrics.end()) {
        number.value = found->second.value;
        number.unit = found->second.unit;
      }
    } else {
      const auto found = std::find_if(channels.begin(), channels.end(),
                                      [&](const ChannelSpec& c) { return c.name == asked.name; });
      if (found != channels.end()) {
        number.value = value_of(asked.of, run.samples(static_cast<std::size_t>(found - channels.begin())));
        number.unit = found->unit;
      }
    }
    numbers.push_back(std::move(number));
  }
  if (const auto error = metrics.find(kEnergyError); !numbers.empty() && error != metrics.end())
    numbers.push_back({kEnergyError, error->second.value, error->second.unit});
  return numbers;
}

void ResultWork::update(const RunView& run) {
  const bool judged = run.data && run.data->report().verdict.has_value();
  const bool live = run.mode == SessionMode::live && (run.ended || judged);
  const bool told = (live || run.mode == SessionMode::replay) && run.data && run.data->frame_count() > 0;
  // A live run has its own first frame; a replay reads frames anew each time, but has one scene per open
  // file.
  std::shared_ptr<const void> which;
  if (told) which = live ? std::shared_ptr<const void>(run.data->frame(0)) : run.scene;
  // Another run opens the card again.
  if (which != which_) {  // another run, or this one again
    closed_ = false;
    asked_.clear();
  }
  which_ = std::move(which);
  if (!told || closed_) {
    view_ = {};
    return;
  }
  tell_outcome(run, view_);
  view_.shown = true;
  view_.live = live;
  view_.over = run.ended.has_value() || !live;
  view_.simulated = run.newest - (live ? 0.0 : run.data->times().front());
  // The last metrics of a run come after its last frame, so the end of the run counts as a change too.
  if (asked_frames_ != run.data->frame_count() || asked_over_ != view_.over || asked_.empty()) {
    asked_ = asked_numbers(*run.data);
    asked_frames_ = run.data->frame_count();
    asked_over_ = view_.over;
  }
  view_.numbers = asked_.empty() ? result_numbers(run.data->report()) : asked_;
  view_.recording = live ? run.recorded_path : std::string();
  view_.file = run.run_file;
  view_.reporting = report_.running();
}

void ResultWork::save(const std::string& path, const RunView& run) {
  if (saving_.running()) return;
  check_outputs({{"the run", path, run_file_kind()}}, {run.run_file}, Replace::ours);
  // The file of a run in progress has no end yet.
  const bool whole = run.mode == SessionMode::replay || run.ended.has_value();
  saving_.start("Saving " + path,
                [from = run.run_file, path, whole](const Job::GoOn&) { return save_run(from, path, whole); });
}

void ResultWork::carry_out(const ResultRequest& r, const RunView& run) {
  using Kind = ResultRequest::Kind;
  if (r.kind == Kind::close) {
    close();
    return;
  }
  // Reports, tables and saving need a run file.
  if (run.run_file.empty())
    throw InputError("this run",
                     run.mode == SessionMode::connected ? "simulated by another program" : "no step yet",
                     "a recorded run, or a live one that has begun");
  switch (r.kind) {
    case Kind::report:
      return report_.report(fs::absolute(run.run_file).string(), beside(run, "_report.html"));
    case Kind::export_csv:
      return report_.export_csv(fs::absolute(run.run_file).string(), beside(run, "_csv"));
    case Kind::save:
      return save(r.path, run);
    case Kind::close:
      return;
  }
}

bool ResultWork::close() {
  if (!view_.shown) return false;
  closed_ = true;
  view_ = {};
  return true;
}

}  // namespace grouser::desktop
