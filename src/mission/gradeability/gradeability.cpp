// SPDX-License-Identifier: BSD-3-Clause
// The tilt bed: a climb of the scenario tilt_bed at one tilt, stepped until slip, sinkage and load of every
// wheel have settled, or a reason is found why they never will. Windows of observation begin when the last
// wheel has long been in the ruts of the first.
#include "grouser/mission/gradeability/gradeability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gradeability/pitch_mean.hpp"
#include "gradeability/steady_value.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/energy_verdict.hpp"
#include "grouser/simulation/observe/steady_state.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"
#include "quasi_static/steepest_pull.hpp"

namespace grouser {
namespace {

constexpr double kStart = 1.0;           // s: when the scenario's drive begins
constexpr double kHardestSlip = 0.8;     // highest slip for which the default time is enough
constexpr double kLeastAdvance = 0.01;   // of the rim's travel: below it the wheels spin on the spot
constexpr double kMostAdvance = 10.0;    // of the rim's travel: beyond slip -0.9 it runs away downhill
constexpr double kToTheAxle = 0.98;      // of the radius: where the laws of the arc end
constexpr double kGridWindow = 3.0;      // wheel diameters travelled in a window on ground that is a grid
constexpr double kTipped = 0.7071;       // cosine between the chassis' up and the slope's normal
constexpr int kStepsBetweenLooks = 256;  // steps between questions for cancel
constexpr double kAnything = std::numeric_limits<double>::infinity();

/// Refuses settings of what the spec itself gives: they would run another test than the report says.
void check_settings(const std::vector<Override>& settings) {
  constexpr std::pair<const char*, const char*> kOwn[] = {{"rover", "--rover"},
                                                          {"terrain.soil", "--soil"},
                                                          {"terrain.slope_deg", "--tilt"},
                                                          {"initial.pitch_deg", "--tilt"},
                                                          {"drive.speed", "--speed"},
                                                          {"gravity", "--gravity"}};
  for (const Override& setting : settings)
    for (const auto& [key, option] : kOwn)
      if (setting.key == key)
        throw InputError(fmt::format("--set {}={}", key, setting.value),
                         fmt::format("a value that {} gives", option), fmt::format("{} instead", option));
}

/// The scenario tilt_bed with rover, soil, slope, speed and gravity of the spec, then the user's settings.
std::shared_ptr<const World> load_tilt_bed(const GradeabilitySpec& spec, double tilt) {
  const auto text = [](double value) { return fmt::format("{}", value); };
  const double tilt_deg = std::round(tilt / kDegree * 1e10) / 1e10;  // 15, not 14.999999999999998
  const std::string tilt_option = "--tilt " + text(tilt_deg);
  std::vector<Override> overrides{{"rover", spec.rover, "--rover " + spec.rover},
                                  {"terrain.soil", spec.soil, "--soil " + spec.soil},
                                  {"terrain.slope_deg", text(tilt_deg), tilt_option},
                                  {"initial.pitch_deg", text(-tilt_deg), tilt_option},
                                  {"drive.speed", text(spec.speed), "--speed " + text(spec.speed)},
                                  {"gravity", text(spec.gravity), "--gravity " + text(spec.gravity)}};
  check_settings(spec.settings);
  overrides.insert(overrides.end(), spec.settings.begin(), spec.settings.end());
  auto world = load_world("tilt_bed", overrides);
  if (world->wheels.empty()) throw InputError("rover '" + spec.rover + "'", "no wheels", "a rover on wheels");
  return world;
}

/// The wheels of the rover by name, without numbers.
std::vector<GradeWheel> wheels_of(const World& world) {
  std::vector<GradeWheel> wheels;
  for (const WheelPart& wheel : world.wheels) wheels.push_back({.name = wheel.spec.name});
  return wheels;
}

/// The dimensions of the course: lengths in m, times in s.
struct Course {
  double diameter = 0.0;   // of the largest wheel
  double wheelbase = 0.0;  // first to last hub along the heading
  double window = 0.0, max_time = 0.0;
  std::size_t pitches = 0;  // of the grid in the distance of a window; 0: the ground is not a grid
  double needed = 0.0;      // distance until two windows are full if nothing slips
  Vec3 ahead, normal;       // of the slope, world axes; ahead is uphill, on a negative tilt downhill
};

/// Course of a rover: the wheelbase along the heading, windows of one wheel diameter of rim travel, and the
/// longest time, which suffices at slip 0.8 unless the spec gives one.
Course plan_course(const World& world, const GradeabilitySpec& spec, double tilt) {
  Course course;
  Kinematics kinematics(*world.model);
  calc_kinematics(*world.model, world.model->neutral_q(), VecX::Zero(world.model->nv()), kinematics);
  double first = -kAnything, last = kAnything;
  for (const WheelPart& wheel : world.wheels) {
    const double x = kinematics.body[wheel.body.index].X_WB.p.x();
    first = std::max(first, x);
    last = std::min(last, x);
    course.diameter = std::max(course.diameter, 2.0 * wheel.spec.geometry.radius);
  }
  course.wheelbase = first - last;
  course.window = course.diameter / spec.speed;
  course.needed = course.wheelbase + course.diameter;
  // On a grid a window holds the pitches of three wheel diameters.
  if (const double pitch = world.grounds.pitch(); pitch > 0.0) {
    course.pitches = static_cast<std::size_t>(std::ceil(kGridWindow * course.diameter / pitch));
    course.needed += 2.0 * static_cast<double>(course.pitches) * pitch;
  }
  const double climb_time = course.needed / ((1.0 - kHardestSlip) * spec.speed);
  course.max_time = spec.max_time.value_or(kStart + climb_time + 4.0 * course.window);
  course.ahead = Vec3(std::cos(tilt), 0.0, std::sin(tilt));
  course.normal = Vec3(-std::sin(tilt), 0.0, std::cos(tilt));
  return course;
}

/// One wheel's values over windows.
struct WheelWatch {
  SteadyValue load, sinkage, slip, rut, torque;
  WheelWatch(const Course& course, double radius, double mean_load)
      : load(within(course, kLoadTolerance * mean_load)),
        sinkage(within(course, kSinkageTolerance * radius)),
        slip(within(course, kSlipTolerance)),
        rut(within(course, kAnything)),
        torque(within(course, kAnything)) {}
  static SteadyValue within(const Course& course, double tolerance) {
    return {{course.window, tolerance, tolerance}, course.pitches};
  }
  // Numbers per wheel, and the places of two of them.
  static constexpr std::size_t kNumbers = 6, kSlip = 2, kRim = 5;
  /// rim: speed, m/s.
  static std::array<double, kNumbers> numbers(const WheelOutput& out, double rim) {
    return {out.load, out.sinkage, out.has_slip() ? out.slip : 0.0, out.rut_depth, out.torque, rim};
  }
  void add(double time, std::span<const double> now) {
    load.add(time, now[0]);
    sinkage.add(time, now[1]);
    slip.add(time, now[2]);
    rut.add(time, now[3]);
    torque.add(time, now[4]);
  }
  bool settled() const { return load.settled() && sinkage.settled() && slip.settled(); }
};

/// Slip from means over the same time. The mean of the slip itself, which refers to the larger of two speeds
/// that both ripple, is larger by the square of its ripple.
double slip_of(double rim, double speed) {
  return (rim - speed) / std::max(std::fabs(rim), std::fabs(speed));
}

/// The climb at one tilt, from standing to its end.
class Climb {
 public:
  Climb(Simulation& simulation, const Course& course)
      : simulation_(simulation), world_(simulation.world()), course_(course) {
    // Tolerances of loads are relative to the mean wheel load.
    const double mean_load = world_.model->total_mass() * world_.settings.gravity / world_.wheels.size();
    for (const WheelPart& wheel : world_.wheels)
      watches_.emplace_back(course, wheel.spec.geometry.radius, mean_load);
    start_ = window_from_ = chassis_position();
    now_.resize(watches_.size() * WheelWatch::kNumbers);
    if (const double pitch = world_.grounds.pitch(); pitch > 0.0) pitches_.emplace(pitch, now_.size());
  }

