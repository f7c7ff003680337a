// SPDX-License-Identifier: BSD-3-Clause
// Blocks of memory in the order in which elements first ask for them, which is their order in the state.
#include "grouser/simulation/step/element_memory.hpp"

#include <algorithm>

namespace grouser {

ElementMemory::Block& ElementMemory::at(const MemoryBlock& kind) {
  if (Block* block = find(kind)) return *block;
  blocks_.push_back({&kind, {}, {}});
  return blocks_.back();
}

// Optional blocks return to what each entry was first set to; an entry has the size of `first`.
void ElementMemory::forget_optional() {
  for (Block& block : blocks_) {
    if (block.kind->role != BlockRole::optional) continue;
    const std::size_t size = block.first.size();
    for (std::size_t i = 0; i < block.numbers.size(); i += size)
      std::copy(block.first.begin(), block.first.end(),
                block.numbers.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

}  // namespace grouser
