// SPDX-License-Identifier: BSD-3-Clause
// A raster and a text beside it carry the same mark, so that two files of different writings are noticed. A
// command that was killed between its two renames leaves the text under its temporary name, which completes
// the pair.
#include "grouser/survey/raster/raster_pair.hpp"

#include <optional>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_lock.hpp"
#include "grouser/base/toml_text.hpp"

namespace grouser {
namespace {
namespace fs = std::filesystem;

constexpr std::size_t kMostText = 8u << 20;  // bytes

/// The text with this mark that a killed program left beside the pair under a temporary name; nothing if
/// there is none. It must begin with the same line as `text`.
std::optional<std::string> find_left_behind(const fs::path& beside, const std::string& text,
                                            const std::string& mark) {
  const fs::path folder = beside.has_parent_path() ? beside.parent_path() : fs::path(".");
  const std::string first = text.substr(0, text.find('\n'));
  std::error_code ec;
  for (fs::directory_iterator entry(folder, ec), end; !ec && entry != end; entry.increment(ec)) {
    const fs::path path = entry->path();
    if (!is_temporary_name(path.filename()) || path.extension() != beside.extension() ||
        is_being_written(path))
      continue;
    try {
      const std::string left = read_text_file(path, kMostText);
      if (left.rfind(first, 0) == 0 && TomlTable::parse(left, path.string()).string_or("pair", "") == mark)
        return left;
    } catch (const InputError&) {  // one that was cut short
    }
  }
  return std::nullopt;
}

/// The text with its mark replaced, in the line "pair = ..." before the first table.
std::string with_other_mark(const std::string& text, const std::string& mark, const fs::path& place) {
  const std::size_t line = text.rfind("\npair = ", text.find("\n["));
  if (line == std::string::npos)
    throw InputError(place.string(), "no line that begins with `pair = `", "a text as Grouser writes it");
  return text.substr(0, line + 1) + "pair = " + toml_string(mark) + text.substr(text.find('\n', line + 1));
}

}  // namespace

std::string pair_mark(const RasterInfo& info) {
  const auto found = info.metadata.find(kPairMetadata);
  return found == info.metadata.end() ? "" : found->second;
}

std::string with_pair_mark(const std::string& text, const std::string& mark) {
  const std::string units = "units = \"SI\"\n";
  const std::size_t at = text.find(units);
  if (at == std::string::npos) return text;
  return text.substr(0, at + units.size()) + "pair = " + toml_string(mark) + "\n" +
         text.substr(at + units.size());
}

void check_pair(const std::string& raster, const std::string& raster_mark, const std::string& beside,
                const std::string& beside_mark, const std::string& mend) {
  if (raster_mark.empty() || beside_mark.empty() || raster_mark == beside_mark) return;
  throw InputError(
      beside,
      "not written together with " + raster + " (pair " + beside_mark + ", there " + raster_mark + ")",
      "the two of one writing: " + mend + "; `grouser repair " + raster +
          "` completes what a killed command left or, with --accept, takes this file as it is");
}

PairRepair repair_pair(const fs::path& raster, const fs::path& beside, PairSource source,
                       const std::function<void(const TomlTable&)>& check) {
  const std::string text = read_text_file(beside, kMostText), mark = pair_mark(RasterSource(raster).info());
  const TomlTable now = TomlTable::parse(text, beside.string());
  const std::string other = now.string_or("pair", "");
  // Nothing to repair if either lacks a mark or both agree.
  if (mark.empty() || other.empty() || mark == other) return PairRepair::was_whole;
  // The text of the raster's writing, if it is still there.
  if (const auto left = find_left_behind(beside, text, mark)) {
    check(TomlTable::parse(*left, beside.string()));
    write_file_atomically(beside, *left);
    return PairRepair::completed;
  }
  if (source == PairSource::same_mark_only)
    throw InputError(
        beside.string(),
        "not written together with " + raster.string() + ", and nothing that a killed command left",
        "both made again, or --accept, which takes this file as it is");
  check(now);
  write_file_atomically(beside, with_other_mark(text, mark, beside));
  return PairRepair::accepted;
}

}  // namespace grouser
