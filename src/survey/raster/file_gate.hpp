// Which files GDAL may open. A raster's label, its metadata or a file beside it can name any other file, or
// an address on the network, and GDAL would fetch it; here it meets a closed door. Private.
#pragma once
#include <filesystem>
#include <list>
#include <string>

namespace grouser::terrain {

/// As long as gates are open GDAL opens, in the whole process, nothing but what they let through: the raster
/// itself and, to be read, regular files beside it under its own name ("site.dat", "site.tif.ovr" for
/// "site.tif"). An archive's name (/vsizip/maps.zip/a.tif) lets the archive through. While there is no gate
/// nothing is read that is not asked for by name, and all doors are open.
class FileGate {
 public:
  enum class For { reading, writing };
  FileGate(const std::filesystem::path& raster, For purpose);
  ~FileGate();
  FileGate(const FileGate&) = delete;
  FileGate& operator=(const FileGate&) = delete;

  /// The first file of another folder, or address, that was asked for while this was the newest gate; empty:
  /// none.
  std::string refused() const;

  struct Door;

 private:
  std::list<Door>::iterator door_;
};

/// Once, before GDAL opens anything: puts the gates into GDAL's file system and takes away the network and
/// all else that is no plain file, archive or memory.
void install_file_gates();

}  // namespace grouser::terrain
