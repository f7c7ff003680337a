// SPDX-License-Identifier: BSD-3-Clause
// Reads measured sets: quantities of each test with units and help, the keys of a set's file, and checks
// that concern several keys. A folder's sets are those files that have test and data.
#include "grouser/mission/rigs/validation_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/base/key_visitors.hpp"
#include "grouser/base/missing_keys.hpp"

namespace grouser {
namespace {

constexpr NumberRange kAnyAccepted{0.0, 1e300, true, "unit of the quantity"};

// Quantities by test: name, unit, whether it is a condition, help.
const std::vector<SetQuantity> kWheelQuantities{
    {"slip", "-", true, "slip of the wheel"},
    {"slip_angle", "rad", true, "slip angle"},
    {"load", "N", true, "vertical load"},
    {"width", "m", true, "width of the wheel"},
    {"sinkage", "m", false, "sinkage of the rim"},
    {"drawbar_pull", "N", false, "pull along the heading"},
    {"side_force", "N", false, "force to the left"},
    {"torque", "N m", false, "torque of the drive"},
};
const std::vector<SetQuantity> kDepthHeld{
    {"depth", "m", true, "depth of the plate or of the cone's base"},
    {"radius", "m", true, "radius of the disc or of the cone's base"},
    {"pressure", "Pa", false, "load over the area, of a cone its index"},
    {"load", "N", false, "load"},
};
const std::vector<SetQuantity> kPressureHeld{
    {"pressure", "Pa", true, "load over the area"},
    {"radius", "m", true, "radius of the disc or of the cone's base"},
    {"depth", "m", false, "depth of the plate or of the cone's base"},
};
const std::vector<SetQuantity> kDropQuantities{
    {"speed", "m/s", true, "speed at the touch"},
    {"height", "m", true, "fall to the ground, in place of the speed"},
    {"radius", "m", true, "radius of the body"},
    {"depth", "m", false, "depth at the first stop"},
    {"peak_force", "N", false, "largest force of the ground"},
    {"time", "s", false, "time from the touch to the stop"},
};
const std::vector<SetQuantity> kTiltQuantities{
    {"tilt", "rad", true, "slope of the bed, uphill positive"},
    {"slip", "-", false, "mean slip of the wheels; 1 where the rover stalls"},
};

/// Tables of the tested body: wheel, plate or drop, each only for its test.
void visit_body(KeyVisitor& v, ValidationSet& set) {
  const NumberRange size{0.0, 10.0, true, "m"};
  if (const auto wheel = v.when(set.test == SetTest::wheel, "test = \"wheel\""))
    v.table({"wheel", "that was tested"}, [&] {
      v.number({"radius", "of the rim", Need::yes}, set.wheel.radius, size);
      v.number({"width", "of the rim; left out where a column has it"}, set.wheel.width, size);
      v.number({"grouser_height", "above the rim"}, set.wheel.grouser_height, {0.0, 1.0, false, "m"});
      v.number({"grouser_count", "around the wheel"}, set.wheel.grouser_count, {0.0, 1000.0, false, "-"});
      v.number({"slip_radius", "that the slips refer to; left out: the rim's"}, set.slip_radius, size);
      v.number({"load", "vertical, where no column has it"}, set.load, {0.0, 1e6, true, "N"});
      v.angle({"slip_angle_deg", "where no column has it"}, set.slip_angle, {-89.0, 89.0, false, "deg"});
      v.number({"speed", "of the wheel's surface"}, set.speed, {-100.0, 100.0, false, "m/s"});
      v.number({"scm_cell", "spacing of the nodes by the law scm"}, set.scm_cell, {1e-4, 1.0, false, "m"});
    });
  if (const auto plate = v.when(set.test == SetTest::plate, "test = \"plate\""))
    v.table({"plate", "that was pressed in"}, [&] {
      v.number({"radius", "of a disc or a cone's base"}, set.radius, size);
      v.number({"width", "of a rectangle"}, set.width, size);
      v.number({"length", "of a rectangle"}, set.length, size);
      if (v.has({"cone_deg"}, !std::isnan(set.cone)))
        v.angle({"cone_deg", "whole apex angle of a cone"}, set.cone, {5.0, 175.0, false, "deg"});
      v.choice({"held", "what a row was measured at; the other is predicted"}, set.held, kPlateHeld);
    });
  if (const auto drop = v.when(set.test == SetTest::drop, "test = \"drop\""))
    v.table({"drop", "the body that fell"}, [&] {
      v.choice({"body", "its form"}, set.body, kDropShapes);
      v.number({"radius", "of the body; left out where a column has it"}, set.radius, size);
      v.number({"mass", "of the body"}, set.mass, {0.0, 1e6, true, "kg"});
      v.number({"density", "of a sphere, in place of the mass"}, set.density, {0.0, 1e5, true, "kg/m3"});
    });
}

/// Tables of the rover on the tilt bed, and of a run with its channels.
void visit_vehicle(KeyVisitor& v, ValidationSet& set) {
  if (const auto tilt = v.when(set.test == SetTest::tilt, "test = \"tilt\""))
    v.table({"tilt", "the rover on the bed"}, [&] {
      v.text({"rover", "an id, or a file beside the set", Need::yes}, set.rover);
      v.number({"speed", "of the wheels' rims"}, set.rover_speed, {1e-4, 10.0, false, "m/s"});
      v.texts({"set", "\"key=value\" of the scenario tilt_bed"}, set.settings);
    });
  if (const auto run = v.when(set.test == SetTest::run, "test = \"run\"")) {
    v.table({"run", "the scenario"}, [&] {
      v.text({"scenario", "an id, or a file beside the set", Need::yes}, set.scenario);
      v.texts({"set", "\"key=value\" of the scenario"}, set.settings);
      v.number({"offset", "time of the run less that of the data"}, set.offset, {-1e9, 1e9, false, "s"});
      v.flag({"align", "look for the offset at which both agree best"}, set.align);
    });
    v.tables({"channel", "a column of the data that is a channel"}, set.channels, [&](SetChannel& one) {
      v.text({"column", "of the data", Need::yes}, one.column);
      v.text({"name", "of the channel", Need::yes}, one.channel);
      v.number({"sd", "standard deviation of the measurement"}, one.sd, kAnyAccepted);
      v.number({"accept", "largest rms that holds"}, one.accept, kAnyAccepted);
    });
  }
}

/// [columns], [uncertainty] and [accept] have a key for each quantity of the test. A reader is shown those of
/// this test alone.
void visit_columns(KeyVisitor& v, ValidationSet& set) {
  const std::vector<SetQuantity>& quantities = set_quantities(set.test, set.held);
  set.columns.resize(quantities.size());
  std::vector<std::string> sd_names;
  for (const SetQuantity& q : quantities) sd_names.push_back(std::string(q.name) + "_sd");
  v.table({"columns", "of the data, by quantity: the header's name, with or without its unit"}, [&] {
    for (std::size_t k = 0; k < quantities.size(); ++k) {
      v.text({quantities[k].name, quantities[k].help}, set.columns[k].column);
      if (!quantities[k].condition)
        v.text({sd_names[k], "column of its standard deviation"}, set.columns[k].sd_column);
    }
  });
  v.table({"uncertainty", "standard deviations that all rows share"}, [&] {
    for (std::size_t k = 0; k < quantities.size(); ++k)
      if (!quantities[k].condition)
        v.number({quantities[k].name, quantities[k].help}, set.columns[k].sd,
                 {0.0, 1e300, true, quantities[k].unit});
  });
  v.table({"accept", "largest rms with which the prediction holds"}, [&] {
    for (std::size_t k = 0; k < quantities.size(); ++k)
      if (!quantities[k].condition)
        v.number({quantities[k].name, quantities[k].help}, set.columns[k].accept,
                 {0.0, 1e300, true, quantities[k].unit});
  });
}

/// Throws InputError for a set that predicts nothing, has no soil, or names laws wrongly.
void check_set(const TomlTable& table, const ValidationSet& set) {
  const std::vector<SetQuantity>& quantities = set_quantities(set.test, set.held);
  bool predicts = !set.channels.empty();
  for (std::size_t k = 0; k < quantities.size(); ++k)
    predicts = predicts || (!quantities[k].condition && !set.columns[k].column.empty());
  if (!predicts)
    throw InputError(table.place(set.test == SetTest::run ? "channel" : "columns"),
                     "no column of what is predicted",
                     set.test == SetTest::run ? "a [[channel]] or more" : "a column of a measured quantity");
  if (set.test != SetTest::run && set.soil.empty())
    throw InputError(table.place(""), "no soil", "soil = \"an id or a file beside the set\"");
  if (set.test == SetTest::run && !set.laws.empty())
    throw InputError(table.place("laws"), "laws of a scenario", "set = [\"terrain.soil_law=...\"] in [run]");
  for (std::size_t k = 0; k < set.laws.size(); ++k) {
    if (std::find(std::begin(kSoilLaws), std::end(kSoilLaws), set.laws[k]) == std::end(kSoilLaws))
      throw InputError(table.place("laws"), "'" + set.laws[k] + "'", "bekker, rft or scm");
    if (std::find(set.laws.begin(), set.laws.begin() + static_cast<std::ptrdiff_t>(k), set.laws[k]) !=
        set.laws.begin() + static_cast<std::ptrdiff_t>(k))
      throw InputError(table.place("laws"), "'" + set.laws[k] + "' twice", "each law once");
  }
}

}  // namespace

const std::vector<SetQuantity>& set_quantities(SetTest test, PlateHeld held) {
  static const std::vector<SetQuantity> none;
  switch (test) {
    case SetTest::wheel:
      return kWheelQuantities;
    case SetTest::plate:
      return held == PlateHeld::depth ? kDepthHeld : kPressureHeld;
    case SetTest::drop:
      return kDropQuantities;
    case SetTest::tilt:
      return kTiltQuantities;
    case SetTest::run:
      break;
  }
  return none;
}

void visit_keys(KeyVisitor& v, ValidationSet& set) {
  v.choice({"test", "that predicts the set"}, set.test, kSetTests);
  v.text({"title", "for people; left out: the file's name"}, set.title);
  v.texts({"sources", "of the data"}, set.sources);
  v.text({"data", "CSV file beside the set", Need::yes}, set.data);
  v.text({"soil", "an id, or a file beside the set; of a run its scenario's"}, set.soil);
  v.texts({"laws", "bekker, rft, scm; left out: the soil's own"}, set.laws);
  v.text({"uncertain", "a file with [uncertain], in place of the soil's own"}, set.uncertain);
  v.whole({"draws", "of an uncertain soil"}, set.draws, 8, kMostBandDraws);
  v.number({"gravity", "where it was measured"}, set.gravity, {0.0, 100.0, true, "m/s2"});
  v.named_numbers({"where", "columns of the data and the number that a row must have there to count"},
                  set.where, any_number(""));
  visit_body(v, set);
  visit_vehicle(v, set);
  visit_columns(v, set);
}

ValidationSet load_validation_set(const std::filesystem::path& path) {
  const TomlTable table = TomlTable::load(path.string());
  ValidationSet set =
      read_naming_missing_keys(table, [](const TomlTable& root) { return read_keys<ValidationSet>(root); });
  table.finish();
  set.file = path;
  set.name = path.stem().string();
  if (set.title.empty()) set.title = set.name;
  check_set(table, set);
  return set;
}

std::vector<ValidationSet> load_validation_folder(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error))
    throw InputError(folder.string(), "no such folder", "a folder of measured sets");
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().extension() == ".toml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<ValidationSet> sets;
  for (const std::filesystem::path& file : files) {
    const TomlTable table = TomlTable::load(file.string());
    if (table.holds("test") && table.holds("data")) sets.push_back(load_validation_set(file));
  }
  if (sets.empty())
    throw InputError(folder.string(),
                     fmt::format("no measured set among {} files that end in .toml", files.size()),
                     "one or more, each with the keys test and data (docs/validate_sets.md)");
  return sets;
}

}  // namespace grouser
