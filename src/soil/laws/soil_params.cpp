// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/soil/laws/soil_params.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <type_traits>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/document_kind.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/missing_keys.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

enum class Needed { yes, no };

/// Shows a visitor the choices and the tables of numbers of a soil, in the order of the file. The one list of
/// laws that have parameters, and of what each kind of ground and each law needs.
template <class Soil, class Visitor>
void visit_parameters(Soil& soil, Visitor&& visitor) {
  visitor.choice("kind", kSoilKinds, soil.kind, Needed::yes);
  if (soil.kind == SoilKind::hard) return visitor.numbers(kHardGroundNumbers, Needed::yes);
  if (soil.kind == SoilKind::viscoelastic) {
    visitor.numbers(kViscoelasticNumbers, Needed::yes);
    return visitor.choice("friction_reading", kFrictionReadings, soil.friction_reading, Needed::yes);
  }
  visitor.choice("law", kSoilLaws, soil.law, Needed::yes);
  const bool plates = soil.law == SoilLaw::bekker || soil.law == SoilLaw::scm;
  const Needed bekker = plates ? Needed::yes : Needed::no;
  const Needed rft = soil.law == SoilLaw::rft ? Needed::yes : Needed::no;
  const Needed grains = soil.law == SoilLaw::rigid ? Needed::no : Needed::yes;
  visitor.choice("pressure_law", kPressureLaws, soil.pressure_law, Needed::yes);
  visitor.numbers(soil.pressure_law == PressureLaw::reece ? kReeceNumbers : kBekkerNumbers, bekker);
  visitor.numbers(kVirginCurveNumbers, bekker);
  visitor.numbers(kCohesionNumbers, bekker);
  visitor.numbers(kFrictionNumbers, grains);
  visitor.numbers(kShearLengthNumbers, bekker);
  visitor.numbers(kRftNumbers, rft);
  visitor.choice("rft_grousers", kRftGrousers, soil.rft_grousers, rft);
  visitor.numbers(kPassivePressureNumbers, rft == Needed::yes && soil.xi_n > 0.0 ? Needed::no : grains);
  visitor.numbers(kNormalStressNumbers, bekker);
  visitor.numbers(kExitAngleNumbers, bekker);
  visitor.numbers(kSlipSinkageNumbers, bekker);
  visitor.numbers(kFrontWallNumbers, bekker);
  visitor.numbers(kGrouserSideNumbers, bekker);
  visitor.numbers(kMultipassNumbers, bekker);
  visitor.numbers(kUnloadingNumbers, grains);
  visitor.numbers(kSoilDamperNumbers, soil.law == SoilLaw::bekker ? Needed::yes : Needed::no);
  visitor.numbers(kCrustNumbers, grains);
  if (soil.law == SoilLaw::rigid || soil.crust_strength > 0.0)
    visitor.numbers(kHardGroundNumbers, Needed::no);
}

bool is_angle(std::string_view key) { return key.ends_with("_deg"); }

/// Whether a soil may go without a number: one that its law does not need, or one that follows from others.
template <class Params>
bool may_miss(const SoilNumber<Params>& x, Needed needed) {
  return needed == Needed::no || (x.given == Given::optional && std::isnan(Params{}.*x.member));
}

struct Reader {
  const TomlTable& table;
  SoilParams& soil;
  std::optional<SoilLaw> law;  // in place of the file's own

  template <class Choice, std::size_t N>
  void choice(const char* key, const char* const (&names)[N], Choice& value, Needed) const {
    value = static_cast<Choice>(table.choice_or(key, names[0], {names, names + N}));
    if constexpr (std::is_same_v<Choice, SoilLaw>) value = law.value_or(value);
  }
  template <class Params, std::size_t N>
  void numbers(const SoilNumber<Params> (&numbers)[N], Needed needed) const {
    for (const SoilNumber<Params>& x : numbers) {
      if ((x.given == Given::optional || needed == Needed::no) && !table.has(x.key)) continue;
      const NumberRange range{x.min, x.max, x.open_min, x.unit};
      soil.*x.member = is_angle(x.key) ? table.angle_deg(x.key, range) : table.number(x.key, range);
    }
  }
};

struct Checker {
  const SoilParams& soil;
  const std::string& place;

