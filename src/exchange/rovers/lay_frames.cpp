// SPDX-License-Identifier: BSD-3-Clause
// A vehicle's file has each link's frame at its joint; a wheel turns about y to the left, an upright about
// z up. Each link gets such a frame, and masses, forms, joints and couplings are written in the new ones. A
// joint whose axis is reversed changes the sign of its coordinate: limits, rest, ratio and offset follow.
#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "rover_plan.hpp"

namespace grouser {
namespace {

/// Frames that differ by less than what files round to are one.
constexpr double kSameFrame = 1e-9;

/// The new frame of a link: its pose in the old one, and whether the coordinate of its joint changes its
/// sign.
struct NewFrame {
  RigidTransform X_LN;
  Mat3 R_JN = Mat3::Identity();
  double sign = 1.0;
};

/// A frame with one axis given and another as near as it can be to a direction.
Mat3 frame_with(const Vec3& first, int axis, const Vec3& near, int other) {
  Mat3 R;
  // Gram-Schmidt: the part of `near` across the given axis.
  const Vec3 b = (near - near.dot(first) * first).normalized();
  R.col(axis) = first;
  R.col(other) = b;
  const int third = 3 - axis - other;
  const bool even = (axis + 1) % 3 == other;  // x y, y z and z x are in order
  R.col(third) = even ? Vec3(first.cross(b)) : Vec3(b.cross(first));
  return (R - Mat3::Identity()).norm() < kSameFrame ? Mat3(Mat3::Identity()) : R;
}

/// The new frame of a joint's child: turned for wheels and steering, in the joint's axes for all others.
NewFrame frame_of(const RoverPlan& plan, const DescribedJoint& joint, RoverImportReport& report) {
  NewFrame frame;
  // Directions of the root in the joint's frame: x ahead, z up.
  const Mat3 R_RJ = plan.rover.X_RL(joint.parent).R * joint.X_PJ.R;
  const Vec3 up = R_RJ.transpose() * Vec3::UnitZ(), ahead = R_RJ.transpose() * Vec3::UnitX();
  const Vec3 axis = R_RJ * joint.axis;
  if (plan.wheel_of(joint.name)) {
    frame.sign = axis.y() < 0.0 ? -1.0 : 1.0;
    frame.R_JN = frame_with(frame.sign * joint.axis, 1, up, 2);
    if (frame.sign < 0.0)
      report.took.push_back(
          fmt::format("wheel '{}' turns about an axis to the right: its sense is changed, so that it "
                      "rolls forward with positive speed",
                      joint.child));
  } else if (plan.steers(joint.name)) {
    frame.sign = axis.z() < 0.0 ? -1.0 : 1.0;
    frame.R_JN = frame_with(frame.sign * joint.axis, 2, ahead, 0);
    if (frame.sign < 0.0)
      report.took.push_back(
          fmt::format("joint '{}' steers about an axis down: its sense is changed, so that it steers left "
                      "with positive angles",
                      joint.name));
  }
  frame.X_LN = joint.X_CJ * RigidTransform{frame.R_JN, Vec3::Zero()};
  return frame;
}

/// Writes a link's centre of mass, inertia and forms in a new frame; X_NL: the old frame in the new one.
void put_into(const RigidTransform& X_NL, DescribedLink& link) {
  link.com = X_NL * link.com;
  link.inertia = X_NL.R * link.inertia * X_NL.R.transpose();
  // The product above leaves a rest of asymmetry.
  link.inertia = 0.5 * (link.inertia + link.inertia.transpose()).eval();
  for (std::vector<DescribedForm>* forms : {&link.visuals, &link.collisions})
    for (DescribedForm& form : *forms) form.pose = X_NL * form.pose;
}

/// Writes a joint in the new frames of its links; a loop joint keeps its own frame and sign.
void put_joint(const NewFrame& parent, const NewFrame& child, bool loop, DescribedJoint& joint) {
  const RigidTransform turn{child.R_JN, Vec3::Zero()};
  joint.X_PJ = parent.X_LN.inverse() * joint.X_PJ;
  joint.X_CJ = child.X_LN.inverse() * joint.X_CJ;
  if (loop) return;
  joint.X_PJ = joint.X_PJ * turn;
  joint.X_CJ = {};
  joint.axis = child.sign * (child.R_JN.transpose() * joint.axis);
  joint.second_axis = child.R_JN.transpose() * joint.second_axis;
  if (child.sign < 0.0) {
    const double lower = joint.lower;
    joint.lower = -joint.upper, joint.upper = -lower;
    joint.rest = -joint.rest;
  }
}

/// The axle is y and an upright is z, without the last digits of a turn.
void clean_axes(const RoverPlan& plan, DescribedJoint& joint) {
  if (plan.wheel_of(joint.name)) joint.axis = Vec3::UnitY();
  if (plan.steers(joint.name)) joint.axis = Vec3::UnitZ();
}

/// The axis about which a body is a body of turn, or nothing: two principal moments alike, the third apart.
std::optional<Vec3> axis_of_turn(const Mat3& inertia) {
  constexpr double kAlike = 0.1;
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(inertia);
  const Vec3 m = solver.eigenvalues();  // rising
  const double low = m[1] - m[0], high = m[2] - m[1];
  // The moment that is apart from its neighbour belongs to the axis of symmetry.
  const int own = low > high ? 0 : 2;
  if (std::min(low, high) > kAlike * m[1] || std::max(low, high) < kAlike * m[1]) return {};
  return Vec3(solver.eigenvectors().col(own));
}

}  // namespace

void face_forward(RoverPlan& plan, const std::string& forward) {
  if (forward == "x") return;
  Vec3 ahead;
  if (forward == "-x")
    ahead = -Vec3::UnitX();
  else if (forward == "y" || forward == "-y")
    ahead = forward == "y" ? Vec3::UnitY() : Vec3(-Vec3::UnitY());
  else
    throw InputError("--forward " + forward, "no direction", "x, -x, y or -y");
  // The root's new frame: x ahead, z up, y to the left.
  RigidTransform X_LN;
  X_LN.R.col(0) = ahead, X_LN.R.col(1) = Vec3::UnitZ().cross(ahead), X_LN.R.col(2) = Vec3::UnitZ();
  const std::string root = plan.rover.root();
  put_into(X_LN.inverse(), plan.link(root));
  for (std::vector<DescribedJoint>* list : {&plan.rover.joints, &plan.rover.loops})
    for (DescribedJoint& joint : *list) {
      if (joint.parent == root) joint.X_PJ = X_LN.inverse() * joint.X_PJ;
      if (joint.child == root) joint.X_CJ = X_LN.inverse() * joint.X_CJ;
    }
}

void lay_frames(RoverPlan& plan, RoverImportReport& report) {
  std::map<std::string, NewFrame> frames;
  std::map<std::string, double> signs;
  frames[plan.rover.root()] = {};
  for (const DescribedJoint& joint : plan.rover.joints) {
    frames[joint.child] = frame_of(plan, joint, report);
    signs[joint.name] = frames[joint.child].sign;
  }
  for (DescribedLink& link : plan.rover.links) put_into(frames.at(link.name).X_LN.inverse(), link);
  for (DescribedJoint& joint : plan.rover.joints) {
    put_joint(frames.at(joint.parent), frames.at(joint.child), false, joint);
    clean_axes(plan, joint);
  }
  for (DescribedJoint& joint : plan.rover.loops)
    put_joint(frames.at(joint.parent), frames.at(joint.child), true, joint);
  // dependent = ratio independent + offset, in the new signs of both.
  for (PlannedCoupling& coupling : plan.couplings) {
    coupling.ratio *= signs.at(coupling.dependent) * signs.at(coupling.independent);
    coupling.offset *= signs.at(coupling.dependent);
  }
}

void check_inertias(const RoverPlan& plan, RoverImportReport& report) {
  constexpr double kRounding = 1e-6;  // files carry about six digits
  for (const DescribedLink& link : plan.rover.links) {
    const Vec3 m = Eigen::SelfAdjointEigenSolver<Mat3>(link.inertia).eigenvalues();
    // The triangle inequality of principal moments.
    if (!(m[0] > 0.0) || m[2] > (1.0 + kRounding) * (m[0] + m[1]))
      throw InputError(
          link.inertia_place.empty() ? link.place : link.inertia_place,
          fmt::format("principal moments of inertia {:.4g}, {:.4g} and {:.4g} kg m2 of link '{}'", m[0], m[1],
                      m[2], link.name),
          "three above 0, each at most the sum of the others");
  }
  for (const PlannedWheel& wheel : plan.wheels) {
    const DescribedLink& link = *plan.rover.link(plan.rover.joint(wheel.joint)->child);
    const auto own = axis_of_turn(link.inertia);
    constexpr double kAside = 0.7;  // cosine of 45 deg
    if (!own || std::abs(own->y()) > kAside) continue;
    report.warnings.push_back(fmt::format(
        "link '{}': its inertia is that of a wheel about another axis than the one it turns about, with "
        "{:.3g} kg m2 about the "
        "axle and {:.3g} and {:.3g} across it ({})",
        link.name, link.inertia(1, 1), link.inertia(0, 0), link.inertia(2, 2), link.inertia_place));
  }
}

}  // namespace grouser
