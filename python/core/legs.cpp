// SPDX-License-Identifier: BSD-3-Clause
// Legs of walkers, as `grouser leg` has them, and plans of step-ups, as `grouser stepup` makes them.
#include <pybind11/stl.h>

#include <cmath>
#include <numbers>

#include "bindings.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/mission/stepup/stepup_plan.hpp"
#include "grouser/vehicle/legs/walker_leg.hpp"
#include "grouser/vehicle/spec/leg_spec.hpp"
#include "values.hpp"
#include "work.hpp"

namespace grouser::python {
namespace {

using Numbers = std::vector<double>;

/// A leg by itself. Points are in the leg's frame: x ahead, y outward, z down, m.
class LoneLeg {
 public:
  explicit LoneLeg(const LegSpec& spec) : name_(spec.name), leg_(make(spec)) {}

  const std::string& name() const { return name_; }
  std::vector<std::string> joints() const {
    std::vector<std::string> names;
    for (int k = 0; k < leg_.joints(); ++k) names.push_back(leg_.joint_name(k));
    return names;
  }
  Numbers lowest() const {
    return each([&](int k) { return leg_.lowest(k); });
  }
  Numbers highest() const {
    return each([&](int k) { return leg_.highest(k); });
  }
  Numbers stance() const { return {leg_.stance.x(), leg_.stance.y(), leg_.stance.z()}; }

  /// Place of the foot for these joint angles, rad.
  Numbers foot(const Numbers& angles) const { return listed(place_of(checked(angles))); }

  /// Three rows, one for each axis.
  Numbers jacobian(const Numbers& given) const {
    const LegAngles angles = checked(given);
    const LegJacobian of_body = leg_.jacobian(angles);
    Numbers rows;
    // From the body's axes to the leg's: y is outward on either side, z is down.
    for (const auto& [axis, sign] : {std::pair{0, 1.0}, {1, leg_.outward}, {2, -1.0}})
      for (int k = 0; k < leg_.joints(); ++k) rows.push_back(sign * of_body(axis, k));
    return rows;
  }

  /// Whether it reaches the point, the angles, and where they put the foot.
  py::tuple reach(const Numbers& point) const {
    if (point.size() != 3)
      throw InputError("point", std::to_string(point.size()) + " numbers", "x, y and z, m");
    const Vec3 target(point[0], point[1], point[2]);
    if (!target.allFinite()) throw InputError("point", "a number that is not finite", "x, y and z, m");
    bool reached = false;
    LegAngles angles;
    // A four-bar leg works in its own frame, a serial limb in that of the body.
    if (const FourBarLeg* const four_bar = leg_.four_bar()) {
      const LegReach found = four_bar->reach(target);
      reached = found.reached;
      angles = found.angles;
    } else {
      const LegSolution found = leg_.limb()->find({Mat3::Identity(), leg_.to_body(target)});
      reached = found.reached;
      angles = found.angles;
    }
    return py::make_tuple(reached, Numbers(angles.begin(), angles.end()), listed(place_of(angles)));
  }

