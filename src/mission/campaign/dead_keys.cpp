// SPDX-License-Identifier: BSD-3-Clause
// Finds keys that change nothing: three rows of the plan are run beside copies of themselves with another
// value of one key. States are compared at 0, 1, 2, 4, ... steps, so that a key which matters is recognised
// early; only a dead one runs to the end.
#include "grouser/mission/campaign/dead_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <optional>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/metrics.hpp"

namespace grouser {
namespace {

constexpr std::uint64_t kMostLooked = 50;    // rows whose values are candidates
constexpr std::size_t kMostKeys = 100;       // that are looked at
constexpr std::int64_t kStepsToCancel = 64;  // between looks at `cancelled`

/// A moment of a run: the first state, those after 1, 2, 4, ... steps, and the last one with all that a row
/// reports.
struct Look {
  std::uint64_t hash = 0;
  bool over = false;
  std::string report;
  bool operator==(const Look&) const = default;
};

/// A run that is advanced only as far as its state is needed.
class RowCourse {
 public:
  RowCourse(std::shared_ptr<const World> world, std::int64_t budget, std::function<bool()> cancelled)
      : budget_(budget),
        cancelled_(std::move(cancelled)),
        simulation_(start_simulation(std::move(world), cancelled_)),
        tracker_(simulation_) {
    looks_.push_back({simulation_.state_hash(), false, ""});
  }

  /// The look of this number, or the last one. Called from any thread.
  Look at(std::size_t number) {
    const std::lock_guard held(mutex_);
    while (looks_.size() <= number && !looks_.back().over) go_on();
    return looks_[std::min(number, looks_.size() - 1)];
  }

 private:
  /// Advances to the next power of two of steps, or to the end, and adds a look.
  void go_on() {
    const std::int64_t until = std::int64_t{1} << (looks_.size() - 1);
    std::string message;
    bool over = false;
    for (std::int64_t step = until / 2; step < until && !over; ++step) {
      over = simulation_.finished() || (budget_ > 0 && simulation_.step_count() >= budget_);
      if (over) break;
      if (simulation_.step() != StepStatus::ok) {
        message = simulation_.failure().message;
        over = true;
      } else {
        tracker_.observe(simulation_);
      }
      if (step % kStepsToCancel == 0 && cancelled_ && cancelled_()) throw Interrupted("");
    }
    looks_.push_back({simulation_.state_hash(), over, over ? report(message) : ""});
  }
  /// All that a row reports, as one text to compare.
  std::string report(const std::string& message) const {
    RunSummary summary =
        summarise(simulation_, tracker_, message.empty() ? RunStatus::completed : RunStatus::failed, message);
    summary.notes.clear();  // they may name the setting
    return to_json(summary);
  }

