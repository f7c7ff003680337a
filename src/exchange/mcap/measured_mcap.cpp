// SPDX-License-Identifier: BSD-3-Clause
// A log becomes a table in one pass: each message gives numbers of columns at the time of its stamp, or at
// the time at which it was logged. Afterwards the moments of all columns are merged; a cell without a value
// at its moment is NaN. Columns, cells and leaves of a message are bounded.
#include "grouser/exchange/mcap/measured_mcap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "grouser/base/error.hpp"
#include "grouser/base/json_text.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/base/shown_text.hpp"
#include "grouser/exchange/mcap/mcap_reader.hpp"
#include "mcap/log_recogniser.hpp"

namespace grouser {
namespace {

constexpr double kNanosecond = 1e-9;  // s
constexpr double kDate = 1e8;         // s: later times are dates, not seconds of a run (three years)
constexpr double kUnsetCell = std::numeric_limits<double>::quiet_NaN();

/// The numbers and texts of a JSON value, by their paths.
void take_json(const nlohmann::json& value, const std::string& path, const std::string& place,
               LogLeaves& leaves) {
  if (leaves.numbers.size() + leaves.texts.size() >= kMostLeaves)
    throw InputError(place, "a message of too many numbers", fmt::format("at most {}", kMostLeaves));
  if (value.is_object()) {
    for (const auto& [key, inside] : value.items())
      if (key != "covariance") take_json(inside, path.empty() ? key : path + "." + key, place, leaves);
  } else if (value.is_array()) {
    for (std::size_t k = 0; k < value.size(); ++k)
      take_json(value[k], fmt::format("{}[{}]", path, k), place, leaves);
  } else if (value.is_string()) {
    leaves.texts.emplace_back(path, value.get<std::string>());
  } else if (value.is_number()) {
    leaves.numbers.push_back({path, value.get<double>(), {}});
  } else if (value.is_boolean()) {
    leaves.numbers.push_back({path, value.get<bool>() ? 1.0 : 0.0, {}});
  }
}

/// Makes leaves of messages; each definition is read once.
class LeafMaker {
 public:
  explicit LeafMaker(std::string file) : file_(std::move(file)) {}

  /// The numbers and texts of a message; valid until the next call.
  const LogLeaves& read(const LogChannel& channel, const LogMessage& message) {
    leaves_.clear();
    place_ = fmt::format("{}: byte {}: {}", file_, message.place, shown_line(clipped(channel.topic, 80)));
    if (channel.encoding == "json") {
      const std::string_view text(reinterpret_cast<const char*>(message.content.data()),
                                  message.content.size());
      const auto value = parse_json<nlohmann::json>(text, place_);
      if (!value.is_object()) throw InputError(place_, "a message that is no JSON object", "one");
      take_json(value, "", place_, leaves_);
      return leaves_;
    }
    type_of(channel).read(message.content, place_, leaves_);
    return leaves_;
  }

 private:
  /// The parsed definition of a channel's messages.
  const RosType& type_of(const LogChannel& channel) {
    const auto known = types_.find(channel.id);
    if (known != types_.end()) return known->second;
    if (channel.encoding != "cdr" || channel.schema_encoding != "ros2msg")
      throw InputError(
          place_,
          fmt::format(
              "messages in {} with a definition in {}", shown_line(clipped(channel.encoding, 40)),
              channel.schema_encoding.empty() ? "nothing" : shown_line(clipped(channel.schema_encoding, 40))),
          "cdr with ros2msg, or json");
    return types_.emplace(channel.id, RosType(channel.type, channel.schema, place_)).first->second;
  }

  std::string file_, place_;
  std::map<std::uint16_t, RosType> types_;
  LogLeaves leaves_;
};

/// The columns while a log is read: each has its own moments.
class LogTable {
 public:
  explicit LogTable(std::string file) : file_(std::move(file)) {}

  /// Adds a value to its column, which the first value makes.
  void add(const LogValue& value, double nanoseconds) {
    auto place = places_.find(value.column);
    if (place == places_.end()) {
      if (columns_.size() >= kMostLogColumns)
        throw InputError(file_, fmt::format("more than {} columns", kMostLogColumns),
                         "fewer topics (--topic)");
      place = places_.emplace(value.column, columns_.size()).first;
      columns_.push_back({value.column, value.unit, {}});
    }
    if (++cells_ > kMostLogCells)
      throw InputError(file_, fmt::format("more than {} numbers", kMostLogCells), "fewer topics (--topic)");
    columns_[place->second].values.push_back({nanoseconds, value.value});
  }

