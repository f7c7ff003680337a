// SPDX-License-Identifier: BSD-3-Clause
// Checks the description given by the user and sorts it into a Model. Nothing is repaired: invalid input is
// refused.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <functional>

#include "builder_checks.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"
#include "grouser/multibody/constraints/closure.hpp"
#include "grouser/multibody/constraints/row_laws.hpp"
#include "grouser/multibody/constraints/tangent_space.hpp"

namespace grouser {
namespace {

// Relative to the largest moment: symmetry and triangle inequality
constexpr double kInertiaTolerance = 1e-9;

void check_inertia(const std::string& place, const Mat3& inertia) {
  if (!inertia.allFinite()) refuse(place, "inertia that is not finite", "finite numbers");
  const double scale = inertia.cwiseAbs().maxCoeff();
  if ((inertia - inertia.transpose()).cwiseAbs().maxCoeff() > kInertiaTolerance * scale)
    refuse(place, "inertia that is not symmetric", "a symmetric matrix");
  const Vec3 moments = Eigen::SelfAdjointEigenSolver<Mat3>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
  const std::string found =
      fmt::format("principal moments ({}, {}, {}) kg m2", moments[0], moments[1], moments[2]);
  if (!(moments[0] > 0.0)) refuse(place, found, "all three > 0");
  // Triangle inequality: I1 + I2 - I3 = 2 sum m x3^2 >= 0 for any mass distribution.
  if (moments[0] + moments[1] < moments[2] * (1.0 - kInertiaTolerance))
    refuse(place, found, "that no moment exceeds the sum of the other two (no body can have this inertia)");
}

void check_body(const std::string& origin, const BodySpec& body) {
  const std::string place = fmt::format("{}: body '{}'", origin, body.name);
  if (body.name == "world") refuse(place, "the name 'world'", "another name (the world is not a body)");
  check_number(place, "mass", body.mass, 0.0, true);
  check_vector(place, "com", body.com);
  check_inertia(place, body.inertia);
}

/// Names of the joint kinds that bear at least these passive forces, for messages.
std::string kinds_with(PassiveForces least) {
  std::string names;
  for (const JointKind& kind : kJointKinds)
    if (kind.forces >= least) names += (names.empty() ? "" : ", ") + std::string(kind.name);
  return names;
}

void check_forces(const std::string& place, const JointKind& kind, const JointForces& forces) {
  check_number(place, "stiffness", forces.stiffness, 0.0);
  check_number(place, "rest", forces.rest, -HUGE_VAL);
  check_number(place, "damping", forces.damping, 0.0);
  check_number(place, "friction", forces.friction, 0.0);
  check_number(place, "friction_velocity", forces.friction_velocity, 0.0, true);
  check_number(place, "limit_stiffness", forces.limit_stiffness, 0.0);
  check_number(place, "limit_damping", forces.limit_damping, 0.0);
  check_number(place, "rotor_inertia", forces.rotor_inertia, 0.0);
  if (forces.rotor_inertia > 0.0 && !kind.hinge)
    refuse(place, "rotor_inertia", "none on a joint that is not revolute");
  if (!(forces.lower <= forces.upper))
    refuse(place, fmt::format("limits {} to {}", forces.lower, forces.upper), "lower <= upper");
  const bool limited = std::isfinite(forces.lower) || std::isfinite(forces.upper);
  if (limited && !(forces.limit_stiffness > 0.0))
    refuse(place, "limits without limit_stiffness", "limit_stiffness > 0");
  if (kind.forces == PassiveForces::all) return;
  if (forces.stiffness > 0.0 || forces.friction > 0.0 || limited)
    refuse(place, fmt::format("spring, friction or limits on a {} joint", kind.name),
           fmt::format("these on joints of other kinds only ({})", kinds_with(PassiveForces::all)));
  if (forces.damping > 0.0 && kind.forces == PassiveForces::none)
    refuse(place, fmt::format("damping on a {} joint", kind.name),
           fmt::format("damping on joints of other kinds only ({})", kinds_with(PassiveForces::damper)));
}

void check_joint(const std::string& origin, const JointSpec& joint) {
  const std::string place = fmt::format("{}: joint '{}'", origin, joint.name);
  check_frame(place, joint.X_PJ);
  const JointKind& kind = joint.kind();
  if (kind.has_axis()) check_axis(place, joint.axis);
  if (kind.turns == 2) check_axis(place, joint.second_axis);
  if (const double along = joint.axis.dot(joint.second_axis);
      kind.turns == 2 && std::abs(along) > kUnitTolerance)
    refuse(place, fmt::format("second_axis at {:.4g} deg to axis", kDegrees * math::acos(along)), "90 deg");
  check_forces(place, kind, joint.forces);
}

// Index of the joint that carries each body; refuses bodies with no joint, or with two (that would close a
// loop).
std::vector<int> inboard_joints(const std::string& origin, const std::vector<BodySpec>& bodies,
                                const std::vector<JointSpec>& joints) {
  std::vector<int> inboard(bodies.size(), -1);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const std::string place = fmt::format("{}: joint '{}'", origin, joints[j].name);
    const int child = find_spec(bodies, joints[j].child);
    if (child < 0) refuse(place, fmt::format("child '{}'", joints[j].child), "the name of a body");
    if (joints[j].parent != "world" && find_spec(bodies, joints[j].parent) < 0)
      refuse(place, fmt::format("parent '{}'", joints[j].parent), "the name of a body, or 'world'");
    if (joints[j].parent == joints[j].child) refuse(place, "a body joined to itself", "two different bodies");
    int& slot = inboard[static_cast<std::size_t>(child)];
    if (slot >= 0)
      refuse(place,
             fmt::format("a second joint to child '{}' (the first is '{}')", joints[j].child,
                         joints[static_cast<std::size_t>(slot)].name),
             "one inboard joint a body (a loop joint closes a loop)");
    slot = static_cast<int>(j);
  }
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (inboard[b] < 0)
      refuse(fmt::format("{}: body '{}'", origin, bodies[b].name), "no joint that has it as child",
             "one (a free joint to 'world' for a floating body)");
  return inboard;
}

// Order in which a parent comes before its children, and otherwise as given.
std::vector<int> parent_first_order(const std::string& origin, const std::vector<BodySpec>& bodies,
                                    const std::vector<JointSpec>& joints, const std::vector<int>& inboard) {
  std::vector<int> order;
  std::set<std::string> placed = {"world"};
  while (order.size() < bodies.size()) {
    const std::size_t before = order.size();
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      if (placed.count(bodies[b].name) || !placed.count(joints[static_cast<std::size_t>(inboard[b])].parent))
        continue;
      placed.insert(bodies[b].name);
      order.push_back(static_cast<int>(b));
    }
    // A pass that places nobody means that the bodies left form a cycle.
    if (order.size() > before) continue;
    for (std::size_t b = 0; b < bodies.size(); ++b)
      if (!placed.count(bodies[b].name))
        refuse(fmt::format("{}: body '{}'", origin, bodies[b].name), "a cycle of joints",
               "a chain of parents that ends at 'world'");
  }
  return order;
}

