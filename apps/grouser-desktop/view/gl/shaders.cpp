// SPDX-License-Identifier: BSD-3-Clause
// GLSL of sky and ground. Comments within the programs explain them; each fragment program is put behind
// kLight and the definitions that choose its features (lit_programs.hpp).
#include "view/gl/shaders.hpp"

namespace grouser::desktop::shaders {

// Light: one sun, a dome of dust-scattered sky light, and light thrown back by the ground. The sky near the
// Martian sun is paler and bluer than the rest, because fine dust scatters blue forward (Bell et al. 2006).
// COARSE: where a processor draws, in motion. Every look-up costs there, and each triangle pays for whole
// blocks of pixels.
const char* const kLight = R"(
uniform vec3 u_eye;
uniform vec3 u_sun;
uniform sampler2DShadow u_sun_map;
uniform sampler2DShadow u_sky_map;
uniform mat4 u_to_sun_map;
uniform mat4 u_to_sky_map;
uniform float u_shadows;
uniform float u_off;  // the surface that a shadow is looked up for, m

// the world's look (world_look.hpp)
uniform vec3 u_sun_light;
uniform vec3 u_zenith;
uniform vec3 u_horizon;
uniform vec3 u_dome;
uniform vec3 u_bounce;
uniform float u_haze;
uniform float u_glow;

vec3 sky_color(vec3 direction) {
  float up = max(direction.z, 0.0);
  // Powers of two by squaring: this runs for every pixel, also on processors.
  vec3 color = mix(u_horizon, u_zenith, sqrt(up));
  float toward = max(dot(direction, u_sun), 0.0);
  float glow = toward * toward;
  glow *= glow;
  glow *= glow;
  float core = glow * glow;
  core *= core;
  core *= core;
  return color + u_glow * (vec3(0.30) * glow + vec3(0.35, 0.42, 0.50) * core);
}

float lookup(sampler2DShadow map, vec3 at, float spread) {
#ifdef COARSE
  return texture(map, at);
#else
  float sum = 0.0;
  float texel = spread / float(textureSize(map, 0).x);
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i)
      sum += texture(map, vec3(at.xy + vec2(i, j) * texel, at.z));
  return sum / 9.0;
#endif
}

// Part of the sun that reaches a point, with a soft rim of about three texels.
float sun_visibility(vec3 position, vec3 normal) {
  if (u_shadows < 0.5) return 1.0;
  vec4 p = u_to_sun_map * vec4(position + u_off * normal, 1.0);
  vec3 at = p.xyz * 0.5 + 0.5;
  if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
  return lookup(u_sun_map, at, 1.3);
}

// Part of the sky that a point sees: a very soft shadow from straight above.
float sky_visibility(vec3 position, vec3 normal) {
  if (u_shadows < 0.5) return 1.0;
  vec4 p = u_to_sky_map * vec4(position + 0.02 * normal, 1.0);
  vec3 at = p.xyz * 0.5 + 0.5;
  if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
#ifdef COARSE
  return mix(0.42, 1.0, lookup(u_sky_map, at, 3.0));
#else
  float near = lookup(u_sky_map, at, 3.0), wide = lookup(u_sky_map, at, 9.0);
  return mix(0.42, 1.0, 0.5 * (near + wide));
#endif
}

vec3 sky_light(vec3 normal) {
  return mix(u_bounce, u_dome, 0.5 + 0.5 * normal.z);
}

vec3 add_haze(vec3 color, vec3 position) {
  vec3 ray = position - u_eye;
  float distance = length(ray);
  float amount = 1.0 - exp(-distance * u_haze);
  vec3 toward = ray / max(distance, 1e-4);
  return mix(color, sky_color(vec3(toward.xy, max(toward.z, 0.0))), amount);
}

// Exponential film curve, then a dither of half a step against bands in the sky.
vec4 finish(vec3 color) {
  vec3 mapped = 1.0 - exp(-0.86 * color);
  mapped = mix(mapped, mapped * mapped * (3.0 - 2.0 * mapped), 0.35);  // a little more contrast
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  return vec4(mapped + (noise - 0.5) / 255.0 * (0.3 + mapped), 1.0);
}

