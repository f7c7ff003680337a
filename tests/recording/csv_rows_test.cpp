// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/recording/run_file/csv_rows.hpp"

#include <cmath>
#include <fstream>
#include <utility>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/table_file.hpp"
#include "scratch_folder.hpp"

namespace grouser {
namespace {

using Catch::Matchers::ContainsSubstring;
using Numbers = std::vector<std::vector<double>>;

Numbers numbers_of(const std::string& text) {
  CsvRows rows(text, "t.csv");
  Numbers all;
  while (rows.next()) {
    all.emplace_back();
    for (std::size_t k = 0; k < rows.cells().size(); ++k) all.back().push_back(rows.number(k));
  }
  return all;
}

std::string refusal_of(const std::string& text) {
  try {
    numbers_of(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("csv: one table in the forms that programs save it in") {
  const Numbers expected{{0.5, -1.0}, {2.0, 1e-3}};
  const std::pair<const char*, const char*> forms[] = {
      {"commas", "0.5,-1\n2,1e-3\n"},
      {"mark",
       "\xEF\xBB\xBF"
       "0.5,-1\n2,1e-3\n"},
      {"ends", "0.5,-1\r\n2,1e-3\r\n"},
      {"old ends", "0.5,-1\r2,1e-3\r"},
      {"no end", "0.5,-1\n2,1e-3"},
      {"blanks", "  0.5 ,\t-1 \n\n 2,\t 1e-3\n , \n"},
      {"quotes", "\"0.5\",\"-1\"\n\"2\",1e-3\n"},
      {"remarks", "# it's \"so\n0.5,-1\n  # not, this\n2,1e-3\n"},
      {"semicolons", "0.5;-1\n2;1e-3\n"},
      {"decimal commas", "0,5;-1\n2;1e-3\n"},
      {"mark and decimal commas",
       "\xEF\xBB\xBF"
       "0,5;-1,0\r\n2,0;1,0e-3\r\n"},
      {"sep", "sep=;\r\n0,5;-1\r\n2;1e-3\r\n"},
      {"tabs", "0.5\t-1\n2\t1e-3\n"},
      {"tabs and decimal commas", "0,5\t-1,0\n2,0\t1,0e-3\n"},
      {"plus", "+0.5,-1\n+2,1e-3\n"},
  };
  for (const auto& [name, text] : forms) {
    INFO(name);
    CHECK(numbers_of(text) == expected);
  }
  CHECK(numbers_of("").empty());
}

TEST_CASE("csv: what is no number is refused with its place, not read as another") {
  CHECK_THAT(refusal_of("0,1\n2,x\n"), ContainsSubstring("t.csv:2: column 2") && ContainsSubstring("'x'"));
  CHECK_THAT(refusal_of("0,1\n2,\n"), ContainsSubstring("t.csv:2: column 2"));
  CHECK_THAT(refusal_of("0,\"1,5\"\n"), ContainsSubstring("'1,5'"));  // commas part cells here
  CHECK_THAT(refusal_of("0;1.5\n1;2,5\n"),
             ContainsSubstring("a decimal point"));  // one of them parts thousands
  CHECK_THAT(refusal_of("0;1.234,5\n"), ContainsSubstring("'1.234,5'"));
  CHECK_THAT(refusal_of("0,nan\n"), ContainsSubstring("a number"));
  CHECK_THAT(refusal_of("0,inf\n"), ContainsSubstring("a number"));
  CHECK_THAT(refusal_of("0,1\n\"2,3\n4,5\n"),
             ContainsSubstring("t.csv:2") && ContainsSubstring("a quote without an end"));
  CHECK_THAT(refusal_of(std::string("\xFF\xFE"
                                    "0\0,\0",
                                    6)),
             ContainsSubstring("UTF-16"));
}

TEST_CASE("csv: text beyond the last column is refused, empty cells there are not") {
  CHECK_THAT(refusal_of("0,1\n2,5,0,5\n"), ContainsSubstring("t.csv:2") && ContainsSubstring("4 cells") &&
                                               ContainsSubstring("2, as the first row has") &&
                                               ContainsSubstring("decimal comma"));
  CHECK_THAT(refusal_of("0;1\n2;5;6\n"), ContainsSubstring("3 cells") && !ContainsSubstring("decimal comma"));
  CsvRows open("0,1\n2,3,, \n", "t.csv");
  REQUIRE(open.next());
  REQUIRE(open.next());
  CHECK(open.number(1) == 3.0);
  CsvRows rows("x,y\n1,2\n3,4,5\n", "t.csv");
  REQUIRE(rows.next());
  rows.take_head();
  REQUIRE(rows.next());
  CHECK_THROWS_WITH(rows.next(), ContainsSubstring("t.csv:3") && ContainsSubstring("as the header has"));
}

TEST_CASE("csv: a column's name may have blanks in place of underscores") {
  CsvRows rows("Slip Ratio;drawbar pull [N]\n", "t.csv");
  REQUIRE(rows.next());
  rows.take_head();
  CHECK(rows.find({"slip_ratio"}) == 0);
  CHECK(rows.find({"drawbar_pull"}) == 1);
}

TEST_CASE("csv: a head is a row without any number, its columns are found by name") {
  CsvRows rows("# rig 3\nNote;Y [mm];X_m\na;1,5;2\n\"b;c\nd\";3;\n", "t.csv");
  REQUIRE(rows.next());
  CHECK(rows.is_head());
  rows.take_head();
  CHECK(rows.find({"x"}) == 2);
  CHECK(rows.find({"z", "y"}) == 1);
  CHECK(rows.find({"z"}) == -1);
  CHECK(rows.head()[1].unit == "mm");
  CHECK(rows.head()[2].unit == "m");
  REQUIRE(rows.next());
  CHECK_FALSE(rows.is_head());
  CHECK(rows.number(1) == 1.5);
  REQUIRE(rows.next());
  CHECK(rows.cells()[0] == "b;c\nd");
  CHECK(rows.place() == "t.csv:4");
  CHECK(std::isnan(rows.number_or_none(2)));
  CHECK_THROWS_WITH(rows.number(2), ContainsSubstring("t.csv:4: column 'X'"));
  CHECK_FALSE(rows.next());
  CsvRows twice("x,y,x\n", "t.csv");
  REQUIRE(twice.next());
  twice.take_head();  // as loggers write
  CHECK(twice.find({"y"}) == 1);
  CHECK_THROWS_WITH(twice.find({"x"}), ContainsSubstring("'x' twice"));
}

TEST_CASE("csv: tables come back from a spreadsheet that saved them with semicolons and a mark") {
  const test::ScratchFolder folder("csv_rows");
  Table table;
  table.columns = {{"=name", "", std::vector<std::string>{"-1", "#2", "it said \"no\"; twice\nso"}},
                   {"tilt_deg", "deg", std::vector<double>{0.1 + 0.2, std::nan(""), -1e-300}}};
  write_table_csv(folder / "own.csv", table);
  CHECK(to_csv(read_table_csv(folder / "own.csv")) == to_csv(table));
  std::ofstream(folder / "saved.csv")
      << "\xEF\xBB\xBF'=name;tilt_deg [deg]\r\n'-1;0,30000000000000004\r\n#2x;\r\n";
  const Table saved = read_table_csv(folder / "saved.csv");
  CHECK(std::get<std::vector<double>>(saved.columns[1].cells).at(0) == 0.1 + 0.2);
  CHECK(std::get<std::vector<std::string>>(saved.columns[0].cells).at(0) == "-1");
  CHECK(saved.columns[0].name == "=name");
}

}  // namespace
}  // namespace grouser
