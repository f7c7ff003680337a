// SPDX-License-Identifier: BSD-3-Clause
// Pressures as triangles that are drawn over the picture without depth tests. Wheels press cells of the
// ground memory; closed meshes press triangles where they touch, which are found anew for each picture.
// Small patches between meshes become discs of some pixels.
#include "view/gl/pressure_layer.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "view/bounds.hpp"

namespace grouser::desktop {
namespace {

const char* const kCellVertex = R"(#version 330 core
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_color;
uniform mat4 u_to_clip;
out vec3 v_color;
void main() {
  v_color = a_color;
  gl_Position = u_to_clip * vec4(a_position, 1.0);
}
)";

const char* const kCellFragment = R"(#version 330 core
in vec3 v_color;
out vec4 o_color;
void main() { o_color = vec4(pow(v_color, vec3(2.2)), 0.85); }
)";

/// Two triangles on the wheel's surface; a gap of a tenth shows the grid.
void add_cell(const PressedCell& cell, double side, const Vec3& origin,
              std::vector<PressureCorner>& corners) {
  constexpr double kShown = 0.45;  // of the side, from the middle
  const OverlayScale& scale = overlay_scale(Overlay::pressure);
  const glm::vec3 color = color_at(scale, 1e-3 * cell.pressure);
  const Vec3& n = cell.normal;
  const auto corner = [&](double i, double j) {
    const double x = i * kShown * side, y = j * kShown * side;
    const Vec3 at = cell.point - origin + Vec3(x, y, -(n.x() * x + n.y() * y) / n.z());
    return PressureCorner{glm::vec3(at.x(), at.y(), at.z()), color};
  };
  const std::array<PressureCorner, 4> four{corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)};
  for (const std::size_t k : {0u, 1u, 2u, 0u, 2u, 3u}) corners.push_back(four[k]);
}

/// A place relative to the view's origin.
glm::vec3 placed(const Vec3& p, const Vec3& origin) {
  const Vec3 at = p - origin;
  return {at.x(), at.y(), at.z()};
}

/// Whether a point lies within the picture.
bool in_picture(const glm::mat4& to_clip, const glm::vec3& p) {
  const glm::vec4 c = to_clip * glm::vec4(p, 1.0f);
  return c.w > 0.0f && std::fabs(c.x) < c.w && std::fabs(c.y) < c.w;
}

/// The search for touching meshes of a scene.
std::unique_ptr<MeshPatches> patches_of(const Scene& scene) {
  std::vector<int> owners;
  for (const RigidShape& shape : scene.terrain->shapes()) owners.push_back(body_index(scene, shape.owner));
  return std::make_unique<MeshPatches>(scene.mesh, scene.terrain, scene.vehicle_of_body, std::move(owners));
}

/// A patch in which two bodies touch, which is marked if the picture is too small to show it.
struct PatchSpot {
  Vec3 sum = Vec3::Zero(), low = Vec3::Constant(1e300), high = Vec3::Constant(-1e300);
  double load = 0.0, highest = 0.0;
  void add(const PressedTriangle& t) {
    for (std::size_t k = 0; k < 3; ++k) {
      low = low.cwiseMin(t.corners[k]);
      high = high.cwiseMax(t.corners[k]);
      highest = std::max(highest, t.pressure[k]);
    }
    sum += t.load() * (t.corners[0] + t.corners[1] + t.corners[2]) / 3.0;
    load += t.load();
  }
};

/// A disc of some pixels that faces the camera.
void add_disc(const Vec3& at, double radius, const Camera& camera, const glm::vec3& color, const Vec3& origin,
              std::vector<PressureCorner>& corners) {
  constexpr int kSides = 16;
  const auto rim = [&](int k) {
    const double angle = 2.0 * 3.14159265358979 * k / kSides;
    return Vec3(at + radius * (std::cos(angle) * camera.right() + std::sin(angle) * camera.up()));
  };
  for (int k = 0; k < kSides; ++k)
    for (const Vec3& p : {at, rim(k), rim(k + 1)}) corners.push_back({placed(p, origin), color});
}

}  // namespace

