// SPDX-License-Identifier: BSD-3-Clause
// A scenario with settings that a caller hands over with each question: it keeps nothing but what was read of
// its ground.
#pragma once
#include <string>

#include "grouser/mission/campaign/batch_simulation.hpp"
#include "simulation.hpp"
#include "values.hpp"

namespace grouser::python {

class BoundScenario {
 public:
  /// An id of assets/scenarios or a path. Throws InputError where it cannot be read.
  explicit BoundScenario(const std::string& name);
  const std::string& name() const { return batch_.scenario(); }
  /// Reads the scenario with the settings and says what it is. Throws InputError.
  py::dict describe(const Settings& settings) const;
  /// All values that may be set: key, kind, value, fallback, unit, range, choices, help.
  py::list keys(const Settings& settings) const;
  /// Throws InputError and, where Ctrl+C came while it settled, KeyboardInterrupt.
  std::unique_ptr<BoundSimulation> start(const Settings& settings) const;
  /// Runs it to its end and records it, unless `out` is empty. Returns the report of grouser run --json.
  std::string run(const Settings& settings, const std::string& out, bool force,
                  const py::object& progress) const;

 private:
  BatchSimulation batch_;
};

}  // namespace grouser::python
