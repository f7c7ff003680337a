// SPDX-License-Identifier: BSD-3-Clause
// Progress, interruption and report of write_gltf(). Ctrl+C is passed through the writer as an exception, so
// that it can remove its unfinished file.
#include "export_gltf.hpp"

#include <fmt/format.h>

#include <iostream>

#include "grouser/exchange/gltf/run_gltf.hpp"
#include "shared/force_option.hpp"
#include "shared/interrupt.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {

/// Thrown out of the work's progress callback when a person stops it.
struct GltfStopped {};

/// Files of ours name their maker in the JSON of the .glb, which is not compressed.
FileKind gltf_kind() { return {.endings = {".glb"}, .begins = "glTF", .mark = "\"generator\":\"Grouser "}; }

}  // namespace

bool export_gltf(const RunReader& reader, const std::string& out, bool force, Json* report) {
  check_outputs({{"--gltf", out, gltf_kind()}}, {reader.path()}, replacing(force));
  catch_interrupts();
  try {
    Progress progress("glTF");
    const GltfReport done = write_gltf(reader, out, [&](double share) {
      if (interrupted()) throw GltfStopped{};
      progress.update(share, 1.0);
    });
    if (report) {
      (*report)["gltf"] = {{"file", out},
                           {"nodes", done.nodes},
                           {"frames", done.frames},
                           {"ground_vertices", done.ground_vertices},
                           {"ground_spacing_m", done.ground_spacing},
                           {"rut_stages", done.rut_stages},
                           {"bytes", done.bytes}};
      return true;
    }
    constexpr double kMega = 1e6;
    std::cout << fmt::format("{}: {}, {}, ground of {} vertices {:.3g} m apart with {} of ruts, {:.1f} MB\n",
                             out, count_text(done.nodes, "node"), count_text(done.frames, "frame"),
                             done.ground_vertices, done.ground_spacing, count_text(done.rut_stages, "stage"),
                             static_cast<double>(done.bytes) / kMega);
  } catch (const GltfStopped&) {
    std::cerr << "grouser: interrupted, the file being written was left out\n";
    return false;
  }
  return true;
}

}  // namespace grouser::cli
