// SPDX-License-Identifier: BSD-3-Clause
// Draws of campaigns: distributions, plans, what a file may say.
#include <cmath>
#include <fstream>
#include <set>

#include "campaign/normal_law.hpp"
#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/campaign_plan.hpp"
#include "grouser/mission/statistics/elementary_effects.hpp"
#include "scratch_folder.hpp"

using namespace grouser;

namespace {

const std::string kHead = "scenario = \"free_fall\"\nsamples = 10\n";

CampaignFile read(const std::string& text, const std::filesystem::path& beside = ".") {
  return read_campaign(text, "c.toml", beside);
}

/// A scenario with a few keys, without reading one.
std::vector<KeyNote> some_keys(const CampaignFile&, const std::vector<Override>&) {
  const auto number = [](const std::string& key, const std::string& value) {
    KeyNote note;
    note.key = key;
    note.value = value;
    return note;
  };
  std::vector<KeyNote> notes{number("lander.joint.hip_1.stiffness", "200.0"),
                             number("lander.joint.hip_2.stiffness", "300"),
                             number("lander.joint.knee_1.stiffness", "400.0"), number("nothing", "0.0")};
  KeyNote velocity = number("initial.velocity", "[1.0, 0.0, -3.0]");
  velocity.kind = KeyKind::numbers;
  velocity.count = 3;
  notes.push_back(velocity);
  velocity.key = "initial.spin";
  velocity.value = "";
  velocity.fallback = "[0.0, 0.0, 0.5]";
  notes.push_back(velocity);
  return notes;
}

CampaignPlan plan_of(const std::string& text) { return CampaignPlan(read(text), some_keys); }

double number(const CampaignPlan& plan, std::uint64_t row, const std::string& key) {
  std::size_t at = 0;
  for (const DrawColumn& column : plan.columns()) {
    if (column.key == key) return plan.row(row).numbers[at];
    if (!column.text) ++at;
  }
  FAIL("no column " << key);
  return 0.0;
}

Distribution made(DrawKind kind, std::vector<double> parameters) {
  Distribution d;
  d.kind = kind;
  d.parameters = std::move(parameters);
  return d;
}

/// Mean by the midpoint rule over the quantiles: error of order 1/n times the range of the bulk.
double mean_of(Distribution d) {
  d.prepare("test");
  constexpr int kPoints = 200000;
  double sum = 0.0;
  for (int k = 0; k < kPoints; ++k) sum += d.draw((k + 0.5) / kPoints);
  return sum / kPoints;
}

void refused(const std::string& text, const std::string& word) {
  INFO(text);
  CHECK_THROWS_WITH(plan_of(text), Catch::Matchers::ContainsSubstring(word));
}

}  // namespace

TEST_CASE("the normal law agrees with the C library's error function") {
  for (double x = -8.0; x <= 8.0; x += 0.01) {
    const double expected = 0.5 * std::erfc(-x / std::sqrt(2.0));
    INFO(x);
    CHECK(std::fabs(normal_share(x) - expected) < 5e-16);                     // rounding of numbers near 1
    if (x < -3.0) CHECK(normal_share(x) == Approx(expected).epsilon(1e-12));  // tails keep their digits
  }
  for (const double p : {1e-12, 1e-6, 0.001, 0.02, 0.3, 0.5, 0.7, 0.999, 1.0 - 1e-9}) {
    INFO(p);
    CHECK(0.5 * std::erfc(-normal_quantile(p) / std::sqrt(2.0)) == Approx(p).epsilon(1e-11));
  }
}

TEST_CASE("distributions have the means of their closed forms") {
  CHECK(mean_of(made(DrawKind::uniform, {2.0, 5.0})) == Approx(3.5).epsilon(1e-9));
  CHECK(mean_of(made(DrawKind::triangular, {0.0, 1.0, 5.0})) == Approx(2.0).epsilon(1e-6));
  CHECK(mean_of(made(DrawKind::normal, {-3.0, 1.5})) == Approx(-3.0).epsilon(1e-6));
  // median exp(sigma^2/2); the midpoint rule leaves out part of the long tail
  CHECK(mean_of(made(DrawKind::lognormal, {2.0, 0.4})) == Approx(2.0 * std::exp(0.08)).epsilon(1e-4));
  Distribution cut = made(DrawKind::normal, {-3.0, 1.5});
  cut.below = -0.1;
  const auto density = [](double z) { return std::exp(-0.5 * z * z) / std::sqrt(2.0 * M_PI); };
  const double b = (-0.1 + 3.0) / 1.5, inside = 0.5 * std::erfc(-b / std::sqrt(2.0));
  CHECK(mean_of(cut) ==
        Approx(-3.0 - 1.5 * density(b) / inside).epsilon(1e-5));  // of a truncated normal distribution
  cut.prepare("test");
  CHECK(cut.share_outside() == Approx(1.0 - inside).epsilon(1e-12));
  CHECK(cut.draw(1.0 - 1e-12) <= -0.1);
  cut.outside = Outside::clip;
  CHECK(cut.draw(0.999) == -0.1);
  Distribution choice = made(DrawKind::discrete, {});
  choice.values = {1.0, 10.0, 100.0};
  choice.weights = {1.0, 2.0, 1.0};
  CHECK(mean_of(choice) == Approx(121.0 / 4.0).epsilon(1e-9));
  Distribution table = made(DrawKind::measured, {});
  table.weights = {0.0, 0.5, 1.0};
  table.values = {0.0, 1.0, 5.0};
  CHECK(mean_of(table) == Approx(0.5 * 0.5 + 0.5 * 3.0).epsilon(1e-6));
}

