// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/soil/laws/soil_params.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "skip.hpp"
#include "soil_laws_for_test.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string kGood =
    "units = 'SI'\nname = 'test'\nk_c = 1400\nk_phi = 820e3\nn = 1.0\ncohesion = 170\nphi_deg = 35\n"
    "janosi_k = 0.0178\ndensity = 1660\ntheta_m_c1 = 0.4\ntheta_m_c2 = 0.15\n";

SoilParams parse(const std::string& text) { return read_soil(TomlTable::parse(text, "soil.toml"), "soil"); }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

// one line of CSV with "quoted, fields"
std::vector<std::string> csv_fields(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

bool is_filled_in(const SoilParams& soil, const std::string& key) {
  for (const FilledIn& f : soil.filled_in) {
    if (f.key == key) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a soil file is read in SI, degrees only where the key says so") {
  const SoilParams s =
      parse(kGood + "slip_sinkage_n1 = 0.3\nsources = ['a book']\nfilled_in = ['density: assumed']\n");
  CHECK(s.id == "soil");
  CHECK(s.k_phi == 820e3);
  CHECK(s.phi == Approx(0.6108652382));
  CHECK(s.slip_sinkage_n1 == 0.3);
  CHECK(s.skid_sinkage_n1 == 0.0);
  CHECK(s.soil_damping_per_area > 0.0);
  CHECK(s.sources.at(0) == "a book");
  CHECK(s.filled_in.at(0).key == "density");
  CHECK(s.filled_in.at(0).reason == "assumed");
  CHECK_FALSE(s.provisional);
}

TEST_CASE("malformed soil files are refused with place, what was found and what was expected") {
  CHECK_THROWS_WITH(parse(replaced(kGood, "n = 1.0", "n = -1.0")),
                    ContainsSubstring("soil.toml:5: n") && ContainsSubstring("-1"));
  CHECK_THROWS_WITH(parse(replaced(kGood, "n = 1.0", "n = 'x'")), ContainsSubstring("soil.toml:5: n"));
  CHECK_THROWS_WITH(parse(replaced(kGood, "n = 1.0", "n = nan")),
                    ContainsSubstring("n") && ContainsSubstring("nan"));
  CHECK_THROWS_WITH(parse(replaced(kGood, "k_c = 1400\n", "")), ContainsSubstring("k_c"));
  CHECK_THROWS_WITH(parse(replaced(kGood, "'SI'", "'kPa'")), ContainsSubstring("kPa"));
  CHECK_THROWS_WITH(parse(replaced(kGood, "phi_deg = 35", "phi_deg = 95")),
                    ContainsSubstring("phi_deg") && ContainsSubstring("95"));
  CHECK_THROWS_WITH(parse(replaced(kGood, "janosi_k = 0.0178", "janosi_k = 17.8")),
                    ContainsSubstring("janosi_k"));
  CHECK_THROWS_WITH(parse(replaced(kGood, "density = 1660", "density = 1e9")), ContainsSubstring("density"));
  CHECK_THROWS_WITH(parse(replaced(kGood, "theta_m_c2 = 0.15", "theta_m_c2 = 0.7")),
                    ContainsSubstring("theta_m_c1 + theta_m_c2"));
  CHECK_THROWS_WITH(parse(kGood + "cohesoin = 3\n"), ContainsSubstring("cohesoin"));
  CHECK_THROWS_WITH(parse(kGood + "provisional = true\n"), ContainsSubstring("provisional_reason"));
  CHECK_THROWS_WITH(parse(kGood + "filled_in = ['densty: assumed']\n"), ContainsSubstring("densty"));
  CHECK_THROWS_WITH(parse(kGood + "kind = 'hard'\n"), ContainsSubstring("hard_stiffness"));
  CHECK_THROWS_WITH(parse(kGood + "kind = 'wet'\n"), ContainsSubstring("soft, hard"));
  CHECK_THROWS_AS(parse(kGood.substr(0, kGood.size() - 6) + "= ["), InputError);
  CHECK_THROWS_AS(load_soil("no_such_soil"), InputError);
}

TEST_CASE("a forgotten field fails validation, and so does a width that turns the modulus negative") {
  SoilParams s = test::lunar_nominal();
  validate(s, "here");
  s.janosi_k = kUnset;
  CHECK_THROWS_WITH(validate(s, "here"),
                    ContainsSubstring("here: janosi_k") && ContainsSubstring("no value"));
  const SoilParams grc = load_soil("GRC1_SCM_fit");  // k_c = -2.02e5, k_phi = 2.99e6: zero at 67.6 mm
  CHECK_NOTHROW(check_soil_for_width(grc, 0.068, "wheel"));
  CHECK_THROWS_WITH(check_soil_for_width(grc, 0.067, "wheel"),
                    ContainsSubstring("GRC1_SCM_fit") && ContainsSubstring("wheel"));
}

TEST_CASE("every shipped soil loads, has a source, and marks what is not from it") {
  const auto ids = asset_ids("soils");
  CHECK(ids.size() >= 54);
  for (const std::string& id : ids) {
    INFO(id);
    const SoilParams soil = load_soil(id);
    CHECK(soil.id == id);
    CHECK_FALSE(soil.sources.empty());
    if (soil.kind != SoilKind::soft) continue;
    CHECK(is_filled_in(soil, "soil_damping_per_area"));  // no source has it
    check_soil_for_width(soil, 0.12, id);                // the ExoMars wheel can use all of them
  }
  for (const char* id : {"es1", "es2", "es3", "es4"}) {
    CHECK(load_soil(id).provisional);
    CHECK_THAT(load_soil(id).provisional_reason, ContainsSubstring("not public"));
  }
  CHECK_FALSE(load_soil("wong_LETE_sand").provisional);
  CHECK(load_soil("hard_plate").friction_mu == 0.6);
  CHECK(load_soil("bedrock").kind == SoilKind::hard);
}

TEST_CASE("a soil lists what its file gives, under the file's keys and in its units") {
  for (const std::string& id : asset_ids("soils")) {
    const TomlTable file = TomlTable::load(resolve_asset(id, "soils", {}).string());
    int numbers = 0;
    for (const SoilEntry& entry : soil_entries(load_soil(id))) {
      CAPTURE(id, entry.key);
      if (!file.has(entry.key)) continue;  // a default
      if (!entry.word.empty()) {
        CHECK(file.string(entry.key) == entry.word);
        continue;
      }
      ++numbers;
      // an angle went to radians and back
      CHECK(entry.number == Approx(file.number(entry.key, any_number(""))).epsilon(1e-15));
    }
    CHECK(numbers >= 3);
  }
}

TEST_CASE("two shipped soils have the same numbers only where one says so") {
  using Numbers = std::vector<double>;
  const auto numbers_of = [](const SoilParams& s) -> Numbers {
    return {s.k_c,
            s.k_phi,
            s.reece_k1,
            s.reece_k2,
            s.n,
            s.cohesion,
            s.phi,
            s.janosi_k,
            s.density,
            s.theta_m_c1,
            s.theta_m_c2,
            s.slip_sinkage_n1,
            s.skid_sinkage_n1,
            s.side_sinkage_n1,
            s.exit_b0,
            s.exit_b1,
            s.front_wall,
            s.unloading_stiffness,
            s.soil_damping_per_area,
            s.soil_damping,
            s.hard_stiffness,
            s.hard_damping,
            s.friction_mu,
            s.elastic_stiffness,
            s.creep_damping,
            s.crust_strength,
            s.crust_thickness};
  };
  const auto alike = [](const Numbers& a, const Numbers& b) {
    return std::equal(a.begin(), a.end(), b.begin(),
                      [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
  };
  std::vector<SoilParams> soils;
  for (const std::string& id : asset_ids("soils")) soils.push_back(load_soil(id));
  int said = 0;
  for (const SoilParams& a : soils)
    for (const SoilParams& b : soils) {
      if (&a == &b) continue;
      INFO(a.id << " and " << b.id);
      const bool same = a.same_as == b.id;
      said += same;
      if (same) CHECK(b.same_as.empty());
      CHECK(alike(numbers_of(a), numbers_of(b)) == (same || b.same_as == a.id));
    }
  for (const SoilParams& a : soils) said -= !a.same_as.empty();
  CHECK(said == 0);  // every soil that is named is there
  CHECK(load_soil("krenn_SCM_exomars").same_as == "DLR_sim_A");
  CHECK(load_soil("es3").same_as == "wong_LETE_sand");
}

// robomechanics/3d-terramechanics, set_soil_params.m as last changed: tuned.a_c and a_s are c1 and c2
TEST_CASE("each of CMU's two sets is one set of its source") {
  const SoilParams bladed = load_soil("CMU_sand"), smooth = load_soil("CMU_sand_smooth");
  for (const SoilParams& s : {bladed, smooth}) {
    CHECK(s.k_phi == 8e6);
    CHECK(s.n == 1.46);
    CHECK(s.janosi_k == 0.021);
    CHECK(s.cohesion == 1000.0);
    CHECK(s.phi == Approx(29.0 * test::kDeg));
    CHECK(s.density == 1330.0);
    CHECK(s.slip_sinkage_n1 == 0.01);
  }
  CHECK(bladed.skid_sinkage_n1 == 0.74);
  CHECK(bladed.theta_m_c1 == 0.2365);
  CHECK(bladed.theta_m_c2 == 0.6892);
  CHECK(smooth.skid_sinkage_n1 == 0.55);
  CHECK(smooth.theta_m_c1 == 0.4045);
  CHECK(smooth.theta_m_c2 == 0.4198);
}

TEST_CASE("shipped soils hold the numbers of the reference table, what it lacks is marked", "[reference]") {
  GROUSER_NEED_REFERENCE("soils.csv", path);
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  const auto header = csv_fields(line);
  const std::map<std::string, double SoilParams::*> columns = {{"n", &SoilParams::n},
                                                               {"k_c_N_per_m_np1", &SoilParams::k_c},
                                                               {"k_phi_N_per_m_np2", &SoilParams::k_phi},
                                                               {"c_Pa", &SoilParams::cohesion},
                                                               {"K_m", &SoilParams::janosi_k},
                                                               {"rho_kg_m3", &SoilParams::density},
                                                               {"phi_deg", &SoilParams::phi}};
  const std::map<std::string, std::string> keys = {
      {"n", "n"},          {"k_c_N_per_m_np1", "k_c"}, {"k_phi_N_per_m_np2", "k_phi"}, {"c_Pa", "cohesion"},
      {"K_m", "janosi_k"}, {"rho_kg_m3", "density"},   {"phi_deg", "phi_deg"}};
  int rows = 0;
  while (std::getline(file, line)) {
    const auto fields = csv_fields(line);
    const SoilParams soil = load_soil(fields.at(0));
    ++rows;
    for (std::size_t i = 0; i < header.size() && i < fields.size(); ++i) {
      const auto column = columns.find(header[i]);
      if (column == columns.end()) continue;
      INFO(soil.id << " " << header[i]);
      if (soil.id == "apollo_dense" && header[i] == "n") {  // mended, and says so
        CHECK(is_filled_in(soil, "n"));
        continue;
      }
      CHECK(is_filled_in(soil, keys.at(header[i])) == fields[i].empty());
      if (fields[i].empty()) continue;
      const double unit = header[i] == "phi_deg" ? test::kDeg : 1.0;
      CHECK(soil.*column->second == Approx(std::stod(fields[i]) * unit).epsilon(1e-12));
    }
  }
  CHECK(rows == 48);
}

// Families of one soil at several densities: from the loosest on each bears more at every depth that is used,
// under any plate.
TEST_CASE("of the densities of one soil the denser bears more at every depth") {
  const std::vector<std::string> kOrder = {"loose", "nominal", "dense"};
  std::map<std::string, std::map<std::size_t, SoilParams>> families;
  for (const std::string& id : asset_ids("soils"))
    for (std::size_t k = 0; k < kOrder.size(); ++k) {
      const std::string end = "_" + kOrder[k];
      if (!id.ends_with(end)) continue;
      families[id.substr(0, id.size() - end.size())].emplace(k, load_soil(id));
    }
  REQUIRE(families.at("apollo").size() == 3);
  for (const auto& [name, members] : families) {
    const SoilParams* looser = nullptr;
    for (const auto& [density, soil] : members) {
      if (looser) {
        INFO(soil.id << " over " << looser->id);
        for (const double width : {0.01, 0.05, 0.12, 0.3, 1.0})
          for (double z = 1e-4; z < 1.0; z *= 1.25)
            CHECK(sinkage_modulus(soil, width) * std::pow(z, soil.n) >
                  sinkage_modulus(*looser, width) * std::pow(z, looser->n));
        CHECK(soil.phi > looser->phi);
        CHECK(soil.cohesion > looser->cohesion);
        CHECK(soil.density > looser->density);
        CHECK(rft_resistance_of(soil, soil.density, soil.phi, 1.62, 0.0) >
              rft_resistance_of(*looser, looser->density, looser->phi, 1.62, 0.0));
      }
      looser = &soil;
    }
  }
}

TEST_CASE("a damper in N s/m, as files gave it, is that of a wheel on 0.01 m2, and a note says so") {
  const SoilParams fresh = parse(kGood), old = parse(kGood + "soil_damping = 450\n");
  CHECK(damping_per_area(fresh) == 3e4);  // Project Chrono's
  CHECK(soil_damping_note(fresh).empty());
  CHECK(damping_per_area(old) == Approx(4.5e4));
  CHECK_THAT(soil_damping_note(old), ContainsSubstring("450 N s/m") && ContainsSubstring("45000 N s/m3"));
  const SoilParams both = parse(kGood + "soil_damping = 0\nsoil_damping_per_area = 7e4\n");
  CHECK(damping_per_area(both) == 0.0);
  CHECK_THAT(soil_damping_note(both), ContainsSubstring("in place of soil_damping_per_area"));
  CHECK(damping_per_area(parse(kGood + "soil_damping_per_area = 7e4\n")) == 7e4);
  CHECK_THROWS_WITH(parse(kGood + "soil_damping_per_area = -1\n"),
                    ContainsSubstring("soil_damping_per_area"));
  // The wheel of ExoMars keeps the number that was assumed for any wheel, others by the area of theirs.
  CHECK(damping_per_area(fresh) * wheel_patch(0.1425, 0.12) == Approx(300.0).epsilon(1e-3));
}

TEST_CASE("a soil's law decides which numbers it needs") {
  const std::string grains = "units = 'SI'\nname = 'test'\nlaw = 'rft'\nphi_deg = 33\n";
  const SoilParams by_density = parse(grains + "density = 1600\n");
  CHECK(goes_by_rft(by_density));
  CHECK(std::isnan(by_density.k_phi));
  CHECK(parse(grains + "xi_n = 2e6\n").xi_n == 2e6);  // a plate test in place of the density
  CHECK_THROWS_WITH(parse(grains), ContainsSubstring("density"));
  CHECK_THROWS_WITH(parse("units = 'SI'\nlaw = 'rft'\ndensity = 1600\n"), ContainsSubstring("phi_deg"));
  CHECK_THROWS_WITH(parse(grains + "density = 1600\nxi_n = -1\n"), ContainsSubstring("xi_n"));
  CHECK_THROWS_WITH(parse(grains + "density = 1600\nk_phi = 1e30\n"), ContainsSubstring("k_phi"));
  CHECK_THROWS_WITH(parse(replaced(kGood, "n = 1.0\n", "")), ContainsSubstring("n"));
  CHECK_THROWS_WITH(parse(kGood + "law = 'sand'\n"),
                    ContainsSubstring("bekker") && ContainsSubstring("rft") && ContainsSubstring("rigid"));
  // the numbers of the other law may stay in the file, and come back with it
  const SoilParams both = parse(kGood + "law = 'rft'\n");
  CHECK(goes_by_rft(both));
  CHECK(both.k_phi == 820e3);
  check_soil_for_width(parse(replaced(kGood, "k_c = 1400", "k_c = -1e6") + "law = 'rft'\n"), 0.1, "wheel");
}

TEST_CASE("another law takes the place of a soft soil's own") {
  const SoilParams given = load_soil("wong_LETE_sand"),
                   grains = load_soil("wong_LETE_sand", {}, SoilLaw::rft);
  CHECK_FALSE(goes_by_rft(given));
  CHECK(goes_by_rft(grains));
  CHECK(grains.phi == given.phi);
  // rigid: hard ground with the soil's friction
  const SoilParams rigid = load_soil("wong_LETE_sand", {}, SoilLaw::rigid), rock = load_soil("bedrock");
  CHECK(rigid.kind == SoilKind::hard);
  CHECK(rigid.friction_mu == Approx(std::tan(given.phi)));
  CHECK(rigid.hard_stiffness == rock.hard_stiffness);
  CHECK(rigid.hard_damping == rock.hard_damping);
  // hard ground stays what it is, and every shipped soil can be read by every law
  CHECK(load_soil("bedrock", {}, SoilLaw::rft).kind == SoilKind::hard);
  for (const std::string& id : asset_ids("soils"))
    for (const SoilLaw law : {SoilLaw::bekker, SoilLaw::rft, SoilLaw::rigid})
      CHECK(load_soil(id, {}, law).id == id);
}
