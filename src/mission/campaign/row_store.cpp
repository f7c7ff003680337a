// SPDX-License-Identifier: BSD-3-Clause
// Reads what a folder has of a campaign's rows, adds records to the files of open shards, and replaces a
// full shard's records by a table. Files are locked while they are written and checked to be still there
// after each write, so that rows which were removed meanwhile are noticed.
#include "grouser/mission/campaign/row_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "campaign/row_record.hpp"
#include "campaign/shard_file.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_lock.hpp"
#include "grouser/recording/run_file/csv_field.hpp"
#include "grouser/recording/run_file/table_stream.hpp"

namespace grouser {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOpen = 64;  // files of open shards at a time

/// The error of a full disk, which is reported as wrong input is.
InputError unwritable(const fs::path& path, const std::string& why) {
  return InputError(path.string(), "a place that cannot be written (" + why + ")",
                    "room on the disk; the same command goes on");
}

/// Whether something becomes true within 0.4 s: a worker that was forked just before its supervisor was
/// killed holds the supervisor's locks for a moment more.
template <class Truth>
bool soon(const Truth& truth) {
  constexpr int kLooks = 40, kPause = 10;  // ms
  for (int look = 0; look < kLooks; ++look) {
    if (truth()) return true;
    ::poll(nullptr, 0, kPause);
  }
  return truth();
}

/// Whether the name leads to the file that was opened.
bool is_still_there(int file, const fs::path& path) {
  struct stat opened {
  }, found{};
  return ::fstat(file, &opened) == 0 && ::lstat(path.c_str(), &found) == 0 && opened.st_nlink > 0 &&
         opened.st_dev == found.st_dev && opened.st_ino == found.st_ino;
}

/// The error of rows that were taken away while others came in; it names the outermost folder that is gone.
RunError gone(fs::path path) {
  std::error_code ec;
  while (path.has_parent_path() && !fs::exists(path.parent_path(), ec)) path = path.parent_path();
  return RunError(path.string() +
                  ": no longer there: it was removed, moved or replaced while rows were written; the same "
                  "command runs the lost rows again");
}

/// Opens or makes a file, without following a link, and locks it; throws where it cannot be written or
/// another process holds it.
int open_locked(const fs::path& path, int flags) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | flags, 0666);
  if (file < 0 && errno == ENOENT) throw gone(path);
  if (file < 0) throw unwritable(path, std::strerror(errno));
  if (!soon([file] { return lock_for_writing(file) != LockResult::held_by_another; })) {
    ::close(file);
    throw InputError(path.string(), "another campaign at work on it", "one at a time");
  }
  return file;
}

/// Does the work; a RunError, as of a full disk, becomes the error of an unwritable place.
template <class Work>
void told_as_full(const fs::path& path, const Work& work) {
  try {
    work();
  } catch (const RunError& error) {
    throw unwritable(path, error.what());
  }
}

void make_shards_folder(const fs::path& folder) {
  std::error_code ec;
  fs::create_directories(folder / "shards", ec);
  if (!fs::is_directory(folder / "shards", ec))
    throw InputError(folder.string(), "no folder, and none can be made", "a folder to write in");
}

bool is_row_file(const fs::path& path) { return shard_name(path.filename().string()).has_value(); }

Table viewed(const MergeOptions& options, const Table& shard) {
  return options.view ? options.view(shard) : shard;
}

}  // namespace

FolderLock::FolderLock(const fs::path& folder) {
  make_shards_folder(folder);
  file_ = open_locked(folder / "lock", 0);
}

FolderLock::FolderLock(FolderLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

FolderLock::~FolderLock() {
  if (file_ >= 0) ::close(file_);
}

void remove_rows(const fs::path& folder) {
  std::error_code ec;
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder / "shards", ec), end; !ec && entry != end; entry.increment(ec))
    if (is_row_file(entry->path())) files.push_back(entry->path());
  for (const fs::path& file : files)
    if (!fs::remove(file, ec)) throw unwritable(file, ec.message());
}

/// The records of a shard that is not whole yet.
struct RowStore::OpenShard {
  explicit OpenShard(const fs::path& path_) : path(path_), file(open_locked(path_, O_APPEND)) {}
  ~OpenShard() { ::close(file); }
  void append(const std::string& bytes) {
    const off_t before = ::lseek(file, 0, SEEK_END);
    std::size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t count = ::write(file, bytes.data() + done, bytes.size() - done);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) {
        const int error = errno;
        if (::ftruncate(file, before) != 0) throw unwritable(path, std::strerror(errno));
        throw unwritable(path, std::strerror(error));
      }
      done += static_cast<std::size_t>(count);
    }
    if (!is_still_there(file, path)) throw gone(path);
  }
  fs::path path;
  int file;
};

