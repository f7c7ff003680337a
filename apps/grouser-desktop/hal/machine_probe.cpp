// SPDX-License-Identifier: BSD-3-Clause
// Facts for 'grouser doctor', each found in the manner of the window itself: its display, OpenGL and fonts.
// A failure of OpenGL becomes a text, because this report is wanted on machines where it fails.
#include "machine_probe.hpp"

#include <epoxy/gl.h>

#include <cstdlib>
#include <exception>
#include <nlohmann/json.hpp>

#include "hal/font_files.hpp"
#include "headless.hpp"
#include "library_versions.hpp"

namespace grouser::desktop {
namespace {

/// Whether an environment variable has a value other than "".
bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value && *value;
}

/// A text of the current OpenGL context; empty where it has none.
std::string gl_text(GLenum name) {
  const GLubyte* const text = glGetString(name);
  return text ? reinterpret_cast<const char*>(text) : "";
}

}  // namespace

std::string machine_probe() {
  nlohmann::ordered_json probe;
  // The window prefers X11 if both are there (window.cpp).
  probe["display"] = is_set("DISPLAY") ? "x11" : is_set("WAYLAND_DISPLAY") ? "wayland" : "none";
  try {
    const HeadlessContext context;
    probe["gl_version"] = gl_text(GL_VERSION);
    probe["gl_renderer"] = gl_text(GL_RENDERER);
  } catch (const std::exception& error) {
    probe["gl_error"] = error.what();
  }
  const FontFiles& fonts = font_files();
  probe["fonts"] = {
      {"text", fonts.text.path}, {"strong", fonts.strong.path}, {"far_east", fonts.far_east.path}};
  for (const auto& [name, version] : library_versions()) probe["versions"][name] = version;
  return probe.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace grouser::desktop
