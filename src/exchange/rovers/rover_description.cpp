// SPDX-License-Identifier: BSD-3-Clause
// Searches in a described rover are linear: it has at most kMostDescribedParts links, and files are read
// once. check_tree() establishes that the joints form a tree with one root, on which chain(), root() and
// X_RL() rely.
#include "grouser/exchange/rovers/rover_description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

/// Refuses two parts of one name.
template <class Part>
void refuse_described_twins(const std::vector<Part>& parts, const char* what) {
  std::map<std::string, const Part*> seen;
  for (const Part& part : parts) {
    const auto [at, fresh] = seen.emplace(part.name, &part);
    if (!fresh)
      throw InputError(part.place,
                       fmt::format("a second {} '{}' (the first: {})", what, part.name, at->second->place),
                       "a name of its own for each");
  }
}

/// Refuses a joint whose links are not there, or that moves a link that another moves.
void check_ends(const RoverDescription& rover, std::map<std::string, const DescribedJoint*>& inboard) {
  std::map<std::string, const DescribedLink*> links;
  for (const DescribedLink& link : rover.links) links.emplace(link.name, &link);
  for (const std::vector<DescribedJoint>* list : {&rover.joints, &rover.loops})
    for (const DescribedJoint& joint : *list)
      for (const std::string& end : {joint.parent, joint.child})
        if (!links.contains(end))
          throw InputError(joint.place,
                           fmt::format("joint '{}' with a link '{}' that is not there", joint.name, end),
                           "the name of a <link>");
  for (const DescribedJoint& joint : rover.joints) {
    const auto [at, fresh] = inboard.emplace(joint.child, &joint);
    if (!fresh)
      throw InputError(
          joint.place,
          fmt::format("link '{}' below two joints, '{}' and '{}'", joint.child, at->second->name, joint.name),
          "one joint above each link: a closed loop needs SDF, or a mimic joint in its place");
  }
}

/// Refuses several roots and cycles.
void check_roots(const RoverDescription& rover, const std::map<std::string, const DescribedJoint*>& inboard) {
  const DescribedLink* root = nullptr;
  for (const DescribedLink& link : rover.links) {
    if (inboard.contains(link.name)) continue;
    if (root)
      throw InputError(link.place,
                       fmt::format("links '{}' and '{}' that no joint connects", root->name, link.name),
                       "one tree of links");
    root = &link;
  }
  if (!root)
    throw InputError(rover.links.front().place, "joints in a circle", "a tree of links with one root");
  for (const DescribedLink& link : rover.links) {
    // A chain longer than the number of links has met a link twice.
    std::size_t steps = 0;
    for (auto at = inboard.find(link.name); at != inboard.end(); at = inboard.find(at->second->parent))
      if (++steps > rover.links.size())
        throw InputError(at->second->place, fmt::format("joint '{}' in a circle of joints", at->second->name),
                         "a tree of links with one root");
  }
}

}  // namespace

const DescribedLink* RoverDescription::link(const std::string& wanted) const {
  const auto found = std::ranges::find(links, wanted, &DescribedLink::name);
  return found == links.end() ? nullptr : &*found;
}

const DescribedJoint* RoverDescription::joint(const std::string& wanted) const {
  const auto found = std::ranges::find(joints, wanted, &DescribedJoint::name);
  return found == joints.end() ? nullptr : &*found;
}

const DescribedJoint* RoverDescription::inboard(const std::string& wanted) const {
  const auto found = std::ranges::find(joints, wanted, &DescribedJoint::child);
  return found == joints.end() ? nullptr : &*found;
}

std::vector<std::string> RoverDescription::chain(const std::string& wanted) const {
  std::vector<std::string> names;
  for (const DescribedJoint* at = inboard(wanted); at; at = inboard(at->parent)) names.push_back(at->name);
  return names;
}

const std::string& RoverDescription::root() const {
  const auto is_root = [&](const DescribedLink& link) { return !inboard(link.name); };
  return std::ranges::find_if(links, is_root)->name;
}

RigidTransform RoverDescription::X_RL(const std::string& wanted) const {
  RigidTransform X;
  for (const DescribedJoint* at = inboard(wanted); at; at = inboard(at->parent)) X = at->X_PC() * X;
  return X;
}

double RoverDescription::total_mass() const {
  double sum = 0.0;
  for (const DescribedLink& link : links) sum += link.mass;
  return sum;
}

void RoverDescription::leave_out(const std::string& line) {
  if (std::ranges::find(left_out, line) == left_out.end()) left_out.push_back(line);
}

void check_tree(const RoverDescription& rover) {
  if (rover.links.empty()) throw InputError(rover.file, "no <link>", "at least one link");
  if (rover.links.size() > kMostDescribedParts || rover.joints.size() > kMostDescribedParts)
    throw InputError(rover.file,
                     fmt::format("{} links and {} joints", rover.links.size(), rover.joints.size()),
                     fmt::format("at most {} of each", kMostDescribedParts));
  refuse_described_twins(rover.links, "link");
  refuse_described_twins(rover.joints, "joint");
  std::map<std::string, const DescribedJoint*> inboard;
  check_ends(rover, inboard);
  check_roots(rover, inboard);
  for (const DescribedJoint& joint : rover.joints)
    if (joint.mimic && (!rover.joint(joint.mimic->joint) || joint.mimic->joint == joint.name))
      throw InputError(joint.place,
                       fmt::format("joint '{}' that mimics '{}'", joint.name, joint.mimic->joint),
                       "the name of another joint");
}

// R = Rz(yaw) Ry(pitch) Rx(roll), so that Rz(-yaw) R = Ry Rx gives pitch and roll once the yaw is known. The
// yaw follows from the first column with cos(pitch) >= 0; where that column is vertical, the yaw is free and
// zero is taken.
RollPitchYaw steady_rpy(const Mat3& R) {
  // Cosine of the pitch below which the first column does not determine the yaw.
  constexpr double kVertical = 1e-12;
  const double level = std::sqrt(R(0, 0) * R(0, 0) + R(1, 0) * R(1, 0));
  const double yaw = level > kVertical ? math::atan2(R(1, 0), R(0, 0)) : 0.0;
  const auto [s, c] = math::sincos(yaw);
  const double pitch = math::atan2(-R(2, 0), c * R(0, 0) + s * R(1, 0));
  const double roll = math::atan2(s * R(0, 2) - c * R(1, 2), c * R(1, 1) - s * R(0, 1));
  return {roll, pitch, yaw};
}

}  // namespace grouser
