// SPDX-License-Identifier: BSD-3-Clause
// Writes a vehicle file from a few numbers. Equal loads on level ground follow from statics alone: with a
// wheel's share W of the weight, a bogie that carries wheel A at x = a with the weight w_A below its pivot,
// and B at b with w_B, is balanced at the pivot x_p = ((W - w_A) a + (W - w_B) b) / (2 W - w_A - w_B), and
// the whole is balanced where its centre of mass lies in the mean of the hubs, which is the origin.
#include "grouser/mission/rover/rover_template.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "grouser/base/error.hpp"
#include "grouser/math/types.hpp"

namespace grouser {
namespace {

// Shares of the mass, as the shipped rocker-bogie rover splits its own.
constexpr double kWheelShare = 0.02, kSteerShare = 0.01, kArmShare = 0.03, kBogieShare = 0.02;

/// A recipe whose numbers are all set, and the sentences on those that were not given.
struct FilledRecipe {
  RoverRecipe r;
  std::vector<std::string> assumed;
};

/// Throws InputError for a key of the recipe unless `right`.
void require(bool right, const char* key, const std::string& found, const std::string& expected) {
  if (!right) throw InputError(key, found, expected);
}

/// Refuses a name that is no word, suspensions that do not fit the number of wheels, and numbers out of
/// range.
void check_recipe(const RoverRecipe& r) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  require(!r.name.empty() && r.name.size() <= 64 && std::all_of(r.name.begin(), r.name.end(), letter), "name",
          "'" + r.name + "'", "small letters, digits and underscores, as my_rover");
  const bool six = r.wheels == 6, four = r.wheels == 4;
  require(six || four, "wheels", fmt::format("{}", r.wheels), "4 or 6");
  const bool needs_six =
      r.suspension == RoverSuspension::rocker_bogie || r.suspension == RoverSuspension::triple_bogie;
  const char* const word = kRoverSuspensions[static_cast<int>(r.suspension)];
  require(!needs_six || six, "suspension", fmt::format("{} with {} wheels", word, r.wheels),
          "6 wheels, or the suspension rocker or rigid");
  require(r.suspension != RoverSuspension::rocker || four, "suspension",
          fmt::format("rocker with {} wheels", r.wheels),
          "4 wheels, or the suspension rocker-bogie, triple-bogie or rigid");
  const auto within = [](const char* key, double value, double low, double high, const char* unit) {
    require(value >= low && value <= high, key, fmt::format("{:g} {}", value, unit),
            fmt::format("{:g} to {:g} {}", low, high, unit));
  };
  within("mass", r.mass, 0.1, 1e5, "kg");
  within("gravity", r.gravity, 1e-3, 100.0, "m/s2");
}

/// Takes a length (m) as given, or assumes `otherwise`, rounded to 1 mm, and notes that it is assumed.
void fill(FilledRecipe& filled, double RoverRecipe::*member, const char* key, double otherwise) {
  double& value = filled.r.*member;
  if (std::isnan(value)) {
    value = std::round(otherwise * 1e3) / 1e3;
    filled.assumed.push_back(fmt::format("{} {:g} m", key, value));
  }
  require(value >= 1e-3 && value <= 100.0, key, fmt::format("{:g} m", value), "0.001 to 100 m");
}

/// The recipe with all lengths set, in an order in which each may depend on those before; refuses wheels
/// that overlap.
FilledRecipe filled_recipe(const RoverRecipe& recipe) {
  check_recipe(recipe);
  FilledRecipe filled{recipe, {}};
  RoverRecipe& r = filled.r;
  const double size = std::cbrt(r.mass / 899.0);  // of Curiosity's lengths
  fill(filled, &RoverRecipe::wheel_radius, "wheel radius", 0.25 * size);
  fill(filled, &RoverRecipe::wheel_width, "wheel width", 1.2 * r.wheel_radius);
  fill(filled, &RoverRecipe::wheelbase, "wheelbase", 2.26 * size);
  fill(filled, &RoverRecipe::track, "track", 2.13 * size);
  fill(filled, &RoverRecipe::clearance, "clearance below the chassis", 2.6 * r.wheel_radius);
  // Hubs of one side are this far apart, m.
  const double apart = r.wheelbase / (r.wheels / 2 - 1);
  require(apart > 2.0 * r.wheel_radius, "wheelbase",
          fmt::format("{:g} m: wheels {:g} m apart overlap", r.wheelbase, apart),
          fmt::format("more than {:g} m", 2.0 * r.wheel_radius * (r.wheels / 2 - 1)));
  require(r.track > r.wheel_width, "track", fmt::format("{:g} m: left and right wheels overlap", r.track),
          fmt::format("more than the wheels' width of {:g} m", r.wheel_width));
  return filled;
}

/// Writes the file: bodies and joints by their places in the chassis' frame, whose origin is on the ground in
/// the mean of the hubs, x ahead, y left, z up.
class RoverWriter {
 public:
  explicit RoverWriter(const FilledRecipe& filled) : f_(filled), r_(filled.r), shared_(r_.mass) {}