SpringElement build_spring(const std::string& origin, const SpringElementSpec& spec,
                           const std::vector<Body>& bodies) {
  const std::string place = fmt::format("{}: spring '{}'", origin, spec.name);
  const auto [a, b] = find_ends(place, spec.body_a, spec.body_b, bodies);
  check_vector(place, "point_a", spec.point_a);
  check_vector(place, "point_b", spec.point_b);
  check_number(place, "stiffness", spec.stiffness, 0.0);
  check_number(place, "damping", spec.damping, 0.0);
  check_number(place, "free_length", spec.free_length, 0.0);
  return {spec.name,        a, b, spec.point_a, spec.point_b, spec.stiffness, spec.damping, spec.free_length,
          spec.tension_only};
}

// k if u is exactly the k-th coordinate axis, otherwise -1.
int unit_axis(const Vec3& u) {
  for (int k = 0; k < 3; ++k)
    if (u == Vec3(Vec3::Unit(k))) return k;
  return -1;
}

// The two terms that rise above the moment of the third axis; the third is chosen so that a solid of
// revolution needs one term only.
PrincipalInertia principal_inertia(const Mat3& inertia) {
  Vec3 moments = inertia.diagonal();
  Mat3 axes = Mat3::Identity();
  if (inertia != Mat3(moments.asDiagonal())) {
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(inertia);
    moments = solver.eigenvalues();
    axes = solver.eigenvectors();
  }
  int base = 0;
  for (int k = 1; k < 3; ++k)
    // An equal pair, if there is one, becomes the base.
    if (moments[k] == moments[0] || moments[k] == moments[3 - k]) base = k;
  PrincipalInertia result;
  result.base = moments[base];
  for (int k = 0; k < 3; ++k) {
    if (moments[k] == moments[base]) continue;
    result.rise[result.count] = moments[k] - moments[base];
    result.u[result.count] = axes.col(k);
    result.unit[result.count++] = unit_axis(axes.col(k));
  }
  return result;
}

