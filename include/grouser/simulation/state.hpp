// The complete state of a simulation: copy it and you have a checkpoint. If a number changes the next step
// and is not here, that is a bug.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "grouser/multibody/integrator.hpp"
#include "grouser/simulation/energy_ledger.hpp"
#include "grouser/soil/contact.hpp"
#include "grouser/terrain/ground_memory.hpp"

namespace grouser {

/// Memory of one slice on one surface; surface -1: the slot is free.
struct ContactSlot {
  double surface = -1.0;
  ContactMemory memory;
};
inline constexpr int kContactSlotSize = 1 + kContactMemorySize;

/// Shear deflection of a body's contact sphere, world axes, m.
struct SphereMemory {
  double x = 0.0, y = 0.0, z = 0.0;
};

struct SimulationState {
  MotionState motion;
  std::int64_t step = 0;
  std::vector<ContactSlot> slots;
  std::vector<SphereMemory> spheres;
  EnergyLedger ledger;
  GroundMemory ground;

  /// All but the ground as plain numbers, for hashing and for keyframes.
  std::vector<double> pack() const;
  void unpack(std::span<const double> numbers);
  std::size_t packed_size() const;
  std::uint64_t hash() const;
};

}  // namespace grouser