RowStore::RowStore(fs::path folder, std::vector<RowColumn> columns, std::uint64_t rows, StoreUse use,
                   std::uint64_t first, std::uint64_t last)
    : RowStore(folder, std::move(columns), rows, use, first, last,
               use == StoreUse::whole_folder ? std::optional<FolderLock>(folder) : std::nullopt) {}

RowStore::RowStore(fs::path folder, std::vector<RowColumn> columns, std::uint64_t rows, FolderLock lock)
    : RowStore(std::move(folder), std::move(columns), rows, StoreUse::whole_folder, 0, UINT64_MAX,
               std::move(lock)) {}

RowStore::RowStore(fs::path folder, std::vector<RowColumn> columns, std::uint64_t rows, StoreUse use,
                   std::uint64_t first, std::uint64_t last, std::optional<FolderLock> lock)
    : folder_(std::move(folder)),
      columns_(std::move(columns)),
      use_(use),
      first_(first),
      last_(std::min(last, rows)),
      rows_(rows),
      lock_(std::move(lock)) {
  first_shard_ = first_ / kShardRows;
  last_shard_ = (last_ + kShardRows - 1) / kShardRows;
  if (use_ != StoreUse::read) make_shards_folder(folder_);
  for (const auto& [shard, closed] : list_files())
    if (shard >= first_shard_ && shard < last_shard_) find_rows(shard, closed);
}

RowStore::~RowStore() = default;

fs::path RowStore::shard_path(std::uint64_t shard, const char* ending) const {
  return folder_ / "shards" / fmt::format("{:06}{}", shard, ending);
}

/// The file that this store adds records of a shard to.
fs::path RowStore::record_path(std::uint64_t shard) const {
  return shard_path(shard,
                    use_ == StoreUse::whole_folder ? ".rows" : fmt::format("-{}.rows", first_).c_str());
}

bool RowStore::has(std::uint64_t row) const {
  const auto shard = done_.find(row / kShardRows);
  return shard != done_.end() && shard->second[row % kShardRows];
}

/// Counts a row as done, if the campaign has it and it is not counted yet.
void RowStore::mark(std::uint64_t row) {
  if (row >= rows_ || has(row)) return;
  done_[row / kShardRows].set(row % kShardRows);
  ++count_;
}

/// Files of records by their shards, and all shards that there are, with whether they are whole. Nobody else
/// may be at work on a file where the whole folder is ours.
std::map<std::uint64_t, bool> RowStore::list_files() {
  std::map<std::uint64_t, bool> shards;
  std::error_code ec;
  for (fs::directory_iterator entry(folder_ / "shards", ec), end; !ec && entry != end; entry.increment(ec)) {
    const fs::path path = entry->path();
    const std::optional<ShardName> name = shard_name(path.filename().string());
    if (!name) continue;
    shards[name->shard] |= path == shard_path(name->shard, ".h5");
    if (name->closed) continue;
    if (use_ == StoreUse::whole_folder && !soon([&] { return !is_being_written(path); }))
      throw InputError(path.string(), "another campaign at work on it", "one at a time");
    files_[name->shard].insert(path);
  }
  return shards;
}

void RowStore::find_rows(std::uint64_t shard, bool closed) {
  std::error_code ec;
  const std::set<fs::path> files = files_.count(shard) ? files_.at(shard) : std::set<fs::path>{};
  if (closed && take_closed(shard)) {
    if (!may_close(shard)) return;
    for (const fs::path& path : files) fs::remove(path, ec);  // left by a kill between the two
    return;
  }
  for (const fs::path& path : files) take_open(shard, path);
  if (in_shard_.count(shard) && in_shard_[shard] == kShardRows && may_close(shard)) close_shard(shard);
}

/// Whether all rows of the shard are this store's to write.
bool RowStore::may_close(std::uint64_t shard) const {
  return use_ != StoreUse::read && first_ <= shard * kShardRows &&
         last_ >= std::min<std::uint64_t>((shard + 1) * kShardRows, rows_);
}

/// Whether the shard is whole and as it was written; one that is not is removed, and its rows are run
/// again.
bool RowStore::take_closed(std::uint64_t shard) {
  const fs::path path = shard_path(shard, ".h5");
  std::string why;
  try {
    if (rows_ / kShardRows <= shard)
      throw InputError(path.string(), "a whole shard",
                       fmt::format("rows of this campaign, which has {}", rows_));
    read_closed_shard(path, shard, columns_);
  } catch (const InputError& error) {
    why = error.what();
  }
  if (why.empty()) {
    for (std::uint64_t k = 0; k < kShardRows; ++k) mark(shard * kShardRows + k);
    closed_.insert(shard);
    return true;
  }
  notes_.push_back(why + "; its rows are run again");
  std::error_code ec;
  if (may_close(shard)) fs::remove(path, ec);
  return false;
}

