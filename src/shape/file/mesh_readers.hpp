// SPDX-License-Identifier: BSD-3-Clause
// Readers of the mesh formats, and the parts that they share: MeshBuilder collects vertices and triangles,
// WordReader splits a text into words.
#pragma once
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "grouser/shape/mesh/triangle_mesh.hpp"

namespace grouser {

/// Takes what a reader finds, one vertex for each place.
class MeshBuilder {
 public:
  MeshBuilder(std::string place, double scale) : place_(std::move(place)), scale_(scale) {}
  /// The number of the vertex at this place. p: in the file's unit.
  int add_vertex(const Vec3& p);
  /// Numbers that add_vertex() gave, at least three; more are parted into triangles (polygon_parts.hpp).
  /// where: in the file.
  void add_polygon(const std::vector<int>& corners, const std::string& where);
  /// Throws InputError: where in the file, what was found, what was expected.
  [[noreturn]] void refuse(const std::string& where, const std::string& found,
                           const std::string& expected) const;
  /// The file, for messages.
  const std::string& place() const { return place_; }
  std::size_t faces() const { return mesh_.faces.size(); }
  TriangleMesh take() { return std::move(mesh_); }

 private:
  void add_triangle(int a, int b, int c);
  std::string place_;
  double scale_;
  TriangleMesh mesh_;
  std::vector<int> apart_;  // corners of a polygon, without those that repeat the one before
  std::vector<Vec3> places_;
  std::vector<std::array<int, 3>> parts_;
  std::map<std::tuple<double, double, double>, int> known_;
};

/// The text without a byte order mark of UTF-8. Refuses UTF-16.
std::string_view plain_text(std::string_view bytes, const MeshBuilder& mesh);

/// The meaning of # and of \ at the end of a line.
enum class WordRules {
  plain,  ///< nothing
  obj     ///< text behind a # is a remark; a line goes on behind a \ at its end
};

/// Words of a text, parted by spaces, with the number of their line. A line ends with \n, \r or both.
class WordReader {
 public:
  explicit WordReader(std::string_view text, WordRules rules = WordRules::plain)
      : text_(text), obj_(rules == WordRules::obj) {}
  /// The next word; empty at the end.
  std::string_view next();
  /// The next word of this line; empty at its end.
  std::string_view next_in_line();
  void skip_line();
  bool at_end() const { return at_ >= text_.size(); }
  std::string line() const { return "line " + std::to_string(line_); }
  std::size_t place() const { return at_; }

 private:
  bool at_end_of_line() const { return at_end() || text_[at_] == '\n' || text_[at_] == '\r'; }
  bool goes_on() const;
  void pass_end_of_line();
  std::string_view word();
  std::string_view text_;
  bool obj_;
  std::size_t at_ = 0;
  int line_ = 1;
};

/// Whether a word is `name`, in small or capital letters. name: small letters.
bool is_word(std::string_view word, std::string_view name);
/// Reads a word as a whole. Returns false if it is not a number of this kind.
bool read_number(std::string_view word, double& value);
bool read_number(std::string_view word, long long& value);

void read_stl(std::string_view bytes, MeshBuilder& mesh);
void read_gltf(std::string_view bytes, MeshBuilder& mesh);
void read_obj(std::string_view bytes, MeshBuilder& mesh);
void read_ply(std::string_view bytes, MeshBuilder& mesh);

}  // namespace grouser
