// SPDX-License-Identifier: BSD-3-Clause
// grouser convert: a rover from URDF, xacro, SDF or TOML to TOML, URDF or SDF. The report lists what was
// taken, guessed and left out, because no two of these formats hold the same.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "commands.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/exchange/rovers/convert_rover.hpp"
#include "run/info_report.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"

namespace grouser::cli {
namespace {

struct ConvertArguments {
  std::string file, out, differential, forward = "x", contact = "made", name;
  std::vector<std::string> wheel, wheels, held, free, arguments, packages, allowed;
  bool plain = false, json = false, force = false;
};

/// All entries of lists with commas; empty entries are dropped.
std::vector<std::string> comma_parts(const std::vector<std::string>& lists) {
  std::vector<std::string> parts;
  for (const std::string& list : lists)
    for (std::size_t at = 0; at <= list.size();) {
      const std::size_t end = std::min(list.find(',', at), list.size());
      if (end > at) parts.push_back(list.substr(at, end - at));
      at = end + 1;
    }
  return parts;
}

/// Splits NAME=VALUE at its first '='. Throws InputError naming the option.
std::pair<std::string, std::string> named_value(const char* option, const std::string& text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos || sign == 0)
    throw InputError(fmt::format("{} {}", option, text), "no NAME=VALUE",
                     fmt::format("{} NAME=VALUE", option));
  return {text.substr(0, sign), text.substr(sign + 1)};
}

/// The options of the conversion from the texts of the command line. Throws InputError.
ConvertOptions options_of(const ConvertArguments& a) {
  ConvertOptions options;
  options.plain = a.plain;
  RoverImportOptions& import = options.import;
  import.name = a.name, import.forward = a.forward;
  import.wheels = comma_parts(a.wheels), import.held = comma_parts(a.held), import.free = comma_parts(a.free);
  import.contact = a.contact == "collisions" ? ImportedContact::collisions : ImportedContact::made;
  for (const std::string& key : a.wheel) import.wheel_keys.push_back(named_value("--wheel", key));
  if (!a.differential.empty()) {
    const std::vector<std::string> joints = comma_parts({a.differential});
    if (joints.size() != 2)
      throw InputError("--differential " + a.differential, count_text(joints.size(), "joint"), "LEFT,RIGHT");
    import.differential = {joints[0], joints[1]};
  }
  for (const std::string& argument : a.arguments) options.arguments.insert(named_value("--arg", argument));
  for (const std::string& package : a.packages) {
    const auto [name, folder] = named_value("--package", package);
    if (!std::filesystem::is_directory(folder))
      throw InputError("--package " + package, "no such folder", "NAME=FOLDER of a package");
    options.packages[name] = folder;
  }
  for (const std::string& folder : a.allowed) options.allowed.emplace_back(folder);
  return options;
}

/// The file's ending and the text that marks a file of ours, which may then be replaced.
FileKind kind_of(RoverFormat format, const std::string& text) {
  const char* ending = format == RoverFormat::urdf ? ".urdf" : format == RoverFormat::sdf ? ".sdf" : ".toml";
  return edited_kind({ending}, text);
}

/// The lists of what the conversion took, guessed and left out, and its warnings.
Report report_of(const ConvertArguments& a, const RoverImportReport& found) {
  Report report;
  report.json = {{"kind", "conversion"},      {"file", a.file},           {"out", a.out},
                 {"took", found.took},        {"guessed", found.guessed}, {"left_out", found.left_out},
                 {"warnings", found.warnings}};
  report.text = list_lines("took", found.took) + list_lines("guessed", found.guessed) +
                list_lines("left out", found.left_out) + list_lines("warnings", found.warnings) +
                fmt::format("{}\n", a.out);
  return report;
}

int convert(const ConvertArguments& a) {
  const RoverFormat format = rover_format(a.out);
  if (format == RoverFormat::xacro)
    throw InputError("--out " + a.out, "xacro, which is not written",
                     "a file that ends in .toml, .urdf or .sdf");
  // The first check refuses an output that can never be right before the work; the second compares the file
  // that is there with the text that would replace it.
  check_outputs({{"--out", a.out, kind_of(format, "")}}, {a.file}, Replace::any);
  const ConvertOptions options = options_of(a);
  const auto folder = std::filesystem::absolute(a.out).parent_path();
  // Paths in the new file are relative to its own folder.
  const ConvertedRover rover = convert_rover(a.file, format, folder, options);
  check_outputs({{"--out", a.out, kind_of(format, rover.text)}}, {a.file}, replacing(a.force));
  write_converted(rover, a.out);
  print_report(report_of(a, rover.report), a.json);
  return kExitOk;
}

}  // namespace

void declare_convert(Command& command) {
  auto& a = command.runs(convert);
  command.argument("ROVER", a.file, "A rover: .urdf, .xacro, .sdf, or a vehicle's .toml");
  command.option("--out FILE", a.out, "The rover as .toml, .urdf or .sdf").required();
  command.option("--differential LEFT,RIGHT", a.differential,
                 "Joints of the two rockers, which a differential holds to opposite turns");
  command.repeated("--wheel KEY=VALUE", a.wheel,
                   "A key of [wheel], as radius=0.1; may be given several times");
  command.repeated("--wheels JOINT,...", a.wheels,
                   "Joints that turn wheels, where they are not found; * at the end for all that begin so");
  command.repeated("--hold JOINT,...", a.held, "Joints that keep their angle unless a scenario moves them");
  command.repeated("--free JOINT,...", a.free, "Joints that forces move");
  command.option("--forward AXIS", a.forward, "Direction of travel in the root link")
      .one_of({"x", "-x", "y", "-y"});
  command
      .option("--contact KIND", a.contact,
              "What touches beside the wheels: shapes made for the bodies, or the file's collision forms")
      .one_of({"made", "collisions"});
  command.option("--name NAME", a.name, "Name of the rover; left out: the file's");
  command.repeated("--arg NAME=VALUE", a.arguments, "Value of a xacro:arg");
  command.repeated("--package NAME=FOLDER", a.packages,
                   "Folder of a package that package:// or $(find) names");
  command.repeated("--allow-path FOLDER", a.allowed,
                   "A folder beside the file's and its package's whose files may be read");
  command.flag("--plain", a.plain, "Leave the <grouser> element of a URDF out");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON");
  command.footer(
      "Example: grouser convert rover.urdf --out rover.toml --differential left_rocker,right_rocker\n"
      "         grouser convert rover.toml --out rover.urdf");
}

}  // namespace grouser::cli
