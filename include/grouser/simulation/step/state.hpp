// SPDX-License-Identifier: BSD-3-Clause
// The complete state of a simulation: copy it and you have a checkpoint. If a number that changes the next
// step is not here, that is a bug.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "grouser/contact/contact_kinds.hpp"
#include "grouser/multibody/integrators/integrator.hpp"
#include "grouser/simulation/step/element_memory.hpp"
#include "grouser/simulation/step/energy_ledger.hpp"
#include "grouser/simulation/step/state_layout.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "grouser/terrain/surface/soil_stroke.hpp"
#include "grouser/vehicle/drive/hand_drive.hpp"

namespace grouser {

/// The soils once a stroke has changed them. Shared by all states up to the next stroke, which makes another.
struct PaintedSoils {
  std::vector<std::shared_ptr<const SoilStroke>> strokes;  ///< applied so far, in their order
  std::shared_ptr<const Terrain> terrain;                  ///< with the map that they made
  std::uint64_t map_hash = 0;                              ///< of the cells' classes
};

/// Part of the state from the first stroke on. The numbers are packed; restore_soils() makes the rest from
/// them.
struct SoilNumbers {
  double taken_at = -1.0;  ///< time of the last stroke applied, s; negative: none ever
  double count = 0.0;      ///< strokes applied
};

/// Soil strokes of a run so far.
struct SoilMemory : SoilNumbers {
  std::shared_ptr<const PaintedSoils> painted;    ///< null: no stroke was applied
  bool begun() const { return taken_at >= 0.0; }  ///< whether a stroke was ever applied
};

/// All that the next step depends on; a copy is a checkpoint.
struct SimulationState {
  MotionState motion;  ///< of the joints

  /// In constrained coordinates: of every body on its own, which is what is integrated; `motion` is then what
  /// the joints read. Empty otherwise. Its time, history and aux are those of `motion`.
  MotionState bodies;
  std::int64_t step = 0;  ///< number of steps since the scenario's start
  double next_dt = 0.0;   ///< adaptive: the next step to take, s; 0 with a fixed step
  ContactState contacts;  ///< memory of all contacts
  HandDriveMemory hand;   ///< not hashed until something was commanded by hand
  SoilMemory soils;       ///< not hashed until a stroke was applied
  ElementMemory memory;   ///< of all that acts or watches beside contacts
  EnergyLedger ledger;    ///< energies and works since the start
  GroundMemory ground;    ///< ruts, tracks and what else the ground remembers

  /// Everything except the ground as plain numbers, for keyframes, in the order of layout().
  std::vector<double> pack() const;
  /// Takes back what pack() gave, into a state of the same layout. Throws InputError, and changes nothing,
  /// where the number of numbers or the step count is wrong.
  void unpack(std::span<const double> numbers);
  /// Reads the blocks of a packed state by their names; `stored` names the blocks of `numbers`. Optional
  /// blocks and tallies that it lacks begin as new; observations that this state does not know are left out.
  /// Returns the names of tallies that begin anew. Throws InputError with `place`, and changes nothing, where
  /// check_layout() refuses `stored` or the step count is wrong.
  std::vector<std::string> unpack(std::span<const double> numbers, const StateLayout& stored,
                                  const std::string& place);
  /// The blocks of pack() in order, such as "version 3, step 1, history 1, time 1, q 37, ..., slots 54 x 25".
  StateLayout layout() const;
  std::size_t packed_size() const { return layout().numbers(); }  ///< numbers that pack() gives

  /// The hash covers all that the next step reads, and no observation. Run files of layout version 2 hold a
  /// hash that covers observations too.
  std::uint64_t hash(int layout_version = kStateLayoutVersion) const;

  /// The entries of one kind of memory, such as all<StrutMemory>(); empty where the world has no such
  /// element.
  template <class T>
  std::span<T> all() {
    return memory.all<T>();
  }
  /// The same, to read.
  template <class T>
  std::span<const T> all() const {
    return memory.all<T>();
  }
  /// The only entry, or the first; null where there is none.
  template <class T>
  const T* first() const {
    const std::span<const T> entries = all<T>();
    return entries.empty() ? nullptr : entries.data();
  }
  /// The same, to change.
  template <class T>
  T* first() {
    const std::span<T> entries = all<T>();
    return entries.empty() ? nullptr : entries.data();
  }

  /// Whether every body is integrated on its own (constrained coordinates).
  bool in_bodies() const { return bodies.q.size() > 0; }
  /// The motion that the integrator advances.
  MotionState& advanced() { return in_bodies() ? bodies : motion; }
  const MotionState& advanced() const { return in_bodies() ? bodies : motion; }  ///< the same, to read

  /// Discards the history, as MotionState::restart().
  void restart_motion() {
    motion.restart();
    bodies.restart();
  }
};

class World;
/// The ground with the soils that the state has.
const Terrain& terrain_of(const World&, const SimulationState&);
/// Applies strokes one after the other, of which none is earlier than those the state has.
void lay_strokes(const World&, std::span<const SoilStroke> strokes, SimulationState&);
/// Call after unpack(): applies the world's strokes that the state has. Throws InputError where the world has
/// others.
void restore_soils(const World&, SimulationState&, const std::string& place);

}  // namespace grouser