  std::int64_t budget_;
  std::function<bool()> cancelled_;
  Simulation simulation_;
  MetricsTracker tracker_;
  std::vector<Look> looks_;
  std::mutex mutex_;
};

/// Whether two runs look the same at all moments up to their end.
bool same_course(RowCourse& a, RowCourse& b) {
  for (std::size_t number = 0;; ++number) {
    const Look one = a.at(number), other = b.at(number);
    if (one != other) return false;
    if (one.over) return true;
  }
}

/// A key of the study with what the plan says of it.
struct StudiedKey {
  std::string key, place;
  bool live = false, judged = false;
  DeadKey found;
};

/// Crossed keys, then drawn ones.
std::vector<StudiedKey> studied_keys(const CampaignFile& file) {
  std::vector<StudiedKey> keys;
  for (const CrossSpec& cross : file.cross)
    keys.push_back({cross.key, "cross." + cross.key, false, false, {}});
  for (const DrawSpec& draw : file.draws) keys.push_back({draw.key, draw.place, false, false, {}});
  return keys;
}

/// The values that a row sets under a key; several if the key has a *.
std::vector<Override> set_under(const std::string& key, const std::vector<Override>& all) {
  std::vector<Override> own;
  for (const Override& one : all)
    if (one.key == key || matches_key(key, one.key)) own.push_back(one);
  return own;
}

/// Values as one text, to compare and to show.
std::string text_of(const std::vector<Override>& own) {
  std::vector<std::string> values;
  for (const Override& one : own) values.push_back(one.value);
  return fmt::format("{}", fmt::join(values, ", "));
}

/// The values that rows spread over the plan set.
std::vector<std::vector<Override>> spread_rows(const CampaignPlan& plan) {
  const std::uint64_t rows = plan.row_count(), looked = std::min(rows, kMostLooked);
  std::vector<std::vector<Override>> spread;
  for (std::uint64_t k = 0; k < looked; ++k)
    spread.push_back(plan.row(looked < 2 ? 0 : k * (rows - 1) / (looked - 1)).overrides);
  return spread;
}

/// Other values that rows have under a key, at most three: of numbers the largest, the least and one
/// between.
std::vector<std::vector<Override>> other_values(const std::vector<std::vector<Override>>& rows,
                                                const std::string& key, const std::vector<Override>& base) {
  const std::string own = text_of(set_under(key, base));
  // Each text once, without that of the row itself.
  std::vector<std::pair<double, std::vector<Override>>> found;
  for (const std::vector<Override>& row : rows) {
    std::vector<Override> other = set_under(key, row);
    const std::string text = text_of(other);
    const auto known = [&](const auto& pair) { return text_of(pair.second) == text; };
    if (other.empty() || text == own || std::any_of(found.begin(), found.end(), known)) continue;
    found.emplace_back(std::strtod(other.front().value.c_str(), nullptr), std::move(other));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  if (found.size() > 3) found = {found.back(), found.front(), found[found.size() / 2]};
  std::vector<std::vector<Override>> values;
  for (auto& pair : found) values.push_back(std::move(pair.second));
  return values;
}

/// A row with other values under a key.
std::vector<Override> changed(std::vector<Override> base, const std::vector<Override>& values) {
  for (Override& one : base)
    for (const Override& value : values)
      if (one.key == value.key) one = value;
  return base;
}

/// Compares a row with itself under other values of one key.
class RowTrial {
 public:
  RowTrial(const Campaign& campaign, std::uint64_t row, const std::vector<std::vector<Override>>& rows,
           const JobOptions& options)
      : campaign_(campaign), rows_(rows), own_(campaign.plan().row(row).overrides), options_(options) {}

  /// Nothing where the row itself makes no world.
  void judge(std::vector<StudiedKey>& keys) {
    if (!begin()) return;
    std::vector<StudiedKey*> open;
    for (StudiedKey& key : keys)
      if (!key.live) open.push_back(&key);
    run_jobs(open.size(), options_, [&](std::size_t k, const JobContext&) { judge_key(*open[k]); });
  }

 private:
  /// Makes the row's own run; false where its values give no world.
  bool begin() {
    try {
      base_.emplace(campaign_.batch().load(own_), campaign_.plan().file().budget_steps, options_.cancelled);
      return true;
    } catch (const InputError&) {
      return false;
    } catch (const RunError&) {
      return false;
    }
  }
  /// A key is live with the first value that changes the row, and judged where there was any other value.
  void judge_key(StudiedKey& key) {
    const std::vector<std::vector<Override>> others = other_values(rows_, key.key, own_);
    for (const std::vector<Override>& values : others) {
      if (!same_with(values)) {
        key.live = true;
        return;
      }
      if (key.found.values.empty()) key.found.values.push_back(text_of(set_under(key.key, own_)));
      key.found.values.push_back(text_of(values));
    }
    if (others.empty()) return;
    key.judged = true;
    // The look of number 64 is the last one: no run has 2^63 steps.
    key.found.state_hash = base_->at(64).hash;
  }
  /// A value that makes no world changes something.
  bool same_with(const std::vector<Override>& values) {
    try {
      RowCourse other(campaign_.batch().load(changed(own_, values)), campaign_.plan().file().budget_steps,
                      options_.cancelled);
      return same_course(*base_, other);
    } catch (const InputError&) {
      return false;
    } catch (const RunError&) {
      return false;
    }
  }

  const Campaign& campaign_;
  const std::vector<std::vector<Override>>& rows_;
  std::vector<Override> own_;
  const JobOptions& options_;
  std::optional<RowCourse> base_;
};

/// "motor.stall_torque" for "rover.motor.stall_torque": what the scenario itself says under the same name.
std::vector<std::string> keys_beside(const Campaign& campaign, const std::string& key) {
  std::vector<std::string> names;
  for (std::size_t dot = key.find('.'); dot != std::string::npos; dot = key.find('.', dot + 1))
    if (key.find('.', dot + 1) != std::string::npos) names.push_back(key.substr(dot + 1));
  std::vector<std::string> beside;
  for (const KeyNote& note : campaign.batch().read({}).keys)
    if (!note.value.empty() && note.key != key &&
        std::find(names.begin(), names.end(), note.key) != names.end())
      beside.push_back(note.key);
  return beside;
}

/// The message about a dead key with up to four of the values that were tried.
std::string described(const DeadKey& dead) {
  constexpr std::size_t kMostShown = 4;
  const std::size_t shown = std::min(dead.values.size(), kMostShown);
  return fmt::format(
      "a key that changes nothing: with {} a row ends in the same state ({}) with the same numbers",
      fmt::join(dead.values.begin(), dead.values.begin() + static_cast<std::ptrdiff_t>(shown), " and "),
      hash_text(dead.state_hash));
}

}  // namespace

std::vector<DeadKey> find_dead_keys(const Campaign& campaign, const JobOptions& options) {
  std::vector<StudiedKey> keys = studied_keys(campaign.plan().file());
  if (keys.size() > kMostKeys) keys.resize(kMostKeys);
  const std::vector<std::vector<Override>> spread = spread_rows(campaign.plan());
  const std::uint64_t rows = campaign.plan().row_count();
  // The first, the last and the middle row; a key stays a candidate until one of them changes.
  std::vector<std::uint64_t> tried{0};
  for (const std::uint64_t row : {rows - 1, rows / 2})
    if (rows > 0 && std::find(tried.begin(), tried.end(), row) == tried.end()) tried.push_back(row);
  try {
    for (const std::uint64_t row : tried)
      if (std::any_of(keys.begin(), keys.end(), [](const StudiedKey& key) { return !key.live; }))
        RowTrial(campaign, row, spread, options).judge(keys);
  } catch (const Interrupted&) {
    throw Interrupted("before the first row: nothing was written");
  }
  if (options.cancelled && options.cancelled())
    throw Interrupted("before the first row: nothing was written");
  // Keys that changed no row and had another value in at least one.
  std::vector<DeadKey> dead;
  for (StudiedKey& key : keys) {
    if (key.live || !key.judged) continue;
    key.found.key = key.key;
    key.found.place = key.place;
    key.found.other_keys = keys_beside(campaign, key.key);
    std::sort(key.found.values.begin(), key.found.values.end());
    key.found.values.erase(std::unique(key.found.values.begin(), key.found.values.end()),
                           key.found.values.end());
    dead.push_back(std::move(key.found));
  }
  return dead;
}

void refuse_dead_keys(const Campaign& campaign, const JobOptions& options) {
  const CampaignFile& file = campaign.plan().file();
  if (file.allow_dead_keys || file.envelope) return;
  const std::vector<DeadKey> dead = find_dead_keys(campaign, options);
  if (dead.empty()) return;
  std::string others;
  for (std::size_t k = 1; k < dead.size(); ++k) others += (k > 1 ? ", " : "; neither do ") + dead[k].key;
  std::string expected = "a key that matters";
  if (!dead.front().other_keys.empty())
    expected += fmt::format(" (the scenario has {}, which may stand in its place)",
                            fmt::join(dead.front().other_keys, ", "));
  throw InputError(dead.front().place, described(dead.front()) + others,
                   expected +
                       ", or values that reach what it limits, or, to run all rows the same, "
                       "`allow_dead_keys = true` in a campaign's file, --allow-dead-keys of a sweep");
}

}  // namespace grouser