float line_mask(vec2 position, float spacing, float half_width) {
  vec2 p = position / spacing;
  vec2 pixel = max(fwidth(p), vec2(1e-6));
  vec2 from_line = abs(fract(p - 0.5) - 0.5);
  float width = half_width / spacing;
  vec2 drawn = max(vec2(width), 0.6 * pixel);
  vec2 cover = (1.0 - smoothstep(drawn - pixel, drawn + pixel, from_line)) * min(width / drawn + 0.25, 1.0);
  vec2 fade = 1.0 - smoothstep(0.08, 0.35, pixel);
  return max(cover.x * fade.x, cover.y * fade.y);
}
)";

/// One triangle over the whole picture, with the direction of view at its corners.
const char* const kSkyVertex = R"(#version 330 core
uniform mat4 u_from_clip;
out vec3 v_ray;
void main() {
  vec2 p = vec2((gl_VertexID & 1) * 4 - 1, (gl_VertexID >> 1) * 4 - 1);
  vec4 far = u_from_clip * vec4(p, 1.0, 1.0);
  v_ray = far.xyz / far.w;
  gl_Position = vec4(p, 1.0, 1.0);
}
)";

const char* const kSkyFragment = R"(
in vec3 v_ray;
out vec4 o_color;
#ifdef STARS
uniform float u_pixel;  // rad

// Integers mixed by shifts and odd factors, those of C. Wellons' "lowbias32" (2018): the same stars on every
// machine.
uint mix_bits(uint x) {
  x ^= x >> 16; x *= 0x7feb352du;
  x ^= x >> 15; x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

// A cube about the eye, each face of 48 x 48 cells; every ninth cell or so has a star within it, of which few
// are bright.
vec3 stars(vec3 d) {
  vec3 a = abs(d);
  float far = max(a.x, max(a.y, a.z));
  int axis = far == a.x ? 0 : far == a.y ? 1 : 2;
  float side = sign(d[axis]);
  vec2 uv = vec2(d[(axis + 1) % 3], d[(axis + 2) % 3]) / far;
  const float cells = 24.0;
  ivec2 cell = ivec2(floor(uv * cells)) + 24;
  uint seed = mix_bits(uint(cell.x + 64 * cell.y + 4096 * (2 * axis + (side > 0.0 ? 1 : 0))));
  if (seed % 9u != 0u) return vec3(0.0);
  uint more = mix_bits(seed + 1u);
  vec2 within = 0.15 + 0.7 * vec2(float(more & 1023u), float((more >> 10) & 1023u)) / 1023.0;
  vec2 at = (vec2(cell - 24) + within) / cells;
  vec3 star = vec3(0.0);
  star[axis] = side;
  star[(axis + 1) % 3] = at.x;
  star[(axis + 2) % 3] = at.y;
  float away = distance(normalize(star), d) / max(u_pixel, 4e-4);
  float rank = float(more >> 22) / 1023.0, light = 0.10 + 0.9 * rank * rank * rank * rank * rank;
  vec3 tone = mix(vec3(1.0, 0.86, 0.72), vec3(0.78, 0.88, 1.0), float((seed >> 8) & 255u) / 255.0);
  return tone * light * exp(-1.2 * away * away);
}
#endif

void main() {
  vec3 direction = normalize(v_ray);
  vec3 color = sky_color(direction);
#ifdef STARS
  color += stars(direction);
#endif
  float toward = dot(direction, u_sun);
  color += vec3(6.0, 6.2, 6.4) * smoothstep(0.99994, 0.99998, toward);
  o_color = finish(color);
}
)";

/// Lowers the ground's vertices by the depth of ruts, within the window of the rut texture.
const char* const kTerrainVertex = R"(#version 330 core
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
uniform mat4 u_to_clip;
uniform vec3 u_offset;
uniform sampler2D u_ruts;
uniform vec4 u_rut_window;  // offset to texture axes, 1 / period, half side
uniform vec2 u_rut_center;
out vec3 v_position;
out vec3 v_normal;
void main() {
  vec3 p = a_position + u_offset;
  vec2 from = abs(p.xy - u_rut_center);
  if (max(from.x, from.y) < u_rut_window.w) p.z -= textureLod(u_ruts, (p.xy + u_rut_window.xy) * u_rut_window.z, 0.0).r;
  v_position = p;
  v_normal = a_normal;
  gl_Position = u_to_clip * vec4(p, 1.0);
}
)";

