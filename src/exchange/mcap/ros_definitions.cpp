// SPDX-License-Identifier: BSD-3-Clause
// The definitions are those of ROS 2 (common_interfaces, geometry2, rcl_interfaces) and of foxglove_msgs,
// without comments. A schema of MCAP holds a message's own text and behind it those of its parts, each
// after a line of equals signs and its name.
#include "grouser/exchange/mcap/ros_definitions.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <vector>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

/// The fields of a message, one per line, with constants.
struct RosText {
  const char* type;
  const char* fields;
};

constexpr RosText kRosTexts[] = {
    {"builtin_interfaces/Time", "int32 sec\nuint32 nanosec\n"},
    {"builtin_interfaces/Duration", "int32 sec\nuint32 nanosec\n"},
    {"std_msgs/Header", "builtin_interfaces/Time stamp\nstring frame_id\n"},
    {"std_msgs/String", "string data\n"},
    {"geometry_msgs/Vector3", "float64 x\nfloat64 y\nfloat64 z\n"},
    {"geometry_msgs/Point", "float64 x\nfloat64 y\nfloat64 z\n"},
    {"geometry_msgs/Quaternion", "float64 x\nfloat64 y\nfloat64 z\nfloat64 w\n"},
    {"geometry_msgs/Pose", "geometry_msgs/Point position\ngeometry_msgs/Quaternion orientation\n"},
    {"geometry_msgs/PoseWithCovariance", "geometry_msgs/Pose pose\nfloat64[36] covariance\n"},
    {"geometry_msgs/Twist", "geometry_msgs/Vector3 linear\ngeometry_msgs/Vector3 angular\n"},
    {"geometry_msgs/TwistWithCovariance", "geometry_msgs/Twist twist\nfloat64[36] covariance\n"},
    {"geometry_msgs/Transform", "geometry_msgs/Vector3 translation\ngeometry_msgs/Quaternion rotation\n"},
    {"geometry_msgs/TransformStamped",
     "std_msgs/Header header\nstring child_frame_id\ngeometry_msgs/Transform transform\n"},
    {"geometry_msgs/Wrench", "geometry_msgs/Vector3 force\ngeometry_msgs/Vector3 torque\n"},
    {"geometry_msgs/WrenchStamped", "std_msgs/Header header\ngeometry_msgs/Wrench wrench\n"},
    {"tf2_msgs/TFMessage", "geometry_msgs/TransformStamped[] transforms\n"},
    {"nav_msgs/Odometry",
     "std_msgs/Header header\nstring child_frame_id\ngeometry_msgs/PoseWithCovariance pose\n"
     "geometry_msgs/TwistWithCovariance twist\n"},
    {"sensor_msgs/JointState",
     "std_msgs/Header header\nstring[] name\nfloat64[] position\nfloat64[] velocity\nfloat64[] effort\n"},
    {"rcl_interfaces/Log",
     "byte DEBUG=10\nbyte INFO=20\nbyte WARN=30\nbyte ERROR=40\nbyte FATAL=50\n"
     "builtin_interfaces/Time stamp\nuint8 level\nstring name\nstring msg\nstring file\nstring function\n"
     "uint32 line\n"},
    {"foxglove_msgs/Color", "float64 r\nfloat64 g\nfloat64 b\nfloat64 a\n"},
    {"foxglove_msgs/Vector2", "float64 x\nfloat64 y\n"},
    {"foxglove_msgs/KeyValuePair", "string key\nstring value\n"},
    {"foxglove_msgs/PackedElementField",
     "uint8 UNKNOWN=0\nuint8 UINT8=1\nuint8 INT8=2\nuint8 UINT16=3\nuint8 INT16=4\nuint8 UINT32=5\n"
     "uint8 INT32=6\nuint8 FLOAT32=7\nuint8 FLOAT64=8\nstring name\nuint32 offset\nuint8 type\n"},
    {"foxglove_msgs/Grid",
     "builtin_interfaces/Time timestamp\nstring frame_id\ngeometry_msgs/Pose pose\nuint32 column_count\n"
     "foxglove_msgs/Vector2 cell_size\nuint32 row_stride\nuint32 cell_stride\n"
     "foxglove_msgs/PackedElementField[] fields\nuint8[] data\n"},
    {"foxglove_msgs/ArrowPrimitive",
     "geometry_msgs/Pose pose\nfloat64 shaft_length\nfloat64 shaft_diameter\nfloat64 head_length\n"
     "float64 head_diameter\nfoxglove_msgs/Color color\n"},
    {"foxglove_msgs/CubePrimitive",
     "geometry_msgs/Pose pose\ngeometry_msgs/Vector3 size\nfoxglove_msgs/Color color\n"},
    {"foxglove_msgs/SpherePrimitive",
     "geometry_msgs/Pose pose\ngeometry_msgs/Vector3 size\nfoxglove_msgs/Color color\n"},
    {"foxglove_msgs/CylinderPrimitive",
     "geometry_msgs/Pose pose\ngeometry_msgs/Vector3 size\nfloat64 bottom_scale\nfloat64 top_scale\n"
     "foxglove_msgs/Color color\n"},
    {"foxglove_msgs/LinePrimitive",
     "uint8 LINE_STRIP=0\nuint8 LINE_LOOP=1\nuint8 LINE_LIST=2\nuint8 type\ngeometry_msgs/Pose pose\n"
     "float64 thickness\nbool scale_invariant\ngeometry_msgs/Point[] points\nfoxglove_msgs/Color color\n"
     "foxglove_msgs/Color[] colors\nuint32[] indices\n"},
    {"foxglove_msgs/TriangleListPrimitive",
     "geometry_msgs/Pose pose\ngeometry_msgs/Point[] points\nfoxglove_msgs/Color color\n"
     "foxglove_msgs/Color[] colors\nuint32[] indices\n"},
    {"foxglove_msgs/TextPrimitive",
     "geometry_msgs/Pose pose\nbool billboard\nfloat64 font_size\nbool scale_invariant\n"
     "foxglove_msgs/Color color\nstring text\n"},
    {"foxglove_msgs/ModelPrimitive",
     "geometry_msgs/Pose pose\ngeometry_msgs/Vector3 scale\nfoxglove_msgs/Color color\n"
     "bool override_color\nstring url\nstring media_type\nuint8[] data\n"},
    {"foxglove_msgs/SceneEntity",
     "builtin_interfaces/Time timestamp\nstring frame_id\nstring id\nbuiltin_interfaces/Duration lifetime\n"
     "bool frame_locked\nfoxglove_msgs/KeyValuePair[] metadata\nfoxglove_msgs/ArrowPrimitive[] arrows\n"
     "foxglove_msgs/CubePrimitive[] cubes\nfoxglove_msgs/SpherePrimitive[] spheres\n"
     "foxglove_msgs/CylinderPrimitive[] cylinders\nfoxglove_msgs/LinePrimitive[] lines\n"
     "foxglove_msgs/TriangleListPrimitive[] triangles\nfoxglove_msgs/TextPrimitive[] texts\n"
     "foxglove_msgs/ModelPrimitive[] models\n"},
    {"foxglove_msgs/SceneEntityDeletion",
     "uint8 MATCHING_ID=0\nuint8 ALL=1\nbuiltin_interfaces/Time timestamp\nuint8 type\nstring id\n"},
    {"foxglove_msgs/SceneUpdate",
     "foxglove_msgs/SceneEntityDeletion[] deletions\nfoxglove_msgs/SceneEntity[] entities\n"},
};

