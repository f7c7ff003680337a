// SPDX-License-Identifier: BSD-3-Clause
// A communication step makes internal steps of the scenario's own length until the goal is reached: to half
// a step with fixed steps, to rounding with adaptive ones. The simulation is built at its first use and
// again after a parameter has changed. Inputs act from the next step on; those that were never set are not
// commanded.
#include "instance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/toml_text.hpp"
#include "grouser/simulation/build/header_world.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/step/external_drive.hpp"
#include "grouser/simulation/step/world.hpp"
#include "snapshot_bytes.hpp"

namespace grouser::fmu {
namespace {

constexpr double kRounding = 1e-9;    // s: of adaptive steps, whose times are sums
constexpr double kSameMoment = 1e-6;  // s: between the importer's time and the unit's, which are sums as well
constexpr double kLongestStep = 1e6;  // s
constexpr const char* kFrom = "FMU";
constexpr const char* kPhases[] = {"instantiated", "in initialization mode", "between steps",
                                   "failed in a step", "terminated"};
constexpr const char* kTypeWords[] = {"real", "integer", "boolean", "string"};

/// The unit's model; refuses a description that belongs to other resources.
FmuModel checked_model(const std::filesystem::path& resources, const std::string& token) {
  FmuModel model = read_fmu_resources(resources);
  if (model.token != token)
    throw InputError("instantiation", "the token '" + token + "'",
                     model.token + ", that of modelDescription.xml beside these resources");
  return model;
}

/// As --set takes the value: lists and numbers as they are, other texts in quotes.
std::string override_value(const FmuVariable& variable, const std::string& text) {
  const bool plain = variable.type != FmuType::string || text.starts_with('[');
  return plain ? text : toml_string(text);
}

}  // namespace

Instance::Instance(const std::filesystem::path& resources, const std::string& token, Log log)
    : model_(checked_model(resources, token)), log_(std::move(log)), first_(4) {
  // Variables are ordered by causality: the first of each gives the places of all.
  for (std::size_t k = model_.variables.size(); k-- > 0;)
    first_[static_cast<std::size_t>(model_.variables[k].causality)] = k;
  for (const FmuVariable& v : model_.variables)
    if (v.causality == FmuCausality::output && v.type == FmuType::real) outputs_.push_back(v.name);
  values_.resize(outputs_.size());
  reset();
}

void Instance::reset() {
  settings_ = {};
  for (const FmuVariable& v : model_.variables) {
    if (v.causality == FmuCausality::input) settings_.inputs.push_back(std::stod(v.start));
    if (v.causality == FmuCausality::parameter) settings_.parameters.push_back(v.start);
  }
  settings_.given.assign(settings_.inputs.size(), 0);
  channels_.reset();
  simulation_.reset();
  read_ = false;
  end_ = {};
}

void Instance::need_phase(std::initializer_list<Phase> allowed) const {
  if (std::ranges::find(allowed, settings_.phase) != allowed.end()) return;
  std::string words;
  for (const Phase phase : allowed)
    words += (words.empty() ? "" : ", or ") + std::string(kPhases[static_cast<std::size_t>(phase)]);
  throw InputError("call out of order",
                   fmt::format("a unit that is {}", kPhases[static_cast<std::size_t>(settings_.phase)]),
                   "one that is " + words);
}

void Instance::need_readable() const {
  need_phase({Phase::initialising, Phase::stepping, Phase::failed, Phase::terminated});
}

void Instance::set_start(double time) {
  need_phase({Phase::instantiated});
  if (!std::isfinite(time)) throw InputError("start time", fmt::format("{}", time), "a finite time, s");
  settings_.start = time;
}

void Instance::enter_initialization() {
  need_phase({Phase::instantiated});
  settings_.phase = Phase::initialising;
}

void Instance::exit_initialization() {
  need_phase({Phase::initialising});
  simulation();
  settings_.phase = Phase::stepping;
}

void Instance::terminate() {
  need_phase({Phase::stepping, Phase::failed});
  settings_.phase = Phase::terminated;
}

std::shared_ptr<const World> Instance::build(const std::vector<std::string>& parameters) const {
  std::vector<Override> changes;
  const std::size_t first = first_[static_cast<std::size_t>(FmuCausality::parameter)];
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    const FmuVariable& v = model_.variables[first + k];
    // Parameters at their start value need no override.
    if (parameters[k] != v.start)
      changes.push_back({v.name, override_value(v, parameters[k]), "parameter " + v.name});
  }
  return load_world_from_header(model_.header, kFrom, changes);
}