TEST_CASE("random draws are uniform, and a variable that is added changes no other") {
  const UnitDraws two(PlanKind::random, 7, 10000, {"a", "b"}),
      three(PlanKind::random, 7, 10000, {"c", "a", "b"});
  std::vector<double> u;
  for (std::uint64_t k = 0; k < 10000; ++k) {
    REQUIRE(two.at(0, k) == three.at(1, k));
    REQUIRE(two.at(1, k) == three.at(2, k));
    u.push_back(two.at(0, k));
  }
  CHECK(two.at(0, 5) != two.at(1, 5));
  CHECK(two.at(0, 5) != UnitDraws(PlanKind::random, 8, 10, {"a"}).at(0, 5));
  std::sort(u.begin(), u.end());
  double largest = 0.0;
  for (std::size_t k = 0; k < u.size(); ++k)
    largest = std::max({largest, (k + 1.0) / u.size() - u[k], u[k] - static_cast<double>(k) / u.size()});
  CHECK(largest < 1.95 / std::sqrt(10000.0));  // Kolmogorov's bound of one seed in a thousand
}

TEST_CASE("a Latin hypercube has one sample in each stratum") {
  for (const std::uint64_t n : {1u, 2u, 7u, 1000u, 1024u}) {
    const UnitDraws draws(PlanKind::latin_hypercube, 3, n, {"a", "b"});
    for (std::size_t variable = 0; variable < 2; ++variable) {
      std::set<std::uint64_t> strata;
      for (std::uint64_t k = 0; k < n; ++k)
        strata.insert(static_cast<std::uint64_t>(draws.at(variable, k) * static_cast<double>(n)));
      CHECK(strata.size() == n);
    }
  }
}

TEST_CASE("scrambled Sobol points keep their elementary intervals") {
  const UnitDraws draws(PlanKind::sobol, 11, 4096, {"a", "b", "c", "d"});
  for (std::size_t variable = 0; variable < 4;
       ++variable) {  // one in each of 256 cells, of any 256 that begin at a multiple
    std::set<int> cells;
    for (std::uint64_t k = 256; k < 512; ++k) cells.insert(static_cast<int>(draws.at(variable, k) * 256.0));
    CHECK(cells.size() == 256);
  }
  for (const int columns :
       {2, 4, 8, 32}) {  // of the first two dimensions every box of area 1/64 holds one of 64
    std::set<int> boxes;
    for (std::uint64_t k = 0; k < 64; ++k)
      boxes.insert(static_cast<int>(draws.at(0, k) * columns) * 1000 +
                   static_cast<int>(draws.at(1, k) * (64 / columns)));
    CHECK(boxes.size() == 64);
  }
  double sum = 0.0;  // a smooth product: plain draws would err by 0.009
  for (std::uint64_t k = 0; k < 4096; ++k) {
    double product = 1.0;
    for (std::size_t variable = 0; variable < 4; ++variable) product *= 2.0 * draws.at(variable, k);
    sum += product;
  }
  CHECK(std::fabs(sum / 4096.0 - 1.0) < 0.001);
  CHECK(draws.at(0, 0) != UnitDraws(PlanKind::sobol, 12, 4096, {"a", "b", "c", "d"}).at(0, 0));
}

