// SPDX-License-Identifier: BSD-3-Clause
// A plug whose radius changes in the bore of a sleeve, both free and without gravity.
#pragma once
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <numbers>
#include <string>

namespace grouser::test {

constexpr double kBore = 0.1, kSleeve = 0.1;  // radius and length, m
constexpr double kPlugLayer = 2e8;            // Pa/m, of each of the two

inline std::string write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path) << text;
  return path.string();
}

/// `{ at, section }` of a plug that is longer than the sleeve.
inline std::string plug_key(double at, double radius) {
  return fmt::format("{{ at = {}, section = [[-0.1, {}], [0.1, {}]] }}", at, radius, radius);
}

/// The middle of a vehicle's file after `layer`; more: of the mesh, and other tables.
inline std::string plug_text(const std::string& layer, const std::string& more) {
  return "units = \"SI\"\nname = \"plug\"\nroot = \"plug\"\n[[body]]\nname = \"plug\"\nmass = 5.0\n"
         "inertia = [0.03, 0.03, 0.025]\n[mesh_contact]\n" +
         fmt::format("stiffness = {}\n", kPlugLayer) + layer +
         "\n[[mesh]]\nname = \"plug\"\nbody = \"plug\"\nshape = \"turned\"\nedge = 0.009\n" + more;
}

inline std::string sleeve_text(const std::string& layer, const std::string& section) {
  return "units = \"SI\"\nname = \"sleeve\"\nroot = \"sleeve\"\n[[body]]\nname = \"sleeve\"\nmass = 4.0\n"
         "inertia = [0.04, 0.04, 0.05]\n[mesh_contact]\n" +
         fmt::format("stiffness = {}\n", kPlugLayer) + layer +
         "\n[[mesh]]\nname = \"sleeve\"\nbody = \"sleeve\"\nshape = \"turned\"\n" + section;
}

inline std::string sleeve_section() {
  const double half = 0.5 * kSleeve;
  return fmt::format("section = [[{0}, {1}], [{0}, 0.12], [{2}, 0.12], [{2}, {1}], [{0}, {1}]]\n", -half,
                     kBore, half);
}

/// In 63 facets around.
inline std::string fine_sleeve() { return "edge = 0.012\n" + sleeve_section(); }

/// Writes the scenario and its vehicles into a folder. aside: of the sleeve, m; more: tables of the scenario.
inline std::string write_plug_world(const std::filesystem::path& folder, const std::string& plug,
                                    const std::string& sleeve, double aside = 0.0,
                                    const std::string& more = "") {
  const std::string one = write_file(folder / "plug.toml", plug),
                    two = write_file(folder / "sleeve.toml", sleeve);
  const std::string at_rest = "on_ground = false\nsettle = false\n";
  return write_file(
      folder / "world.toml",
      "units = \"SI\"\nname = \"growth\"\nduration = 1.0\ngravity = 0.0\n[integration]\nstep = 1e-4\n"
      "[terrain]\nkind = \"none\"\nsoil = \"bedrock\"\n"
      "[[vehicle]]\nname = \"plug\"\nfile = \"" +
          one + "\"\n[vehicle.initial]\nposition = [0.0, 0.0, 0.0]\n" + at_rest +
          "[[vehicle]]\nname = \"sleeve\"\nfile = \"" + two +
          fmt::format("\"\n[vehicle.initial]\nposition = [{}, 0.0, 0.0]\n", aside) + at_rest + more);
}

inline const std::string kSmooth = "friction = 0.0\nsliding_friction = 0.0\nshear_stiffness = 0.0\n";
inline const std::string kRough =
    "damping = 2e4\nfriction = 0.3\nsliding_friction = 0.2\nshear_stiffness = 1e8\n";

constexpr double kSmall = 0.0995, kLarge = 0.1005;  // radii of the plug, m

inline std::string by_time() {
  return "sections = [" + plug_key(0.02, kSmall) + ", " + plug_key(0.12, kLarge) + ", " +
         plug_key(0.22, kSmall) + "]\n";
}

/// With a slider on a screw along the axis, whose coordinate from 0 to 0.1 m makes the plug large.
inline std::string by_screw(const std::string& mode) {
  return "driver = \"screw\"\nsections = [" + plug_key(0.0, kSmall) + ", " + plug_key(0.1, kLarge) +
         "]\n[[body]]\nname = \"slider\"\nmass = 0.5\ninertia = [0.001, 0.001, 0.001]\n[[joint]]\nname = "
         "\"screw\"\ntype = \"prismatic\"\nparent = \"plug\"\nchild = \"slider\"\naxis = [0.0, 0.0, 1.0]\n" +
         mode;
}
constexpr double kSpring = 100.0, kRest = 0.1;  // N/m, m: of the screw
inline const std::string kSprung = "stiffness = 100.0\nrest = 0.1\n";

}  // namespace grouser::test
