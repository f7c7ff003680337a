// SPDX-License-Identifier: BSD-3-Clause
// Moduli at another gravity, and the notes that a run gives of it. With moduli_split = "bearing" all moduli
// follow the bearing capacity (Terzaghi 1943, N_gamma by Meyerhof 1963):
//   k (c N_c + rho g b N_gamma/2)/(c N_c + rho g0 b N_gamma/2)
// else k_phi and Reece's k2 are in proportion to gravity (docs/theory_soil.md, "Keys that add to the law").
#include "grouser/soil/laws/moduli_gravity.hpp"

#include <fmt/format.h>

#include <cmath>

namespace grouser {
namespace {

constexpr double kEarth = 9.81;      // m/s2
constexpr double kElsewhere = 0.02;  // relative; further off than any place on Earth

/// True where a gravity differs from the other by more than places on Earth do.
bool is_elsewhere(double gravity, double from) { return std::fabs(gravity / from - 1.0) > kElsewhere; }

std::string scaled_moduli_note(const SoilParams& soil, double gravity) {
  if (!is_elsewhere(gravity, soil.moduli_gravity)) return "";
  const double ratio = gravity / soil.moduli_gravity;
  const std::string what =
      soil.moduli_split == ModuliSplit::bearing
          ? fmt::format(
                "of the moduli, the share that weight has in the bearing capacity is taken {:.3g} times",
                ratio)
          : fmt::format("k_phi is taken {:.3g} times, k_c as in the file", ratio);
  return fmt::format("soil {} at {:.3g} m/s2, its moduli hold at {:.3g}: {}", soil.id, gravity,
                     soil.moduli_gravity, what);
}

}  // namespace

PressureParams moduli_of(const SoilParams& soil, double gravity, double width) {
  if (!(soil.moduli_gravity > 0.0) || soil.moduli_split == ModuliSplit::k_c) return moduli_at(soil, gravity);
  const BearingCapacity q =
      bearing_capacity(soil.cohesion, soil.phi, soil.density, soil.moduli_gravity, width);
  // A soil without strength has no shares; its moduli are in proportion to gravity.
  const double all = q.cohesion + q.weight, ratio = gravity / soil.moduli_gravity;
  const double scale = all > 0.0 ? (q.cohesion + q.weight * ratio) / all : ratio;
  PressureParams moduli = soil;
  for (double* k : {&moduli.k_c, &moduli.k_phi, &moduli.reece_k1, &moduli.reece_k2}) *k *= scale;
  return moduli;
}

std::string gravity_note(const SoilParams& soil, double gravity) {
  if (soil.kind != SoilKind::soft || soil.law == SoilLaw::rigid || !(gravity > 0.0)) return "";
  if (goes_by_rft(soil)) {
    if (!is_elsewhere(gravity, kEarth)) return "";
    return fmt::format(
        "soil {} at {:.3g} m/s2: xi_n is taken {:.3g} times that of Earth{}; measured wheels of one load "
        "lose less "
        "pull than this",
        soil.id, gravity, gravity / kEarth,
        soil.cohesion_share > 0.0 ? ", what cohesion carries as it is" : ", and cohesion carries nothing");
  }
  if (soil.moduli_gravity > 0.0) return scaled_moduli_note(soil, gravity);
  if (!is_elsewhere(gravity, kEarth)) return "";
  return fmt::format(
      "soil {} at {:.3g} m/s2: gravity acts on walls and blades alone, the moduli stay as in the file; "
      "moduli_gravity there says at which gravity they hold and scales them",
      soil.id, gravity);
}

}  // namespace grouser
