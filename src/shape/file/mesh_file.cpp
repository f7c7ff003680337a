// SPDX-License-Identifier: BSD-3-Clause
// Reads meshes of all formats by the file's ending, and writes STL. MeshBuilder joins vertices at equal
// places and parts polygons into triangles; WordReader splits the texts of OBJ, PLY and STL into words.
#include "grouser/shape/file/mesh_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/shape/check/mesh_check.hpp"
#include "grouser/shape/mesh/polygon_parts.hpp"
#include "mesh_readers.hpp"

namespace grouser {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kLargestMeshFile = std::size_t{1}
                                         << 30;  // bytes: over 20 million triangles of binary STL

/// A format's ending and its reader.
struct MeshFormat {
  const char* ending;
  void (*read)(std::string_view, MeshBuilder&);
};
constexpr MeshFormat kMeshFormats[] = {
    {".stl", read_stl}, {".obj", read_obj}, {".ply", read_ply}, {".gltf", read_gltf}, {".glb", read_gltf}};

/// The format of a file by its ending, capitals included; null if it is unknown.
const MeshFormat* format_of(const fs::path& path) {
  std::string ending = path.extension().string();
  for (char& c : ending)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  for (const MeshFormat& format : kMeshFormats)
    if (ending == format.ending) return &format;
  return nullptr;
}

/// Reads a word as one number, with an optional "+"; false if letters are left over.
template <class Number>
bool read_whole(std::string_view word, Number& value) {
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size();
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

}  // namespace

int MeshBuilder::add_vertex(const Vec3& p) {
  const Vec3 at = scale_ * p;
  if (!at.allFinite())
    refuse(fmt::format("triangle {}", mesh_.faces.size() + 1), "a coordinate that is not a finite number",
           "finite coordinates");
  // Adding 0 turns minus zero into zero, so that both are one place.
  const auto [known, is_new] =
      known_.try_emplace({at.x() + 0.0, at.y() + 0.0, at.z() + 0.0}, static_cast<int>(mesh_.vertices.size()));
  if (is_new) mesh_.vertices.push_back(at);
  return known->second;
}

void MeshBuilder::add_triangle(int a, int b, int c) {
  if (mesh_.faces.size() == kMostMeshFaces)
    throw InputError(place_, fmt::format("over {} triangles", kMostMeshFaces),
                     "fewer: let another program simplify it");
  mesh_.faces.push_back({a, b, c});
}

void MeshBuilder::add_polygon(const std::vector<int>& corners, const std::string& where) {
  if (corners.size() == 3) return add_triangle(corners[0], corners[1], corners[2]);
  // Leave out corners that repeat the one before, the last against the first as well.
  apart_.clear();
  for (const int corner : corners)
    if (apart_.empty() || apart_.back() != corner) apart_.push_back(corner);
  while (apart_.size() > 1 && apart_.back() == apart_.front()) apart_.pop_back();
  if (apart_.size() < 3) return add_triangle(corners[0], corners[1], corners[2]);  // the check says: no area
  places_.clear();
  for (const int corner : apart_) places_.push_back(mesh_.vertices[static_cast<std::size_t>(corner)]);
  if (apart_.size() > 3 && !part_polygon(places_, parts_))
    refuse(where, fmt::format("a polygon of {} corners that has no area or crosses itself", apart_.size()),
           fmt::format("corners in order round one flat region{}",
                       apart_.size() > kMostEarCorners
                           ? fmt::format(", at most {} where it is concave", kMostEarCorners)
                           : ""));
  if (apart_.size() == 3) parts_.assign(1, {0, 1, 2});
  const auto corner = [&](int k) { return apart_[static_cast<std::size_t>(k)]; };
  for (const auto& [a, b, c] : parts_) add_triangle(corner(a), corner(b), corner(c));
}

void MeshBuilder::refuse(const std::string& where, const std::string& found,
                         const std::string& expected) const {
  throw InputError(place_ + ": " + where, found, expected);
}

std::string_view plain_text(std::string_view bytes, const MeshBuilder& mesh) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF", kLittle = "\xFF\xFE", kBig = "\xFE\xFF";
  if (bytes.starts_with(kLittle) || bytes.starts_with(kBig))
    mesh.refuse("head", "a text in UTF-16",
                "UTF-8 or plain letters: save it so from the program that made it");
  if (bytes.starts_with(kMark)) bytes.remove_prefix(kMark.size());
  return bytes;
}