  std::string write() {
    lay_wheels();
    count_masses();
    std::string parts;
    // Parts are written before the chassis, which gets the rest of the mass.
    switch (r_.suspension) {
      case RoverSuspension::rocker_bogie:
        parts = rocker_bogie();
        break;
      case RoverSuspension::triple_bogie:
        parts = triple_bogie();
        break;
      case RoverSuspension::rocker:
        parts = rockers();
        break;
      case RoverSuspension::rigid:
        parts = rigid();
        break;
    }
    return head() + chassis() + parts + wheel_list();
  }

 private:
  struct Wheel {
    std::string name;
    Vec3 hub;
    bool steered = false;
  };
  using Place = Vec3;

  double wheel_mass() const { return kWheelShare * r_.mass; }
  double steer_mass() const { return kSteerShare * r_.mass; }
  double height_of_pivots() const { return r_.clearance + 0.9 * r_.wheel_radius; }
  /// Mass of a wheel and what steers it.
  double hung(const Wheel& w) const { return wheel_mass() + (w.steered ? steer_mass() : 0.0); }
  /// Mass that stands on each wheel.
  double share() const { return r_.mass / r_.wheels; }

  /// Wheels from front to rear, left before right, evenly spaced along the wheelbase.
  void lay_wheels() {
    const std::array<const char*, 3> six = {"front", "middle", "rear"};
    const int rows = r_.wheels / 2;
    for (int row = 0; row < rows; ++row)
      for (const bool left : {true, false}) {
        const char* const word =
            rows == 2 ? (row == 0 ? "front" : "rear") : six[static_cast<std::size_t>(row)];
        const double x = r_.wheelbase * (0.5 - double(row) / (rows - 1));
        const bool corner = row == 0 || row == rows - 1;
        const bool steered =
            r_.steering == RoverSteering::all || (r_.steering == RoverSteering::corners && corner);
        wheels_.push_back({fmt::format("{}_{}", word, left ? "left" : "right"),
                           {x, (left ? 0.5 : -0.5) * r_.track, r_.wheel_radius},
                           steered});
      }
  }
  /// Takes the wheels' masses off the chassis' share.
  void count_masses() {
    for (const Wheel& w : wheels_) take(hung(w), w.hub.x());
  }
  /// A mass that the chassis has not, at x; the chassis balances all of them about the origin.
  void take(double mass, double x) { shared_ -= mass, moment_ += mass * x; }

  /// A vector as TOML; adding 0.0 turns -0 into 0.
  static std::string triple(const Vec3& v) {
    return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", v.x() + 0.0, v.y() + 0.0, v.z() + 0.0);
  }
  /// Principal moments of a box of uniform density, kg m2.
  static Vec3 box_inertia(double mass, const Vec3& size) {
    const Vec3 s = size.cwiseProduct(size);
    return mass / 12.0 * Vec3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y());
  }
  /// A [[body]] with mass in kg, centre of mass in m and principal moments in kg m2.
  static std::string body(const std::string& name, double mass, const Vec3& com, const Vec3& inertia) {
    return fmt::format(
        "\n[[body]]  # mass and inertia assumed\nname = \"{}\"\nmass = {:.6g}  # kg\ncom = {}  # m\ninertia "
        "= {}  # kg m2\n",
        name, mass, triple(com), triple(inertia));
  }
  /// A joint; `at` in the frame of its parent.
  static std::string joint(const std::string& name, const std::string& parent, const std::string& child,
                           const Vec3& at, const Vec3& axis, const std::string& rest) {
    return fmt::format(
        "\n[[joint]]\nname = \"{}\"\ntype = \"revolute\"\nparent = \"{}\"\nchild = \"{}\"\nposition = {}  # "
        "m\naxis = {}\n{}",
        name, parent, child, triple(at), triple(axis), rest);
  }
  /// A passive pivot with stops. Damping and stops grow with mass times length.
  std::string pivot(double limit_deg, double damping_share) const {
    // Relative to Curiosity, whose damping and stops these are.
    const double effort = r_.mass * r_.wheelbase / (899.0 * 2.26);
    return fmt::format(
        "mode = \"dynamic\"\ndamping = {:.3g}  # N m s/rad, assumed\nlower_deg = {:g}  # assumed\nupper_deg "
        "= {:g}  # assumed\n"
        "limit_stiffness = {:.3g}  # N m/rad, assumed\nlimit_damping = {:.3g}  # N m s/rad, assumed\n",
        20.0 * effort * damping_share, -limit_deg, limit_deg, 4e4 * effort * damping_share,
        1e3 * effort * damping_share);
  }
  /// The coupling of two rockers that turns them in opposite directions.
  static std::string differential(const std::string& left, const std::string& right) {
    return fmt::format(
        "\n[[coupling]]  # one side goes up by what the other goes down\nname = \"differential\"\ndependent "
        "= \"{}\"\n"
        "independent = \"{}\"\nratio = -1.0\n",
        right, left);
  }

