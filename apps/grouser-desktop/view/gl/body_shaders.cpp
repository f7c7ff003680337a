// SPDX-License-Identifier: BSD-3-Clause
// GLSL of bodies: painted and metal parts, solar panels, rigid ground and force arrows in one program
// (u_kind), with highlights by normalised Blinn-Phong and Schlick's approximation of Fresnel reflection;
// and the program that only writes depths for shadows.
#include "view/gl/shaders.hpp"

namespace grouser::desktop::shaders {

/// Poses a vertex; position and normal are passed on in the view's and in the shape's own axes.
const char* const kBodyVertex = R"(#version 330 core
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec4 a_tint;
uniform mat4 u_to_clip;
uniform mat4 u_model;
out vec3 v_position;
out vec3 v_normal;
out vec3 v_local;
out vec3 v_local_normal;
out vec4 v_tint;
void main() {
  vec4 world = u_model * vec4(a_position, 1.0);
  v_position = world.xyz;
  v_normal = mat3(u_model) * a_normal;
  v_local = a_position;
  v_local_normal = a_normal;
  v_tint = a_tint;
  gl_Position = u_to_clip * world;
}
)";

/// Lights a pixel with the functions of kLight. CUT: bodies that are cut open.
const char* const kBodyFragment = R"(
in vec3 v_position;
in vec3 v_normal;
in vec3 v_local;
in vec3 v_local_normal;
in vec4 v_tint;
uniform vec3 u_color;
uniform int u_kind;       // 0 painted or metal, 1 solar panel, 2 rigid ground, 3 arrow
uniform float u_grid;
uniform float u_alpha;
uniform vec3 u_size;
uniform sampler2D u_noise;
uniform float u_settled;  // of dust
#ifdef CUT
uniform float u_solid;
uniform vec4 u_cut;  // takes away where dot(p, xyz) > w
#endif
out vec4 o_color;

// Cells of a solar array with fine fingers and broad gaps, on the faces that look up.
vec3 panel_color(out float gloss) {
  gloss = 0.72;
  if (v_local_normal.z < 0.5) { gloss = 0.5; return vec3(0.52, 0.50, 0.46); }
  const vec3 frame = vec3(0.50, 0.49, 0.47);
  vec2 to_rim = 0.5 * u_size.xy - abs(v_local.xy);
  vec2 p = v_local.xy + 0.5 * u_size.xy;
  vec3 cell = vec3(0.020, 0.030, 0.085);
  cell = mix(cell, vec3(0.10, 0.12, 0.19), 0.5 * line_mask(p, 0.0135, 0.0006));
  cell = mix(cell, vec3(0.30, 0.31, 0.34), 0.8 * line_mask(p, 0.081, 0.0015));
  float rim = step(min(to_rim.x, to_rim.y), 0.010);
  gloss = mix(gloss, 0.5, rim);
  return mix(cell, frame, rim);
}

void main() {
#ifdef CUT
  if (dot(v_position, u_cut.xyz) > u_cut.w) discard;
  if (!gl_FrontFacing) {  // what is solid is hatched as in a drawing, a housing is dark within
    float stripe = abs(fract((gl_FragCoord.x + gl_FragCoord.y) / 11.0) - 0.5);
    vec3 ink = mix(vec3(0.30, 0.13, 0.045), vec3(0.42, 0.20, 0.08), smoothstep(0.16, 0.24, stripe));
    o_color = vec4((u_solid > 0.5 ? ink : vec3(0.035)) * (0.5 + 0.5 * u_color), 1.0);
    return;
  }
#endif
  vec3 normal = normalize(v_normal);
  vec3 to_eye = normalize(u_eye - v_position);
  vec3 albedo = u_color * v_tint.rgb;
  float gloss = v_tint.a;
  if (u_kind == 3) {
    float light = 0.62 + 0.38 * max(dot(normal, normalize(to_eye + vec3(0.0, 0.0, 0.7))), 0.0);
    o_color = finish(albedo * light * 1.5);
    return;
  }
  if (u_kind == 1) albedo = panel_color(gloss);
  if (u_kind == 2) {
    // Milled plate: a quiet grain and the metre grid on top.
    vec2 p = abs(v_local_normal.z) > 0.5 ? v_position.xy : vec2(v_position.x + v_position.y, v_position.z);
    vec4 grain = texture(u_noise, p / 0.9);
    albedo *= 0.90 + 0.12 * grain.r + 0.08 * (grain.g - 0.5);
    gloss = 0.30;
    float lines = u_grid * max(0.22 * line_mask(p, 1.0, 0.005), 0.09 * line_mask(p, 0.1, 0.0025));
    albedo = mix(albedo, vec3(0.10), lines);
  } else {
    // Dust settles on what faces up.
    float dust = u_settled * smoothstep(0.2, 1.0, normal.z) * (u_kind == 1 ? 0.25 : 1.0);
    albedo = mix(albedo, vec3(0.40, 0.24, 0.15), dust);
  }
  float metal = smoothstep(0.45, 0.75, gloss) * (u_kind == 1 ? 0.15 : 0.7);
  float shininess = exp2(2.0 + 7.0 * gloss);
  float visible = sun_visibility(v_position, normal);
  float diffuse = max(dot(normal, u_sun), 0.0);
  float open = sky_visibility(v_position, normal);
  vec3 halfway = normalize(u_sun + to_eye);
  vec3 f0 = mix(vec3(u_kind == 1 ? 0.025 : 0.04), albedo, metal);
  float facing = max(dot(normal, to_eye), 0.0);
  vec3 fresnel = f0 + (1.0 - f0) * pow(1.0 - facing, 5.0) * gloss;
  // Normalised Blinn-Phong highlight (energy as in Akenine-Moller et al., Real-Time Rendering).
  float highlight = (shininess + 8.0) / 25.13 * pow(max(dot(normal, halfway), 0.0), shininess) * diffuse;
  vec3 mirrored = reflect(-to_eye, normal);
  vec3 around = mirrored.z > 0.0 ? sky_color(mirrored) : mix(u_bounce * 2.2, u_horizon, exp(8.0 * mirrored.z));
  around = mix(sky_light(normal) * 1.2, around, gloss);
  vec3 color = albedo * (1.0 - 0.8 * metal) * (u_sun_light * diffuse * visible + sky_light(normal) * open);
  color += fresnel * (u_sun_light * min(highlight, 6.0) * visible + around * open * (0.35 + 0.65 * gloss));
  o_color = finish(add_haze(color, v_position));
  o_color.a = u_alpha;
}
)";

/// Depths alone, for the shadow maps.
const char* const kDepthVertex = R"(#version 330 core
layout(location = 0) in vec3 a_position;
uniform mat4 u_to_clip;
uniform mat4 u_model;
void main() { gl_Position = u_to_clip * (u_model * vec4(a_position, 1.0)); }
)";

const char* const kDepthFragment = R"(#version 330 core
void main() {}
)";

}  // namespace grouser::desktop::shaders
