// SPDX-License-Identifier: BSD-3-Clause
#include "view/gl/dust_layer.hpp"

#include <epoxy/gl.h>

#include <cstddef>
#include <vector>

namespace grouser::desktop {
namespace {

const char* const kDustVertex = R"(#version 330 core
layout(location = 0) in vec3 a_middle;
layout(location = 1) in vec4 a_corner;  // -1..1, -1..1, radius, cover
uniform mat4 u_to_clip;
uniform vec3 u_right;
uniform vec3 u_up;
out vec3 v_corner;
void main() {
  v_corner = vec3(a_corner.xy, a_corner.w);
  vec3 p = a_middle + a_corner.z * (a_corner.x * u_right + a_corner.y * u_up);
  gl_Position = u_to_clip * vec4(p, 1.0);
}
)";

const char* const kDustFragment = R"(#version 330 core
in vec3 v_corner;
uniform vec3 u_dust;
out vec4 o_color;
void main() {
  float left = max(1.0 - dot(v_corner.xy, v_corner.xy), 0.0);
  o_color = vec4(1.0 - exp(-0.86 * u_dust), v_corner.z * left * left);
}
)";

struct Corner {
  glm::vec3 middle;
  glm::vec4 corner;
};

}  // namespace

DustLayer::~DustLayer() {
  glDeleteVertexArrays(1, &array_);
  glDeleteBuffers(1, &vertices_);
}

int DustLayer::draw(std::span<const DustPuff> puffs, const Vec3& origin, const glm::mat4& to_clip,
                    const glm::vec3& right, const glm::vec3& up, const glm::vec3& color) {
  // One without a size where there is none: a driver that compiles programs when they first draw does it with
  // the first picture then, and not in the middle of a run.
  const DustPuff nothing{.at = origin};
  std::vector<Corner> corners;
  for (const DustPuff& puff : puffs.empty() ? std::span<const DustPuff>(&nothing, 1) : puffs) {
    const Vec3 p = puff.at - origin;
    const glm::vec3 middle(p.x(), p.y(), p.z());
    for (const glm::vec2& c : {glm::vec2{-1, -1}, {1, -1}, {1, 1}, {-1, -1}, {1, 1}, {-1, 1}})
      corners.push_back({middle, glm::vec4(c, puff.radius, puff.cover)});
  }
  if (!program_) {
    program_.emplace(kDustVertex, kDustFragment);
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
  glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, sizeof(Corner),
                        reinterpret_cast<const void*>(offsetof(Corner, corner)));
  program_->use();
  program_->set("u_to_clip", to_clip);
  program_->set("u_right", right);
  program_->set("u_up", up);
  program_->set("u_dust", color);
  glDepthMask(GL_FALSE);
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners.size()));
  glDisable(GL_BLEND);
  glDepthMask(GL_TRUE);
  glBindVertexArray(0);
  return static_cast<int>(2 * puffs.size());
}

}  // namespace grouser::desktop
