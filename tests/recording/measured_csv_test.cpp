// SPDX-License-Identifier: BSD-3-Clause
// Measurements from CSV files: what loggers write is understood, what is broken is refused with its line and column.
#include "grouser/recording/run_file/measured_csv.hpp"

#include <cmath>
#include <filesystem>

#include "catch.hpp"
#include "grouser/base/error.hpp"

using namespace grouser;

namespace {

MeasuredTable parse(const std::string& text) { return parse_measured_csv(text, "m.csv"); }

std::string refusal(const std::string& text) {
  try {
    parse(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("measured csv: names, units in brackets and at ends, remarks, quotes and empty cells") {
  const MeasuredTable table = parse(
      "\xEF\xBB\xBF# rig 3, 12 November\r\n"
      "time_s,sinkage [mm],\"load, front (N)\",slip_percent,Fx_tractive_N,V_mm_s,note\r\n"
      "0,1.5,20,  3 ,-4e-1,10,7\r\n"
      "\r\n"
      "0.5,+2.5,,nan,5,11,8\r\n");
  REQUIRE(table.times == std::vector<double>{0.0, 0.5});
  REQUIRE(table.columns.size() == 6);
  const auto is = [&](std::size_t k, const char* name, const char* unit) {
    CHECK(table.columns[k].name == name);
    CHECK(table.columns[k].unit == unit);
  };
  is(0, "sinkage", "mm");
  is(1, "load, front", "N");
  is(2, "slip", "%");
  is(3, "Fx_tractive", "N");
  is(4, "V", "mm/s");
  is(5, "note", "");
  CHECK(table.columns[0].values == std::vector<double>{1.5, 2.5});
  CHECK(table.columns[1].values[0] == 20.0);
  CHECK(std::isnan(table.columns[1].values[1]));
  CHECK(std::isnan(table.columns[2].values[1]));
  CHECK(table.columns[3].values[0] == -0.4);
}

TEST_CASE("measured csv: milliseconds, semicolons with decimal commas, tabs, times in a later column") {
  const MeasuredTable semicolon = parse("load [N];t [ms]\n1,5;0\n-2,25;250\n");
  CHECK(semicolon.times == std::vector<double>{0.0, 0.25});
  CHECK(semicolon.columns.at(0).values == std::vector<double>{1.5, -2.25});
  CHECK(parse("Time\tz_m\n0\t1\n1\t2\n").columns.at(0).unit == "m");
  CHECK(parse("time [min],a\n0,1\n1,2\n").times.back() == 60.0);
}

TEST_CASE("measured csv: what is broken is refused with line and column") {
  using Catch::Matchers::ContainsSubstring;
  CHECK_THAT(refusal(""), ContainsSubstring("m.csv") && ContainsSubstring("empty"));
  CHECK_THAT(refusal("# only a remark\n"), ContainsSubstring("empty"));
  CHECK_THAT(refusal("a,b\n1,2\n"), ContainsSubstring("m.csv:1") && ContainsSubstring("time"));
  CHECK_THAT(refusal("1,2\n3,4\n"), ContainsSubstring("m.csv:1"));
  CHECK_THAT(refusal("time_s\n1\n2\n"), ContainsSubstring("times alone"));
  CHECK_THAT(refusal("time [parsec],a\n1,2\n"), ContainsSubstring("parsec"));
  CHECK_THAT(refusal("time_s,a,\n1,2,3\n"), ContainsSubstring("column 3"));
  CHECK_THAT(refusal("time_s,a\n0,1\n1\n"), ContainsSubstring("m.csv:3") && ContainsSubstring("1 cells"));
  CHECK_THAT(refusal("time_s,a\n0,1\n\n1,2,3\n"), ContainsSubstring("m.csv:4"));
  CHECK_THAT(refusal("time_s,load\n0,1\n1,x2\n"),
             ContainsSubstring("m.csv:3") && ContainsSubstring("'load'") && ContainsSubstring("'x2'"));
  CHECK_THAT(refusal("time_s,load\n0,1\n1,1e400\n"), ContainsSubstring("1e400"));
  CHECK_THAT(refusal("time_s,load\n0,inf\n1,1\n"), ContainsSubstring("inf"));
  CHECK_THAT(refusal("time_s,load\n0,1\n0,2\n"), ContainsSubstring("m.csv:3") && ContainsSubstring("rise"));
  CHECK_THAT(refusal("time_s,load\n0,1\n,2\n"), ContainsSubstring("no time"));
  CHECK_THAT(refusal("time_s,load\n0,1\n"), ContainsSubstring("1 rows"));
  CHECK_THAT(refusal(std::string("time_s,load\n0,1\0\n1,2\n", 22)), ContainsSubstring("m.csv:2"));
  CHECK_THAT(refusal("time_s,load\n0,\x1b[31mred\n1,2\n"), !ContainsSubstring("\x1b"));
  CHECK_THAT(refusal("time_s" + std::string(600, ',') + "\n"), ContainsSubstring("601 columns"));
  CHECK_THROWS_AS(read_measured_csv("/no/such/file.csv"), InputError);
  CHECK_THROWS_AS(read_measured_csv(std::filesystem::temp_directory_path()), InputError);
}

TEST_CASE("measured csv: reading a long file can be stopped") {
  std::string text = "time_s,a\n";
  for (int k = 0; k < 20000; ++k) text += std::to_string(k) + ",1\n";
  CHECK(parse(text).times.size() == 20000);
  CHECK_THROWS_AS(parse_measured_csv(text, "m.csv", [] { return true; }), Interrupted);
}
