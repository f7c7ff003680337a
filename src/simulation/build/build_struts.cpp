// SPDX-License-Identifier: BSD-3-Clause
// Resolves the bodies at both ends of each strut, which may belong to other vehicles.
#include "build_struts.hpp"

#include "grouser/base/error.hpp"

namespace grouser {

void build_struts(World& world) {
  for (std::size_t i = 0; i < world.vehicles.size(); ++i) {
    const VehicleSpec& vehicle = world.vehicles[i].spec;
    for (const StrutSpec& spec : vehicle.struts) {
      const auto body = [&](const std::string& name) {
        const auto found = world.model->find_body(name);
        if (!found)
          throw InputError(vehicle.name + ": strut '" + spec.name + "'", "no body '" + name + "'",
                           "the name of a [[body]]");
        return *found;
      };
      world.struts.push_back({spec, body(spec.body_a), body(spec.body_b), static_cast<int>(i)});
    }
  }
}

}  // namespace grouser
