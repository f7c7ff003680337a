// SPDX-License-Identifier: BSD-3-Clause
// What commands look at, without a window or a session.
#pragma once
#include <memory>
#include <string>

#include "app/commands/command.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser::test {

struct Moment {
  desktop::RunView run;
  desktop::Document document;
  desktop::Inspector inspector;
  desktop::DocumentView view;
  desktop::Camera camera;
  desktop::KeptState kept;

  /// Nothing is open.
  Moment() = default;
  /// A live run of a shipped scenario.
  explicit Moment(const std::string& scenario) {
    const std::shared_ptr<const World> world = load_world(scenario);
    run.mode = desktop::SessionMode::live;
    run.scene = std::shared_ptr<const Scene>(world, &world->scene);
    inspector.show(world);
    document.open(scenario, {});
  }

  desktop::CommandContext context() {
    view.document = &document;
    view.inspector = &inspector;
    return {run, view, camera, kept, false, false};
  }
};

}  // namespace grouser::test
