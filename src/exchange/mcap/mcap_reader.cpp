// SPDX-License-Identifier: BSD-3-Clause
// Reads a log in one pass from beginning to end and ignores the indices of its summary, so that none of them
// has to be trusted. Lengths are checked against the bytes that are left, chunks and schemas are bounded,
// and CRCs of chunks, data section and summary are compared where the file has them. zstd is the one
// compression.
#include "grouser/exchange/mcap/mcap_reader.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <vector>

#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/base/shown_text.hpp"
#include "mcap/mcap_bytes.hpp"

namespace grouser {
namespace {

using mcap::Op;

constexpr std::uint64_t kMostSchemaBytes = 64u << 20;  // of all schemas and channels of a file
constexpr std::uint64_t kMostChunkHead = 1024;         // fields of a chunk before its records
constexpr const char* kWholeFile =
    "a whole MCAP file ('mcap recover' of the MCAP tools mends one that was cut off)";

struct ZstdDrop {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

/// Fields of a record, none of which may reach beyond it.
class Fields {
 public:
  Fields(std::span<const std::uint8_t> bytes, const std::string& place) : left_(bytes), place_(place) {}

  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string text() {
    const auto bytes = take(number<std::uint32_t>());
    return {bytes.begin(), bytes.end()};
  }
  std::span<const std::uint8_t> take(std::uint64_t count) {
    if (count > left_.size())
      throw InputError(place_, fmt::format("a length of {} bytes where {} are left", count, left_.size()),
                       "lengths within their record");
    const auto taken = left_.first(static_cast<std::size_t>(count));
    left_ = left_.subspan(static_cast<std::size_t>(count));
    return taken;
  }
  std::span<const std::uint8_t> rest() { return take(left_.size()); }
  bool empty() const { return left_.empty(); }

 private:
  std::span<const std::uint8_t> left_;
  const std::string& place_;
};

/// One pass over a file, which hands each message with its channel to `take`.
class McapPass {
 public:
  McapPass(const std::filesystem::path& path, const TakeMessage& take, const std::function<bool()>& cancelled)
      : name_(path.string()), take_(take), cancelled_(cancelled) {
    refuse_special_file(path, "an MCAP file");
    in_.open(path, std::ios::binary);
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none) || !in_)
      throw InputError(name_, "no file that can be read", "an MCAP file");
    size_ = std::filesystem::file_size(path);
    place_ = name_;
    std::vector<std::uint8_t> magic(std::min<std::uint64_t>(size_, mcap::kMagic.size()));
    read(magic);
    check_magic(magic);
    zstd_.reset(ZSTD_createDCtx());
  }

  /// Reads records until the footer.
  void run() {
    while (record()) {
      if (cancelled_ && cancelled_()) throw Interrupted("reading " + name_);
    }
  }

 private:
  /// Refuses a file that does not begin with MCAP's mark of major version 0.
  void check_magic(const std::vector<std::uint8_t>& found) const {
    constexpr std::size_t kVersion = 5;  // place of the major version
    const std::string text(found.begin(), found.end());
    if (text == mcap::kMagic) return;
    if (text.size() == mcap::kMagic.size() && text.substr(0, kVersion) == mcap::kMagic.substr(0, kVersion))
      throw InputError(name_, "MCAP of major version '" + shown_line(text.substr(kVersion, 1)) + "'",
                       "major version '0'");
    throw InputError(name_, "a file that does not begin as MCAP does", "an MCAP file");
  }

  /// Reads bytes that are known to be there.
  void read(std::vector<std::uint8_t>& into) {
    in_.read(reinterpret_cast<char*>(into.data()), static_cast<std::streamsize>(into.size()));
    if (static_cast<std::size_t>(in_.gcount()) != into.size())
      throw InputError(place_, "an end of the file while it was read", kWholeFile);
    crc_ = mcap::crc(crc_, into.data(), into.size());
    at_ += into.size();
  }
  /// Reads bytes for the CRC alone, in pieces.
  void skip(std::uint64_t count) {
    constexpr std::uint64_t kPiece = 1u << 20;
    while (count > 0) {
      content_.resize(std::min(count, kPiece));
      read(content_);
      count -= content_.size();
    }
  }

  /// Names the record that begins here in messages.
  void set_place(std::uint64_t begin) {
    begin_ = begin;
    place_ = fmt::format("{}: byte {}", name_, begin);
  }

