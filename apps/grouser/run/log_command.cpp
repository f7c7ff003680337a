// SPDX-License-Identifier: BSD-3-Clause
// grouser log: the topics of an MCAP file, and its numbers as a table over time. Reading can be interrupted,
// because logs are large.
#include <fmt/format.h>

#include <iostream>

#include "commands.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/output_files.hpp"
#include "grouser/base/shown_text.hpp"
#include "grouser/exchange/mcap/measured_mcap.hpp"
#include "grouser/recording/run_file/table_file.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interrupt.hpp"

namespace grouser::cli {
namespace {

struct LogArguments {
  std::string file, csv;
  std::vector<std::string> topics;
  bool json = false, force = false;
};

/// Lists the topics, and whether they are taken as measured data without being named.
void list_topics(const LogArguments& arguments) {
  const std::vector<LogTopic> topics = list_log_topics(arguments.file, interrupted);
  if (arguments.json) {
    Json rows = Json::array();
    for (const LogTopic& topic : topics)
      rows.push_back({{"topic", topic.name},
                      {"type", topic.type},
                      {"encoding", topic.encoding},
                      {"messages", topic.messages},
                      {"first_s", topic.first},
                      {"last_s", topic.last},
                      {"taken", topic.taken}});
    return print_json({{"file", arguments.file}, {"topics", rows}});
  }
  using enum TextTable::Align;
  TextTable table({left, left, left, right, right, left});
  table.add_header({"topic", "type", "encoding", "messages", "duration [s]", "as measured data"});
  for (const LogTopic& topic : topics)
    table.add_row({shown_line(topic.name), shown_line(topic.type), shown_line(topic.encoding),
                   std::to_string(topic.messages), number_text(topic.last - topic.first),
                   topic.taken ? "yes" : "with --topic"});
  std::cout << table.text();
}

/// Writes the chosen topics as one CSV table, the time in s first.
void write_table(const LogArguments& arguments) {
  check_outputs({{"--csv", arguments.csv, csv_kind("time [s],")}}, {arguments.file},
                replacing(arguments.force));
  MeasuredTable log = read_measured_mcap(arguments.file, arguments.topics, interrupted);
  const std::size_t rows = log.times.size(), columns = log.columns.size();
  Table table;
  table.columns.push_back({"time", "s", std::move(log.times)});
  for (MeasuredColumn& column : log.columns)
    table.columns.push_back({column.name, column.unit.empty() ? "-" : column.unit, std::move(column.values)});
  write_table_csv(arguments.csv, table);
  if (arguments.json)
    return print_json(
        {{"file", arguments.file}, {"csv", arguments.csv}, {"rows", rows}, {"columns", columns}});
  std::cout << fmt::format("{}: {} of {}\n", arguments.csv, count_text(rows, "row"),
                           count_text(columns, "column"));
}

int show_log(const LogArguments& arguments) {
  catch_interrupts();
  if (arguments.csv.empty() && !arguments.topics.empty())
    throw InputError("--topic", "no --csv", "it beside --csv FILE.csv");
  if (arguments.csv.empty())
    list_topics(arguments);
  else
    write_table(arguments);
  return kExitOk;
}

}  // namespace

void declare_log(Command& command) {
  auto& a = command.runs(show_log);
  command.argument("LOG.mcap", a.file, "An MCAP file, of ours or of a rover");
  command.option("--csv FILE.csv", a.csv, "Write its poses, joints and channels as a table over time");
  command.repeated("--topic NAME", a.topics, "Only this topic, and all of its numbers");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON");
  command.footer(
      "Example: grouser log drive.mcap\n"
      "         grouser log drive.mcap --topic /odom --csv drive.csv   (docs/exchange_logs.md)");
}

}  // namespace grouser::cli
