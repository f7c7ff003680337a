// SPDX-License-Identifier: BSD-3-Clause
// Numbers of a soil by their key in its file. The units are those of the file: degrees for angles, which
// the soil keeps in radians.
#include "grouser/soil/laws/soil_number_access.hpp"

#include "grouser/math/units.hpp"

namespace grouser {
namespace {

/// A number's place in a soil, and the factor from its file's unit.
struct NumberPlace {
  double* member = nullptr;
  double scale = 1.0;
};

/// Sets `found` if the table of one law has the key.
template <class Params, std::size_t N>
void seek_number(const SoilNumber<Params> (&numbers)[N], SoilParams& soil, std::string_view key,
                 NumberPlace& found) {
  for (const SoilNumber<Params>& x : numbers)
    if (key == x.key) found = {&(soil.*x.member), key.ends_with("_deg") ? kDegree : 1.0};
}

// tests/soil/soil_number_access_test.cpp compares the list with the keys of soil files
NumberPlace place_of_number(SoilParams& soil, std::string_view key) {
  NumberPlace found;
  seek_number(kBekkerNumbers, soil, key, found);
  seek_number(kReeceNumbers, soil, key, found);
  seek_number(kVirginCurveNumbers, soil, key, found);
  seek_number(kCohesionNumbers, soil, key, found);
  seek_number(kFrictionNumbers, soil, key, found);
  seek_number(kShearLengthNumbers, soil, key, found);
  seek_number(kRftNumbers, soil, key, found);
  seek_number(kPassivePressureNumbers, soil, key, found);
  seek_number(kNormalStressNumbers, soil, key, found);
  seek_number(kExitAngleNumbers, soil, key, found);
  seek_number(kSlipSinkageNumbers, soil, key, found);
  seek_number(kFrontWallNumbers, soil, key, found);
  seek_number(kGrouserSideNumbers, soil, key, found);
  seek_number(kMultipassNumbers, soil, key, found);
  seek_number(kUnloadingNumbers, soil, key, found);
  seek_number(kSoilDamperNumbers, soil, key, found);
  seek_number(kCrustNumbers, soil, key, found);
  seek_number(kHardGroundNumbers, soil, key, found);
  seek_number(kViscoelasticNumbers, soil, key, found);
  return found;
}

}  // namespace

bool set_soil_number(SoilParams& soil, std::string_view key, double value) {
  const NumberPlace place = place_of_number(soil, key);
  if (place.member) *place.member = value * place.scale;
  return place.member != nullptr;
}

double soil_number(const SoilParams& soil, std::string_view key) {
  SoilParams copy = soil;
  const NumberPlace place = place_of_number(copy, key);
  return place.member ? *place.member / place.scale : kUnset;
}

bool is_soil_number(std::string_view key) {
  SoilParams any;
  return place_of_number(any, key).member != nullptr;
}

}  // namespace grouser
