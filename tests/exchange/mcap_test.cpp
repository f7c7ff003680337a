// SPDX-License-Identifier: BSD-3-Clause
// Parts of MCAP: messages as bytes, definitions, the reader on what the writer made. Whole files are compared
// by an independent reader (tests/cli/mcap_test.py).
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/exchange/mcap/cdr_writer.hpp"
#include "grouser/exchange/mcap/mcap_reader.hpp"
#include "grouser/exchange/mcap/mcap_writer.hpp"
#include "grouser/exchange/mcap/measured_mcap.hpp"
#include "grouser/exchange/mcap/ros_definitions.hpp"
#include "grouser/exchange/mcap/ros_types.hpp"

using namespace grouser;

namespace {

using McapBytes = std::vector<std::uint8_t>;

McapBytes bytes_of(const CdrWriter& out) { return {out.bytes().begin(), out.bytes().end()}; }

/// A file in a folder of its own that goes with the test.
struct McapPlace {
  McapPlace()
      : folder(std::filesystem::temp_directory_path() / ("grouser_mcap_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder);
  }
  ~McapPlace() { std::filesystem::remove_all(folder); }
  std::filesystem::path folder;
};

CdrWriter pose_message(std::uint64_t time, double x, double y) {
  CdrWriter out;
  out.header(time, "map");
  out.vector({x, y, 0.0});
  out.quaternion(Quat::Identity());
  return out;
}

}  // namespace

TEST_CASE("CDR aligns numbers from behind its head", "[exchange]") {
  CdrWriter out;
  out.number(std::uint8_t{7});
  out.number(1.0);
  out.text("ab");
  out.flag(true);
  // By hand: head, 07, seven zeros, 1.0, length 3 with the end mark, "ab\0", 01.
  CHECK(bytes_of(out) == McapBytes{0, 1, 0, 0, 7,    0,    0, 0, 0, 0, 0,   0,   0, 0,
                                   0, 0, 0, 0, 0xF0, 0x3F, 3, 0, 0, 0, 'a', 'b', 0, 1});
  out.begin();
  out.stamp(1'500'000'002);
  CHECK(bytes_of(out) == McapBytes{0, 1, 0, 0, 1, 0, 0, 0, 2, 0x65, 0xCD, 0x1D});
}

TEST_CASE("a definition holds all that it is made of, once", "[exchange]") {
  const std::string text = ros_definition("nav_msgs/Odometry");
  for (const char* part : {"std_msgs/Header", "builtin_interfaces/Time", "geometry_msgs/PoseWithCovariance",
                           "geometry_msgs/Vector3", "geometry_msgs/Quaternion"}) {
    const std::string line = std::string("MSG: ") + part + "\n";
    CHECK(text.find(line) != std::string::npos);
    CHECK(text.find(line) == text.rfind(line));
  }
  CHECK(ros_schema_name("nav_msgs/Odometry") == "nav_msgs/msg/Odometry");
}

TEST_CASE("messages are read by their definition", "[exchange]") {
  const std::string definition =
      "uint8 KIND=3\nfloat64 load  # [N] of the wheel\nstring<=8 name\nint16[3] counts\nfloat32[] more\nbool "
      "on true\n";
  CdrWriter out;
  out.number(2.5);
  out.text("left");
  for (const int count : {1, -2, 3}) out.number(static_cast<std::int16_t>(count));
  out.length(1);
  out.number(0.5f);
  out.flag(true);
  LogLeaves leaves;
  RosType("a/msg/B", definition, "t").read(out.bytes(), "t", leaves);
  REQUIRE(leaves.numbers.size() == 6);
  CHECK(*leaves.find("load") == 2.5);
  CHECK(leaves.numbers.front().unit == "N");
  CHECK(*leaves.find("counts[1]") == -2.0);
  CHECK(*leaves.find("more[0]") == 0.5);
  CHECK(*leaves.find("on") == 1.0);
  CHECK(leaves.texts == std::vector<std::pair<std::string, std::string>>{{"name", "left"}});
  const auto cut = out.bytes().first(out.bytes().size() - 1);
  CHECK_THROWS_AS(RosType("a/msg/B", definition, "t").read(cut, "t", leaves), InputError);
  CHECK_THROWS_AS(RosType("a/msg/B", "x/Y y\n", "t"), InputError);
  CHECK_THROWS_AS(RosType("a/msg/B", "float64[x] y\n", "t"), InputError);
}

TEST_CASE("an equals sign in a default value makes no constant of a field", "[exchange]") {
  const std::string definition =
      "string label \"a=b\"\nstring<=8 other \"c=d\"\nuint8 KIND = 3\nstring<=8 WORD=\"x\"\nuint8\tONE=1\n"
      "float64 load\n";
  CdrWriter out;
  out.text("left");
  out.text("right");
  out.number(2.5);
  LogLeaves leaves;
  RosType("a/msg/B", definition, "t").read(out.bytes(), "t", leaves);
  CHECK(leaves.texts ==
        std::vector<std::pair<std::string, std::string>>{{"label", "left"}, {"other", "right"}});
  REQUIRE(leaves.numbers.size() == 1);
  CHECK(*leaves.find("load") == 2.5);
}

TEST_CASE("other bytes than the mark at the end are said to be there", "[exchange]") {
  const McapPlace place;
  const auto path = place.folder / "end.mcap";
  McapWriter(path, "ros2", "test").close();
  const auto size = std::filesystem::file_size(path);
  {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(size) - 1);
    file.put('x');
  }
  CHECK_THROWS_WITH(read_mcap(path, [](const LogChannel&, const LogMessage&) {}),
                    Catch::Matchers::ContainsSubstring("byte " + std::to_string(size - 8)) &&
                        Catch::Matchers::ContainsSubstring("the mark of MCAP at the file's end"));
}

TEST_CASE("what the writer writes is read in order", "[exchange]") {
  const McapPlace place;
  const auto path = place.folder / "some.mcap";
  constexpr int kCount = 30'000;  // more than one chunk of 4 MiB
  {
    McapWriter writer(path, "ros2", "test");
    const auto schema =
        writer.add_schema("geometry_msgs/msg/PoseStamped", "ros2msg",
                          ros_definition_of("std_msgs/Header header\ngeometry_msgs/Pose pose\n"));
    const auto channel = writer.add_channel(schema, "/pose", "cdr");
    for (int k = 0; k < kCount; ++k) {
      const auto time = static_cast<std::uint64_t>(k) * 1'000'000;
      writer.write(channel, time, pose_message(time, 0.001 * k, 2.0).bytes());
    }
    CHECK_FALSE(std::filesystem::exists(path));
    writer.close();
  }
  int next = 0;
  read_mcap(path, [&](const LogChannel& channel, const LogMessage& message) {
    CHECK((channel.topic == "/pose" && message.time == static_cast<std::uint64_t>(next) * 1'000'000));
    ++next;
  });
  CHECK(next == kCount);
  const MeasuredTable table = read_measured_mcap(path);
  REQUIRE(table.times.size() == kCount);
  CHECK(table.times[1] == 0.001);
  CHECK(table.columns.front().name == "pose/position_x");
  CHECK(table.columns.front().values.back() == 0.001 * (kCount - 1));
  CHECK(read_log_waypoints(path, "", 0.5).size() == 60);
  CHECK_THROWS_AS(read_measured_mcap(path, {}, [] { return true; }), Interrupted);
}

TEST_CASE("commands come from joints or from columns of their own names", "[exchange]") {
  ExternalDrive drive{.vehicle_name = "rover"};
  drive.columns = {{.name = "wheel_speed/left"}, {.name = "steering/left", .kind = ExternalKind::steering}};
  const double none = std::numeric_limits<double>::quiet_NaN();
  MeasuredTable log;
  log.file = "log.mcap";
  log.times = {0.0, 1.0, 2.0, 3.0};
  log.columns = {{"joint/drive/velocity", "", {0.1, none, 0.1, 0.3}},
                 {"joint/turn/position", "", {none, 0.2, 0.2, none}}};
  const ExternalCommands commands = commands_of(log, drive, {"drive", "turn"});
  CHECK(commands.names == std::vector<std::string>{"wheel_speed/left", "steering/left"});
  CHECK(commands.times == std::vector<double>{0.0, 1.0, 3.0});  // what is in force already is no command
  CHECK(commands.row(1)[0] == 0.1);
  CHECK(commands.row(2)[0] == 0.3);
  CHECK(commands.row(2)[1] == 0.2);
  CHECK(std::isnan(commands.row(0)[1]));
  CHECK_THROWS_AS(commands_of(log, drive, {"other", "none"}), InputError);
}
