// SPDX-License-Identifier: BSD-3-Clause
// A run as a scene that moves, for Blender and other programs that read glTF 2.0: docs/exchange_models.md.
#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>

#include "grouser/recording/run_file/run_reader.hpp"

namespace grouser {

/// The contents of a file that write_gltf() wrote.
struct GltfReport {
  std::size_t nodes = 0;
  std::size_t frames = 0;           ///< of each body that moves
  std::size_t ground_vertices = 0;  ///< 0: no ground below the vehicle
  double ground_spacing = 0.0;      ///< between them, m
  std::size_t rut_stages = 0;       ///< moments between which ruts grow
  std::size_t bytes = 0;
};

/// Writes a binary glTF (.glb). `progress` (may be empty) gets the share that is done; what it throws ends
/// the work and leaves no file. Throws InputError where the run has no frame or no pose of every body.
GltfReport write_gltf(const RunReader& run, const std::filesystem::path& out,
                      const std::function<void(double)>& progress = {});

}  // namespace grouser
