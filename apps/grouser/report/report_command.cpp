// SPDX-License-Identifier: BSD-3-Clause
// grouser report: a recorded run as one HTML page. It reads the content (report_content.hpp), embeds pictures
// and writes the page (report_page.hpp).
#include <filesystem>
#include <iostream>

#include "commands.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/output_files.hpp"
#include "html.hpp"
#include "report_page.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"

namespace grouser::cli {
namespace {

struct ReportArguments {
  std::string file, out;
  std::vector<std::string> channels, pictures;
  bool json = false, force = false;
};

/// Reads the run, makes the page and writes it. The output's kind is checked before the run is read.
int write_report(const ReportArguments& arguments) {
  namespace fs = std::filesystem;
  const std::string out =
      arguments.out.empty() ? fs::path(arguments.file).stem().string() + "_report.html" : arguments.out;
  std::vector<fs::path> inputs{arguments.file};
  inputs.insert(inputs.end(), arguments.pictures.begin(), arguments.pictures.end());
  check_outputs({{"--out", out, text_kind({".html", ".htm"}, kReportBegin)}}, inputs,
                replacing(arguments.force));
  const ReportContent content = read_content(arguments.file, arguments.channels);
  std::vector<ReportPicture> pictures;
  for (const std::string& file : arguments.pictures)
    pictures.push_back({fs::path(file).filename().string(), picture_uri(file)});
  const std::string page = report_page(content, pictures);
  write_file_atomically(out, page);
  if (arguments.json)
    print_json({{"report", out},
                {"bytes", page.size()},
                {"status", content.status},
                {"verdict", content.verdict ? Json(content.verdict->name) : Json()},
                {"frames", content.frames},
                {"channels", content.plotted},
                {"plots", content.panels.size()},
                {"pictures", pictures.size()},
                {"events", content.events.size()},
                {"notes", content.notes}});
  else
    std::cout << "report on " << content.file << " written to " << out << "\n";
  return kExitOk;
}

}  // namespace

void declare_report(Command& command) {
  auto& a = command.runs(write_report);
  command.argument("RUN RUN.h5", a.file, "A run file, also of a run that was stopped or killed");
  command.option("--out REPORT.html", a.out, "Page to write; by default RUN_report.html in this folder");
  command.list("--y CHANNEL...", a.channels,
               "Channels to plot instead of those that the scenario shows; * stands for part of a name");
  command.repeated("--picture FILE", a.pictures, "A PNG or JPEG picture to show in the report");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON");
  command.footer(
      "The page needs nothing beside itself: no network, script or font.\n"
      "Example: grouser report egress.h5 --picture egress.png --out egress.html");
}

}  // namespace grouser::cli
