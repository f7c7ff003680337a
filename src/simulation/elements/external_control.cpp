// SPDX-License-Identifier: BSD-3-Clause
// Drives that are commanded from outside (simulation/step/external_drive.hpp): takes commands at the start of
// a step, and leads the prescribed joints that are neither wheels nor steering.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "drive_commands.hpp"
#include "grouser/base/error.hpp"
#include "step/element_tools.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

constexpr double kNotInForce = std::numeric_limits<double>::quiet_NaN(), kNotNamed = kNotInForce;

/// Keeps waiting values, writes them into the columns' memory at the start of a step, and takes them back if
/// the step fails.
class ExternalControl final : public StepElement {
 public:
  explicit ExternalControl(const World& world)
      : world_(world),
        drive_(*world.external),
        waiting_(drive_.columns.size(), kNotNamed),
        wanted_(drive_.columns.size()),
        before_(drive_.columns.size()) {}

  void make_memory(SimulationState& state) const override {
    state.memory.assign<ExternalMemory>(1);
    state.memory.assign<ExternalColumnMemory>(drive_.columns.size());
  }
  void check(const SimulationState& state, const std::string& place) const override;
  bool take(const OutsideCommand& command, const SimulationState&) override;
  void forget() override { drop_waiting(); }
  bool begin_step(const Kinematics&, SimulationState& state) override;
  void end_step(bool accepted, SimulationState& state) override;
  void begin(const SimulationState& state) override { columns_ = state.all<ExternalColumnMemory>(); }
  void prescribe(double time, VecX& q, VecX& v, VecX& a) const override;

 private:
  /// Writes a value to its column and takes the rival column of the same wheel out of force.
  void put(std::size_t column, double value, std::vector<double>& values) const;
  void drop_waiting();
  /// Sets wanted_ to the columns that are in force.
  void read_wanted(const SimulationState& state);
  /// Adds the waiting values to wanted_; false where nothing changes.
  bool take_waiting(const SimulationState& state);
  bool changes_anything(const SimulationState& state) const;
  bool take_recorded(const SimulationState& state);
  /// Writes wanted_ into the state's columns; `time` is that of the command, s.
  void give(double time, SimulationState& state) const;
  /// A motion that leads a column's coordinate from its present position and rate to the target.
  RampedMotion motion_from(std::size_t column, double target, const SimulationState& state) const;

  const World& world_;
  const ExternalDrive& drive_;
  double commanded_power(const SimulationState& state) const;
  std::vector<double> waiting_;  // the new command, one value per column
  bool waits_ = false;
  std::vector<double> wanted_;  // commands that are to be in force
  bool taken_ = false;          // in this step
  double command_time_ = 0.0;   // s, of what is taken
  double taken_before_ = -1.0, power_before_ = 0.0;
  std::vector<ExternalColumnMemory> before_;
  std::span<const ExternalColumnMemory> columns_;  // of the step's start
};

void ExternalControl::check(const SimulationState& state, const std::string& place) const {
  for (const ExternalColumnMemory& column : state.all<ExternalColumnMemory>())
    need(is_index(column.in_force.number(), 0.0, 1.0) && column.motion.t0 <= state.motion.time, place,
         "a command from outside that begins later, or is neither in force nor not",
         "one that began before the state");
}

void ExternalControl::read_wanted(const SimulationState& state) {
  const std::span<const ExternalColumnMemory> columns = state.all<ExternalColumnMemory>();
  for (std::size_t i = 0; i < columns.size(); ++i)
    wanted_[i] = columns[i].in_force ? columns[i].motion.target : kNotInForce;
}

/// A wheel's torque takes the place of its speed, and the reverse.
void ExternalControl::put(std::size_t at, double value, std::vector<double>& values) const {
  const ExternalColumn& column = drive_.columns[at];
  values[at] = value;
  if (column.kind != ExternalKind::wheel_speed && column.kind != ExternalKind::wheel_torque) return;
  const bool speed = column.kind == ExternalKind::wheel_speed;
  const int other = drive_.column_of(speed ? ExternalKind::wheel_torque : ExternalKind::wheel_speed,
                                     static_cast<std::size_t>(column.wheel));
  if (other >= 0) values[static_cast<std::size_t>(other)] = kNotInForce;
}

void ExternalControl::drop_waiting() {
  std::ranges::fill(waiting_, kNotNamed);
  waits_ = false;
}

/// Values join those that wait.
bool ExternalControl::take(const OutsideCommand& command, const SimulationState&) {
  const auto* asked = std::get_if<ExternalCommand>(&command);
  if (!asked) return false;
  drive_.check(*asked);
  for (const auto& [at, value] : asked->values)
    put(at, std::clamp(value, drive_.columns[at].lowest, drive_.columns[at].highest) + 0.0,
        waiting_);  // -0 is 0
  waits_ = waits_ || !asked->values.empty();
  return true;
}

bool ExternalControl::take_waiting(const SimulationState& state) {
  read_wanted(state);
  for (std::size_t i = 0; i < waiting_.size(); ++i)
    if (!std::isnan(waiting_[i])) put(i, waiting_[i], wanted_);
  drop_waiting();
  command_time_ = state.motion.time;
  return changes_anything(state);
}

bool ExternalControl::changes_anything(const SimulationState& state) const {
  const std::span<const ExternalColumnMemory> columns = state.all<ExternalColumnMemory>();
  // NaN in wanted_ marks a column that is not in force.
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].in_force ? columns[i].motion.target != wanted_[i] : !std::isnan(wanted_[i])) return true;
  return false;
}