void Instance::use(Simulation simulation) {
  columns_.clear();
  const World& world = simulation.world();
  for (const FmuVariable& v : model_.variables)
    if (v.causality == FmuCausality::input) columns_.push_back(world.external->column(v.name));
  channels_.emplace(simulation, outputs_, kFrom);
  simulation_.emplace(std::move(simulation));
  read_ = false;
}

Simulation& Instance::simulation() {
  if (!simulation_) use(start_simulation(build(settings_.parameters)));
  return *simulation_;
}

void Instance::command_inputs() {
  std::vector<ExternalValue> values;
  for (std::size_t k = 0; k < columns_.size(); ++k)
    if (settings_.given[k]) values.push_back({columns_[k], settings_.inputs[k]});
  if (!values.empty()) simulation().command(ExternalCommand{values});
}

bool Instance::is_there() const {
  const RunSettings& settings = simulation_->world().settings;
  return simulation_->time() + (settings.adaptive ? kRounding : 0.5 * settings.dt) >= settings_.goal;
}

StepEnd Instance::do_step(double point, double size) {
  need_phase({Phase::stepping});
  // The importer must continue at the point that the last step reached.
  const double now = settings_.start + settings_.goal;
  if (!(std::abs(point - now) <= kSameMoment))
    throw InputError("communication point", fmt::format("{} s", point), fmt::format("{} s", now));
  if (!(size > 0.0 && size <= kLongestStep))
    throw InputError("communication step", fmt::format("{} s", size),
                     fmt::format("more than 0 s, at most {:g} s", kLongestStep));
  command_inputs();
  settings_.goal = point - settings_.start + size;
  read_ = false;
  // A failed step leaves the state of the last good one, which can still be read.
  while (!is_there() && !simulation_->finished())
    if (simulation_->step() != StepStatus::ok) {
      settings_.phase = Phase::failed;
      settings_.goal = simulation_->time();
      throw RunError(simulation_->failure().message);
    }
  end_ = {!is_there(), settings_.start + settings_.goal};
  // The scenario ended first: the time that was reached is the unit's own.
  if (end_.terminated) {
    settings_.goal = simulation_->time();
    end_.time = settings_.start + settings_.goal;
  }
  return end_;
}

const FmuVariable& Instance::variable(std::uint32_t reference, FmuType type) const {
  if (reference >= model_.variables.size())
    throw InputError("value reference", fmt::format("{}", reference),
                     fmt::format("0 to {}", model_.variables.size() - 1));
  const FmuVariable& v = model_.variables[reference];
  if (v.type != type)
    throw InputError(v.name, fmt::format("a call for {} values", kTypeWords[static_cast<std::size_t>(type)]),
                     fmt::format("that for {} values", kTypeWords[static_cast<std::size_t>(v.type)]));
  return v;
}

std::size_t Instance::place_of(std::uint32_t reference, FmuCausality causality) const {
  return reference - first_[static_cast<std::size_t>(causality)];
}

double Instance::real(std::uint32_t reference) {
  const FmuVariable& v = variable(reference, FmuType::real);
  if (v.causality == FmuCausality::independent) return settings_.start + settings_.goal;
  const std::size_t place = place_of(reference, v.causality);
  if (v.causality == FmuCausality::input) return settings_.inputs[place];
  if (v.causality == FmuCausality::parameter) return std::stod(settings_.parameters[place]);
  need_readable();
  // All outputs are read at once and kept until the state changes.
  if (!read_) channels_->read(simulation(), values_);
  read_ = true;
  return values_[place];
}

