// SPDX-License-Identifier: BSD-3-Clause
// Writes the planner's program down, interval by interval, in the equations' numbers of
// docs/theory_stepup.md. Each row gets the stage of its interval; durations, largest values and the height
// belong to the last stage.
#include "stepup/stepup_problem.hpp"

#include <cmath>

namespace grouser {
namespace {

constexpr StepupFoot kFeet[] = {StepupFoot::left, StepupFoot::right};

/// Writes the program down, interval by interval.
class ProblemWriter {
 public:
  explicit ProblemWriter(const StepupSpec& spec) : spec_(spec), made_{StepupLayout(spec), {}, {}} {
    const StepupLayout& layout = made_.layout;
    PolynomialProgram& program = made_.program;
    program.variables = layout.variables();
    program.stage_of_variable.assign(static_cast<std::size_t>(program.variables), layout.intervals());
    for (int which = 0; which < 6; ++which) {
      program.stage_of_variable[static_cast<std::size_t>(layout.state(-1, which))] = 0;
      equality(state(-1, which), 0);
    }
    equality(height(), layout.intervals());
    for (int k = 0; k < layout.intervals(); ++k) {
      write_interval(k);
      if (k > 0) write_change(k);
    }
    write_durations();
    write_largest();
    write_terminal();
    write_final_controls();
  }
  StepupProblem take() { return std::move(made_); }

 private:
  Polynomial variable(int number) const { return Polynomial::variable(number); }
  Polynomial state(int k, int which) const { return variable(made_.layout.state(k, which)); }
  Polynomial height() const { return variable(made_.layout.height()); }
  /// Along an axis; upwards it is the platform's height or 0.
  Polynomial foothold(int phase, StepupFoot foot, int axis) const {
    const std::array<double, 3> at = stepup_foothold(spec_, phase, foot);
    if (axis < 2) return at[static_cast<std::size_t>(axis)];
    return is_on_platform(spec_, phase, foot) ? height() : Polynomial();
  }
  /// A lifted foot has no force: its lambda and c are 0.
  Polynomial control(int k, StepupFoot foot, int which) const {
    return made_.layout.on_ground(k, foot) ? variable(made_.layout.control(k, foot, which)) : Polynomial();
  }
  /// Weight of an instant in an integral or in a published sum: sums weigh 1/N, integrals by the phase's
  /// desired duration, so that both are the same if all phases last alike.
  double share(int k) const {
    const double all = made_.layout.intervals();
    if (spec_.published_costs) return 1.0 / all;
    double sum = 0.0;
    for (const double duration : spec_.desired) sum += duration;
    return spec_.desired[static_cast<std::size_t>(made_.layout.phase_of(k))] / (sum * spec_.instants);
  }
  /// Adds an inequality `positive` >= 0 with its meaning; a soft one may be broken by an elastic solve.
  void require(const Polynomial& positive, const StepupRow& row, bool soft = true) {
    made_.program.inequalities.push_back(positive);
    made_.program.soft.push_back(soft);
    made_.rows.push_back(row);
  }

  void add_cost(double weight, const Polynomial& cost) {
    if (weight != 0.0) made_.program.objective.append(weight, cost);
  }

  /// Stages of the interval's variables, its motion and the limits and costs of its feet.
  void write_interval(int k) {
    for (const StepupFoot foot : kFeet)
      if (made_.layout.on_ground(k, foot))
        for (int c = 0; c < 3; ++c)
          made_.program.stage_of_variable[static_cast<std::size_t>(made_.layout.control(k, foot, c))] = k;
    for (int c = 0; c < 6; ++c)
      made_.program.stage_of_variable[static_cast<std::size_t>(made_.layout.state(k, c))] = k;
    write_motion(k);
    for (const StepupFoot foot : kFeet)
      if (made_.layout.on_ground(k, foot)) write_foot(k, foot);
  }

  /// Pull of both feet along an axis where the centre of mass is, under the interval's controls: (8).
  Polynomial acceleration(int k, const Polynomial& where, int axis) const {
    Polynomial sum(axis == 2 ? -spec_.gravity : 0.0);
    for (const StepupFoot foot : kFeet) {
      if (!made_.layout.on_ground(k, foot)) continue;
      const Polynomial centre = axis < 2 ? control(k, foot, 1 + axis) : Polynomial();
      sum += control(k, foot, 0) * (where - foothold(made_.layout.phase_of(k), foot, axis) - centre);
    }
    return sum;
  }