  template <class Choice, std::size_t N>
  void choice(const char*, const char* const (&)[N], Choice, Needed) const {}
  template <class Params, std::size_t N>
  void numbers(const SoilNumber<Params> (&numbers)[N], Needed needed) const {
    for (const SoilNumber<Params>& x : numbers) {
      if (may_miss(x, needed) && std::isnan(soil.*x.member)) continue;
      const double unit = is_angle(x.key) ? kDegree : 1.0, value = soil.*x.member, min = x.min * unit;
      if ((x.open_min ? value > min : value >= min) && value <= x.max * unit) continue;
      throw InputError(place + ": " + x.key,
                       std::isnan(value) ? "no value" : fmt::format("{:g}", value / unit),
                       fmt::format("a number from {:g}{} to {:g} {}", x.min, x.open_min ? " (excluded)" : "",
                                   x.max, x.unit));
    }
  }
};

struct Lister {
  const SoilParams& soil;
  std::vector<SoilEntry>& entries;

  template <class Choice, std::size_t N>
  void choice(const char* key, const char* const (&names)[N], Choice value, Needed needed) const {
    if (needed == Needed::yes) entries.push_back({.key = key, .word = names[static_cast<int>(value)]});
  }
  template <class Params, std::size_t N>
  void numbers(const SoilNumber<Params> (&numbers)[N], Needed needed) const {
    if (needed == Needed::no) return;
    for (const SoilNumber<Params>& x : numbers) {
      const double value = soil.*x.member;
      if (std::isnan(value)) continue;
      entries.push_back({.key = x.key, .word = {}, .number = is_angle(x.key) ? value * kDegrees : value});
    }
  }
};

// "key: reason"
FilledIn read_filled_in(const std::string& text, const TomlTable& table) {
  const std::size_t colon = text.find(": ");
  const std::string key = text.substr(0, colon);
  if (colon == std::string::npos || colon + 2 >= text.size() || key.empty() || !table.has(key)) {
    throw InputError(table.place("filled_in"), "\"" + text + "\"", "\"key: reason\" with a key of this file");
  }
  return {key, text.substr(colon + 2)};
}

void read_origin(const TomlTable& table, SoilParams& soil) {
  soil.provisional = table.boolean_or("provisional", false);
  soil.provisional_reason = table.string_or("provisional_reason", "");
  if (soil.provisional && soil.provisional_reason.empty()) {
    throw InputError(table.place("provisional"), "no provisional_reason",
                     "the reason beside provisional = true");
  }
  soil.same_as = table.string_or("same_as", "");
  soil.sources = table.string_list_or_empty("sources");
  for (const std::string& text : table.string_list_or_empty("filled_in")) {
    soil.filled_in.push_back(read_filled_in(text, table));
  }
}

/// A soft soil as rigid ground; what its file does not say is as of the shipped bedrock, and Coulomb's coefficient
/// tan(phi).
void make_hard(SoilParams& soil, const std::string& place) {
  constexpr double kStiffness = 5e6, kDamping = 5e3;  // N/m, N s/m
  soil.kind = SoilKind::hard;
  if (std::isnan(soil.hard_stiffness)) soil.hard_stiffness = kStiffness;
  if (std::isnan(soil.hard_damping)) soil.hard_damping = kDamping;
  if (std::isnan(soil.friction_mu)) soil.friction_mu = math::tan(soil.phi);
  if (std::isnan(soil.friction_mu))
    throw InputError(place + ": law", "\"rigid\" without friction_mu or phi_deg", "one of the two");
}

void check_peak(const SoilParams& soil, const std::string& place) {
  const double furthest = soil.theta_m_c1 + soil.theta_m_c2;
  if (!(furthest > kFurthestPeak)) return;
  throw InputError(
      place + ": theta_m_c1 + theta_m_c2", fmt::format("{:g}", furthest),
      fmt::format("at most {:g}: the largest stress must lie inside the arc at every slip", kFurthestPeak));
}

void check_exit(const SoilParams& soil, const std::string& place) {
  const double furthest = longest_exit(soil.exit_b0, soil.exit_b1);
  if (!(furthest > kFurthestExit)) return;
  throw InputError(place + ": exit_b0 + |exit_b1|", fmt::format("{:g}", furthest),
                   fmt::format("at most {:g}: soil leaves the wheel below where it met it", kFurthestExit));
}

/// A friction angle below a degree is most likely one in radians: those of soils are 0.3 to 0.9 rad.
void check_angle(const SoilParams& soil, const std::string& place) {
  constexpr double kLeast = 1.0 * kDegree;
  if (!(soil.phi > 0.0 && soil.phi < kLeast)) return;
  const double said = soil.phi * kDegrees;
  throw InputError(
      place + ": phi_deg", fmt::format("{:g} deg", said),
      fmt::format("an angle in degrees ({:g} rad would be {:.3g}), or 0 for a soil without friction", said,
                  said * kDegrees));
}

