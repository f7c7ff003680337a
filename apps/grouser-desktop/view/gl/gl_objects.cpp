// SPDX-License-Identifier: BSD-3-Clause
// Programs and meshes. Uniforms are looked up by name once and kept; a name that the compiler removed has
// location -1, which OpenGL ignores.
#include "view/gl/gl_objects.hpp"

#include <epoxy/gl.h>

#include <cstddef>
#include <glm/gtc/type_ptr.hpp>

#include "grouser/base/error.hpp"

namespace grouser::desktop {
namespace {

/// A compiled shader. Throws RunError with the driver's log.
unsigned compile(unsigned kind, const std::string& source) {
  const unsigned shader = glCreateShader(kind);
  const char* text = source.c_str();
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint ok = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  if (!ok) {
    char log[2048] = "";
    glGetShaderInfoLog(shader, sizeof log, nullptr, log);
    throw RunError(std::string("shader does not compile: ") + log);
  }
  return shader;
}

}  // namespace

GlProgram::GlProgram(const std::string& vertex, const std::string& fragment) {
  const unsigned v = compile(GL_VERTEX_SHADER, vertex), f = compile(GL_FRAGMENT_SHADER, fragment);
  program_ = glCreateProgram();
  glAttachShader(program_, v);
  glAttachShader(program_, f);
  glLinkProgram(program_);
  glDeleteShader(v);
  glDeleteShader(f);
  GLint ok = 0;
  glGetProgramiv(program_, GL_LINK_STATUS, &ok);
  if (!ok) {
    char log[2048] = "";
    glGetProgramInfoLog(program_, sizeof log, nullptr, log);
    throw RunError(std::string("shaders do not link: ") + log);
  }
}

GlProgram::~GlProgram() { glDeleteProgram(program_); }
void GlProgram::use() const { glUseProgram(program_); }

int GlProgram::location(const char* name) {
  const auto found = locations_.find(name);
  if (found != locations_.end()) return found->second;
  const int place = glGetUniformLocation(program_, name);
  locations_.emplace(name, place);
  return place;
}

void GlProgram::set(const char* name, float value) { glUniform1f(location(name), value); }
void GlProgram::set(const char* name, int value) { glUniform1i(location(name), value); }
void GlProgram::set(const char* name, const glm::vec2& v) {
  glUniform2fv(location(name), 1, glm::value_ptr(v));
}
void GlProgram::set(const char* name, const glm::vec3& v) {
  glUniform3fv(location(name), 1, glm::value_ptr(v));
}
void GlProgram::set(const char* name, const glm::vec4& v) {
  glUniform4fv(location(name), 1, glm::value_ptr(v));
}
void GlProgram::set(const char* name, const glm::mat4& m) {
  glUniformMatrix4fv(location(name), 1, GL_FALSE, glm::value_ptr(m));
}

GlMesh::GlMesh(const Mesh& mesh) : count_(static_cast<int>(mesh.indices.size())) {
  glGenVertexArrays(1, &array_);
  glGenBuffers(1, &vertices_);
  glGenBuffers(1, &indices_);
  glBindVertexArray(array_);
  glBindBuffer(GL_ARRAY_BUFFER, vertices_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.vertices.size() * sizeof(MeshVertex)),
               mesh.vertices.data(), GL_STATIC_DRAW);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.indices.size() * sizeof(std::uint32_t)),
               mesh.indices.data(), GL_STATIC_DRAW);
  // Attributes 0 to 2: position, normal, tint; the array remembers buffers and layout.
  const auto offset = [](std::size_t bytes) { return reinterpret_cast<const void*>(bytes); };
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(MeshVertex), offset(offsetof(MeshVertex, position)));
  glEnableVertexAttribArray(1);
  glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(MeshVertex), offset(offsetof(MeshVertex, normal)));
  glEnableVertexAttribArray(2);
  glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(MeshVertex),
                        offset(offsetof(MeshVertex, tint)));
  glBindVertexArray(0);
}

GlMesh::~GlMesh() {
  glDeleteVertexArrays(1, &array_);
  glDeleteBuffers(1, &vertices_);
  glDeleteBuffers(1, &indices_);
}

void GlMesh::draw(int triangles) const {
  glBindVertexArray(array_);
  glDrawElements(GL_TRIANGLES, 3 * triangles, GL_UNSIGNED_INT, nullptr);
}

}  // namespace grouser::desktop