  /// (10), (11): as published, forces of an interval are those at its end, which is of first order; else the
  /// mean of both ends, of second, or Hermite and Simpson's rule, of fourth:
  ///   x_m = (x + x+)/2 + dt (v - v+)/8, v_m = (v + v+)/2 + dt (a - a+)/8,
  ///   x+ = x + dt (v + 4 v_m + v+)/6, v+ in the same form
  void write_motion(int k) {
    const Polynomial step =
        Polynomial(1.0 / spec_.instants) * variable(made_.layout.duration(made_.layout.phase_of(k)));
    for (int axis = 0; axis < 3; ++axis) {
      const Polynomial x = state(k - 1, axis), v = state(k - 1, 3 + axis), x_end = state(k, axis),
                       v_end = state(k, 3 + axis);
      const Polynomial a = acceleration(k, x, axis), a_end = acceleration(k, x_end, axis);
      Polynomial pull = spec_.published_costs ? a_end : Polynomial(0.5) * (a + a_end);
      // The row of v makes x + dt (v + v+)/2 equal to x + dt v + dt^2/2 a.
      Polynomial speed = Polynomial(0.5) * (v + v_end);
      if (spec_.simpson) {
        const Polynomial middle = Polynomial(0.5) * (x + x_end) + Polynomial(0.125) * step * (v - v_end);
        speed += Polynomial(1.0 / 12.0) * step * (a - a_end);
        pull = Polynomial(1.0 / 6.0) * (a + Polynomial(4.0) * acceleration(k, middle, axis) + a_end);
      }
      equality(x_end - x - step * speed, k);
      equality(v_end - v - step * pull, k);
    }
  }
  void equality(const Polynomial& zero, int k) {
    made_.program.equalities.push_back(zero);
    made_.program.stage_of_equality.push_back(k);
  }

  /// Limits and costs of a foot that is on the ground in interval k.
  void write_foot(int k, StepupFoot foot) {
    const StepupRow row{StepupFamily::pull, foot, made_.layout.phase_of(k), k, k};
    const Polynomial lambda = control(k, foot, 0), cx = control(k, foot, 1), cy = control(k, foot, 2);
    require(lambda, row, false);
    require(variable(made_.layout.most_multiplier()) - lambda, row, false);
    write_sole(cx, cy, row);
    write_leg(row);
    // Controls are those of the middle of an interval. A phase begins where the one before has ended, so
    // its legs must reach there too.
    StepupRow contact = row;
    contact.middle = !spec_.published_costs;
    write_contact(contact);
    const bool begins = k % spec_.instants == 0 && k > 0;
    if (begins && !spec_.published_costs) write_leg({row.family, foot, row.phase, k, k - 1});
    const double part = share(k);
    const StepupWeights& w = spec_.weights;
    if (spec_.published_costs) {
      add_cost(w.torque * part, square(torque(k, k, foot)));
    } else {
      add_cost(0.5 * w.torque * part, square(torque(k, k - 1, foot)));
      add_cost(0.5 * w.torque * part, square(torque(k, k, foot)));
    }
    add_cost(w.multiplier * part, square(lambda));
    add_cost(w.pressure_centre * part, square(cx) + square(cy));
  }

  /// tau of (22) in m/s2: the multiplier of interval k with the height of the centre of mass at the end of
  /// interval `at`.
  Polynomial torque(int k, int at, StepupFoot foot) const {
    return (state(at, 2) - foothold(made_.layout.phase_of(k), foot, 2) - spec_.reference_leg) *
           control(k, foot, 0);
  }

  /// From a foothold to the centre of mass at the row's state, or to the mean of that state and the one
  /// before, m.
  std::array<Polynomial, 3> from_foot(const StepupRow& row) const {
    std::array<Polynomial, 3> r;
    for (int axis = 0; axis < 3; ++axis) {
      const Polynomial where = row.middle ? Polynomial(0.5) * (state(row.at - 1, axis) + state(row.at, axis))
                                          : state(row.at, axis);
      r[static_cast<std::size_t>(axis)] = where - foothold(row.phase, row.foot, axis);
    }
    return r;
  }

