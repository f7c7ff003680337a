// SPDX-License-Identifier: BSD-3-Clause
// Fits of synthetic data, whose true values are known: they lie inside the intervals as often as these say,
// pairs of keys that the data cannot tell apart are named, and a fit has the same bits on any number of
// threads and after a kill.
#include "grouser/mission/fit/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"
#include "grouser/mission/fit/fit_report.hpp"
#include "grouser/soil/laws/soil_number_access.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"
#include "scratch_folder.hpp"

using namespace grouser;

namespace {

/// A bed of a wheel of radius 0.15 m and width 0.1 m, and what it measures.
struct Bed {
  SoilParams soil;
  std::vector<double> slips{0.0, 0.1, 0.2, 0.35, 0.5, 0.8};
  std::vector<double> loads{60.0, 140.0};
  std::vector<double> widths{0.1};
  double noise = 0.03;  // of what a channel spans
  bool stated = false;  // whether the file says the noise
  std::string channels = "pull,torque,sinkage";
  std::uint64_t seed = 1;

  std::string csv() const {
    struct Point {
      double slip, load, width;
      RigRow row;
    };
    std::vector<Point> points;
    for (const double width : widths)
      for (const double load : loads)
        for (const double slip : slips)
          points.push_back(
              {slip, load, width,
               solve_wheel_rig(soil, {.wheel = {.radius = 0.15, .width = width}, .load = load}, slip, 0.0)});
    const auto span = [&](double RigRow::*member) {
      const auto [low, high] =
          std::minmax_element(points.begin(), points.end(),
                              [&](const Point& a, const Point& b) { return a.row.*member < b.row.*member; });
      const double wide = (*high).row.*member - (*low).row.*member;
      return wide > 0.0 ? wide : std::fabs((*high).row.*member);
    };
    const double sigmas[] = {noise * span(&RigRow::drawbar_pull), noise * span(&RigRow::torque),
                             noise * span(&RigRow::sinkage)};
    std::string text = "slip,load,width,pull,torque,sinkage,pull_sd,torque_sd,sinkage_sd\n";
    math::RandomStream random(seed, 77);
    for (const Point& p : points) {
      const double values[] = {p.row.drawbar_pull, p.row.torque, p.row.sinkage};
      text += fmt::format("{},{},{}", p.slip, p.load, p.width);
      for (int c = 0; c < 3; ++c) text += fmt::format(",{}", values[c] + sigmas[c] * random.normal());
      for (int c = 0; c < 3; ++c) text += stated ? fmt::format(",{}", sigmas[c]) : ",";
      text += "\n";
    }
    return text;
  }
};

struct FitFolder {
  test::ScratchFolder folder{"fit_test"};
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream((folder / name).string()) << text;
    return (folder / name).string();
  }
};

FitSpec spec_of(const std::string& data, std::initializer_list<const char*> keys,
                const std::string& soil = "wong_LETE_sand") {
  FitSpec spec;
  spec.data = {data};
  for (const char* key : keys) spec.keys.push_back(parse_fit_key(key));
  spec.base.soil = soil;
  return spec;
}

bool names_pair(const FitResult& result, const std::string& a, const std::string& b) {
  return std::any_of(result.confusions.begin(), result.confusions.end(), [&](const Confusion& c) {
    return std::count(c.keys.begin(), c.keys.end(), a) == 1 &&
           std::count(c.keys.begin(), c.keys.end(), b) == 1;
  });
}

}  // namespace

// 30 sets of three keys: of 90 intervals 81 to 89 hold the true value where each does so in 95 of 100 (the
// binomial band from 1.3 % to 98.6 %; with all 90 the intervals would be too wide).
TEST_CASE("true values lie inside the 95 % intervals of thirty synthetic sets as often as these say") {
  const FitFolder files;
  int inside = 0, count = 0, confused = 0;
  for (int set = 0; set < 30; ++set) {
    Bed bed;
    bed.soil = load_soil("wong_LETE_sand");
    math::RandomStream random(20261128, static_cast<std::uint64_t>(set));
    set_soil_number(bed.soil, "phi_deg", random.uniform(26.0, 38.0));
    set_soil_number(bed.soil, "janosi_k", 0.008 * std::exp(random.uniform(0.0, 1.0)));
    set_soil_number(bed.soil, "k_phi", 6e5 * std::exp(random.uniform(0.0, 2.0)));
    bed.noise = 0.05, bed.stated = set % 2 == 0, bed.seed = 1000 + static_cast<std::uint64_t>(set);
    const std::string data = files.write("bed.csv", bed.csv()) + ",radius=0.15";
    FitSpec spec = spec_of(data, {"phi_deg=15:50", "janosi_k=0.002:0.1", "k_phi=1e5:1e8"});
    spec.folds = 0, spec.starts = 4, spec.draws = 150;
    spec.posterior = set % 4 < 2 ? PosteriorKind::ensemble : PosteriorKind::linear;
    const FitResult found = run_fit(spec, {.threads = 2});
    CHECK(found.converged);
    for (const FittedKey& key : found.keys) {
      const double truth = soil_number(bed.soil, key.key.key);
      inside += key.low <= truth && truth <= key.high ? 1 : 0, ++count;
    }
    // friction and K may correlate beyond 0.98, which is said; no direction is loose
    for (const Confusion& one : found.confusions) confused += one.deviation > 0.15 ? 1 : 0;
  }
  fmt::print("recovery: {} of {} true values inside the 95 % intervals\n", inside, count);
  CHECK(inside >= 81);
  CHECK(inside <= 89);
  CHECK(confused == 0);  // what the data tell apart is not said to be one
}

