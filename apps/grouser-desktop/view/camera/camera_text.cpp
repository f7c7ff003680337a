// SPDX-License-Identifier: BSD-3-Clause
// The camera to and from text, with angles in degrees. In follow mode the target is relative to the rover,
// so that a text fits every run.
#include "view/camera/camera_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"

namespace grouser::desktop {
namespace {

constexpr double kFarthestCamera = 1e5;  // m
const std::string kParallel = ",parallel";

}  // namespace

std::string camera_text(const Camera& camera, const Vec3& rover) {
  const Vec3 target = camera.follow ? Vec3(camera.target - rover) : camera.target;
  return fmt::format("{}:{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f}{}", camera.follow ? "follow" : "fixed",
                     camera.yaw / kDegree, camera.pitch / kDegree, camera.distance, target.x(), target.y(),
                     target.z(), camera.parallel ? kParallel : "");
}

Camera parse_camera(const std::string& whole, const Vec3& rover) {
  Camera camera;
  camera.parallel = whole.ends_with(kParallel);
  const std::string text = whole.substr(0, whole.size() - (camera.parallel ? kParallel.size() : 0));
  const std::size_t colon = text.find(':');
  const std::string kind = text.substr(0, colon);
  // Six numbers and nothing behind them: "%c" would read a remainder.
  double yaw = 0.0, pitch = 0.0, x = 0.0, y = 0.0, z = 0.0;
  char rest = 0;
  const bool read = colon != std::string::npos && (kind == "follow" || kind == "fixed") &&
                    std::sscanf(text.c_str() + colon + 1, "%lf,%lf,%lf,%lf,%lf,%lf%c", &yaw, &pitch,
                                &camera.distance, &x, &y, &z, &rest) == 6;
  // Comparisons are false for NaN, so NaN is refused as well.
  const auto within = [](double value, double least, double most) { return value >= least && value <= most; };
  if (!read || !within(yaw, -1e6, 1e6) || !within(pitch, -89.0, 89.0) ||
      !within(camera.distance, 0.01, kFarthestCamera) || !(Vec3(x, y, z).norm() < 1e3 * kFarthestCamera))
    throw InputError("--view", "\"" + whole + "\"",
                     "follow: or fixed:, then YAW,PITCH,DISTANCE,X,Y,Z in degrees and m, such as "
                     "follow:212,20,4.2,0,0,0.3; at the end \",parallel\" for a view without perspective");
  camera.follow = kind == "follow";
  camera.yaw = yaw * kDegree;
  camera.pitch = pitch * kDegree;
  camera.target = Vec3(x, y, z) + (camera.follow ? rover : Vec3(Vec3::Zero()));
  return camera;
}

}  // namespace grouser::desktop