  /// False once the climb is over.
  bool step() {
    if (simulation_.step() != StepStatus::ok)
      return give_up("the run failed: " + simulation_.failure().message);
    const StepOutput& out = simulation_.output();
    // The laws of the arc end at the axle.
    for (std::size_t i = 0; i < out.wheels.size(); ++i)
      if (out.wheels[i].sinkage >= kToTheAxle * world_.wheels[i].spec.geometry.radius)
        return give_up("wheel " + world_.wheels[i].spec.name + " sank to its axle");
    if (tipped()) return give_up("the rover tipped over");
    // Windows count only from here on: the last wheel has run in the ruts for a diameter.
    if (distance() >= course_.wheelbase + course_.diameter) watch(out);
    // A steady state whose energy does not balance is none.
    if (settled_) {
      const EnergyVerdict energy = judge_energy(simulation_);
      if (!energy.failed) return false;
      settled_ = false;
      return give_up(energy.note);
    }
    // At the end of each window of time: slides back, stands still, or runs away downhill.
    if (simulation_.time() >= window_end_ + course_.window) {
      const double advance = course_.ahead.dot(chassis_position() - window_from_);
      window_from_ = chassis_position();
      window_end_ += course_.window;
      stalled_ = advance < kLeastAdvance * course_.diameter;
      if (advance < -kLeastAdvance * course_.diameter) return give_up("slipping back");
      if (stalled_) return give_up("the wheels spin on the spot");
      if (advance > kMostAdvance * course_.diameter)
        return give_up("it runs away: the wheels do not hold it back");
    }
    return simulation_.time() < course_.max_time || give_up(why_not_settled());
  }

