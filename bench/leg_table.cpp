// SPDX-License-Identifier: BSD-3-Clause
// Measures the gaps of loops: the four-bar leg of seed 002 swings for 100 s by RK4 with 1 ms; its linkage is
// embedded, closed by its rows, or closed by MuJoCo's `connect`. Prints the worst gap and its rate, the drift
// of the energy over m g l, and the processor time per step.
#include <fmt/format.h>

#include <ctime>
#include <functional>

#include "multibody/linkages.hpp"
#include "multibody/test_system.hpp"
#ifdef GROUSER_BENCH_MUJOCO
#include "mujoco_leg.hpp"
#endif

using namespace grouser;
using namespace grouser::test;

namespace {

constexpr double kStep = 0.001;  // s
constexpr int kSteps = 100000;
constexpr double kStart = 0.4;  // rad, of the thigh
const Vec3 kGravity(0, 0, -9.81);

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Steps a leg of ours or of MuJoCo: `step` makes one, `read` gives angles and rates.
void table_row(const char* name, const SwingingLeg& leg, const std::function<void()>& step,
               const std::function<void(VecX&, VecX&)>& read) {
  VecX q = VecX::Zero(leg.model.nq()), v = VecX::Zero(leg.model.nv());
  Kinematics kinematics(leg.model);
  const auto energy = [&] {
    calc_kinematics(leg.model, q, v, kinematics);
    const MechanicalEnergy e = calc_energy(leg.model, q, kinematics, kGravity);
    return e.kinetic + e.gravity + e.springs;
  };
  read(q, v);
  const double start = energy();
  double gap = 0.0, rate = 0.0, drift = 0.0, seconds = 0.0;
  for (int n = 0; n < kSteps; ++n) {
    const double before = cpu_seconds();
    step();
    seconds += cpu_seconds() - before;
    read(q, v);
    drift = std::max(drift, std::fabs(energy() - start));
    double of_gap = 0.0, of_rate = 0.0;
    for (const Row& row : leg.model.rows()) {
      of_gap = std::hypot(of_gap, calc_gap(row, q, kinematics));
      of_rate = std::hypot(of_rate, calc_gap_rate(row, v, kinematics));
    }
    gap = std::max(gap, of_gap), rate = std::max(rate, of_rate);
  }
  fmt::print("| {} | {:.1e} | {:.1e} | {:.1e} | {:.2f} |\n", name, gap, rate, drift / leg.energy,
             1e6 * seconds / kSteps);
}

void ours(const char* name, const std::string& driver, const RowStabilisation& stabilisation = {}) {
  const SwingingLeg leg(driver);
  ForestSystem system(leg.model, kGravity, stabilisation);
  MotionState state = MotionState::at_rest(leg.model, 0);
  state.q[0] = kStart;
  IntegratorWorkspace workspace(leg.model, 0, stabilisation);
  table_row(
      name, leg,
      [&] {
        if (advance(IntegratorKind::rk4, system, kStep, state, workspace) != StepStatus::ok)
          throw std::runtime_error("the step failed");
      },
      [&](VecX& q, VecX& v) { q = state.q, v = state.v; });
}

#ifdef GROUSER_BENCH_MUJOCO
void mujoco(const char* name, const std::string& solref, const std::string& solimp) {
  const SwingingLeg leg("");
  bench::MujocoLeg peer(leg.model, kStep, solref, solimp);
  VecX start = VecX::Zero(leg.model.nq());
  start[0] = kStart;
  peer.set(start, VecX::Zero(leg.model.nv()));
  table_row(
      name, leg, [&] { peer.step(); }, [&](VecX& q, VecX& v) { peer.get(q, v); });
}
#endif

}  // namespace

int main() {
  fmt::print("| | gap, m | its rate, m/s | energy drift over m g l | us a step |\n|---|---|---|---|---|\n");
  ours("embedded", "crank");
  ours("by rows, projected", "");
  for (const double rate : {10.0, 100.0, 400.0})
    ours(fmt::format("by rows, Baumgarte's {:g} 1/s", rate).c_str(), "", {rate});
#ifdef GROUSER_BENCH_MUJOCO
  mujoco("MuJoCo connect, its defaults", "0.02 1", "0.9 0.95 0.001");
  mujoco("MuJoCo connect, as hard as its step allows", "0.002 1", "0.9999 0.9999 0.001");
#endif
}
