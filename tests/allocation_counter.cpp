// SPDX-License-Identifier: BSD-3-Clause
#include "allocation_counter.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

// The linker sends the calls of our own code here (-Wl,--wrap=malloc and so on,
// cmake/GrouserAllocations.cmake).
extern "C" {
void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* block, std::size_t size);
void* __real_aligned_alloc(std::size_t alignment, std::size_t size);
int __real_posix_memalign(void** block, std::size_t alignment, std::size_t size);
}

namespace {
std::atomic<std::int64_t> count{0};
void add_one() { count.fetch_add(1, std::memory_order_relaxed); }
}  // namespace

extern "C" {
void* __wrap_malloc(std::size_t size) {
  add_one();
  return __real_malloc(size);
}
void* __wrap_calloc(std::size_t items, std::size_t size) {
  add_one();
  return __real_calloc(items, size);
}
void* __wrap_realloc(void* block, std::size_t size) {
  add_one();
  return __real_realloc(block, size);
}
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  add_one();
  return __real_aligned_alloc(alignment, size);
}
int __wrap_posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  add_one();
  return __real_posix_memalign(block, alignment, size);
}
}

// The library's operator new would call malloc inside libstdc++, out of the linker's reach. The array forms
// call these.
void* operator new(std::size_t size) {
  add_one();
  if (void* block = __real_malloc(size ? size : 1)) return block;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  add_one();
  const auto a = static_cast<std::size_t>(alignment);
  if (void* block = __real_aligned_alloc(a, (size + a - 1) / a * a)) return block;
  throw std::bad_alloc();
}
// the whole family, or a sanitizer finds memory of one kind freed as another
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  add_one();
  return __real_malloc(size ? size : 1);
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { std::free(block); }

namespace grouser {
std::int64_t allocation_count() { return count.load(std::memory_order_relaxed); }
}  // namespace grouser
