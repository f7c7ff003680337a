// SPDX-License-Identifier: BSD-3-Clause
// Small owners of OpenGL programs and meshes.
#pragma once
#include <cstdint>
#include <glm/glm.hpp>
#include <map>
#include <string>

#include "view/gl/mesh.hpp"

namespace grouser::desktop {

class GlProgram {
 public:
  /// Throws RunError with the compiler's words (a mistake of ours or of the driver).
  GlProgram(const std::string& vertex, const std::string& fragment);
  ~GlProgram();
  GlProgram(const GlProgram&) = delete;
  GlProgram& operator=(const GlProgram&) = delete;

  void use() const;
  void set(const char* name, float value);
  void set(const char* name, int value);
  void set(const char* name, const glm::vec2& value);
  void set(const char* name, const glm::vec3& value);
  void set(const char* name, const glm::vec4& value);
  void set(const char* name, const glm::mat4& value);

 private:
  int location(const char* name);
  unsigned program_ = 0;
  std::map<std::string, int, std::less<>> locations_;
};

/// A Mesh on the graphics card.
class GlMesh {
 public:
  explicit GlMesh(const Mesh& mesh);
  ~GlMesh();
  GlMesh(const GlMesh&) = delete;
  GlMesh& operator=(const GlMesh&) = delete;
  void draw() const { draw(triangles()); }
  /// The first ones alone.
  void draw(int triangles) const;
  int triangles() const { return count_ / 3; }

 private:
  unsigned array_ = 0, vertices_ = 0, indices_ = 0;
  int count_ = 0;
};

}  // namespace grouser::desktop
