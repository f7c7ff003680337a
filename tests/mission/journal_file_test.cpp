// SPDX-License-Identifier: BSD-3-Clause
// Journals of the window's placements and gradeability: what was written comes back, what was changed does not.
#include "campaign/journal_file.hpp"

#include <sys/stat.h>

#include <cmath>
#include <fstream>
#include <map>

#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "scratch_folder.hpp"

namespace grouser {
namespace {
namespace fs = std::filesystem;

const JournalKind kTestJournal{"grouser test journal 1", "a test", "test", "this file moved away"};

JournalJson head_of(int seed) { return {{"format", kTestJournal.format}, {"seed", seed}}; }

JournalJson line_at(int k) {
  return {{"k", k}, {"number", 0.1 * k}, {"none", std::nan("")}, {"text", "a \"quoted\",\nline"}};
}

struct OpenJournal {
  explicit OpenJournal(const fs::path& path, int seed = 1)
      : file(
            path, kTestJournal, head_of(seed),
            [seed](const JournalJson& found) { return found.at("seed") == seed ? "" : "another seed"; },
            [this](const JournalJson& row) { rows[row.at("k").get<int>()] = row; }) {}
  std::map<int, JournalJson> rows;  // before the file, which fills them
  JournalFile file;
};

TEST_CASE("a journal made to do harm is refused, or its lines are left out") {
  const test::ScratchFolder folder("journal_harm");
  const fs::path path = folder / "j";
  {
    OpenJournal journal(path);
    journal.file.append(line_at(3));
  }
  const std::string good = read_text_file(path);
  const std::string deep = std::string(100'000, '[');
  write_file_atomically(path, good + deep + "\n");
  CHECK(OpenJournal(path).rows.size() == 1);
  write_file_atomically(path, "{\"format\": " + deep + "\n");
  CHECK_THROWS_WITH(OpenJournal(path), Catch::Matchers::ContainsSubstring("nested"));
  write_file_atomically(path, "{\"format\": 1}\n");
  CHECK_THROWS_WITH(OpenJournal(path), Catch::Matchers::ContainsSubstring("another format"));
  write_file_atomically(path, good + std::string((16u << 20) + 1, 'x') + "\n");
  CHECK_THROWS_WITH(OpenJournal(path), Catch::Matchers::ContainsSubstring("a line without end"));
}

TEST_CASE("a journal gives back what was put in, and knows other work") {
  const test::ScratchFolder folder("journal");
  const fs::path path = folder / "j";
  {
    OpenJournal journal(path);
    journal.file.append(line_at(3));
    CHECK_THROWS_WITH(OpenJournal(path), Catch::Matchers::ContainsSubstring("another test at work"));
  }
  write_file_atomically(path, read_text_file(path) + R"({"k": 4, "numb)");  // a kill in the middle of a line
  {
    OpenJournal journal(path);
    REQUIRE(journal.rows.size() == 1);
    CHECK(journal.rows[3].at("number") == 0.1 * 3);
    CHECK(std::isnan(journal_number(journal.rows[3].at("none"))));
    CHECK(journal.rows[3].at("text") == "a \"quoted\",\nline");
    journal.file.append(line_at(4));
  }
  CHECK(OpenJournal(path).rows.size() == 2);
  CHECK_THROWS_WITH(OpenJournal(path, 2), Catch::Matchers::ContainsSubstring("another seed"));
  std::ofstream(path, std::ios::binary) << "my notes\n";
  CHECK_THROWS_AS(OpenJournal(path), InputError);
  CHECK(read_text_file(path) == "my notes\n");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK_THROWS_AS(OpenJournal(folder / "pipe"), InputError);
}

TEST_CASE("a changed row of a journal is not used, whatever was changed, and a changed heading is refused") {
  const test::ScratchFolder folder("journal_spoiled");
  const fs::path path = folder / "j";
  {
    OpenJournal journal(path);
    for (const int k : {1, 2, 3}) journal.file.append(line_at(k));
  }
  const std::string whole = read_text_file(path);
  std::size_t used = 0, trials = 0;
  for (std::size_t place = whole.find('\n') + 1; place < whole.size(); ++place)
    for (const char wrong : {'0', '9', '\n', '"'}) {
      std::string spoiled = whole;
      if (spoiled[place] == wrong) continue;
      spoiled[place] = wrong;
      std::ofstream(path, std::ios::binary) << spoiled;
      INFO("byte " << place << " made " << int(wrong));
      const OpenJournal journal(path);
      for (const auto& [k, row] : journal.rows) {
        REQUIRE((k >= 1 && k <= 3));
        CHECK(journal_text(row).starts_with(journal_text(line_at(k)).substr(0, 20)));
        CHECK(row.at("number") == 0.1 * k);
      }
      CHECK(journal.rows.size() < 3);
      CHECK(journal.rows.size() >= 1);  // a spoiled line break takes two rows at most
      ++trials;
      used += journal.rows.size();
    }
  CHECK(used > trials);  // the other rows are used
  std::ofstream(path, std::ios::binary) << "{\"format\": 3, " << whole.substr(2);
  CHECK_THROWS_AS(OpenJournal(path), InputError);
}

}  // namespace
}  // namespace grouser