void RowStore::take_open(std::uint64_t shard, const fs::path& path) {
  const std::uintmax_t good = take_records(path, shard, columns_, [&](RowRecord&& record) {
    if (record.row < rows_ && !has(record.row)) mark(record.row), ++in_shard_[shard];
  });
  std::error_code ec;
  if (good == fs::file_size(path, ec) || use_ == StoreUse::read ||
      !(may_close(shard) || path == record_path(shard)))
    return;
  notes_.push_back(
      fmt::format("{}: the end of it was cut short or changed; the rows there are run again", path.string()));
  fs::resize_file(path, good, ec);
}

RowStore::OpenShard& RowStore::open_shard(std::uint64_t shard) {
  const auto found = open_.find(shard);
  if (found != open_.end()) return *found->second;
  if (open_.size() >= kMostOpen) open_.erase(open_.begin());
  const fs::path path = record_path(shard);
  std::error_code ec;
  if (!files_[shard].insert(path).second && !fs::exists(path, ec)) throw gone(path);
  return *(open_[shard] = std::make_unique<OpenShard>(path));
}

void RowStore::add(const RowRecord& record) {
  if (has(record.row)) return;
  const std::uint64_t shard = record.row / kShardRows;
  open_shard(shard).append(record_bytes(record));
  mark(record.row);
  if (++in_shard_[shard] == kShardRows && may_close(shard)) close_shard(shard);
}

void RowStore::close_shard(std::uint64_t shard) {
  const Table table = closed_shard(shard_table(shard));
  const fs::path path = shard_path(shard, ".h5");
  told_as_full(path, [&] { write_table_hdf5(path, table); });
  open_.erase(shard);
  in_shard_.erase(shard);
  closed_.insert(shard);
  std::error_code ec;
  for (const fs::path& file : files_[shard]) fs::remove(file, ec);
  files_.erase(shard);
}

/// The rows of a shard that are done, in order.
Table RowStore::shard_table(std::uint64_t shard) const {
  std::error_code ec;
  const bool ours = use_ != StoreUse::read;  // else the writer may close a shard at any moment
  if (const fs::path path = shard_path(shard, ".h5"); closed_.count(shard)) {
    if (ours && !fs::exists(path, ec)) throw gone(path);
    return read_closed_shard(path, shard, columns_);
  }
  Table table = empty_table(columns_);
  std::map<std::uint64_t, RowRecord> rows;
  const auto files = files_.find(shard);
  if (files == files_.end()) return table;
  for (const fs::path& path : files->second) {
    if (!fs::exists(path, ec)) {
      if (ours && path == record_path(shard)) throw gone(path);
      continue;
    }
    take_records(path, shard, columns_, [&](RowRecord&& record) {
      if (has(record.row)) rows.emplace(record.row, std::move(record));
    });
  }
  for (const auto& [number, record] : rows) append_row(columns_, record, table);
  return table;
}

void RowStore::each_shard(const std::function<void(const Table&)>& take) const {
  for (const auto& [shard, rows] : done_)
    if (closed_.count(shard) || in_shard_.count(shard)) take(shard_table(shard));
}

fs::path RowStore::merge(const std::vector<std::pair<std::string, std::string>>& attributes) const {
  const fs::path path = folder_ / "table.h5";
  write_hdf5(path, {.attributes = attributes});
  return path;
}

void RowStore::write_hdf5(const fs::path& path, const MergeOptions& options) const {
  std::vector<StreamColumn> columns;
  for (const TableColumn& column : viewed(options, empty_table(columns_)).columns)
    columns.push_back({column.name, column.unit,
                       std::holds_alternative<std::vector<std::string>>(column.cells) ? std::size_t{1} : 0});
  each_shard([&](const Table& shard) {
    const Table table = viewed(options, shard);
    for (std::size_t k = 0; k < columns.size(); ++k)
      if (const auto* texts = std::get_if<std::vector<std::string>>(&table.columns[k].cells))
        for (const std::string& text : *texts)
          columns[k].text_bytes = std::max(columns[k].text_bytes, text.size());
  });
  told_as_full(path, [&] {
    TableStream stream(path, columns, count_, options.attributes, options.axes);
    each_shard([&](const Table& shard) { stream.append(viewed(options, shard)); });
    stream.close();
  });
}

void RowStore::write_csv(const fs::path& path, const MergeOptions& options) const {
  told_as_full(path, [&] {
    with_temporary_file(path, [&](const fs::path& temporary) {
      std::ofstream out(temporary, std::ios::binary);
      const std::string header = to_csv(viewed(options, empty_table(columns_)));
      out << header;
      each_shard([&](const Table& shard) { out << to_csv(viewed(options, shard)).substr(header.size()); });
      out.close();
      if (!out) throw RunError(path.string() + ": cannot be written: " + std::strerror(errno));
    });
  });
}

}  // namespace grouser