  /// One record. Returns whether another one may follow.
  bool record() {
    set_place(at_);
    // The data section's CRC covers the bytes before the record that states it.
    const std::uint32_t crc_before = crc_;
    if (size_ - at_ < mcap::kRecordHead)
      throw InputError(place_, "the end of the file in place of a footer", kWholeFile);
    content_.resize(mcap::kRecordHead);
    read(content_);
    Fields head(content_, place_);
    const auto op = static_cast<Op>(head.number<std::uint8_t>());
    const auto length = head.number<std::uint64_t>();
    if (length > size_ - at_)
      throw InputError(place_, fmt::format("a record of {} bytes where the file has {}", length, size_ - at_),
                       kWholeFile);
    if (static_cast<int>(op) == 0) throw InputError(place_, "a record of kind 0", "kinds 1 to 255");
    if (!wanted(op)) return skip(length), true;
    if (length > kMostMcapChunk + kMostChunkHead)
      throw InputError(place_, fmt::format("a record of {} MiB", length >> 20),
                       fmt::format("chunks and messages of at most {} MiB", kMostMcapChunk >> 20));
    // The summary's CRC covers the footer's head and first two fields as well.
    if (op == Op::footer) footer_crc_ = crc_;
    content_.resize(length);
    read(content_);
    Fields fields(content_, place_);
    return take_record(op, fields, crc_before);
  }

  /// Whether a record's content is needed; behind the data section only the footer's is.
  bool wanted(Op op) const {
    if (after_data_) return op == Op::footer;
    return op == Op::schema || op == Op::channel || op == Op::message || op == Op::chunk ||
           op == Op::footer || op == Op::data_end;
  }

  /// Uses a record. Returns whether another one may follow.
  bool take_record(Op op, Fields& fields, std::uint32_t crc_before) {
    if (op == Op::data_end) {
      check_crc(fields.number<std::uint32_t>(), crc_before, "the data section");
      after_data_ = true;
      crc_ = 0;  // of the summary from here on
      return true;
    }
    if (op == Op::footer) return take_footer(fields), false;
    if (op == Op::chunk)
      take_chunk(fields);
    else
      take_inner(op, fields);
    return true;
  }

  /// Checks the summary's CRC, and that the mark and nothing else follows.
  void take_footer(Fields& fields) {
    const std::span<const std::uint8_t> starts = fields.take(2 * sizeof(std::uint64_t));
    const auto summary_crc = fields.number<std::uint32_t>();
    if (after_data_)
      check_crc(summary_crc, mcap::crc(footer_crc_, starts.data(), starts.size()), "the summary");
    if (size_ - at_ != mcap::kMagic.size())
      throw InputError(place_, fmt::format("{} bytes after the footer", size_ - at_),
                       "the eight of the mark");
    set_place(at_);
    content_.resize(mcap::kMagic.size());
    read(content_);
    if (std::string(content_.begin(), content_.end()) != mcap::kMagic)
      throw InputError(place_, "other bytes than the mark of MCAP at the file's end", kWholeFile);
  }

  /// Compares a CRC; 0 means that the writer did not compute one.
  void check_crc(std::uint32_t said, std::uint32_t found, const std::string& of) const {
    if (said != 0 && said != found)
      throw InputError(place_, fmt::format("the CRC {:08x} for {}, which says {:08x}", found, of, said),
                       "bytes as they were written");
  }

  /// Unpacks a chunk and reads the records in it.
  void take_chunk(Fields& fields) {
    fields.take(2 * sizeof(std::uint64_t));  // times
    const auto size = fields.number<std::uint64_t>();
    const auto crc = fields.number<std::uint32_t>();
    const std::string compression = fields.text();
    const std::span<const std::uint8_t> packed = fields.take(fields.number<std::uint64_t>());
    if (size > kMostMcapChunk)
      throw InputError(place_, fmt::format("a chunk that unfolds to {} MiB", size >> 20),
                       fmt::format("at most {} MiB", kMostMcapChunk >> 20));
    const std::span<const std::uint8_t> records = unpack(compression, packed, static_cast<std::size_t>(size));
    check_crc(crc, mcap::crc(0, records.data(), records.size()), "a chunk");
    Fields inside(records, place_);
    while (!inside.empty()) {
      const auto op = static_cast<Op>(inside.number<std::uint8_t>());
      const auto length = inside.number<std::uint64_t>();
      Fields content(inside.take(length), place_);
      take_inner(op, content);
    }
  }