  /// (20), squared on both sides to stay polynomial: shortest^2 <= r^2 <= longest^2.
  void write_leg(StepupRow row) {
    const auto [x, y, z] = from_foot(row);
    const Polynomial length = square(x) + square(y) + square(z);
    row.family = StepupFamily::leg_length;
    require(length - spec_.shortest_leg * spec_.shortest_leg, row);
    row.upper = true;
    require(Polynomial(spec_.longest_leg * spec_.longest_leg) - length, row);
  }

  /// Writes the limits of an interval's controls together with the centre of mass.
  void write_contact(StepupRow row) {
    const Polynomial lambda = control(row.interval, row.foot, 0), cx = control(row.interval, row.foot, 1),
                     cy = control(row.interval, row.foot, 2);
    const auto [x, y, z] = from_foot(row);
    // (15), squared: the pull's horizontal part against its vertical one.
    row.family = StepupFamily::friction;
    require(Polynomial(spec_.friction * spec_.friction) * square(z) - square(x - cx) - square(y - cy), row);
    // (18): c_x (y - c_y) - c_y (x - c_x)
    const Polynomial twist = cx * y - cy * x, most = Polynomial(spec_.torsional_friction) * z;
    row.family = StepupFamily::torsion;
    require(most + twist, row);
    row.upper = true;
    require(most - twist, row);
    // The largest of (22): a variable that is above +-tau.
    const Polynomial tau = (z - spec_.reference_leg) * lambda,
                     most_torque = variable(made_.layout.most_torque());
    row.family = StepupFamily::bound;
    require(most_torque - tau, row, false);
    require(most_torque + tau, row, false);
  }

  /// (12): a trapezium, wider at the heel.
  void write_sole(const Polynomial& cx, const Polynomial& cy, StepupRow row) {
    const StepupSole sole = stepup_sole(spec_, row.foot);
    row.family = StepupFamily::foot;
    require(Polynomial(sole.half_length) - cx, row);
    require(Polynomial(sole.half_length) + cx, row);
    const double narrowing = (sole.half_heel - sole.half_toe) / (2.0 * sole.half_length);
    const Polynomial room = Polynomial(sole.half_heel) - Polynomial(narrowing) * (cx + sole.half_length);
    const Polynomial across = cy - sole.shift;
    require(room - across, row);
    require(room + across, row);
  }

  /// (23); as an integral of the squared rate over a phase's own time, controls being those of the middles
  /// of their intervals.
  void write_change(int k) {
    for (const StepupFoot foot : kFeet) {
      const bool before = made_.layout.on_ground(k - 1, foot), now = made_.layout.on_ground(k, foot);
      // a foot has no force from the moment on that it is lifted, which is half an interval from the middle
      const double way = before == now || spec_.published_costs ? 1.0 : 0.5;
      for (int which = 0; which < 3; ++which)
        add_cost(change_weight(k) / way, square(control(k, foot, which) - control(k - 1, foot, which)));
    }
  }
  /// Weight of a squared change between intervals k - 1 and k; as an integral it grows with 1/dt, so that
  /// finer intervals cost the same.
  double change_weight(int k) const {
    if (spec_.published_costs) return spec_.weights.control_change / made_.layout.intervals();
    constexpr double kPublishedInstants = 30.0;  // of a phase, for which the weight was chosen
    double sum = 0.0;
    for (const double duration : spec_.desired) sum += duration;
    const double published_step = sum / kStepupPhases / kPublishedInstants;
    const double step = spec_.desired[static_cast<std::size_t>(made_.layout.phase_of(k))] / spec_.instants;
    return spec_.weights.control_change / (kPublishedInstants * kStepupPhases) * published_step / step;
  }

  /// Bounds of each phase's duration, and the cost of its distance from the desired one (24).
  void write_durations() {
    for (int phase = 0; phase < kStepupPhases; ++phase) {
      const auto at = static_cast<std::size_t>(phase);
      const Polynomial duration = variable(made_.layout.duration(phase));
      const StepupRow row{StepupFamily::duration, StepupFoot::left, phase};
      require(duration - spec_.shortest[at], row, false);
      require(Polynomial(spec_.longest[at]) - duration, row, false);
      add_cost(spec_.weights.duration, square(duration - spec_.desired[at]));
    }
  }

