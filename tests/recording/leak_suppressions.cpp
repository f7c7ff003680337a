// Leaks of libraries, not ours, that a build with the address sanitizer reports: HDF5 1.10 loses some memory
// when it refuses a damaged file, fontconfig keeps its caches to the end.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5\nleak:libfontconfig\n"; }
