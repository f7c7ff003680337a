// SPDX-License-Identifier: BSD-3-Clause
// Linked into every program of a build with the address sanitizer.
extern "C" const char* __lsan_default_suppressions();
/// Leaks of libraries, not ours: HDF5 1.10 loses some memory when it refuses a damaged file, fontconfig keeps its caches.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5\nleak:libfontconfig\n"; }
extern "C" const char* __lsan_default_options();
/// What was suppressed is not told: it would stand among the program's own words on standard error.
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }

#ifdef GROUSER_DRIVER_UNLOADS
extern "C" const char* __asan_default_options();
/// Mesa's software driver leaks 240 bytes and is unloaded before leaks are looked for, so that they have no name to
/// suppress them by: programs that draw are checked for everything but leaks.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }
#endif