const char* const kTerrainFragment = R"(
in vec3 v_position;
in vec3 v_normal;
uniform sampler2D u_noise;  // r: clouds, g: grains, ba: slope of the clouds
uniform sampler2D u_ruts;
uniform vec4 u_rut_window;
uniform vec2 u_rut_center;
uniform vec4 u_extent;      // west, south, east, north
uniform float u_grid;
uniform float u_texel;      // of the rut texture, m
uniform sampler2D u_prints; // direction of tracks
uniform float u_grousers;   // rad of the pattern that a wheel prints, per m of its track; 0: none
uniform vec3 u_dark;        // the look of the ground (ground_look.hpp)
uniform vec3 u_light;
uniform float u_grain;
uniform float u_relief;
#ifdef COLOURED              // a processor that draws takes both sides of every branch
uniform sampler2D u_tint;
uniform vec4 u_tint_place;  // west, north; 1 / width, 1 / height
uniform float u_tinted;
uniform float u_hatch;      // m from line to line of a pattern near by; 0: no patterns
uniform int u_overlay;      // 0: none, 1: slope, 2: height lines, 3: sinkage
uniform vec3 u_map[10];     // linear
uniform vec2 u_range;       // of the value: deg, mm
uniform vec2 u_contours;    // distance of height lines, height of the origin, m

vec3 mapped_color(float value) {
  float x = clamp((value - u_range.x) / (u_range.y - u_range.x), 0.0, 1.0) * 9.0;
  int i = int(min(x, 8.0));
  return mix(u_map[i], u_map[i + 1], x - float(i));
}

// Lines at multiples of the distance, each fifth stronger.
float contour_mask(float height) {
  float p = height / u_contours.x, fifth = p / 5.0;
  float near = abs(fract(p - 0.5) - 0.5) / max(fwidth(p), 1e-6);
  float strong = abs(fract(fifth - 0.5) - 0.5) / max(fwidth(fifth), 1e-6);
  float fade = 1.0 - smoothstep(0.25, 0.6, fwidth(p));
  return max(0.55 * (1.0 - smoothstep(0.4, 1.4, near)) * fade, 0.9 * (1.0 - smoothstep(0.7, 1.8, strong)));
}

// wide: of a pixel, in lines.
float stripe(float p, float wide) { return 1.0 - smoothstep(0.16 - wide, 0.16 + wide, abs(fract(p) - 0.5)); }

// The patterns of widgets/pattern.hpp, in their order. What is far has lines that are 2, 4, 8... times as far
// apart.
float pattern_mask(int kind, vec2 xy) {
  vec2 pixel = fwidth(xy);
  float least = 6.0 * max(pixel.x, pixel.y);  // m from line to line, at least
  float apart = u_hatch * exp2(ceil(max(log2(least / u_hatch), 0.0)));
  float wide = 0.5 * (pixel.x + pixel.y) / apart;
  vec2 p = xy / apart;
  float rising = stripe(0.7 * (p.x + p.y), wide), falling = stripe(0.7 * (p.x - p.y), wide);
  float level = stripe(p.y, wide), upright = stripe(p.x, wide);
  if (kind == 1) return rising;
  if (kind == 2) return falling;
  if (kind == 3) return level;
  if (kind == 4) return upright;
  if (kind == 5) return level * upright;
  if (kind == 6) return max(rising, falling);
  return kind == 7 ? max(level, upright) : 0.0;
}

