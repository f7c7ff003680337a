// SPDX-License-Identifier: BSD-3-Clause
// Tests of one wheel over all combinations of conditions in parallel. By the law scm a wheel is driven over
// a grid until its means settle; by all others the steady state is solved. Slips may refer to another
// radius than the rim's and are converted.
#include "grouser/mission/rigs/wheel_tests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/soil/laws/slip_radius.hpp"

namespace grouser {
namespace {

/// A row's values of all draws, quantity by quantity.
struct DrawnReactions {
  std::vector<double> sinkage, pull, side, torque;
  void add(const RigRow& row) {
    sinkage.push_back(row.sinkage), pull.push_back(row.drawbar_pull);
    side.push_back(row.side_force), torque.push_back(row.torque);
  }
};

/// Bands over the drawn soils; draws without a steady state are lost.
WheelTestRow::Bands bands_of(const std::vector<SoilParams>& drawn, const WheelAsked& asked,
                             const std::function<bool()>& cancelled) {
  WheelTestRow::Bands bands{.draws = static_cast<int>(drawn.size())};
  DrawnReactions all;
  for (const SoilParams& soil : drawn) {
    if (cancelled && cancelled()) throw Interrupted("while a wheel was tested");
    const ScmRigRow found = test_wheel_once(soil, asked);
    if (found.status == ScmRigStatus::settled || found.status == ScmRigStatus::unsettled)
      all.add(found.mean);
    else
      ++bands.lost;
  }
  bands.sinkage = band_of(std::move(all.sinkage));
  bands.drawbar_pull = band_of(std::move(all.pull));
  bands.side_force = band_of(std::move(all.side));
  bands.torque = band_of(std::move(all.torque));
  return bands;
}

/// The rows that are asked for, before they are measured.
std::vector<WheelTestRow> planned_rows(const std::vector<UncertainSoil>& laws, const WheelTests& tests) {
  const std::size_t count =
      laws.size() * tests.widths.size() * tests.loads.size() * tests.slip_angles.size() * tests.slips.size();
  if (count > kMostWheelRows)
    throw InputError(
        "wheel tests",
        fmt::format("{} rows: {} laws x {} widths x {} loads x {} slip angles x {} slips", count, laws.size(),
                    tests.widths.size(), tests.loads.size(), tests.slip_angles.size(), tests.slips.size()),
        fmt::format("at most {} together", kMostWheelRows));
  std::vector<WheelTestRow> rows;
  for (const UncertainSoil& soil : laws)
    for (const double width : tests.widths)
      for (const double load : tests.loads)
        for (const double angle : tests.slip_angles)
          for (const double slip : tests.slips) {
            WheelTestRow& row = rows.emplace_back();
            row.law = soil.best().law;
            row.width = width, row.load = load;
            row.found.mean.slip = slip, row.found.mean.slip_angle = angle;
            row.driven = soil.best().law == SoilLaw::scm;
          }
  return rows;
}

/// Conditions of one row: those of the tests with the row's width, load, slip and angle.
WheelAsked asked_of(const WheelTests& tests, const WheelTestRow& row) {
  WheelAsked asked{tests.setup, tests.slip_radius, row.found.mean.slip, row.found.mean.slip_angle};
  asked.setup.rig.wheel.width = row.width;
  asked.setup.rig.load = row.load;
  return asked;
}

/// Columns of the table, filled row by row.
class WheelColumns {
 public:
  explicit WheelColumns(const std::vector<WheelTestRow>& rows) : rows_(rows) {}

  template <class Value>
  void numbers(const std::string& name, const std::string& unit, Value value) {
    std::vector<double> cells;
    for (const WheelTestRow& row : rows_) cells.push_back(value(row));
    table.columns.push_back({name, unit, std::move(cells)});
  }
  /// The value of rows with a steady state.
  template <class Value>
  void found(const std::string& name, const std::string& unit, Value value) {
    numbers(name, unit, [&](const WheelTestRow& row) { return row.steady() ? value(row) : kUnset; });
  }
  template <class Text>
  void texts(const std::string& name, Text text) {
    std::vector<std::string> cells;
    for (const WheelTestRow& row : rows_) cells.emplace_back(text(row));
    table.columns.push_back({name, "", std::move(cells)});
  }
  void band(const std::string& name, const std::string& unit, Band WheelTestRow::Bands::*band) {
    numbers(name + "_low", unit, [&](const WheelTestRow& row) { return (row.bands.*band).low; });
    numbers(name + "_high", unit, [&](const WheelTestRow& row) { return (row.bands.*band).high; });
  }

  Table table;