TEST_CASE("ten pairs that data cannot tell apart are named") {
  const FitFolder files;
  int named = 0;
  const auto judge = [&](const FitSpec& asked, const std::string& a, const std::string& b) {
    FitSpec spec = asked;
    spec.folds = 0, spec.posterior = PosteriorKind::linear;
    const FitResult found = run_fit(spec, {.threads = 1});
    INFO(a << " and " << b << (found.confusions.empty() ? "" : ": " + found.confusions[0].text));
    const bool said = names_pair(found, a, b);
    CHECK(said);
    named += said ? 1 : 0;
  };
  const auto bed = [&](auto change) {
    Bed one;
    one.soil = load_soil("wong_LETE_sand");
    change(one);
    return files.write("bed.csv", one.csv()) + ",radius=0.15";
  };
  const auto noisy = [](double value, int k) { return value * (1.0 + 0.02 * std::sin(37.0 * k)); };

  // moduli of one width
  const std::string one_width = bed([](Bed&) {});
  judge(spec_of(one_width, {"k_c=0:1e5:linear", "k_phi=1e5:1e7"}), "k_c", "k_phi");
  // exponent and modulus from one load at one slip
  const std::string one_load = bed([](Bed& b) { b.loads = {100.0}, b.slips = {0.0, 0.0, 0.0, 0.0}; });
  judge(spec_of(one_load + ",pull=none,torque=none", {"n=0.4:1.6", "k_phi=1e5:1e8"}), "n", "k_phi");
  // numbers whose sums alone count at one slip
  const std::string one_slip = bed([](Bed& b) { b.slips = {0.3, 0.3, 0.3}; });
  judge(spec_of(one_slip, {"theta_m_c1=0.1:0.6", "theta_m_c2=0:0.35"}), "theta_m_c1", "theta_m_c2");
  judge(spec_of(one_slip, {"n=0.4:1.2", "slip_sinkage_n1=0:1.5"}), "n", "slip_sinkage_n1");
  judge(spec_of(one_slip, {"exit_b0=0:0.45", "exit_b1=0:0.45"}), "exit_b0", "exit_b1");

  // plates: one width, one depth, Reece's two numbers
  const auto plate = [&](std::vector<double> widths, std::vector<double> depths) {
    std::string text = "width,depth,pressure\n";
    int k = 0;
    for (const double width : widths)
      for (const double depth : depths)
        text += fmt::format("{},{},{}\n", width, depth, noisy((1e4 / width + 1e6) * depth, ++k));
    return files.write("plate.csv", text);
  };
  judge(spec_of(plate({0.1}, {0.01, 0.02, 0.04, 0.06}), {"k_c=0:2e5:linear", "k_phi=1e4:1e7"},
                "wong_LETE_sand"),
        "k_c", "k_phi");
  judge(spec_of(plate({0.1, 0.1, 0.1}, {0.03}), {"n=0.4:1.6", "k_phi=1e4:1e8"}), "n", "k_phi");
  std::string reece = "pressure_law = \"reece\"\nreece_k1 = 1000\nreece_k2 = 1e5\n";
  for (const char* line : {"units = \"SI\"", "kind = \"soft\"", "n = 1.0", "cohesion = 500", "phi_deg = 30",
                           "janosi_k = 0.02", "density = 1500", "theta_m_c1 = 0.4", "theta_m_c2 = 0.15",
                           "unloading_stiffness = 4e7", "soil_damping_per_area = 3e4"})
    reece += std::string(line) + "\n";
  judge(spec_of(plate({0.1}, {0.01, 0.02, 0.04, 0.06}), {"reece_k1=0:20000:linear", "reece_k2=0:2e5:linear"},
                files.write("reece.toml", reece)),
        "reece_k1", "reece_k2");

  // shear: one normal stress; and displacements at which the curve is still a line
  const auto shear = [&](std::vector<double> stresses, std::vector<double> displacements) {
    std::string text = "normal_stress,displacement,shear_stress\n";
    int k = 0;
    for (const double stress : stresses)
      for (const double j : displacements)
        text += fmt::format("{},{},{}\n", stress, j,
                            noisy((500.0 + stress * 0.6) * (1.0 - std::exp(-j / 0.02)), ++k));
    return files.write("shear.csv", text);
  };
  judge(spec_of(shear({5000.0}, {0.005, 0.01, 0.02, 0.05, 0.1}), {"cohesion=0:3000:linear", "phi_deg=5:45"}),
        "cohesion", "phi_deg");
  FitSpec slope = spec_of(shear({2000.0, 8000.0}, {0.0001, 0.0002, 0.0003, 0.0004}),
                          {"phi_deg=5:60", "janosi_k=0.002:0.2"});
  slope.base.settings = {{"soil.cohesion", "0"}};
  judge(slope, "phi_deg", "janosi_k");
  fmt::print("pairs that cannot be told apart: {} of 10 named\n", named);
  CHECK(named == 10);
}