  /// One row for each moment of any column. Of two values at one moment the later one counts.
  MeasuredTable table(const std::filesystem::path& file) {
    std::vector<double> moments;
    for (const Column& column : columns_)
      for (const auto& [time, value] : column.values) moments.push_back(time);
    std::ranges::sort(moments);
    moments.erase(std::ranges::unique(moments).begin(), moments.end());
    constexpr std::size_t kFewest = 2;
    if (moments.size() < kFewest)
      throw InputError(file_, fmt::format("{} moments", moments.size()),
                       "topics with numbers at two moments or more ('grouser log' lists the topics)");
    if (moments.size() * columns_.size() > kMostLogCells)
      throw InputError(file_, fmt::format("{} moments in {} columns", moments.size(), columns_.size()),
                       fmt::format("at most {} cells: fewer topics (--topic)", kMostLogCells));
    MeasuredTable table;
    table.file = file;
    // Dates become seconds since the first moment; simulated time stays as it is.
    const double from = moments.front() * kNanosecond > kDate ? moments.front() : 0.0;
    for (const double moment : moments) table.times.push_back((moment - from) * kNanosecond);
    for (const Column& column : columns_) {
      MeasuredColumn& made = table.columns.emplace_back(column.name, column.unit);
      made.values.assign(moments.size(), kUnsetCell);
      std::size_t row = 0;
      for (const auto& [time, value] : column.values) {
        // Messages come nearly in order: the next row is close by.
        if (row >= moments.size() || moments[row] != time)
          row = static_cast<std::size_t>(std::ranges::lower_bound(moments, time) - moments.begin());
        made.values[row++] = value;
      }
    }
    return table;
  }

