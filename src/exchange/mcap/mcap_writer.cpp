// SPDX-License-Identifier: BSD-3-Clause
// Writes MCAP in one pass (https://mcap.dev/spec). Messages gather in a chunk, which is compressed when it
// is full; behind each chunk follow the indices of its messages. The summary at the end repeats schemas and
// channels and has statistics, chunk indices and the place of each group. The file appears at close().
#include "grouser/exchange/mcap/mcap_writer.hpp"

#include <zstd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "mcap/mcap_bytes.hpp"

namespace grouser {
namespace {

using mcap::Bytes;
using mcap::Op;

constexpr std::size_t kChunkBytes = 4u << 20;  // of messages before a chunk is compressed
constexpr int kZstdLevel = 1;                  // the fastest of the regular levels
constexpr const char* kZstd = "zstd";

struct ZstdFree {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

/// First and last time of some messages, ns; zero without any (the specification).
struct Span {
  std::uint64_t first = 0, last = 0;
  bool any = false;
  void take(std::uint64_t time) {
    first = any ? std::min(first, time) : time;
    last = any ? std::max(last, time) : time;
    any = true;
  }
};

/// Time of a message, ns, and its place in the uncompressed chunk; laid out as the specification writes it.
struct IndexEntry {
  std::uint64_t time, offset;
};

/// A record that is written in the data section, and again in the summary.
struct Repeated {
  Op op;
  std::vector<std::uint8_t> content;
};

}  // namespace

struct McapWriter::Impl {
  explicit Impl(const std::filesystem::path& path)
      : file(path), out(file.temporary(), std::ios::binary), zstd(ZSTD_createCCtx()) {
    if (!zstd) throw RunError(path.string() + ": zstd could not begin");
  }

  /// Writes bytes and adds them to the CRC of the data section.
  void put(const void* from, std::size_t count);
  void put(const Bytes& bytes) { put(bytes.data(), bytes.size()); }
  /// Adds a schema or channel to the chunk, and keeps it for the summary.
  void add_repeated(Op op, const Bytes& content);
  /// Compresses and writes what has gathered, if anything.
  void end_chunk();
  void put_chunk(std::size_t compressed_size);
  void put_message_indices(std::uint64_t chunk_start, std::uint64_t chunk_length,
                           std::size_t compressed_size);
  void add_statistics(Bytes& to) const;
  void put_summary();

  PendingFile file;
  std::ofstream out;
  std::unique_ptr<ZSTD_CCtx, ZstdFree> zstd;
  std::uint64_t at = 0;           // bytes written
  std::uint32_t section_crc = 0;  // of all of them

  Bytes chunk;  // records not yet compressed
  Span chunk_span, span;
  std::vector<std::vector<IndexEntry>> index;  // of the chunk, one list per channel
  std::vector<std::uint8_t> compressed;