  /// The records of a chunk, which must have exactly the stated size.
  std::span<const std::uint8_t> unpack(const std::string& compression, std::span<const std::uint8_t> packed,
                                       std::size_t size) {
    if (compression.empty()) {
      if (packed.size() != size)
        throw InputError(place_, fmt::format("a chunk of {} bytes that says {}", packed.size(), size),
                         "its own size");
      return packed;
    }
    if (compression != "zstd")
      throw InputError(place_, "the compression '" + shown_line(clipped(compression, 40)) + "'",
                       "zstd or none ('mcap compress --compression zstd' of the MCAP tools changes it)");
    unpacked_.resize(size);
    const std::size_t got =
        ZSTD_decompressDCtx(zstd_.get(), unpacked_.data(), size, packed.data(), packed.size());
    if (ZSTD_isError(got) != 0 || got != size)
      throw InputError(place_, "a chunk that zstd cannot unpack to its size", "bytes as they were written");
    return unpacked_;
  }

  /// Uses a record that may be inside of a chunk or outside.
  void take_inner(Op op, Fields& fields) {
    if (op == Op::message) return take_message(fields);
    if (op == Op::schema) return take_schema(fields);
    if (op == Op::channel) return take_channel(fields);
    throw InputError(place_, fmt::format("a record of kind {} in a chunk", static_cast<int>(op)),
                     "schemas, channels and messages");
  }

  /// Adds to the memory that schemas and channels take, which is bounded.
  void count_schema_bytes(std::uint64_t bytes) {
    schema_bytes_ += bytes;
    if (schema_bytes_ > kMostSchemaBytes)
      throw InputError(place_, "schemas and channels beyond all measure",
                       fmt::format("at most {} MiB of them", kMostSchemaBytes >> 20));
  }

  /// Keeps a schema by its number; repeated ones are ignored.
  void take_schema(Fields& fields) {
    const auto id = fields.number<std::uint16_t>();
    LogChannel schema;
    schema.type = fields.text();
    schema.schema_encoding = fields.text();
    schema.schema = fields.text();
    count_schema_bytes(schema.schema.size() + schema.type.size());
    if (id != 0) schemas_.emplace(id, std::move(schema));
  }

  /// Keeps a channel with a copy of its schema.
  void take_channel(Fields& fields) {
    const auto id = fields.number<std::uint16_t>();
    const auto schema = fields.number<std::uint16_t>();
    LogChannel channel;
    if (schema != 0) {
      const auto found = schemas_.find(schema);
      if (found == schemas_.end())
        throw InputError(place_, fmt::format("a channel of schema {}, which is not there", schema),
                         "schemas before their channels");
      if (!channels_.contains(id)) channel = found->second;
      count_schema_bytes(channel.schema.size());
    }
    channel.id = id;
    channel.topic = fields.text();
    channel.encoding = fields.text();
    channels_.emplace(id, std::move(channel));
  }

  /// Hands a message on, with the time at which it was logged.
  void take_message(Fields& fields) {
    const auto id = fields.number<std::uint16_t>();
    fields.number<std::uint32_t>();  // sequence
    LogMessage message;
    message.time = fields.number<std::uint64_t>();
    fields.number<std::uint64_t>();  // published
    message.place = begin_;
    message.content = fields.rest();
    const auto channel = channels_.find(id);
    if (channel == channels_.end())
      throw InputError(place_, fmt::format("a message of channel {}, which is not there", id),
                       "channels before their messages");
    take_(channel->second, message);
  }

  std::string name_, place_;
  const TakeMessage& take_;
  const std::function<bool()>& cancelled_;
  std::ifstream in_;
  std::uint64_t size_ = 0, at_ = 0, begin_ = 0, schema_bytes_ = 0;
  std::uint32_t crc_ = 0, footer_crc_ = 0;
  bool after_data_ = false;
  std::unique_ptr<ZSTD_DCtx, ZstdDrop> zstd_;
  std::vector<std::uint8_t> content_, unpacked_;
  std::map<std::uint16_t, LogChannel> schemas_, channels_;
};

}  // namespace

void read_mcap(const std::filesystem::path& path, const TakeMessage& take,
               const std::function<bool()>& cancelled) {
  McapPass(path, take, cancelled).run();
}

bool looks_like_mcap(const std::filesystem::path& path) {
  refuse_special_file(path);
  std::ifstream in(path, std::ios::binary);
  std::string magic(mcap::kMagic.size(), '\0');
  in.read(magic.data(), static_cast<std::streamsize>(magic.size()));
  return in && magic == mcap::kMagic;
}

}  // namespace grouser