void check_crust(const SoilParams& soil, const std::string& place) {
  if (std::isnan(soil.crust_strength) != std::isnan(soil.crust_thickness))
    throw InputError(place + ": " + (std::isnan(soil.crust_strength) ? "crust_strength" : "crust_thickness"),
                     "no value", "both numbers of a crust, or neither");
  if (is_crusted(soil) && soil.law == SoilLaw::scm)
    throw InputError(place + ": crust_strength", fmt::format("{:g} Pa with the law scm", soil.crust_strength),
                     "the law bekker or rft under a crust: ground of the law scm is a grid of loose soil");
}

void check_friction(const SoilParams& soil, const std::string& place) {
  if (soil.kind != SoilKind::viscoelastic || soil.kinetic_friction <= soil.static_friction) return;
  throw InputError(place + ": kinetic_friction", fmt::format("{:g}", soil.kinetic_friction),
                   fmt::format("at most static_friction, {:g}", soil.static_friction));
}

}  // namespace

void validate(const SoilParams& soil, const std::string& place) {
  visit_parameters(soil, Checker{soil, place});
  check_angle(soil, place);
  check_friction(soil, place);
  check_crust(soil, place);
  check_peak(soil, place);
  check_exit(soil, place);
}

namespace {

SoilParams read_complete_soil(const TomlTable& table, const std::string& id, std::optional<SoilLaw> law) {
  SoilParams soil;
  soil.id = id;
  soil.name = table.string_or("name", id);
  visit_parameters(soil, Reader{table, soil, law});
  read_origin(table, soil);
  table.finish();
  validate(soil, table.file());
  if (soil.kind == SoilKind::soft && soil.law == SoilLaw::rigid) make_hard(soil, table.file());
  return soil;
}

}  // namespace

SoilParams read_soil(const TomlTable& table, const std::string& id, std::optional<SoilLaw> law) {
  return read_naming_missing_keys(table,
                                  [&](const TomlTable& root) { return read_complete_soil(root, id, law); });
}

std::vector<SoilEntry> soil_entries(const SoilParams& soil) {
  std::vector<SoilEntry> entries;
  visit_parameters(soil, Lister{soil, entries});
  return entries;
}

SoilParams load_soil(const std::string& id_or_path, const std::filesystem::path& beside,
                     std::optional<SoilLaw> law) {
  const std::filesystem::path path = resolve_asset(id_or_path, "soils", beside);
  const TomlTable table = TomlTable::load(path.string());
  refuse_other_kind(table, DocumentKind::soil);
  return read_soil(table, path.stem().string(), law);
}

SoilParams crust_of(const SoilParams& soil) {
  SoilParams crust = soil;
  crust.id += " crust";
  crust.name += ", whole crust";
  crust.provisional = false;  // the soil says it
  crust.crust_strength = crust.crust_thickness = kUnset;
  make_hard(crust, "soil '" + soil.id + "'");
  return crust;
}

double damping_per_area(const SoilParams& soil) {
  if (goes_by_rft(soil)) return 0.0;
  return std::isnan(soil.soil_damping) ? soil.soil_damping_per_area : soil.soil_damping / kWheelPatch;
}

std::string soil_damping_note(const SoilParams& soil) {
  if (soil.kind != SoilKind::soft || soil.law != SoilLaw::bekker || std::isnan(soil.soil_damping)) return "";
  return fmt::format(
      "soil {}: soil_damping = {:g} N s/m is that of a wheel on {:g} m2 and is taken as {:g} N s/m3 of "
      "touching area, in place of soil_damping_per_area",
      soil.id, soil.soil_damping, kWheelPatch, damping_per_area(soil));
}

void check_soil_for_width(const SoilParams& soil, double width, const std::string& place) {
  const double modulus = sinkage_modulus(soil, width);
  if (goes_by_rft(soil) || !(modulus <= 0.0)) return;  // hard ground has none
  throw InputError(
      place, fmt::format("soil '{}' with k_c/b + k_phi = {:g} at width b = {:g} m", soil.id, modulus, width),
      "a positive modulus: this soil's k_c is negative, and what stands on it too narrow");
}

void check_soil_for_gravity(const SoilParams& soil, double gravity, const std::string& place) {
  if (!(soil.moduli_gravity > 0.0) || gravity > 0.0) return;
  throw InputError(place,
                   fmt::format("soil '{}' with moduli_gravity at a gravity of {:g} m/s2", soil.id, gravity),
                   "a gravity above 0, or a soil without moduli_gravity: its moduli would be 0");
}

}  // namespace grouser