  /// The wheel with its drive and its steering, on a parent whose frame has its origin at `origin`.
  std::string mounted(const Wheel& w, const std::string& parent, const Place& origin) const {
    const double r = r_.wheel_radius, above = 1.84 * r;  // m: the steering's joint over the hub
    std::string text, carrier = parent;
    Vec3 at = w.hub - origin;
    // A steered wheel hangs on a steering body, whose joint lies above the hub.
    if (w.steered) {
      carrier = "steering_" + w.name;
      text += body(carrier, steer_mass(), {0.0, 0.0, -0.22 * above},
                   box_inertia(steer_mass(), {0.6 * r, 0.6 * r, 1.4 * r}));
      text += joint("steer_" + w.name, parent, carrier, at + above * Vec3::UnitZ(), Vec3::UnitZ(),
                    "mode = \"prescribed\"\n");
      at = -above * Vec3::UnitZ();
    }
    // Moment of the wheel about its axle, then about the other two axes.
    const double m = wheel_mass(), spin = 0.75 * m * r * r;  // between a disc's 0.5 and a rim's 1
    const double across = 0.5 * spin + m * r_.wheel_width * r_.wheel_width / 12.0;
    text += body("wheel_" + w.name, m, Vec3::Zero(), {across, spin, across});
    text +=
        joint("drive_" + w.name, carrier, "wheel_" + w.name, at, Vec3::UnitY(), "mode = \"prescribed\"\n");
    return text;
  }
  /// Coordinate of a bogie's pivot between two wheels along an axis, so that both bear the same load, m.
  double balanced(const Wheel& a, const Wheel& b, int axis) const {
    const double up_a = share() - hung(a), up_b = share() - hung(b);
    return (up_a * a.hub[axis] + up_b * b.hub[axis]) / (up_a + up_b);
  }
  /// A bogie lengthwise with two wheels, on a parent whose frame has its origin at `origin`.
  std::string bogie(const std::string& name, const std::string& parent, const Place& origin, const Wheel& a,
                    const Wheel& b) {
    const double m = kBogieShare * r_.mass, length = std::fabs(a.hub.x() - b.hub.x());
    const Place at(balanced(a, b, 0), 0.8 * a.hub.y(), 2.5 * r_.wheel_radius);
    take(m, at.x());
    return body(name, m, Vec3::Zero(), box_inertia(m, {length, 0.4 * r_.wheel_radius, r_.wheel_radius})) +
           joint(name, parent, name, at - origin, Vec3::UnitY(), pivot(35.0, 0.5)) + mounted(a, name, at) +
           mounted(b, name, at);
  }
  /// A rocker arm on the chassis at y (m), with its pivot above the origin.
  std::string arm(const std::string& name, double y) {
    const double m = kArmShare * r_.mass;
    take(m, 0.0);
    return body(name, m, Vec3::Zero(),
                box_inertia(m, {0.7 * r_.wheelbase, r_.wheel_radius, r_.wheel_radius})) +
           joint(name, "chassis", name, {0.0, y, height_of_pivots()}, Vec3::UnitY(), pivot(25.0, 1.0));
  }

