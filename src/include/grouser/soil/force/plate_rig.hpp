// SPDX-License-Identifier: BSD-3-Clause
// A bevameter and a penetrometer: a rigid plate or a cone that is pressed slowly and straight down into level
// undisturbed soil, and the load that it takes.
//
// Plates are those of a footpad (pad_contact.hpp): by Bekker's or Reece's law p = k z^n with b the smaller
// side of a rectangle or the radius of a disc (Wong, "Theory of Ground Vehicles", section 2.4: the contact
// patch's smaller dimension, for a circular one its radius), by resistive force theory p = 0.87574 xi_n (z +
// e). The Soil Contact Model takes as b the shorter side of the footprint, which of a disc is the diameter
// (soil_contact_model.hpp), and carries the sum of its pressures: the same curve at another b.
//
// Cones as in ASABE S313.3 (soil cone penetrometer: apex angle 30 degrees, base 20.27 mm or 12.83 mm across,
// on a thinner shaft) with the depth of ASABE EP542, that of the base below the surface. By Bekker's law each
// ring of the cone is a plate of its own, with b its radius, at its own depth:
//   F = 2 pi tan(a) int (k_c + k_phi tan(a) h) (z - h)^n dh,  h from 0 to H
// with a half of the apex angle, H the cone's height, z the depth of the tip. So Janosi (1959) takes the WES
// cone index from Bekker's moduli (as in Wong, section 2.4, there with b the ring's diameter; from memory,
// not looked up). By resistive force theory the elements of the cone's side go straight down (rft.hpp), with
// the friction of the cone's own surface. The Soil Contact Model knows wheels, soles and balls, and no cones.
// Neither law knows the friction of the shaft, how fast the cone goes, or the depth from which on the
// resistance of sand stays the same.
#pragma once
#include <string>

#include "grouser/soil/laws/soil_params.hpp"

namespace grouser {

enum class PressedForm { disc, rectangle, cone };
inline constexpr const char* kPressedForms[] = {"disc", "rectangle", "cone"};

/// A plate or a cone, rigid.
struct PressedBody {
  PressedForm form = PressedForm::disc;
  double radius = kUnset;      ///< of a disc, of a cone's base, m
  double width = kUnset;       ///< of a rectangle, m
  double length = kUnset;      ///< of a rectangle, m
  double apex_angle = kUnset;  ///< of a cone, the whole of it, rad
};

inline constexpr double kPenetrometerRadius = 0.5 * 20.27e-3;  ///< of the larger cone of ASABE S313.3, m
inline constexpr double kPenetrometerAngle = 30.0;             ///< deg

/// Load over depth of one body in one soil.
class PressedCurve {
 public:
  /// gravity: m/s2. Throws InputError: a body without a size, soil that is not soft, a modulus that is not
  /// positive under this body, a law that does not know it.
  PressedCurve(const SoilParams& soil, const PressedBody& body, double gravity);

  /// At a depth of the plate, or of a cone's base, from 0 on, m; N.
  double load(double depth) const;
  /// The depth under a load above 0, m: of a cone 0 where its tip alone carries it. Infinite where no depth
  /// does.
  double depth(double load) const;
  /// Area of the plate or of the cone's base, m2: the pressure is the load over it, of a cone its index.
  double area() const { return area_; }
  /// b of the modulus, m; of a cone the radius of its base.
  double width() const { return width_; }
  double height() const { return height_; }  ///< of a cone, m; 0: a plate

 private:
  void take_plate(const SoilParams& soil, const PressedBody& body, double gravity);
  void take_cone(const SoilParams& soil, const PressedBody& body, double gravity);
  double cone_load(double tip) const;

  double area_ = 0.0, width_ = 0.0, height_ = 0.0;
  VirginCurve plate_{};                          // in N
  double extra_ = 0.0;                           // depth that cohesion counts as, m
  double tan_ = 0.0, ring_ = 0.0, inner_ = 0.0;  // of half the apex angle; k_phi and k_c of a cone's rings
  double n_ = 1.0;
};

/// A note if a law is used beyond its range: a plate narrower than 5 cm by Bekker's law (Wong). "" if
/// nowhere.
std::string pressed_note(const SoilParams& soil, const PressedCurve& curve);

}  // namespace grouser
