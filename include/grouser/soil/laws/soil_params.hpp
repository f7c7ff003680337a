// SPDX-License-Identifier: BSD-3-Clause
// The parameters of a soil: the numbers of one soil file. Soft soil: Bekker or Reece pressure-sinkage,
// Mohr-Coulomb strength, Janosi-Hanamoto shear, Wong-Reece position of the largest stress. Hard ground: a
// spring, a damper, Coulomb friction. Viscoelastic ground: viscoelastic.hpp. Symbols: M. G. Bekker,
// "Introduction to Terrain-Vehicle Systems", 1969; J. Y. Wong, "Theory of Ground Vehicles".
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grouser/base/key_visitors.hpp"
#include "grouser/soil/laws/crust.hpp"
#include "grouser/soil/laws/exit_angle.hpp"
#include "grouser/soil/laws/front_wall.hpp"
#include "grouser/soil/laws/grouser_side_shear.hpp"
#include "grouser/soil/laws/multipass.hpp"
#include "grouser/soil/laws/normal_stress.hpp"
#include "grouser/soil/laws/passive_pressure.hpp"
#include "grouser/soil/laws/pressure_sinkage.hpp"
#include "grouser/soil/laws/rft.hpp"
#include "grouser/soil/laws/series_contact.hpp"
#include "grouser/soil/laws/shear.hpp"
#include "grouser/soil/laws/slip_sinkage.hpp"
#include "grouser/soil/laws/unloading.hpp"
#include "grouser/soil/laws/viscoelastic.hpp"

namespace grouser {

/// Viscoelastic ground carries footpads and contact spheres only.
enum class SoilKind {
  soft,         ///< yields under load, by a SoilLaw
  hard,         ///< spring, damper and friction
  viscoelastic  ///< spring and damper that points feel
};
/// Words of the kinds in soil files.
inline constexpr const char* kSoilKinds[] = {"soft", "hard", "viscoelastic"};

/// The law by which a soft soil pushes back. Rigid makes hard ground of it.
enum class SoilLaw {
  bekker,  ///< pressure-sinkage and shear curves on the wheel's arc
  rft,     ///< resistive force theory
  rigid,   ///< hard ground in its place
  scm      ///< Soil Contact Model, on a grid that deforms
};
/// Words of the laws in soil files.
inline constexpr const char* kSoilLaws[] = {"bekker", "rft", "rigid", "scm"};

/// A value that the soil's source lacks and that was taken from elsewhere.
struct FilledIn {
  std::string key;     ///< key of the soil's file
  std::string reason;  ///< why the value was taken, in words
};

/// Each law declares its own numbers. A soft soil has those that its law needs, and whichever others its file
/// gives; the rest are unset and not read.
struct SoilParams : PressureParams,
                    ShearParams,
                    PassivePressureParams,
                    NormalStressParams,
                    ExitAngleParams,
                    SlipSinkageParams,
                    FrontWallParams,
                    GrouserSideParams,
                    MultipassParams,
                    UnloadingParams,
                    CrustParams,
                    SoilDamperParams,
                    RftParams,
                    HardGroundParams,
                    ViscoelasticParams {
  std::string id;                  ///< file name without .toml
  std::string name;                ///< shown to users
  SoilKind kind = SoilKind::soft;  ///< which laws carry it
  SoilLaw law = SoilLaw::bekker;   ///< of soft soil

  // Origin of the numbers
  bool provisional = false;        ///< a stand-in; every report that uses it says so
  std::string provisional_reason;  ///< why it is a stand-in; empty: it is none
  std::string same_as;  ///< id of the soil that has the same numbers under another name; empty: none
  std::vector<std::string> sources;  ///< of the numbers, one line each
  std::vector<FilledIn> filled_in;   ///< values that the sources lack
};

/// Throws InputError naming field, value and allowed range. `place` is put before the field's name.
void validate(const SoilParams& soil, const std::string& place);

/// Reads and validates one soil's table; unknown keys are errors. The id is taken as given. `law`: in place
/// of the file's own, for soft soil; hard ground stays what it is.
SoilParams read_soil(const TomlTable& table, const std::string& id, std::optional<SoilLaw> law = {});

/// The keys of a soil's file that hold its kind, laws and numbers, for people. Those of another kind or law
/// are listed under their condition.
std::vector<ListedSection> list_soil_keys();

/// A key of a soil's file and its value: a word, or a number in the file's unit.
struct SoilEntry {
  std::string key;         ///< as the soil's file names it
  std::string word;        ///< empty: it is a number
  double number = kUnset;  ///< in the file's unit; unset: the value is a word
};

/// The words and numbers that the soil's laws use, in the order of their tables.
std::vector<SoilEntry> soil_entries(const SoilParams& soil);

/// Loads a soil. Takes a bare id of assets/soils or a path (relative to `beside` first). Throws InputError.
SoilParams load_soil(const std::string& id_or_path, const std::filesystem::path& beside = {},
                     std::optional<SoilLaw> law = {});

/// Whether it is soft soil that carries a wheel by resistive force theory.
inline bool goes_by_rft(const SoilParams& soil) {
  return soil.kind == SoilKind::soft && soil.law == SoilLaw::rft;
}

/// Whether it is soft soil under a crust.
inline bool is_crusted(const SoilParams& soil) {
  return soil.kind == SoilKind::soft && soil.crust_strength > 0.0;
}

/// The crust of such a soil while it is whole, as hard ground; its id is that of the soil and " crust".
SoilParams crust_of(const SoilParams& soil);

/// Damper of soft soil per touching area, N s/m3. None by resistive force theory, whose grains resist at any
/// speed alike but for their inertia.
double damping_per_area(const SoilParams& soil);

/// A note if a soil's damper is read in another sense than its file wrote it; "" otherwise.
std::string soil_damping_note(const SoilParams& soil);

/// Throws InputError unless the soil's modulus is positive for this wheel width: a least-squares fit may have
/// a negative k_c, and k_c/b + k_phi would turn negative for narrow wheels. `place` names the wheel.
void check_soil_for_width(const SoilParams& soil, double width, const std::string& place);

/// Throws InputError where the soil's moduli scale with gravity and there is none.
void check_soil_for_gravity(const SoilParams& soil, double gravity, const std::string& place);

}  // namespace grouser
