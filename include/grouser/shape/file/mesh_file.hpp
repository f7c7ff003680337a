// SPDX-License-Identifier: BSD-3-Clause
// Meshes of bodies from files of other programs: STL (binary and text), OBJ, PLY and glTF 2.0 (text and
// binary). Read by code of our own: on spoiled files the usual library (assimp 5.2.5 of Debian 12) ended the
// program or never came back.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "grouser/shape/mesh/triangle_mesh.hpp"

namespace grouser {

/// All triangles of a file in one mesh, its coordinates times `scale` (m per unit of the file), vertices at
/// one place being one; polygons of more corners are parted into triangles that cover them once
/// (polygon_parts.hpp). Text may begin with a byte order mark and end its lines with line feed, carriage
/// return or both. Axes stay as they are in the file. Its other contents (colours, materials, normals) are
/// not read, no other file is opened. The mesh is not checked (check_mesh()). Throws InputError.
TriangleMesh read_mesh(const std::filesystem::path& path, double scale = 1.0);

/// The mesh as text of the OBJ format, to the last bit.
std::string mesh_text(const TriangleMesh& mesh);
/// The mesh that such a text gives. Throws InputError, naming the place.
TriangleMesh parse_mesh_text(std::string_view text, const std::string& place);

/// Binary STL (single precision), replaced at once.
void write_stl(const std::filesystem::path& path, const TriangleMesh& mesh);

}  // namespace grouser
