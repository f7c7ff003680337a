// SPDX-License-Identifier: BSD-3-Clause
// Each disc is two triangles with a fragment program that fades towards the rim. All discs of a call are
// uploaded and drawn at once, blended over the picture.
#include "view/gl/disc_layer.hpp"

#include <epoxy/gl.h>

#include <cstddef>
#include <vector>

namespace grouser::desktop {
namespace {

const char* const kDiscVertex = R"(#version 330 core
layout(location = 0) in vec3 a_at;
layout(location = 1) in vec3 a_corner;  // -1..1, -1..1, cover
uniform mat4 u_to_clip;
out vec3 v_corner;
void main() {
  v_corner = a_corner;
  gl_Position = u_to_clip * vec4(a_at, 1.0);
}
)";

/// Cover is largest in the middle and falls with the square of 1 - r^2; the curve of tones is that of
/// kLight.
const char* const kDiscFragment = R"(#version 330 core
in vec3 v_corner;
uniform vec3 u_color;
out vec4 o_color;
void main() {
  float left = max(1.0 - dot(v_corner.xy, v_corner.xy), 0.0);
  o_color = vec4(1.0 - exp(-0.86 * u_color), v_corner.z * left * left);
}
)";

/// A vertex: place relative to the origin, and corner (-1 to 1) with the disc's cover.
struct Corner {
  glm::vec3 at, corner;
};

}  // namespace

DiscLayer::~DiscLayer() {
  glDeleteVertexArrays(1, &array_);
  glDeleteBuffers(1, &vertices_);
}

int DiscLayer::draw(std::span<const SoftDisc> discs, const Vec3& origin, const glm::mat4& to_clip,
                    const glm::vec3& color) {
  // Without discs one of no size is drawn: a driver that compiles programs at their first use does it with
  // the first picture then, not in the middle of a run.
  const SoftDisc nothing{.at = origin, .right = Vec3::Zero(), .up = Vec3::Zero()};
  std::vector<Corner> corners;
  for (const SoftDisc& disc : discs.empty() ? std::span<const SoftDisc>(&nothing, 1) : discs)
    for (const glm::vec2& c : {glm::vec2{-1, -1}, {1, -1}, {1, 1}, {-1, -1}, {1, 1}, {-1, 1}}) {
      const Vec3 p =
          disc.at - origin + static_cast<double>(c.x) * disc.right + static_cast<double>(c.y) * disc.up;
      corners.push_back({glm::vec3(p.x(), p.y(), p.z()), glm::vec3(c, disc.cover)});
    }
  if (!program_) {
    program_.emplace(kDiscVertex, kDiscFragment);
    glGenVertexArrays(1, &array_);
    glGenBuffers(1, &vertices_);
  }
  glBindVertexArray(array_);
  glBindBuffer(GL_ARRAY_BUFFER, vertices_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size() * sizeof(Corner)), corners.data(),
               GL_STREAM_DRAW);
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(Corner), nullptr);
  glEnableVertexAttribArray(1);
  glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(Corner),
                        reinterpret_cast<const void*>(offsetof(Corner, corner)));
  program_->use();
  program_->set("u_to_clip", to_clip);
  program_->set("u_color", color);
  // Discs are tested against depths and write none; alpha adds up to the part that is covered.
  glDepthMask(GL_FALSE);
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners.size()));
  glDisable(GL_BLEND);
  glDepthMask(GL_TRUE);
  glBindVertexArray(0);
  return static_cast<int>(2 * discs.size());
}

}  // namespace grouser::desktop
