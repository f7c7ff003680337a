// SPDX-License-Identifier: BSD-3-Clause
// Legends and scales over the picture of the scene.
#pragma once
#include "session/session.hpp"
#include "view/camera/camera.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// The legend of the colours in the view, below and left of this corner of it; nothing without an overlay.
/// `mesh_pressure`: highest between meshes in the picture, Pa.
void overlay_legend(const Ui& ui, const RunView& run, const Camera& camera, double mesh_pressure,
                    ImVec2 corner);
/// The same between meshes: scale, and the load of each part that touches and the share that slides.
void mesh_legend(const Ui& ui, const RunView& run, double mesh_pressure, ImVec2 corner);

}  // namespace grouser::desktop
