// SPDX-License-Identifier: BSD-3-Clause
// Couplings and loop joints as rows. A loop joint is made of the basic constraints of RowKind (Haug 1989,
// section 9.4).
#include "builder_checks.hpp"
#include "tree/axis_frame.hpp"

namespace grouser {
namespace {

/// The joint of a coupling; refuses names that are unknown and joints that are not one dynamic coordinate.
const Joint& coupled_joint(const std::string& place, const std::vector<Joint>& joints,
                           const std::string& name) {
  const int index = find_spec(joints, name);
  if (index < 0) refuse(place, fmt::format("joint '{}'", name), "the name of a joint");
  const Joint& joint = joints[static_cast<std::size_t>(index)];
  if (joint.nv != 1 || joint.mode != CoordinateMode::dynamic)
    refuse(place,
           fmt::format("{} {} joint '{}'", joint.mode == CoordinateMode::dynamic ? "dynamic" : "prescribed",
                       joint.kind.name, name),
           "a dynamic revolute or prismatic joint");
  return joint;
}

/// One row per coupling, q_d - ratio q_i - offset = 0; refuses chains and coordinates that are given twice.
std::vector<Row> coupling_rows(const std::string& origin, const std::vector<CouplingSpec>& specs,
                               const std::vector<Joint>& joints) {
  std::vector<Row> rows;
  for (const CouplingSpec& spec : specs) {
    const std::string place = fmt::format("{}: coupling '{}'", origin, spec.name);
    const Joint& dependent = coupled_joint(place, joints, spec.dependent);
    const Joint& independent = coupled_joint(place, joints, spec.independent);
    check_number(place, "ratio", spec.ratio, -HUGE_VAL);
    check_number(place, "offset", spec.offset, -HUGE_VAL);
    if (spec.dependent == spec.independent)
      refuse(place, "a joint coupled to itself", "two different joints");
    Row row;
    row.dependent_q = dependent.q_index, row.dependent_v = dependent.v_index;
    row.independent_q = independent.q_index, row.independent_v = independent.v_index;
    row.ratio = spec.ratio, row.offset = spec.offset;
    rows.push_back(row);
  }
  // A coordinate is dependent once at most, and no dependent one is another coupling's independent one.
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const std::string place = fmt::format("{}: coupling '{}'", origin, specs[i].name);
      if (rows[i].dependent_v == rows[k].independent_v)
        refuse(place, fmt::format("a dependent joint that coupling '{}' takes as independent", specs[k].name),
               "no chains of couplings (couple both to the same independent joint)");
      if (i != k && rows[i].dependent_v == rows[k].dependent_v)
        refuse(place, fmt::format("a dependent joint that coupling '{}' has too", specs[k].name),
               "one coupling a dependent joint");
    }
  return rows;
}

TwoEnds check_loop_joint(const std::string& place, const LoopJointSpec& spec,
                         const std::vector<Body>& bodies) {
  const TwoEnds ends = find_ends(place, spec.body_a, spec.body_b, bodies);
  check_frame(place, spec.X_AJ);
  check_frame(place, spec.X_BJ);
  check_axis(place, spec.axis);
  if (keys_of(spec.type).length) check_number(place, "length", spec.length, 0.0, true);
  return ends;
}

/// Rows of a loop joint, in the joint's frame on each body, whose third axis is the joint's.
std::vector<Row> loop_rows(const LoopJointSpec& spec, const TwoEnds& ends) {
  Row row;
  row.body_a = ends.a, row.body_b = ends.b;
  row.point_a = spec.X_AJ.p, row.point_b = spec.X_BJ.p;
  row.length = spec.length;
  const Mat3 F = frame_about(spec.axis), A = spec.X_AJ.R * F, B = spec.X_BJ.R * F;
  std::vector<Row> rows;
  const auto add_point = [&](int k) {
    row.kind = RowKind::point;
    row.axis_a = A.col(k);
    rows.push_back(row);
  };
  const auto add_axes = [&](int a, int b) {
    row.kind = RowKind::axes;
    row.axis_a = A.col(a), row.axis_b = B.col(b);
    rows.push_back(row);
  };
  // A rod is one distance row; a rope only pulls (lambda <= 0), a strut only pushes.
  if (keys_of(spec.type).length) {
    row.kind = RowKind::distance;
    if (spec.type == LoopJointType::rope) row.upper = 0.0;
    if (spec.type == LoopJointType::strut) row.lower = 0.0;
    rows.push_back(row);
    return rows;
  }
  // Points across the axis hold a pin, the third holds it along the axis, axes rows take away turns.
  add_point(0);
  add_point(1);
  if (spec.type == LoopJointType::inline_pin) return rows;
  add_point(2);
  if (spec.type == LoopJointType::spherical) return rows;
  add_axes(0, 2);
  add_axes(1, 2);
  if (spec.type == LoopJointType::fixed) add_axes(0, 1);
  return rows;
}

}  // namespace

const char* to_string(LoopJointType type) {
  switch (type) {
    case LoopJointType::spherical:
      return "spherical";
    case LoopJointType::revolute:
      return "revolute";
    case LoopJointType::fixed:
      return "fixed";
    case LoopJointType::inline_pin:
      return "inline";
    case LoopJointType::distance:
      return "distance";
    case LoopJointType::rope:
      return "rope";
    case LoopJointType::strut:
      return "strut";
  }
  return "unknown";
}

LoopJointKeys keys_of(LoopJointType type) {
  switch (type) {
    case LoopJointType::spherical:
      return {};
    case LoopJointType::revolute:
      return {.axis = true, .frames = true, .driver = true};
    case LoopJointType::fixed:
      return {.frames = true};
    case LoopJointType::inline_pin:
      return {.axis = true, .driver = true};
    case LoopJointType::distance:
    case LoopJointType::rope:
    case LoopJointType::strut:
      return {.length = true};
  }
  return {};
}

void build_constraints(const std::string& origin, const std::vector<CouplingSpec>& couplings,
                       const std::vector<LoopJointSpec>& loop_joints, const std::vector<Body>& bodies,
                       const std::vector<Joint>& joints, std::vector<Constraint>& constraints,
                       std::vector<Row>& rows) {
  const auto add = [&](const std::string& name, const char* kind, std::vector<Row> own) {
    for (Row& row : own) row.constraint = static_cast<int>(constraints.size());
    constraints.push_back({name, kind, static_cast<int>(rows.size()), static_cast<int>(own.size())});
    rows.insert(rows.end(), own.begin(), own.end());
  };
  const std::vector<Row> coupled = coupling_rows(origin, couplings, joints);
  for (std::size_t i = 0; i < couplings.size(); ++i) add(couplings[i].name, "coupling", {coupled[i]});
  for (const LoopJointSpec& spec : loop_joints)
    add(spec.name, "loop joint",
        loop_rows(spec,
                  check_loop_joint(fmt::format("{}: loop joint '{}'", origin, spec.name), spec, bodies)));
}

}  // namespace grouser
