// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/recording/run_file/table_file.hpp"

#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/table_stream.hpp"
#include "python.hpp"
#include "scratch_folder.hpp"

namespace grouser {
namespace {
namespace fs = std::filesystem;

Table sample() {
  Table table;
  table.columns = {{"soil.phi_deg", "deg", std::vector<double>{20.0, 0.1 + 0.2}},
                   {"wheel/front/load", "N", std::vector<double>{1e-300, std::nan("")}},
                   {"message", "", std::vector<std::string>{"", "it said \"no\", twice"}}};
  table.attributes = {{"scenario", "flat ä"}};
  return table;
}

TEST_CASE("a table as CSV: quoting, units, empty cells, numbers that read back") {
  // written out by hand after RFC 4180
  CHECK(to_csv(sample()) ==
        "soil.phi_deg [deg],wheel/front/load [N],message\n"
        "20,1e-300,\n"
        "0.30000000000000004,,\"it said \"\"no\"\", twice\"\n");
}

TEST_CASE("a text that a spreadsheet would take for a formula is written as text, numbers stay numbers") {
  Table table;
  table.columns = {
      {"=name", "", std::vector<std::string>{"=1+1", "+1", "-1", "@SUM(1)", "=a,\"b\"", "\t=1", "a=1"}},
      {"number", "m", std::vector<double>{-1.5, 1e300, -0.0, 3.0, 4.0, 5.0, 6.0}}};
  CHECK(to_csv(table) ==
        "'=name,number [m]\n"
        "'=1+1,-1.5\n'+1,1e+300\n'-1,-0\n'@SUM(1),3\n\"'=a,\"\"b\"\"\",4\n'\t=1,5\na=1,6\n");
}

TEST_CASE("a table as HDF5 opens in h5py with units and texts, written whole or in pieces with axes") {
  GROUSER_NEED_H5PY();
  const test::ScratchFolder folder("table");
  const fs::path file = folder / "table.h5";
  write_table_hdf5(file, sample());
  const std::string script =
      "import h5py, math, sys\n"
      "f = h5py.File(sys.argv[1])\n"
      "assert f.attrs['scenario'].decode() == 'flat \\u00e4'\n"
      "t = f['table']\n"
      "assert list(t['soil.phi_deg'][:]) == [20.0, 0.1 + 0.2] and t['soil.phi_deg'].attrs['unit'] == b'deg'\n"
      "assert t['wheel/front/load'][0] == 1e-300 and math.isnan(t['wheel/front/load'][1])\n"
      "assert t['message'][1].decode() == 'it said \"no\", twice' and t['message'][0] == b''\n"
      "assert [n.decode() for n in f['columns'][:]] == ['soil.phi_deg', 'wheel/front/load', 'message']\n";
  const auto opens = [&](const fs::path& table, const std::string& checks) {
    write_file_atomically(folder / "check.py", checks);
    const std::string line = std::string(test::kPython) + " " + (folder / "check.py").string() + " ";
    return std::system((line + table.string()).c_str()) == 0;
  };
  CHECK(opens(file, script));
  const Table table = sample();
  std::vector<StreamColumn> columns{{"soil.phi_deg", "deg"}, {"message", "", 30}};
  TableStream stream(folder / "stream.h5", columns, 2, {}, {{"soil.phi_deg", "deg", {20.0, 0.1 + 0.2}}});
  stream.append({.columns = {table.columns[0], table.columns[2]}, .attributes = {}});
  stream.close();
  CHECK(opens(folder / "stream.h5",
              "import h5py, sys\n"
              "f = h5py.File(sys.argv[1])\n"
              "assert f['table/message'][1].decode() == 'it said \"no\", twice'\n"
              "a = f['axes/soil.phi_deg']\n"
              "assert list(a[:]) == [20.0, 0.1 + 0.2] and a.attrs['unit'] == b'deg'\n"
              "assert list(f['axis_order'][:]) == [b'soil.phi_deg']\n"));
}

TEST_CASE("the same table gives the same bytes, later too") {
  const test::ScratchFolder folder("table");
  write_table_hdf5(folder / "a.h5", sample());
  ::usleep(1100000);  // HDF5 would store the time of writing in whole seconds
  write_table_hdf5(folder / "b.h5", sample());
  CHECK(read_text_file(folder / "a.h5") == read_text_file(folder / "b.h5"));
}

TEST_CASE("a table that cannot be written leaves nothing behind") {
  const test::ScratchFolder folder("table");
  CHECK_THROWS_AS(write_table_hdf5(folder / "no/a.h5", sample()), Error);
  Table twice = sample();
  twice.columns.push_back(twice.columns.front());
  CHECK_THROWS_AS(write_table_hdf5(folder / "twice.h5", twice), RunError);
  CHECK(fs::is_empty(folder.path()));
}

}  // namespace
}  // namespace grouser
