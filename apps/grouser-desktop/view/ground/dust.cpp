// SPDX-License-Identifier: BSD-3-Clause
// Dust from one frame alone: the speed at which a rim slides over its ground, or at which parts come down,
// gives the strength of a source; puffs of a source have pseudo-random ages and directions, which pass with
// the time of the run.
#include "view/ground/dust.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

#include "grouser/base/hash.hpp"
#include "view/ground/ground_look.hpp"

namespace grouser::desktop {
namespace {

constexpr double kLeastSliding = 0.006,
                 kMostSliding = 0.12;  // m/s of a rim over its ground: first seen, a full cloud
constexpr double kLeastFall = 0.12, kMostFall = 1.0;  // m/s downward, of parts that touch
constexpr int kPuffs = 16;                            // of one source
constexpr double kLife = 0.9;                         // s of a puff

/// Share of a value between two ends, 0 to 1.
double part_between(double value, double least, double most) {
  return std::clamp((value - least) / (most - least), 0.0, 1.0);
}

/// A pseudo-random number from 0 to 1, the same for the same arguments.
double chance(std::size_t source, int puff, int what) {
  const auto seed = static_cast<std::uint64_t>(source) << 32 ^ static_cast<std::uint64_t>(puff) << 8 ^
                    static_cast<std::uint64_t>(what);
  return static_cast<double>(mix_bits(seed) >> 11) * 0x1p-53;
}

/// Channels of a frame by parts of their names.
class Channels {
 public:
  Channels(const Scene& scene, const Frame& frame) : scene_(scene), frame_(frame) {}
  /// NaN where there is none.
  double value(std::string_view prefix, std::string_view name) const {
    for (std::size_t k = 0; k < std::min(scene_.channels.size(), frame_.channels.size()); ++k) {
      const std::string& found = scene_.channels[k].name;
      if (found.size() == prefix.size() + name.size() && found.starts_with(prefix) && found.ends_with(name))
        return frame_.channels[k];
    }
    return std::nan("");
  }
  /// Greatest downward speed of a vehicle, m/s.
  double fall() const {
    double most = 0.0;
    for (std::size_t k = 0; k < std::min(scene_.channels.size(), frame_.channels.size()); ++k)
      if (scene_.channels[k].name.ends_with("/velocity_z")) most = std::max(most, -frame_.channels[k]);
    return most;
  }

 private:
  const Scene& scene_;
  const Frame& frame_;
};

/// A place where dust rises.
struct Source {
  Vec3 at = Vec3::Zero();
  Vec3 thrown = Vec3::Zero();  // to where, horizontal, 1 long; zero: to all sides
  double strength = 0.0;       // 0 to 1
  double size = 0.1;           // m
};

/// The puffs of a source at a time, s; `number` makes those of sources differ.
void add_puffs(const Source& source, std::size_t number, double time, std::vector<DustPuff>& puffs) {
  for (int k = 0; k < kPuffs; ++k) {
    // A puff grows, moves away, rises and falls, and fades out as it ages; it appears within a sixth of its
    // life.
    const double age = std::fmod(time / kLife + chance(number, k, 0), 1.0);
    const double turn = 2.0 * std::numbers::pi * chance(number, k, 1), far = source.size * (0.3 + 2.6 * age);
    const Vec3 aside(std::cos(turn), std::sin(turn), 0.0);
    const Vec3 away = source.thrown.isZero(0.0) ? aside : Vec3(source.thrown + 0.35 * aside);
    DustPuff puff;
    puff.radius = source.size * (0.35 + 1.0 * age);
    puff.at = source.at + far * away +
              Vec3(0.0, 0.0, 0.55 * puff.radius + source.size * (1.3 * age - 1.1 * age * age));
    puff.cover = 0.5 * source.strength * (1.0 - age) * std::min(1.0, 6.0 * age);
    puffs.push_back(puff);
  }
}

}  // namespace

bool gives_dust(const Scene& scene) {
  const GroundKind kind = ground_kind(scene.ground_soils);
  return kind == GroundKind::regolith || kind == GroundKind::sand || kind == GroundKind::earth;
}

std::vector<DustPuff> dust_puffs(const Scene& scene, const Frame& frame) {
  std::vector<DustPuff> puffs;
  if (!gives_dust(scene)) return puffs;
  const Channels channels(scene, frame);
  // One source for each part that touches the ground with a force.
  const double fall = part_between(channels.fall(), kLeastFall, kMostFall);
  for (std::size_t k = 0; k < scene.force_places.size() && k < frame.contact_forces.size(); ++k) {
    const ForcePlace& place = scene.force_places[k];
    if (frame.contact_forces[k].force.isZero(0.0)) continue;
    Source source{.at = frame.contact_forces[k].point, .strength = fall, .size = 0.2};
    const auto wheel = std::find(scene.wheel_bodies.begin(), scene.wheel_bodies.end(), place.body);
    const auto number = static_cast<std::size_t>(wheel - scene.wheel_bodies.begin());
    if (wheel != scene.wheel_bodies.end() && number < scene.wheel_radii.size()) {
      // A wheel that slips gives dust by the speed of its rim over the ground.
      const double radius = scene.wheel_radii[number], spin = channels.value(place.channels, "spin_rate");
      const double sliding = channels.value(place.channels, "slip") * std::fabs(spin) * radius;  // NaN: none
      const double slips =
          std::isnan(sliding) ? 0.0 : part_between(std::fabs(sliding), kLeastSliding, kMostSliding);
      source.size = 0.9 * radius;
      source.strength = std::max(fall, std::sqrt(slips));
      // The axle is the wheel's y: a rim that turns forward throws backward.
      const Mat3& R = frame.body_poses[static_cast<std::size_t>(place.body)].R;
      if (slips > fall) {
        const Vec3 forward = R.col(1).cross(Vec3::UnitZ());
        const Vec3 level(forward.x(), forward.y(), 0.0);
        if (level.norm() > 0.1) source.thrown = (spin > 0.0 ? -1.0 : 1.0) * level.normalized();
      }
    }
    if (source.strength > 0.0) add_puffs(source, k, frame.time, puffs);
  }
  return puffs;
}

std::vector<SoftDisc> dust_discs(const std::vector<DustPuff>& puffs, const Vec3& right, const Vec3& up) {
  std::vector<SoftDisc> discs;
  for (const DustPuff& puff : puffs)
    discs.push_back({puff.at, puff.radius * right, puff.radius * up, puff.cover});
  return discs;
}

}  // namespace grouser::desktop
