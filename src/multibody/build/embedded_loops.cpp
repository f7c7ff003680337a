// SPDX-License-Identifier: BSD-3-Clause
// Planar four-bar linkages that one of their joints drives, found from where the joints stand at their zero
// angles.
#include <algorithm>

#include "builder_checks.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"
#include "tree/axis_frame.hpp"
#include "tree/loop_clusters.hpp"

namespace grouser {
namespace {

const Joint& joint_at(const Model& model, int index) {
  return model.joints()[static_cast<std::size_t>(index)];
}

// The hinge of a body, seen from the body on which the linkage stands, all angles zero.
struct Hinge {
  RigidTransform X;
  Vec3 axis;
  Hinge(const RigidTransform& X_parent, const Joint& joint)
      : X(X_parent * joint.X_PJ), axis(X.R * joint.axis) {}
};

// Joints from each of two bodies inwards to the body where both chains meet.
struct Ways {
  std::vector<int> of_a, of_b;
};
Ways ways_of(const Model& model, const Row& row) {
  Ways ways;
  int a = row.body_a.index, b = row.body_b.index;
  while (a != b) {
    int& outer = a > b ? a : b;
    (a > b ? ways.of_a : ways.of_b).push_back(outer);
    outer = joint_at(model, outer).parent.index;
  }
  return ways;
}

[[noreturn]] void refuse_driver(const std::string& place, const std::string& found) {
  refuse(
      place, found,
      "the pin of a planar linkage: a joint on each of two bodies that hang on a third, and one more joint "
      "on one of them, all revolute about parallel axes, and driver = one of the two");
}

// Nobody else may have a say in what the driver's angle gives.
void check_alone(const std::string& place, const Model& model, const EmbeddedLoop& loop) {
  for (const Row& row : model.rows())
    if (row.kind == RowKind::coordinates)
      for (const int j : {loop.coupler, loop.follower})
        if (const int c = joint_at(model, j).v_index; c == row.dependent_v || c == row.independent_v)
          refuse(place, fmt::format("joint '{}', which a coupling has too", joint_at(model, j).name),
                 "couplings to the driver only");
  for (const LoopCluster& cluster : join_loop_rows(model))
    for (const int r : cluster.rows)
      if (model.rows()[static_cast<std::size_t>(r)].constraint != loop.constraint &&
          std::ranges::find(cluster.joints, loop.driver) != cluster.joints.end())
        refuse(place, "a linkage that shares joints with another loop", "no driver");
}

// Which joints play which part; the driver's axis and lengths are not looked at.
EmbeddedLoop find_parts(const std::string& place, const LoopJointSpec& spec, const Model& model,
                        int constraint) {
  const Constraint& own = model.constraints()[static_cast<std::size_t>(constraint)];
  if (own.rows != 2) refuse_driver(place, fmt::format("a loop joint with {} conditions", own.rows));
  const Ways ways = ways_of(model, model.rows()[static_cast<std::size_t>(own.first_row)]);
  const auto& [long_way, short_way] =
      std::minmax(ways.of_a, ways.of_b, [](const auto& a, const auto& b) { return a.size() > b.size(); });
  if (long_way.size() != 2 || short_way.size() != 1)
    refuse_driver(
        place, fmt::format("{} joints on one side and {} on the other", ways.of_a.size(), ways.of_b.size()));
  const int driver = find_spec(model.joints(), spec.driver);
  if (driver < 0) refuse(place, fmt::format("driver '{}'", spec.driver), "the name of a joint");
  const int carrier = long_way[1], single = short_way[0];
  if (driver != carrier && driver != single)
    refuse_driver(place, fmt::format("driver '{}', which is not one of the two", spec.driver));
  EmbeddedLoop loop{.constraint = constraint,
                    .driver = driver,
                    .coupler = long_way[0],
                    .follower = driver == carrier ? single : carrier};
  loop.bars.coupler_on_driver = driver == carrier;
  for (const int j : {driver, loop.coupler, loop.follower})
    if (const Joint& joint = joint_at(model, j); !joint.kind.hinge)
      refuse_driver(place, fmt::format("{} joint '{}'", joint.kind.name, joint.name));
  return loop;
}

// The linkage in the plane across the driver's axis.
FourBar measure(const std::string& place, const LoopJointSpec& spec, const Model& model,
                const EmbeddedLoop& loop) {
  FourBar bars = loop.bars;
  // All axes must be parallel to the driver's, the pin's included.
  const Hinge driver({}, joint_at(model, loop.driver)), follower({}, joint_at(model, loop.follower));
  const Hinge coupler(bars.coupler_on_driver ? driver.X : follower.X, joint_at(model, loop.coupler));
  const RigidTransform& X_single = bars.coupler_on_driver ? follower.X : driver.X;
  const Row& row = model.rows()[static_cast<std::size_t>(
      model.constraints()[static_cast<std::size_t>(loop.constraint)].first_row)];
  const bool a_is_coupler = row.body_a.index == loop.coupler;
  const Vec3 pin_axis = (a_is_coupler ? coupler.X.R : X_single.R) * spec.X_AJ.R * spec.axis;
  for (const Vec3& axis : {follower.axis, coupler.axis, pin_axis})
    if (const double across = axis.cross(driver.axis).norm(); across > kUnitTolerance)
      refuse_driver(place, fmt::format("axes {:.3g} deg apart", kDegrees * math::asin(across)));
  bars.coupler_sign = coupler.axis.dot(driver.axis) > 0.0 ? 1.0 : -1.0;
  bars.follower_sign = follower.axis.dot(driver.axis) > 0.0 ? 1.0 : -1.0;

  // The four bars, projected along the driver's axis.
  const Mat3 plane = frame_about(driver.axis);
  const auto flat = [&](const Vec3& v) -> Vec2 { return {plane.col(0).dot(v), plane.col(1).dot(v)}; };
  // the pin, as the coupler has it and as the single body has it
  const Vec3 on_coupler = coupler.X * (a_is_coupler ? row.point_a : row.point_b),
             on_single = X_single * (a_is_coupler ? row.point_b : row.point_a);
  bars.base = flat(follower.X.p - driver.X.p);
  bars.arm = flat((bars.coupler_on_driver ? coupler.X.p : on_single) - driver.X.p);
  bars.link = (bars.coupler_on_driver ? 1.0 : -1.0) * flat(on_coupler - coupler.X.p);
  bars.lever = flat((bars.coupler_on_driver ? on_single : coupler.X.p) - follower.X.p);
  for (const Vec2& bar : {bars.arm, bars.link, bars.lever})
    if (!(bar.norm() > 0.0)) refuse_driver(place, "two of its axes in one line");
  return bars;
}

}  // namespace

std::vector<EmbeddedLoop> find_embedded_loops(const std::string& origin,
                                              const std::vector<LoopJointSpec>& loop_joints,
                                              const Model& model) {
  std::vector<EmbeddedLoop> loops;
  for (const LoopJointSpec& spec : loop_joints) {
    if (spec.driver.empty()) continue;
    const std::string place = fmt::format("{}: loop joint '{}'", origin, spec.name);
    if (!keys_of(spec.type).driver) refuse_driver(place, fmt::format("a {} joint", to_string(spec.type)));
    int constraint = -1;
    for (std::size_t c = 0; c < model.constraints().size(); ++c)
      if (model.constraints()[c].name == spec.name &&
          std::string(model.constraints()[c].kind) == "loop joint")
        constraint = static_cast<int>(c);
    EmbeddedLoop loop = find_parts(place, spec, model, constraint);
    loop.bars = measure(place, spec, model, loop);
    check_alone(place, model, loop);
    const auto is_dynamic = [&](int j) { return joint_at(model, j).mode == CoordinateMode::dynamic; };
    // A linkage with a prescribed joint stays a loop of rows.
    if (!is_dynamic(loop.driver) || !is_dynamic(loop.coupler) || !is_dynamic(loop.follower)) continue;
    loop.bars.side = side_of(loop.bars, pose_at(model, loop, model.neutral_q()));
    loops.push_back(loop);
  }
  return loops;
}

}  // namespace grouser