vec3 with_tint(vec3 albedo, vec2 xy) {
  vec2 at = vec2(xy.x - u_tint_place.x, u_tint_place.y - xy.y) * u_tint_place.zw;
  bool on = u_tinted > 0.5 && all(greaterThan(at, vec2(0.0))) && all(lessThan(at, vec2(1.0)));
  vec4 tint = texture(u_tint, at);
  if (u_hatch > 0.0) {
    vec3 ink = dot(tint.rgb, vec3(0.30, 0.59, 0.11)) > 0.2 ? vec3(0.0) : vec3(0.9);
    tint.rgb = mix(tint.rgb, ink, 0.75 * pattern_mask(int(tint.a * 255.0 + 0.5) & 7, xy));
  }
  return on ? mix(albedo, tint.rgb * (0.6 + 0.9 * dot(albedo, vec3(0.9))), tint.a) : albedo;
}

vec3 with_overlay(vec3 shown, vec3 normal, float rut, float light) {
  if (u_overlay == 2) return mix(shown, vec3(0.01, 0.012, 0.02), contour_mask(v_position.z + u_contours.y));
  float value = u_overlay == 1 ? degrees(acos(clamp(normal.z, -1.0, 1.0))) : 1000.0 * rut;
  float cover = 0.94 * (u_overlay == 1 ? 1.0 : smoothstep(0.0002, 0.001, rut));
  return mix(shown, mapped_color(value) * (0.62 + 0.45 * light), cover);
}
#endif
out vec4 o_color;

// Reflectance of untouched ground, and the slopes of its small unevenness.
vec3 bare_ground(vec2 xy, float slope, out vec2 bump) {
  vec4 fine = texture(u_noise, xy / 1.7);
  vec4 middle = texture(u_noise, xy.yx / 11.3);
  vec4 broad = texture(u_noise, xy / 83.0);

  // Share of light, loose soil that covers the dark ground; steep ground keeps less of it.
  float loose = clamp(0.62 + 0.75 * (broad.r - 0.5) + 0.55 * (middle.r - 0.5) - 1.6 * slope, 0.0, 1.0);
  vec3 albedo = mix(u_dark, u_light, loose);
  albedo *= 1.0 + 0.52 * u_grain * (fine.g - 0.5);
#ifdef COARSE
  albedo *= 1.0 + 0.28 * u_grain * (middle.g - 0.5);
#else
  albedo *= 1.0 + 0.28 * u_grain * (texture(u_noise, xy.yx / 4.3).g - 0.5);
#endif
  albedo *= 0.90 + 0.20 * fine.r;
  bump = u_relief * (0.30 * (fine.ba - 0.5) + 0.22 * (middle.ba - 0.5));
#ifdef RIPPLED
  // Ripples of the wind, a hand's breadth apart, winding as the clouds of noise do. What is too far to be
  // seen is left out.
  {
    const vec2 across = vec2(0.84, 0.54) * 38.0;  // rad/m
    float phase = dot(xy, across) + 9.0 * middle.r + 5.0 * broad.r + 3.0 * fine.r;
    float seen = (1.0 - smoothstep(0.25, 1.2, fwidth(phase))) * smoothstep(0.30, 0.62, broad.g + 0.55 * middle.r - 0.1);
    bump += 0.0042 * seen * cos(phase) * across;
    albedo *= 1.0 + 0.05 * seen * sin(phase);
  }
#endif
#ifdef CRACKED
  // Thin dark joints along lines of equal noise, here more and there fewer.
  {
    float wide = fwidth(fine.r), many = smoothstep(0.40, 0.62, middle.r) * (1.0 - smoothstep(0.04, 0.15, wide));
    float steep = length(fine.ba - 0.5);  // so that a joint is as wide where the noise is flat
    float joint = 1.0 - smoothstep(0.06 * steep + 0.4 * wide, 0.16 * steep + 1.4 * wide, abs(fine.r - 0.5));
    albedo *= (1.0 - 0.45 * joint * many) * (0.88 + 0.24 * smoothstep(0.46, 0.54, middle.r));
  }
#endif
#ifdef JOINTED
  albedo *= 1.0 - 0.45 * line_mask(xy + 0.5, 3.0, 0.004);
#endif
  return albedo;
}

