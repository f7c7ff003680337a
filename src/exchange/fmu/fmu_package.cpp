// SPDX-License-Identifier: BSD-3-Clause
// Folders of an FMU: FMI 2.0.4, section 2.3 (binaries/linux64); FMI 3.0.2, section 2.5.1
// (binaries/x86_64-linux).
#include "grouser/exchange/fmu/fmu_package.hpp"

#include <fmt/format.h>
#include <zip.h>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/own_binary.hpp"

namespace grouser {
namespace {

// Bytes of the shared object that a unit may contain.
constexpr std::size_t kMostFrontBytes = 256u << 20;
constexpr time_t kZipTime = 946'684'800;  // 2000-01-01: the same unit has the same bytes
constexpr int kCompression = 6;

/// A zip file that is written where close() is reached.
class Zip {
 public:
  /// shown: the file that the user asked for, for errors.
  Zip(const std::filesystem::path& path, const std::filesystem::path& shown) : shown_(shown) {
    int code = 0;
    zip_ = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
    if (zip_) return;
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    const std::string reason = zip_error_strerror(&error);
    zip_error_fini(&error);
    fail(reason);
  }
  ~Zip() {
    if (zip_) zip_discard(zip_);
  }
  Zip(const Zip&) = delete;
  Zip& operator=(const Zip&) = delete;
  /// The bytes must live until close().
  void add(const std::string& name, const std::string& bytes) {
    // libzip reads the bytes at zip_close() and frees the source itself once it is added.
    zip_source_t* const source = zip_source_buffer(zip_, bytes.data(), bytes.size(), 0);
    const zip_int64_t index = source ? zip_file_add(zip_, name.c_str(), source, ZIP_FL_ENC_UTF_8) : -1;
    if (index < 0) {
      if (source) zip_source_free(source);
      fail(zip_strerror(zip_));
    }
    const auto place = static_cast<zip_uint64_t>(index);
    zip_set_file_compression(zip_, place, ZIP_CM_DEFLATE, kCompression);
    zip_file_set_mtime(zip_, place, kZipTime, 0);
  }
  void close() {
    if (zip_close(zip_) != 0) fail(zip_strerror(zip_));
    zip_ = nullptr;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    throw RunError(shown_.string() + ": cannot be written: " + reason);
  }
  std::filesystem::path shown_;
  zip_t* zip_ = nullptr;
};

}  // namespace

std::filesystem::path fmu_front() {
  constexpr const char* kName = "libgrouser_fmu.so";
  // The shared object is beside the program: in its build folder, or in the library folder of an
  // installation.
  const std::filesystem::path prefix = own_binary().parent_path().parent_path();
  const std::filesystem::path installed = std::filesystem::path(GROUSER_LIBRARY_FOLDER) / "grouser";
  std::vector<std::filesystem::path> places{prefix / "lib", prefix / installed};
  const std::filesystem::path home = home_folder();  // PREFIX/share/grouser
  if (home.parent_path().filename() == "share")
    places.push_back(home.parent_path().parent_path() / installed);
  std::error_code ec;
  for (const auto& place : places)
    if (std::filesystem::exists(place / kName, ec)) return place / kName;
  throw RunError((places.front() / kName).string() +
                 ": no such file; it is a part of Grouser that 'grouser fmu' packs, install or build it");
}

void write_fmu(const std::filesystem::path& out, FmuModel model, FmiVersion version,
               const std::filesystem::path& front) {
  const std::vector<FmuResource> resources = fmu_resources(model);
  const std::string object = read_text_file(front, kMostFrontBytes);
  const std::string description = model_description(model, version);
  const std::string folder = version == FmiVersion::fmi2 ? "binaries/linux64/" : "binaries/x86_64-linux/";
  // The file appears under its name only when it is complete.
  with_temporary_file(out, [&](const std::filesystem::path& temporary) {
    Zip zip(temporary, out);
    zip.add("modelDescription.xml", description);
    zip.add(folder + fmu_identifier(model) + ".so", object);
    for (const FmuResource& resource : resources) zip.add("resources/" + resource.path, resource.bytes);
    zip.close();
  });
}

}  // namespace grouser
