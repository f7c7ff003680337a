// SPDX-License-Identifier: BSD-3-Clause
// Journals: lines of JSON that end in a hash of themselves, appended under an exclusive lock. A last line
// without its end is cut off; a changed line is skipped and its row done again; a head of other work is
// refused.
#include "campaign/journal_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/json_text.hpp"

namespace grouser {
namespace {

constexpr std::size_t kMostLine = std::size_t{16} << 20;  // bytes

// The last key of a line: the hash of everything before it.
constexpr std::string_view kHashKey = ",\"line_hash\":\"";
constexpr std::size_t kHashDigits = 16, kLineEnd = kHashKey.size() + kHashDigits + 2;  // with "} after it

std::uint64_t hash_of(std::string_view text) {
  Hasher hasher;
  hasher.add(text);
  return hasher.value();
}

/// A line with its hash; the object's closing brace moves behind it.
std::string line_of(const JournalJson& json) {
  std::string text = journal_text(json);
  text.pop_back();  // the brace
  return fmt::format("{}{}{}\"}}\n", text, kHashKey, hash_text(hash_of(text)));
}

/// Whether a line without its end is one that line_of() made.
bool is_as_written(std::string_view line) {
  if (line.size() < kLineEnd) return false;
  const std::string_view text = line.substr(0, line.size() - kLineEnd);
  return line.substr(text.size()) == fmt::format("{}{}\"}}", kHashKey, hash_text(hash_of(text)));
}

/// The lines of a file, one at a time: a journal may be larger than memory.
class JournalLines {
 public:
  explicit JournalLines(const std::filesystem::path& path) : path_(path), in_(path, std::ios::binary) {
    std::error_code ec;
    if (!std::filesystem::is_regular_file(path, ec) || !in_)
      throw InputError(path.string(), "no file that can be read", "a journal");
  }
  /// The next whole line, without its end; false where there is none, and then `line` is what the file ends
  /// with.
  bool next(std::string& line) {
    line.clear();
    for (int c; (c = in_.get()) != std::char_traits<char>::eof();) {
      if (c == '\n') return true;
      if (line.size() >= kMostLine)
        throw InputError(path_.string(), "a line without end",
                         fmt::format("lines of at most {} bytes", kMostLine));
      line.push_back(static_cast<char>(c));
    }
    return false;
  }

 private:
  std::filesystem::path path_;
  std::ifstream in_;
};

/// Opens or makes a journal without following a link; throws InputError.
int open_journal(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file < 0)
    throw InputError(path.string(),
                     std::string("a journal that cannot be opened (") + std::strerror(errno) + ")",
                     "a file to write in");
  return file;
}

}  // namespace

std::string journal_text(const JournalJson& json) {
  return json.dump(-1, ' ', false, JournalJson::error_handler_t::replace);
}

double journal_number(const JournalJson& json) { return json.is_null() ? std::nan("") : json.get<double>(); }

JournalFile::JournalFile(const std::filesystem::path& path, const JournalKind& kind, const JournalJson& head,
                         const Difference& difference, const Take& take)
    : path_(path), kind_(kind), file_(open_journal(output_target(path))) {
  try {
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0)
      throw InputError(path.string(), "another " + kind.work + " at work on it", "one at a time");
    read(head, difference, take);
  } catch (...) {
    ::close(file_);
    throw;
  }
}

JournalFile::~JournalFile() { ::close(file_); }

void JournalFile::append(const JournalJson& row) { write(line_of(row)); }

void JournalFile::read(const JournalJson& head, const Difference& difference, const Take& take) {
  JournalLines lines(path_);
  std::size_t begin_of_line = 0, number = 0;
  // Whole lines: the head first, then rows.
  std::string line;
  for (; lines.next(line); begin_of_line += line.size() + 1) {
    if (++number == 1)
      check_head(line, difference);
    else
      take_row(line, take);
  }
  // A line without its end was cut short; a first one may be any other text.
  if (!line.empty()) {
    if (number == 0 && !line_of(head).starts_with(line)) throw no_journal();
    if (::ftruncate(file_, static_cast<off_t>(begin_of_line)) != 0)
      throw RunError(path_.string() + ": cannot be shortened: " + std::strerror(errno));
  }
  if (number == 0) append(head);
}

InputError JournalFile::no_journal() const {
  return InputError(path_.string() + ":1", "a line that cannot be read",
                    "a journal of " + kind_.maker + " (move this file away to begin anew)");
}

/// Throws InputError for a first line that is no head, of another kind, changed, or of other work.
void JournalFile::check_head(std::string_view line, const Difference& difference) const {
  const JournalJson json = parse_json<JournalJson>(line, path_.string() + ":1");
  if (!json.is_object() || !json.contains("format")) throw no_journal();
  if (json.at("format") != kind_.format)
    throw InputError(path_.string() + ":1", "another format", kind_.format + ", or " + kind_.anew);
  if (!is_as_written(line)) throw no_journal();
  const std::string other = difference(json);
  if (!other.empty())
    throw InputError(path_.string(), "a " + kind_.work + " begun with other inputs (" + other + ")",
                     "the same inputs, or " + kind_.anew);
}

/// Hands over a row whose hash is right; others are skipped.
void JournalFile::take_row(std::string_view line, const Take& take) {
  if (!is_as_written(line)) return;
  try {
    if (const JournalJson row = parse_json<JournalJson>(line, path_.string()); !row.is_discarded()) take(row);
  } catch (const std::exception&) {
    // Its hash is right nevertheless: it was written by another program, and is done again.
  }
}

void JournalFile::write(const std::string& text) {
  std::size_t done = 0;
  // A signal may interrupt the call, and a full disk shorten it.
  while (done < text.size()) {
    const ssize_t count = ::write(file_, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw RunError(path_.string() + ": cannot be written: " + std::strerror(errno));
    done += static_cast<std::size_t>(count);
  }
}

}  // namespace grouser
