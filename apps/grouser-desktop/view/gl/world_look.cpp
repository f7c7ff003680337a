// SPDX-License-Identifier: BSD-3-Clause
// Looks of worlds, chosen by gravity: the nearest by ratio, which is the smallest difference of logarithms.
// Members in the order of WorldLook: name, gravity, sun, zenith, horizon, dome, bounce, rock, dust, haze,
// glow, settled.
#include "view/gl/world_look.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace grouser::desktop {
namespace {

constexpr float kNoHaze = 0.0f, kMarsHaze = 1.0f / 300.0f, kRoomHaze = 1.0f / 400.0f, kSettled = 0.10f;
const WorldLook kLooks[] = {{"Earth, laboratory",
                             9.81,
                             {2.05f, 2.02f, 1.98f},
                             {0.62f, 0.64f, 0.67f},
                             {0.86f, 0.87f, 0.88f},
                             {0.50f, 0.51f, 0.52f},
                             {0.15f, 0.15f, 0.15f},
                             {0.20f, 0.20f, 0.20f},
                             {0.36f, 0.36f, 0.355f},
                             kRoomHaze,
                             0.2f,
                             kSettled},
                            {"Mars",
                             3.71,
                             {2.55f, 2.22f, 1.86f},
                             {0.33f, 0.255f, 0.20f},
                             {0.74f, 0.55f, 0.39f},
                             {0.333f, 0.250f, 0.183f},
                             {0.17f, 0.105f, 0.065f},
                             {0.185f, 0.118f, 0.082f},
                             {0.405f, 0.232f, 0.136f},
                             kMarsHaze,
                             1.0f,
                             kSettled},
                            {"Moon",
                             1.62,
                             {2.9f, 2.85f, 2.78f},
                             {0.0f, 0.0f, 0.0f},
                             {0.0f, 0.0f, 0.0f},
                             {0.07f, 0.07f, 0.075f},
                             {0.10f, 0.098f, 0.095f},
                             {0.13f, 0.128f, 0.125f},
                             {0.29f, 0.285f, 0.275f},
                             kNoHaze,
                             0.0f,
                             kSettled},
                            {"Europa",
                             1.31,
                             {1.9f, 1.88f, 1.84f},
                             {0.0f, 0.0f, 0.0f},
                             {0.0f, 0.0f, 0.0f},
                             {0.08f, 0.085f, 0.095f},
                             {0.16f, 0.165f, 0.17f},
                             {0.42f, 0.36f, 0.30f},
                             {0.74f, 0.78f, 0.82f},
                             kNoHaze,
                             0.0f,
                             kSettled},
                            {"small body",
                             0.005,
                             {2.9f, 2.85f, 2.78f},
                             {0.0f, 0.0f, 0.0f},
                             {0.0f, 0.0f, 0.0f},
                             {0.05f, 0.05f, 0.055f},
                             {0.07f, 0.068f, 0.065f},
                             {0.085f, 0.08f, 0.075f},
                             {0.19f, 0.18f, 0.168f},
                             kNoHaze,
                             0.0f,
                             kSettled}};

const WorldLook kOrbit = {"orbit",
                          0.0,
                          {2.2f, 2.17f, 2.12f},
                          {0.0f, 0.0f, 0.0f},
                          {0.0f, 0.0f, 0.0f},
                          {0.19f, 0.194f, 0.205f},
                          {0.19f, 0.194f, 0.205f},
                          {0.0f, 0.0f, 0.0f},
                          {0.0f, 0.0f, 0.0f},
                          kNoHaze,
                          0.0f,
                          0.0f};

}  // namespace

const WorldLook& orbit_look() { return kOrbit; }

const WorldLook& world_look(double gravity) {
  constexpr double kLeast = 1e-9;  // m/s2
  const auto distance = [&](const WorldLook& look) {
    return std::fabs(std::log(std::max(gravity, kLeast) / look.gravity));
  };
  return *std::min_element(std::begin(kLooks), std::end(kLooks),
                           [&](const WorldLook& a, const WorldLook& b) { return distance(a) < distance(b); });
}

}  // namespace grouser::desktop
