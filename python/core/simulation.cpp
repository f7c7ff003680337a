// SPDX-License-Identifier: BSD-3-Clause
// Steps run without the interpreter's lock in slices of 50 ms, between which signals are looked at, so that
// Ctrl+C ends a long call. Every member holds the busy flag, so that a second thread gets an error instead
// of a state between two steps.
#include "simulation.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <chrono>
#include <cmath>

#include "bindings.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/float_environment.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/vehicle/drive/hand_drive.hpp"
#include "work.hpp"

namespace grouser::python {
namespace {

constexpr const char* kBusy = "simulation";
constexpr double kLook = 0.05;     // s between looks for signals
constexpr std::int64_t kFew = 16;  // steps between looks at the clock

/// Makes up to `count` steps, for kLook seconds at most. Returns their number.
std::int64_t step_for_a_while(Simulation& simulation, std::int64_t count) {
  const py::gil_scoped_release released;
  const StandardArithmetic arithmetic;
  const double end = count > kFew ? steady_seconds() + kLook : 0.0;
  std::int64_t made = 0;
  while (made < count && !simulation.finished()) {
    if (simulation.step() != StepStatus::ok) throw RunError(simulation.failure().message);
    if (++made % kFew == 0 && made < count && steady_seconds() > end) break;
  }
  return made;
}

/// A command of the hand drive: m/s, 1/m, rad and rad/s; refuses unknown modes and numbers that are not
/// finite.
HandCommand hand_command(const std::string& mode, double speed, double curvature, double crab,
                         double turn_rate) {
  for (const auto& [name, value] :
       {std::pair{"speed", speed}, {"curvature", curvature}, {"crab", crab}, {"turn_rate", turn_rate}})
    if (!std::isfinite(value)) throw InputError(name, fmt::format("{}", value), "a number");
  HandCommand command;
  command.on = mode != "off";
  command.phase.speed = speed;
  command.phase.curvature = curvature;
  command.phase.crab = crab;
  command.phase.turn_rate = turn_rate;
  if (mode == "crab")
    command.phase.mode = DriveMode::crab;
  else if (mode == "point_turn")
    command.phase.mode = DriveMode::point_turn;
  else if (mode != "arc" && mode != "off")
    throw InputError("mode", "'" + mode + "'", "one of arc, crab, point_turn, off");
  return command;
}

/// Adds position, m, and quaternion w, x, y, z of a pose.
void add_pose(const RigidTransform& pose, std::vector<double>& numbers) {
  const Eigen::Quaterniond turn(pose.R);
  for (const double number : {pose.p.x(), pose.p.y(), pose.p.z(), turn.w(), turn.x(), turn.y(), turn.z()})
    numbers.push_back(number);
}

/// Name, unit and description of each channel of the scene.
py::list channel_list(const BoundSimulation& simulation) {
  py::list list;
  for (const ChannelSpec& channel : simulation.world().scene.channels)
    list.append(py::make_tuple(text_of(channel.name), text_of(channel.unit), text_of(channel.description)));
  return list;
}

/// Name, unit, lowest and highest of what can be commanded from outside; nothing where the scenario commands
/// the drives.
py::list command_list(const BoundSimulation& simulation) {
  py::list list;
  if (!simulation.world().external) return list;
  for (const ExternalColumn& column : simulation.world().external->columns)
    list.append(py::make_tuple(text_of(column.name), text_of(column.unit), column.lowest, column.highest));
  return list;
}

}  // namespace

BoundSimulation::BoundSimulation(Simulation simulation)
    : world_(simulation.world().shared_from_this()),
      simulation_(std::move(simulation)),
      writer_(*world_),
      live_(world_->settings) {}

std::int64_t BoundSimulation::step(std::int64_t count) {
  if (count < 0) throw InputError("count", std::to_string(count), "a number of steps, 0 or more");
  const Hold hold(busy_, kBusy);
  filled_ = false;
  std::int64_t made = 0;
  while (true) {
    const std::int64_t more = step_for_a_while(simulation_, count - made);
    made += more;
    if (more == 0 || made == count) return made;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
}

void BoundSimulation::show_anew() {
  live_ = LiveFrames(world_->settings);
  shown_ = false;
}

bool BoundSimulation::step_to_live_frame() {
  const Hold hold(busy_, kBusy);
  // The first call shows the present state, even that of a finished run.
  const bool begins = !shown_;
  shown_ = true;
  if (!begins && simulation_.finished()) return false;
  while (!live_.due(simulation_.time()) && !simulation_.finished()) {
    filled_ = false;
    step_for_a_while(simulation_, 1);
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  live_.shown(simulation_.time());
  return true;
}

double BoundSimulation::time() {
  const Hold hold(busy_, kBusy);
  return simulation_.time();
}

std::int64_t BoundSimulation::step_count() {
  const Hold hold(busy_, kBusy);
  return simulation_.step_count();
}

bool BoundSimulation::finished() {
  const Hold hold(busy_, kBusy);
  return simulation_.finished();
}

std::uint64_t BoundSimulation::state_hash() {
  const Hold hold(busy_, kBusy);
  return simulation_.state_hash();
}

std::unique_ptr<BoundState> BoundSimulation::state() {
  const Hold hold(busy_, kBusy);
  return std::make_unique<BoundState>(world_, simulation_.state());
}

void BoundSimulation::restore(const BoundState& state) {
  if (state.world() != world_)
    throw InputError("state", "one of another world",
                     "one of this simulation, or of one that branch() made of it");
  const Hold hold(busy_, kBusy);
  filled_ = false;
  simulation_.restore(state.state());
  show_anew();
}

void BoundSimulation::reset() {
  const Hold hold(busy_, kBusy);
  filled_ = false;
  simulation_.reset();
  show_anew();
}

std::unique_ptr<BoundSimulation> BoundSimulation::branch() {
  const Hold hold(busy_, kBusy);
  return std::make_unique<BoundSimulation>(Simulation(world_, simulation_.state()));
}

const Frame& BoundSimulation::frame() {
  if (!filled_) writer_.fill(simulation_, frame_);
  filled_ = true;
  return frame_;
}

double BoundSimulation::channel(std::size_t index) {
  const Hold hold(busy_, kBusy);
  const std::vector<double>& channels = frame().channels;
  if (index >= channels.size())
    throw InputError("channel", std::to_string(index), fmt::format("a number below {}", channels.size()));
  return channels[index];
}

py::object BoundSimulation::channels() {
  const Hold hold(busy_, kBusy);
  return array_of(std::vector<double>(frame().channels));
}

py::object BoundSimulation::poses() {
  const Hold hold(busy_, kBusy);
  std::vector<double> numbers;
  for (const RigidTransform& pose : frame().body_poses) add_pose(pose, numbers);
  return array_of(std::move(numbers), 7);
}

void BoundSimulation::command(const HandCommand& command) {
  const Hold hold(busy_, kBusy);
  simulation_.command(command);
}

void BoundSimulation::command_drives(const std::vector<std::size_t>& columns,
                                     const std::vector<double>& values) {
  if (columns.size() != values.size())
    throw InputError("values", fmt::format("{} of them", values.size()),
                     fmt::format("{}, one per column", columns.size()));
  const Hold hold(busy_, kBusy);
  ordered_.clear();
  for (std::size_t k = 0; k < columns.size(); ++k) ordered_.push_back({columns[k], values[k]});
  simulation_.command(ExternalCommand{ordered_});
}

void bind_simulation(py::module_& module) {
  py::class_<BoundState> state(module, "State");
  forbid_new(state);
  state.def_property_readonly("time", [](const BoundState& s) { return s.state().motion.time; })
      .def_property_readonly("step", [](const BoundState& s) { return s.state().step; })
      .def_property_readonly("hash",
                             [](const BoundState& s) { return text_of(hash_text(s.state().hash())); });
  py::class_<BoundSimulation> bound(module, "Simulation");
  forbid_new(bound);
  bound.def("step", &BoundSimulation::step, py::arg("count"))
      .def("step_to_live_frame", &BoundSimulation::step_to_live_frame)
      .def_property_readonly("time", &BoundSimulation::time)
      .def_property_readonly("step_count", &BoundSimulation::step_count)
      .def_property_readonly("finished", &BoundSimulation::finished)
      .def_property_readonly("state_hash",
                             [](BoundSimulation& s) { return text_of(hash_text(s.state_hash())); })
      .def_property_readonly("duration", [](const BoundSimulation& s) { return s.world().settings.duration; })
      .def_property_readonly("scenario",
                             [](const BoundSimulation& s) { return text_of(s.world().settings.name); })
      .def_property_readonly("notes",
                             [](const BoundSimulation& s) { return texts_of(s.world().scene.notes); })
      .def_property_readonly("bodies",
                             [](const BoundSimulation& s) { return texts_of(s.world().scene.body_names); })
      .def("channel_list", channel_list)
      .def("channel", &BoundSimulation::channel, py::arg("index"))
      .def("channels", &BoundSimulation::channels)
      .def("poses", &BoundSimulation::poses)
      .def("state", &BoundSimulation::state)
      .def("restore", &BoundSimulation::restore, py::arg("state").none(false))
      .def("reset", &BoundSimulation::reset)
      .def("branch", &BoundSimulation::branch)
      .def("command_list", command_list)
      .def("command_drives", &BoundSimulation::command_drives, py::arg("columns"), py::arg("values"))
      .def(
          "command",
          [](BoundSimulation& simulation, const std::string& mode, double speed, double curvature,
             double crab,
             double turn_rate) { simulation.command(hand_command(mode, speed, curvature, crab, turn_rate)); },
          py::arg("mode"), py::arg("speed"), py::arg("curvature"), py::arg("crab"), py::arg("turn_rate"));
}

}  // namespace grouser::python
