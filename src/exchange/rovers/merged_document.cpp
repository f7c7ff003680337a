// SPDX-License-Identifier: BSD-3-Clause
// A URDF that carries the vehicle's own file describes it twice. The carried file is read and described
// again; each number in which the URDF differs by more than rounding was edited there, and becomes an
// override of the carried file. Names, types and the tree of joints may not differ. Edited forms, efforts,
// speeds, mimics and the vehicle's name are not taken over, and a line each says so.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "grouser/base/error.hpp"
#include "grouser/base/toml_input.hpp"
#include "grouser/exchange/rovers/rover_export.hpp"
#include "grouser/math/units.hpp"
#include "grouser/vehicle/spec/vehicle_document.hpp"

namespace grouser {
namespace {

/// Numbers that differ by less than this share are the same: programs write URDF with 12 digits and more.
constexpr double kSameNumber = 1e-10;

/// Whether two numbers agree to rounding, relative to the larger of them or to `size`.
bool is_same(double a, double b, double size) {
  return a == b || std::abs(a - b) <= kSameNumber * std::max({size, std::abs(a), std::abs(b)});
}
bool is_same(const Vec3& a, const Vec3& b, double size) {
  return (a - b).norm() <= kSameNumber * std::max(size, a.norm());
}

bool is_same(const std::optional<DescribedMimic>& a, const std::optional<DescribedMimic>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->joint == b->joint && is_same(a->multiplier, b->multiplier, 0.0) &&
         is_same(a->offset, b->offset, 0.0);
}

/// Whether two forms agree. A mesh outside of the vehicle's folder is named from the URDF's folder there, so
/// its name alone counts.
bool is_same(const DescribedForm& edited, const DescribedForm& known) {
  if (edited.kind != known.kind || edited.colour.has_value() != known.colour.has_value()) return false;
  for (std::size_t k = 0; known.colour && k < known.colour->size(); ++k)
    if (!is_same((*edited.colour)[k], (*known.colour)[k], 1.0)) return false;
  const std::filesystem::path now = edited.file, before = known.file;
  const bool outside = !before.empty() && *before.begin() == "..";
  return (outside ? now.filename() == before.filename() : now == before) &&
         is_same(edited.size, known.size, 0.0) && is_same(edited.radius, known.radius, 0.0) &&
         is_same(edited.length, known.length, 0.0) && is_same(edited.scale, known.scale, 0.0) &&
         is_same(edited.pose.p, known.pose.p, 1.0) && (edited.pose.R - known.pose.R).norm() <= kSameNumber;
}
bool is_same(const std::vector<DescribedForm>& edited, const std::vector<DescribedForm>& known) {
  return std::ranges::equal(edited, known,
                            [](const DescribedForm& a, const DescribedForm& b) { return is_same(a, b); });
}

/// "[1, 2, 3]" as TOML writes it.
std::string list_text(std::initializer_list<double> values) {
  std::string text;
  for (const double value : values) text += fmt::format("{}{}", text.empty() ? "" : ", ", value);
  return "[" + text + "]";
}
std::string vector_text(const Vec3& v) { return list_text({v.x(), v.y(), v.z()}); }

/// Compares a file with what it carries, and gathers the keys that are to change.
class DocumentMerge {
 public:
  /// `left_out` gets a line per edit that is not taken over.
  DocumentMerge(const RoverDescription& file, const RoverDescription& carried,
                std::vector<std::string>& left_out)
      : file_(file), carried_(carried), left_out_(left_out) {}
  std::vector<Override> changes();

 private:
  /// Refuses links or joints that only one of the two descriptions has.
  template <class Part>
  void check_names(const std::vector<Part>& edited, const std::vector<Part>& known, const char* what) const;
  /// Notes mass, centre of mass, inertia and forms that changed.
  void link(const DescribedLink& edited, const DescribedLink& known);
  /// Notes position, turn, axis, limits, damping, friction, mimic, effort and speed that changed.
  void joint(const DescribedJoint& edited, const DescribedJoint& known);
  void set(const std::string& key, const std::string& value, const std::string& place) {
    changes_.push_back({key, value, place});
  }
  void leave_out(const std::string& what, const std::string& place) {
    left_out_.push_back(fmt::format(
        "{} at {}, edited: change it in the vehicle's own file, which <grouser> holds", what, place));
  }

