// The largest force with which loaded wheels can pull together, or brake.
#pragma once
#include <vector>

#include "grouser/soil/contact/contact.hpp"

namespace grouser {

/// A wheel on its soil with its load (N) and the depth of the rut it runs in (m).
struct LoadedWheel {
  const ContactLaw* law;
  double load, rut_depth;
};

/// Largest sum of the wheels' drawbar pull, as on a wheel rig, with all wheels at one slip from 0 to 1 in
/// steps of 0.01, N. Slips at which the soil does not carry one of the wheels do not count.
double steepest_pull(const std::vector<LoadedWheel>&);
/// The same over slips from 0 to -1: the largest sum of the braking forces, N.
double strongest_braking(const std::vector<LoadedWheel>&);

}  // namespace grouser
