// The most that loaded wheels can pull together.
#pragma once
#include <vector>

#include "grouser/soil/contact.hpp"

namespace grouser {

/// A wheel on its soil with its load (N) and the depth of the rut it runs in (m).
struct LoadedWheel {
  const ContactLaw* law;
  double load, rut_depth;
};

/// Sum of the wheels' drawbar pull along the slope at one slip of all, by the wheel rig; NaN if the soil does
/// not carry one of them at that slip.
double drawbar_pull_at(const std::vector<LoadedWheel>&, double slip);

/// The largest of drawbar_pull_at() over slips from 0 to 1 in steps of 0.01, N.
double steepest_pull(const std::vector<LoadedWheel>&);

}  // namespace grouser