  /// Share of the climb that is done, 0 to 0.99: the larger of those of distance and of time.
  double fraction() const {
    const double climbed =
        distance() / (course_.needed + (course_.pitches > 0 ? 0.0 : 2.0 * course_.diameter));
    return std::clamp(std::max(climbed, simulation_.time() / course_.max_time), 0.0, 0.99);
  }
  double distance() const { return course_.ahead.dot(chassis_position() - start_); }
  bool settled() const { return settled_; }
  bool stalled() const { return stalled_; }
  const std::string& reason() const { return reason_; }
  const WheelWatch& watched(std::size_t wheel) const { return watches_[wheel]; }

 private:
  Vec3 chassis_position() const {
    const Joint& root = world_.model->joints()[world_.chassis.index];
    return simulation_.state().motion.q.segment<3>(root.q_index + 4);
  }
  /// The chassis has turned by more than 45 degrees from the slope's normal.
  bool tipped() const {
    const Joint& root = world_.model->joints()[world_.chassis.index];
    const auto q = simulation_.state().motion.q.segment<4>(root.q_index);
    return (Quat(q[0], q[1], q[2], q[3]) * Vec3::UnitZ()).dot(course_.normal) < kTipped;
  }
  /// Gives this step's values of all wheels to their windows; on a grid only the means of completed
  /// pitches.
  void watch(const StepOutput& out) {
    constexpr std::size_t kNumbers = WheelWatch::kNumbers;
    double time = simulation_.time();
    std::span<const double> now = now_;
    for (std::size_t i = 0; i < watches_.size(); ++i) {
      const double rim =
          world_.wheels[i].spec.reference_radius() * simulation_.state().motion.v[world_.drives[i].drive_v];
      std::ranges::copy(WheelWatch::numbers(out.wheels[i], rim),
                        now_.begin() + static_cast<std::ptrdiff_t>(kNumbers * i));
    }
    if (pitches_) {  // the grid lies along the path, in plan
      if (!pitches_->add(time, std::fabs(chassis_position().x() - start_.x()), now)) return;
      time = pitches_->time();
      std::ranges::copy(pitches_->means(), now_.begin());
      // The mean speed along the slope over the pitch, for the slip from means.
      const double speed = world_.grounds.pitch() / (course_.ahead.x() * pitches_->duration());
      for (std::size_t i = 0; i < watches_.size(); ++i)
        now_[kNumbers * i + WheelWatch::kSlip] = slip_of(now_[kNumbers * i + WheelWatch::kRim], speed);
    }
    for (std::size_t i = 0; i < watches_.size(); ++i)
      watches_[i].add(time, now.subspan(kNumbers * i, kNumbers));
    settled_ = std::all_of(watches_.begin(), watches_.end(), [](const WheelWatch& w) { return w.settled(); });
  }
  /// The first wheel that keeps the climb from being settled, and why.
  std::string why_not_settled() const {
    const std::string when = fmt::format("timed out after {:.0f} s: ", simulation_.time());
    for (std::size_t i = 0; i < watches_.size(); ++i) {
      const WheelWatch& watch = watches_[i];
      const std::string wheel = world_.wheels[i].spec.name;
      if (watch.slip.verdict() == SteadyVerdict::too_short)
        return fmt::format("{}it went {:.2f} m, {:.2f} m{} were needed", when, distance(), course_.needed,
                           course_.pitches > 0 ? "" : " and two windows");
      if (!watch.sinkage.settled() && watch.sinkage.drift() > 0.0)
        return fmt::format("{}still sinking, wheel {} by {:.2g} mm a wheel diameter", when, wheel,
                           1e3 * watch.sinkage.drift());
      if (!watch.settled())
        return fmt::format("{}wheel {} still changes ({})", when, wheel,
                           to_string(watch.slip.settled() ? watch.load.verdict() : watch.slip.verdict()));
    }
    return when;
  }
  bool give_up(std::string reason) {
    reason_ = std::move(reason);
    return false;
  }

