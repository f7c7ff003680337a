// SPDX-License-Identifier: BSD-3-Clause
// Controls which files GDAL may open. A raster's label, its metadata or a file beside it can name any other
// file, or a network address, which GDAL would fetch; the gate refuses this. Private.
#pragma once
#include <filesystem>
#include <list>
#include <string>

namespace grouser::terrain {

/// As long as gates are open, GDAL opens in the whole process only what they let through: the raster itself
/// and, read-only, regular files beside it under its own name ("site.dat", "site.tif.ovr" for "site.tif"),
/// and the data of a label whose name has one word more or less ("site_img.lbl", "site.img"). Texts beside it
/// are let through up to kMostTextBytes. The name of an archive member (/vsizip/maps.zip/a.tif) lets the
/// archive through. Without any gate nothing is read that is not requested by name, and all files are
/// accessible.
class FileGate {
 public:
  enum class For { reading, writing };
  FileGate(const std::filesystem::path& raster, For purpose);
  ~FileGate();
  FileGate(const FileGate&) = delete;
  FileGate& operator=(const FileGate&) = delete;

  /// The first file in another folder, or address, that was requested while this was the newest gate; empty:
  /// none.
  std::string refused() const;
  /// A text beside the raster that was not read because of its length; empty: none.
  std::string too_long() const;

  struct Door;

 private:
  std::list<Door>::iterator door_;
};

/// Call once, before GDAL opens anything: installs the gates in GDAL's file system and removes the network
/// and everything else that is not a plain file, archive or memory.
void install_file_gates();

}  // namespace grouser::terrain
