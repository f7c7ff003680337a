#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Memory that cannot be had: every command ends with a word and an exit code of its own, and leaves nothing half-written."""
import pathlib
import shutil
import subprocess
import unittest

from grouser_cli import PROGRAM, CliTest, run

# Fails the N-th request for memory of the process, and no other.
SHIM = r"""
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
static atomic_long asked;
static long failing = -2;
static int fails(void) {
  if (failing == -2) { const char *text = getenv("FAIL_AT"); failing = text ? atol(text) : -1; }
  if (atomic_fetch_add(&asked, 1) != failing) return 0;
  errno = ENOMEM;
  return 1;
}
void *malloc(size_t n) { return fails() ? 0 : __libc_malloc(n); }
void *calloc(size_t n, size_t m) { return fails() ? 0 : __libc_calloc(n, m); }
void *realloc(void *p, size_t n) { return fails() ? 0 : __libc_realloc(p, n); }
__attribute__((destructor)) static void count(void) {
  char text[32], *at = text + sizeof text;
  const char *to = getenv("FAIL_COUNT");
  if (!to) return;
  *--at = 10;
  for (long n = asked; n > 0; n /= 10) *--at = (char)(48 + n % 10);
  if (write(2, at, (size_t)(text + sizeof text - at)) < 0) abort();
}
"""


class MemoryTest(CliTest):
    def test_one_request_that_fails(self):
        compiler = shutil.which("cc")
        if not compiler:
            self.skipTest("needs a C compiler")
        if b"__asan_init" in pathlib.Path(PROGRAM).read_bytes():
            self.skipTest("the sanitizer has an allocator of its own")
        (self.folder / "shim.c").write_text(SHIM)
        subprocess.run([compiler, "-shared", "-fPIC", "-o", self.folder / "shim.so", self.folder / "shim.c"], check=True)
        drop = ["run", "free_fall", "--set", "duration=0.01"]
        self.run_ok(*drop, "--out", "whole.h5")
        out = self.folder / "drop.h5"
        for command in (drop + ["--out", "drop.h5"], ["info", "whole.h5"]):
            counted = run(*command, cwd=self.folder, env={"LD_PRELOAD": "./shim.so", "FAIL_COUNT": "1"})
            asked = int(counted.stderr.split()[-1])
            for place in range(97, asked, asked // 40):
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
