// SPDX-License-Identifier: BSD-3-Clause
// Reads and compares the text that describes a packed state, such as "version 3, time 1, watch feet 4 x 6".
// Blocks are matched by name; version, count and size must agree, except where a block may begin anew.
#include "grouser/simulation/step/state_layout.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <string_view>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

constexpr const char* kObserved = "watch ";  // opens the text of an observation
constexpr int kFormerVersion = 2;
constexpr std::size_t kMostNumbers = 1'000'000'000;  // of a layout that a file claims

/// Parts of a text between separators; one empty part for an empty text.
std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(separator, from), text.size());
    parts.push_back(text.substr(from, end - from));
    from = end + separator.size();
  }
  return parts;
}

/// A whole number from 0 to kMostNumbers; nothing else is taken.
bool read_count(std::string_view text, std::size_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value <= kMostNumbers;
}

/// "slots 54 x 25": name, version, count and size. False where it is none of that form.
bool read_block(std::string_view text, StateBlock& block) {
  if (text.starts_with(kObserved)) {
    block.role = BlockRole::tally;  // which kind of observation it is, its reader knows
    text.remove_prefix(std::string_view(kObserved).size());
  }
  std::vector<std::string_view> words = split(text, " ");
  block.name = words.front();
  words.erase(words.begin());
  std::size_t version = 1;
  if (!words.empty() && words.front().starts_with('v') && read_count(words.front().substr(1), version))
    words.erase(words.begin());
  block.version = static_cast<int>(version);
  block.count = 1;
  if (words.size() == 3 && words[1] == "x") {
    if (!read_count(words[0], block.count)) return false;
    words.erase(words.begin(), words.begin() + 2);
  }
  return !block.name.empty() && words.size() == 1 && read_count(words.front(), block.size);
}

/// The layout of the former version begins with two numbers that it does not name.
void name_leading(StateLayout& layout) {
  layout.blocks.insert(layout.blocks.begin(),
                       {StateBlock{.name = "step", .size = 1}, {.name = "history", .size = 1}});
}

/// In the former version a state grew at its end, in this order and without a name, once a command or stroke
/// was taken.
void name_tail(StateLayout& layout, std::size_t numbers, const StateLayout& own) {
  // Numbers behind the named blocks; a group of blocks is taken if all of it fits.
  std::size_t left = numbers - std::min(numbers, layout.numbers());
  const auto take = [&](std::initializer_list<const char*> names) {
    std::vector<StateBlock> blocks;
    std::size_t size = 0;
    for (const char* name : names)
      if (const StateBlock* block = own.find(name)) {
        blocks.push_back(*block);
        size += block->numbers();
      }
    if (size == 0 || size > left) return;
    left -= size;
    layout.blocks.insert(layout.blocks.end(), blocks.begin(), blocks.end());
  };
  take({"hand_drive", "hand_wheels"});
  take({"soil_strokes"});
  take({"servo_commands"});
}

/// A block's text for a message, or that there is none.
std::string described(const StateBlock* block, const std::string& name) {
  return block ? block->text() : "no " + name;
}

/// Whether the numbers of both blocks have the same meaning and count.
bool fits(const StateBlock& stored, const StateBlock& own) {
  return stored.version == own.version && stored.count == own.count && stored.size == own.size;
}

/// Whether a state may go on without a block as the other has it.
bool may_differ(const StateBlock* stored, const StateBlock* own) {
  if (!own) return is_observation(stored->role) || stored->role == BlockRole::optional;
  return own->role == BlockRole::tally || (own->role == BlockRole::optional && !stored);
}

}  // namespace

std::string StateBlock::text() const {
  return (is_observation(role) ? kObserved : "") + name +
         (version == 1 ? "" : " v" + std::to_string(version)) + " " +
         (count == 1 ? "" : std::to_string(count) + " x ") + std::to_string(size);
}

std::size_t StateLayout::numbers() const {
  return std::accumulate(blocks.begin(), blocks.end(), std::size_t{0},
                         [](std::size_t sum, const StateBlock& block) { return sum + block.numbers(); });
}

const StateBlock* StateLayout::find(const std::string& name) const {
  const auto at =
      std::find_if(blocks.begin(), blocks.end(), [&](const StateBlock& b) { return b.name == name; });
  return at == blocks.end() ? nullptr : &*at;
}

// Inverse of read_state_layout().
std::string StateLayout::text() const {
  std::string text = "version " + std::to_string(version);
  for (const StateBlock& block : blocks) text += ", " + block.text();
  return text;
}

StateLayout read_state_layout(const std::string& text, std::size_t numbers, const StateLayout& own,
                              const std::string& place) {
  const std::string ours = "layout version " + std::to_string(kStateLayoutVersion);
  // Version 1 wrote no layout.
  if (text.empty())
    throw InputError(place, "a state of layout version 1, whose memory of ruts means something else",
                     ours + "; `grouser rerun` computes the run anew");
  const std::vector<std::string_view> parts = split(text, ", ");
  StateLayout layout;
  StateBlock head;
  if (!read_block(parts.front(), head) || head.name != "version" || head.size < kFormerVersion ||
      head.size > kStateLayoutVersion)
    throw InputError(place, "a state of layout '" + std::string(parts.front()) + "'",
                     ours + " or one before");
  layout.version = static_cast<int>(head.size);
  for (auto part = parts.begin() + 1; part != parts.end(); ++part)
    if (!read_block(*part, layout.blocks.emplace_back()))
      throw InputError(place, "'" + std::string(*part) + "' in the layout of its states",
                       "a name, a count and a size, such as 'slots 54 x 25'");
  // The former version left out names that every state had.
  if (layout.version == kFormerVersion) {
    name_leading(layout);
    name_tail(layout, numbers, own);
  }
  if (layout.numbers() != numbers)
    throw InputError(place, "a state of " + std::to_string(numbers) + " numbers",
                     std::to_string(layout.numbers()) + ", as many as its layout says");
  return layout;
}

std::vector<std::string> check_layout(const StateLayout& stored, const StateLayout& own,
                                      const std::string& place) {
  std::string found, expected;
  std::vector<std::string> anew;
  // Notes one pair of blocks, of which one may be missing: equal, begun anew, or a fault.
  const auto compare = [&](const StateBlock* theirs, const StateBlock* mine) {
    if (theirs && mine && fits(*theirs, *mine)) return;
    const std::string& name = theirs ? theirs->name : mine->name;
    if (may_differ(theirs, mine)) {
      if (mine && mine->role == BlockRole::tally) anew.push_back(name);
      return;
    }
    found += (found.empty() ? "" : ", ") + described(theirs, name);
    expected += (expected.empty() ? "" : ", ") + described(mine, name);
  };
  // All blocks of this world, then those which only the stored state has.
  for (const StateBlock& mine : own.blocks) compare(stored.find(mine.name), &mine);
  for (const StateBlock& theirs : stored.blocks)
    if (!own.find(theirs.name)) compare(&theirs, nullptr);
  if (!found.empty())
    throw InputError(place, "a state with " + found, expected + ", as a state of this world and version has");
  return anew;
}

}  // namespace grouser
