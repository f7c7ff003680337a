// SPDX-License-Identifier: BSD-3-Clause
// A lander whose rest can be worked out by hand: a box on four pads, no ramps.
#pragma once
#include <fmt/format.h>

#include <memory>
#include <string>

#include "grouser/mission/placement/placement.hpp"

namespace grouser::test {

struct BoxLander {
  double mass = 800.0;        // kg
  double height = 0.5;        // of the centre of mass above the soles, m
  double a = 0.95, b = 1.05;  // pads at (+-a, +-b), m
  double stiffness = 3e5;     // of a pad, N/m
  double radius = 0.02;       // small: a pad is a point
  double friction = 0.5;
};

/// Ground as hard as it gets: the pad's own spring is all there is.
inline SoilParams rigid_ground() {
  SoilParams soil;
  soil.id = "rigid";
  soil.kind = SoilKind::hard;
  soil.friction_mu = 0.5;
  return soil;
}

inline std::string box_text(const BoxLander& box) {
  std::string text = fmt::format(
      "name = \"box\"\ntitle = \"box\"\nroot = \"body\"\n[pad_contact]\nstiffness = {}\ndamping = "
      "1000.0\nfriction = {}\n"
      "[[body]]\nname = \"body\"\nmass = {}\ncom = [0.0, 0.0, {}]\ninertia = [300.0, 300.0, 450.0]\n",
      box.stiffness, box.friction, box.mass, box.height);
  const char* names[] = {"front_left", "front_right", "rear_left", "rear_right"};
  for (int i = 0; i < 4; ++i)
    text += fmt::format("[[pad]]\nname = \"{}\"\nbody = \"body\"\nposition = [{}, {}, 0.0]\nradius = {}\n",
                        names[i], i < 2 ? box.a : -box.a, i % 2 == 0 ? box.b : -box.b, box.radius);
  return text;
}

inline LanderForm make_form(const BoxLander& box) {
  const TomlTable table = TomlTable::parse(box_text(box), "box.toml");
  const SoilParams soil = rigid_ground();
  return make_lander_form(read_vehicle(table), std::span(&soil, 1), "box.toml");
}

inline PlacementGround on_terrain(Terrain terrain, double gravity = 3.71) {
  PlacementGround ground;
  ground.name = "test";
  ground.terrain = std::make_shared<const Terrain>(std::move(terrain));
  ground.materials = {rigid_ground()};
  ground.gravity = gravity;
  return ground;
}

inline RestingPose rest(const LanderForm& form, const PlacementGround& ground, double x, double y,
                        double heading) {
  RestingSolver solver(form, *ground.terrain, ground.gravity);
  RestingPose pose;
  solver.solve(x, y, heading, pose);
  return pose;
}

}  // namespace grouser::test
