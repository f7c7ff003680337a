// SPDX-License-Identifier: BSD-3-Clause
// Divides prescribed joints into driven, led and held ones, and resolves the ties that releases cut.
#include "build_motions.hpp"

#include <fmt/format.h>

#include <set>

#include "grouser/base/error.hpp"
#include "grouser/base/name_pattern.hpp"

namespace grouser {
namespace {

/// Names of all springs and ties, for a message.
std::string spring_names(const Model& model) {
  std::string names;
  for (const SpringElement& spring : model.springs()) names += (names.empty() ? "" : ", ") + spring.name;
  return names.empty() ? "a [[tie]] to cut (there is none)" : "one of " + names;
}

/// Coordinates that drives and steering move.
std::set<int> driven_coordinates(const World& world) {
  std::set<int> driven;
  for (const WheelDrive& w : world.drives) driven.insert(w.drive_v), driven.insert(w.steer_v);
  return driven;
}

/// Throws InputError for a hinge commanded in metres or a slide commanded in degrees.
void check_kind(const JointProgramme& motion, const std::string& place, const Joint& joint) {
  const bool angular = motion.angular;
  if (joint.kind.hinge == angular) return;
  throw InputError(place,
                   fmt::format("{} joint '{}' commanded in {}", joint.kind.name, joint.name,
                               angular ? "degrees" : "metres"),
                   joint.kind.hinge ? "position_deg or rate_deg" : "position or rate");
}

}  // namespace

void build_motions(const WorldSpec& spec, World& world) {
  std::set<int> taken = driven_coordinates(world);
  // Joints start at the angles that the scenario sets, or in the neutral pose.
  VecX q = world.model->neutral_q();
  for (const auto& [name, value] : world.joint_angles)
    q[world.model->joints()[world.model->joint(name).index].q_index] = value;
  // Each joint has one leader: the first motion that names it.
  const auto free_joint = [&](const Joint& j) {
    return j.mode == CoordinateMode::prescribed && j.nv == 1 && !taken.count(j.v_index);
  };
  for (std::size_t i = 0; i < spec.motions.size(); ++i) {
    const JointProgramme& motion = spec.motions[i];
    const std::string place = spec.place_of(fmt::format("motion.{}.joint", i));
    bool any = false;
    for (const Joint& j : world.model->joints()) {
      if (!free_joint(j) || !motion.names(j.name)) continue;
      check_kind(motion, place, j);
      world.led.push_back({j.q_index, j.v_index, JointMotionSignal(motion, q[j.q_index])});
      taken.insert(j.v_index);
      any = true;
    }
    if (!any)
      throw InputError(place, "'" + motion.joint + "'",
                       "a prescribed joint that is not a drive, not steering and not led already");
  }
  // The remaining joints are held where they start.
  for (const Joint& j : world.model->joints())
    if (free_joint(j)) world.held.push_back({j.q_index, j.v_index, q[j.q_index]});
}

void build_releases(const WorldSpec& spec, World& world) {
  const auto& springs = world.model->springs();
  for (std::size_t r = 0; r < spec.releases.size(); ++r) {
    const ReleaseSpec& given = spec.releases[r];
    const std::string place = spec.place_of(fmt::format("release.{}.ties", r));
    Release release{.springs = {}, .time = given.time, .on_touchdown = given.on_touchdown};
    // Patterns of names; one without any tie is a mistake.
    for (const std::string& pattern : given.ties) {
      const std::size_t before = release.springs.size();
      for (std::size_t i = 0; i < springs.size(); ++i)
        if (matches_pattern(pattern, springs[i].name)) release.springs.push_back(static_cast<int>(i));
      if (release.springs.size() == before)
        throw InputError(place, "no tie '" + pattern + "'", spring_names(*world.model));
    }
    if (release.springs.empty()) throw InputError(place, "nothing to cut", spring_names(*world.model));
    world.releases.push_back(std::move(release));
  }
}

}  // namespace grouser
