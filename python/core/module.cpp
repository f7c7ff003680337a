// SPDX-License-Identifier: BSD-3-Clause
// The module's entry: binds each subject. Simulations come before scenarios, which return them.
#include "bindings.hpp"
#include "grouser/base/version.hpp"

PYBIND11_MODULE(_core, module) {
  using namespace grouser::python;
  module.doc() =
      "The compiled part of grouser. Use the package grouser, which checks arguments and has the "
      "documentation.";
  module.attr("version") = grouser::version();
  bind_errors();
  bind_files(module);
  bind_simulation(module);
  bind_scenario(module);
  bind_run_file(module);
  bind_wheel(module);
  bind_studies(module);
  bind_campaigns(module);
  bind_fit(module);
  bind_terrain(module);
  bind_legs(module);
}
