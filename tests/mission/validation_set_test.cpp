// SPDX-License-Identifier: BSD-3-Clause
// Measured sets: made of a soil that is known, so that the right soil holds and a wrong one fails by as much
// as can be worked out; and measured curves of the suite.
#include <fmt/format.h>

#include <cmath>

#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/gradeability/gradeability.hpp"
#include "grouser/mission/rigs/validation.hpp"
#include "scratch_folder.hpp"
#include "skip.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr const char* kLoose = R"(units = "SI"
name = "loose"
kind = "soft"
sources = ["made for this test"]
n = 1.0
k_c = 0
k_phi = 500000
cohesion = 200
phi_deg = 30
janosi_k = 0.01
density = 1500
theta_m_c1 = 0.18
theta_m_c2 = 0.32
unloading_stiffness = 4e7
soil_damping_per_area = 0
)";

/// A folder with a soil, a set and its data.
struct SetFolder {
  test::ScratchFolder folder;
  explicit SetFolder(const std::string& name, const std::string& set, const std::string& data,
                     const std::string& soil = "")
      : folder("sets_" + name) {
    write_file_atomically(folder / "loose.toml", kLoose + soil);
    write_file_atomically(folder / "set.toml", "data = \"data.csv\"\nsoil = \"loose.toml\"\n" + set);
    write_file_atomically(folder / "data.csv", data);
  }
  SetResult result() const { return run_validation_set(load_validation_set(folder / "set.toml"), {}); }
  std::string refusal() const {
    try {
      result();
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
};

constexpr const char* kPlateSet =
    "test = \"plate\"\n[plate]\nradius = 0.1\n[columns]\ndepth = \"z\"\npressure = \"p\"\n";

}  // namespace

TEST_CASE("a set that its soil made holds and one that another made fails by the difference") {
  // p = 500 kPa/m z
  const std::string accept = "[accept]\npressure = 50\n";
  const SetResult right =
      SetFolder("right", kPlateSet + accept, "z [mm],p [kPa]\n10,5\n20,10\n40,20\n").result();
  REQUIRE(right.curves.size() == 1);
  CHECK(right.at == "depth");
  CHECK(right.verdict == SetVerdict::holds);
  CHECK(right.curves[0].rms < 1e-6);
  CHECK(right.curves[0].points[1].measured == Approx(1e4).epsilon(1e-12));
  // all of it 100 Pa too high: rms and bias are 100 Pa
  const SetResult wrong =
      SetFolder("wrong", kPlateSet + accept, "z [mm],p [kPa]\n10,5.1\n20,10.1\n40,20.1\n").result();
  CHECK(wrong.verdict == SetVerdict::fails);
  CHECK(wrong.curves[0].rms == Approx(100.0).epsilon(1e-9));
  CHECK(wrong.curves[0].bias == Approx(-100.0).epsilon(1e-9));
  // without an accepted rms and without uncertainty nothing is judged
  CHECK(SetFolder("open", kPlateSet, "z [mm],p [kPa]\n10,5\n").result().verdict == SetVerdict::none);
}

TEST_CASE("a set with uncertainty holds where nine of ten rows are within two deviations") {
  // ten rows, `off` of them 3 deviations away
  const auto data = [](int off) {
    std::string text = "z,p,p_sd\n";
    for (int k = 1; k <= 10; ++k)
      text += fmt::format("{},{},{}\n", 0.01 * k, 5e3 * k + (k <= off ? 300.0 : 150.0), 100.0);
    return text;
  };
  const std::string set = std::string(kPlateSet) + "pressure_sd = \"p_sd\"\n";
  const SetResult one = SetFolder("one_off", set, data(1)).result(),
                  two = SetFolder("two_off", set, data(2)).result();
  CHECK(one.verdict == SetVerdict::holds);
  CHECK(one.curves[0].agreeing == Approx(0.9).epsilon(1e-12));
  CHECK(two.verdict == SetVerdict::fails);
  // a constant in the set's file does the same
  CHECK(SetFolder("constant", std::string(kPlateSet) + "[uncertainty]\npressure = 100\n", data(1))
            .result()
            .verdict == SetVerdict::holds);
}

TEST_CASE("the band of an uncertain soil counts for a set") {
  const std::string data = "z,p\n0.01,4300\n0.02,11500\n";  // 0.86 and 1.15 of the middle
  CHECK(SetFolder("sure", kPlateSet, data).result().verdict == SetVerdict::none);
  const SetResult wide =
      SetFolder("wide", kPlateSet, data, "[uncertain]\nk_phi = { uniform = [4e5, 6e5] }\n").result();
  CHECK(wide.verdict == SetVerdict::holds);
  CHECK(wide.curves[0].points[0].band.holds(4300.0));
  CHECK(SetFolder("narrow", kPlateSet, data, "[uncertain]\nk_phi = { uniform = [4.9e5, 5.1e5] }\n")
            .result()
            .verdict == SetVerdict::fails);
}

TEST_CASE("rows are chosen by their columns and rows without a prediction are counted") {
  const std::string wheel =
      "test = \"wheel\"\n[wheel]\nradius = 0.15\nwidth = 0.1\n[where]\nrig = 2\n[columns]\nslip = \"s [%]\"\n"
      "load = \"W\"\ndrawbar_pull = \"DP\"\n";
  const SetResult some =
      SetFolder("some", wheel, "rig,s [%],W [N],DP [N]\n1,10,80,1\n2,10,80,2\n2,20,80,\n2,30,1e6,4\n")
          .result();
  REQUIRE(some.curves.size() == 1);
  REQUIRE(some.curves[0].points.size() == 2);  // the row without a pull is none of this curve
  CHECK(some.curves[0].points[0].at == Approx(0.1).epsilon(1e-12));
  CHECK(some.curves[0].lost == 1);  // no sand carries a meganewton on this wheel
  CHECK(some.at == "slip");
}

TEST_CASE("a drop set and laws side by side") {
  const std::string drop =
      "test = \"drop\"\nlaws = [\"bekker\", \"rft\"]\ngravity = 1.62\n[drop]\nradius = 0.05\ndensity = 3000\n"
      "[columns]\nheight = \"h\"\ndepth = \"d\"\n[accept]\ndepth = 1\n";
  const SetResult result = SetFolder("drop", drop, "h [cm],d [mm]\n10,9\n50,20\n").result();
  REQUIRE(result.curves.size() == 2);
  CHECK((result.curves[0].law == "bekker" && result.curves[1].law == "rft"));
  DropTest test{.radius = 0.05, .mass = sphere_mass(0.05, 3000.0), .gravity = 1.62};
  test.speed = std::sqrt(2.0 * 1.62 * 0.5);
  const SetFolder again("again", drop, "h,d\n1,1\n");
  const double alone = drop_body(load_soil((again.folder / "loose.toml").string()), test).depth;
  CHECK(result.curves[0].points[1].predicted == Approx(alone).epsilon(1e-12));
}

TEST_CASE("a tilt set has the slip of the tilt bed") {
  const std::string tilt =
      "test = \"tilt\"\ngravity = 3.71\n[tilt]\nrover = \"exomars_lvm\"\nspeed = 0.05\n[columns]\n"
      "tilt = \"slope_deg\"\nslip = \"slip_percent\"\n[accept]\nslip = 1\n";
  const SetFolder made("tilt", tilt, "slope_deg,slip_percent\n2,10\n");
  const SetResult result = made.result();
  const std::optional<GradePoint> alone = run_grade_point(
      {.rover = "exomars_lvm", .soil = (made.folder / "loose.toml").string(), .speed = 0.05, .gravity = 3.71},
      2.0 * 0.017453292519943295, [](double) {}, [] { return false; });
  REQUIRE((alone && alone->settled));
  REQUIRE(result.curves.size() == 1);
  CHECK(result.curves[0].points[0].predicted == alone->slip);
  CHECK(result.curves[0].points[0].measured == Approx(0.1).epsilon(1e-12));
}

TEST_CASE("a wrong set is refused by what is wrong and where") {
  const std::string good = "z [mm],p [kPa]\n10,5\n";
  const auto says = [&](const std::string& name, const std::string& set, const std::string& data,
                        const char* word) {
    CAPTURE(name);
    CHECK_THAT(SetFolder(name, set, data).refusal(), ContainsSubstring(word));
  };
  says("key", std::string(kPlateSet) + "[accept]\npresure = 1\n", good, "presure");
  says("test", "test = \"wheeel\"\n", good, "wheel");
  says("column", std::string(kPlateSet) + "pressure_sd = \"sd\"\n", good, "'sd'");
  says("unit", kPlateSet, "z [mm],p [N]\n10,5\n", "'N'");
  says("cells", kPlateSet, "z [mm],p [kPa]\n10\n", "data.csv:2");
  says("number", kPlateSet, "z [mm],p [kPa]\nten,5\n", "data.csv:2");
  says("nan", kPlateSet, "z [mm],p [kPa]\nnan,5\n", "data.csv:2");
  says("empty", kPlateSet, "", "data.csv");
  says("none", kPlateSet, "z [mm],p [kPa]\n", "no row");
  says("where", std::string("where = { rig = 3 }\n") + kPlateSet, "z,p,rig\n1,1,2\n", "[where]");
  says("nothing", "test = \"plate\"\n[plate]\nradius = 0.1\n[columns]\ndepth = \"z\"\n", good, "predicted");
  says("law", std::string("laws = [\"mud\"]\n") + kPlateSet, good, "mud");
  says("radius", "test = \"plate\"\n[columns]\ndepth = \"z\"\npressure = \"p\"\n", good, "radius");
  says("comma", kPlateSet, "z [mm];p [kPa]\n1,5;2.5\n", "data.csv:2");
  CHECK_THAT(SetFolder("gone", kPlateSet, good).folder.path().string(), ContainsSubstring("gone"));
}

TEST_CASE("a folder's sets are those files that name a test and data") {
  const SetFolder made("folder", kPlateSet, "z [mm],p [kPa]\n10,5\n");
  CHECK(load_validation_folder(made.folder.path()).size() == 1);
  const test::ScratchFolder empty("sets_empty");
  CHECK_THROWS_AS(load_validation_folder(empty.path()), InputError);
  CHECK_THROWS_AS(load_validation_folder(empty / "no"), InputError);
}

// Ding et al. 2011, smooth wheel at 80 N on their soil: the largest pull of slips 0.1 to 0.6 is 15 N, and the
// rms of Wong and Reece's wheel on the printed numbers was 5.7 N (reference notes, 3.2).
TEST_CASE("Ding's smooth wheel is a set as it was measured", "[reference]") {
  GROUSER_NEED_REFERENCE("measured/ding2011_smooth_wheel.csv", data);
  const test::ScratchFolder folder("sets_ding");
  write_file_atomically(
      folder / "ding.toml",
      "test = \"wheel\"\ndata = \"" + data.string() +
          "\"\nsoil = \"ding2011_simulant\"\n[wheel]\nradius = 0.15735\nwidth = 0.165\n[columns]\n"
          "slip = \"slip\"\nload = \"vertical_load_n\"\ndrawbar_pull = \"meas_drawbar_pull_n\"\n"
          "sinkage = \"meas_sinkage_m\"\ntorque = \"meas_torque_nm\"\n[accept]\ndrawbar_pull = 6\n");
  const SetResult result = run_validation_set(load_validation_set(folder / "ding.toml"), {});
  REQUIRE(result.curves.size() == 3);
  CHECK(result.curves[1].quantity == "drawbar_pull");
  CHECK(result.curves[1].points.size() == 6);
  CHECK(result.curves[1].rms < 6.0);
  CHECK(result.curves[1].verdict == SetVerdict::holds);
}