  std::vector<Repeated> schemas, channels;
  std::vector<std::uint64_t> message_counts;  // one per channel
  std::uint64_t messages = 0;
  std::uint32_t chunks = 0, metadata = 0;
  Bytes chunk_indices, metadata_indices;  // whole records
};

void McapWriter::Impl::put(const void* from, std::size_t count) {
  out.write(static_cast<const char*>(from), static_cast<std::streamsize>(count));
  if (!out) throw RunError(file.path().string() + ": cannot be written: " + std::strerror(errno));
  section_crc = mcap::crc(section_crc, from, count);
  at += count;
}

void McapWriter::Impl::add_repeated(Op op, const Bytes& content) {
  const std::size_t record = chunk.begin_record(op);
  chunk.add(content.data(), content.size());
  chunk.end_record(record);
  (op == Op::schema ? schemas : channels).push_back({op, {content.all().begin(), content.all().end()}});
}

void McapWriter::Impl::end_chunk() {
  if (chunk.size() == 0) return;
  compressed.resize(ZSTD_compressBound(chunk.size()));
  const std::size_t size = ZSTD_compressCCtx(zstd.get(), compressed.data(), compressed.size(), chunk.data(),
                                             chunk.size(), kZstdLevel);
  if (ZSTD_isError(size) != 0)
    throw RunError(file.path().string() + ": zstd failed: " + ZSTD_getErrorName(size));
  put_chunk(size);
  chunk.clear();
  chunk_span = {};
}

void McapWriter::Impl::put_chunk(std::size_t compressed_size) {
  const std::uint64_t start = at;
  Bytes head;
  const std::size_t record = head.begin_record(Op::chunk);
  head.number(chunk_span.first);
  head.number(chunk_span.last);
  head.number(static_cast<std::uint64_t>(chunk.size()));
  head.number(mcap::crc(0, chunk.data(), chunk.size()));
  head.text(kZstd);
  head.number(static_cast<std::uint64_t>(compressed_size));
  // The record's length includes the compressed bytes, which follow the head.
  head.put(record - 8, static_cast<std::uint64_t>(head.size() - record + compressed_size));
  put(head);
  put(compressed.data(), compressed_size);
  ++chunks;
  put_message_indices(start, at - start, compressed_size);
}

/// The index of each channel's messages behind the chunk, and the chunk's own index for the summary.
void McapWriter::Impl::put_message_indices(std::uint64_t chunk_start, std::uint64_t chunk_length,
                                           std::size_t compressed_size) {
  const std::uint64_t begin = at;
  Bytes& entry = chunk_indices;
  const std::size_t record = entry.begin_record(Op::chunk_index);
  entry.number(chunk_span.first);
  entry.number(chunk_span.last);
  entry.number(chunk_start);
  entry.number(chunk_length);
  const std::size_t offsets = entry.begin_list();
  Bytes indices;
  for (std::size_t channel = 0; channel < index.size(); ++channel) {
    if (index[channel].empty()) continue;
    entry.number(static_cast<std::uint16_t>(channel));
    entry.number(static_cast<std::uint64_t>(begin + indices.size()));
    const std::size_t one = indices.begin_record(Op::message_index);
    indices.number(static_cast<std::uint16_t>(channel));
    const std::size_t list = indices.begin_list();
    indices.add(index[channel].data(), index[channel].size() * sizeof(IndexEntry));
    indices.end_list(list);
    indices.end_record(one);
    index[channel].clear();
  }
  entry.end_list(offsets);
  put(indices);
  entry.number(static_cast<std::uint64_t>(at - begin));
  entry.text(kZstd);
  entry.number(static_cast<std::uint64_t>(compressed_size));
  entry.number(static_cast<std::uint64_t>(chunk.size()));
  entry.end_record(record);
}

void McapWriter::Impl::add_statistics(Bytes& to) const {
  const std::size_t record = to.begin_record(Op::statistics);
  to.number(messages);
  to.number(static_cast<std::uint16_t>(schemas.size()));
  to.number(static_cast<std::uint32_t>(channels.size()));
  to.number(std::uint32_t{0});  // attachments
  to.number(metadata);
  to.number(chunks);
  to.number(span.first);
  to.number(span.last);
  const std::size_t counts = to.begin_list();
  for (std::size_t channel = 0; channel < message_counts.size(); ++channel) {
    to.number(static_cast<std::uint16_t>(channel));
    to.number(message_counts[channel]);
  }
  to.end_list(counts);
  to.end_record(record);
}

/// Groups of records by opcode, where each group lies, and the footer with the CRC of all that.
void McapWriter::Impl::put_summary() {
  const std::uint64_t start = at;
  Bytes summary, offsets;
  const auto end_group = [&](Op op, std::size_t from) {
    if (summary.size() == from) return;
    const std::size_t record = offsets.begin_record(Op::summary_offset);
    offsets.number(static_cast<std::uint8_t>(op));
    offsets.number(static_cast<std::uint64_t>(start + from));
    offsets.number(static_cast<std::uint64_t>(summary.size() - from));
    offsets.end_record(record);
  };
  // Schemas and channels first, as readers need them for all that follows.
  for (const auto* group : {&schemas, &channels}) {
    const std::size_t from = summary.size();
    for (const Repeated& one : *group) {
      const std::size_t record = summary.begin_record(one.op);
      summary.add(one.content.data(), one.content.size());
      summary.end_record(record);
    }
    end_group(group == &schemas ? Op::schema : Op::channel, from);
  }
  std::size_t from = summary.size();
  add_statistics(summary);
  end_group(Op::statistics, from);
  for (const auto& [op, records] :
       {std::pair{Op::metadata_index, &metadata_indices}, std::pair{Op::chunk_index, &chunk_indices}}) {
    from = summary.size();
    summary.add(records->data(), records->size());
    end_group(op, from);
  }
  // The footer's length is known in advance, so that it is covered by the CRC that is its last field.
  Bytes footer;
  const std::size_t record = footer.begin_record(Op::footer);
  footer.number(start);
  footer.number(static_cast<std::uint64_t>(start + summary.size()));
  footer.put(record - 8, std::uint64_t{8 + 8 + 4});
  std::uint32_t crc = mcap::crc(0, summary.data(), summary.size());
  crc = mcap::crc(crc, offsets.data(), offsets.size());
  footer.number(mcap::crc(crc, footer.data(), footer.size()));
  put(summary);
  put(offsets);
  put(footer);
}

McapWriter::McapWriter(const std::filesystem::path& path, const std::string& profile,
                       const std::string& library)
    : impl_(std::make_unique<Impl>(path)) {
  impl_->put(mcap::kMagic.data(), mcap::kMagic.size());
  Bytes header;
  const std::size_t record = header.begin_record(Op::header);
  header.text(profile);
  header.text(library);
  header.end_record(record);
  impl_->put(header);
}
McapWriter::~McapWriter() = default;

std::uint16_t McapWriter::add_schema(const std::string& name, const std::string& encoding,
                                     const std::string& text) {
  const auto id = static_cast<std::uint16_t>(impl_->schemas.size() + 1);
  Bytes content;
  content.number(id);
  content.text(name);
  content.text(encoding);
  content.text(text);
  impl_->add_repeated(Op::schema, content);
  return id;
}

std::uint16_t McapWriter::add_channel(std::uint16_t schema, const std::string& topic,
                                      const std::string& encoding,
                                      const std::map<std::string, std::string>& metadata) {
  const auto id = static_cast<std::uint16_t>(impl_->channels.size());
  Bytes content;
  content.number(id);
  content.number(schema);
  content.text(topic);
  content.text(encoding);
  content.map(metadata);
  impl_->add_repeated(Op::channel, content);
  impl_->index.emplace_back();
  impl_->message_counts.push_back(0);
  return id;
}

void McapWriter::write(std::uint16_t channel, std::uint64_t time, std::span<const std::uint8_t> message) {
  Impl& i = *impl_;
  i.index[channel].push_back({time, i.chunk.size()});
  const std::size_t record = i.chunk.begin_record(Op::message);
  i.chunk.number(channel);
  i.chunk.number(static_cast<std::uint32_t>(i.message_counts[channel]));  // sequence
  i.chunk.number(time);                                                   // logged
  i.chunk.number(time);                                                   // published
  i.chunk.add(message.data(), message.size());
  i.chunk.end_record(record);
  ++i.message_counts[channel];
  ++i.messages;
  i.chunk_span.take(time);
  i.span.take(time);
  if (i.chunk.size() >= kChunkBytes) i.end_chunk();
}

void McapWriter::write_metadata(const std::string& name, const std::map<std::string, std::string>& entries) {
  Impl& i = *impl_;
  Bytes bytes;
  const std::size_t record = bytes.begin_record(Op::metadata);
  bytes.text(name);
  bytes.map(entries);
  bytes.end_record(record);
  const std::size_t index = i.metadata_indices.begin_record(Op::metadata_index);
  i.metadata_indices.number(i.at);
  i.metadata_indices.number(static_cast<std::uint64_t>(bytes.size()));
  i.metadata_indices.text(name);
  i.metadata_indices.end_record(index);
  i.put(bytes);
  ++i.metadata;
}

void McapWriter::close() {
  Impl& i = *impl_;
  i.end_chunk();
  Bytes end;
  const std::size_t record = end.begin_record(Op::data_end);
  end.number(i.section_crc);
  end.end_record(record);
  i.put(end);
  i.put_summary();
  i.put(mcap::kMagic.data(), mcap::kMagic.size());
  i.out.close();
  if (!i.out) throw RunError(i.file.path().string() + ": cannot be written: " + std::strerror(errno));
  i.file.commit();
}

std::uint64_t McapWriter::message_count() const { return impl_->messages; }

}  // namespace grouser
