// SPDX-License-Identifier: BSD-3-Clause
// Reading, checking and listing of soil files. One visitor, SoilKeys, names every number of every law once;
// reader, writer, checker and lister walk over it. After it come the conditions that join several numbers.
#include "grouser/soil/laws/soil_params.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string_view>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/document_kind.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/missing_keys.hpp"
#include "grouser/base/toml_leaves.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

enum class Needed { yes, no };

bool is_angle(std::string_view key) { return key.ends_with("_deg"); }

/// Shows a visitor the choices and the tables of numbers of a soil, in the order of the file. The one list of
/// laws that have parameters, and of what each kind of ground and each law needs.
class SoilKeys {
 public:
  /// law: in place of the file's own.
  SoilKeys(KeyVisitor& v, SoilParams& soil, std::optional<SoilLaw> law = {})
      : v_(v), soil_(soil), law_(law) {}

  void visit() {
    v_.choice({"kind", "of ground"}, soil_.kind, kSoilKinds);
    if (const auto hard = v_.when(soil_.kind == SoilKind::hard, "kind = \"hard\""))
      numbers(kHardGroundNumbers, Needed::yes);
    if (const auto creeps = v_.when(soil_.kind == SoilKind::viscoelastic, "kind = \"viscoelastic\"")) {
      numbers(kViscoelasticNumbers, Needed::yes);
      v_.choice({"friction_reading", "of the law's formula"}, soil_.friction_reading, kFrictionReadings);
    }
    if (const auto soft = v_.when(soil_.kind == SoilKind::soft, "kind = \"soft\"")) visit_soft();
  }

 private:
  void visit_soft() {
    v_.choice({"law", "by which the soil pushes back"}, soil_.law, kSoilLaws);
    soil_.law = law_.value_or(soil_.law);
    // The numbers that each law needs; a file may have those of the other laws too.
    const bool plates = soil_.law == SoilLaw::bekker || soil_.law == SoilLaw::scm;
    const Needed bekker = plates ? Needed::yes : Needed::no;
    const Needed rft = soil_.law == SoilLaw::rft ? Needed::yes : Needed::no;
    const Needed grains = soil_.law == SoilLaw::rigid ? Needed::no : Needed::yes;
    v_.choice({"pressure_law", "of pressure and sinkage"}, soil_.pressure_law, kPressureLaws);
    const bool reece = soil_.pressure_law == PressureLaw::reece;
    if (const auto own = v_.when(!reece, "pressure_law = \"bekker\"")) numbers(kBekkerNumbers, bekker);
    if (const auto own = v_.when(reece, "pressure_law = \"reece\"")) numbers(kReeceNumbers, bekker);
    numbers(kVirginCurveNumbers, bekker);
    if (v_.task() != KeyTask::write || (plates && soil_.moduli_gravity > 0.0))
      v_.choice(
          {"moduli_split", "what of the moduli scales: k_phi alone, or a share by the bearing capacity"},
          soil_.moduli_split, kModuliSplits);
    numbers(kCohesionNumbers, bekker);
    numbers(kFrictionNumbers, grains);
    numbers(kShearLengthNumbers, bekker);
    numbers(kRftNumbers, rft);
    if (v_.task() != KeyTask::write || rft == Needed::yes)
      v_.choice({"rft_grousers", "forces of grousers: their mean over a turn, or each where it is"},
                soil_.rft_grousers, kRftGrousers);
    // Grains whose resistance is given need no density.
    const bool pressed = soil_.xi_n > 0.0 || soil_.plate_pressure > 0.0;
    numbers(kPassivePressureNumbers, rft == Needed::yes && pressed ? Needed::no : grains);
    numbers(kNormalStressNumbers, bekker);
    numbers(kExitAngleNumbers, bekker);
    numbers(kSlipSinkageNumbers, bekker);
    numbers(kFrontWallNumbers, bekker);
    numbers(kGrouserSideNumbers, bekker);
    numbers(kMultipassNumbers, bekker);
    numbers(kUnloadingNumbers, grains);
    numbers(kSoilDamperNumbers, soil_.law == SoilLaw::bekker ? Needed::yes : Needed::no);
    numbers(kCrustNumbers, grains);
    if (const auto crust =
            v_.when(soil_.law == SoilLaw::rigid || soil_.crust_strength > 0.0, "law = \"rigid\", or a crust"))
      numbers(kHardGroundNumbers, Needed::no);
  }

