// Counts every malloc of this program (Eigen allocates with malloc, operator new ends there too) while steps
// run. GNU C library only; under a sanitizer, which brings its own malloc, the case is absent.
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GROUSER_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define GROUSER_SANITIZED
#endif
#endif

#if defined(__GLIBC__) && !defined(GROUSER_SANITIZED)
#include <catch2/catch.hpp>

#include "multibody/random_forest.hpp"
#include "multibody/test_system.hpp"

namespace {
long allocations = 0;
}
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* malloc(std::size_t size) noexcept {
  ++allocations;
  return __libc_malloc(size);
}
void* realloc(void* old, std::size_t size) noexcept {
  ++allocations;
  return __libc_realloc(old, size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  ++allocations;
  return __libc_calloc(count, size);
}
}

using namespace grouser;
using namespace grouser::test;

TEST_CASE("dynamics and steps allocate nothing", "[multibody]") {
  long before = allocations;
  {
    VecX probe = VecX::Zero(100);
    (void)std::vector<double>(100), (void)probe;
  }
  REQUIRE(allocations > before);  // the counter works
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const Model model = random_forest(seed);
    if (model.nv() == 0) continue;
    ForestSystem system(model, Vec3(0, 0, -9.81));
    const RandomState s(model, seed);
    MotionState state = MotionState::at_rest(model, 0);
    state.q = s.q;
    IntegratorWorkspace workspace(model, 0);
    std::vector<Wrench> loads(model.bodies().size());
    VecX a = s.a, effort = s.a;
    const VecX v_base = s.v;
    before = allocations;
    calc_kinematics(model, s.q, s.v, system.kinematics);
    forward_dynamics(model, s.q, s.v, system.kinematics, system.loads, {0.001, &v_base}, system.workspace, a,
                     effort);
    calc_accelerations(model, s.q, s.v, a, system.kinematics);
    calc_joint_loads(model, system.kinematics, system.loads, loads);
    double sink = calc_energy(model, s.q, system.kinematics, Vec3::UnitZ()).kinetic;
    sink += calc_joint_dissipation(model, s.q, s.v, system.kinematics);
    sink += calc_momentum(model, system.kinematics).linear.x();
    int failed = 0;
    for (const IntegratorKind kind :
         {IntegratorKind::beeman, IntegratorKind::beeman, IntegratorKind::euler, IntegratorKind::rk4})
      failed += advance(kind, system, 1e-4, state, workspace) != StepStatus::ok;
    const long made = allocations - before;
    INFO("seed " << seed << ", sink " << sink);
    CHECK(made == 0);
    CHECK(failed == 0);
  }
}
#endif
