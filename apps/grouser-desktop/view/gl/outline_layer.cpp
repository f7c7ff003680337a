// SPDX-License-Identifier: BSD-3-Clause
// The outline is the selection drawn once more with front faces culled and vertices moved along their
// normals by 2.2 pixels at their distance; depth tests leave of it only the rim.
#include "view/gl/outline_layer.hpp"

#include <epoxy/gl.h>

namespace grouser::desktop {
namespace {

const char* const kVertex = R"(#version 330 core
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
uniform mat4 u_to_clip;
uniform mat4 u_model;
uniform vec3 u_eye;
uniform float u_pixel;  // size at 1 m
void main() {
  vec4 world = u_model * vec4(a_position, 1.0);
  vec3 normal = normalize(mat3(u_model) * a_normal);
  world.xyz += 2.2 * u_pixel * distance(world.xyz, u_eye) * normal;
  gl_Position = u_to_clip * world;
}
)";

const char* const kFragment = R"(#version 330 core
out vec4 o_color;
void main() { o_color = vec4(1.0, 0.36, 0.08, 1.0); }
)";

}  // namespace

OutlineLayer::OutlineLayer() : program_(kVertex, kFragment) {}

int OutlineLayer::draw(BodyLayer& bodies, const Frame& frame, const Selection& selection,
                       const glm::mat4& to_clip, const ViewPoint& from) {
  if (selection.kind != SelectionKind::body && selection.kind != SelectionKind::shape) return 0;
  const Vec3 eye = from.eye - from.origin;
  program_.use();
  program_.set("u_to_clip", to_clip);
  program_.set("u_eye", glm::vec3(eye.x(), eye.y(), eye.z()));
  program_.set("u_pixel", static_cast<float>(from.pixel));
  glEnable(GL_CULL_FACE);
  glCullFace(GL_FRONT);
  const int triangles = bodies.draw_selected(program_, frame, from.origin, selection);
  glCullFace(GL_BACK);
  glDisable(GL_CULL_FACE);
  return triangles;
}

}  // namespace grouser::desktop
