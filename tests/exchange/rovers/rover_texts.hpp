// SPDX-License-Identifier: BSD-3-Clause
// Shared by the tests of rovers: files of this folder, files of a test's own, messages.
#pragma once
#include <filesystem>
#include <string>

#include "folders.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/exchange/rovers/convert_rover.hpp"
#include "grouser/shape/file/mesh_file.hpp"
#include "grouser/vehicle/spec/vehicle_document.hpp"
#include "scratch_folder.hpp"

namespace grouser::test {

/// A file of this folder.
inline std::filesystem::path rover_file(const std::string& name) {
  return source_folder() / "tests/exchange/rovers" / name;
}

/// A vehicle out of TOML; its mesh files are named from a folder.
inline VehicleSpec vehicle_of(const std::string& toml, const std::filesystem::path& folder = {}) {
  const OpenMesh open = [&](const std::string& file, const std::string&) { return read_mesh(folder / file); };
  return read_vehicle_document(
      {.name = "rover.toml", .text = toml, .place = "rover.toml", .open_mesh = open});
}

/// The message of the error that a call ends with, empty where it does not.
template <class Call>
std::string refused(Call call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace grouser::test
