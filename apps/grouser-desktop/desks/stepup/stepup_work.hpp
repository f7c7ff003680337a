// SPDX-License-Identifier: BSD-3-Clause
// The desk at which a step up is planned for the robot of the open scenario: the numbers of the step, and
// what the planner finds.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "desks/stepup/stepup_request.hpp"
#include "desks/stepup/stepup_search.hpp"
#include "grouser/base/toml_input.hpp"

namespace grouser {
class World;
struct Frame;
}  // namespace grouser

namespace grouser::desktop {

/// A number of the step that can be changed.
struct StepupField {
  const char *key, *label, *unit;  ///< key: as in a file of a step up
  double& (*of)(StepupSpec&);
  double least, most;  ///< in that unit
  const char* tip;
};
std::span<const StepupField> stepup_fields();

/// The state that the panel shows.
struct StepupView {
  bool available = false;  ///< the scenario's own robot stands on two soles
  StepupSpec spec;
  bool changed = false;                        ///< it is no longer the scenario's own
  std::shared_ptr<const StepupAnswer> answer;  ///< the newest; null: none yet
  bool working = false;                        ///< a newer one is being found
  double progress = -1.0;  ///< of the search for single changes; less than 0: there is none
  bool platform = false;   ///< the scenario has a box `platform`, whose height follows
};

/// The numbers of the step, which begin with those of the scenario's robot, and the search for a plan.
class StepupWork {
 public:
  /// `now`: seconds of a steady clock.
  explicit StepupWork(std::function<double()> now) : now_(std::move(now)) {}

  /// Takes the open world; null if none can be changed. `first`: the first frame of the run, null while
  /// there is none.
  void show(std::shared_ptr<const World> world, const Frame* first);
  /// All but `use`.
  void carry_out(const StepupRequest& request);
  /// The settings by which the scenario's robot follows the plan, and its platform has the plan's height.
  /// Throws InputError where there is no feasible plan of the numbers shown.
  std::vector<Override> settings() const;
  /// Takes the search's results. Before this is called nothing is searched for.
  void update();
  const StepupView& view() const { return view_; }

 private:
  void take_numbers(const Frame& first);

  std::function<double()> now_;
  std::shared_ptr<const World> world_, told_;  // told_: whose numbers `own_` are
  std::string scenario_;                       // that they are of
  StepupSpec own_;
  double ahead_[2] = {1.0, 0.0};  // cosine and sine of the robot's heading
  bool fresh_ = false;            // there are numbers that nobody has planned for
  std::unique_ptr<StepupSearch> search_;
  StepupView view_;
};

}  // namespace grouser::desktop