// Wheel tracks: pressed ground is darker, its walls catch the light. Returns the depth, m.
float press_tracks(vec2 xy, inout vec3 albedo, inout vec2 bump) {
  vec2 from = abs(xy - u_rut_center);
#ifndef COARSE
  vec2 pixel = fwidth(xy);
#endif
  float rut = 0.0;
  if (max(from.x, from.y) < u_rut_window.w) {
    vec2 at = (xy + u_rut_window.xy) * u_rut_window.z;
    float e = u_rut_window.z * u_texel;
    rut = texture(u_ruts, at).r;
    vec2 step_x = vec2(e, 0.0), step_y = vec2(0.0, e);
#ifdef COARSE
    vec2 gradient = vec2(texture(u_ruts, at + step_x).r, texture(u_ruts, at + step_y).r) - rut;
    gradient /= u_texel;
#else
    vec4 beside = vec4(texture(u_ruts, at + step_x).r, texture(u_ruts, at - step_x).r, texture(u_ruts, at + step_y).r,
                       texture(u_ruts, at - step_y).r);
    vec2 gradient = vec2(beside.x - beside.y, beside.z - beside.w) / (2.0 * u_texel);
    float rim = smoothstep(0.001, 0.006, max(max(beside.x, beside.y), max(beside.z, beside.w)) - rut);
#endif
    float edge = smoothstep(0.0, 2.0, u_rut_window.w - max(from.x, from.y));
    // The rim of what was pressed is within a third of a cell, and what was pushed up beside it catches the
    // light.
    float pressed = smoothstep(0.0015, 0.0045, rut) * edge;
    bump = mix(bump, 0.25 * bump, pressed) + 1.5 * gradient * edge;
    albedo *= 1.0 - 0.30 * pressed;
#ifndef COARSE
    albedo *= 1.0 + 0.22 * rim * (1.0 - pressed) * edge;
    // The rim that was pushed up beside the track leans away from it.
    bump -= 0.9 * rim * (1.0 - pressed) * gradient * edge;
    // Each grouser has left a groove across the flat of the track. What is too far to be seen is left out.
    vec2 leads = texture(u_prints, at).rg;
    float along = u_grousers * dot(xy, leads);
    float seen = pressed * (1.0 - smoothstep(0.7, 2.2, u_grousers * dot(pixel, abs(leads))));
    seen *= 1.0 - smoothstep(0.15, 0.5, length(gradient));
    float groove = smoothstep(0.35, 0.8, cos(along));
    float side = sign(sin(along)) * smoothstep(0.1, 0.7, abs(sin(along)));
    bump += seen * 0.30 * side * step(0.0, cos(along)) * leads;
    albedo *= 1.0 - 0.20 * seen * groove;
#endif
  }
  return rut;
}

void main() {
  vec2 xy = v_position.xy, bump;
  vec3 normal = normalize(v_normal);
  vec3 albedo = bare_ground(xy, 1.0 - normal.z, bump);
  float rut = press_tracks(xy, albedo, bump);
  normal = normalize(vec3(normal.xy + bump, normal.z));

  bool inside = all(greaterThan(xy, u_extent.xy)) && all(lessThan(xy, u_extent.zw));
  if (u_grid > 0.5 && inside) {
    float lines = max(0.11 * line_mask(xy, 1.0, 0.005), 0.20 * line_mask(xy, 10.0, 0.010));
    albedo = mix(albedo, min(u_light * 2.2 + 0.12, vec3(0.85)), lines);
  }
#ifdef COLOURED
  albedo = with_tint(albedo, xy);
#endif
  if (!inside) albedo = mix(albedo, vec3(dot(albedo, vec3(0.333))), 0.35);

  float visible = sun_visibility(v_position, normalize(v_normal));
  float diffuse = max(dot(normal, u_sun), 0.0);
  vec3 color = albedo * (u_sun_light * diffuse * visible + sky_light(normal) * sky_visibility(v_position, normalize(v_normal)));
  o_color = finish(add_haze(color, v_position));
#ifdef COLOURED
  if (u_overlay > 0 && inside)
    o_color.rgb = with_overlay(o_color.rgb, normalize(v_normal), rut, diffuse * visible);
#endif
}
)";

}  // namespace grouser::desktop::shaders
