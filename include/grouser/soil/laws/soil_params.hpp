// The parameters of a soil: the numbers of one soil file. Soft soil: Bekker or Reece pressure-sinkage,
// Mohr-Coulomb strength, Janosi-Hanamoto shear, Wong-Reece position of the largest stress. Hard ground: a
// spring, a damper, Coulomb friction. Symbols: M. G. Bekker, "Introduction to Terrain-Vehicle Systems", 1969;
// J. Y. Wong, "Theory of Ground Vehicles".
#pragma once
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"

namespace grouser {

// NaN: a forgotten field fails validate()
inline constexpr double kUnset = std::numeric_limits<double>::quiet_NaN();

enum class SoilKind { soft, hard };
enum class PressureLaw { bekker, reece };

/// A value that the soil's source lacks and that was taken from elsewhere.
struct FilledIn {
  std::string key;
  std::string reason;
};

struct SoilParams {
  std::string id;    ///< file name without .toml
  std::string name;  ///< shown to users
  SoilKind kind = SoilKind::soft;

  // Soft soil
  PressureLaw pressure_law = PressureLaw::bekker;
  double k_c = kUnset;               ///< Bekker: cohesive modulus k_c, N/m^(n+1)
  double k_phi = kUnset;             ///< Bekker: frictional modulus k_phi, N/m^(n+2)
  double reece_k1 = kUnset;          ///< Reece: k1 = c k_c', Pa, of p = (k1 + k2 b)(z/b)^n
  double reece_k2 = kUnset;          ///< Reece: k2 = gamma k_phi', Pa/m
  double n = kUnset;                 ///< sinkage exponent at zero slip n0, -
  double cohesion = kUnset;          ///< c, Pa
  double phi = kUnset;               ///< angle of internal friction, rad
  double janosi_k = kUnset;          ///< shear deformation modulus K, m
  double density = kUnset;           ///< bulk density rho, kg/m3 (bulldozing, blades)
  double theta_m_c1 = kUnset;        ///< c1 of theta_m = (c1 + c2 s) theta_1, -
  double theta_m_c2 = kUnset;        ///< c2, -
  double slip_sinkage_n1 = 0.0;      ///< n = n0 + n1 s when driven (s >= 0), -
  double skid_sinkage_n1 = 0.0;      ///< n = n0 + n1 |s| when skidding (s < 0), -
  double unloading_stiffness = 4e7;  ///< elastic stiffness of unloading and reloading k_e, Pa/m
  double soil_damping = kUnset;      ///< beta_soil of the series spring-damper, N s/m

  // Hard ground
  double hard_stiffness = kUnset;  ///< at one wheel contact, N/m
  double hard_damping = kUnset;    ///< N s/m
  double friction_mu = kUnset;     ///< Coulomb friction coefficient, -

  // Origin of the numbers
  bool provisional = false;  ///< a stand-in; every report that uses it says so
  std::string provisional_reason;
  std::string same_as;  ///< id of the soil that has the same numbers under another name; empty: none
  std::vector<std::string> sources;
  std::vector<FilledIn> filled_in;
};

/// Throws InputError naming field, value and allowed range. `place` is put before the field's name.
void validate(const SoilParams& soil, const std::string& place);

/// Reads and validates one soil's table; unknown keys are errors. The id is taken as given.
SoilParams read_soil(const TomlTable& table, const std::string& id);

/// Takes a bare id of assets/soils or a path (relative to `beside` first). Throws InputError.
SoilParams load_soil(const std::string& id_or_path, const std::filesystem::path& beside = {});

/// Throws InputError unless the soil's modulus is positive for this wheel width: a least-squares fit may have
/// a negative k_c, and k_c/b + k_phi would turn negative for narrow wheels. `place` names the wheel.
void check_soil_for_width(const SoilParams& soil, double width, const std::string& place);

}  // namespace grouser