  /// A file may leave out what its law does not need and what has a default; a soil may go without the
  /// former, and without what follows from other numbers.
  template <class Params, std::size_t N>
  void numbers(const SoilNumber<Params> (&numbers)[N], Needed needed) {
    if (v_.task() == KeyTask::write && needed == Needed::no) return;
    for (const SoilNumber<Params>& x : numbers) {
      double& value = soil_.*x.member;
      const bool has_default = !std::isnan(Params{}.*x.member);
      const bool may_miss = needed == Needed::no || (x.given == Given::optional && !has_default);
      if ((needed == Needed::no || x.given == Given::optional) &&
          !v_.has({x.key}, !may_miss || !std::isnan(value)))
        continue;
      const Key key{x.key, x.help, has_default ? Need::no : Need::yes};
      const NumberRange range{x.min, x.max, x.open_min, x.unit};
      is_angle(x.key) ? v_.angle(key, value, range) : v_.number(key, value, range);
    }
  }

  KeyVisitor& v_;
  SoilParams& soil_;
  std::optional<SoilLaw> law_;
};

/// The origin of a soil's numbers.
void visit_origin(KeyVisitor& v, SoilParams& soil) {
  v.flag({"provisional", "whether the numbers are a stand-in"}, soil.provisional);
  v.text({"provisional_reason", "why they are"}, soil.provisional_reason);
  if (soil.provisional && soil.provisional_reason.empty())
    v.refuse("provisional", "no provisional_reason", "the reason beside provisional = true");
  v.text({"same_as", "id of the soil that has the same numbers under another name"}, soil.same_as);
  v.texts({"sources", "of the numbers"}, soil.sources);
  std::vector<std::string> texts;
  v.texts({"filled_in", "\"key: reason\" of numbers that the sources lack"}, texts);
  for (const std::string& text : texts) {
    const std::size_t colon = text.find(": ");
    const std::string key = text.substr(0, colon);
    if (colon == std::string::npos || colon + 2 >= text.size() || key.empty() || !v.has({key}, false))
      v.refuse("filled_in", "\"" + text + "\"", "\"key: reason\" with a key of this file");
    soil.filled_in.push_back({key, text.substr(colon + 2)});
  }
}

/// All keys of a soil's file.
void visit_soil(KeyVisitor& v, SoilParams& soil, std::optional<SoilLaw> law = {}) {
  v.text({"name", "for people; left out: the id"}, soil.name);
  SoilKeys(v, soil, law).visit();
  visit_origin(v, soil);
}

/// A soft soil as rigid ground; what its file does not say is as of the shipped bedrock, and Coulomb's
/// coefficient tan(phi).
void make_hard(SoilParams& soil, const std::string& place) {
  constexpr double kStiffness = 5e6, kDamping = 5e3;  // N/m, N s/m
  soil.kind = SoilKind::hard;
  if (std::isnan(soil.hard_stiffness)) soil.hard_stiffness = kStiffness;
  if (std::isnan(soil.hard_damping)) soil.hard_damping = kDamping;
  if (std::isnan(soil.friction_mu)) soil.friction_mu = math::tan(soil.phi);
  if (std::isnan(soil.friction_mu))
    throw InputError(place + ": law", "\"rigid\" without friction_mu or phi_deg", "one of the two");
}

/// theta_m = (c1 + c2 s) theta_1 has to stay within the arc up to slip 1.
void check_peak(const SoilParams& soil, const std::string& place) {
  const double furthest = soil.theta_m_c1 + soil.theta_m_c2;
  if (!(furthest > kFurthestPeak)) return;
  throw InputError(
      place + ": theta_m_c1 + theta_m_c2", fmt::format("{:g}", furthest),
      fmt::format("at most {:g}: the largest stress must lie inside the arc at every slip", kFurthestPeak));
}

/// theta_2 = -(b0 + b1 s) theta_1 has to stay below theta_1 at every slip.
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