Body build_body(const BodySpec& spec) {
  const Mat3 inertia = 0.5 * (spec.inertia + spec.inertia.transpose());
  const Vec3& c = spec.com;
  const Mat3 steiner = spec.mass * (c.squaredNorm() * Mat3::Identity() - c * c.transpose());
  return {spec.name, spec.mass, c, inertia, spec.mass * c, principal_inertia(inertia + steiner)};
}

bool has_passive_forces(const JointForces& f) {
  const bool limited = std::isfinite(f.lower) || std::isfinite(f.upper);
  return limited || f.stiffness != 0.0 || f.damping != 0.0 || f.friction != 0.0;
}

// Closes the loops from zero angles, and refuses rows that say the same twice there.
void close_neutral(const std::string& origin, const Model& model, VecX& q) {
  Closure closure(model);
  RowFailure failure = closure.close_positions(q);
  if (!failure) failure = closure.check_independent(q);
  if (failure)
    refuse(origin, describe(model, failure),
           failure.kind == RowFailure::Kind::open
               ? "frames and lengths with which it closes near zero joint angles"
               : "independent rows: a loop joint with fewer of them, or another neutral position");
}

// The rows that those before them imply at the positions q, however far the rows are from being closed there.
std::vector<int> redundant_rows(const Model& model,
                                const std::function<Model(const std::vector<int>&)>& without) {
  std::vector<int> out;
  for (;;) {
    const Model rest = without(out);
    Closure closure(rest);
    const RowFailure failure = closure.check_independent(rest.neutral_q());
    if (failure.kind != RowFailure::Kind::singular) return out;
    int row = failure.row;  // among those that are left; of all rows it is so many later
    for (int before = 0; before < static_cast<int>(model.rows().size()); ++before) {
      const bool gone = std::find(out.begin(), out.end(), before) != out.end();
      if (!gone && row-- == 0) {
        out.push_back(before);
        break;
      }
    }
  }
}

// Rows that were left out because others imply them must be closed with those.
void check_implied(const std::string& origin, const Model& whole, const std::vector<int>& left_out,
                   const VecX& q) {
  constexpr double kImplied = 1e-9;  // m or rad: what files of ten digits leave
  Kinematics kinematics(whole);
  calc_kinematics(whole, q, VecX::Zero(whole.nv()), kinematics);
  for (const int row : left_out)
    if (const double gap = calc_gap(whole.rows()[static_cast<std::size_t>(row)], q, kinematics);
        !(std::fabs(gap) <= kImplied))
      refuse(origin,
             fmt::format("{}, contradicts the rows before it: a gap of {:.3g} is left",
                         name_of_row(whole, row), gap),
             "loop joints that fit each other, as pins with parallel axes do");
}

// Each equality row gives one dynamic coordinate; the others can be chosen.
void split_coordinates(const Model& model, std::vector<int>& independent, std::vector<int>& dependent) {
  Kinematics kinematics(model);
  calc_kinematics(model, model.neutral_q(), VecX::Zero(model.nv()), kinematics);
  dependent = choose_dependent_coordinates(model, kinematics);
  for (int k = 0; k < model.nv(); ++k)
    if (model.modes()[static_cast<std::size_t>(k)] == CoordinateMode::dynamic &&
        std::find(dependent.begin(), dependent.end(), k) == dependent.end())
      independent.push_back(k);
}

}  // namespace

ModelBuilder& ModelBuilder::add_body(BodySpec body) {
  bodies_.push_back(std::move(body));
  return *this;
}
ModelBuilder& ModelBuilder::add_joint(JointSpec joint) {
  joints_.push_back(std::move(joint));
  return *this;
}
ModelBuilder& ModelBuilder::add_coupling(CouplingSpec coupling) {
  couplings_.push_back(std::move(coupling));
  return *this;
}
ModelBuilder& ModelBuilder::add_loop_joint(LoopJointSpec joint) {
  loop_joints_.push_back(std::move(joint));
  return *this;
}
ModelBuilder& ModelBuilder::add_spring(SpringElementSpec spring) {
  springs_.push_back(std::move(spring));
  return *this;
}