TEST_CASE("a key with a star draws once a match, or once for all") {
  const CampaignPlan apart =
      plan_of(kHead + "draw.\"lander.joint.hip_*.stiffness\" = { normal_relative = 0.05 }\n");
  const CampaignPlan shared =
      plan_of(kHead + "draw.\"lander.joint.*.stiffness\" = { normal_relative = 0.05, shared = true }\n");
  REQUIRE(apart.columns().size() == 2);
  REQUIRE(shared.columns().size() == 3);
  const double one = number(apart, 3, "lander.joint.hip_1.stiffness") / 200.0,
               two = number(apart, 3, "lander.joint.hip_2.stiffness") / 300.0;
  CHECK(one != Approx(two));
  CHECK(std::fabs(one - 1.0) < 0.3);
  CHECK(number(shared, 3, "lander.joint.hip_1.stiffness") / 200.0 ==
        Approx(number(shared, 3, "lander.joint.knee_1.stiffness") / 400.0).epsilon(1e-14));
  CHECK(matches_key("a.*.c", "a.b.c"));
  CHECK_FALSE(matches_key("a.*.c", "a.b.x.c"));
  CHECK_FALSE(matches_key("a.*", "a.b.c"));
  CHECK(plan_of(kHead + "draw.\"initial.velocity.2\" = { normal_relative = 0.1 }\n")
            .row(0)
            .overrides.front()
            .key == "initial.velocity.2");
}

TEST_CASE("an element of a list that the file leaves out is drawn beside its defaults") {
  const PlannedRow row = plan_of(kHead + "draw.\"initial.spin.0\" = { uniform = [1, 2] }\n").row(0);
  REQUIRE(row.overrides.size() == 2);
  CHECK(row.overrides[0].key == "initial.spin");
  CHECK(row.overrides[0].value == "[0.0, 0.0, 0.5]");
  CHECK(row.overrides[1].key == "initial.spin.0");
}

TEST_CASE("crossed values have the same draws") {
  const CampaignPlan plan = plan_of(kHead +
                                    "cross.lander = [\"a\", \"b\"]\ncross.gravity = [1.0, 2.0, 3.0]\n"
                                    "draw.x = { uniform = [0, 1] }\n");
  CHECK(plan.row_count() == 60);
  CHECK(plan.row(6).sample == 1);
  CHECK(plan.row(10).crossed == std::vector<std::string>{"'b'", "2.0"});
  for (std::uint64_t row = 7; row < 12; ++row) CHECK(number(plan, row, "x") == number(plan, 6, "x"));
  CHECK(number(plan, 5, "x") != number(plan, 6, "x"));
}

TEST_CASE("a grid runs through all combinations") {
  const CampaignPlan plan = plan_of(
      "scenario = \"free_fall\"\nplan = \"grid\"\ndraw.x = { grid = [1, 2] }\n"
      "draw.y = { grid = { from = 0, to = 1, count = 3 } }\n");
  REQUIRE(plan.row_count() == 6);
  for (std::uint64_t row = 0; row < 6; ++row) {
    CHECK(number(plan, row, "x") == 1.0 + static_cast<double>(row / 3));
    CHECK(number(plan, row, "y") == 0.5 * static_cast<double>(row % 3));
  }
}

TEST_CASE("correlated draws have their correlation and keep their own distributions") {
  const CampaignPlan plan = plan_of(
      "scenario = \"free_fall\"\nsamples = 4000\ndraw.x = { normal = [1, 2] }\ndraw.y = { normal = [0, 1] }\n"
      "[[correlate]]\nkeys = [\"x\", \"y\"]\ncoefficient = 0.8\n");
  double xx = 0.0, yy = 0.0, xy = 0.0;
  for (std::uint64_t row = 0; row < 4000; ++row) {
    const double x = (number(plan, row, "x") - 1.0) / 2.0, y = number(plan, row, "y");
    xx += x * x, yy += y * y, xy += x * y;
  }
  CHECK(xy / std::sqrt(xx * yy) ==
        Approx(0.8).margin(4.0 * 0.36 / std::sqrt(4000.0)));  // four deviations of its own
  CHECK(yy / 4000.0 == Approx(1.0).margin(4.0 * std::sqrt(2.0 / 4000.0)));
}

TEST_CASE("a table of quantiles is read from its file") {
  const test::ScratchFolder folder("quantiles");
  std::ofstream(folder.path() / "q.csv") << "share [-],value [m]\n0,1\n0.5,2\n1,10\n";
  const CampaignFile file = read(kHead + "draw.x = { table = \"q.csv\" }\n", folder.path());
  CHECK(file.draws.front().distribution.draw(0.75) == Approx(6.0));
  for (const char* same : {"value,share\n1,0\n2,0.5\n10,1\n",
                           "\xEF\xBB\xBFshare;value\r\n0;1\r\n0,5;2\r\n1;10\r\n", "0,1\n0.5,2\n1,10\n"}) {
    INFO(same);
    std::ofstream(folder.path() / "q.csv") << same;
    CHECK(read(kHead + "draw.x = { table = \"q.csv\" }\n", folder.path())
              .draws.front()
              .distribution.draw(0.75) == Approx(6.0));
  }
  std::ofstream(folder.path() / "q.csv") << "share [-],value [m]\n0,1\n0.9,2\n";
  CHECK_THROWS_WITH(read(kHead + "draw.x = { table = \"q.csv\" }\n", folder.path()),
                    Catch::Matchers::ContainsSubstring("share 1"));
}

