// SPDX-License-Identifier: BSD-3-Clause
// What is typed into a field of a number: understood exactly, or refused with the reason.
#include "widgets/entry.hpp"

#include <cmath>
#include <numbers>

#include "catch.hpp"

using namespace grouser::desktop;

namespace {

double value(std::string_view text, const EntryField& field = {}) {
  const Entry entry = parse_entry(text, field);
  INFO(text << ": " << entry.refusal);
  REQUIRE(entry.value);
  CHECK(entry.refusal.empty());
  return *entry.value;
}

/// The reason; nothing if it was taken.
std::string refusal(std::string_view text, const EntryField& field = {}) {
  const Entry entry = parse_entry(text, field);
  CHECK(entry.value.has_value() == entry.refusal.empty());
  return entry.refusal;
}

bool names(const std::string& reason, const char* part) {
  INFO(reason);
  return reason.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("entry: numbers as they stand") {
  CHECK(value("12") == 12.0);
  CHECK(value("  -0.25 ") == -0.25);
  CHECK(value(".5") == 0.5);
  CHECK(value("+3.") == 3.0);
  CHECK(value("1e-3") == 1e-3);
  CHECK(value("6.02E23") == 6.02e23);
}

TEST_CASE("entry: arithmetic binds as usual") {
  CHECK(value("2*10") == 20.0);
  CHECK(value("1 + 2 * 3") == 7.0);
  CHECK(value("(1 + 2) * 3") == 9.0);
  CHECK(value("8 / 4 / 2") == 1.0);
  CHECK(value("10 - 4 - 3") == 3.0);
  CHECK(value("-(2 + 3) * -2") == 10.0);
  CHECK(value("2*0.142") == Approx(0.284));
}

TEST_CASE("entry: a decimal comma is a point, unless it may part thousands") {
  CHECK(value("0,5") == 0.5);
  CHECK(value("12,25") == 12.25);
  CHECK(value("0,125") == 0.125);
  CHECK(value("1,5 + 1,5") == 3.0);
  CHECK(names(refusal("1,000"), "thousand"));
  CHECK(names(refusal("1,234.5"), "one decimal sign"));
  CHECK(names(refusal("1.234,5"), "one decimal sign"));
  CHECK(names(refusal("1,2,3"), "one decimal sign"));
}

TEST_CASE("entry: units become the field's") {
  CHECK(value("12 mm", {"m"}) == Approx(0.012));
  CHECK(value("12mm", {"m"}) == Approx(0.012));
  CHECK(value("0.2 m", {"mm"}) == Approx(200.0));
  CHECK(value("15 deg", {"rad"}) == Approx(15.0 * std::numbers::pi / 180.0));
  CHECK(value("15°", {"rad"}) == Approx(15.0 * std::numbers::pi / 180.0));
  CHECK(value("0.5 rad", {"deg"}) == Approx(90.0 / std::numbers::pi));
  CHECK(value("36 km/h", {"m/s"}) == Approx(10.0));
  CHECK(value("5 cm/s", {"m/s"}) == Approx(0.05));
  CHECK(value("1.2 kN", {"N"}) == Approx(1200.0));
  CHECK(value("250 g", {"kg"}) == Approx(0.25));
  CHECK(value("2 kPa", {"Pa"}) == Approx(2000.0));
  CHECK(value("60 rpm", {"rad/s"}) == Approx(2.0 * std::numbers::pi));
  CHECK(value("981 cm/s2", {"m/s2"}) == Approx(9.81));
  CHECK(value("9.81 m/s²", {"m/s2"}) == Approx(9.81));
  CHECK(value("9.81 m/s^2", {"m/s2"}) == Approx(9.81));
  CHECK(value("3 kN mm", {"N m"}) == Approx(3.0));
  CHECK(value("1.5 g/cm3", {"kg/m3"}) == Approx(1500.0));
  CHECK(value("30 %", {"-"}) == Approx(0.3));
  CHECK(value("2 min", {"s"}) == 120.0);
}

TEST_CASE("entry: units in sums and products") {
  CHECK(value("2 m + 5 cm", {"m"}) == Approx(2.05));
  CHECK(value("3 * 12 mm", {"m"}) == Approx(0.036));
  CHECK(value("6 m / 2 s", {"m/s"}) == Approx(3.0));
  CHECK(value("2*10", {"m"}) == 20.0);  // no unit: the field's
  CHECK(names(refusal("2 m + 5", {"m"}), "no"));
  CHECK(names(refusal("2 m + 5 s", {"m"}), "added"));
}

TEST_CASE("entry: a unit that does not fit is refused, with the field's") {
  CHECK(names(refusal("5 s", {"m"}), "in m"));
  CHECK(names(refusal("5 m2", {"m"}), "in m"));
  CHECK(names(refusal("5 m", {"-"}), "plain number"));
  CHECK(names(refusal("5 m", {""}), "not known"));
  CHECK(names(refusal("5 furlongs", {"m"}), "furlongs"));
  CHECK(names(refusal("0.5", {"s", 1.0, 9.0}), "1 to 9 s"));
}

TEST_CASE("entry: clock times in fields of time") {
  CHECK(value("1:05", {"s"}) == 65.0);
  CHECK(value("1:02:03", {"s"}) == 3723.0);
  CHECK(value("0:00.5", {"s"}) == 0.5);
  CHECK(value("90:00", {"s"}) == 5400.0);
  CHECK(value("2:00", {"min"}) == Approx(2.0));
  CHECK(names(refusal("1:60", {"s"}), "60"));
  CHECK(names(refusal("1:75:00", {"s"}), "60"));
  for (const char* text : {"1:", ":05", "1:2:3:4", "1:-5", "1:05 min", "1:0.5.2", "1.5:00"}) {
    INFO(text);
    CHECK(names(refusal(text, {"s"}), "minutes:seconds"));
  }
  CHECK(names(refusal("1:05", {"m"}), "does not belong"));
}

TEST_CASE("entry: what is no number, or none that can be held, is refused") {
  CHECK(names(refusal("1e400"), "too large"));
  CHECK(names(refusal("1e-400"), "too small"));
  CHECK(names(refusal("1e200 * 1e200"), "too large"));
  CHECK(names(refusal("1/0"), "zero"));
  CHECK(names(refusal("0/0"), "zero"));
  CHECK(names(refusal("nan"), "nan"));
  CHECK(names(refusal("inf"), "inf"));
  CHECK(names(refusal(""), "missing"));
  CHECK(names(refusal("   "), "missing"));
  CHECK(names(refusal("2 *"), "missing at the end"));
  CHECK(names(refusal("(1 + 2"), "\")\""));
  CHECK(names(refusal("1 2"), "\"2\""));
  CHECK(names(refusal("1..2"), "no number"));
  CHECK(names(refusal("5x"), "\"x\""));
  CHECK(names(refusal(std::string(100000, '(')), "parentheses"));
  CHECK(names(refusal(std::string(100000, '-')), "parentheses"));
}

TEST_CASE("entry: ranges and whole numbers") {
  const EntryField count{"-", 1.0, 1000.0, true};
  CHECK(value("12", count) == 12.0);
  CHECK(names(refusal("2.5", count), "whole"));
  CHECK(names(refusal("0", count), "1 to 1000"));
  CHECK(names(refusal("1001", count), "1 to 1000"));
}

TEST_CASE("entry: the unit of a key is told by its name or the remark beside it") {
  CHECK(unit_of_key("soil.phi_deg", "friction") == "deg");
  CHECK(unit_of_key("gravity", "m/s2, Mars") == "m/s2");
  CHECK(unit_of_key("duration", "s") == "s");
  CHECK(unit_of_key("wheel.stiffness", "N m/rad, assumed") == "N m/rad");
  CHECK(unit_of_key("soil.n", "-") == "-");
  CHECK(unit_of_key("soil.k_c", "N/m^(n+1)").empty());
  CHECK(unit_of_key("x", "assumed").empty());
  CHECK(unit_of_key("x", "").empty());
}
