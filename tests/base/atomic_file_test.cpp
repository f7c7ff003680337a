#include "grouser/base/atomic_file.hpp"

#include <catch2/catch.hpp>

#include "grouser/base/error.hpp"

using namespace grouser;
namespace fs = std::filesystem;

TEST_CASE("a writer that throws leaves the old file and no temporary") {
  const fs::path folder = fs::temp_directory_path() / "grouser_atomic_test";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const fs::path file = folder / "a.txt";
  write_file_atomically(file, "old");
  CHECK_THROWS_AS(with_temporary_file(file, [](const fs::path& t) {
    write_file_atomically(t, "half");
    throw RunError("disk full");
  }), RunError);
  CHECK(read_text_file(file) == "old");
  CHECK(std::distance(fs::directory_iterator(folder), fs::directory_iterator()) == 1);
  CHECK_THROWS_AS(read_text_file(folder), InputError);
  CHECK_THROWS_AS(read_text_file(folder / "none"), InputError);
  CHECK_THROWS_AS(read_text_file(file, 2), InputError);
  fs::remove_all(folder);
}
