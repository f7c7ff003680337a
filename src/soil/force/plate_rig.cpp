// SPDX-License-Identifier: BSD-3-Clause
// Load over depth of a plate or a cone that is pressed straight down: a plate's curve is that of a footpad;
// a cone's is a sum over rings, each at its own depth, in closed form.
#include "grouser/soil/force/plate_rig.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "ground.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"
#include "grouser/soil/laws/rft.hpp"

namespace grouser {
namespace {

constexpr double kLargestPressed = 10.0;  // m

void check_length(const char* name, double x) {
  if (x > 0.0 && x <= kLargestPressed) return;
  throw InputError(std::string("plate rig: ") + name, std::isnan(x) ? "nothing" : fmt::format("{:g} m", x),
                   fmt::format("metres, above 0 and at most {:g}", kLargestPressed));
}

void check_pressed(const SoilParams& soil, const PressedBody& body, double gravity) {
  if (soil.kind != SoilKind::soft)
    throw InputError("plate rig: soil", "'" + soil.id + "', which is not soft", "a soft soil");
  if (body.form == PressedForm::rectangle) {
    check_length("width", body.width);
    check_length("length", body.length);
  } else {
    check_length("radius", body.radius);
  }
  constexpr double kSharpest = 5.0, kBluntest = 175.0;  // deg
  if (body.form == PressedForm::cone &&
      !(body.apex_angle >= kSharpest * kDegree && body.apex_angle <= kBluntest * kDegree))
    throw InputError("plate rig: cone", fmt::format("an apex angle of {:g} deg", body.apex_angle / kDegree),
                     fmt::format("{:g} to {:g} deg, the whole angle", kSharpest, kBluntest));
  if (!(gravity > 0.0 && gravity <= 1000.0))
    throw InputError("plate rig: gravity", fmt::format("{:g} m/s2", gravity), "above 0, m/s2");
  check_soil_for_gravity(soil, gravity, "plate rig: gravity");
}

/// Power per displacement of an element of the cone's side that goes straight down, over xi_n and its depth,
/// -.
double cone_response(const SoilParams& soil, double half_angle) {
  const rft::Element<double> side{.normal = {math::cos(half_angle), 0.0, -math::sin(half_angle)},
                                  .velocity = {0.0, 0.0, -1.0},
                                  .depth = 1.0,
                                  .friction = surface_friction_of(soil, soil.phi),
                                  .per_lift = 0.0};
  return rft::respond(side).z;
}

/// x^m, and 0 where x is not above 0.
double power_of(double x, double m) { return x > 0.0 ? math::pow(x, m) : 0.0; }

}  // namespace

PressedCurve::PressedCurve(const SoilParams& soil, const PressedBody& body, double gravity) {
  check_pressed(soil, body, gravity);
  if (body.form == PressedForm::cone)
    take_cone(soil, body, gravity);
  else
    take_plate(soil, body, gravity);
}

void PressedCurve::take_plate(const SoilParams& soil, const PressedBody& body, double gravity) {
  // Bekker's b of a disc is its radius; the Soil Contact Model takes the diameter.
  const bool disc = body.form == PressedForm::disc, scm = soil.law == SoilLaw::scm;
  area_ = disc ? std::numbers::pi * body.radius * body.radius : body.width * body.length;
  width_ = disc ? (scm ? 2.0 : 1.0) * body.radius : std::min(body.width, body.length);
  check_soil_for_width(soil, width_, "plate rig: width");
  PadLaw pad{.soil = soil,
             .radius = disc ? body.radius : 0.5 * width_,
             .stiffness = 1.0,  // the plate's own, which its curve does not have
             .gravity = gravity,
             .form = {.area = area_, .width = width_}};
  if (scm) pad.soil.law = SoilLaw::bekker;
  const contact::PadCurve curve = contact::ground_of(pad.soil).plate(pad).curve;
  plate_ = curve.flat;
  extra_ = curve.extra;
}

void PressedCurve::take_cone(const SoilParams& soil, const PressedBody& body, double gravity) {
  if (soil.law == SoilLaw::scm)
    throw InputError("plate rig: law", "a cone by the law scm", "bekker or rft, which know cones");
  const double half = 0.5 * body.apex_angle;
  area_ = std::numbers::pi * body.radius * body.radius;
  width_ = body.radius;
  tan_ = math::tan(half);
  height_ = body.radius / tan_;
  if (soil.law == SoilLaw::rft) {
    const double xi_n = rft_resistance_of(soil, soil.density, soil.phi, gravity, soil.cohesion);
    ring_ = xi_n * cone_response(soil, half) / math::sin(half);
    extra_ = cohesion_depth(soil.cohesion_share, soil.cohesion, soil.phi, xi_n);
    return;
  }
  const PressureParams moduli = moduli_at(soil, gravity);
  if (moduli.pressure_law != PressureLaw::bekker || moduli.k_c < 0.0 || !(moduli.k_phi > 0.0))
    throw InputError("plate rig: soil",
                     fmt::format("'{}' under a cone, whose rings are as narrow as its tip", soil.id),
                     "pressure_law = \"bekker\" with k_c of 0 or more and k_phi above 0");
  inner_ = moduli.k_c;
  ring_ = moduli.k_phi;
  n_ = moduli.n;
}

/// The integral of the header, in closed form; cohesion's depth only where n = 1.
double PressedCurve::cone_load(double tip) const {
  const double above = std::max(0.0, tip - height_), covered = std::min(tip, height_);
  const double sum = (power_of(tip, n_ + 1.0) - power_of(above, n_ + 1.0)) / (n_ + 1.0);
  const double moment = tip * sum - (power_of(tip, n_ + 2.0) - power_of(above, n_ + 2.0)) / (n_ + 2.0);
  return 2.0 * std::numbers::pi * tan_ *
         (inner_ * sum + ring_ * tan_ * (moment + 0.5 * extra_ * covered * covered));
}

double PressedCurve::load(double depth) const {
  if (height_ > 0.0) return cone_load(std::max(0.0, depth) + height_);
  return depth > 0.0 || extra_ > 0.0 ? virgin_pressure(plate_, std::max(0.0, depth) + extra_) : 0.0;
}

double PressedCurve::depth(double load) const {
  if (height_ == 0.0) return std::max(0.0, plate_sinkage(plate_, load) - extra_);
  // A bracket by doubling, then halves: 100 of them leave rounding alone.
  constexpr double kDeepest = 1e6;  // m
  double low = 0.0, high = height_;
  if (this->load(0.0) >= load) return 0.0;
  while (this->load(high) < load)
    if ((high *= 2.0) > kDeepest) return std::numeric_limits<double>::infinity();
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    (this->load(middle) < load ? low : high) = middle;
  }
  return high;
}

std::string pressed_note(const SoilParams& soil, const PressedCurve& curve) {
  constexpr double kNarrowest = 0.05;  // m
  if (soil.law == SoilLaw::rft || curve.height() > 0.0 || curve.width() >= kNarrowest) return "";
  return fmt::format("a plate of b = {:.3g} mm is narrower than the {:.0f} mm above which Bekker's law holds",
                     1e3 * curve.width(), 1e3 * kNarrowest);
}

}  // namespace grouser
