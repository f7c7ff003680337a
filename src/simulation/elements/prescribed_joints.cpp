// SPDX-License-Identifier: BSD-3-Clause
// Joints whose motion is prescribed: held ones, those that follow a programme, and ideal drives and steering.
#include "drive_commands.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

/// Writes position, velocity and acceleration of every prescribed coordinate. While settling all rates are
/// zero.
class PrescribedJoints final : public StepElement {
 public:
  explicit PrescribedJoints(const World& world) : world_(world) {}

  void hold(bool holding) override { holding_ = holding; }
  void begin(const SimulationState& state) override { commands_ = drive_memory(state); }
  void prescribe(double time, VecX& q, VecX& v, VecX& a) const override;

 private:
  const World& world_;
  bool holding_ = false;
  DriveMemory commands_;  // of the step's start
};

/// Writes one coordinate's command.
void command(int q_index, int v_index, const CoordinateCommand& c, VecX& q, VecX& v, VecX& a) {
  q[q_index] = c.q;
  v[v_index] = c.v;
  a[v_index] = c.a;
}

void PrescribedJoints::prescribe(double t, VecX& q, VecX& v, VecX& a) const {
  for (const HeldCoordinate& held : world_.held) {
    q[held.q] = held.position;
    v[held.v] = a[held.v] = 0.0;
  }
  for (const LedCoordinate& led : world_.led) command(led.q, led.v, led.signal.at(t), q, v, a);
  for (std::size_t i = 0; i < world_.drives.size(); ++i) {
    const WheelDrive& wheel = world_.drives[i];
    if (!wheel.motor) command(wheel.drive_q, wheel.drive_v, spin_command(world_, commands_, i, t), q, v, a);
    if (wheel.steer_v >= 0)
      command(wheel.steer_q, wheel.steer_v, steer_command(world_, commands_, i, t), q, v, a);
  }
  if (holding_)
    for (int i = 0; i < world_.model->nv(); ++i)
      if (world_.model->modes()[i] == CoordinateMode::prescribed) v[i] = a[i] = 0.0;
}

}  // namespace

std::unique_ptr<StepElement> make_prescribed_joints(const World& world) {
  return std::make_unique<PrescribedJoints>(world);
}

}  // namespace grouser
