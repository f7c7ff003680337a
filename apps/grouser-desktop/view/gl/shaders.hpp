// SPDX-License-Identifier: BSD-3-Clause
// The programs that run on the graphics processor (GLSL 3.30). Positions are floats relative to the view's
// local origin.
#pragma once
#include <string>

namespace grouser::desktop::shaders {

/// Sun, sky, haze and tone curve: placed before every fragment shader that draws something lit.
extern const char* const kLight;

extern const char* const kSkyVertex;
extern const char* const kSkyFragment;
extern const char* const kTerrainVertex;
extern const char* const kTerrainFragment;
extern const char* const kBodyVertex;
extern const char* const kBodyFragment;
extern const char* const kDepthVertex;
extern const char* const kDepthFragment;

}  // namespace grouser::desktop::shaders