  const RoverDescription& file_;
  const RoverDescription& carried_;
  std::vector<std::string>& left_out_;
  std::vector<Override> changes_;
};

template <class Part>
void DocumentMerge::check_names(const std::vector<Part>& edited, const std::vector<Part>& known,
                                const char* what) const {
  const std::string expected =
      "the links and joints that <grouser> knows, or --plain to import the file without it";
  for (const Part& part : edited)
    if (std::ranges::find(known, part.name, &Part::name) == known.end())
      throw InputError(part.place, fmt::format("{} '{}', which <grouser> does not know", what, part.name),
                       expected);
  for (const Part& part : known)
    if (std::ranges::find(edited, part.name, &Part::name) == edited.end())
      throw InputError(file_.carried->place,
                       fmt::format("no {} '{}', which <grouser> knows", what, part.name), expected);
}

void DocumentMerge::link(const DescribedLink& edited, const DescribedLink& known) {
  const std::string key = "body." + known.name + ".";
  if (!is_same(edited.mass, known.mass, 0.0)) set(key + "mass", fmt::format("{}", edited.mass), edited.place);
  if (!is_same(edited.com, known.com, 1.0)) set(key + "com", vector_text(edited.com), edited.place);
  const Mat3& i = edited.inertia;
  if ((i - known.inertia).norm() > kSameNumber * known.inertia.norm())
    set(key + "inertia", list_text({i(0, 0), i(1, 1), i(2, 2), i(0, 1), i(0, 2), i(1, 2)}), edited.place);
  if (!is_same(edited.visuals, known.visuals) || !is_same(edited.collisions, known.collisions))
    leave_out(fmt::format("forms of link '{}'", known.name), edited.place);
}

void DocumentMerge::joint(const DescribedJoint& edited, const DescribedJoint& known) {
  // URDF writes ball and universal joints as floating, so the three count as one type.
  const auto word = [](const DescribedJoint& j) {
    const bool none = j.type == DescribedJointType::ball || j.type == DescribedJointType::universal;
    return none ? DescribedJointType::floating : j.type;
  };
  if (word(edited) != word(known) || edited.parent != known.parent || edited.child != known.child)
    throw InputError(
        edited.place,
        fmt::format("joint '{}' of another type or between other links than <grouser> has it", edited.name),
        "the joint as it was, or --plain to import the file without <grouser>");
  const std::string key = "joint." + known.name + ".";
  if (!is_same(edited.X_PJ.p, known.X_PJ.p, 1.0))
    set(key + "position", vector_text(edited.X_PJ.p), edited.place);
  if ((edited.X_PJ.R - known.X_PJ.R).norm() > kSameNumber) {
    const RollPitchYaw rpy = steady_rpy(edited.X_PJ.R);
    set(key + "rpy_deg", list_text({kDegrees * rpy.roll, kDegrees * rpy.pitch, kDegrees * rpy.yaw}),
        edited.place);
  }
  if (!is_same(edited.mimic, known.mimic))
    leave_out(fmt::format("<mimic> of joint '{}'", known.name), edited.place);
  // Only joints of one coordinate have an axis, limits and losses.
  const bool slides = known.type == DescribedJointType::prismatic;
  if (!known.turns() && !slides) return;
  if (!is_same(edited.axis, known.axis, 1.0)) set(key + "axis", vector_text(edited.axis), edited.place);
  // Limits are rad or m in the description, degrees or m in the document.
  const auto limit = [&](const char* name, double now, double before) {
    constexpr double kNone = 1e8;  // the writer's stand-in for no limit is larger
    if (std::abs(now) > kNone && !std::isfinite(before)) return;
    if (!is_same(now, before, 0.0))
      set(key + name + (slides ? "" : "_deg"), fmt::format("{}", slides ? now : kDegrees * now),
          edited.place);
  };
  if (known.type != DescribedJointType::continuous)
    limit("lower", edited.lower, known.lower), limit("upper", edited.upper, known.upper);
  if (!is_same(edited.damping, known.damping, 0.0))
    set(key + "damping", fmt::format("{}", edited.damping), edited.place);
  if (!is_same(edited.friction, known.friction, 0.0))
    set(key + "friction", fmt::format("{}", edited.friction), edited.place);
  if (!is_same(edited.effort, known.effort, 0.0) || !is_same(edited.velocity, known.velocity, 0.0))
    leave_out(fmt::format("effort or velocity of joint '{}'", known.name), edited.place);
}

std::vector<Override> DocumentMerge::changes() {
  if (file_.name != carried_.name) leave_out(fmt::format("name '{}' of the robot", file_.name), file_.file);
  check_names(file_.links, carried_.links, "link");
  check_names(file_.joints, carried_.joints, "joint");
  for (const DescribedLink& edited : file_.links) link(edited, *carried_.link(edited.name));
  for (const DescribedJoint& edited : file_.joints) joint(edited, *carried_.joint(edited.name));
  return std::move(changes_);
}

}  // namespace

std::string merged_document(const RoverDescription& rover, const OpenMesh& open,
                            std::vector<std::string>& changes, std::vector<std::string>& left_out) {
  // The rover as the carried document describes it, to compare the URDF with.
  const std::string place = rover.carried->place + ": <grouser>";
  const VehicleSpec vehicle = read_vehicle_document(
      {.name = "carried.toml", .text = rover.carried->text, .place = place, .open_mesh = open});
  const std::vector<Override> edits = DocumentMerge(rover, describe_vehicle(vehicle), left_out).changes();
  if (edits.empty()) return rover.carried->text;
  TomlTable table = TomlTable::parse(rover.carried->text, place);
  for (const Override& edit : edits) {
    table.set(edit);
    changes.push_back(fmt::format("{} = {} ({})", edit.key, edit.value, edit.origin));
  }
  return table.to_text();
}

}  // namespace grouser
