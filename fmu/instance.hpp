// SPDX-License-Identifier: BSD-3-Clause
// One instance of the unit: a world, its simulation, and what the importer has set. It knows neither version
// of the interface; the functions of both (fmi2_functions.cpp, fmi3_functions.cpp) are thin covers of it.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grouser/exchange/fmu/fmu_model.hpp"
#include "grouser/simulation/observe/chosen_channels.hpp"
#include "grouser/simulation/step/simulation.hpp"

namespace grouser::fmu {

/// Decides which calls are allowed.
enum class Phase : std::uint8_t {
  instantiated,  ///< parameters may be set
  initialising,  ///< parameters and inputs may be set, outputs read
  stepping,      ///< between steps
  failed,        ///< a step failed: the last good values can be read
  terminated
};

/// Values that the importer has set, and how far it is. Part of a saved state.
struct Settings {
  Phase phase = Phase::instantiated;
  double start = 0.0;  ///< time of the importer at the start of the scenario, s
  double goal = 0.0;   ///< communication point, s since the start of the scenario
  std::vector<double> inputs;
  std::vector<std::uint8_t> given;      ///< 1: the importer has set this input
  std::vector<std::string> parameters;  ///< as their types are written
};

/// A saved state: whatever the instance goes on from.
struct Snapshot {
  Settings settings;
  std::shared_ptr<const World> world;  ///< null: not built yet
  std::optional<SimulationState> state;
};

/// The end of one communication step.
struct StepEnd {
  bool terminated = false;  ///< the scenario ended before the step did
  double time = 0.0;        ///< reached, s, as the importer counts
};

/// Members throw InputError for calls out of order and values that are refused, RunError for steps that fail.
class Instance {
 public:
  using Log = std::function<void(int status, const std::string& message)>;
  /// `token`: of the description that the importer has read. Throws InputError where the resources have
  /// another.
  Instance(const std::filesystem::path& resources, const std::string& token, Log log);

  void set_start(double time);
  void enter_initialization();
  void exit_initialization();
  /// `point`: where the importer believes the unit to be, s.
  StepEnd do_step(double point, double size);
  void terminate();
  /// As it was made; saved states are kept.
  void reset();

  double real(std::uint32_t reference);
  std::string text(std::uint32_t reference, FmuType type);
  void set_real(std::uint32_t reference, double value);
  /// Sets a parameter, as its type is written.
  void set_text(std::uint32_t reference, FmuType type, const std::string& value);
  /// A text that lives until the next call that reads texts.
  const char* keep(const std::string& text);
  void forget_texts() { kept_.clear(); }

  /// A pointer for the importer. `known` (may be null): a state of this instance to write over.
  Snapshot* save(Snapshot* known);
  void restore(const Snapshot* saved);
  void release(const Snapshot* saved);
  std::vector<std::uint8_t> bytes_of(const Snapshot* saved) const;
  Snapshot* from_bytes(std::span<const std::uint8_t> bytes);

  void log(int status, const std::string& message) const { log_(status, message); }
  const StepEnd& last_end() const { return end_; }

 private:
  /// The variable of a reference; throws for another type or no variable.
  const FmuVariable& variable(std::uint32_t reference, FmuType type) const;
  /// Place among the variables of its causality.
  std::size_t place_of(std::uint32_t reference, FmuCausality causality) const;
  /// Throws for a call that is not allowed in the present phase.
  void need_phase(std::initializer_list<Phase> allowed) const;
  /// Throws before outputs can be read.
  void need_readable() const;
  /// The world of the scenario with these parameters.
  std::shared_ptr<const World> build(const std::vector<std::string>& parameters) const;
  /// The simulation, started at its first use.
  Simulation& simulation();
  /// Takes over a simulation and finds its channels and columns.
  void use(Simulation simulation);
  /// Hands the inputs that the importer has set to the drives.
  void command_inputs();
  /// Whether the simulation has reached the communication point.
  bool is_there() const;
  /// The saved state of a pointer; throws for one that is not of this instance.
  const Snapshot& known(const Snapshot* saved) const;

  FmuModel model_;
  Log log_;
  std::vector<std::size_t> first_;    // variable of each causality
  std::vector<std::string> outputs_;  // that are channels
  Settings settings_;
  std::optional<Simulation> simulation_;  // none: to be built from the parameters
  std::optional<ChosenChannels> channels_;
  std::vector<std::size_t> columns_;  // of the world's external drive, one per input
  std::vector<double> values_;        // of the outputs
  bool read_ = false;                 // values_ are those of the present state
  StepEnd end_;
  std::vector<std::string> kept_;
  std::vector<std::unique_ptr<Snapshot>> saved_;
};

}  // namespace grouser::fmu
