// SPDX-License-Identifier: BSD-3-Clause
// Files have links without mass as frames and mounting points, which a simulator cannot move. Those at the
// root are replaced by a link with mass, those that are fixed become part of their parent, and the rest gets
// little mass. Names are made fit for keys first, joints with equal limits become fixed.
#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"
#include "rover_plan.hpp"

namespace grouser {
namespace {

/// The share of the rover's mass that a moving link without mass gets, and the radius of the ball of it, m.
constexpr double kLittleShare = 1e-4, kLittleRadius = 0.03;

/// Gives links and joints plain names; refuses two names that become the same one.
void rename_parts(RoverPlan& plan, RoverImportReport& report) {
  RoverDescription& rover = plan.rover;
  std::map<std::string, std::string> taken;
  for (DescribedLink& link : rover.links) {
    std::string plain = plain_name(link.name);
    // "world" names the ground in a vehicle's file.
    if (plain == "world") plain = "world_link";
    const auto [at, fresh] = taken.emplace(plain, link.name);
    if (!fresh)
      throw InputError(link.place, fmt::format("links '{}' and '{}'", at->second, link.name),
                       "names that differ in letters, digits, _ and -");
    if (plain == link.name) continue;
    report.guessed.push_back(fmt::format("link '{}' is called {}", link.name, plain));
    for (std::vector<DescribedJoint>* list : {&rover.joints, &rover.loops})
      for (DescribedJoint& joint : *list) {
        if (joint.parent == link.name) joint.parent = plain;
        if (joint.child == link.name) joint.child = plain;
      }
    link.name = plain;
  }
  // Joints have names apart from those of links.
  taken.clear();
  for (DescribedJoint& joint : rover.joints) {
    const auto [at, fresh] = taken.emplace(plain_name(joint.name), joint.name);
    if (!fresh)
      throw InputError(joint.place, fmt::format("joints '{}' and '{}'", at->second, joint.name),
                       "names that differ in letters, digits, _ and -");
    joint.name = at->first;
    if (joint.mimic) joint.mimic->joint = plain_name(joint.mimic->joint);
  }
  for (std::string& name : rover.actuated) name = plain_name(name);
}

/// Moves all forms into another link; X: pose of the old link in the new one.
void move_forms(std::vector<DescribedForm>& from, const RigidTransform& X, std::vector<DescribedForm>& to) {
  for (DescribedForm& form : from) {
    form.pose = X * form.pose;
    to.push_back(std::move(form));
  }
}

/// Takes a link away: joints that hang on it hang on the link `to`, in which it has the pose X, and its
/// forms move there. The joint above it must be gone already.
void dissolve(RoverPlan& plan, const std::string& name, const std::string& to, const RigidTransform& X) {
  RoverDescription& rover = plan.rover;
  DescribedLink& gone = plan.link(name);
  DescribedLink& stays = plan.link(to);
  move_forms(gone.visuals, X, stays.visuals);
  move_forms(gone.collisions, X, stays.collisions);
  for (std::vector<DescribedJoint>* list : {&rover.joints, &rover.loops})
    for (DescribedJoint& joint : *list) {
      if (joint.parent == name) joint.parent = to, joint.X_PJ = X * joint.X_PJ;
      if (joint.child == name && list == &rover.loops) joint.child = to, joint.X_CJ = X * joint.X_CJ;
    }
  std::erase_if(rover.links, [&](const DescribedLink& link) { return link.name == name; });
}

/// A root without mass is replaced by a link that is fixed to it, or that floats on it.
bool drop_root(RoverPlan& plan, RoverImportReport& report) {
  RoverDescription& rover = plan.rover;
  const std::string root = rover.root();
  if (plan.link(root).mass > 0.0) return false;
  const DescribedJoint* next = nullptr;
  for (const DescribedJoint& joint : rover.joints) {
    const bool held = joint.type == DescribedJointType::fixed || joint.type == DescribedJointType::floating;
    if (joint.parent != root || !held) continue;
    // The first such link, unless a later one has mass and this one has none.
    if (!next || (plan.link(next->child).mass == 0.0 && plan.link(joint.child).mass > 0.0)) next = &joint;
  }
  if (!next) return false;
  const std::string joint = next->name, child = next->child;
  const RigidTransform X = next->X_PC().inverse();
  report.took.push_back(fmt::format("link '{}' has no mass: '{}' is the root in its place", root, child));
  std::erase_if(rover.joints, [&](const DescribedJoint& j) { return j.name == joint; });
  dissolve(plan, root, child, X);
  return true;
}

/// Links without mass that are fixed to another become part of it.
void join_massless(RoverPlan& plan, RoverImportReport& report) {
  RoverDescription& rover = plan.rover;
  // The lists change with every link that is joined, so the search begins anew.
  for (bool more = true; more;) {
    more = false;
    for (const DescribedJoint& joint : rover.joints) {
      if (joint.type != DescribedJointType::fixed || plan.link(joint.child).mass > 0.0) continue;
      const std::string name = joint.name, child = joint.child, parent = joint.parent;
      const RigidTransform X = joint.X_PC();
      report.took.push_back(fmt::format("link '{}' has no mass and is part of '{}'", child, parent));
      std::erase_if(rover.joints, [&](const DescribedJoint& j) { return j.name == name; });
      dissolve(plan, child, parent, X);
      more = true;
      break;
    }
  }
}

/// Gives each link without mass that still moves a ball of kLittleShare of the rover's mass.
void give_mass(RoverPlan& plan, RoverImportReport& report) {
  const double total = plan.rover.total_mass();
  if (!(total > 0.0))
    throw InputError(plan.rover.links.front().place, "links without mass",
                     "an <inertial> in at least one link");
  const double little = kLittleShare * total;
  for (DescribedLink& link : plan.rover.links) {
    if (link.mass > 0.0) continue;
    link.mass = little;
    link.inertia = 0.4 * little * kLittleRadius * kLittleRadius * Mat3::Identity();  // of a ball
    report.guessed.push_back(fmt::format("link '{}' moves and has no mass: {:.3g} kg, a ball of {:g} m",
                                         link.name, little, kLittleRadius));
  }
}

}  // namespace

std::string plain_name(const std::string& name) {
  std::string plain = name;
  for (char& c : plain) {
    const bool keeps =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    if (!keeps) c = '_';
  }
  return plain;
}

void simplify_links(RoverPlan& plan, RoverImportReport& report) {
  rename_parts(plan, report);
  for (DescribedJoint& joint : plan.rover.joints) {
    const bool bounded =
        joint.type == DescribedJointType::revolute || joint.type == DescribedJointType::prismatic;
    if (!bounded || joint.lower != joint.upper) continue;
    report.took.push_back(
        fmt::format("joint '{}' with limits {:g} to {:g} is fixed", joint.name, joint.lower, joint.upper));
    // The joint is held at its limit, which need not be zero.
    const RigidTransform moved = joint.type == DescribedJointType::revolute
                                     ? RigidTransform{rotation_about(joint.axis, joint.lower), Vec3::Zero()}
                                     : RigidTransform{Mat3::Identity(), Vec3(joint.lower * joint.axis)};
    if (joint.lower != 0.0) joint.X_PJ = joint.X_PJ * moved;
    joint.type = DescribedJointType::fixed;
    joint.mimic.reset();
  }
  // Several links without mass may follow each other at the root.
  while (drop_root(plan, report)) {
  }
  join_massless(plan, report);
  give_mass(plan, report);
}

}  // namespace grouser
