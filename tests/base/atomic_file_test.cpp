// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/base/atomic_file.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <optional>
#include <set>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_lock.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

std::size_t count_files(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

// Runs `work` in a process of its own and returns its exit code, or -1 if a signal ended it.
template <class F>
int run_apart(F&& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("a writer that throws leaves the old file and no temporary") {
  const test::ScratchFolder folder("atomic");
  const fs::path file = folder / "a.txt";
  write_file_atomically(file, "old");
  CHECK_THROWS_AS(with_temporary_file(file,
                                      [](const fs::path& t) {
                                        std::ofstream(t) << "half";
                                        throw RunError("disk full");
                                      }),
                  RunError);
  CHECK(read_text_file(file) == "old");
  CHECK(count_files(folder.path()) == 1);
  CHECK_THROWS_AS(read_text_file(folder.path()), InputError);
  CHECK_THROWS_AS(read_text_file(folder / "none"), InputError);
  CHECK_THROWS_AS(read_text_file(file, 2), InputError);
}

TEST_CASE("a library may write into the temporary or put another file in its place") {
  const test::ScratchFolder folder("atomic_library");
  with_temporary_file(folder / "a", [](const fs::path& t) { std::ofstream(t) << "into"; });
  CHECK(read_text_file(folder / "a") == "into");
  with_temporary_file(folder / "a", [](const fs::path& t) {
    fs::remove(t);
    std::ofstream(t) << "another";
  });
  CHECK(read_text_file(folder / "a") == "another");
  CHECK(count_files(folder.path()) == 1);
}

TEST_CASE("devices, pipes, sockets, folders and links that lead nowhere are no outputs") {
  const test::ScratchFolder folder("atomic_odd");
  const auto refused = [&](const fs::path& path, const char* found) {
    CHECK_THROWS_AS(write_file_atomically(path, "x"), InputError);
    CHECK_THROWS_WITH(write_file_atomically(path, "x"),
                      ContainsSubstring(path.string()) && ContainsSubstring(found));
  };
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  (folder / "socket").string().copy(address.sun_path, sizeof address.sun_path - 1);
  REQUIRE(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  fs::create_symlink("nothing", folder / "dangling");
  fs::create_symlink("loop", folder / "loop");
  const bool device = test::make_device(folder / "device");
  fs::create_symlink("pipe", folder / "link");
  CHECK_THROWS_WITH(read_text_file(folder / "pipe"),
                    ContainsSubstring("a device, pipe or socket"));  // would wait for ever
  CHECK_THROWS_AS(read_text_file("/dev/zero"), InputError);          // has no end
  refused(folder / "pipe", "a device, pipe or socket");
  refused(folder / "socket", "a device, pipe or socket");
  if (device) refused(folder / "device", "a device, pipe or socket");
  refused(folder / "link", "a device, pipe or socket");
  refused(folder / "dangling", "a symbolic link that leads nowhere");
  refused(folder / "loop", "a symbolic link that leads nowhere");
  refused(folder / "no/file", "no such folder");
  refused(folder.path(), "a folder");
  ::close(socket);
  CHECK(fs::is_fifo(folder / "pipe"));
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(fs::is_character_file(folder / "device") == device);
  CHECK(count_files(folder.path()) == 5u + device);
}

TEST_CASE("writing to a symbolic link writes the file it names") {
  const test::ScratchFolder folder("atomic_link");
  fs::create_directory(folder / "data");
  write_file_atomically(folder / "data/run.txt", "old");
  fs::create_symlink("data/run.txt", folder / "link");
  write_file_atomically(folder / "link", "new");
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(read_text_file(folder / "data/run.txt") == "new");
}

TEST_CASE("the temporary's name is chance, and a planted file is neither followed nor used") {
  const test::ScratchFolder folder("atomic_name");
  std::set<fs::path> names;
  for (int k = 0; k < 50; ++k) {
    PendingFile file(folder / "run.h5");
    names.insert(file.temporary());
    CHECK(file.temporary().extension() == ".h5");
  }
  CHECK(names.size() == 50);
  CHECK(count_files(folder.path()) == 0);
  // A long name still leaves room for the temporary's.
  const std::string longest(255, 'n');
  write_file_atomically(folder / longest, "x");
  CHECK(read_text_file(folder / longest) == "x");
}

TEST_CASE("what a killed program left is removed at the next writing, what is being written is not") {
  const test::ScratchFolder folder("atomic_left");
  for (int k = 0; k < 3; ++k)  // each removes what the one before left
    run_apart([&] {
      PendingFile file(folder / ("killed" + std::to_string(k) + ".csv"));
      file.write("half");
      ::kill(::getpid(), SIGKILL);
      return 0;
    });
  const fs::path foreign = folder / ".grouser-mine.txt";  // no name of ours
  std::ofstream(foreign) << "kept";
  REQUIRE(count_files(folder.path()) == 2);
  PendingFile living(folder / "living.csv");
  living.write("whole");  // removes the last one
  CHECK(count_files(folder.path()) == 2);
  write_file_atomically(folder / "other.csv", "x");
  CHECK(fs::exists(living.temporary()));
  CHECK(is_temporary_name(living.temporary()));
  CHECK(!is_temporary_name(foreign));
  living.commit();
  CHECK(read_text_file(folder / "living.csv") == "whole");
  CHECK(read_text_file(foreign) == "kept");
  CHECK(count_files(folder.path()) == 3);
}

TEST_CASE("a file that is being written under its name is not replaced") {
  const test::ScratchFolder folder("atomic_busy");
  const fs::path path = folder / "run.h5";
  PendingFile early(path);  // begun before there was any
  early.write("early");
  auto first = std::make_optional<PendingFile>(path);
  first->write("first");
  first->commit();
  CHECK(is_being_written(path));
  CHECK_THROWS_WITH(PendingFile(path), ContainsSubstring(path.string()) && ContainsSubstring("writing now"));
  CHECK_THROWS_WITH(early.commit(), ContainsSubstring("writing now"));
  CHECK(read_text_file(path) == "first");
  // Another process sees it too, and an end of the first program, however it ends, frees the name.
  CHECK(run_apart([&] { return is_being_written(path) ? 3 : 4; }) == 3);
  first.reset();
  CHECK_FALSE(is_being_written(path));
  write_file_atomically(path, "second");
  CHECK(read_text_file(path) == "second");
}

TEST_CASE("a disk that refuses is a RunError that leaves nothing") {
  const test::ScratchFolder folder("atomic_full");
  // A limit on file sizes stands for a full disk: the write fails in the same place.
  const int code = run_apart([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      write_file_atomically(folder / "a.txt", std::string(2000, 'x'));
    } catch (const RunError& e) {
      return std::string(e.what()).find("a.txt: cannot be written: File too large") == std::string::npos ? 2
                                                                                                         : 1;
    }
    return 0;
  });
  CHECK(code == 1);
  CHECK(count_files(folder.path()) == 0);
}

TEST_CASE("a folder that may not be written in is wrong input") {
  const fs::path path = "/proc/grouser_output";  // a folder in which not even root makes files
  CHECK_THROWS_AS(write_file_atomically(path, "x"), InputError);
  CHECK_THROWS_WITH(write_file_atomically(path, "x"),
                    ContainsSubstring(path.string()) && ContainsSubstring("cannot be written"));
}
