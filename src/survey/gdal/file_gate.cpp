// SPDX-License-Identifier: BSD-3-Clause
// The gate replaces GDAL's file systems: plain files pass only if an open door lets them through, and network
// and other virtual files are refused. Each raster that is open holds one door. The gate is one per process,
// as GDAL's table of file systems is.
#include "file_gate.hpp"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi_virtual.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

#include "counted_writes.hpp"
#include "file_bounds.hpp"
#include "text_case.hpp"

namespace grouser::terrain {

namespace fs = std::filesystem;

/// An open raster and what may be read beside it.
struct FileGate::Door {
  fs::path file;     ///< normal form; for a file in an archive, the archive
  std::string stem;  ///< in lower case; empty: no other file is allowed
  For purpose;
  std::string refused;
  std::string too_long;  ///< a text beside it that is not read: too long
};

namespace {

// GDAL may call from any thread, and once more while the process ends: these are never destroyed.
std::mutex& mutex = *new std::mutex;
std::list<FileGate::Door>& doors = *new std::list<FileGate::Door>;
fs::path& data_folder = *new fs::path;  // GDAL's own tables

/// Absolute path without "." and ".."; links stay.
fs::path normal(const fs::path& path) {
  std::error_code ec;
  return fs::absolute(path, ec).lexically_normal();
}

/// The file part of an archive name: for "/vsizip/maps.zip/a.tif" maps.zip, the first part that is a file.
fs::path archive_in(const std::string& name) {
  const fs::path rest = name.substr(name.find('/', 1) + 1);
  fs::path part;
  std::error_code ec;
  for (const fs::path& step : rest) {
    part /= step;
    if (fs::is_regular_file(part, ec)) break;
  }
  return part;
}

/// Whether an access mode, as of fopen, can change the file.
bool writes(const char* access) { return std::strpbrk(access, "wa+") != nullptr; }

/// Whether a link beside the raster leads out of its folder.
bool leads_away(const fs::path& path, const fs::path& raster) {
  std::error_code ec;
  if (!fs::is_symlink(path, ec)) return false;
  const fs::path end = fs::canonical(path, ec).parent_path();
  return ec ||
         (end != fs::canonical(raster.parent_path(), ec) && end != fs::canonical(raster, ec).parent_path());
}

/// Whether a label and its data belong together in an archive of planetary data: their names are alike but
/// for a last word, as site_img.lbl and site.img, or site.lbl and site_dtm.img.
bool archive_pair(const FileGate::Door& door, const fs::path& path) {
  constexpr const char* kLabels[] = {".lbl", ".xml"};
  constexpr const char* kData[] = {".img", ".dat", ".raw", ".jp2", ".qub", ".cub"};
  const auto ends_in = [](const fs::path& file, const auto& ends) {
    const std::string end = lower(file.extension().string());
    return std::find(std::begin(ends), std::end(ends), end) != std::end(ends);
  };
  if (!ends_in(door.file, kLabels) || !ends_in(path, kData)) return false;
  return one_word_apart(door.stem, lower(path.stem().string()));
}

/// Whether a regular file lies beside the raster under its name, in the same folder, and is no link out of
/// it.
bool beside(const FileGate::Door& door, const fs::path& path) {
  std::error_code ec;
  if (door.stem.empty() || path.parent_path() != door.file.parent_path()) return false;
  const std::string name = lower(path.filename().string());
  const bool own =
      name.starts_with(door.stem) && (name.size() == door.stem.size() || name[door.stem.size()] == '.');
  return (own || archive_pair(door, path)) && fs::is_regular_file(path, ec) && !leads_away(path, door.file);
}

/// Whether a path is a text of such a length that it is no label, header or georeference.
bool too_long(const fs::path& path) {
  std::error_code ec;
  if (!is_text_file(path)) return false;
  const auto bytes = fs::file_size(path, ec);
  return !ec && bytes > static_cast<std::uintmax_t>(kMostTextBytes);
}

/// Whether a path is inside of a folder.
bool within(const fs::path& folder, const fs::path& path) {
  return !folder.empty() &&
         std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

/// Whether a refusal is noted for messages. GDAL tries many names that may not exist, of which only files it
/// opens matter.
enum class Refusal { told, silent };

/// Whether any open door lets a file through; everything passes without doors.
bool lets_through(const char* name, const char* access, Refusal refusal = Refusal::silent) {
  const std::lock_guard held(mutex);
  if (doors.empty()) return true;
  const fs::path path = normal(name);
  // GDAL's own tables may always be read.
  if (!writes(access) && within(data_folder, path)) return true;
  for (const FileGate::Door& door : doors) {
    const bool may_write = door.purpose == FileGate::For::writing;
    if (path == door.file && (may_write || !writes(access))) return true;
    if (writes(access) || !beside(door, path)) continue;
    if (!too_long(path)) return true;
    doors.back().too_long = path.string();
    return false;
  }
  // Note the first file elsewhere that was refused, for the message of the newest raster.
  std::string& refused = doors.back().refused;
  if (refusal == Refusal::told && refused.empty() && path.parent_path() != doors.back().file.parent_path())
    refused = name;
  return false;
}

/// The plain files of the computer, behind the gates.
class GatedFiles final : public VSIFilesystemHandler {
 public:
  explicit GatedFiles(VSIFilesystemHandler* all) : all_(all) {}
  using VSIFilesystemHandler::Open;
  VSIVirtualHandle* Open(const char* name, const char* access, bool set_error,
                         CSLConstList options) override {
    if (!lets_through(name, access, Refusal::told)) return refuse();
    VSIVirtualHandle* file = all_->Open(name, access, set_error, options);
    return writes(access) ? counted_writes(file, name) : file;
  }
  int Stat(const char* name, VSIStatBufL* found, int flags) override {
    if (lets_through(name, "r")) return all_->Stat(name, found, flags);
    refuse();
    return -1;
  }
  int Unlink(const char* name) override { return lets_through(name, "w") ? all_->Unlink(name) : -1; }
  int Rename(const char* from, const char* to) override {
    return lets_through(from, "w") && lets_through(to, "w") ? all_->Rename(from, to) : -1;
  }
  int IsCaseSensitive(const char* name) override { return all_->IsCaseSensitive(name); }
  GIntBig GetDiskFreeSpace(const char* folder) override { return all_->GetDiskFreeSpace(folder); }
  int SupportsSparseFiles(const char* path) override { return all_->SupportsSparseFiles(path); }

 private:
  static VSIVirtualHandle* refuse() {
    errno = ENOENT;
    return nullptr;
  }
  std::unique_ptr<VSIFilesystemHandler> all_;  // GDAL's, which deletes this one at the end
};

/// Refuses what is neither a plain file nor an archive of one: the network, standard input, other computers.
class NoFiles final : public VSIFilesystemHandler {
 public:
  using VSIFilesystemHandler::Open;
  VSIVirtualHandle* Open(const char* name, const char*, bool, CSLConstList) override {
    const std::lock_guard held(mutex);
    if (!doors.empty() && doors.back().refused.empty()) doors.back().refused = name;
    errno = ENOENT;
    return nullptr;
  }
  int Stat(const char*, VSIStatBufL*, int) override {
    errno = ENOENT;
    return -1;
  }
};

}  // namespace

// An archive is one file: nothing beside it is let through.
FileGate::FileGate(const fs::path& raster, For purpose) {
  const std::string name = raster.string();
  const bool archive = name.starts_with("/vsi");
  const fs::path file = normal(archive ? archive_in(name) : raster);
  const std::lock_guard held(mutex);
  door_ = doors.insert(doors.end(), {file, archive ? "" : lower(file.stem().string()), purpose, "", ""});
}

FileGate::~FileGate() {
  const std::lock_guard held(mutex);
  doors.erase(door_);
}

std::string FileGate::refused() const {
  const std::lock_guard held(mutex);
  return door_->refused;
}

std::string FileGate::too_long() const {
  const std::lock_guard held(mutex);
  return door_->too_long;
}

// Gates for plain files; GDAL's handlers in memory and for archives stay, all others are replaced.
void install_file_gates() {
  if (const char* table = CPLFindFile("gdal", "gdalvrt.xsd")) data_folder = normal(table).parent_path();
  VSIFileManager::InstallHandler("", new GatedFiles(VSIFileManager::GetHandler("")));
  constexpr const char* kKept[] = {"/vsimem/", "/vsisubfile/", "/vsizip/", "/vsigzip/", "/vsitar/"};
  const std::unique_ptr<char*, decltype(&CSLDestroy)> prefixes(VSIFileManager::GetPrefixes(), CSLDestroy);
  // GDAL's own handlers for these stay allocated, unused: two names may share one
  static auto* const replaced = new std::vector<VSIFilesystemHandler*>;
  for (char** prefix = prefixes.get(); prefix && *prefix; ++prefix) {
    const auto kept = [&](const char* name) { return std::strcmp(*prefix, name) == 0; };
    if (std::any_of(std::begin(kKept), std::end(kKept), kept)) continue;
    replaced->push_back(VSIFileManager::GetHandler(*prefix));
    VSIFileManager::InstallHandler(*prefix, new NoFiles);
  }
}

}  // namespace grouser::terrain
