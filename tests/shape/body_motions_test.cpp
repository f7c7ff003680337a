// SPDX-License-Identifier: BSD-3-Clause
// Sliding, rolling and spinning against closed forms.
#include "body_motions.hpp"

#include "catch.hpp"

using namespace grouser;
using namespace grouser::pairs;

TEST_CASE(
    "a block slides to a stop after v^2 / (2 mu g), a ball rolls at 5/7 of its speed, a disc spins for 3 R w "
    "/ (4 mu g)") {
  for (const PolygonForm form : {PolygonForm::by_normals, PolygonForm::by_energy}) {
    const double slide = slide_distance(form), roll = roll_speed(form), spin = spin_time(form);
    INFO("form " << static_cast<int>(form) << ": slide " << slide / slide_exact() - 1.0 << ", roll "
                 << roll / roll_exact() - 1.0 << ", spin " << spin / spin_exact() - 1.0);
    CHECK(slide == Approx(slide_exact()).epsilon(0.01));
    CHECK(roll == Approx(roll_exact()).epsilon(0.01));
    CHECK(spin == Approx(spin_exact()).epsilon(0.02));
  }
}