/// Takes the last recorded command whose time has come.
bool ExternalControl::take_recorded(const SimulationState& state) {
  const ExternalCommands& recorded = drive_.commands;
  const auto after = std::upper_bound(recorded.times.begin(), recorded.times.end(), state.motion.time);
  if (after == recorded.times.begin() || *std::prev(after) <= state.first<ExternalMemory>()->taken_at)
    return false;
  std::ranges::copy(recorded.row(static_cast<std::size_t>(after - recorded.times.begin()) - 1),
                    wanted_.begin());
  command_time_ = *std::prev(after);
  return true;
}

/// Motion from the coordinate's place. A wheel that had a torque continues its own motion; the lag that a
/// limited motor has given up stays what it is.
RampedMotion ExternalControl::motion_from(std::size_t at, double target, const SimulationState& state) const {
  const ExternalColumn& column = drive_.columns[at];
  const double t = state.motion.time;
  if (column.kind == ExternalKind::wheel_torque) return {t, 0.0, 0.0, target};
  const DriveMemory memory = drive_memory(state);
  const auto wheel = static_cast<std::size_t>(column.wheel);
  // A driven wheel continues at its own angle and speed.
  if (column.kind == ExternalKind::wheel_speed && torque_command(world_, memory, wheel))
    return {t, state.motion.q[column.q] + state.all<MotorMemory>()[wheel].given_up, state.motion.v[column.v],
            target};
  // All others continue from the motion that leads them at present.
  CoordinateCommand now{column.start, 0.0, 0.0};
  if (column.kind == ExternalKind::wheel_speed) now = spin_command(world_, memory, wheel, t);
  if (column.kind == ExternalKind::steering) now = steer_command(world_, memory, wheel, t);
  const ExternalColumnMemory& own = memory.external[at];
  if (column.kind == ExternalKind::joint && own.in_force) now = column_command(column, own, t);
  return {t, now.q, now.v, target};
}

void ExternalControl::give(double time, SimulationState& state) const {
  const std::span<ExternalColumnMemory> columns = state.all<ExternalColumnMemory>();
  // Speeds first, as they begin where a torque that is still in force has brought the wheel.
  for (const bool torques : {false, true})
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if ((drive_.columns[i].kind == ExternalKind::wheel_torque) != torques) continue;
      const bool wanted = !std::isnan(wanted_[i]);
      if (wanted && (!columns[i].in_force || columns[i].motion.target != wanted_[i]))
        columns[i] = {motion_from(i, wanted_[i], state), true};
      if (!wanted && columns[i].in_force) columns[i] = {};
    }
  state.first<ExternalMemory>()->taken_at = time;
}

/// Power of the limited motors that follow commanded torques, W.
double ExternalControl::commanded_power(const SimulationState& state) const {
  const DriveMemory memory = drive_memory(state);
  const VecX &q = state.motion.q, &v = state.motion.v;
  double power = 0.0;
  for (std::size_t i = 0; i < world_.drives.size(); ++i) {
    const WheelDrive& wheel = world_.drives[i];
    if (!wheel.motor) continue;
    const auto torque = torque_command(world_, memory, i);
    const MotorEffort effort =
        torque ? torque_effort(*wheel.motor, *torque, v[wheel.drive_v])
               : motor_effort(*wheel.motor, spin_command(world_, memory, i, state.motion.time),
                              q[wheel.drive_q], v[wheel.drive_v], state.all<MotorMemory>()[i]);
    power += effort.torque * v[wheel.drive_v];
  }
  return power;
}

bool ExternalControl::begin_step(const Kinematics&, SimulationState& state) {
  taken_ = waits_ ? take_waiting(state) : take_recorded(state);
  if (!taken_) return false;
  // Kept for a step that fails.
  std::ranges::copy(state.all<ExternalColumnMemory>(), before_.begin());
  taken_before_ = state.first<ExternalMemory>()->taken_at;
  power_before_ = state.ledger.motor_power;
  // A change of torque at the start of the step jumps the motors' power.
  const double before = commanded_power(state);
  give(command_time_, state);
  book_power_jump(world_, commanded_power(state) - before, state);
  return false;
}

/// After a failed step the state is again as it was before begin_step().
void ExternalControl::end_step(bool accepted, SimulationState& state) {
  if (accepted || !taken_) return;
  std::ranges::copy(before_, state.all<ExternalColumnMemory>().begin());
  state.first<ExternalMemory>()->taken_at = taken_before_;
  state.ledger.motor_power = power_before_;
}

void ExternalControl::prescribe(double t, VecX& q, VecX& v, VecX& a) const {
  // Joints that were not commanded rest where they start; wheels and steering are led by other elements.
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const ExternalColumn& column = drive_.columns[i];
    if (column.kind != ExternalKind::joint) continue;
    const CoordinateCommand led = columns_[i].in_force ? column_command(column, columns_[i], t)
                                                       : CoordinateCommand{column.start, 0.0, 0.0};
    q[column.q] = led.q;
    v[column.v] = led.v;
    a[column.v] = led.a;
  }
}

}  // namespace

std::unique_ptr<StepElement> make_external_control(const World& world) {
  if (!world.external) return nullptr;
  return std::make_unique<ExternalControl>(world);
}

}  // namespace grouser