 private:
  struct Column {
    std::string name, unit;
    std::vector<std::pair<double, double>> values;  // ns, value
  };
  std::string file_;
  std::map<std::string, std::size_t> places_;
  std::vector<Column> columns_;
  std::size_t cells_ = 0;
};

/// Throws for a topic that was named and is not in the log.
void check_named(const std::vector<std::string>& named, const std::set<std::string>& known,
                 const std::string& file) {
  for (const std::string& topic : named)
    if (!known.contains(topic))
      throw InputError(file, "no topic '" + topic + "'" + did_you_mean(topic, {known.begin(), known.end()}),
                       "a topic with messages ('grouser log' lists them)");
}

/// The column of this name, or null.
const MeasuredColumn* find_column(const MeasuredTable& log, const std::string& name) {
  const auto found = std::ranges::find(log.columns, name, &MeasuredColumn::name);
  return found == log.columns.end() ? nullptr : &*found;
}

/// The topics of a log whose type is of a kind.
std::vector<std::string> topics_of(const std::filesystem::path& path,
                                   bool (*is_kind)(const std::string& type),
                                   const std::function<bool()>& cancelled) {
  std::vector<std::string> found;
  for (const LogTopic& topic : list_log_topics(path, cancelled))
    if (is_kind(topic.type)) found.push_back(topic.name);
  return found;
}

/// The column of a log that commands one of a drive, or null.
const MeasuredColumn* command_column(const MeasuredTable& log, const ExternalColumn& column,
                                     const std::string& joint) {
  if (const MeasuredColumn* own = find_column(log, column.name)) return own;
  // Joint states replace commands of speed and angle, not those of torque.
  if (joint.empty() || column.kind == ExternalKind::wheel_torque) return nullptr;
  return find_column(
      log, "joint/" + joint + (column.kind == ExternalKind::wheel_speed ? "/velocity" : "/position"));
}

}  // namespace

std::vector<LogTopic> list_log_topics(const std::filesystem::path& path,
                                      const std::function<bool()>& cancelled) {
  std::map<std::string, LogTopic> topics;
  const TakeMessage take = [&](const LogChannel& channel, const LogMessage& message) {
    LogTopic& topic = topics[channel.topic];
    const double time = static_cast<double>(message.time) * kNanosecond;
    if (topic.messages++ == 0) {
      topic.name = channel.topic;
      topic.type = channel.type;
      topic.encoding = channel.encoding;
      topic.taken = is_taken(channel);
      topic.first = topic.last = time;
    }
    topic.first = std::min(topic.first, time);
    topic.last = std::max(topic.last, time);
  };
  read_mcap(path, take, cancelled);
  std::vector<LogTopic> list;
  for (auto& [name, topic] : topics) list.push_back(std::move(topic));
  return list;
}

MeasuredTable read_measured_mcap(const std::filesystem::path& path, const std::vector<std::string>& topics,
                                 const std::function<bool()>& cancelled) {
  LeafMaker leaves(path.string());
  LogTable table(path.string());
  std::set<std::string> known;
  std::vector<LogValue> values;
  const TakeMessage take = [&](const LogChannel& channel, const LogMessage& message) {
    const bool named = std::ranges::find(topics, channel.topic) != topics.end();
    if (topics.empty() ? !is_taken(channel) : !named) {
      known.insert(channel.topic);
      return;
    }
    known.insert(channel.topic);
    const LogLeaves& found = leaves.read(channel, message);
    const double stamp = stamp_of(found).value_or(0.0);
    values.clear();
    recognise(channel, found, values);
    for (const LogValue& value : values)
      table.add(value, stamp > 0.0 ? stamp : static_cast<double>(message.time));
  };
  read_mcap(path, take, cancelled);
  check_named(topics, known, path.string());
  return table.table(path);
}

MeasuredTable read_measured_log(const std::filesystem::path& path, const std::vector<std::string>& topics,
                                const std::function<bool()>& cancelled) {
  if (looks_like_mcap(path)) return read_measured_mcap(path, topics, cancelled);
  if (!topics.empty())
    throw InputError(path.string(), "a file that does not begin as MCAP does",
                     "an MCAP file, beside --topic");
  return read_measured_csv(path, cancelled);
}

std::vector<Vec2> read_log_waypoints(const std::filesystem::path& path, const std::string& topic,
                                     double apart, const std::function<bool()>& cancelled) {
  std::vector<std::string> topics{topic};
  if (topic.empty()) topics = topics_of(path, is_pose_type, cancelled);
  if (topics.size() != 1)
    throw InputError(path.string(),
                     topics.empty() ? "no topic of poses"
                                    : fmt::format("{} topics of poses: {}", topics.size(), word_list(topics)),
                     "one, or the name of one (--topic)");
  const MeasuredTable log = read_measured_mcap(path, topics, cancelled);
  const auto by_end = [&](const char* end) {
    return std::ranges::find_if(log.columns, [&](const MeasuredColumn& c) { return c.name.ends_with(end); });
  };
  const auto east = by_end("position_x"), north = by_end("position_y");
  if (east == log.columns.end() || north == log.columns.end())
    throw InputError(path.string(), "no positions in " + topics[0], "poses, as nav_msgs/Odometry has them");
  std::vector<Vec2> way;
  for (std::size_t k = 0; k < log.times.size(); ++k) {
    const Vec2 at(east->values[k], north->values[k]);
    // A point is taken once it is far enough from the one before.
    if (at.allFinite() && (way.empty() || (at - way.back()).norm() >= apart)) way.push_back(at);
  }
  if (way.size() < 2)
    throw InputError(path.string(), fmt::format("a path shorter than {:g} m", apart), "a longer one");
  return way;
}

MeasuredTable read_log_commands(const std::filesystem::path& path, const std::function<bool()>& cancelled) {
  if (!looks_like_mcap(path)) return read_measured_csv(path, cancelled);
  return read_measured_mcap(path, topics_of(path, is_joint_type, cancelled), cancelled);
}

ExternalCommands commands_of(const MeasuredTable& log, const ExternalDrive& drive,
                             const std::vector<std::string>& joint_names) {
  std::vector<const MeasuredColumn*> columns;
  ExternalCommands commands;
  for (std::size_t k = 0; k < drive.columns.size(); ++k) {
    columns.push_back(command_column(log, drive.columns[k], joint_names[k]));
    commands.names.push_back(drive.columns[k].name);
  }
  if (std::ranges::all_of(columns, [](const auto* c) { return c == nullptr; })) {
    const std::string& first = drive.columns.front().name;
    throw InputError(log.file.string(), "no commands for " + drive.vehicle_name,
                     fmt::format("columns as '{}', or joints as '{}'", first,
                                 joint_names.front().empty() ? "NAME" : joint_names.front()));
  }
  // A command holds until another value comes: only rows that change one are kept.
  std::vector<double> held(columns.size(), kUnsetCell);
  for (std::size_t row = 0; row < log.times.size(); ++row) {
    bool changed = false;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const double value = columns[k] ? columns[k]->values[row] : kUnsetCell;
      if (std::isnan(value) || value == held[k]) continue;
      held[k] = value;
      changed = true;
    }
    if (!changed) continue;
    commands.times.push_back(log.times[row]);
    commands.values.insert(commands.values.end(), held.begin(), held.end());
  }
  return commands;
}

}  // namespace grouser