TEST_CASE("effects of a Morris campaign hold for the whole range, whatever the number of levels") {
  for (const int levels : {2, 4, 10}) {
    const CampaignPlan plan =
        plan_of("scenario = \"any\"\nplan = \"morris\"\npaths = 12\nlevels = " + std::to_string(levels) +
                "\ndraw.\"nothing\" = { uniform = [1.0, 3.0] }\n"
                "draw.\"initial.velocity.0\" = { uniform = [-1.0, 4.0] }\n");
    std::vector<double> values;  // 0.02 x - y: 0.04 and -5 from end to end
    for (std::uint64_t row = 0; row < plan.row_count(); ++row)
      values.push_back(0.02 * number(plan, row, "nothing") - number(plan, row, "initial.velocity.0"));
    const ElementaryEffects effects = elementary_effects(plan.unit_plan(), values, {.resamples = 20});
    REQUIRE(effects.inputs.size() == 2);
    CHECK(effects.inputs[0].mean.value == Approx(0.04).epsilon(1e-10));
    CHECK(effects.inputs[1].mean.value == Approx(-5.0).epsilon(1e-12));
    CHECK(effects.inputs[1].deviation.value < 1e-10);
  }
}

TEST_CASE("what cannot be drawn is refused") {
  refused(kHead + "draw.x = { normal = [1, 0] }\n", "a deviation above 0");
  refused(kHead + "draw.x = { normal = [1, -2] }\n", "a deviation above 0");
  refused(kHead + "draw.x = { normal_relative = 0 }\n", "a deviation above 0");
  refused(kHead + "draw.nothing = { normal_relative = 0.1 }\n", "a deviation above 0");
  refused(kHead + "draw.x = { normal_relative = 0.1 }\n", "'x', which holds no numeric value");
  refused(kHead + "draw.x = { lognormal = [-1, 1] }\n", "a median above 0");
  refused(kHead + "draw.x = { uniform = [2, 1] }\n", "numbers that rise");
  refused(kHead + "draw.x = { triangular = [0, 3, 2] }\n", "numbers that rise");
  refused(kHead + "draw.x = { normal = [0, 1], above = 2, below = 1 }\n", "room between them");
  refused(kHead + "draw.x = { uniform = [0, 1], above = 2 }\n", "no draw lies within");
  refused(kHead + "draw.x = { uniform = [0, 1], normal = [0, 1] }\n", "one distribution");
  refused(kHead + "draw.x = { gamma = [0, 1] }\n", "no distribution");
  refused(kHead + "draw.x = { normal = [0, 1], abov = 0 }\n", "did you mean 'above'");
  refused(kHead + "draw.x = { discrete = [1, 2], weights = [1] }\n", "a weight for each");
  refused(kHead + "draw.\"lander.joint.hipp_*.stiffness\" = { normal_relative = 0.1 }\n", "meets no key");
  refused(kHead + "draw.x = { grid = [1] }\n", "plan = \"grid\"");
  refused("scenario = \"free_fall\"\nplan = \"grid\"\ndraw.x = { normal = [0, 1] }\n", "`grid` values");
  refused(kHead + "cross.lander = []\n", "a list of values");
  refused(kHead + "cross.lander = [\"a\", \"a\"]\n", "twice");
  refused(kHead + "keep = [\"best of all\"]\n", "worst 10 METRIC");
  refused(kHead + "sample = 3\n", "samples");
  refused("scenario = \"free_fall\"\n", "samples");
  const std::string three =
      kHead +
      "draw.x = { normal = [0, 1] }\ndraw.y = { normal = [0, 1] }\ndraw.z = { normal = [0, 1] }\n"
      "[[correlate]]\nkeys = [\"x\", \"y\", \"z\"]\n";
  refused(three + "coefficient = -0.6\n", "positive definite");  // three of -1/2 are the limit
  CHECK_NOTHROW(plan_of(three + "coefficient = -0.4\n"));
  refused(three + "matrix = [[1, 0.9, 0], [0.9, 1, 0.9], [0, 0.9, 1]]\n", "positive definite");
  refused(three + "matrix = [[1, 0.9, 0], [0.8, 1, 0], [0, 0, 1]]\n", "symmetric");
  refused(three + "coefficient = 2\n", "-1 to 1");
}
