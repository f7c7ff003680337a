// SPDX-License-Identifier: BSD-3-Clause
// Tables by their headers: each goes where it belongs, dropped, opened or compared.
#include "session/table_kind.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "catch.hpp"

using namespace grouser::desktop;

namespace {

namespace fs = std::filesystem;

struct TableFolder {
  fs::path folder = fs::temp_directory_path() / ("grouser_tables_" + std::to_string(getpid()));
  TableFolder() {
    fs::remove_all(folder);
    fs::create_directories(folder / "campaign");
  }
  ~TableFolder() { fs::remove_all(folder); }
  TableKind kind(const std::string& text, const char* name = "table.csv") const {
    std::ofstream(folder / name) << text;
    return kind_of_table((folder / name).string());
  }
};

}  // namespace

TEST_CASE("tables: the header says what kind a table is, whatever its separators, units and remarks") {
  const TableFolder tables;
  for (const char* text :
       {"time_s,load_N\n0,1\n", "t [ms];sinkage [mm]\n0;1,5\n", "# rig 4\n\nTime (s)\tslip\n0\t1\n",
        "\xEF\xBB\xBFtime,x,y\n0,1,2\n", "\"time_s\",\"load, N\"\r\n0,1\r\n", "load;elapsed\n1;0\n",
        "distance [m],x [m],y [m],z [m],time [s],slip [-]\n0,0,0,0,0,0\n"}) {
    INFO(text);
    CHECK(tables.kind(text) == TableKind::measurements);
  }
  for (const char* text : {"x,y\n0,0\n5,1\n", "x [m],y [m]\n0,0\n", "\xEF\xBB\xBFX_m;Y_m\n0,5;1\n",
                           "0,0\n5,1\n", "# path\n0.5\t1\n", "name,east,north\na,1,2\n"}) {
    INFO(text);
    CHECK(tables.kind(text) == TableKind::path);
  }
  CHECK(tables.kind("sample [-],x [m],y [m],heading_deg [deg],kind\n0,1,2,3,resting\n") ==
        TableKind::placements);
  CHECK(tables.kind("slope_deg,slip_percent\n0,1\n") == TableKind::grade_curve);
  CHECK(tables.kind("tilt_deg [deg],slip [-],settled,sinkage [m]\n0,1,1,0\n") == TableKind::grade_curve);
  for (const char* text : {"", "mass,price\n1,2\n", "1,2,3,4,5\n", "#\n#\n"}) {
    INFO(text);
    CHECK(tables.kind(text) == TableKind::other);
  }
  CHECK(kind_of_table((tables.folder / "missing.csv").string()) == TableKind::other);
}

TEST_CASE("tables: what lies in a campaign's folder is the campaign's, a name ends in .csv in any case") {
  const TableFolder tables;
  std::ofstream(tables.folder / "campaign" / "campaign.json") << "{}";
  CHECK(tables.kind("row,seed,distance\n0,1,2\n", "campaign/table.csv") == TableKind::campaign);
  CHECK(is_table_name("/a/b.CSV"));
  CHECK(is_table_name("b.csv"));
  CHECK(is_table_name("drive.mcap"));
  CHECK(kind_of_table("drive.mcap") == TableKind::measurements);
  CHECK_FALSE(is_table_name("csv"));
  CHECK_FALSE(is_table_name("run.h5"));
  CHECK(header_of_table((tables.folder / "campaign" / "table.csv").string()) == "row,seed,distance");
}