bool is_word(std::string_view word, std::string_view name) {
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + ('a' - 'A') : a) == b; };
  return std::equal(word.begin(), word.end(), name.begin(), name.end(), same);
}

/// Whether a "\" is the last letter of its line here, which continues the line in OBJ.
bool WordReader::goes_on() const {
  return obj_ && at_ + 1 < text_.size() && text_[at_] == '\\' &&
         (text_[at_ + 1] == '\n' || text_[at_ + 1] == '\r');
}

void WordReader::pass_end_of_line() {
  if (at_end()) return;
  at_ += text_.substr(at_).starts_with("\r\n") ? 2 : 1;
  ++line_;
}

std::string_view WordReader::word() {
  const std::size_t start = at_;
  while (!at_end_of_line() && !is_space(text_[at_]) && !goes_on() && !(obj_ && text_[at_] == '#')) ++at_;
  return text_.substr(start, at_ - start);
}

std::string_view WordReader::next_in_line() {
  while (!at_end_of_line() && (is_space(text_[at_]) || goes_on())) {
    const bool joined = goes_on();
    ++at_;
    if (joined) pass_end_of_line();
  }
  return word();
}

std::string_view WordReader::next() {
  std::string_view found = next_in_line();
  while (found.empty() && !at_end()) {
    skip_line();
    found = next_in_line();
  }
  return found;
}

void WordReader::skip_line() {
  while (!at_end_of_line()) ++at_;
  pass_end_of_line();
}

bool read_number(std::string_view word, double& value) { return read_whole(word, value); }
bool read_number(std::string_view word, long long& value) { return read_whole(word, value); }

TriangleMesh read_mesh(const fs::path& path, double scale) {
  const MeshFormat* format = format_of(path);
  if (!format)
    throw InputError(path.string(), "ending \"" + path.extension().string() + "\"",
                     ".stl, .obj, .ply, .gltf or .glb");
  const std::string bytes = read_text_file(path, kLargestMeshFile);
  if (bytes.empty()) throw InputError(path.string(), "an empty file", "a mesh of triangles");
  MeshBuilder mesh(path.string(), scale);
  format->read(bytes, mesh);
  return mesh.take();
}

std::string mesh_text(const TriangleMesh& mesh) {
  std::string text;
  for (const Vec3& p : mesh.vertices)
    fmt::format_to(std::back_inserter(text), "v {} {} {}\n", p.x(), p.y(), p.z());
  for (const auto& f : mesh.faces)
    fmt::format_to(std::back_inserter(text), "f {} {} {}\n", f[0] + 1, f[1] + 1, f[2] + 1);
  return text;
}

TriangleMesh parse_mesh_text(std::string_view text, const std::string& place) {
  MeshBuilder mesh(place, 1.0);
  read_obj(text, mesh);
  return mesh.take();
}

// Binary STL: 80 bytes of head, the number of triangles, then per triangle its normal, corners and two bytes.
void write_stl(const fs::path& path, const TriangleMesh& mesh) {
  std::string bytes(80, ' ');
  const auto put = [&](const auto& value) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    bytes.append(raw, sizeof value);
  };
  put(static_cast<std::uint32_t>(mesh.faces.size()));
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const Vec3 n = mesh.doubled_area(f).normalized();
    for (const Vec3& p : {n, mesh.corner(f, 0), mesh.corner(f, 1), mesh.corner(f, 2)})
      for (int k = 0; k < 3; ++k) put(static_cast<float>(p[k]));
    put(std::uint16_t{0});
  }
  write_file_atomically(path, bytes);
}

}  // namespace grouser
