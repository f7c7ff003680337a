// SPDX-License-Identifier: BSD-3-Clause
// Parts of import_rover(), in the order in which it takes them: the links are made fit for a simulator,
// wheels and steering are found, joints are sorted, frames are laid as a vehicle's file wants them.
#pragma once
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grouser/exchange/rovers/rover_import.hpp"

namespace grouser {

/// A wheel, by the joint that turns it.
struct PlannedWheel {
  std::string joint;
  double radius = std::numeric_limits<double>::quiet_NaN();  ///< m; NaN: not known
  double width = std::numeric_limits<double>::quiet_NaN();   ///< m
  std::string steer = {};                                    ///< joint; empty: it is not steered
};

/// A relation of two dynamic joints.
struct PlannedCoupling {
  std::string name, dependent, independent;
  double ratio = 1.0, offset = 0.0;
};

/// A rover between its description and a vehicle's file.
struct RoverPlan {
  RoverDescription rover;
  std::vector<PlannedWheel> wheels = {};
  std::set<std::string> held = {};  ///< joints that are prescribed, beside drives and steering
  std::vector<PlannedCoupling> couplings = {};

  DescribedLink& link(const std::string& name) { return const_cast<DescribedLink&>(*rover.link(name)); }
  DescribedJoint& joint(const std::string& name) { return const_cast<DescribedJoint&>(*rover.joint(name)); }
  const PlannedWheel* wheel_of(const std::string& joint) const;
  bool steers(const std::string& joint) const;
  /// Axis of a joint in the root link, coordinates at zero.
  Vec3 axis_in_root(const DescribedJoint& joint) const;
};

/// Joins links without mass to those that carry them, drops a root without mass, and gives the other links
/// without mass a little. Joints with limits 0 to 0 become fixed. Names become ones that --set keys can have.
void simplify_links(RoverPlan& plan, RoverImportReport& report);

/// Turns the root's frame so that x is the direction of travel. Throws InputError for a word that is none.
void face_forward(RoverPlan& plan, const std::string& forward);

/// Fills in `wheels`. Throws InputError where an option names no joint, or where axles do not lie across the
/// rover.
void find_wheels(RoverPlan& plan, const RoverFiles& files, const RoverImportOptions& options,
                 RoverImportReport& report);

/// Finds steering joints above the wheels.
void find_steering(RoverPlan& plan, RoverImportReport& report);

/// Sorts joints into held and free ones and makes couplings of mimic joints and of the differential.
void sort_joints(RoverPlan& plan, const RoverImportOptions& options, RoverImportReport& report);

/// Lays the frames: of a link where its joint's is; of wheels with y along the axle to the left, of steered
/// links with z up.
void lay_frames(RoverPlan& plan, RoverImportReport& report);

/// Refuses inertias that no body has, naming the link, and warns of wheels whose inertia is written about
/// another axis.
void check_inertias(const RoverPlan& plan, RoverImportReport& report);

/// The vehicle's file.
std::string plan_toml(const RoverPlan& plan, const RoverFiles& files, const RoverImportOptions& options,
                      const std::filesystem::path& out_folder, RoverImportReport& report);

/// A name with letters, digits, _ and - only.
std::string plain_name(const std::string& name);

}  // namespace grouser