  /// Costs of the largest torque and multiplier, which are variables above all values: linear, so smooth.
  void write_largest() {
    add_cost(spec_.weights.most_torque, variable(made_.layout.most_torque()));
    add_cost(spec_.weights.most_multiplier, variable(made_.layout.most_multiplier()));
  }

  /// (21) over the last 0.3 of the last phase: 0.3 n + 1 states; as an integral by the trapezium rule, so
  /// that its whole weight stays.
  void write_terminal() {
    constexpr double kPart = 0.3, kPublishedStates = 10.0;
    const int count = static_cast<int>(std::lround(kPart * spec_.instants)) + 1,
              last = made_.layout.intervals() - 1;
    const Polynomial wanted[] = {spec_.step, 0.0, height() + spec_.start_height, 0.0, 0.0, 0.0};
    for (int k = last - count + 1; k <= last; ++k) {
      const bool end = k == last || k == last - count + 1;
      const double part = spec_.published_costs ? 1.0 : kPublishedStates / (count - 1) * (end ? 0.5 : 1.0);
      for (int which = 0; which < 6; ++which)
        add_cost(spec_.weights.terminal * part, square(state(k, which) - wanted[which]));
    }
  }

  /// Cost of the last controls' distance from standing still: half of the weight on each foot, pressure at
  /// the middle.
  void write_final_controls() {
    const int last = made_.layout.intervals() - 1;
    const double wanted[] = {spec_.gravity / (2.0 * spec_.start_height), 0.0, 0.0};
    for (const StepupFoot foot : kFeet)
      for (int which = 0; which < 3; ++which)
        add_cost(spec_.weights.final_control, square(control(last, foot, which) - wanted[which]));
  }

  const StepupSpec& spec_;
  StepupProblem made_;
};

}  // namespace

bool is_down(StepupStance stance, StepupFoot foot) {
  return stance == StepupStance::both ||
         stance == (foot == StepupFoot::left ? StepupStance::left : StepupStance::right);
}

bool is_on_platform(const StepupSpec& spec, int phase, StepupFoot foot) {
  bool lifted = false;
  for (int before = 0; before < phase; ++before)
    lifted = lifted || !is_down(spec.stances[static_cast<std::size_t>(before)], foot);
  return lifted;
}

StepupLayout::StepupLayout(const StepupSpec& spec) : instants_(spec.instants), stances_(spec.stances) {
  for (int k = 0; k < intervals(); ++k) {
    controls_.push_back(globals_);
    for (const StepupFoot foot : kFeet) globals_ += on_ground(k, foot) ? 3 : 0;
    states_.push_back(globals_);
    globals_ += 6;
  }
}

bool StepupLayout::on_ground(int interval, StepupFoot foot) const {
  return is_down(stances_[static_cast<std::size_t>(phase_of(interval))], foot);
}

int StepupLayout::control(int interval, StepupFoot foot, int which) const {
  const bool second = foot == StepupFoot::right && on_ground(interval, StepupFoot::left);
  return controls_[static_cast<std::size_t>(interval)] + (second ? 3 : 0) + which;
}

std::array<double, 3> stepup_foothold(const StepupSpec& spec, int phase, StepupFoot foot) {
  const bool up = is_on_platform(spec, phase, foot);
  const double y = foot == StepupFoot::left ? spec.half_width : -spec.half_width;
  return {up ? spec.step : 0.0, y, up ? spec.height : 0.0};
}

StepupSole stepup_sole(const StepupSpec& spec, StepupFoot foot) {
  const double half = 0.5 * spec.foot_scale;
  return {half * spec.foot_length, half * spec.heel_width, half * spec.toe_width,
          foot == StepupFoot::left ? -spec.inward : spec.inward};
}

std::array<double, kStepupGiven> stepup_given(const StepupSpec& spec) {
  const auto& offset = spec.start_offset;
  const auto& velocity = spec.start_velocity;
  return {offset[0],   offset[1],  spec.start_height + offset[2], velocity[0], velocity[1],
          velocity[2], spec.height};
}

StepupProblem make_stepup_problem(const StepupSpec& spec) { return ProblemWriter(spec).take(); }

}  // namespace grouser
