// SPDX-License-Identifier: BSD-3-Clause
// A joint of an imported rover moves freely if it belongs to the suspension (it carries a wheel, closes a
// loop or is coupled) and the file has no drive for it; every other joint is held. Options override both.
// Mimic joints become couplings if neither joint is prescribed.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/base/name_pattern.hpp"
#include "mesh_reference.hpp"
#include "rover_plan.hpp"

namespace grouser {
namespace {

using Names = std::set<std::string>;

/// Whether the joint turns a wheel.
bool is_drive(const RoverPlan& plan, const std::string& joint) { return plan.wheel_of(joint) != nullptr; }

/// A joint of the differential. One that the file fixes is made to turn about the axis that the file gives.
DescribedJoint& rocker_of(RoverPlan& plan, const std::string& name, RoverImportReport& report) {
  const std::string place = "--differential " + name;
  const DescribedJoint* found = plan.rover.joint(plain_name(name));
  if (!found)
    throw InputError(place, "no joint of that name", "the names of the left and the right rocker's joints");
  DescribedJoint& joint = plan.joint(found->name);
  if (is_drive(plan, joint.name) || plan.steers(joint.name))
    throw InputError(place, "a joint that drives or steers a wheel", "the joints of the two rockers");
  if (joint.type == DescribedJointType::fixed && joint.axis_given) {
    joint.type = joint.lower < joint.upper ? DescribedJointType::revolute : DescribedJointType::continuous;
    report.took.push_back(
        fmt::format("joint '{}' is fixed in its file: it turns, for the differential", joint.name));
  }
  if (!joint.turns())
    throw InputError(joint.place,
                     fmt::format("joint '{}' of the differential, which does not turn", joint.name),
                     "a revolute or continuous joint, or a fixed one with an <axis>");
  return joint;
}

/// The angles of the rockers over the chassis are opposite: their mean, the chassis' pitch over both, is
/// zero.
void couple_rockers(RoverPlan& plan, const RoverImportOptions& options, RoverImportReport& report) {
  if (!options.differential) return;
  const auto& [left_name, right_name] = *options.differential;
  const DescribedJoint& left = rocker_of(plan, left_name, report);
  const DescribedJoint& right = rocker_of(plan, right_name, report);
  const std::string place = fmt::format("--differential {},{}", left_name, right_name);
  if (left.name == right.name) throw InputError(place, "one joint twice", "two joints");
  // Axes that point against each other turn the coupling's sign.
  const double same = plan.axis_in_root(left).dot(plan.axis_in_root(right));
  constexpr double kParallel = 0.94;  // cosine of 20 deg
  if (std::abs(same) < kParallel)
    throw InputError(
        place, fmt::format("axes {:.0f} deg apart", 57.29577951 * std::acos(std::clamp(same, -1.0, 1.0))),
        "joints that turn about parallel axes");
  plan.couplings.push_back({"differential", right.name, left.name, same > 0.0 ? -1.0 : 1.0, 0.0});
  report.took.push_back(
      fmt::format("a differential holds '{}' and '{}' to opposite turns", left.name, right.name));
}

/// The joint at the head of a row of mimic joints, with the whole ratio and offset.
PlannedCoupling flat_mimic(const RoverDescription& rover, const DescribedJoint& joint) {
  PlannedCoupling c{joint.name, joint.name, joint.mimic->joint, joint.mimic->multiplier, joint.mimic->offset};
  // A follower of a follower: ratios multiply, offsets add up through the outer ratio.
  for (std::size_t steps = 0; const DescribedJoint* leader = rover.joint(c.independent); ++steps) {
    if (!leader->mimic) return c;
    if (steps > rover.joints.size() || leader->mimic->joint == joint.name)
      throw InputError(joint.place, fmt::format("joint '{}', which mimics itself", joint.name),
                       "mimic joints without a circle");
    c.offset += c.ratio * leader->mimic->offset;
    c.ratio *= leader->mimic->multiplier;
    c.independent = leader->mimic->joint;
  }
  return c;
}

/// Couplings of mimic joints, where both joints move by forces.
void couple_mimics(RoverPlan& plan, RoverImportReport& report) {
  for (DescribedJoint& joint : plan.rover.joints) {
    if (!joint.mimic) continue;
    const PlannedCoupling c = flat_mimic(plan.rover, joint);
    const auto prescribed = [&](const std::string& name) {
      return is_drive(plan, name) || plan.steers(name) || plan.held.contains(name);
    };
    const DescribedJoint& leader = *plan.rover.joint(c.independent);
    // A coupling needs a leader of one coordinate, and no programme that moves either joint.
    const bool coordinates = leader.turns() || leader.type == DescribedJointType::prismatic;
    if (prescribed(c.dependent) || prescribed(c.independent) || !coordinates) {
      report.left_out.push_back(fmt::format("joint '{}' mimics '{}', but a programme moves it or its leader",
                                            c.dependent, c.independent));
      continue;
    }
    plan.couplings.push_back(c);
    report.took.push_back(
        fmt::format("joint '{}' follows '{}' with the ratio {:g}", c.dependent, c.independent, c.ratio));
  }
}

/// Joints that carry wheels, belong to a loop, or are coupled: the suspension.
Names suspension(const RoverPlan& plan) {
  Names names;
  const auto add = [&](const std::vector<std::string>& chain) { names.insert(chain.begin(), chain.end()); };
  for (const PlannedWheel& wheel : plan.wheels) add(plan.rover.chain(plan.rover.joint(wheel.joint)->parent));
  for (const DescribedJoint& loop : plan.rover.loops)
    add(plan.rover.chain(loop.parent)), add(plan.rover.chain(loop.child));
  for (const PlannedCoupling& coupling : plan.couplings)
    names.insert({coupling.dependent, coupling.independent});
  for (bool more = true; more;) {  // what mimics a part of it, and whom a part of it mimics
    const std::size_t before = names.size();
    for (const DescribedJoint& joint : plan.rover.joints)
      if (joint.mimic && (names.contains(joint.name) || names.contains(joint.mimic->joint)))
        names.insert({joint.name, joint.mimic->joint});
    more = names.size() > before;
  }
  return names;
}

/// Names of the moving joints that an option's patterns match; refuses a pattern without any.
Names chosen(const RoverPlan& plan, const std::vector<std::string>& patterns, const char* option) {
  Names names;
  for (const std::string& pattern : patterns) {
    const std::size_t before = names.size();
    for (const DescribedJoint& joint : plan.rover.joints)
      if (joint.type != DescribedJointType::fixed && matches_pattern(plain_name_pattern(pattern), joint.name))
        names.insert(joint.name);
    if (names.size() == before)
      throw InputError(fmt::format("{} {}", option, pattern), "no moving joint of that name",
                       "names of joints of the file");
  }
  return names;
}

/// Two rockers that nothing connects let the chassis tip over between its wheels.
void warn_of_loose_rockers(const RoverPlan& plan, RoverImportReport& report) {
  if (!plan.couplings.empty() || !plan.rover.loops.empty()) return;
  Names rockers;
  for (const PlannedWheel& wheel : plan.wheels) {
    // The free joint of the wheel's chain that is nearest to the body.
    const DescribedJoint* first = nullptr;
    for (const std::string& name : plan.rover.chain(plan.rover.joint(wheel.joint)->parent)) {
      const DescribedJoint& joint = *plan.rover.joint(name);
      if (joint.type != DescribedJointType::fixed && !plan.steers(name) && !plan.held.contains(name))
        first = &joint;
    }
    constexpr double kAcross = 0.87;  // cosine of 30 deg
    if (!first || first->stiffness > 0.0 || std::abs(plan.axis_in_root(*first).y()) < kAcross) return;
    rockers.insert(first->name);
  }
  if (rockers.size() == 2)
    report.warnings.push_back(
        fmt::format("the body hangs on '{0}' and '{1}' alone and will tip over: --differential {0},{1} "
                    "holds it as a rocker-bogie's does",
                    *rockers.begin(), *rockers.rbegin()));
}

}  // namespace

const PlannedWheel* RoverPlan::wheel_of(const std::string& joint) const {
  const auto found = std::ranges::find(wheels, joint, &PlannedWheel::joint);
  return found == wheels.end() ? nullptr : &*found;
}

bool RoverPlan::steers(const std::string& joint) const {
  return std::ranges::find(wheels, joint, &PlannedWheel::steer) != wheels.end();
}

Vec3 RoverPlan::axis_in_root(const DescribedJoint& joint) const {
  return rover.X_RL(joint.parent).R * (joint.X_PJ.R * joint.axis);
}

void sort_joints(RoverPlan& plan, const RoverImportOptions& options, RoverImportReport& report) {
  couple_rockers(plan, options, report);
  const Names held = chosen(plan, options.held, "--hold"), free = chosen(plan, options.free, "--free");
  // Couplings of the differential exist by this line, those of mimic joints do not yet.
  const Names carriers = suspension(plan);
  const Names actuated(plan.rover.actuated.begin(), plan.rover.actuated.end());
  for (const DescribedJoint& joint : plan.rover.joints) {
    const bool moves = joint.turns() || joint.type == DescribedJointType::prismatic;
    if (!moves || is_drive(plan, joint.name) || plan.steers(joint.name) || free.contains(joint.name))
      continue;
    const bool carries = carriers.contains(joint.name), driven = actuated.contains(joint.name);
    if (!held.contains(joint.name) && carries && !driven) continue;
    plan.held.insert(joint.name);
    if (held.contains(joint.name)) continue;
    report.guessed.push_back(
        driven ? fmt::format("joint '{}' is held (prescribed): the file has a drive for it", joint.name)
               : fmt::format("joint '{}' is held (prescribed): no wheel hangs on it", joint.name));
  }
  couple_mimics(plan, report);
  warn_of_loose_rockers(plan, report);
}

}  // namespace grouser
