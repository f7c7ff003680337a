// SPDX-License-Identifier: BSD-3-Clause
// The memory of all that acts or watches in a step beside contacts: one named block per kind of memory. Each
// kind declares its block beside its struct,
//   template <> struct MemoryOf<StrutMemory> { static constexpr MemoryBlock block{"struts"}; };
// and whoever includes that header reads its entries from a state by their type.
#pragma once
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "grouser/simulation/step/state_layout.hpp"

namespace grouser {

/// A block of the state: its name in run files, its role, and the version of the meaning of its numbers.
struct MemoryBlock {
  constexpr MemoryBlock(const char* text, BlockRole its_role = BlockRole::state, int its_version = 1)
      : name(text), role(its_role), version(its_version) {}
  const char* name;
  BlockRole role;
  int version;  ///< raise it when the meaning of the block's numbers changes
};

template <class T>
struct MemoryOf;

/// Blocks in the order in which they were assigned. The entries are plain structs of doubles (and Packed
/// ones). The first number of an optional block is the time at which it began, s; it is negative until then.
class ElementMemory {
 public:
  /// Makes a block of `count` entries, or replaces the one that there is.
  template <class T>
  void assign(std::size_t count, const T& entry = {}) {
    static_assert(std::is_standard_layout_v<T> && std::is_trivially_copyable_v<T>);
    static_assert(sizeof(T) % sizeof(double) == 0 && alignof(T) == alignof(double));
    Block& block = at(MemoryOf<T>::block);
    block.first.resize(sizeof(T) / sizeof(double));
    std::memcpy(block.first.data(), &entry, sizeof(T));
    block.numbers.clear();
    for (std::size_t i = 0; i < count; ++i)
      block.numbers.insert(block.numbers.end(), block.first.begin(), block.first.end());
  }
  /// The entries of a kind; empty where the world has no element with such memory.
  template <class T>
  std::span<T> all() {
    Block* block = find(MemoryOf<T>::block);
    if (!block) return {};
    return {reinterpret_cast<T*>(block->numbers.data()), block->numbers.size() * sizeof(double) / sizeof(T)};
  }
  template <class T>
  std::span<const T> all() const {
    return const_cast<ElementMemory*>(this)->all<T>();
  }

  /// Calls visit(block, numbers, count) for each entry of the blocks that are always part of the state, or of
  /// the optional ones.
  template <class Visit>
  void visit_always(Visit&& visit) {
    for (Block& block : blocks_)
      if (block.kind->role != BlockRole::optional) visit_block(block, visit);
  }
  template <class Visit>
  void visit_always(Visit&& visit) const {
    for (const Block& block : blocks_)
      if (block.kind->role != BlockRole::optional) visit_block(block, visit);
  }
  template <class Visit>
  void visit_optional(Visit&& visit) {
    for (Block& block : blocks_)
      if (block.kind->role == BlockRole::optional) visit_block(block, visit);
  }
  template <class Visit>
  void visit_optional(Visit&& visit) const {
    for (const Block& block : blocks_)
      if (block.kind->role == BlockRole::optional) visit_block(block, visit);
  }
  /// Gives optional blocks the entries that they began with.
  void forget_optional();

 private:
  struct Block {
    const MemoryBlock* kind;
    std::vector<double> first;    // the entry that it began with
    std::vector<double> numbers;  // of all entries
  };
  Block& at(const MemoryBlock& kind);
  Block* find(const MemoryBlock& kind) {
    for (Block& block : blocks_)
      if (block.kind == &kind) return &block;
    return nullptr;
  }
  template <class AnyBlock, class Visit>
  static void visit_block(AnyBlock& block, Visit& visit) {
    for (std::size_t i = 0; i < block.numbers.size(); i += block.first.size())
      visit(*block.kind, block.numbers.data() + i, block.first.size());
  }
  std::vector<Block> blocks_;
};

}  // namespace grouser