std::vector<PressedCell> pressed_cells(const ViewInput& input) {
  std::vector<PressedCell> cells;
  if (!input.scene || !input.frame || !input.ground) return cells;
  const Terrain& terrain = *ground_of(*input.scene, input.frame);
  for (const PressFootprint& wheel : input.scene->footprints) {
    const auto body = static_cast<std::size_t>(wheel.body);
    if (body < input.frame->body_poses.size())
      add_pressed_cells(wheel, input.frame->body_poses[body], terrain, *input.ground, cells);
  }
  return cells;
}

PressureLayer::PressureLayer() : program_(kCellVertex, kCellFragment) {
  glGenVertexArrays(1, &array_);
  glGenBuffers(1, &corners_);
  glBindVertexArray(array_);
  glBindBuffer(GL_ARRAY_BUFFER, corners_);
  for (const unsigned k : {0u, 1u}) {
    glEnableVertexAttribArray(k);
    glVertexAttribPointer(k, 3, GL_FLOAT, GL_FALSE, sizeof(PressureCorner),
                          reinterpret_cast<const void*>(k * sizeof(glm::vec3)));
  }
}

PressureLayer::~PressureLayer() {
  glDeleteBuffers(1, &corners_);
  glDeleteVertexArrays(1, &array_);
}

// The scale follows what the picture shows, so that a close-up of brackets is not dark because of a crown
// elsewhere.
void PressureLayer::add_meshes(const ViewInput& input, const glm::mat4& to_clip, const Vec3& origin,
                               double pixel) {
  const Scene& scene = *input.scene;
  if (scene.mesh.parts.empty() || !scene.terrain || input.frame->body_poses.size() < scene.body_names.size())
    return;
  if (std::exchange(scene_, input.scene) != input.scene || !patches_) patches_ = patches_of(scene);
  const std::vector<PressedTriangle>& found = patches_->find(input.frame->body_poses);
  // Patches by their pairs of bodies, and the highest pressure in the picture.
  std::map<std::pair<int, int>, PatchSpot> spots;
  for (const PressedTriangle& t : found) {
    spots[{t.mesh, t.other}].add(t);
    for (std::size_t k = 0; k < 3; ++k)
      if (in_picture(to_clip, placed(t.corners[k], origin))) highest_ = std::max(highest_, t.pressure[k]);
  }
  const PressureScale scale = mesh_pressure_scale(highest_);
  const auto color = [&](double pressure) { return color_at(scale.scale, scale.factor * pressure); };
  for (const PressedTriangle& t : found)
    for (std::size_t k = 0; k < 3; ++k)
      triangles_.push_back({placed(t.corners[k], origin), color(t.pressure[k])});
  // A patch of less than kSmall pixels is marked by a disc at its centre of load.
  constexpr double kSmall = 8.0, kDot = 4.0;  // pixels
  for (const auto& [pair, spot] : spots) {
    const double here =
        pixel * (input.camera.parallel ? input.camera.distance : (spot.low - input.camera.eye()).norm());
    if (spot.load > 0.0 && (spot.high - spot.low).norm() < kSmall * here)
      add_disc(spot.sum / spot.load, kDot * here, input.camera, color(spot.highest), origin, triangles_);
  }
}

int PressureLayer::draw(const ViewInput& input, const glm::mat4& to_clip, const Vec3& origin, double pixel) {
  std::vector<PressureCorner>& corners = triangles_;
  corners.clear();
  highest_ = 0.0;
  for (const PressedCell& cell : pressed_cells(input)) add_cell(cell, input.ground->cell(), origin, corners);
  if (input.scene && input.frame) add_meshes(input, to_clip, origin, pixel);
  if (corners.empty()) return 0;
  program_.use();
  program_.set("u_to_clip", to_clip);
  glBindVertexArray(array_);
  glBindBuffer(GL_ARRAY_BUFFER, corners_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size() * sizeof(PressureCorner)),
               corners.data(), GL_STREAM_DRAW);
  glEnable(GL_BLEND);
  // Alpha adds up to the covered share, so what was opaque stays opaque.
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners.size()));
  glDisable(GL_BLEND);
  return static_cast<int>(corners.size()) / 3;
}

}  // namespace grouser::desktop
