// SPDX-License-Identifier: BSD-3-Clause
// A measured set: a TOML file that says which test of ours predicts it, where the measured numbers are, which
// column is which quantity, how sure they are and how near is near enough (docs/validate_sets.md).
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "grouser/base/keys.hpp"
#include "grouser/mission/rigs/drop_rig.hpp"
#include "grouser/mission/rigs/plate_tests.hpp"
#include "grouser/mission/rigs/wheel_tests.hpp"

namespace grouser {

/// The test that predicts a set.
enum class SetTest {
  wheel,  ///< one wheel on a rig
  plate,  ///< a plate or a cone
  drop,   ///< a ball or a disc that falls
  tilt,   ///< a rover on a tilt bed
  run     ///< a scenario, over time
};
inline constexpr const char* kSetTests[] = {"wheel", "plate", "drop", "tilt", "run"};

/// A quantity that a column of a set's data may hold.
struct SetQuantity {
  const char* name;
  const char* unit;  ///< of the values after reading, and of a column that says none
  bool condition;    ///< under which a row was measured; false: it is predicted
  const char* help;
};
/// Quantities of a test; `run` has none, whose columns are channels. held: of a plate, what a row was
/// measured at.
const std::vector<SetQuantity>& set_quantities(SetTest test, PlateHeld held);

/// One quantity of a set: where its numbers are and how sure they are.
struct SetColumn {
  std::string column;      ///< of the data; empty: none
  std::string sd_column;   ///< of the standard deviation of each row; empty: none
  double sd = kUnset;      ///< of all rows, in the quantity's unit
  double accept = kUnset;  ///< rms up to which the prediction holds
};

/// A column of a run's data and its channel.
struct SetChannel {
  std::string column, channel;
  double sd = kUnset, accept = kUnset;
};

struct ValidationSet {
  std::string name, title;
  std::vector<std::string> sources;
  SetTest test = SetTest::wheel;
  std::string data;               ///< CSV, beside the set
  std::string soil;               ///< id, or a file beside the set
  std::vector<std::string> laws;  ///< none: the soil's own
  std::string uncertain;          ///< file with [uncertain]; empty: the soil's own
  int draws = kBandDraws;
  double gravity = 9.81;                              ///< m/s2
  std::vector<std::pair<std::string, double>> where;  ///< rows that count: column and its number
  std::vector<SetColumn> columns;                     ///< in the order of set_quantities()
  std::vector<SetChannel> channels;

  // the wheel
  WheelGeometry wheel;
  double slip_radius = kUnset, load = kUnset, slip_angle = 0.0, speed = 0.0, scm_cell = 0.02;
  // plate, cone, falling body
  double radius = kUnset, width = kUnset, length = kUnset, cone = kUnset;
  PlateHeld held = PlateHeld::depth;  ///< of a plate: the other one is predicted
  DropShape body = DropShape::sphere;
  double mass = kUnset, density = kUnset;
  // rover or run
  std::string rover, scenario;
  double rover_speed = 0.011;
  std::vector<std::string> settings;
  double offset = 0.0;
  bool align = false;

  std::filesystem::path file;  ///< that it was read from
};

/// Shows all keys of a set's file.
void visit_keys(KeyVisitor& v, ValidationSet& set);

/// Reads and checks a set: its keys, not yet its data. Throws InputError.
ValidationSet load_validation_set(const std::filesystem::path& path);

/// The set files of a folder by name: those ending in .toml that have `test` and `data` at their root; soils,
/// scenarios and rovers beside them are none. Throws InputError for a folder that is not there or has none.
std::vector<ValidationSet> load_validation_folder(const std::filesystem::path& folder);

}  // namespace grouser