TEST_CASE(
    "the most telling further test is another width for moduli of one width, and another stress for one "
    "stress") {
  const FitFolder files;
  Bed bed;
  bed.soil = load_soil("wong_LETE_sand");
  FitSpec spec =
      spec_of(files.write("bed.csv", bed.csv()) + ",radius=0.15", {"k_c=-2e5:2e5:linear", "k_phi=1e5:1e7"});
  spec.folds = 0, spec.posterior = PosteriorKind::linear;
  const FitResult found = run_fit(spec, {.threads = 1});
  REQUIRE(!found.next_tests.empty());
  const auto& at = found.next_tests[0].at;
  const auto width = std::find_if(at.begin(), at.end(), [](const auto& c) { return c.first == "width"; });
  CHECK(width->second != Approx(0.1));
  CHECK(found.next_tests[0].narrowed[0] < 0.9);

  std::string text = "normal_stress,displacement,shear_stress\n";
  for (const double j : {0.005, 0.01, 0.02, 0.05, 0.1})
    text += fmt::format("5000,{},{}\n", j,
                        (500.0 + 5000.0 * 0.6) * (1.0 - std::exp(-j / 0.02)) + 20.0 * std::sin(900.0 * j));
  FitSpec box = spec_of(files.write("shear.csv", text), {"cohesion=0:3000:linear", "phi_deg=5:45"});
  box.folds = 0, box.posterior = PosteriorKind::linear;
  const FitResult sheared = run_fit(box, {.threads = 1});
  REQUIRE(!sheared.next_tests.empty());
  const auto& under = sheared.next_tests[0].at;
  const auto stress =
      std::find_if(under.begin(), under.end(), [](const auto& c) { return c.first == "normal_stress"; });
  CHECK(stress->second != 5000.0);
}

TEST_CASE("a fit has the same bits on any number of threads") {
  const FitFolder files;
  Bed bed;
  bed.soil = load_soil("wong_LETE_sand");
  FitSpec spec = spec_of(files.write("bed.csv", bed.csv()) + ",radius=0.15,hold=3+9",
                         {"phi_deg=15:50", "janosi_k=0.002:0.1", "n=0.5:1.2"});
  spec.draws = 50;
  const std::string one = fit_json(spec, run_fit(spec, {.threads = 1})).dump();
  CHECK(fit_json(spec, run_fit(spec, {.threads = 3})).dump() == one);
  spec.seed = 2;
  CHECK(fit_json(spec, run_fit(spec, {.threads = 1})).dump() != one);
}

// The numbers of a shear box with cohesion alone varied: linear least squares in closed form.
TEST_CASE("intervals of a linear model are those of Student's distribution, by both posteriors") {
  const FitFolder files;
  const SoilParams soil = load_soil("wong_LETE_sand");
  std::string text = "normal_stress,displacement,shear_stress\n";
  std::vector<double> x, y;
  math::RandomStream random(5, 5);
  for (int k = 1; k <= 12; ++k) {
    const double j = 0.004 * k, share = 1.0 - std::exp(-j / soil.janosi_k);
    const double stress = (1200.0 + 4000.0 * std::tan(soil.phi)) * share + 40.0 * random.normal();
    text += fmt::format("4000,{},{}\n", j, stress);
    x.push_back(share), y.push_back(stress - 4000.0 * std::tan(soil.phi) * share);
  }
  double xx = 0.0, xy = 0.0, rest = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) xx += x[k] * x[k], xy += x[k] * y[k];
  const double best = xy / xx;
  for (std::size_t k = 0; k < x.size(); ++k) rest += (y[k] - best * x[k]) * (y[k] - best * x[k]);
  const double half = 2.20098516 * std::sqrt(rest / 11.0 / xx);  // t of 11 degrees at 97.5 %
  FitSpec spec = spec_of(files.write("shear.csv", text), {"cohesion=0:5000:linear"});
  for (const PosteriorKind kind : {PosteriorKind::linear, PosteriorKind::ensemble}) {
    spec.posterior = kind, spec.draws = 1000;
    const FitResult found = run_fit(spec, {.threads = 1});
    CHECK(found.keys[0].value == Approx(best).epsilon(1e-6));
    // of 1000 independent draws a quantile at 2.5 % is good to some 7 % of the half width; four times that
    const double within = kind == PosteriorKind::linear ? 0.01 : 0.28;
    CHECK(found.keys[0].low == Approx(best - half).margin(within * half));
    CHECK(found.keys[0].high == Approx(best + half).margin(within * half));
  }
}

