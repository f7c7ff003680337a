// SPDX-License-Identifier: BSD-3-Clause
// grouser leg: the foot position at given angles of a leg, the angles for a position, and the reachable area.
// Four-bar legs have a closed form; limbs are serial chains of joints, whose angles SerialLimb finds by
// damped Gauss-Newton steps. Positions are in the leg's frame: ahead, outward, down.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>

#include "commands.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/math/units.hpp"
#include "grouser/recording/plot/plot.hpp"
#include "grouser/vehicle/legs/walker_leg.hpp"
#include "grouser/vehicle/spec/leg_spec.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/number_range.hpp"
#include "shared/picture_option.hpp"

namespace grouser::cli {
namespace {

struct LegArguments {
  PictureOptions size;
  std::string walker, leg, plot;
  std::vector<std::string> ik, fk;
  bool workspace = false, json = false, force = false;
};

/// The leg of that name, or the first. Throws InputError with the nearest name.
LegSpec find_leg(const LegArguments& a) {
  const std::vector<LegSpec> legs = load_legs(a.walker);
  if (a.leg.empty()) return legs.front();
  std::vector<std::string> names;
  for (const LegSpec& leg : legs) {
    if (leg.name == a.leg) return leg;
    names.push_back(leg.name);
  }
  throw InputError("--leg", "'" + a.leg + "'" + did_you_mean(a.leg, names), "one of: " + word_list(names));
}

/// Three numbers of an option within a range. Throws InputError.
Vec3 three_numbers(const std::string& option, const std::vector<std::string>& texts,
                   const NumberRange& range) {
  if (texts.size() != 3)
    throw InputError(option, fmt::format("{} numbers", texts.size()),
                     fmt::format("three, in {}", range.unit));
  Vec3 numbers;
  for (int k = 0; k < 3; ++k) numbers[k] = parse_number(option, texts[static_cast<std::size_t>(k)], range);
  return numbers;
}

Json triple(const Vec3& v) { return Json::array({v[0], v[1], v[2]}); }

/// Points of a section that the foot reaches, one per cell of a square grid, and their area.
struct Section {
  double area = 0.0;         ///< m2
  std::vector<double> x, z;  ///< of the points that are reached
};
/// The section that a four-bar leg reaches with the roll at 0. The closed form is solved for eight cells at a
/// time.
Section find_section(const FourBarLeg& leg, int groups) {
  // The grid covers a square that holds everything: the stretched leg to each side.
  const FourBarLegSpec& s = leg.spec();
  const double far =
      std::fabs(s.ahead) + std::hypot(s.arm, s.thigh) + std::hypot(s.foot_offset, s.lever + s.shank);
  constexpr int kTogether = 8;
  const int cells = kTogether * groups;
  const double cell = 2.0 * far / cells;
  Section section;
  for (int row = 0; row < cells; ++row)
    for (int group = 0; group < groups; ++group) {
      std::array<Vec3, kTogether> targets;
      for (int k = 0; k < kTogether; ++k)
        targets[static_cast<std::size_t>(k)] = {-far + (kTogether * group + k + 0.5) * cell, s.side,
                                                s.drop - far + (row + 0.5) * cell};
      const LegReach8 found = leg.solve_eight(targets);
      for (std::size_t k = 0; k < targets.size(); ++k) {
        if (found.solutions[k] == 0) continue;
        section.area += cell * cell;
        section.x.push_back(targets[k].x());
        section.z.push_back(-targets[k].z());
      }
    }
  return section;
}

/// Prints the foot's position and the Jacobian at three angles. Throws InputError where the linkage cannot
/// close.
int forward(const LegArguments& a, const FourBarLeg& leg) {
  const Vec3 angles = kDegree * three_numbers("--fk", a.fk, {-180.0, 180.0, false, "deg"});
  const std::optional<FourBarKnee> knee = leg.knee(angles[2]);
  if (!knee)
    throw InputError(
        "--fk", fmt::format("a knee motor at {:g} deg, where the linkage cannot close", kDegrees * angles[2]),
        "an angle between its dead points");
  const Vec3 foot = leg.foot(angles);
  const Mat3 j = leg.jacobian(angles);
  if (a.json) {
    Json rows = Json::array();
    for (int row = 0; row < 3; ++row) rows.push_back(triple(j.row(row).transpose()));
    print_json({{"angles_deg", triple(kDegrees * angles)},
                {"foot_m", triple(foot)},
                {"knee_deg", kDegrees * knee->angle},
                {"jacobian_m_per_rad", rows}});
  } else {
    std::cout << fmt::format("foot {:.4f} m ahead, {:.4f} m out, {:.4f} m down; knee at {:.3f} deg\n",
                             foot[0], foot[1], foot[2], kDegrees * knee->angle);
  }
  return kExitOk;
}

/// Prints the angles for a position, or those of the nearest point that is reached, which is kExitFailed.
int inverse(const LegArguments& a, const FourBarLeg& leg) {
  const Vec3 target = three_numbers("--ik", a.ik, {-10.0, 10.0, false, "m"});
  const LegReach found = leg.reach(target);
  if (a.json)
    print_json({{"target_m", triple(target)},
                {"reached", found.reached},
                {"angles_deg", triple(kDegrees * found.angles)},
                {"foot_m", triple(found.point)},
                {"distance_m", found.distance},
                {"solutions", found.solutions}});
  else
    std::cout << fmt::format(
        "{}roll {:.4f}, hip {:.4f}, knee motor {:.4f} deg\n",
        found.reached
            ? ""
            : fmt::format("out of reach; the nearest point lies {:.4f} m off: {:.4f}, {:.4f}, {:.4f} m\n",
                          found.distance, found.point[0], found.point[1], found.point[2]),
        kDegrees * found.angles[0], kDegrees * found.angles[1], kDegrees * found.angles[2]);
  if (found.reached) return kExitOk;
  print_error("the point is out of reach");
  return kExitFailed;
}

/// Draws and prints a section. Its z is upward, so `down` has the opposite sign.
int print_section(const LegArguments& a, const Section& section, const char* title, const char* along) {
  if (section.x.empty())
    throw InputError("leg", "a leg that reaches nothing", "limits with room between them");
  if (!a.plot.empty())
    write_plot(
        a.plot,
        {{title, std::string(along) + " [m]", "up [m]", {{"", section.x, section.z, ChartStyle::kPoints}}}},
        picture_size(a.size, {.width = 900, .height = 0, .columns = 1}));
  const auto [left, right] = std::minmax_element(section.x.begin(), section.x.end());
  const auto [low, high] = std::minmax_element(section.z.begin(), section.z.end());
  if (a.json)
    print_json({{"section_m2", section.area},
                {std::string(along) + "_m", {*left, *right}},
                {"down_m", {-*high, -*low}}});
  else
    std::cout << fmt::format("{}: {:.2f} cm2, {:.4f} to {:.4f} m {}, {:.4f} to {:.4f} m down\n", title,
                             1e4 * section.area, *left, *right, along, -*high, -*low);
  return kExitOk;
}

int workspace(const LegArguments& a, const FourBarLeg& leg) {
  constexpr int kGroups = 75;  // of eight points, to a side
  return print_section(a, find_section(leg, kGroups), "Where the foot reaches with the roll at 0", "ahead");
}

/// "yaw 1.2, hip 3.4 deg".
std::string named_angles(const WalkerLeg& leg, const LegAngles& angles) {
  std::string text;
  for (int k = 0; k < leg.joints(); ++k)
    text += fmt::format("{}{} {:.4f}", k > 0 ? ", " : "", leg.joint_name(k), kDegrees * angles[k]);
  return text + " deg";
}

Json degrees_of(const LegAngles& angles) {
  Json list = Json::array();
  for (int k = 0; k < angles.size(); ++k) list.push_back(kDegrees * angles[k]);
  return list;
}

/// Prints the pose of a limb's axle at the angles of its joints.
int limb_forward(const LegArguments& a, const WalkerLeg& leg) {
  if (a.fk.size() != static_cast<std::size_t>(leg.joints()))
    throw InputError("--fk", fmt::format("{} numbers", a.fk.size()),
                     fmt::format("{}, in deg: one for each joint of the limb", leg.joints()));
  LegAngles angles(leg.joints());
  for (int k = 0; k < leg.joints(); ++k)
    angles[k] =
        kDegree * parse_number("--fk", a.fk[static_cast<std::size_t>(k)], {-180.0, 180.0, false, "deg"});
  const RigidTransform foot = leg.foot(angles);
  const Vec3 at = leg.to_leg(foot.p);
  const RollPitchYaw turn = rpy_from_rotation(foot.R);
  if (a.json)
    print_json({{"angles_deg", degrees_of(angles)},
                {"foot_m", triple(at)},
                {"rpy_deg", triple(kDegrees * Vec3(turn.roll, turn.pitch, turn.yaw))}});
  else
    std::cout << fmt::format(
        "axle {:.4f} m ahead, {:.4f} m out, {:.4f} m down; roll {:.3f}, pitch {:.3f}, yaw {:.3f} deg\n",
        at[0], at[1], at[2], kDegrees * turn.roll, kDegrees * turn.pitch, kDegrees * turn.yaw);
  return kExitOk;
}

/// Solves a limb's inverse kinematics with the wheel upright and along the body.
int limb_inverse(const LegArguments& a, const WalkerLeg& leg) {
  const Vec3 target = three_numbers("--ik", a.ik, {-10.0, 10.0, false, "m"});
  const LegSolution found = leg.limb()->find({Mat3::Identity(), leg.to_body(target)});
  const Vec3 at = leg.to_leg(leg.foot(found.angles).p);
  if (a.json)
    print_json({{"target_m", triple(target)},
                {"reached", found.reached},
                {"angles_deg", degrees_of(found.angles)},
                {"foot_m", triple(at)},
                {"distance_m", found.distance}});
  else
    std::cout << (found.reached ? ""
                                : fmt::format("out of reach; it comes to within {:.4f} m: ", found.distance))
              << named_angles(leg, found.angles) << '\n';
  if (found.reached) return kExitOk;
  print_error("the point is out of reach");
  return kExitFailed;
}

/// Cells that the limb reaches from its stance with one branch of its inverse kinematics. The cells lie in
/// the upright plane through the first joint and the stance. A flood fill starts at the stance; each cell is
/// solved from the angles of the neighbour that led to it, which keeps the branch.
Section find_limb_section(const WalkerLeg& leg, int cells) {
  const SerialLimb& limb = *leg.limb();
  // No point of the limb is farther from the first joint than the sum of its links.
  double far = limb.spec().X_end.p.norm();
  for (std::size_t k = 1; k < limb.spec().joints.size(); ++k) far += limb.spec().joints[k].X_PJ.p.norm();
  const double cell = 2.0 * far / cells;
  const Vec2 to_stance(leg.stance.x(), leg.stance.y());
  const Vec2 way = to_stance.norm() > cell ? Vec2(to_stance.normalized()) : Vec2(0.0, 1.0);
  const auto place_of = [&](int row, int column) {
    const double out = -far + (column + 0.5) * cell;
    return Vec3(out * way.x(), out * way.y(), -far + (row + 0.5) * cell);
  };
  std::vector<char> seen(static_cast<std::size_t>(cells * cells), 0);
  struct Reached {
    int row, column;
    LegAngles angles;
  };
  Section section;
  const auto cell_of = [&](double at) { return static_cast<int>(std::floor((at + far) / cell)); };
  std::vector<Reached> border{{cell_of(leg.stance.z()), cell_of(to_stance.dot(way)), leg.stand().angles}};
  for (std::size_t next = 0; next < border.size(); ++next) {
    const Reached from = border[next];
    for (const auto& [down, out] : {std::pair{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      const int row = from.row + down, column = from.column + out;
      if (row < 0 || column < 0 || row >= cells || column >= cells) continue;
      char& known = seen[static_cast<std::size_t>(row * cells + column)];
      if (known) continue;
      const Vec3 at = place_of(row, column);
      const LegSolution found = limb.reach({Mat3::Identity(), leg.to_body(at)}, from.angles);
      if (!found.reached) continue;
      known = 1;
      border.push_back({row, column, found.angles});
      section.area += cell * cell;
      section.x.push_back(Vec2(at.x(), at.y()).dot(way));
      section.z.push_back(-at.z());
    }
  }
  return section;
}

/// Answers the question for a limb that is a serial chain.
int limb_of(const LegArguments& a, const LegSpec& spec) {
  const WalkerLeg leg{SerialLimb(std::get<SerialLimbSpec>(spec.dimensions)), spec.position, spec.outward,
                      spec.stance};
  constexpr int kCells = 240;  // to a side
  if (a.workspace)
    return print_section(a, find_limb_section(leg, kCells),
                         leg.limb()->holds_attitude() ? "Where the upright wheel reaches from its stance"
                                                      : "Where the wheel reaches from its stance",
                         "out");
  return a.fk.empty() ? limb_inverse(a, leg) : limb_forward(a, leg);
}

/// Checks that exactly one question is asked, and answers it for the kind of leg.
int leg_of(const LegArguments& a) {
  const int asked = !a.ik.empty() + !a.fk.empty() + a.workspace;
  if (asked != 1)
    throw InputError("grouser leg", fmt::format("{} questions", asked), "one of --ik, --fk and --workspace");
  if (!a.plot.empty() && !a.workspace)
    throw InputError("--plot", "no --workspace", "--workspace, which is what is drawn");
  const LegSpec spec = find_leg(a);
  check_outputs({{"--plot", a.plot, chart_kind(a.plot)}}, {a.walker}, replacing(a.force));
  if (spec.limb()) return limb_of(a, spec);
  const FourBarLeg leg(std::get<FourBarLegSpec>(spec.dimensions));
  if (!a.fk.empty()) return forward(a, leg);
  return a.ik.empty() ? workspace(a, leg) : inverse(a, leg);
}

}  // namespace

void declare_leg(Command& command) {
  auto& a = command.runs(leg_of);
  command.argument("WALKER", a.walker, "A walker's file, or the id of one that comes with the program");
  command.option("--leg NAME", a.leg, "Which leg; by default the first");
  command.list("--ik X Y Z", a.ik,
               "Angles that put the foot there: m ahead, outward and down from the leg's frame");
  command.list("--fk ROLL HIP KNEE", a.fk,
               "Where these angles of the motors put the foot, in deg; of a limb one for each joint");
  command.flag(
      "--workspace", a.workspace,
      "Where the foot reaches with the roll at 0, or a limb's wheel in the upright plane of its stance");
  command.option("--plot FILE", a.plot, "Draw that into this picture: .png, .svg or .pdf");
  add_picture_options(command, a.size);
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as one JSON object on standard output");
  command.footer(
      "Example: grouser leg quad_fourbar --ik 0.05 0.03 0.2\n"
      "         grouser leg quad_fourbar --workspace --plot reach.png\n"
      "Exit code 1: the point is out of reach; the nearest one is printed.");
}

}  // namespace grouser::cli