 private:
  const std::vector<WheelTestRow>& rows_;
};

}  // namespace

const char* wheel_status_word(ScmRigStatus status) {
  constexpr const char* kWords[] = {"ok", "unsettled", "no_way", "soil_too_weak"};
  return kWords[static_cast<std::size_t>(status)];
}

ScmRigRow test_wheel_once(const SoilParams& soil, const WheelAsked& asked) {
  const RigSetup& rig = asked.setup.rig;
  // Slip on the rim's radius, which the rigs take.
  const double of_rim = slip_on_radius(
      asked.slip, 1.0, std::isnan(asked.slip_radius) ? 1.0 : rig.wheel.radius / asked.slip_radius);
  ScmRigRow found;
  if (soil.law == SoilLaw::scm) {
    found = drive_scm_rig(soil, asked.setup, of_rim, asked.slip_angle);
  } else {
    found.mean = solve_wheel_rig(soil, rig, of_rim, asked.slip_angle);
    if (found.mean.status == RigStatus::soil_too_weak) found.status = ScmRigStatus::soil_too_weak;
  }
  // Rows show slip and angle as they were asked for.
  found.mean.slip = asked.slip;
  found.mean.slip_angle = asked.slip_angle;
  return found;
}

WheelTestRow test_wheel_on(const SoilParams& soil, const std::vector<SoilParams>& drawn,
                           const WheelAsked& asked, const std::function<bool()>& cancelled) {
  WheelTestRow row;
  row.law = soil.law;
  row.width = asked.setup.rig.wheel.width;
  row.load = asked.setup.rig.load;
  row.found = test_wheel_once(soil, asked);
  row.driven = soil.law == SoilLaw::scm;
  if (!drawn.empty()) row.bands = bands_of(drawn, asked, cancelled);
  return row;
}

std::vector<WheelTestRow> test_wheels(const std::vector<UncertainSoil>& laws, const WheelTests& tests,
                                      const JobOptions& options) {
  std::vector<WheelTestRow> rows = planned_rows(laws, tests);
  std::vector<std::vector<SoilParams>> drawn;
  for (const UncertainSoil& soil : laws) drawn.push_back(soil.sample(tests.draws));
  // Rows are ordered by law, so the law of a row is known by its place.
  const std::size_t per_law = laws.empty() ? 1 : rows.size() / laws.size();
  run_jobs(rows.size(), options, [&](std::size_t k, const JobContext& context) {
    const std::size_t law = k / per_law;
    rows[k] = test_wheel_on(laws[law].best(), drawn[law], asked_of(tests, rows[k]), context.cancelled);
  });
  return rows;
}

Table wheel_table(const std::vector<WheelTestRow>& rows) {
  WheelColumns columns(rows);
  columns.texts("law", [](const WheelTestRow& r) { return kSoilLaws[static_cast<std::size_t>(r.law)]; });
  columns.numbers("width", "m", [](const WheelTestRow& r) { return r.width; });
  columns.numbers("load", "N", [](const WheelTestRow& r) { return r.load; });
  columns.numbers("slip", "-", [](const WheelTestRow& r) { return r.found.mean.slip; });
  columns.numbers("slip_angle_deg", "deg",
                  [](const WheelTestRow& r) { return r.found.mean.slip_angle / kDegree; });
  columns.found("sinkage", "m", [](const WheelTestRow& r) { return r.found.mean.sinkage; });
  columns.found("entry_angle", "rad", [](const WheelTestRow& r) { return r.found.mean.entry_angle; });
  columns.found("drawbar_pull", "N", [](const WheelTestRow& r) { return r.found.mean.drawbar_pull; });
  columns.found("side_force", "N", [](const WheelTestRow& r) { return r.found.mean.side_force; });
  columns.found("torque", "N m", [](const WheelTestRow& r) { return r.found.mean.torque; });
  columns.texts("status", [](const WheelTestRow& r) { return wheel_status_word(r.found.status); });
  const auto some = [&](auto has) { return std::any_of(rows.begin(), rows.end(), has); };
  if (some([](const WheelTestRow& r) { return r.bands.draws > 0; })) {
    columns.band("sinkage", "m", &WheelTestRow::Bands::sinkage);
    columns.band("drawbar_pull", "N", &WheelTestRow::Bands::drawbar_pull);
    columns.band("side_force", "N", &WheelTestRow::Bands::side_force);
    columns.band("torque", "N m", &WheelTestRow::Bands::torque);
  }
  if (some([](const WheelTestRow& r) { return r.driven; })) {
    columns.found("sinkage_spread", "m", [](const WheelTestRow& r) { return r.found.spread.sinkage; });
    columns.found("drawbar_pull_spread", "N",
                  [](const WheelTestRow& r) { return r.found.spread.drawbar_pull; });
    columns.found("torque_spread", "N m", [](const WheelTestRow& r) { return r.found.spread.torque; });
  }
  return std::move(columns.table);
}

}  // namespace grouser
