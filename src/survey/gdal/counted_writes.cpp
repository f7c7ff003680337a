// SPDX-License-Identifier: BSD-3-Clause
// Passes a file's calls on to GDAL's own, and notes how far it was written: a short write, or a file that is
// shorter after closing, raises an error of GDAL's.
#include "counted_writes.hpp"

#include <cpl_error.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>

namespace grouser::terrain {
namespace {

// GDAL 3.10 calls these two for each file; GDAL 3.6 does not have them.
template <class File>
void clear_error(File& file) {
  if constexpr (requires { file.ClearErr(); }) file.ClearErr();
}
template <class File>
int error_of(File& file) {
  if constexpr (requires { file.Error(); }) return file.Error();
  return 0;
}

/// The file with its name and the end of what was written.
class CountedWrites final : public VSIVirtualHandle {
 public:
  CountedWrites(VSIVirtualHandle* file, std::string name) : file_(file), name_(std::move(name)) {}
  ~CountedWrites() override { close(); }
  int Seek(vsi_l_offset offset, int from) override { return file_->Seek(offset, from); }
  vsi_l_offset Tell() override { return file_->Tell(); }
  size_t Read(void* to, size_t size, size_t count) override { return file_->Read(to, size, count); }
  size_t Write(const void* from, size_t size, size_t count) override {
    const vsi_l_offset begin = file_->Tell();
    errno = 0;
    const size_t written = file_->Write(from, size, count);
    if (written < count) tell(errno);
    // The end that a complete write would have reached.
    end_ = std::max<std::uintmax_t>(end_, begin + size * count);
    return written;
  }
  int Eof() override { return file_->Eof(); }
  void ClearErr() { clear_error(*file_); }
  int Error() { return error_of(*file_); }
  int Flush() override { return file_->Flush(); }
  int Truncate(vsi_l_offset size) override {
    end_ = std::min<std::uintmax_t>(end_, size);
    return file_->Truncate(size);
  }
  void* GetNativeFileDescriptor() override { return file_->GetNativeFileDescriptor(); }
  int Close() override { return close(); }

 private:
  /// Closes the file once, and compares its size on the disk with what was written.
  int close() {
    if (!file_) return 0;
    errno = 0;
    const int result = file_->Close();
    const int why = errno;
    file_.reset();
    std::error_code none;
    const std::uintmax_t size = std::filesystem::file_size(name_, none);
    if (result != 0 || (!none && size < end_)) tell(why);
    return result;
  }
  /// Reports the reason to GDAL, as an error of this thread.
  void tell(int why) {
    CPLError(CE_Failure, CPLE_FileIO, "%s",
             why != 0 ? std::strerror(why) : "only a part of what was written reached the disk");
  }

  std::unique_ptr<VSIVirtualHandle> file_;
  std::string name_;
  std::uintmax_t end_ = 0;  // of what was written, bytes
};

}  // namespace

VSIVirtualHandle* counted_writes(VSIVirtualHandle* file, const std::string& name) {
  return file ? new CountedWrites(file, name) : nullptr;
}

}  // namespace grouser::terrain
