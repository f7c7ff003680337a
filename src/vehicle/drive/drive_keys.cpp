// SPDX-License-Identifier: BSD-3-Clause
// The keys of what drives are commanded to: [drive], [[hand_drive]] and [[motion]] of a scenario.
#include <fmt/format.h>

#include "grouser/vehicle/drive/hand_drive.hpp"
#include "grouser/vehicle/drive/joint_programme.hpp"

namespace grouser {
namespace {

constexpr const char* kDriveModes[] = {"arc", "crab", "point_turn"};
constexpr const char* kDriveSources[] = {"programme", "external"};

void visit_path(KeyVisitor& v, FollowSpec& f) {
  v.rows({"waypoints", "points of the path, x and y in the world", Need::yes}, f.waypoints,
         {-1e6, 1e6, false, "m"}, 10000);
  if (f.waypoints.size() < 2)
    v.refuse("waypoints", fmt::format("{} points", f.waypoints.size()), "two or more");
  for (std::size_t i = 1; i < f.waypoints.size(); ++i)
    if (f.waypoints[i] == f.waypoints[i - 1])
      v.refuse("waypoints", fmt::format("points {} and {} at one place", i - 1, i),
               "points apart from their neighbours");
}

/// A phase, in keys of [drive] itself.
void visit_steady(KeyVisitor& v, DriveSpec& d) {
  const auto steady = v.when(v.has({"speed"}, false), "in place of phases");
  if (!steady) return;
  DrivePhase phase;
  v.number({"start", "when it sets out"}, phase.start, kPhaseStarts);
  v.number({"speed", "of one phase along an arc", Need::yes}, phase.speed, kPhaseSpeeds);
  v.number({"curvature", "+ turns left"}, phase.curvature, kPhaseCurvatures);
  if (v.reads()) d.phases.push_back(phase);
}

// The keys that a phase of a motion may have, by by_rate and angular.
constexpr const char* kMotionKeys[2][2] = {{"position", "position_deg"}, {"rate", "rate_deg"}};
constexpr const char* kMotionUnits[2][2] = {{"m", "deg"}, {"m/s", "deg/s"}};

/// Whether the phase has the same of the four keys as those before it; of the first it is found.
void find_motion_key(KeyVisitor& v, bool first, JointProgramme& motion) {
  const bool by_rate = motion.by_rate, angular = motion.angular;
  int count = 0;
  for (const bool rate : {false, true})
    for (const bool angle : {true, false})
      if (v.has({kMotionKeys[rate][angle]}, false)) ++count, motion.by_rate = rate, motion.angular = angle;
  if (count != 1)
    v.refuse("", fmt::format("{} of position_deg, position, rate_deg, rate", count), "exactly one of them");
  if (!first && (motion.by_rate != by_rate || motion.angular != angular))
    v.refuse("", "another kind of phase than the one before", "positions or rates throughout, in one unit");
}

void visit_motion_phase(KeyVisitor& v, std::size_t index, JointProgramme& motion) {
  JointProgramme::Phase& phase = motion.phases[index];
  if (v.reads()) find_motion_key(v, index == 0, motion);
  v.number({"start", "when the change begins", Need::yes}, phase.start, kPhaseStarts);
  if (index > 0 && phase.start < motion.phases[index - 1].start + motion.ramp)
    v.refuse("start", fmt::format("{} s after {} s", phase.start, motion.phases[index - 1].start),
             fmt::format("phases in order and at least the ramp of {} s apart", motion.ramp));
  for (const bool rate : {false, true})
    for (const bool angle : {true, false})
      if (const auto own = v.when(rate == motion.by_rate && angle == motion.angular, "one of the four"))
        v.number({kMotionKeys[rate][angle], rate ? "that it keeps" : "that it reaches", Need::yes},
                 phase.value, {-1e6, 1e6, false, kMotionUnits[rate][angle]});
}

}  // namespace

void visit_keys(KeyVisitor& v, DrivePhase& p) {
  v.number({"start", "from when on it holds", Need::yes}, p.start, kPhaseStarts);
  v.choice({"mode", "along an arc, sideways with all wheels at one angle, or on the spot"}, p.mode,
           kDriveModes);
  if (const auto turn = v.when(p.mode == DriveMode::point_turn, "mode = \"point_turn\""))
    v.angle({"turn_rate_deg", "+ to the left", Need::yes}, p.turn_rate, kPhaseTurnRates);
  if (const auto goes = v.when(p.mode != DriveMode::point_turn, "mode = \"arc\" or \"crab\""))
    v.number({"speed", "of the rover's reference point; negative: backward", Need::yes}, p.speed,
             kPhaseSpeeds);
  if (const auto crab = v.when(p.mode == DriveMode::crab, "mode = \"crab\""))
    v.angle({"crab_deg", "direction of motion from the heading, + to the left", Need::yes}, p.crab,
            {-180.0, 180.0, false, "deg"});
  if (const auto arc = v.when(p.mode == DriveMode::arc, "mode = \"arc\""))
    v.number({"curvature", "+ turns left"}, p.curvature, kPhaseCurvatures);
}

void visit_keys(KeyVisitor& v, FollowSpec& f) {
  if (v.reads()) f.place = v.place("");
  visit_path(v, f);
  v.number({"speed", "along the path", Need::yes}, f.speed, {0.0, 10.0, true, "m/s"});
  v.number({"lookahead", "distance of the point that it steers to", Need::yes}, f.lookahead,
           {0.0, 1e4, true, "m"});
  v.number({"max_curvature", "of its arcs", Need::yes}, f.max_curvature, {0.0, 10.0, true, "1/m"});
  v.number({"interval", "between two decisions"}, f.interval, {1e-3, 1e4, false, "s"});
  v.number({"start", "when it sets out"}, f.start, kPhaseStarts);
  v.number({"tolerance", "distance from a waypoint at which it is reached"}, f.tolerance,
           {0.0, 1e3, true, "m"});
  v.angle({"steer_rate_deg", "largest rate of a steering joint"}, f.steer_rate, {0.0, 360.0, true, "deg/s"});
  if (f.speed * f.interval > 0.25 * f.lookahead)
    v.refuse("interval", fmt::format("{} m driven between two looks", f.speed * f.interval),
             fmt::format("at most a quarter of the lookahead of {} m", f.lookahead));
}

void visit_keys(KeyVisitor& v, ExternalLimits& l) {
  v.number({"top_speed", "largest, of a wheel's rim; 0: as by hand"}, l.top_speed, {0.0, 10.0, false, "m/s"});
  v.angle({"steer_rate_deg", "largest rate of a steering joint"}, l.steer_rate, {0.0, 360.0, true, "deg/s"});
  v.angle({"joint_rate_deg", "largest rate of other prescribed joints that turn"}, l.joint_turn_rate,
          {0.0, 360.0, true, "deg/s"});
  v.number({"joint_rate", "largest rate of other prescribed joints that slide"}, l.joint_rate,
           {0.0, 10.0, true, "m/s"});
}

void visit_keys(KeyVisitor& v, DriveSpec& d) {
  v.choice({"mode", "what the file says, or what is commanded from outside from the first command on"},
           d.mode, kDriveSources);
  v.number({"ramp", "from one phase to the next; commanded from outside: from rest to the largest rate"},
           d.ramp, {1e-3, 1e4, false, "s"});
  if (const auto outside = v.when(d.mode == DriveSource::external, "mode = \"external\""))
    visit_keys(v, d.external);
  v.tables({"phase", "what the drives do from a time on"}, d.phases);
  visit_steady(v, d);
  for (std::size_t i = 1; i < d.phases.size(); ++i)
    if (d.phases[i].start < d.phases[i - 1].start + d.ramp)
      v.refuse("phase",
               fmt::format("a phase at {} s after one at {} s", d.phases[i].start, d.phases[i - 1].start),
               fmt::format("phases in order and at least the ramp of {} s apart", d.ramp));
  v.optional({"follow", "follows waypoints by pure pursuit"}, d.follow);
  if (d.follow && !d.phases.empty()) v.refuse("follow", "beside phases or a speed", "one or the other");
}

DriveProgramme DriveSpec::programme(std::string place) const {
  DriveProgramme all{.phases = phases, .ramp = ramp, .place = std::move(place)};
  all.phases.insert(all.phases.begin(), DrivePhase{});  // at rest at t = 0
  return all;
}

void visit_keys(KeyVisitor& v, JointProgramme& m) {
  v.text({"joint", "a name; with * at its end all prescribed joints whose names begin so", Need::yes},
         m.joint);
  v.number({"ramp", "duration of the change from one phase to the next"}, m.ramp, {1e-3, 1e6, false, "s"});
  std::size_t index = 0;
  v.tables({"phase", "positions or rates, one after the other"}, m.phases,
           [&](JointProgramme::Phase&) { visit_motion_phase(v, index++, m); });
  if (m.phases.empty()) v.refuse("", "no [[motion.phase]]", "at least one");
}

void visit_keys(KeyVisitor& v, HandCommand& c) {
  v.flag({"on", "whether the hand drives, or gives the drives back"}, c.on);
  if (const auto on = v.when(c.on, "on = true")) visit_keys(v, c.phase);
  if (const auto off = v.when(!c.on, "on = false"))
    v.number({"start", "from when on", Need::yes}, c.phase.start, kPhaseStarts);
}

}  // namespace grouser
