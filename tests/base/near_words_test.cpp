#include "suggestion.hpp"

#include <catch2/catch.hpp>

using namespace grouser::cli;

TEST_CASE("edit distance of known pairs") {
  CHECK(edit_distance("kitten", "sitting") == 3);  // the textbook's example
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("same", "same") == 0);
}

TEST_CASE("the nearest word is offered, a far one is not") {
  CHECK(nearest_word("--jsn", {"--out", "--json", "--set"}) == "--json");
  CHECK(nearest_word("--frobnicate", {"--out", "--json", "--set"}).empty());
  CHECK(nearest_word("wheal", {"run", "wheel"}) == "wheel");
}
