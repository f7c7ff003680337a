#include "grouser/shape/file/mesh_file.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/shape/check/mesh_check.hpp"
#include "mesh_readers.hpp"

namespace grouser {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kLargestMeshFile = std::size_t{1}
                                         << 30;  // bytes: over 20 million triangles of binary STL

struct MeshFormat {
  const char* ending;
  void (*read)(std::string_view, MeshBuilder&);
};
constexpr MeshFormat kMeshFormats[] = {
    {".stl", read_stl}, {".obj", read_obj}, {".ply", read_ply}, {".gltf", read_gltf}, {".glb", read_gltf}};

const MeshFormat* format_of(const fs::path& path) {
  std::string ending = path.extension().string();
  for (char& c : ending)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  for (const MeshFormat& format : kMeshFormats)
    if (ending == format.ending) return &format;
  return nullptr;
}

template <class Number>
bool read_whole(std::string_view word, Number& value) {
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size();
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

}  // namespace

int MeshBuilder::add_vertex(const Vec3& p) {
  const Vec3 at = scale_ * p;
  if (!at.allFinite())
    refuse(fmt::format("triangle {}", mesh_.faces.size() + 1), "a coordinate that is no number",
           "finite coordinates");
  // minus zero is zero
  const auto [known, is_new] =
      known_.try_emplace({at.x() + 0.0, at.y() + 0.0, at.z() + 0.0}, static_cast<int>(mesh_.vertices.size()));
  if (is_new) mesh_.vertices.push_back(at);
  return known->second;
}

void MeshBuilder::add_polygon(const std::vector<int>& corners) {
  for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
    if (mesh_.faces.size() == kMostMeshFaces)
      throw InputError(place_, fmt::format("over {} triangles", kMostMeshFaces),
                       "fewer: let another program simplify it");
    mesh_.faces.push_back({corners[0], corners[k], corners[k + 1]});
  }
}

void MeshBuilder::refuse(const std::string& where, const std::string& found,
                         const std::string& expected) const {
  throw InputError(place_ + ": " + where, found, expected);
}

std::string_view WordReader::word() {
  const std::size_t start = at_;
  while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '\n') ++at_;
  return text_.substr(start, at_ - start);
}

std::string_view WordReader::next_in_line() {
  while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  return word();
}

std::string_view WordReader::next() {
  for (; at_ < text_.size() && (is_space(text_[at_]) || text_[at_] == '\n'); ++at_)
    if (text_[at_] == '\n') ++line_;
  return word();
}

void WordReader::skip_line() {
  while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  if (at_ == text_.size()) return;
  ++at_;
  ++line_;
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