Model ModelBuilder::build(const std::string& origin, RedundantRows redundant) const {
  Model whole = assemble(origin);
  // Rows that others imply are left out, and must be closed with those.
  if (redundant == RedundantRows::leave_out) {
    const auto without = [&](const std::vector<int>& rows) { return without_rows(whole, rows); };
    const std::vector<int> rows = redundant_rows(whole, without);
    if (!rows.empty()) {
      Model model = without(rows);
      for (const int row : rows) model.left_out_.push_back(name_of_row(whole, row));
      close_neutral(origin, model, model.neutral_q_);
      check_implied(origin, whole, rows, model.neutral_q_);
      split_coordinates(model, model.independent_, model.dependent_);
      model.embedded_loops_ = find_embedded_loops(origin, loop_joints_, model);
      return model;
    }
  }
  close_neutral(origin, whole, whole.neutral_q_);
  split_coordinates(whole, whole.independent_, whole.dependent_);
  whole.embedded_loops_ = find_embedded_loops(origin, loop_joints_, whole);
  return whole;
}

Model ModelBuilder::without_rows(const Model& whole, const std::vector<int>& rows) {
  Model model = whole;
  model.rows_.clear();
  for (int r = 0; r < static_cast<int>(whole.rows_.size()); ++r)
    if (std::find(rows.begin(), rows.end(), r) == rows.end())
      model.rows_.push_back(whole.rows_[static_cast<std::size_t>(r)]);
  for (std::size_t c = 0; c < model.constraints_.size(); ++c) {
    const auto belongs = [&](const Row& row) { return row.constraint == static_cast<int>(c); };
    const auto first = std::find_if(model.rows_.begin(), model.rows_.end(), belongs);
    model.constraints_[c].first_row = static_cast<int>(first - model.rows_.begin());
    model.constraints_[c].rows =
        static_cast<int>(std::count_if(model.rows_.begin(), model.rows_.end(), belongs));
  }
  return model;
}

Model ModelBuilder::assemble(const std::string& origin) const {
  if (bodies_.empty()) refuse(origin, "no body", "at least one");
  check_names(origin, "body", bodies_);
  check_names(origin, "joint", joints_);
  check_names(origin, "coupling", couplings_);
  check_names(origin, "loop joint", loop_joints_);
  check_names(origin, "spring", springs_);
  for (const BodySpec& body : bodies_) check_body(origin, body);
  for (const JointSpec& joint : joints_) check_joint(origin, joint);
  const std::vector<int> inboard = inboard_joints(origin, bodies_, joints_);

  Model model;
  std::vector<std::pair<int, int>> first_index;  // of each joint as added: q and v indices follow that order
  for (const JointSpec& joint : joints_) {
    first_index.emplace_back(model.nq_, model.nv_);
    const JointKind& kind = joint.kind();
    model.nq_ += kind.nq;
    model.nv_ += kind.nv;
    model.modes_.insert(model.modes_.end(), static_cast<std::size_t>(kind.nv), joint.mode);
  }
  // Bodies and joints in an order in which parents come first; coordinates keep the order of the joints as
  // added.
  for (const int b : parent_first_order(origin, bodies_, joints_, inboard)) {
    const BodySpec& body = bodies_[static_cast<std::size_t>(b)];
    const auto j = static_cast<std::size_t>(inboard[static_cast<std::size_t>(b)]);
    const JointSpec& joint = joints_[j];
    const BodyId parent{find_spec(model.bodies_, joint.parent)},
        child{static_cast<int>(model.bodies_.size())};
    const JointKind& kind = joint.kind();
    model.bodies_.push_back(build_body(body));
    model.joints_.push_back({joint.name, kind, joint.mode, parent, child, joint.X_PJ, joint.axis,
                             joint.second_axis, joint.forces, first_index[j].first, first_index[j].second,
                             kind.nq, kind.nv, joint.X_PJ.R == Mat3(Mat3::Identity()), unit_axis(joint.axis),
                             has_passive_forces(joint.forces)});
    model.total_mass_ += body.mass;
  }
  build_constraints(origin, couplings_, loop_joints_, model.bodies_, model.joints_, model.constraints_,
                    model.rows_);
  for (const SpringElementSpec& spring : springs_)
    model.springs_.push_back(build_spring(origin, spring, model.bodies_));
  model.neutral_q_ = VecX::Zero(model.nq_);
  for (const Joint& joint : model.joints_)
    if (joint.kind.ball) model.neutral_q_[joint.q_index] = 1.0;
  return model;
}

}  // namespace grouser
