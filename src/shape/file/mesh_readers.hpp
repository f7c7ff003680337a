// Readers of one format each; what they have in common.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "grouser/shape/mesh/triangle_mesh.hpp"

namespace grouser {

/// Takes what a reader finds, one vertex for each place.
class MeshBuilder {
 public:
  MeshBuilder(std::string place, double scale) : place_(std::move(place)), scale_(scale) {}
  /// The number of the vertex at this place. p: in the file's unit.
  int add_vertex(const Vec3& p);
  /// Numbers that add_vertex() gave, at least three; more are parted as a fan.
  void add_polygon(const std::vector<int>& corners);
  /// Throws InputError: where in the file, what was found, what was expected.
  [[noreturn]] void refuse(const std::string& where, const std::string& found,
                           const std::string& expected) const;
  std::size_t faces() const { return mesh_.faces.size(); }
  TriangleMesh take() { return std::move(mesh_); }

 private:
  std::string place_;
  double scale_;
  TriangleMesh mesh_;
  std::map<std::tuple<double, double, double>, int> known_;
};

/// Words of a text, parted by spaces, with the number of their line.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : text_(text) {}
  /// The next word; empty at the end.
  std::string_view next();
  /// The next word of this line; empty at its end.
  std::string_view next_in_line();
  void skip_line();
  bool at_end() const { return at_ >= text_.size(); }
  std::string line() const { return "line " + std::to_string(line_); }
  std::size_t place() const { return at_; }

 private:
  std::string_view word();
  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

/// False where a word is no number of this kind, as a whole.
bool read_number(std::string_view word, double& value);
bool read_number(std::string_view word, long long& value);

void read_stl(std::string_view bytes, MeshBuilder& mesh);
void read_gltf(std::string_view bytes, MeshBuilder& mesh);
void read_obj(std::string_view bytes, MeshBuilder& mesh);
void read_ply(std::string_view bytes, MeshBuilder& mesh);

}  // namespace grouser