  Simulation& simulation_;
  const World& world_;
  const Course& course_;
  std::vector<WheelWatch> watches_;
  std::vector<double> now_;           // numbers of all wheels
  std::optional<PitchMean> pitches_;  // set if the ground is a grid
  Vec3 start_, window_from_;
  double window_end_ = kStart;
  bool settled_ = false, stalled_ = false;
  std::string reason_;
};

/// Means of the last windows, and the margins of pull and braking where the wheel rig knows the ground's
/// law.
void report(const World& world, const Climb& climb, GradePoint& point) {
  double slips = 0.0;
  std::vector<LoadedWheel> loaded;
  for (std::size_t i = 0; i < point.wheels.size(); ++i) {
    GradeWheel& wheel = point.wheels[i];
    const WheelWatch& watch = climb.watched(i);
    wheel.load = watch.load.mean();
    wheel.sinkage = watch.sinkage.mean();
    wheel.rut_depth = watch.rut.mean();
    wheel.slip = watch.slip.mean();
    wheel.torque = watch.torque.mean();
    slips += wheel.slip;
    point.slip_error = std::max(point.slip_error, watch.slip.error());
    loaded.push_back({&world.wheels[i].laws.front(), wheel.load, wheel.rut_depth});
  }
  point.slip = slips / static_cast<double>(point.wheels.size());
  if (!world.grounds.refusal(GroundUse::wheel_rig).empty()) return;
  // Both margins refer to the weight; the slope's part helps braking where it is uphill.
  const double weight = world.model->total_mass() * world.settings.gravity;
  point.drawbar_margin = steepest_pull(loaded) / weight - std::sin(point.tilt);
  point.braking_margin = strongest_braking(loaded) / weight + std::sin(point.tilt);
}

}  // namespace

std::vector<std::filesystem::path> grade_inputs(const GradeabilitySpec& spec) {
  return load_tilt_bed(spec, 0.0)->files;
}

std::vector<GradeWheel> grade_wheels(const GradeabilitySpec& spec) {
  return wheels_of(*load_tilt_bed(spec, 0.0));
}

std::optional<GradePoint> run_grade_point(const GradeabilitySpec& spec, double tilt,
                                          const std::function<void(double)>& progress,
                                          const std::function<bool()>& cancelled) {
  const auto world = load_tilt_bed(spec, tilt);
  const Course course = plan_course(*world, spec, tilt);
  GradePoint point{.tilt = tilt};
  point.wheels = wheels_of(*world);
  // A rover that cannot stand on the tilt is a result, not an error of input.
  std::optional<Simulation> simulation;
  try {
    simulation.emplace(start_simulation(world, cancelled));
  } catch (const Interrupted&) {
    return std::nullopt;
  } catch (const InputError& error) {
    point.reason = std::string("it cannot stand on this tilt: ") + error.what();
    return point;
  }
  Climb climb(*simulation, course);
  for (int steps = 1; climb.step(); ++steps) {
    if (steps % kStepsBetweenLooks != 0) continue;
    if (cancelled()) return std::nullopt;
    progress(climb.fraction());
  }
  point.settled = climb.settled();
  point.stalled = climb.stalled();
  point.reason = climb.reason();
  point.time = simulation->time();
  point.distance = climb.distance();
  if (point.settled) report(*world, climb, point);
  return point;
}

}  // namespace grouser
