// SPDX-License-Identifier: BSD-3-Clause
// Models of whole rovers: a climb of the tilt bed per row, or one run of a scenario whose channel serves
// all rows. Both are tried at the middle of all ranges before the fit begins, so that wrong names are found
// at once.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "fit/forward_parts.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/mission/campaign/batch_simulation.hpp"
#include "grouser/mission/campaign/run_comparison.hpp"
#include "grouser/mission/gradeability/gradeability.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/soil/laws/soil_number_access.hpp"

namespace grouser {
namespace {

constexpr double kTiltSpeed = 0.1,
                 kTiltGravity = 9.81;     // m/s, m/s2: of a bed on Earth where the data say nothing
constexpr double kStallSlip = 1.0;        // the least slip of a rover that stalls
constexpr double kSamplesOfRun = 2000.0;  // between which the channel is linear

bool never() { return false; }

/// A rover on a tilt bed; a row is one climb.
class TiltModel final : public ForwardModel {
 public:
  TiltModel(const MeasuredSet& set, const std::vector<FitKey>& keys, const FitBase& base)
      : rover_(set.setting("rover", "")), keys_(keys), base_(base) {
    if (rover_.empty())
      throw InputError(set.name, "no rover",
                       "the rover of the tilt bed after the file's name, as rover=viper_mgru3");
    const FitRow& row = set.rows.front();
    // Errors of rover, soil or keys are reported before the fit begins.
    std::vector<double> middle;
    for (const FitKey& key : keys) middle.push_back(key.value(0.5));
    (void)grade_inputs(spec_of(row, middle));
  }
  RowModel at(std::span<const double> values, const std::function<bool()>& cancelled) const override {
    return [this, values = std::vector<double>(values.begin(), values.end()), cancelled](
               const FitRow& row, std::span<double> out) {
      const auto stop = cancelled ? cancelled : std::function<bool()>(never);
      std::optional<GradePoint> point;
      try {
        point = run_grade_point(
            spec_of(row, values), row.condition(FitCondition::tilt), [](double) {}, stop);
      } catch (const InputError&) {
        return false;
      }
      if (!point) throw Interrupted("while a tilt bed was fitted");
      if (!point->settled && !point->stalled) return false;
      out[static_cast<std::size_t>(FitChannel::slip)] = point->settled ? point->slip : kStallSlip;
      return true;
    };
  }
  bool costly() const override { return true; }

 private:
  /// The climb's settings: conditions of the row, keys at these values.
  GradeabilitySpec spec_of(const FitRow& row, std::span<const double> values) const {
    const auto given = [&](FitCondition c, double otherwise) {
      return std::isnan(row.condition(c)) ? otherwise : row.condition(c);
    };
    return {.rover = rover_,
            .soil = base_.soil,
            .speed = given(FitCondition::speed, kTiltSpeed),
            .gravity = given(FitCondition::gravity, kTiltGravity),
            .max_time = std::nullopt,
            .settings = fit_overrides(keys_, values, base_)};
  }
  std::string rover_;
  std::vector<FitKey> keys_;
  FitBase base_;
};

/// A channel of a run over time.
struct ChannelRecord {
  std::vector<double> times, values;
};

/// A scenario whose channel is compared with values over time.
class RunModel final : public ForwardModel {
 public:
  RunModel(const MeasuredSet& set, const std::vector<FitKey>& keys, const FitBase& base)
      : batch_(set.setting("scenario", "")), keys_(keys), base_(base), channel_(set.setting("channel", "")) {
    if (batch_.scenario().empty())
      throw InputError(set.name, "no scenario", "the scenario after the file's name, as scenario=my_drive");
    if (const std::string text = set.setting("offset", "0");
        std::from_chars(text.data(), text.data() + text.size(), offset_).ptr != text.data() + text.size())
      throw InputError(set.name, "offset=" + text, "seconds");
    std::vector<double> middle;
    for (const FitKey& key : keys) middle.push_back(key.value(0.5));
    const auto world = batch_.load(fit_overrides(keys_, middle, base_));
    index_ = channel_index(*world, set.name);
  }
  RowModel at(std::span<const double> values, const std::function<bool()>& cancelled) const override {
    const auto record = drive(values, cancelled ? cancelled : std::function<bool()>(never));
    if (!record) return {};
    return [this, record = *record](const FitRow& row, std::span<double> out) {
      double& value = out[static_cast<std::size_t>(FitChannel::value)];
      value = value_at(record.times, record.values, row.condition(FitCondition::time) + offset_);
      return std::isfinite(value);
    };
  }
  bool costly() const override { return true; }
  bool whole() const override { return true; }

 private:
  /// Place of the channel among those of the world; throws InputError with what is near.
  std::size_t channel_index(const World& world, const std::string& place) const {
    std::vector<std::string> names;
    for (const ChannelSpec& channel : world.scene.channels) names.push_back(channel.name);
    const auto found = std::find(names.begin(), names.end(), channel_);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    throw InputError(place, channel_.empty() ? "no channel" : "channel=" + channel_,
                     "a channel of the run" + did_you_mean(channel_, names) + ": " + word_list(names));
  }
  /// The channel over the run at about kSamplesOfRun times; nothing where the values make no world or the
  /// run fails.
  std::optional<ChannelRecord> drive(std::span<const double> values,
                                     const std::function<bool()>& cancelled) const {
    ChannelRecord record;
    try {
      const auto world = batch_.load(fit_overrides(keys_, values, base_));
      Simulation simulation = start_simulation(world, cancelled);
      FrameWriter writer(*world);
      Frame frame;
      double next = -1.0;
      RunOptions options;
      // The clock is not needed: nothing is reported.
      options.now = [] { return 0.0; };
      options.cancelled = cancelled;
      options.observe = [&](const Simulation& now, const MetricsTracker&) {
        if (now.time() < next) return;
        writer.fill(now, frame);
        record.times.push_back(frame.time), record.values.push_back(frame.channels[index_]);
        next = now.time() + world->settings.duration / kSamplesOfRun;
      };
      if (run_scenario(simulation, options).status == RunStatus::interrupted)
        throw Interrupted("while a run was fitted");
    } catch (const InputError&) {
      return std::nullopt;
    } catch (const RunError&) {
      return std::nullopt;
    }
    return record;
  }
  BatchSimulation batch_;
  std::vector<FitKey> keys_;
  FitBase base_;
  std::string channel_;
  double offset_ = 0.0;  // run less measurement, s
  std::size_t index_ = 0;
};

}  // namespace

std::vector<Override> fit_overrides(const std::vector<FitKey>& keys, std::span<const double> values,
                                    const FitBase& base) {
  std::vector<Override> overrides = base.settings;
  if (base.law)
    overrides.push_back(
        {"soil.law", fmt::format("\"{}\"", kSoilLaws[static_cast<std::size_t>(*base.law)]), "--law"});
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const std::string key = is_soil_number(keys[k].key) ? "soil." + keys[k].key : keys[k].key;
    overrides.push_back({key, fmt::format("{}", values[k]), "--vary " + keys[k].key});
  }
  return overrides;
}

std::unique_ptr<ForwardModel> make_tilt_model(const MeasuredSet& set, const std::vector<FitKey>& keys,
                                              const FitBase& base) {
  return std::make_unique<TiltModel>(set, keys, base);
}

std::unique_ptr<ForwardModel> make_run_model(const MeasuredSet& set, const std::vector<FitKey>& keys,
                                             const FitBase& base) {
  return std::make_unique<RunModel>(set, keys, base);
}

}  // namespace grouser
