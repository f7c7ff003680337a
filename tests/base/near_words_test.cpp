// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/base/near_words.hpp"

#include "catch.hpp"

using namespace grouser;

TEST_CASE("edit distance of known pairs") {
  CHECK(edit_distance("kitten", "sitting") == 3);  // the textbook's example
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("same", "same") == 0);
}

TEST_CASE("the nearest words are offered, a far one is not") {
  CHECK(did_you_mean("--jsn", {"--out", "--json", "--set"}) == ", did you mean '--json'?");
  CHECK(did_you_mean("--frobnicate", {"--out", "--json", "--set"}).empty());
  CHECK(did_you_mean("wheal", {"run", "wheel"}) == ", did you mean 'wheel'?");
  CHECK(did_you_mean("VIPER", {"viper", "run"}) == ", did you mean 'viper'?");
  CHECK(did_you_mean("exomars", {"viper", "exomars_lvm"}) == ", did you mean 'exomars_lvm'?");
  CHECK(did_you_mean("es9", {"es1", "es2", "sand"}) == ", did you mean 'es1' or 'es2'?");
  CHECK(did_you_mean("x", {"a", "b"}).empty());  // nothing in common
  CHECK(did_you_mean(std::string(1000000, 'a'), {"aaa"}).empty());
}

TEST_CASE("a word that stands for another is found by its errors, its stem or its plural, and no more") {
  CHECK(misspelling_of("duration", {"drive", "durtion"}) == "durtion");
  CHECK(misspelling_of("body", {"root", "bodies"}) == "bodies");
  CHECK(misspelling_of("joint", {"joints"}) == "joints");
  CHECK(misspelling_of("wheels", {"wheel"}) == "wheel");
  CHECK(misspelling_of("phi_deg", {"phi"}) == "phi");
  CHECK(misspelling_of("k_c", {"K", "k_phi", "n"}).empty());  // other keys of a soil
  CHECK(misspelling_of("width", {"width_fraction", "radius"}).empty());
  CHECK(misspelling_of("soil", {"soil_map"}).empty());
}

TEST_CASE("a list of words is as long as a person reads") {
  CHECK(word_list({"a", "b"}) == "a, b");
  CHECK(word_list(std::vector<std::string>(100, "word")).size() < 400);
  CHECK(word_list(std::vector<std::string>(100, "word")).find("and 70 more") != std::string::npos);
}
