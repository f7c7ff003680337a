// SPDX-License-Identifier: BSD-3-Clause
// Checks that both parts of the builder use. Nothing is repaired: invalid input is refused.
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "grouser/base/error.hpp"
#include "grouser/multibody/build/model_builder.hpp"

namespace grouser {

inline constexpr double kUnitTolerance =
    1e-9;  // of axes and rotation matrices; files carry about 10 digits or more

[[noreturn]] inline void refuse(const std::string& place, const std::string& found,
                                const std::string& expected) {
  throw InputError(place, found, expected);
}

inline void check_number(const std::string& place, const char* what, double value, double min,
                         bool open_min = false) {
  if (std::isfinite(value) && value >= min && !(open_min && value == min)) return;
  const std::string range = std::isfinite(min)
                                ? fmt::format("a finite number {} {}", open_min ? ">" : ">=", min)
                                : std::string("a finite number");
  refuse(place, fmt::format("{} {}", what, value), range);
}

inline void check_vector(const std::string& place, const char* what, const Vec3& value) {
  if (!value.allFinite())
    refuse(place, fmt::format("{} ({}, {}, {})", what, value.x(), value.y(), value.z()), "finite numbers");
}

inline void check_frame(const std::string& place, const RigidTransform& X) {
  check_vector(place, "position", X.p);
  const bool rotation = X.R.allFinite() &&
                        (X.R * X.R.transpose() - Mat3::Identity()).cwiseAbs().maxCoeff() < kUnitTolerance &&
                        X.R.determinant() > 0.0;
  if (!rotation) refuse(place, "a frame whose R is not a rotation", "an orthonormal right-handed matrix");
}

inline void check_axis(const std::string& place, const Vec3& axis) {
  check_vector(place, "axis", axis);
  if (std::abs(axis.norm() - 1.0) > kUnitTolerance)
    refuse(place, fmt::format("axis of length {}", axis.norm()), "a unit vector");
}

template <typename Spec>
void check_names(const std::string& origin, const char* kind, const std::vector<Spec>& specs) {
  std::set<std::string> seen;
  for (const Spec& spec : specs) {
    if (spec.name.empty()) refuse(origin, fmt::format("a {} without a name", kind), "a name");
    if (!seen.insert(spec.name).second)
      refuse(fmt::format("{}: {} '{}'", origin, kind, spec.name), "the name twice", "distinct names");
  }
}

template <typename Spec>
int find_spec(const std::vector<Spec>& specs, const std::string& name) {
  for (std::size_t i = 0; i < specs.size(); ++i)
    if (specs[i].name == name) return static_cast<int>(i);
  return -1;
}

/// The two different bodies, or a body and the world, that something joins.
struct TwoEnds {
  BodyId a, b;
};
inline TwoEnds find_ends(const std::string& place, const std::string& body_a, const std::string& body_b,
                         const std::vector<Body>& bodies) {
  const auto end = [&](const std::string& name) {
    const int index = find_spec(bodies, name);
    if (index < 0 && name != "world")
      refuse(place, fmt::format("body '{}'", name), "the name of a body, or 'world'");
    return BodyId{index};
  };
  const TwoEnds ends{end(body_a), end(body_b)};
  if (ends.a == ends.b) refuse(place, "both ends on '" + body_a + "'", "two different bodies");
  return ends;
}

/// Couplings and loop joints as constraints and their rows, for the bodies and joints found so far.
void build_constraints(const std::string& origin, const std::vector<CouplingSpec>& couplings,
                       const std::vector<LoopJointSpec>& loop_joints, const std::vector<Body>& bodies,
                       const std::vector<Joint>& joints, std::vector<Constraint>& constraints,
                       std::vector<Row>& rows);

/// The loops that have a driver and dynamic joints only; all rows of the model must be there.
std::vector<EmbeddedLoop> find_embedded_loops(const std::string& origin,
                                              const std::vector<LoopJointSpec>& loop_joints,
                                              const Model& model);

}  // namespace grouser