  /// Front wheels on two rockers, a bogie with the middle and rear wheel on each, and a differential.
  std::string rocker_bogie() {
    std::string text;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const std::string word = side == 0 ? "left" : "right";
      const Place at(0.0, (side == 0 ? 0.28 : -0.28) * r_.track, height_of_pivots());
      text += arm(word + "_rocker", at.y()) + mounted(wheels_[side], word + "_rocker", at) +
              bogie(word + "_bogie", word + "_rocker", at, wheels_[2 + side], wheels_[4 + side]);
    }
    return text + differential("left_rocker", "right_rocker");
  }
  /// Bogies lengthwise with the front and middle wheels, and one across with the rear wheels.
  std::string triple_bogie() {
    const double m = kBogieShare * r_.mass;
    const Wheel &left = wheels_[4], &right = wheels_[5];
    const Place at(left.hub.x(), 0.0, 2.5 * r_.wheel_radius);
    take(m, at.x());
    return bogie("left_bogie", "chassis", Vec3::Zero(), wheels_[0], wheels_[2]) +
           bogie("right_bogie", "chassis", Vec3::Zero(), wheels_[1], wheels_[3]) +
           body("rear_bogie", m, Vec3::Zero(),
                box_inertia(m, {0.4 * r_.wheel_radius, r_.track, r_.wheel_radius})) +
           joint("rear_bogie", "chassis", "rear_bogie", at, Vec3::UnitX(), pivot(25.0, 0.5)) +
           mounted(left, "rear_bogie", at) + mounted(right, "rear_bogie", at);
  }
  /// An arm with two wheels on each side, and a differential.
  std::string rockers() {
    std::string text;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const std::string name = side == 0 ? "left_arm" : "right_arm";
      const Place at(0.0, (side == 0 ? 0.28 : -0.28) * r_.track, height_of_pivots());
      text += arm(name, at.y()) + mounted(wheels_[side], name, at) + mounted(wheels_[2 + side], name, at);
    }
    return text + differential("left_arm", "right_arm");
  }
  /// All wheels on the chassis.
  std::string rigid() {
    std::string text;
    for (const Wheel& w : wheels_) text += mounted(w, "chassis", Vec3::Zero());
    return text;
  }

  /// The chassis has the rest of the mass, where it brings the whole's centre of mass over the origin. It
  /// is written after the parts have taken their masses.
  std::string chassis() const {
    const double high = 1.8 * r_.wheel_radius;
    const Vec3 size(0.7 * r_.wheelbase, 0.5 * r_.track, high);
    return body("chassis", shared_, {-moment_ / shared_, 0.0, r_.clearance + 0.5 * high},
                box_inertia(shared_, size));
  }
  /// Title, assumptions and the common [wheel]: its stiffness gives 2.4 % of the radius under an even share
  /// of the weight.
  std::string head() const {
    const double k = share() * r_.gravity / (0.024 * r_.wheel_radius);
    const double damping = 0.5 * std::sqrt(k * share());
    std::string assumed;
    for (const std::string& line : f_.assumed) assumed += fmt::format("  \"{}\",\n", line);
    return fmt::format(
        "# {} with {} wheels, {:g} kg, made by `grouser rover new`. Chassis frame: x forward, y left, z up; "
        "origin on the\n"
        "# ground in the middle of the wheels. Places are chosen so that all wheels bear the same load on "
        "level ground.\n"
        "units = \"SI\"\nname = \"{}\"\ntitle = \"{}\"\nroot = \"chassis\"\nassumed = [\n{}"
        "  \"split of the mass: a wheel with its drive 2 %, a steering 1 %, an arm 3 %, a bogie 2 %; "
        "inertias of boxes\",\n"
        "  \"wheel stiffness: 2.4 % of the radius under an even share of the weight at {:g} m/s2; a quarter "
        "of critical damping\",\n"
        "  \"stops and damping of the pivots, in proportion to Curiosity's\",\n]\n"
        "\n[wheel]\nradius = {:g}  # m\nwidth = {:g}  # m\nstiffness = {:.3g}  # N/m, assumed\ndamping = "
        "{:.3g}  # N s/m, assumed\n"
        "tangential_stiffness = {:.3g}  # N/m, assumed\ngrouser_height = {:.3g}  # m, assumed\ngrouser_count "
        "= 24  # assumed\n",
        kRoverSuspensions[static_cast<int>(r_.suspension)], r_.wheels, r_.mass, r_.name, r_.name, assumed,
        r_.gravity, r_.wheel_radius, r_.wheel_width, k, damping, 0.7 * k, 0.03 * r_.wheel_radius);
  }
  /// The [[wheels]] with their drives and steerings.
  std::string wheel_list() const {
    std::string text;
    for (const Wheel& w : wheels_)
      text += fmt::format("\n[[wheels]]\nname = \"{0}\"\nbody = \"wheel_{0}\"\ndrive = \"drive_{0}\"\n{1}",
                          w.name, w.steered ? fmt::format("steer = \"steer_{}\"\n", w.name) : "");
    return text;
  }

  const FilledRecipe& f_;
  const RoverRecipe& r_;
  std::vector<Wheel> wheels_;
  double shared_ = 0.0;  ///< kg left for the chassis
  double moment_ = 0.0;  ///< of the others about the origin, kg m
};

}  // namespace

std::string rover_text(const RoverRecipe& recipe) {
  const FilledRecipe filled = filled_recipe(recipe);
  return RoverWriter(filled).write();
}

}  // namespace grouser