TEST_CASE("stated uncertainties that are too small widen the intervals, with a note") {
  const FitFolder files;
  std::string text = "normal_stress,displacement,shear_stress,shear_stress_sd\n";
  for (int k = 1; k <= 20; ++k)
    text += fmt::format("4000,{},{},1\n", 0.004 * k,
                        3000.0 * (1.0 - std::exp(-0.004 * k / 0.01)) + 50.0 * std::sin(91.0 * k));
  const FitResult found =
      run_fit(spec_of(files.write("shear.csv", text), {"cohesion=0:5000:linear", "janosi_k=0.001:0.1"}),
              {.threads = 1});
  CHECK(found.inflation == Approx(35.0).epsilon(0.35));  // 50/sqrt(2) over 1
  CHECK(std::any_of(found.notes.begin(), found.notes.end(), [](const std::string& n) {
    return n.find("stated uncertainties") != std::string::npos;
  }));
}

TEST_CASE("looks at a search come to its result, and do not change it", "[fit]") {
  const FitFolder folder;
  const std::string data =
      folder.write("bed.csv", Bed{.soil = load_soil("wong_LETE_sand")}.csv()) + ",radius=0.15";
  const FitSpec spec = spec_of(data, {"phi_deg=20:45", "n=0.5:1.5"});
  std::vector<FitGlimpse> looks;
  const FitResult seen =
      run_fit(spec, {.threads = 2, .look = [&](const FitGlimpse& look) { looks.push_back(look); }});
  const FitResult unseen = run_fit(spec, {.threads = 2});
  REQUIRE(looks.size() > 2);
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(seen.keys[k].value == unseen.keys[k].value);
    CHECK(looks.back().keys[k] == Approx(seen.keys[k].value).epsilon(1e-3));
  }
  // a look at the found values has the values of the result
  const FitGlimpse again = look_at_fit(spec, {seen.keys[0].value, seen.keys[1].value}, {});
  REQUIRE(again.values.size() == seen.values.size());
  for (std::size_t k = 0; k < again.values.size(); ++k) {
    CHECK(again.values[k].predicted == Approx(seen.values[k].predicted).epsilon(1e-9));
    CHECK(again.values[k].measured == seen.values[k].measured);
  }
  CHECK_THROWS_AS(look_at_fit(spec, {30.0}, {}), InputError);
}

TEST_CASE("little or dull data end in a result or in one line") {
  const FitFolder files;
  const auto fit = [&](const std::string& rows, std::initializer_list<const char*> keys) {
    FitSpec spec = spec_of(
        files.write("few.csv", "slip,pull,sinkage\n" + rows) + ",load=80,radius=0.15,width=0.1", keys);
    spec.draws = 50;
    return run_fit(spec, {.threads = 1});
  };
  const FitResult one = fit("0.2,20,0.01\n", {"n=0.5:1.5", "k_phi=1e5:1e8", "phi_deg=15:45"});
  CHECK(!one.confusions.empty());
  CHECK(std::any_of(one.notes.begin(), one.notes.end(),
                    [](const std::string& n) { return n.find("nothing is left") != std::string::npos; }));
  const FitResult same =
      fit("0.2,20,0.01\n0.2,21,0.011\n0.2,20.5,0.0105\n0.2,20,0.0102\n", {"n=0.5:1.5", "k_phi=1e5:1e8"});
  CHECK(names_pair(same, "n", "k_phi"));
  CHECK_THROWS_AS(fit("0.2,20,0.01\n", {"spoon=1:2"}), InputError);
  // a load that no soil of these ranges carries
  CHECK_THROWS_AS(
      run_fit(spec_of(files.write("few.csv", "slip,pull\n0.2,20\n") + ",load=1e6,radius=0.15,width=0.1",
                      {"n=0.9:1.1"}),
              {.threads = 1}),
      RunError);
  CHECK_THROWS_AS(
      run_fit(spec_of(files.write("few.csv", "slip,pull\n0.2,20\n") + ",load=50,radius=0.15,width=0.1",
                      {"n=0.9:1.1"}),
              {.threads = 1, .cancelled = [] { return true; }}),
      Interrupted);
}