std::string Instance::text(std::uint32_t reference, FmuType type) {
  if (variable(reference, type).causality == FmuCausality::output) {
    need_readable();
    return hash_text(simulation().state_hash());
  }
  return settings_.parameters[place_of(reference, FmuCausality::parameter)];
}

void Instance::set_real(std::uint32_t reference, double value) {
  const FmuVariable& v = variable(reference, FmuType::real);
  if (!std::isfinite(value)) throw InputError(v.name, fmt::format("{}", value), "a finite number");
  if (v.causality == FmuCausality::parameter)
    return set_text(reference, FmuType::real, fmt::format("{}", value));
  if (v.causality != FmuCausality::input)
    throw InputError(v.name, "a value for what the unit computes", "inputs and parameters alone to be set");
  need_phase({Phase::instantiated, Phase::initialising, Phase::stepping});
  if (value < v.lowest || value > v.highest)
    throw InputError(v.name, fmt::format("{} {}", value, v.unit),
                     fmt::format("{} to {} {}", v.lowest, v.highest, v.unit));
  const std::size_t place = place_of(reference, FmuCausality::input);
  settings_.inputs[place] = value;
  settings_.given[place] = 1;
}

void Instance::set_text(std::uint32_t reference, FmuType type, const std::string& value) {
  const FmuVariable& v = variable(reference, type);
  if (v.causality != FmuCausality::parameter)
    throw InputError(v.name, "a value for what the unit computes", "inputs and parameters alone to be set");
  need_phase({Phase::instantiated, Phase::initialising});
  std::string& parameter = settings_.parameters[place_of(reference, FmuCausality::parameter)];
  if (parameter == value) return;
  // A changed parameter needs another world, which is built at its first use.
  parameter = value;
  channels_.reset();
  simulation_.reset();
  read_ = false;
}

const char* Instance::keep(const std::string& text) { return kept_.emplace_back(text).c_str(); }

const Snapshot& Instance::known(const Snapshot* saved) const {
  const auto found = std::ranges::find(saved_, saved, &std::unique_ptr<Snapshot>::get);
  if (found == saved_.end())
    throw InputError("saved state", "a pointer that is not one of this instance's states",
                     "one that it gave and that was not freed");
  return *saved;
}

Snapshot* Instance::save(Snapshot* over) {
  Snapshot now{settings_, nullptr, std::nullopt};
  if (simulation_) {
    now.world = simulation_->world().shared_from_this();
    now.state = simulation_->state();
  }
  if (over) {
    known(over);
    *over = std::move(now);
    return over;
  }
  return saved_.emplace_back(std::make_unique<Snapshot>(std::move(now))).get();
}

void Instance::restore(const Snapshot* saved) {
  const Snapshot& from = known(saved);
  if (!from.state) {
    channels_.reset();
    simulation_.reset();
  } else if (simulation_ && from.world.get() == &simulation_->world()) {
    // The same world is running: only its state changes.
    simulation_->restore(*from.state);
  } else {
    use(Simulation(from.world, *from.state));
  }
  settings_ = from.settings;
  read_ = false;
}

void Instance::release(const Snapshot* saved) {
  known(saved);
  std::erase_if(saved_, [&](const auto& own) { return own.get() == saved; });
}

std::vector<std::uint8_t> Instance::bytes_of(const Snapshot* saved) const {
  return snapshot_bytes(known(saved));
}

Snapshot* Instance::from_bytes(std::span<const std::uint8_t> bytes) {
  const auto world = [&](const Settings& settings) {
    if (settings.inputs.size() != settings_.inputs.size() ||
        settings.parameters.size() != settings_.parameters.size())
      throw InputError("serialised state", "other inputs or parameters", "a state of the same unit");
    // Equal parameters mean an equal world, which need not be built again.
    const bool same = simulation_ && settings.parameters == settings_.parameters;
    return same ? simulation_->world().shared_from_this() : build(settings.parameters);
  };
  return saved_.emplace_back(std::make_unique<Snapshot>(snapshot_from_bytes(bytes, world))).get();
}

}  // namespace grouser::fmu