/// The definition of a known message, or null.
const RosText* find_text(std::string_view type) {
  const auto found =
      std::ranges::find(kRosTexts, type, [](const RosText& t) { return std::string_view(t.type); });
  return found == std::end(kRosTexts) ? nullptr : found;
}

/// Adds the messages that some fields are made of, each once, in the order in which they are met.
void collect_parts(const std::string& fields, std::vector<const RosText*>& parts) {
  std::istringstream lines(fields);
  for (std::string line; std::getline(lines, line);) {
    std::string type = line.substr(0, line.find(' '));
    type = type.substr(0, type.find('['));
    const RosText* part = type.find('/') == std::string::npos ? nullptr : find_text(type);
    if (part == nullptr || std::ranges::find(parts, part) != parts.end()) continue;
    parts.push_back(part);
    collect_parts(part->fields, parts);
  }
}

}  // namespace

std::string ros_schema_name(const std::string& type) {
  const auto slash = type.find('/');
  return type.substr(0, slash) + "/msg" + type.substr(slash);
}

std::string ros_definition_of(const std::string& fields) {
  constexpr std::size_t kBar = 80;  // signs of the line between two messages (MCAP, appendix: ros1msg)
  std::vector<const RosText*> parts;
  collect_parts(fields, parts);
  std::string text = fields;
  for (const RosText* part : parts)
    text += std::string(kBar, '=') + "\nMSG: " + part->type + "\n" + part->fields;
  return text;
}

std::string ros_definition(const std::string& type) {
  const RosText* known = find_text(type);
  GROUSER_ASSERT(known != nullptr);
  return ros_definition_of(known->fields);
}

}  // namespace grouser