/// A crust has strength and thickness, and none lies on ground of the law scm.
void check_crust(const SoilParams& soil, const std::string& place) {
  if (std::isnan(soil.crust_strength) != std::isnan(soil.crust_thickness))
    throw InputError(place + ": " + (std::isnan(soil.crust_strength) ? "crust_strength" : "crust_thickness"),
                     "no value", "both numbers of a crust, or neither");
  if (is_crusted(soil) && soil.law == SoilLaw::scm)
    throw InputError(place + ": crust_strength", fmt::format("{:g} Pa with the law scm", soil.crust_strength),
                     "the law bekker or rft under a crust: ground of the law scm is a grid of loose soil");
}

/// A plate test has pressure and sinkage, in place of xi_n, and carries more than cohesion alone.
void check_plate(const SoilParams& soil, const std::string& place) {
  if (std::isnan(soil.plate_pressure) != std::isnan(soil.plate_sinkage))
    throw InputError(place + ": " + (std::isnan(soil.plate_pressure) ? "plate_pressure" : "plate_sinkage"),
                     "no value", "both numbers of a plate test, or neither");
  if (std::isnan(soil.plate_pressure)) return;
  if (soil.xi_n > 0.0)
    throw InputError(place + ": xi_n", fmt::format("{:g} N/m3 beside a plate test", soil.xi_n),
                     "xi_n, or plate_pressure and plate_sinkage");
  const double held = cohesive_strength(soil.cohesion_share, soil.cohesion, soil.phi);
  if (goes_by_rft(soil) && !(soil.plate_pressure > held))
    throw InputError(
        place + ": plate_pressure", fmt::format("{:g} Pa", soil.plate_pressure),
        fmt::format("more than the {:.4g} Pa that cohesion carries, or a smaller cohesion_share", held));
}

/// Meyerhof's N_gamma has its pole at 64.3 deg.
void check_split(const SoilParams& soil, const std::string& place) {
  constexpr double kMost = 60.0 * kDegree;
  if (soil.moduli_split != ModuliSplit::bearing || !(soil.phi > kMost)) return;
  throw InputError(place + ": phi_deg", fmt::format("{:g} deg", soil.phi * kDegrees),
                   "at most 60 deg with moduli_split = \"bearing\"");
}

/// Stribeck's curve falls from static to kinetic friction.
void check_friction(const SoilParams& soil, const std::string& place) {
  if (soil.kind != SoilKind::viscoelastic || soil.kinetic_friction <= soil.static_friction) return;
  throw InputError(place + ": kinetic_friction", fmt::format("{:g}", soil.kinetic_friction),
                   fmt::format("at most static_friction, {:g}", soil.static_friction));
}

}  // namespace

void validate(const SoilParams& soil, const std::string& place) {
  SoilParams checked = soil;
  KeyChecker checker(place);
  SoilKeys(checker, checked).visit();
  check_angle(soil, place);
  check_friction(soil, place);
  check_plate(soil, place);
  check_split(soil, place);
  check_crust(soil, place);
  check_peak(soil, place);
  check_exit(soil, place);
}

namespace {

SoilParams read_complete_soil(const TomlTable& table, const std::string& id, std::optional<SoilLaw> law) {
  SoilParams soil;
  soil.id = id;
  soil.name = id;
  KeyReader reader(table);
  visit_soil(reader, soil, law);
  // distributions of the numbers, for those who draw them (mission/rigs/uncertain_soil.hpp)
  if (table.holds("uncertain")) table.table("uncertain").keys();
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
  SoilParams shown = soil;
  KeyWriter writer;
  SoilKeys(writer, shown).visit();
  std::vector<SoilEntry> entries;
  for (const TomlLeaf& leaf : toml_leaves(writer.text(), soil.id)) {
    SoilEntry entry{.key = leaf.key, .word = {}};
    // A value that is not a number is a word in quotes.
    const char* end = leaf.value.data() + leaf.value.size();
    if (std::from_chars(leaf.value.data(), end, entry.number).ptr != end)
      entry.word = leaf.value.substr(1, leaf.value.size() - 2);  // in quotes
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::vector<ListedSection> list_soil_keys() {
  SoilParams soil;
  KeyLister lister;
  visit_soil(lister, soil);
  return lister.sections();
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
