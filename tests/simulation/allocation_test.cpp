// Counts every malloc of this program, which is why it is a program of its own (Eigen allocates with malloc,
// operator new ends there too), while a rover drives. GNU C library only; under a sanitizer, which brings its
// own malloc, the case is absent.
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

#include "grouser/multibody/dynamics.hpp"
#include "grouser/simulation/scenario.hpp"
#include "grouser/simulation/simulation.hpp"
#include "grouser/simulation/state.hpp"
#include "grouser/simulation/world.hpp"

namespace {
long allocations = 0;
}
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
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
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++allocations;
  return __libc_memalign(alignment, size);
}
}

using namespace grouser;

TEST_CASE("steps allocate nothing, over several ground tiles", "[simulation]") {
  const auto [method, adaptive] = GENERATE(std::pair("euler", "false"), std::pair("beeman", "false"),
                                           std::pair("beeman", "true"), std::pair("rk4", "false"));
  CAPTURE(method, adaptive);
  const auto world = load_world("drive_flat_soft", {{"integration.method", method},
                                                    {"integration.adaptive", adaptive},
                                                    {"drive.speed", "0.1"},
                                                    {"duration", "100"}});
  Simulation simulation(world);
  Kinematics kinematics(*world->model);
  // The start allocates: what has no size before it. Its ramp is over after 2 s.
  while (simulation.time() < 2.0) REQUIRE(simulation.step() == StepStatus::ok);

  // A tile's side is 0.64 m. Tiles are made between steps, by the simulation or, as here, before it: farther
  // ahead than it looks itself, so that it finds none missing.
  constexpr double kReach = 0.8, kDistance = 0.7;
  const int x = world->model->joints()[static_cast<std::size_t>(world->chassis.index)].q_index + 4;
  const double from = simulation.state().motion.q[x];
  long within = 0, between = 0;
  while (simulation.state().motion.q[x] < from + kDistance) {
    const MotionState& motion = simulation.state().motion;
    calc_kinematics(*world->model, motion.q, motion.v, kinematics);
    long before = allocations;
    for (const WheelRuntime& wheel : world->wheels) {
      const Vec3& p = kinematics.body[static_cast<std::size_t>(wheel.body.index)].X_WB.p;
      simulation.ground().reserve_ahead(p.x(), p.y(), kReach);
    }
    between += allocations - before;
    before = allocations;
    const StepStatus status = simulation.step();
    within += allocations - before;
    REQUIRE(status == StepStatus::ok);
  }
  CHECK(within == 0);
  CHECK(between > 0);  // the counter works, and new tiles were entered
}
#endif