 private:
  /// The leg of a specification, which is a serial limb or a four-bar leg.
  static WalkerLeg make(const LegSpec& spec) {
    if (spec.limb())
      return {SerialLimb(std::get<SerialLimbSpec>(spec.dimensions)), spec.position, spec.outward,
              spec.stance};
    return {FourBarLeg(std::get<FourBarLegSpec>(spec.dimensions)), spec.position, spec.outward, spec.stance};
  }
  static Numbers listed(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
  /// One number per joint.
  template <class Of>
  Numbers each(Of of) const {
    Numbers numbers;
    for (int k = 0; k < leg_.joints(); ++k) numbers.push_back(of(k));
    return numbers;
  }

  /// The foot in the leg's frame.
  Vec3 place_of(const LegAngles& angles) const { return leg_.to_leg(leg_.foot(angles).p); }

  /// Angles of the right number, within one turn, for which a linkage closes.
  LegAngles checked(const Numbers& angles) const {
    const auto count = static_cast<std::size_t>(leg_.joints());
    if (angles.size() != count)
      throw InputError("angles", std::to_string(angles.size()) + " numbers",
                       std::to_string(count) + ", one for each joint, rad");
    LegAngles checked(leg_.joints());
    for (std::size_t k = 0; k < count; ++k) {
      if (!(std::fabs(angles[k]) <= 2.0 * std::numbers::pi))
        throw InputError("angles", "a number that is no angle", "angles within one turn, rad");
      checked[static_cast<int>(k)] = angles[k];
    }
    if (const FourBarLeg* const four_bar = leg_.four_bar(); four_bar && !four_bar->knee(checked[2]))
      throw InputError("angles", "a knee motor at an angle where the linkage cannot close",
                       "one between its dead points");
    return checked;
  }

  std::string name_;
  WalkerLeg leg_;
};

/// The legs of a walker by its file or id.
std::vector<LoneLeg> legs(const std::string& walker) {
  std::vector<LoneLeg> made;
  for (const LegSpec& spec : load_legs(walker)) made.emplace_back(spec);
  return made;
}

/// One row per instant. Numbers of a lifted foot are NaN.
Table table_of(const StepupPlan& plan) {
  Table table;
  const auto add = [&](const std::string& name, const char* unit, auto of) {
    Numbers numbers;
    for (const StepupInstant& instant : plan.instants) numbers.push_back(of(instant));
    table.columns.push_back({name, unit, numbers});
  };
  add("time", "s", [](const auto& i) { return i.time; });
  add("phase", "-", [](const auto& i) { return i.phase + 1.0; });
  constexpr const char* kAxes[] = {"x", "y", "z"};
  for (std::size_t k = 0; k < 3; ++k) add(kAxes[k], "m", [k](const auto& i) { return i.position[k]; });
  for (std::size_t k = 0; k < 3; ++k)
    add(std::string("velocity_") + kAxes[k], "m/s", [k](const auto& i) { return i.velocity[k]; });
  for (const auto& [name, foot] :
       {std::pair{"left/", &StepupInstant::left}, {"right/", &StepupInstant::right}}) {
    const std::string side = name;
    const auto of_foot = [&, foot = foot](const char* what, const char* unit, auto of) {
      add(side + what, unit,
          [foot, of](const StepupInstant& i) { return (i.*foot).down ? of(i.*foot) : std::nan(""); });
    };
    of_foot("multiplier", "1/s2", [](const auto& f) { return f.multiplier; });
    of_foot("pressure_centre_x", "m", [](const auto& f) { return f.pressure_centre[0]; });
    of_foot("pressure_centre_y", "m", [](const auto& f) { return f.pressure_centre[1]; });
    of_foot("leg_length", "m", [](const auto& f) { return f.leg_length; });
    of_foot("torque", "m/s2", [](const auto& f) { return f.torque; });
  }
  return table;
}

/// The constraints that a plan misses, each with its worst instant.
py::list shortfalls_of(const StepupPlan& plan) {
  py::list list;
  for (const StepupShortfall& s : plan.shortfalls) {
    py::dict row;
    row["family"] = s.family;
    row["foot"] = s.foot;
    row["phase"] = s.phase;
    row["instants"] = s.instants;
    row["time"] = s.time;
    row["value"] = s.value;
    row["limit"] = s.limit;
    row["shortfall"] = s.shortfall;
    row["unit"] = s.unit;
    list.append(row);
  }
  return list;
}

/// Tuple of the results, the instants, and the settings of a scenario that follows the plan.
py::tuple stepup(const std::string& file, const Settings& settings, const py::object& progress) {
  StepupPlan plan;
  std::vector<Override> course;
  work_released(progress, [&](const Watch&) {
    const StepupSpec spec = read_stepup(file, overrides_of(settings));
    plan = StepupPlanner(spec).plan();
    if (plan.feasible) course = stepup_settings(spec, plan);
  });
  py::dict said;
  said["status"] = plan.feasible ? "feasible" : plan.found ? "infeasible" : "not_found";
  said["iterations"] = plan.iterations;
  said["objective"] = plan.objective;
  said["durations"] = plan.durations;
  said["most_multiplier"] = plan.most_multiplier;
  said["most_torque_left"] = plan.most_torque_left;
  said["most_torque_right"] = plan.most_torque_right;
  said["lowest"] = plan.lowest;
  said["fastest_rise"] = plan.fastest_rise;
  said["shortfalls"] = shortfalls_of(plan);
  Settings followed;
  for (const Override& setting : course) followed.emplace_back(setting.key, setting.value);
  return py::make_tuple(said, columns_of(table_of(plan)), followed);
}

}  // namespace

void bind_legs(py::module_& module) {
  py::class_<LoneLeg> bound(module, "Leg");
  forbid_new(bound);
  bound.def_property_readonly("name", &LoneLeg::name)
      .def_property_readonly("joints", &LoneLeg::joints)
      .def_property_readonly("lowest", &LoneLeg::lowest)
      .def_property_readonly("highest", &LoneLeg::highest)
      .def_property_readonly("stance", &LoneLeg::stance)
      .def("foot", &LoneLeg::foot, py::arg("angles"))
      .def("jacobian", &LoneLeg::jacobian, py::arg("angles"))
      .def("reach", &LoneLeg::reach, py::arg("point"));
  module.def("legs", legs, py::arg("walker"));
  module.def("stepup", stepup, py::arg("file"), py::arg("settings"), py::arg("progress"));
}

}  // namespace grouser::python
