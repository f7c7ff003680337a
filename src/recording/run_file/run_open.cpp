// SPDX-License-Identifier: BSD-3-Clause
// Decides from the first 36 bytes what a file is, before HDF5 sees it: another kind of file, an old
// superblock, one whose writer stopped before the first flush, or one that is shorter than it states.
#include "run_open.hpp"

#include <algorithm>
#include <array>
#include <fstream>

#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/base/near_files.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "run_layout.hpp"

namespace grouser {
namespace {
namespace fs = std::filesystem;
namespace layout = run_layout;
using hdf5::checked;
using hdf5::Failure;
using hdf5::Handle;

// First bytes of an HDF5 file (File Format Specification 3.0, II.A): signature, superblock version, and from
// version 2 on, at byte 11, the consistency flags: bit 0 open for writing, bit 2 open in single-writer mode.
// From version 2 on the 8 bytes at 28, lowest first, are the address at which the file ends.
constexpr std::size_t kSuperblockBytes = 36, kEndAddress = 28;
constexpr std::array<unsigned char, 8> kSignature{0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
constexpr unsigned char kOpenForWriting = 1, kOpenBySingleWriter = 4;
using Superblock = std::array<unsigned char, kSuperblockBytes>;

/// The first bytes of a file; zeros where it is shorter.
Superblock read_superblock(const fs::path& path) {
  Superblock bytes{};
  std::ifstream in(path, std::ios::binary);
  in.read(reinterpret_cast<char*>(bytes.data()), bytes.size());
  return bytes;
}

bool has_signature(const Superblock& bytes) {
  return std::equal(kSignature.begin(), kSignature.end(), bytes.begin());
}
// Version of the superblock that run files have; older versions come with older kinds of objects.
constexpr unsigned char kOurVersion = 3;
/// Length that the file has by its own superblock.
std::uintmax_t stored_end(const Superblock& bytes) {
  std::uintmax_t end = 0;
  for (std::size_t k = 8; k-- > 0;) end = end << 8 | bytes[kEndAddress + k];
  return end;
}
/// Flags of an open writer; older superblocks have none.
unsigned char consistency_flags(const Superblock& bytes) { return bytes[8] >= kOurVersion ? bytes[11] : 0; }

/// Refuses a file that is not HDF5, and names its kind where the first bytes tell.
[[noreturn]] void refuse_other_kind(const fs::path& path) {
  const bool toml = path.extension() == ".toml";
  const std::string known = toml ? "a TOML file" : file_signature(path);
  throw InputError(
      path.string(), known.empty() ? "a file without HDF5 signature" : known,
      std::string(run_open::kExpected) + (toml ? " (`grouser run SCENARIO --out RUN.h5` makes one)" : ""));
}

/// The columns of a file that is one of our tables; none of another one.
std::vector<std::string> table_columns(hid_t file) {
  try {
    return hdf5::read_texts(file, "/columns");
  } catch (const Failure&) {
    return {};
  }
}

/// Names a table of a campaign or a sweep, which is HDF5 and of Grouser, but no run.
void refuse_table(hid_t file, const fs::path& path) {
  const std::vector<std::string> columns = table_columns(file);
  const std::string expected = run_open::kExpected;
  if (hdf5::has_attribute(file, "campaign"))
    throw InputError(path.string(), "a campaign's table",
                     expected + "; `grouser campaign report FOLDER` describes the campaign");
  if (columns.empty()) return;
  if (columns.back() == layout::kShardHash)
    throw InputError(path.string(), "rows of a campaign or sweep",
                     expected + "; `grouser campaign report FOLDER` describes a campaign");
  if (hdf5::has_attribute(file, "program_version"))
    throw InputError(path.string(), "a table that Grouser wrote", expected);
}

/// Refuses a file of another program or of another version of the format.
void check_format(hid_t file, const fs::path& path) {
  if (!hdf5::has_attribute(file, "format")) refuse_table(file, path);
  if (!hdf5::has_attribute(file, "format") || hdf5::read_text_attribute(file, "format") != layout::kFormat)
    throw Failure("an HDF5 file of another program");
  const std::uint64_t version = hdf5::read_integer_attribute(file, "format_version");
  if (version != layout::kFormatVersion)
    throw Failure("run file format version " + std::to_string(version) + ", this program reads version " +
                  std::to_string(layout::kFormatVersion));
}

}  // namespace

namespace run_open {

void refuse_what_is_no_hdf5(const fs::path& path) {
  std::error_code ec;
  refuse_special_file(path, kExpected);
  const auto status = fs::status(path, ec);
  if (!fs::exists(status)) throw InputError(path.string(), no_such_file(path), kExpected);
  if (fs::is_directory(status)) throw InputError(path.string(), "a folder", kExpected);
  if (fs::file_size(path, ec) == 0 && !ec) throw InputError(path.string(), "an empty file", kExpected);
  if (!std::ifstream(path, std::ios::binary))
    throw InputError(path.string(), "a file that may not be read", kExpected);
  const Superblock bytes = read_superblock(path);
  if (!has_signature(bytes)) refuse_other_kind(path);
  if (bytes[8] < kOurVersion && fs::file_size(path, ec) > kSuperblockBytes)
    throw InputError(path.string(), "an HDF5 file of another program", kExpected);
  if ((consistency_flags(bytes) & (kOpenForWriting | kOpenBySingleWriter)) == kOpenForWriting)
    throw InputError(path.string(), "an HDF5 file whose writer stopped before the first flush", kExpected);
  const std::uintmax_t size = fs::file_size(path, ec), end = stored_end(bytes);
  if (!ec && bytes[8] >= kOurVersion && consistency_flags(bytes) == 0 && size > kSuperblockBytes &&
      size < end)
    throw InputError(path.string(),
                     "a damaged or truncated HDF5 file (it is " + std::to_string(end - size) +
                         (end - size == 1 ? " byte" : " bytes") + " short: copy it again)",
                     kExpected);
}

// A file whose writer was killed (or is still at work) can only be read correctly in single-writer reading
// mode.
Handle open_file(const fs::path& path) {
  const bool unclosed = consistency_flags(read_superblock(path)) & kOpenBySingleWriter;
  const unsigned mode = unclosed ? H5F_ACC_RDONLY | H5F_ACC_SWMR_READ : H5F_ACC_RDONLY;
  Handle file = checked(H5Fopen(path.c_str(), mode, hdf5::file_access()), "a damaged or truncated HDF5 file");
  check_format(file, path);
  return file;
}

bool is_unclosed(const fs::path& path) { return consistency_flags(read_superblock(path)) != 0; }

}  // namespace run_open

bool looks_like_hdf5(const fs::path& path) {
  std::error_code ec;
  return fs::is_regular_file(path, ec) && has_signature(read_superblock(path));
}

}  // namespace grouser
