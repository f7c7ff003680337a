#include "view/pressure_layer.hpp"

#include <epoxy/gl.h>

#include <array>

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

struct CellCorner {
  glm::vec3 position, color;
};

/// Two triangles on the wheel's surface; a gap of a tenth shows the grid.
void add_cell(const PressedCell& cell, double side, const Vec3& origin, std::vector<CellCorner>& corners) {
  constexpr double kShown = 0.45;  // of the side, from the middle
  const OverlayScale& scale = overlay_scale(Overlay::pressure);
  const glm::vec3 color = color_at(scale, 1e-3 * cell.pressure);
  const Vec3& n = cell.normal;
  const auto corner = [&](double i, double j) {
    const double x = i * kShown * side, y = j * kShown * side;
    const Vec3 at = cell.point - origin + Vec3(x, y, -(n.x() * x + n.y() * y) / n.z());
    return CellCorner{glm::vec3(at.x(), at.y(), at.z()), color};
  };
  const std::array<CellCorner, 4> four{corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)};
  for (const std::size_t k : {0u, 1u, 2u, 0u, 2u, 3u}) corners.push_back(four[k]);
}

}  // namespace

std::vector<PressedCell> pressed_cells(const ViewInput& input) {
  std::vector<PressedCell> cells;
  if (!input.scene || !input.frame || !input.ground) return cells;
  const Terrain& terrain = *ground_of(*input.scene, input.frame);
  for (const ScmFootprint& wheel : input.scene->footprints) {
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
    glVertexAttribPointer(k, 3, GL_FLOAT, GL_FALSE, sizeof(CellCorner),
                          reinterpret_cast<const void*>(k * sizeof(glm::vec3)));
  }
}

PressureLayer::~PressureLayer() {
  glDeleteBuffers(1, &corners_);
  glDeleteVertexArrays(1, &array_);
}

int PressureLayer::draw(const ViewInput& input, const glm::mat4& to_clip, const Vec3& origin) {
  std::vector<CellCorner> corners;
  for (const PressedCell& cell : pressed_cells(input)) add_cell(cell, input.ground->cell(), origin, corners);
  if (corners.empty()) return 0;
  program_.use();
  program_.set("u_to_clip", to_clip);
  glBindVertexArray(array_);
  glBindBuffer(GL_ARRAY_BUFFER, corners_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size() * sizeof(CellCorner)), corners.data(),
               GL_STREAM_DRAW);
  glEnable(GL_BLEND);
  // alpha adds up to the part that is covered: what was opaque stays so
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners.size()));
  glDisable(GL_BLEND);
  return static_cast<int>(corners.size()) / 3;
}

}  // namespace grouser::desktop
