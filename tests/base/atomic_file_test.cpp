#include "grouser/base/atomic_file.hpp"

#include <catch2/catch.hpp>

#include "grouser/base/error.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
namespace fs = std::filesystem;

TEST_CASE("a writer that throws leaves the old file and no temporary") {
  const test::ScratchFolder folder("atomic");
  const fs::path file = folder / "a.txt";
  write_file_atomically(file, "old");
  CHECK_THROWS_AS(with_temporary_file(file,
                                      [](const fs::path& t) {
                                        write_file_atomically(t, "half");
                                        throw RunError("disk full");
                                      }),
                  RunError);
  CHECK(read_text_file(file) == "old");
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
  CHECK_THROWS_AS(read_text_file(folder.path()), InputError);
  CHECK_THROWS_AS(read_text_file(folder / "none"), InputError);
  CHECK_THROWS_AS(read_text_file(file, 2), InputError);
}
