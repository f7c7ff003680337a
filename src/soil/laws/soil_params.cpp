#include "grouser/soil/laws/soil_params.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/soil/laws/pressure_sinkage.hpp"

namespace grouser {
namespace {

// A number of the file: its key, its place in the struct, and the range in which any soil on any body lies.
// The limits are far outside what has been measured; they catch wrong units (kPa, mm, percent) and typing
// errors.
struct Field {
  const char* key;
  double SoilParams::*value;
  NumberRange range;
  bool required;
};

constexpr NumberRange kExponent{0.0, 5.0, true, "-"};
constexpr NumberRange kModulus{-1e10, 1e10, false, "N/m^(n+1) or N/m^(n+2)"};
constexpr std::array<Field, 2> kBekkerFields{{
    {"k_c", &SoilParams::k_c, kModulus, true},
    {"k_phi", &SoilParams::k_phi, kModulus, true},
}};
constexpr std::array<Field, 2> kReeceFields{{
    {"reece_k1", &SoilParams::reece_k1, {0.0, 1e10, false, "Pa"}, true},
    {"reece_k2", &SoilParams::reece_k2, {0.0, 1e10, false, "Pa/m"}, true},
}};
constexpr std::array<Field, 10> kSoftFields{{
    {"n", &SoilParams::n, kExponent, true},
    {"cohesion", &SoilParams::cohesion, {0.0, 1e7, false, "Pa"}, true},
    {"janosi_k", &SoilParams::janosi_k, {0.0, 1.0, true, "m"}, true},
    {"density", &SoilParams::density, {0.0, 1e4, true, "kg/m3"}, true},
    {"theta_m_c1", &SoilParams::theta_m_c1, {0.0, 0.95, true, "-"}, true},
    {"theta_m_c2", &SoilParams::theta_m_c2, {0.0, 0.95, false, "-"}, true},
    {"slip_sinkage_n1", &SoilParams::slip_sinkage_n1, {0.0, 3.0, false, "-"}, false},
    {"skid_sinkage_n1", &SoilParams::skid_sinkage_n1, {0.0, 3.0, false, "-"}, false},
    {"unloading_stiffness", &SoilParams::unloading_stiffness, {1e4, 1e12, false, "Pa/m"}, false},
    {"soil_damping", &SoilParams::soil_damping, {0.0, 1e7, false, "N s/m"}, false},
}};
constexpr std::array<Field, 3> kHardFields{{
    {"hard_stiffness", &SoilParams::hard_stiffness, {0.0, 1e12, true, "N/m"}, true},
    {"hard_damping", &SoilParams::hard_damping, {0.0, 1e9, false, "N s/m"}, true},
    {"friction_mu", &SoilParams::friction_mu, {0.0, 10.0, false, "-"}, true},
}};
constexpr NumberRange kPhiDeg{0.0, 80.0, false, "deg"};
constexpr double kDegree = 0.017453292519943296;
// Project Chrono's SCM damping, 3e4 Pa s/m, on about 0.01 m2 of contact; an assumption for any single wheel.
constexpr double kDefaultSoilDamping = 300.0;

template <class Fields>
void read_fields(const TomlTable& table, const Fields& fields, SoilParams& soil) {
  for (const Field& f : fields) {
    if (f.required || table.has(f.key)) soil.*f.value = table.number(f.key, f.range);
  }
}

template <class Fields>
void check_fields(const Fields& fields, const SoilParams& soil, const std::string& place) {
  for (const Field& f : fields) {
    const double x = soil.*f.value;
    const bool above = f.range.open_min ? x > f.range.min : x >= f.range.min;
    if (above && x <= f.range.max) continue;
    throw InputError(place + ": " + f.key, std::isnan(x) ? "no value" : fmt::format("{:g}", x),
                     fmt::format("a number from {:g}{} to {:g} {}", f.range.min,
                                 f.range.open_min ? " (excluded)" : "", f.range.max, f.range.unit));
  }
}

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

void check_peak(const SoilParams& soil, const std::string& place) {
  const double furthest = soil.theta_m_c1 + soil.theta_m_c2;
  if (!(furthest <= 0.95)) {
    throw InputError(place + ": theta_m_c1 + theta_m_c2", fmt::format("{:g}", furthest),
                     "at most 0.95: the largest stress must lie inside the arc at every slip");
  }
}

}  // namespace

void validate(const SoilParams& soil, const std::string& place) {
  if (soil.kind == SoilKind::hard) return check_fields(kHardFields, soil, place);
  if (soil.pressure_law == PressureLaw::bekker) {
    check_fields(kBekkerFields, soil, place);
  } else {
    check_fields(kReeceFields, soil, place);
  }
  check_fields(kSoftFields, soil, place);
  check_peak(soil, place);
  if (!(soil.phi >= 0.0 && soil.phi <= kPhiDeg.max * kDegree)) {
    throw InputError(place + ": phi", fmt::format("{:g} rad", soil.phi), "an angle from 0 to 80 degrees");
  }
}

SoilParams read_soil(const TomlTable& table, const std::string& id) {
  SoilParams soil;
  soil.id = id;
  soil.name = table.string_or("name", id);
  soil.kind = table.choice_or("kind", "soft", {"soft", "hard"}) == 0 ? SoilKind::soft : SoilKind::hard;
  if (soil.kind == SoilKind::hard) {
    read_fields(table, kHardFields, soil);
  } else {
    soil.soil_damping = kDefaultSoilDamping;
    soil.pressure_law = table.choice_or("pressure_law", "bekker", {"bekker", "reece"}) == 0
                            ? PressureLaw::bekker
                            : PressureLaw::reece;
    if (soil.pressure_law == PressureLaw::bekker) {
      read_fields(table, kBekkerFields, soil);
    } else {
      read_fields(table, kReeceFields, soil);
    }
    read_fields(table, kSoftFields, soil);
    soil.phi = table.angle_deg("phi_deg", kPhiDeg);
  }
  read_origin(table, soil);
  table.finish();
  validate(soil, table.file());
  return soil;
}

SoilParams load_soil(const std::string& id_or_path, const std::filesystem::path& beside) {
  const std::filesystem::path path = resolve_asset(id_or_path, "soils", beside);
  return read_soil(TomlTable::load(path.string()), path.stem().string());
}

void check_soil_for_width(const SoilParams& soil, double width, const std::string& place) {
  if (soil.kind == SoilKind::hard) return;
  const double modulus = sinkage_modulus(soil, width);
  if (modulus > 0.0) return;
  throw InputError(
      place, fmt::format("soil '{}' with k_c/b + k_phi = {:g} at width b = {:g} m", soil.id, modulus, width),
      "a positive modulus: this soil's k_c is negative, and the wheel too narrow for it");
}

}  // namespace grouser
