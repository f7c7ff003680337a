// SPDX-License-Identifier: BSD-3-Clause
// A small rover over wavy ground, made by hand: lets the view and the panels be tested without a simulation.
#pragma once
#include <cmath>
#include <memory>

#include "grouser/simulation/step/frame.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"

namespace grouser::test {

inline std::shared_ptr<const Terrain> demo_terrain() {
  HeightfieldSpec spec;
  spec.columns = spec.rows = 241;
  spec.cell = 0.25;
  spec.west = -30.0;
  spec.north = 30.0;
  for (int row = 0; row < spec.rows; ++row) {
    for (int column = 0; column < spec.columns; ++column) {
      const double x = spec.west + column * spec.cell, y = spec.north - row * spec.cell;
      const double away = 1.0 - std::exp(-(x * x + y * y) / 60.0);
      spec.offsets.push_back(static_cast<float>(0.55 * std::sin(0.35 * x) * std::cos(0.3 * y + 0.5) * away));
    }
  }
  RigidShape step;
  step.name = "step";
  step.pose.p = Vec3(1.7, 0.9, 0.05);
  step.half = Vec3(0.6, 0.5, 0.15);
  return std::make_shared<Terrain>(std::make_shared<Heightfield>(std::move(spec)), 0,
                                   std::vector<RigidShape>{step});
}

inline VisualShape demo_shape(int body, VisualKind kind, Vec3 p, Vec3 size, std::array<double, 3> colour) {
  VisualShape shape;
  shape.body = body;
  shape.kind = kind;
  shape.pose.p = p;
  shape.size = size;
  shape.colour = colour;
  return shape;
}

inline std::shared_ptr<const Scene> demo_scene() {
  auto scene = std::make_shared<Scene>();
  scene->name = "demo";
  scene->title = "Demonstration";
  scene->duration = 10.0;
  scene->step = 0.01;
  scene->body_names = {"chassis"};
  scene->visuals.push_back(
      demo_shape(0, VisualKind::box, {0, 0, 0.55}, {0.9, 0.62, 0.26}, {0.75, 0.72, 0.66}));
  scene->visuals.push_back(
      demo_shape(0, VisualKind::panel, {-0.05, 0, 0.72}, {1.25, 1.5, 0.02}, {0.1, 0.1, 0.3}));
  scene->visuals.push_back(
      demo_shape(0, VisualKind::cylinder, {0.35, 0, 1.15}, {0.05, 0.24, 0}, {0.85, 0.85, 0.85}));
  VisualShape mast = demo_shape(0, VisualKind::tube, {0.35, 0, 0.7}, {0.025, 0, 0}, {0.8, 0.8, 0.8});
  mast.end = Vec3(0.35, 0, 1.12);
  scene->visuals.push_back(mast);
  const char* names[] = {"front_left",   "front_right", "middle_left",
                         "middle_right", "rear_left",   "rear_right"};
  for (int w = 0; w < 6; ++w) {
    const double x = 0.7 - 0.7 * (w / 2), y = w % 2 == 0 ? 0.6 : -0.6;
    scene->body_names.push_back(names[w]);
    scene->wheel_names.push_back(names[w]);
    scene->wheel_bodies.push_back(w + 1);
    scene->wheel_radii.push_back(0.142);
    VisualShape wheel =
        demo_shape(w + 1, VisualKind::wheel, Vec3::Zero(), {0.142, 0.11, 0.008}, {0.35, 0.35, 0.37});
    wheel.count = 12;
    scene->visuals.push_back(wheel);
    VisualShape arm =
        demo_shape(0, VisualKind::tube, {x * 0.5, y * 0.6, 0.5}, {0.022, 0, 0}, {0.8, 0.78, 0.7});
    arm.end = Vec3(x, y * 0.82, 0.15);
    scene->visuals.push_back(arm);
    const std::string base = "wheel/" + std::string(names[w]) + "/";
    scene->channels.push_back({base + "load", "N", "normal load"});
    scene->channels.push_back({base + "sinkage", "m", "sinkage"});
    scene->channels.push_back({base + "slip", "-", "slip"});
  }
  scene->channels.push_back({"chassis/speed", "m/s", "forward speed"});
  scene->shown_channels = {"wheel/front_left/load", "wheel/rear_left/load", "chassis/speed"};
  scene->notes = {"soil es_1 is provisional: a stand-in chosen by material"};
  scene->terrain = demo_terrain();
  return scene;
}

/// The rover at `time`, rolling along x at 0.1 m/s.
inline Frame demo_frame(const Scene& scene, double time) {
  Frame frame;
  frame.time = time;
  frame.step = static_cast<std::int64_t>(std::llround(time / scene.step));
  const double x = 0.1 * time - 0.5;
  const auto ground = [&](double px, double py) {
    HeightSample s;
    return scene.terrain->height(px, py, s) ? s.z : 0.0;
  };
  frame.body_poses.push_back({Mat3::Identity(), Vec3(x, 0, ground(x, 0))});
  for (int w = 0; w < 6; ++w) {
    const double wx = x + 0.7 - 0.7 * (w / 2), wy = w % 2 == 0 ? 0.6 : -0.6;
    const Mat3 R = rotation_about(Vec3::UnitY(), (x + 0.5) / 0.142);
    frame.body_poses.push_back({R, Vec3(wx, wy, ground(wx, wy) + 0.135)});
    const double load = 250.0 + 40.0 * std::sin(3.0 * time + w);
    frame.contact_forces.push_back({Vec3(wx, wy, ground(wx, wy)), Vec3(15.0, 0.0, load)});
    frame.channels.insert(frame.channels.end(), {load, 0.008 + 0.002 * std::sin(time + w), 0.1});
  }
  frame.channels.push_back(0.1);
  return frame;
}

inline std::shared_ptr<const GroundMemory> demo_ground(double time) {
  auto ground = std::make_shared<GroundMemory>();
  const double front = 0.1 * time + 0.2;
  ground->reserve_ahead(front - 1.0, 0.0, 4.0);
  for (double x = front - 3.0; x < front; x += 0.01) {
    for (const double side : {-0.6, 0.6}) {
      for (double y = -0.055; y <= 0.055; y += 0.01)
        ground->deposit(x, side + y, 0.012 + 0.003 * std::sin(40.0 * x));
    }
  }
  return ground;
}

}  // namespace grouser::test
