// SPDX-License-Identifier: BSD-3-Clause
// The soil's file that a fit writes: it reads back, and campaigns draw from it as it says.
#include <fmt/format.h>

#include <cmath>
#include <fstream>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/campaign_plan.hpp"
#include "grouser/mission/fit/fit_report.hpp"
#include "grouser/mission/rigs/uncertain_soil.hpp"
#include "grouser/soil/laws/soil_number_access.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

/// What a fit of three keys could have found.
FitResult found_values() {
  FitResult result;
  const auto add = [&](const char* text, double value, double deviation) {
    FittedKey key;
    key.key = parse_fit_key(text);
    key.value = value, key.low = 0.9 * value, key.high = 1.1 * value, key.deviation = deviation;
    result.keys.push_back(key);
  };
  add("n=0.5:1.5", 1.05, 0.04);
  add("k_phi=1e5:1e7", 8e5, 0.3);
  add("wheel.radius=0.1:0.2", 0.15, 0.01);
  result.covariance.resize(3, 3);
  result.covariance << 0.0016, 0.0108, 0.0, 0.0108, 0.09, 0.0, 0.0, 0.0, 0.0001;
  return result;
}

FitSpec spec_of_found() {
  FitSpec spec;
  spec.base.soil = "wong_LETE_sand";
  for (const FittedKey& key : found_values().keys) spec.keys.push_back(key.key);
  return spec;
}

}  // namespace

TEST_CASE("a fitted soil's file reads back with its numbers and their uncertainty") {
  const test::ScratchFolder folder("fitted_soil");
  const std::string path = (folder / "fitted.toml").string();
  std::ofstream(path) << fitted_soil_text(spec_of_found(), found_values());
  const SoilParams soil = load_soil(path), base = load_soil("wong_LETE_sand");
  CHECK(soil.n == Approx(1.05));
  CHECK(soil.k_phi == Approx(8e5));
  CHECK(soil.cohesion == base.cohesion);
  CHECK_THAT(soil.name, ContainsSubstring("fitted"));
  const UncertainSoil uncertain = UncertainSoil::load(path);
  REQUIRE(uncertain.draws().size() == 2);
  CHECK(uncertain.draws()[0].key == "n");
  CHECK(uncertain.draws()[0].distribution.kind == DrawKind::normal);
  CHECK(uncertain.draws()[0].distribution.parameters[1] == Approx(0.04));
  CHECK(uncertain.draws()[1].key == "k_phi");
  CHECK(uncertain.draws()[1].distribution.kind == DrawKind::lognormal);
  CHECK(uncertain.draws()[1].distribution.parameters[1] == Approx(0.3));
  CHECK(UncertainSoil::load("wong_LETE_sand").is_certain());

  // a fit on top of a fit has one [uncertain]
  FitSpec again = spec_of_found();
  again.base.soil = path;
  const std::string text = fitted_soil_text(again, found_values());
  CHECK(text.find("[uncertain]") == text.rfind("[uncertain]"));
}

TEST_CASE("campaigns draw from a fitted soil as its file says, together") {
  const test::ScratchFolder folder("fitted_soil_draws");
  std::ofstream(folder / "fitted.toml") << fitted_soil_text(spec_of_found(), found_values());
  const CampaignFile file = read_campaign(
      "scenario = \"tilt_bed\"\nsamples = 4000\nseed = 3\n[uncertain]\nsoil = \"fitted.toml\"\n", "test.toml",
      folder.path());
  REQUIRE(file.draws.size() == 2);
  CHECK(file.draws[0].key == "soil.n");
  const CampaignPlan plan(
      file, [](const CampaignFile&, const std::vector<Override>&) { return std::vector<KeyNote>{}; });
  double n = 0.0, k = 0.0, nn = 0.0, kk = 0.0, nk = 0.0;
  const double rows = 4000.0;
  for (std::uint64_t row = 0; row < 4000; ++row) {
    const PlannedRow drawn = plan.row(row);
    const double a = drawn.numbers[0], b = std::log(drawn.numbers[1]);
    n += a / rows, k += b / rows, nn += a * a / rows, kk += b * b / rows, nk += a * b / rows;
  }
  const double deviation_n = std::sqrt(nn - n * n), deviation_k = std::sqrt(kk - k * k);
  // four standard errors of 4000 draws
  CHECK(n == Approx(1.05).margin(4.0 * 0.04 / 63.2));
  CHECK(k == Approx(std::log(8e5)).margin(4.0 * 0.3 / 63.2));
  CHECK(deviation_n == Approx(0.04).epsilon(4.0 / 89.4));
  CHECK(deviation_k == Approx(0.3).epsilon(4.0 / 89.4));
  CHECK((nk - n * k) / (deviation_n * deviation_k) == Approx(0.9).margin(4.0 * 0.19 / 63.2));
}

TEST_CASE("what is wrong with an uncertain soil is said at its key") {
  const test::ScratchFolder folder("fitted_soil_wrong");
  const std::string good = fitted_soil_text(spec_of_found(), found_values());
  const auto refuses = [&](const std::string& from, const std::string& to, const std::string& said) {
    std::string text = good;
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    std::ofstream(folder / "wrong.toml") << text;
    CHECK_THROWS_WITH(UncertainSoil::load((folder / "wrong.toml").string()), ContainsSubstring(said));
  };
  refuses("\nn = { normal", "\nm = { normal", "'m'");
  refuses("normal = [1.05, 0.04]", "normal = [1.05, -0.04]", "-0.04");
  refuses("matrix = [[1, 0.8", "matrix = [[1, 0.7", "symmetric");
  refuses("keys = [\"n\"", "keys = [\"m\"", "'m'");

  const auto campaign = [&](const std::string& text) {
    return read_campaign("scenario = \"tilt_bed\"\nsamples = 4\n" + text, "c.toml", folder.path());
  };
  CHECK_THROWS_WITH(campaign("[uncertain]\nsoil = \"wong_LETE_sand\"\n"),
                    ContainsSubstring("without [uncertain]"));
  std::ofstream(folder / "good.toml") << good;
  CHECK_THROWS_WITH(
      campaign("[draw]\n\"soil.n\" = { normal = [1, 0.1] }\n[uncertain]\nsoil = \"good.toml\"\n"),
      ContainsSubstring("which [draw] has too"));
}

TEST_CASE("every part of an uncertain soil's distribution belongs to the identity of a campaign") {
  const test::ScratchFolder folder("fitted_soil_identity");
  const std::string fitted = fitted_soil_text(spec_of_found(), found_values());
  const std::string certain = fitted.substr(0, fitted.find("[uncertain]"));
  const auto identity = [&](const std::string& n) {
    std::ofstream(folder / "soil.toml") << certain << "[uncertain]\nn = { " << n << " }\n";
    return read_campaign("scenario = \"tilt_bed\"\nsamples = 4\n[uncertain]\nsoil = \"soil.toml\"\n",
                         "c.toml", folder.path())
        .identity;
  };
  const std::string normal = "normal = [1, 0.1], above = 0.9", discrete = "discrete = [0.9, 1.1]";
  CHECK(identity(normal) == identity(normal + ", outside = \"redraw\""));
  CHECK(identity(normal) != identity(normal + ", outside = \"clip\""));
  CHECK(identity(normal) != identity(normal + ", shared = true"));
  CHECK(identity(discrete) == identity(discrete + ", weights = [1, 1]"));
  CHECK(identity(discrete) != identity(discrete + ", weights = [1, 2]"));
  CHECK(identity(discrete) != identity("discrete = [0.9, 1.2]"));
}
