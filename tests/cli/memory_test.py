#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Memory that cannot be had: every command ends with a word and an exit code of its own, and leaves nothing half-written."""
import pathlib
import shutil
import subprocess
import unittest

from grouser_cli import PROGRAM, CliTest, run

# Fails the N-th request for memory that C++ makes in the process, and no other. Requests of C libraries are left alone: HDF5 copies
# names and pixman starts without checking theirs (both were seen to crash), which nothing here can mend.
SHIM = r"""
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>
namespace {
std::atomic<long> asked{0};
long number(const char *name) {
  const char *text = std::getenv(name);
  return text ? std::atol(text) : -1;
}
void *given(void *memory) {
  static const long failing = number("FAIL_AT");
  if (asked++ == failing) {
    std::free(memory);
    memory = nullptr;
  }
  if (!memory) throw std::bad_alloc();
  return memory;
}
void *without_throwing(std::size_t n) noexcept {
  try {
    return given(std::malloc(n));
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}
void *aligned(std::size_t n, std::size_t to) { return given(std::aligned_alloc(to, (n + to - 1) / to * to)); }
struct Count {
  ~Count() {
    if (std::getenv("FAIL_COUNT")) std::fprintf(stderr, "\n%ld\n", asked.load());
  }
} count;
}  // namespace
void *operator new(std::size_t n) { return given(std::malloc(n)); }
void *operator new[](std::size_t n) { return given(std::malloc(n)); }
void *operator new(std::size_t n, const std::nothrow_t &) noexcept { return without_throwing(n); }
void *operator new[](std::size_t n, const std::nothrow_t &) noexcept { return without_throwing(n); }
void *operator new(std::size_t n, std::align_val_t to) { return aligned(n, std::size_t(to)); }
void *operator new[](std::size_t n, std::align_val_t to) { return aligned(n, std::size_t(to)); }
void operator delete(void *p) noexcept { std::free(p); }
void operator delete[](void *p) noexcept { std::free(p); }
void operator delete(void *p, std::size_t) noexcept { std::free(p); }
void operator delete[](void *p, std::size_t) noexcept { std::free(p); }
void operator delete(void *p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void *p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void *p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void *p, std::size_t, std::align_val_t) noexcept { std::free(p); }
"""


class MemoryTest(CliTest):
    def test_one_request_that_fails(self):
        compiler = shutil.which("c++")
        if not compiler:
            self.skipTest("needs a C++ compiler")
        if b"__asan_init" in pathlib.Path(PROGRAM).read_bytes():
            self.skipTest("the sanitizer has an allocator of its own")
        (self.folder / "shim.cpp").write_text(SHIM)
        subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", self.folder / "shim.so", self.folder / "shim.cpp"], check=True)
        drop = ["run", "free_fall", "--set", "duration=0.01"]
        self.run_ok(*drop, "--out", "whole.h5")
        out = self.folder / "drop.h5"
        for command in (drop + ["--out", "drop.h5"], ["info", "whole.h5"]):
            counted = run(*command, cwd=self.folder, env={"LD_PRELOAD": "./shim.so", "FAIL_COUNT": "1"})
            asked = int(counted.stderr.split()[-1])
            for place in range(97, asked, max(1, asked // 40)):
                out.unlink(missing_ok=True)
                ended = run(*command, cwd=self.folder, env={"LD_PRELOAD": "./shim.so", "FAIL_AT": str(place)})
                with self.subTest(command=command, place=place, said=ended.stderr[-200:]):
                    self.assertIn(ended.returncode, (0, 1, 2))
                    if ended.returncode != 0:
                        self.assertIn("error: ", ended.stderr)
                    if out.exists():
                        self.run_ok("info", "drop.h5")


if __name__ == "__main__":
    unittest.main()
